//! From text to tokens: a lexer for preprocessed C11 with GNU extensions.
//!
//! [`lex`] turns a whole unit into one vector of [`Token`]s. In reading order:
//!
//! - `token` holds the table of keywords and punctuators;
//! - `scan` is the loop over the text, and the only part that must be fast; `bytes` has its tables;
//! - `identifier` reads names that are not plain ASCII;
//! - `directive` reads what is left of preprocessing: line markers, pragmas, skipped definitions;
//! - `number` and `quoted` say what a literal's text means, when the parser asks; `plain` has the integers whose text need
//!   not be kept.
//!
//! The lexer decides where tokens end and which names are keywords, and nothing else. A number
//! stays text until its type matters; the value of a floating constant depends on a target that the
//! lexer does not know.
//!
//! Text arrives as a preprocessor leaves it, or almost: comments, continued lines, digraphs and
//! leftover `#define` lines (`gcc -E -C`, `-dD`, `-fdirectives-only`) are accepted as well.

mod bytes;
mod directive;
mod identifier;
mod number;
mod plain;
mod quoted;
mod scan;
mod token;

pub use directive::pragma_text;
pub use number::{BadNumber, Base, FloatLiteral, FloatSuffix, IntLiteral, Number, number, without_separators};
pub(crate) use plain::append;
pub use plain::{IntForm, IntSuffix};
pub use quoted::{CharConstant, Prefix, StringConstant, Units, char_constant, string_constant};
pub use token::{KEYWORDS, Keyword, Token, TokenKind, When};

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::names::Names;
use crate::source::{SourceText, Span};

/// What the lexer must know about the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LexDialect {
    /// `asm` and `typeof` are keywords (`-std=gnu*`); with underscores they always are.
    pub gnu_keywords: bool,
    /// `restrict` is a keyword and `//` starts a comment (`-std=c99` and later).
    pub c99: bool,
    /// `??=` and its like are replaced (`-std=c*`, `-trigraphs`).
    pub trigraphs: bool,
    /// `$` may stand in names.
    pub dollars: bool,
    /// `u8""`, `u""` and `U""` have prefixes (`-std=c11`, `-std=gnu99` and later).
    pub unicode_strings: bool,
    /// `R"(...)"` is a raw string (`-std=gnu99` and later).
    pub raw_strings: bool,
    /// `u8'a'` is a constant and `1'000` a number (`-std=c2x`).
    pub c2x: bool,
}

impl Default for LexDialect {
    /// `-std=gnu11`.
    fn default() -> Self {
        Self {
            gnu_keywords: true,
            c99: true,
            trigraphs: false,
            dollars: true,
            unicode_strings: true,
            raw_strings: true,
            c2x: false,
        }
    }
}

impl LexDialect {
    const fn reserves(self, when: When) -> bool {
        match when {
            When::Always => true,
            When::C99 => self.c99,
            When::Gnu => self.gnu_keywords,
            When::C99OrGnu => self.c99 || self.gnu_keywords,
        }
    }

    /// Whether a name is the prefix of a literal (C11 6.4.4.4, 6.4.5) and no name of its own.
    fn is_prefix(self, name: &[u8], quote: u8) -> bool {
        match name {
            b"L" => true,
            b"u" | b"U" => self.unicode_strings,
            b"u8" if quote == b'"' => self.unicode_strings,
            b"u8" => self.c2x,
            _ => false,
        }
    }
}

/// All tokens of a unit; the last, and only the last, is [`TokenKind::Eof`].
///
/// The text goes through translation phases 1 and 2 first, so spans are spans of the text as
/// `source` holds it afterwards. Line markers are left in `source`.
pub fn lex(
    source: &mut SourceText,
    names: &mut Names,
    dialect: LexDialect,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    source.translate(dialect.trigraphs, dialect.raw_strings);
    let text = source.bytes();
    let reporter = Reporter { diagnostics, n_left: MAX_DIAGNOSTICS };
    let (tokens, markers) = scan::Scanner::new(text, names, dialect, reporter).run();
    let (files, markers) = markers.finish();
    source.set_markers(files, markers);
    tokens
}

/// A text that is not C at all would otherwise have a diagnostic for every few bytes.
const MAX_DIAGNOSTICS: u32 = 200;

/// Where diagnostics go, up to a limit.
struct Reporter<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    n_left: u32,
}

impl Reporter<'_> {
    #[cold]
    fn error(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>) {
        let span = Span::new(start as u32, end as u32);
        self.report(Diagnostic::error(code, span, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        match self.n_left {
            0 => return,
            1 => self.diagnostics.push(Diagnostic {
                code: Code::TooManyErrors,
                severity: Severity::Error,
                span: diagnostic.span,
                message: "too many lexical errors; the rest is not shown".to_owned(),
            }),
            _ => self.diagnostics.push(diagnostic),
        }
        self.n_left -= 1;
    }
}

#[cfg(test)]
mod tests;
