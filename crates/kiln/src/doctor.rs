//! `kiln doctor`: what the sandbox can do here, and what is missing.

use kiln_campaign::CampaignError;
use kiln_toolchain::runner::escape::{ATTEMPTS, Attempt};
use kiln_toolchain::runner::{Confinement, Strength};
use kiln_toolchain::trace::Tracer;
use serde_json::json;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::JSON_VERSION;
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Show how compilers and their programs are confined here, and try to break out
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --format json one object: version (1), confinement (files, system_calls, user), attempts \
                        (name, stopped) and tracer (the valgrind that is used, or null).\n\nExit status: 0 if everything holds, 1 if something does not."
)]
pub(crate) struct DoctorArgs {}

/// Looks at everything.
pub(crate) fn run(_args: &DoctorArgs, common: &Common) -> Result<Status, Failure> {
    let workshop = Workshop::open(&CompilerArgs::default())?;
    let mut slot = workshop.slot()?;
    let confinement = slot.confinement().map_err(CampaignError::from)?;
    let mut held = Vec::new();
    for attempt in ATTEMPTS {
        held.push((attempt, attempt.is_held(&mut slot).map_err(CampaignError::from)?));
    }
    let tracer = Tracer::find();
    let text = match common.format {
        Format::Human => human(&confinement, &held, tracer.as_ref()),
        Format::Json => {
            let attempts: Vec<_> = held.iter().map(|(it, held)| json!({ "name": it.name, "stopped": held })).collect();
            let tracer = tracer.as_ref().map(Tracer::path);
            let version = JSON_VERSION;
            let object =
                json!({ "version": version, "confinement": confinement, "attempts": attempts, "tracer": tracer });
            format!("{object}\n")
        }
    };
    output::write(text.as_bytes(), None)?;
    Ok(if held.iter().all(|(_, held)| *held) { Status::Done } else { Status::Found })
}

fn human(confinement: &Confinement, held: &[(&Attempt, bool)], tracer: Option<&Tracer>) -> String {
    let word = |strength| match strength {
        Strength::Full => "yes",
        Strength::Partial => "in part: this kernel cannot do all of it",
        Strength::Absent => "no: this kernel or its settings do not allow it",
    };
    let rows = [
        ("writes only to its own directory (Landlock)", confinement.files),
        ("no network, no way round (seccomp)", confinement.system_calls),
        ("does not run as root", confinement.user),
    ];
    let mut text = vec!["What is run by kiln\n".to_owned()];
    text.extend(rows.map(|(what, strength)| format!("  {what:<46} {}\n", word(strength))));
    text.push("A program that tries to break out\n".to_owned());
    for (attempt, held) in held {
        let result = if *held { "is stopped" } else { "is NOT stopped" };
        text.push(format!("  {:<46} {result}\n", attempt.what));
    }
    text.push("What helps if it is there\n".to_owned());
    let traced = match tracer {
        Some(tracer) => format!("yes: {}", tracer.path().display()),
        None => "no: without it volatile accesses are not compared".to_owned(),
    };
    text.push(format!("  {:<46} {traced}\n", "valgrind, to trace accesses to volatile objects"));
    text.concat()
}
