//! Whole programs as a source of cases.

use kiln_case::{Case, Choices, Expected, Origin, Source, SourceError, Unit};
use kiln_lang::{Options as Dialect, print};

use super::{MakeError, Options, make};
use crate::error::OptionsError;

/// Programs of some options.
#[derive(Clone, Debug)]
pub struct WholeSource {
    options: Options,
    /// The options as words of the command line.
    words: Vec<String>,
}

impl WholeSource {
    /// Programs of `options`, which stand in `words` as on the command line.
    pub fn new(options: Options, words: Vec<String>) -> Result<WholeSource, OptionsError> {
        options.check()?;
        Ok(WholeSource { options, words })
    }
}

impl Source for WholeSource {
    fn name(&self) -> &'static str {
        "whole"
    }

    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        let seed = choices.seed();
        let words = [vec![format!("generate whole --seed {seed}")], self.words.clone()].concat();
        let origin = Origin { source: self.name().to_owned(), command: words.join(" "), seed };
        let dialect = Dialect::default();
        let target = dialect.target.name.to_owned();
        let made = make(choices, &self.options, dialect).map_err(|error| match &error {
            MakeError::Options(_) => SourceError::Broken(error.to_string()),
            MakeError::Wrong(_) | MakeError::NotDefined { .. } => {
                let text = if let MakeError::NotDefined { program, .. } = &error {
                    print::canonical(program)
                } else {
                    String::new()
                };
                SourceError::Contradiction { command: origin.command.clone(), what: error.to_string(), text }
            }
        })?;
        let text = format!("{}\n{}", origin.comment(env!("CARGO_PKG_VERSION")), print::canonical(&made.program));
        Ok(Some(Case {
            units: vec![Unit { name: "case.c".to_owned(), text: text.into_bytes() }],
            expected: Some(Expected { target, ended: made.ended }),
            origin,
        }))
    }
}
