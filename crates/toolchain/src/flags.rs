//! Which flags a compiler takes, and translates a small program right with.
//!
//! Most compilers take most flags. So all are tried at once, and only if that fails in halves: a compiler that knows a hundred
//! flags is called a few times, and one that does not know three of them a few dozen times.

use serde::{Deserialize, Serialize};

use crate::calibrate::{Calibration, probe, target};
use crate::compiler::CompilerCommand;
use crate::runner::{RunnerError, Slot};

/// Flags that are wanted under one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The name.
    pub name: String,
    /// What is tried: words separated by spaces. All of them must work.
    pub forms: Vec<String>,
}

/// What a compiler does with flags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Whether it takes them, and translates a small program right.
    pub works: bool,
    /// What its programs run on then.
    pub target: Option<String>,
}

/// Tries flags with a compiler that works; answers stand in the order of the questions.
pub fn try_flags(
    slot: &mut Slot,
    command: &CompilerCommand,
    calibration: &Calibration,
    wanted: &[Wanted],
) -> Result<Vec<Tried>, RunnerError> {
    let mut tried: Vec<Tried> =
        wanted.iter().map(|_| Tried { works: true, target: calibration.target.clone() }).collect();
    let Ok(plain) = probe(slot, command, &[])? else {
        return Ok(tried.into_iter().map(|it| Tried { works: false, ..it }).collect());
    };
    // Most flags do something only where something is optimised. A level among the flags is the last, and counts.
    let level = calibration.levels.iter().find(|level| *level == "-O2").map(String::as_str);
    let mut trial = Trial { slot, command, level, plain: plain.facts, tried: &mut tried };
    let rounds = wanted.iter().map(|it| it.forms.len()).max().unwrap_or(0);
    for round in 0..rounds {
        let open: Vec<(usize, &str)> = wanted
            .iter()
            .enumerate()
            .filter(|(index, _)| trial.tried[*index].works)
            .filter_map(|(index, it)| Some((index, it.forms.get(round)?.as_str())))
            .collect();
        trial.halves(&open)?;
    }
    slot.clear().map_err(RunnerError::Runner)?;
    Ok(tried)
}

/// Whether a compiler takes flags together, and translates a small program right.
pub fn takes(slot: &mut Slot, command: &CompilerCommand, flags: &[String]) -> Result<bool, RunnerError> {
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    Ok(probe(slot, command, &flags)?.is_ok())
}

struct Trial<'a> {
    slot: &'a mut Slot,
    command: &'a CompilerCommand,
    level: Option<&'a str>,
    plain: String,
    tried: &'a mut [Tried],
}

impl Trial<'_> {
    /// Tries flags together, and in halves if that does not work.
    fn halves(&mut self, flags: &[(usize, &str)]) -> Result<(), RunnerError> {
        if flags.is_empty() {
            return Ok(());
        }
        let words = flags.iter().flat_map(|(_, words)| words.split_whitespace());
        let words: Vec<&str> = self.level.into_iter().chain(words).collect();
        let probed = probe(self.slot, self.command, &words)?;
        match (probed, flags) {
            (Ok(probed), _) if probed.facts == self.plain => {}
            // Flags that lead to another target are only tried alone.
            (Ok(probed), [(index, _)]) => self.tried[*index].target = target(&probed.facts),
            (Err(_), [(index, _)]) => self.tried[*index].works = false,
            _ => {
                let (left, right) = flags.split_at(flags.len() / 2);
                self.halves(left)?;
                self.halves(right)?;
            }
        }
        Ok(())
    }
}
