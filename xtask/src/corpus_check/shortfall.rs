//! Where kiln falls short of what is expected, sorted by kind and by cause.

use std::collections::BTreeMap;
use std::fmt;

use super::examine::{Comparison, Conduct, Finding};
use super::reading::Reading;
use super::subject::{Kind, Subject};

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

impl Category {
    pub(super) const ALL: &[Category] = &[
        Category::Bug,
        Category::NotAccepted,
        Category::RoundTrip,
        Category::Assembly,
        Category::NotTakenByClang,
        Category::ErrorAccepted,
        Category::LeftOut,
    ];

    /// The stable name in the list.
    pub(super) fn name(self) -> &'static str {
        match self {
            Category::Bug => "bug",
            Category::NotAccepted => "not-accepted",
            Category::RoundTrip => "round-trip",
            Category::Assembly => "assembly",
            Category::NotTakenByClang => "not-taken-by-clang",
            Category::ErrorAccepted => "error-accepted",
            Category::LeftOut => "left-out",
        }
    }

    pub(super) fn by_name(name: &str) -> Option<Category> {
        Category::ALL.iter().copied().find(|category| category.name() == name)
    }
}

/// How one program falls out, and the first thing that was said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shortfall {
    pub(super) category: Category,
    pub(super) message: String,
    /// Where in the preprocessed or printed text, if somewhere.
    pub(super) place: String,
}

impl Shortfall {
    fn new(category: Category, message: impl Into<String>) -> Shortfall {
        Shortfall { category, message: message.into(), place: String::new() }
    }
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
            let place = place.clone();
            let category = Category::NotAccepted;
            return Some(Shortfall { category, message: message.clone(), place });
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

/// The same message whatever names and numbers stand in it: what is in quotes and digits go.
pub(super) fn normalised(message: &str) -> String {
    let mut text = String::new();
    let mut closing = None;
    for c in message.chars() {
        match (closing, c) {
            (Some(quote), _) if c == quote => {
                closing = None;
                text.push(c);
            }
            (Some(_), _) => {}
            (None, '`' | '\'' | '"') => {
                // An apostrophe inside a word opens nothing.
                if c != '\'' || !text.ends_with(|c: char| c.is_alphanumeric()) {
                    closing = Some(c);
                    text.push(c);
                    text.push('_');
                } else {
                    text.push(c);
                }
            }
            (None, '\u{2018}') => {
                closing = Some('\u{2019}');
                text.push_str("\u{2018}_");
            }
            (None, '0'..='9') => {
                if !text.ends_with('N') {
                    text.push('N');
                }
            }
            (None, _) => text.push(c),
        }
    }
    text
}

/// Shortfalls with the same cause, as far as the message tells.
pub(super) struct Groups<'a> {
    groups: Vec<Group<'a>>,
}

struct Group<'a> {
    category: Category,
    cause: String,
    members: Vec<(&'a Subject, &'a Shortfall)>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(all: impl Iterator<Item = (&'a Subject, &'a Shortfall)>) -> Groups<'a> {
        let mut by_cause: BTreeMap<(Category, String), Vec<_>> = BTreeMap::new();
        for (subject, shortfall) in all.filter(|(_, one)| one.category != Category::LeftOut) {
            // The line of a panic is its cause.
            let cause = match shortfall.category {
                Category::Bug => shortfall.message.clone(),
                _ => normalised(&shortfall.message),
            };
            let key = (shortfall.category, cause);
            by_cause.entry(key).or_default().push((subject, shortfall));
        }
        let groups = by_cause.into_iter();
        let groups = groups.map(|((category, cause), members)| Group { category, cause, members });
        let mut groups: Vec<_> = groups.collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
        Groups { groups }
    }

    /// The most frequent causes with examples; `all` shows every cause and more of each.
    pub(super) fn show(&self, all: bool) -> String {
        let (n_groups, n_examples) = if all { (usize::MAX, 6) } else { (15, 2) };
        let shown: Vec<String> = self.groups.iter().take(n_groups).map(|group| group.show(n_examples)).collect();
        let n_more = self.groups.len().saturating_sub(n_groups);
        let more = if n_more > 0 {
            format!("... and {n_more} more causes (--show-failures shows all)\n")
        } else {
            String::new()
        };
        shown.concat() + &more
    }
}

impl Group<'_> {
    fn show(&self, n_examples: usize) -> String {
        let head = format!("{:>6}  {}: {}\n", self.members.len(), self.category, self.cause);
        let examples = self.members.iter().take(n_examples).map(|(subject, shortfall)| {
            let place = if shortfall.place.is_empty() { String::new() } else { format!("  ({})", shortfall.place) };
            let message = if shortfall.message == self.cause { "" } else { &shortfall.message };
            format!("{:8}{}{place}  {message}\n", "", subject.path)
        });
        head + &examples.collect::<String>()
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_with_the_same_cause_are_one() {
        let expected = "expected `_` after `_` in line N";
        assert_eq!(normalised("expected `;` after `x1` in line 12"), expected);
        assert_eq!(normalised("expected `)` after `yy` in line 3"), expected);
        assert_eq!(normalised("can't do 'x'"), "can't do '_'");
        assert_eq!(normalised("bad \u{2018}x\u{2019} here"), "bad \u{2018}_\u{2019} here");
    }

    #[test]
    fn categories_have_names_of_their_own() {
        for category in Category::ALL {
            assert_eq!(Category::by_name(category.name()), Some(*category));
        }
    }
}
