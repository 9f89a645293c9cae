//! `kiln fuzz`: a campaign.

mod follow;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use clap::ValueEnum;
use kiln_campaign::events::Event;
use kiln_campaign::follow::{FollowUp, Followed, Turn};
use kiln_campaign::matrix::{Matrix, Tool};
use kiln_campaign::schedule::{Plan, Weighted};
use kiln_campaign::sets::Sets;
use kiln_campaign::sources::{Corpus, Generator, Reading};
use kiln_campaign::store::{Kept, Store};
use kiln_campaign::{schedule, tools};
use kiln_toolchain::compiler::CompilerCommand;

use self::follow::FollowArgs;
use crate::cli::{Common, Format};
use crate::config::OptionArgs;
use crate::exit_code::{Failure, Status};
use crate::generate::{arith, whole};
use crate::input::{self, InputArgs};
use crate::messages::Messages;
use crate::screen::{Screen, Ui};
use crate::workshop::{self, CompilerArgs, Workshop};
use crate::{at_work, findings, summary};

/// Find bugs in compilers: make programs, try all compilers on them, keep what is wrong
///
/// Every program is defined and has a known output, so that one compiler is enough. What is found is tried again several
/// times, and kept in a folder with a script that shows it. The same command goes on where it was stopped. Ctrl-C lets the
/// programs that are being tried come to their end; a second one stops at once. Nothing that was found is lost.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FuzzArgs {
    /// Stop after this time: 90s, 10m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Stop after so many programs
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// Where randomness comes from [default: the time of day, and what it was when the campaign is resumed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out")]
    output: PathBuf,
    /// Try so many programs at once [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    compilers: CompilerArgs,
    /// An older compiler: only what it gets right is reported of the others
    #[arg(long, value_name = "CMD")]
    base: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Also try the programs in this directory and below; may be given several times
    #[arg(long, value_name = "DIR")]
    corpus: Vec<PathBuf>,
    /// Also try what this command writes, in which {seed} stands for a number; may be given several times
    #[arg(long, value_name = "CMD")]
    source_cmd: Vec<String>,
    /// Only these sources [default: all there are]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    sources: Vec<SourceName>,
    /// Compile every program alone; otherwise small ones are compiled together, and alone if there is trouble
    #[arg(long)]
    alone: bool,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    follow: FollowArgs,
    /// How progress is shown on a terminal; elsewhere only what happens is told, and with -v a line each minute
    #[arg(long, value_enum, default_value_t = Ui::Auto)]
    ui: Ui,
}

/// Where programs come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SourceName {
    /// `kiln generate whole`
    Whole,
    /// `kiln generate arith`
    Arith,
    /// Files of --corpus
    Corpus,
    /// Commands of --source-cmd
    Command,
}

const EXAMPLES: &str = "\
Examples:
  kiln fuzz --time 60s                          all compilers on PATH, for a minute; findings in ./kiln-out
  kiln fuzz --compiler gcc-12 --compiler 'clang-14 -m32' -o nightly
  kiln fuzz --options random --config kiln.toml other options than every level: see `kiln config`
  kiln fuzz --base gcc-12 --compiler ./build/gcc/xgcc   only what the new compiler gets wrong and the old one right
  kiln fuzz --seed 7 --cases 1000               the same thousand programs every time
  kiln fuzz --source-cmd 'csmith -s {seed}' -I/usr/include/csmith --sources command
  kiln fuzz --corpus tests                      also the programs in a directory
  kiln fuzz --reduce --time 2h                  findings are reduced and blamed as they come
  kiln findings                                 what was found so far, also while it runs

With --format json one object per line on standard output: version (1), time, event (begun, finding, reduced,
contradiction, status, ended) and data; but for status, the same lines are in events.jsonl of the campaign's directory.

Exit status: 0 if nothing was found, 1 if a bug was found (disputed and doubtful findings do not count), 3 if kiln
cannot work here, 5 if kiln contradicts itself (see the folder quarantine).";

