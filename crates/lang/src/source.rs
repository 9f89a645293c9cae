//! The text of one translation unit, and how an offset in it becomes a place that a person can
//! find.
//!
//! A unit arrives preprocessed, so the text a compiler sees is not the text its author wrote. Two
//! things lie between them, and [`SourceText`] remembers both:
//!
//! - *Line markers* (`# 12 "file.h" 1 3`) say which file and line the next line came from. The
//!   lexer finds them on its way and stores them here; they never become tokens.
//! - *Line joins*: a backslash at the end of a line continues it (C11 5.1.1.2p1, phase 2). The
//!   lexer asks for phases 1 and 2 before it starts (`translate`), so that no later
//!   stage ever meets a backslash-newline inside a token. Offsets and spans are offsets into the
//!   translated text; the joins are kept to count lines.
//!
//! Nothing here costs time while a unit is read. Lines are counted when a diagnostic asks for a
//! place.

mod phases;
pub(crate) mod raw;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A range of bytes in a unit's translated text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of what was built by code and stands in no text.
    pub const NONE: Self = Self { start: u32::MAX, end: u32::MAX };

    /// The bytes from `start` up to, not including, `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether this is [`Span::NONE`].
    pub const fn is_none(self) -> bool {
        self.start == u32::MAX
    }

    /// The smallest span that covers both; one that is [`Span::NONE`] adds nothing.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "{}..{}", self.start, self.end) }
    }
}

/// Where an offset is, in the words of the file it came from. Lines and columns count from 1,
/// columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file as the line marker, or the caller, named it.
    pub file: &'a str,
    /// The line in that file.
    pub line: u32,
    /// The byte in that line.
    pub column: u32,
    /// Whether the preprocessor marked the text as coming from a system header.
    pub system_header: bool,
}

/// What a line marker says about the include stack (its flags 1 and 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// The same file goes on elsewhere.
    Same,
    /// An included file starts.
    Enter,
    /// An included file has ended.
    Return,
}

/// One line marker: the lines from `offset` on are `line`, `line + 1`, ... of `file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMarker {
    /// Where the line behind the marker starts.
    pub offset: u32,
    /// The number of that line.
    pub line: u32,
    /// Index for [`SourceText::file_name`].
    pub file: u32,
    /// What happens to the include stack.
    pub change: FileChange,
    /// Flag 3: the text comes from a system header.
    pub system_header: bool,
}

/// A text of 2 GiB or more, which no unit can have: offsets are 32 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge {
    /// The size that was given, in bytes.
    pub size: usize,
}

impl fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "source text of {} bytes is larger than the limit of 2 GiB", self.size)
    }
}

impl std::error::Error for SourceTooLarge {}

/// The text of one translation unit with what is known about where it came from.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// File names that markers use; the first is the name the caller gave.
    files: Vec<Box<str>>,
    /// Bytes, because C files are not always UTF-8.
    text: Box<[u8]>,
    /// Whether `text` has passed phases 1 and 2, which must not happen twice.
    translated: bool,
    /// Offsets at which a backslash-newline was taken out, ascending; two in a row at the same
    /// place are two entries.
    joins: Vec<u32>,
    /// What stood between backslash and newline, by position in `joins`, ascending; mostly nothing did.
    blanks: Vec<(usize, Box<[u8]>)>,
    /// In the order of their offsets.
    markers: Vec<LineMarker>,
}

impl SourceText {
    /// The text of the file `name`, or an error if offsets into it would not fit.
    pub fn new(name: &str, text: impl Into<Box<[u8]>>) -> Result<Self, SourceTooLarge> {
        let text = text.into();
        if text.len() >= 1 << 31 {
            return Err(SourceTooLarge { size: text.len() });
        }
        Ok(Self {
            files: vec![name.into()],
            text,
            translated: false,
            joins: Vec::new(),
            blanks: Vec::new(),
            markers: Vec::new(),
        })
    }

    /// The name of the file as the caller gave it.
    pub fn name(&self) -> &str {
        &self.files[0]
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// The bytes of `span`; nothing for [`Span::NONE`] or a span of another text.
    pub fn text(&self, span: Span) -> &[u8] {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Appends the bytes of `span` as they were before lines were joined: with a backslash and a newline at each join, and
    /// with the blanks between these two, which GCC allows.
    pub(crate) fn copy_unjoined(&self, span: Span, out: &mut Vec<u8>) {
        let first = self.joins.partition_point(|&join| join < span.start);
        // A join belongs to the byte behind it; one at the very end of the text has none.
        let end = if span.end as usize == self.text.len() { u32::MAX } else { span.end };
        let mut at = span.start;
        let joins = self.joins.iter().enumerate().skip(first);
        for (position, &join) in joins.take_while(|&(_, &join)| join < end) {
            out.extend_from_slice(self.text(Span::new(at, join)));
            out.push(b'\\');
            if let Ok(found) = self.blanks.binary_search_by_key(&position, |&(position, _)| position) {
                out.extend_from_slice(&self.blanks[found].1);
            }
            out.push(b'\n');
            at = join;
        }
        out.extend_from_slice(self.text(Span::new(at, span.end)));
    }

    /// The text of `span` for people: what is not UTF-8 becomes U+FFFD.
    pub fn text_lossy(&self, span: Span) -> Cow<'_, str> {
        String::from_utf8_lossy(self.text(span))
    }

    /// The line markers, in the order of the text.
    pub fn markers(&self) -> &[LineMarker] {
        &self.markers
    }

    /// The file that a [`LineMarker`] names.
    pub fn file_name(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |name| name)
    }

