//! Who is wrong.
//!
//! Everything that does not agree with what a case has to do is a [`Suspicion`]; only a confirmed one becomes a finding. The
//! interpreter is not above suspicion itself: where two independent families of compilers contradict it without optimisation,
//! and fewer agree with it, it is taken to be wrong; where one does so always and nobody agrees with the interpreter, the
//! case is disputed. Small compilers are wrong so often that two of them are now and then wrong about one program: if as many
//! others agree with the interpreter, three ways to the same result stand against two.

use std::collections::BTreeSet;

use kiln_meaning::{End as ExpectedEnd, Ended};
use kiln_toolchain::build::{self, Compiled, Execution};
use kiln_toolchain::calibrate::Family;
use kiln_toolchain::runner::End;
use kiln_toolchain::signature;
use serde::{Deserialize, Serialize};

use crate::expect::{Expectations, Word};
use crate::matrix::{Kind, Matrix};
use crate::observe::Observation;
use crate::rules::Excuse;
use crate::sanitizer::{self, Said};

mod accesses;

pub use self::accesses::compared;

/// What is wrong with a compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Its program does something else than it has to, dies, or does not end.
    WrongCode,
    /// Its program does something else to volatile objects than it has to.
    WrongCodeVolatile,
    /// It crashes, or says itself that it has an error.
    CompilerCrash,
    /// It does not come to an end, or uses all memory.
    CompilerHang,
    /// It refuses a valid program.
    RejectsValid,
    /// What it writes is refused by the assembler or the linker.
    ToolchainFailure,
    /// Its sanitizer finds an error in a program that has none.
    SanitizerFalseAlarm,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 7] = [
        Class::WrongCode,
        Class::WrongCodeVolatile,
        Class::CompilerCrash,
        Class::CompilerHang,
        Class::RejectsValid,
        Class::ToolchainFailure,
        Class::SanitizerFalseAlarm,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Class::WrongCode => "wrong-code",
            Class::WrongCodeVolatile => "wrong-code-volatile",
            Class::CompilerCrash => "compiler-crash",
            Class::CompilerHang => "compiler-hang",
            Class::RejectsValid => "rejects-valid",
            Class::ToolchainFailure => "toolchain-failure",
            Class::SanitizerFalseAlarm => "sanitizer-false-alarm",
        }
    }
}

/// How sure it is that a compiler is to blame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "standing", content = "reason")]
pub enum Standing {
    /// It is.
    Bug,
    /// Nobody agrees with the interpreter.
    Disputed(String),
    /// Someone should look at it first.
    Doubtful(String),
}

/// What looks like a bug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspicion {
    /// What is wrong.
    pub class: Class,
    /// What findings of one cause have in common.
    pub key: String,
    /// The configurations that show it.
    pub failing: Vec<usize>,
    /// One that does not, if there is any.
    pub passing: Option<usize>,
    /// How sure it is.
    pub standing: Standing,
}

/// What is to be said of a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// What looks like bugs.
    pub suspicions: Vec<Suspicion>,
    /// Why kiln itself is to blame.
    pub quarantine: Option<String>,
    /// Configurations that did not come to an end, on a machine with other things to do.
    pub inconclusive: Vec<usize>,
    /// Configurations of compilers that do not support what the case uses.
    pub unsupported: Vec<usize>,
    /// Configurations that show what a user knows.
    pub known: Vec<usize>,
}

impl Judgement {
    /// Whether there is nothing to be looked at.
    pub fn is_clean(&self) -> bool {
        self.suspicions.is_empty() && self.quarantine.is_none() && self.inconclusive.is_empty() && self.known.is_empty()
    }
}

/// Judges what compilers did with a case.
pub fn judge(matrix: &Matrix, expectations: &Expectations<'_>, observations: &[Observation]) -> Judgement {
    let mut judgement = Judgement::default();
    let mut counting = Vec::new();
    for observation in observations {
        if is_set_aside(matrix, expectations, observation) {
            judgement.unsupported.push(observation.configuration);
        } else {
            counting.push(observation);
        }
    }
    compilations(matrix, expectations, &counting, &mut judgement);
    executions(matrix, expectations, &counting, &mut judgement);
    accesses::judge(matrix, expectations, &counting, &mut judgement);
    if let Some(base) = matrix.base {
        only_new(matrix, base, observations, &mut judgement);
    }
    judgement
}

