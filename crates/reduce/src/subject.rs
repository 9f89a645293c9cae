//! What is reduced: texts, how they are read, and what a candidate must be before it is tested.
//!
//! A candidate is read, measured and run by the interpreter, in this order, and the first that says no ends it. So nothing
//! reaches a compiler that is not smaller, is not C, is undefined or does not end. Texts that are not C, or not defined from
//! the start, are only measured.

use kiln_lang::lex::{Token, TokenKind, lex};
use kiln_lang::names::Names;
use kiln_lang::tree::Program;
use kiln_lang::{Options, SourceText, parse_units, print};
use kiln_meaning::{Ended, Outcome, Settings, run};

use crate::blemishes::Blemishes;

/// How candidates are read.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The names of the files.
    pub names: Vec<String>,
    /// Target and dialect.
    pub options: Options,
    /// What counts as defined.
    pub settings: Settings,
    /// What a candidate has to be.
    pub form: Form,
}

/// What candidates have to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Programs that are defined.
    Defined,
    /// Programs.
    Program,
    /// Any text.
    Text,
}

/// The size of a program: what becomes smaller with each step.
///
/// Names weigh more than constants, so that a variable can become its value; of programs that weigh the same the shorter one
/// is smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Size {
    weight: usize,
    bytes: usize,
    /// Tokens of all files.
    pub tokens: usize,
}

/// Why something is no candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// It is not C.
    Invalid,
    /// It is not smaller.
    Larger,
    /// It is undefined, or its outcome is not specified.
    Undefined,
    /// It takes too long, or it does what the interpreter does not know.
    Endless,
}

/// A program that may be tested.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// In their final form.
    pub(crate) texts: Vec<String>,
    pub(crate) size: Size,
    /// What it has to do, if that is known.
    pub(crate) ended: Option<Ended>,
    pub(crate) steps: u64,
    pub(crate) blemishes: Blemishes,
}

/// What a candidate is measured against.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) size: Size,
    pub(crate) steps: u64,
    /// Nothing if there may be any.
    pub(crate) blemishes: Option<Blemishes>,
}

impl Bound {
    /// For the program that is reduced.
    pub(crate) fn none(settings: &Settings) -> Bound {
        let size = Size { weight: usize::MAX, bytes: usize::MAX, tokens: usize::MAX };
        Bound { size, steps: settings.limits.steps, blemishes: None }
    }
}

impl Subject {
    /// Makes a candidate of texts.
    pub(crate) fn candidate(&self, texts: Vec<String>, bound: &Bound) -> Result<Candidate, Refusal> {
        if self.form == Form::Text {
            let size = self.size(&texts);
            let candidate = Candidate { texts, size, ended: None, steps: 0, blemishes: Blemishes::default() };
            return if size < bound.size { Ok(candidate) } else { Err(Refusal::Larger) };
        }
        let (program, blemishes) = self.read(&texts).ok_or(Refusal::Invalid)?;
        let are_too_many =
            |blemishes: &Blemishes| bound.blemishes.as_ref().is_some_and(|most| !blemishes.are_within(most));
        if are_too_many(&blemishes) {
            return Err(Refusal::Invalid);
        }
        let texts = canonical(&program);
        let size = self.size(&texts);
        if size >= bound.size {
            return Err(Refusal::Larger);
        }
        let mut candidate = Candidate { texts, size, ended: None, steps: 0, blemishes };
        if self.form == Form::Defined {
            let mut settings = self.settings;
            settings.limits.steps = bound.steps;
            let verdict = run(&program, &settings);
            candidate.steps = verdict.steps;
            let ended = match verdict.outcome {
                Outcome::Ended(ended) => ended,
                Outcome::Undefined(_) | Outcome::Unspecified { .. } => return Err(Refusal::Undefined),
                _ => return Err(Refusal::Endless),
            };
            candidate.blemishes = candidate.blemishes.ending(&ended);
            if are_too_many(&candidate.blemishes) {
                return Err(Refusal::Invalid);
            }
            candidate.ended = Some(ended);
        }
        Ok(candidate)
    }

    /// Reads texts; the answer is the program, and what is not as it should be.
    pub(crate) fn read(&self, texts: &[String]) -> Option<(Program, Blemishes)> {
        let units = self.names.iter().zip(texts).map(|(name, text)| (name.as_str(), text.as_bytes()));
        let parsed = parse_units(units, &self.options);
        if !parsed.accepted() {
            return None;
        }
        let blemishes = Blemishes::of(&parsed.program, parsed.diagnostics.iter().flatten());
        Some((parsed.program, blemishes))
    }

    /// The tokens of a text; not those of what could not be read.
    pub(crate) fn tokens(&self, text: &str) -> Vec<Token> {
        let Ok(mut source) = SourceText::new("", text.as_bytes()) else { return Vec::new() };
        let mut tokens = lex(&mut source, &mut Names::default(), self.options.lex_dialect(), &mut Vec::new());
        tokens.pop();
        if source.bytes() == text.as_bytes() {
            return tokens;
        }
        // The lexer has joined lines, and its places are not those of the text: words will do.
        let offset = |word: &str| (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
        let token = |word: &str| Token {
            kind: TokenKind::Unknown,
            start: offset(word),
            end: offset(word) + word.len() as u32,
            symbol: None,
        };
        text.split_whitespace().map(token).collect()
    }

    fn size(&self, texts: &[String]) -> Size {
        let mut size = Size::default();
        for text in texts {
            let tokens = self.tokens(text);
            size.tokens += tokens.len();
            size.bytes += text.len();
            let names = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
            size.weight += 2 * tokens.len() + 3 * names.count();
        }
        size
    }
}

/// The final form of a program's files.
pub(crate) fn canonical(program: &Program) -> Vec<String> {
    program.units.iter().map(|unit| print::canonical_unit(&program.tables, unit)).collect()
}
