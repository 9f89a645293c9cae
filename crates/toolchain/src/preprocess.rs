//! A C source turned into text without directives, by a compiler's own preprocessor.
//!
//! kiln has no preprocessor. The headers of a system and its compiler's predefined macros belong
//! together, and the compiler already knows both. The price: the text is in the dialect of the
//! compiler that made it (text made by GCC from glibc's headers is refused by Clang), so a result
//! always belongs to one [`CompilerCommand`].

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::ToolchainError;
use crate::compiler::CompilerCommand;
use crate::process::{self, Limits, ProcessError};

/// The largest headers known (all of a GUI toolkit) expand to tens of megabytes in seconds; past
/// this it does not end.
const LIMITS: Limits = Limits { time: Duration::from_mins(1), output: 512 << 20 };

/// What is to be preprocessed.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// A file, next to which the compiler looks for `#include "..."`.
    File(&'a Path),
    /// Text that came from a standard input; headers are looked for in the current directory.
    Stdin(&'a [u8]),
}

/// Text without directives other than line markers and pragmas.
#[derive(Debug)]
pub struct Preprocessed {
    /// The text, in whatever encoding the source had.
    pub text: Vec<u8>,
    /// Warnings; empty when the preprocessor had nothing to say.
    pub messages: String,
}

/// Whether a file has been preprocessed, by its name.
pub fn is_preprocessed(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("i"))
}

/// Runs `command -E flags` on `input`; a file that has been preprocessed is read as it is.
///
/// `flags` are passed on as they are: `-D`, `-U`, `-I`, `-include`, `-std=`, `-m32`, `-f...` all
/// decide what the text is.
pub fn preprocess(
    command: &CompilerCommand,
    flags: &[String],
    input: &Input<'_>,
) -> Result<Preprocessed, ToolchainError> {
    match input {
        Input::File(path) if is_preprocessed(path) => Ok(Preprocessed { text: read(path)?, messages: String::new() }),
        _ => preprocess_within(command, flags, input, LIMITS),
    }
}

fn preprocess_within(
    command: &CompilerCommand,
    flags: &[String],
    input: &Input<'_>,
    limits: Limits,
) -> Result<Preprocessed, ToolchainError> {
    input.check_readable()?;
    let mut process = command.to_command();
    process.arg("-E").args(flags);
    let finished = match *input {
        Input::File(path) => process::run(process.arg(as_argument(path)), &[], limits),
        // Without a file name the language must be said.
        Input::Stdin(text) => process::run(process.args(["-x", "c", "-"]), text, limits),
    };
    let finished = finished.map_err(|source| input.process_error(command, source))?;
    let messages = String::from_utf8_lossy(&finished.stderr).into_owned();
    if finished.status.success() {
        Ok(Preprocessed { text: finished.stdout, messages })
    } else {
        Err(ToolchainError::NotPreprocessed {
            name: input.name(),
            command: command.to_string(),
            status: finished.status,
            messages,
        })
    }
}

impl Input<'_> {
    fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin(_) => "<stdin>".to_owned(),
        }
    }

    /// A missing file is said in kiln's words, the same for every compiler, before any is started.
    fn check_readable(&self) -> Result<(), ToolchainError> {
        match *self {
            Input::File(path) => File::open(path)
                // Opening a directory succeeds; the first read tells.
                .and_then(|mut file| file.read(&mut [0; 1]))
                .map_err(|source| ToolchainError::Unreadable { path: path.to_owned(), source })
                .map(|_n_read| ()),
            Input::Stdin(_) => Ok(()),
        }
    }

    fn process_error(&self, command: &CompilerCommand, source: ProcessError) -> ToolchainError {
        ToolchainError::Process { name: self.name(), command: command.to_string(), source }
    }
}

/// A file whose name starts with a dash must not be taken for an option.
fn as_argument(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.to_owned() }
}

/// Reads a file that needs no preprocessing, with the same error as one that does.
pub fn read(path: &Path) -> Result<Vec<u8>, ToolchainError> {
    std::fs::read(path).map_err(|source: io::Error| ToolchainError::Unreadable { path: path.to_owned(), source })
}

