//! What gcc says of a program: whether it takes it, what is left after preprocessing, and what
//! assembly it makes of it.
//!
//! These answers do not depend on kiln, so they are kept in a log and found out once. A full run
//! asks about 17,000 programs: some minutes of two cores the first time, and seconds later.
//!
//! **Comparing assembly.** The assembly of the original and of the text kiln prints must be the
//! same, but some of it is about the text and not about the program: the lines that name the source
//! file and the compiler, and the line numbers that gcc puts around inline assembly. Those lines
//! are dropped, and so is code for accelerators, which holds them too. Sanitizers write line and
//! column of every check into the data, so they are switched off for both sides
//! ([`ABOUT_THE_TEXT`]). The printed text is compiled as preprocessed, under the file name of the
//! original.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::measuring::left_out;
use crate::measuring::log::{Key, Log};
use crate::measuring::reference::{NOT_PREPROCESSED, PAST_A_LIMIT, Reference, first_error, run, without};
use crate::measuring::subject::{Kind, Subject};
use crate::task_error::{Doing, TaskError};

/// Options that put places in the text into the assembly or write further files; they are left out
/// where assembly is made.
const ABOUT_THE_TEXT: &[&str] = &[
    "-fsanitize",
    "-fno-sanitize",
    "-fsave-optimization-record",
    "-fstack-usage",
    "-fcallgraph-info",
    "-ftest-coverage",
    "-frecord-gcc-switches",
];

/// Names of the questions. They are part of the keys under which answers are kept: a question that
/// is asked in another way, or whose answer is read in another way, needs another name.
const ACCEPTS: &str = "accepts";
const PREPROCESSED: &str = "preprocessed on the first day";
const ASSEMBLY: &str = "assembly for the host";

/// gcc, with all that it has said before.
pub(super) struct Gcc {
    reference: Reference,
    /// Where preprocessed texts are kept, by key.
    texts: PathBuf,
}

/// A program after preprocessing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Preprocessed {
    /// The text is in this file.
    Text(PathBuf),
    /// It uses something that is out of bounds for kiln, for this reason.
    LeftOut(String),
    /// gcc does not preprocess it.
    Refused,
}

/// What became of making assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Assembly {
    /// A hash of what matters of it.
    Made(String),
    /// gcc's first error.
    Refused(String),
}

impl Gcc {
    pub(super) fn new(directory: &Path) -> Result<Gcc, TaskError> {
        let texts = directory.join("preprocessed");
        fs::create_dir_all(&texts).doing("make the directory", &texts)?;
        Ok(Gcc { reference: Reference::new(&directory.join("gcc.log"))?, texts })
    }

    /// The first line of `gcc --version`.
    pub(super) fn version(&self) -> &str {
        self.reference.version()
    }

    /// What compilers have said.
    pub(super) fn log(&self) -> &Log {
        &self.reference.log
    }

    /// Everything that the answer to a question about a program depends on.
    pub(super) fn key(&self, question: &str, subject: &Subject) -> Result<Key, TaskError> {
        self.reference.key(question, subject)
    }

    /// The key for the assembly of another text, given by its hash, in the program's place.
    pub(super) fn key_of_printed(&self, subject: &Subject, text_hash: &str) -> Key {
        let question = format!("{ASSEMBLY} of printed");
        self.reference.key_of_text(&question, subject, text_hash.as_bytes())
    }

    /// Whether gcc takes the program with its own options.
    ///
    /// A program that has been compiled is taken; that answer costs nothing.
    pub(super) fn accepts(&self, subject: &Subject) -> Result<bool, TaskError> {
        let compiled = self.log().get(&self.key(ASSEMBLY, subject)?);
        if compiled.is_some_and(|answer| matches!(Assembly::from(answer), Assembly::Made(_))) {
            return Ok(true);
        }
        let answer = self.log().get_or(self.key(ACCEPTS, subject)?, || {
            let mut command = self.reference.command(subject);
            command.args(["-fsyntax-only", "-w"]).args(subject.language_options());
            let accepts = run(command.arg(&subject.file_name), &[], subject)?.status.success();
            Ok(if accepts { "yes" } else { "no" }.to_owned())
        })?;
        Ok(answer == "yes")
    }

    /// The program without directives.
    pub(super) fn preprocess(&self, subject: &Subject) -> Result<Preprocessed, TaskError> {
        let key = self.key(PREPROCESSED, subject)?;
        let file = self.texts.join(format!("{}.i", key.as_str()));
        let find = || {
            let Some(text) = self.preprocessed_text(subject)? else {
                return Ok("refused".to_owned());
            };
            if let Some(reason) = left_out::reason(&text) {
                return Ok(format!("left out\t{reason}"));
            }
            fs::write(&file, text).doing("write", &file)?;
            Ok("text".to_owned())
        };
        let mut answer = self.log().get_or(key, find)?;
        if answer == "text" && !file.exists() {
            answer = find()?;
        }
        Ok(match answer.split_once('\t') {
            Some((_, reason)) => Preprocessed::LeftOut(reason.to_owned()),
            None if answer == "text" => Preprocessed::Text(file),
            None => Preprocessed::Refused,
        })
    }

    fn preprocessed_text(&self, subject: &Subject) -> Result<Option<Vec<u8>>, TaskError> {
        let file = subject.file();
        if subject.kind == Kind::Csmith {
            return fs::read(&file).doing("read", &file).map(Some);
        }
        // As optimised as the assembly: programs and headers ask for `__OPTIMIZE__`. A dozen are
        // written to fail then, and are good programs otherwise.
        for optimised in [Some("-O2"), None] {
            let mut command = self.reference.command(subject);
            command.arg("-E").args(optimised);
            command.args(without(&subject.language_options(), NOT_PREPROCESSED));
            let finished = run(command.arg(&subject.file_name), &[], subject)?;
            if finished.status.success() {
                return Ok(Some(finished.stdout));
            }
        }
        Ok(None)
    }

