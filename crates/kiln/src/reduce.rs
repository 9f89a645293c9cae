//! `kiln reduce`: make a program that a compiler gets wrong small.
//!
//! Which test decides, and which reducer does the work: `arithmetic` for self-checking programs, `program` for all others.

mod arithmetic;
mod program;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::cli::Common;
use crate::exit_code::{Failure, Status};
use crate::input::InputArgs;
use crate::messages::Messages;

/// Make a program that a compiler gets wrong small, and keep it defined
///
/// FILE is a program that fails when CMD compiles it: the compiler breaks down, refuses it or does not end, or what it makes
/// does something else than the interpreter says. Or FILE is anything to which SCRIPT says yes. Declarations, statements and
/// expressions go or become simpler, as long as it still fails in the same way. Each smaller program is run by the
/// interpreter first, so that the result is defined if FILE is.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReduceArgs {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The compiler that gets it wrong, with its options; split like shell words
    #[arg(long, value_name = "CMD", required_unless_present = "test")]
    compiler: Option<String>,
    /// A script that decides: run in a directory with the file, it ends with status 0 if the file is interesting
    #[arg(long, value_name = "SCRIPT", conflicts_with = "compiler")]
    test: Option<PathBuf>,
    /// Programs may become undefined: for compilers that break down, or a test that does not mind
    #[arg(long)]
    allow_undefined: bool,
    /// Where the result goes [default: FILE with .reduced.c for .c; standard output for `-`]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Run so many tests at once; the result is the same for any number [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// End after so many tests with the smallest program so far
    #[arg(long, value_name = "N")]
    tests: Option<u64>,
    /// Seconds of CPU time after which a compiler, or a program it made, is taken not to end; for a script, seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  kiln reduce --compiler 'gcc -O3' bug.c        writes bug.reduced.c
  kiln reduce --compiler tcc bug.c -o small.c
  kiln reduce --test ./test.sh bug.c            as with creduce and cvise
  kiln generate arith --seed 17 | kiln reduce --compiler 'clang -O2' - > small.c

When it is done, a line tells what is left and how many tests it took. Ctrl-C ends the search and leaves the
smallest program so far; a second one ends at once. FILE itself is never changed.

Self-checking programs of `kiln generate arith` are known by their first line and reduced with what is known
of their form; of these the line also tells the pattern of the error, which is the same for programs whose
expressions have the same operators and types. Texts that are not C are reduced line by line and token by
token.

Exit status: 0 if there is a result; 2 if FILE does not fail, or the test is of no use.";

/// Reduces the program.
pub(crate) fn run(args: &ReduceArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    let out = destination(args)?;
    if let Some(compiler) = &args.compiler {
        let (name, text) = arithmetic::read(&args.file)?;
        if let Some(first_line) = arithmetic::first_line(&text) {
            let checking = arithmetic::Checking { name, text, first_line };
            return arithmetic::run(args, compiler, checking, out.as_deref(), common, messages);
        }
    }
    program::run(args, out.as_deref(), common, messages)
}

/// Where the result goes; nothing is standard output.
fn destination(args: &ReduceArgs) -> Result<Option<PathBuf>, Failure> {
    let is_stdin = args.file == Path::new("-");
    let out = args.output.clone().or_else(|| (!is_stdin).then(|| args.file.with_extension("reduced.c")));
    let same = |out: &PathBuf| matches!((out.canonicalize(), args.file.canonicalize()), (Ok(a), Ok(b)) if a == b);
    match out {
        Some(out) if same(&out) => {
            Err(Failure::Usage(format!("-o {} would write over the program itself", out.display())))
        }
        Some(out) if out == Path::new("-") => Ok(None),
        out => Ok(out),
    }
}
