//! `kiln report`: everything that is known of a finding, in the order in which compiler developers ask for it.
//!
//! GCC's and LLVM's pages on bugs want the exact version, the system, the complete command line, what the compiler says, a
//! program without includes, what was expected and what happened instead. That is all here, as Markdown; what kiln does not
//! know it does not say.

mod forms;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kiln_campaign::folder::{EXPECTED_VOLATILE, Finding, OBSERVED_VOLATILE, Seen, Tried, command_line};
use kiln_campaign::judge::{Class, Standing};
use kiln_campaign::store::history::Said;
use kiln_campaign::store::{Kept, Store};
use kiln_meaning::{End as ExpectedEnd, Ended};
use kiln_reduce::Form;
use kiln_toolchain::build::Compiled;
use kiln_toolchain::runner::End;

use self::forms::{As, taken_from, whose};
use crate::cli::{Common, Format};
use crate::exit_code::{Failure, Status};
use crate::findings::program::Program;
use crate::messages::JSON_VERSION;
use crate::suspicion::{self, subject_of};
use crate::triage::blame;
use crate::{findings, output};

/// Write a report of a finding: versions, commands, the program, what it has to do and what it does
///
/// Without an ID: the IDs that there are.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// The finding: F-0001, or 1
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// The campaign's directory
    #[arg(short, long, value_name = "DIR", default_value = "kiln-out")]
    output: PathBuf,
    /// What it is written as [default: markdown; with --format json: json]
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<As>,
}

const EXAMPLES: &str = "\
Examples:
  kiln report                            what there is
  kiln report F-0001 > report.md         Markdown, as the issue trackers of compilers take it
  kiln report F-0001 --as gcc > pr.c     a test for GCC's own suite
  kiln report --as sarif > kiln.sarif    all findings, for a CI system
  kiln report 1 -o nightly --format json

The JSON object holds version (1), name, folder, title, finding (as finding.json) and files (path, text).
Nothing is sent anywhere.";

/// Writes the report.
pub(crate) fn run(args: &ReportArgs, common: &Common) -> Result<Status, Failure> {
    let store = Store::read(&args.output)?;
    let default = if common.format == Format::Json { As::Json } else { As::Markdown };
    let form = args.form.unwrap_or(default);
    if matches!(form, As::Junit | As::Sarif) {
        return for_systems(&store, args, form);
    }
    let Some(id) = &args.id else {
        let groups = findings::groups(&store, |_| true)?;
        let names: String = groups.iter().map(|group| line(group, common.format)).collect();
        output::write(names.as_bytes(), None)?;
        return Ok(Status::Done);
    };
    let all = store.findings()?;
    let kept = find(&all, id, &args.output)?;
    let files = Files::of(&store, kept)?;
    let full = || Ok::<String, Failure>(markdown(kept, &files) + &said(&store.history(kept)?));
    let text = match form {
        As::Json => json(kept, &files),
        As::Gcc | As::Llvm => forms::suite_test(kept, &files, form),
        As::Text => forms::plain(&full()?),
        As::Markdown | As::Junit | As::Sarif => full()?,
    };
    output::write(text.as_bytes(), None)?;
    Ok(Status::Done)
}

/// Writes what CI systems read: one finding, or all.
fn for_systems(store: &Store, args: &ReportArgs, form: As) -> Result<Status, Failure> {
    let all = store.findings()?;
    let chosen: Vec<&Kept> = match &args.id {
        Some(id) => vec![find(&all, id, &args.output)?],
        None => all.iter().collect(),
    };
    let text = if form == As::Junit { forms::junit(&chosen) } else { forms::sarif(&chosen) };
    output::write(text.as_bytes(), None)?;
    Ok(Status::Done)
}

/// The finding with an ID.
pub(crate) fn find<'a>(all: &'a [Kept], id: &str, directory: &Path) -> Result<&'a Kept, Failure> {
    let wanted = number(id);
    let found = all.iter().find(|kept| wanted.is_some() && number(&kept.name) == wanted);
    found.ok_or_else(|| Failure::NoFinding { id: id.to_owned(), directory: directory.to_owned() })
}

