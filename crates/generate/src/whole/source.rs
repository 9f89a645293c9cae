//! Whole programs as a source of cases.

use kiln_case::{Case, Choices, Expected, Origin, Source, SourceError, Unit};
use kiln_lang::{Options as Dialect, print};

use super::files::name_of;
use super::{Made, MakeError, Options, make};
use crate::error::OptionsError;

/// Programs of some options.
#[derive(Clone, Debug)]
pub struct WholeSource {
    options: Options,
    /// The options as words of the command line.
    words: Vec<String>,
}

impl WholeSource {
    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Programs of `options`, which stand in `words` as on the command line.
    pub fn new(options: Options, words: Vec<String>) -> Result<WholeSource, OptionsError> {
        options.check()?;
        Ok(WholeSource { options, words })
    }
}

impl WholeSource {
    fn origin(&self, choices: &Choices) -> Origin {
        let seed = choices.seed();
        let words = [vec![format!("generate whole --seed {seed}")], self.words.clone()].concat();
        Origin { source: self.name().to_owned(), command: words.join(" "), seed }
    }

    /// A program with all that is known of it.
    pub fn make_one(&self, choices: &Choices) -> Result<Made, SourceError> {
        make(choices, &self.options, Dialect::default()).map_err(|error| match &error {
            MakeError::Options(_) => SourceError::Broken(error.to_string()),
            MakeError::Wrong(_) | MakeError::NotDefined { .. } => {
                let text = if let MakeError::NotDefined { program, .. } = &error {
                    print::canonical(program)
                } else {
                    String::new()
                };
                SourceError::Contradiction { command: self.origin(choices).command, what: error.to_string(), text }
            }
        })
    }
}

impl Source for WholeSource {
    fn name(&self) -> &'static str {
        "whole"
    }

    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        let origin = self.origin(choices);
        let made = self.make_one(choices)?;
        let comment = origin.comment(env!("CARGO_PKG_VERSION"));
        let unit = |name: String, text: String| Unit { name, text: format!("{comment}\n{text}").into_bytes() };
        let units = if made.units.is_empty() {
            vec![unit("case.c".to_owned(), made.text)]
        } else {
            made.units.into_iter().enumerate().map(|(at, text)| unit(name_of(at), text)).collect()
        };
        let target = self.options.target().name.to_owned();
        let ended = made.undefined.is_none().then_some(made.ended);
        Ok(Some(Case { units, expected: ended.map(|ended| Expected { target, ended }), origin }))
    }
}
