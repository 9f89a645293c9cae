//! Where kiln falls short of what is expected, sorted by kind and by cause.

use std::collections::BTreeMap;

use super::subject::Subject;

/// How a program falls out.
pub(crate) trait Category: Copy + Ord + 'static {
    /// All of them, with their stable names in the list.
    const NAMES: &'static [(Self, &'static str)];
    /// The list of programs that are known to fall out, relative to the root.
    const LIST: &'static str;
    /// The command that checks it.
    const COMMAND: &'static str;

    /// A panic, a hang or a crash. Never expected, so never in the list.
    const BUG: Self;
    /// Left out on purpose: in the list, but not among the causes.
    const LEFT_OUT: Option<Self>;

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(category, _)| *category == self).map_or("", |(_, name)| name)
    }

    fn by_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(category, _)| *category)
    }

    fn is_bug(self) -> bool {
        self == Self::BUG
    }

    fn is_left_out(self) -> bool {
        Some(self) == Self::LEFT_OUT
    }
}

/// How one program falls out, and the first thing that was said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortfall<C> {
    pub(crate) category: C,
    pub(crate) message: String,
    /// What other programs with the same cause have in common.
    pub(crate) cause: String,
    /// Where in the preprocessed or printed text, if somewhere.
    pub(crate) place: String,
}

impl<C: Category> Shortfall<C> {
    pub(crate) fn new(category: C, message: impl Into<String>) -> Shortfall<C> {
        let message = message.into();
        // The line of a panic is its cause.
        let cause = if category.is_bug() { message.clone() } else { normalised(&message) };
        Shortfall { category, message, cause, place: String::new() }
    }

    pub(crate) fn at(self, place: impl Into<String>) -> Shortfall<C> {
        Shortfall { place: place.into(), ..self }
    }

    pub(crate) fn because(self, cause: impl Into<String>) -> Shortfall<C> {
        Shortfall { cause: cause.into(), ..self }
    }
}

/// The same message whatever names and numbers stand in it: what is in quotes and digits go.
fn normalised(message: &str) -> String {
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

/// Shortfalls with the same cause, as far as is known.
pub(crate) struct Groups<'a, C> {
    groups: Vec<Group<'a, C>>,
}

struct Group<'a, C> {
    category: C,
    cause: &'a str,
    members: Vec<(&'a Subject, &'a Shortfall<C>)>,
}

impl<'a, C: Category> Groups<'a, C> {
    pub(crate) fn new(all: impl Iterator<Item = (&'a Subject, &'a Shortfall<C>)>) -> Groups<'a, C> {
        let mut by_cause: BTreeMap<(C, &str), Vec<_>> = BTreeMap::new();
        for (subject, shortfall) in all.filter(|(_, one)| !one.category.is_left_out()) {
            let key = (shortfall.category, shortfall.cause.as_str());
            by_cause.entry(key).or_default().push((subject, shortfall));
        }
        let groups = by_cause.into_iter();
        let groups = groups.map(|((category, cause), members)| Group { category, cause, members });
        let mut groups: Vec<_> = groups.collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
        Groups { groups }
    }

    /// The most frequent causes with examples; `all` shows every cause and more of each.
    pub(crate) fn show(&self, all: bool) -> String {
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

impl<C: Category> Group<'_, C> {
    fn show(&self, n_examples: usize) -> String {
        let head = format!("{:>6}  {}: {}\n", self.members.len(), self.category.name(), self.cause);
        let examples = self.members.iter().take(n_examples).map(|(subject, shortfall)| {
            let place = if shortfall.place.is_empty() { String::new() } else { format!("  ({})", shortfall.place) };
            let message = if shortfall.message == self.cause { "" } else { &shortfall.message };
            format!("{:8}{}{place}  {message}\n", "", subject.path)
        });
        head + &examples.collect::<String>()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every category has a name, and no two have the same.
    pub(crate) fn check_names<C: Category + std::fmt::Debug>() {
        for (category, name) in C::NAMES {
            assert_eq!((C::by_name(name), category.name()), (Some(*category), *name));
        }
    }

    #[test]
    fn messages_with_the_same_cause_are_one() {
        let expected = "expected `_` after `_` in line N";
        assert_eq!(normalised("expected `;` after `x1` in line 12"), expected);
        assert_eq!(normalised("expected `)` after `yy` in line 3"), expected);
        assert_eq!(normalised("can't do 'x'"), "can't do '_'");
        assert_eq!(normalised("bad \u{2018}x\u{2019} here"), "bad \u{2018}_\u{2019} here");
    }
}
