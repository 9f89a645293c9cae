//! `docs/reduce.md` lists the passes that there are, in their order, and no other.

use std::path::Path;

use kiln_reduce::choices;
use kiln_reduce::passes::{PROGRAM, Pass, TEXT};

/// The rows of the table behind a sentence.
fn rows(behind: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reduce.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let at = page.find(behind).unwrap_or_else(|| panic!("no sentence `{behind}`"));
    let lines = page[at..].lines().skip_while(|line| !line.starts_with("|---"));
    lines.skip(1).take_while(|line| line.starts_with('|')).map(str::to_owned).collect()
}

fn row(name: &str, about: &str) -> String {
    format!("| {name} | {about} |")
}

fn told(passes: &[Pass]) -> Vec<String> {
    passes.iter().map(|pass| row(pass.name, pass.about)).collect()
}

#[test]
fn the_tables_are_those_of_the_catalogue() {
    let first = row(choices::NAME, choices::ABOUT);
    assert_eq!(rows("The passes are tried in this order"), [vec![first], told(PROGRAM)].concat());
    assert_eq!(rows("Texts that are not C:"), told(TEXT));
}
