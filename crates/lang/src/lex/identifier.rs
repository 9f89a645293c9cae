//! Names that are not plain ASCII: `$`, UTF-8, and universal character names (C11 6.4.3).
//!
//! A universal character name and the character it names make the same identifier, so names are
//! interned with the character. Which characters may stand in a name is C11's annex D.

use std::ops::RangeInclusive;

/// The name at the start of `text` and its length in the text, or the length of what is no name.
pub(super) fn scan(text: &[u8], dollars: bool) -> Result<(String, usize), usize> {
    let mut name = String::new();
    let mut at = 0;
    while let Some((c, length)) = next_char(&text[at..], dollars) {
        if name.is_empty() && is_extending(c) {
            break;
        }
        name.push(c);
        at += length;
    }
    if name.is_empty() { Err(char_length(text)) } else { Ok((name, at)) }
}

/// The character of a name that `text` starts with, and how many bytes spell it.
fn next_char(text: &[u8], dollars: bool) -> Option<(char, usize)> {
    match *text.first()? {
        byte @ (b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9') => Some((byte.into(), 1)),
        b'$' if dollars => Some(('$', 1)),
        b'\\' => {
            let (c, length) = universal(&text[1..])?;
            (is_in_annex_d(c) || c == '$' && dollars).then_some((c, length + 1))
        }
        128.. => first_char(text).filter(|&c| is_in_annex_d(c)).map(|c| (c, c.len_utf8())),
        _ => None,
    }
}

/// The character that `u` and four, or `U` and eight, hexadecimal digits name, and their length.
pub(super) fn universal(text: &[u8]) -> Option<(char, usize)> {
    let n_digits = match text.first()? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let digits = text.get(1..=n_digits)?;
    let mut value = 0;
    for &digit in digits {
        value = value << 4 | char::from(digit).to_digit(16)?;
    }
    Some((char::from_u32(value)?, n_digits + 1))
}

/// The UTF-8 character that `text` starts with.
pub(super) fn first_char(text: &[u8]) -> Option<char> {
    let chunk = text[..text.len().min(4)].utf8_chunks().next()?;
    chunk.valid().chars().next()
}

/// How many bytes the character that `text` starts with has; 1 if it is none.
fn char_length(text: &[u8]) -> usize {
    first_char(text).map_or(1, char::len_utf8)
}

fn is_in_annex_d(c: char) -> bool {
    ALLOWED.iter().any(|range| range.contains(&c))
}

/// Digits, and the combining characters of annex D.2, may not start a name.
fn is_extending(c: char) -> bool {
    c.is_ascii_digit() || EXTENDING.iter().any(|range| range.contains(&c))
}

/// C11 D.1.
const ALLOWED: [RangeInclusive<char>; 45] = [
    '\u{a8}'..='\u{a8}',
    '\u{aa}'..='\u{aa}',
    '\u{ad}'..='\u{ad}',
    '\u{af}'..='\u{af}',
    '\u{b2}'..='\u{b5}',
    '\u{b7}'..='\u{ba}',
    '\u{bc}'..='\u{be}',
    '\u{c0}'..='\u{d6}',
    '\u{d8}'..='\u{f6}',
    '\u{f8}'..='\u{ff}',
    '\u{100}'..='\u{167f}',
    '\u{1681}'..='\u{180d}',
    '\u{180f}'..='\u{1fff}',
    '\u{200b}'..='\u{200d}',
    '\u{202a}'..='\u{202e}',
    '\u{203f}'..='\u{2040}',
    '\u{2054}'..='\u{2054}',
    '\u{2060}'..='\u{206f}',
    '\u{2070}'..='\u{218f}',
    '\u{2460}'..='\u{24ff}',
    '\u{2776}'..='\u{2793}',
    '\u{2c00}'..='\u{2dff}',
    '\u{2e80}'..='\u{2fff}',
    '\u{3004}'..='\u{3007}',
    '\u{3021}'..='\u{302f}',
    '\u{3031}'..='\u{303f}',
    '\u{3040}'..='\u{d7ff}',
    '\u{f900}'..='\u{fd3d}',
    '\u{fd40}'..='\u{fdcf}',
    '\u{fdf0}'..='\u{fe44}',
    '\u{fe47}'..='\u{fffd}',
    '\u{10000}'..='\u{1fffd}',
    '\u{20000}'..='\u{2fffd}',
    '\u{30000}'..='\u{3fffd}',
    '\u{40000}'..='\u{4fffd}',
    '\u{50000}'..='\u{5fffd}',
    '\u{60000}'..='\u{6fffd}',
    '\u{70000}'..='\u{7fffd}',
    '\u{80000}'..='\u{8fffd}',
    '\u{90000}'..='\u{9fffd}',
    '\u{a0000}'..='\u{afffd}',
    '\u{b0000}'..='\u{bfffd}',
    '\u{c0000}'..='\u{cfffd}',
    '\u{d0000}'..='\u{dfffd}',
    '\u{e0000}'..='\u{efffd}',
];

/// C11 D.2.
const EXTENDING: [RangeInclusive<char>; 4] =
    ['\u{300}'..='\u{36f}', '\u{1dc0}'..='\u{1dff}', '\u{20d0}'..='\u{20ff}', '\u{fe20}'..='\u{fe2f}'];
