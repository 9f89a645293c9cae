//! What is left of preprocessing in preprocessed text.
//!
//! Line markers are collected for [`SourceText`](crate::source::SourceText). A pragma is a token,
//! since some of them (`pack`, `STDC`, `GCC optimize`) belong to the program. Definitions and
//! assertions that `-dD` or `-fdirectives-only` leave behind have done their work and are skipped.
//! Any other directive means that the text was not preprocessed, which is an error.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::scan::Scanner;
use super::token::TokenKind;
use crate::diagnostics::Code;
use crate::source::{FileChange, LineMarker};

/// The line markers found so far.
#[derive(Default)]
pub(super) struct Markers {
    /// Index by file name; 0 is the name of the unit itself and not in here.
    index: FxHashMap<Box<[u8]>, u32>,
    files: Vec<Box<str>>,
    found: Vec<LineMarker>,
}

impl Markers {
    /// The file names from index 1 on, and the markers that use them.
    pub(super) fn finish(self) -> (Vec<Box<str>>, Vec<LineMarker>) {
        (self.files, self.found)
    }

    fn add(&mut self, offset: usize, parsed: &ParsedMarker<'_>) {
        let file = match &parsed.file {
            Some(name) => self.file(name),
            None => self.found.last().map_or(0, |marker| marker.file),
        };
        let ParsedMarker { line, change, system_header, .. } = *parsed;
        self.found.push(LineMarker { offset: offset as u32, line, file, change, system_header });
    }

    fn file(&mut self, name: &[u8]) -> u32 {
        if let Some(&index) = self.index.get(name) {
            return index;
        }
        self.files.push(String::from_utf8_lossy(name).into());
        let index = self.files.len() as u32;
        self.index.insert(name.into(), index);
        index
    }
}

impl Scanner<'_> {
    /// `#`, spelled with `length` bytes: a directive if it is the first token of its line.
    #[cold]
    pub(super) fn hash(&mut self, start: usize, length: usize) -> usize {
        if !self.is_first_on_line(start) {
            return self.stray(start, start + length);
        }
        let end = self.directive_end(start + length);
        let body = self.text[start + length..end].trim_ascii();
        let n_word = body.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (word, rest) = body.split_at(n_word);
        match word {
            b"pragma" => {
                self.push(TokenKind::Pragma, start, end);
            }
            b"line" => self.line_marker(start, end, rest),
            [b'0'..=b'9', ..] => self.line_marker(start, end, body),
            b"define" | b"undef" | b"ident" | b"sccs" | b"assert" | b"unassert" => {}
            b"" if body.is_empty() => {}
            _ => {
                let word = String::from_utf8_lossy(word);
                let message = format!("directive `#{word}` in preprocessed text");
                self.reporter.error(Code::BadDirective, start, end, message);
            }
        }
        end
    }

    fn line_marker(&mut self, start: usize, end: usize, text: &[u8]) {
        match ParsedMarker::parse(text) {
            Some(marker) => self.markers.add((end + 1).min(self.text.len()), &marker),
            None => self.reporter.error(Code::BadDirective, start, end, "malformed line marker"),
        }
    }

    /// Everything between the last token and `at` is white space, comments and other directives.
    fn is_first_on_line(&self, at: usize) -> bool {
        self.tokens.last().is_none_or(|last| memchr::memrchr(b'\n', &self.text[last.end as usize..at]).is_some())
    }

    /// The end of the directive's line. A comment in it may go over several.
    fn directive_end(&mut self, mut at: usize) -> usize {
        loop {
            at += match memchr::memchr3(b'\n', b'/', b'"', &self.text[at..]) {
                None => return self.text.len(),
                Some(found) => found,
            };
            at = match self.text[at] {
                b'\n' => return at,
                b'"' => self.quoted_end(at).unwrap_or_else(|end| end),
                _ => match self.comment_end(at) {
                    Some(Ok(end)) => end,
                    Some(Err(end)) => self.unterminated_comment(at, end),
                    None => at + 1,
                },
            };
        }
    }
}

/// A line marker's fields.
#[derive(Debug, PartialEq, Eq)]
struct ParsedMarker<'a> {
    line: u32,
    file: Option<Cow<'a, [u8]>>,
    change: FileChange,
    system_header: bool,
}

