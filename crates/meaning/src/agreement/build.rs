//! How compilers translate a program, and the comparison with what it does then.
//!
//! No process is started here: a [`Build`] names the commands, and whoever runs them brings what became of the program.

use std::fmt;

use super::batch::Batch;
use super::case::Program;

/// A way to translate a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Build {
    /// The compiler.
    compiler: &'static str,
    /// Its flags.
    flags: &'static [&'static str],
    /// Whether sanitizers watch the program.
    pub sanitized: bool,
}

const fn plain(compiler: &'static str, flags: &'static [&'static str]) -> Build {
    Build { compiler, flags, sanitized: false }
}

const fn sanitized(compiler: &'static str, flags: &'static [&'static str]) -> Build {
    Build { compiler, flags, sanitized: true }
}

/// All builds. GCC's group `undefined` lacks the conversion of floating numbers that are out of range.
pub const BUILDS: &[Build] = &[
    plain("gcc", &["-O0"]),
    plain("gcc", &["-O2"]),
    plain("clang", &["-O0"]),
    plain("clang", &["-O2"]),
    sanitized("gcc", &["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]),
    sanitized("clang", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
];

/// The file that [`Build::commands`] read.
pub const SOURCE: &str = "cases.c";

/// The program that they make.
pub const PROGRAM: &str = "cases";

/// What the program finds in its environment: neither memory that is never freed is undefined, nor to ask for too much of it.
pub const ENVIRONMENT: (&str, &str) = ("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1");

impl Build {
    /// The commands that make [`PROGRAM`] from [`SOURCE`], one after the other in the directory of both.
    ///
    /// GCC links what Clang has translated: the runtime of Clang's sanitizers is often not installed, and GCC's does as well.
    pub fn commands(&self) -> [Vec<&'static str>; 2] {
        const OBJECT: &str = "cases.o";
        // Contraction (C11 6.5p8) is on by default in Clang, and computes other results than the interpreter's.
        let mut compile = vec![self.compiler, "-std=gnu17", "-ffp-contract=off", "-w", "-c", SOURCE, "-o", OBJECT];
        compile.extend(self.flags);
        let mut link = vec!["gcc", OBJECT, "-o", PROGRAM, "-lm"];
        if self.sanitized {
            link.push("-fsanitize=address,undefined");
        }
        [compile, link]
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.compiler, self.flags.join(" "))
    }
}

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Whether it ended with status 0.
    pub succeeded: bool,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What was said of it.
    pub stderr: Vec<u8>,
}

/// A case that does something else than the interpreter says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The program of this case alone.
    pub program: String,
    /// What the interpreter says that it prints.
    pub expected: String,
    /// What it does.
    pub ran: Ran,
}

impl Batch {
    /// The cases of which a build does something else. `run` runs its program, for all cases or for one.
    pub fn disagreements<E>(&self, mut run: impl FnMut(Option<u32>) -> Result<Ran, E>) -> Result<Vec<Disagreement>, E> {
        let all = run(None)?;
        if all.succeeded && all.stdout == self.expected().as_bytes() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for (number, (case, expected)) in (0..).zip(&self.cases) {
            let ran = run(Some(number))?;
            if !ran.succeeded || ran.stdout != expected.as_bytes() {
                let program = Program::new([(number, case)]).text;
                found.push(Disagreement { program, expected: expected.clone(), ran });
            }
        }
        if found.is_empty() {
            // Only together.
            found.push(Disagreement { program: self.program().text, expected: self.expected(), ran: all });
        }
        Ok(found)
    }
}
