//! What a compiler is and can do, found out by asking it and by giving it small programs.
//!
//! A compiler is only used for what it was seen to do right here: a machine without 32-bit libraries, or a compiler that does
//! not know `-Os`, is no bug. What was found out is kept by the caller under the [`identity`] of the compiler.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::build::{self, Compiled, PROGRAM_LIMITS};
use crate::compiler::CompilerCommand;
use crate::flags::Tried;
use crate::link::{self, Link};
use crate::runner::{End, Limits, RunnerError, Slot};
use crate::trace::Traceable;

/// Who made a compiler: those of one family share most of their code, and their bugs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The GNU compiler collection.
    Gcc,
    /// Clang, and what is built on LLVM.
    Clang,
    /// The tiny C compiler.
    Tcc,
    /// The portable C compiler.
    Pcc,
    /// `CompCert`.
    Ccomp,
    /// Any other.
    Other,
}

/// Words in what a compiler says of itself, and whose it is; the first row that fits counts.
const FAMILIES: &[(&str, Family)] = &[
    ("clang", Family::Clang),
    ("LLVM", Family::Clang),
    ("Free Software Foundation", Family::Gcc),
    ("gcc", Family::Gcc),
    ("tcc version", Family::Tcc),
    ("Portable C Compiler", Family::Pcc),
    ("pcc", Family::Pcc),
    ("CompCert", Family::Ccomp),
];

/// What a compiler can be asked for beside its level. Each is tried; the name is the key in configurations.
pub const ABILITIES: &[(&str, &str)] = &[
    ("no-contraction", "-ffp-contract=off"),
    ("math", "-lm"),
    ("32-bit", "-m32 -msse2 -mfpmath=sse"),
    (LINK_TIME, "-flto"),
    ("native", "-march=native"),
    ("position-independent", "-fPIC"),
    (SANITIZERS, "-fsanitize=address,undefined -fno-sanitize-recover=all"),
    (TRAPS, "-fsanitize=undefined -fsanitize-trap=all"),
];

/// The ability to optimise units together.
pub const LINK_TIME: &str = "link-time";

/// The ability to find errors of programs.
pub const SANITIZERS: &str = "sanitizers";

/// The same without a library that has words for them: the program ends where it finds one.
pub const TRAPS: &str = "traps";

/// The levels that are tried.
pub const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os"];

/// What a compiler is and can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    /// Who made it.
    pub family: Family,
    /// What it says of itself, in one line.
    pub version: String,
    /// What its programs run on: a name of kiln's table of targets, if it is one of them.
    pub target: Option<String>,
    /// Which of [`LEVELS`] it takes, and translates a small program right with.
    pub levels: Vec<String>,
    /// Names of the [`ABILITIES`] that work.
    pub abilities: Vec<String>,
    /// What it does with flags that somebody wanted, by their names.
    pub tried: BTreeMap<String, Tried>,
    /// Small programs that somebody wanted to know of, and whether they end with 0.
    pub probed: BTreeMap<String, bool>,
    /// How its programs are traced, if they can be, by what traces them.
    pub traceable: BTreeMap<String, Option<Traceable>>,
    /// How deep brackets may be nested, at least: one of [`NESTINGS`], or 0.
    pub nesting: usize,
    /// Whether it makes the same program twice.
    pub deterministic: bool,
    /// How its objects are linked without its driver, if that works.
    pub link: Option<Link>,
    /// CPU time for a small program without optimisation, in milliseconds.
    pub milliseconds: u64,
    /// Why it cannot be used at all.
    pub trouble: Option<String>,
}

/// What the small program prints is what it finds out about its own compiler.
const PROBE: &str = include_str!("probe.c");

/// A small program is compiled in no time, or never.
const LIMITS: Limits = Limits { cpu: Duration::from_secs(20), wall: Duration::from_mins(2), ..build::COMPILER_LIMITS };

