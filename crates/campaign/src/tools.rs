//! Compilers that can be used: found or named, and calibrated. What was found out about a binary is kept for the next time.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use kiln_toolchain::ToolchainError;
use kiln_toolchain::calibrate::{Calibration, calibrate, identity, is_right};
use kiln_toolchain::compiler::{self, CompilerCommand};
use kiln_toolchain::flags::{Wanted, try_flags};
use kiln_toolchain::runner::Slot;
use kiln_toolchain::trace::{Tracer, traceable};
use serde::{Deserialize, Serialize};

use crate::CampaignError;
use crate::config::Named;
use crate::matrix::Tool;
use crate::sets::Sets;
use crate::volatile::{self, Tracing};

/// The version of the file that calibrations are kept in.
const SCHEMA: u32 = 13;

/// What is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Cache {
    schema: u32,
    calibrations: BTreeMap<String, Calibration>,
}

/// The compilers that are used: those that were named on the command line, or else in the configuration, or else all on
/// `path`, each file once. A name stands beside those that have one.
pub fn commands(
    named: &[String],
    configured: &[Named],
    path: &OsStr,
) -> Result<Vec<(CompilerCommand, Option<String>)>, ToolchainError> {
    if !named.is_empty() {
        return named.iter().map(|command| Ok((CompilerCommand::parse(command, path)?, None))).collect();
    }
    let of_row = |row: &Named| {
        let command = CompilerCommand::parse(&row.command, path)?;
        let command = row.run.iter().try_fold(command, |command, run| command.with_run(run, path))?;
        Ok((command, row.name.clone()))
    };
    if !configured.is_empty() {
        return configured.iter().map(of_row).collect();
    }
    found(path).map(|commands| commands.into_iter().map(|command| (command, None)).collect())
}

/// All compilers on `path`, each file once.
fn found(path: &OsStr) -> Result<Vec<CompilerCommand>, ToolchainError> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut commands = Vec::new();
    for found in compiler::all(path) {
        let file = found.program.canonicalize().unwrap_or_else(|_| found.program.clone());
        if !files.contains(&file) {
            files.push(file);
            commands.push(CompilerCommand::new(found.program));
        }
    }
    commands.extend(compiler::others(path));
    if commands.is_empty() { Err(ToolchainError::NoCompiler) } else { Ok(commands) }
}

/// Finds out about compilers, and about the flags of `sets`. `cache` is the file that earlier answers are in.
pub fn calibrated(
    slot: &mut Slot,
    commands: Vec<(CompilerCommand, Option<String>)>,
    sets: &Sets,
    cache: Option<&Path>,
) -> Result<Vec<Tool>, CampaignError> {
    let mut known = cache.map(read).unwrap_or_default();
    let tracer = Tracer::find().filter(|_| sets.may_trace());
    let mut is_new = false;
    let mut tools: Vec<Tool> = Vec::new();
    for (command, given) in commands {
        let identity = identity(&command);
        let mut calibration = match known.calibrations.get(&identity) {
            Some(calibration) => calibration.clone(),
            None => {
                is_new = true;
                calibrate(slot, &command)?
            }
        };
        is_new |= find_out(slot, &command, &mut calibration, sets)?;
        is_new |= find_out_tracing(slot, &command, &mut calibration, tracer.as_ref())?;
        // Trouble may pass; it is looked at again the next time.
        if calibration.trouble.is_none() {
            known.calibrations.insert(identity.clone(), calibration.clone());
        }
        let name = given.unwrap_or_else(|| name(&command, &tools));
        let tracing = tracing(&calibration, tracer.as_ref());
        tools.push(Tool { name, command, identity, calibration, tracing });
    }
    if let Some(path) = cache.filter(|_| is_new) {
        // Whoever cannot write it calibrates again the next time.
        let _not_kept = write(path, &known);
    }
    Ok(tools)
}

