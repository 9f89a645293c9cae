//! Programs, units, and what their bodies share.

use std::sync::Arc;

use super::body::Body;
use super::functions::Functions;
use super::ids::FunctionId;
use super::node::StmtKind;
use crate::names::Names;
use crate::source::SourceText;
use crate::target::Options;
use crate::types::Types;

/// What all bodies of a program share: names and types.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Interned names.
    pub names: Names,
    /// Interned types.
    pub types: Types,
}

impl Tables {
    /// Whether everything that `base` holds is here, under the same numbers: what refers to `base` can be read with these.
    pub fn extends(&self, base: &Tables) -> bool {
        self.names.extends(&base.names) && self.types.extends(&base.types)
    }
}

/// A translation unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The name of its main file.
    pub name: Arc<str>,
    /// Its text, if it was read from text.
    pub source: Option<Arc<SourceText>>,
    /// Everything at file scope.
    pub file: Arc<Body>,
    /// The function definitions, each with its own arenas.
    pub functions: Functions,
}

impl Unit {
    /// The body of a function definition.
    pub fn function(&self, id: FunctionId) -> &Arc<Body> {
        self.functions.get(id).expect("an item names a function of its unit")
    }

    /// The function definitions among the items, in their order. One that was dropped keeps its number and is not listed.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> {
        self.file.list(self.file.items).filter_map(|item| match self.file.stmt(item) {
            StmtKind::Function { function } => Some(function),
            _ => None,
        })
    }

    /// The file scope and the function definitions among its items.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        std::iter::once(&*self.file).chain(self.function_ids().map(|id| &**self.function(id)))
    }
}

/// A C program: one or several translation units. Cloning it is cheap; an edit copies what it changes.
#[derive(Clone, Debug)]
pub struct Program {
    /// Target and dialect it was checked for.
    pub options: Options,
    /// Names and types.
    pub tables: Arc<Tables>,
    /// The units in link order.
    pub units: Vec<Unit>,
}
