//! Sizes that are known at run time (C11 6.7.6.2), and `sizeof`.

use kiln_lang::tree::{ExprId, ExprKind, ExprRef, List, TypeNameId};
use kiln_lang::types::{ArrayLen, Ty};
use kiln_lang::value::int::IntShape;

use super::{Class, Lower, Val};
use crate::code::{Op, Reg};

impl Lower<'_> {
    /// Evaluates the bound of an array when its declaration is reached.
    pub(super) fn evaluate_bound(&mut self, id: ExprId) {
        let reference = ExprRef::new(id, false);
        if self.folder().int(id).is_some() {
            return;
        }
        if !self.types().is_integer(self.body().ty(id)) {
            // The operand of `typeof`, evaluated if its type has a run-time size.
            if self.is_of_runtime_size(self.body().ty(id)) {
                self.effect(id);
            }
            return;
        }
        let kept = match self.bounds.get(&reference) {
            Some(&reg) => reg,
            None => self.permanent(),
        };
        self.bounds.insert(reference, kept);
        let top = self.top;
        let value = self.value(id);
        let is_wide = matches!(value.class, Class::Wide(_));
        let a = if is_wide { self.as_index(value) } else { value.reg };
        let signed = is_wide || matches!(value.class, Class::Int(IntShape { signed: true, .. }));
        self.emit(Op::CheckBound { a, signed });
        self.emit(Op::Mov { d: kept, a });
        self.top = top;
    }

    /// Whether a type is an array or a structure of run-time size, or has one somewhere behind pointers.
    pub(super) fn is_of_runtime_size(&self, mut ty: Ty) -> bool {
        let types = self.types();
        if types.is_variably_modified(ty) {
            return true;
        }
        while let Some(pointee) = types.pointee(ty) {
            ty = types.innermost_element(pointee);
        }
        self.runtime_record(ty).is_some()
    }

    /// A register that keeps its value until the function returns: a type may outlive the block of its declaration.
    fn permanent(&mut self) -> Reg {
        self.free_bounds.pop().unwrap_or_else(|| self.alloc(1))
    }

    /// Sets registers aside for the bounds of all arrays of run-time size in the function.
    pub(super) fn reserve_bounds(&mut self) {
        let body = self.body();
        let groups = body.groups.iter().map(|group| group.sizes.len()).sum::<usize>();
        let names = body.type_names.iter().map(|name| name.sizes.len()).sum::<usize>();
        let params = body.functions.iter().map(|function| function.sizes.len()).sum::<usize>();
        for _ in 0..groups + names + params {
            let reg = self.alloc(1);
            self.free_bounds.push(reg);
        }
    }

    /// Evaluates the bounds in a type name where it stands.
    pub(super) fn evaluate_type_name(&mut self, name: TypeNameId) {
        let name = self.body().type_names[name];
        if self.is_of_runtime_size(name.ty) {
            for size in self.body().list(name.sizes) {
                self.evaluate_bound(size);
            }
        }
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
            None => match self.runtime_record(ty) {
                Some(record) => self.runtime_record_size(record),
                None => {
                    self.unsupported("the size of a type that has none");
                    self.alloc(1)
                }
            },
        }
    }

    /// Array types that are taken as compatible must have the same sizes (C11 6.7.6.2p6).
    pub(super) fn check_same_bounds(&mut self, mut a: Ty, mut b: Ty) {
        let top = self.top;
        while let (Some((x, first)), Some((y, second))) = (self.types().as_array(a), self.types().as_array(b)) {
            if let (Some(first), Some(second)) = (self.known_bound(first), self.known_bound(second)) {
                self.emit(Op::CheckSame { a: first, b: second });
            }
            (a, b) = (x, y);
        }
        self.top = top;
    }

    /// A bound in a register, if it has been evaluated.
    fn known_bound(&mut self, len: ArrayLen) -> Option<Reg> {
        match len {
            ArrayLen::Fixed(len) => Some(self.constant(len, None)),
            ArrayLen::Variable(bound) => self.bounds.get(&bound).copied(),
            _ => None,
        }
    }

    /// Whether an array has a run-time size whose parts have all been evaluated.
    pub(super) fn has_known_bounds(&self, mut ty: Ty) -> bool {
        let mut is_variable = false;
        while let Some((elem, len)) = self.types().as_array(ty) {
            match len {
                ArrayLen::Fixed(_) => {}
                ArrayLen::Variable(bound) if self.bounds.contains_key(&bound) => is_variable = true,
                _ => return false,
            }
            ty = elem;
        }
        is_variable && self.size_of(ty).is_some()
    }

    fn bound(&mut self, bound: ExprRef) -> Reg {
        if let Some(&reg) = self.bounds.get(&bound) {
            return reg;
        }
        // Not declared in a declaration that was reached: a type name, evaluated where it stands.
        if let Some(reg) = self.outer_bound(bound) {
            return reg;
        }
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
        if self.runtime_record(of).is_some() || self.size_of(of).is_none() && self.types().as_array(of).is_some() {
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
        let is_runtime = self.types().as_array(of).is_some() || self.runtime_record(of).is_some();
        if self.size_of(of).is_none() && is_runtime && self.folder().int(id).is_none() {
            for size in self.body().list(sizes) {
                self.evaluate_bound(size);
            }
            let size = self.runtime_size(of);
            return Val { reg: size, class: self.class(ty) };
        }
        self.folded(id, ty, want)
    }
}
