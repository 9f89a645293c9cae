//! C text from where the user has it: a file, a preprocessed file, a pipe.

use std::io::Read;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use kiln_lang::Options;
use kiln_lang::target::{TARGETS, Target};
use kiln_toolchain::compiler::{self, CompilerCommand};
use kiln_toolchain::preprocess::{self, Input};

use crate::exit_code::Failure;
use crate::messages::Messages;
use crate::preprocess_flags::PreprocessFlags;

/// Options of every subcommand that reads C. The files are an argument of its own for each of them.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Preprocess with this command, split like shell words [default: the first of gcc, clang, cc,
    /// tcc on PATH]
    #[arg(long, value_name = "CMD", help_heading = "Passed on to the preprocessor")]
    pub(crate) cpp: Option<String>,
    #[command(flatten)]
    pub(crate) flags: PreprocessFlags,
}

/// Of subcommands that read a program for a machine, whichever that is.
#[derive(Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// The machine that the program is for, if it is not the preprocessor's: for preprocessed files, and those that
    /// include no header
    #[arg(long, value_name = "NAME", value_parser = target_names(), conflicts_with = "-m", help_heading = "What a program means")]
    target: Option<String>,
}

impl TargetArgs {
    fn options(&self) -> Options {
        let target = self.target.as_deref().and_then(Target::by_name).unwrap_or_default();
        Options { target, ..Options::default() }
    }
}

fn target_names() -> PossibleValuesParser {
    TARGETS.iter().map(|target| target.name).into()
}

/// Preprocessed text, with what is needed to read it as it was meant.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    pub(crate) options: Options,
    /// The flags that the options come from.
    pub(crate) flags: Vec<String>,
    pub(crate) said: Said,
}

/// What there is to say about getting the text. Files are read at once and spoken of in order, so it is kept.
#[derive(Debug, Default)]
pub(crate) struct Said {
    remark: Option<String>,
    warnings: String,
}

impl Said {
    pub(crate) fn pass_on(&self, messages: &Messages) {
        if let Some(remark) = &self.remark {
            messages.remark(remark);
        }
        messages.passed_on(&self.warnings);
    }
}

/// Reads one of the files, for a machine.
pub(crate) fn read_for(file: &Path, args: &InputArgs, target: &TargetArgs) -> Result<SourceFile, Failure> {
    let source = read(file, args)?;
    let options = target.options().with_flags(source.flags.iter().map(String::as_str));
    Ok(SourceFile { options, ..source })
}

/// Reads one of the files, for the machine that the preprocessor's flags speak of.
pub(crate) fn read(file: &Path, args: &InputArgs) -> Result<SourceFile, Failure> {
    // This way no compiler is needed.
    if preprocess::is_preprocessed(file) {
        let text = preprocess::read(file)?;
        return Ok(SourceFile::new(file, text, args.flags.0.clone(), Said::default()));
    }
    let command = preprocessor(args)?;
    let remark = format!("{}: preprocessing with `{command} -E`", name(file));
    let stdin = if file == Path::new("-") { Some(read_stdin()?) } else { None };
    let input = stdin.as_deref().map_or(Input::File(file), Input::Stdin);
    let preprocessed = preprocess::preprocess(&command, &args.flags.0, &input)?;
    let said = Said { remark: Some(remark), warnings: preprocessed.messages };
    // `--cpp 'gcc -m32'` decides the target as much as `-m32` does.
    let flags = command.arguments().iter().chain(&args.flags.0).cloned().collect();
    Ok(SourceFile::new(file, preprocessed.text, flags, said))
}

impl SourceFile {
    fn new(file: &Path, text: Vec<u8>, flags: Vec<String>, said: Said) -> SourceFile {
        let options = Options::from_flags(flags.iter().map(String::as_str));
        SourceFile { name: name(file), text, options, flags, said }
    }
}

/// The compiler that preprocesses.
pub(crate) fn preprocessor(args: &InputArgs) -> Result<CompilerCommand, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(match &args.cpp {
        Some(command) => CompilerCommand::parse(command, &path)?,
        None => compiler::preferred(&path)?,
    })
}

pub(crate) fn read_stdin() -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text).map_err(Failure::Stdin)?;
    Ok(text)
}

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "<stdin>".to_owned() } else { file.display().to_string() }
}
