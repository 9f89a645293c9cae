//! `kiln triage --recheck`: findings are tried again, for instance with a compiler that has changed.

use kiln_campaign::folder::Finding;
use kiln_campaign::judge::Class;
use kiln_campaign::store::{Kept, Store};
use kiln_reduce::{Failure as Failing, Form, Seen};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_triage::recheck::{Now, State, state};

use super::Told;
use crate::exit_code::Failure;
use crate::findings::program::Program;
use crate::messages::JSON_VERSION;
use crate::reduce::question::Trying;
use crate::suspicion::{self, Suspicion, search_path, subject_of};

/// Tries a finding again, and tells what has become of it.
pub(super) fn tell(store: &Store, kept: &Kept, trying: &Trying) -> Result<Told, Failure> {
    let (state, what) = match suspicion::is_shown_by_a_run(kept.finding.class) {
        Ok(()) => {
            let state = state(&again(store, kept, trying)?);
            let what = if let State::Changed(what) = &state { what.clone() } else { String::new() };
            (state.name(), what)
        }
        Err(why) => ("not tried", why),
    };
    let separator = if what.is_empty() { "" } else { ": " };
    Ok(Told {
        words: format!("{}  {state}{separator}{what}\n", kept.name),
        object: serde_json::json!({ "version": JSON_VERSION, "name": kept.name, "state": state, "what": what }),
    })
}

/// What configurations do now: each that showed it with the program as it was found, the first of them with the smaller one.
fn again(store: &Store, kept: &Kept, trying: &Trying) -> Result<Vec<(String, Now)>, Failure> {
    let finding = &kept.finding;
    let found = Program::found(store, kept)?;
    let smallest = Program::smallest(store, kept)?;
    let on_found = finding.failing.iter().map(|failing| (failing.clone(), failing, found.clone()));
    let first = finding.failing.first().filter(|_| smallest.is_reduced);
    let on_smallest = first.map(|failing| (format!("{failing} on the reduced program"), failing, smallest));
    let mut all = Vec::new();
    for (who, failing, program) in on_found.chain(on_smallest) {
        all.push((who, now(finding, failing, program, trying)?));
    }
    Ok(all)
}

/// What a configuration does with a program now.
fn now(finding: &Finding, failing: &str, program: Program, trying: &Trying) -> Result<Now, Failure> {
    let command = match CompilerCommand::parse(failing, &search_path()) {
        Ok(command) => command,
        Err(error) => return Ok(Now::Otherwise(error.to_string())),
    };
    let (names, texts) = match program.texts() {
        Ok(texts) => texts,
        Err(why) => return Ok(Now::Otherwise(why.to_owned())),
    };
    let subject = subject_of(names, command.arguments(), Form::Defined);
    let expected = match suspicion::expected(&subject, &texts) {
        Ok(expected) => expected,
        Err(why) => return Ok(Now::Otherwise(why)),
    };
    let seen = Suspicion::new(subject.names, texts, expected, &[failing], trying)?.seen(command)?;
    Ok(match Failing::of_valid(&seen) {
        None if seen == Seen::Right => Now::Right,
        Some(failure) if is_same(finding, &failure) => Now::Same,
        other => Now::Otherwise(other.map_or_else(|| "it is not known what it does".to_owned(), |it| it.to_string())),
    })
}

/// Whether a failure is what a finding is about.
fn is_same(finding: &Finding, failure: &Failing) -> bool {
    match (finding.class, failure) {
        (Class::WrongCode, Failing::Wrong | Failing::Signal(_) | Failing::Timeout) => true,
        (Class::CompilerHang, Failing::CompilerTimeout) => true,
        (Class::CompilerCrash | Class::ToolchainFailure, Failing::CompilerCrash(words) | Failing::Rejected(words))
        | (Class::RejectsValid, Failing::Rejected(words)) => finding.key.ends_with(words.as_str()),
        _ => false,
    }
}
