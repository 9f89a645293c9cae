//! Lists on the command line: types, operators, features.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::types::basic::STANDARD_INTEGERS;

use super::features::{Feature, Features};
use super::options::{FLOATING, OptionsError, all_operators, all_types};
use crate::words::Words;

/// A type in one word: `unsigned-int`.
fn type_word(basic: Basic) -> String {
    basic.spelling().replace(' ', "-")
}

/// The words of `--types`.
pub fn known_types() -> String {
    let words: Vec<String> = all_types().map(type_word).collect();
    format!("integers, floating, {}", words.join(", "))
}

/// The words of `--ops`.
pub fn known_operators() -> String {
    all_operators().map(|op| op.spelling().0).collect::<Vec<_>>().join(" ")
}

/// The words of `--features`.
pub fn known_features() -> String {
    Feature::ALL.iter().map(|(word, ..)| *word).collect::<Vec<_>>().join(", ")
}

/// The help of `--features`, a line for each.
pub fn features_help() -> String {
    let line = |(word, feature, what): &(&str, Feature, &str)| {
        format!("\n- {word}: {what}{}", if feature.is_gnu() { " (GNU C)" } else { "" })
    };
    let first = "What there is besides variables and operators with two operands: `all`, `none`, a list of words, or a list of \
                 words with `-` before each for all but those [default: all]";
    std::iter::once(first.to_owned()).chain(Feature::ALL.iter().map(line)).collect()
}

/// Types from a list such as `int,unsigned-char,floating`.
pub fn types(list: &str) -> Result<Vec<Basic>, OptionsError> {
    let mut types = Vec::new();
    for word in words_of("--types", list)? {
        let named: Vec<Basic> = match word {
            "integers" => STANDARD_INTEGERS.to_vec(),
            "floating" => FLOATING.to_vec(),
            _ => all_types().filter(|&basic| type_word(basic) == word || basic.spelling() == word).collect(),
        };
        if named.is_empty() {
            return Err(unknown("--types", word, known_types()));
        }
        types.extend(named);
    }
    Ok(types)
}

/// Operators from a list such as `+,<<`.
pub fn operators(list: &str) -> Result<Vec<BinaryOp>, OptionsError> {
    words_of("--ops", list)?
        .map(|word| {
            let known = all_operators().find(|op| op.spelling().0 == word);
            known.ok_or_else(|| unknown("--ops", word, known_operators()))
        })
        .collect()
}

/// Features from a list: `all`, `none`, the words of some, or `-` and the words of some that are not wanted.
pub fn features(list: &str) -> Result<Features, OptionsError> {
    let mut features = if list.starts_with('-') { Features::ALL } else { Features::NONE };
    for word in words_of("--features", list)? {
        let named = |word| {
            let known = || format!("all, none, {}; with `-` before it, all but that", known_features());
            Feature::from_word(word).ok_or_else(|| unknown("--features", word, known()))
        };
        features = match (word, word.strip_prefix('-')) {
            ("all", _) => Features::ALL,
            ("none", _) => Features::NONE,
            (_, Some(word)) => features.without(named(word)?),
            (word, None) => features.with(named(word)?),
        };
    }
    Ok(features)
}

fn words_of<'l>(option: &'static str, list: &'l str) -> Result<impl Iterator<Item = &'l str>, OptionsError> {
    if list.trim().is_empty() {
        return Err(OptionsError::Empty { option });
    }
    Ok(list.split(',').map(str::trim))
}

fn unknown(option: &'static str, word: &str, known: String) -> OptionsError {
    OptionsError::Unknown { option, word: word.to_owned(), known }
}
