//! The conversion specifications of `printf` (C11 7.21.6.1): read, judged, and rendered.
//!
//! [`parse`] reads one directive of a format. A specification that C leaves undefined, such as
//! `%#d` or `%lp`, is a [`FormatFault`]: the table `ROWS` has one row per conversion with all that
//! may stand before it. What `printf` would then take from the argument list is [`Spec::wanted`];
//! whoever has the arguments takes them in the order of the standard (width, precision, value),
//! makes a [`Layout`] from the first two with [`Spec::layout`], and calls the function of
//! [`render`] that suits the value.
//!
//! Extensions of POSIX and glibc that change nothing in the "C" locale (`'`) or need nothing new
//! (`%m`, `%C`, `%S`) are read; [`Spec::is_extension`] tells. Numbered arguments (`%1$d`) are not.

mod fault;
mod floating;
pub mod render;
mod wanted;

pub use fault::FormatFault;
pub use wanted::{FloatKind, IntKind, Wanted};

/// One directive of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directive {
    /// Bytes up to the next `%` or the end, which are copied.
    Text,
    /// `%%`.
    Percent,
    /// A conversion.
    Conversion(Spec),
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The flags.
    pub flags: Flags,
    /// The minimum field width.
    pub width: Option<Amount>,
    /// The precision.
    pub precision: Option<Amount>,
    /// The length modifier.
    pub length: Length,
    /// What is converted, and how.
    pub conversion: Conversion,
    /// Whether letters come out large: `X`, `F`, `E`, `G`, `A`.
    pub upper: bool,
}

/// The flags of a specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `-`: at the left of the field.
    pub left: bool,
    /// `+`: always a sign.
    pub plus: bool,
    /// A space where a plus sign would stand.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternative: bool,
    /// `0`: zeros instead of spaces.
    pub zero: bool,
    /// `'`: digits in groups (POSIX), which the "C" locale does not have.
    pub grouped: bool,
}

/// A field width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// A number in the format.
    Fixed(u32),
    /// `*`: the next argument, an `int`.
    Star,
}

/// A length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// None.
    Plain,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`
    LongLong,
    /// `j`
    IntMax,
    /// `z`
    Size,
    /// `t`
    PtrDiff,
    /// `L`
    LongDouble,
}

/// What a conversion does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// `d`, `i`
    Signed,
    /// `u`
    Unsigned,
    /// `o`
    Octal,
    /// `x`, `X`
    Hexadecimal,
    /// `f`, `F`
    Fixed,
    /// `e`, `E`
    Scientific,
    /// `g`, `G`
    General,
    /// `a`, `A`
    HexFloat,
    /// `c`
    Char,
    /// `s`
    String,
    /// `p`
    Pointer,
    /// `n`
    Count,
    /// `m`: the text of `errno` (glibc).
    ErrorText,
}

/// A specification with its `*` filled in: how a value is to be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The flags; a negative width has set `left`.
    pub flags: Flags,
    /// The minimum field width, zero if there is none.
    pub width: usize,
    /// The precision, if there is one.
    pub precision: Option<usize>,
    /// What the conversion does.
    pub conversion: Conversion,
    /// Whether letters come out large.
    pub upper: bool,
}

/// What may stand before a conversion letter.
struct Row {
    letter: u8,
    conversion: Conversion,
    /// Of `#`, `0`, `'` and `.`, those that are defined; `-`, `+` and space always are.
    defined: &'static str,
    lengths: &'static [Length],
}

const INTEGER: &[Length] = &[
    Length::Plain,
    Length::Char,
    Length::Short,
    Length::Long,
    Length::LongLong,
    Length::IntMax,
    Length::Size,
    Length::PtrDiff,
];
/// `l` has no effect on them (C11 7.21.6.1p7).
const FLOATING: &[Length] = &[Length::Plain, Length::Long, Length::LongDouble];
const TEXT: &[Length] = &[Length::Plain, Length::Long];
const PLAIN: &[Length] = &[Length::Plain];

