//! Expressions that designate objects.

use kiln_lang::build::{BuildExpr, BuildType};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Quals, Ty, Types};
use smallvec::SmallVec;

use super::Maker;
use super::effects::Effects;
use super::features::Feature;
use super::objects::{PlaceId, Step};

/// An expression that designates one of some places.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    pub(super) expr: ExprId,
    pub(super) places: SmallVec<[PlaceId; 2]>,
    /// Its type, without qualifiers.
    pub(super) ty: Ty,
    pub(super) is_volatile: bool,
    pub(super) is_bit_field: bool,
}

/// What is to be done with an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Read,
    Write,
}

/// A variable that counts the rounds of a loop, and the values that it has in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) place: PlaceId,
    pub(super) least: i64,
    pub(super) most: i64,
    /// What it grows by from round to round.
    pub(super) step: i64,
    /// In a sweep, what it is when the index is 0.
    pub(super) shift: i64,
}

impl Counter {
    /// Whether it is an index of arrays with so many elements.
    pub(super) fn reaches(self, len: i64) -> bool {
        self.most - self.shift < len
    }
}

/// How often a place is drawn before it is given up.
const TRIES: u32 = 6;

impl Maker {
    /// What an access does to the objects of some places.
    pub(super) fn access(&self, places: &[PlaceId], use_: Use, is_volatile: bool) -> Effects {
        let mut effects = Effects { volatile: is_volatile, ..Effects::default() };
        let set = if use_ == Use::Read { &mut effects.reads } else { &mut effects.writes };
        for &place in places {
            let object = self.object_of(place);
            set.insert(object);
            // Another call of the function has the same one.
            if let Some(shared) = self.object(object).shared {
                set.insert(shared);
            }
        }
        effects
    }

    /// Whether an access may stand beside what has been made of the expression. `around` is what it may not meet.
    pub(super) fn may_access(&self, places: &[PlaceId], use_: Use, is_volatile: bool, around: &Effects) -> bool {
        if use_ == Use::Write && places.iter().any(|&place| self.is_fixed(place))
            || is_volatile && (self.pure > 0 || self.keeps_nothing)
        {
            return false;
        }
        let is_hidden = use_ == Use::Read && places.iter().any(|&place| self.unread.contains(self.object_of(place)));
        let fits_unions = if use_ == Use::Read { self.are_readable(places) } else { self.are_writable(places) };
        !is_hidden && fits_unions && self.access(places, use_, is_volatile).goes_with(around)
    }

    /// Whether a place keeps its value for now, or for good.
    pub(super) fn is_fixed(&self, place: PlaceId) -> bool {
        self.place(place).is_const || self.fixed.contains(self.object_of(place))
    }

    /// An access is part of the expression.
    pub(super) fn note_access(&mut self, places: &[PlaceId], use_: Use, is_volatile: bool) {
        let effects = self.access(places, use_, is_volatile);
        self.context.extend(&effects);
        self.touched.extend(&effects);
        if use_ == Use::Write {
            self.note_union_writes(places);
        }
    }

    /// One of what can be seen, by a kind of things: the function's own as often as the file's.
    pub(super) fn any_seen(&mut self, kind: impl Fn(&super::objects::Sights) -> &[PlaceId]) -> Option<PlaceId> {
        if self.is_as_in_thesis() {
            return self.any_seen_as_in_thesis(kind, |_, _| true);
        }
        let (locals, globals) = (kind(&self.locals).len() as u64, kind(&self.globals).len() as u64);
        let from_locals = globals == 0 || locals > 0 && self.choices.below(100) < 55;
        let of = if from_locals { locals } else { globals };
        if of == 0 {
            return None;
        }
        let at = self.choices.below(of) as usize;
        Some(kind(if from_locals { &self.locals } else { &self.globals })[at])
    }

