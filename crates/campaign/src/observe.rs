//! What each compiler does with a case.

use std::fs;
use std::time::Duration;

use kiln_case::Case;
use kiln_toolchain::build::{self, Compilation, Compiled, Execution};
use kiln_toolchain::runner::{End, Limits, RunnerError, Slot};
use kiln_toolchain::trace::Traced;
use sha2::{Digest, Sha256};

use crate::expect::{Expectations, Word};
use crate::matrix::{Configuration, Kind, Matrix};
use crate::{sanitizer, volatile};

/// What one compiler with one set of options did.
#[derive(Debug, Clone)]
pub struct Observation {
    /// Index of the configuration.
    pub configuration: usize,
    /// What the compiler did.
    pub compilation: Compilation,
    /// What the program did, if there is one and it was run.
    pub execution: Option<Execution>,
    /// What it did to volatile objects, if it was traced.
    pub traced: Option<Traced>,
}

/// Whether programs are run: of one that is undefined only the compiler can be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Compiled only.
    Compile,
    /// Compiled and run.
    Run,
}

/// The name of the compiled program in its slot.
const PROGRAM: &str = "program";

/// The name of its object file.
const OBJECT: &str = "case.o";

/// What is said of a compiler that writes another object the second time.
const TWO_OBJECTS: &str = "kiln: the same unit, translated twice, gives two different objects";

/// A case in a slot, and what can be done with it there.
#[derive(Debug)]
pub struct Observer<'a> {
    slot: &'a mut Slot,
    matrix: &'a Matrix,
    expectations: &'a Expectations<'a>,
    /// What programs did, by what they were made of.
    ran: Vec<([u8; 32], Execution)>,
}

