//! `kiln generate arith`: long arithmetic expressions with known values.

use clap::Parser as _;
use kiln_case::Choices;
use kiln_generate::OptionsError;
use kiln_generate::arith::features::Features;
use kiln_generate::arith::{
    ArithSource, Form, Mend, Options, Preset, Rounding, Stats, Values, lists, make_watched, options,
};
use kiln_generate::words::Words;
use kiln_lang::Options as Dialect;

use super::seeds::SeedArgs;
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
    #[command(flatten)]
    seeds: SeedArgs,
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
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, long_help = Features::help(FEATURES))]
    features: Option<String>,
    /// How a program says what it computed [default: check]
    #[arg(long, value_parser = words::<Form>())]
    form: Option<Form>,
}

const FEATURES: &str = "What there is besides variables and operators with two operands";

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
            features: self.features.as_deref().map_or(Ok(base.features), Features::from_list).map_err(usage)?,
            form: self.form.unwrap_or(base.form),
        };
        Ok(options)
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
    let split = shlex::split(words).ok_or_else(|| Failure::Usage(format!("a quote is not closed: {words}")))?;
    let line = Line::try_parse_from(split).map_err(|error| Failure::Usage(error.to_string()))?;
    line.args.source()
}

/// Makes the programs that were asked for.
pub(crate) fn run(args: &ArithArgs) -> Result<Status, Failure> {
    if args.stats {
        return show_stats(args, &args.options()?);
    }
    args.seeds.write_all(&args.source()?)
}

/// Makes the programs and shows what is in them.
fn show_stats(args: &ArithArgs, options: &Options) -> Result<Status, Failure> {
    let mut stats = Stats::default();
    for seed in args.seeds.all()? {
        let made = make_watched(&Choices::new(seed), options, Dialect::default())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        stats.add(&made.counts);
    }
    output::write(stats.to_string().as_bytes(), None)?;
    Ok(Status::Done)
}
