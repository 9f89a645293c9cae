//! What kiln leaves out on purpose: features of GCC that are not C as people write it.
//!
//! A program that uses one is named in the list of expected results with the reason given here; no
//! other program can be listed as left out.

use std::sync::LazyLock;

use regex::bytes::Regex;

/// Patterns over preprocessed text, and the reason.
const FEATURES: &[(&str, &str)] = &[
    (r"(?-u)\b_Decimal(?:32|64|128)\b", "decimal floating point"),
    (r"(?-u)\b[0-9.][0-9.eE+-]*(?:[dD][fF]|[dD][dD]|[dD][lL])\b", "decimal floating point"),
    (r"(?-u)\b__builtin_[a-z]+d(?:32|64|128)\b", "decimal floating point"),
    (r"(?-u)\b__(?:GIMPLE|RTL)\b", "GCC's internal languages in C syntax"),
    (r"(?-u)\b(?:_Fract|_Accum|_Sat)\b", "fixed point"),
];

static PATTERNS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let compile = |text: &str| Regex::new(text).expect("a pattern of this file is a valid pattern");
    FEATURES.iter().map(|(text, reason)| (compile(text), *reason)).collect()
});

/// Why a program is left out, if it is.
pub(crate) fn reason(text: &[u8]) -> Option<&'static str> {
    PATTERNS.iter().find(|(pattern, _)| pattern.is_match(text)).map(|(_, reason)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_recognised() {
        assert_eq!(reason(b"_Decimal64 x;"), Some("decimal floating point"));
        assert_eq!(reason(b"f(1.5e+3dl);"), Some("decimal floating point"));
        assert_eq!(reason(b"void __GIMPLE () f () {}"), Some("GCC's internal languages in C syntax"));
        assert_eq!(reason(b"_Sat _Fract x;"), Some("fixed point"));
        assert_eq!(reason(b"int x = 0xadd; double d = 1.0; long decimal;"), None);
    }
}
