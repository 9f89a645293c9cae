//! `-finstrument-functions`: calls that GCC adds "just after function entry and just before function exit".
//!
//! They get the address of the function and that of the place it was called from. A function with the attribute
//! `no_instrument_function` is left alone. Where the program does not define what is to be called, the C library does, as a
//! function that does nothing.

use kiln_lang::tree::{Decl, DeclKind, DeclRef, Unit};
use kiln_lang::types::Ty;

use super::Lower;
use crate::code::{Arg, CallSite, Callee, Op, Symbol};
use crate::library::RETURN_ADDRESS;

/// What is called when a function begins, and when it ends.
const NAMES: [&str; 2] = ["__cyg_profile_func_enter", "__cyg_profile_func_exit"];

/// What is called for a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hooks {
    own: DeclRef,
    enter: Option<DeclRef>,
    exit: Option<DeclRef>,
}

impl Lower<'_> {
    /// What is to be called for a function.
    pub(super) fn hooks(&mut self, own: DeclRef) -> Option<Hooks> {
        if !self.settings.instruments || self.is_left_alone(own) {
            return None;
        }
        if !own.is_file() {
            self.unsupported("-finstrument-functions with a function inside of a function");
            return None;
        }
        let [enter, exit] = NAMES.map(|name| self.hook(name));
        Some(Hooks { own, enter, exit })
    }

    fn is_left_alone(&self, own: DeclRef) -> bool {
        let mut next = Some(own);
        while let Some(decl) = next {
            let Decl { attrs, previous, .. } = *self.sight.decl(decl);
            let body = self.sight.at(decl.is_file()).body;
            let mut attrs = attrs.and_then(|attrs| body.attrs.get(attrs)).into_iter().flatten();
            if attrs.any(|attr| self.sight.name(attr.name) == "no_instrument_function") {
                return true;
            }
            next = previous;
        }
        false
    }

    /// A function of the program that is called by its name.
    fn hook(&mut self, name: &str) -> Option<DeclRef> {
        let is_it = |unit: &Unit, decl: DeclRef| {
            decl.is_file() && unit.file.decls[decl.id()].name.is_some_and(|other| self.sight.name(other) == name)
        };
        let defines = |unit: &Unit| {
            let definitions = unit.function_ids().flat_map(|id| unit.function(id).functions.iter());
            definitions.map(|one| one.decl).any(|decl| is_it(unit, decl))
        };
        if !self.program.units.iter().any(defines) {
            return None;
        }
        let unit = &self.program.units[self.unit as usize];
        let mut declared = unit.file.decls.iter_ids().filter(|(_, decl)| matches!(decl.kind, DeclKind::Function(_)));
        let found = declared.find(|&(id, _)| is_it(unit, DeclRef::file(id))).map(|(id, _)| DeclRef::file(id));
        if found.is_none() {
            self.unsupported(format!("calls of `{name}`, which only another unit declares"));
        }
        found
    }

    /// A function begins.
    pub(super) fn call_enter_hook(&mut self) {
        if let Some(Hooks { own, enter: Some(hook), .. }) = self.hooks {
            self.call_hook(own, hook);
        }
    }

    /// A function ends.
    pub(super) fn call_exit_hook(&mut self) {
        if let Some(Hooks { own, exit: Some(hook), .. }) = self.hooks {
            self.call_hook(own, hook);
        }
    }

    fn call_hook(&mut self, own: DeclRef, hook: DeclRef) {
        let ty = self.sight.decl(hook).ty;
        let params = self.types().as_function(ty).map(|ty| ty.params.clone()).unwrap_or_default();
        let &[function, place] = &params[..] else {
            return self.unsupported("functions for -finstrument-functions that do not take two pointers");
        };
        let top = self.top;
        let base = self.alloc(6);
        let symbol = self.symbol(Symbol::Decl(own));
        self.emit(Op::Symbol { d: base, symbol });
        let level = self.constant(0, Some(base + 3));
        let args = [Arg { reg: 0, ty: Ty::UINT }].into();
        self.add_call(CallSite {
            args,
            used: true,
            ..CallSite::alone(Callee::Builtin(RETURN_ADDRESS), Ty::ERROR, level, place)
        });
        let symbol = self.symbol(Symbol::Decl(hook));
        let args = [Arg { reg: 0, ty: function }, Arg { reg: 3, ty: place }].into();
        self.add_call(CallSite { args, check: true, ..CallSite::alone(Callee::Symbol(symbol), ty, base, Ty::VOID) });
        self.top = top;
    }
}