/// The text without line markers, for every compiler. They are GCC's and Clang's; pcc takes them for an error.
pub fn without_line_markers(text: &[u8]) -> Vec<u8> {
    let is_marker = |line: &[u8]| {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.next() == Some(b"#") && words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
    };
    text.split_inclusive(|&byte| byte == b'\n').filter(|line| !is_marker(line)).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// A directory that holds `a.c` and a compiler which is the given shell script.
    ///
    /// The script is given to the shell, not executed as a file: a file just written cannot be
    /// executed while a child started by another test still inherits its descriptor.
    fn fake_compiler(script: &str) -> (TempDir, CompilerCommand) {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("fakecc");
        fs::write(&program, script).unwrap();
        fs::write(directory.path().join("a.c"), "int x;\n").unwrap();
        let command = format!("/bin/sh {}", program.display());
        (directory, CompilerCommand::parse(&command, OsStr::new("")).unwrap())
    }

    #[test]
    fn line_markers_go_and_directives_stay() {
        let text = b"# 1 \"a.c\"\n#pragma pack(1)\n # 7 \"b.h\" 1 3 4\r\nint a;\n#line 3\n# pragma x\n# 12";
        assert_eq!(without_line_markers(text), b"#pragma pack(1)\nint a;\n#line 3\n# pragma x\n");
    }

    #[test]
    fn flags_go_before_the_file_and_text_comes_back() {
        let (directory, command) = fake_compiler(r#"echo "$@"; cat "$4"; echo careful >&2"#);
        let file = directory.path().join("a.c");
        let flags = ["-DX=1".to_owned(), "-std=c99".to_owned()];
        let result = preprocess(&command, &flags, &Input::File(&file)).unwrap();
        let expected = format!("-E -DX=1 -std=c99 {}\nint x;\n", file.display());
        assert_eq!(String::from_utf8(result.text).unwrap(), expected);
        assert_eq!(result.messages, "careful\n");
    }

    #[test]
    fn standard_input_is_said_to_be_c() {
        let (_directory, command) = fake_compiler(r#"echo "$@"; cat"#);
        let result = preprocess(&command, &[], &Input::Stdin(b"int x;\n")).unwrap();
        assert_eq!(result.text, b"-E -x c -\nint x;\n");
    }

    #[test]
    fn a_refusal_carries_the_compilers_own_words() {
        let (directory, command) = fake_compiler("echo 'no such header' >&2; exit 1");
        let error = preprocess(&command, &[], &Input::File(&directory.path().join("a.c"))).unwrap_err();
        let ToolchainError::NotPreprocessed { messages, status, .. } = error else { panic!("{error}") };
        assert_eq!(messages, "no such header\n");
        assert_eq!(status.code(), Some(1));
    }

    #[test]
    fn a_preprocessor_without_end_is_killed() {
        let (directory, command) = fake_compiler("while :; do :; done");
        let limits = Limits { time: Duration::from_millis(300), ..LIMITS };
        let file = directory.path().join("a.c");
        let error = preprocess_within(&command, &[], &Input::File(&file), limits).unwrap_err();
        assert!(matches!(error, ToolchainError::Process { source: ProcessError::Timeout(_), .. }), "{error}");
    }

    #[test]
    fn a_missing_file_and_a_directory_are_named_without_starting_anything() {
        let (directory, command) = fake_compiler("exit 9");
        for path in [directory.path().join("b.c"), directory.path().to_owned()] {
            let error = preprocess(&command, &[], &Input::File(&path)).unwrap_err();
            assert!(matches!(&error, ToolchainError::Unreadable { path: named, .. } if *named == path), "{error}");
        }
    }

    #[test]
    fn a_file_name_with_a_dash_is_not_an_option() {
        assert_eq!(as_argument(Path::new("-o")), Path::new("./-o"));
        assert_eq!(as_argument(Path::new("a.c")), Path::new("a.c"));
    }
}
