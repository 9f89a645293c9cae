//! What kiln has to say about a text: a stable code, a place, and a sentence.
//!
//! C programs are data, so reading one never fails: each stage returns what it understood and adds
//! to a list of [`Diagnostic`]s. Tools match on [`Code`], people read [`render`].

use std::fmt;

use crate::source::{SourceText, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// More about the diagnostic before it.
    Note,
    /// The program has a meaning, but perhaps not the one its author had in mind.
    Warning,
    /// The text is not a program.
    Error,
}

impl Severity {
    /// The word that messages and tools use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Makes [`Code`] from rows of variant, stable name, meaning. A new code is a new row.
macro_rules! codes {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// What a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name that tools may rely on.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line on what the code stands for.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }
        }
    };
}

codes! {
    // Lexical.
    StrayCharacter "stray-character" "A byte that starts no token of C.";
    UnterminatedComment "unterminated-comment" "A comment without its end.";
    UnterminatedLiteral "unterminated-literal" "A string or character without its closing quote.";
    BadDirective "bad-directive" "A directive that preprocessed text cannot have.";
    BadNumber "bad-number" "A number that is neither an integer nor a floating constant.";
    BadEscape "bad-escape" "An escape sequence that stands for no character.";
    UnknownEscape "unknown-escape" "A backslash before a character that needs none.";
    EscapeRange "escape-range" "An escape sequence with more bits than its character.";
    BadEncoding "bad-encoding" "Bytes in a wide literal that are not UTF-8.";
    BadCharacter "bad-character" "A character constant with nothing in it.";
    CharacterTooLong "character-too-long" "A character constant that its type cannot hold.";
    StringPrefixes "string-prefixes" "Adjacent string literals whose prefixes do not go together.";
    TooManyErrors "too-many-errors" "Further diagnostics of this stage were left out.";
    // Everything behind.
    Syntax "syntax" "Text that the grammar of C does not allow.";
    Limit "limit" "Text that is nested or grown beyond what kiln takes.";
    Undeclared "undeclared" "A name that is not declared.";
    ImplicitDeclaration "implicit-declaration" "A function that is called without being declared.";
    Redeclaration "redeclaration" "A declaration that contradicts an earlier one.";
    BadSpecifiers "bad-specifiers" "Declaration specifiers that do not go together.";
    BadDeclarator "bad-declarator" "A declarator that makes no valid type.";
    BadArray "bad-array" "An array of a wrong element type or size.";
    BadField "bad-field" "A member that a structure or union cannot have.";
    BadEnum "bad-enum" "An enumeration that cannot be.";
    Incomplete "incomplete" "A type whose contents must be known here.";
    NotConstant "not-constant" "An expression that must be a constant.";
    NotLvalue "not-lvalue" "An expression that must name an object.";
    ReadOnly "read-only" "A write to something `const`.";
    BadOperand "bad-operand" "Operands of types that the operator does not take.";
    BadCall "bad-call" "A call that does not fit the function.";
    BadMember "bad-member" "A member that the type does not have.";
    BadCast "bad-cast" "A cast between types that cannot be converted.";
    BadConversion "bad-conversion" "A value that cannot be converted to the type it is given to.";
    DoubtfulConversion "doubtful-conversion" "A conversion that compilers accept with a warning.";
    BadInitializer "bad-initializer" "An initialiser that does not fit its object.";
    BadStatement "bad-statement" "A statement that cannot stand where it does.";
    BadLabel "bad-label" "A label that is missing, doubled or out of place.";
    BadCase "bad-case" "A case that is doubled or out of place.";
    BadAttribute "bad-attribute" "An attribute that cannot be applied.";
    BadAsm "bad-asm" "An asm that cannot be.";
    BadGeneric "bad-generic" "A generic selection without exactly one match.";
    StaticAssertion "static-assertion" "A static assertion that does not hold.";
    Unsupported "unsupported" "Something that kiln does not know, or knows that it does not do.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One remark about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What it is about.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub span: Span,
    /// A lower-case sentence without its dot.
    pub message: String,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, span, message: message.into() }
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Warning, span, message: message.into() }
    }

    /// A note at `span`.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Note, span, message: message.into() }
    }
}

/// Whether one of `diagnostics` is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// How many characters of a line are shown; a longer one is cut around the mark.
const SHOWN_WIDTH: usize = 120;
/// How many of them, at most, stand before the mark in a line that is cut.
const SHOWN_BEFORE: usize = 40;

