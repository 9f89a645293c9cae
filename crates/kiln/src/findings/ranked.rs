//! `kiln findings --ranked`: findings by their cause, in the order in which one should read them.

use std::collections::BTreeSet;

use kiln_campaign::judge::Class;
use kiln_campaign::store::{Kept, Store};
use kiln_triage::group::{Traits, ranked};
use kiln_triage::telling::{Telling, telling};

use super::constructs;
use crate::cli::Format;
use crate::exit_code::Failure;
use crate::messages::JSON_VERSION;
use crate::triage::blame;

/// A row for each cause.
pub(super) fn list(store: &Store, is_wanted: impl Fn(&Kept) -> bool, format: Format) -> Result<String, Failure> {
    let merges = store.merges()?;
    let (mut names, mut traits, mut programs) = (Vec::new(), Vec::new(), Vec::new());
    store.each_finding(|kept| {
        if is_wanted(&kept) && super::is_bug(&kept) {
            traits.push(of(&kept, merges.is_merged(&kept.finding.key)));
            programs.push(kept.clone());
            names.push(kept.name);
        }
        Ok(())
    })?;
    let programs: Vec<BTreeSet<String>> = programs.iter().map(|kept| constructs::of(store, kept)).collect();
    let row = |members: Vec<usize>| {
        let first = members[0];
        let all: Vec<&str> = members.iter().map(|&index| names[index].as_str()).collect();
        let cause = traits[first].cause();
        let Telling { present, absent } = telling(&members, &programs);
        match format {
            Format::Human => {
                let line = |what: &str, list: &[String]| match list {
                    [] => String::new(),
                    list => format!("{:16}{what} {}\n", "", list.join(", ")),
                };
                let told = line("has", &present) + &line("has no", &absent);
                format!("{:8} {:>5}  {cause}\n{told}", names[first], all.len())
            }
            Format::Json => {
                let object = serde_json::json!({
                    "version": JSON_VERSION, "name": names[first], "cause": cause, "all": all,
                    "present": present, "absent": absent,
                });
                format!("{object}\n")
            }
        }
    };
    Ok(ranked(&traits).into_iter().map(row).collect::<Vec<String>>().concat())
}

/// What a finding is known by.
fn of(kept: &Kept, is_known: bool) -> Traits {
    let finding = &kept.finding;
    let words = match finding.class {
        Class::WrongCode | Class::WrongCodeVolatile | Class::CompilerHang => "",
        _ => finding.key.split_once(": ").map_or("", |(_, words)| words),
    };
    Traits {
        class: finding.class.name().to_owned(),
        compiler: finding.compiler.clone(),
        words: words.to_owned(),
        facts: blame::known(kept),
        is_known,
    }
}
