//! `kiln doctor`: what the sandbox can do here.

use kiln_campaign::CampaignError;
use kiln_toolchain::runner::escape::{ATTEMPTS, Attempt};
use kiln_toolchain::runner::{Confinement, Strength};
use serde_json::json;

use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::messages::JSON_VERSION;
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Show how compilers and their programs are confined here, and try to break out
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --format json one object: version (1), confinement (files, system_calls, user) and attempts \
                        (name, stopped).\n\nExit status: 0 if everything holds, 1 if something does not."
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
    let text = match common.format {
        Format::Human => human(&confinement, &held),
        Format::Json => {
            let attempts: Vec<_> = held.iter().map(|(it, held)| json!({ "name": it.name, "stopped": held })).collect();
            format!("{}\n", json!({ "version": JSON_VERSION, "confinement": confinement, "attempts": attempts }))
        }
    };
    output::write(text.as_bytes(), None)?;
    Ok(if held.iter().all(|(_, held)| *held) { Status::Done } else { Status::Found })
}

fn human(confinement: &Confinement, held: &[(&Attempt, bool)]) -> String {
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
    text.concat()
}
