//! A case: one function and what it needs, as lines of C, and programs that are made of cases.
//!
//! In the text of a case `@` stands for its number, which is part of every name at file scope and of every line that it
//! prints. So a case can be put into any program, and what a program prints can be told apart.

use std::fmt::Write as _;
use std::ops::Range;

/// What every program starts with: types, and the functions that print.
const PRELUDE: &str = include_str!("prelude.c");

/// One function, called once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Case {
    /// Types, objects and functions at file scope, one per line.
    pub(super) globals: Vec<String>,
    /// Parameters, each with its argument.
    pub(super) params: Vec<(String, String)>,
    /// Declarations at the start of the function.
    pub(super) locals: Vec<String>,
    /// Statements, each of which can be left out.
    pub(super) body: Vec<String>,
}

/// A program of numbered cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The text. It runs all cases, or the one whose number is its argument.
    pub text: String,
    /// The lines of each case, counted from 1.
    pub lines: Vec<(u32, Range<u32>)>,
}

impl Case {
    /// The text at file scope.
    fn render(&self, number: u32) -> String {
        let params: Vec<&str> = self.params.iter().map(|(param, _)| param.as_str()).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let mut text = String::new();
        for line in &self.globals {
            write_line(&mut text, line);
        }
        write_line(&mut text, &format!("static __attribute__((noinline)) void case@({params}) {{"));
        for line in self.locals.iter().chain(&self.body) {
            write_line(&mut text, line);
        }
        write_line(&mut text, "}");
        text.replace('@', &number.to_string())
    }

    fn call(&self, number: u32) -> String {
        let args: Vec<&str> = self.params.iter().map(|(_, arg)| arg.as_str()).collect();
        format!("    if (only < 0 || only == {number}) case{number}({});", args.join(", "))
    }

    /// The statement that stands on this line of the case, counted from 0.
    pub(super) fn statement_at(&self, line: u32) -> Option<usize> {
        let before = self.globals.len() + 1 + self.locals.len();
        (line as usize).checked_sub(before).filter(|&index| index < self.body.len())
    }
}

impl Program {
    /// A program of these cases.
    pub fn new<'a>(cases: impl IntoIterator<Item = (u32, &'a Case)>) -> Program {
        let mut text = PRELUDE.to_owned();
        let mut calls = String::new();
        let mut lines = Vec::new();
        let mut next_line = 1 + PRELUDE.lines().count() as u32;
        for (number, case) in cases {
            let rendered = case.render(number);
            let n_lines = rendered.lines().count() as u32;
            lines.push((number, next_line..next_line + n_lines));
            next_line += n_lines;
            text += &rendered;
            write_line(&mut calls, &case.call(number));
        }
        write_line(&mut text, "int main(int argc, char **argv) {");
        write_line(&mut text, "    int only = argc > 1 ? atoi(argv[1]) : -1;");
        text += &calls;
        write_line(&mut text, "}");
        Program { text, lines }
    }
}

fn write_line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes text");
}
