//! `kiln generate whole`: whole programs.

use clap::Parser as _;
use kiln_case::Choices;
use kiln_generate::whole::features::{Feature, Features};
use kiln_generate::whole::options::listing;
use kiln_generate::whole::{FactsForm, Options, Preset, Stats, WholeSource};
use kiln_generate::words::Words;

use super::given::Given;
use super::seeds::SeedArgs;
use super::words::words;
use crate::exit_code::{Failure, Status};
use crate::output;

/// Whole programs: functions, loops, pointers, structures
///
/// Each program is defined and ends. It prints a checksum of its objects, and returns 0.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct WholeArgs {
    #[command(flatten)]
    seeds: SeedArgs,
    /// Show all options and features with their defaults, and nothing else
    #[arg(long, exclusive = true)]
    list_options: bool,
    /// Show what the programs are made of instead: sizes, repairs, features
    #[arg(long, conflicts_with = "output")]
    stats: bool,
    /// Options that belong together; options beside it change it
    #[arg(long, value_parser = words::<Preset>())]
    preset: Option<Preset>,
    /// What programs are made of, or with `-` what they are not made of [default: all]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, long_help = Features::help("What programs are made of"))]
    features: Option<String>,
    #[command(flatten)]
    given: Given,
}

const EXAMPLES: &str = "\
Examples:
  kiln generate whole                               a program of about 12000 tokens
  kiln generate whole --seed 7 > a.c && gcc -O2 a.c && ./a.out
  kiln generate whole --tokens 1000 --features -goto,-volatile
  kiln generate whole --live 0                      all dead code stays
  kiln generate whole --preset csmith --wrappers macros
  kiln generate whole --count 1000 --stats          what such programs are made of
  kiln generate whole --files 4 -o out              out/0/unit0.c to out/0/unit3.c
  kiln generate whole --count 100 -o out            out/0.c to out/99.c, each with what it prints";

impl WholeArgs {
    fn source(&self) -> Result<WholeSource, Failure> {
        WholeSource::new(self.options()?, self.words()).map_err(usage)
    }

    fn options(&self) -> Result<Options, Failure> {
        let mut options = self.preset.map(Preset::options).unwrap_or_default();
        self.given.apply(&mut options);
        if let Some(list) = &self.features {
            options.features = Features::from_list(list).map_err(usage)?;
        }
        // `all` and `-goto` mean all that can be; a name means what it says.
        let is_named = |word: &str| word.trim() == Feature::Int128.word();
        let has_names = self.features.iter().flat_map(|list| list.split(',')).any(is_named);
        Ok(if has_names { options } else { options.without_excluded() })
    }

    /// The options as they were given, so that a program can say how it is made again.
    fn words(&self) -> Vec<String> {
        let preset = self.preset.map(|preset| format!("--preset {}", preset.word()));
        let features = self.features.as_ref().map(|list| format!("--features '{list}'"));
        preset.into_iter().chain(self.given.words()).chain(features).collect()
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
    if args.list_options {
        output::write(listing().as_bytes(), None)?;
        return Ok(Status::Done);
    }
    let source = args.source()?;
    if args.stats {
        return show_stats(args, &source);
    }
    let has_facts = source.options().facts == FactsForm::Json;
    for (needs, option) in [(source.options().files > 1, "--files"), (has_facts, "--facts json")] {
        if needs && !args.seeds.has_directory() {
            return Err(Failure::Usage(format!("{option} needs -o DIR, where its files go")));
        }
    }
    args.seeds.write_all_with(&source, |choices| {
        let facts = if has_facts { source.make_one(choices)?.facts } else { None };
        Ok(facts.map(|text| ("facts.json", text)))
    })
}

/// Makes the programs and shows what is in them.
fn show_stats(args: &WholeArgs, source: &WholeSource) -> Result<Status, Failure> {
    let mut stats = Stats::default();
    for seed in args.seeds.all()? {
        stats.add(&source.make_one(&Choices::new(seed))?);
    }
    output::write(stats.to_string().as_bytes(), None)?;
    Ok(Status::Done)
}
