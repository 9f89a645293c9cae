//! Which programs of a generator, and where they go.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use kiln_case::{Choices, Source};

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

    /// Makes all programs and writes them.
    pub(super) fn write_all(&self, source: &dyn Source) -> Result<Status, Failure> {
        let seeds = self.all()?;
        if self.count > 1 && self.output.is_none() {
            return Err(Failure::Usage("--count needs -o DIR, where each program gets a file of its own".into()));
        }
        if let Some(directory) = &self.output {
            std::fs::create_dir_all(directory)
                .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
        }
        for seed in seeds {
            let case = source.make(&Choices::new(seed))?;
            for unit in case.iter().flat_map(|case| &case.units) {
                let file = self.output.as_ref().map(|directory| directory.join(format!("{seed}.c")));
                output::write(&unit.text, file.as_deref())?;
            }
            if let (Some(directory), Some(expected)) = (&self.output, case.and_then(|case| case.expected)) {
                output::write(&expected.ended.output, Some(&directory.join(format!("{seed}.expected"))))?;
            }
        }
        Ok(Status::Done)
    }
}
