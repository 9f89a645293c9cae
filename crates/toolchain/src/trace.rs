//! What a program does to its objects in memory, access by access: valgrind's tool `lackey` writes each one down, and the
//! symbol table says which object it is to.
//!
//! Valgrind optimises what it runs, and drops loads whose value nobody needs: that is switched off. Only accesses by the
//! program's own code count, since a library function reads what it likes beside a string, and only those that lie within one
//! object. An instruction that reads and writes counts as a read and a write.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use object::{Object as _, ObjectKind, ObjectSection as _, ObjectSymbol as _, SectionKind, SymbolKind};
use serde::{Deserialize, Serialize};

use crate::build::{self, Compiled, Execution, PROGRAM_LIMITS};
use crate::compiler::CompilerCommand;
use crate::runner::{self, Limits, RunnerError, Slot};

/// Valgrind, where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracer {
    program: PathBuf,
}

/// An object whose accesses are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Its name in the program.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// Whether an object can be observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It is there, from this address on.
    At(u64),
    /// There is no symbol of its name.
    Missing,
    /// Several symbols may be it, or its symbol is not like it.
    Unclear,
}

/// An access to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Index of the object.
    pub object: usize,
    /// Where in it.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Written, not read.
    pub write: bool,
}

/// A run that was traced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    /// What the program did, as far as valgrind computes like the machine.
    pub execution: Execution,
    /// Which of the wanted objects could be observed.
    pub presence: Vec<Presence>,
    /// What was done to them, in this order; no more than anyone asked for.
    pub accesses: Vec<Access>,
}

/// How the programs of a compiler are traced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traceable {
    /// With these options its programs have fixed addresses and symbols.
    pub flags: Vec<String>,
    /// Objects that other units do not know have symbols, too.
    pub names_statics: bool,
}

/// What valgrind is called with before the program. Its optimiser would drop loads; its debugger wants files elsewhere.
pub const OPTIONS: &[&str] =
    &["--tool=lackey", "--trace-mem=yes", "--basic-counts=no", "--vex-iropt-level=0", "--vgdb=no"];

/// The file that accesses are written to.
const LOG: &str = "trace";

