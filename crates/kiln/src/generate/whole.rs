//! `kiln generate whole`: whole programs.

use clap::Parser as _;
use kiln_generate::whole::features::Features;
use kiln_generate::whole::{Options, WholeSource, options};

use super::seeds::SeedArgs;
use super::words::from_to;
use crate::exit_code::{Failure, Status};

/// Whole programs: functions, loops, pointers, structures
///
/// Each program is defined and ends. It prints a checksum of its objects, and returns 0.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct WholeArgs {
    #[command(flatten)]
    seeds: SeedArgs,
    /// Tokens of a program, about, 500 to 10000000 [default: 12000]
    #[arg(long, value_name = "N", value_parser = from_to(options::FEWEST_TOKENS, options::MOST_TOKENS))]
    tokens: Option<u32>,
    /// Statements that a program executes at most, 100 to 10000000 [default: 20000]
    #[arg(long, value_name = "N", value_parser = from_to(options::FEWEST_EXECUTED, options::MOST_EXECUTED))]
    executed: Option<u32>,
    /// Percent of the statements that are executed at least, 0 to 100; dead code goes until that is so [default: 80]
    #[arg(long, value_name = "N", value_parser = from_to(0, 100))]
    live: Option<u32>,
    /// What programs are made of, or with `-` what they are not made of [default: all]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, long_help = Features::help("What programs are made of"))]
    features: Option<String>,
    /// All features in every program; otherwise each draws its own
    #[arg(long)]
    no_swarm: bool,
}

const EXAMPLES: &str = "\
Examples:
  kiln generate whole                               a program of about 12000 tokens
  kiln generate whole --seed 7 > a.c && gcc -O2 a.c && ./a.out
  kiln generate whole --tokens 1000 --features -goto,-volatile
  kiln generate whole --live 0                      all dead code stays
  kiln generate whole --count 100 -o out            out/0.c to out/99.c, each with what it prints";

impl WholeArgs {
    fn source(&self) -> Result<WholeSource, Failure> {
        let base = Options::default();
        let options = Options {
            tokens: self.tokens.unwrap_or(base.tokens),
            executed: self.executed.unwrap_or(base.executed),
            live: self.live.unwrap_or(base.live),
            features: self.features.as_deref().map_or(Ok(base.features), Features::from_list).map_err(usage)?,
            swarm: !self.no_swarm,
        };
        WholeSource::new(options, self.words()).map_err(usage)
    }

    /// The options as they were given, so that a program can say how it is made again.
    fn words(&self) -> Vec<String> {
        let given = [
            self.tokens.map(|number| format!("--tokens {number}")),
            self.executed.map(|number| format!("--executed {number}")),
            self.live.map(|percent| format!("--live {percent}")),
            self.features.as_ref().map(|list| format!("--features '{list}'")),
            self.no_swarm.then(|| "--no-swarm".to_owned()),
        ];
        given.into_iter().flatten().collect()
    }
}

fn usage(error: kiln_generate::OptionsError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Options without anything before them.
#[derive(Debug, clap::Parser)]
#[command(no_binary_name = true)]
struct Line {
    #[command(flatten)]
    args: WholeArgs,
}

/// The programs of options as one would type them behind `kiln generate whole`.
pub(crate) fn source_of(words: &str) -> Result<WholeSource, Failure> {
    let split = shlex::split(words).ok_or_else(|| Failure::Usage(format!("a quote is not closed: {words}")))?;
    let line = Line::try_parse_from(split).map_err(|error| Failure::Usage(error.to_string()))?;
    line.args.source()
}

/// Makes the programs that were asked for.
pub(crate) fn run(args: &WholeArgs) -> Result<Status, Failure> {
    args.seeds.write_all(&args.source()?)
}
