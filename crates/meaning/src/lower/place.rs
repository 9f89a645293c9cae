//! Lvalues: where they are. `access` reads and writes them.

use kiln_lang::tree::{DeclId, ExprId, ExprKind, UnaryOp};
use kiln_lang::types::{ArrayLen, FieldId, Quals, RecordId, RecordKind, Ty, TypeKind};

use super::locals::Local;
use super::{Class, Lower, Val};
use crate::code::{Op, Reg, Symbol};
use crate::memory::tag::Within;
use crate::settings::Dialect;

/// Where an lvalue is.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// A variable in registers.
    Register(DeclId),
    /// Memory: a pointer and a distance in bytes.
    Memory { p: Reg, bytes: i32 },
}

/// Where a pointer to a place may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// As far as the pointer that leads to the place.
    Same,
    /// For an array: inside of the array. It is an element of an array, among which `&` may move.
    Element,
    /// Inside of the place: it is a member.
    Member,
    /// From the place on: it is an array at the end of a structure.
    Open,
}

/// An lvalue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: At,
    pub(super) ty: Ty,
    pub(super) volatile: bool,
    /// The structure it is directly a member of.
    pub(super) parent: Option<RecordId>,
    /// What stored types will do beside its own: it is part of a union, or its type may alias.
    pub(super) within: Within,
    /// Alignment that is known of its address.
    pub(super) align: u64,
    /// Set for bit-fields: first bit, width.
    pub(super) bits: Option<(u32, u32)>,
    /// Where a pointer to it may go.
    pub(super) reach: Reach,
    /// For a restrict-qualified pointer: where its tag is.
    pub(super) restrict: Restrict,
    /// It is a member of a structure in the other storage order, or an element of such a member.
    pub(super) reversed: bool,
    /// For a member: what it is part of.
    pub(super) whole: Option<Whole>,
    /// A pointer leads there, and only the pointer's type says what there is.
    pub(super) is_pointed: bool,
}

/// What a member is part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Whole {
    /// The outermost structure or union that is named, and where it starts: so many bytes from the pointer.
    pub(super) record: Ty,
    pub(super) start: i32,
    /// The member itself is one of a union, which starts there.
    pub(super) of_union: Option<(Ty, FieldId, i32)>,
}

/// What an array is part of, as far as it says something of the elements.
#[derive(Clone, Copy, Debug)]
struct Context {
    /// The outermost union that it is in.
    union: Option<RecordId>,
    /// How much their addresses are aligned at most.
    align: u64,
    /// The storage order is the other one than that of the target.
    reversed: bool,
    /// A pointer leads there.
    is_pointed: bool,
}

impl Context {
    const NAMED: Context = Context { union: None, align: u64::MAX, reversed: false, is_pointed: false };
    const POINTED: Context = Context { is_pointed: true, ..Context::NAMED };
}

/// The tag of a restrict-qualified pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Restrict {
    /// It is no such pointer.
    None,
    /// A variable of a block: in a register.
    Variable(Reg),
    /// Anything else: by its place.
    Located,
}

