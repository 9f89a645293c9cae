//! Address constants (C11 6.6p9).

use std::cmp::Ordering;

use super::{Address, Base, Folder, Value};
use crate::tree::{BinaryOp, DeclFlags, DeclKind, DeclRef, ExprId, ExprKind, Linkage, Storage, UnaryOp};
use crate::types::{FieldId, RecordId, Ty};
use crate::value::int::{Int, IntShape};

impl Folder<'_> {
    /// The bytes from address zero to an lvalue, where its address is a constant that belongs to no object:
    /// `((struct s *)0)->member`.
    pub fn offset_from_null(self, lvalue: ExprId) -> Option<u64> {
        match self.address_of(lvalue)? {
            Address { base: Base::Absolute, offset } => Some(offset as u64),
            _ => None,
        }
    }

    /// The address of an object or function that an expression names.
    pub(super) fn address_of(self, id: ExprId) -> Option<Address> {
        match self.sight.body.expr(id) {
            ExprKind::Name { decl } => {
                self.has_fixed_address(decl).then_some(Address { base: Base::Decl(decl), offset: 0 })
            }
            ExprKind::Str { string } => Some(Address { base: Base::Str(string), offset: 0 }),
            // `__func__` is a static array; nothing here asks which.
            ExprKind::FunctionName { .. } => Some(Address { base: Base::Literal(id), offset: 0 }),
            ExprKind::CompoundLiteral { init, .. } => {
                let at_file_scope = std::ptr::eq(self.sight.file, self.sight.body);
                let is_static = at_file_scope || self.value(init).is_some();
                is_static.then_some(Address { base: Base::Literal(id), offset: 0 })
            }
            ExprKind::Member { base, field, arrow } => {
                let start = if arrow { self.pointer(base)? } else { self.address_of(base)? };
                let base_ty =
                    if arrow { self.types().pointee(self.sight.body.converted(base))? } else { self.ty(base) };
                let offset = self.field_offset(self.types().as_record(base_ty)?, field)?;
                Some(Address { offset: start.offset.wrapping_add(offset as i64), ..start })
            }
            ExprKind::Index { base, index } => {
                let (pointer, number) = if self.types().is_pointer(self.sight.body.converted(base)) {
                    (base, index)
                } else {
                    (index, base)
                };
                self.step(self.pointer(pointer)?, number, self.sight.body.converted(pointer), false)
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.pointer(operand),
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Real, operand } => self.address_of(operand),
            ExprKind::Unary { op: UnaryOp::Imag, operand } => {
                let size = self.types().size_of(self.target(), self.ty(id))? as i64;
                self.address_of(operand).map(|address| Address { offset: address.offset.wrapping_add(size), ..address })
            }
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                self.address_of(if self.int(cond)?.is_zero() { otherwise } else { then })
            }
            _ => None,
        }
    }

    fn pointer(self, id: ExprId) -> Option<Address> {
        match self.operand(id)? {
            Value::Address(address) => Some(address),
            _ => None,
        }
    }

    /// Static storage duration, or a function.
    fn has_fixed_address(self, decl: DeclRef) -> bool {
        let declared = self.sight.decl(decl);
        let thread = declared.flags.contains(DeclFlags::THREAD_LOCAL) || declared.flags.contains(DeclFlags::GNU_THREAD);
        match declared.kind {
            // The address of a nested function is that of a trampoline, made when the block is entered.
            DeclKind::Function(_) => !declared.flags.contains(DeclFlags::NESTED),
            DeclKind::Variable => !thread && (declared.linkage != Linkage::None || declared.storage == Storage::Static),
            _ => false,
        }
    }

    /// Offset in bytes of a member, through anonymous members.
    pub(super) fn field_offset(self, record: RecordId, field: FieldId) -> Option<u64> {
        let types = self.types();
        let member = &types.fields[field];
        if member.parent == record {
            return Some(member.offset());
        }
        types.records[record].fields().find_map(|id| {
            let inner = &types.fields[id];
            if inner.name.is_some() {
                return None;
            }
            self.field_offset(types.as_record(inner.ty)?, field).map(|offset| inner.offset() + offset)
        })
    }

    /// A pointer moved by a number of elements.
    fn step(self, start: Address, number: ExprId, pointer: Ty, back: bool) -> Option<Address> {
        let Value::Int(count) = self.operand(number)? else { return None };
        Some(Address { offset: start.offset.wrapping_add(self.distance(count, pointer, back)?), ..start })
    }

    fn distance(self, count: Int, pointer: Ty, back: bool) -> Option<i64> {
        let size = match self.types().pointee(pointer) {
            Some(to) if self.types().is_void(to) || self.types().as_function(to).is_some() => 1,
            Some(to) => self.types().size_of(self.target(), to)?,
            None => 1,
        };
        let bytes = (count.as_i128() as i64).wrapping_mul(size as i64);
        Some(if back { bytes.wrapping_neg() } else { bytes })
    }

    /// Operators of which at least one operand is an address.
    pub(super) fn address_binary(
        self,
        op: BinaryOp,
        a: Value,
        b: Value,
        lhs: ExprId,
        rhs: ExprId,
        ty: Ty,
    ) -> Option<Value> {
        let body = self.sight.body;
        match (op, a, b) {
            (BinaryOp::Add | BinaryOp::Sub, Value::Address(start), Value::Int(count)) => {
                let bytes = self.distance(count, body.converted(lhs), op == BinaryOp::Sub)?;
                Some(Value::Address(Address { offset: start.offset.wrapping_add(bytes), ..start }))
            }
            (BinaryOp::Add, Value::Int(count), Value::Address(start)) => {
                let bytes = self.distance(count, body.converted(rhs), false)?;
                Some(Value::Address(Address { offset: start.offset.wrapping_add(bytes), ..start }))
            }
            (BinaryOp::Sub, Value::Address(a), Value::Address(b)) => {
                self.address_difference(a, b, body.converted(lhs), ty)
            }
            (_, Value::Address(a), Value::Address(b)) if op.is_comparison() => self.compare_addresses(op, a, b, ty),
            // A mask or scaled address that no relocation can express.
            _ => None,
        }
    }

    fn address_difference(self, a: Address, b: Address, pointer: Ty, ty: Ty) -> Option<Value> {
        if let (Base::Label(_), Base::Label(_)) = (a.base, b.base) {
            return Some(Value::Opaque);
        }
        if !self.same_base(a.base, b.base) {
            return None;
        }
        let size = match self.types().pointee(pointer) {
            Some(to) if !self.types().is_void(to) => {
                self.types().size_of(self.target(), to).filter(|&size| size > 0)?
            }
            _ => 1,
        };
        self.int_of((a.offset.wrapping_sub(b.offset) / size as i64).into(), ty)
    }

    fn compare_addresses(self, op: BinaryOp, a: Address, b: Address, ty: Ty) -> Option<Value> {
        if a.base == b.base {
            return self.int_of(super::holds(op, a.offset.cmp(&b.offset))?.into(), ty);
        }
        // Different objects differ; which comes first is not known when translating, except that nothing is below null.
        let null = Address { base: Base::Absolute, offset: 0 };
        match op {
            BinaryOp::Eq => self.int_of(0, ty),
            BinaryOp::Ne => self.int_of(1, ty),
            _ if b == null => self.int_of(super::holds(op, Ordering::Greater)?.into(), ty),
            _ if a == null => self.int_of(super::holds(op, Ordering::Less)?.into(), ty),
            _ => None,
        }
    }

    /// Two mentions of a string literal may be one object, and GCC makes them one here.
    fn same_base(self, a: Base, b: Base) -> bool {
        match (a, b) {
            (Base::Str(a), Base::Str(b)) => self.sight.body.strings[a] == self.sight.body.strings[b],
            _ => a == b,
        }
    }

    /// An address as an integer: a number if it is relative to nothing, itself if the integer is wide enough.
    pub(super) fn address_to_int(self, address: Address, to: Ty) -> Option<Value> {
        let shape = self.shape(to)?;
        if address.base == Base::Absolute {
            let pointer = IntShape::unsigned(self.target().pointer.size * 8);
            let bits = Int::from_i128(address.offset.into(), pointer);
            return Some(Value::Int(bits.convert(shape)));
        }
        (shape.bits >= self.target().pointer.size * 8).then_some(Value::Address(address))
    }
}
