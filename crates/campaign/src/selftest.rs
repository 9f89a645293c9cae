//! Faults planted on purpose: a campaign must find each of them, call it by its name, and survive it.
//!
//! A fault is a script that stands before a real compiler. It leaves the programs alone that compilers are calibrated with,
//! and does its mischief to cases, at a level drawn by seed. The real compiler is in the campaign, too, so that someone is right.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use kiln_case::Choices;
use kiln_toolchain::build::PROGRAM_LIMITS;
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::runner::{Limits, RunnerProgram, Scratch};
use kiln_toolchain::trace::Tracer;

use self::accesses::{Accesses, LINES};
use crate::config::Config;
use crate::error::{CampaignError, Doing};
use crate::judge::{Class, Standing};
use crate::matrix::{Matrix, Patience, Tool};
use crate::options::Preset;
use crate::schedule::{self, Plan, Weighted};
use crate::sets::Sets;
use crate::store::Store;

mod accesses;

/// One way for a compiler to be wrong.
#[derive(Debug)]
pub struct Fault {
    /// A short name.
    pub name: &'static str,
    /// What the compiler does.
    pub what: &'static str,
    /// What it is to be called; nothing if it is no bug.
    pub class: Option<Class>,
    /// Shows only where this option is, at all levels; empty if it shows at a level that is drawn.
    option: &'static str,
    /// How many cases there must be.
    cases: u64,
    /// Shell commands, in place of the compilation or after it.
    script: &'static str,
}

/// `$@` is the command line without the real compiler, `$out` the program, `real` compiles. A wrong program is a script itself.
/// `spoil` compiles what `awk` makes of a program with an access to a volatile object in each line, of which one is drawn.
pub const FAULTS: &[Fault] = &[
    Fault {
        name: "wrong-output",
        what: "its program prints something else",
        class: Some(Class::WrongCode),
        option: "",
        cases: 1,
        script: "printf '#!/bin/sh\\necho 42\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "wrong-together",
        what: "its program prints something else if several small ones are compiled together",
        class: Some(Class::WrongCode),
        option: "",
        cases: 4,
        script: "if grep -q kiln_run case.c; then printf '#!/bin/sh\\necho 42\\n' > \"$out\"; chmod +x \"$out\"; else real; fi",
    },
    Fault {
        name: "wrong-status",
        what: "its program prints the right thing and ends with another status",
        class: Some(Class::WrongCode),
        option: "",
        cases: 1,
        script: "real && mv \"$out\" right && printf '#!/bin/sh\\n./right; exit 9\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "program-dies",
        what: "its program dies by a signal",
        class: Some(Class::WrongCode),
        option: "",
        cases: 1,
        script: "printf '#!/bin/sh\\nkill -SEGV $$\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "program-hangs",
        what: "its program does not end",
        class: Some(Class::WrongCode),
        option: "",
        cases: 1,
        script: "printf '#!/bin/sh\\nwhile :; do :; done\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "program-floods",
        what: "its program writes without end",
        class: Some(Class::WrongCode),
        option: "",
        cases: 1,
        script: "printf '#!/bin/sh\\nexec yes\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "internal-error",
        what: "it says that it has an error",
        class: Some(Class::CompilerCrash),
        option: "",
        cases: 1,
        script: "echo 'case.c:3:1: internal compiler error: in expand_planted, at planted.cc:17' >&2; exit 4",
    },
    Fault {
        name: "crash",
        what: "it dies by a signal",
        class: Some(Class::CompilerCrash),
        option: "",
        cases: 1,
        script: "kill -SEGV $$",
    },
    Fault {
        name: "two-objects",
        what: "it writes another object each time",
        class: Some(Class::CompilerCrash),
        option: "case.c",
        cases: 1,
        script: "real && od -An -N8 -tx8 /dev/urandom >> \"$out\"",
    },
    Fault {
        name: "hang",
        what: "it does not end",
        class: Some(Class::CompilerHang),
        option: "",
        cases: 1,
        script: "while :; do :; done",
    },
    Fault {
        name: "rejects",
        what: "it refuses a valid program",
        class: Some(Class::RejectsValid),
        option: "",
        cases: 1,
        script: "echo \"case.c:3:1: error: expected ';' before 'x1'\" >&2; exit 1",
    },
    Fault {
        name: "assembler",
        what: "it writes assembly that the assembler refuses",
        class: Some(Class::ToolchainFailure),
        option: "",
        cases: 1,
        script: "echo 'case.s: Assembler messages:' >&2; echo 'case.s:9: Error: operand size mismatch' >&2; exit 1",
    },
    Fault {
        name: "no-program",
        what: "it says that all is well and writes no program",
        class: Some(Class::ToolchainFailure),
        option: "",
        cases: 1,
        script: "rm -f \"$out\"; exit 0",
    },
    Fault {
        name: "false-alarm",
        what: "its sanitizer finds an error where there is none",
        class: Some(Class::SanitizerFalseAlarm),
        option: "-fsanitize",
        cases: 1,
        script: "printf '#!/bin/sh\\necho case.c:3:1: runtime error: planted >&2; exit 1\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "volatile-dropped",
        what: "its program leaves out an access to a volatile object",
        class: Some(Class::WrongCodeVolatile),
        option: "",
        cases: 1,
        script: "spoil '/access/ && ++n == line { next } { print }'",
    },
    Fault {
        name: "volatile-doubled",
        what: "its program accesses a volatile object twice",
        class: Some(Class::WrongCodeVolatile),
        option: "",
        cases: 1,
        script: "spoil '{ print } /access/ && ++n == line { print }'",
    },
    Fault {
        name: "volatile-reordered",
        what: "its program accesses two volatile objects in another order",
        class: Some(Class::WrongCodeVolatile),
        option: "",
        cases: 1,
        script: "spoil '/access/ && ++n == line { held = $0; next } { print } held { print held; held = \"\" }'",
    },
    Fault {
        name: "flaky-compiler",
        what: "it crashes now and then",
        class: None,
        option: "",
        cases: 1,
        script: "n=$(od -An -N1 -tu1 /dev/urandom); if [ $((n % 4)) -eq 0 ]; then kill -SEGV $$; fi; real",
    },
    Fault {
        name: "flaky-program",
        what: "its program prints something else each time",
        class: None,
        option: "",
        cases: 1,
        script: "printf '#!/bin/sh\\nod -An -N8 -tx8 /dev/urandom\\n' > \"$out\"; chmod +x \"$out\"",
    },
    Fault {
        name: "leaves-processes",
        what: "it leaves processes behind, and is right",
        class: None,
        option: "",
        cases: 1,
        script: "setsid sleep 1000 & sleep 1000 & real",
    },
    Fault {
        name: "fills-the-disk",
        what: "it writes as much as it can, and is right",
        class: None,
        option: "",
        cases: 1,
        script: "head -c 100G /dev/zero > large 2> said; real",
    },
];

