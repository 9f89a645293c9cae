//! The loop over the text.
//!
//! Each token is one step: look up the class of its first byte, go to the code for that class, find
//! the token's end. The common classes (names, numbers, brackets, operators) are handled with plain
//! loops over byte tables; everything else leaves the loop at once. A byte behind the end reads as
//! NUL, which is otherwise white space, so that only NUL has to ask whether the text is over.
//!
//! FIXME speed

use super::directive::Markers;
use super::token::{KEYWORDS, Keyword, Token, TokenKind};
use super::{LexDialect, Reporter, identifier};
use crate::diagnostics::Code;
use crate::names::{Names, Symbol};

/// What the first byte of a token says about it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    /// White space.
    Blank,
    /// NUL: white space too, unless the text ends there.
    Nul,
    /// A letter or underscore.
    Name,
    Digit,
    /// A punctuator that no other one starts with.
    Single,
    /// A byte that starts several punctuators.
    Operator,
    /// `.`, which starts numbers too.
    Dot,
    /// `/`, which starts comments too.
    Slash,
    /// `"`
    Quote,
    /// `'`
    Apostrophe,
    /// `#`
    Hash,
    /// A byte that may belong to a name which is not plain ASCII: `$`, `\`, 128 and above.
    Extended,
    Stray,
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 => Class::Nul,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Name,
            b'0'..=b'9' => Class::Digit,
            b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'~' | b'?' | b';' | b',' => Class::Single,
            b'-' | b'+' | b'&' | b'*' | b'!' | b'%' | b'<' | b'>' | b'=' | b'^' | b'|' | b':' => {
                Class::Operator
            }
            b'.' => Class::Dot,
            b'/' => Class::Slash,
            b'"' => Class::Quote,
            b'\'' => Class::Apostrophe,
            b'#' => Class::Hash,
            b'$' | b'\\' | 128..=255 => Class::Extended,
            _ => Class::Stray,
        };
        byte += 1;
    }
    classes
}

/// Letters, digits and the underscore.
static IN_NAME: [bool; 256] = {
    let mut in_name = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        in_name[byte] = matches!(CLASSES[byte], Class::Name | Class::Digit);
        byte += 1;
    }
    in_name
};

pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    /// Where the next token is looked for.
    pub(super) pos: usize,
    names: &'a mut Names,
    /// The kind that the name with the symbol of this index has in the dialect.
    keywords: [TokenKind; KEYWORDS.len()],
    pub(super) dialect: LexDialect,
    pub(super) tokens: Vec<Token>,
    pub(super) markers: Markers,
    pub(super) reporter: Reporter<'a>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        text: &'a [u8],
        names: &'a mut Names,
        dialect: LexDialect,
        reporter: Reporter<'a>,
    ) -> Self {
        let keywords = std::array::from_fn(|index| {
            let Keyword { kind, when, .. } = KEYWORDS[index];
            if dialect.reserves(when) {
                kind
            } else {
                TokenKind::Identifier
            }
        });
        // Preprocessed C has a token for every four to six bytes.
        let tokens = Vec::with_capacity(text.len() / 4 + 1);
        Self {
            text,
            pos: 0,
            names,
            keywords,
            dialect,
            tokens,
            markers: Markers::default(),
            reporter,
        }
    }

    pub(super) fn run(mut self) -> (Vec<Token>, Markers) {
        loop {
            let start = self.pos;
            let byte = self.byte(start);
            match CLASSES[byte as usize] {
                Class::Blank => self.pos = self.blanks_end(start + 1),
                Class::Name => self.name(start),
                Class::Single => self.push(single(byte), start, start + 1),
                Class::Operator => self.operator(start),
                Class::Digit => self.number(start),
                Class::Dot => self.dot(start),
                Class::Quote => self.quoted(start, start, b'"'),
                Class::Apostrophe => self.quoted(start, start, b'\''),
                Class::Slash => self.slash(start),
                Class::Hash => self.hash(start, 1),
                Class::Extended => self.extended_name(start),
                Class::Nul if start < self.text.len() => self.pos = start + 1,
                Class::Nul => break,
                Class::Stray => self.stray(start, start + 1),
            }
        }
        let end = self.text.len();
        self.push(TokenKind::Eof, end, end);
        (self.tokens, self.markers)
    }

    /// The byte at `at`; NUL behind the end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.pos = end;
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: end as u32,
            symbol: None,
        });
    }

    fn push_name(&mut self, kind: TokenKind, start: usize, end: usize, symbol: Symbol) {
        self.pos = end;
        let symbol = Some(symbol);
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: end as u32,
            symbol,
        });
    }

    pub(super) fn stray(&mut self, start: usize, end: usize) {
        let shown = self.text[start..end].escape_ascii();
        self.reporter.error(
            Code::StrayCharacter,
            start,
            end,
            format!("stray `{shown}` in program"),
        );
        self.push(TokenKind::Unknown, start, end);
    }

    #[inline]
    fn blanks_end(&self, mut at: usize) -> usize {
        while CLASSES[self.byte(at) as usize] == Class::Blank {
            at += 1;
        }
        at
    }

    #[inline]
    fn name_end(&self, mut at: usize) -> usize {
        while IN_NAME[self.byte(at) as usize] {
            at += 1;
        }
        at
    }

    #[inline]
    fn name(&mut self, start: usize) {
        let end = self.name_end(start + 1);
        match self.byte(end) {
            b'$' | b'\\' | 128.. => self.extended_name(start),
            quote @ (b'"' | b'\'') if is_prefix(&self.text[start..end], quote) => {
                self.quoted(start, end, quote);
            }
            _ => {
                let symbol = self.names.intern_ascii(&self.text[start..end]);
                self.named(start, end, symbol);
            }
        }
    }

    #[inline]
    fn named(&mut self, start: usize, end: usize, symbol: Symbol) {
        match self.keywords.get(symbol.index()) {
            None => self.push_name(TokenKind::Identifier, start, end, symbol),
            Some(TokenKind::Pragma) => self.pragma_operator(start, end, symbol),
            Some(&kind) => self.push_name(kind, start, end, symbol),
        }
    }

    #[cold]
    fn extended_name(&mut self, start: usize) {
        match identifier::scan(&self.text[start..], self.dialect.dollars) {
            Ok((name, length)) => {
                let symbol = self.names.intern(&name);
                self.named(start, start + length, symbol);
            }
            Err(length) => self.stray(start, start + length),
        }
    }

    /// `_Pragma ( "text" )` becomes one token (C11 6.10.9).
    #[cold]
    fn pragma_operator(&mut self, start: usize, name_end: usize, symbol: Symbol) {
        if let Some(end) = self.pragma_operator_end(name_end) {
            self.push(TokenKind::Pragma, start, end);
            return;
        }
        let message = "`_Pragma` takes a parenthesized string literal";
        self.reporter
            .error(Code::BadDirective, start, name_end, message);
        self.push_name(TokenKind::Identifier, start, name_end, symbol);
    }

    fn pragma_operator_end(&self, name_end: usize) -> Option<usize> {
        let open = self.skip_space(name_end);
        let literal = self.skip_space((self.byte(open) == b'(').then_some(open + 1)?);
        let quote = self.name_end(literal);
        if self.byte(quote) != b'"' {
            return None;
        }
        let close = self.skip_space(self.quoted_end(quote).ok()?);
        (self.byte(close) == b')').then_some(close + 1)
    }

    /// The first byte from `at` on that is neither white space nor comment.
    fn skip_space(&self, at: usize) -> usize {
        let mut at = self.blanks_end(at);
        while let Some(end) = self.comment_end(at) {
            at = self.blanks_end(end.unwrap_or_else(|end| end));
        }
        at
    }

    /// C11 6.4.8. Letters, digits, dots, and signs behind an exponent's letter.
    #[inline]
    fn number(&mut self, start: usize) {
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                byte if IN_NAME[byte as usize] => at += 1,
                b'.' => at += 1,
                b'+' | b'-' if matches!(self.byte(at - 1), b'e' | b'E' | b'p' | b'P') => at += 1,
                _ => break,
            }
        }
        self.push(TokenKind::Number, start, at);
    }

    fn dot(&mut self, start: usize) {
        match (self.byte(start + 1), self.byte(start + 2)) {
            (b'0'..=b'9', _) => self.number(start),
            (b'.', b'.') => self.push(TokenKind::Ellipsis, start, start + 3),
            _ => self.push(TokenKind::Dot, start, start + 1),
        }
    }

    #[inline]
    fn operator(&mut self, start: usize) {
        let bytes = [self.byte(start), self.byte(start + 1), self.byte(start + 2)];
        match operator(bytes) {
            Some((kind, length)) => self.push(kind, start, start + length),
            // The digraph `%:` is `#`.
            None => self.hash(start, 2),
        }
    }

    fn slash(&mut self, start: usize) {
        match self.comment_end(start) {
            Some(Ok(end)) => self.pos = end,
            Some(Err(end)) => {
                let message = "comment is not terminated";
                self.reporter
                    .error(Code::UnterminatedComment, start, start + 2, message);
                self.pos = end;
            }
            None if self.byte(start + 1) == b'=' => {
                self.push(TokenKind::SlashEqual, start, start + 2);
            }
            None => self.push(TokenKind::Slash, start, start + 1),
        }
    }

    /// The end of the comment at `start`, if one starts there; as an error if it goes on to the end
    /// of the text.
    pub(super) fn comment_end(&self, start: usize) -> Option<Result<usize, usize>> {
        match (self.byte(start), self.byte(start + 1)) {
            (b'/', b'*') => Some(self.block_comment_end(start + 2).ok_or(self.text.len())),
            (b'/', b'/') if self.dialect.c99 || self.dialect.gnu_keywords => {
                Some(Ok(self.line_end(start + 2)))
            }
            _ => None,
        }
    }

    fn block_comment_end(&self, mut at: usize) -> Option<usize> {
        loop {
            at += memchr::memchr(b'*', self.text.get(at..)?)? + 1;
            if self.byte(at) == b'/' {
                return Some(at + 1);
            }
        }
    }

    /// Where the line that `at` is in ends: its newline, or the end of the text.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
    }

    /// A literal that starts at `start` and has its opening quote at `open`.
    fn quoted(&mut self, start: usize, open: usize, quote: u8) {
        let kind = if quote == b'"' {
            TokenKind::StringLiteral
        } else {
            TokenKind::CharLiteral
        };
        match self.quoted_end(open) {
            Ok(end) => self.push(kind, start, end),
            Err(end) => {
                let message = format!("missing terminating `{}` character", quote as char);
                self.reporter
                    .error(Code::UnterminatedLiteral, start, end, message);
                self.push(kind, start, end);
            }
        }
    }

    /// The end of the literal whose opening quote is at `open`, or of its line if it has no end.
    pub(super) fn quoted_end(&self, open: usize) -> Result<usize, usize> {
        let quote = self.byte(open);
        let mut at = open + 1;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(found) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
                return Err(self.text.len());
            };
            at += found;
            match rest[found] {
                b'\n' => return Err(at),
                // Phase 2 is over, so a newline behind a backslash ends the line.
                b'\\' if self.byte(at + 1) != b'\n' => at += 2,
                b'\\' => at += 1,
                _ => return Ok(at + 1),
            }
        }
    }
}

