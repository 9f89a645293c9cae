//! The texts that are measured: Csmith's programs, and units of any size.
//!
//! What gcc makes of the C library's headers names types that clang and tcc do not know, and what they make of them declares
//! types that gcc and kiln know already. So each opponent reads the same programs as it preprocesses them itself, kiln reads
//! what gcc does, and costs are per megabyte.

use std::fs;
use std::path::{Path, PathBuf};

use kiln_lang::{Options, Parsed, parse};
use kiln_toolchain::compiler::CompilerCommand;

use crate::task_error::{Doing, TaskError};
use crate::{csmith, repository};

/// Texts and where they are.
pub(super) struct Texts {
    pub(super) files: Vec<PathBuf>,
    pub(super) texts: Vec<Vec<u8>>,
}

impl Texts {
    /// Csmith's programs as the preferred compiler preprocesses them.
    pub(super) fn of_csmith(n_programs: u32) -> Result<Texts, TaskError> {
        let directory = directory();
        csmith::run(n_programs, &directory)?;
        Texts::read(&directory, n_programs)
    }

    /// The same programs as `compiler` preprocesses them.
    pub(super) fn preprocessed_by(compiler: &CompilerCommand, name: &str, n_programs: u32) -> Result<Texts, TaskError> {
        let directory = directory().join(name);
        csmith::preprocess(n_programs, &self::directory(), compiler, &directory)?;
        Texts::read(&directory, n_programs)
    }

    fn read(directory: &Path, n_programs: u32) -> Result<Texts, TaskError> {
        let files: Vec<PathBuf> = (1..=n_programs).map(|seed| directory.join(format!("{seed}.i"))).collect();
        let texts = files.iter().map(|file| fs::read(file).doing("read", file));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        Ok(Texts { files, texts })
    }

    /// Leaves out the files for which `is_kept` does not hold.
    pub(super) fn keep(&mut self, is_kept: impl Fn(&Path) -> bool) {
        let (files, texts) = (std::mem::take(&mut self.files), std::mem::take(&mut self.texts));
        (self.files, self.texts) = files.into_iter().zip(texts).filter(|(file, _)| is_kept(file)).unzip();
    }

    pub(super) fn megabytes(&self) -> f64 {
        megabytes(&self.texts)
    }

    /// All of them read. What is refused would be read too quickly, so it is an error.
    pub(super) fn parsed(&self) -> Result<Vec<Parsed>, TaskError> {
        let one = |(file, text): (&PathBuf, &Vec<u8>)| {
            let parsed = parse(&file.to_string_lossy(), &text[..], &Options::default());
            let refused = || TaskError::CheckFailed(format!("{} is not accepted", file.display()));
            parsed.accepted().then_some(parsed).ok_or_else(refused)
        };
        self.files.iter().zip(&self.texts).map(one).collect()
    }
}

/// How much text there is.
pub(super) fn megabytes(texts: &[Vec<u8>]) -> f64 {
    // Less than 4 GB.
    let n_bytes: u32 = texts.iter().map(|text| text.len() as u32).sum();
    f64::from(n_bytes) / 1e6
}

fn directory() -> PathBuf {
    repository::target().join("csmith")
}

/// A unit of at least `n_bytes`: one piece of a program over and over, with other names each time.
pub(super) fn unit_of(n_bytes: usize) -> Vec<u8> {
    let mut unit = String::from("typedef unsigned int uint32_t;\nstatic int zero;\n");
    for n in 0.. {
        if unit.len() >= n_bytes {
            break;
        }
        unit.push_str(&PIECE.replace('$', &n.to_string()));
    }
    unit.into_bytes()
}

/// What programs are made of, in a little more than a kilobyte. `$` is a number.
const PIECE: &str = include_str!("piece.c");
