//! Integer constants whose text follows from their value and two bytes.
//!
//! Nearly every constant is a number without leading zeros in one of three notations, and a common suffix. A node that says
//! which needs no text of its own: reading it puts nothing into the table of names, and printing it looks nothing up. All
//! other constants keep their text.

use super::number::{Base, IntLiteral};

/// How an integer constant is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntForm {
    notation: Notation,
    suffix: IntSuffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Notation {
    /// `31`
    Decimal,
    /// `0x1F`; also `0x10`.
    HexUpper,
    /// `0x1f`
    HexLower,
}

macro_rules! suffixes {
    ($($variant:ident $text:literal $unsigned:literal $long:literal;)*) => {
        /// The suffix of an integer constant, as it is written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the variants are the suffixes of the table")]
        pub enum IntSuffix {
            $($variant,)*
        }

        impl IntSuffix {
            #[inline]
            fn of(text: &[u8]) -> Option<Self> {
                $(if text == $text.as_bytes() { return Some(Self::$variant); })*
                None
            }

            /// Its text at the start of four bytes, and how long it is.
            #[inline]
            fn padded(self) -> ([u8; 4], usize) {
                const TEXTS: &[([u8; 4], usize)] = &[$((pad($text.as_bytes()), $text.len())),*];
                TEXTS[self as usize]
            }

            /// Whether it makes the constant unsigned, and how long.
            fn meaning(self) -> (bool, u8) {
                match self { $(Self::$variant => ($unsigned, $long),)* }
            }
        }
    };
}

const fn pad(text: &[u8]) -> [u8; 4] {
    match *text {
        [] => [0; 4],
        [a] => [a, 0, 0, 0],
        [a, b] => [a, b, 0, 0],
        [a, b, c, ..] => [a, b, c, 0],
    }
}

// The frequent ones first: they are tried in order.
suffixes! {
    None "" false 0;
    L "L" false 1;
    UL "UL" true 1;
    U "U" true 0;
    LL "LL" false 2;
    ULL "ULL" true 2;
    LowerU "u" true 0;
    LowerL "l" false 1;
    LowerUL "ul" true 1;
    LowerLL "ll" false 2;
    LowerULL "ull" true 2;
}

impl IntForm {
    /// `31` without a suffix.
    pub const DECIMAL: IntForm = IntForm::decimal(IntSuffix::None);

    /// `31` with a suffix.
    pub const fn decimal(suffix: IntSuffix) -> IntForm {
        IntForm { notation: Notation::Decimal, suffix }
    }

    /// Reads a constant, if it is one that [`IntForm::write`] gives back as it is.
    pub(crate) fn read(text: &[u8]) -> Option<(IntLiteral, IntForm)> {
        let (value, length, notation) = match text {
            [b'0', b'x', digits @ ..] => hex(digits).map(|(value, n, notation)| (value, n + 2, notation))?,
            _ => decimal(text).map(|(value, n)| (value, n, Notation::Decimal))?,
        };
        let suffix = IntSuffix::of(&text[length..])?;
        let (unsigned, long) = suffix.meaning();
        let base = if notation == Notation::Decimal { Base::Decimal } else { Base::Hex };
        let literal = IntLiteral { value, overflow: false, base, unsigned, long, imaginary: false };
        Some((literal, IntForm { notation, suffix }))
    }

    /// Appends the text of a constant.
    #[inline]
    pub(crate) fn write(self, value: u64, out: &mut Vec<u8>) {
        match self.notation {
            Notation::Decimal => write_decimal(value, out),
            // Between `9` and the letter after it lie 7 other characters, or 39.
            Notation::HexUpper => write_hex(value, 7, out),
            Notation::HexLower => write_hex(value, 39, out),
        }
        let (text, length) = self.suffix.padded();
        append(&text, length, out);
    }

    /// A number that no other form has.
    pub(crate) fn index(self) -> u64 {
        (self.notation as u64) << 8 | self.suffix as u64
    }

    /// Whether the text is a decimal number and nothing else.
    pub(crate) fn is_decimal(self) -> bool {
        self == IntForm::DECIMAL
    }
}