    /// An integer object to read or to write.
    pub(super) fn integer_lvalue(&mut self, use_: Use, around: &Effects) -> Option<Lvalue> {
        for _ in 0..TRIES {
            if self.features.has(Feature::Dereference)
                && self.choices.below(160) < 60
                && let Some(found) = self.dereference(use_, around, Types::is_integer)
            {
                return Some(found);
            }
            let place = if self.is_as_in_thesis() {
                self.integer_seen_as_in_thesis(use_, around)?
            } else {
                self.any_seen(|sights| &sights.integers)?
            };
            if let Some(found) = self.named(place, use_, around) {
                return Some(found);
            }
        }
        None
    }

    /// A place by its name.
    pub(super) fn named(&mut self, place: PlaceId, use_: Use, around: &Effects) -> Option<Lvalue> {
        let is_volatile = self.place(place).is_volatile;
        if !self.may_access(&[place], use_, is_volatile, around) {
            return None;
        }
        let expr = self.without_writes_to(&[place], |maker| maker.name_place(place));
        let found = self.place(place);
        let (ty, is_bit_field) = (found.ty, found.is_bit_field);
        Some(Lvalue { expr, places: SmallVec::from_slice(&[place]), ty, is_volatile, is_bit_field })
    }

    /// `*p`, `**p`, `p->m`, `(*p)[i]`: what a pointer leads to, or a part of it.
    pub(super) fn dereference(
        &mut self,
        use_: Use,
        around: &Effects,
        wanted: impl Fn(&Types, Ty) -> bool,
    ) -> Option<Lvalue> {
        let pointer = self.any_seen(|sights| &sights.pointers)?;
        let mut places: SmallVec<[PlaceId; 2]> = SmallVec::from_slice(&[pointer]);
        let mut path: SmallVec<[PlaceId; 4]> = SmallVec::new();
        let mut ty = self.place(pointer).ty;
        let mut is_volatile = self.place(pointer).is_volatile;
        let mut quals = Quals::NONE;
        let mut follows_null = false;
        // Pointers on the way are read.
        let mut on_the_way: SmallVec<[(SmallVec<[PlaceId; 2]>, bool); 3]> = SmallVec::new();
        loop {
            let types = self.b.sight().types();
            if !path.is_empty() && wanted(types, ty) {
                break;
            }
            let (pointee, part) = (types.pointee(ty), self.part_wanted(places[0], &wanted));
            if let Some(pointee) = pointee {
                let targets = self.targets_at(&places);
                let is_invalid = !targets.is_valid();
                if is_invalid && !self.follows_null(&targets)
                    || !self.may_access(&places, Use::Read, is_volatile, around)
                {
                    return None;
                }
                follows_null |= is_invalid;
                on_the_way.push((places, is_volatile));
                let types = self.b.sight().types();
                (ty, quals) = (types.unqualified(pointee), types.quals(pointee));
                is_volatile = quals.contains(Quals::VOLATILE);
                path.push(PlaceId(u32::MAX));
                places = targets.places.iter().copied().collect();
            } else {
                let at = part?;
                path.push(self.place(places[0]).children[at]);
                places = places.iter().map(|&place| self.place(place).children[at]).collect();
                let part = self.place(places[0]);
                is_volatile |= part.is_volatile;
                ty = part.ty;
            }
        }
        if use_ == Use::Write && quals.contains(Quals::CONST) || !self.may_access(&places, use_, is_volatile, around) {
            return None;
        }
        for (places, is_volatile) in on_the_way {
            self.note_access(&places, Use::Read, is_volatile);
        }
        let is_bit_field = self.place(places[0]).is_bit_field;
        let expr = self.without_writes_to(&places, |maker| maker.follow(pointer, &path));
        if follows_null {
            self.invalid.insert((self.function, expr));
        }
        Some(Lvalue { expr, places, ty, is_volatile, is_bit_field })
    }

