//! Types built by code.

use super::work::{Checked, Work};
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{DeclRef, ExprId, ExprRef, Sight};
use crate::types::{ArrayLen, Basic, FieldId, FnType, Quals, Ty};

/// Building types, and asking about them.
pub trait BuildType: Work {
    /// What can be seen from the current place: types, declarations, the body in work.
    fn sight(&self) -> Sight<'_> {
        self.checker().sight()
    }

    /// The type of an expression.
    fn type_of(&self, expr: ExprId) -> Ty {
        self.checker().ty(expr)
    }

    /// The type of a declaration in sight.
    fn type_of_decl(&self, decl: DeclRef) -> Ty {
        self.checker().decl(decl).ty
    }

    /// Pointer to `ty`.
    fn pointer(&mut self, ty: Ty) -> Ty {
        self.checker_mut().pointer(ty)
    }

    /// Array of `len` elements.
    fn array(&mut self, elem: Ty, len: u64) -> Ty {
        array(self.checker_mut(), elem, ArrayLen::Fixed(len))
    }

    /// Array whose length its initialiser gives.
    fn open_array(&mut self, elem: Ty) -> Ty {
        array(self.checker_mut(), elem, ArrayLen::Incomplete)
    }

    /// Array whose length is known when its declaration is reached, in a function.
    fn variable_array(&mut self, elem: Ty, bound: ExprId) -> Ty {
        let checker = self.checker_mut();
        let bound = ExprRef::new(bound, checker.at_file_scope());
        array(checker, elem, ArrayLen::Variable(bound))
    }

    /// GNU vector of `lanes` elements.
    fn vector(&mut self, elem: Ty, lanes: u32) -> Ty {
        let checker = self.checker_mut();
        let size = checker.types().size_of(checker.target(), elem).unwrap_or(1);
        checker.vector_type(elem, size * u64::from(lanes), Span::NONE)
    }

    /// `_Complex` of a basic type.
    fn complex(&mut self, basic: Basic) -> Ty {
        self.checker_mut().complex(basic)
    }

    /// `__builtin_va_list` (GNU), by that name.
    fn va_list(&mut self) -> Ty {
        let checker = self.checker_mut();
        let ty = checker.va_list_type();
        let name = checker.intern_name("__builtin_va_list");
        checker.scopes.lookup_file(name).map_or(ty, |binding| checker.typedef_type(binding.decl))
    }

    /// The type with qualifiers added.
    fn qualified(&mut self, ty: Ty, quals: Quals) -> Ty {
        self.checker_mut().qualified(ty, quals)
    }

    /// A function type with a prototype. Parameters declared as arrays or functions become pointers.
    fn function_type(&mut self, result: Ty, params: &[Ty], variadic: bool) -> Ty {
        let checker = self.checker_mut();
        let params = params.iter().map(|&ty| checker.adjusted_param(ty, Quals::NONE, false)).collect();
        checker.function(FnType { result, params, variadic, prototype: true })
    }

    /// The members of a structure or union, in order; none for other types.
    fn fields(&self, ty: Ty) -> Vec<FieldId> {
        let types = self.checker().types();
        types.as_record(ty).map_or_else(Vec::new, |id| types.records[id].fields().collect())
    }
}

impl<W: Work> BuildType for W {}

fn array(checker: &mut crate::check::Checker, elem: Ty, len: ArrayLen) -> Ty {
    if !checker.types().is_complete(elem) && !elem.is_error() {
        let message = format!("an array cannot have elements of type `{}`", checker.show(elem));
        checker.error(Code::BadArray, Span::NONE, message);
        return Ty::ERROR;
    }
    checker.array(elem, len)
}
