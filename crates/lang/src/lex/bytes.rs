//! What bytes say about the tokens they are in: tables by byte, and measures of eight bytes at
//! once.

use super::token::TokenKind;

/// What the first byte of a token says about it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    /// White space.
    Blank,
    /// NUL: white space too, unless the text ends there.
    Nul,
    /// A letter or underscore.
    Name,
    Digit,
    /// A punctuator, or the start of one; `.` starts numbers and `/` comments too.
    Punctuator,
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

pub(super) static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 => Class::Nul,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Name,
            b'0'..=b'9' => Class::Digit,
            b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'~' | b'?' | b';' | b',' => Class::Punctuator,
            b'-' | b'+' | b'&' | b'*' | b'!' | b'%' | b'<' | b'>' | b'=' | b'^' | b'|' | b':' => Class::Punctuator,
            b'.' | b'/' => Class::Punctuator,
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

/// The punctuator that is this byte alone, for bytes of class `Punctuator`.
pub(super) static ALONE: [TokenKind; 256] = {
    let mut alone = [TokenKind::Unknown; 256];
    let kinds = [
        (b'[', TokenKind::LeftBracket),
        (b']', TokenKind::RightBracket),
        (b'(', TokenKind::LeftParen),
        (b')', TokenKind::RightParen),
        (b'{', TokenKind::LeftBrace),
        (b'}', TokenKind::RightBrace),
        (b'~', TokenKind::Tilde),
        (b'?', TokenKind::Question),
        (b';', TokenKind::Semicolon),
        (b',', TokenKind::Comma),
        (b'.', TokenKind::Dot),
        (b'/', TokenKind::Slash),
        (b'-', TokenKind::Minus),
        (b'+', TokenKind::Plus),
        (b'&', TokenKind::Amp),
        (b'*', TokenKind::Star),
        (b'!', TokenKind::Bang),
        (b'%', TokenKind::Percent),
        (b'<', TokenKind::Less),
        (b'>', TokenKind::Greater),
        (b'=', TokenKind::Equal),
        (b'^', TokenKind::Caret),
        (b'|', TokenKind::Pipe),
        (b':', TokenKind::Colon),
    ];
    let mut row = 0;
    while row < kinds.len() {
        alone[kinds[row].0 as usize] = kinds[row].1;
        row += 1;
    }
    alone
};

/// A byte that shares a bit here with the next byte's in [`FOLLOWS`] may be more than the
/// punctuator it is alone. Both tables make that question, which is rarely answered with yes, a
/// single branch.
pub(super) static LEADS: [u8; 256] = bits(&[(OPERATOR, b"-+&*!%<>=^|:/"), (DOT, b"."), (SLASH, b"/")]);

/// The counterpart of [`LEADS`].
pub(super) static FOLLOWS: [u8; 256] = bits(&[(OPERATOR, b"-+&<>=|:%"), (DOT, b".0123456789"), (SLASH, b"/*")]);

const OPERATOR: u8 = 1;
const DOT: u8 = 2;
const SLASH: u8 = 4;

const fn bits(rows: &[(u8, &[u8])]) -> [u8; 256] {
    let mut table = [0; 256];
    let mut row = 0;
    while row < rows.len() {
        let (bit, bytes) = rows[row];
        let mut n = 0;
        while n < bytes.len() {
            table[bytes[n] as usize] |= bit;
            n += 1;
        }
        row += 1;
    }
    table
}

