//! What a user can say in a file: options, quirks, known bugs, compilers.
//!
//! `default.toml` is the configuration that holds if nothing is said, and the manual of it; [`DEFAULT`] is its text. A file
//! of a user is read the same way and laid over it. Whatever is wrong in one is said with the file and the line.

use std::collections::BTreeMap;

use kiln_toolchain::calibrate::Family;
use regex::bytes::Regex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::judge::Class;
use crate::options::{self, Group, Pattern, Preset};
use crate::rules::{Rule, Rules};

/// The default configuration, with comments.
pub const DEFAULT: &str = include_str!("default.toml");

/// What a user has said, or the default.
#[derive(Debug, Clone)]
pub struct Config {
    /// Flags of every compilation, where they are taken.
    pub always: Vec<String>,
    /// Sets of options by name.
    pub options: BTreeMap<String, Preset>,
    /// The levels of random sets.
    pub levels: Vec<String>,
    /// Flags of random sets.
    pub flags: Vec<Group>,
    /// Checks of compilers by themselves.
    pub checks: Vec<Group>,
    /// What is no news.
    pub rules: Rules,
    /// Compilers that are used instead of those on `PATH`.
    pub compilers: Vec<Named>,
}

/// A compiler that a user names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// How it is called.
    pub command: String,
    /// What starts its programs, if the machine does not.
    pub run: Option<String>,
    /// Its short name.
    pub name: Option<String>,
}

/// Why a configuration cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {what}")]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what to do about it.
    pub what: String,
}

/// A file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    always: Option<Vec<Spanned<String>>>,
    options: Option<BTreeMap<String, RawPreset>>,
    levels: Option<Vec<Spanned<String>>>,
    flags: Option<Vec<RawGroup>>,
    check: Option<Vec<RawGroup>>,
    quirk: Option<Vec<RawRule>>,
    known: Option<Vec<RawRule>>,
    compiler: Option<Vec<Named>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPreset {
    about: String,
    sets: Vec<Spanned<String>>,
    #[serde(default)]
    drawn: u32,
    #[serde(default)]
    sanitized: u64,
    #[serde(default)]
    checked: u64,
    #[serde(default)]
    traced: u64,
    #[serde(default)]
    mixed: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGroup {
    family: Family,
    about: String,
    #[serde(default = "one")]
    draw: u32,
    flags: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    reason: Spanned<String>,
    family: Option<Family>,
    compiler: Option<String>,
    probe: Option<String>,
    choice: Option<Spanned<String>>,
    source: Option<Spanned<String>>,
    class: Option<Class>,
    message: Option<Spanned<String>>,
}

fn one() -> u32 {
    1
}

impl Default for Config {
    fn default() -> Config {
        let nothing = Config {
            always: Vec::new(),
            options: BTreeMap::new(),
            levels: Vec::new(),
            flags: Vec::new(),
            checks: Vec::new(),
            rules: Rules::default(),
            compilers: Vec::new(),
        };
        nothing.overlaid("default.toml", DEFAULT).expect("a test reads the default configuration")
    }
}

impl Config {
    /// The default with what a user's file says laid over it.
    pub fn read(file: &str, text: &str) -> Result<Config, ConfigError> {
        Config::default().overlaid(file, text)
    }

    /// The set of options of a name.
    pub fn preset(&self, name: &str) -> Option<&Preset> {
        self.options.get(name)
    }

    fn overlaid(mut self, file: &str, text: &str) -> Result<Config, ConfigError> {
        let reader = Reader { file, text };
        let raw: File = reader.toml()?;
        if let Some(always) = raw.always {
            self.always = reader.each(&always, |flags| options::allowed(flags).map(|()| flags.to_owned()))?;
        }
        for (name, preset) in raw.options.into_iter().flatten() {
            let preset = reader.preset(preset)?;
            self.options.insert(name, preset);
        }
        if let Some(levels) = raw.levels {
            self.levels = reader.each(&levels, |level| options::level(level).map(str::to_owned))?;
        }
        if let Some(groups) = raw.flags {
            self.flags = groups.into_iter().map(|group| reader.group(group)).collect::<Result<_, _>>()?;
        }
        if let Some(groups) = raw.check {
            self.checks = groups.into_iter().map(|group| reader.group(group)).collect::<Result<_, _>>()?;
        }
        if let Some(rules) = raw.quirk {
            self.rules.quirks = rules.into_iter().map(|rule| reader.rule(rule)).collect::<Result<_, _>>()?;
        }
        if let Some(rules) = raw.known {
            self.rules.known = rules.into_iter().map(|rule| reader.rule(rule)).collect::<Result<_, _>>()?;
        }
        self.compilers = raw.compiler.unwrap_or(self.compilers);
        Ok(self)
    }
}

/// A file that is being read.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn toml<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        toml::from_str(self.text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            self.error(place, error.message().to_owned())
        })
    }

    fn preset(&self, raw: RawPreset) -> Result<Preset, ConfigError> {
        let sets = self.each(&raw.sets, |flags| options::allowed(flags).map(|()| flags.to_owned()))?;
        let RawPreset { about, drawn, sanitized, checked, traced, mixed, .. } = raw;
        Ok(Preset { about, sets, drawn, sanitized, checked, traced, mixed })
    }

    fn group(&self, raw: RawGroup) -> Result<Group, ConfigError> {
        let flags = self.each(&raw.flags, Pattern::parse)?;
        Ok(Group { family: raw.family, about: raw.about, draw: raw.draw, flags })
    }

    fn rule(&self, raw: RawRule) -> Result<Rule, ConfigError> {
        let regex = |text: Option<Spanned<String>>| {
            text.map(|text| self.one(&text, |text| Regex::new(text).map_err(|error| in_one_line(&error)))).transpose()
        };
        let place = raw.reason.span().start;
        let rule = Rule {
            reason: raw.reason.into_inner(),
            family: raw.family,
            compiler: raw.compiler,
            probe: raw.probe,
            choice: raw.choice.map(|text| self.one(&text, choice)).transpose()?,
            source: regex(raw.source)?,
            class: raw.class,
            message: regex(raw.message)?,
        };
        if rule.covers_everything() {
            let what = "this row covers everything: say which compiler, class, message or source it is about";
            return Err(self.error(place, what.to_owned()));
        }
        Ok(rule)
    }

    /// Reads a text; what is wrong with it is said with its place.
    fn one<T>(&self, text: &Spanned<String>, read: impl Fn(&str) -> Result<T, String>) -> Result<T, ConfigError> {
        read(text.get_ref()).map_err(|what| self.error(text.span().start, what))
    }

    /// Reads each text of a list; what is wrong with one is said with its place.
    fn each<T>(
        &self,
        texts: &[Spanned<String>],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, ConfigError> {
        texts.iter().map(|text| self.one(text, &read)).collect()
    }

    fn error(&self, place: usize, what: String) -> ConfigError {
        let before = self.text.get(..place).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        ConfigError { file: self.file.to_owned(), line, column: before[start..].chars().count() + 1, what }
    }
}

/// The name of a choice that the interpreter makes.
fn choice(text: &str) -> Result<String, String> {
    let names: Vec<&str> = kiln_meaning::Choices::all().names().collect();
    if names.contains(&text) { Ok(text.to_owned()) } else { Err(format!("`{text}` is none of {}", names.join(", "))) }
}

/// What is wrong with a regular expression: the last line says it, those before show it.
fn in_one_line(error: &regex::Error) -> String {
    let text = error.to_string();
    format!("no regular expression: {}", text.lines().last().unwrap_or_default().trim_start_matches("error: "))
}

#[cfg(test)]
mod tests;
