//! What can be chosen of a program.

use super::features::Features;
use crate::error::{OptionsError, range};

/// All that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Tokens of the program, about.
    pub tokens: u32,
    /// Statements that it executes at most.
    pub executed: u32,
    /// Percent of its statements that are executed, at least, where that can be had.
    pub live: u32,
    /// What it may be made of.
    pub features: Features,
    /// Whether each program draws what it is made of from the features, so that programs differ.
    pub swarm: bool,
}

/// The fewest tokens.
pub const FEWEST_TOKENS: u32 = 500;
/// The most tokens.
pub const MOST_TOKENS: u32 = 10_000_000;
/// The fewest executed statements.
pub const FEWEST_EXECUTED: u32 = 100;
/// The most executed statements.
pub const MOST_EXECUTED: u32 = 10_000_000;

impl Default for Options {
    fn default() -> Self {
        Options { tokens: 12_000, executed: 20_000, live: 80, features: Features::ALL, swarm: true }
    }
}

impl Options {
    /// Whether a program can be made.
    pub fn check(&self) -> Result<(), OptionsError> {
        range("--tokens", self.tokens.into(), FEWEST_TOKENS, MOST_TOKENS)?;
        range("--executed", self.executed.into(), FEWEST_EXECUTED, MOST_EXECUTED)?;
        range("--live", self.live.into(), 0, 100)
    }
}
