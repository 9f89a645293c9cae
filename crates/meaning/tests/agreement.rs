//! The interpreter agrees with compilers: the short form of `cargo xtask agreement`, on fixed seeds.
//!
//! What it compares is library code, `kiln_meaning::agreement`. A build whose compiler is not there is passed over, with a word.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use kiln_meaning::Kind;
use kiln_meaning::agreement::{BUILDS, Batch, Build, Disagreement, ENVIRONMENT, PROGRAM, Ran, SOURCE};

/// About what all compilers together translate in two seconds.
const N_EXPRESSIONS: u32 = 200;

const N_STATEMENTS: u32 = 25;

#[test]
fn expressions() {
    let batch = Batch::expressions(1, N_EXPRESSIONS);
    assert!(batch.cases.len() > N_EXPRESSIONS as usize / 2, "most are defined: {:?}", batch.others);
    agree("expressions", &batch, BUILDS);
}

#[test]
fn statements() {
    let batch = Batch::statements(2, N_STATEMENTS);
    assert!(batch.cases.len() > N_STATEMENTS as usize / 2, "most can be mended: {:?}", batch.others);
    agree("statements", &batch, BUILDS);
}

/// What sanitizers see, the interpreter has seen before: of what it calls defined they say nothing.
#[test]
fn sanitizers_see_nothing_in_defined_mutants() {
    let sanitized: Vec<Build> = BUILDS.iter().filter(|build| build.sanitized).copied().collect();
    let expressions = Batch::expressions(3, N_EXPRESSIONS).mutants(4, N_EXPRESSIONS);
    let statements = Batch::statements(5, N_STATEMENTS).mutants(6, 2 * N_STATEMENTS);
    for batch in [&expressions, &statements] {
        let undefined = batch.others.iter().filter(|(why, _)| Kind::by_name(why).is_some());
        let n_undefined: u64 = undefined.map(|(_, n_cases)| n_cases).sum();
        assert!(n_undefined >= 5, "some are undefined: {:?}", batch.others);
    }
    agree("mutants-of-expressions", &expressions, &sanitized);
    agree("mutants-of-statements", &statements, &sanitized);
}

#[test]
fn the_seed_decides() {
    let text = |seed| Batch::statements(seed, 3).program().text;
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[track_caller]
fn agree(name: &str, batch: &Batch, builds: &[Build]) {
    assert_eq!(batch.rejected, [], "random cases are C");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(SOURCE), batch.program().text).unwrap();
    for build in builds {
        if !compile(build, &folder) {
            say(&format!("{build} is not there to compare with"));
            continue;
        }
        let found = batch.disagreements(|only| run(&folder, only)).unwrap();
        assert!(found.is_empty(), "{build}: {} of {} differ\n{}", found.len(), batch.cases.len(), shown(&found[0]));
    }
}

/// Whether the compiler is there and has made the program.
fn compile(build: &Build, folder: &Path) -> bool {
    build.commands().iter().all(|command| {
        let Ok(output) = Command::new(command[0]).args(&command[1..]).current_dir(folder).output() else {
            return false;
        };
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || build.sanitized && words.contains("cannot find"), "{build}: {words}");
        output.status.success()
    })
}

fn run(folder: &Path, only: Option<u32>) -> std::io::Result<Ran> {
    let mut command = Command::new(folder.join(PROGRAM));
    let (name, value) = ENVIRONMENT;
    let Output { status, stdout, stderr } =
        command.args(only.map(|number| number.to_string())).env(name, value).output()?;
    Ok(Ran { succeeded: status.success(), stdout, stderr })
}

fn shown(disagreement: &Disagreement) -> String {
    let Disagreement { program, expected, ran } = disagreement;
    let (stdout, stderr) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    format!("{program}\nkiln:\n{expected}\nbuilt:\n{stdout}{stderr}")
}

#[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
fn say(message: &str) {
    eprintln!("{message}");
}
