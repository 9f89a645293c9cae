//! Options of every subcommand that runs programs: what counts as defined, and how far a run may go.

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
    #[arg(long, value_name = "N", value_parser = count, default_value = "20M")]
    max_steps: u64,
    /// The bound on the bytes of all objects at once, up to 1G; k, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", value_parser = memory, default_value = "256M")]
    max_memory: u64,
    /// The bound on calls that are active at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: u32,
    /// The bound on what the program writes
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "16M")]
    max_output: u64,
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
            steps: self.max_steps,
            memory: self.max_memory,
            depth: self.max_depth,
            output: self.max_output,
            ..Limits::default()
        };
        let mut settings = Settings { dialect, limits, seed: self.seed, ..Settings::default() };
        settings.apply_flags(flags);
        settings
    }
}

fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000)
}

fn bytes(text: &str) -> Result<u64, String> {
    scaled(text, 1024)
}

/// A machine holds its memory and what it knows of every byte in one piece.
fn memory(text: &str) -> Result<u64, String> {
    let bytes = bytes(text)?;
    if bytes <= 1 << 30 { Ok(bytes) } else { Err("more than 1G is not possible".to_owned()) }
}

/// A number with `k`, `M` or `G` behind it: so many times `unit`, its square, its cube.
fn scaled(text: &str, unit: u64) -> Result<u64, String> {
    let (digits, power) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 1),
        Some('M') => (&text[..text.len() - 1], 2),
        Some('G') => (&text[..text.len() - 1], 3),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| "it is no number like 500, 20k, 3M or 1G".to_owned())?;
    number.checked_mul(unit.pow(power)).ok_or_else(|| "it is too large".to_owned())
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
        assert_eq!(line.args.settings([]).limits.steps, Limits::default().steps);
        assert_eq!(line.args.settings([]), Settings::default());
    }

    #[test]
    fn numbers_may_have_a_suffix() {
        assert_eq!(count("20k"), Ok(20_000));
        assert_eq!(bytes("3M"), Ok(3 << 20));
        assert_eq!(bytes("7"), Ok(7));
        for bad in ["", "k", "-1", "1.5k", "3T", "99999999999G", "M5"] {
            assert!(bytes(bad).is_err(), "{bad}");
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
