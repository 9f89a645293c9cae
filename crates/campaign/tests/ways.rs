//! The ways in which compilers are tried, with real ones. This program is its own runner.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use kiln_campaign::config::{Config, Named};
use kiln_campaign::expect::Expectations;
use kiln_campaign::judge::{Judgement, Standing, compared, judge};
use kiln_campaign::matrix::{Kind, Matrix, Tool};
use kiln_campaign::observe::{Depth, Observer};
use kiln_campaign::options::Preset;
use kiln_campaign::sets::Sets;
use kiln_campaign::tools;
use kiln_case::{Case, Origin, Unit};
use kiln_toolchain::runner::{self, End, RunnerProgram, Scratch, Slot};
use libtest_mimic::{Arguments, Failed, Trial};

const RUNNER: &str = "__runner";

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, first, private @ .., slot] = &words[..]
        && first == RUNNER
    {
        return runner::serve(Path::new(slot), !private.is_empty()).expect("the pipes are there");
    }
    let tests = vec![
        Trial::test("units_are_translated_in_different_ways", mixed),
        Trial::test("programs_are_started_by_what_the_configuration_says", run_command),
        Trial::test("a_program_that_may_never_end_is_run_once", endless),
        Trial::test("flags_that_a_compiler_does_not_take_are_found", refused_flags),
        Trial::test("compilers_access_volatile_objects_as_the_list_says", traced),
        Trial::test("a_list_that_is_not_what_happens_is_told", traced_wrongly),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn say(what: &str) {
    eprintln!("{what}");
}

fn new_slot() -> (Scratch, Slot) {
    let scratch = Scratch::new(&std::env::temp_dir()).expect("a temporary directory can be made");
    let program = std::env::current_exe().expect("this program is a file");
    let runner = RunnerProgram { program, words: vec![RUNNER.to_owned()], private_tmp: false };
    let slot = Slot::new(runner, scratch.path().join("0")).expect("a directory can be made");
    (scratch, slot)
}

/// A program of two units.
fn case(seed: u64) -> Case {
    let unit = |name: &str, text: &str| Unit { name: name.to_owned(), text: text.as_bytes().to_vec() };
    let first = "int printf(const char *, ...); struct p { int a; double b; }; struct p twice(struct p, signed char);\n\
                 int main(void) { struct p p = {20, 0.5}; p = twice(p, -1); printf(\"%d %g\\n\", p.a, p.b); return 0; }\n";
    let second = "struct p { int a; double b; };\n\
                  struct p twice(struct p p, signed char c) { p.a = 2 * p.a + c; p.b *= 2; return p; }\n";
    Case {
        units: vec![unit("case.c", first), unit("case1.c", second)],
        expected: None,
        origin: Origin { source: "test".to_owned(), command: String::new(), seed },
    }
}

/// Compilers of these commands that are here and work.
fn usable(slot: &mut Slot, rows: &[Named], sets: &Sets) -> Vec<Tool> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = Vec::new();
    for row in rows {
        match tools::commands(&[], std::slice::from_ref(row), &path) {
            Ok(mut commands) => found.append(&mut commands),
            Err(error) => say(&format!("{error}: it is left out")),
        }
    }
    let all = tools::calibrated(slot, found, sets, None).expect("programs can be run here");
    all.into_iter().filter(|tool| tool.calibration.trouble.is_none()).collect()
}

fn named(command: &str, run: Option<&str>) -> Named {
    Named { command: command.to_owned(), run: run.map(str::to_owned), name: None }
}

/// The levels given, and nothing else.
fn sets(preset: Preset) -> Sets {
    Sets::new(Arc::new(Config::default()), &Preset { sets: vec!["-O0".to_owned()], ..preset })
}