/// The longest punctuator that `bytes` start with, and its length.
pub(super) fn longest_punctuator(bytes: [u8; 3]) -> (TokenKind, usize) {
    use TokenKind as K;
    match bytes {
        [b'.', b'.', b'.'] => (K::Ellipsis, 3),
        [b'<', b'<', b'='] => (K::LessLessEqual, 3),
        [b'>', b'>', b'='] => (K::GreaterGreaterEqual, 3),
        [b'-', b'>', _] => (K::Arrow, 2),
        [b'-', b'-', _] => (K::MinusMinus, 2),
        [b'-', b'=', _] => (K::MinusEqual, 2),
        [b'+', b'+', _] => (K::PlusPlus, 2),
        [b'+', b'=', _] => (K::PlusEqual, 2),
        [b'&', b'&', _] => (K::AmpAmp, 2),
        [b'&', b'=', _] => (K::AmpEqual, 2),
        [b'*', b'=', _] => (K::StarEqual, 2),
        [b'/', b'=', _] => (K::SlashEqual, 2),
        [b'!', b'=', _] => (K::BangEqual, 2),
        [b'%', b'=', _] => (K::PercentEqual, 2),
        [b'%', b'>', _] => (K::RightBrace, 2),
        [b'<', b'<', _] => (K::LessLess, 2),
        [b'<', b'=', _] => (K::LessEqual, 2),
        [b'<', b':', _] => (K::LeftBracket, 2),
        [b'<', b'%', _] => (K::LeftBrace, 2),
        [b'>', b'>', _] => (K::GreaterGreater, 2),
        [b'>', b'=', _] => (K::GreaterEqual, 2),
        [b'=', b'=', _] => (K::EqualEqual, 2),
        [b'^', b'=', _] => (K::CaretEqual, 2),
        [b'|', b'|', _] => (K::PipePipe, 2),
        [b'|', b'=', _] => (K::PipeEqual, 2),
        [b':', b'>', _] => (K::RightBracket, 2),
        [first, ..] => (ALONE[first as usize], 1),
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = 0x80 * ONES;

/// How many bytes at the start of `word` (the lowest first) are letters, digits or underscores.
#[inline]
pub(super) const fn name_length(word: u64) -> usize {
    // The top bit of each byte is the answer for that byte. Seven-bit sums do not carry into it
    // from below, and bytes that have it from the start are not ASCII.
    let low = word & !TOP_BITS;
    let letter = in_range(low | (0x20 * ONES), b'a', b'z');
    let digit = in_range(low, b'0', b'9');
    let underscore = in_range(low, b'_', b'_');
    let outside = (!(letter | digit | underscore) | word) & TOP_BITS;
    (outside.trailing_zeros() / 8) as usize
}

/// How many bytes at the start of `word` are spaces.
#[inline]
pub(super) const fn n_spaces(word: u64) -> usize {
    ((word ^ (b' ' as u64 * ONES)).trailing_zeros() / 8) as usize
}

/// Sets the top bit of each byte that lies between `first` and `last`; all top bits must be clear,
/// and the other bits of the result mean nothing.
#[inline]
const fn in_range(low: u64, first: u8, last: u8) -> u64 {
    let not_below = low + (0x80 - first as u64) * ONES;
    let above = low + (0x7f - last as u64) * ONES;
    not_below & !above
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_agree_with_the_tables_for_every_byte_at_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut name = *b"aZ_09zA5";
                name[place] = byte;
                let is_in_name = matches!(CLASSES[byte as usize], Class::Name | Class::Digit);
                let length = if is_in_name { 8 } else { place };
                assert_eq!(name_length(u64::from_le_bytes(name)), length, "{name:?}");

                let mut blanks = [b' '; 8];
                blanks[place] = byte;
                let length = if byte == b' ' { 8 } else { place };
                assert_eq!(n_spaces(u64::from_le_bytes(blanks)), length, "{blanks:?}");
            }
        }
    }

    #[test]
    fn what_is_longer_than_a_byte_leads_and_follows() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                let third = if first == b'.' { b'.' } else { b' ' };
                let (_, length) = longest_punctuator([first, second, third]);
                let may_be_longer = LEADS[first as usize] & FOLLOWS[second as usize] != 0;
                assert!(length == 1 || may_be_longer, "{first} {second}");
            }
        }
    }

    #[test]
    fn every_punctuator_byte_is_a_punctuator_alone() {
        for byte in 0..=u8::MAX {
            let is_punctuator = CLASSES[byte as usize] == Class::Punctuator;
            assert_eq!(is_punctuator, ALONE[byte as usize] != TokenKind::Unknown, "{byte}");
        }
    }
}
