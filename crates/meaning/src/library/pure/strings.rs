//! The searches of `<string.h>`, on slices.
//!
//! A slice here is a string without its null character; what reads it from memory, and whether that
//! is allowed, is decided elsewhere.

use std::cmp::Ordering;

/// `strspn`: how many bytes at the start are in `set`.
pub fn span(text: &[u8], set: &[u8]) -> usize {
    text.iter().take_while(|byte| set.contains(byte)).count()
}

/// `strcspn`: how many bytes at the start are not in `set`. With `strpbrk`, the place found, if it
/// is not the end.
pub fn complement_span(text: &[u8], set: &[u8]) -> usize {
    text.iter().take_while(|byte| !set.contains(byte)).count()
}

/// `strstr`, `memmem`: where `needle` occurs first. The empty needle occurs at the start.
pub fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    // The failure function of Knuth, Morris and Pratt: a program must not make this quadratic.
    let failures = failures(needle);
    let mut matched = 0;
    for (place, byte) in text.iter().enumerate() {
        while matched > 0 && needle[matched] != *byte {
            matched = failures[matched - 1];
        }
        matched += usize::from(needle[matched] == *byte);
        if matched == needle.len() {
            return Some(place + 1 - needle.len());
        }
    }
    None
}

/// For each prefix of the needle, the length of its longest proper prefix that also ends it.
fn failures(needle: &[u8]) -> Vec<usize> {
    let mut failures = vec![0; needle.len()];
    let mut matched = 0;
    for place in 1..needle.len() {
        while matched > 0 && needle[matched] != needle[place] {
            matched = failures[matched - 1];
        }
        matched += usize::from(needle[matched] == needle[place]);
        failures[place] = matched;
    }
    failures
}

/// A token that `strtok` found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Where it starts.
    pub start: usize,
    /// Where it ends: at a delimiter, which becomes a null character, or at the end of the string.
    pub end: usize,
    /// Where the next search starts.
    pub next: usize,
}

/// `strtok`, `strtok_r`: the first token of the rest of a string, if there is one.
pub fn token(text: &[u8], delimiters: &[u8]) -> Option<Token> {
    let start = span(text, delimiters);
    if start == text.len() {
        return None;
    }
    let end = start + complement_span(&text[start..], delimiters);
    Some(Token { start, end, next: (end + 1).min(text.len()) })
}

/// `strcasecmp`, `strncasecmp`: how two strings compare without regard to case, in the "C" locale.
pub fn compare_ignoring_case(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().map(u8::to_ascii_lowercase).cmp(b.iter().map(u8::to_ascii_lowercase))
}

/// The bytes of wide characters in the "C" locale, as `%ls` and `%lc` print them; nothing if one of
/// them is not ASCII, where `printf` fails with `EILSEQ`.
pub fn narrow(wide: &[u32]) -> Option<Vec<u8>> {
    wide.iter().map(|&c| u8::try_from(c).ok().filter(u8::is_ascii)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        assert_eq!((span(b"aabc", b"ba"), span(b"", b"a"), span(b"abc", b"")), (3, 0, 0));
        assert_eq!((complement_span(b"aabc", b"c"), complement_span(b"abc", b"")), (3, 3));
    }

    #[test]
    fn needles_are_found_first() {
        for (text, needle) in
            [("", ""), ("abc", ""), ("abc", "abcd"), ("aaab", "aab"), ("abababc", "ababc"), ("x", "y")]
        {
            assert_eq!(find(text.as_bytes(), needle.as_bytes()), text.find(needle), "{needle} in {text}");
        }
        // All short texts over two letters.
        for code in 0..1u32 << 14 {
            let text: String = (0..10).map(|bit| if code >> bit & 1 == 1 { 'a' } else { 'b' }).collect();
            let needle: String = (10..14).map(|bit| if code >> bit & 1 == 1 { 'a' } else { 'b' }).collect();
            assert_eq!(find(text.as_bytes(), needle.as_bytes()), text.find(&needle));
        }
    }

    #[test]
    fn tokens_one_after_another() {
        let text = b";;ab;c;;";
        let first = token(text, b";").unwrap();
        assert_eq!((first.start, first.end, first.next), (2, 4, 5));
        let second = token(&text[first.next..], b";").unwrap();
        assert_eq!((second.start, second.end, second.next), (0, 1, 2));
        assert_eq!(token(&text[7..], b";"), None);
        assert_eq!(token(b"ab", b";"), Some(Token { start: 0, end: 2, next: 2 }));
    }

    #[test]
    fn case_is_folded_as_tolower_does() {
        assert_eq!(compare_ignoring_case(b"aBc", b"AbC"), Ordering::Equal);
        assert_eq!(compare_ignoring_case(b"a_", b"AA"), Ordering::Less);
        assert_eq!(compare_ignoring_case(b"ab", b"a"), Ordering::Greater);
    }

    #[test]
    fn wide_characters_are_bytes_if_ascii() {
        assert_eq!(narrow(&[97, 127]), Some(vec![97, 127]));
        assert_eq!((narrow(&[128]), narrow(&[0x1_0061])), (None, None));
    }
}
