//! `kiln doctor`: what the sandbox can do here.

use kiln_toolchain::runner::Strength;
use kiln_toolchain::runner::escape::ATTEMPTS;

use crate::exit_code::{Failure, Status};
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Show how compilers and their programs are confined here, and try to break out
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 if everything holds, 1 if something does not.")]
pub(crate) struct DoctorArgs {}

/// Looks at everything.
pub(crate) fn run(_args: &DoctorArgs) -> Result<Status, Failure> {
    let workshop = Workshop::open(&CompilerArgs::default())?;
    let mut slot = workshop.slot()?;
    let confinement = slot.confinement().map_err(kiln_campaign::CampaignError::from)?;
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
    for (what, strength) in rows {
        text.push(format!("  {what:<46} {}\n", word(strength)));
    }
    text.push("A program that tries to break out\n".to_owned());
    let mut status = Status::Done;
    for attempt in ATTEMPTS {
        let held = attempt.is_held(&mut slot).map_err(kiln_campaign::CampaignError::from)?;
        let result = if held { "is stopped" } else { "is NOT stopped" };
        text.push(format!("  {:<46} {result}\n", attempt.what));
        if !held {
            status = Status::Found;
        }
    }
    output::write(text.concat().as_bytes(), None)?;
    Ok(status)
}
