//! From tree to text.
//!
//! [`canonical`] prints a program from the tree alone: stable formatting, as few parentheses as the grammar allows, constants
//! as they were written where they came from text. Reading the result gives the same tree. [`source`] keeps the text that the
//! program was read from and prints only what was edited.
//!
//! Printing is part of every case kiln makes, so it writes bytes into one buffer and formats nothing on the way. Files:
//! `types` declarators, structures and enumerations; `expr` expressions; `stmt` statements, declarations and files;
//! `literal` constants and strings; `original` copying text with its patches.

mod expr;
mod literal;
mod original;
mod stmt;
mod types;

use self::original::{Original, Probe};
pub(crate) use self::types::base_type;
use crate::lex::{IntForm, append};
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{ExprId, Program, Sight, Tables, Unit};
use crate::types::{Tag, Ty};

/// The first unit of a program as C text, made from the tree alone.
pub fn canonical(program: &Program) -> String {
    program.units.first().map_or_else(String::new, |unit| canonical_unit(&program.tables, unit))
}

/// A unit as C text, made from the tree alone.
pub fn canonical_unit(tables: &Tables, unit: &Unit) -> String {
    let mut printer = Printer::new(Sight::of_file(tables, unit));
    // About as long as the text it was read from; a guess that saves copying.
    printer.out.reserve(unit.source.as_ref().map_or(0, |source| source.bytes().len()));
    printer.unit(unit);
    printer.finish()
}

/// The first unit of a program in the text it was read from, but for what was edited. What is not UTF-8 becomes U+FFFD; see
/// [`source_bytes`].
pub fn source(program: &Program) -> String {
    program.units.first().map_or_else(String::new, |unit| source_unit(&program.tables, unit))
}

/// A unit in the text it was read from, but for what was edited. What is not UTF-8 becomes U+FFFD; see [`source_bytes`].
pub fn source_unit(tables: &Tables, unit: &Unit) -> String {
    into_string(source_bytes(tables, unit))
}

/// A unit in the text it was read from, but for what was edited: everything outside of the edited places is kept byte for
/// byte, line markers included.
///
/// Edited is what the bodies' [patches](crate::tree::patch) say. A unit that was built by code is printed
/// [canonically](canonical_unit).
pub fn source_bytes(tables: &Tables, unit: &Unit) -> Vec<u8> {
    let Some(original) = Original::new(unit) else { return canonical_unit(tables, unit).into_bytes() };
    let mut printer = Printer::new(Sight::of_file(tables, unit));
    printer.original = Some(&original);
    printer.whole_text();
    printer.out
}

fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
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
    /// The text to copy nodes from that came from it; without it everything is printed from the tree.
    original: Option<&'a Original<'a>>,
    /// The statement that was copied last.
    copied: Span,
    /// Set while printing only serves to find out where a node stands.
    probe: Option<Probe<'a>>,
    /// How deep in the tree this is.
    depth: u32,
}

impl<'a> Printer<'a> {
    fn new(sight: Sight<'a>) -> Printer<'a> {
        Printer {
            sight,
            out: Vec::with_capacity(4096),
            indent: 0,
            pending: Vec::new(),
            in_prototype: false,
            original: None,
            copied: Span::NONE,
            probe: None,
            depth: 0,
        }
    }

    /// Runs `inner` one level deeper, with as much stack as it needs. To ask how much there is costs as much as to print a
    /// small node, so only some levels ask, for all up to the next that does.
    #[inline]
    fn nested(&mut self, inner: impl FnOnce(&mut Self)) {
        const LEVELS: u32 = 16;
        self.depth += 1;
        if self.depth % LEVELS == 1 {
            stacker::maybe_grow(LEVELS as usize * 8 * 1024, 1024 * 1024, || inner(self));
        } else {
            inner(self);
        }
        self.depth -= 1;
    }

    fn finish(self) -> String {
        // Everything written is UTF-8: keywords, names, and literals with escapes.
        into_string(self.out)
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn name(&mut self, name: Symbol) {
        let (name, behind) = self.sight.tables.names.resolve_in_place(name);
        // Most names are short.
        match behind.first_chunk::<16>() {
            Some(chunk) if name.len() <= 16 => append(chunk, name.len(), &mut self.out),
            _ => self.out.extend_from_slice(name),
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    fn number(&mut self, n: u64) {
        IntForm::DECIMAL.write(n, &mut self.out);
    }

    /// Starts a new line at the current indentation.
    fn newline(&mut self) {
        // Deeper nesting is not shown: it would make the text grow with the square of its depth.
        const MAX_INDENT: usize = 30;
        const NEWLINE: [u8; 1 + 4 * MAX_INDENT] = {
            let mut line = [b' '; 1 + 4 * MAX_INDENT];
            line[0] = b'\n';
            line
        };
        let length = 1 + 4 * self.indent.min(MAX_INDENT);
        match NEWLINE.first_chunk::<32>() {
            Some(short) if length <= 32 => append(short, length, &mut self.out),
            _ => self.out.extend_from_slice(&NEWLINE[..length]),
        }
    }
}
