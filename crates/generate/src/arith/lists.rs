//! Lists on the command line: types and operators.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::types::basic::STANDARD_INTEGERS;

use super::options::{FLOATING, all_operators, all_types};
use crate::error::{OptionsError, unknown, words_of};

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
