//! The compilers of the tables.

use std::sync::Arc;
use std::time::Duration;

use kiln_fault::{Fault, Planted};
use kiln_lang::{Options, parse, print};
use kiln_reduce::{Ran, Slots, Suspect};
use kiln_toolchain::compiler::CompilerCommand;

use crate::task_error::TaskError;

/// A compiler with its options, and perhaps a fault.
#[derive(Clone, Debug)]
pub(crate) struct Build {
    /// How it is called.
    pub(crate) name: String,
    suspect: Suspect,
    fault: Option<Fault>,
}

impl Build {
    /// A compiler, which may not take longer for one program than for a whole cell: pcc takes minutes for 10,000 operators.
    fn new(command: &str, time: Duration, slots: &Arc<Slots>) -> Result<Build, TaskError> {
        let command_line = CompilerCommand::parse(command, &std::env::var_os("PATH").unwrap_or_default())?;
        Ok(Build { name: command.to_owned(), suspect: Suspect::new(command_line, time, slots.clone()), fault: None })
    }

    /// The same with a fault.
    pub(crate) fn with_fault(&self, fault: Fault) -> Build {
        Build { name: format!("{} in which {fault}", self.name), fault: Some(fault), ..self.clone() }
    }

    /// A compiler without errors, as far as is known: to compare one with that has no levels of its own, and to plant faults into.
    pub(crate) fn reference(time: Duration, slots: &Arc<Slots>) -> Result<Build, TaskError> {
        Build::new("gcc -O0", time, slots)
    }

    /// Compiles and runs a program that needs no preprocessing.
    pub(crate) fn run(&self, text: &str) -> Result<Ran, TaskError> {
        let planted = self.fault.map(|fault| {
            let program = parse("program.i", text.as_bytes(), &Options::default()).program;
            fault.plant(&program)
        });
        let ran = match planted {
            None => self.suspect.compile_and_run(text),
            Some(Planted::Program(program)) => self.suspect.compile_and_run(&print::canonical(&program)),
            Some(Planted::Crash(words)) => return Ok(Ran::CompilerCrash(words)),
        };
        ran.map_err(|error| TaskError::CheckFailed(error.to_string()))
    }
}

/// A line of a table: a compiler at its levels, or several with a fault each.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The builds of each compiler of the line.
    pub(crate) compilers: Vec<Vec<Build>>,
}

/// Compilers that a machine may have, and their levels as in the paper's table 4.
const COMPILERS: &[(&str, &[&str])] =
    &[("tcc", &[""]), ("pcc", &["-O0", "-O1"]), ("gcc", &["-O0", "-O1", "-O3"]), ("clang", &["-O0", "-O1", "-O3"])];

/// The lines of all tables, as far as there are compilers; and those that there are not.
pub(crate) fn rows(
    faults: &[(&'static str, Vec<Fault>)],
    time: Duration,
    slots: &Arc<Slots>,
) -> (Vec<Row>, Vec<&'static str>) {
    let (mut rows, mut missing) = (Vec::new(), Vec::new());
    for &(name, levels) in COMPILERS {
        let builds: Result<Vec<Build>, TaskError> =
            levels.iter().map(|level| Build::new(format!("{name} {level}").trim(), time, slots)).collect();
        match builds {
            Ok(builds) => rows
                .push(Row { name: format!("{name} {}", levels.join(" ")).trim().to_owned(), compilers: vec![builds] }),
            Err(_) => missing.push(name),
        }
    }
    // Faults as those of an optimizer: without optimization, the compiler is sound. An error of its own would be counted as
    // one that was planted.
    let Ok(sound) = Build::reference(time, slots) else { return (rows, missing) };
    for (kind, faults) in faults.iter().filter(|(_, faults)| !faults.is_empty()) {
        let compilers = faults.iter().map(|&fault| vec![sound.clone(), sound.with_fault(fault)]).collect();
        rows.push(Row { name: format!("{kind} faults ({})", faults.len()), compilers });
    }
    (rows, missing)
}
