//! Which programs of a generator, and where they go.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use kiln_case::{Choices, Source, SourceError, Unit};

use super::words::from_to;
use crate::exit_code::{Failure, Status};
use crate::output;

#[derive(Debug, clap::Args)]
pub(super) struct SeedArgs {
    /// The seed: the same version, seed and options give the same program everywhere
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_to(0, u64::MAX))]
    seed: u64,
    /// How many programs, with this seed and those that follow
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_to(1, 1_000_000_u64))]
    count: u64,
    /// Write DIR/SEED.c, and DIR/SEED.expected with what it has to print, instead of the program to standard output
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl SeedArgs {
    /// The seeds of all programs.
    pub(super) fn all(&self) -> Result<RangeInclusive<u64>, Failure> {
        let last = self.seed.checked_add(self.count - 1).ok_or_else(|| {
            let (seed, count, most) = (self.seed, self.count, u64::MAX);
            Failure::Usage(format!("--count {count} is too much after --seed {seed}: the last seed is {most}"))
        })?;
        Ok(self.seed..=last)
    }

    /// Whether programs go to files.
    pub(super) fn has_directory(&self) -> bool {
        self.output.is_some()
    }

    /// Makes all programs and writes them.
    pub(super) fn write_all(&self, source: &dyn Source) -> Result<Status, Failure> {
        self.write_all_with(source, |_| Ok(None))
    }

    /// Makes all programs and writes them, with what else there is of each: the end of a file's name, and a text.
    pub(super) fn write_all_with(
        &self,
        source: &dyn Source,
        beside: impl Fn(&Choices) -> Result<Option<(&'static str, String)>, SourceError>,
    ) -> Result<Status, Failure> {
        let seeds = self.all()?;
        if self.count > 1 && self.output.is_none() {
            return Err(Failure::Usage("--count needs -o DIR, where each program gets a file of its own".into()));
        }
        if let Some(directory) = &self.output {
            std::fs::create_dir_all(directory)
                .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
        }
        for seed in seeds {
            let choices = Choices::new(seed);
            let case = source.make(&choices).map_err(|error| self.failed(seed, error))?;
            let units = case.as_ref().map_or(&[][..], |case| &case.units);
            for unit in units {
                output::write(&unit.text, self.file_of(seed, units, unit)?.as_deref())?;
            }
            let Some(directory) = &self.output else { continue };
            if let Some(expected) = case.and_then(|case| case.expected) {
                output::write(&expected.ended.output, Some(&directory.join(format!("{seed}.expected"))))?;
            }
            if let Some((end, text)) = beside(&choices)? {
                output::write(text.as_bytes(), Some(&directory.join(format!("{seed}.{end}"))))?;
            }
        }
        Ok(Status::Done)
    }

    /// Where a unit of a program goes: DIR/SEED.c, or DIR/SEED/NAME if there are several.
    fn file_of(&self, seed: u64, units: &[Unit], unit: &Unit) -> Result<Option<PathBuf>, Failure> {
        let Some(directory) = &self.output else { return Ok(None) };
        if units.len() == 1 {
            return Ok(Some(directory.join(format!("{seed}.c"))));
        }
        let directory = directory.join(seed.to_string());
        std::fs::create_dir_all(&directory)
            .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
        Ok(Some(directory.join(&unit.name)))
    }

    /// A program that contradicts its generator is kept for whoever looks into it, if there is a place for it.
    fn failed(&self, seed: u64, error: SourceError) -> Failure {
        let SourceError::Contradiction { command, what, text } = error else { return error.into() };
        let file = self.output.as_ref().map(|directory| directory.join(format!("{seed}.quarantine.c")));
        let file = file.filter(|file| !text.is_empty() && output::write(text.as_bytes(), Some(file)).is_ok());
        Failure::Disagreement { command, what, program: file }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kiln_case::Case;

    use super::*;

    /// A generator that contradicts the interpreter.
    struct Wrong;

    impl Source for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
            Err(SourceError::Contradiction {
                command: format!("generate wrong --seed {}", choices.seed()),
                what: "the program is undefined (null-pointer): a null pointer is followed".to_owned(),
                text: "int x;\n".to_owned(),
            })
        }
    }

    #[test]
    fn a_program_that_contradicts_its_generator_is_kept_and_named() {
        let directory = tempfile::tempdir().unwrap();
        let args = |output| SeedArgs { seed: 7, count: 1, output };
        let failure = args(Some(directory.path().to_owned())).write_all(&Wrong).unwrap_err();
        assert_eq!(failure.status(), Status::Disagreement);
        let file = directory.path().join("7.quarantine.c");
        assert_eq!(fs::read_to_string(&file).unwrap(), "int x;\n");
        let message = failure.to_string();
        assert!(message.contains("generate wrong --seed 7") && message.contains("null-pointer"), "{message}");
        assert!(message.contains(&file.display().to_string()), "{message}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        let message = args(None).write_all(&Wrong).unwrap_err().to_string();
        assert!(message.ends_with("(the same command repeats it)"), "{message}");
    }
}
