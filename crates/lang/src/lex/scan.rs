//! The loop over the text.
//!
//! Each token is one step: look up the class of its first byte, go to the code for that class, find
//! the token's end, which is where the next step starts. A byte behind the end of the text reads as
//! NUL, which is otherwise white space, so that only NUL has to ask whether the text is over.
//!
//! What costs time here is not bytes but branches that the processor cannot foresee, such as where
//! a name ends. So names are measured eight bytes at a time, in one word and without a branch, and
//! the same word is what the name is looked up by. Together that makes the lexer 1.2 times as fast
//! on preprocessed Csmith programs as loops over bytes and a hash of the name's text did.

use super::bytes::{ALONE, CLASSES, Class, FOLLOWS, LEADS, longest_punctuator, n_spaces, name_length};
use super::directive::{Markers, opens_comment, pragma_text};
use super::token::{KEYWORDS, Keyword, Token, TokenKind};
use super::{LexDialect, Reporter, identifier};
use crate::diagnostics::Code;
use crate::names::{Key, Names, Symbol};
use crate::source::raw;

pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    names: &'a mut Names,
    /// The kind that the name with the symbol of this index has in the dialect.
    keywords: [TokenKind; KEYWORDS.len()],
    pub(super) dialect: LexDialect,
    pub(super) tokens: Vec<Token>,
    pub(super) markers: Markers,
    pub(super) reporter: Reporter<'a>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8], names: &'a mut Names, dialect: LexDialect, reporter: Reporter<'a>) -> Self {
        let keywords = std::array::from_fn(|index| {
            let Keyword { kind, when, .. } = KEYWORDS[index];
            if dialect.reserves(when) { kind } else { TokenKind::Identifier }
        });
        // Dense code has a token for every 3.5 bytes. What is not used is never touched, while
        // growing would copy everything.
        let tokens = Vec::with_capacity(text.len() / 3 + 1);
        Self { text, names, keywords, dialect, tokens, markers: Markers::default(), reporter }
    }

    pub(super) fn run(mut self) -> (Vec<Token>, Markers) {
        let mut at = 0;
        loop {
            let mut start = at;
            let mut byte = self.byte(start);
            // As a class of its own a space would cost a jump that is hard to foresee: 7 % slower.
            while byte == b' ' {
                start += 1;
                byte = self.byte(start);
            }
            at = match CLASSES[byte as usize] {
                Class::Blank => self.blank(start),
                Class::Name => self.name(start),
                Class::Punctuator => self.punctuator(start, byte),
                Class::Digit => self.number(start),
                Class::Quote => self.quoted(start, start, b'"'),
                Class::Apostrophe => self.quoted(start, start, b'\''),
                Class::Hash => self.hash(start, 1),
                Class::Extended => self.extended_name(start),
                Class::Nul if start < self.text.len() => start + 1,
                Class::Nul => break,
                Class::Stray => self.stray(start, start + 1),
            };
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

    /// The eight bytes from `at` on, the first one lowest; NUL behind the end.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        let rest = self.text.get(at..).unwrap_or_default();
        match rest.first_chunk() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => rest.iter().rfold(0, |word, &byte| word << 8 | u64::from(byte)),
        }
    }

    /// Adds a token and returns where it ends, as each step of the loop does.
    #[inline]
    pub(super) fn push(&mut self, kind: TokenKind, start: usize, end: usize) -> usize {
        self.push_symbol(kind, start, end, None)
    }

    #[inline]
    fn push_symbol(&mut self, kind: TokenKind, start: usize, end: usize, symbol: Option<Symbol>) -> usize {
        self.tokens.push(Token { kind, start: start as u32, end: end as u32, symbol });
        end
    }

    #[cold]
    pub(super) fn stray(&mut self, start: usize, end: usize) -> usize {
        let shown = self.text[start..end].escape_ascii();
        self.reporter.error(Code::StrayCharacter, start, end, format!("stray `{shown}` in program"));
        self.push(TokenKind::Unknown, start, end)
    }

    /// White space is a single blank, or a line's end and the next line's indentation.
    #[inline]
    fn blank(&self, start: usize) -> usize {
        let indent = start + 1;
        indent + n_spaces(self.word(indent))
    }

    fn blanks_end(&self, mut at: usize) -> usize {
        while CLASSES[self.byte(at) as usize] == Class::Blank {
            at += 1;
        }
        at
    }

    #[inline]
    fn name_end(&self, mut at: usize) -> usize {
        loop {
            let length = name_length(self.word(at));
            at += length;
            if length < 8 {
                return at;
            }
        }
    }

    #[inline]
    fn name(&mut self, start: usize) -> usize {
        let word = self.word(start);
        let mut length = name_length(word);
        if length == 8 {
            length += self.name_end(start + 8) - (start + 8);
        }
        let end = start + length;
        let behind = CLASSES[self.byte(end) as usize];
        if matches!(behind, Class::Quote | Class::Apostrophe | Class::Extended)
            && let Some(end) = self.unusual_name(start, end)
        {
            return end;
        }
        let name = &self.text[start..end];
        let key = match length {
            1..=8 => Key::of_word(word, length),
            _ => Key::of_long(name),
        };
        let symbol = self.names.intern_ascii(name, key);
        self.named(start, end, symbol)
    }

    /// A name with something behind it that may make it more than a plain name. If it does, the end
    /// of the token.
    #[cold]
    fn unusual_name(&mut self, start: usize, end: usize) -> Option<usize> {
        match self.byte(end) {
            b'"' if self.dialect.raw_strings && raw::is_prefix(&self.text[start..end]) => {
                Some(self.raw_string(start, end))
            }
            quote @ (b'"' | b'\'') => {
                self.dialect.is_prefix(&self.text[start..end], quote).then(|| self.quoted(start, end, quote))
            }
            _ => Some(self.extended_name(start)),
        }
    }

    #[inline]
    fn named(&mut self, start: usize, end: usize, symbol: Symbol) -> usize {
        match self.keywords.get(symbol.index()) {
            None => self.push_symbol(TokenKind::Identifier, start, end, Some(symbol)),
            Some(TokenKind::Pragma) => self.pragma_operator(start, end, symbol),
            Some(&kind) => self.push_symbol(kind, start, end, Some(symbol)),
        }
    }

    #[cold]
    fn extended_name(&mut self, start: usize) -> usize {
        match identifier::scan(&self.text[start..], self.dialect.dollars) {
            Ok((name, length)) => {
                let symbol = self.names.intern(&name);
                self.named(start, start + length, symbol)
            }
            Err(length) => self.stray(start, start + length),
        }
    }

    /// `_Pragma ( "text" )` becomes one token (C11 6.10.9).
    #[cold]
    fn pragma_operator(&mut self, start: usize, name_end: usize, symbol: Symbol) -> usize {
        if let Some(end) = self.pragma_operator_end(name_end) {
            let line_comments = self.dialect.c99 || self.dialect.gnu_keywords;
            if opens_comment(pragma_text(&self.text[start..end]).as_bytes(), line_comments) {
                let message = "a comment in a pragma without its end";
                self.reporter.error(Code::UnterminatedComment, start, end, message);
            }
            return self.push(TokenKind::Pragma, start, end);
        }
        let message = "`_Pragma` takes a parenthesized string literal";
        self.reporter.error(Code::BadDirective, start, name_end, message);
        self.push_symbol(TokenKind::Identifier, start, name_end, Some(symbol))
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
    fn number(&mut self, start: usize) -> usize {
        let mut end = start + 1;
        loop {
            end = self.name_end(end);
            match self.byte(end) {
                b'.' => end += 1,
                // A letter behind a separator is a digit.
                b'+' | b'-'
                    if matches!(self.byte(end - 1), b'e' | b'E' | b'p' | b'P')
                        && (!self.dialect.c2x || self.byte(end - 2) != b'\'') =>
                {
                    end += 1;
                }
                b'\''
                    if self.dialect.c2x
                        && matches!(CLASSES[self.byte(end + 1) as usize], Class::Name | Class::Digit) =>
                {
                    end += 1;
                }
                _ => return self.push(TokenKind::Number, start, end),
            }
        }
    }

    /// Most punctuators have one byte, and none behind it that could belong to something longer.
    #[inline]
    fn punctuator(&mut self, start: usize, first: u8) -> usize {
        let second = self.byte(start + 1);
        if LEADS[first as usize] & FOLLOWS[second as usize] != 0 {
            return self.long_punctuator(start, [first, second, self.byte(start + 2)]);
        }
        self.push(ALONE[first as usize], start, start + 1)
    }

    fn long_punctuator(&mut self, start: usize, bytes: [u8; 3]) -> usize {
        match bytes {
            [b'.', b'0'..=b'9', _] => self.number(start),
            [b'/', b'/' | b'*', _] => match self.comment_end(start) {
                Some(Ok(end)) => end,
                Some(Err(end)) => self.unterminated_comment(start, end),
                None => self.push(TokenKind::Slash, start, start + 1),
            },
            // The digraph of `#`.
            [b'%', b':', _] => self.hash(start, 2),
            _ => {
                let (kind, length) = longest_punctuator(bytes);
                self.push(kind, start, start + length)
            }
        }
    }

    #[cold]
    pub(super) fn unterminated_comment(&mut self, start: usize, end: usize) -> usize {
        let message = "comment is not terminated";
        self.reporter.error(Code::UnterminatedComment, start, start + 2, message);
        end
    }

    /// The end of the comment at `start`, if one starts there; as an error if it goes on to the end
    /// of the text.
    pub(super) fn comment_end(&self, start: usize) -> Option<Result<usize, usize>> {
        match (self.byte(start), self.byte(start + 1)) {
            (b'/', b'*') => Some(self.block_comment_end(start + 2).ok_or(self.text.len())),
            (b'/', b'/') if self.dialect.c99 || self.dialect.gnu_keywords => Some(Ok(self.line_end(start + 2))),
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
    fn quoted(&mut self, start: usize, open: usize, quote: u8) -> usize {
        let kind = if quote == b'"' { TokenKind::StringLiteral } else { TokenKind::CharLiteral };
        match self.quoted_end(open) {
            Ok(end) => self.push(kind, start, end),
            Err(end) => {
                let message = format!("missing terminating `{}` character", quote as char);
                self.reporter.error(Code::UnterminatedLiteral, start, end, message);
                self.push(kind, start, end)
            }
        }
    }

    fn raw_string(&mut self, start: usize, open: usize) -> usize {
        let end = raw::end(self.text, open).unwrap_or_else(|| {
            let message = "raw string without its closing delimiter";
            self.reporter.error(Code::UnterminatedLiteral, start, open + 1, message);
            self.line_end(open)
        });
        self.push(TokenKind::StringLiteral, start, end)
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
