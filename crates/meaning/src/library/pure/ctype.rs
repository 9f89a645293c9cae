//! `<ctype.h>` in the "C" locale.
//!
//! The argument is an `int` that must be `EOF` or the value of an `unsigned char` (C11 7.4p1); for
//! any other there is no answer. The classification functions promise no more than "nonzero", and
//! it differs in fact: glibc returns bits of its table, and GCC folds `isdigit` to 1. So they
//! answer with a `bool`, and whoever needs an `int` must not let the program look at it closely.

/// A set of character classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class(u16);

const EOF: i32 = -1;

impl Class {
    const LOWER: Class = Class(1);
    const UPPER: Class = Class(2);
    const DIGIT: Class = Class(4);
    /// `A` to `F` and `a` to `f`.
    const HEX_LETTER: Class = Class(8);
    const PUNCTUATION: Class = Class(16);
    /// Space and tabulator.
    const BLANK: Class = Class(32);
    /// The white space that is not blank.
    const LINE: Class = Class(64);
    const SPACE: Class = Class(128);
    const CONTROL: Class = Class(256);

    const fn or(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }
}

const ALPHA: Class = Class::LOWER.or(Class::UPPER);
const ALNUM: Class = ALPHA.or(Class::DIGIT);
const GRAPH: Class = ALNUM.or(Class::PUNCTUATION);

/// The functions that ask for a class, with the classes each asks for.
const FUNCTIONS: &[(&str, Class)] = &[
    ("isalnum", ALNUM),
    ("isalpha", ALPHA),
    ("isblank", Class::BLANK),
    ("iscntrl", Class::CONTROL),
    ("isdigit", Class::DIGIT),
    ("isgraph", GRAPH),
    ("islower", Class::LOWER),
    ("isprint", GRAPH.or(Class::SPACE)),
    ("ispunct", Class::PUNCTUATION),
    ("isspace", Class::BLANK.or(Class::LINE)),
    ("isupper", Class::UPPER),
    ("isxdigit", Class::DIGIT.or(Class::HEX_LETTER)),
];

const TABLE: [Class; 128] = {
    let mut table = [Class(0); 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = classify(byte as u8);
        byte += 1;
    }
    table
};

const fn classify(byte: u8) -> Class {
    match byte {
        b'a'..=b'f' => Class::LOWER.or(Class::HEX_LETTER),
        b'g'..=b'z' => Class::LOWER,
        b'A'..=b'F' => Class::UPPER.or(Class::HEX_LETTER),
        b'G'..=b'Z' => Class::UPPER,
        b'0'..=b'9' => Class::DIGIT,
        b' ' => Class::SPACE.or(Class::BLANK),
        b'\t' => Class::CONTROL.or(Class::BLANK),
        b'\n' | 0x0b | 0x0c | b'\r' => Class::CONTROL.or(Class::LINE),
        0..=31 | 127 => Class::CONTROL,
        _ => Class::PUNCTUATION,
    }
}

/// The class that a function of `<ctype.h>` asks for, by the function's name.
pub fn class_of(function: &str) -> Option<Class> {
    FUNCTIONS.iter().find(|(name, _)| *name == function).map(|(_, class)| *class)
}

/// Whether a character belongs to a class; nothing if the argument is neither `EOF` nor an
/// `unsigned char`.
pub fn is(class: Class, c: i32) -> Option<bool> {
    let is_defined = c == EOF || (0..=255).contains(&c);
    let own = usize::try_from(c).ok().and_then(|c| TABLE.get(c)).copied().unwrap_or(Class(0));
    is_defined.then_some(own.0 & class.0 != 0)
}

/// `toupper`; nothing if the argument is neither `EOF` nor an `unsigned char`.
pub fn to_upper(c: i32) -> Option<i32> {
    is(Class::LOWER, c).map(|is_lower| if is_lower { c - 32 } else { c })
}

/// `tolower`; nothing if the argument is neither `EOF` nor an `unsigned char`.
pub fn to_lower(c: i32) -> Option<i32> {
    is(Class::UPPER, c).map(|is_upper| if is_upper { c + 32 } else { c })
}

/// Whether a byte is white space, as `strtol` and `scanf` skip it.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_by_example() {
        for (function, members, others) in [
            ("isalpha", "azAZ", "0 _\n"),
            ("isprint", " a~", "\t\x7f"),
            ("isgraph", "!a~", " \x7f"),
            ("isspace", " \t\n\x0b\x0c\r", "a\0"),
            ("isblank", " \t", "\n"),
            ("iscntrl", "\0\x1f\x7f\n", " a"),
            ("isxdigit", "09afAF", "gG"),
            ("ispunct", "!/:@[`{~", "a0 "),
        ] {
            let class = class_of(function).unwrap();
            assert!(members.bytes().all(|c| is(class, c.into()) == Some(true)), "{function}");
            assert!(others.bytes().all(|c| is(class, c.into()) == Some(false)), "{function}");
            assert_eq!((is(class, -1), is(class, 200)), (Some(false), Some(false)));
            assert_eq!((is(class, -2), is(class, 256)), (None, None));
        }
        assert_eq!(class_of("isascii"), None);
        assert_eq!(
            (to_upper(b'a'.into()), to_upper(-1), to_lower(b'Z'.into()), to_lower(300)),
            (Some(65), Some(-1), Some(122), None)
        );
    }

    #[test]
    fn space_is_isspace() {
        let class = class_of("isspace").unwrap();
        assert!((0..=255u8).all(|c| is(class, c.into()) == Some(is_space(c))));
    }
}
