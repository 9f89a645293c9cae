//! What a finding needs, and who is to blame: compilers are tried, `triage` decides what is tried.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use kiln_campaign::store::{Kept, Store};
use kiln_reduce::{Failure as Failing, Form};
use kiln_toolchain::compiler::{self, CompilerCommand};
use kiln_triage::{Blame, Facts, Transformation, Version, look};

use super::Told;
use super::flagged::Flagged;
use crate::exit_code::Failure;
use crate::findings::program::Program;
use crate::messages::JSON_VERSION;
use crate::output;
use crate::reduce::question::Trying;
use crate::suspicion::{self, Suspicion, search_path, subject_of};

/// Where the facts about a finding are kept.
pub(crate) fn path(kept: &Kept) -> PathBuf {
    kept.folder.join("triage.json")
}

/// The facts about a finding, if there are any.
pub(crate) fn known(kept: &Kept) -> Option<Facts> {
    serde_json::from_slice(&std::fs::read(path(kept)).ok()?).ok()
}

/// Finds out about a finding, and tells it.
pub(super) fn tell(store: &Store, kept: &Kept, trying: &Trying, stop: &AtomicBool) -> Result<Told, Failure> {
    let facts = find_out(store, kept, trying, stop)?;
    Ok(Told {
        words: format!("{}: {}\n{}", kept.name, kept.finding.key, words(&facts)),
        object: serde_json::json!({ "version": JSON_VERSION, "name": kept.name, "facts": facts }),
    })
}

/// Compiles the program of a finding with other flags, until somebody wants it to end, and keeps what that tells.
pub(crate) fn find_out(store: &Store, kept: &Kept, trying: &Trying, stop: &AtomicBool) -> Result<Facts, Failure> {
    let facts = facts(store, kept, trying, stop)?;
    let json = serde_json::to_string_pretty(&facts).unwrap_or_default();
    output::write(format!("{json}\n").as_bytes(), Some(&path(kept)))?;
    Ok(facts)
}

fn facts(store: &Store, kept: &Kept, trying: &Trying, stop: &AtomicBool) -> Result<Facts, Failure> {
    let refused = |why: &str| Failure::NotTriaged { name: kept.name.clone(), why: why.to_owned() };
    suspicion::is_shown_by_a_run(kept.finding.class).map_err(|why| refused(&why))?;
    let failing = kept.finding.failing.first().ok_or_else(|| refused("no configuration shows it alone"))?;
    let command = CompilerCommand::parse(failing, &search_path())?;
    let (names, texts) = Program::smallest(store, kept)?.texts().map_err(refused)?;
    let subject = subject_of(names, command.arguments(), Form::Defined);
    let expected = suspicion::expected(&subject, &texts).map_err(|why| refused(&why))?;
    let suspicion = Suspicion::new(subject.names, texts, expected, &[failing], trying)?;
    let failure = Failing::of_valid(&suspicion.seen(command.clone())?);
    let failure = failure.ok_or_else(|| refused("it does not fail any more"))?;
    let flagged = Flagged::new(&suspicion, &command, &failure);
    let mut ask = |flags: &[String]| {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted { name: kept.name.clone() });
        }
        flagged.fails(flags)
    };
    let mut facts = look(flagged.level(), &flagged.about, &mut ask, &mut |flags| flagged.said(flags))?;
    let shown: Vec<String> = facts.level.iter().chain(&flagged.level).take(1).cloned().collect();
    for program in others(&command) {
        let other = flagged.with(&shown).with_program(program);
        let fails = failure.is_kept_by(&suspicion.seen(other.clone())?);
        facts.versions.push(Version { command: other.to_string(), fails });
    }
    facts.compilations += facts.versions.len() as u32;
    Ok(facts)
}

/// The other compilers of the same name.
fn others(command: &CompilerCommand) -> Vec<PathBuf> {
    let all = compiler::all(&search_path());
    let file = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let own = file(command.program());
    let name = all.iter().find(|other| file(&other.program) == own).map(|other| other.name);
    let mut seen = vec![own];
    let mut found = Vec::new();
    for other in all.iter().filter(|other| Some(other.name) == name) {
        if !seen.contains(&file(&other.program)) {
            seen.push(file(&other.program));
            found.push(other.program.clone());
        }
    }
    found
}

/// How it is told who is to blame, and who.
pub(crate) fn blamed(blame: &Blame) -> (&'static str, String) {
    match blame {
        Blame::Flags(flags) => ("vanishes with", flags.join(" ")),
        Blame::Pass { name, number } => ("comes with", format!("pass {number}: {name}")),
        Blame::NoOptimisation => ("to blame", "no optimisation that can be turned off".to_owned()),
    }
}

/// A kind of transformation, and which of them, for people who know `-fdbg-cnt`.
pub(crate) fn transformation(Transformation { counter, number }: &Transformation) -> String {
    let number = number.map_or_else(String::new, |number| format!(", number {number}"));
    format!("{counter}{number}")
}

/// Facts for people, a line each.
pub(crate) fn words(facts: &Facts) -> String {
    let mut text = String::new();
    let mut line = |what: &str, value: String| {
        let _infallible = writeln!(text, "  {what:14}{value}");
    };
    if !facts.levels.is_empty() {
        line("shown at", facts.levels.join(" "));
    }
    if let Some((what, value)) = facts.blame.as_ref().map(blamed) {
        line(what, value);
    }
    if !facts.passes.is_empty() {
        line("and with", facts.passes.join(" "));
    }
    if !facts.transformations.is_empty() {
        line("done by", facts.transformations.iter().map(transformation).collect::<Vec<_>>().join(", "));
    }
    if let Some(needs) = &facts.needs {
        line("needs", needs.join(" "));
    }
    if !facts.vanishes_with.is_empty() {
        line("also with", facts.vanishes_with.join(", or "));
    }
    for version in &facts.versions {
        let what = if version.fails { "as well" } else { "not affected" };
        line(what, version.command.clone());
    }
    let cut = if facts.is_cut_short { ", and there would have been more" } else { "" };
    line("compilations", format!("{}{cut}", facts.compilations));
    text
}