/// The prefixes of C11 6.4.4.4 and 6.4.5.
fn is_prefix(name: &[u8], quote: u8) -> bool {
    match name {
        b"L" | b"u" | b"U" => true,
        b"u8" => quote == b'"',
        _ => false,
    }
}

fn single(byte: u8) -> TokenKind {
    match byte {
        b'[' => TokenKind::LeftBracket,
        b']' => TokenKind::RightBracket,
        b'(' => TokenKind::LeftParen,
        b')' => TokenKind::RightParen,
        b'{' => TokenKind::LeftBrace,
        b'}' => TokenKind::RightBrace,
        b'~' => TokenKind::Tilde,
        b'?' => TokenKind::Question,
        b';' => TokenKind::Semicolon,
        _ => TokenKind::Comma,
    }
}

/// The longest operator that `bytes` start with, and its length; `None` for `%:`.
fn operator(bytes: [u8; 3]) -> Option<(TokenKind, usize)> {
    use TokenKind as K;
    Some(match bytes {
        [b'-', b'>', _] => (K::Arrow, 2),
        [b'-', b'-', _] => (K::MinusMinus, 2),
        [b'-', b'=', _] => (K::MinusEqual, 2),
        [b'-', ..] => (K::Minus, 1),
        [b'+', b'+', _] => (K::PlusPlus, 2),
        [b'+', b'=', _] => (K::PlusEqual, 2),
        [b'+', ..] => (K::Plus, 1),
        [b'&', b'&', _] => (K::AmpAmp, 2),
        [b'&', b'=', _] => (K::AmpEqual, 2),
        [b'&', ..] => (K::Amp, 1),
        [b'*', b'=', _] => (K::StarEqual, 2),
        [b'*', ..] => (K::Star, 1),
        [b'!', b'=', _] => (K::BangEqual, 2),
        [b'!', ..] => (K::Bang, 1),
        [b'%', b'=', _] => (K::PercentEqual, 2),
        [b'%', b'>', _] => (K::RightBrace, 2),
        [b'%', b':', _] => return None,
        [b'%', ..] => (K::Percent, 1),
        [b'<', b'<', b'='] => (K::LessLessEqual, 3),
        [b'<', b'<', _] => (K::LessLess, 2),
        [b'<', b'=', _] => (K::LessEqual, 2),
        [b'<', b':', _] => (K::LeftBracket, 2),
        [b'<', b'%', _] => (K::LeftBrace, 2),
        [b'<', ..] => (K::Less, 1),
        [b'>', b'>', b'='] => (K::GreaterGreaterEqual, 3),
        [b'>', b'>', _] => (K::GreaterGreater, 2),
        [b'>', b'=', _] => (K::GreaterEqual, 2),
        [b'>', ..] => (K::Greater, 1),
        [b'=', b'=', _] => (K::EqualEqual, 2),
        [b'=', ..] => (K::Equal, 1),
        [b'^', b'=', _] => (K::CaretEqual, 2),
        [b'^', ..] => (K::Caret, 1),
        [b'|', b'|', _] => (K::PipePipe, 2),
        [b'|', b'=', _] => (K::PipeEqual, 2),
        [b'|', ..] => (K::Pipe, 1),
        [b':', b'>', _] => (K::RightBracket, 2),
        _ => (K::Colon, 1),
    })
}