fn mixed() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot();
    let sets = sets(Preset { mixed: 1, ..Preset::default() });
    let tools = usable(&mut slot, &[named("gcc", None), named("clang", None)], &sets);
    if tools.len() < 2 {
        say("gcc and clang are needed for units of two compilers");
        return Ok(());
    }
    let matrix = Matrix::with_sets(tools, sets);
    let mut ways = BTreeSet::new();
    for case in (0..100).map(case) {
        let matrix = matrix.for_case(&case);
        let drawn = matrix.configurations.iter().find(|it| it.kind == Kind::Mixed).ok_or("nothing was drawn")?;
        let way = (drawn.parts.is_empty(), drawn.is_joint());
        if !ways.insert(way) {
            continue;
        }
        let expectations = Expectations::new(&case);
        let observer = Observer::new(&mut slot, &matrix, &expectations)?;
        let observations = observer.all(Depth::Run, &|| false)?.ok_or("it was interrupted")?;
        let judgement = judge(&matrix, &expectations, &observations);
        assert_eq!(judgement, Judgement::default(), "{way:?}");
        assert!(observations.iter().all(|it| it.execution.as_ref().is_some_and(|ran| ran.output == b"39 1\n")));
        builds_in_a_shell(&matrix, &case)?;
    }
    assert_eq!(ways.len(), 3, "a level for each unit, all together, two compilers: {ways:?}");
    Ok(())
}

/// Every configuration builds the same program by its script.
fn builds_in_a_shell(matrix: &Matrix, case: &Case) -> Result<(), Failed> {
    let directory = tempfile::tempdir()?;
    for unit in &case.units {
        fs::write(directory.path().join(&unit.name), &unit.text)?;
    }
    for configuration in 0..matrix.configurations.len() {
        let script = format!("{} && \"$work/program\"", matrix.script(configuration, case, "\"$work/program\""));
        let shell = Command::new("sh").args(["-c", &script]).current_dir(directory.path()).env("work", ".").output()?;
        assert_eq!(String::from_utf8_lossy(&shell.stdout), "39 1\n", "{script}");
    }
    Ok(())
}

fn run_command() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot();
    let sets = sets(Preset::default());
    let tools = usable(&mut slot, &[named("cc", Some("env STARTED=yes"))], &sets);
    if tools.is_empty() {
        return Ok(());
    }
    let matrix = Matrix::with_sets(tools, sets);
    let mut case = case(0);
    case.units.truncate(1);
    case.units[0].text = b"char *getenv(const char *); int puts(const char *);\n\
                           int main(void) { puts(getenv(\"STARTED\") ? \"started\" : \"not started\"); return 0; }\n"
        .to_vec();
    let expectations = Expectations::new(&case);
    let observer = Observer::new(&mut slot, &matrix, &expectations)?;
    let observations = observer.all(Depth::Run, &|| false)?.ok_or("it was interrupted")?;
    assert!(observations.iter().all(|it| it.execution.as_ref().is_some_and(|ran| ran.output == b"started\n")));
    Ok(())
}

/// The interpreter cannot say that it never ends, and nobody waits for each level.
fn endless() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot();
    let sets = sets(Preset::default());
    let tools = usable(&mut slot, &[named("gcc", None)], &sets);
    if tools.is_empty() {
        return Ok(());
    }
    let mut matrix = Matrix::new(tools);
    matrix.program_limits.cpu = Duration::from_millis(300);
    let mut case = case(0);
    case.units.truncate(1);
    case.units[0].text = b"volatile int zero; int main(void) { while (!zero) zero = 0; return 0; }\n".to_vec();
    let expectations = Expectations::new(&case);
    let observations = Observer::new(&mut slot, &matrix, &expectations)?.all(Depth::Run, &|| false)?;
    let observations = observations.ok_or("it was interrupted")?;
    let [first, others @ ..] = &observations[..] else { return Err("nothing was tried".into()) };
    assert_eq!(first.execution.as_ref().map(|ran| ran.end), Some(End::CpuTime));
    assert!(others.len() > 3 && others.iter().all(|it| it.execution.is_none()), "{others:?}");
    Ok(())
}

/// A compiler that does not know a flag, and refuses two that do not go together.
fn refused_flags() -> Result<(), Failed> {
    let (scratch, mut slot) = new_slot();
    if kiln_toolchain::compiler::CompilerCommand::parse("gcc", OsStr::new("/usr/bin:/usr/local/bin")).is_err() {
        say("there is no gcc here");
        return Ok(());
    }
    let script = scratch.path().join("cc");
    fs::write(
        &script,
        "#!/bin/sh\ncase \"$*\" in *-fsplit-loops*|*-fweb*-fpeel-loops*|*-fpeel-loops*-fweb*) echo no >&2; exit 1;; esac\n\
         exec gcc \"$@\"\n",
    )?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    let sets = sets(Preset { drawn: 1, ..Preset::default() });
    let tools = usable(&mut slot, &[named(&script.display().to_string(), None)], &sets);
    let tool = tools.first().ok_or("it does not work")?;
    assert_eq!(tool.takes("-fsplit-loops"), None);
    assert!(tool.takes("-fweb").is_some() && tool.takes("-fpeel-loops").is_some());
    // Sets depend on the case alone, and have no flag that is not taken.
    let matrix = Matrix::with_sets(tools.clone(), sets);
    let drawn = |seed| matrix.for_case(&case(seed)).configurations.last().map(|it| it.flags.clone());
    let all: BTreeSet<Option<Vec<String>>> = (0..50).map(drawn).collect();
    assert!(all.len() > 40 && all.iter().flatten().flatten().all(|flag| flag != "-fsplit-loops"));
    assert_eq!(drawn(7), drawn(7));
    Ok(())
}

