//! The directives of `scanf` (C11 7.21.6.2): read, and matched against a text.
//!
//! [`parse`] turns a format into directives, or says what C leaves undefined in it. [`scan`] runs
//! them over a string, as `sscanf` does, and returns what is to be stored, in the order of the
//! arguments. Storing it is up to whoever has the memory.
//!
//! glibc departs from the standard in a few corners, as where a number breaks off (`0x` without
//! digits). The result is then that of glibc, with a [`Doubt`].

mod matching;

use kiln_lang::value::{Float, Int};

pub use matching::{Doubt, Scan, scan};

use super::format::{Cursor, FloatKind, FormatFault, IntKind, Length, parse_length};

/// One directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// White space: any amount of white space.
    Space,
    /// A byte that must follow.
    Byte(u8),
    /// `%%`: a percent sign after any white space.
    Percent,
    /// A conversion.
    Conversion(Spec),
}

/// A conversion specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// `*`: nothing is stored.
    pub suppressed: bool,
    /// The most bytes that are read.
    pub width: Option<u32>,
    /// What is read.
    pub conversion: Conversion,
    /// Where it goes.
    pub pointee: Pointee,
}

/// What a conversion reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// `d`, `i`, `u`, `o`, `x`: an integer in this base, 0 for any.
    Integer(u32),
    /// `p`: a pointer.
    Pointer,
    /// `a`, `e`, `f`, `g`: a floating-point number.
    Float,
    /// `s`: bytes that are not white space.
    Word,
    /// `c`: so many bytes.
    Chars,
    /// `[`: bytes of a set.
    Set(Box<ByteSet>),
    /// `n`: nothing; the number of bytes so far.
    Count,
}

/// What the argument must point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointee {
    /// An integer of this type.
    Integer(IntKind),
    /// A floating-point number of this type.
    Float(FloatKind),
    /// An array of characters, or of `wchar_t`.
    Text {
        /// Whether it is of `wchar_t`.
        wide: bool,
    },
    /// A pointer to `void`.
    Pointer,
}

/// Something to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stored {
    /// An integer of the type that the specification names.
    Integer(IntKind, Int),
    /// A floating-point number of the type that the specification names.
    Float(FloatKind, Float),
    /// Characters, with a null character after them if `terminated`.
    Text {
        /// The characters.
        bytes: Vec<u8>,
        /// Whether they become `wchar_t`.
        wide: bool,
        /// Whether a null character follows: not with `c`.
        terminated: bool,
    },
    /// A pointer with this address.
    Pointer(u64),
}

/// A set of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// Whether a byte is in the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

/// Reads a format (without its final null character).
pub fn parse(format: &[u8]) -> Result<Vec<Directive>, FormatFault> {
    let mut cursor = Cursor { bytes: format, at: 0 };
    let mut directives = Vec::new();
    while let Some(byte) = cursor.next() {
        let directive = match byte {
            b'%' if cursor.eat(b'%') => Directive::Percent,
            b'%' => Directive::Conversion(parse_conversion(&mut cursor)?),
            byte if super::ctype::is_space(byte) => Directive::Space,
            byte => Directive::Byte(byte),
        };
        if directive != Directive::Space || directives.last() != Some(&Directive::Space) {
            directives.push(directive);
        }
    }
    Ok(directives)
}

fn parse_conversion(cursor: &mut Cursor<'_>) -> Result<Spec, FormatFault> {
    let suppressed = cursor.eat(b'*');
    let width = cursor.number()?;
    match cursor.peek() {
        Some(extension @ (b'$' | b'\'' | b'I' | b'm')) => return Err(FormatFault::Extension(extension)),
        _ if width == Some(0) => return Err(FormatFault::ZeroWidth),
        _ => {}
    }
    let length = parse_length(cursor);
    let letter = cursor.next().ok_or(FormatFault::Incomplete)?;
    let (conversion, pointee) = conversion(letter, length, cursor)?;
    if conversion == Conversion::Count && (suppressed || width.is_some()) {
        return Err(FormatFault::ScannedCount);
    }
    if letter == b'%' {
        return Err(FormatFault::NotBare(letter));
    }
    Ok(Spec { suppressed, width, conversion, pointee })
}

/// What a letter reads, and into what.
fn conversion(letter: u8, length: Length, cursor: &mut Cursor<'_>) -> Result<(Conversion, Pointee), FormatFault> {
    let signed = Pointee::Integer(IntKind::of(length, true));
    let unsigned = Pointee::Integer(IntKind::of(length, false));
    let text = Pointee::Text { wide: length == Length::Long };
    let is_integer = length != Length::LongDouble;
    let is_text = matches!(length, Length::Plain | Length::Long);
    let (conversion, pointee, is_defined) = match letter {
        b'd' => (Conversion::Integer(10), signed, is_integer),
        b'i' => (Conversion::Integer(0), signed, is_integer),
        b'u' => (Conversion::Integer(10), unsigned, is_integer),
        b'o' => (Conversion::Integer(8), unsigned, is_integer),
        b'x' | b'X' => (Conversion::Integer(16), unsigned, is_integer),
        b'n' => (Conversion::Count, signed, is_integer),
        b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G' => {
            let kind = match length {
                Length::Plain => Some(FloatKind::Float),
                Length::Long => Some(FloatKind::Double),
                Length::LongDouble => Some(FloatKind::LongDouble),
                _ => None,
            };
            (Conversion::Float, Pointee::Float(kind.unwrap_or(FloatKind::Float)), kind.is_some())
        }
        b's' => (Conversion::Word, text, is_text),
        b'c' => (Conversion::Chars, text, is_text),
        b'[' => (Conversion::Set(Box::new(parse_set(cursor)?)), text, is_text),
        b'p' => (Conversion::Pointer, Pointee::Pointer, length == Length::Plain),
        b'%' => return Err(FormatFault::NotBare(letter)),
        // POSIX for `lc` and `ls`.
        b'C' | b'S' => return Err(FormatFault::Extension(letter)),
        _ => return Err(FormatFault::UnknownConversion(letter)),
    };
    if is_defined { Ok((conversion, pointee)) } else { Err(FormatFault::Length(length, letter)) }
}

/// The set after `%[`, up to its bracket. That `-` between two bytes means a range is up to the
/// implementation (C11 7.21.6.2p12); glibc takes it so, if the range is not empty.
fn parse_set(cursor: &mut Cursor<'_>) -> Result<ByteSet, FormatFault> {
    let negated = cursor.eat(b'^');
    let mut set = [false; 256];
    let mut last = None;
    loop {
        let byte = cursor.next().ok_or(FormatFault::Incomplete)?;
        if byte == b']' && last.is_some() {
            break;
        }
        match (last, cursor.peek()) {
            (Some(from), Some(to)) if byte == b'-' && to != b']' && from <= to => {
                (from..=to).for_each(|member| set[usize::from(member)] = true);
            }
            _ => set[usize::from(byte)] = true,
        }
        last = Some(byte);
    }
    if negated {
        set = set.map(|member| !member);
    }
    Ok(ByteSet(set))
}

#[cfg(test)]
mod tests;
