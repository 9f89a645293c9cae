//! Initialisers (C11 6.7.9): of variables and compound literals, automatic and static.

use kiln_lang::tree::{DeclRef, Designator, DesignatorId, ExprId, ExprKind, InitItem, Node, Placement};
use kiln_lang::types::{ArrayLen, Field, RecordId, RecordKind, Ty, TypeKind};

use super::place::{At, Place};
use super::{Class, Lower, Val};
use crate::code::{Op, Reg, Symbol};
use crate::memory::Sort;
use crate::memory::tag::Within;

/// An object that is being initialised, and how its address is aligned.
#[derive(Clone, Copy)]
struct Initialized {
    p: Reg,
    ty: Ty,
    align: u64,
}

impl Lower<'_> {
    /// Initialises the object at a pointer. `zero`: what the initialiser leaves out has to be set to zero.
    pub(super) fn initialize(&mut self, p: Reg, ty: Ty, init: ExprId, zero: bool) {
        let align = self.types().align_of(&self.options().target, ty);
        self.initialize_at(p, (ty, align), init, zero);
    }

    /// The same where the pointer is not better aligned than said.
    fn initialize_at(&mut self, p: Reg, (ty, align): (Ty, u64), init: ExprId, zero: bool) {
        match self.body().expr(init) {
            ExprKind::InitList { .. } => {
                let placements = self.body().placements(init).map(<[Placement]>::to_vec).unwrap_or_default();
                if self.has_range_with_more(init) {
                    self.unsupported("a range of elements with a further designator, or with a range in its value");
                }
                if zero {
                    let rests = self.union_rests(ty, &placements);
                    let copy = self.copy_rule_without(ty, false, u64::MAX, rests);
                    self.emit(Op::Zero { p, copy });
                }
                self.initialize_parts(Initialized { p, ty, align }, &placements);
            }
            ExprKind::Str { .. } if self.types().as_array(ty).is_some() => self.initialize_string(p, 0, ty, init),
            // A compound literal initialises an array (GNU).
            ExprKind::CompoundLiteral { init, .. } if self.types().as_array(ty).is_some() => {
                self.initialize_at(p, (ty, align), init, zero);
            }
            _ => {
                let value = self.value(init);
                let place = self.initial_place(p, 0, None, ty);
                self.store(place, value);
            }
        }
    }

    /// The structure that a scalar, at some distance in an object of a type, is directly a member of. None for bytes that take
    /// their type from what is stored there.
    fn structure_at(&self, mut ty: Ty, mut offset: u64) -> Option<RecordId> {
        let types = self.types();
        let mut structure = None;
        loop {
            match types.canon_kind(ty) {
                TypeKind::Array(elem, _) => {
                    offset = offset.checked_rem(self.size_of(elem)?)?;
                    ty = elem;
                }
                TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => return None,
                TypeKind::Record(id) => {
                    let holds = |field: &&Field| {
                        let size = self.size_of(field.ty).unwrap_or(0);
                        field.bits.is_none() && field.offset() <= offset && offset < field.offset() + size
                    };
                    let field = types.records[id].fields().map(|field| &types.fields[field]).find(holds)?;
                    (structure, offset, ty) = (Some(id), offset - field.offset(), field.ty);
                }
                _ => return structure,
            }
        }
    }

    /// Whether a list holds `[first ... last]` before another designator, or around another range: placements have one
    /// repetition each.
    fn has_range_with_more(&self, list: ExprId) -> bool {
        let body = self.body();
        let ExprKind::InitList { items } = body.expr(list) else { return false };
        let is_range = |&designator: &DesignatorId| matches!(body.designators[designator], Designator::Range(..));
        let has_range = |list: ExprId| {
            body.descend(Node::Expr(list)).any(|node| {
                let Node::Expr(id) = node else { return false };
                let ExprKind::InitList { items } = body.expr(id) else { return false };
                body.list(items).any(|item| body.list(body.init_items[item].designators).any(|one| is_range(&one)))
            })
        };
        body.list(items).any(|item| {
            let InitItem { designators, value } = body.init_items[item];
            let ranges = body.list(designators).any(|one| is_range(&one));
            let inner = matches!(body.expr(value), ExprKind::InitList { .. });
            ranges && (designators.len() > 1 || inner && has_range(value)) || inner && self.has_range_with_more(value)
        })
    }

    /// Where repetition `n` of a part of an object is.
    fn part_place(&self, whole: Initialized, part: &Placement, n: u64) -> Place {
        let offset = part.bit_offset + n * part.stride * 8;
        let place = self.initial_place(whole.p, offset, part.bit_width, part.ty);
        // As far as the distance from the start of the object allows.
        let align = 1 << (whole.align | (offset / 8)).trailing_zeros();
        Place { reversed: part.reversed, parent: self.structure_at(whole.ty, offset / 8), align, ..place }
    }

    fn initial_place(&self, p: Reg, bit_offset: u64, bit_width: Option<u32>, ty: Ty) -> Place {
        let mut place = self.plain_place(p, ty);
        place.at = At::Memory { p, bytes: (bit_offset / 8) as i32 };
        place.bits = bit_width.map(|width| ((bit_offset % 8) as u32, width));
        place.volatile = false;
        place.within = Within::ANYTHING;
        // Members of packed structures are anywhere.
        place.align = 1;
        place
    }

    /// The expressions of a list have any order (C11 6.7.9p23), the parts they initialise that of the list.
    fn initialize_parts(&mut self, whole: Initialized, parts: &[Placement]) {
        let values: Vec<ExprId> = parts.iter().map(|part| part.value).collect();
        let region = self.begin_indeterminate(&values);
        if region && self.right_to_left() {
            let top = self.top;
            let mut early = Vec::new();
            for part in parts.iter().rev() {
                early.push(self.has_own_value(part).then(|| {
                    let value = self.part_value(whole, part);
                    self.kept(value, part.ty)
                }));
                self.next_unordered(region);
            }
            for (part, value) in parts.iter().zip(early.into_iter().rev()) {
                self.initialize_part(whole, part, value, false);
            }
            self.top = top;
        } else {
            // Elements of a table of integers are all stored alike.
            let is_table = self.types().as_record(self.types().innermost_element(whole.ty)).is_none();
            let mut before = None;
            for part in parts {
                let is_plain = is_table && self.is_plain_element(part);
                before = match before {
                    Some((ty, p, access)) if is_plain && ty == part.ty => {
                        let (top, value) = (self.top, self.part_value(whole, part));
                        self.initial_store(region);
                        self.emit(Op::Store { a: value.reg, p, access, bytes: (part.bit_offset / 8) as i32 });
                        self.top = top;
                        before
                    }
                    _ => {
                        self.initialize_part(whole, part, None, region);
                        match self.code.ops.last() {
                            Some(&Op::Store { p, access, .. }) if is_plain => Some((part.ty, p, access)),
                            _ => None,
                        }
                    }
                };
                self.next_unordered(region);
            }
        }
        self.end_unordered(region);
    }

    /// Whether a part is an integer by itself, and as aligned as the object that it is part of allows.
    fn is_plain_element(&self, part: &Placement) -> bool {
        let align = self.types().required_align(&self.options().target, part.ty);
        let is_alone = part.repeat == 1 && part.bit_width.is_none() && !part.reversed;
        is_alone
            && matches!(self.class(part.ty), Class::Int(_))
            && (part.bit_offset / 8).is_multiple_of(align)
            && !matches!(self.body().expr(part.value), ExprKind::InitList { .. })
    }

    /// Whether the value of a part is one, and not made where the part is: a string, or a list.
    fn has_own_value(&self, part: &Placement) -> bool {
        let is_list = matches!(self.body().expr(part.value), ExprKind::InitList { .. });
        !is_list && part.repeat > 0 && self.types().as_array(part.ty).is_none()
    }

    /// What follows gives a part its value, in the order of the list.
    fn initial_store(&mut self, region: bool) {
        if region {
            self.emit(Op::SeqInitial);
        }
    }

    /// Initialises a part, with a value that has been evaluated already or is to be.
    fn initialize_part(&mut self, whole: Initialized, part: &Placement, value: Option<Val>, region: bool) {
        let (p, top) = (whole.p, self.top);
        let is_array = self.types().as_array(part.ty).is_some();
        if part.repeat == 0 {
            return;
        }
        if matches!(self.body().expr(part.value), ExprKind::InitList { .. }) {
            self.initial_store(region);
            self.clear_part(p, part);
            self.top = top;
            return;
        }
        if is_array {
            self.initial_store(region);
            for n in 0..part.repeat {
                self.initialize_string(p, part.bit_offset / 8 + n * part.stride, part.ty, part.value);
            }
            self.top = top;
            return;
        }
        let value = value.unwrap_or_else(|| self.part_value(whole, part));
        self.initial_store(region);
        if part.repeat > 64 {
            self.initialize_many(p, part, value);
        } else {
            for n in 0..part.repeat {
                let place = self.part_place(whole, part, n);
                self.store(place, value);
            }
        }
        self.top = top;
    }

    /// The value of a part, in its type.
    fn part_value(&mut self, whole: Initialized, part: &Placement) -> Val {
        let from = self.body().ty(part.value);
        if part.bit_width.is_none() || !self.types().is_floating(from) {
            return self.value(part.value);
        }
        let value = self.rvalue(part.value, None);
        let place = self.part_place(whole, part, 0);
        self.convert_to_place(place, value, from)
    }

    /// A part that is initialised a second time starts from zero.
    fn clear_part(&mut self, p: Reg, part: &Placement) {
        if part.bit_width.is_some() {
            return;
        }
        let copy = self.copy_rule(part.ty, false);
        let d = self.alloc(3);
        for n in 0..part.repeat {
            self.member_pointer(d, p, (part.bit_offset / 8 + n * part.stride) as i32);
            self.emit(Op::Zero { p: d, copy });
        }
    }

    /// `[0 ... 99999] = value`: a loop.
    fn initialize_many(&mut self, p: Reg, part: &Placement, value: Val) {
        let element = self.alloc(3);
        self.emit(Op::Member { d: element, p, bytes: (part.bit_offset / 8) as i32 });
        let counter = self.constant(0, None);
        let end = self.constant(part.repeat, None);
        let one = self.constant(1, None);
        let again = self.new_target();
        self.set_target(again);
        let first = Placement { bit_offset: part.bit_offset % 8, ..*part };
        let place = self.part_place(Initialized { p: element, ty: part.ty, align: 1 }, &first, 0);
        self.store(place, value);
        self.emit(Op::Member { d: element, p: element, bytes: part.stride as i32 });
        self.emit(Op::AddU64 { d: counter, a: counter, b: one });
        self.emit(Op::JumpLtU { a: counter, b: end, to: again.0 });
    }

    /// An array takes the characters of a string literal, as many as it has room for.
    fn initialize_string(&mut self, p: Reg, offset: u64, ty: Ty, init: ExprId) {
        let ExprKind::Str { string } = self.body().expr(init) else {
            if let ExprKind::CompoundLiteral { init, .. } = self.body().expr(init) {
                let d = self.alloc(3);
                self.member_pointer(d, p, offset as i32);
                return self.initialize_at(d, (ty, 1), init, true);
            }
            let value = self.value(init);
            let place = self.initial_place(p, offset * 8, None, ty);
            return self.store(place, value);
        };
        let unit = self.types().as_array(self.body().ty(init)).and_then(|(elem, _)| self.size_of(elem)).unwrap_or(1);
        let room = match self.types().as_array(ty) {
            Some((elem, ArrayLen::Fixed(len))) => len * self.size_of(elem).unwrap_or(1),
            _ => (self.body().strings[string].units.len() as u64 + 1) * unit,
        };
        let mut bytes = Vec::new();
        for &value in &self.body().strings[string].units {
            bytes.extend_from_slice(&value.to_le_bytes()[..unit as usize]);
        }
        // An automatic array of a megabyte is better filled by the machine than by its code.
        bytes.resize(room.min(1 << 24) as usize, 0);
        let d = self.alloc(3);
        self.member_pointer(d, p, offset as i32);
        let index = self.code.bytes.len() as u32;
        self.code.bytes.push(bytes.into());
        self.emit(Op::Bytes { p: d, bytes: index });
    }

    /// The expression that initialises a scalar, with or without braces; `None` for empty braces.
    pub(super) fn scalar_initializer(&self, init: ExprId) -> Option<ExprId> {
        match self.body().expr(init) {
            ExprKind::InitList { .. } => self.body().placements(init)?.last().map(|placement| placement.value),
            _ => Some(init),
        }
    }

    /// A compound literal: an object of the block it stands in, or of static storage duration.
    pub(super) fn compound_literal(&mut self, id: ExprId, init: ExprId, ty: Ty) -> Place {
        if self.is_static {
            let symbol = self.symbol(Symbol::Literal(id));
            let d = self.alloc(3);
            self.emit(Op::Symbol { d, symbol });
            return self.plain_place(d, ty);
        }
        if self.size_of(ty).is_none() {
            self.unsupported("a compound literal of run-time size");
        }
        let align = self.types().align_of(&self.options().target, ty);
        let object = self.object(ty, Sort::Auto, align, "a compound literal".to_owned(), self.span);
        self.scope_object(object, false);
        let d = self.alloc(3);
        // Its parts are evaluated before it begins anew: they may refer to what it was in the last round.
        let list = self.body().expr(init);
        if let (ExprKind::InitList { .. }, true) = (list, self.class(ty) != Class::Memory) {
            let value = self.scalar_initializer(init).map(|init| self.value(init));
            self.emit(Op::Enter { object });
            self.emit(Op::Frame { d, object });
            if let Some(value) = value {
                let place = self.initial_place(d, 0, None, ty);
                self.store(place, value);
            } else {
                let copy = self.copy_rule(ty, false);
                self.emit(Op::Zero { p: d, copy });
            }
        } else {
            self.emit(Op::Enter { object });
            self.emit(Op::Frame { d, object });
            self.initialize(d, ty, init, true);
        }
        self.seal(object);
        self.plain_place(d, ty)
    }

    /// The object has its initial value: const and volatile hold from here on.
    pub(super) fn seal(&mut self, object: u16) {
        if self.code.objects[usize::from(object)].flags != 0 {
            self.emit(Op::Seal { object });
        }
    }

    /// The initialiser of a static object, run before the program starts.
    pub(super) fn lower_static_initializer(&mut self, decl: DeclRef, init: ExprId) {
        let ty = self.sight.decl(decl).ty;
        self.span = self.sight.decl(decl).span;
        let symbol = self.symbol(Symbol::Decl(decl));
        self.top = 0;
        let p = self.alloc(3);
        self.emit(Op::Symbol { d: p, symbol });
        let init = match self.body().expr(init) {
            ExprKind::InitList { .. } if self.class(ty) != Class::Memory => self.scalar_initializer(init),
            _ => Some(init),
        };
        if let Some(init) = init {
            self.initialize(p, ty, init, false);
        }
        self.end_expression();
    }

    /// The initialiser of a compound literal at file scope.
    pub(super) fn lower_static_literal(&mut self, id: ExprId) {
        let ExprKind::CompoundLiteral { init, .. } = self.body().expr(id) else { return };
        self.span = self.body().expr_span(id);
        let ty = self.body().ty(id);
        let symbol = self.symbol(Symbol::Literal(id));
        self.top = 0;
        let p = self.alloc(3);
        self.emit(Op::Symbol { d: p, symbol });
        self.initialize(p, ty, init, false);
        self.end_expression();
    }
}
