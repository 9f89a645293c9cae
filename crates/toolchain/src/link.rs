//! How an object file of a compiler becomes a program without the compiler's driver.
//!
//! A driver takes longer to start than a linker to link a small program: with clang it is most of the time. So the driver is
//! asked once which linker it would call and how, and objects of plain configurations go to a linker directly. Whatever looks
//! like a bug is confirmed with the driver, as a user would call it.

use std::ffi::OsStr;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::build::{self, Compilation, Compiled, PROGRAM_LIMITS};
use crate::compiler::CompilerCommand;
use crate::runner::{self, End, Limits, RunnerError, Slot};

/// A linker, and what it is called with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The linker and its arguments, with [`OBJECT`] and [`PROGRAM`] in them.
    words: Vec<String>,
}

/// The names that the driver is asked with; the object must be there.
pub const OBJECT: &str = "kiln-object.o";
const PROGRAM: &str = "kiln-program";

/// Linkers that may be quicker than the driver's own, and take the same arguments; the quickest first.
const LINKERS: &[&str] = &["ld.mold", "ld.lld", "ld.gold"];

/// Finds out how the file [`OBJECT`] in the slot is linked, and tries it out; the program made of it must print `right`. None if the driver does not say, or if it does not work.
pub fn find(
    slot: &mut Slot,
    command: &CompilerCommand,
    right: &[u8],
    limits: Limits,
) -> Result<Option<Link>, RunnerError> {
    let mut asked = command.words();
    asked.extend(["-###", OBJECT, "-o", PROGRAM, "-lm"].map(str::to_owned));
    let said = build::execute(slot, asked, &[], limits)?;
    let last = said.errors.lines().rev().find(|line| line.contains(OBJECT)).unwrap_or_default();
    let Some(own) = shlex::split(last).and_then(of_words) else { return Ok(None) };
    // What the driver has put into the slot for this one link is gone the next time.
    if own.words.iter().any(|word| word != OBJECT && slot.directory().join(word).is_file() && !word.starts_with('/')) {
        return Ok(None);
    }
    let others = LINKERS.iter().filter_map(|name| {
        let arguments = own.words.iter().skip(1).cloned();
        Some(Link { words: std::iter::once(on_path(name)?).chain(arguments).collect() })
    });
    for link in others.chain([own.clone()]) {
        let linked = RunnerError::unless_program(link.run(slot, OBJECT, PROGRAM, limits))?;
        if linked.is_ok_and(|linked| linked.outcome == Compiled::Built) {
            let limits = build::program_limits(command, PROGRAM_LIMITS);
            let ran = RunnerError::unless_program(build::execute(slot, command.start(PROGRAM), &[], limits))?;
            if ran.is_ok_and(|ran| ran.end == End::Status(0) && ran.output == right) {
                return Ok(Some(link));
            }
        }
    }
    Ok(None)
}

impl Link {
    /// Links `object` to `program`, both in the slot's directory.
    pub fn run(
        &self,
        slot: &mut Slot,
        object: &str,
        program: &str,
        limits: Limits,
    ) -> Result<Compilation, RunnerError> {
        let place = |word: &String| match word.as_str() {
            OBJECT => object.to_owned(),
            PROGRAM => program.to_owned(),
            _ => word.clone(),
        };
        build::translate(slot, self.words.iter().map(place).collect(), program, limits)
    }
}

/// A linker's command as the driver has shown it. GCC calls a program of its own that calls the linker.
fn of_words(words: Vec<String>) -> Option<Link> {
    // Plugins only concern link-time optimisation.
    let mut kept: Vec<String> = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "-plugin" {
            words.next();
        } else if !word.starts_with("-plugin-opt=") {
            kept.push(word);
        }
    }
    let program = kept.first_mut()?;
    if Path::new(program.as_str()).file_name()? == "collect2" {
        *program = on_path("ld")?;
    }
    let has = |name: &str| kept.iter().filter(|word| *word == name).count() == 1;
    (has(OBJECT) && has(PROGRAM)).then_some(Link { words: kept })
}

/// A program that runners find.
fn on_path(name: &str) -> Option<String> {
    let found = CompilerCommand::parse(name, OsStr::new(runner::PATH)).ok()?;
    Some(found.program().display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins_are_left_out() {
        let words = "ld -plugin liblto.so -plugin-opt=x --eh-frame-hdr -o kiln-program kiln-object.o -lc";
        let of = |words| shlex::split(words).and_then(of_words);
        let link = of(words).unwrap();
        assert_eq!(link.words.join(" "), "ld --eh-frame-hdr -o kiln-program kiln-object.o -lc");
        assert_eq!(of("ld -o kiln-program"), None);
    }
}
