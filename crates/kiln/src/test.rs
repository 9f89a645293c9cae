//! `kiln test`: is it the program or the compiler?

use std::path::PathBuf;

use kiln_campaign::expect::{Expectations, Word};
use kiln_campaign::folder::Seen;
use kiln_campaign::judge::{Judgement, Standing, judge};
use kiln_campaign::matrix::Matrix;
use kiln_campaign::observe::{Depth, Observation, Observer};
use kiln_campaign::sources::{Prepared, Reading};
use kiln_campaign::{CampaignError, tools};
use kiln_case::{Case, Origin};
use kiln_toolchain::preprocess::Input;
use kiln_toolchain::runner::End;

use crate::cli::{Common, Format};
use crate::config::OptionArgs;
use crate::exit_code::{Failure, Status};
use crate::input::{self, InputArgs};
use crate::messages::JSON_VERSION;
use crate::output;
use crate::workshop::{CompilerArgs, Workshop};

/// Try a program with all compilers and levels, and say whether the program or a compiler is at fault
///
/// Several files are the units of one program. It is interpreted first: if it is undefined, every compiler is right, whatever
/// its program does. Else every compiler has to do what the interpreter does.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TestArgs {
    /// C files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    compilers: CompilerArgs,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  kiln test prog.c                              all compilers on PATH
  kiln test --compiler gcc-12 --compiler clang main.c list.c
  kiln test -DN=3 -Iinclude prog.c

With --format json one object: version (1), verdict of the interpreter (defined, undefined or unspecified, unknown),
reason, configurations (command, compiler, program), faults (class, standing, commands), contradiction.

Exit status: 0 if all compilers are right, 1 if one is not or the program is undefined, 2 if the program cannot be
read.";

