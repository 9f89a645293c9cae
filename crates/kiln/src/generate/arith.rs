//! `kiln generate arith`: long arithmetic expressions with known values.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Parser as _;
use kiln_case::{Choices, Source as _};
use kiln_generate::arith::{
    ArithSource, Form, Mend, Options, OptionsError, Preset, Rounding, Stats, Values, lists, make_watched, options,
};
use kiln_generate::words::Words;
use kiln_lang::Options as Dialect;

use super::words::{up_to, words};
use crate::exit_code::{Failure, Status};
use crate::output;

/// Long arithmetic expressions with known values
///
/// Each expression is assigned to a variable, and the program compares it with the value it has to have: a line `OK` or
/// `NG` for each, status 1 if one is wrong. What would be undefined is removed while the values are computed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct ArithArgs {
    /// The seed: the same version, seed and options give the same program everywhere
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many programs, with this seed and those that follow
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// Write DIR/SEED.c, and DIR/SEED.expected with what it has to print, instead of the program to standard output
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Show what the programs are made of instead: operators, how many are next to a boundary, features
    #[arg(long, conflicts_with = "output")]
    stats: bool,
    /// A setting of the paper's tables: its sizes, operators and ways; options beside it change it
    #[arg(long, value_parser = words::<Preset>())]
    preset: Option<Preset>,
    /// Operators of each expression, 1 to 10000; without it they are drawn
    #[arg(long, value_name = "N", value_parser = up_to(options::MOST))]
    operators: Option<u32>,
    /// Expressions of a program, 1 to 10000; without it they are drawn
    #[arg(long, value_name = "N", value_parser = up_to(options::MOST))]
    expressions: Option<u32>,
    /// Operators times expressions, where they are drawn [default: 1000]
    #[arg(long, value_name = "N", value_parser = up_to(options::MOST_TOGETHER))]
    product: Option<u32>,
    /// How deep expressions are nested at most, 1 to 80 [default: 60]
    #[arg(long, value_name = "N", value_parser = up_to(options::DEEPEST))]
    depth: Option<u32>,
    /// How undefined behaviour is removed [default: flip]
    #[arg(long, value_parser = words::<Mend>())]
    mend: Option<Mend>,
    /// Which values variables have [default: boundary]
    #[arg(long, value_parser = words::<Values>())]
    values: Option<Values>,
    /// What floating operations may do [default: never]
    #[arg(long, value_parser = words::<Rounding>())]
    rounding: Option<Rounding>,
    /// The types of variables [default: all]
    #[arg(long, value_name = "LIST", long_help = format!("The types of variables [default: all]: {}", lists::known_types()))]
    types: Option<String>,
    /// The operators with two operands [default: all]
    #[arg(long, value_name = "LIST", long_help = format!("The operators with two operands [default: all]: {}", lists::known_operators()))]
    ops: Option<String>,
    /// What there is besides variables and such operators, or with `-` what there is not [default: all]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, long_help = lists::features_help())]
    features: Option<String>,
    /// How a program says what it computed [default: check]
    #[arg(long, value_parser = words::<Form>())]
    form: Option<Form>,
}

const EXAMPLES: &str = "\
Examples:
  kiln generate arith                               a program of about 1000 operators
  kiln generate arith --seed 7 > a.c && gcc -O2 a.c && ./a.out | grep NG
  kiln generate arith --operators 10000 --expressions 1
                                                    one expression of 10000 operators
  kiln generate arith --preset flipping             as table 3 of the paper
  kiln generate arith --types int,double --ops +,-,*
  kiln generate arith --count 1000 --stats          what such programs are made of
  kiln generate arith --count 100 -o out            out/0.c to out/99.c, each with what it prints";

impl ArithArgs {
    fn source(&self) -> Result<ArithSource, Failure> {
        ArithSource::new(self.options()?, self.words()).map_err(|error| Failure::Usage(error.to_string()))
    }

