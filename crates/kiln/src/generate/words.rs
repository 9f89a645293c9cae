//! Options whose values are rows of a generator's table, or numbers within its bounds.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kiln_generate::words::Words;

/// Reads one of the words of a table; help shows all of them.
pub(super) fn words<T: Words + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|(word, _, help)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values).try_map(|word| T::from_word(&word).ok_or("no such word"))
}

/// Reads a number from 1 to what a generator takes.
pub(super) fn up_to(most: u32) -> impl TypedValueParser<Value = u32> {
    from_to(1, most)
}

/// Reads a number of those that a generator takes. However large another one is, the message says what is taken.
pub(super) fn from_to<N>(least: N, most: N) -> impl TypedValueParser<Value = N>
where
    N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text: &str| match text.parse::<N>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{text} is not in {least}..={most}")),
    }
}
