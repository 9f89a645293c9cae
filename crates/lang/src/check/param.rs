//! Parameters of function definitions (C11 6.7.6.3, 6.9.1).

use super::Checker;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{Decl, DeclFlags, DeclId, DeclRef};
use crate::types::convert::promote_basic;
use crate::types::{ArrayLen, Basic, FnType, Tag, Ty, TypeKind};

impl Checker {
    /// The declaration in its list of a parameter that has been declared before the list. What was read in between refers
    /// to it already, so it stays the same declaration.
    pub(crate) fn declare_again(&mut self, forward: DeclId, mut decl: Decl) -> DeclId {
        let before = self.body().decls[forward].ty;
        if !decl.ty.is_error() && !self.types().compatible(self.target(), before, decl.ty) {
            let message = format!("the parameter was declared as `{}` before", self.show(before));
            self.error(Code::Redeclaration, decl.span, message);
        }
        decl.flags.insert(DeclFlags::FORWARD);
        self.body_mut().decls[forward] = decl;
        forward
    }

    /// The parameters of an old-style definition must be those of an earlier prototype (C11 6.7.6.3p15). GCC also takes
    /// `void f(float); void f(x) float x; {}`, where the promoted type of the parameter differs.
    pub(crate) fn check_old_style_params(&mut self, definition: DeclRef, params: &[DeclId]) {
        let decl = self.decl(definition);
        let result = self.types().as_function(decl.ty).map(|function| function.result);
        // Such a definition has its type from an earlier declaration as a whole.
        if decl.flags.contains(DeclFlags::IMPLICIT_INT) && result.is_some_and(|result| self.types().is_void(result)) {
            return;
        }
        for prototype in self.earlier_prototypes(definition) {
            // A prototype with `...` is reported as a whole, with a warning.
            if !prototype.variadic {
                self.compare_params(definition, params, &prototype);
            }
        }
    }

    fn compare_params(&mut self, definition: DeclRef, params: &[DeclId], prototype: &FnType) {
        if params.len() != prototype.params.len() {
            let message = format!("{} parameters where the prototype has {}", params.len(), prototype.params.len());
            let span = self.decl(definition).span;
            self.error(Code::Redeclaration, span, message);
            return;
        }
        for (&param, &declared) in params.iter().zip(&prototype.params) {
            let decl = self.body().decls[param];
            let (ty, promoted) = (decl.ty, self.promoted_param(decl.ty));
            let fits =
                [ty, promoted].iter().any(|&ty| self.types().compatible_unqualified(self.target(), ty, declared));
            if !fits {
                let message = format!("a parameter that is `{}` in the prototype", self.show(declared));
                self.error(Code::Redeclaration, decl.span, message);
            }
        }
    }

    /// Brings a tag and the constants of an enumeration into the current scope.
    pub(crate) fn bind_again(&mut self, tag: Tag) {
        let name = match tag {
            Tag::Record(id) => self.types().records[id].tag,
            Tag::Enum(id) => self.types().enums[id].tag,
        };
        if let Some(name) = name {
            self.scopes.bind_tag(name, tag);
        }
        let Tag::Enum(id) = tag else { return };
        let constants: Vec<DeclRef> = self.types().enums[id].constants.iter().map(|constant| constant.decl).collect();
        for constant in constants {
            if let Some(name) = self.decl(constant).name {
                self.scopes.bind(name, constant, false);
            }
        }
    }

    /// The type that an argument for an old-style parameter is passed as.
    fn promoted_param(&self, ty: Ty) -> Ty {
        match self.types().as_basic(ty) {
            Some(Basic::Float) => Ty::DOUBLE,
            Some(basic) if basic.is_integer() => Ty::basic(promote_basic(self.target(), basic)),
            _ => ty,
        }
    }

    /// `[*]` stands for a size that the definition gives, so none can be left in it (C11 6.7.6.2p4).
    pub(crate) fn require_known_bounds(&mut self, ty: Ty, span: Span) {
        if self.types().is_variably_modified(ty) || matches!(self.types().kind(ty), TypeKind::Adjusted(..)) {
            let has_star = self.has_star(ty);
            if has_star {
                self.error(Code::BadArray, span, "`[*]` in a function definition");
            }
        }
    }

    fn has_star(&self, ty: Ty) -> bool {
        match self.types().kind(ty) {
            TypeKind::Array(_, ArrayLen::Star) => true,
            TypeKind::Array(of, _) | TypeKind::Pointer(of) | TypeKind::Adjusted(of, ..) => self.has_star(of),
            _ => false,
        }
    }
}
