//! What parts of the generator are worth: the same CPU time of gcc -O3 for programs with and without them.
//!
//! The thesis compares crash signatures. Today's compilers do not crash often enough for that, so these are counters of optimizers,
//! loops that are vectorized, and planted faults that some program shows. Whether a program shows a fault is a matter of
//! the program, so the interpreter says it of the program that the faulty compiler takes it for; gcc -O0 where that is not defined.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kiln_fault::{Fault, Planted};
use kiln_generate::whole::Options;
use kiln_generate::whole::features::Features;
use kiln_lang::print;
use kiln_lang::tree::Program;
use kiln_meaning::{Outcome, Settings, run};

use super::counters::Counted;
use crate::fuzz::seconds;
use crate::measuring::built::{self, Ran};
use crate::measuring::show;
use crate::producer::Producer;
use crate::task_error::{Doing, TaskError};

/// Options of `cargo xtask whole-table ablation`.
#[derive(Debug, clap::Args)]
pub(crate) struct AblationArgs {
    /// CPU time of compiling programs of each setting: seconds, with or without an `s`
    #[arg(long, default_value = "60s", value_parser = seconds)]
    time: Duration,
    /// How many faults of each kind are planted, operator:0 and nested:0 and those that follow
    #[arg(long, default_value_t = 20)]
    faults: u64,
}

/// Features that make loops (an array of run-time length is filled by one, most idioms are about them), and those that make branches.
const LOOPS: &str = "-for,-array-loop,-pointer-loop,-while,-do,-goto-loop,-switch-loop,-vla,-idiom,-lookup";
const BRANCHES: &str = "-if,-switch,-case-range,-computed-goto,-break,-continue,-goto,-early-return,-ternary,-logical";

/// The name of a setting, whether programs differ in their features, and features that none has.
const SETTINGS: [(&str, bool, &[&str]); 4] = [
    ("swarm (default)", true, &[]),
    ("fixed (--no-swarm)", false, &[]),
    ("without loops", true, &[LOOPS]),
    ("without loops and branches", true, &[LOOPS, BRANCHES]),
];

/// Measures all settings.
pub(crate) fn run_all(args: &AblationArgs) -> Result<(), TaskError> {
    let directory = tempfile::tempdir().doing("make a directory in", &std::env::temp_dir())?;
    show(&format!("{} s of CPU of gcc -O3 for each setting\n", args.time.as_secs_f32()));
    let drawn = |fault: fn(u64) -> Fault| (0..args.faults).map(fault);
    let faults: Vec<Fault> = drawn(Fault::operator).chain(drawn(Fault::nested)).collect();
    show(&format!(
        "{:<28} {:>8} {:>6} {:>10} {:>7} {:>10}\n",
        "setting", "programs", "pairs", "vectorized", "shapes", "faults"
    ));
    for (name, swarm, features) in SETTINGS {
        let features = if features.is_empty() { Ok(Features::ALL) } else { Features::from_list(&features.join(",")) };
        let features = features.map_err(|error| TaskError::CheckFailed(error.to_string()))?;
        let producer = Producer::Whole(Box::new(Options { swarm, features, ..Options::default() }));
        let mut unseen = faults.clone();
        let counted = Counted::until(&producer, directory.path(), 0.., args.time, u64::MAX, |program, expected| {
            let mut left = Vec::new();
            for fault in unseen.drain(..) {
                if !is_shown(fault, program, expected, directory.path())? {
                    left.push(fault);
                }
            }
            unseen = left;
            Ok(())
        })?;
        let Counted { programs, pairs, vectorized, shapes, .. } = counted;
        let hits = format!("{} of {}", faults.len() - unseen.len(), faults.len());
        show(&format!("{name:<28} {programs:>8} {:>6} {vectorized:>10} {:>7} {hits:>10}\n", pairs.len(), shapes.len()));
    }
    Ok(())
}

/// A fault can make a program run on.
const MAX_STEPS: u64 = 2_000_000;
const CPU_SECONDS: u32 = 2;

/// Whether a compiler with a fault makes something else of a program.
fn is_shown(fault: Fault, program: &Program, expected: &[u8], directory: &Path) -> Result<bool, TaskError> {
    let planted = match fault.plant(program) {
        Planted::Program(planted) => planted,
        Planted::Crash(_) => return Ok(true),
    };
    let mut settings = Settings::default();
    settings.limits.steps = MAX_STEPS;
    if let Outcome::Ended(ended) = run(&planted, &settings).outcome {
        return Ok(ended.output != expected);
    }
    let file = directory.join("planted.c");
    fs::write(&file, print::canonical(&planted)).doing("write", &file)?;
    let ran = built::compile_and_run(Command::new("gcc").args(["-w", "-O0"]).arg(&file), directory, CPU_SECONDS, None)?;
    Ok(!matches!(ran, Ran::Ended(finished) if finished.status.success() && finished.stdout == expected))
}
