//! The attribute `unavailable`: what has it can be declared and not used.
//!
//! Hardly any program has it, so uses are not checked where they are made but at the end of each body, and only if the
//! attribute has been seen.

use super::Checker;
use crate::diagnostics::Code;
use crate::index::Id;
use crate::source::Span;
use crate::tree::{AttrsRef, Decl, DeclRef, ExprId, ExprKind};
use crate::types::{Ty, TypeKind};

impl Checker {
    /// At the end of a body: reports what is used in it and must not be.
    pub(crate) fn check_unavailable(&mut self) {
        if !self.has_unavailable {
            return;
        }
        let exprs = (0..self.body().n_exprs()).map(ExprId::from_index).filter(|&id| self.uses_unavailable(id));
        let mut uses: Vec<Span> = exprs.map(|id| self.span(id)).collect();
        uses.extend(self.body().decls.iter().filter(|decl| self.has_unavailable_type(decl)).map(|decl| decl.span));
        uses.sort_unstable_by_key(|span| span.start);
        for span in uses {
            self.error(Code::BadAttribute, span, "this uses something that is declared `unavailable`");
        }
    }

    fn uses_unavailable(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Name { decl } => self.is_unavailable(decl),
            ExprKind::Member { field, .. } => self.names_unavailable(self.types().fields[field].attrs),
            _ => false,
        }
    }

    /// The last declaration says so or one before it.
    fn is_unavailable(&self, decl: DeclRef) -> bool {
        let mut next = Some(decl);
        while let Some(decl) = next {
            let declared = self.decl(decl);
            if self.names_unavailable(declared.attrs.map(|attrs| AttrsRef::new(attrs, decl.is_file()))) {
                return true;
            }
            next = declared.previous;
        }
        false
    }

    fn names_unavailable(&self, attrs: Option<AttrsRef>) -> bool {
        attrs.is_some_and(|attrs| self.sight().attrs(attrs).iter().any(|attr| self.name(attr.name) == "unavailable"))
    }

    /// What is itself unavailable may have such a type.
    fn has_unavailable_type(&self, decl: &Decl) -> bool {
        let own = decl.attrs.map(|attrs| AttrsRef::new(attrs, self.at_file_scope()));
        !self.names_unavailable(own) && self.mentions_unavailable(decl.ty)
    }

    fn mentions_unavailable(&self, ty: Ty) -> bool {
        let types = self.types();
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match types.kind(ty) {
            TypeKind::Typedef(decl, _) => self.is_unavailable(decl),
            TypeKind::Record(id) => self.names_unavailable(types.records[id].attrs),
            TypeKind::Enum(id) => self.names_unavailable(types.enums[id].attrs),
            // Parameters are declarations of their own.
            TypeKind::Function(id) => self.mentions_unavailable(types.fn_type(id).result),
            TypeKind::Pointer(of)
            | TypeKind::Array(of, _)
            | TypeKind::TypeofExpr(_, of)
            | TypeKind::TypeofType(_, of)
            | TypeKind::Sized(_, of)
            | TypeKind::Adjusted(of, ..)
            | TypeKind::Attributed(_, of, _) => self.mentions_unavailable(of),
            TypeKind::Auto(_) | TypeKind::Basic(_) | TypeKind::Error | TypeKind::Complex(_) | TypeKind::Vector(..) => {
                false
            }
        })
    }
}
