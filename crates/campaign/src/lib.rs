//! Compilers tried on cases: what they do is observed, judged, confirmed and kept.
//!
//! In reading order: [`sources`], programs that kiln has not made; [`tools`], compilers that were found; [`matrix`], compilers and
//! the options they are tried with; [`config`], [`options`] and [`sets`], where the options come from; [`observe`], what each of
//! them does with a case; [`expect`], what the case has to do; [`judge`], who is wrong; [`rules`], what is no news; [`sanitizer`], what sanitizers say; [`volatile`], what programs do to volatile objects;
//! [`confirm`], whether it is so again, and whether there is doubt; [`store`] and [`folder`], where findings are kept; [`tally`],
//! how often each configuration did what; [`status`], how far a campaign has come; [`events`] and [`metrics`], how that is told;
//! [`batch`], how small cases are compiled together; [`trial`], all that is done with cases; [`follow`], what is done with findings afterwards; [`schedule`], which puts all of it to work; [`selftest`], which shows that it does.
//!
//! **A finding is on disk before anyone is told.** **What could be kiln's own fault is never called a compiler's bug**: it is
//! put into quarantine, disputed or doubtful, and counted as that.

pub mod batch;
pub mod clock;
pub mod config;
pub mod confirm;
pub mod events;
pub mod expect;
pub mod folder;
pub mod follow;
pub mod judge;
pub mod matrix;
pub mod metrics;
pub mod observe;
pub mod options;
pub mod rules;
pub mod sanitizer;
pub mod schedule;
pub mod selftest;
pub mod sets;
pub mod sources;
pub mod status;
pub mod store;
pub mod tally;
pub mod tools;
pub mod trial;
pub mod volatile;

mod error;
mod keep;

pub use error::CampaignError;