    /// The assembly of the program itself.
    pub(super) fn assembly(&self, subject: &Subject) -> Result<Assembly, TaskError> {
        let key = self.key(ASSEMBLY, subject)?;
        match self.known_assembly_of(&key) {
            Some(known) => Ok(known),
            None => self.make_assembly(subject, key, None),
        }
    }

    /// The assembly of another text for the same program, if it is known already.
    pub(super) fn known_assembly_of(&self, key: &Key) -> Option<Assembly> {
        let known = self.log().get(key).map(Assembly::from);
        // The machine may have been busy when gcc was stopped.
        known.filter(|known| *known != Assembly::Refused(PAST_A_LIMIT.to_owned()))
    }

    /// Makes assembly of the program, or of another text in its place, and keeps it under the key.
    pub(super) fn make_assembly(
        &self,
        subject: &Subject,
        key: Key,
        instead: Option<&str>,
    ) -> Result<Assembly, TaskError> {
        let assembly = Assembly::of(self.assembly_text(subject, instead)?);
        self.log().put(key, &assembly.to_answer())?;
        Ok(assembly)
    }

    /// What matters of the assembly, or gcc's first error. Nothing is looked up.
    pub(super) fn assembly_text(
        &self,
        subject: &Subject,
        instead: Option<&str>,
    ) -> Result<Result<String, String>, TaskError> {
        let mut command = self.reference.command(subject);
        command.args(["-O2", "-S", "-g0", "-w", "-o", "-"]);
        command.args(without(&subject.language_options(), ABOUT_THE_TEXT));
        let finished = match instead {
            Some(text) => {
                let text = format!("# 1 \"{}\"\n{text}", subject.file_name);
                run(command.args(["-x", "cpp-output", "-"]), text.as_bytes(), subject)?
            }
            None => run(command.arg(&subject.file_name), &[], subject)?,
        };
        if !finished.status.success() {
            return Ok(Err(first_error(&String::from_utf8_lossy(&finished.stderr))));
        }
        Ok(Ok(what_matters(&String::from_utf8_lossy(&finished.stdout))))
    }
}

/// Assembly without the lines that are about the text and not about the program.
fn what_matters(assembly: &str) -> String {
    let mut in_offload_code = false;
    let mut text = String::new();
    for line in assembly.lines() {
        if let Some(section) = section(line) {
            in_offload_code = section.starts_with(OFFLOAD_CODE);
        }
        if !in_offload_code && !is_about_the_text(line) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Sections with code for an accelerator, in GCC's own form, with the lines of the text in it and a
/// random number in the section's name.
const OFFLOAD_CODE: &str = ".gnu.offload_lto_";

/// The section that a line switches to, if it does.
fn section(line: &str) -> Option<&str> {
    let line = line.trim_start();
    match line.strip_prefix(".section") {
        Some(name) => Some(name.trim_start()),
        None => [".text", ".data", ".bss"].into_iter().find(|name| line.starts_with(name)),
    }
}

/// Lines that name the source file or the compiler, and line numbers around inline assembly.
fn is_about_the_text(line: &str) -> bool {
    let words = line.trim_start();
    let is_line_marker = words
        .strip_prefix("# ")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('"'));
    is_line_marker || words.starts_with(".file") || words.starts_with(".ident")
}

impl Assembly {
    fn of(text: Result<String, String>) -> Assembly {
        match text {
            Ok(text) => Assembly::Made(Key::of([text.as_bytes()]).as_str().to_owned()),
            Err(error) => Assembly::Refused(error),
        }
    }

    fn to_answer(&self) -> String {
        match self {
            Assembly::Made(hash) => hash.clone(),
            Assembly::Refused(error) => format!("!{error}"),
        }
    }
}

impl From<String> for Assembly {
    fn from(answer: String) -> Self {
        match answer.strip_prefix('!') {
            Some(error) => Assembly::Refused(error.to_owned()),
            None => Assembly::Made(answer),
        }
    }
}

/// Whether another compiler takes a text: `command -fsyntax-only -w`.
pub(super) fn is_taken(program: &OsStr, text: &str, subject: &Subject) -> Result<bool, TaskError> {
    let mut command = Command::new(program);
    command.args(["-fsyntax-only", "-w", "-x", "cpp-output", "-"]).current_dir(&subject.folder);
    Ok(run(&mut command, text.as_bytes(), subject)?.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_text_are_dropped() {
        let assembly = "\t.file\t\"a.c\"\n\t.text\n#APP\n# 3 \"a.c\" 1\n\tnop\n# 0 \"\" 2\n#NO_APP\n\
                        \t.ident\t\"GCC\"\n";
        assert_eq!(what_matters(assembly), "\t.text\n#APP\n\tnop\n#NO_APP\n");
    }

    #[test]
    fn code_for_accelerators_is_dropped() {
        let assembly = "\t.section\t.gnu.offload_lto_.icf.12,\"e\"\n\t.string\t\"(5\"\n\t.text\nf:\n";
        assert_eq!(what_matters(assembly), "\t.text\nf:\n");
    }

    #[test]
    fn answers_survive_the_log() {
        for assembly in [Assembly::Made("00ff".into()), Assembly::Refused("bad".into())] {
            assert_eq!(Assembly::from(assembly.to_answer()), assembly);
        }
    }
}
