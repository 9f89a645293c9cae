//! The options of a generator's table on the command line: arguments and help are made from the table.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command};
use kiln_generate::whole::Options;
use kiln_generate::whole::options::{Kind, SIZES, TABLE};

use super::words::from_to;

/// What was given of the table: the row, and its value.
#[derive(Debug, Clone, Default)]
pub(super) struct Given(Vec<(usize, Value)>);

#[derive(Debug, Clone)]
enum Value {
    Number(u32),
    Switch(bool),
    Word(String),
}

impl Given {
    /// Options with what was given.
    pub(super) fn apply(&self, options: &mut Options) {
        for (row, value) in &self.0 {
            match (TABLE[*row].kind, value) {
                (Kind::Number { set, .. }, Value::Number(number)) => set(options, *number),
                (Kind::Switch { set, .. }, Value::Switch(is_on)) => set(options, *is_on),
                // The parser takes only words that are known.
                (Kind::Choice { set, .. }, Value::Word(word)) => set(options, word).unwrap_or(()),
                _ => {}
            }
        }
    }

    /// What was given, as on the command line.
    pub(super) fn words(&self) -> Vec<String> {
        let written = |(row, value): &(usize, Value)| match (TABLE[*row].kind, value) {
            (Kind::Switch { off, .. }, Value::Switch(false)) => format!("--{off}"),
            (_, Value::Switch(_)) => format!("--{}", TABLE[*row].word),
            (_, Value::Number(number)) => format!("--{} {number}", TABLE[*row].word),
            (_, Value::Word(word)) => format!("--{} {word}", TABLE[*row].word),
        };
        self.0.iter().map(written).collect()
    }

    fn of(matches: &ArgMatches) -> Given {
        let is_given = |word: &str| matches.value_source(word) == Some(ValueSource::CommandLine);
        let mut given = Vec::new();
        for (at, row) in TABLE.iter().enumerate() {
            let value = match row.kind {
                Kind::Number { .. } => matches.get_one::<u32>(row.word).copied().map(Value::Number),
                Kind::Choice { .. } => matches.get_one::<String>(row.word).cloned().map(Value::Word),
                Kind::Switch { off, .. } => match (is_given(row.word), is_given(off)) {
                    (true, _) => Some(Value::Switch(true)),
                    (_, true) => Some(Value::Switch(false)),
                    _ => None,
                },
            };
            given.extend(value.map(|value| (at, value)));
        }
        Given(given)
    }
}

impl clap::FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Given::of(matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Given::of(matches);
        Ok(())
    }
}

impl clap::Args for Given {
    fn augment_args(mut command: Command) -> Command {
        let base = Options::default();
        for row in TABLE {
            command = match row.kind {
                Kind::Number { least, most, get, .. } => {
                    let default = get(&base);
                    let default = if default == 0 { "no limit".to_owned() } else { default.to_string() };
                    let help = format!("{}, {least} to {most} [default: {default}]", row.help);
                    let arg = Arg::new(row.word).long(row.word).value_name("N").help(help);
                    command.arg(arg.value_parser(from_to(least, most)))
                }
                Kind::Switch { off, get, .. } => {
                    let is_on = get(&base);
                    let help = if is_on { format!("Not: {}", row.help) } else { row.help.to_owned() };
                    // The one that changes nothing by itself is there for presets.
                    let [shown, hidden] = if is_on { [off, row.word] } else { [row.word, off] };
                    let flag = |word| Arg::new(word).long(word).action(ArgAction::SetTrue);
                    let shown = flag(shown).help(help).conflicts_with(hidden);
                    command.arg(shown).arg(flag(hidden).hide(true))
                }
                Kind::Choice { known, get, .. } => {
                    let values = known().into_iter().map(|(word, help)| PossibleValue::new(word).help(help));
                    let help = format!("{} [default: {}]", row.help, get(&base));
                    let arg = Arg::new(row.word).long(row.word).value_name("WORD").help(help);
                    command.arg(arg.value_parser(PossibleValuesParser::new(values)))
                }
            };
        }
        command.group(ArgGroup::new("size").args(SIZES).multiple(false))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
