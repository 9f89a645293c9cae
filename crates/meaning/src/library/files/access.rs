//! Reading and writing files, and going to places in them.

use super::{Files, Last, Open, files};
use crate::machine::Machine;
use crate::outcome::{Limit, Run, limit, undefined, unsupported};
use crate::undefined::Kind;

impl Machine<'_> {
    /// Whether a stream on a file counts bytes, and not lines.
    pub(in crate::library) fn is_binary(&self, open: usize) -> bool {
        self.library.files.open[open].mode.binary
    }

    /// A stream on a file.
    pub(in crate::library) fn opened(&mut self, open: usize) -> &mut Open {
        &mut files(self).open[open]
    }

    /// How long the file of a stream is.
    pub(in crate::library) fn file_length(&self, open: usize) -> usize {
        let files = &self.library.files;
        files.contents[files.open[open].content].len()
    }

    /// Writes to a file.
    pub(in crate::library) fn write_file(&mut self, open: usize, bytes: &[u8]) -> Run<()> {
        let most = self.settings.limits.output;
        let Files { open: streams, contents, .. } = files(self);
        let stream = &mut streams[open];
        if !stream.mode.writes() {
            return unsupported("writing to a stream for input");
        }
        if stream.last == Last::Read && stream.at_end != Some(true) {
            return undefined(Kind::LibraryPrecondition, "output follows input on a stream without a change of place");
        }
        let content = &mut contents[stream.content];
        let at = match stream.at {
            _ if stream.mode.kind == b'a' => content.len(),
            Some(at) => at,
            None => return unsupported("a place in a file that is not known"),
        };
        let end = at + bytes.len();
        if end as u64 > most {
            return limit(Limit::Output);
        }
        if content.len() < end {
            content.resize(end, 0);
        }
        content[at..end].copy_from_slice(bytes);
        (stream.at, stream.last, stream.pushed) = (Some(end), Last::Written, None);
        Ok(())
    }

    /// What can be read from a file. How much of it was, [`Machine::advance`] is told.
    pub(in crate::library) fn read_file(&mut self, open: usize) -> Run<Vec<u8>> {
        let Files { open: streams, contents, .. } = files(self);
        let stream = &mut streams[open];
        if !stream.mode.reads() {
            return unsupported("reading from a stream for output");
        }
        if stream.last == Last::Written {
            let words = "input follows output on a stream without `fflush` or a change of place";
            return undefined(Kind::LibraryPrecondition, words);
        }
        let Some(at) = stream.at else { return unsupported("a place in a file that is not known") };
        stream.last = Last::Read;
        let rest = contents[stream.content].get(at..).unwrap_or_default();
        Ok(stream.pushed.into_iter().chain(rest.iter().copied()).collect())
    }

    /// So many bytes have been read, unless that is not known; and whether the end was met.
    pub(in crate::library) fn advance(&mut self, open: usize, count: Option<usize>, at_end: Option<bool>) {
        let stream = self.opened(open);
        let pushed = usize::from(count != Some(0) && stream.pushed.take().is_some());
        stream.at = stream.at.zip(count).map(|(at, count)| at + count - pushed);
        stream.at_end = at_end;
    }

    /// Goes to a place in a file.
    pub(in crate::library) fn seek(&mut self, open: usize, at: usize) {
        let stream = self.opened(open);
        (stream.at, stream.last, stream.at_end, stream.pushed) = (Some(at), Last::Nothing, Some(false), None);
    }

    /// Where a stream is.
    pub(in crate::library) fn tell(&mut self, open: usize) -> Option<usize> {
        let stream = self.opened(open);
        if stream.pushed.is_some() { None } else { stream.at }
    }

    /// Pushes a character back, if there is room for it.
    pub(in crate::library) fn push_back(&mut self, open: usize, byte: u8) -> bool {
        let stream = self.opened(open);
        let has_room = stream.pushed.is_none();
        if has_room {
            (stream.pushed, stream.at_end) = (Some(byte), Some(false));
        }
        has_room
    }
}
