//! Calls that pass on the arguments of the function they stand in (GCC's manual, "Constructing Calls").
//!
//! `__builtin_va_arg_pack ()` as the last argument of a call stands for the variable arguments; `__builtin_apply` calls with
//! all arguments, which `__builtin_apply_args` describes, and `__builtin_return` returns what came back. Arguments are
//! described as they were when the function began, so a parameter that changes is refused.

use kiln_lang::tree::{DeclId, DeclKind, ExprId, ExprKind, Node, UnaryOp};
use kiln_lang::types::Ty;

use super::locals::Local;
use super::{Class, Lower, Val};
use crate::code::{Arg, CallSite, Callee, Op, Symbol};

impl Lower<'_> {
    /// Whether an argument stands for the variable arguments of the function.
    pub(super) fn is_pack(&self, arg: ExprId) -> bool {
        match self.body().expr(arg) {
            ExprKind::Call { callee, .. } => self.callee_name(callee) == Some("__builtin_va_arg_pack"),
            _ => false,
        }
    }

    /// `__builtin_apply (function, __builtin_apply_args (), size)`: the value of the call, if it has one.
    pub(super) fn apply(&mut self, function: ExprId, described: ExprId, used: bool) -> Option<Val> {
        let is_own = match self.body().expr(described) {
            ExprKind::Call { callee, .. } => self.callee_name(callee) == Some("__builtin_apply_args"),
            _ => false,
        };
        let Some((symbol, result)) = self.applied(function).filter(|_| is_own) else {
            self.unsupported("`__builtin_apply` of something else than a function and the arguments at hand");
            return None;
        };
        let class = self.class(result);
        let params = self.code.params.clone();
        let are_kept = params.iter().enumerate().all(|(index, param)| self.is_kept(index, *param));
        if !are_kept || class == Class::Memory || used && (class == Class::Void || self.result != result) {
            self.unsupported("`__builtin_apply` with a changed parameter, or with another result");
            return None;
        }
        let base = self.alloc(0);
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            let class = self.class(param.ty);
            let reg = self.alloc(class.slots());
            self.mov(reg, Val { reg: param.reg, class });
            args.push(Arg { reg: reg - base, ty: param.ty });
        }
        self.top = u32::from(base) + u32::from(class.slots());
        self.code.registers = self.code.registers.max(self.top);
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            callee: Callee::Symbol(symbol),
            ty: Ty::ERROR,
            base,
            args: args.into(),
            result,
            used,
            check: true,
            alone: true,
            passes_on: true,
        });
        self.sequence_point();
        self.emit(Op::Call { site });
        Some(Val { reg: base, class })
    }

    /// The function that is applied, with the type of its result.
    fn applied(&mut self, function: ExprId) -> Option<(u32, Ty)> {
        match self.body().expr(function) {
            ExprKind::Name { decl } if self.nested_function(decl).is_none() => {
                let declared = self.sight.decl(decl);
                let result = self.types().as_function(declared.ty)?.result;
                matches!(declared.kind, DeclKind::Function(_)).then(|| (self.symbol(Symbol::Decl(decl)), result))
            }
            ExprKind::Cast { operand, .. } | ExprKind::Unary { op: UnaryOp::AddrOf | UnaryOp::Extension, operand } => {
                self.applied(operand)
            }
            _ => None,
        }
    }

    /// Whether a parameter is in its register as it was passed, all through the function.
    fn is_kept(&self, index: usize, arg: Arg) -> bool {
        let body = self.body();
        let Some(function) = self.function.map(|id| &body.functions[id]) else { return false };
        let Some(param) = body.list(function.params).nth(index) else { return false };
        let is_in_place =
            matches!(self.locals.get(&param), Some(Local::Register { value, .. }) if value.reg == arg.reg);
        let is_scalar = matches!(self.class(arg.ty), Class::Int(_) | Class::Pointer | Class::Float(_) | Class::Bool);
        let names = |expr: ExprId| matches!(body.expr(expr), ExprKind::Name { decl } if is_local(decl, param));
        let changes = |node: Node| match node {
            Node::Expr(expr) => match body.expr(expr) {
                ExprKind::Assign { lhs, .. } => names(lhs),
                ExprKind::Unary { op, operand } if op.is_increment() => names(operand),
                _ => false,
            },
            Node::Stmt(_) => false,
        };
        is_in_place && is_scalar && !body.descend(Node::Stmt(function.body)).any(changes)
    }

    /// `__builtin_return (__builtin_apply (...))`.
    pub(super) fn return_applied(&mut self, value: ExprId) {
        let call = match self.body().expr(value) {
            ExprKind::Call { callee, args } if self.callee_name(callee) == Some("__builtin_apply") => {
                self.body().list(args).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        let applied = match call[..] {
            [function, described, _] if !self.has_cleanups() => self.apply(function, described, true),
            _ => None,
        };
        match applied {
            Some(value) => {
                self.leave_expression(self.scopes.last().map(|scope| scope.id), None);
                self.emit(Op::Return { a: value.reg, n: value.class.slots() as u8 });
            }
            None => self.unsupported("`__builtin_return` of something else than what `__builtin_apply` gives"),
        }
    }
}

fn is_local(decl: kiln_lang::tree::DeclRef, param: DeclId) -> bool {
    !decl.is_file() && decl.id() == param
}
