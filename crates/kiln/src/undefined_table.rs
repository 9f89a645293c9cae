//! The kinds of undefined behaviour as a list, and one of them at length.

use std::fmt::Write as _;

use kiln_meaning::Kind;
use kiln_meaning::undefined::{Row, TABLE};
use serde::Serialize;

use crate::answer::clause_text;
use crate::cli::Format;
use crate::exit_code::Failure;
use crate::messages::JSON_VERSION;

/// The width of explanations.
const WIDTH: usize = 100;

#[derive(Serialize)]
struct JsonRow {
    version: u32,
    kind: &'static str,
    clause: &'static str,
    meaning: &'static str,
    note: &'static str,
    example: &'static str,
}

/// All kinds, a line each.
pub(crate) fn list(format: Format) -> String {
    match format {
        Format::Json => TABLE.iter().map(json).collect(),
        Format::Human => {
            let names = TABLE.iter().map(|row| row.name.len()).max().unwrap_or(0);
            let clauses = TABLE.iter().map(|row| clause_text(row.clause).len()).max().unwrap_or(0);
            let line = |row: &Row| {
                let clause = clause_text(row.clause);
                format!("{:names$}  {clause:clauses$}  {}\n", row.name, row.meaning)
            };
            TABLE.iter().map(line).collect()
        }
    }
}

/// One kind at length.
pub(crate) fn explain(name: &str, format: Format) -> Result<String, Failure> {
    let Some(kind) = Kind::by_name(name) else {
        return Err(Failure::Usage(unknown(name)));
    };
    let row = kind.row();
    Ok(match format {
        Format::Json => json(row),
        Format::Human => {
            let mut text = format!("{} ({})\n\n", row.name, clause_text(row.clause));
            let _always_fits = write!(text, "{}\n{}\nExample:\n\n", wrapped(row.meaning), wrapped(row.note));
            text.extend(row.example.lines().map(|line| format!("    {line}\n")));
            text
        }
    })
}

fn json(row: &Row) -> String {
    let &Row { kind: _, name, clause, meaning, note, example } = row;
    let object = JsonRow { version: JSON_VERSION, kind: name, clause, meaning, note, example };
    serde_json::to_string(&object).expect("strings can be written as JSON") + "\n"
}

fn unknown(name: &str) -> String {
    let near: Vec<String> =
        TABLE.iter().filter(|row| is_near(row.name, name)).map(|row| format!("`{}`", row.name)).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
    format!("there is no kind `{name}` of undefined behaviour{hint} (`kiln check --list-undefined` shows all)")
}

/// Whether a name may have been meant: it shares a word, or some letters are wrong.
fn is_near(name: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase().replace([' ', '_'], "-");
    let shares_word = typed.split('-').any(|word| word.len() > 2 && name.split('-').any(|part| part == word));
    shares_word || distance(name, &typed) <= name.len() / 4
}

/// How many letters must be changed, put in or taken out (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + word.len() > WIDTH {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += word.len();
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        assert!(is_near("signed-overflow", "signed-overlow"));
        assert!(is_near("signed-overflow", "Signed Overflow"));
        assert!(is_near("signed-overflow", "overflow"));
        assert!(is_near("double-free", "free"));
        assert!(!is_near("signed-overflow", "aliasing"));
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn every_kind_is_explained() {
        for row in TABLE {
            let text = explain(row.name, Format::Human).unwrap();
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 4), "{text}");
        }
        assert!(explain("", Format::Human).is_err());
    }
}