impl<'a> ParsedMarker<'a> {
    /// `12 "file.h" 1 3 4`; everything behind the line number may be missing.
    fn parse(text: &'a [u8]) -> Option<Self> {
        let text = text.trim_ascii();
        let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(n_digits);
        // GCC numbers the preamble 0 and knows no line above `u32::MAX`.
        let line = str::from_utf8(digits).ok()?.parse().ok()?;
        let mut marker = Self { line, file: None, change: FileChange::Same, system_header: false };
        if let [b'"', rest @ ..] = rest.trim_ascii() {
            let (file, flags) = unescape(rest)?;
            marker.file = Some(file);
            marker.set_flags(flags);
        }
        Some(marker)
    }

    fn set_flags(&mut self, flags: &[u8]) {
        for flag in flags.split(u8::is_ascii_whitespace) {
            match flag {
                b"1" => self.change = FileChange::Enter,
                b"2" => self.change = FileChange::Return,
                b"3" => self.system_header = true,
                // 4 says `extern "C"`, which C does not have.
                _ => {}
            }
        }
    }
}

/// The file name in front of a closing quote, and what stands behind that. GCC writes quotes and
/// backslashes with a backslash and unprintable bytes in octal; most names have none of these.
fn unescape(text: &[u8]) -> Option<(Cow<'_, [u8]>, &[u8])> {
    let n_plain = memchr::memchr2(b'"', b'\\', text)?;
    let (plain, mut rest) = text.split_at(n_plain);
    if let [b'"', behind @ ..] = rest {
        return Some((plain.into(), behind));
    }
    let mut name = plain.to_vec();
    loop {
        rest = match rest {
            [b'"', behind @ ..] => return Some((name.into(), behind)),
            [b'\\', digits @ ..] if matches!(digits, [b'0'..=b'7', ..]) => {
                let (byte, behind) = octal(digits);
                name.push(byte);
                behind
            }
            [b'\\', byte, behind @ ..] | [byte, behind @ ..] => {
                name.push(*byte);
                behind
            }
            [] => return None,
        };
    }
}

/// Up to three octal digits.
fn octal(text: &[u8]) -> (u8, &[u8]) {
    let n_digits = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let (digits, rest) = text.split_at(n_digits);
    (digits.iter().fold(0, |value: u8, digit| value << 3 | (digit - b'0')), rest)
}

/// What a [`TokenKind::Pragma`] token says, without `#pragma` or `_Pragma`; `text` is the token's.
///
/// A pragma that was written as an operator loses its quotes and escapes (C11 6.10.9p1), so both
/// forms of a pragma read the same.
///
/// Backslashes at its end are left out: that of the last line of a text, which joins it to nothing,
/// and those that a string ends in. As the end of a line they would join the next one.
pub fn pragma_text(text: &[u8]) -> Cow<'_, str> {
    if let Some(behind) = text.strip_prefix(b"_Pragma") {
        let text = destringized(behind);
        return text.trim_end_matches(is_trailing).to_owned().into();
    }
    let body = text.strip_prefix(b"#").or_else(|| text.strip_prefix(b"%:")).unwrap_or(text);
    let body = body.trim_ascii_start();
    let body = body.strip_prefix(b"pragma").unwrap_or(body).trim_ascii_start();
    let n_trailing = body.iter().rev().take_while(|&&byte| is_trailing(byte.into())).count();
    String::from_utf8_lossy(&body[..body.len() - n_trailing])
}

fn is_trailing(c: char) -> bool {
    c == '\\' || c.is_ascii_whitespace()
}

/// Whether a line has a comment that goes on behind it.
pub(super) fn opens_comment(line: &[u8], line_comments: bool) -> bool {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'/', b'"', &line[at..]) {
        let rest = &line[at + found..];
        at += found
            + match rest {
                [b'/', b'*', inside @ ..] => match memchr::memmem::find(inside, b"*/") {
                    Some(length) => length + 4,
                    None => return true,
                },
                [b'/', b'/', ..] if line_comments => return false,
                [b'/', ..] => 1,
                _ => string_length(rest),
            };
    }
    false
}

/// The length of the string literal that a line starts with, which need not have an end.
fn string_length(line: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = line.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    at.min(line.len())
}

/// The text between the first quote and the last, with `\"` and `\\` as one character each.
fn destringized(text: &[u8]) -> String {
    let first = memchr::memchr(b'"', text).map_or(0, |quote| quote + 1);
    let last = memchr::memrchr(b'"', text).unwrap_or(text.len());
    let mut bytes = text.get(first..last).unwrap_or_default().iter().copied().peekable();
    let mut plain = Vec::new();
    while let Some(byte) = bytes.next() {
        let escaped = if byte == b'\\' { bytes.next_if(|next| matches!(next, b'"' | b'\\')) } else { None };
        plain.push(escaped.unwrap_or(byte));
    }
    String::from_utf8_lossy(&plain).trim().to_owned()
}
