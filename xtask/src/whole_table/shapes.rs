//! Shapes of loops: their text without names and numbers.
//!
//! A generator that vectorizes the same loop a thousand times tests one thing. Two loops have the same shape if they have the same
//! keywords, types, operators and brackets in the same order.

use kiln_lang::lex::{LexDialect, TokenKind, lex};
use kiln_lang::names::Names;
use kiln_lang::source::{SourceText, Span};
use kiln_lang::tree::{Node, Program, StmtKind};

use crate::producer::is_header;

/// A loop: where it begins and ends, by line and column, and its shape.
#[derive(Debug, Clone)]
pub(super) struct Loop {
    begin: (u32, u32),
    end: (u32, u32),
    shape: String,
}

/// All loops of a program's first unit.
pub(super) fn loops(program: &Program) -> Vec<Loop> {
    let Some(unit) = program.units.first() else { return Vec::new() };
    let Some(source) = &unit.source else { return Vec::new() };
    let mut loops = Vec::new();
    for body in unit.bodies() {
        for stmt in body.nodes().filter_map(Node::stmt) {
            if !matches!(body.stmt(stmt), StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }) {
                continue;
            }
            let Span { start, end } = body.stmt_span(stmt);
            let [first, last] = [start, end].map(|offset| source.place(offset));
            if !is_header(first.file) {
                let text = source.text(Span::new(start, end)).to_vec();
                loops.push(Loop {
                    begin: (first.line, first.column),
                    end: (last.line, last.column),
                    shape: shape(text),
                });
            }
        }
    }
    loops
}

/// The shape of the innermost loop around a place.
pub(super) fn around(loops: &[Loop], place: (u32, u32)) -> Option<&str> {
    let around = loops.iter().filter(|one| one.begin <= place && place <= one.end);
    // Of two loops around the same place the inner one begins later.
    around.max_by_key(|one| one.begin).map(|one| one.shape.as_str())
}

fn shape(text: Vec<u8>) -> String {
    let Ok(mut source) = SourceText::new("loop", text) else { return String::new() };
    let tokens = lex(&mut source, &mut Names::new(), LexDialect::default(), &mut Vec::new());
    let tokens = tokens.iter().filter(|token| token.kind != TokenKind::Eof);
    let words = tokens.map(|token| match token.kind {
        TokenKind::Identifier => "v",
        TokenKind::Number => "n",
        kind => kind.text(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::producer::Producer;

    #[test]
    fn names_and_numbers_make_no_difference() {
        let text = "int a[9], b[9];\nint main(void) {\n  for (int i = 0; i < 9; i++)\n    for (int j = 0; j < 9; j++) a[j] += b[i];\n\
                    for (int k = 1; k < 5; k++) b[k] += a[2];\n  while (a[0]) a[0]--;\n  return 0;\n}\n";
        let program = Producer::whole().read(Path::new("a.c"), text.as_bytes()).unwrap();
        let loops = loops(&program);
        let [inner, other, third] = [(4, 12), (5, 10), (6, 6)].map(|place| around(&loops, place).unwrap());
        assert_eq!(inner, "for ( int v = n ; v < n ; v ++ ) v [ v ] += v [ v ] ;");
        assert_eq!(other, "for ( int v = n ; v < n ; v ++ ) v [ v ] += v [ n ] ;");
        assert!(third.starts_with("while"), "{third}");
        assert_eq!(around(&loops, (1, 1)), None);
        assert_eq!(shape(b"for (i = 1;;) a[i] += 5;".to_vec()), shape(b"for (k = 2;;) c[k] += 0x7;".to_vec()));
    }
}