/// Drops what an older compiler gets wrong, too, or was not seen to get right: with the same options, or with any if it was not
/// tried with the same.
fn only_new(matrix: &Matrix, base: usize, observations: &[Observation], judgement: &mut Judgement) {
    let of_base = |configuration: usize| matrix.configurations[configuration].tool == base;
    let suspected = judgement.suspicions.iter().flat_map(|suspicion| suspicion.failing.iter());
    let excused = [&judgement.inconclusive, &judgement.unsupported, &judgement.known].into_iter().flatten();
    let troubled: BTreeSet<usize> = suspected.chain(excused).copied().filter(|&it| of_base(it)).collect();
    let tried: Vec<usize> = observations.iter().map(|it| it.configuration).filter(|&it| of_base(it)).collect();
    let right_base = |configuration: usize| {
        let flags = &matrix.configurations[configuration].flags;
        let same = tried.iter().copied().find(|&it| matrix.configurations[it].flags == *flags);
        match same {
            Some(same) => Some(same).filter(|it| !troubled.contains(it)),
            None => tried.first().copied().filter(|_| troubled.is_empty()),
        }
    };
    for suspicion in &mut judgement.suspicions {
        let (new, old) = suspicion.failing.iter().partition(|&&it| !of_base(it) && right_base(it).is_some());
        suspicion.failing = new;
        let old: Vec<usize> = old;
        judgement.known.extend(old.into_iter().filter(|&it| !of_base(it)));
        suspicion.passing = suspicion.failing.first().and_then(|&it| right_base(it)).or(suspicion.passing);
        if suspicion.class == Class::WrongCode {
            suspicion.key = wrong_code_key(matrix, &suspicion.failing);
        }
    }
    judgement.suspicions.retain(|suspicion| !suspicion.failing.is_empty());
}

/// What a compiler makes of something that it does not have, or reads differently, means nothing, unless it crashes; and a
/// crash means nothing if it has refused the program before.
fn is_set_aside(matrix: &Matrix, expectations: &Expectations<'_>, observation: &Observation) -> bool {
    let is_serious = match observation.compilation.outcome {
        Compiled::Crashed => !was_refused(&observation.compilation.messages),
        Compiled::Hung | Compiled::OutOfMemory => true,
        _ => false,
    };
    let tool = matrix.tool(observation.configuration);
    let target = matrix.configurations[observation.configuration].target.as_deref();
    !is_serious && matrix.rules().set_aside(tool, expectations.case(), expectations.rests_on(target))
}

/// Whether a compiler has found errors in a program before it crashed.
fn was_refused(messages: &str) -> bool {
    let before = messages.lines().take_while(|line| build::outcome_of(line) != Some(Compiled::Crashed));
    before.into_iter().any(|line| line.contains("error"))
}

/// Whether trouble is no news; then it is counted.
fn is_excused(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    (configuration, class): (usize, Class),
    messages: &str,
    judgement: &mut Judgement,
) -> bool {
    let excuse = matrix.rules().excuse(matrix.tool(configuration), expectations.case(), class, messages);
    match excuse {
        Some(Excuse::Quirk) => judgement.unsupported.push(configuration),
        Some(Excuse::Known) => judgement.known.push(configuration),
        None => {}
    }
    excuse.is_some()
}

/// What compilers themselves did wrong.
fn compilations(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    observations: &[&Observation],
    judgement: &mut Judgement,
) {
    let built = |observation: &&&Observation| observation.compilation.outcome == Compiled::Built;
    let passing = observations.iter().find(built).map(|observation| observation.configuration);
    for observation in observations {
        let messages = &observation.compilation.messages;
        let configuration = observation.configuration;
        let class = match observation.compilation.outcome {
            Compiled::Built => continue,
            Compiled::Stalled => {
                judgement.inconclusive.push(configuration);
                continue;
            }
            Compiled::Crashed => Class::CompilerCrash,
            Compiled::Hung | Compiled::OutOfMemory => Class::CompilerHang,
            Compiled::Rejected => Class::RejectsValid,
            Compiled::AssemblerFailed | Compiled::LinkerFailed | Compiled::NoProgram => Class::ToolchainFailure,
        };
        if is_excused(matrix, expectations, (configuration, class), messages, judgement) {
            continue;
        }
        // What is valid on one machine need not be on another: there are no 128-bit integers where there are no 64-bit registers.
        let is_refused = matches!(class, Class::RejectsValid | Class::ToolchainFailure);
        let target = matrix.configurations[configuration].target.as_deref();
        if is_refused && matrix.is_elsewhere(configuration) && !matches!(expectations.on(target), Word::Known(_)) {
            judgement.unsupported.push(configuration);
            continue;
        }
        let family = matrix.family(configuration);
        let key = format!("{} {family:?}: {}", class.name(), signature::of_messages(messages));
        let standing = match passing {
            None if is_refused => Standing::Disputed("no compiler takes it".to_owned()),
            _ => Standing::Bug,
        };
        add(judgement, Suspicion { class, key, failing: vec![configuration], passing, standing });
    }
}

