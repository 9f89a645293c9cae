//! What messages of one cause have in common.
//!
//! A compiler that crashes says where. The words are kept, everything that depends on the program is taken out: places,
//! names, numbers, addresses.

/// Words that stand in the line which says what happened, the most telling first.
const TELLING: &[&str] = &[
    "internal compiler error",
    "Assertion `",
    "UNREACHABLE executed",
    "LLVM ERROR",
    "internal error",
    "compiler error",
    "Segmentation fault",
    "signal terminated",
    "error:",
    "Error:",
];

/// The line that says what happened, without what belongs to the program.
pub fn of_messages(messages: &str) -> String {
    let telling = TELLING.iter().find_map(|word| messages.lines().find(|line| line.contains(word)));
    let line = telling.or_else(|| messages.lines().next()).unwrap_or("no message");
    normalised(line)
}

fn normalised(line: &str) -> String {
    let words = line.split(' ').filter(|word| !is_place(word)).map(|word| {
        // Only the last part of a path is the same on every machine.
        let word = if word.starts_with('/') { word.rsplit('/').next().unwrap_or(word) } else { word };
        without_numbers(word)
    });
    without_quotes(&words.collect::<Vec<String>>().join(" "))
}

/// `case.c:12:3:` or `case.c:`.
fn is_place(word: &str) -> bool {
    let mut parts = word.trim_end_matches(':').split(':');
    let file = std::path::Path::new(parts.next().unwrap_or_default());
    word.ends_with(':')
        && file.extension().is_some_and(|extension| extension == "c")
        && parts.all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn without_numbers(word: &str) -> String {
    let mut text = String::new();
    for character in word.chars() {
        let character = if character.is_ascii_digit() { '#' } else { character };
        if !(character == '#' && text.ends_with('#')) {
            text.push(character);
        }
    }
    text
}

/// What stands in quotes is a name of the program.
fn without_quotes(line: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    for character in line.chars() {
        if character == '\'' {
            quoted = !quoted;
            text.push('\'');
        } else if !quoted {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_does_not_matter() {
        let a = "case.c: In function 'main':\ncase.c:12:3: internal compiler error: in expand_expr_real, at expr.cc:11372\n";
        let b =
            "case.c: In function 'f':\ncase.c:7:31: internal compiler error: in expand_expr_real, at expr.cc:11380\n";
        assert_eq!(of_messages(a), of_messages(b));
        assert_eq!(of_messages(a), "internal compiler error: in expand_expr_real, at expr.cc:#");
    }

    #[test]
    fn different_causes_differ() {
        let a = "case.c:1:1: error: 'x1' undeclared";
        let b = "case.c:1:1: error: expected ';' before 'x1'";
        assert_ne!(of_messages(a), of_messages(b));
        assert_eq!(of_messages(""), "no message");
    }
}
