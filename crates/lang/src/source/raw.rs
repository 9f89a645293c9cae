//! Raw string literals, `R"x(...)x"` (GNU C99, from C++11): where they stand and where they end.
//!
//! In a raw string nothing is replaced, not even by translation phases 1 and 2. But only tokens tell
//! where a raw string is, and phases 1 and 2 come before there are tokens; so they look for these
//! literals first, past all that may hold a quote. Texts without `R"` are not looked at.

use std::ops::Range;

/// A delimiter has at most so many characters (C++11 lex.string).
const MAX_DELIMITER: usize = 16;

/// The raw string literals of a text from quote to quote, in order.
pub(super) fn literals(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if memchr::memmem::find(text, b"R\"").is_none() {
        return found;
    }
    let mut at = 0;
    while let Some(n) = memchr::memchr3(b'"', b'\'', b'/', &text[at..]) {
        at += n;
        at = match text[at] {
            b'"' if is_raw(&text[..at])
                && let Some(end) = end(text, at) =>
            {
                found.push(at..end);
                end
            }
            b'/' => comment_end(text, at),
            _ => quoted_end(text, at),
        };
    }
    found
}

/// Whether the text before a quote ends in the prefix of a raw string.
fn is_raw(before: &[u8]) -> bool {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'$' | 128..);
    let n_word = before.iter().rev().take_while(is_part).count();
    is_prefix(&before[before.len() - n_word..])
}

/// Whether a name makes the quote behind it open a raw string.
pub(crate) fn is_prefix(name: &[u8]) -> bool {
    matches!(name, b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
}

/// The content of the raw string whose opening quote `text` starts with: what is between the parentheses.
pub(crate) fn content(text: &[u8]) -> Option<Range<usize>> {
    let is_delimiter = |byte: &&u8| !matches!(**byte, b'(' | b')' | b'\\' | b' ' | 0x09..=0x0d);
    let n_delimiter = text.iter().skip(1).take_while(is_delimiter).count();
    let start = 1 + n_delimiter + 1;
    if n_delimiter > MAX_DELIMITER || text.get(start - 1) != Some(&b'(') {
        return None;
    }
    let closing = [b")", &text[1..start - 1], b"\""].concat();
    let length = memchr::memmem::find(&text[start..], &closing)?;
    Some(start..start + length)
}

/// The end of the raw string whose opening quote is at `open`, if it has one.
pub(crate) fn end(text: &[u8], open: usize) -> Option<usize> {
    let content = content(text.get(open..)?)?;
    // Behind the content stands what stands before it, with other brackets.
    Some(open + content.end + content.start)
}

/// The end of a literal that is not raw, or of its line.
fn quoted_end(text: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(n) = memchr::memchr3(text[open], b'\\', b'\n', text.get(at..).unwrap_or_default()) {
        at += n;
        match text[at] {
            b'\\' => at += 2,
            _ => return at + 1,
        }
    }
    text.len()
}

/// The end of the comment that a slash opens, or the byte behind the slash.
fn comment_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at + 1..];
    match rest.first() {
        Some(b'*') => memchr::memmem::find(&rest[1..], b"*/").map_or(text.len(), |n| at + 2 + n + 2),
        Some(b'/') => {
            let ends = |&n: &usize| n == 0 || rest[n - 1] != b'\\';
            memchr::memchr_iter(b'\n', rest).find(ends).map_or(text.len(), |n| at + 1 + n)
        }
        _ => at + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        literals(text.as_bytes()).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn raw_strings_end_at_their_own_delimiter() {
        assert_eq!(found(r#"a = R"(b)" "c" u8R"x(d)"e)x" f"#), [r#""(b)""#, r#""x(d)"e)x""#]);
        assert_eq!(found(r#"R"'"(a)'"" b"#), [r#""'"(a)'"""#]);
    }

    #[test]
    fn quotes_elsewhere_open_no_raw_string() {
        assert_eq!(found("\"R\\\"(a)\" '\"' /* R\"(b)\" */ // R\"(c)\"\nxR\"(d)\" R\"(e"), [""; 0]);
        assert_eq!(found("R\"a b(c)a b\" R\"01234567890123456(c)01234567890123456\""), [""; 0]);
    }
}
