//! What is kept of a finding: a folder that says what was found and shows it again without kiln.

use std::path::PathBuf;

use kiln_meaning::{End as ExpectedEnd, Ended};
use kiln_toolchain::build::{self, Compiled};
use kiln_toolchain::runner::End;
use serde::{Deserialize, Serialize};

use self::repro::Shell;
use crate::confirm::Confirmed;
use crate::expect::{Expectations, Word};
use crate::judge::{self, Class, Standing};
use crate::matrix::{Matrix, Tool};
use crate::observe::Observation;
use crate::store::SCHEMA;
use crate::tally::Configured;
use crate::volatile::Compared;

mod repro;

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
    expectations: &Expectations<'_>,
    matrix: &Matrix,
    observations: &[Observation],
    confirmed: &Confirmed,
) -> (Finding, Vec<File>) {
    let (case, suspicion) = (expectations.case(), &confirmed.suspicion);
    let first = suspicion.failing.first().copied();
    let target = first.and_then(|configuration| matrix.configurations[configuration].target.as_deref());
    let expected = if let Word::Known(expected) = expectations.on(target) { Some(expected) } else { None };
    let observation = observations.iter().find(|observation| Some(observation.configuration) == first);
    let compared = observation.filter(|_| suspicion.class == Class::WrongCodeVolatile);
    let compared = compared.and_then(|observation| judge::compared(matrix, expectations, observation));
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
    let evidence = Evidence { expected: expected.as_ref(), observation, compared: compared.as_ref() };
    let shell = Shell { matrix, case, failing: first, passing: suspicion.passing };
    let files = files(&finding, &evidence, &shell);
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

/// What shows that something is wrong.
struct Evidence<'a> {
    /// What the case has to do, if that is known.
    expected: Option<&'a Ended>,
    /// What the first configuration did that shows it.
    observation: Option<&'a Observation>,
    /// What its program had to do to volatile objects and what it did, if that is wrong.
    compared: Option<&'a Compared>,
}

fn files(finding: &Finding, evidence: &Evidence<'_>, shell: &Shell<'_>) -> Vec<File> {
    let file = |path: &str, bytes: Vec<u8>| File { path: PathBuf::from(path), bytes };
    let mut files: Vec<File> = shell.case.units.iter().map(|unit| file(&unit.name, unit.text.clone())).collect();
    if let Some(expected) = evidence.expected {
        files.push(file("expected.txt", [&expected.output[..], end_line(expected).as_bytes()].concat()));
    }
    if let Some(observation) = evidence.observation {
        files.push(file("compiler.txt", observation.compilation.messages.clone().into_bytes()));
        if let Some(execution) = &observation.execution {
            let end = format!("-- ended with {:?}\n", execution.end);
            files.push(file("observed.txt", [&execution.output[..], end.as_bytes()].concat()));
        }
    }
    if let Some(compared) = evidence.compared {
        let difference = compared.difference().map_or_else(String::new, |it| format!("# {}: {}\n", it.what, it.words));
        files.push(file(EXPECTED_VOLATILE, compared.expected.to_string().into_bytes()));
        files.push(file(OBSERVED_VOLATILE, (difference + &compared.observed_lines()).into_bytes()));
    }
    files.push(file("repro.sh", repro::script(finding, evidence, shell).into_bytes()));
    files.push(file("Makefile", MAKEFILE.as_bytes().to_vec()));
    let json = serde_json::to_vec_pretty(finding).unwrap_or_default();
    files.push(file("finding.json", json));
    files
}

/// What a program has to do to volatile objects, and what it does; the first line of the second says where they differ.
pub const EXPECTED_VOLATILE: &str = "expected-volatile.txt";
/// See [`EXPECTED_VOLATILE`].
pub const OBSERVED_VOLATILE: &str = "observed-volatile.txt";

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

/// A configuration applied to files. The linker wants its libraries last.
pub fn command_line(command: &str, files: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    let libraries = build::take_libraries(&mut words);
    [words, vec![files], libraries].concat().join(" ")
}
