//! What the checks on the corpus have in common.
//!
//! A check asks a compiler and kiln about every program of a selection and compares the answers with
//! bars and with a checked-in list. In reading order: [`subject`] the programs; [`log`] what is known
//! already; [`reference`](mod@reference) gcc; [`built`] what compilers make; [`worker`] kiln, in a process of its own; [`at_once`]
//! all programs on several threads, with [`progress`]; [`findings`] the result, with [`shortfall`],
//! [`bar`] and [`expected`].

use std::io::Write;

use crate::task_error::TaskError;

pub(crate) mod left_out;
pub(crate) mod subject;

pub(crate) mod log;

pub(crate) mod built;
pub(crate) mod reference;
pub(crate) mod worker;

pub(crate) mod at_once;
pub(crate) mod progress;

pub(crate) mod bar;
pub(crate) mod expected;
pub(crate) mod findings;
pub(crate) mod shortfall;

/// The result of a check, on standard output.
pub(crate) fn show(text: &str) {
    // Whoever closed the pipe has seen enough.
    let _enough = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Nothing, if there is nothing to complain about; else an error with the first complaints.
pub(crate) fn conclude(complaints: &[String]) -> Result<(), TaskError> {
    if complaints.is_empty() {
        return Ok(());
    }
    let n_complaints = complaints.len();
    let shown: Vec<&str> = complaints.iter().take(20).map(String::as_str).collect();
    let more = match n_complaints - shown.len() {
        0 => String::new(),
        n_more => format!("\n  ... and {n_more} more"),
    };
    Err(TaskError::CheckFailed(format!(
        "the check and what is expected differ in {n_complaints} points:\n  {}{more}\n\
         (--bless brings the list up to date)",
        shown.join("\n  ")
    )))
}