impl Tracer {
    /// Valgrind, if runners find it.
    pub fn find() -> Option<Tracer> {
        let found = CompilerCommand::parse("valgrind", OsStr::new(runner::PATH)).ok()?;
        Some(Tracer { program: found.program().to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.program
    }

    /// Which binary it is.
    pub fn identity(&self) -> String {
        let file = fs::canonicalize(&self.program).unwrap_or_else(|_| self.program.clone());
        let metadata = file.metadata().ok();
        let changed = metadata.as_ref().and_then(|it| it.modified().ok());
        format!("{} {:?} {changed:?}", file.display(), metadata.as_ref().map(fs::Metadata::len))
    }

    /// Runs a program in the slot's directory, and keeps at most so many accesses to the objects that are wanted. Nothing if
    /// it is no program with fixed addresses.
    pub fn run(
        &self,
        slot: &mut Slot,
        program: &str,
        wanted: &[Wanted],
        most: usize,
        limits: Limits,
    ) -> Result<Option<Traced>, RunnerError> {
        let path = slot.directory().join(program);
        let Some(map) = Map::read(&path, wanted) else { return Ok(None) };
        let mut words = vec![self.program.display().to_string()];
        words.extend(OPTIONS.iter().map(|&option| option.to_owned()));
        words.extend([format!("--log-file={LOG}"), format!("./{program}")]);
        let execution = build::execute(slot, words, &[], limits_of(limits))?;
        let log = slot.directory().join(LOG);
        let accesses = File::open(&log).and_then(|file| map.accesses(BufReader::new(file), most));
        let _not_there = fs::remove_file(&log);
        // Without a log there was no valgrind: nothing was seen.
        Ok(accesses.ok().map(|accesses| Traced { execution, presence: map.presence, accesses }))
    }
}

/// A traced program takes some hundred times as long, and what is written down of it is large.
fn limits_of(plain: Limits) -> Limits {
    Limits { memory: None, cpu: plain.cpu * 20, wall: plain.wall * 5, file_size: 1 << 30 }
}

/// Where the objects of a program are, and its code.
struct Map {
    presence: Vec<Presence>,
    objects: Vec<(Range<u64>, usize)>,
    code: Vec<Range<u64>>,
}

/// A symbol of an object.
struct Symbol {
    name: String,
    place: Range<u64>,
}

impl Map {
    fn read(path: &Path, wanted: &[Wanted]) -> Option<Map> {
        let bytes = fs::read(path).ok()?;
        let file = object::File::parse(&*bytes).ok().filter(|file| file.kind() == ObjectKind::Executable)?;
        let code = file.sections().filter(|section| section.kind() == SectionKind::Text);
        let code = code.map(|section| section.address()..section.address() + section.size()).collect();
        let symbols = file.symbols().chain(file.dynamic_symbols()).filter_map(|symbol| {
            let is_object = symbol.is_definition() && symbol.kind() == SymbolKind::Data && symbol.size() > 0;
            let place = symbol.address()..symbol.address().checked_add(symbol.size())?;
            is_object.then_some(Symbol { name: source_name(symbol.name().ok()?).to_owned(), place })
        });
        let mut symbols: Vec<Symbol> = symbols.collect();
        symbols.sort_by(|a, b| (a.place.start, a.place.end, &a.name).cmp(&(b.place.start, b.place.end, &b.name)));
        // What stands in both tables is one.
        symbols.dedup_by(|a, b| a.place == b.place && a.name == b.name);
        let presence: Vec<Presence> = wanted.iter().map(|it| presence(&symbols, it)).collect();
        let at = |(index, (presence, it)): (usize, (&Presence, &Wanted))| match *presence {
            Presence::At(start) => Some((start..start + it.size, index)),
            Presence::Missing | Presence::Unclear => None,
        };
        let objects = presence.iter().zip(wanted).enumerate().filter_map(at).collect();
        Some(Map { presence, objects, code })
    }

    /// The accesses that a log tells of. Lines are `I  0401136,3`, then ` L 1fff0002c,4`, ` S ...` or ` M ...` for what
    /// that instruction reads, writes, or both.
    fn accesses(&self, mut log: impl BufRead, most: usize) -> std::io::Result<Vec<Access>> {
        let mut accesses = Vec::new();
        let mut is_own = false;
        let mut line = Vec::new();
        while accesses.len() < most && log.read_until(b'\n', &mut line)? > 0 {
            if let [b'I', b' ', b' ', rest @ ..] = line.as_slice() {
                is_own = place(rest).is_some_and(|(at, _)| self.code.iter().any(|code| code.contains(&at)));
            } else if let [b' ', kind @ (b'L' | b'S' | b'M'), b' ', rest @ ..] = line.as_slice()
                && is_own
                && let Some((start, size)) = place(rest)
                && let Some((object, offset)) = self.object(start, size)
            {
                let kinds: &[bool] = match kind {
                    b'L' => &[false],
                    b'S' => &[true],
                    _ => &[false, true],
                };
                accesses.extend(kinds.iter().map(|&write| Access { object, offset, size, write }));
            }
            line.clear();
        }
        accesses.truncate(most);
        Ok(accesses)
    }

    /// The object that some bytes are part of.
    fn object(&self, start: u64, size: u64) -> Option<(usize, u64)> {
        let end = start.checked_add(size)?;
        let holds = |(place, _): &&(Range<u64>, usize)| place.start <= start && end <= place.end;
        self.objects.iter().find(holds).map(|(place, index)| (*index, start - place.start))
    }
}

/// An address and a size.
fn place(text: &[u8]) -> Option<(u64, u64)> {
    let (address, size) = std::str::from_utf8(text).ok()?.trim_end().split_once(',')?;
    Some((u64::from_str_radix(address, 16).ok()?, size.parse().ok()?))
}

/// The name in the program: compilers number the static objects of functions, or put the function before them.
fn source_name(symbol: &str) -> &str {
    let is_name = |part: &&str| !part.is_empty() && !part.bytes().all(|byte| byte.is_ascii_digit());
    symbol.rsplit('.').find(is_name).unwrap_or(symbol)
}

fn presence(symbols: &[Symbol], wanted: &Wanted) -> Presence {
    let mut named = symbols.iter().filter(|symbol| symbol.name == wanted.name);
    match (named.next(), named.next()) {
        (None, _) => Presence::Missing,
        (Some(symbol), None) if symbol.place.end - symbol.place.start == wanted.size => {
            let overlaps =
                |other: &&Symbol| other.place.start < symbol.place.end && symbol.place.start < other.place.end;
            // Two names for one object.
            if symbols.iter().filter(overlaps).count() == 1 {
                Presence::At(symbol.place.start)
            } else {
                Presence::Unclear
            }
        }
        _ => Presence::Unclear,
    }
}

/// A program whose accesses are known.
const PROBE: &str = "\
volatile int kiln_a;
static volatile short kiln_b[2];
int main(void) {
    static volatile long kiln_c;
    int i;
    for (i = 0; i < 3; i++) {
        kiln_a = i;
        kiln_b[1] = 7;
        kiln_c = 9;
    }
    return kiln_a - 2;
}
";

/// Options that may give programs fixed addresses and symbols. Some compilers do so by themselves, one keeps symbols for
/// debuggers only.
const FLAGS: &[&[&str]] = &[&["-no-pie"], &[], &["-g"]];

/// A small program is compiled in no time, or never.
const LIMITS: Limits = Limits { cpu: Duration::from_secs(20), wall: Duration::from_mins(2), ..build::COMPILER_LIMITS };

/// Finds out how the programs of a compiler are traced. None if they cannot be.
pub fn traceable(
    slot: &mut Slot,
    command: &CompilerCommand,
    tracer: &Tracer,
) -> Result<Option<Traceable>, RunnerError> {
    let mut found: Option<Traceable> = None;
    if !command.run().is_empty() {
        return Ok(None);
    }
    for flags in FLAGS {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        if let Some(names_statics) = is_seen(slot, command, tracer, &flags)?
            && !found.as_ref().is_some_and(|found| found.names_statics || !names_statics)
        {
            found = Some(Traceable { flags, names_statics });
        }
        if found.as_ref().is_some_and(|found| found.names_statics) {
            break;
        }
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(found)
}

/// Whether the accesses of the probe are seen as they are; if so, whether those to all objects are.
fn is_seen(
    slot: &mut Slot,
    command: &CompilerCommand,
    tracer: &Tracer,
    flags: &[String],
) -> Result<Option<bool>, RunnerError> {
    fs::write(slot.directory().join("traced.c"), PROBE).map_err(RunnerError::Runner)?;
    let compiled = build::compile(slot, command, flags, &["traced.c"], "traced", LIMITS)?;
    if compiled.outcome != Compiled::Built {
        return Ok(None);
    }
    let wanted = [("kiln_a", 4), ("kiln_b", 4), ("kiln_c", 8)];
    let wanted = wanted.map(|(name, size)| Wanted { name: name.to_owned(), size });
    let Some(traced) = tracer.run(slot, "traced", &wanted, 100, PROGRAM_LIMITS)? else { return Ok(None) };
    let access = |object, offset, size, write| Access { object, offset, size, write };
    let round = [access(0, 0, 4, true), access(1, 2, 2, true), access(2, 0, 8, true)];
    let all = round.repeat(3).into_iter().chain([access(0, 0, 4, false)]);
    let is_here = |object: usize| matches!(traced.presence[object], Presence::At(_));
    let expected: Vec<Access> = all.filter(|access| is_here(access.object)).collect();
    let is_right = is_here(0) && traced.execution.end == runner::End::Status(0) && traced.accesses == expected;
    Ok(is_right.then(|| is_here(1) && is_here(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_named_as_in_the_program() {
        for (symbol, name) in [("v", "v"), ("v.0", "v"), ("main.v", "v"), ("f.v.12", "v"), ("_IO", "_IO"), (".0", ".0")]
        {
            assert_eq!(source_name(symbol), name);
        }
    }

    #[test]
    fn a_name_of_two_objects_is_unclear_and_so_is_an_object_of_two_names() {
        let symbol = |name: &str, place| Symbol { name: name.to_owned(), place };
        let symbols =
            [symbol("a", 8..12), symbol("b", 16..20), symbol("b", 24..28), symbol("c", 32..36), symbol("d", 34..35)];
        let of = |name: &str, size| presence(&symbols, &Wanted { name: name.to_owned(), size });
        assert_eq!(of("a", 4), Presence::At(8));
        assert_eq!(of("a", 8), Presence::Unclear);
        assert_eq!([of("b", 4), of("c", 4)], [Presence::Unclear; 2]);
        assert_eq!(of("e", 4), Presence::Missing);
    }

    #[test]
    fn a_log_is_read_as_the_program_ran() {
        let (presence, objects, code) = (
            Vec::new(),
            vec![(0x0040_4030..0x0040_4034, 0), (0x0040_4040..0x0040_4048, 1)],
            [0x0040_1000..0x0040_1100, 0x0040_1100..0x0040_2000].to_vec(),
        );
        let map = Map { presence, objects, code };
        let log = "==7== Lackey\nI  0401136,3\n L 404030,4\n S 1fff00,8\nI  04001139,5\n S 404030,4\nI  0401140,2\n M 404044,4\n L 404032,4\nI  x\n L y\n";
        let access = |object, offset, size, write| Access { object, offset, size, write };
        let expected = [access(0, 0, 4, false), access(1, 4, 4, false), access(1, 4, 4, true)];
        assert_eq!(map.accesses(log.as_bytes(), 9).unwrap(), expected);
        assert_eq!(map.accesses(log.as_bytes(), 2).unwrap(), expected[..2]);
    }
}
