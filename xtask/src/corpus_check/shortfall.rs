//! How programs of the corpus fall out.

use super::examine::{Comparison, Conduct, Finding};
use super::reading::Reading;
use crate::measuring::shortfall;
use crate::measuring::subject::{Kind, Subject};

pub(super) type Shortfall = shortfall::Shortfall<Category>;

/// How a program falls out. The first that applies counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    /// A panic, a hang or a crash. Never expected, so never in the list.
    Bug,
    /// gcc takes it and kiln does not.
    NotAccepted,
    /// The printed text does not read as the same program.
    RoundTrip,
    /// The printed text gives other assembly, or gcc does not take it.
    Assembly,
    /// Without unused declarations, clang does not take it.
    NotTakenByClang,
    /// gcc rejects it and kiln does not.
    ErrorAccepted,
    /// It uses something that kiln leaves out on purpose.
    LeftOut,
}

impl shortfall::Category for Category {
    const NAMES: &'static [(Category, &'static str)] = &[
        (Category::Bug, "bug"),
        (Category::NotAccepted, "not-accepted"),
        (Category::RoundTrip, "round-trip"),
        (Category::Assembly, "assembly"),
        (Category::NotTakenByClang, "not-taken-by-clang"),
        (Category::ErrorAccepted, "error-accepted"),
        (Category::LeftOut, "left-out"),
    ];
    const LIST: &'static str = "xtask/data/corpus-expected.tsv";
    const COMMAND: &'static str = "corpus-check";
    const BUG: Category = Category::Bug;
    const LEFT_OUT: Option<Category> = Some(Category::LeftOut);
}

/// How a program falls out, if it does.
pub(super) fn of(subject: &Subject, finding: &Finding) -> Option<Shortfall> {
    match finding {
        Finding::NotCounted => None,
        Finding::LeftOut(reason) => Some(Shortfall::new(Category::LeftOut, reason)),
        Finding::Counted(conduct) if subject.kind == Kind::Invalid => of_invalid(conduct),
        Finding::Counted(conduct) => of_valid(conduct),
    }
}

fn of_invalid(conduct: &Conduct) -> Option<Shortfall> {
    match &conduct.reading {
        Reading::Bug(message) => Some(Shortfall::new(Category::Bug, message)),
        Reading::Accepted { .. } => Some(Shortfall::new(Category::ErrorAccepted, "no error found")),
        Reading::Rejected { .. } => None,
    }
}

fn of_valid(conduct: &Conduct) -> Option<Shortfall> {
    match &conduct.reading {
        Reading::Bug(message) => return Some(Shortfall::new(Category::Bug, message)),
        Reading::Rejected { message, place } => {
            return Some(Shortfall::new(Category::NotAccepted, message).at(place));
        }
        Reading::Accepted { round_trip: Some(message), .. } => {
            return Some(Shortfall::new(Category::RoundTrip, message));
        }
        Reading::Accepted { round_trip: None, .. } => {}
    }
    match &conduct.assembly {
        Some(Comparison::Differs) => {
            return Some(Shortfall::new(Category::Assembly, "the assembly differs"));
        }
        Some(Comparison::Refused(error)) => {
            let message = format!("gcc refuses the printed text: {error}");
            return Some(Shortfall::new(Category::Assembly, message));
        }
        Some(Comparison::Same) | None => {}
    }
    (conduct.taken_by_clang == Some(false))
        .then(|| Shortfall::new(Category::NotTakenByClang, "clang refuses the pruned text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_have_names_of_their_own() {
        shortfall::tests::check_names::<Category>();
    }
}
