//! `kiln print`: parse, type check, print back.

use std::path::PathBuf;

use kiln_lang::{edit, print};

use crate::exit_code::{Failure, Status};
use crate::input::{self, InputArgs, SourceFile, TargetArgs};
use crate::messages::Messages;
use crate::output;

/// Read C files, check their types, and print them back
///
/// The text outside of what kiln changes stays as it is. Errors are shown with file, line and
/// column, several per file; if there is one in any file, nothing is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PrintArgs {
    /// C files; `-` is standard input, a file named `*.i` is taken as preprocessed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    input: InputArgs,
    /// Print anew from the typed program alone: the same layout whatever the input looked like
    #[arg(long)]
    canonical: bool,
    /// Leave out every declaration the program does not use, so that text preprocessed by one
    /// compiler is taken by another
    #[arg(long)]
    drop_unused: bool,
    /// Write to this file instead of standard output; it is replaced whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  kiln print hello.c                      check hello.c and print it, preprocessed
  kiln print --canonical hello.c          the same program in kiln's own layout
  kiln print --drop-unused hello.c | clang -x c -fsyntax-only -
                                          without the leftovers of the headers
  kiln print -DN=3 -Iinclude -std=c99 -m32 hello.c -o hello.i
  gcc -E hello.c | kiln print -           from a pipe
  kiln print --format json bad.c          errors as JSON, one object per line, on standard error

JSON objects hold version (1), file, line, column, severity (error, warning, note), code (a stable
name) and message; what has no place in a file leaves out file, line and column.";

/// Prints all files, or none.
pub(crate) fn run(args: &PrintArgs, messages: &Messages) -> Result<Status, Failure> {
    if args.output.is_some() && args.files.len() > 1 {
        return Err(Failure::Usage("-o takes the text of one FILE, and there are several".into()));
    }
    let mut texts = Vec::new();
    let mut rejected = Vec::new();
    for file in &args.files {
        let file = input::read_for(file, &args.input, &args.target)?;
        file.said.pass_on(messages);
        let name = file.name.clone();
        match printed(file, args, messages) {
            Some(text) => texts.push(text),
            None => rejected.push(name),
        }
    }
    if !rejected.is_empty() {
        return Err(Failure::Rejected { names: rejected });
    }
    output::write(texts.concat().as_bytes(), args.output.as_deref())?;
    Ok(Status::Done)
}

/// The text of one program; nothing if it has errors. Shows what the front end says either way.
fn printed(file: SourceFile, args: &PrintArgs, messages: &Messages) -> Option<String> {
    let mut parsed = kiln_lang::parse(&file.name, file.text, &file.options);
    for diagnostic in &parsed.diagnostics {
        messages.diagnostic(diagnostic, &parsed.source);
    }
    if !parsed.accepted() {
        return None;
    }
    if args.drop_unused {
        edit::drop_unused(&mut parsed.program);
    }
    let print = if args.canonical { print::canonical } else { print::source };
    Some(print(&parsed.program))
}