impl Lower<'_> {
    /// A place that a pointer leads to, as an object of its own.
    pub(super) fn plain_place(&self, p: Reg, ty: Ty) -> Place {
        Place {
            at: At::Memory { p, bytes: 0 },
            ty,
            volatile: self.types().quals(ty).contains(Quals::VOLATILE),
            parent: None,
            within: if self.may_alias(ty) { Within::ANYTHING } else { Within::ITSELF },
            align: self.types().required_align(&self.options().target, ty),
            bits: None,
            reach: Reach::Same,
            restrict: self.located_restrict(ty),
            reversed: false,
            whole: None,
            is_pointed: false,
        }
    }

    /// How the tag of a pointer that is no variable of a block is found.
    fn located_restrict(&self, ty: Ty) -> Restrict {
        let is_restrict = self.types().is_pointer(ty) && self.types().quals(ty).contains(Quals::RESTRICT);
        if is_restrict && !self.is_static { Restrict::Located } else { Restrict::None }
    }

    /// The tag of a variable, if it is restrict-qualified.
    fn variable_restrict(&self, decl: DeclId) -> Restrict {
        self.restricts.get(&decl).map_or(Restrict::None, |&tag| Restrict::Variable(tag))
    }

    /// The register with the tag of a place.
    pub(super) fn restrict_tag(&mut self, place: &Place) -> Option<Reg> {
        match (place.restrict, place.at) {
            (Restrict::None, _) | (Restrict::Located, At::Register(_)) => None,
            (Restrict::Variable(tag), _) => Some(tag),
            (Restrict::Located, At::Memory { p, bytes }) => {
                let d = self.alloc(1);
                self.emit(Op::RestrictAt { d, p, bytes });
                Some(d)
            }
        }
    }

    /// A value that was read from a place is based on it, if it is a restrict-qualified pointer.
    pub(super) fn based_on(&mut self, place: &Place, value: Val) -> Val {
        match self.restrict_tag(place) {
            Some(tag) => {
                let d = self.alloc(3);
                self.emit(Op::RestrictRead { d, p: value.reg, tag });
                Val { reg: d, class: value.class }
            }
            None => value,
        }
    }

    /// `may_alias` on a type, through its typedef names.
    fn may_alias(&self, ty: Ty) -> bool {
        if self.any_alias {
            return true;
        }
        match self.types().kind(ty) {
            TypeKind::Attributed(_, of, attrs) => attrs.may_alias || self.may_alias(of),
            TypeKind::Typedef(_, of)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Auto(of)
            | TypeKind::Sized(_, of) => self.may_alias(of),
            _ => false,
        }
    }

    /// `may_alias` on the definition of a structure.
    pub(super) fn record_may_alias(&self, record: &kiln_lang::types::Record) -> bool {
        record
            .attrs
            .is_some_and(|attrs| self.sight.attrs(attrs).iter().any(|attr| self.sight.name(attr.name) == "may_alias"))
    }

    /// The place of an lvalue.
    pub(super) fn place(&mut self, id: ExprId) -> Place {
        let outer = self.at_expr(id);
        let place = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.place_of_kind(id));
        self.back_to(outer);
        place
    }

    fn place_of_kind(&mut self, id: ExprId) -> Place {
        let ty = self.body().ty(id);
        match self.body().expr(id) {
            ExprKind::Name { decl } => self.named_place(decl, ty),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                let pointer = self.value(operand);
                self.pointed_place(pointer.reg, operand, ty)
            }
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.place(operand),
            ExprKind::Unary { op: op @ (UnaryOp::Real | UnaryOp::Imag), operand } => self.complex_part(op, operand, ty),
            ExprKind::Index { base, index } => self.subscript(base, index, ty),
            ExprKind::Member { base, field, arrow } => self.member(base, field, arrow, ty),
            ExprKind::Str { string } => {
                let symbol = self.symbol(Symbol::Str(string));
                self.symbol_place(symbol, ty)
            }
            ExprKind::FunctionName { .. } => {
                let symbol = self.symbol(Symbol::FunctionName);
                self.symbol_place(symbol, ty)
            }
            ExprKind::CompoundLiteral { of, init } => {
                self.evaluate_type_name(of);
                self.compound_literal(id, init, ty)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => match self.chosen(id) {
                Some(chosen) => self.place(chosen),
                None => self.no_place(id, ty),
            },
            // An assignment, call, conditional or statement expression whose value is in memory.
            _ if self.class(ty) == Class::Memory => {
                let value = self.rvalue(id, None);
                if !self.holds_array(ty) {
                    return self.plain_place(value.reg, ty);
                }
                // Its array is an object of temporary lifetime that must not be changed (C11 6.2.4p8).
                let (object, d) = self.temporary(ty);
                self.copy_value((d, value.reg), ty, false, u64::MAX);
                self.code.objects[usize::from(object)].flags = crate::memory::flag::READ_ONLY;
                self.emit(Op::Seal { object });
                self.plain_place(d, ty)
            }
            _ => self.no_place(id, ty),
        }
    }

    /// Whether a structure or union has an array in it.
    pub(super) fn holds_array(&self, ty: Ty) -> bool {
        self.types().as_record(ty).is_some_and(|id| {
            self.types().records[id].fields().any(|field| {
                let ty = self.types().fields[field].ty;
                self.types().as_array(ty).is_some() || self.holds_array(ty)
            })
        })
    }

    fn no_place(&mut self, id: ExprId, ty: Ty) -> Place {
        let kind = self.body().expr(id).name();
        self.unsupported(format!("{kind} as an lvalue"));
        let p = self.alloc(3);
        self.plain_place(p, ty)
    }

    fn named_place(&mut self, decl: kiln_lang::tree::DeclRef, ty: Ty) -> Place {
        if !decl.is_file()
            && let Some(&local) = self.locals.get(&decl.id())
        {
            return match local {
                Local::Register { ty, .. } => Place {
                    at: At::Register(decl.id()),
                    volatile: false,
                    parent: None,
                    within: Within::ITSELF,
                    align: 1,
                    bits: None,
                    reach: Reach::Same,
                    restrict: self.variable_restrict(decl.id()),
                    reversed: false,
                    whole: None,
                    is_pointed: false,
                    ty,
                },
                Local::Object(object) | Local::Vla(object) => {
                    let d = self.alloc(3);
                    self.emit(Op::Frame { d, object });
                    let align = self.types().align_of(&self.options().target, ty);
                    Place { align, restrict: self.variable_restrict(decl.id()), ..self.plain_place(d, ty) }
                }
                Local::Static(symbol) => self.symbol_place(symbol, ty),
            };
        }
        if !decl.is_file()
            && let Some(d) = self.outer_variable(decl.id())
        {
            return self.plain_place(d, ty);
        }
        let symbol = self.symbol(Symbol::Decl(decl));
        self.symbol_place(symbol, ty)
    }

    fn symbol_place(&mut self, symbol: u32, ty: Ty) -> Place {
        let d = self.alloc(3);
        self.emit(Op::Symbol { d, symbol });
        self.plain_place(d, ty)
    }

    /// The place that a pointer value leads to. The type of the pointer says what may be assumed of it.
    fn pointed_place(&mut self, p: Reg, pointer: ExprId, ty: Ty) -> Place {
        let pointee = self.types().pointee(self.body().converted(pointer)).unwrap_or(ty);
        let may_alias =
            self.may_alias(pointee) || self.may_alias(ty) || self.pointer_may_alias(self.body().ty(pointer));
        // The pointer's type as written may have another alignment than the type has by itself.
        let written = self.written_pointee(self.body().ty(pointer)).unwrap_or(ty);
        let align = self.types().required_align(&self.options().target, written);
        let plain = self.plain_place(p, ty);
        let within = if may_alias { Within::ANYTHING } else { Within::ITSELF };
        Place { within, reach: Reach::Element, align: plain.align.min(align), is_pointed: true, ..plain }
    }

    /// Whether a pointer was written as a pointer to a type that may alias.
    fn pointer_may_alias(&self, ty: Ty) -> bool {
        match self.types().kind(ty) {
            TypeKind::Pointer(to) => self.may_alias(to),
            TypeKind::Typedef(_, of)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Auto(of)
            | TypeKind::Attributed(_, of, _) => self.pointer_may_alias(of),
            _ => false,
        }
    }

    fn subscript(&mut self, base: ExprId, index: ExprId, ty: Ty) -> Place {
        let vector = if self.is_vector(base) { Some(base) } else { self.is_vector(index).then_some(index) };
        if let Some(vector) = vector {
            let other = if vector == base { index } else { base };
            return self.vector_element(vector, other, ty);
        }
        let pointer = if self.types().is_pointer(self.body().converted(base)) { base } else { index };
        let (p, a) = if pointer == base {
            self.two(base, index)
        } else {
            let (a, p) = self.two(base, index);
            (p, a)
        };
        let a = self.as_index(a);
        let d = self.alloc(3);
        match self.size_of(ty) {
            Some(size) => {
                let size = size as u32;
                // An element that is itself an array or structure is where further steps start from: the step to it must
                // stay inside, and one past the end is for later to find out.
                self.emit(Op::Subscript { d, p: p.reg, a, size });
            }
            None => {
                let size = self.runtime_size(ty);
                self.emit(Op::IndexBy { back: false, d, p: p.reg, a, size });
            }
        }
        let place = self.pointed_place(d, pointer, ty);
        let through = self.array_context(pointer);
        Place {
            within: self.within(place.within, through.union),
            align: place.align.min(through.align),
            reversed: through.reversed,
            is_pointed: through.is_pointed,
            ..place
        }
    }

    /// For an array that is part of something: what follows for its elements.
    fn array_context(&self, array: ExprId) -> Context {
        if self.types().as_array(self.body().ty(array)).is_some() { self.context(array) } else { Context::POINTED }
    }

    fn context(&self, part: ExprId) -> Context {
        match self.body().expr(part) {
            ExprKind::Member { base, field, arrow } => {
                let field = &self.types().fields[field];
                let record = &self.types().records[field.parent];
                let packed = record.packed || field.packed || record.pack.is_some();
                let align = if packed { 1 } else { u64::MAX };
                let outer = if arrow {
                    // The type as written may have another alignment than it has by itself.
                    let pointee = self.written_pointee(self.body().ty(base));
                    let required = |ty| self.types().required_align(&self.options().target, ty);
                    Context { align: pointee.map_or(u64::MAX, required), ..Context::POINTED }
                } else {
                    self.context(base)
                };
                Context {
                    union: outer.union.or_else(|| (record.kind == RecordKind::Union).then_some(field.parent)),
                    align: align.min(outer.align),
                    reversed: record.reversed,
                    is_pointed: outer.is_pointed,
                }
            }
            ExprKind::Index { base, .. } => self.array_context(base),
            ExprKind::Name { .. } => Context::NAMED,
            _ => Context::POINTED,
        }
    }

    fn member(&mut self, base: ExprId, field: FieldId, arrow: bool, ty: Ty) -> Place {
        let mut place = if arrow {
            let pointer = self.value(base);
            let record = self.types().pointee(self.body().converted(base)).unwrap_or(ty);
            self.pointed_place(pointer.reg, base, record)
        } else {
            self.place(base)
        };
        let outer = self.types().as_record(place.ty);
        for step in self.member_path(outer, field) {
            place = self.step_into(place, step);
        }
        let quals = self.types().quals(ty);
        place.volatile |= quals.contains(Quals::VOLATILE);
        place.ty = ty;
        place
    }

    /// The members to go through from a record to a field: anonymous members stand between.
    fn member_path(&self, outer: Option<RecordId>, field: FieldId) -> Vec<FieldId> {
        let mut path = vec![field];
        let mut record = self.types().fields[field].parent;
        while Some(record) != outer {
            let Some(outer) = outer else { break };
            let Some(step) = self.anonymous_member(outer, record) else { break };
            path.push(step);
            record = self.types().fields[step].parent;
        }
        path.reverse();
        path
    }

    /// The anonymous member through which a record is directly inside another, at any depth.
    fn anonymous_member(&self, outer: RecordId, inner: RecordId) -> Option<FieldId> {
        for field in self.types().records[outer].fields() {
            let data = &self.types().fields[field];
            if data.name.is_some() {
                continue;
            }
            let Some(record) = self.types().as_record(data.ty) else { continue };
            if record == inner {
                return Some(field);
            }
            if let Some(found) = self.anonymous_member(record, inner) {
                return Some(found);
            }
        }
        None
    }

    fn step_into(&mut self, place: Place, field: FieldId) -> Place {
        let place = self.moved_member(place, field);
        let within = self.within_member(&place, field);
        let data = &self.types().fields[field];
        let At::Memory { p, bytes } = place.at else { return place };
        let record = &self.types().records[data.parent];
        let Ok(offset) = i32::try_from(data.offset()) else {
            // No object is that large, and the address of such a member is seldom asked for.
            self.unsupported("a member 2^31 bytes or more from the start of its structure");
            return place;
        };
        let member_align = 1u64 << data.offset().trailing_zeros().min(16);
        let quals = self.types().quals(data.ty);
        let align = place.align.min(if data.offset() == 0 { u64::MAX } else { member_align });
        Place {
            at: At::Memory { p, bytes: bytes.wrapping_add(offset) },
            ty: data.ty,
            volatile: place.volatile || quals.contains(Quals::VOLATILE),
            parent: Some(data.parent),
            within,
            align,
            bits: data.bits.map(|bits| ((data.bit_offset % 8) as u32, bits.width)),
            reach: if self.is_open_ended(field, place.reach) { Reach::Open } else { Reach::Member },
            restrict: self.located_restrict(data.ty),
            reversed: record.reversed,
            whole: Some(Whole {
                of_union: (record.kind == RecordKind::Union).then_some((place.ty, field, bytes)),
                ..place.whole.unwrap_or(Whole { record: place.ty, start: bytes, of_union: None })
            }),
            is_pointed: place.is_pointed,
        }
    }

    fn within_member(&mut self, place: &Place, field: FieldId) -> Within {
        let data = &self.types().fields[field];
        let record = &self.types().records[data.parent];
        if self.may_alias(data.ty) || self.record_may_alias(record) {
            return Within::ANYTHING;
        }
        let union = (record.kind == RecordKind::Union).then_some(data.parent);
        self.within(place.within, union)
    }

    /// What goes with a part of something that is within something else, or else perhaps within a record.
    pub(super) fn within(&mut self, outer: Within, record: Option<RecordId>) -> Within {
        match record {
            Some(record) if outer == Within::ITSELF => self.shared.tags.within(record),
            _ => outer,
        }
    }

    /// An array at the end of a structure may be longer than declared: always without a length, and with one where GCC and
    /// Clang document that they take it so; then also at the end of a structure or union that is itself at the end.
    fn is_open_ended(&self, field: FieldId, outer: Reach) -> bool {
        let data = &self.types().fields[field];
        if let Some((_, ArrayLen::Fixed(0) | ArrayLen::Incomplete)) = self.types().as_array(data.ty) {
            return true;
        }
        let record = &self.types().records[data.parent];
        let last = record.kind == RecordKind::Union || record.fields().next_back() == Some(field);
        last && outer != Reach::Member && self.settings.dialect != Dialect::Iso && self.ends_in_array(data.ty)
    }

    fn ends_in_array(&self, ty: Ty) -> bool {
        let Some(id) = self.types().as_record(ty) else { return self.types().as_array(ty).is_some() };
        let record = &self.types().records[id];
        let mut fields = record.fields().map(|field| self.types().fields[field].ty);
        match record.kind {
            RecordKind::Union => fields.any(|ty| self.ends_in_array(ty)),
            RecordKind::Struct => fields.next_back().is_some_and(|ty| self.ends_in_array(ty)),
        }
    }
}
