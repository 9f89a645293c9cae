//! Code that is made when it is first run.
//!
//! Lowering a function and fusing its instructions cost more than most functions' share of a run, and most programs have more
//! functions than a run calls. Who dereferences this is about to run the function, or asks about one that runs; who only links
//! it looks at what lowering has written, if it has.

use std::ops::Deref;
use std::sync::OnceLock;

use super::Code;
use crate::lower::later::Later;
use crate::lower::{Written, fuse};

/// Code, or how it comes to be.
#[derive(Clone, Debug, Default)]
pub struct Fusible {
    source: Source,
    ready: OnceLock<Code>,
}

/// What code is made of.
#[derive(Clone, Debug, Default)]
enum Source {
    /// It is there, and is run as lowering has written it.
    #[default]
    Ready,
    /// It is written, and its instructions are to be fused.
    Written(Box<Written>),
    /// It is to be lowered.
    Body(Later),
}

impl Fusible {
    /// Code that is run as it is written.
    pub fn plain(code: Code) -> Fusible {
        Fusible { source: Source::Ready, ready: OnceLock::from(code) }
    }

    /// Code that has been lowered.
    pub fn lowered(written: Written) -> Fusible {
        match written.pointer_size {
            None => Fusible::plain(written.code),
            Some(_) => Fusible { source: Source::Written(written.into()), ready: OnceLock::new() },
        }
    }

    /// Code of a function that is to be lowered.
    pub fn later(later: Later) -> Fusible {
        Fusible { source: Source::Body(later), ready: OnceLock::new() }
    }

    /// Whether there is nothing left to be lowered.
    pub fn is_lowered(&self) -> bool {
        !matches!(self.source, Source::Body(_)) || self.ready.get().is_some()
    }

    /// The code as lowering has written it, if it has been lowered before it was run.
    pub fn written(&self) -> Option<&Code> {
        match &self.source {
            Source::Ready => self.ready.get(),
            Source::Written(written) => Some(&written.code),
            Source::Body(_) => None,
        }
    }

    /// Code that is run as it is written, to be changed.
    pub fn plain_mut(&mut self) -> Option<&mut Code> {
        match self.source {
            Source::Ready => self.ready.get_mut(),
            Source::Written(_) | Source::Body(_) => None,
        }
    }

    /// Takes code that is run as it is written.
    pub fn into_plain(self) -> Option<Code> {
        match self.source {
            Source::Ready => self.ready.into_inner(),
            Source::Written(_) | Source::Body(_) => None,
        }
    }

    fn make(&self) -> Code {
        let written = match &self.source {
            Source::Ready => return Code::default(),
            Source::Written(written) => Written::clone(written),
            Source::Body(later) => later.lower(),
        };
        let mut code = written.code;
        if let Some(pointer_size) = written.pointer_size {
            fuse::fuse(&mut code, pointer_size);
        }
        code
    }
}

impl Deref for Fusible {
    type Target = Code;

    #[inline]
    fn deref(&self) -> &Code {
        self.ready.get_or_init(|| self.make())
    }
}
