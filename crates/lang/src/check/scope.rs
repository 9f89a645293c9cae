//! Names in sight: the ordinary and the tag name spaces, by block (C11 6.2.1, 6.2.3).
//!
//! Looking a name up happens at every identifier, so it is one load: what a symbol means right now stands in a vector indexed
//! by the symbol. A declaration writes it and remembers what was there; leaving a scope restores.

use crate::names::Symbol;
use crate::tree::DeclRef;
use crate::types::{Tag, Ty};

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) decl: DeclRef,
    /// The nesting of the scope it is declared in; 0 is file scope.
    pub(crate) depth: u32,
    /// Whether it is a typedef name: the question the grammar asks at every identifier.
    pub(crate) is_type: bool,
    /// The type it stands for, once it has been asked for.
    pub(crate) ty: Option<Ty>,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Ordinary(Symbol, Option<Binding>),
    Tag(Symbol, Option<(Tag, u32)>),
}

/// The names in sight.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    ordinary: Vec<Option<Binding>>,
    tags: Vec<Option<(Tag, u32)>>,
    undo: Vec<Undo>,
    /// Where in `undo` each open scope starts.
    marks: Vec<usize>,
}

impl Scopes {
    /// The nesting of the current scope; 0 is file scope.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub(crate) fn enter(&mut self) {
        self.marks.push(self.undo.len());
    }

    pub(crate) fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Ordinary(name, binding)) => self.ordinary[name.index()] = binding,
                Some(Undo::Tag(name, tag)) => self.tags[name.index()] = tag,
                None => {}
            }
        }
    }

    /// What a name means here.
    #[inline]
    pub(crate) fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.ordinary.get(name.index()).copied().flatten()
    }

    /// What a name means, if it is declared in the current scope.
    pub(crate) fn lookup_here(&self, name: Symbol) -> Option<Binding> {
        self.lookup(name).filter(|binding| binding.depth == self.depth())
    }

    /// What a name means at file scope, even where something hides it.
    pub(crate) fn lookup_file(&self, name: Symbol) -> Option<Binding> {
        let current = self.lookup(name).filter(|binding| binding.depth == 0);
        current.or_else(|| {
            self.undo.iter().find_map(|undo| match undo {
                Undo::Ordinary(hidden, Some(binding)) if *hidden == name && binding.depth == 0 => Some(*binding),
                _ => None,
            })
        })
    }

    /// Remembers the type that a typedef name stands for.
    pub(crate) fn remember_type(&mut self, name: Symbol, ty: Ty) {
        if let Some(Some(binding)) = self.ordinary.get_mut(name.index()) {
            binding.ty = Some(ty);
        }
    }

    pub(crate) fn bind(&mut self, name: Symbol, decl: DeclRef, is_type: bool) {
        self.bind_at(name, Binding { decl, depth: self.depth(), is_type, ty: None });
    }

    /// Declares a name at file scope from inside a function; not undone, and not in sight before the current scope ends
    /// where something hides it.
    pub(crate) fn bind_file(&mut self, name: Symbol, decl: DeclRef) {
        self.bind_outermost(name, Binding { decl, depth: 0, is_type: false, ty: None });
    }

    /// The same for a typedef name.
    pub(crate) fn bind_file_type(&mut self, name: Symbol, decl: DeclRef) {
        self.bind_outermost(name, Binding { decl, depth: 0, is_type: true, ty: None });
    }

    /// Only names that mean nothing yet are declared this way, so nothing is hidden.
    fn bind_outermost(&mut self, name: Symbol, binding: Binding) {
        grow(&mut self.ordinary, name.index());
        self.ordinary[name.index()] = Some(binding);
    }

    fn bind_at(&mut self, name: Symbol, binding: Binding) {
        grow(&mut self.ordinary, name.index());
        let old = self.ordinary[name.index()].replace(binding);
        if !self.marks.is_empty() {
            self.undo.push(Undo::Ordinary(name, old));
        }
    }

    /// The structure, union or enumeration with this tag, and the nesting it was declared at.
    pub(crate) fn lookup_tag(&self, name: Symbol) -> Option<(Tag, u32)> {
        self.tags.get(name.index()).copied().flatten()
    }

    pub(crate) fn bind_tag(&mut self, name: Symbol, tag: Tag) {
        grow(&mut self.tags, name.index());
        let depth = self.depth();
        let old = self.tags[name.index()].replace((tag, depth));
        if !self.marks.is_empty() {
            self.undo.push(Undo::Tag(name, old));
        }
    }
}

fn grow<T: Clone>(slots: &mut Vec<Option<T>>, index: usize) {
    if index >= slots.len() {
        slots.resize(index + 1 + index / 2, None);
    }
}