    /// A part of a place that is wanted, or that has such a part, or a pointer.
    fn part_wanted(&mut self, place: PlaceId, wanted: &impl Fn(&Types, Ty) -> bool) -> Option<usize> {
        let n = self.place(place).children.len();
        if n == 0 {
            return None;
        }
        let first = self.choices.below(n as u64) as usize;
        (0..n).map(|at| (first + at) % n).find(|&at| {
            let child = self.place(self.place(place).children[at]);
            let types = self.b.sight().types();
            wanted(types, child.ty) || !child.children.is_empty() || child.slot.is_some()
        })
    }

    /// The expression that goes from a pointer along a path of dereferences and parts.
    fn follow(&mut self, pointer: PlaceId, path: &[PlaceId]) -> ExprId {
        let mut expr = self.name_place(pointer);
        for &step in path {
            self.tokens += 1;
            if step == PlaceId(u32::MAX) {
                expr = self.b.unary(UnaryOp::Deref, expr);
                continue;
            }
            let is_addressable = self.place(step).is_addressable;
            expr = match self.place(step).step {
                Step::Member(field) => self.b.member(expr, field),
                Step::Half(half) => self.b.unary(half, expr),
                Step::Element(len) => {
                    let index = self.subscript(len);
                    self.element(expr, index, is_addressable)
                }
                Step::Root => expr,
            };
        }
        expr
    }

    /// An index of an array: a constant, a counter, one and a constant, or any expression brought into range.
    pub(super) fn subscript(&mut self, len: u64) -> ExprId {
        self.tokens += 3;
        if self.is_constant {
            let at = self.choices.below(len);
            return self.b.int(at as u32);
        }
        if (self.counts_only || self.choices.below(100) < 70)
            && let Some(index) = self.counted_subscript(len as i64)
        {
            return index;
        }
        if self.choices.below(100) < 60 || self.depth_left == 0 {
            let at = self.choices.below(len);
            return self.b.int(at as u32);
        }
        self.depth_left -= 1;
        let size = self.choices.below(3) as u32;
        let any = self.integer(size);
        self.depth_left += 1;
        self.tokens += 4;
        // A remainder by a length is next to no boundary, so most have a mask, of as many elements as fit under it.
        if self.choices.below(4) > 0 {
            let mask = self.b.int((1 << len.ilog2()) - 1);
            return self.b.binary(BinaryOp::BitAnd, any, mask);
        }
        let types = [Basic::UInt, Basic::ULong, Basic::ULongLong, Basic::UShort, Basic::UChar];
        let unsigned = self.pick_integer(&types);
        let (any, len) = (self.b.cast(Ty::basic(unsigned), any), self.b.int(len as u32));
        self.b.binary(BinaryOp::Rem, any, len)
    }

    fn counted_subscript(&mut self, len: i64) -> Option<ExprId> {
        // What is added is written as an `int`.
        let widest = self.arithmetic().shape(Basic::Int).max().as_i128() as i64;
        let offsets = |counter: &Counter| ((-counter.least).max(-widest), (len - 1 - counter.most).min(widest));
        let fits = |counter: &&Counter| counter.most - counter.least < len && offsets(counter).0 <= offsets(counter).1;
        let n = self.counters.iter().filter(fits).count();
        if n == 0 {
            return None;
        }
        let chosen = self.choices.below(n as u64) as usize;
        let counter = *self.counters.iter().filter(fits).nth(chosen)?;
        self.note_access(&[counter.place], Use::Read, false);
        let name = self.name_place(counter.place);
        let (least, most) = offsets(&counter);
        let offset = if least <= 0 && 0 <= most && self.choices.below(3) < 2 {
            0
        } else {
            self.choices.between(least.into(), most.into()) as i64
        };
        if offset == 0 {
            return Some(name);
        }
        self.tokens += 2;
        let (op, by) = if offset < 0 { (BinaryOp::Sub, -offset) } else { (BinaryOp::Add, offset) };
        let by = self.b.int(by as u32);
        Some(self.b.binary(op, name, by))
    }
}
