//! Code that is made when it is first run, and made faster when it is found to run often.
//!
//! Lowering a function costs more than most functions' share of a run, and most programs have more functions than a run
//! calls. Fusing its instructions costs nearly as much again, and is worth it only where a run spends its time. Who
//! dereferences this is about to run the function, or asks about one that runs; who only links it looks at what lowering has
//! written, if it has.
//!
//! Fused code has what lowering has written at its beginning, so every number of an instruction goes on to mean what it
//! meant: whoever was called before finds its way back, and what was recorded then is found.

use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Code;
use crate::lower::later::Later;
use crate::lower::{Written, fuse};

/// Code, or how it comes to be.
#[derive(Debug, Default)]
pub struct Fusible {
    /// How it is lowered, if that is not done when it is linked.
    later: Option<Later>,
    written: OnceLock<Box<Written>>,
    /// The same with its instructions fused; `None` if they are not to be.
    fused: OnceLock<Option<Box<Code>>>,
    /// How often a machine has met it at work: in all runs, of all programs that have it.
    n_looks: AtomicU32,
}

impl Clone for Fusible {
    fn clone(&self) -> Fusible {
        let Fusible { later, written, fused, n_looks } = self;
        let n_looks = n_looks.load(Ordering::Relaxed).into();
        Fusible { later: later.clone(), written: written.clone(), fused: fused.clone(), n_looks }
    }
}

impl Fusible {
    /// Code that is run as it is written.
    pub fn plain(code: Code) -> Fusible {
        Fusible::lowered(Written { code, pointer_size: None })
    }

    /// Code that has been lowered.
    pub fn lowered(written: Written) -> Fusible {
        Fusible { written: OnceLock::from(Box::new(written)), ..Fusible::default() }
    }

    /// Code of a function that is to be lowered.
    pub fn later(later: Later) -> Fusible {
        Fusible { later: Some(later), ..Fusible::default() }
    }

    /// Whether there is nothing left to be lowered.
    pub fn is_lowered(&self) -> bool {
        self.later.is_none() || self.written.get().is_some()
    }

    /// The code as lowering has written it, if it has been lowered before it was run.
    pub fn written(&self) -> Option<&Code> {
        if self.later.is_none() { self.written.get().map(|written| &written.code) } else { None }
    }

    /// Code that is run as it is written, to be changed.
    pub fn plain_mut(&mut self) -> Option<&mut Code> {
        self.written.get_mut().filter(|written| written.pointer_size.is_none()).map(|written| &mut written.code)
    }

    /// Takes code that is run as it is written.
    pub fn into_plain(self) -> Option<Code> {
        self.written.into_inner().filter(|written| written.pointer_size.is_none()).map(|written| written.code)
    }

    /// A machine has met it at work. Says how often that was the case.
    pub(crate) fn look(&self) -> u32 {
        self.n_looks.fetch_add(1, Ordering::Relaxed).saturating_add(1)
    }

    /// The code with its instructions fused from here on, if they are to be.
    pub(crate) fn fused(&self) -> Option<&Code> {
        let fuse = || {
            let Written { code, pointer_size } = self.lower();
            fuse::fused(code, (*pointer_size)?).map(Box::new)
        };
        self.fused.get_or_init(fuse).as_deref()
    }

    fn lower(&self) -> &Written {
        self.written.get_or_init(|| Box::new(self.later.as_ref().map_or_else(Written::default, Later::lower)))
    }
}

impl Deref for Fusible {
    type Target = Code;

    #[inline]
    fn deref(&self) -> &Code {
        match self.fused.get() {
            Some(Some(code)) => code,
            _ => &self.lower().code,
        }
    }
}
