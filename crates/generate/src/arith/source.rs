//! Arithmetic as a source of cases.

use kiln_case::{Case, Choices, Expected, Origin, Source, SourceError, Unit};
use kiln_lang::{Options as Dialect, print};
use kiln_meaning::{End, Outcome, Settings};

use super::{MakeError, Options, make};
use crate::error::OptionsError;

/// Programs of some options.
#[derive(Clone, Debug)]
pub struct ArithSource {
    options: Options,
    /// The options as words of the command line.
    words: Vec<String>,
}

impl ArithSource {
    /// Programs of `options`, which stand in `words` as on the command line.
    pub fn new(options: Options, words: Vec<String>) -> Result<ArithSource, OptionsError> {
        options.check()?;
        Ok(ArithSource { options, words })
    }
}

impl Source for ArithSource {
    fn name(&self) -> &'static str {
        "arith"
    }

    /// A program and what it has to do, which the interpreter confirms.
    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        let seed = choices.seed();
        let words = [vec![format!("generate arith --seed {seed}")], self.words.clone()].concat();
        let origin = Origin { source: self.name().to_owned(), command: words.join(" "), seed };
        let dialect = Dialect::default();
        let target = dialect.target.name.to_owned();
        let made = make(choices, &self.options, dialect).map_err(|error| match &error {
            MakeError::Options(_) => SourceError::Broken(error.to_string()),
            MakeError::Wrong(_) => {
                let (command, what) = (origin.command.clone(), error.to_string());
                SourceError::Contradiction { command, what, text: String::new() }
            }
        })?;
        let text = format!("{}\n{}", origin.comment(env!("CARGO_PKG_VERSION")), print::canonical(&made.program));
        match kiln_meaning::run(&made.program, &Settings::default()).outcome {
            Outcome::Ended(ended) if ended.how == End::Status(0) => Ok(Some(Case {
                units: vec![Unit { name: "case.c".to_owned(), text: text.into_bytes() }],
                expected: Some(Expected { target, ended }),
                origin,
            })),
            other => Err(SourceError::Contradiction { command: origin.command, what: format!("{other:?}"), text }),
        }
    }
}
