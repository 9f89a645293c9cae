//! How often each configuration did what: the numbers behind the rates of a compiler version at a level.
//!
//! A configuration that tried a case has one verdict for it, whatever else was found in that case. Only what was confirmed
//! counts against a compiler; the rest has words of its own, so that a rate can leave it out.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::confirm::Confirmed;
use crate::expect::{Expectations, Word};
use crate::judge::{Class, Judgement, Standing};
use crate::matrix::Matrix;
use crate::observe::Observation;

/// What is said of one configuration and one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The program does what it has to.
    Right,
    /// It was translated, and nobody knows what it has to do.
    Unjudged,
    /// A confirmed bug.
    Bug(Class),
    /// Nobody agrees with the interpreter.
    Disputed,
    /// Someone should look at it first.
    Doubtful,
    /// It did not show again.
    Flaky,
    /// It did not end, on a machine with other things to do.
    Inconclusive,
    /// The compiler does not support what the case uses.
    Unsupported,
    /// A user knows it, or an older compiler does it, too.
    Known,
    /// kiln contradicts itself in this case.
    Contradiction,
}

/// All verdicts and the words for them, in the order of tables.
const WORDS: &[(Verdict, &str)] = &[
    (Verdict::Right, "right"),
    (Verdict::Unjudged, "unjudged"),
    (Verdict::Bug(Class::WrongCode), "wrong-code"),
    (Verdict::Bug(Class::WrongCodeVolatile), "wrong-code-volatile"),
    (Verdict::Bug(Class::CompilerCrash), "compiler-crash"),
    (Verdict::Bug(Class::CompilerHang), "compiler-hang"),
    (Verdict::Bug(Class::RejectsValid), "rejects-valid"),
    (Verdict::Bug(Class::ToolchainFailure), "toolchain-failure"),
    (Verdict::Bug(Class::SanitizerFalseAlarm), "sanitizer-false-alarm"),
    (Verdict::Disputed, "disputed"),
    (Verdict::Doubtful, "doubtful"),
    (Verdict::Flaky, "flaky"),
    (Verdict::Inconclusive, "inconclusive"),
    (Verdict::Unsupported, "unsupported"),
    (Verdict::Known, "known"),
    (Verdict::Contradiction, "contradiction"),
];

impl Verdict {
    /// The verdict of a word.
    pub fn by_name(name: &str) -> Option<Verdict> {
        WORDS.iter().find(|(_, word)| *word == name).map(|&(verdict, _)| verdict)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Bug(class) => class.name(),
            _ => WORDS.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, word)| word),
        }
    }

    /// Whether the compiler was put to the test at all.
    pub fn is_tried(self) -> bool {
        !matches!(self, Verdict::Inconclusive | Verdict::Unsupported | Verdict::Contradiction)
    }
}

/// A compiler of one version with one set of options.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Configured {
    /// The short name of the compiler.
    pub compiler: String,
    /// What it says of itself.
    pub version: String,
    /// The level, with what belongs to the set; empty if the compiler has none. `drawn` for all that was drawn.
    pub level: String,
}

impl Configured {
    /// A configuration of a matrix.
    pub fn new(matrix: &Matrix, configuration: usize) -> Configured {
        let tool = matrix.tool(configuration);
        Configured {
            compiler: tool.name.clone(),
            version: tool.calibration.version.clone(),
            level: matrix.configurations[configuration].label.clone(),
        }
    }
}

impl fmt::Display for Configured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{} {}", self.compiler, self.level).trim_end())
    }
}

/// One configuration, one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Who tried it.
    pub configured: Configured,
    /// What is said of it.
    pub verdict: Verdict,
    /// CPU time of the compiler and its program.
    pub cpu: Duration,
}

/// What is said of each configuration that tried a case.
pub fn of_case(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    observations: &[Observation],
    judgement: &Judgement,
    confirmed: &[Confirmed],
) -> Vec<Tally> {
    let tally = |observation: &Observation| {
        let configuration = observation.configuration;
        let program_cpu = observation.execution.as_ref().map(|execution| execution.cpu).unwrap_or_default();
        let verdict = suspected(judgement, confirmed, configuration).unwrap_or_else(|| {
            let word = expectations.on(matrix.configurations[configuration].target.as_deref());
            match (&observation.execution, word) {
                (Some(_), Word::Known(_)) => Verdict::Right,
                _ => Verdict::Unjudged,
            }
        });
        let configured = Configured::new(matrix, configuration);
        Tally { configured, verdict, cpu: observation.compilation.cpu + program_cpu }
    };
    observations.iter().map(tally).collect()
}

/// What speaks against a configuration, or against asking it; the most serious first.
fn suspected(judgement: &Judgement, confirmed: &[Confirmed], configuration: usize) -> Option<Verdict> {
    let of_confirmed = |confirmed: &Confirmed| match confirmed.suspicion.standing {
        _ if confirmed.is_refusal => Verdict::Unsupported,
        _ if !confirmed.is_reliable() => Verdict::Flaky,
        Standing::Bug => Verdict::Bug(confirmed.suspicion.class),
        Standing::Disputed(_) => Verdict::Disputed,
        Standing::Doubtful(_) => Verdict::Doubtful,
    };
    let shown = confirmed.iter().filter(|confirmed| confirmed.suspicion.failing.contains(&configuration));
    if let Some(verdict) = shown.map(of_confirmed).min() {
        Some(verdict)
    } else if judgement.unsupported.contains(&configuration) {
        Some(Verdict::Unsupported)
    } else if judgement.known.contains(&configuration) {
        Some(Verdict::Known)
    } else if judgement.inconclusive.contains(&configuration) {
        Some(Verdict::Inconclusive)
    } else {
        judgement.quarantine.is_some().then_some(Verdict::Contradiction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Suspicion;

    #[test]
    fn every_verdict_has_a_word() {
        for &(verdict, word) in WORDS {
            assert_eq!(verdict.name(), word);
            assert_eq!(Verdict::by_name(word), Some(verdict));
        }
        assert!(Class::ALL.iter().all(|&class| Verdict::by_name(class.name()) == Some(Verdict::Bug(class))));
    }

    #[test]
    fn only_what_is_confirmed_counts_against_a_compiler() {
        let confirmed = |standing, failing, seen| Confirmed {
            suspicion: Suspicion { class: Class::WrongCode, key: String::new(), failing, passing: None, standing },
            seen,
            tries: 5,
            is_refusal: false,
        };
        let all = [
            confirmed(Standing::Bug, vec![0, 1], 5),
            confirmed(Standing::Bug, vec![2], 4),
            confirmed(Standing::Doubtful(String::new()), vec![3, 1], 5),
        ];
        let judgement = Judgement { inconclusive: vec![4], unsupported: vec![5], ..Judgement::default() };
        let said: Vec<Option<Verdict>> = (0..7).map(|it| suspected(&judgement, &all, it)).collect();
        let bug = Verdict::Bug(Class::WrongCode);
        let expected = [bug, bug, Verdict::Flaky, Verdict::Doubtful, Verdict::Inconclusive, Verdict::Unsupported];
        assert_eq!(said[..6], expected.map(Some));
        assert_eq!(said[6], None);
    }
}
