//! Sizes that are known at run time (C11 6.7.6.2), and `sizeof`.

use kiln_lang::tree::{ExprId, ExprKind, ExprRef, List};
use kiln_lang::types::{ArrayLen, Ty};
use kiln_lang::value::int::IntShape;

use super::{Class, Lower, Val};
use crate::code::{Op, Reg};

impl Lower<'_> {
    /// Evaluates the bound of an array when its declaration is reached.
    pub(super) fn evaluate_bound(&mut self, id: ExprId) {
        let reference = ExprRef::new(id, false);
        if self.folder().int(id).is_some() || !self.types().is_integer(self.body().ty(id)) {
            return;
        }
        let kept = match self.bounds.get(&reference) {
            Some(&reg) => reg,
            None => self.permanent(),
        };
        self.bounds.insert(reference, kept);
        let top = self.top;
        let value = self.value(id);
        let signed = matches!(value.class, Class::Int(IntShape { signed: true, .. }));
        self.emit(Op::CheckBound { a: value.reg, signed });
        self.emit(Op::Mov { d: kept, a: value.reg });
        self.top = top;
    }

    /// A register that keeps its value until the function returns.
    fn permanent(&mut self) -> Reg {
        // Registers are given back with their block; one that must stay is taken from the block's own share.
        self.alloc(1)
    }

    /// The size in bytes of a type, computed at run time.
    pub(super) fn runtime_size(&mut self, ty: Ty) -> Reg {
        if let Some(size) = self.size_of(ty) {
            return self.constant(size, None);
        }
        match self.types().as_array(ty) {
            Some((elem, len)) => {
                let elem = self.runtime_size(elem);
                let len = match len {
                    ArrayLen::Fixed(len) => self.constant(len, None),
                    ArrayLen::Variable(bound) => self.bound(bound),
                    _ => self.constant(0, None),
                };
                let d = self.alloc(1);
                self.emit(Op::MulU64 { d, a: elem, b: len });
                d
            }
            None if self.types().is_void(ty) || self.types().as_function_id(ty).is_some() => self.constant(1, None),
            None => {
                self.unsupported("a structure of run-time size");
                self.alloc(1)
            }
        }
    }

    fn bound(&mut self, bound: ExprRef) -> Reg {
        if let Some(&reg) = self.bounds.get(&bound) {
            return reg;
        }
        // Not declared in a declaration that was reached: a type name, evaluated where it stands.
        if bound.is_file() {
            self.unsupported("an array bound from file scope");
            return self.alloc(1);
        }
        let value = self.value(bound.id());
        let signed = matches!(value.class, Class::Int(IntShape { signed: true, .. }));
        self.emit(Op::CheckBound { a: value.reg, signed });
        value.reg
    }

    pub(super) fn sizeof_expr(&mut self, id: ExprId, operand: ExprId, ty: Ty, want: Option<Reg>) -> Val {
        if self.folder().int(id).is_some() {
            return self.folded(id, ty, want);
        }
        let of = self.body().ty(operand);
        if self.size_of(of).is_none() && self.types().as_array(of).is_some() {
            // The operand is evaluated (C11 6.5.3.4p2), for what it does.
            if !matches!(self.body().expr(operand), ExprKind::Name { .. }) {
                self.place(operand);
            }
            let size = self.runtime_size(of);
            return Val { reg: size, class: self.class(ty) };
        }
        self.folded(id, ty, want)
    }

    pub(super) fn sizeof(&mut self, id: ExprId, of: Ty, sizes: List<ExprId>, ty: Ty, want: Option<Reg>) -> Val {
        if self.size_of(of).is_none() && self.types().as_array(of).is_some() && self.folder().int(id).is_none() {
            for size in self.body().list(sizes) {
                self.evaluate_bound(size);
            }
            let size = self.runtime_size(of);
            return Val { reg: size, class: self.class(ty) };
        }
        self.folded(id, ty, want)
    }
}
