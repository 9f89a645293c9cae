//! Translation phases 1 and 2: trigraphs and continued lines (C11 5.1.1.2p1).
//!
//! Doing these first, on the whole text, keeps every later loop free of the question whether the
//! next byte is real. Nearly all preprocessed text has nothing to replace; then one `memchr` sweep
//! (over 10 GB/s) is the whole cost.

use super::raw;

/// The text behind phase 2 with the offsets, in it, where lines were joined; `None` if nothing
/// changes.
pub(super) fn translate(text: &[u8], trigraphs: bool, raw_strings: bool) -> Option<(Vec<u8>, Vec<u32>)> {
    let literals = if raw_strings { raw::literals(text) } else { Vec::new() };
    let mut literals = literals.into_iter().peekable();
    let mut translated = Vec::new();
    let mut joins = Vec::new();
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
                    None => joins.push(translated.len() as u32),
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
    Some((translated, joins))
}

/// Replaces `length` bytes by one, or by nothing where a line is joined.
struct Edit {
    length: usize,
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
        && let Some(ending) = line_ending(&text[length..])
    {
        return Some(Edit { length: length + ending, with: None });
    }
    (length == 3).then_some(Edit { length, with: Some(byte) })
}

/// The length of the end of line that `text` starts with. Blanks may stand before it, as GCC
/// allows.
fn line_ending(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    (text.get(blanks) == Some(&b'\n')).then_some(blanks + 1)
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
