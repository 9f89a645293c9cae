//! Who makes programs that are compared: `kiln generate whole` with some options, and Csmith as it comes.
//!
//! A program is measured as compilers get it, as text. What a generator thought up is told apart from what every program of it
//! has: `main`, the functions that sum up what was computed, and headers.

use std::path::Path;
use std::time::Duration;

use kiln_case::{Choices, Source as _};
use kiln_generate::whole::{self, Options, WholeSource};
use kiln_lang::tree::{Body, FunctionId, Node, Program, Sight, StmtKind};
use kiln_lang::{Options as Reading, parse};
use kiln_meaning::profile::{Request, profile};
use kiln_meaning::{Outcome, Settings};
use kiln_toolchain::compiler;
use kiln_toolchain::preprocess::{self, Input};

use crate::bench::clock;
use crate::csmith::{csmith, include_directory};
use crate::task_error::{TaskError, output_of};

/// Who makes programs.
#[derive(Debug, Clone)]
pub(crate) enum Producer {
    Whole(Box<Options>),
    Csmith,
}

/// A program that was made.
pub(crate) struct Made {
    pub(crate) text: Vec<u8>,
    /// CPU time of making it. For kiln, everything that belongs to it: mending, the run that confirms, what it has to print.
    pub(crate) cpu: Duration,
    /// What it has to print, if the generator knows.
    pub(crate) expected: Option<Vec<u8>>,
}

/// Whether a function sums up what a program of kiln has computed, by its name. Csmith's are in its headers.
fn sums_up(name: &str) -> bool {
    name == "main" || name.starts_with("mix")
}

/// The name of a program's file.
pub(crate) const FILE: &str = "case.c";

impl Producer {
    /// kiln as it comes.
    pub(crate) fn whole() -> Producer {
        Producer::Whole(Box::default())
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Producer::Whole(_) => "kiln",
            Producer::Csmith => "Csmith",
        }
    }

    /// The program of a number from 0; nothing if the generator fails. `directory` is for what Csmith leaves behind.
    pub(crate) fn make(&self, number: u64, directory: &Path) -> Result<Option<Made>, TaskError> {
        match self {
            Producer::Whole(options) => {
                let source = WholeSource::new((**options).clone(), Vec::new());
                let source = source.map_err(|error| TaskError::CheckFailed(error.to_string()))?;
                let (cpu, case) = clock::timed(|| source.make(&Choices::new(number)));
                Ok(case.ok().flatten().and_then(|case| {
                    let expected = case.expected.map(|expected| expected.ended.output);
                    Some(Made { text: case.units.into_iter().next()?.text, cpu, expected })
                }))
            }
            Producer::Csmith => {
                let seed = (number + 1).to_string();
                let (cpu, text) = clock::of_children(|| output_of(csmith(directory).args(["-s", &seed])))?;
                Ok(Some(Made { text, cpu, expected: None }))
            }
        }
    }

    /// What compilers need to know to compile a program.
    pub(crate) fn flags(&self) -> Result<Vec<String>, TaskError> {
        Ok(match self {
            Producer::Whole(_) => Vec::new(),
            Producer::Csmith => vec![format!("-I{}", include_directory()?.display())],
        })
    }

    /// A program read from its text, which stands in a file of this name.
    pub(crate) fn read(&self, file: &Path, text: &[u8]) -> Result<Program, TaskError> {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let text = match self {
            Producer::Whole(_) => text.to_vec(),
            Producer::Csmith => {
                let compiler = compiler::preferred(&std::env::var_os("PATH").unwrap_or_default())?;
                preprocess::preprocess(&compiler, &self.flags()?, &Input::File(file))?.text
            }
        };
        let parsed = parse(&name, text, &Reading::default());
        if parsed.accepted() {
            Ok(parsed.program)
        } else {
            Err(TaskError::CheckFailed(format!("a program of {} is not accepted", self.name())))
        }
    }
}