/// The diagnostic as people read it: place, sentence and code, then the line with a mark below.
///
/// ```text
/// a.c:3:9: error: expected `;` [syntax]
///   int x = 08;
///           ^~
/// ```
pub fn render(diagnostic: &Diagnostic, source: &SourceText) -> String {
    let Diagnostic { code, severity, span, message } = diagnostic;
    if span.is_none() {
        return format!("{}: {severity}: {message} [{code}]\n", source.name());
    }
    let place = source.place(span.start);
    let excerpt = excerpt(*span, source).unwrap_or_default();
    format!("{}:{}:{}: {severity}: {message} [{code}]\n{excerpt}", place.file, place.line, place.column)
}

/// The line of a place and the line with the mark below it; nothing if the place is in no text.
pub fn excerpt(span: Span, source: &SourceText) -> Option<String> {
    if span.is_none() {
        return None;
    }
    let (line, mark) = marked_line(span, source);
    Some(format!("{line}\n{mark}\n"))
}

/// The source line of `span` and the line with the mark below it.
fn marked_line(span: Span, source: &SourceText) -> (String, String) {
    let line = source.line_span(span.start);
    let start = span.start.clamp(line.start, line.end);
    let end = span.end.clamp(start, line.end);
    let shown = |start, end| source.text_lossy(Span::new(start, end)).chars().map(printable).collect::<Vec<char>>();

    let before = shown(line.start, start);
    let inside = shown(start, end);
    let after = shown(end, line.end);
    let is_long = before.len() + inside.len() + after.len() > SHOWN_WIDTH;
    let n_cut = if is_long { before.len().saturating_sub(SHOWN_BEFORE) } else { 0 };
    let before = &before[n_cut..];
    let room = SHOWN_WIDTH.saturating_sub(before.len());

    let mut text = String::from("  ");
    let mut mark = String::from("  ");
    if n_cut > 0 {
        text.push_str("...");
        mark.push_str("   ");
    }
    text.extend(before);
    mark.extend(before.iter().map(|&c| if c == '\t' { '\t' } else { ' ' }));
    text.extend(inside.iter().chain(&after).take(room));
    if inside.len() + after.len() > room {
        text.push_str("...");
    }
    mark.push('^');
    mark.extend(std::iter::repeat_n('~', inside.len().min(room).saturating_sub(1)));
    (text.trim_end().to_owned(), mark)
}

/// Control characters would move the cursor and part the mark from its text.
fn printable(c: char) -> char {
    if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &[u8], start: u32, end: u32) -> String {
        let source = SourceText::new("a.c", text).expect("small enough");
        render(&Diagnostic::error(Code::Syntax, Span::new(start, end), "oops"), &source)
    }

    #[test]
    fn the_mark_stands_under_its_text() {
        assert_eq!(
            rendered(b"int a;\nint bcd = 1;\n", 11, 14),
            "a.c:2:5: error: oops [syntax]\n  int bcd = 1;\n      ^~~\n"
        );
    }

    #[test]
    fn tabs_stay_aligned() {
        assert_eq!(rendered(b"\tx\ty", 3, 4), "a.c:1:4: error: oops [syntax]\n  \tx\ty\n  \t \t^\n");
    }

    #[test]
    fn a_mark_ends_with_its_line() {
        assert_eq!(rendered(b"ab\ncd\n", 1, 5), "a.c:1:2: error: oops [syntax]\n  ab\n   ^\n");
        assert_eq!(rendered(b"ab", 2, 2), "a.c:1:3: error: oops [syntax]\n  ab\n    ^\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = [b"a".repeat(500), b"XY".to_vec(), b"b".repeat(500)].concat();
        let rendered = rendered(&text, 500, 502);
        let lines: Vec<&str> = rendered.lines().collect();
        assert_eq!(lines[1].find("XY"), lines[2].find("^~"));
        assert!(lines[1].starts_with("  ...aaa") && lines[1].ends_with("bbb..."));
        assert!(lines[1].len() < 140, "{}", lines[1].len());
    }

    #[test]
    fn foreign_bytes_are_shown_as_one_character() {
        assert_eq!(rendered(b"\xff\x1b x", 3, 4), "a.c:1:4: error: oops [syntax]\n  \u{fffd}\u{fffd} x\n     ^\n");
    }

    #[test]
    fn without_a_span_only_the_file_is_named() {
        let source = SourceText::new("a.c", *b"x").expect("small enough");
        let diagnostic = Diagnostic::warning(Code::Unsupported, Span::NONE, "hm");
        assert_eq!(render(&diagnostic, &source), "a.c: warning: hm [unsupported]\n");
    }

    #[test]
    fn code_names_are_kebab_case_and_distinct() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert!(names.iter().all(|name| { name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') }));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
