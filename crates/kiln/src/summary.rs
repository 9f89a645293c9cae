//! What is said of a campaign when it ends: what was done, what the compilers got wrong, and what to type next.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use kiln_campaign::follow::Following;
use kiln_campaign::judge::Class;
use kiln_campaign::status::{Counts, Status};

use crate::findings::Group;
use crate::rates::{self, percent};
use crate::screen::view::{clock, share};
use crate::triage::blame;

/// So many findings are named; `kiln findings` has them all.
const MOST_NAMED: usize = 10;

/// The last words of a campaign.
pub(crate) fn text(status: &Status, groups: &[Group], directory: &Path) -> String {
    let total = status.total();
    let mut text = format!("kiln: {}\n", one_line(status));
    let _infallible = writeln!(text, "      {} runs of compilers; CPU time: {}", total.compilations, stages(&total));
    for (name, source) in &status.sources {
        let all: Duration = status.sources.values().map(|source| source.counts.slot_time).sum();
        let (time, found) = (percent(share(source.counts.slot_time, all)), source.found);
        let _infallible = writeln!(
            text,
            "      {name}: {time} of the time, {} programs, {} findings, {} of them new",
            source.counts.cases, found.findings, found.unique
        );
    }
    let Following { share, waiting, done, refused, .. } = &status.reduce;
    if *share > 0.0 {
        let _infallible = writeln!(
            text,
            "      reduced: {done} findings, {waiting} wait, {refused} cannot be; at most {} of the CPU time while programs are tried",
            percent(*share)
        );
    }
    let odd = [
        (total.flaky, "suspicions that did not show again"),
        (
            total.inconclusive,
            "runs that say nothing: they waited too long on this machine, or valgrind computes otherwise",
        ),
        (total.unsupported, "compilations of something that the compiler does not support"),
        (total.known, "compilations that show what is known"),
        (total.skipped, "times a source had no program"),
    ];
    for (n, what) in odd.iter().filter(|(n, _)| *n > 0) {
        let _infallible = writeln!(text, "      {n} {what}");
    }
    if status.quarantined > 0 {
        let folder = directory.join("quarantine");
        let _infallible =
            writeln!(text, "      kiln contradicts itself {} times: see {}", status.quarantined, folder.display());
    }
    if !status.configurations.is_empty() {
        let _infallible = write!(text, "\n{}", rates::table(&status.configurations));
    }
    named(&mut text, groups, directory);
    text
}

/// The first finding of each look, with commands for it.
fn named(text: &mut String, groups: &[Group], directory: &Path) {
    if groups.is_empty() {
        return;
    }
    let option =
        if directory == Path::new("kiln-out") { String::new() } else { format!(" -o {}", directory.display()) };
    text.push('\n');
    for group in groups.iter().take(MOST_NAMED) {
        let kept = &group.first;
        let times = if group.times == 1 { String::new() } else { format!(" ({} times)", group.times) };
        let _infallible = writeln!(text, "{}  {}{times}", kept.name, kept.finding.key);
        if let Some((what, who)) = blame::known(kept).and_then(|facts| facts.blame).as_ref().map(blame::blamed) {
            let _infallible = writeln!(text, "        {what} {who}");
        }
        let _infallible = writeln!(text, "        kiln report {}{option}", kept.name);
        let _infallible = writeln!(text, "        sh {}/repro.sh", kept.folder.display());
    }
    if groups.len() > MOST_NAMED {
        let _infallible = writeln!(text, "and {} more: kiln findings{option}", groups.len() - MOST_NAMED);
    }
}

/// How far a campaign has come, in one line.
pub(crate) fn one_line(status: &Status) -> String {
    let tenths = u128::from(status.cases_now) * 10_000 / status.elapsed.as_millis().max(1);
    let rate = format!("{}.{}", tenths / 10, tenths % 10);
    let found: Vec<String> = Class::ALL
        .iter()
        .map(|&class| (status.of_class(class).findings, class.name()))
        .filter(|(n, _)| *n > 0)
        .map(|(n, name)| format!("{n} {name}"))
        .collect();
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    let doubtful = if status.doubtful > 0 { format!(", {} doubtful", status.doubtful) } else { String::new() };
    format!("{}  {} programs, {rate}/s  {found}{doubtful}", clock(status.elapsed), status.total().cases)
}

/// Where the CPU time has gone.
fn stages(total: &Counts) -> String {
    let stages = total.stages();
    let all = stages.iter().map(|(_, time)| *time).sum::<Duration>();
    let parts = stages.iter().filter(|(_, time)| !time.is_zero());
    parts.map(|(stage, time)| format!("{stage} {}", percent(share(*time, all)))).collect::<Vec<String>>().join(", ")
}
