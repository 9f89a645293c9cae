//! From tree to text.
//!
//! [`canonical`] prints a program from the tree alone: stable formatting, as few parentheses as the grammar allows, constants
//! as they were written where they came from text. Reading the result gives the same tree.
//!
//! Printing is part of every case kiln makes, so it writes bytes into one buffer and formats nothing on the way. Files:
//! [`types`] declarators, structures and enumerations; [`expr`] expressions; [`stmt`] statements, declarations and files;
//! [`literal`] constants and strings.

mod expr;
mod literal;
mod stmt;
mod types;

use crate::names::Symbol;
use crate::tree::{ExprId, Program, Sight, Tables, Unit};
use crate::types::{Tag, Ty};

/// The first unit of a program as C text, made from the tree alone.
pub fn canonical(program: &Program) -> String {
    program.units.first().map_or_else(String::new, |unit| canonical_unit(&program.tables, unit))
}

/// A unit as C text, made from the tree alone.
pub fn canonical_unit(tables: &Tables, unit: &Unit) -> String {
    let mut printer = Printer::new(Sight::of_file(tables, unit));
    printer.unit(unit);
    printer.finish()
}

/// An expression as C text, made from the tree alone.
pub fn expr_text(sight: Sight<'_>, id: ExprId) -> String {
    let mut printer = Printer::new(sight);
    printer.expr(id, 0);
    printer.finish()
}

/// A type as C text: a type name.
pub fn type_text(sight: Sight<'_>, ty: Ty) -> String {
    let mut printer = Printer::new(sight);
    printer.type_and_name(ty, None);
    printer.finish()
}

/// The state of printing.
struct Printer<'a> {
    sight: Sight<'a>,
    out: Vec<u8>,
    indent: usize,
    /// Structures, unions and enumerations that the declaration at hand defines and that have not been printed yet.
    pending: Vec<Tag>,
    /// Inside a prototype that is not a definition: array bounds name parameters that are not there, so they are `[*]`.
    in_prototype: bool,
}

impl<'a> Printer<'a> {
    fn new(sight: Sight<'a>) -> Printer<'a> {
        Printer { sight, out: Vec::with_capacity(4096), indent: 0, pending: Vec::new(), in_prototype: false }
    }

    fn finish(self) -> String {
        // Everything written is UTF-8: keywords, names, and literals with escapes.
        String::from_utf8(self.out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn name(&mut self, name: Symbol) {
        self.out.extend_from_slice(self.sight.name(name).as_bytes());
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    fn number(&mut self, mut n: u64) {
        let mut digits = [0u8; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[start..]);
    }

    /// Starts a new line at the current indentation.
    fn newline(&mut self) {
        const BLANKS: [u8; 64] = [b' '; 64];
        self.out.push(b'\n');
        let mut left = self.indent * 4;
        while left > 0 {
            let n = left.min(BLANKS.len());
            self.out.extend_from_slice(&BLANKS[..n]);
            left -= n;
        }
    }
}