/// Which binary a command runs: changes when the compiler is replaced by another.
pub fn identity(command: &CompilerCommand) -> String {
    let words = [command.words(), command.run().to_vec()].concat().join("\0");
    let file = fs::canonicalize(command.program()).ok().and_then(|path| {
        let metadata = path.metadata().ok()?;
        Some(format!("{}\0{}\0{:?}", path.display(), metadata.len(), metadata.modified().ok()))
    });
    let digest = Sha256::digest(format!("{words}\0{file:?}\0{PROBE}"));
    let (half, _) = digest.split_at(16);
    half.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Finds out about a compiler. An error means that nothing can be run here at all; a compiler that cannot be run is trouble
/// with that one.
pub fn calibrate(slot: &mut Slot, command: &CompilerCommand) -> Result<Calibration, RunnerError> {
    let said = RunnerError::unless_program(version(slot, command))?;
    let version = said.clone().unwrap_or_default();
    let mut found = Calibration {
        family: FAMILIES.iter().find(|(words, _)| version.contains(words)).map_or(Family::Other, |&(_, family)| family),
        version: version.lines().find(|line| !line.trim().is_empty()).unwrap_or("no version").trim().to_owned(),
        target: None,
        levels: Vec::new(),
        abilities: Vec::new(),
        tried: BTreeMap::new(),
        probed: BTreeMap::new(),
        traceable: BTreeMap::new(),
        nesting: 0,
        deterministic: false,
        link: None,
        milliseconds: 0,
        trouble: None,
    };
    let plain = match said {
        Ok(_) => probe(slot, command, &[])?,
        Err(trouble) => Err(trouble),
    };
    match plain {
        Err(trouble) => found.trouble = Some(trouble),
        Ok(plain) => {
            let first = fs::read(slot.directory().join("probe")).map_err(RunnerError::Runner)?;
            found.target = target(&plain.facts);
            found.milliseconds = plain.cpu.as_millis() as u64;
            found.levels = levels(slot, command, &plain, &first)?;
            for &(name, flags) in ABILITIES {
                let flags: Vec<&str> = flags.split(' ').collect();
                let finds_errors = matches!(name, SANITIZERS | TRAPS);
                if probe(slot, command, &flags)?.is_ok() && (!finds_errors || sees_errors(slot, command, &flags)?) {
                    found.abilities.push(name.to_owned());
                }
            }
            found.link = link(slot, command, &plain)?;
            found.nesting = nesting(slot, command)?;
            let again = probe(slot, command, &[])?;
            found.deterministic =
                again.is_ok() && fs::read(slot.directory().join("probe")).map_err(RunnerError::Runner)? == first;
        }
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(found)
}

/// How objects are linked without the driver.
fn link(slot: &mut Slot, command: &CompilerCommand, plain: &Probed) -> Result<Option<Link>, RunnerError> {
    let compiled = build::compile_object(slot, command, &[], "probe.c", link::OBJECT, LIMITS)?;
    if compiled.outcome != Compiled::Built {
        return Ok(None);
    }
    link::find(slot, command, plain.facts.as_bytes(), LIMITS)
}

/// The levels that work. A compiler that takes them and makes the same program of all has no levels.
fn levels(
    slot: &mut Slot,
    command: &CompilerCommand,
    plain: &Probed,
    program: &[u8],
) -> Result<Vec<String>, RunnerError> {
    let mut levels = Vec::new();
    let mut all_same = true;
    for &level in LEVELS {
        if probe(slot, command, &[level])?.is_ok_and(|probed| probed.facts == plain.facts) {
            levels.push(level.to_owned());
            all_same &= fs::read(slot.directory().join("probe")).map_err(RunnerError::Runner)? == program;
        }
    }
    if all_same { Ok(vec![String::new()]) } else { Ok(levels) }
}

/// Depths that are tried: many, less than Clang's limit, and what C11 5.2.4.1 asks for.
pub const NESTINGS: &[usize] = &[1000, 250, 63];

/// How deep brackets may be nested.
fn nesting(slot: &mut Slot, command: &CompilerCommand) -> Result<usize, RunnerError> {
    for &depth in NESTINGS {
        let program = format!("int main(void) {{ return {}0{}; }}\n", "(".repeat(depth), ")".repeat(depth));
        if is_right(slot, command, &program)? {
            return Ok(depth);
        }
    }
    Ok(0)
}

/// Whether a small program is translated and ends with 0. Some compilers take an extension and ignore it.
pub fn is_right(slot: &mut Slot, command: &CompilerCommand, program: &str) -> Result<bool, RunnerError> {
    fs::write(slot.directory().join("small.c"), program).map_err(RunnerError::Runner)?;
    let compiled = build::compile(slot, command, &[], &["small.c"], "small", LIMITS)?;
    let limits = build::program_limits(command, PROGRAM_LIMITS);
    let is_right = compiled.outcome == Compiled::Built
        && RunnerError::unless_program(build::execute(slot, command.start("small"), &[], limits))?
            .is_ok_and(|ran| ran.end == End::Status(0));
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(is_right)
}

/// Whether a sanitizer is one: compilers exist that take the option and do nothing.
fn sees_errors(slot: &mut Slot, command: &CompilerCommand, flags: &[&str]) -> Result<bool, RunnerError> {
    fs::write(
        slot.directory().join("wrong.c"),
        "int main(int n, char **v) { volatile int sum = 0x7fffffff; sum += n; return 0; }\n",
    )
    .map_err(RunnerError::Runner)?;
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let compiled = build::compile(slot, command, &flags, &["wrong.c"], "wrong", LIMITS)?;
    if compiled.outcome != Compiled::Built {
        return Ok(false);
    }
    let limits = Limits { memory: None, ..PROGRAM_LIMITS };
    let ran = build::execute(slot, command.start("wrong"), &[], limits)?;
    Ok(ran.errors.contains("signed integer overflow") || build::is_trap(ran.end))
}

/// What a compiler says when it is asked for its version; not all know the same option.
fn version(slot: &mut Slot, command: &CompilerCommand) -> Result<String, RunnerError> {
    for option in ["--version", "-v"] {
        let mut words = command.words();
        words.push(option.to_owned());
        let said = build::execute(slot, words, &[], LIMITS)?;
        if said.end == End::Status(0) {
            return Ok(format!("{}\n{}", String::from_utf8_lossy(&said.output), said.errors));
        }
    }
    Ok(String::new())
}

/// What a compiled probe said.
pub(crate) struct Probed {
    pub(crate) facts: String,
    cpu: Duration,
}

/// Compiles and runs the probe; in words why that does not work.
pub(crate) fn probe(
    slot: &mut Slot,
    command: &CompilerCommand,
    flags: &[&str],
) -> Result<Result<Probed, String>, RunnerError> {
    fs::write(slot.directory().join("probe.c"), PROBE).map_err(RunnerError::Runner)?;
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let compiled = build::compile(slot, command, &flags, &["probe.c"], "probe", LIMITS)?;
    if compiled.outcome != Compiled::Built {
        let said = compiled.messages.lines().next().unwrap_or("nothing").to_owned();
        return Ok(Err(format!("it does not translate a small program ({:?}): {said}", compiled.outcome)));
    }
    let limits = Limits { memory: None, ..PROGRAM_LIMITS };
    let ran = match RunnerError::unless_program(build::execute(slot, command.start("probe"), &[], limits))? {
        Ok(ran) => ran,
        Err(trouble) => return Ok(Err(format!("a small program that it translated does not start: {trouble}"))),
    };
    let facts = String::from_utf8_lossy(&ran.output).into_owned();
    // The last line says that the program has computed what it should.
    if ran.end == End::Status(0) && facts.ends_with("right\n") {
        Ok(Ok(Probed { facts, cpu: compiled.cpu }))
    } else {
        Ok(Err(format!("a small program that it translated ends with {:?} and prints {facts:?}", ran.end)))
    }
}

/// The target with the sizes that the probe has found.
pub(crate) fn target(facts: &str) -> Option<String> {
    const TARGETS: &[(&str, &str)] = &[
        ("char 1 short 2 int 4 long 8 pointer 8 long double 16 signed x86_64", "x86_64"),
        ("char 1 short 2 int 4 long 4 pointer 4 long double 12 signed i386", "i386"),
        ("char 1 short 2 int 4 long 8 pointer 8 long double 16 unsigned aarch64", "aarch64"),
        ("char 1 short 2 int 4 long 8 pointer 8 long double 16 unsigned riscv64", "riscv64"),
        ("char 1 short 2 int 4 long 4 pointer 4 long double 8 unsigned arm", "arm"),
    ];
    let line = facts.lines().next()?;
    TARGETS.iter().find(|(sizes, _)| *sizes == line).map(|&(_, name)| name.to_owned())
}