/// A group in the list of what can be reported.
fn line(group: &findings::Group, format: Format) -> String {
    let kept = &group.first;
    match format {
        Format::Human => format!("{}  {}\n", kept.name, title(&kept.finding)),
        Format::Json => {
            let object =
                serde_json::json!({ "version": JSON_VERSION, "name": kept.name, "title": title(&kept.finding) });
            format!("{object}\n")
        }
    }
}

/// The number in `F-0012`, `f-12` or `12`.
fn number(id: &str) -> Option<u64> {
    let digits = id.strip_prefix("F-").or_else(|| id.strip_prefix("f-")).unwrap_or(id);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// The files of a finding.
struct Files {
    /// What is kept of it.
    kept: Vec<(String, Vec<u8>)>,
    /// The program, reduced if it was.
    program: Program,
}

impl Files {
    fn of(store: &Store, kept: &Kept) -> Result<Files, Failure> {
        Ok(Files { kept: store.files(kept)?, program: Program::smallest(store, kept)? })
    }

    /// What the program has to do, if the interpreter knows.
    fn expected(&self, finding: &Finding) -> Option<Ended> {
        let flags = finding.failing.first()?.split(' ').skip(1).map(str::to_owned).collect::<Vec<_>>();
        let (names, texts) = self.program.clone().texts().ok()?;
        suspicion::expected(&subject_of(names, &flags, Form::Defined), &texts).ok()
    }

    fn text(&self, name: &str) -> Option<String> {
        let (_, bytes) = self.kept.iter().find(|(path, _)| path == name)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// The units of the program: the reduced one, if there is one.
    fn program(&self) -> impl Iterator<Item = (&str, String)> {
        self.program.files.iter().map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes).into_owned()))
    }
}

fn json(kept: &Kept, files: &Files) -> String {
    let reduced = files.program.files.iter().filter(|_| files.program.is_reduced);
    let texts: Vec<serde_json::Value> = files
        .kept
        .iter()
        .chain(reduced)
        .map(|(path, bytes)| serde_json::json!({ "path": path, "text": String::from_utf8_lossy(bytes) }))
        .collect();
    let object = serde_json::json!({
        "version": JSON_VERSION,
        "name": kept.name,
        "folder": kept.folder,
        "title": title(&kept.finding),
        "finding": kept.finding,
        "files": texts,
    });
    format!("{object}\n")
}

/// What is wrong, with whom.
fn title(finding: &Finding) -> String {
    let what = match finding.class {
        Class::WrongCode => "wrong code",
        Class::WrongCodeVolatile => "wrong code (volatile)",
        Class::CompilerCrash => "compiler crash",
        Class::CompilerHang => "compiler does not end",
        Class::RejectsValid => "valid program is refused",
        Class::SanitizerFalseAlarm => "false alarm of a sanitizer",
        Class::ToolchainFailure => "compiler's output is refused by assembler or linker",
    };
    let mut who: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in &finding.shows {
        match who.iter_mut().find(|(compiler, _)| *compiler == it.compiler) {
            Some((_, levels)) => levels.push(&it.level),
            None => who.push((&it.compiler, vec![&it.level])),
        }
    }
    let who: Vec<String> = who.iter().map(|(compiler, levels)| join(compiler, levels)).collect();
    let cause = match finding.class {
        Class::WrongCode => String::new(),
        // `compiler-crash Gcc: internal compiler error...`
        _ => finding.key.split_once(": ").map(|(_, words)| format!(": {words}")).unwrap_or_default(),
    };
    format!("{what} by {}{cause}", who.join(", "))
}

fn join(compiler: &str, levels: &[&str]) -> String {
    let levels = levels.iter().filter(|level| !level.is_empty());
    std::iter::once(compiler).chain(levels.copied()).collect::<Vec<&str>>().join(" ")
}

fn markdown(kept: &Kept, files: &Files) -> String {
    let finding = &kept.finding;
    let mut text = format!("# {}: {}\n\n", kept.name, title(finding));
    doubt(&mut text, finding);
    versions(&mut text, finding);
    commands(&mut text, finding, files);
    program(&mut text, files);
    expected(&mut text, finding, files);
    observed(&mut text, finding, files);
    reproduce(&mut text, kept);
    blamed(&mut text, kept);
    text
}

/// What `kiln triage` has found out.
fn blamed(text: &mut String, kept: &Kept) {
    let Some(facts) = blame::known(kept) else { return };
    let _infallible = write!(text, "\n## What it needs\n\n```\n{}```\n", blame::words(&facts));
}