/// Compilers whose programs can be traced, at all levels.
fn traceable(slot: &mut Slot) -> Option<Matrix> {
    let sets = sets(Preset { traced: 1, ..Preset::default() });
    let mut tools = usable(slot, &[named("gcc", None), named("clang", None)], &sets);
    tools.retain(|tool| tool.tracing.is_some());
    if tools.is_empty() {
        say("there is no valgrind, or no compiler whose programs it can trace");
        return None;
    }
    Some(Matrix::with_sets(tools, sets))
}

fn accesses(text: &str, seed: u64) -> Case {
    let unit = Unit { name: "case.c".to_owned(), text: text.as_bytes().to_vec() };
    let origin = Origin { source: "test".to_owned(), command: String::new(), seed };
    Case { units: vec![unit], expected: None, origin }
}

fn traced() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot();
    let Some(matrix) = traceable(&mut slot) else { return Ok(()) };
    let mut levels = BTreeSet::new();
    for seed in 0..12 {
        let case = accesses(include_str!("volatile/accesses.c"), seed);
        let mut matrix = matrix.for_case(&case);
        // A level that was drawn before shows nothing new.
        matrix.configurations.retain(|it| it.kind == Kind::Traced && levels.insert((it.tool, it.level.clone())));
        let expectations = Expectations::new(&case);
        let observer = Observer::new(&mut slot, &matrix, &expectations)?;
        let observations = observer.all(Depth::Run, &|| false)?.ok_or("it was interrupted")?;
        assert_eq!(judge(&matrix, &expectations, &observations), Judgement::default());
        for observation in &observations {
            let compared = compared(&matrix, &expectations, observation).ok_or("nothing was traced")?;
            assert_eq!(compared.difference(), None);
            // All objects but the static one of a name that stands for two, and some for each line of the program.
            assert!(compared.names().len() >= 14 && compared.observed.len() > 250, "{:?}", compared.names());
        }
    }
    assert!(levels.len() > 2 * matrix.tools.len(), "{levels:?}");
    Ok(())
}

fn traced_wrongly() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot();
    let Some(matrix) = traceable(&mut slot) else { return Ok(()) };
    let case = accesses("volatile int v, w; int main(void) { v = 1; w; v = 2; return 0; }\n", 1);
    let expectations = Expectations::new(&case);
    let matrix = matrix.for_case(&case);
    // What is compiled is another program than what is expected.
    for (seed, body, what) in [
        (1, "v = 1; v = 2;", "a read is missing"),
        (2, "v = 1; w; w; v = 2;", "a read too many"),
        (3, "v = 1; v = 2; w;", "another order"),
    ] {
        let other = accesses(&format!("volatile int v, w; int main(void) {{ {body} return 0; }}\n"), seed);
        let others = Expectations::new(&other);
        let observer = Observer::new(&mut slot, &matrix, &others)?;
        let observations = observer.all(Depth::Run, &|| false)?.ok_or("it was interrupted")?;
        for observation in observations.iter().filter(|observation| observation.traced.is_some()) {
            let compared = compared(&matrix, &expectations, observation).ok_or("nothing was traced")?;
            assert_eq!(compared.difference().map(|it| it.what), Some(what));
        }
        let judgement = judge(&matrix, &expectations, &observations);
        let is_disputed = judgement.suspicions.iter().all(|it| matches!(it.standing, Standing::Disputed(_)));
        assert!(judgement.quarantine.is_some() || !judgement.suspicions.is_empty() && is_disputed, "{judgement:?}");
    }
    Ok(())
}
