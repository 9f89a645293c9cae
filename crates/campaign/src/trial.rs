//! Everything that is done with cases: made, compiled together or alone, run, judged, confirmed.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use kiln_case::{Case, Choices, Expected, Source, SourceError};
use kiln_toolchain::clock::thread_cpu;
use kiln_toolchain::runner::{RunnerError, Slot};

use crate::batch::{self, Part};
use crate::confirm::{Confirmed, confirm};
use crate::expect::{Expectations, Word};
use crate::folder::{self, File, Finding};
use crate::judge::{Judgement, judge};
use crate::matrix::Matrix;
use crate::observe::{Depth, Observation, Observer};
use crate::status::Counts;
use crate::store::{Contradiction, Done};
use crate::tally::{self, Tally};

/// A case that was made, or why there is none.
pub struct Made {
    /// What is known so far.
    done: Done,
    /// The case.
    case: Option<Case>,
}

/// Has a source make a case. Even if kiln panics the campaign goes on.
pub fn make(source: &dyn Source, choices: &Choices, number: u64) -> Made {
    let (begun, before) = (Instant::now(), thread_cpu());
    let mut done = Done {
        number,
        source: source.name(),
        counts: Counts { cases: 1, ..Counts::default() },
        tallies: Vec::new(),
        findings: Vec::new(),
        contradictions: Vec::new(),
    };
    let mut contradict = |command: String, what: String, text: String| {
        done.contradictions.push(Contradiction { command, what, text: text.into_bytes() });
    };
    let mut case = None;
    match catch_unwind(AssertUnwindSafe(|| source.make(choices))) {
        Ok(Ok(made)) => case = made,
        Ok(Err(SourceError::Contradiction { command, what, text })) => contradict(command, what, text),
        Ok(Err(SourceError::Broken(what))) => contradict(source.name().to_owned(), what, String::new()),
        Err(_panic) => {
            let command = format!("{} with seed {}", source.name(), choices.seed());
            contradict(command, "kiln panicked".to_owned(), String::new());
        }
    }
    done.counts.skipped = u64::from(case.is_none() && done.contradictions.is_empty());
    done.counts.generate_cpu = thread_cpu().saturating_sub(before);
    done.counts.own_cpu = done.counts.generate_cpu;
    done.counts.slot_time = begun.elapsed();
    Made { done, case }
}

/// Compilers and a slot to try cases with.
pub struct Trial<'a> {
    /// Compilers and options.
    pub matrix: &'a Matrix,
    /// Where they run.
    pub slot: &'a mut Slot,
    /// Whether small cases are compiled together.
    pub together: bool,
    /// Whether nothing new is to be begun.
    pub is_stopping: &'a dyn Fn() -> bool,
    /// Whether there is no time to finish what was begun. Cases that were not finished are done when the campaign goes on.
    pub is_over: &'a dyn Fn() -> bool,
}

/// What compilers did with a case, and what is to be said of it.
struct Tried {
    observations: Vec<Observation>,
    judgement: Judgement,
}

/// What trying a case adds to what has become of it.
#[derive(Default)]
struct Addition {
    counts: Counts,
    tallies: Vec<Tally>,
    findings: Vec<(Finding, Vec<File>)>,
    contradictions: Vec<Contradiction>,
}

/// Cases of a block that are compiled together, or one alone.
struct Group {
    members: Vec<(Done, Case)>,
    parts: Vec<Part>,
}