/// Configurations that show the same are one suspicion.
fn add(judgement: &mut Judgement, new: Suspicion) {
    match judgement.suspicions.iter_mut().find(|old| old.class == new.class && old.key == new.key) {
        Some(old) => old.failing.extend(new.failing),
        None => judgement.suspicions.push(new),
    }
}

/// Whether a program did what it has to do.
pub fn agrees(expected: &Ended, execution: &Execution) -> bool {
    let end = match expected.how {
        ExpectedEnd::Status(status) => End::Status(status.into()),
        ExpectedEnd::Signal(signal) => End::Signal(signal.into()),
    };
    execution.end == end && execution.output == expected.output
}

/// What compiled programs did, sorted by what it means.
#[derive(Default)]
struct Ran<'a> {
    /// As they have to.
    right: Vec<usize>,
    /// Not as they have to.
    wrong: Vec<usize>,
    /// Nobody knows what they have to do.
    unknown: Vec<(usize, &'a Execution)>,
    /// Their sanitizer says that the program has an error.
    alarms: Vec<(usize, &'a str)>,
}

/// What compiled programs did wrong.
fn executions(
    matrix: &Matrix,
    expectations: &Expectations<'_>,
    observations: &[&Observation],
    judgement: &mut Judgement,
) {
    let mut ran = Ran::default();
    for observation in observations {
        let configuration = observation.configuration;
        let is_traced = matrix.configurations[configuration].kind == Kind::Traced;
        // What valgrind computes is not always what the machine does.
        let Some(execution) = observation.execution.as_ref().filter(|_| !is_traced) else { continue };
        let is_sanitized = matrix.configurations[configuration].kind == Kind::Sanitized;
        let said = if is_sanitized { sanitizer::said(execution) } else { Said::Nothing };
        if execution.end == End::WallTime || said == Said::Nonsense {
            judgement.inconclusive.push(configuration);
            continue;
        }
        let mut is_news =
            |class, message: &str| !is_excused(matrix, expectations, (configuration, class), message, judgement);
        match (expectations.on(matrix.configurations[configuration].target.as_deref()), said) {
            (Word::Known(_), Said::Alarm(line)) => {
                ran.alarms.extend(is_news(Class::SanitizerFalseAlarm, line).then_some((configuration, line)));
            }
            (Word::Known(expected), _) if agrees(&expected, execution) => ran.right.push(configuration),
            (Word::Known(_), _) => ran.wrong.extend(is_news(Class::WrongCode, "").then_some(configuration)),
            // Those on another machine have no vote.
            (Word::Unknown(_), Said::Nothing) if !matrix.is_elsewhere(configuration) => {
                ran.unknown.push((configuration, execution));
            }
            _ => {}
        }
    }
    false_alarms(matrix, &ran, judgement);
    against_the_interpreter(matrix, &ran, judgement);
    by_vote(matrix, &ran.unknown, judgement);
}

/// A sanitizer against the interpreter: if the compiler itself and another sanitizer are on the interpreter's side, it is wrong.
fn false_alarms(matrix: &Matrix, ran: &Ran<'_>, judgement: &mut Judgement) {
    let tool_of = |configuration: usize| matrix.configurations[configuration].tool;
    let is_sanitized = |configuration: usize| matrix.configurations[configuration].kind == Kind::Sanitized;
    for &(configuration, line) in &ran.alarms {
        let tool = tool_of(configuration);
        let silent = ran.right.iter().copied().find(|&other| is_sanitized(other) && tool_of(other) != tool);
        let is_plainly_right = ran.right.iter().any(|&other| !is_sanitized(other) && tool_of(other) == tool);
        let standing = if !ran.wrong.is_empty() || !is_plainly_right {
            Standing::Doubtful("not all plain builds agree with the interpreter".to_owned())
        } else if line == sanitizer::TRAP {
            Standing::Doubtful("it does not say what it has found".to_owned())
        } else if silent.is_none() {
            Standing::Doubtful("no sanitizer of another compiler is silent".to_owned())
        } else {
            Standing::Bug
        };
        let class = Class::SanitizerFalseAlarm;
        let key = format!("{} {}: {}", class.name(), matrix.tools[tool].name, sanitizer::key(line));
        add(judgement, Suspicion { class, key, failing: vec![configuration], passing: silent, standing });
    }
}

/// What wrong code of one look has in common: the compilers and their fixed sets. What was drawn is named only if nothing else
/// shows it.
fn wrong_code_key(matrix: &Matrix, failing: &[usize]) -> String {
    let is_fixed = |configuration: usize| matrix.configurations[configuration].kind == Kind::Fixed;
    let is_shown = failing.iter().any(|&configuration| is_fixed(configuration));
    let mut names: Vec<String> = Vec::new();
    for &configuration in failing.iter().filter(|&&configuration| !is_shown || is_fixed(configuration)) {
        let name = matrix.name(configuration);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("{} {}", Class::WrongCode.name(), names.join(", "))
}

fn against_the_interpreter(matrix: &Matrix, ran: &Ran<'_>, judgement: &mut Judgement) {
    let Ran { right, wrong, .. } = ran;
    let families = |configurations: &mut dyn Iterator<Item = &usize>| -> BTreeSet<Family> {
        configurations.map(|&configuration| matrix.family(configuration)).collect()
    };
    let plain = |configurations: &[usize]| {
        families(&mut configurations.iter().filter(|&&configuration| matrix.configurations[configuration].is_plain()))
    };
    let without_optimisation = plain(wrong);
    let n_agreeing = plain(right).difference(&without_optimisation).count();
    if without_optimisation.len() >= 2 && without_optimisation.len() > n_agreeing {
        judgement.quarantine =
            Some(format!("{without_optimisation:?} contradict the interpreter without optimisation"));
        return;
    }
    let is_joint = |configuration: &&usize| matrix.configurations[**configuration].is_joint();
    let (joint, wrong): (Vec<usize>, Vec<usize>) = wrong.iter().partition(is_joint);
    if wrong.is_empty() && !joint.is_empty() {
        // With units of two compilers nobody is wrong alone.
        let key = wrong_code_key(matrix, &joint);
        let why = "units of two compilers were linked: it is one of them, or what they have agreed on";
        let standing = Standing::Doubtful(why.to_owned());
        let (class, passing) = (Class::WrongCode, right.first().copied());
        add(judgement, Suspicion { class, key, failing: joint, passing, standing });
    }
    for family in families(&mut wrong.iter()) {
        let failing: Vec<usize> =
            wrong.iter().copied().filter(|&configuration| matrix.family(configuration) == family).collect();
        let standing = match right.first() {
            Some(_) => Standing::Bug,
            None => Standing::Disputed("no compiler agrees with the interpreter".to_owned()),
        };
        // The best to compare with is the same compiler at another level.
        let passing = right.iter().find(|&&other| matrix.family(other) == family).or(right.first()).copied();
        let key = wrong_code_key(matrix, &failing);
        add(judgement, Suspicion { class: Class::WrongCode, key, failing, passing, standing });
    }
}

/// Where the interpreter cannot say, most compilers of at least two families may.
fn by_vote(matrix: &Matrix, unknown: &[(usize, &Execution)], judgement: &mut Judgement) {
    // A program that takes long is not judged by who lost patience.
    let votes: Vec<&(usize, &Execution)> =
        unknown.iter().filter(|(_, execution)| execution.end != End::CpuTime).collect();
    let same = |a: &Execution, b: &Execution| a.end == b.end && a.output == b.output;
    let supporters = |execution: &Execution| votes.iter().filter(|(_, other)| same(execution, other)).count();
    let Some((_, most)) = votes.iter().max_by_key(|(_, execution)| supporters(execution)) else { return };
    let agreeing: Vec<usize> = votes.iter().filter(|(_, other)| same(most, other)).map(|(index, _)| *index).collect();
    let families: BTreeSet<Family> = agreeing.iter().map(|&configuration| matrix.family(configuration)).collect();
    if families.len() < 2 || agreeing.len() * 2 <= votes.len() {
        return;
    }
    let failing: Vec<usize> = votes.iter().map(|(index, _)| *index).filter(|index| !agreeing.contains(index)).collect();
    if failing.is_empty() {
        return;
    }
    let key = wrong_code_key(matrix, &failing);
    let standing = Standing::Doubtful("by vote of the compilers: the interpreter cannot say".to_owned());
    let passing = agreeing.first().copied();
    add(judgement, Suspicion { class: Class::WrongCode, key, failing, passing, standing });
}

#[cfg(test)]
mod tests;