/// Tries the flags and programs of `sets` that nobody has wanted before. Whether there were any.
fn find_out(
    slot: &mut Slot,
    command: &CompilerCommand,
    calibration: &mut Calibration,
    sets: &Sets,
) -> Result<bool, CampaignError> {
    if calibration.trouble.is_some() {
        return Ok(false);
    }
    let mut is_new = false;
    for probe in sets.rules().probes(calibration.family) {
        if !calibration.probed.contains_key(probe) {
            calibration.probed.insert(probe.clone(), is_right(slot, command, probe)?);
            is_new = true;
        }
    }
    let mut wanted = sets.wanted(calibration.family);
    wanted.retain(|it: &Wanted| !calibration.tried.contains_key(&it.name));
    if wanted.is_empty() {
        return Ok(is_new);
    }
    let tried = try_flags(slot, command, calibration, &wanted)?;
    calibration.tried.extend(wanted.into_iter().map(|it| it.name).zip(tried));
    Ok(true)
}

/// Finds out whether programs can be traced, if nobody has wanted to know before. Whether that was so.
fn find_out_tracing(
    slot: &mut Slot,
    command: &CompilerCommand,
    calibration: &mut Calibration,
    tracer: Option<&Tracer>,
) -> Result<bool, CampaignError> {
    let is_wanted = |tracer: &&Tracer| {
        calibration.trouble.is_none()
            && calibration.target.as_deref() == Some(volatile::TARGET)
            && !calibration.traceable.contains_key(&tracer.identity())
    };
    let Some(tracer) = tracer.filter(is_wanted) else { return Ok(false) };
    calibration.traceable.insert(tracer.identity(), traceable(slot, command, tracer)?);
    Ok(true)
}

fn tracing(calibration: &Calibration, tracer: Option<&Tracer>) -> Option<Tracing> {
    let how = calibration.traceable.get(&tracer?.identity())?.clone()?;
    Some(Tracing { tracer: tracer?.clone(), how })
}

/// CPU time that a compiler may take for a small program if nobody has asked for it: it would hold up all others. `zig cc`
/// builds its libraries first, every time.
const SLOW: u64 = 5000;

/// Does without compilers that were only found, and are too slow.
pub fn leave_out_slow(tools: &mut [Tool]) {
    for tool in tools {
        let milliseconds = tool.calibration.milliseconds;
        if tool.calibration.trouble.is_none() && milliseconds > SLOW {
            let seconds = milliseconds / 1000;
            tool.calibration.trouble = Some(format!(
                "it takes {seconds} s of CPU time for a small program; name it with --compiler all the same"
            ));
        }
    }
}

/// Those that work; an error if there are none.
pub fn usable(tools: &[Tool]) -> Result<Vec<Tool>, CampaignError> {
    let usable: Vec<Tool> = tools.iter().filter(|tool| tool.calibration.trouble.is_none()).cloned().collect();
    if usable.is_empty() {
        let troubles =
            tools.iter().filter_map(|tool| Some(format!("{}: {}", tool.name, tool.calibration.trouble.as_ref()?)));
        return Err(CampaignError::NoCompiler(troubles.collect::<Vec<String>>().join("; ")));
    }
    Ok(usable)
}

/// The name of the file, with its arguments; numbered if there are two.
fn name(command: &CompilerCommand, others: &[Tool]) -> String {
    let file = command.program().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name = std::iter::once(file).chain(command.arguments().iter().cloned()).collect::<Vec<String>>().join(" ");
    let n_before =
        others.iter().filter(|other| other.name == name || other.name.starts_with(&format!("{name} ("))).count();
    if n_before == 0 { name } else { format!("{name} ({})", n_before + 1) }
}

fn read(path: &Path) -> Cache {
    let text = fs::read(path).unwrap_or_default();
    // What another version has written is found out again.
    serde_json::from_slice(&text).ok().filter(|cache: &Cache| cache.schema == SCHEMA).unwrap_or_default()
}

fn write(path: &Path, cache: &Cache) -> std::io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let file = tempfile::NamedTempFile::new_in(directory)?;
    serde_json::to_writer(&file, &Cache { schema: SCHEMA, calibrations: cache.calibrations.clone() })?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
