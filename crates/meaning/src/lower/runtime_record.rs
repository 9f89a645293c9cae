//! Structures with members of run-time size (GNU).
//!
//! The front end lays such a structure out as if its arrays had no elements. An array moves everything behind it by its
//! size, and the alignments still hold where that size is a multiple of them whatever the length is; where it is not,
//! the structure is not supported.

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

    fn runtime_fields(&self, id: RecordId) -> Vec<FieldId> {
        let is_runtime = |field: &FieldId| self.size_of(self.types().fields[*field].ty).is_none();
        self.types().records[id].fields().filter(is_runtime).collect()
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
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            callee: Callee::Builtin(COPY_STRUCTURE),
            ty: Ty::ERROR,
            base,
            args,
            result: Ty::VOID,
            used: false,
            check: false,
            alone: false,
            passes_on: false,
        });
        self.emit(Op::Call { site });
        self.top = top;
    }

    /// The size of a structure, in a register.
    pub(super) fn runtime_record_size(&mut self, id: RecordId) -> Reg {
        let record = &self.types().records[id];
        let (kind, align) = (record.kind, record.align.max(1));
        let ends = record.fields().map(|field| {
            let field = &self.types().fields[field];
            match field.bits {
                Some(bits) => (field.bit_offset + u64::from(bits.width)).div_ceil(8),
                None => field.offset() + self.size_of(field.ty).unwrap_or(0),
            }
        });
        let fixed = ends.max().unwrap_or(0);
        if kind == RecordKind::Union {
            self.unsupported("a union of run-time size");
        }
        let moved = self.moved_by(&self.runtime_fields(id));
        // Rounded up to the alignment, a power of two.
        let size = self.plus(moved, fixed + align - 1);
        let mask = self.constant(align.wrapping_neg(), None);
        self.word(IntOp::And, size, mask)
    }

    /// A member behind an array of run-time size is moved by the size of the array.
    pub(super) fn moved_member(&mut self, place: Place, field: FieldId) -> Place {
        let data = &self.types().fields[field];
        let (id, align) = (data.parent, self.types().align_of(&self.options().target, data.ty));
        let record = &self.types().records[id];
        let align = if record.packed { 1 } else { align };
        if record.size.is_some() || record.kind == RecordKind::Union {
            return place;
        }
        let mut before = self.runtime_fields(id);
        let position = |field: FieldId| self.types().records[id].fields().position(|other| other == field);
        before.retain(|&other| position(other) < position(field));
        let At::Memory { p, bytes } = place.at else { return place };
        if before.is_empty() {
            return place;
        }
        let is_regular = before.iter().all(|&other| {
            let elem = self.types().innermost_element(self.types().fields[other].ty);
            self.size_of(elem).is_some_and(|size| size % align == 0)
        });
        if !is_regular {
            self.unsupported("a member whose place in a structure depends on the length of an array");
        }
        let by = self.moved_by(&before);
        let d = self.alloc(3);
        self.emit(Op::Subscript { d, p, a: by, size: 1 });
        Place { at: At::Memory { p: d, bytes }, ..place }
    }

    /// `offsetof` with an index that is no constant (GNU).
    pub(super) fn runtime_offset(&mut self, mut of: Ty, path: List<DesignatorId>, ty: Ty, want: Option<Reg>) -> Val {
        let body = self.body();
        let mut sum = self.constant(0, None);
        for designator in body.list(path) {
            match body.designators[designator] {
                Designator::Field(field) if self.types().as_record(of) == Some(self.types().fields[field].parent) => {
                    if self.runtime_record(of).is_some() {
                        self.unsupported("`offsetof` in a structure of run-time size");
                    }
                    sum = self.plus(sum, self.types().fields[field].offset());
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

    /// The sizes of some members together.
    fn moved_by(&mut self, fields: &[FieldId]) -> Reg {
        let mut sum = self.constant(0, None);
        for &field in fields {
            let size = self.runtime_size(self.types().fields[field].ty);
            sum = self.word(IntOp::Add, sum, size);
        }
        sum
    }

    fn plus(&mut self, a: Reg, bytes: u64) -> Reg {
        let b = self.constant(bytes, None);
        self.word(IntOp::Add, a, b)
    }

    /// Arithmetic on sizes.
    fn word(&mut self, op: IntOp, a: Reg, b: Reg) -> Reg {
        let class = Class::Int(kiln_lang::value::int::IntShape::unsigned(64));
        self.integer(op, Val { reg: a, class }, Val { reg: b, class }, None).reg
    }
}