const fn row(letter: u8, conversion: Conversion, defined: &'static str, lengths: &'static [Length]) -> Row {
    Row { letter, conversion, defined, lengths }
}

/// One row per conversion letter; a large letter that is not here has the row of the small one.
const ROWS: &[Row] = &[
    row(b'd', Conversion::Signed, "0'.", INTEGER),
    row(b'i', Conversion::Signed, "0'.", INTEGER),
    row(b'u', Conversion::Unsigned, "0'.", INTEGER),
    row(b'o', Conversion::Octal, "#0.", INTEGER),
    row(b'x', Conversion::Hexadecimal, "#0.", INTEGER),
    row(b'f', Conversion::Fixed, "#0'.", FLOATING),
    row(b'e', Conversion::Scientific, "#0.", FLOATING),
    row(b'g', Conversion::General, "#0'.", FLOATING),
    row(b'a', Conversion::HexFloat, "#0.", FLOATING),
    row(b'c', Conversion::Char, "", TEXT),
    row(b's', Conversion::String, ".", TEXT),
    row(b'p', Conversion::Pointer, "", PLAIN),
    row(b'n', Conversion::Count, "", INTEGER),
    row(b'm', Conversion::ErrorText, ".", PLAIN),
];

/// Reads the directive at the start of a format (without its final null character). Returns it with
/// the bytes it takes; at the end of the format that is an empty text.
pub fn parse(format: &[u8]) -> Result<(Directive, usize), FormatFault> {
    if format.first() != Some(&b'%') {
        let n_bytes = format.iter().position(|&byte| byte == b'%').unwrap_or(format.len());
        return Ok((Directive::Text, n_bytes));
    }
    let mut cursor = Cursor { bytes: format, at: 1 };
    let flags = parse_flags(&mut cursor);
    let width = parse_amount(&mut cursor)?;
    if cursor.peek() == Some(b'$') {
        return Err(FormatFault::Extension(b'$'));
    }
    let precision = if cursor.eat(b'.') {
        // A point without a number is a precision of zero (C11 7.21.6.1p4).
        Some(parse_amount(&mut cursor)?.unwrap_or(Amount::Fixed(0)))
    } else {
        None
    };
    let length = parse_length(&mut cursor);
    let letter = cursor.next().ok_or(FormatFault::Incomplete)?;
    if letter == b'%' {
        let directive = if cursor.at == 2 { Ok(Directive::Percent) } else { Err(FormatFault::NotBare(b'%')) };
        return directive.map(|directive| (directive, 2));
    }
    let spec = judge(flags, width, precision, length, letter)?;
    Ok((Directive::Conversion(spec), cursor.at))
}

/// The specification, if C defines what all of it means together.
fn judge(
    flags: Flags,
    width: Option<Amount>,
    precision: Option<Amount>,
    length: Length,
    letter: u8,
) -> Result<Spec, FormatFault> {
    let (small, length) = match letter {
        // `C` and `S` are POSIX for `lc` and `ls`.
        b'C' | b'S' if length == Length::Plain => (letter.to_ascii_lowercase(), Length::Long),
        b'X' | b'F' | b'E' | b'G' | b'A' => (letter.to_ascii_lowercase(), length),
        b'I' => return Err(FormatFault::Extension(letter)),
        _ => (letter, length),
    };
    let row = ROWS.iter().find(|row| row.letter == small).ok_or(FormatFault::UnknownConversion(letter))?;
    if !row.lengths.contains(&length) {
        return Err(FormatFault::Length(length, letter));
    }
    if row.conversion == Conversion::Count && (flags != Flags::default() || width.is_some() || precision.is_some()) {
        return Err(FormatFault::NotBare(letter));
    }
    for (is_there, mark, fault) in [
        (flags.alternative, '#', FormatFault::Alternative(letter)),
        (flags.zero, '0', FormatFault::Zero(letter)),
        (flags.grouped, '\'', FormatFault::Grouped(letter)),
        (precision.is_some(), '.', FormatFault::Precision(letter)),
    ] {
        if is_there && !row.defined.contains(mark) {
            return Err(fault);
        }
    }
    let upper = letter != small && letter != b'C' && letter != b'S';
    Ok(Spec { flags, width, precision, length, conversion: row.conversion, upper })
}