/// What may be kiln's or the program's fault is said first.
fn doubt(text: &mut String, finding: &Finding) {
    let (word, why) = match &finding.standing {
        Standing::Bug => return,
        Standing::Disputed(why) => ("disputed", why),
        Standing::Doubtful(why) => ("doubtful", why),
    };
    let _infallible = writeln!(text, "**This is {word} and not yet called a bug: {why}.**\n");
}

fn versions(text: &mut String, finding: &Finding) {
    text.push_str("## Compiler and system\n\n");
    for tool in finding.tools.iter().filter(|tool| finding.shows.iter().any(|it| it.compiler == tool.compiler)) {
        let target = tool.target.as_deref().unwrap_or("unknown");
        let _infallible = writeln!(text, "- `{}`: {}; target {target}", tool.command, tool.version);
    }
    let (taken, refused): (Vec<&Tried>, Vec<&Tried>) = finding
        .tools
        .iter()
        .filter(|tool| !finding.shows.iter().any(|it| it.compiler == tool.compiler))
        .partition(|tool| translates(finding, tool));
    for (tools, what) in [(taken, "not affected"), (refused, "tried, and does not take the program")] {
        for tool in tools {
            let _infallible = writeln!(text, "- {what}: `{}` ({})", tool.command, tool.version);
        }
    }
    text.push('\n');
}

/// Whether a compiler has translated the program with any options.
fn translates(finding: &Finding, tool: &Tried) -> bool {
    let of_tool = |seen: &&Seen| seen.command.strip_prefix(&tool.command).is_some_and(|rest| rest.starts_with(' '));
    finding.observations.iter().filter(of_tool).any(|seen| seen.compiler == Compiled::Built)
}

fn commands(text: &mut String, finding: &Finding, files: &Files) {
    text.push_str("## Command\n\n");
    let names: Vec<&str> = files.program().map(|(path, _)| path).collect();
    for command in &finding.failing {
        let _infallible = writeln!(text, "    {}", command_line(command, &names.join(" ")));
    }
    let (seen, tries) = (finding.seen, finding.tries);
    let _infallible =
        writeln!(text, "\nThe first of these showed it {seen} of {tries} times when it was tried again.\n");
}

fn program(text: &mut String, files: &Files) {
    for (path, program) in files.program() {
        let _infallible = writeln!(text, "## Program: `{path}`\n");
        fenced(text, "c", &program);
    }
}

fn expected(text: &mut String, finding: &Finding, files: &Files) {
    if let Some(ended) = files.expected(finding).filter(|_| files.program.is_reduced) {
        let how = match ended.how {
            ExpectedEnd::Status(status) => format!("ends with status {status}"),
            ExpectedEnd::Signal(signal) => format!("is killed by signal {signal}"),
        };
        if ended.output.is_empty() {
            let _infallible = writeln!(text, "It is defined, writes nothing and {how}.\n");
        } else {
            let _infallible = writeln!(text, "It is defined, {how} and has to write this:\n");
            fenced(text, "", &String::from_utf8_lossy(&ended.output));
        }
        text.push_str("What follows is of the program as it was found, `case.c` in the folder of the finding.\n\n");
    }
    text.push_str("## Expected\n\n");
    match files.text("expected.txt") {
        Some(expected) => {
            let _infallible = writeln!(
                text,
                "The program is defined: kiln {} has interpreted it step by step and found nothing that C11 leaves undefined, \
                 but for what GCC and Clang both document. It writes this, and ends as the last line says:\n",
                finding.kiln
            );
            fenced(text, "", &expected);
        }
        None => text.push_str(match finding.class {
            Class::WrongCode => "kiln's interpreter cannot say what the program has to do; most compilers agree.\n\n",
            _ => "A compiler does not crash, hang or refuse, whatever the program does.\n\n",
        }),
    }
}

