//! Several texts as one program.
//!
//! The units are read one after the other into the same tables, so that a type or a name is the same number in all of them.
//! Structures, unions and enumerations are each unit's own, as in C; when all are read, those that C11 6.2.7 calls
//! compatible are found once ([`Types::relate_units`](crate::types::Types)), and every later question looks them up.

use std::sync::Arc;

use super::{open, parse_unit};
use crate::diagnostics::{Diagnostic, has_errors};
use crate::index::Id;
use crate::target::Options;
use crate::tree::shared::Shared;
use crate::tree::{DeclKind, Program, Tables, Unit};
use crate::types::units::{EnumConstant, UnitStart};

/// What reading several texts gives: one program, and what was found in each of them.
#[derive(Clone, Debug)]
pub struct ParsedUnits {
    /// The program. Complete and typed if there is no error among the diagnostics.
    pub program: Program,
    /// What was found, for each unit. The text of a unit is [`Unit::source`].
    pub diagnostics: Vec<Vec<Diagnostic>>,
}

impl ParsedUnits {
    /// Whether every text is a valid unit.
    pub fn accepted(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostics| has_errors(diagnostics))
    }
}

/// Reads preprocessed C files, each with its name, as the units of one program.
///
/// ```
/// use kiln_lang::{Options, parse_units};
///
/// let units = [("a.i", &b"extern int x; int main(void) { return x; }"[..]), ("b.i", b"int x = 3;")];
/// let parsed = parse_units(units, &Options::default());
/// assert!(parsed.accepted());
/// assert_eq!(parsed.program.units.len(), 2);
/// ```
pub fn parse_units<'a, T: Into<Box<[u8]>>>(
    inputs: impl IntoIterator<Item = (&'a str, T)>,
    options: &Options,
) -> ParsedUnits {
    let mut tables: Shared<Tables> = Shared::default();
    let mut units: Vec<Unit> = Vec::new();
    let mut starts = Vec::new();
    let mut diagnostics = Vec::new();
    for (name, text) in inputs {
        starts.push(UnitStart { record: tables.types.records.len(), enumeration: tables.types.enums.len() });
        let (source, too_large) = open(name, text);
        let mut parsed = parse_unit(name, source, options, tables);
        parsed.diagnostics.extend(too_large);
        diagnostics.push(parsed.diagnostics);
        units.extend(parsed.program.units);
        tables = Shared::Owned(Box::new(Arc::unwrap_or_clone(parsed.program.tables)));
    }
    if units.len() > 1 {
        let constants = enum_constants(&tables, &units, &starts);
        tables.own().types.relate_units(&options.target, &starts, &constants);
    }
    ParsedUnits { program: Program { options: *options, tables: tables.into_arc(), units }, diagnostics }
}

/// The constants of every enumeration. Those of one inside a function are left out: nothing of another unit can meet it.
fn enum_constants(tables: &Tables, units: &[Unit], starts: &[UnitStart]) -> Vec<Vec<EnumConstant>> {
    let enums = tables.types.enums.iter_ids();
    enums
        .map(|(id, definition)| {
            let unit = starts.partition_point(|start| start.enumeration <= id.index()).saturating_sub(1);
            let decls = definition.constants.iter().filter(|constant| constant.decl.is_file());
            let decls = decls.filter_map(|constant| units[unit].file.decls.get(constant.decl.id()));
            decls
                .filter_map(|decl| match (decl.name, decl.kind) {
                    (Some(name), DeclKind::Enumerator(value)) => Some(EnumConstant { name, value }),
                    _ => None,
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Ty, TypeKind};

    fn read(texts: &[&'static str]) -> ParsedUnits {
        let inputs = texts.iter().map(|text| ("unit.i", text.as_bytes()));
        parse_units(inputs, &Options::default())
    }

    /// The type of the last declaration at file scope of a unit.
    fn last_type(parsed: &ParsedUnits, unit: usize) -> Ty {
        parsed.program.units[unit].file.decls.iter().last().expect("a declaration").ty
    }

    fn compatible(first: &'static str, second: &'static str) -> bool {
        let parsed = read(&[first, second]);
        assert!(parsed.accepted(), "{:?}", parsed.diagnostics);
        let (a, b) = (last_type(&parsed, 0), last_type(&parsed, 1));
        parsed.program.tables.types.compatible(&parsed.program.options.target, a, b)
    }

    #[test]
    fn structures_of_two_units_are_compared_by_their_members() {
        let list = "struct s { struct s *next; int x; }; struct s v;";
        assert!(compatible(list, list));
        assert!(!compatible(list, "struct s { struct s *next; long x; }; struct s v;"));
        assert!(!compatible(list, "struct s { struct s *next; int y; }; struct s v;"));
        assert!(!compatible(list, "struct t { struct t *next; int x; }; struct t v;"));
        assert!(!compatible(list, "union s { union s *next; int x; }; union s v;"));
        assert!(!compatible("struct s { int x : 3; } v;", "struct s { int x : 4; } v;"));
        assert!(compatible("struct s *v;", "struct s { int x; } *v;"));
        assert!(compatible("typedef struct { int x; } t; t v;", "typedef struct { int x; } u; u v;"));
    }

    #[test]
    fn what_a_structure_leads_to_counts() {
        let first = "struct in { int x; }; struct out { struct in *p; struct out *q; } v;";
        let second = "struct in { long x; }; struct out { struct in *p; struct out *q; } v;";
        assert!(compatible(first, first));
        assert!(!compatible(first, second));
    }

    #[test]
    fn members_of_a_union_have_no_order_and_members_of_a_structure_have() {
        assert!(compatible("union u { int a; float b; } v;", "union u { float b; int a; } v;"));
        assert!(compatible("union { int a; float b; } v;", "union { float b; int a; } v;"));
        assert!(!compatible("struct s { int a; float b; } v;", "struct s { float b; int a; } v;"));
    }

    #[test]
    fn enumerations_are_compared_by_their_constants() {
        assert!(compatible("enum e { A, B } v;", "enum e { B = 1, A = 0 } v;"));
        assert!(!compatible("enum e { A, B } v;", "enum e { A, C } v;"));
        assert!(!compatible("enum e { A, B } v;", "enum e { A, B = 2 } v;"));
    }

    #[test]
    fn in_one_unit_two_structures_stay_two() {
        let both = "struct s { int x; } a; void f(void) { struct s { int x; } b; }";
        let parsed = read(&[both, both]);
        assert!(parsed.accepted());
        let types = &parsed.program.tables.types;
        let inner = parsed.program.units[0].functions.iter().next().expect("a function");
        let inner = inner.decls.iter().find(|decl| matches!(types.kind(decl.ty), TypeKind::Record(_)));
        let outer =
            parsed.program.units[0].file.decls.iter().find(|decl| matches!(types.kind(decl.ty), TypeKind::Record(_)));
        let (inner, outer) = (inner.expect("a variable").ty, outer.expect("a variable").ty);
        assert!(!types.compatible(&parsed.program.options.target, inner, outer));
    }

    #[test]
    fn an_error_in_one_unit_is_an_error_of_the_program() {
        let parsed = read(&["int x;", "int y = ;", "int z;"]);
        assert!(!parsed.accepted());
        assert_eq!(parsed.diagnostics.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(parsed.program.units.len(), 3);
    }
}