    fn options(&self) -> Result<Options, Failure> {
        let base = self.preset.map(Preset::options).unwrap_or_default();
        let usage = |error: OptionsError| Failure::Usage(error.to_string());
        let options = Options {
            operators: self.operators.or(base.operators),
            expressions: self.expressions.or(base.expressions),
            product: self.product.unwrap_or(base.product),
            depth: self.depth.unwrap_or(base.depth),
            mend: self.mend.unwrap_or(base.mend),
            values: self.values.unwrap_or(base.values),
            rounding: self.rounding.unwrap_or(base.rounding),
            types: self.types.as_deref().map_or(Ok(base.types), lists::types).map_err(usage)?,
            ops: self.ops.as_deref().map_or(Ok(base.ops), lists::operators).map_err(usage)?,
            features: self.features.as_deref().map_or(Ok(base.features), lists::features).map_err(usage)?,
            form: self.form.unwrap_or(base.form),
        };
        Ok(options)
    }

    fn seeds(&self) -> Result<RangeInclusive<u64>, Failure> {
        let last = self.seed.checked_add(self.count - 1).ok_or_else(|| {
            let (seed, count, most) = (self.seed, self.count, u64::MAX);
            Failure::Usage(format!("--count {count} is too much after --seed {seed}: the last seed is {most}"))
        })?;
        Ok(self.seed..=last)
    }

    /// The options as they were given, so that a program can say how it is made again.
    fn words(&self) -> Vec<String> {
        let number = |value: Option<u32>| value.map(|number| number.to_string());
        let quoted = |list: &Option<String>| list.as_ref().map(|list| format!("'{list}'"));
        let given = [
            ("preset", self.preset.map(|preset| preset.word().to_owned())),
            ("operators", number(self.operators)),
            ("expressions", number(self.expressions)),
            ("product", number(self.product)),
            ("depth", number(self.depth)),
            ("mend", self.mend.map(|mend| mend.word().to_owned())),
            ("values", self.values.map(|values| values.word().to_owned())),
            ("rounding", self.rounding.map(|rounding| rounding.word().to_owned())),
            ("types", quoted(&self.types)),
            ("ops", quoted(&self.ops)),
            ("features", quoted(&self.features)),
            ("form", self.form.map(|form| form.word().to_owned())),
        ];
        given.into_iter().filter_map(|(name, value)| Some(format!("--{name} {}", value?))).collect()
    }
}

/// Options without anything before them.
#[derive(Debug, clap::Parser)]
#[command(no_binary_name = true)]
struct Line {
    #[command(flatten)]
    args: ArithArgs,
}

/// The programs of options as one would type them behind `kiln generate arith`.
pub(crate) fn source_of(words: &str) -> Result<ArithSource, Failure> {
    let line = Line::try_parse_from(words.split_whitespace()).map_err(|error| Failure::Usage(error.to_string()))?;
    line.args.source()
}

/// Makes the programs that were asked for.
pub(crate) fn run(args: &ArithArgs) -> Result<Status, Failure> {
    if args.stats {
        return show_stats(args, &args.options()?);
    }
    let (source, seeds) = (args.source()?, args.seeds()?);
    if args.count > 1 && args.output.is_none() {
        return Err(Failure::Usage(
            "--count needs -o DIR, where each program gets a file of its own, or --stats".into(),
        ));
    }
    if let Some(directory) = &args.output {
        std::fs::create_dir_all(directory)
            .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
    }
    for seed in seeds {
        let case = source.make(&Choices::new(seed))?;
        for unit in case.iter().flat_map(|case| &case.units) {
            let file = args.output.as_ref().map(|directory| directory.join(format!("{seed}.c")));
            output::write(&unit.text, file.as_deref())?;
        }
        if let (Some(directory), Some(expected)) = (&args.output, case.and_then(|case| case.expected)) {
            output::write(&expected.ended.output, Some(&directory.join(format!("{seed}.expected"))))?;
        }
    }
    Ok(Status::Done)
}

/// Makes the programs and shows what is in them.
fn show_stats(args: &ArithArgs, options: &Options) -> Result<Status, Failure> {
    let mut stats = Stats::default();
    for seed in args.seeds()? {
        let made = make_watched(&Choices::new(seed), options, Dialect::default())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        stats.add(&made.counts);
    }
    output::write(stats.to_string().as_bytes(), None)?;
    Ok(Status::Done)
}
