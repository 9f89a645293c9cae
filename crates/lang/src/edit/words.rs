//! The words of a text that has not been read as C.

/// What to make of string and character literals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// They hold no names.
    Skipped,
    /// Their contents are words like any other.
    ReadThrough,
}

/// The identifiers and keywords of `text`, outside of comments.
pub(super) fn words(text: &[u8], quotes: Quotes) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let &first = rest.first()?;
            let (length, is_word) = match first {
                b'"' | b'\'' if quotes == Quotes::Skipped => (literal_length(rest), false),
                b'/' => (comment_length(rest).unwrap_or(1), false),
                _ if is_word_byte(first) => (rest.iter().take_while(|&&byte| is_word_byte(byte)).count(), true),
                _ => (1, false),
            };
            let (word, behind) = rest.split_at(length);
            rest = behind;
            if is_word && !first.is_ascii_digit() {
                return Some(str::from_utf8(word).unwrap_or_default());
            }
        }
    })
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

fn literal_length(text: &[u8]) -> usize {
    let quote = text[0];
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => break,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

fn comment_length(text: &[u8]) -> Option<usize> {
    let end = match text.get(1)? {
        b'/' => memchr::memchr(b'\n', text),
        b'*' => memchr::memmem::find(&text[2..], b"*/").map(|n| n + 4),
        _ => return None,
    };
    Some(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, quotes: Quotes, expected: &[&str]) {
        assert_eq!(words(text.as_bytes(), quotes).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn numbers_literals_and_comments_hold_no_words() {
        check(r#"a+b1 0x1f 'c' "d \" e" f"#, Quotes::Skipped, &["a", "b1", "f"]);
        check("a /* b */ c // d\n e / f", Quotes::Skipped, &["a", "c", "e", "f"]);
        check("a /* b", Quotes::Skipped, &["a"]);
        check("a \"b", Quotes::Skipped, &["a"]);
        check("a \"b\\", Quotes::Skipped, &["a"]);
    }

    #[test]
    fn the_contents_of_quotes_can_be_words() {
        check("\"foo\", 1", Quotes::ReadThrough, &["foo"]);
        check("call foo@PLT; mov $x, %eax", Quotes::ReadThrough, &["call", "foo", "PLT", "mov", "$x", "eax"]);
    }
}
