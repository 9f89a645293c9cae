//! Flags in the compiler's own spelling that are passed on to the preprocessor.
//!
//! They are a table, not a struct of options: all that kiln does with them is to hand them on, in
//! the order they were given (`-DX -UX` is not `-UX -DX`), to the preprocessor, the front end and the
//! interpreter.
//!
//! clap has no long options with a single dash, so the three of them are given a second one before
//! it sees the command line ([`with_double_dashes`]).

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// One flag of the table.
struct Row {
    /// As the compiler spells it: what stands before the value.
    flag: &'static str,
    /// What its value is called in the help; `None` for a flag without one.
    value: Option<&'static str>,
    help: &'static str,
}

const ROWS: &[Row] = &[
    Row { flag: "-D", value: Some("NAME[=TEXT]"), help: "Define a macro" },
    Row { flag: "-U", value: Some("NAME"), help: "Undefine a macro" },
    Row { flag: "-I", value: Some("DIR"), help: "Look for headers in this directory" },
    Row { flag: "-include", value: Some("FILE"), help: "Include this file first" },
    Row { flag: "-std", value: Some("STD"), help: "The C dialect: c89, c99, c11, c17, gnu17..." },
    Row { flag: "-ansi", value: None, help: "The same as -std=c89" },
    Row { flag: "-m", value: Some("MACHINE"), help: "A target option: -m32, -mavx2..." },
    Row { flag: "-f", value: Some("FEATURE"), help: "A language option: -funsigned-char, -fwrapv..." },
];

impl Row {
    fn name(&self) -> &'static str {
        self.flag.trim_start_matches('-')
    }

    fn is_word(&self) -> bool {
        self.name().len() > 1
    }

    fn arg(&self) -> Arg {
        let arg = Arg::new(self.flag).help(self.help).help_heading("Passed on to the preprocessor");
        let arg = match self.value {
            Some(value) => arg.action(ArgAction::Append).value_name(value).allow_hyphen_values(true),
            None => arg.action(ArgAction::SetTrue),
        };
        if self.is_word() { arg.long(self.name()) } else { arg.short(self.name().chars().next()) }
    }

    /// The flag with a value as the words the compiler expects.
    fn words(&self, value: &str) -> Vec<String> {
        match self.flag {
            "-include" => vec![self.flag.to_owned(), value.to_owned()],
            "-std" => vec![format!("-std={value}")],
            flag => vec![format!("{flag}{value}")],
        }
    }

    /// All uses of the flag, each with its place on the command line.
    fn uses(&self, matches: &ArgMatches) -> Vec<(usize, Vec<String>)> {
        let places = matches.indices_of(self.flag).into_iter().flatten();
        if self.value.is_none() {
            let given = matches.get_flag(self.flag);
            return places.filter(|_| given).map(|place| (place, self.words(""))).collect();
        }
        let values = matches.get_many::<String>(self.flag).into_iter().flatten();
        places.zip(values).map(|(place, value)| (place, self.words(value))).collect()
    }
}

/// The flags that were given, as words, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PreprocessFlags(pub(crate) Vec<String>);

impl FromArgMatches for PreprocessFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut uses: Vec<_> = ROWS.iter().flat_map(|row| row.uses(matches)).collect();
        uses.sort_by_key(|(place, _)| *place);
        Ok(PreprocessFlags(uses.into_iter().flat_map(|(_, words)| words).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for PreprocessFlags {
    fn augment_args(command: Command) -> Command {
        command.args(ROWS.iter().map(Row::arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The command line with `-std=c99`, `-include x.h` and `-ansi` written with two dashes.
pub(crate) fn with_double_dashes(arguments: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut only_files_follow = false;
    arguments.into_iter().map(move |argument| {
        only_files_follow |= argument == "--";
        let is_word = |text: &str| {
            let name = text.split('=').next();
            ROWS.iter().any(|row| row.is_word() && Some(row.flag) == name)
        };
        match argument.to_str() {
            Some(text) if !only_files_follow && is_word(text) => format!("-{text}").into(),
            _ => argument,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Vec<String> {
        let arguments = line.split(' ').map(OsString::from);
        let command = PreprocessFlags::augment_args(Command::new("kiln").no_binary_name(true));
        let matches = command.get_matches_from(with_double_dashes(arguments));
        PreprocessFlags::from_arg_matches(&matches).unwrap().0
    }

    #[test]
    fn flags_keep_their_order_and_spelling() {
        let line = "-DX=1 -UX -D Y -Iinclude -m32 -std=c99 -fpack-struct=2 -ansi -DX";
        let expected = "-DX=1 -UX -DY -Iinclude -m32 -std=c99 -fpack-struct=2 -ansi -DX";
        assert_eq!(flags(line).join(" "), expected);
    }

    #[test]
    fn include_stays_two_words() {
        assert_eq!(flags("-include a.h -UX"), ["-include", "a.h", "-UX"]);
    }

    #[test]
    fn what_was_not_given_is_not_passed_on() {
        assert_eq!(flags("-DX"), ["-DX"]);
    }

    #[test]
    fn words_after_two_dashes_are_files() {
        let words = ["-std=c11", "--", "-std=c11"].map(OsString::from);
        let seen: Vec<_> = with_double_dashes(words).collect();
        assert_eq!(seen, ["--std=c11", "--", "-std=c11"]);
    }
}
