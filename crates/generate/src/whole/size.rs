//! How large a program is, and how large it should be.
//!
//! What is written is counted while it is written, but what mending adds and pruning takes is not known then. A finished program
//! that misses its size is made again, with a budget that is changed in proportion; if that does not help, another one is made.

use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::lex::{LexDialect, lex};
use kiln_lang::names::Names;
use kiln_lang::source::SourceText;

use super::options::Options;

/// How many percent a program may be larger or smaller than wanted, to be taken: within a fifth.
const TOLERANCE: u64 = 19;
/// In percent, what a program is written with at first: pruning takes more than mending adds, so that fewest programs miss
/// their size (9 of 100; 14 with a tolerance of 15).
const AT_FIRST: u64 = 104;
/// How many programs are made for one, at most.
const MOST_TRIES: u32 = 12;
/// How many of them are the same program with other budgets.
const SAME: u32 = 4;

/// How many tokens a text without comments and directives has.
pub fn n_tokens(text: &[u8]) -> u64 {
    let Ok(mut source) = SourceText::new("a.c", text) else { return 0 };
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    // The last one is the end.
    lex(&mut source, &mut Names::new(), LexDialect::default(), &mut diagnostics).len() as u64 - 1
}

/// What the size of a program is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Tokens,
    Statements,
    Bytes,
}

/// The size that a program should have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    unit: Unit,
    n: u64,
}

/// Looks for the budget with which a program gets its size.
#[derive(Debug)]
pub(super) struct Search<T> {
    wanted: Wanted,
    /// Programs that were made.
    pub(super) tries: u32,
    /// Tokens that the next program is to be written with.
    pub(super) budget: u32,
    /// A budget that was too small, and what came of it, and one that was too large.
    ends: [Option<(u64, u64)>; 2],
    /// The best so far, and by how many percent it misses.
    best: Option<(u64, T)>,
}

impl Wanted {
    pub(super) fn of(options: &Options) -> Wanted {
        let (unit, n) = match (options.statements, options.bytes) {
            (0, 0) => (Unit::Tokens, options.tokens),
            (0, bytes) => (Unit::Bytes, bytes),
            (statements, _) => (Unit::Statements, statements),
        };
        Wanted { unit, n: n.into() }
    }

    /// About as many tokens.
    fn in_tokens(self) -> u64 {
        match self.unit {
            Unit::Tokens => self.n,
            Unit::Statements => self.n * 20,
            Unit::Bytes => self.n / 3,
        }
    }

    /// The size of a program.
    pub(super) fn measure(self, text: &str, statements: u64) -> u64 {
        match self.unit {
            Unit::Tokens => n_tokens(text.as_bytes()),
            Unit::Statements => statements,
            Unit::Bytes => text.len() as u64,
        }
    }
}

impl<T> Search<T> {
    pub(super) fn new(wanted: Wanted) -> Search<T> {
        let budget = u32::try_from(wanted.in_tokens() * AT_FIRST / 100).unwrap_or(u32::MAX);
        Search { wanted, tries: 0, budget, ends: [None; 2], best: None }
    }

    /// A program of a size. Gives the one to take, if there is nothing more to try.
    pub(super) fn take(&mut self, made: T, size: u64) -> Option<T> {
        let wanted = self.wanted.n.max(1);
        let miss = size.abs_diff(wanted) * 100 / wanted;
        self.tries += 1;
        if self.best.as_ref().is_none_or(|(other, _)| miss < *other) {
            self.best = Some((miss, made));
        }
        if miss <= TOLERANCE || self.tries >= MOST_TRIES {
            return self.best.take().map(|(_, made)| made);
        }
        let budget = u64::from(self.budget);
        self.ends[usize::from(size > wanted)] = Some((budget, size));
        let next = match self.ends {
            [Some((low, less)), Some((high, more))] if low < high && less < more => {
                low + (high - low) * (wanted - less) / (more - less)
            }
            // Not more than three times more or less: sizes do not change evenly.
            _ => (budget * wanted / size.max(1)).clamp(budget / 3, budget * 3),
        };
        self.budget = u32::try_from(next.max(1)).unwrap_or(u32::MAX);
        None
    }

    /// Which program it is that is made next, among those of a seed.
    pub(super) fn number(&self) -> u64 {
        u64::from(self.tries.saturating_sub(SAME - 1))
    }
}