/// Runs a campaign.
pub(crate) fn run(args: &FuzzArgs, common: &Common, messages: &Messages) -> Result<Status, Failure> {
    args.ui.check()?;
    let sets = args.options.sets()?;
    let workshop = Workshop::open(&args.compilers.with(&sets, args.base.as_ref()))?;
    if workshop::is_first_time() {
        messages.notice("finding out what compilers can do, which takes a while, and is kept for the next time");
    }
    let all = workshop.tools(&args.compilers, &sets)?;
    for tool in &all {
        if let Some(trouble) = &tool.calibration.trouble {
            messages.notice(&format!("{} is not used: {trouble}", tool.name));
        }
    }
    let matrix = matrix(args, &workshop, all, sets)?;
    let sources = sources(args)?;
    let mut store = Store::open(&args.output, args.seed, time_of_day(), &plan_text(&matrix, args))?;
    let stop = at_work::stop_on_signals()?;
    let directory = args.output.as_path();
    let work = |kept: &Kept, turn: &Turn| follow::follow(directory, kept, turn);
    let share = f64::from(args.follow.reduce_share) / 100.0;
    let follow = FollowUp { share, is_done: &follow::is_done, work: &work };
    let plan = Plan {
        sources: &sources,
        matrix: &matrix,
        together: !args.alone,
        jobs: at_work::jobs(args.jobs),
        // Finding out about compilers may take longer than that.
        deadline: args.time.map(|time| Instant::now() + time),
        cases: args.cases,
        stop: &stop,
        runner: &workshop.runner,
        scratch: &workshop.scratch,
        follow: args.follow.reduce.then_some(&follow),
    };
    let mut screen = Screen::new(args.ui, common, &args.output, Arc::clone(&stop));
    let mut status = Status::Done;
    let end = schedule::run(&plan, &mut store, &mut |event| {
        status = status.worse(status_of(&event));
        tell(&event, common.format, &mut screen);
    })?;
    screen.end(&summary::text(&end, &findings::groups(&store, |_| true)?, &args.output));
    Ok(status)
}

/// The compilers that work, and behind them the one that they are compared with.
fn matrix(args: &FuzzArgs, workshop: &Workshop, all: Vec<Tool>, sets: Sets) -> Result<Matrix, Failure> {
    let mut tools = tools::usable(&all)?;
    let mut base = None;
    if let Some(command) = &args.base {
        let named = CompilerArgs { compilers: vec![command.clone()] };
        let mut found = tools::usable(&workshop.tools(&named, &sets)?)?;
        for tool in &mut found {
            tool.name = format!("{} (base)", tool.name);
        }
        base = Some(tools.len());
        tools.append(&mut found);
    }
    Ok(Matrix { base, ..Matrix::with_sets(tools, sets) })
}

/// How a campaign ends in which this has happened.
fn status_of(event: &Event<'_>) -> Status {
    match event {
        Event::Found(kept) if kept.finding.standing == kiln_campaign::judge::Standing::Bug => Status::Found,
        Event::Contradiction(..) => Status::Disagreement,
        _ => Status::Done,
    }
}

fn tell(event: &Event<'_>, format: Format, screen: &mut Screen) {
    match (event, format) {
        (Event::Begun(begun), Format::Human) => screen.begin(begun),
        (Event::Progress(status) | Event::Ended(status), Format::Human) => screen.progress(status),
        (Event::Found(kept), Format::Human) => screen.result(findings::line(kept)),
        (Event::Followed(kept, Followed::Done(what)), Format::Human) => {
            screen.result(format!("{}  {what}\n", kept.name));
        }
        (Event::Followed(_, Followed::Refused(why)), Format::Human) => screen.result(format!("{why}\n")),
        (Event::Followed(_, Followed::Interrupted), Format::Human) => {}
        (Event::Contradiction(number, it), Format::Human) => {
            let what = format!("kiln contradicts itself in case {number} (kiln {}): {}\n", it.command, it.what);
            screen.result(what);
        }
        (_, Format::Json) => screen.result(event.line()),
    }
}

/// What makes programs: weights, and options of `kiln generate arith`. Small programs try more in the same time, and are
/// compiled together; some are in standard C, for compilers that know nothing else.
const ARITH: &[(u64, &str)] = &[
    (8, "--product 40"),
    (8, "--preset standard --product 40"),
    (4, "--product 200"),
    (3, "--preset standard --product 200"),
    (2, "--preset mixed --product 300"),
    (2, "--product 200 --rounding ieee"),
    (1, "--preset flipping --product 300"),
    (1, "--preset long --product 500"),
];

