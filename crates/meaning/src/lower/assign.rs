//! Assignment, compound assignment, increments (C11 6.5.16, 6.5.2.4, 6.5.3.1).

use kiln_lang::tree::{AssignOp, BinaryOp, ExprId, ExprKind, UnaryOp};
use kiln_lang::types::convert::{promote_basic, promote_bit_field};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};

use super::locals::Local;
use super::place::{At, Place};
use super::{Class, Lower, Val};
use crate::code::{IntOp, Op, OverlapRule, Reg};
use crate::memory::tag::Within;

impl Lower<'_> {
    /// An assignment. Its value is that of the left operand afterwards.
    pub(super) fn assign(&mut self, op: AssignOp, lhs: ExprId, rhs: ExprId, used: bool) -> Val {
        match op {
            None => self.simple_assign(lhs, rhs, used),
            Some(op) => self.compound_assign(op, lhs, rhs, used),
        }
    }

    fn simple_assign(&mut self, lhs: ExprId, rhs: ExprId, used: bool) -> Val {
        let region = self.begin_unordered(&[lhs, rhs], true);
        let narrows = self.is_bit_field(lhs) && self.types().is_floating(self.body().ty(rhs));
        let (place, value);
        if self.right_to_left() {
            value = if narrows { self.rvalue(rhs, None) } else { self.read(rhs, region) };
            self.next_unordered(region);
            place = self.place(lhs);
        } else {
            place = self.place(lhs);
            self.next_unordered(region);
            value = match place.at {
                _ if narrows => self.rvalue(rhs, None),
                // The value is computed where the variable is, unless an order has to be kept track of.
                At::Register(decl) if !region => self.value_for_register(decl, rhs),
                At::Memory { p, bytes }
                    if !used && !place.volatile && place.bits.is_none() && self.copies_character(place.ty, rhs) =>
                {
                    self.copy_character((p, bytes), rhs, region);
                    self.end_unordered(region);
                    return Val { reg: p, class: Class::Void };
                }
                _ if place.within != Within::ITSELF && self.reads_union(rhs) => self.value_from_union(place, rhs),
                _ => self.read(rhs, region),
            };
        }
        self.next_unordered(region);
        let value =
            if narrows { self.convert_to_place(place, value, self.body().ty(rhs)) } else { self.fit(place, value) };
        self.store(place, value);
        self.end_unordered(region);
        if used { self.assigned(place, value) } else { value }
    }

    /// `*to = *from` of characters: how bytes are copied by hand, which needs no values (C11 6.2.6.1p4).
    fn copies_character(&self, to: Ty, rhs: ExprId) -> bool {
        let is_volatile = |ty: Ty| self.types().quals(ty).contains(Quals::VOLATILE);
        let is_character = |ty: Ty| self.types().as_basic(ty).is_some_and(Basic::is_character) && !is_volatile(ty);
        let is_lvalue = match self.body().expr(rhs) {
            ExprKind::Index { .. } | ExprKind::Member { .. } => true,
            ExprKind::Unary { op, .. } => op == UnaryOp::Deref,
            _ => false,
        };
        is_lvalue && !self.is_bit_field(rhs) && is_character(to) && is_character(self.body().ty(rhs))
    }

    /// Whether an expression reads a member of a union, or something that may be one.
    fn reads_union(&self, rhs: ExprId) -> bool {
        matches!(self.body().expr(rhs), ExprKind::Member { .. } | ExprKind::Index { .. })
            && self.types().as_array(self.body().ty(rhs)).is_none()
    }

    /// The right side of an assignment to a member of a union: it must not overlap what it is assigned to.
    fn value_from_union(&mut self, to: Place, rhs: ExprId) -> Val {
        let from = self.place(rhs);
        if let (At::Memory { p: a, bytes: left }, At::Memory { p: b, bytes: right }) = (to.at, from.at)
            && from.within != Within::ITSELF
            && from.bits.is_none()
            && to.bits.is_none()
        {
            let size = |ty: Ty| self.size_of(ty).unwrap_or(0) as u32;
            let types = self.types();
            let (x, y) = (types.unqualified(to.ty), types.unqualified(from.ty));
            let compatible = types.compatible_unqualified(&self.options().target, x, y);
            let rule = OverlapRule { to: (left, size(to.ty)), from: (right, size(from.ty)), compatible };
            let overlap = self.code.overlaps.len() as u32;
            self.code.overlaps.push(rule);
            self.emit(Op::CheckOverlap { a, b, overlap });
        }
        let value = self.load(from, None);
        self.convert(value, self.body().ty(rhs), self.body().converted(rhs), None)
    }

    fn copy_character(&mut self, (to, offset): (Reg, i32), rhs: ExprId, region: bool) {
        let from = self.place(rhs);
        let At::Memory { p, bytes } = from.at else { return };
        let (d, source) = (self.alloc(3), self.alloc(3));
        self.member_pointer(d, to, offset);
        self.member_pointer(source, p, bytes);
        self.emit(Op::CopyCharacter { d, p: source, region });
    }

    fn value_for_register(&mut self, decl: kiln_lang::tree::DeclId, rhs: ExprId) -> Val {
        match self.locals.get(&decl) {
            Some(&Local::Register { value, .. }) => self.value_to(rhs, Some(value.reg)),
            _ => self.value(rhs),
        }
    }

    /// A value converted to what a place holds. A bit-field has a type of its own width (C11 6.7.2.1p10), which a floating
    /// value has to fit.
    pub(super) fn convert_to_place(&mut self, place: Place, value: Val, from: Ty) -> Val {
        let class = self.class(place.ty);
        let (Class::Float(format), Some((_, width)), Class::Int(shape) | Class::Wide(shape)) =
            (value.class, place.bits, class)
        else {
            let value = self.convert(value, from, place.ty, None);
            return self.fit(place, value);
        };
        let shape = IntShape { bits: width as u8, signed: shape.signed };
        let d = self.alloc(class.slots());
        self.emit(Op::FloatToInt { shape: shape.into(), format, d, a: value.reg });
        Val { reg: d, class }
    }

    /// What a place can hold of a value: a bit-field only its width.
    fn fit(&mut self, place: Place, value: Val) -> Val {
        let Some((_, width)) = place.bits else { return value };
        let (Class::Int(shape) | Class::Wide(shape)) = value.class else { return value };
        if u32::from(shape.bits) <= width {
            return value;
        }
        let d = self.alloc(value.class.slots());
        let a = value.reg;
        let narrow = IntShape { bits: width as u8, signed: shape.signed };
        self.emit(match value.class {
            Class::Wide(_) => Op::WrapWide { shape: narrow.into(), d, a },
            _ => Op::Wrap { shape: narrow.into(), d, a },
        });
        Val { reg: d, class: value.class }
    }

    /// The value of an assignment: what the left operand holds, without reading it again.
    fn assigned(&mut self, place: Place, value: Val) -> Val {
        match place.at {
            At::Memory { .. } if value.class == Class::Memory => self.load(place, None),
            At::Register(decl) => match self.locals.get(&decl) {
                Some(&Local::Register { value, .. }) => value,
                _ => value,
            },
            At::Memory { .. } => {
                self.leave_out_volatile(place);
                value
            }
        }
    }

    fn compound_assign(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, used: bool) -> Val {
        let region = self.begin_unordered(&[lhs, rhs], true);
        let (place, (right, right_ty));
        if self.right_to_left() {
            (right, right_ty) = self.operand(rhs);
            self.next_unordered(region);
            place = self.place(lhs);
        } else {
            place = self.place(lhs);
            self.next_unordered(region);
            (right, right_ty) = self.operand(rhs);
        }
        let computed = self.body().converted(lhs);
        let precision = self.operator_precision(op, lhs, rhs);
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let right = if is_shift { right } else { self.with_precision(right, precision) };
        let old = self.load(place, None);
        let target = self.target_register(place, computed, region);
        let result = if self.types().is_complex(computed) {
            self.binary_in_memory(op, (old, place.ty), (right, right_ty), computed, None)
        } else if self.class(computed) == Class::Memory || right.class == Class::Memory {
            let left = self.convert(old, place.ty, computed, None);
            self.binary_in_memory(op, (left, computed), (right, right_ty), computed, None)
        } else {
            let left = self.convert(old, place.ty, computed, None);
            self.arithmetic(op, (left, computed), (right, right_ty), computed, target)
        };
        self.next_unordered(region);
        let value = self.convert_to_place(place, result, computed);
        self.store(place, value);
        self.end_unordered(region);
        if used { self.assigned(place, value) } else { value }
    }

    /// The register of a variable, if a result of a type can be computed in it.
    fn target_register(&self, place: Place, ty: Ty, region: bool) -> Option<Reg> {
        match place.at {
            At::Register(decl) if !region => match self.locals.get(&decl) {
                Some(&Local::Register { value, .. }) if value.class == self.class(ty) => Some(value.reg),
                _ => None,
            },
            _ => None,
        }
    }

    /// `++` and `--`.
    pub(super) fn increment(&mut self, op: UnaryOp, operand: ExprId, used: bool, want: Option<Reg>) -> Val {
        let region = self.begin_unordered(&[operand], true);
        let place = self.place(operand);
        let old = self.load(place, None);
        let down = matches!(op, UnaryOp::PreDec | UnaryOp::PostDec);
        let postfix = op.is_postfix() && used;
        let kept = match postfix {
            true if want.is_none() || old.class == Class::Memory => self.kept(old, place.ty),
            true => self.keep(old, want),
            false => old,
        };
        let value = self.one_more(old, place, down, region);
        self.next_unordered(region);
        self.store(place, value);
        self.end_unordered(region);
        match (used, postfix) {
            (true, false) => self.assigned(place, value),
            _ => kept,
        }
    }

    /// A copy of a value whose place may change.
    pub(super) fn kept(&mut self, value: Val, ty: Ty) -> Val {
        if value.class == Class::Memory { self.copy_of(value, ty) } else { self.keep(value, None) }
    }

    /// A copy of a value in registers.
    fn keep(&mut self, value: Val, want: Option<Reg>) -> Val {
        let d = self.dest(value.class, want);
        self.mov(d, value);
        Val { reg: d, class: value.class }
    }

    pub(super) fn copy_of(&mut self, value: Val, ty: Ty) -> Val {
        let (_, d) = self.temporary(ty);
        self.copy_value((d, value.reg), ty, false, u64::MAX);
        Val { reg: d, class: Class::Memory }
    }

    fn one_more(&mut self, old: Val, place: Place, down: bool, region: bool) -> Val {
        match old.class {
            Class::Pointer => {
                let one = self.constant(1, None);
                let one = Val { reg: one, class: Class::Int(IntShape::signed(64)) };
                let target = self.target_register(place, place.ty, region);
                self.pointer_step(down, old, one, place.ty, target)
            }
            Class::Float(format) => {
                let one = Float::from_int(Int::ONE, IntShape::signed(32), format);
                let d = self.alloc(old.class.slots());
                self.constant(one.bits() as u64, Some(d));
                if old.class.slots() == 2 {
                    self.constant((one.bits() >> 64) as u64, Some(d + 1));
                }
                let one = Val { reg: d, class: old.class };
                let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
                self.arithmetic(op, (old, place.ty), (one, place.ty), place.ty, None)
            }
            Class::Memory => self.one_more_in_memory(old, place.ty, down),
            _ => {
                let promoted = self.promoted(place);
                let wide = self.convert(old, place.ty, promoted, None);
                if matches!(wide.class, Class::Int(IntShape { bits: 32, signed: true })) && !self.settings.wrapv {
                    let target = self.target_register(place, promoted, region);
                    let d = self.dest(wide.class, target);
                    self.emit(Op::IncI32 { d, a: wide.reg, value: if down { -1 } else { 1 } });
                    let value = self.convert(Val { reg: d, class: wide.class }, promoted, place.ty, None);
                    return self.fit(place, value);
                }
                let one = self.integer_constant(1, promoted, None);
                let value = self.integer(if down { IntOp::Sub } else { IntOp::Add }, wide, one, None);
                let value = self.convert(value, promoted, place.ty, None);
                self.fit(place, value)
            }
        }
    }

    /// The promoted type of an integer lvalue.
    fn promoted(&self, place: Place) -> Ty {
        let target = &self.options().target;
        let Some(basic) = self.types().as_integer(place.ty) else { return place.ty };
        let basic = match place.bits {
            Some((_, width)) => promote_bit_field(target, basic, width),
            None => promote_basic(target, basic),
        };
        Ty::basic(basic)
    }

    /// The type in which a parameter of an old-style definition is passed (C11 6.5.2.2p6).
    pub(super) fn promoted_param(&self, ty: Ty) -> Ty {
        match self.types().as_basic(ty) {
            Some(Basic::Float) => Ty::DOUBLE,
            Some(basic) if basic.is_integer() => Ty::basic(promote_basic(&self.options().target, basic)),
            _ => ty,
        }
    }
}