    /// Where `offset` is, as the last line marker before it tells.
    pub fn place(&self, offset: u32) -> Place<'_> {
        let offset = offset.min(self.text.len() as u32);
        let column = offset - self.line_range(offset).start as u32 + 1;
        let n_before = self.markers.partition_point(|marker| marker.offset <= offset);
        match self.markers[..n_before].last() {
            None => Place {
                file: self.name(),
                line: self.count_lines(0..offset).saturating_add(1),
                column,
                system_header: false,
            },
            Some(marker) => Place {
                file: self.file_name(marker.file),
                line: self.count_lines(marker.offset..offset).saturating_add(marker.line),
                column,
                system_header: marker.system_header,
            },
        }
    }

    /// The physical line around `offset`, without its newline.
    pub fn line_text(&self, offset: u32) -> &[u8] {
        &self.text[self.line_range(offset)]
    }

    /// The span of [`SourceText::line_text`].
    pub fn line_span(&self, offset: u32) -> Span {
        let range = self.line_range(offset);
        Span::new(range.start as u32, range.end as u32)
    }

    /// All physical lines with their places, in the order of the text. Line markers are no lines.
    pub fn lines(&self) -> Vec<(Place<'_>, &[u8])> {
        let mut lines = Vec::new();
        let mut place = Place { file: self.name(), line: 0, column: 1, system_header: false };
        let mut start = 0;
        loop {
            let range = self.line_range(start);
            match self.markers.binary_search_by_key(&start, |marker| marker.offset) {
                Ok(found) => {
                    let LineMarker { line, file, system_header, .. } = self.markers[found];
                    place = Place { file: self.file_name(file), line, column: 1, system_header };
                }
                // Lines of nothing but a backslash leave several joins at one place.
                Err(_) => place.line += 1 + self.count_joins(start).saturating_sub(1),
            }
            let joined = self.text.get(range.end) != Some(&b'\n');
            let next = (range.end + usize::from(!joined)) as u32;
            let is_marker = self.markers.binary_search_by_key(&next, |marker| marker.offset).is_ok();
            if !is_marker && (next > start || !range.is_empty()) {
                lines.push((place, &self.text[range.clone()]));
            }
            if range.end >= self.text.len() {
                return lines;
            }
            start = next;
        }
    }

    /// How many lines were joined at an offset.
    fn count_joins(&self, offset: u32) -> u32 {
        let first = self.joins.partition_point(|&join| join < offset);
        let last = self.joins.partition_point(|&join| join <= offset);
        (last - first) as u32
    }

    fn line_range(&self, offset: u32) -> Range<usize> {
        let at = (offset as usize).min(self.text.len());
        let (before, after) = self.text.split_at(at);
        let newline_before = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let newline_after = memchr::memchr(b'\n', after).map_or(self.text.len(), |n| at + n);
        let (joined, to_join) = self.joins.split_at(self.joins.partition_point(|&join| join as usize <= at));
        Range {
            start: newline_before.max(joined.last().map_or(0, |&join| join as usize)),
            end: newline_after.min(to_join.first().map_or(usize::MAX, |&join| join as usize)),
        }
    }

    /// How many physical lines end in `range`.
    fn count_lines(&self, range: Range<u32>) -> u32 {
        let newlines = memchr::memchr_iter(b'\n', &self.text[range.start as usize..range.end as usize]).count();
        let first = self.joins.partition_point(|&join| join < range.start);
        let last = self.joins.partition_point(|&join| join <= range.end);
        (newlines + last.saturating_sub(first)) as u32
    }

    /// Translation phases 1 and 2 (C11 5.1.1.2p1): replaces trigraphs if asked, and joins continued
    /// lines. Raw string literals, where the dialect has them, stay as they are.
    pub(crate) fn translate(&mut self, trigraphs: bool, raw_strings: bool) {
        if self.translated {
            return;
        }
        self.translated = true;
        if let Some(translated) = phases::translate(&self.text, trigraphs, raw_strings) {
            self.text = translated.text.into();
            self.joins = translated.joins;
            self.blanks = translated.blanks;
        }
    }

    /// Takes over what the lexer found; `files` holds the names behind the caller's own.
    pub(crate) fn set_markers(&mut self, files: Vec<Box<str>>, markers: Vec<LineMarker>) {
        self.files.truncate(1);
        self.files.extend(files);
        self.markers = markers;
    }
}

#[cfg(test)]
mod tests;