impl<'a> Observer<'a> {
    /// Puts a case into a slot.
    pub fn new(
        slot: &'a mut Slot,
        matrix: &'a Matrix,
        expectations: &'a Expectations<'a>,
    ) -> Result<Observer<'a>, RunnerError> {
        for unit in &expectations.case().units {
            fs::write(slot.directory().join(&unit.name), &unit.text).map_err(RunnerError::Runner)?;
        }
        Ok(Observer { slot, matrix, expectations, ran: Vec::new() })
    }

    /// Leaves the slot empty.
    pub fn finish(self) -> Result<(), RunnerError> {
        self.slot.clear().map_err(RunnerError::Runner)
    }

    /// Tries all configurations, and leaves the slot empty. Nothing if `is_over` before all have been tried. Who waits for a program
    /// that nobody knows to end waits once.
    pub fn all(mut self, depth: Depth, is_over: &dyn Fn() -> bool) -> Result<Option<Vec<Observation>>, RunnerError> {
        let mut depth = depth;
        let mut observations = Vec::new();
        for configuration in 0..self.matrix.configurations.len() {
            if is_over() {
                self.finish()?;
                return Ok(None);
            }
            let observation = self.one(configuration, depth)?;
            if observation.as_ref().is_some_and(|it| self.may_never_end(it)) {
                depth = Depth::Compile;
            }
            observations.extend(observation);
        }
        self.finish()?;
        Ok(Some(observations))
    }

    /// Whether a program did not come to an end without optimisation, and nobody says that it has to.
    fn may_never_end(&self, observation: &Observation) -> bool {
        let configuration = &self.matrix.configurations[observation.configuration];
        let lasted = observation.execution.as_ref().is_some_and(|execution| execution.end == End::CpuTime);
        lasted
            && configuration.is_without_optimisation()
            && matches!(self.expectations.on(configuration.target.as_deref()), Word::Unknown(_))
    }

    /// Tries a configuration. What was run before is not run again; nothing is traced where nobody knows what to expect.
    fn one(&mut self, configuration: usize, depth: Depth) -> Result<Option<Observation>, RunnerError> {
        if self.matrix.configurations[configuration].kind == Kind::Traced {
            return if depth == Depth::Run { self.traced(configuration, &[]) } else { Ok(None) };
        }
        if let Some(observation) = self.without_driver(configuration, depth)? {
            return Ok(Some(observation));
        }
        let compilation = self.compile(configuration, &[])?;
        let execution = if compilation.outcome == Compiled::Built && depth == Depth::Run {
            let made_of = self.digest(PROGRAM)?;
            Some(self.run_once(configuration, made_of)?)
        } else {
            None
        };
        Ok(Some(Observation { configuration, compilation, execution, traced: None }))
    }

    /// The cheaper way: the compiler makes an object file, and if it is a new one, a linker is called without the driver.
    /// Nothing if that is not possible, or if the linker is not content: then the driver shall say what is wrong.
    fn without_driver(&mut self, configuration: usize, depth: Depth) -> Result<Option<Observation>, RunnerError> {
        let link = self.matrix.tool(configuration).calibration.link.as_ref();
        let link = link.filter(|_| self.matrix.configurations[configuration].links_plainly() && depth == Depth::Run);
        let ([unit], Some(link)) = (self.case().units.as_slice(), link) else { return Ok(None) };
        let limits = self.matrix.compiler_limits(configuration);
        let command = &self.matrix.tool(configuration).command;
        let flags = &self.matrix.configurations[configuration].flags;
        let mut compilation = build::compile_object(self.slot, command, flags, &unit.name, OBJECT, limits)?;
        if compilation.outcome != Compiled::Built {
            return Ok(Some(Observation { configuration, compilation, execution: None, traced: None }));
        }
        let made_of = self.digest(OBJECT)?;
        if self.before(made_of).is_none() {
            let linked = link.run(self.slot, OBJECT, PROGRAM, limits)?;
            if linked.outcome != Compiled::Built {
                return Ok(None);
            }
            compilation.cpu += linked.cpu;
        }
        let execution = Some(self.run_once(configuration, made_of)?);
        Ok(Some(Observation { configuration, compilation, execution, traced: None }))
    }

    fn case(&self) -> &'a Case {
        self.expectations.case()
    }

    /// What a program did that was made of the same.
    fn before(&self, made_of: [u8; 32]) -> Option<&Execution> {
        self.ran.iter().find(|(other, _)| *other == made_of).map(|(_, execution)| execution)
    }

    /// Runs the program in the slot, unless one was run that was made of the same.
    fn run_once(&mut self, configuration: usize, made_of: [u8; 32]) -> Result<Execution, RunnerError> {
        if let Some(execution) = self.before(made_of) {
            return Ok(execution.clone());
        }
        let execution = self.execute(configuration, self.matrix.program_limits(configuration))?;
        self.ran.push((made_of, execution.clone()));
        Ok(execution)
    }

    fn digest(&self, name: &str) -> Result<[u8; 32], RunnerError> {
        let bytes = fs::read(self.slot.directory().join(name)).map_err(RunnerError::Runner)?;
        Ok(Sha256::digest(&bytes).into())
    }

    /// Compiles the case, with more options if there are any.
    pub fn compile(&mut self, configuration: usize, more: &[&str]) -> Result<Compilation, RunnerError> {
        if self.matrix.configurations[configuration].kind == Kind::Repeated
            && let Some(trouble) = self.twice(configuration)?
        {
            return Ok(trouble);
        }
        let sources: Vec<&str> = self.case().units.iter().map(|unit| unit.name.as_str()).collect();
        let Configuration { flags, parts, .. } = &self.matrix.configurations[configuration];
        let with = |flags: &[String]| -> Vec<String> {
            flags.iter().cloned().chain(more.iter().map(|&flag| flag.to_owned())).collect()
        };
        let limits = self.matrix.compiler_limits(configuration);
        let command = &self.matrix.tool(configuration).command;
        let mut cpu = Duration::ZERO;
        let mut objects: Vec<String> = Vec::new();
        for (part, source) in parts.iter().zip(&sources) {
            objects.push(format!("{source}.o"));
            let command = &self.matrix.tools[part.tool].command;
            let object = objects.last().map_or("", String::as_str);
            let compiled = build::compile_object(self.slot, command, &with(&part.flags), source, object, limits)?;
            cpu += compiled.cpu;
            if compiled.outcome != Compiled::Built {
                return Ok(Compilation { cpu, ..compiled });
            }
        }
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let inputs = if parts.is_empty() { &sources } else { &objects };
        let linked = build::compile(self.slot, command, &with(flags), inputs, PROGRAM, limits)?;
        Ok(Compilation { cpu: cpu + linked.cpu, ..linked })
    }

    /// Translates each unit twice; the trouble if that gives two objects.
    fn twice(&mut self, configuration: usize) -> Result<Option<Compilation>, RunnerError> {
        let limits = self.matrix.compiler_limits(configuration);
        let command = &self.matrix.tool(configuration).command;
        let flags = &self.matrix.configurations[configuration].flags;
        for unit in &self.case().units {
            let mut digests = Vec::new();
            for _ in 0..2 {
                let compiled = build::compile_object(self.slot, command, flags, &unit.name, OBJECT, limits)?;
                if compiled.outcome != Compiled::Built {
                    return Ok(Some(compiled));
                }
                digests.push((self.digest(OBJECT)?, compiled.cpu));
            }
            if let [(first, one), (second, two)] = digests[..]
                && first != second
            {
                let messages = TWO_OBJECTS.to_owned();
                return Ok(Some(Compilation { outcome: Compiled::Crashed, messages, cpu: one + two }));
            }
        }
        Ok(None)
    }

    /// Runs the program in the slot, as the programs of its compiler are run.
    pub fn execute(&mut self, configuration: usize, limits: Limits) -> Result<Execution, RunnerError> {
        let (name, value) = sanitizer::ENVIRONMENT;
        let words = self.matrix.tool(configuration).command.start(PROGRAM);
        build::execute(self.slot, words, &[(name.to_owned(), value.to_owned())], limits)
    }

    /// Compiles the case with more options, and traces what the program does to volatile objects. Nothing if nobody knows what
    /// it has to do to them.
    pub fn traced(&mut self, configuration: usize, more: &[&str]) -> Result<Option<Observation>, RunnerError> {
        let target = self.matrix.configurations[configuration].target.as_deref();
        let tracing = self.matrix.tool(configuration).tracing.as_ref();
        let (Some(expected), Some(tracing)) = (self.expectations.volatiles(target), tracing) else { return Ok(None) };
        let compilation = self.compile(configuration, more)?;
        let mut traced = None;
        if compilation.outcome == Compiled::Built {
            let (wanted, most) = volatile::wanted(&expected.trace);
            let limits = self.matrix.program_limits(configuration);
            traced = tracing.tracer.run(self.slot, PROGRAM, &wanted, most, limits)?;
        }
        let execution = traced.as_ref().map(|traced| traced.execution.clone());
        Ok(Some(Observation { configuration, compilation, execution, traced }))
    }
}
