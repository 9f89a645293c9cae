//! Whether a smaller program shows another bug than the one it was made of.
//!
//! Wrong is wrong: a test cannot tell two bugs of one compiler apart, but flags can. GCC's fewest optimisations that have to be off
//! for the smaller program to be right are turned off for the first program. If that is right then, too, the bug is the same. If
//! not, the first program is asked for its own, and if it has none of them in common with the smaller one, these are a guard:
//! who reduces again asks that candidates be right with what makes the first program right.
//!
//! Clang's passes are named before and after. Their numbers change with the program, so there is no guard, and one bug may come
//! with one pass here and with another there: that they differ can be said, no more.

use crate::facts::{About, Blame, blame};
use crate::search::Tries;

/// What is to be thought of a smaller program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// It shows the same bug, or nobody can tell.
    None,
    /// These flags make the first program right, and have nothing to do with the smaller one.
    Guard(Vec<String>),
    /// The passes that are to blame are not the same.
    Passes {
        /// For the first program.
        before: String,
        /// For the smaller one.
        after: String,
    },
}

/// Compares a program with the smaller one that was made of it, both wrong at a level.
pub fn look<E>(level: &str, about: &About, before: &mut Tries<'_, E>, after: &mut Tries<'_, E>) -> Result<Slip, E> {
    if !about.has_levels || level == "-O0" {
        return Ok(Slip::None);
    }
    let flags = match blame(level, about, after)? {
        Some(Blame::Flags(flags)) => flags,
        Some(Blame::NoOptimisation) => Vec::new(),
        Some(pass @ Blame::Pass { .. }) => {
            let was = blame(level, about, before)?.map(|blame| blame.words());
            let after = pass.words();
            return Ok(match was.filter(|was| *was != after) {
                Some(before) => Slip::Passes { before, after },
                None => Slip::None,
            });
        }
        None => return Ok(Slip::None),
    };
    let off: Vec<String> = [level.to_owned()].iter().chain(&flags).cloned().collect();
    if !flags.is_empty() && before.fails(&off)? != Some(true) {
        return Ok(Slip::None);
    }
    Ok(match blame(level, about, before)? {
        Some(Blame::Flags(own)) if !own.iter().any(|flag| flags.contains(flag)) => Slip::Guard(own),
        _ => Slip::None,
    })
}