/// The same for `kiln generate whole`.
const WHOLE: &[(u64, &str)] =
    &[(2, ""), (3, "--tokens 3000"), (2, "--tokens 3000 --features standard"), (1, "--tokens 3000 --files 3")];

/// All sources that were asked for. Each kind has the same share, unless it is left out.
fn sources(args: &FuzzArgs) -> Result<Vec<Weighted>, Failure> {
    let is_wanted = |name: SourceName| args.sources.is_empty() || args.sources.contains(&name);
    let share: u64 = ARITH.iter().map(|(weight, _)| weight).sum();
    let mut sources: Vec<Weighted> = Vec::new();
    if is_wanted(SourceName::Arith) {
        for &(weight, words) in ARITH {
            sources.push((weight, Box::new(arith::source_of(words)?)));
        }
    }
    if is_wanted(SourceName::Whole) {
        let all: u64 = WHOLE.iter().map(|(weight, _)| weight).sum();
        for &(weight, words) in WHOLE {
            sources.push((weight * share / all, Box::new(whole::source_of(words)?)));
        }
    }
    if is_wanted(SourceName::Corpus) && !args.corpus.is_empty() {
        let mut files = Vec::new();
        for directory in &args.corpus {
            collect(directory, &mut files)?;
        }
        if files.is_empty() {
            return Err(Failure::Usage("--corpus: there is no file named *.c or *.i".to_owned()));
        }
        sources.push((share, Box::new(Corpus { files, reading: reading(args)? })));
    }
    if is_wanted(SourceName::Command) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        for command in &args.source_cmd {
            let command = CompilerCommand::parse(command, &path)?;
            sources.push((share, Box::new(Generator { command, reading: reading(args)?, time: GENERATOR_TIME })));
        }
    }
    if sources.is_empty() {
        return Err(Failure::Usage(
            "--sources leaves none: `corpus` needs --corpus, `command` needs --source-cmd".to_owned(),
        ));
    }
    Ok(sources)
}

/// A generator that takes longer has lost its way.
const GENERATOR_TIME: Duration = Duration::from_secs(30);

fn reading(args: &FuzzArgs) -> Result<Reading, Failure> {
    Ok(Reading { compiler: input::preprocessor(&args.input)?, flags: args.input.flags.0.clone() })
}

/// All C files in a directory and below, in a stable order.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |source| Failure::Unreadable { path: directory.to_owned(), source };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            files.push(path);
        }
    }
    Ok(())
}

/// What a campaign is: it goes on only with the same.
fn plan_text(matrix: &Matrix, args: &FuzzArgs) -> String {
    let compilers: Vec<&str> = matrix.tools.iter().map(|tool| tool.name.as_str()).collect();
    let sources: Vec<String> = args
        .sources
        .iter()
        .map(|source| format!(" --sources {source:?}"))
        .chain(args.corpus.iter().map(|directory| format!(" --corpus {}", directory.display())))
        .chain(args.source_cmd.iter().map(|command| format!(" --source-cmd '{command}'")))
        .collect();
    let options = format!(" --options {} ({})", args.options.options, matrix.sets.identity());
    format!("kiln {} with {}{}{options}", env!("CARGO_PKG_VERSION"), compilers.join(", "), sources.concat())
}

fn time_of_day() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// `90s`, `10m`, `2h`.
fn duration(text: &str) -> Result<Duration, String> {
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86400)];
    let unit = units.iter().find_map(|&(letter, seconds)| Some((text.strip_suffix(letter)?, seconds)));
    let parsed = unit.and_then(|(digits, seconds)| digits.parse::<u64>().ok()?.checked_mul(seconds));
    parsed.map(Duration::from_secs).ok_or_else(|| "it is no time like 90s, 10m or 2h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_are_right() {
        for (_, words) in ARITH {
            arith::source_of(words).unwrap();
        }
        for (_, words) in WHOLE {
            whole::source_of(words).unwrap();
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_hours(2)));
        for bad in ["", "s", "90", "-1s", "1.5h", "99999999999999999999s", "9999999999999999999d"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
