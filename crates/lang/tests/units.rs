//! A unit among others is the unit it is alone: reading several files into the same tables changes nothing but numbers.

use std::fs;
use std::path::Path;

use kiln_lang::{Options, parse, parse_units, print};

/// The small programs that are read with default options.
fn texts() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accepted");
    let entries = fs::read_dir(&folder).expect("the folder is there").flatten();
    let mut texts: Vec<(String, Vec<u8>)> = entries
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "c"))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a text")))
        .filter(|(name, text)| parse(name, text.as_slice(), &Options::default()).accepted())
        .collect();
    texts.sort();
    texts
}

#[test]
fn units_are_printed_as_they_are_alone() {
    let texts = texts();
    assert!(texts.len() > 30, "only {} programs were read", texts.len());
    let inputs = texts.iter().map(|(name, text)| (name.as_str(), text.as_slice()));
    let together = parse_units(inputs, &Options::default());
    assert!(together.accepted());
    for ((name, text), unit) in texts.iter().zip(&together.program.units) {
        let alone = parse(name, text.as_slice(), &Options::default());
        assert_eq!(print::canonical_unit(&together.program.tables, unit), print::canonical(&alone.program), "{name}");
    }
}

#[test]
fn what_is_found_in_a_unit_does_not_depend_on_the_others() {
    let texts = texts();
    let inputs = || texts.iter().map(|(name, text)| (name.as_str(), text.as_slice()));
    let forward = parse_units(inputs(), &Options::default());
    let backward = parse_units(inputs().rev(), &Options::default());
    assert!(forward.diagnostics.iter().eq(backward.diagnostics.iter().rev()));
}

#[test]
fn no_file_is_a_program_of_no_unit() {
    let empty: [(&str, Vec<u8>); 0] = [];
    let parsed = parse_units(empty, &Options::default());
    assert!(parsed.accepted() && parsed.program.units.is_empty());
}
