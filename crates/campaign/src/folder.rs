//! What is kept of a finding: a folder that says what was found and shows it again without kiln.

use std::fmt::Write as _;
use std::path::PathBuf;

use kiln_case::Case;
use kiln_meaning::{End as ExpectedEnd, Ended};
use kiln_toolchain::build::{self, Compiled};
use kiln_toolchain::runner::End;
use kiln_toolchain::signature;
use serde::{Deserialize, Serialize};

use crate::confirm::Confirmed;
use crate::judge::{Class, Standing};
use crate::matrix::{Matrix, Tool};
use crate::observe::Observation;
use crate::sanitizer;
use crate::store::SCHEMA;
use crate::tally::Configured;

/// What is known of a finding; `finding.json` is this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The version of this format.
    pub schema: u32,
    /// The number of the case in its campaign.
    pub case: u64,
    /// What is wrong.
    pub class: Class,
    /// How sure it is.
    #[serde(flatten)]
    pub standing: Standing,
    /// What findings of one cause have in common.
    pub key: String,
    /// How often it was seen again.
    pub seen: u32,
    /// How often it was tried again.
    pub tries: u32,
    /// The configurations that show it, as one would type them.
    pub failing: Vec<String>,
    /// One that does not.
    pub passing: Option<String>,
    /// The compiler, in short.
    pub compiler: String,
    /// The source of the case.
    pub source: String,
    /// What makes the case again.
    pub command: String,
    /// The seed of the case.
    pub seed: u64,
    /// The version of kiln that found it.
    pub kiln: String,
    /// The compilers that show it, in the order of `failing`.
    pub shows: Vec<Configured>,
    /// All compilers that tried the case.
    pub tools: Vec<Tried>,
    /// What each configuration did.
    pub observations: Vec<Seen>,
}

/// A compiler that tried a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Its short name.
    pub compiler: String,
    /// How it is called.
    pub command: String,
    /// What it says of itself.
    pub version: String,
    /// What its programs run on, if that is known.
    pub target: Option<String>,
}

/// What one configuration did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The configuration, as one would type it.
    pub command: String,
    /// What the compiler did.
    pub compiler: Compiled,
    /// How the program ended, if it was run.
    pub program: Option<End>,
    /// The last line of what it wrote.
    pub output: Option<String>,
}

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder.
    pub path: PathBuf,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What is to be kept of a confirmed suspicion.
pub fn finding(
    number: u64,
    case: &Case,
    expected: Option<&Ended>,
    matrix: &Matrix,
    observations: &[Observation],
    confirmed: &Confirmed,
) -> (Finding, Vec<File>) {
    let suspicion = &confirmed.suspicion;
    let first = suspicion.failing.first().copied();
    let finding = Finding {
        schema: SCHEMA,
        case: number,
        class: suspicion.class,
        standing: suspicion.standing.clone(),
        key: suspicion.key.clone(),
        seen: confirmed.seen,
        tries: confirmed.tries,
        failing: suspicion.failing.iter().map(|&configuration| matrix.command(configuration)).collect(),
        passing: suspicion.passing.map(|configuration| matrix.command(configuration)),
        compiler: first.map(|configuration| matrix.tool(configuration).name.clone()).unwrap_or_default(),
        source: case.origin.source.clone(),
        command: case.origin.command.clone(),
        seed: case.origin.seed,
        kiln: env!("CARGO_PKG_VERSION").to_owned(),
        shows: suspicion.failing.iter().map(|&configuration| Configured::new(matrix, configuration)).collect(),
        tools: matrix.tools.iter().map(Tried::new).collect(),
        observations: observations.iter().map(|observation| Seen::new(matrix, observation)).collect(),
    };
    let shell = Shell { matrix, case, failing: first, passing: suspicion.passing };
    let files = files(&finding, case, expected, observations, &shell);
    (finding, files)
}

impl Tried {
    fn new(tool: &Tool) -> Tried {
        Tried {
            compiler: tool.name.clone(),
            command: tool.command.to_string(),
            version: tool.calibration.version.clone(),
            target: tool.calibration.target.clone(),
        }
    }
}

/// As much of a line as a table has room for.
const LONGEST_LINE: usize = 100;

fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().next_back().unwrap_or_default().chars().take(LONGEST_LINE).collect()
}

impl Seen {
    /// What is kept of an observation.
    pub fn new(matrix: &Matrix, observation: &Observation) -> Seen {
        Seen {
            command: matrix.command(observation.configuration),
            compiler: observation.compilation.outcome,
            program: observation.execution.as_ref().map(|execution| execution.end),
            output: observation.execution.as_ref().map(|execution| last_line(&execution.output)),
        }
    }
}

fn files(
    finding: &Finding,
    case: &Case,
    expected: Option<&Ended>,
    observations: &[Observation],
    shell: &Shell<'_>,
) -> Vec<File> {
    let file = |path: &str, bytes: Vec<u8>| File { path: PathBuf::from(path), bytes };
    let mut files: Vec<File> = case.units.iter().map(|unit| file(&unit.name, unit.text.clone())).collect();
    if let Some(expected) = expected {
        files.push(file("expected.txt", [&expected.output[..], end_line(expected).as_bytes()].concat()));
    }
    for observation in observations.iter().filter(|observation| Some(observation.configuration) == shell.failing) {
        files.push(file("compiler.txt", observation.compilation.messages.clone().into_bytes()));
        if let Some(execution) = &observation.execution {
            let end = format!("-- ended with {:?}\n", execution.end);
            files.push(file("observed.txt", [&execution.output[..], end.as_bytes()].concat()));
        }
    }
    files.push(file("repro.sh", repro(finding, expected, observations, shell).into_bytes()));
    files.push(file("Makefile", MAKEFILE.as_bytes().to_vec()));
    let json = serde_json::to_vec_pretty(finding).unwrap_or_default();
    files.push(file("finding.json", json));
    files
}

