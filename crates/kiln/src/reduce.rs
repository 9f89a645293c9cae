//! `kiln reduce`: make a program that a compiler gets wrong small.
//!
//! Which test decides, and which reducer does the work: `arithmetic` for self-checking programs, `program` for all others. A
//! `question` and a `reduction` know nothing of the command line: a campaign reduces its findings by them, too.

mod arithmetic;
mod journal;
pub(crate) mod program;
pub(crate) mod question;
pub(crate) mod reduction;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::cli::Common;
use crate::exit_code::{Failure, Status};
use crate::findings::program::REDUCED;
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
    /// The program; `-` is standard input. Several files are the units of one program
    #[arg(value_name = "FILE", required_unless_present = "finding", conflicts_with = "finding")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    test: TestArgs,
    /// The campaign that has the finding
    #[arg(long, value_name = "DIR", default_value = "kiln-out", requires = "finding")]
    campaign: PathBuf,
    /// Programs may become undefined: for compilers that break down, or a test that does not mind
    #[arg(long)]
    allow_undefined: bool,
    /// Where the result goes [default: FILE with .reduced.c for .c; standard output for `-`; of several files `reduced.c` beside
    /// the first, or a directory `reduced` if they have to stay apart]
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
    /// Tell what each pass did
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    input: InputArgs,
}

/// What decides.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct TestArgs {
    /// The compiler that gets it wrong, with its options; split like shell words
    #[arg(long, value_name = "CMD")]
    compiler: Option<String>,
    /// A script that decides: run in a directory with the file (`program.c` for `-`), it ends with status 0 if the file is interesting
    #[arg(long, value_name = "SCRIPT")]
    test: Option<PathBuf>,
    /// A finding of a campaign: its program, its compiler, and one that is right
    #[arg(long, value_name = "ID")]
    finding: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  kiln reduce --compiler 'gcc -O3' bug.c        writes bug.reduced.c
  kiln reduce --compiler tcc bug.c -o small.c
  kiln reduce --compiler 'gcc -O2 -flto' a.c b.c   writes reduced.c, or files into reduced
  kiln reduce --test ./test.sh bug.c            as with creduce and cvise
  kiln reduce --finding F-0003                  writes reduced.c into the folder of the finding
  kiln generate arith --seed 17 | kiln reduce --compiler 'clang -O2' - > small.c

When it is done, a line tells what is left and how many tests it took. Ctrl-C ends the search and leaves the
smallest program so far; a second one ends at once. The same command goes on from there (OUT.journal says
where, and goes when nothing is left to be done). FILE itself is never changed.

Self-checking programs of `kiln generate arith` are known by their first line and reduced with what is known
of their form; of these the line also tells the pattern of the error, which is the same for programs whose
expressions have the same operators and types. Texts that are not C are reduced line by line and token by
token.

Exit status: 0 if there is a result; 2 if FILE does not fail, or the test is of no use.";

/// Reduces the program.
pub(crate) fn run(args: &ReduceArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    let TestArgs { compiler, test, finding } = &args.test;
    let asker = program::Asker { args, common, messages };
    let [file] = args.files.as_slice() else {
        let Some(first) = args.files.first() else {
            let id = finding.as_deref().unwrap_or_default();
            return asker.finding(id);
        };
        let out = args.output.clone().unwrap_or_else(|| first.with_file_name(REDUCED));
        return asker.set(&args.files, &out);
    };
    let out = destination(args, file)?;
    match (test, compiler) {
        (Some(script), _) => asker.script(script, file, out.as_deref()),
        (None, compiler) => {
            let compiler = compiler.as_deref().unwrap_or_default();
            let (name, text) = arithmetic::read(file)?;
            if let Some(first_line) = arithmetic::first_line(&text) {
                let checking = arithmetic::Checking { name, text, first_line };
                return arithmetic::run(args, compiler, checking, out.as_deref(), common, messages);
            }
            asker.compiler(compiler, file, out.as_deref())
        }
    }
}

/// Where the result goes; nothing is standard output.
fn destination(args: &ReduceArgs, file: &Path) -> Result<Option<PathBuf>, Failure> {
    let is_stdin = file == Path::new("-");
    let out = args.output.clone().or_else(|| (!is_stdin).then(|| file.with_extension("reduced.c")));
    let same = |out: &PathBuf| matches!((out.canonicalize(), file.canonicalize()), (Ok(a), Ok(b)) if a == b);
    match out {
        Some(out) if same(&out) => {
            Err(Failure::Usage(format!("-o {} would write over the program itself", out.display())))
        }
        Some(out) if out == Path::new("-") => Ok(None),
        out => Ok(out),
    }
}
