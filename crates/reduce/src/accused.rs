//! The test of a finding: a compiler that fails, and where there is one, another that does not.
//!
//! The interpreter says what a program has to do. A candidate is interesting if the accused fails on it as it failed on the
//! first program, and the witness, who was right about the first program, is right about this one: so an error of the interpreter
//! cannot take the place of the bug, nor can a second bug that the witness has, too. A second bug of the accused alone can, unless
//! there is a witness who has that one and not the first.

use kiln_meaning::Ended;

use crate::test::{Failure, Seen, Suspect, TestError};

/// A compiler and what it is accused of.
#[derive(Clone, Debug)]
pub struct Accused {
    suspect: Suspect,
    witnesses: Vec<Suspect>,
    names: Vec<String>,
    failure: Failure,
}

impl Accused {
    /// Looks at the program that is to be reduced. The first of some witnesses that is right is believed.
    ///
    /// The error is what was seen, if that is no failure.
    pub fn of(
        suspect: Suspect,
        witnesses: Vec<Suspect>,
        names: &[String],
        texts: &[String],
        expected: &Ended,
    ) -> Result<Result<Accused, Seen>, TestError> {
        let seen = observe(&suspect, names, texts, expected)?;
        let Some(failure) = Failure::of_valid(&seen) else { return Ok(Err(seen)) };
        let mut believed = Vec::new();
        for other in witnesses {
            if observe(&other, names, texts, expected)? == Seen::Right {
                believed.push(other);
                break;
            }
        }
        Ok(Ok(Accused { suspect, witnesses: believed, names: names.to_vec(), failure }))
    }

    /// The same with another witness, who is right about the first program.
    #[must_use]
    pub fn with_witness(mut self, witness: Suspect) -> Accused {
        self.witnesses.push(witness);
        self
    }

    /// How the program fails.
    pub fn failure(&self) -> &Failure {
        &self.failure
    }

    /// Whether a program fails in the same way. One of which nothing is known fails if the compiler does.
    pub fn is_interesting(&self, texts: &[String], expected: Option<&Ended>) -> Result<bool, TestError> {
        let Some(expected) = expected else {
            let seen = Seen::of_compiler(self.suspect.compile_and_run_all(&files(&self.names, texts))?);
            return Ok(seen.is_some_and(|seen| self.failure.is_kept_by(&seen)));
        };
        if !self.failure.is_kept_by(&observe(&self.suspect, &self.names, texts, expected)?) {
            return Ok(false);
        }
        for witness in &self.witnesses {
            if observe(witness, &self.names, texts, expected)? != Seen::Right {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn files<'f>(names: &'f [String], texts: &'f [String]) -> Vec<(&'f str, &'f str)> {
    names.iter().zip(texts).map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

fn observe(suspect: &Suspect, names: &[String], texts: &[String], expected: &Ended) -> Result<Seen, TestError> {
    Ok(Seen::of(suspect.compile_and_run_all(&files(names, texts))?, expected))
}