/// Tries the program.
pub(crate) fn run(args: &TestArgs, common: &Common) -> Result<Status, Failure> {
    let reading = Reading { compiler: input::preprocessor(&args.input)?, flags: args.input.flags.0.clone() };
    let inputs: Vec<(String, Input<'_>)> =
        args.files.iter().map(|file| (file.display().to_string(), Input::File(file))).collect();
    let units = match reading.prepare(&inputs)? {
        Prepared::Units(units) => units,
        Prepared::Refused(errors) => {
            let first = errors.first().map_or("it has errors", String::as_str);
            return Err(Failure::Usage(format!("kiln does not take this program: {first} (see `kiln print`)")));
        }
    };
    let origin = Origin { source: "test".to_owned(), command: String::new(), seed: 0 };
    let case = Case { units, expected: None, origin };
    let sets = args.options.sets()?;
    let workshop = Workshop::open(&args.compilers.with(&sets, None))?;
    let matrix = Matrix::with_sets(tools::usable(&workshop.tools(&args.compilers, &sets)?)?, sets);
    let mut slot = workshop.slot()?;
    let expectations = Expectations::new(&case);
    let observer = Observer::new(&mut slot, &matrix, &expectations).map_err(CampaignError::from)?;
    let observations = observer.all(Depth::Run, &|| false).map_err(CampaignError::from)?.unwrap_or_default();
    let judgement = judge(&matrix, &expectations, &observations);
    let target = matrix.configurations.first().and_then(|configuration| configuration.target.clone());
    let word = expectations.on(target.as_deref());
    let text = match common.format {
        Format::Human => {
            [table(&matrix, &observations, &expectations), conclusion(&word, &judgement, &matrix)].concat()
        }
        Format::Json => json(&matrix, &observations, &word, &judgement),
    };
    output::write(text.as_bytes(), None)?;
    let found = matches!(word, Word::Nothing(_))
        || judgement.suspicions.iter().any(|suspicion| suspicion.standing == Standing::Bug);
    Ok(match (&judgement.quarantine, found) {
        (Some(_), _) => Status::Disagreement,
        (None, true) => Status::Found,
        (None, false) => Status::Done,
    })
}

/// Everything, for programs.
fn json(matrix: &Matrix, observations: &[Observation], word: &Word, judgement: &Judgement) -> String {
    let (verdict, reason) = match word {
        Word::Known(_) => ("defined", None),
        Word::Nothing(why) => ("undefined or unspecified", Some(why)),
        Word::Unknown(why) => ("unknown", Some(why)),
    };
    let faults: Vec<serde_json::Value> = judgement
        .suspicions
        .iter()
        .map(|suspicion| {
            let commands: Vec<String> = suspicion.failing.iter().map(|&it| matrix.command(it)).collect();
            serde_json::json!({ "class": suspicion.class, "standing": suspicion.standing, "commands": commands })
        })
        .collect();
    let configurations: Vec<Seen> = observations.iter().map(|observation| Seen::new(matrix, observation)).collect();
    let object = serde_json::json!({
        "version": JSON_VERSION,
        "verdict": verdict,
        "reason": reason,
        "configurations": configurations,
        "faults": faults,
        "contradiction": judgement.quarantine,
    });
    format!("{object}\n")
}

/// What each compiler did, levels that did the same in one line.
fn table(matrix: &Matrix, observations: &[Observation], expectations: &Expectations<'_>) -> String {
    let mut rows: Vec<(usize, Vec<&str>, String)> = Vec::new();
    for observation in observations {
        let configuration = &matrix.configurations[observation.configuration];
        let did = did(observation, &expectations.on(configuration.target.as_deref()));
        match rows.iter_mut().find(|(tool, _, same)| *tool == configuration.tool && *same == did) {
            Some((_, levels, _)) => levels.push(&configuration.label),
            None => rows.push((configuration.tool, vec![&configuration.label], did)),
        }
    }
    let line = |(tool, levels, did): &(usize, Vec<&str>, String)| {
        let name = format!("{} {}", matrix.tools[*tool].name, levels.join(" "));
        format!("{name:<34} {did}\n")
    };
    rows.iter().map(line).collect()
}

/// What one compiler did, in words.
fn did(observation: &Observation, word: &Word) -> String {
    let Some(execution) = &observation.execution else {
        let messages = &observation.compilation.messages;
        return format!("does not translate it ({:?}): {}", observation.compilation.outcome, first_line(messages));
    };
    let end = match execution.end {
        End::Status(status) => format!("exit status {status}"),
        End::Signal(signal) => format!("dies by signal {signal}"),
        End::CpuTime | End::WallTime => "does not end".to_owned(),
    };
    let verdict = match word {
        Word::Known(ended) if kiln_campaign::judge::agrees(ended, execution) => ": right",
        Word::Known(_) => ": WRONG",
        Word::Nothing(_) | Word::Unknown(_) => "",
    };
    format!("{end}, {} bytes of output{verdict}", execution.output.len())
}

fn first_line(messages: &str) -> &str {
    messages.lines().next().unwrap_or_default()
}

/// Who is at fault.
fn conclusion(word: &Word, judgement: &Judgement, matrix: &Matrix) -> String {
    let interpreter = match word {
        Word::Known(ended) => {
            let end = match ended.how {
                kiln_meaning::End::Status(status) => format!("exit status {status}"),
                kiln_meaning::End::Signal(signal) => format!("signal {signal}"),
            };
            format!("The program is defined: {end}, {} bytes of output.\n", ended.output.len())
        }
        Word::Nothing(why) => format!(
            "The program is at fault: it is {why}\nEvery compiler is right, whatever its program does; see `kiln check`.\n"
        ),
        Word::Unknown(why) => {
            format!("kiln cannot say what the program has to do ({why}); the compilers are compared.\n")
        }
    };
    let mut text = vec![interpreter];
    for suspicion in &judgement.suspicions {
        let names: Vec<String> = suspicion.failing.iter().map(|&it| matrix.name(it)).collect();
        let doubt = match &suspicion.standing {
            Standing::Bug => "is at fault".to_owned(),
            Standing::Disputed(why) | Standing::Doubtful(why) => format!("differs ({why})"),
        };
        text.push(format!("{} {doubt}: {}\n", names.join(", "), suspicion.class.name()));
    }
    if let Some(why) = &judgement.quarantine {
        text.push(format!("This looks like a bug of kiln: {why}\n"));
    }
    if judgement.suspicions.is_empty() && judgement.quarantine.is_none() && !matches!(word, Word::Nothing(_)) {
        text.push("All compilers agree.\n".to_owned());
    }
    text.concat()
}
