//! The shadow that an object starts with, before it has a value: which effective type each of its bytes has by declaration.
//!
//! A template is small however large the object is: an array has the shadow of one element, again and again.

use kiln_lang::Options;
use kiln_lang::types::{ArrayLen, Basic, RecordId, RecordKind, Ty, TypeKind, Types};

use super::tag::{ANY, CHARACTER, FREE, Tags, UNTYPED};

/// The shadow of an object of a declared type. Bytes that no piece has are padding or belong to bit-fields.
#[derive(Clone, Debug, Default)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// Some bytes of an object, whose shadow is a pattern again and again.
#[derive(Clone, Debug)]
struct Piece {
    start: u64,
    end: u64,
    pattern: Box<[u16]>,
}

impl Template {
    /// The template of a type. Members of unions take the type of the last store; bit-fields have none.
    pub fn of(tags: &mut Tags, types: &Types, options: &Options, ty: Ty) -> Template {
        let mut template = Template::default();
        let size = types.size_of(&options.target, ty).unwrap_or(0);
        Maker { tags, types, options }.add(&mut template, ty, None, (0, size));
        template
    }

    /// Bytes from `start` on take the type of the last store.
    pub fn leave_free(&mut self, start: u64, end: u64) {
        self.push(start, end, [FREE].into());
    }

    fn push(&mut self, start: u64, end: u64, pattern: Box<[u16]>) {
        if start < end {
            self.pieces.push(Piece { start, end, pattern });
        }
    }

    /// The shadow of all `size` bytes.
    pub fn whole(&self, size: usize) -> Vec<u16> {
        let mut shadow = vec![0; size];
        self.fill(0, &mut shadow);
        shadow
    }

    /// Writes the shadow of the bytes from `start` on.
    pub fn fill(&self, start: u64, shadow: &mut [u16]) {
        shadow.fill(UNTYPED);
        let end = start + shadow.len() as u64;
        for piece in self.pieces.iter().filter(|piece| piece.start < end && start < piece.end) {
            let from = piece.start.max(start);
            let part = &mut shadow[(from - start) as usize..(piece.end.min(end) - start) as usize];
            match *piece.pattern {
                [all] => part.fill(all),
                ref pattern => {
                    let skip = ((from - piece.start) % pattern.len() as u64) as usize;
                    part.iter_mut().zip(pattern.iter().cycle().skip(skip)).for_each(|(to, from)| *to = *from);
                }
            }
        }
    }
}

/// What is needed to make templates.
struct Maker<'a> {
    tags: &'a mut Tags,
    types: &'a Types,
    options: &'a Options,
}

impl Maker<'_> {
    fn size_of(&self, ty: Ty) -> u64 {
        self.types.size_of(&self.options.target, ty).unwrap_or(0)
    }

    /// Adds a part of a type, which is a member of `parent`, from `start` up to `end`.
    fn add(&mut self, to: &mut Template, ty: Ty, parent: Option<RecordId>, (start, end): (u64, u64)) {
        let types = self.types;
        match types.canon_kind(ty) {
            TypeKind::Array(elem, ArrayLen::Fixed(_)) => {
                let step = self.size_of(elem).min(end - start);
                let mut one = Template::default();
                self.add(&mut one, elem, parent, (0, step));
                match &mut one.pieces[..] {
                    [piece] if (piece.start, piece.end) == (0, step) && step % piece.pattern.len() as u64 == 0 => {
                        to.push(start, end, std::mem::take(&mut piece.pattern));
                    }
                    _ if step == 0 => {}
                    _ => to.push(start, end, one.whole(step as usize).into()),
                }
            }
            TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => to.leave_free(start, end),
            TypeKind::Record(id) => {
                for field in types.records[id].fields() {
                    let field = &types.fields[field];
                    let from = start + field.offset();
                    if field.bits.is_none() && from < end {
                        let until = (from + self.size_of(field.ty)).min(end);
                        self.add(to, field.ty, Some(id), (from, until));
                    }
                }
            }
            _ => {
                let tag = match self.tags.scalar(types, ty, parent, parent.is_some_and(|id| types.records[id].reversed))
                {
                    _ if types.as_basic(ty).is_some_and(Basic::is_character) => CHARACTER,
                    ANY => UNTYPED,
                    tag => tag,
                };
                to.push(start, end, [tag].into());
            }
        }
    }
}