fn parse_flags(cursor: &mut Cursor<'_>) -> Flags {
    let mut flags = Flags::default();
    loop {
        match cursor.peek() {
            Some(b'-') => flags.left = true,
            Some(b'+') => flags.plus = true,
            Some(b' ') => flags.space = true,
            Some(b'#') => flags.alternative = true,
            Some(b'0') => flags.zero = true,
            Some(b'\'') => flags.grouped = true,
            _ => return flags,
        }
        cursor.at += 1;
    }
}

fn parse_amount(cursor: &mut Cursor<'_>) -> Result<Option<Amount>, FormatFault> {
    if cursor.eat(b'*') {
        return Ok(Some(Amount::Star));
    }
    Ok(cursor.number()?.map(Amount::Fixed))
}

/// Reads a length modifier, or nothing.
pub(super) fn parse_length(cursor: &mut Cursor<'_>) -> Length {
    let (length, n_bytes) = match (cursor.peek(), cursor.peek_after()) {
        (Some(b'h'), Some(b'h')) => (Length::Char, 2),
        (Some(b'h'), _) => (Length::Short, 1),
        (Some(b'l'), Some(b'l')) => (Length::LongLong, 2),
        (Some(b'l'), _) => (Length::Long, 1),
        (Some(b'j'), _) => (Length::IntMax, 1),
        (Some(b'z'), _) => (Length::Size, 1),
        (Some(b't'), _) => (Length::PtrDiff, 1),
        (Some(b'L'), _) => (Length::LongDouble, 1),
        _ => (Length::Plain, 0),
    };
    cursor.at += n_bytes;
    length
}

/// A place in a format.
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Cursor<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_after(&self) -> Option<u8> {
        self.bytes.get(self.at + 1).copied()
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// A decimal number that fits into an `int`, if there is one.
    pub(super) fn number(&mut self) -> Result<Option<u32>, FormatFault> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            let next = number.checked_mul(10).and_then(|n| n.checked_add(u32::from(digit - b'0')));
            number = next.filter(|&n| n < i32::MAX as u32).ok_or(FormatFault::TooLarge)?;
            self.at += 1;
        }
        Ok((self.at > start).then_some(number))
    }
}

impl Length {
    /// The modifier as it is written.
    pub const fn spelling(self) -> &'static str {
        match self {
            Length::Plain => "",
            Length::Char => "hh",
            Length::Short => "h",
            Length::Long => "l",
            Length::LongLong => "ll",
            Length::IntMax => "j",
            Length::Size => "z",
            Length::PtrDiff => "t",
            Length::LongDouble => "L",
        }
    }
}

impl Spec {
    /// The layout, given the arguments for `*` in width and precision, where there are such.
    ///
    /// A negative width is a flag and a width, a negative precision is none (C11 7.21.6.1p5).
    pub fn layout(&self, width: i32, precision: i32) -> Layout {
        let mut flags = self.flags;
        let width = match self.width {
            None => 0,
            Some(Amount::Fixed(width)) => width as usize,
            Some(Amount::Star) => {
                flags.left |= width < 0;
                width.unsigned_abs() as usize
            }
        };
        let precision = match self.precision {
            None => None,
            Some(Amount::Fixed(precision)) => Some(precision as usize),
            Some(Amount::Star) => usize::try_from(precision).ok(),
        };
        Layout { flags, width, precision, conversion: self.conversion, upper: self.upper }
    }

    /// Whether the specification means something only beyond ISO C. (`%C` and `%S` have become
    /// `%lc` and `%ls`.)
    pub fn is_extension(&self) -> bool {
        self.flags.grouped || self.conversion == Conversion::ErrorText
    }
}

#[cfg(test)]
mod tests;
