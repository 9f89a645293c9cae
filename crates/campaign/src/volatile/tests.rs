//! What is told of accesses that are not those of the list.

use std::time::Duration;

use kiln_meaning::volatile::Object;
use kiln_toolchain::build::Execution;
use kiln_toolchain::runner::End;

use super::*;

/// `a` and `b` of four bytes each, and `c`, an array.
fn trace(groups: &[&str]) -> Trace {
    let object = |name: &str, size, is_scalar| Object { name: name.to_owned(), size, is_scalar };
    let objects = vec![object("a", 4, true), object("b", 4, true), object("c", 8, false)];
    Trace { objects, groups: groups.iter().map(|group| accesses(group)).collect() }
}

/// `Ra` reads all of `a`, `Wc` writes half of `c`, small letters access one byte.
fn accesses(text: &str) -> Vec<Access> {
    let access = |word: &str| {
        let (verb, name) = word.split_at(1);
        let object = "abc".find(name).expect("an object");
        Access { object, offset: 0, size: if verb < "a" { 4 } else { 1 }, write: verb.eq_ignore_ascii_case("w") }
    };
    text.split_whitespace().map(access).collect()
}

fn traced(observed: &str, presence: [Presence; 3]) -> Traced {
    let execution = Execution { end: End::Status(0), output: Vec::new(), errors: String::new(), cpu: Duration::ZERO };
    let accesses = accesses(observed).into_iter().map(|it| {
        let Access { object, offset, size, write } = it;
        kiln_toolchain::trace::Access { object, offset, size, write }
    });
    Traced { execution, presence: presence.to_vec(), accesses: accesses.collect() }
}

const HERE: [Presence; 3] = [Presence::At(0), Presence::At(8), Presence::At(16)];

fn difference(groups: &[&str], observed: &str, presence: [Presence; 3], names_statics: bool) -> Option<Difference> {
    let how = Traceable { flags: Vec::new(), names_statics };
    Compared::new(&trace(groups), &traced(observed, presence), &how).difference()
}

#[test]
fn order_counts_between_groups_and_not_inside() {
    let groups = ["Ra", "Ra Rb Wc", "Wb"];
    for right in ["Ra Ra Rb Wc Wb", "Ra Wc Rb Ra Wb"] {
        assert_eq!(difference(&groups, right, HERE, true), None, "{right}");
    }
    let wrong = [
        ("Ra Ra Rb Wb Wc", "another order"),
        ("Ra Rb Wc Wb", "a read is missing"),
        ("Ra Ra Rb Wb", "a write is missing"),
        ("Ra Ra Rb Wc", "a write is missing"),
        ("", "a read is missing"),
        ("Ra Ra Rb Rb Wc Wb", "a read too many"),
        ("Ra Ra Rb Wc Wb Wb", "a write too many"),
        ("Ra ra Rb Wc Wb", "an access of another size or place"),
    ];
    for (wrong, what) in wrong {
        assert_eq!(difference(&groups, wrong, HERE, true).map(|it| it.what), Some(what), "{wrong}");
    }
}

#[test]
fn the_first_difference_is_named() {
    let words = |observed| difference(&["Ra", "Rb Wc"], observed, HERE, true).map(|it| it.words);
    let expected = [
        ("Wa", "access 1: the program has to read 4 bytes of `a`, and it writes 4 bytes of `a`"),
        (
            "Ra Rb",
            "accesses 2 to 3 (in any order): the program has to write 4 bytes of `c` at offset 0, and it ends before that",
        ),
        ("Ra Rb Wc Rb", "after 3 accesses there should be no more, and it reads 4 bytes of `b`"),
    ];
    for (observed, text) in expected {
        assert_eq!(words(observed).as_deref(), Some(text));
    }
}

#[test]
fn what_cannot_be_observed_is_left_out() {
    let [a, b, c] = HERE;
    let groups = ["Ra", "Rb Wc"];
    assert_eq!(difference(&groups, "Ra Wc", [a, Presence::Unclear, c], true), None);
    // A structure or array may have been taken apart, a scalar not.
    assert_eq!(difference(&groups, "Ra Rb", [a, b, Presence::Missing], true), None);
    assert_eq!(
        difference(&groups, "Ra Wc", [a, Presence::Missing, c], true).map(|it| it.what),
        Some("a read is missing")
    );
    assert_eq!(difference(&groups, "Ra Wc", [a, Presence::Missing, c], false), None);
}
