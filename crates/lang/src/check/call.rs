//! Function calls (C11 6.5.2.2).

use super::Checker;
use super::convert::Given;
use crate::builtins::{self, Typing};
use crate::diagnostics::Code;
use crate::tree::{DeclFlags, ExprId, ExprKind, List, UnaryOp};
use crate::types::{FnType, FnTypeId, Ty};

impl Checker {
    pub(crate) fn call(&mut self, id: ExprId, callee: ExprId, args: List<ExprId>) -> Ty {
        if let Some(ty) = self.builtin_call(id, callee, args) {
            return ty;
        }
        let pointer = self.value(callee);
        if pointer.is_error() {
            self.promote_all(args);
            return Ty::ERROR;
        }
        let function = self.types().pointee(pointer).and_then(|to| self.types().as_function_id(to));
        let Some(function) = function else {
            let message = format!("what is called must be a function, not `{}`", self.show(self.ty(callee)));
            let span = self.span(callee);
            self.error(Code::BadCall, span, message);
            self.promote_all(args);
            return Ty::ERROR;
        };
        self.arguments(id, function, args);
        let result = self.types().fn_type(function).result;
        if !self.types().is_complete(result) && !self.types().is_void(result) && !result.is_error() {
            let message = format!("the function returns incomplete type `{}`", self.show(result));
            let span = self.span(id);
            self.error(Code::Incomplete, span, message);
        }
        self.types().value_type(result)
    }

    /// The type of a call of a type-generic builtin; `None` if the callee is an ordinary function.
    fn builtin_call(&mut self, id: ExprId, callee: ExprId, args: List<ExprId>) -> Option<Ty> {
        let decl = match self.body().expr(callee) {
            ExprKind::Name { decl } => decl,
            ExprKind::Unary { op: UnaryOp::Extension, operand } => match self.body().expr(operand) {
                ExprKind::Name { decl } => decl,
                _ => return None,
            },
            _ => return None,
        };
        let decl = self.decl(decl);
        if !decl.flags.contains(DeclFlags::BUILTIN) {
            return None;
        }
        let builtin = builtins::lookup(self.name(decl.name?))?;
        match builtin.typing() {
            Typing::Rule(rule) => Some(self.generic_builtin(id, rule, args)),
            Typing::Prototype(_) => {
                self.check_builtin_args(id, builtin.name(), args);
                None
            }
        }
    }

    fn promote_all(&mut self, args: List<ExprId>) {
        for position in 0..args.len() {
            let arg = self.arg(args, position);
            self.default_promoted(arg);
        }
    }

    #[inline]
    pub(crate) fn arg(&self, args: List<ExprId>, position: usize) -> ExprId {
        self.body().lists.at(args, position).expect("the caller counts the arguments")
    }

    fn arguments(&mut self, id: ExprId, function: FnTypeId, args: List<ExprId>) {
        let FnType { params, prototype, variadic, .. } = self.types().fn_type(function);
        let (n_params, prototype, variadic) = (params.len(), *prototype, *variadic);
        // `__builtin_va_arg_pack ()` stands for any number of arguments, the last ones.
        if prototype && (args.len() < n_params || args.len() > n_params && !variadic) {
            let word = if args.len() < n_params { "few" } else { "many" };
            let message = format!("too {word} arguments: {} given, {n_params} declared", args.len());
            let span = self.span(id);
            self.error(Code::BadCall, span, message);
        }
        for position in 0..args.len() {
            let arg = self.arg(args, position);
            match self.types().fn_type(function).params.get(position) {
                Some(&param) if prototype => self.assign_to(param, arg, Given::Passed),
                _ => self.variable_argument(arg),
            }
        }
    }

    fn variable_argument(&mut self, arg: ExprId) {
        let ty = self.default_promoted(arg);
        let span = self.span(arg);
        if self.types().is_void(ty) {
            self.error(Code::BadCall, span, "a `void` expression cannot be an argument");
        } else if !self.types().is_complete(ty) && !ty.is_error() {
            let message = format!("an argument of incomplete type `{}`", self.show(ty));
            self.error(Code::Incomplete, span, message);
        }
    }
}
