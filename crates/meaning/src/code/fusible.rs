//! Code whose instructions are fused when it is first run.
//!
//! Fusing costs as much as the rest of lowering, and most programs have more functions than a run calls. Who dereferences
//! this is about to run the function, or asks about one that runs; who only links it looks at what lowering has written.

use std::ops::Deref;
use std::sync::OnceLock;

use super::Code;
use crate::lower::fuse;

/// Code as lowering has written it, and as it is run.
#[derive(Clone, Debug, Default)]
pub struct Fusible {
    written: Code,
    /// Bytes of a pointer, if instructions are to be fused.
    pointer_size: Option<u8>,
    fused: OnceLock<Code>,
}

impl Fusible {
    /// Code that is run as it is written.
    pub fn plain(written: Code) -> Fusible {
        Fusible { written, ..Fusible::default() }
    }

    /// Code whose instructions are to be fused.
    pub fn later(written: Code, pointer_size: u8) -> Fusible {
        Fusible { written, pointer_size: Some(pointer_size), fused: OnceLock::new() }
    }

    /// The code as lowering has written it.
    pub fn written(&self) -> &Code {
        &self.written
    }

    /// The same, to be changed.
    pub fn written_mut(&mut self) -> &mut Code {
        self.fused = OnceLock::new();
        &mut self.written
    }

    /// The same, without what has been made of it.
    pub fn into_written(self) -> Code {
        self.written
    }
}

impl Deref for Fusible {
    type Target = Code;

    #[inline]
    fn deref(&self) -> &Code {
        match self.pointer_size {
            None => &self.written,
            Some(pointer_size) => self.fused.get_or_init(|| {
                let mut code = self.written.clone();
                fuse::fuse(&mut code, pointer_size);
                code
            }),
        }
    }
}
