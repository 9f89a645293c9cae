//! Translation phases 1 and 2: trigraphs and continued lines (C11 5.1.1.2p1).
//!
//! Doing these first, on the whole text, keeps every later loop free of the question whether the
//! next byte is real. Nearly all preprocessed text has nothing to replace; then one `memchr` sweep
//! (over 10 GB/s) is the whole cost.

use super::raw;

/// What phases 1 and 2 make of a text.
pub(super) struct Translated {
    pub(super) text: Vec<u8>,
    /// The offsets, in `text`, where lines were joined.
    pub(super) joins: Vec<u32>,
    /// The blanks between a backslash and the end of its line, where there are some, each with the position of its join.
    pub(super) blanks: Vec<(usize, Box<[u8]>)>,
}

/// The text behind phase 2; `None` if nothing changes.
pub(super) fn translate(text: &[u8], trigraphs: bool, raw_strings: bool) -> Option<Translated> {
    let literals = if raw_strings { raw::literals(text) } else { Vec::new() };
    let mut literals = literals.into_iter().peekable();
    let mut translated = Vec::new();
    let mut joins = Vec::new();
    let mut blanks = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(candidate) = next_candidate(text, at, trigraphs) {
        while literals.next_if(|literal| literal.end <= candidate).is_some() {}
        if let Some(literal) = literals.next_if(|literal| literal.start <= candidate) {
            at = literal.end;
            continue;
        }
        at = match edit_at(&text[candidate..], trigraphs) {
            None => candidate + 1,
            Some(edit) => {
                translated.extend_from_slice(&text[copied..candidate]);
                match edit.with {
                    Some(byte) => translated.push(byte),
                    None => {
                        let between = &text[candidate + edit.length - edit.n_blanks - 1..candidate + edit.length - 1];
                        if !between.is_empty() {
                            blanks.push((joins.len(), between.into()));
                        }
                        joins.push(translated.len() as u32);
                    }
                }
                copied = candidate + edit.length;
                copied
            }
        };
    }
    if copied == 0 {
        return None;
    }
    translated.extend_from_slice(&text[copied..]);
    Some(Translated { text: translated, joins, blanks })
}

/// Replaces `length` bytes by one, or by nothing where a line is joined.
struct Edit {
    length: usize,
    /// Blanks before the end of the line that is joined.
    n_blanks: usize,
    with: Option<u8>,
}

fn next_candidate(text: &[u8], from: usize, trigraphs: bool) -> Option<usize> {
    let rest = &text[from..];
    let found = if trigraphs { memchr::memchr2(b'\\', b'?', rest) } else { memchr::memchr(b'\\', rest) };
    found.map(|n| from + n)
}

fn edit_at(text: &[u8], trigraphs: bool) -> Option<Edit> {
    let (byte, length) = match *text {
        [b'\\', ..] => (b'\\', 1),
        [b'?', b'?', third, ..] if trigraphs => (trigraph(third)?, 3),
        _ => return None,
    };
    if byte == b'\\'
        && let Some(n_blanks) = blanks_before_end(&text[length..])
    {
        return Some(Edit { length: length + n_blanks + 1, n_blanks, with: None });
    }
    (length == 3).then_some(Edit { length, n_blanks: 0, with: Some(byte) })
}

/// The number of blanks, which GCC allows, before the end of line that `text` starts with.
fn blanks_before_end(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    (text.get(blanks) == Some(&b'\n')).then_some(blanks)
}

/// C11 5.2.1.1.
fn trigraph(third: u8) -> Option<u8> {
    Some(match third {
        b'=' => b'#',
        b'(' => b'[',
        b'/' => b'\\',
        b')' => b']',
        b'\'' => b'^',
        b'<' => b'{',
        b'!' => b'|',
        b'>' => b'}',
        b'-' => b'~',
        _ => return None,
    })
}
