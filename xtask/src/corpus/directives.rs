//! The directives in a test's comments, such as `{ dg-do run { target x86_64-*-* } }`.
//!
//! GCC's tests say in comments how `DejaGnu` is to run them. What matters here is read by patterns,
//! on bytes, because some tests are deliberately not text: which options the compiler gets, what
//! the machine must offer, and whether the program is meant to run, to compile or to be rejected.
//! A full evaluation of the target expressions would need `DejaGnu`; [`holds`] knows the machines
//! by name and takes every other word as true.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::bytes::{Captures, Regex};

use super::manifest::{Role, Row};

/// A pattern over bytes; classes such as `\s` and `\w` are ASCII.
macro_rules! pattern {
    ($name:ident, $($text:literal),+ $(,)?) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!("(?-u)", $($text),+)).expect("a pattern of this file is a valid pattern")
        });
    };
}

pattern!(OPTIONS, r#"\{\s*dg-(options|additional-options)\s+(?:"([^"]*)"|\{([^}]*)\})([^\n]*)"#);
pattern!(EFFECTIVE_TARGET, r#"\{\s*dg-require-effective-target\s+"?\{?\s*([A-Za-z0-9_+-]+)"#);
pattern!(REQUIRE, r"\{\s*dg-require-([a-z-]+)\s");
pattern!(DO, r"\{\s*(?:dg-do|dg-lto-do)\s+([a-z]+)([^\n]*)");
pattern!(LTO_DO, r"\{\s*dg-lto-do");
pattern!(SKIPPED_HERE, r#"\{\s*dg-skip-if\s+"[^"]*"\s+\{\s*(?:\*-\*-\*|x86_64-\*-\*)\s*\}\s*[\}\n]"#);
pattern!(MAIN, r"(?m:^)[^\n#/]*\bmain\s*\(");
pattern!(ADDITIONAL_SOURCES, r#"\{\s*dg-additional-sources\s+"?([^"\n}]+)"#);
pattern!(REJECTED, r"\{\s*dg-error\b|\{\s*dg-excess-errors");
pattern!(TARGET, r"\{\s*target\b([^\n]*)");
pattern!(
    OTHER_MACHINE,
    r"(?:ilp32|ia32|llp64|x32|be|big_endian|int16|avr\w*|arm_?\w*|aarch64\w*|powerpc\w*",
    r"|ppc\w*|mips\w*|riscv\w*|s390\w*|sparc\w*)\b",
);
pattern!(ALSO_THIS_MACHINE, r"!|\|\||\blp64\b|x86_64");
pattern!(TRIPLE, r"[A-Za-z0-9_?*\[\]]+-\*-[A-Za-z0-9_*]+");
pattern!(THIS_TRIPLE, r"^(?:x86_64|i\?86|i\[[^\]]*\]86|\*)\*?-\*-(?:\*|linux)");

/// What a program says of itself, and the paths of further sources it names.
pub(super) fn read(path: String, text: &[u8]) -> (Row, Vec<String>) {
    let (role, further_sources) = role(&path, text);
    let row = Row { role, options: options(text), traits: traits(text), path };
    (row, further_sources)
}

fn role(path: &str, text: &[u8]) -> (Role, Vec<String>) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if let Some(sources) = ADDITIONAL_SOURCES.captures(text) {
        let sources = words(&sources[1]).map(|name| format!("{folder}/{name}")).collect();
        return (Role::Part, sources);
    }
    let is_below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let action = DO.captures(text).map(|found| found[1].to_vec());
    let has_main = || MAIN.is_match(text);
    let role = if is_below(&["gcc.dg/lto/", "gcc.dg/compat/"])
        || path.contains("/execute/builtins/")
        || LTO_DO.is_match(text)
    {
        Role::Part
    } else if REJECTED.is_match(text) || path.contains("/noncompile/") {
        Role::Error
    } else {
        // Some folders run what does not say what to do with it.
        let runs = match action.as_deref() {
            Some(action) => action == b"run",
            None => is_below(&["gcc.c-torture/execute/", "gcc.dg/vect", "gcc.dg/graphite/run-", "gcc.dg/tree-prof"]),
        };
        if runs && has_main() { Role::Run } else { Role::Compile }
    };
    (role, Vec::new())
}

/// The options that change what the program means or whether it is accepted.
fn options(text: &[u8]) -> Vec<String> {
    let mut options = Vec::new();
    for found in OPTIONS.captures_iter(text) {
        if !holds(&found[4]) {
            continue;
        }
        if &found[1] == b"options" {
            options.clear();
        }
        let list = found.get(2).or_else(|| found.get(3)).map_or(&b""[..], |list| list.as_bytes());
        options.extend(words(list).filter(|word| matters(word)));
    }
    options
}

/// Options about what the program is. The rest asks for optimisations, dumps and reports.
fn matters(option: &str) -> bool {
    const MATTER: &[&str] = &["std=", "ansi", "f", "D", "U", "m", "x", "trigraphs", "I"];
    const REPORTS: &[&str] = &[
        "fdump",
        "fdiagnostics",
        "fopt-info",
        "fcompare",
        "fchecking",
        "freport",
        "fverbose",
        "flto",
        "fprofile",
        "fplugin",
        "ftree-",
        "fno-tree-",
        "fipa",
        "fno-ipa",
        "fparam",
        "fself",
    ];
    option.strip_prefix('-').is_some_and(|name| {
        let starts_with = |prefix: &&str| name.starts_with(prefix);
        MATTER.iter().any(starts_with) && !REPORTS.iter().any(starts_with)
    })
}

fn traits(text: &[u8]) -> Vec<String> {
    let name = |found: Captures<'_>| String::from_utf8_lossy(&found[1]).into_owned();
    let effective_targets = EFFECTIVE_TARGET.captures_iter(text).map(name);
    let needs = REQUIRE.captures_iter(text).map(name);
    let needs = needs.filter(|name| !name.starts_with("effective-target"));
    let needs = needs.map(|name| format!("needs-{name}"));
    let elsewhere = DO.captures(text).is_some_and(|found| !holds(&found[2]));
    let elsewhere = elsewhere || SKIPPED_HERE.is_match(text);
    let elsewhere = elsewhere.then(|| "target".to_owned());
    let all: BTreeSet<String> = effective_targets.chain(needs).chain(elsewhere).collect();
    all.into_iter().collect()
}

/// Does a target selector such as `{ target { i?86-*-* x86_64-*-* } }` hold on x86-64 Linux?
fn holds(text: &[u8]) -> bool {
    let Some(found) = TARGET.captures(text) else {
        return true;
    };
    let selector = &found[1];
    if names_other_machine(selector) && !ALSO_THIS_MACHINE.is_match(selector) {
        return false;
    }
    let triples: Vec<_> = TRIPLE.find_iter(selector).collect();
    let n_here = triples.iter().filter(|triple| THIS_TRIPLE.is_match(triple.as_bytes())).count();
    match (triples.len(), selector.contains(&b'!')) {
        (0, _) => true,
        (n_triples, true) => n_here == 0 || n_here < n_triples,
        (_, false) => n_here > 0,
    }
}

/// A word that names another machine, as a whole word and not as the start of a triple.
///
/// By hand, because the patterns used here know no context: `!arm`, `_arm` and `arm-*-*` do not
/// count.
fn names_other_machine(selector: &[u8]) -> bool {
    let mut from = 0;
    while let Some(found) = OTHER_MACHINE.find_at(selector, from) {
        let before = found.start().checked_sub(1).map(|place| selector[place]);
        let in_a_word = before.is_some_and(|byte| matches!(byte, b'!' | b'_') || byte.is_ascii_lowercase());
        if !in_a_word && selector.get(found.end()) != Some(&b'-') {
            return true;
        }
        from = found.start() + 1;
    }
    false
}

fn words(text: &[u8]) -> impl Iterator<Item = String> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\x0b';
    let words = text.split(is_space).filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(path: &str, text: &str) -> Row {
        read(path.to_owned(), text.as_bytes()).0
    }

    #[test]
    fn options_of_other_machines_and_reports_are_left_out() {
        let text = r#"
/* { dg-options "-O2 -std=c99 -fdump-tree-optimized -fwrapv" } */
/* { dg-additional-options "-mavx" { target { i?86-*-* x86_64-*-* } } } */
/* { dg-additional-options "-mvsx" { target powerpc*-*-* } } */
/* { dg-additional-options "-DBIG" { target be } } */
"#;
        assert_eq!(row("gcc.dg/a.c", text).options, ["-std=c99", "-fwrapv", "-mavx"]);
    }

    #[test]
    fn later_options_replace_earlier_ones() {
        let text = "{ dg-options \"-fpic\" }\n{ dg-options \"-fpie\" }\n";
        assert_eq!(row("gcc.dg/a.c", text).options, ["-fpie"]);
    }

    #[test]
    fn roles_follow_directives_folders_and_main() {
        let main = "int main (void) { return 0; }\n";
        let run = format!("/* {{ dg-do run }} */\n{main}");
        assert_eq!(row("gcc.c-torture/execute/a.c", main).role, Role::Run);
        assert_eq!(row("gcc.dg/a.c", main).role, Role::Compile);
        assert_eq!(row("gcc.dg/a.c", &run).role, Role::Run);
        assert_eq!(row("gcc.dg/lto/a_0.c", &run).role, Role::Part);
        assert_eq!(row("gcc.dg/a.c", "int x; /* { dg-error \"no\" } */").role, Role::Error);
        assert_eq!(row("gcc.c-torture/execute/a.c", "// main (").role, Role::Compile);
    }

    #[test]
    fn further_sources_are_named_with_their_folder() {
        let text = b"/* { dg-additional-sources \"b.c c.c\" } */";
        let (row, sources) = read("gcc.dg/a.c".to_owned(), text);
        assert_eq!(row.role, Role::Part);
        assert_eq!(sources, ["gcc.dg/b.c", "gcc.dg/c.c"]);
    }

    #[test]
    fn traits_say_what_the_machine_must_offer() {
        let text = "{ dg-do compile { target arm-*-* } }\n{ dg-require-effective-target int128 }\n\
                    { dg-require-weak \"\" }\n";
        assert_eq!(row("gcc.dg/a.c", text).traits, ["int128", "needs-weak", "target"]);
    }

    #[test]
    fn selectors_know_this_machine() {
        for (selector, expected) in [
            ("", true),
            ("{ target *-*-* }", true),
            ("{ target x86_64-*-linux* }", true),
            ("{ target { ! x86_64-*-* } }", false),
            ("{ target { ilp32 } }", false),
            ("{ target { ! ilp32 } }", true),
            ("{ target { ilp32 || lp64 } }", true),
            ("{ target sparc*-*-* }", false),
            ("{ target vect_int }", true),
        ] {
            assert_eq!(holds(selector.as_bytes()), expected, "{selector}");
        }
    }
}
