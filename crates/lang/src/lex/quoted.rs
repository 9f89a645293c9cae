//! Character constants and string literals: from quoted text to code units (C11 6.4.4.4, 6.4.5).
//!
//! The source and the execution character set are UTF-8. In a plain or `u8` literal bytes are taken
//! as they stand, valid or not, so `'é'` is a constant of two characters as in GCC. In a wide
//! literal the text must be UTF-8, and each character becomes one or, in `u""`, two code units.
//!
//! Adjacent string literals are one literal (C11 5.1.1.2p1, phase 6). Each is decoded by itself, so
//! an escape never runs into the next literal, but all of them with the prefix of the result.

use super::identifier::{first_char, universal};
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{SourceText, Span, raw};

/// The prefix of a literal, which decides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefix {
    /// None: `char`.
    Plain,
    /// `u8`: `char`, in UTF-8 whatever the execution character set is.
    Utf8,
    /// `L`: `wchar_t`, 32 bits and signed.
    Wide,
    /// `u`: `char16_t`.
    Char16,
    /// `U`: `char32_t`.
    Char32,
}

impl Prefix {
    /// The number of bits in a code unit.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Plain | Self::Utf8 => 8,
            Self::Char16 => 16,
            Self::Wide | Self::Char32 => 32,
        }
    }

    /// The prefix as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Utf8 => "u8",
            Self::Wide => "L",
            Self::Char16 => "u",
            Self::Char32 => "U",
        }
    }

    /// The prefix of a literal's text and what follows it.
    fn split(text: &[u8]) -> (Self, &[u8]) {
        match text {
            [b'u', b'8', rest @ ..] => (Self::Utf8, rest),
            [b'L', rest @ ..] => (Self::Wide, rest),
            [b'u', rest @ ..] => (Self::Char16, rest),
            [b'U', rest @ ..] => (Self::Char32, rest),
            _ => (Self::Plain, text),
        }
    }
}

/// What a character constant stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CharConstant {
    /// The prefix.
    pub prefix: Prefix,
    /// The value in the constant's type, which is `int` without a prefix.
    pub value: i64,
}

/// What one or more adjacent string literals stand for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StringConstant {
    /// The prefix of the whole.
    pub prefix: Prefix,
    /// The code units, without the terminating zero.
    pub units: Units,
}

/// The code units of a string, as wide as its prefix says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Units {
    /// Of a plain or `u8` string.
    Bytes(Vec<u8>),
    /// Of a `u` string.
    Units16(Vec<u16>),
    /// Of an `L` or `U` string.
    Units32(Vec<u32>),
}

impl Units {
    /// The number of code units, without the terminating zero.
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(units) => units.len(),
            Self::Units16(units) => units.len(),
            Self::Units32(units) => units.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn new(prefix: Prefix) -> Self {
        match prefix.bits() {
            8 => Self::Bytes(Vec::new()),
            16 => Self::Units16(Vec::new()),
            _ => Self::Units32(Vec::new()),
        }
    }

    /// Adds the code unit that holds the low bits of `value`.
    fn push(&mut self, value: u32) {
        match self {
            Self::Bytes(units) => units.push(value as u8),
            Self::Units16(units) => units.push(value as u16),
            Self::Units32(units) => units.push(value),
        }
    }

    /// Adds the code units of `c`.
    fn push_char(&mut self, c: char) {
        match self {
            Self::Bytes(units) => units.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Self::Units16(units) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            Self::Units32(units) => units.push(c.into()),
        }
    }

    fn get(&self, index: usize) -> Option<u32> {
        match self {
            Self::Bytes(units) => units.get(index).map(|&unit| unit.into()),
            Self::Units16(units) => units.get(index).map(|&unit| unit.into()),
            Self::Units32(units) => units.get(index).copied(),
        }
    }
}