impl Trial<'_> {
    /// Tries the cases of a block, small ones together. What has become of each is handed over at once.
    pub fn block(
        &mut self,
        made: Vec<Made>,
        hand_over: &mut dyn FnMut(Done) -> ControlFlow<()>,
    ) -> Result<(), RunnerError> {
        let mut cases = Vec::new();
        for Made { done, case } in made {
            match case {
                Some(case) => cases.push((done, case)),
                None if hand_over(done).is_break() => return Ok(()),
                None => {}
            }
        }
        for group in self.groups(cases) {
            if (self.is_stopping)() {
                return Ok(());
            }
            // A runner that died is replaced when it is asked again.
            let tried = self.group(&group).or_else(|_first| self.group(&group))?;
            let Some(results) = tried else { return Ok(()) };
            for ((mut done, _), result) in group.members.into_iter().zip(results) {
                done.counts.add(&result.counts);
                done.tallies.extend(result.tallies);
                done.findings.extend(result.findings);
                done.contradictions.extend(result.contradictions);
                if hand_over(done).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Cases that are compiled together come from one source, and the same compilers support what they use.
    fn groups(&self, cases: Vec<(Done, Case)>) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut small = Vec::new();
        for (mut done, mut case) in cases {
            let before = thread_cpu();
            // What is traced runs alone.
            let is_small = batch::is_small(&case) && !self.matrix.sets.traces(&case);
            let part = if self.together && is_small { self.part(&mut case) } else { None };
            let spent = thread_cpu().saturating_sub(before);
            done.counts.own_cpu += spent;
            done.counts.interpret_cpu += spent;
            match part {
                Some(part) => small.push((done, case, part)),
                None => groups.push(Group { members: vec![(done, case)], parts: Vec::new() }),
            }
        }
        let keys: Vec<_> =
            small.iter().map(|(done, case, part)| ((done.source, self.matrix.supporters(case)), part)).collect();
        let batches = batch::batches(&keys);
        drop(keys);
        let mut small: Vec<_> = small.into_iter().map(Some).collect();
        for batch in batches {
            let taken = batch.into_iter().filter_map(|index| small[index].take());
            let (members, parts) = taken.map(|(done, case, part)| ((done, case), part)).unzip();
            groups.push(Group { members, parts });
        }
        groups
    }

    /// A case as a part of a batch: what it has to do must be known beforehand.
    fn part(&self, case: &mut Case) -> Option<Part> {
        if case.expected.is_none() {
            let target = self.matrix.configurations.iter().find_map(|configuration| configuration.target.clone())?;
            let expectations = Expectations::new(case);
            let word = expectations.on(Some(&target));
            // What rests on a choice is not the same everywhere.
            if expectations.rests_on(Some(&target)).is_empty()
                && let Word::Known(ended) = word
            {
                case.expected = Some(Expected { target, ended });
            }
        }
        batch::part(case)
    }

    /// Tries a group; what is to be added to its members. Nothing if the time is up.
    fn group(&mut self, group: &Group) -> Result<Option<Vec<Addition>>, RunnerError> {
        let (begun, before) = (Instant::now(), thread_cpu());
        let mut results: Vec<Addition> = group.members.iter().map(|_| Addition::default()).collect();
        let is_finished = match group.members.as_slice() {
            [(done, case)] => {
                let matrix = self.matrix.for_case(case);
                self.alone(&matrix, case, done.number, &mut results[0])?.is_some()
            }
            _ => self.together(group, &mut results)?.is_some(),
        };
        results[0].counts.own_cpu += thread_cpu().saturating_sub(before);
        results[0].counts.slot_time += begun.elapsed();
        Ok(is_finished.then_some(results))
    }

    /// Tries a batch, and if there is trouble, its parts. Nothing if the time is up.
    fn together(&mut self, group: &Group, results: &mut [Addition]) -> Result<Option<()>, RunnerError> {
        let cases: Vec<&Case> = group.members.iter().map(|(_, case)| case).collect();
        let parts: Vec<(&Case, &Part)> = cases.iter().copied().zip(&group.parts).collect();
        let batch = batch::join(&parts);
        let expectations = Expectations::of_batch(&batch, &cases);
        let matrix = self.matrix.for_case(&batch);
        let Some(tried) = self.observe(&matrix, &expectations, &mut results[0])? else { return Ok(None) };
        if tried.judgement.is_clean() {
            let tallies = tally::of_case(&matrix, &expectations, &tried.observations, &tried.judgement, &[]);
            let n_parts = u32::try_from(cases.len()).unwrap_or(u32::MAX);
            let share = |tally: &Tally| Tally { cpu: tally.cpu / n_parts, ..tally.clone() };
            for result in results.iter_mut() {
                result.tallies = tallies.iter().map(share).collect();
            }
            return Ok(Some(()));
        }
        // With the same options as together, those that were drawn among them.
        let mut shows_alone = false;
        for ((done, case), result) in group.members.iter().zip(results.iter_mut()) {
            let Some(trouble) = self.alone(&matrix, case, done.number, result)? else { return Ok(None) };
            shows_alone |= trouble;
        }
        if !shows_alone {
            let number = group.members[0].0.number;
            let confirmed = self.keep(&matrix, number, &expectations, &tried, &mut results[0])?;
            // What shows in the batch alone counts once, in place of its first part.
            let judgement = &tried.judgement;
            results[0].tallies = tally::of_case(&matrix, &expectations, &tried.observations, judgement, &confirmed);
        }
        Ok(Some(()))
    }

    /// Tries one case, and says whether anything was wrong. Nothing if the time is up.
    fn alone(
        &mut self,
        matrix: &Matrix,
        case: &Case,
        number: u64,
        to: &mut Addition,
    ) -> Result<Option<bool>, RunnerError> {
        let expectations = Expectations::new(case);
        let Some(tried) = self.observe(matrix, &expectations, to)? else { return Ok(None) };
        let trouble = !tried.judgement.is_clean();
        let confirmed = self.keep(matrix, number, &expectations, &tried, to)?;
        to.tallies = tally::of_case(matrix, &expectations, &tried.observations, &tried.judgement, &confirmed);
        Ok(Some(trouble))
    }

    fn observe(
        &mut self,
        matrix: &Matrix,
        expectations: &Expectations<'_>,
        to: &mut Addition,
    ) -> Result<Option<Tried>, RunnerError> {
        let is_worth_running =
            |target: &Option<String>| !matches!(expectations.on(target.as_deref()), Word::Nothing(_));
        let runs = matrix.configurations.iter().any(|configuration| is_worth_running(&configuration.target));
        let depth = if runs { Depth::Run } else { Depth::Compile };
        let observer = Observer::new(self.slot, matrix, expectations)?;
        let Some(observations) = observer.all(depth, self.is_over)? else { return Ok(None) };
        for observation in &observations {
            to.counts.compilations += 1;
            to.counts.compiler_cpu += observation.compilation.cpu;
            if let Some(execution) = &observation.execution {
                to.counts.executions += 1;
                to.counts.program_cpu += execution.cpu;
            }
        }
        let judgement = judge(matrix, expectations, &observations);
        to.counts.interpret_cpu += expectations.cpu();
        to.counts.inconclusive += judgement.inconclusive.len() as u64;
        to.counts.unsupported += judgement.unsupported.len() as u64;
        to.counts.known += judgement.known.len() as u64;
        Ok(Some(Tried { observations, judgement }))
    }

    /// Tries again what looks like a bug, and keeps what is confirmed.
    fn keep(
        &mut self,
        matrix: &Matrix,
        number: u64,
        expectations: &Expectations<'_>,
        tried: &Tried,
        to: &mut Addition,
    ) -> Result<Vec<Confirmed>, RunnerError> {
        let case = expectations.case();
        if let Some(what) = &tried.judgement.quarantine {
            let text = case.units.iter().flat_map(|unit| unit.text.clone()).collect();
            to.contradictions.push(Contradiction { command: case.origin.command.clone(), what: what.clone(), text });
        }
        let before = self.slot.cpu();
        let mut all = Vec::new();
        for suspicion in &tried.judgement.suspicions {
            let suspicion = suspicion.clone();
            all.push(confirm(self.slot, matrix, expectations, &tried.observations, suspicion)?);
        }
        to.counts.confirm_cpu += self.slot.cpu().saturating_sub(before);
        for confirmed in &all {
            if confirmed.is_refusal {
                to.counts.unsupported += 1;
                continue;
            }
            if !confirmed.is_reliable() {
                to.counts.flaky += 1;
                continue;
            }
            to.findings.push(folder::finding(number, expectations, matrix, &tried.observations, confirmed));
        }
        Ok(all)
    }
}
