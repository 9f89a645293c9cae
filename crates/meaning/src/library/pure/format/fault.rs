//! Formats that C gives no meaning, of `printf` and of `scanf`.

use std::fmt;

use super::Length;

/// Why a format has no defined meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatFault {
    /// The format ends inside a specification.
    Incomplete,
    /// No conversion has this letter (C11 7.21.6.1p9).
    UnknownConversion(u8),
    /// The length modifier does not go with the conversion letter (C11 7.21.6.1p7).
    Length(Length, u8),
    /// `#` with a conversion that has no alternative form (C11 7.21.6.1p6).
    Alternative(u8),
    /// `0` with a conversion that is not numeric (C11 7.21.6.1p6).
    Zero(u8),
    /// `'` with a conversion that is not decimal (POSIX).
    Grouped(u8),
    /// A precision with a conversion that takes none (C11 7.21.6.1p4).
    Precision(u8),
    /// `%%` or `%n` with anything in between (C11 7.21.6.1p8).
    NotBare(u8),
    /// A width or precision beyond `int`; glibc gives up with `EOVERFLOW`.
    TooLarge,
    /// `scanf` with a width of zero (C11 7.21.6.2p3).
    ZeroWidth,
    /// `scanf` with `*` before `n`, or a width (C11 7.21.6.2p12).
    ScannedCount,
    /// An extension that is not modelled: numbered arguments, `I`, allocation by `scanf`.
    Extension(u8),
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |letter: &u8| letter.escape_ascii().to_string();
        match self {
            FormatFault::Incomplete => f.write_str("the format ends inside a conversion specification"),
            FormatFault::UnknownConversion(letter) => write!(f, "there is no conversion `%{}`", shown(letter)),
            FormatFault::Length(length, letter) => {
                write!(f, "the length modifier `{}` does not go with `%{}`", length.spelling(), shown(letter))
            }
            FormatFault::Alternative(letter) => write!(f, "the flag `#` does not go with `%{}`", shown(letter)),
            FormatFault::Zero(letter) => write!(f, "the flag `0` does not go with `%{}`", shown(letter)),
            FormatFault::Grouped(letter) => write!(f, "the flag `'` does not go with `%{}`", shown(letter)),
            FormatFault::Precision(letter) => write!(f, "`%{}` takes no precision", shown(letter)),
            FormatFault::NotBare(letter) => {
                write!(f, "`%{}` takes neither flags nor width nor precision", shown(letter))
            }
            FormatFault::TooLarge => f.write_str("a field width or precision does not fit into `int`"),
            FormatFault::ZeroWidth => f.write_str("a field width of `scanf` is zero"),
            FormatFault::ScannedCount => f.write_str("`%n` of `scanf` with assignment suppression or a width"),
            FormatFault::Extension(letter) => {
                write!(f, "`{}` in a conversion specification is an extension that is not modelled", shown(letter))
            }
        }
    }
}

impl std::error::Error for FormatFault {}