/// The value of the character constant `token`. What is wrong with it goes to `diagnostics`.
///
/// The value of a constant with several characters is GCC's: the last four, one per byte.
pub fn char_constant(
    source: &SourceText,
    token: Token,
    char_is_signed: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> CharConstant {
    let span = token.span();
    let (prefix, _) = Prefix::split(source.text(span));
    let mut units = Units::new(prefix);
    Decoder::new(source, span, diagnostics).decode(&mut units);
    let value = match &units {
        _ if units.is_empty() => {
            let message = "empty character constant";
            diagnostics.push(Diagnostic::error(Code::BadCharacter, span, message));
            0
        }
        Units::Bytes(bytes) => plain_value(bytes, char_is_signed && prefix == Prefix::Plain),
        _ => wide_value(&units, prefix),
    };
    let limit = if prefix == Prefix::Plain { 4 } else { 1 };
    if units.len() > limit {
        let message = "character constant too long for its type";
        let make = if prefix == Prefix::Utf8 { Diagnostic::error } else { Diagnostic::warning };
        diagnostics.push(make(Code::CharacterTooLong, span, message));
    }
    CharConstant { prefix, value }
}

fn plain_value(bytes: &[u8], char_is_signed: bool) -> i64 {
    match *bytes {
        [byte] if char_is_signed => (byte as i8).into(),
        [byte] => byte.into(),
        // Constants of several characters are of type `int`, whose top byte the first of four is.
        _ => bytes.iter().fold(0_i32, |value, &byte| value << 8 | i32::from(byte)).into(),
    }
}

/// The last code unit counts.
fn wide_value(units: &Units, prefix: Prefix) -> i64 {
    let unit = units.get(units.len() - 1).unwrap_or(0);
    if prefix == Prefix::Wide { (unit as i32).into() } else { unit.into() }
}

/// The string that the adjacent literals `tokens` make together. What is wrong with them goes to
/// `diagnostics`.
pub fn string_constant(source: &SourceText, tokens: &[Token], diagnostics: &mut Vec<Diagnostic>) -> StringConstant {
    let prefix = joined_prefix(source, tokens, diagnostics);
    let mut units = Units::new(prefix);
    for token in tokens {
        Decoder::new(source, token.span(), diagnostics).decode(&mut units);
    }
    StringConstant { prefix, units }
}

/// C11 6.4.5p5: literals without a prefix take that of the others, which must agree.
fn joined_prefix(source: &SourceText, tokens: &[Token], diagnostics: &mut Vec<Diagnostic>) -> Prefix {
    let mut joined = Prefix::Plain;
    for token in tokens {
        let (prefix, _) = Prefix::split(source.text(token.span()));
        if joined == Prefix::Plain {
            joined = prefix;
        } else if prefix != Prefix::Plain && prefix != joined {
            let message =
                format!("string literals with prefixes `{}` and `{}` cannot be joined", joined.text(), prefix.text());
            diagnostics.push(Diagnostic::error(Code::StringPrefixes, token.span(), message));
        }
    }
    joined
}

/// Reads the text between two quotes.
struct Decoder<'a> {
    text: &'a [u8],
    /// Whether a backslash is a character like any other.
    is_raw: bool,
    /// Offset of the next byte in `text`.
    at: usize,
    /// Offset of `text` in the source.
    base: u32,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Decoder<'a> {
    /// For the literal at `span`, whose closing quote may be missing.
    fn new(source: &'a SourceText, span: Span, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        let whole = source.text(span);
        let (_, quoted) = Prefix::split(whole);
        if let [b'R', raw @ ..] = quoted {
            let content = raw::content(raw).unwrap_or_default();
            let base = span.end - (raw.len() - content.start) as u32;
            return Self { text: &raw[content], is_raw: true, at: 0, base, diagnostics };
        }
        let text = match quoted {
            [open, text @ .., close] if open == close => text,
            [_, text @ ..] => text,
            [] => quoted,
        };
        let n_before = whole.len() - quoted.len() + 1;
        Self { text, is_raw: false, at: 0, base: span.start + n_before as u32, diagnostics }
    }

    fn decode(mut self, units: &mut Units) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\\' if !self.is_raw => self.escape(units),
                128.. if !matches!(units, Units::Bytes(_)) => self.wide_char(units),
                _ => {
                    units.push(byte.into());
                    self.at += 1;
                }
            }
        }
    }

    fn wide_char(&mut self, units: &mut Units) {
        let start = self.at;
        if let Some(c) = first_char(&self.text[start..]) {
            units.push_char(c);
            self.at += c.len_utf8();
            return;
        }
        self.at += 1;
        let message = "not UTF-8 in wide literal";
        self.report(start, Diagnostic::error, Code::BadEncoding, message);
    }

    /// C11 6.4.4.4, and `\e` from GNU C.
    fn escape(&mut self, units: &mut Units) {
        let start = self.at;
        let letter = self.text.get(start + 1).copied().unwrap_or(b'\\');
        let value = match letter {
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            b'0'..=b'7' => return self.numeric(start + 1, 8, 3, units),
            b'x' => return self.numeric(start + 2, 16, usize::MAX, units),
            b'u' | b'U' => return self.universal(units),
            _ => return self.unknown(units),
        };
        units.push(value.into());
        self.at += 2;
    }

    /// An octal or hexadecimal escape whose digits start at `first`.
    fn numeric(&mut self, first: usize, radix: u32, max_digits: usize, units: &mut Units) {
        let start = self.at;
        let digits = self.text[first..].iter().map_while(|&c| char::from(c).to_digit(radix));
        let (mut value, mut n_digits, mut is_large) = (0_u32, 0, false);
        let limit = match units {
            Units::Bytes(_) => u8::MAX.into(),
            Units::Units16(_) => u16::MAX.into(),
            Units::Units32(_) => u32::MAX,
        };
        for digit in digits.take(max_digits) {
            let exact = u64::from(value) * u64::from(radix) + u64::from(digit);
            is_large |= exact > u64::from(limit);
            value = exact as u32;
            n_digits += 1;
        }
        self.at = first + n_digits;
        units.push(value);
        if n_digits == 0 {
            let message = "`\\x` used with no following hexadecimal digits";
            self.report(start, Diagnostic::error, Code::BadEscape, message);
        } else if is_large {
            let message = "escape sequence out of range";
            self.report(start, Diagnostic::warning, Code::EscapeRange, message);
        }
    }

    /// C11 6.4.3p2: no universal character name stands for a character of the basic set or for half
    /// of a surrogate pair.
    fn universal(&mut self, units: &mut Units) {
        let start = self.at;
        match universal(&self.text[start + 1..]) {
            Some((c, length)) if c >= '\u{a0}' || matches!(c, '$' | '@' | '`') => {
                units.push_char(c);
                self.at += 1 + length;
            }
            Some((_, length)) => {
                self.at += 1 + length;
                self.bad_universal(start);
            }
            None => {
                self.at += 2;
                self.at += self.text[self.at..].iter().take_while(|c| c.is_ascii_hexdigit()).count().min(8);
                self.bad_universal(start);
            }
        }
    }

    fn bad_universal(&mut self, start: usize) {
        let message = "not a valid universal character name";
        self.report(start, Diagnostic::error, Code::BadEscape, message);
    }

    /// The character stands for itself.
    fn unknown(&mut self, units: &mut Units) {
        let start = self.at;
        let c = first_char(&self.text[start + 1..]);
        match c {
            Some(c) => units.push_char(c),
            None => units.push(self.text[start + 1].into()),
        }
        self.at += 1 + c.map_or(1, char::len_utf8);
        self.report(start, Diagnostic::warning, Code::UnknownEscape, "unknown escape sequence");
    }

    /// Reports the text from `start` to here.
    fn report(&mut self, start: usize, make: fn(Code, Span, String) -> Diagnostic, code: Code, message: &str) {
        let span = Span::new(self.base + start as u32, self.base + self.at as u32);
        self.diagnostics.push(make(code, span, message.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{LexDialect, TokenKind, lex};
    use crate::names::Names;

    fn literals(text: &[u8]) -> (SourceText, Vec<Token>) {
        let mut source = SourceText::new("a.c", text).expect("small enough");
        let mut diagnostics = Vec::new();
        let dialect = LexDialect::default();
        let mut tokens = lex(&mut source, &mut Names::new(), dialect, &mut diagnostics);
        assert_eq!(diagnostics, []);
        tokens.retain(|token| token.kind != TokenKind::Eof);
        (source, tokens)
    }

    fn character(text: &str, char_is_signed: bool) -> (i64, Vec<Code>) {
        let (source, tokens) = literals(text.as_bytes());
        let mut diagnostics = Vec::new();
        let constant = char_constant(&source, tokens[0], char_is_signed, &mut diagnostics);
        (constant.value, diagnostics.iter().map(|diagnostic| diagnostic.code).collect())
    }

    fn string(text: &[u8]) -> (StringConstant, Vec<Diagnostic>) {
        let (source, tokens) = literals(text);
        let mut diagnostics = Vec::new();
        (string_constant(&source, &tokens, &mut diagnostics), diagnostics)
    }

    #[test]
    fn characters_have_the_values_that_gcc_gives_them() {
        for (text, value) in [
            ("'a'", 97),
            ("'\\0'", 0),
            (r"'\n'", 10),
            (r"'\\'", 92),
            (r"'\''", 39),
            ("'\"'", 34),
            (r"'\?'", 63),
            (r"'\e'", 27),
            (r"'\a'", 7),
            (r"'\v'", 11),
            (r"'\377'", -1),
            (r"'\x80'", -128),
            (r"'\1234'", 21300),
            ("'ab'", 24930),
            ("'abcd'", 0x6162_6364),
            (r"'\377\0\0\0'", -0x0100_0000),
            ("'é'", 0xc3a9),
            (r"'\u00e9'", 0xc3a9),
            ("L'é'", 0xe9),
            (r"L'\xffffffff'", -1),
            (r"U'\xffffffff'", 0xffff_ffff),
            (r"u'\xffff'", 0xffff),
            (r"U'\U0001F600'", 0x1f600),
        ] {
            assert_eq!(character(text, true), (value, vec![]), "{text}");
        }
        assert_eq!(character(r"'\377'", false), (255, vec![]));
    }

    #[test]
    fn bad_characters_are_reported() {
        for (text, value, code) in [
            ("''", 0, Code::BadCharacter),
            ("'abcde'", 0x6263_6465, Code::CharacterTooLong),
            ("L'ab'", 98, Code::CharacterTooLong),
            (r"u'\U0001F600'", 0xde00, Code::CharacterTooLong),
            (r"'\400'", 0, Code::EscapeRange),
            (r"'\x123'", 0x23, Code::EscapeRange),
            (r"u'\x10000'", 0, Code::EscapeRange),
            (r"L'\x100000001'", 1, Code::EscapeRange),
            (r"'\q'", 113, Code::UnknownEscape),
            (r"'\x'", 0, Code::BadEscape),
        ] {
            assert_eq!(character(text, true), (value, vec![code]), "{text}");
        }
    }

    #[test]
    fn strings_have_units_as_wide_as_their_prefix() {
        let text = "aé€😀\\n\\xe9".as_bytes();
        let bytes = "aé€😀\n\u{e9}".chars();
        let wide: Vec<u32> = bytes.map(u32::from).collect();
        let narrow = ["aé€😀\n".as_bytes(), b"\xe9"].concat();
        let utf16: Vec<u16> = "aé€😀\n\u{e9}".encode_utf16().collect();
        for (prefix, units) in [
            (Prefix::Plain, Units::Bytes(narrow.clone())),
            (Prefix::Utf8, Units::Bytes(narrow)),
            (Prefix::Wide, Units::Units32(wide.clone())),
            (Prefix::Char16, Units::Units16(utf16)),
            (Prefix::Char32, Units::Units32(wide)),
        ] {
            let quoted = [prefix.text().as_bytes(), b"\"", text, b"\""].concat();
            assert_eq!(string(&quoted), (StringConstant { prefix, units }, vec![]));
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_pass_through_plain_strings_only() {
        let bytes = Units::Bytes(vec![0xff, 0xc3]);
        assert_eq!(string(b"\"\xff\xc3\"").0.units, bytes);
        let (wide, diagnostics) = string(b"L\"\xff\"");
        assert!(wide.units.is_empty());
        assert_eq!(diagnostics[0].code, Code::BadEncoding);
    }

    #[test]
    fn adjacent_literals_join_after_their_escapes() {
        for (text, prefix, units) in [
            (r#""\x1" "2""#, Prefix::Plain, Units::Bytes(b"\x012".to_vec())),
            (r#""" """#, Prefix::Plain, Units::Bytes(vec![])),
            (r#""a" u8"b""#, Prefix::Utf8, Units::Bytes(b"ab".to_vec())),
            (r#""é" L"b" "\xff""#, Prefix::Wide, Units::Units32(vec![0xe9, 98, 255])),
            (r#"u"a" "b""#, Prefix::Char16, Units::Units16(vec![97, 98])),
        ] {
            assert_eq!(string(text.as_bytes()), (StringConstant { prefix, units }, vec![]));
        }
    }

    #[test]
    fn prefixes_must_agree() {
        for text in [r#"L"a" u"b""#, r#"u8"a" "x" U"b""#, r#"L"a" U"b""#] {
            assert_eq!(string(text.as_bytes()).1[0].code, Code::StringPrefixes, "{text}");
        }
    }

    #[test]
    fn a_bad_escape_is_marked_exactly() {
        for (text, start, end) in [
            (r#"L"ab\xg""#, 4, 6),
            (r#""\u12 ""#, 1, 5),
            (r#""\ud800""#, 1, 7),
            (r#""\u0041""#, 1, 7),
            (r#""ab\400""#, 3, 7),
            (r#""\é""#, 1, 4),
        ] {
            assert_eq!(string(text.as_bytes()).1[0].span, Span::new(start, end), "{text}");
        }
    }
}