fn end_line(expected: &Ended) -> String {
    match expected.how {
        ExpectedEnd::Status(status) => format!("-- ended with Status({status})\n"),
        ExpectedEnd::Signal(signal) => format!("-- ended with Signal({signal})\n"),
    }
}

const MAKEFILE: &str = "\
# make: is the bug there? make check: is the program defined?
.PHONY: repro check
repro:
\tsh ./repro.sh && echo 'the bug is there'
check:
\tkiln check case.c
";

/// Where there is a kiln, what a reducer makes must stay defined.
const CHECK: &str = "\
    if command -v kiln > \"$work/log\"; then kiln run *.c > \"$work/log\" 2>&1; [ $? -ne 125 ] || exit 1; fi\n";

/// A script whose exit status 0 says that the bug is there. It needs no kiln, takes the file from the current directory if it is there, else from its own, and
/// compares with a configuration that is right, so that reducers can use it as it is.
fn repro(finding: &Finding, expected: Option<&Ended>, observations: &[Observation], shell: &Shell<'_>) -> String {
    let failing = finding.failing.first().map_or("false", String::as_str);
    let mut script = format!(
        "#!/bin/sh\n# {}: {failing}\n# Exit status 0: the bug is there.\nset -u\n\
         [ -f case.c ] || cd \"$(dirname \"$0\")\" || exit 2\nwork=$(mktemp -d) || exit 2\n\
         trap 'rm -rf \"$work\"' EXIT\n",
        finding.key.replace('\n', " "),
    );
    match finding.class {
        Class::WrongCode => {
            let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.failing, "bad"));
            let bad = shell.start(shell.failing, "bad");
            let _ = writeln!(script, "(ulimit -t 10; {bad}) > \"$work/observed\" 2> \"$work/log\"; observed=$?");
            match (shell.passing, expected) {
                (Some(_), _) => {
                    let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.passing, "good"));
                    let good = shell.start(shell.passing, "good");
                    let _ =
                        writeln!(script, "(ulimit -t 10; {good}) > \"$work/expected\" 2> \"$work/log\"; expected=$?");
                }
                (None, Some(ended)) => {
                    let status = match ended.how {
                        ExpectedEnd::Status(status) => i32::from(status),
                        ExpectedEnd::Signal(signal) => 128 + i32::from(signal),
                    };
                    let _ = writeln!(script, "cp expected.txt \"$work/expected\" || exit 1; expected={status}");
                    script.push_str("sed -i '$d' \"$work/expected\"\n");
                }
                (None, None) => script.push_str("expected=0; : > \"$work/expected\"\n"),
            }
            script.push_str(CHECK);
            script.push_str("[ \"$observed\" -ne \"$expected\" ] || ! cmp -s \"$work/observed\" \"$work/expected\"\n");
        }
        Class::SanitizerFalseAlarm => {
            let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.failing, "alarm"));
            let (name, value) = sanitizer::ENVIRONMENT;
            let alarm = shell.start(shell.failing, "alarm");
            let _ = writeln!(script, "(ulimit -t 60; {name}={value} {alarm}) > \"$work/observed\" 2> \"$work/said\"");
            script.push_str(CHECK);
            script.push_str("grep -q 'runtime error:\\|ERROR: [A-Za-z]*Sanitizer' \"$work/said\"\n");
        }
        Class::CompilerHang => {
            let _ = writeln!(
                script,
                "(ulimit -t 60; {}) 2> \"$work/log\"; [ $? -gt 128 ]",
                shell.build(shell.failing, "program")
            );
        }
        Class::CompilerCrash | Class::RejectsValid | Class::ToolchainFailure => {
            let messages = observations
                .iter()
                .find(|observation| Some(observation.configuration) == shell.failing)
                .map_or("", |observation| &observation.compilation.messages);
            let words = longest_plain(&signature::message(messages));
            let _ = writeln!(script, "{} 2> \"$work/log\" && exit 1", shell.build(shell.failing, "program"));
            let _ = writeln!(script, "grep -qF '{words}' \"$work/log\"");
        }
    }
    script
}

/// How a case is built and run in a shell.
struct Shell<'a> {
    matrix: &'a Matrix,
    case: &'a Case,
    /// The configuration that shows what is wrong.
    failing: Option<usize>,
    /// One that does not.
    passing: Option<usize>,
}

impl Shell<'_> {
    fn build(&self, configuration: Option<usize>, output: &str) -> String {
        let script = |it| self.matrix.script(it, self.case, &format!("\"$work/{output}\""));
        configuration.map_or_else(|| "false".to_owned(), script)
    }

    fn start(&self, configuration: Option<usize>, program: &str) -> String {
        let run = configuration.map_or(&[][..], |it| self.matrix.tool(it).command.run());
        let words = run.iter().cloned().chain([format!("\"$work/{program}\"")]);
        words.collect::<Vec<String>>().join(" ")
    }
}

/// A configuration applied to files. The linker wants its libraries last.
pub fn command_line(command: &str, files: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    let libraries = build::take_libraries(&mut words);
    [words, vec![files], libraries].concat().join(" ")
}

/// The longest part of a signature that stands in the messages as it is.
fn longest_plain(signature: &str) -> String {
    let parts = signature.split(['#', '\'']).map(str::trim);
    parts.max_by_key(|part| part.len()).unwrap_or_default().to_owned()
}
