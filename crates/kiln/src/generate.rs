//! `kiln generate`: programs whose outcome is known.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use kiln_case::{Choices, Source as _};
use kiln_generate::arith::{ArithSource, Form, Mend, Options, Preset, Values};

use crate::exit_code::{Failure, Status};
use crate::output;

/// Make C programs that are defined and whose outcome is known
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Arith(ArithArgs),
}

/// Long arithmetic expressions with known values
///
/// Each expression is assigned to a variable, and the program compares it with the value it has to have: a line `OK` or
/// `NG` for each, status 1 if one is wrong. What would be undefined is removed while the values are computed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
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
    /// A setting of the paper's tables: its sizes, operators and ways; options beside it change it
    #[arg(long, value_enum)]
    preset: Option<PresetName>,
    /// Operators of each expression, 1 to 10000; without it they are drawn
    #[arg(long, value_name = "N")]
    operators: Option<u32>,
    /// Expressions of a program, 1 to 10000; without it they are drawn
    #[arg(long, value_name = "N")]
    expressions: Option<u32>,
    /// Operators times expressions, where they are drawn [default: 1000]
    #[arg(long, value_name = "N")]
    product: Option<u32>,
    /// How deep expressions are nested at most, 1 to 250 [default: 60]
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How undefined behaviour is removed [default: flip]
    #[arg(long, value_enum)]
    mend: Option<MendName>,
    /// Which values variables have [default: boundary]
    #[arg(long, value_enum)]
    values: Option<ValuesName>,
    /// One operand in so many is a constant, 0 for none [default: 8]
    #[arg(long, value_name = "N")]
    constants: Option<u32>,
    /// How a program says what it computed
    #[arg(long, value_enum, default_value_t = FormName::Check)]
    form: FormName,
}

const EXAMPLES: &str = "\
Examples:
  kiln generate arith                               a program of about 1000 operators
  kiln generate arith --seed 7 > a.c && gcc -O2 a.c && ./a.out | grep NG
  kiln generate arith --operators 10000 --expressions 1
                                                    one expression of 10000 operators
  kiln generate arith --preset flipping             as table 3 of the paper
  kiln generate arith --count 100 -o out            out/0.c to out/99.c, each with what it prints";

/// Settings of the paper's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PresetName {
    /// (1) One expression of 4 operators, values drawn again where something is undefined
    Short,
    /// (2) One long expression, a variable inserted where something is undefined
    Long,
    /// (3) Many expressions of 4 operators
    Many,
    /// (4) Many long expressions
    ManyLong,
    /// (4') Operators are flipped where that helps, and there are more of them
    Flipping,
}

/// How undefined behaviour is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MendName {
    /// New values, and at last a new expression; for up to 50 operators
    Again,
    /// A new variable is added to an operand
    Insert,
    /// Another operator where that helps, else a new variable
    Flip,
}

/// Which values variables have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ValuesName {
    /// All values of a type alike
    Uniform,
    /// All magnitudes alike
    Magnitude,
    /// Often next to the ends of a type or a power of two
    Boundary,
}

/// How a program says what it computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// A line for each expression, status 1 if one is wrong
    Check,
    /// One checksum
    Checksum,
}

impl ArithArgs {
    fn options(&self) -> Options {
        let preset = self.preset.map(|preset| match preset {
            PresetName::Short => Preset::Short,
            PresetName::Long => Preset::Long,
            PresetName::Many => Preset::Many,
            PresetName::ManyLong => Preset::ManyLong,
            PresetName::Flipping => Preset::Flipping,
        });
        let base = preset.map(Preset::options).unwrap_or_default();
        Options {
            operators: self.operators.or(base.operators),
            expressions: self.expressions.or(base.expressions),
            product: self.product.unwrap_or(base.product),
            depth: self.depth.unwrap_or(base.depth),
            mend: self.mend.map_or(base.mend, |mend| match mend {
                MendName::Again => Mend::Again,
                MendName::Insert => Mend::Insert,
                MendName::Flip => Mend::Flip,
            }),
            values: self.values.map_or(base.values, |values| match values {
                ValuesName::Uniform => Values::Uniform,
                ValuesName::Magnitude => Values::Magnitude,
                ValuesName::Boundary => Values::Boundary,
            }),
            constants: self.constants.unwrap_or(base.constants),
            form: match self.form {
                FormName::Check => Form::Check,
                FormName::Checksum => Form::Checksum,
            },
            ..base
        }
    }

    /// The options as they were given, so that a program can say how it is made again.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |name: &str, value: Option<String>| words.extend(value.map(|value| format!("--{name} {value}")));
        let word =
            |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| value().map(|value| value.get_name().to_owned());
        add("preset", self.preset.and_then(|preset| word(&|| preset.to_possible_value())));
        add("operators", self.operators.map(|n| n.to_string()));
        add("expressions", self.expressions.map(|n| n.to_string()));
        add("product", self.product.map(|n| n.to_string()));
        add("depth", self.depth.map(|n| n.to_string()));
        add("mend", self.mend.and_then(|mend| word(&|| mend.to_possible_value())));
        add("values", self.values.and_then(|values| word(&|| values.to_possible_value())));
        add("constants", self.constants.map(|n| n.to_string()));
        let form = (self.form != FormName::Check).then_some(self.form);
        add("form", form.and_then(|form| word(&|| form.to_possible_value())));
        words
    }
}

/// Makes the programs that were asked for.
pub(crate) fn run(args: &GenerateArgs) -> Result<Status, Failure> {
    let What::Arith(args) = &args.what;
    let source = ArithSource::new(args.options(), args.words()).map_err(|error| Failure::Usage(error.to_string()))?;
    if args.count > 1 && args.output.is_none() {
        return Err(Failure::Usage("--count needs -o DIR: each program gets a file of its own".into()));
    }
    if let Some(directory) = &args.output {
        std::fs::create_dir_all(directory)
            .map_err(|source| Failure::Write { name: directory.display().to_string(), source })?;
    }
    for seed in (args.seed..).take(args.count as usize) {
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