/// The functions of the first unit that the generator thought up.
pub(crate) fn thought_up(program: &Program) -> Vec<FunctionId> {
    let Some(unit) = program.units.first() else { return Vec::new() };
    let sight = Sight::of_file(&program.tables, unit);
    let is_thought_up = |&id: &FunctionId| {
        let Some(function) = unit.function(id).function() else { return false };
        let decl = sight.decl(function.decl);
        let name = decl.name.map_or("", |name| sight.name(name));
        let is_in_header = unit.source.as_ref().is_some_and(|source| is_header(source.place(decl.span.start).file));
        !is_in_header && !sums_up(name)
    };
    unit.function_ids().filter(is_thought_up).collect()
}

/// Whether a file is a header.
pub(crate) fn is_header(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "h")
}

/// Whether a function is one that the generator thought up, by its name alone.
pub(crate) fn is_thought_up(name: &str) -> bool {
    !sums_up(name)
}

/// Whether a statement does something by itself: no block, no declaration, no label.
fn does_something(body: &Body, stmt: kiln_lang::tree::StmtId) -> bool {
    !matches!(
        body.stmt(stmt),
        StmtKind::Compound { .. }
            | StmtKind::Decl { .. }
            | StmtKind::Empty {}
            | StmtKind::Label { .. }
            | StmtKind::Case { .. }
            | StmtKind::Default { .. }
    )
}

/// Far beyond what Csmith's programs take that end at all.
const MAX_STEPS: u64 = 20_000_000;

/// How many statements of thought-up functions a program executes, by the interpreter's count; nothing if it does not end or is
/// not defined.
pub(crate) fn executed_statements(program: &Program) -> Option<u64> {
    let request = Request { counts: true, ..Request::default() };
    let mut settings = Settings::default();
    settings.limits.steps = MAX_STEPS;
    let (verdict, profile) = profile(program, &settings, &request);
    if !matches!(verdict.outcome, Outcome::Ended(_)) {
        return None;
    }
    let unit = program.units.first()?;
    let count = |id: FunctionId| -> u64 {
        let body = unit.function(id);
        let statements = body.nodes().filter_map(Node::stmt).filter(|&stmt| does_something(body, stmt));
        statements.filter_map(|stmt| profile.counts.statement(0, id, stmt)).sum()
    };
    Some(thought_up(program).into_iter().map(count).sum())
}

/// How many tokens a text has; lines for the preprocessor have none.
pub(crate) fn n_tokens(text: &[u8]) -> u64 {
    let lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.trim_ascii_start().starts_with(b"#"));
    let text: Vec<u8> = lines.flatten().copied().collect();
    whole::n_tokens(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sums_up_is_not_thought_up() {
        let all = Options { tokens: 1000, swarm: false, ..Options::default() };
        let producer = Producer::Whole(Box::new(all));
        let made = producer.make(1, Path::new(".")).unwrap().unwrap();
        let program = producer.read(Path::new(FILE), &made.text).unwrap();
        let unit = &program.units[0];
        let sight = Sight::of_file(&program.tables, unit);
        let name = |id: FunctionId| sight.name(sight.decl(unit.function(id).function().unwrap().decl).name.unwrap());
        let (ours, others): (Vec<&str>, Vec<&str>) =
            unit.function_ids().map(name).partition(|name| is_thought_up(name));
        assert_eq!(ours, thought_up(&program).into_iter().map(name).collect::<Vec<_>>());
        // Functions that are thought up are called by number: a new one that sums up is seen here.
        assert!(
            ours.iter().all(|name| name.trim_start_matches(char::is_alphabetic).parse::<u32>().is_ok()),
            "{ours:?}"
        );
        assert!(["main", "mix", "mixf"].iter().all(|name| others.contains(name)), "{others:?}");
        assert!(executed_statements(&program).is_some_and(|n| n > 50));
    }

    #[test]
    fn functions_of_headers_are_not_thought_up() {
        let text = b"# 1 \"a.h\"\nint f(void) { return 1; }\n# 1 \"a.c\"\nint g(void) { f(); return 2; }\nint main(void) { return g() - 2; }\n";
        let program = Producer::whole().read(Path::new("a.i"), text).unwrap();
        assert_eq!((thought_up(&program).len(), executed_statements(&program)), (1, Some(2)));
    }

    #[test]
    fn comments_and_directives_are_no_tokens() {
        assert_eq!(n_tokens(b"#include \"csmith.h\"\n/* a */ int x = 1; // b\n"), 5);
    }
}