/// The number that a text starts with, and how many digits it has; none with a leading zero.
#[inline]
fn decimal(text: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0_u64;
    let mut length = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(length) {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        length += 1;
    }
    let is_plain = length > 0 && (length == 1 || text[0] != b'0');
    is_plain.then_some((value, length))
}

/// The same for at most 16 hexadecimal digits, their letters all of one case.
#[inline]
fn hex(text: &[u8]) -> Option<(u64, usize, Notation)> {
    let mut value = 0;
    let mut length = 0;
    let (mut upper, mut lower) = (false, false);
    while let Some(&byte) = text.get(length) {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'A'..=b'F' => {
                upper = true;
                byte - b'A' + 10
            }
            b'a'..=b'f' => {
                lower = true;
                byte - b'a' + 10
            }
            _ => break,
        };
        if length == 16 {
            return None;
        }
        value = value << 4 | u64::from(digit);
        length += 1;
    }
    let is_plain = length > 0 && (length == 1 || text[0] != b'0') && !(upper && lower);
    is_plain.then_some((value, length, if lower { Notation::HexLower } else { Notation::HexUpper }))
}

/// Appends the first bytes of a short piece. Copying as many bytes each time needs no call, which costs more than the bytes;
/// and a piece that was made as one number is not read back from memory byte by byte.
#[inline]
pub(crate) fn append<const N: usize>(piece: &[u8; N], length: usize, out: &mut Vec<u8>) {
    let end = out.len() + length.min(N);
    out.extend_from_slice(piece);
    out.truncate(end);
}

#[inline]
fn write_decimal(value: u64, out: &mut Vec<u8>) {
    if value < 10 {
        out.push(b'0' + value as u8);
        return;
    }
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = value;
    while rest > 0 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[start..]);
}

#[inline]
fn write_hex(value: u64, to_letter: u64, out: &mut Vec<u8>) {
    let n_digits = (value | 1).ilog2() as usize / 4 + 1;
    out.extend_from_slice(b"0x");
    if n_digits > 8 {
        append(&eight_digits((value >> 32) as u32, n_digits - 8, to_letter), n_digits - 8, out);
    }
    append(&eight_digits(value as u32, n_digits.min(8), to_letter), n_digits.min(8), out);
}

/// The lowest `n` digits, first of all.
#[inline]
fn eight_digits(value: u32, n: usize, to_letter: u64) -> [u8; 8] {
    // A digit into each byte, by halves; the text's first digit is the highest.
    let mut digits = u64::from(value) << (32 - 4 * n);
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // Adding 6 carries into bit 4 from 10 on.
    let is_letter = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + is_letter * to_letter).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Number, number};

    fn round_trip(text: &str) -> Option<String> {
        let (literal, form) = IntForm::read(text.as_bytes())?;
        let mut out = Vec::new();
        form.write(literal.value, &mut out);
        Some(String::from_utf8(out).unwrap())
    }

    #[test]
    fn what_is_plain_is_written_as_it_was_read_and_means_what_it_means() {
        let digits = [
            "0",
            "7",
            "10",
            "99999",
            "1234",
            "18446744073709551615",
            "0x0",
            "0x1F",
            "0xdeadbeef",
            "0x123456789",
            "0xFFFFFFFFFFFFFFFF",
        ];
        let suffixes = ["", "u", "U", "l", "L", "ul", "UL", "ll", "LL", "ull", "ULL"];
        for text in digits.iter().flat_map(|digits| suffixes.map(|suffix| format!("{digits}{suffix}"))) {
            assert_eq!(round_trip(&text).as_ref(), Some(&text));
            let (read, _) = IntForm::read(text.as_bytes()).unwrap();
            let Ok(Number::Int(slow)) = number(text.as_bytes()) else { panic!("{text} is an integer") };
            // A single zero is octal, which changes nothing.
            assert_eq!(IntLiteral { base: slow.base, ..read }, slow, "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_keeps_its_text() {
        let texts = ["", "00", "017", "0x", "0x01", "0xaB", "0X1", "0b1", "1i", "1uL", "1LU", "1.0", "1e3", "0x1p3"];
        for text in texts.into_iter().chain(["18446744073709551616", "0x10000000000000000", "09", "1_0"]) {
            assert_eq!(round_trip(text), None, "{text}");
        }
    }
}
