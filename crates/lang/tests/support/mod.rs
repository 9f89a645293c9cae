//! What the tests against real compilers share: numbers drawn by a seed, and compilers that are found, not required.
//!
//! A property test here draws many C declarations or expressions, asks kiln about each, and puts all answers as questions
//! into a few C files; what a compiler says about them is one run. Nothing is executed, so 32-bit mode needs no 32-bit
//! machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A small generator of random numbers (splitmix64): the same seed gives the same cases on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a few things.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// How many cases to draw: what `KILN_PROPERTY_CASES` says for a long run, or what fits into `cargo test`.
pub(crate) fn n_cases(default: usize) -> usize {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A C compiler on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    /// All compilers that tests ask.
    pub(crate) const ALL: &[Compiler] = &[Compiler::Gcc, Compiler::Clang];

    /// Whether the compiler is there and takes these flags; says so if not.
    #[allow(clippy::print_stderr, reason = "a test that checks less than it could must say so")]
    pub(crate) fn works(self, flags: &[&str]) -> bool {
        let mut command = Command::new(self.command());
        command.args(["-w", "-fsyntax-only"]).args(flags).args(["-x", "c", "-"]).stdin(Stdio::null());
        let works = command.output().is_ok_and(|output| output.status.success());
        if !works {
            eprintln!("{} {} does not work here: nothing is compared with it", self.command(), flags.join(" "));
        }
        works
    }

    pub(crate) fn command(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }

    /// Compiles a text to an object file; `None` if the compiler cannot be started.
    pub(crate) fn run(self, name: &str, text: &str, flags: &[&str]) -> Option<Run> {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let stem = format!("{name}-{}", self.command());
        let (source, object) = (directory.join(format!("{stem}.c")), directory.join(format!("{stem}.o")));
        std::fs::write(&source, text).expect("the directory for test files can be written");
        let unlimited = match self {
            Compiler::Gcc => "-fmax-errors=0",
            Compiler::Clang => "-ferror-limit=0",
        };
        let mut command = Command::new(self.command());
        command.args(["-w", unlimited, "-c", "-o"]).arg(&object).args(flags).arg(&source);
        let output = command.env("LC_ALL", "C").output().ok()?;
        Some(Run {
            accepted: output.status.success(),
            messages: String::from_utf8_lossy(&output.stderr).into_owned(),
            object,
        })
    }
}

/// What a compiler did.
pub(crate) struct Run {
    pub(crate) accepted: bool,
    pub(crate) messages: String,
    #[allow(dead_code, reason = "only some tests read what was compiled")]
    pub(crate) object: PathBuf,
}
