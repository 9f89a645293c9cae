//! `kiln findings --ranked`: findings by their cause, in the order in which one should read them.

use kiln_campaign::judge::Class;
use kiln_campaign::store::{Kept, Store};
use kiln_triage::group::{Traits, ranked};

use crate::cli::Format;
use crate::exit_code::Failure;
use crate::messages::JSON_VERSION;
use crate::triage::blame;

/// A row for each cause.
pub(super) fn list(store: &Store, is_wanted: impl Fn(&Kept) -> bool, format: Format) -> Result<String, Failure> {
    let merges = store.merges()?;
    let (mut names, mut traits) = (Vec::new(), Vec::new());
    store.each_finding(|kept| {
        if is_wanted(&kept) && super::is_bug(&kept) {
            traits.push(of(&kept, merges.is_merged(&kept.finding.key)));
            names.push(kept.name);
        }
        Ok(())
    })?;
    let row = |members: Vec<usize>| {
        let first = members[0];
        let all: Vec<&str> = members.iter().map(|&index| names[index].as_str()).collect();
        let cause = traits[first].cause();
        match format {
            Format::Human => format!("{:8} {:>5}  {cause}\n", names[first], all.len()),
            Format::Json => {
                let object =
                    serde_json::json!({ "version": JSON_VERSION, "name": names[first], "cause": cause, "all": all });
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
