//! How programs of the corpus fall out of the comparison.

use super::answer::{Answer, Ending, Output};
use super::examine::{Finding, is_same};
use crate::measuring::shortfall;

pub(super) type Shortfall = shortfall::Shortfall<Category>;

/// How a program falls out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    /// A panic or a crash. Never expected, so never in the list.
    Panic,
    /// It ends with another output or in another way: a wrong answer.
    Different,
    /// kiln says that it is undefined.
    Undefined,
    /// kiln says that the standard leaves its outcome open.
    Unspecified,
    /// It uses something that is not modelled.
    Unsupported,
    /// It reaches a bound.
    Limit,
    /// The front end does not read it.
    Rejected,
    /// Sanitizers complain, and kiln calls it defined.
    Missed,
}

impl shortfall::Category for Category {
    const NAMES: &'static [(Category, &'static str)] = &[
        (Category::Panic, "panic"),
        (Category::Different, "different"),
        (Category::Undefined, "undefined"),
        (Category::Unspecified, "unspecified"),
        (Category::Unsupported, "unsupported"),
        (Category::Limit, "limit"),
        (Category::Rejected, "rejected"),
        (Category::Missed, "missed"),
    ];
    const LIST: &'static str = "xtask/data/meaning-expected.tsv";
    const COMMAND: &'static str = "meaning-check";
    const BUG: Category = Category::Panic;
    const LEFT_OUT: Option<Category> = None;
}

/// How a program falls out, if it does.
pub(super) fn of(finding: &Finding) -> Option<Shortfall> {
    if let Some(complaint) = finding.missed() {
        return Some(Shortfall::new(Category::Missed, complaint));
    }
    let Finding::Counted { expected, costed } = finding else { return None };
    (!is_same(expected, &costed.answer)).then(|| of_answer(expected, &costed.answer))
}

fn of_answer(expected: &Output, answer: &Answer) -> Shortfall {
    match answer {
        Answer::Ended { how, output } => Shortfall::new(Category::Different, difference(expected, *how, output)),
        // The kind is the cause; the message has the operands.
        Answer::Undefined { kind, message, place } => {
            Shortfall::new(Category::Undefined, format!("{kind}: {message}")).because(kind).at(place)
        }
        Answer::Unspecified { what, place } => Shortfall::new(Category::Unspecified, what).because(what).at(place),
        // Names of functions tell causes apart.
        Answer::Unsupported { what, place } => Shortfall::new(Category::Unsupported, what).because(what).at(place),
        Answer::Limit(name) => Shortfall::new(Category::Limit, name).because(name),
        Answer::Rejected { message, place } => Shortfall::new(Category::Rejected, message).at(place),
        Answer::Panic(message) => Shortfall::new(Category::Panic, message),
    }
}

fn difference(expected: &Output, how: Ending, output: &Output) -> String {
    match how {
        Ending::Signal(signal) => format!("ends by signal {signal}"),
        Ending::Status(status) if status != 0 => format!("ends with status {status}"),
        Ending::Status(_) => {
            format!("writes other output, {} bytes and not {}", output.n_bytes, expected.n_bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_have_names_of_their_own() {
        shortfall::tests::check_names::<Category>();
    }

    #[test]
    fn the_same_answer_is_no_shortfall() {
        let finding = |answer: Answer| Finding::Counted { expected: Output::of(b""), costed: answer.into() };
        let ended = |status| Answer::Ended { how: Ending::Status(status), output: Output::of(b"") };
        assert_eq!(of(&finding(ended(0))), None);
        assert_eq!(of(&finding(ended(1))).unwrap().category, Category::Different);
        let undefined =
            Answer::Undefined { kind: "shift".to_owned(), message: "by 33".to_owned(), place: String::new() };
        assert_eq!(of(&finding(undefined)).unwrap().cause, "shift");
    }
}
