//! Claims about expressions: lines of C that a compiler must accept, thousands in one run.

use kiln_lang::diagnostics::render;
use kiln_lang::{Options, Parsed, parse};

use crate::support::{Compiler, Run};

/// Claims that all stand in one function, one on each line.
pub(crate) struct Claims {
    /// The declarations that the claims use.
    pub(crate) prelude: String,
    pub(crate) lines: Vec<String>,
}

/// Reads expressions as the statements of a function; all must be accepted.
pub(crate) fn read(prelude: &str, expressions: &[String], options: &Options) -> Parsed {
    let text = format!("{prelude}void function(void) {{\n{};\n}}\n", expressions.join(";\n"));
    let parsed = parse("expressions.c", text.into_bytes(), options);
    if !parsed.accepted() {
        let problems: Vec<String> = parsed.diagnostics.iter().map(|problem| render(problem, &parsed.source)).collect();
        panic!("kiln takes all expressions:\n{}", problems.join("\n"));
    }
    parsed
}

impl Claims {
    /// Checks that those of the given compilers that are there accept every claim.
    pub(crate) fn check(&self, name: &str, flags: &[&str], compilers: &[Compiler]) {
        for compiler in compilers.iter().filter(|compiler| compiler.works(flags)) {
            let mut refused = self.refused_by(*compiler, name, flags);
            let n_refused = refused.len();
            // The shortest say most, and a few are enough to read.
            refused.sort_by_key(String::len);
            refused.truncate(20);
            assert!(n_refused == 0, "{} refuses {n_refused} claims:\n{}", compiler.command(), refused.join("\n"));
        }
    }

    fn refused_by(&self, compiler: Compiler, name: &str, flags: &[&str]) -> Vec<String> {
        let head = format!("{}void function(void) {{\n", self.prelude);
        let first_line = head.lines().count() + 1;
        let text = format!("{head}{}\n}}\n", self.lines.join("\n"));
        let run = compiler.run(name, &text, &[flags, &["-fsyntax-only"]].concat());
        let run = run.expect("a compiler that was found can be started");
        let show = |(line, message): (usize, &str)| match line.checked_sub(first_line).and_then(|n| self.lines.get(n)) {
            Some(claim) => format!("{claim}\n    {message}"),
            None => format!("line {line}: {message}"),
        };
        errors(&run).into_iter().map(show).collect()
    }
}

/// The errors of a run, by line of the text.
fn errors(run: &Run) -> Vec<(usize, &str)> {
    let error = |line: &'_ str| -> Option<(usize, usize)> {
        let (place, _) = line.split_once(" error: ")?;
        let number = place.trim_end_matches(':').rsplit(':').nth(1)?.parse().ok()?;
        Some((number, place.len() + " error: ".len()))
    };
    let errors: Vec<(usize, &str)> =
        run.messages.lines().filter_map(|line| error(line).map(|(number, at)| (number, &line[at..]))).collect();
    assert!(run.accepted || !errors.is_empty(), "errors have lines: {}", run.messages);
    errors
}
