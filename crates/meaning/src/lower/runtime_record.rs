//! Structures with members of run-time size (GNU).
//!
//! The front end lays such a structure out as if its arrays had no elements, which is right up to the first of them. Behind
//! it, each member begins at the next multiple of its alignment. Of bit-fields it is certain where they are only if the
//! arrays move them by multiples of all alignments, whatever the lengths are; elsewhere the structure is not supported.

use kiln_lang::tree::{Designator, DesignatorId, List};
use kiln_lang::types::{Basic, FieldId, RecordId, RecordKind, Ty};

use super::place::{At, Place};
use super::{Class, Lower, Val};
use crate::code::{Arg, CallSite, Callee, IntOp, Op, Reg};
use crate::library::COPY_STRUCTURE;

impl Lower<'_> {
    /// The structure of run-time size that a type is, or is an array of.
    pub(super) fn runtime_record(&self, ty: Ty) -> Option<RecordId> {
        let id = self.types().as_record(self.types().innermost_element(ty))?;
        let record = &self.types().records[id];
        (record.complete && record.size.is_none()).then_some(id)
    }

    /// Copies a value that is in memory, to or from a place that is not better aligned than `align`.
    pub(super) fn copy_value(&mut self, (d, p): (Reg, Reg), ty: Ty, volatile: bool, align: u64) {
        if self.runtime_record(ty).is_some() {
            return self.copy_runtime(d, p, ty);
        }
        let copy = self.copy_rule_at(ty, volatile, align);
        self.emit(Op::Copy { d, p, copy });
    }

    /// Copies a structure of run-time size: the machine does it as a call.
    pub(super) fn copy_runtime(&mut self, d: Reg, p: Reg, ty: Ty) {
        let top = self.top;
        let size = self.runtime_size(ty);
        let base = self.alloc(7);
        self.mov(base, Val { reg: d, class: Class::Memory });
        self.mov(base + 3, Val { reg: p, class: Class::Memory });
        self.emit(Op::Mov { d: base + 6, a: size });
        let arg = |reg, ty| Arg { reg, ty };
        let args = [arg(0, ty), arg(3, ty), arg(6, Ty::basic(Basic::ULongLong))].into();
        let callee = Callee::Builtin(COPY_STRUCTURE);
        self.add_call(CallSite { args, alone: false, ..CallSite::alone(callee, Ty::ERROR, base, Ty::VOID) });
        self.top = top;
    }

    /// The size of a structure, in a register.
    pub(super) fn runtime_record_size(&mut self, id: RecordId) -> Reg {
        let align = self.types().records[id].align.max(1);
        let end = self.reached(id, None);
        self.aligned(end, align)
    }

    /// A member behind an array of run-time size is not where the front end has put it.
    pub(super) fn moved_member(&mut self, place: Place, field: FieldId) -> Place {
        let data = &self.types().fields[field];
        let (id, fixed) = (data.parent, data.offset());
        let record = &self.types().records[id];
        let At::Memory { p, bytes } = place.at else { return place };
        if record.size.is_some() || record.kind == RecordKind::Union || !self.is_behind_array(id, field) {
            return place;
        }
        let offset = self.reached(id, Some(field));
        let fixed = self.constant(fixed, None);
        let by = self.word(IntOp::Sub, offset, fixed);
        let d = self.alloc(3);
        self.emit(Op::Subscript { d, p, a: by, size: 1 });
        Place { at: At::Memory { p: d, bytes }, ..place }
    }

    fn is_behind_array(&self, id: RecordId, field: FieldId) -> bool {
        let before = self.types().records[id].fields().take_while(|&other| other != field);
        before.into_iter().any(|other| self.size_of(self.types().fields[other].ty).is_none())
    }

    /// Where a member begins, in bytes from the start of its structure; or where the last one ends.
    fn reached(&mut self, id: RecordId, until: Option<FieldId>) -> Reg {
        let record = &self.types().records[id];
        let fields: Vec<FieldId> = record.fields().collect();
        if record.kind == RecordKind::Union {
            self.unsupported("a union of run-time size");
        }
        if fields.iter().any(|&field| self.types().fields[field].bits.is_some()) {
            return self.reached_regularly(id, until);
        }
        // `None` as long as the front end knows.
        let mut end = None;
        for field in fields {
            let data = self.types().fields[field].clone();
            let start = match end {
                None => self.constant(data.offset(), None),
                Some(end) => {
                    let align = self.types().align_of_member(&self.options().target, &data);
                    self.aligned(end, align)
                }
            };
            if until == Some(field) {
                return start;
            }
            if end.is_some() || self.size_of(data.ty).is_none() {
                let size = self.runtime_size(data.ty);
                end = Some(self.word(IntOp::Add, start, size));
            }
        }
        end.unwrap_or_else(|| self.constant(0, None))
    }

    /// The same for a structure with bit-fields.
    fn reached_regularly(&mut self, id: RecordId, until: Option<FieldId>) -> Reg {
        let record = &self.types().records[id];
        let (align, fields) = (record.align.max(1), record.fields().collect::<Vec<_>>());
        let ends = fields.iter().map(|&field| {
            let field = &self.types().fields[field];
            match field.bits {
                Some(bits) => (field.bit_offset + u64::from(bits.width)).div_ceil(8),
                None => field.offset() + self.size_of(field.ty).unwrap_or(0),
            }
        });
        let fixed = match until {
            Some(field) => self.types().fields[field].offset(),
            None => ends.max().unwrap_or(0),
        };
        let mut sum = self.constant(fixed, None);
        for field in fields.into_iter().take_while(|&field| until != Some(field)) {
            let ty = self.types().fields[field].ty;
            if self.size_of(ty).is_some() {
                continue;
            }
            let elem = self.size_of(self.types().innermost_element(ty));
            if elem.is_none_or(|size| size % align != 0) {
                self.unsupported("bit-fields whose place in a structure depends on the length of an array");
            }
            let size = self.runtime_size(ty);
            sum = self.word(IntOp::Add, sum, size);
        }
        sum
    }

    /// The next multiple of an alignment, which is a power of two.
    fn aligned(&mut self, end: Reg, align: u64) -> Reg {
        if align <= 1 {
            return end;
        }
        let below = self.constant(align - 1, None);
        let above = self.word(IntOp::Add, end, below);
        let mask = self.constant(align.wrapping_neg(), None);
        self.word(IntOp::And, above, mask)
    }

    /// `offsetof` with an index that is no constant (GNU).
    pub(super) fn runtime_offset(&mut self, mut of: Ty, path: List<DesignatorId>, ty: Ty, want: Option<Reg>) -> Val {
        let body = self.body();
        let mut sum = self.constant(0, None);
        for designator in body.list(path) {
            match body.designators[designator] {
                Designator::Field(field) if self.types().as_record(of) == Some(self.types().fields[field].parent) => {
                    let offset = match self.runtime_record(of) {
                        Some(id) => self.reached(id, Some(field)),
                        None => self.constant(self.types().fields[field].offset(), None),
                    };
                    sum = self.word(IntOp::Add, sum, offset);
                    of = self.types().fields[field].ty;
                }
                Designator::Index(index) if self.types().as_array(of).is_some() => {
                    let elem = self.types().as_array(of).map_or(of, |(elem, _)| elem);
                    let size = self.runtime_size(elem);
                    let index = self.value(index);
                    let index = self.as_index(index);
                    let distance = self.word(IntOp::Mul, index, size);
                    sum = self.word(IntOp::Add, sum, distance);
                    of = elem;
                }
                _ => self.unsupported("`offsetof` of a member of a nameless member"),
            }
        }
        let class = Class::Int(kiln_lang::value::int::IntShape::unsigned(64));
        self.convert(Val { reg: sum, class }, Ty::ERROR, ty, want)
    }

    /// Arithmetic on sizes.
    fn word(&mut self, op: IntOp, a: Reg, b: Reg) -> Reg {
        let class = Class::Int(kiln_lang::value::int::IntShape::unsigned(64));
        self.integer(op, Val { reg: a, class }, Val { reg: b, class }, None).reg
    }
}
