//! C text from where the user has it: a file, a preprocessed file, a pipe.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use kiln_lang::Options;
use kiln_toolchain::compiler::{self, CompilerCommand};
use kiln_toolchain::preprocess::{self, Input};

use crate::exit_code::Failure;
use crate::messages::Messages;
use crate::preprocess_flags::PreprocessFlags;

/// Options of every subcommand that reads C.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// C files; `-` is standard input, a file named `*.i` is taken as preprocessed
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Preprocess with this command, split like shell words [default: the first of gcc, clang, cc,
    /// tcc on PATH]
    #[arg(long, value_name = "CMD", help_heading = "Passed on to the preprocessor")]
    pub(crate) cpp: Option<String>,
    #[command(flatten)]
    pub(crate) flags: PreprocessFlags,
}

/// Preprocessed text, with what is needed to read it as it was meant.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    pub(crate) options: Options,
}

/// Reads one of the files.
pub(crate) fn read(file: &Path, args: &InputArgs, messages: &Messages) -> Result<SourceFile, Failure> {
    if file.extension() == Some(OsStr::new("i")) {
        let options = Options::from_flags(args.flags.0.iter().map(String::as_str));
        return Ok(SourceFile { name: name(file), text: preprocess::read(file)?, options });
    }
    let command = preprocessor(args)?;
    messages.remark(&format!("{}: preprocessing with `{command} -E`", name(file)));
    let stdin = if file == Path::new("-") { Some(read_stdin()?) } else { None };
    let input = stdin.as_deref().map_or(Input::File(file), Input::Stdin);
    let preprocessed = preprocess::preprocess(&command, &args.flags.0, &input)?;
    messages.passed_on(&preprocessed.messages);
    // `--cpp 'gcc -m32'` decides the target as much as `-m32` does.
    let flags = command.arguments().iter().chain(&args.flags.0).map(String::as_str);
    let options = Options::from_flags(flags);
    Ok(SourceFile { name: name(file), text: preprocessed.text, options })
}

fn preprocessor(args: &InputArgs) -> Result<CompilerCommand, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(match &args.cpp {
        Some(command) => CompilerCommand::parse(command, &path)?,
        None => compiler::preferred(&path)?,
    })
}

fn read_stdin() -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text).map_err(Failure::Stdin)?;
    Ok(text)
}

/// The name of a file in messages.
fn name(file: &Path) -> String {
    if file == Path::new("-") { "<stdin>".to_owned() } else { file.display().to_string() }
}