impl Fault {
    /// Why it cannot be planted in a compiler, if so.
    pub fn lacks(&self, tool: &Tool) -> Option<String> {
        match self.class {
            Some(Class::SanitizerFalseAlarm) if tool.sanitizers().is_none() => {
                Some(format!("{} has no sanitizers here", tool.name))
            }
            Some(Class::WrongCodeVolatile) if tool.tracing.is_none() => Some(match Tracer::find() {
                Some(_) => format!("programs of {} cannot be traced here", tool.name),
                None => "there is no valgrind here to trace programs with".to_owned(),
            }),
            _ => None,
        }
    }

    fn is_volatile(&self) -> bool {
        self.class == Some(Class::WrongCodeVolatile)
    }

    /// The levels of which one is drawn: always where an option shows it. Of those that are traced, one is always there.
    fn levels(&self) -> &'static [&'static str] {
        match self.option {
            "" if self.is_volatile() => &["", "-O0"],
            "" => &["", "-O0", "-O2", "-O3", "-Os"],
            _ => &[""],
        }
    }
}

/// The sets that a compiler has to be calibrated for before faults are planted in it.
pub fn sets() -> Sets {
    let config = Config::default();
    let plain = config.preset("plain").cloned().unwrap_or_default();
    Sets::new(Arc::new(config), &Preset { traced: 1, ..plain })
}

/// What a campaign made of a fault.
#[derive(Debug)]
pub struct Result {
    /// What was found: class, standing, configurations.
    pub found: Vec<(Class, Standing, Vec<String>)>,
    /// Suspicions that did not show again.
    pub flaky: u64,
    /// Contradictions of kiln with itself.
    pub quarantined: u64,
    /// The level at which the fault shows; empty if it always does.
    pub level: String,
}

impl Result {
    /// Whether a fault was found and called by its name, and nothing else was found.
    pub fn is_right(&self, fault: &Fault) -> bool {
        let is_named = |(class, standing, failing): &(Class, Standing, Vec<String>)| {
            let at_level = self.level.is_empty() || failing.iter().all(|name| name.contains(&self.level));
            Some(*class) == fault.class && *standing == Standing::Bug && at_level
        };
        let is_found = fault.class.is_none() || !self.found.is_empty();
        is_found && self.found.iter().all(is_named) && self.quarantined == 0
    }
}