fn observed(text: &mut String, finding: &Finding, files: &Files) {
    text.push_str("## Observed\n\n");
    if let Some(messages) = files.text("compiler.txt").filter(|messages| !messages.trim().is_empty()) {
        text.push_str("The compiler says:\n\n");
        fenced(text, "", &messages);
    }
    if let Some(observed) = files.text("observed.txt") {
        text.push_str("The program writes this, and ends as the last line says:\n\n");
        fenced(text, "", &observed);
    }
    if let (Some(expected), Some(observed)) = (files.text(EXPECTED_VOLATILE), files.text(OBSERVED_VOLATILE)) {
        let (difference, observed) = observed.split_once('\n').unwrap_or(("", &observed));
        let _infallible = writeln!(
            text,
            "What it does to volatile objects is part of what it does (C11 5.1.2.3p6), and is not what it has to do: {}. A line is \
             an access: object and place, read or write, bytes. It has to do this, group by group, in any order inside of a group:\n",
            difference.trim_start_matches("# ")
        );
        fenced(text, "", &shortened(&expected));
        text.push_str("It does this:\n\n");
        fenced(text, "", &shortened(observed));
    }
    text.push_str("| configuration | | compiler | program | last line of its output |\n|---|---|---|---|---|\n");
    for seen in &finding.observations {
        let is_failing = finding.failing.contains(&seen.command);
        let mark = if is_failing { "**wrong**" } else { "" };
        let _infallible = writeln!(
            text,
            "| `{}` | {mark} | {} | {} | {} |",
            seen.command,
            translated(seen.compiler),
            ended(seen),
            cell(seen.output.as_deref().unwrap_or_default()),
        );
    }
    text.push('\n');
}

/// As much of a list as anyone reads; the folder has all of it.
fn shortened(list: &str) -> String {
    const MOST: usize = 60;
    let mut lines: Vec<&str> = list.lines().take(MOST).collect();
    if list.lines().nth(MOST).is_some() {
        lines.push("...");
    }
    lines.join("\n") + "\n"
}

/// What a compiler made of the program, in words.
fn translated(outcome: Compiled) -> &'static str {
    match outcome {
        Compiled::Built => "translates it",
        Compiled::Rejected => "refuses it",
        Compiled::Crashed => "crashes",
        Compiled::Hung => "does not end",
        Compiled::Stalled => "waited too long",
        Compiled::OutOfMemory => "uses all memory",
        Compiled::AssemblerFailed => "assembler fails",
        Compiled::LinkerFailed => "linker fails",
        Compiled::NoProgram => "writes no program",
    }
}

fn ended(seen: &Seen) -> String {
    match seen.program {
        None => "not run".to_owned(),
        Some(End::Status(status)) => format!("exit status {status}"),
        Some(End::Signal(signal)) => format!("signal {signal}"),
        Some(End::CpuTime | End::WallTime) => "does not end".to_owned(),
    }
}

/// A text that cannot end a cell of a table, nor be taken for Markdown.
fn cell(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace(['|', '`'], " ")) }
}

fn reproduce(text: &mut String, kept: &Kept) {
    let folder = kept.folder.display();
    let _infallible = write!(
        text,
        "## To reproduce\n\n    cd {folder} && sh repro.sh && echo the bug is there\n\n\
         The script needs the compilers and no kiln, and can be given to C-Reduce or cvise as it is. The program was made \
         by `{}` (source `{}`, case {}, kiln {}).\n",
        origin(&kept.finding),
        kept.finding.source,
        kept.finding.case,
        kept.finding.kiln,
    );
    if let Some(file) = taken_from(&kept.finding) {
        let _infallible = writeln!(text, "{}", whose(&format!("`{file}`")));
    }
}

/// What people have said of it.
fn said(history: &[Said]) -> String {
    let line = |said: &Said| {
        let what = match &said.other {
            Some(other) => format!("the same bug as {other}"),
            None => "a bug of its own".to_owned(),
        };
        let reason = if said.reason.is_empty() { String::new() } else { format!(": {}", said.reason) };
        format!("- {what}{reason}\n")
    };
    if history.is_empty() {
        return String::new();
    }
    let lines: String = history.iter().map(line).collect();
    format!("\n## What was said of it\n\n{lines}")
}

/// What makes the program again; a generator of kiln is named by its arguments alone.
fn origin(finding: &Finding) -> String {
    if finding.source == "command" { finding.command.clone() } else { format!("kiln {}", finding.command) }
}

/// A block that its text cannot end.
fn fenced(text: &mut String, language: &str, block: &str) {
    let longest = block.lines().map(|line| line.chars().take_while(|&c| c == '`').count()).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _infallible = writeln!(text, "{fence}{language}\n{}\n{fence}\n", block.trim_end_matches('\n'));
}
