//! What can be seen from inside a body: the tables, the file scope, and the function.

use super::body::Body;
use super::ids::{AttrsRef, DeclRef, ExprRef, TypeNameRef};
use super::parts::{Attr, Decl, TypeName};
use super::program::{Tables, Unit};
use crate::names::Symbol;
use crate::types::Types;

/// A view of a unit from inside one of its bodies.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Names and types.
    pub tables: &'a Tables,
    /// The file scope.
    pub file: &'a Body,
    /// The function at hand; at file scope the file scope again.
    pub body: &'a Body,
}

impl<'a> Sight<'a> {
    /// The view from file scope.
    pub fn of_file(tables: &'a Tables, unit: &'a Unit) -> Sight<'a> {
        Sight { tables, file: &unit.file, body: &unit.file }
    }

    /// The view from inside a function.
    pub fn of_function(tables: &'a Tables, unit: &'a Unit, body: &'a Body) -> Sight<'a> {
        Sight { tables, file: &unit.file, body }
    }

    /// The body a reference leads to, and the view from there.
    #[inline]
    #[must_use]
    pub fn at(self, is_file: bool) -> Sight<'a> {
        if is_file { Sight { body: self.file, ..self } } else { self }
    }

    /// A declaration in sight.
    #[inline]
    pub fn decl(self, decl: DeclRef) -> &'a Decl {
        &self.at(decl.is_file()).body.decls[decl.id()]
    }

    /// A type name in sight.
    pub fn type_name(self, name: TypeNameRef) -> &'a TypeName {
        &self.at(name.is_file()).body.type_names[name.id()]
    }

    /// Attributes in sight.
    pub fn attrs(self, attrs: AttrsRef) -> &'a [Attr] {
        &self.at(attrs.is_file()).body.attrs[attrs.id()]
    }

    /// The view from where an expression stands.
    #[must_use]
    pub fn at_expr(self, expr: ExprRef) -> Sight<'a> {
        self.at(expr.is_file())
    }

    /// The text of a name.
    #[inline]
    pub fn name(self, symbol: Symbol) -> &'a str {
        self.tables.names.resolve(symbol)
    }

    /// The type table.
    #[inline]
    pub fn types(self) -> &'a Types {
        &self.tables.types
    }
}
