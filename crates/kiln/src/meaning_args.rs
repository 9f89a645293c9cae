//! Options of every subcommand that runs programs: what counts as defined, and how far a run may go.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use kiln_meaning::{Dialect, Limits, Settings};

/// What decides a run besides the program.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What a program means")]
pub(crate) struct MeaningArgs {
    /// Whose word decides whether a program is defined
    #[arg(long, value_enum, default_value_t = DialectName::Common)]
    dialect: DialectName,
    /// The bound on full expressions, rounds of loops and calls; k, M and G are powers of 1000
    #[arg(long, value_name = "N", default_value_t = Amount(Limits::default().steps))]
    max_steps: Amount<1000>,
    /// The bound on the bytes of all objects at once, up to 1G; k, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", value_parser = memory, default_value_t = Amount(Limits::default().memory))]
    max_memory: Amount<1024>,
    /// The bound on calls that are active at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: u32,
    /// The bound on what the program writes
    #[arg(long, value_name = "BYTES", default_value_t = Amount(Limits::default().output))]
    max_output: Amount<1024>,
    /// Choose other values for what the standard leaves unspecified: addresses, padding bytes
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Whose word decides whether a program is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DialectName {
    /// Everything that C11 leaves undefined is undefined
    Iso,
    /// What GCC documents is defined
    Gnu,
    /// What GCC and Clang both document is defined
    Common,
}

impl MeaningArgs {
    /// What was asked for, with flags in the compiler's spelling.
    pub(crate) fn settings<'a>(&self, flags: impl IntoIterator<Item = &'a str>) -> Settings {
        let dialect = match self.dialect {
            DialectName::Iso => Dialect::Iso,
            DialectName::Gnu => Dialect::Gnu,
            DialectName::Common => Dialect::Common,
        };
        let limits = Limits {
            steps: self.max_steps.0,
            memory: self.max_memory.0,
            depth: self.max_depth,
            output: self.max_output.0,
            ..Limits::default()
        };
        let mut settings = Settings { dialect, limits, seed: self.seed, ..Settings::default() };
        settings.apply_flags(flags);
        settings
    }
}

/// A number that can be written with `k`, `M` or `G` behind it: so many times `UNIT`, its square, its cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Amount<const UNIT: u64>(u64);

const SUFFIXES: [(char, u32); 3] = [('G', 3), ('M', 2), ('k', 1)];

impl<const UNIT: u64> FromStr for Amount<UNIT> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let suffix = SUFFIXES.iter().find_map(|&(letter, power)| Some((text.strip_suffix(letter)?, power)));
        let (digits, power) = suffix.unwrap_or((text, 0));
        let number: u64 = digits.parse().map_err(|_| "it is no number like 500, 20k, 3M or 1G".to_owned())?;
        let product = number.checked_mul(UNIT.pow(power));
        product.map(Amount).ok_or_else(|| "it is too large".to_owned())
    }
}

impl<const UNIT: u64> fmt::Display for Amount<UNIT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |&&(_, power): &&(char, u32)| self.0 > 0 && self.0.is_multiple_of(UNIT.pow(power));
        match SUFFIXES.iter().find(fits) {
            Some(&(letter, power)) => write!(f, "{}{letter}", self.0 / UNIT.pow(power)),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A machine holds its memory and what it knows of every byte in one piece.
fn memory(text: &str) -> Result<Amount<1024>, String> {
    let bytes: Amount<1024> = text.parse()?;
    if bytes.0 <= 1 << 30 { Ok(bytes) } else { Err("more than 1G is not possible".to_owned()) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: MeaningArgs,
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let line = Line::parse_from(["kiln"]);
        assert_eq!(line.args.settings([]), Settings::default());
    }

    #[test]
    fn numbers_may_have_a_suffix() {
        assert_eq!("20k".parse(), Ok(Amount::<1000>(20_000)));
        assert_eq!("3M".parse(), Ok(Amount::<1024>(3 << 20)));
        assert_eq!("7".parse(), Ok(Amount::<1024>(7)));
        for bad in ["", "k", "-1", "1.5k", "3T", "99999999999G", "M5"] {
            assert!(bad.parse::<Amount<1024>>().is_err(), "{bad}");
        }
        for shown in ["0", "1", "999", "20k", "1025", "3M", "1G"] {
            assert_eq!(shown.parse::<Amount<1024>>().unwrap().to_string(), shown);
        }
        assert!(memory("1G").is_ok() && memory("2G").is_err());
    }

    #[test]
    fn flags_of_the_compiler_count() {
        let line = Line::parse_from(["kiln", "--dialect", "gnu"]);
        let settings = line.args.settings(["-fwrapv", "-Wall"]);
        assert!(settings.wrapv && settings.dialect == Dialect::Gnu);
    }
}
