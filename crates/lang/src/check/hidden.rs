//! External names that are declared in blocks.
//!
//! `void f(void) { extern int a[2]; }` declares an object of the whole program, but the declaration is out of sight when the
//! block ends. Another declaration of the name must agree with it all the same (C11 6.2.7p2). Its type is kept here, unless
//! it means something in its function only.

use super::Checker;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{Decl, DeclFlags, DeclRef, Linkage};
use crate::types::{ArrayLen, FnType, Ty};

impl Checker {
    /// Checks a declaration with external linkage against those in blocks that have ended, and keeps it if it stands in a
    /// block itself.
    pub(super) fn agree_with_hidden(&mut self, decl: &Decl, name: Symbol) {
        let hidden = self.hidden.get(&name).copied();
        if let Some(hidden) = hidden
            && !self.redeclaration_agrees(decl.ty, hidden)
            && !self.awaits_parameters(decl.ty, hidden)
        {
            let message = format!("`{}` was declared as `{}` in a block", self.name(name), self.show(hidden));
            self.error(Code::Redeclaration, decl.span, message);
            return;
        }
        if self.scopes.depth() > 0 && !self.types().is_local(decl.ty) && !decl.ty.is_error() {
            let ty = match hidden {
                Some(hidden) => self.types_mut().composite(decl.ty, hidden),
                None => decl.ty,
            };
            self.hidden.insert(name, ty);
        }
    }

    /// An old-style definition is compared with a prototype when its parameters are known.
    fn awaits_parameters(&self, new: Ty, hidden: Ty) -> bool {
        match (self.types().as_function(new), self.types().as_function(hidden)) {
            (Some(new), Some(hidden)) => {
                !new.prototype
                    && hidden.prototype
                    && self.types().compatible_unqualified(self.target(), new.result, hidden.result)
            }
            _ => false,
        }
    }

    /// The prototypes that a definition without one must agree with.
    pub(super) fn earlier_prototypes(&self, definition: DeclRef) -> Vec<FnType> {
        let definition = self.decl(definition);
        let before = |&at: &DeclRef| self.decl(at).previous;
        let declared = std::iter::successors(definition.previous, before).map(|at| self.decl(at));
        let declared = declared.filter(|decl| !decl.flags.contains(DeclFlags::IMPLICIT)).map(|decl| decl.ty);
        let hidden = definition.name.and_then(|name| self.hidden.get(&name)).copied();
        let functions = declared.chain(hidden).filter_map(|ty| self.types().as_function(ty));
        functions.filter(|function| function.prototype).cloned().collect()
    }

    /// Checks the use of an undeclared function, which is an `int f()`, against declarations in blocks.
    pub(crate) fn implicit_agrees_with_hidden(&mut self, name: Symbol, ty: Ty, span: Span) {
        if let Some(&hidden) = self.hidden.get(&name)
            && !self.types().compatible_unqualified(self.target(), ty, hidden)
        {
            let message = format!("`{}` was declared as `{}` in a block", self.name(name), self.show(hidden));
            self.error(Code::Redeclaration, span, message);
        }
    }

    /// At the end of a unit `int a[];` becomes an array of one element (C11 6.9.2p5); a block may have said otherwise.
    pub(super) fn complete_tentative(&mut self, decl: &Decl) {
        debug_assert!(decl.linkage == Linkage::External, "only external names are declared in blocks");
        let hidden = decl.name.and_then(|name| self.hidden.get(&name)).and_then(|&ty| self.types().as_array(ty));
        let Some((_, ArrayLen::Fixed(len))) = hidden else { return };
        let completed = decl.name.and_then(|name| self.scopes.lookup_file(name)).is_some_and(|binding| {
            let latest = self.decl(binding.decl).ty;
            self.types().is_complete(latest)
        });
        if len != 1 && !completed {
            let message = "an array that is taken to have one element was declared with another number in a block";
            self.error(Code::Redeclaration, decl.span, message);
        }
    }
}
