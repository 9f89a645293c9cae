//! Mutants of cases, which are closer to the edge of what is defined than what they were made from.

use std::ops::Range;

use kiln_lang::random::Rng;

use super::case::Case;

/// What a number is replaced by, often at the end of a type.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "(-1)",
    "(-2)",
    "15",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "(-2147483647 - 1)",
    "0x80000000",
    "4294967295U",
    "4294967296L",
    "9223372036854775807L",
    "(-9223372036854775807L - 1)",
    "0xffffffffffffffffUL",
];

/// Operators that stand for each other, with blanks around them: those of the cases have them.
const OPERATORS: &[&[&str]] = &[
    &[" + ", " - ", " * ", " / "],
    &[" % ", " << ", " >> ", " & ", " | ", " ^ ", " + ", " * "],
    &[" < ", " <= ", " > ", " >= ", " == ", " != "],
    &[" += ", " -= ", " *= ", " ^= ", " /= ", " = "],
    &["++", "--"],
    &[" && ", " || "],
    &["malloc", "free"],
    &["memcpy", "memmove"],
];

/// The case with a few changes. It may be undefined, or not even C.
pub(super) fn mutate(case: &Case, rng: &mut Rng) -> Case {
    let mut mutant = case.clone();
    for _ in 0..=rng.below(5) {
        match rng.below(6) {
            0 => move_statement(&mut mutant.body, rng),
            1..=3 => change_line(&mut mutant.body, rng),
            4 => change_line(&mut mutant.locals, rng),
            _ => change_outside(&mut mutant, rng),
        }
    }
    mutant
}

/// Leaves out a statement, repeats it, or moves it.
fn move_statement(body: &mut Vec<String>, rng: &mut Rng) {
    if body.is_empty() {
        return;
    }
    let (from, to) = (rng.index(body.len()), rng.index(body.len()));
    match rng.below(3) {
        0 => drop(body.remove(from)),
        1 => body.insert(to, body[from].clone()),
        _ => body.swap(from, to),
    }
}

fn change_line(lines: &mut [String], rng: &mut Rng) {
    if !lines.is_empty() {
        let index = rng.index(lines.len());
        change(&mut lines[index], 0, rng);
    }
}

/// An argument, or what an object at file scope is initialised with. Not its type: GCC and Clang differ about wide bit-fields.
fn change_outside(case: &mut Case, rng: &mut Rng) {
    if !case.params.is_empty() {
        let index = rng.index(case.params.len());
        return change(&mut case.params[index].1, 0, rng);
    }
    let initialized = case.globals.iter_mut().filter_map(|line| Some((line.find(" = ")? + 3, line)));
    let mut initialized: Vec<(usize, &mut String)> = initialized.collect();
    if !initialized.is_empty() {
        let (from, line) = initialized.swap_remove(rng.index(initialized.len()));
        change(line, from, rng);
    }
}

/// Replaces one token. What only prints stays.
fn change(line: &mut String, from: usize, rng: &mut Rng) {
    let end = line.find("; whole(").or(line.find("; real(")).unwrap_or(line.len());
    let mut changes: Vec<(Range<usize>, &[&str])> = numbers(&line[..end]).map(|range| (range, NUMBERS)).collect();
    for group in OPERATORS {
        // A declaration has its sign of equality for another reason.
        for operator in group.iter().filter(|operator| **operator != " = ") {
            let found = line[..end].match_indices(operator);
            changes.extend(found.map(|(start, _)| (start..start + operator.len(), *group)));
        }
    }
    changes.retain(|(range, _)| range.start >= from);
    if !changes.is_empty() {
        let (range, choices) = changes.swap_remove(rng.index(changes.len()));
        let new = *rng.pick(choices);
        line.replace_range(range, new);
    }
}

/// Where numbers stand. A digit in a name is none, nor one behind a backslash.
fn numbers(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '@' | '\\');
    let mut start = 0;
    line.split_inclusive(move |c| !is_word(c)).filter_map(move |piece| {
        let word = piece.trim_end_matches(|c| !is_word(c));
        let range = start..start + word.len();
        start += piece.len();
        word.starts_with(|c: char| c.is_ascii_digit()).then_some(range)
    })
}