/// Where and with what faults are planted.
pub struct Ground<'a> {
    /// The real compiler.
    pub tool: &'a Tool,
    /// How runners are started; programs must see the scratch directory.
    pub runner: &'a RunnerProgram,
    /// Where slots have their directories, and where scripts are put.
    pub scratch: &'a Scratch,
    /// What makes programs.
    pub sources: &'a [Weighted],
}

/// Plants a fault at a level drawn by seed, and runs a campaign of a few cases.
pub fn plant(fault: &Fault, seed: u64, ground: &Ground<'_>) -> std::result::Result<Result, CampaignError> {
    let mut choices = Choices::new(seed).split(fault.name, 0);
    let level = *choices.pick(fault.levels());
    let line = 1 + choices.split("line", 0).below(LINES - 1);
    let script = ground.scratch.path().join(format!("{}-{seed}.sh", fault.name));
    fs::write(&script, wrapper(fault, level, line, &ground.tool.command)).doing("write", &script)?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).doing("set the mode of", &script)?;
    let command = CompilerCommand::parse(&format!("/bin/sh {}", script.display()), std::ffi::OsStr::new(""))
        .map_err(|error| CampaignError::NoCompiler(error.to_string()))?;
    // With the small programs of a calibration it does what the real one does.
    let spoiled = Tool { name: fault.name.to_owned(), command, ..ground.tool.clone() };
    let tools = vec![spoiled, ground.tool.clone()];
    // What hangs has been watched long enough after a second.
    let patience = Patience { factor: 10, least: Duration::from_secs(1) };
    let program_limits = Limits { cpu: patience.least, ..PROGRAM_LIMITS };
    let matrix = Matrix { patience, program_limits, ..Matrix::with_sets(tools, sets_of(fault)) };
    campaign(fault, &matrix, seed, level, ground)
}

/// The levels, and what shows faults of a class: sanitizers, the same object twice, programs that are traced.
fn sets_of(fault: &Fault) -> Sets {
    let config = Config { checks: Vec::new(), ..Config::default() };
    let plain = config.preset("plain").cloned().unwrap_or_default();
    let one_for = |class| u64::from(fault.class == Some(class));
    let (sanitized, checked) = (one_for(Class::SanitizerFalseAlarm), one_for(Class::CompilerCrash));
    let traced = one_for(Class::WrongCodeVolatile);
    Sets::new(Arc::new(config), &Preset { sanitized, checked, traced, ..plain })
}

fn campaign(
    fault: &Fault,
    matrix: &Matrix,
    seed: u64,
    level: &str,
    ground: &Ground<'_>,
) -> std::result::Result<Result, CampaignError> {
    let directory = ground.scratch.path().join(format!("{}-{seed}", fault.name));
    let mut store = Store::open(&directory, Some(seed), seed, "selftest")?;
    let accesses: [Weighted; 1] = [(1, Box::new(Accesses))];
    let plan = Plan {
        follow: None,
        sources: if fault.is_volatile() { &accesses } else { ground.sources },
        matrix,
        together: true,
        jobs: 1,
        deadline: None,
        cases: Some(fault.cases),
        stop: &AtomicBool::new(false),
        runner: ground.runner,
        scratch: ground.scratch,
    };
    let status = schedule::run(&plan, &mut store, &mut |_event| {})?;
    let found = store.findings()?.into_iter().map(|kept| {
        let finding = kept.finding;
        (finding.class, finding.standing, finding.failing)
    });
    Ok(Result {
        found: found.collect(),
        flaky: status.total().flaky,
        quarantined: status.quarantined,
        level: level.to_owned(),
    })
}

/// The script: everything but cases at the level goes to the real compiler.
fn wrapper(fault: &Fault, level: &str, line: u64, compiler: &CompilerCommand) -> String {
    let condition = match (fault.option, level) {
        ("", "") => ":".to_owned(),
        ("", level) => format!("[ \"$level\" = {level} ]"),
        (option, _) => format!("case $line in *{option}*) :;; *) false;; esac"),
    };
    format!(
        "#!/bin/sh\nreal() {{ {compiler} $line; }}\n\
         spoil() {{ mv case.c right; awk -v line={line} \"$1\" right > case.c; real; status=$?; mv right case.c; return $status; }}\n\
         line=\"$*\"; out=; level=; is_case=; before=\n\
         for word in \"$@\"; do\n  case $word in case.c) is_case=yes;; -O*) level=$word;; esac\n\
         \x20 if [ \"$before\" = -o ]; then out=$word; fi\n  before=$word\ndone\n\
         if [ \"$is_case\" = yes ] && {condition}; then\n{}\nelse\n  real\nfi\n",
        fault.script,
    )
}
