//! Which C compilers there are, and how a user names one.
//!
//! Compilers are found by name, as a shell would: the first match on `PATH` wins for each name. A
//! name may carry a version (`gcc-12`, `clang-14`). Nothing is started here; whether a found
//! compiler works shows when it is used.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ToolchainError;

/// Names of C compilers, the preferred one first: GCC's headers-and-builtins dialect is what real C
/// files are written for.
pub const NAMES: &[&str] = &["gcc", "clang", "cc", "tcc", "pcc", "icx", "ccomp"];

/// A command line that starts a compiler: a program and the words that always come first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerCommand {
    program: PathBuf,
    arguments: Vec<String>,
    /// What starts its programs, if the machine does not: words before the program.
    run: Vec<String>,
}

impl CompilerCommand {
    /// A program without arguments.
    pub fn new(program: PathBuf) -> CompilerCommand {
        CompilerCommand { program, arguments: Vec::new(), run: Vec::new() }
    }

    /// Splits `command` like shell words; its first word is looked up on `path` unless it holds a
    /// slash. The programs of a compiler for another machine are started by what can run them here, if there is such a thing.
    pub fn parse(command: &str, path: &OsStr) -> Result<Self, ToolchainError> {
        let bad = |why| ToolchainError::BadCommand { command: command.to_owned(), why };
        let mut words = shlex::split(command).ok_or_else(|| bad("a quote is not closed"))?.into_iter();
        let program = words.next().ok_or_else(|| bad("it is empty"))?;
        let found = if program.contains('/') {
            Some(PathBuf::from(&program)).filter(|file| is_program(file))
        } else {
            directories(path).map(|directory| directory.join(&program)).find(|file| is_program(file))
        };
        let file = found.ok_or(ToolchainError::MissingProgram { program })?;
        let command = CompilerCommand { program: file, arguments: words.collect(), run: Vec::new() };
        Ok(simulators(&command).find_map(|run| command.clone().with_run(&run, path).ok()).unwrap_or(command))
    }

    /// The same compiler, whose programs are started by another one: a simulator, a script.
    pub fn with_run(self, run: &str, path: &OsStr) -> Result<Self, ToolchainError> {
        let run = CompilerCommand::parse(run, path)?.words();
        Ok(CompilerCommand { run, ..self })
    }

    /// What stands before a program that is started.
    pub fn run(&self) -> &[String] {
        &self.run
    }

    /// How a program that it has made is started, in the directory where it is.
    pub fn start(&self, program: &str) -> Vec<String> {
        self.run.iter().cloned().chain([format!("./{program}")]).collect()
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The words after the program.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The same command with some arguments less, and others behind.
    #[must_use]
    pub fn with_arguments(&self, keep: impl Fn(&str) -> bool, more: &[String]) -> CompilerCommand {
        let kept = self.arguments.iter().filter(|word| keep(word));
        CompilerCommand { arguments: kept.chain(more).cloned().collect(), ..self.clone() }
    }

    /// The same arguments for another program.
    #[must_use]
    pub fn with_program(&self, program: PathBuf) -> CompilerCommand {
        CompilerCommand { program, ..self.clone() }
    }

    /// All words.
    pub fn words(&self) -> Vec<String> {
        std::iter::once(self.program.to_string_lossy().into_owned()).chain(self.arguments.iter().cloned()).collect()
    }

    /// A process to be configured further and started.
    pub fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        // Messages are shown and compared: they must not depend on where kiln runs.
        command.args(&self.arguments).env("LC_ALL", "C");
        command
    }
}

/// As one would type it.
impl fmt::Display for CompilerCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        for word in &self.arguments {
            // Only a word with a zero byte cannot be quoted, and such a word cannot be passed on.
            write!(f, " {}", shlex::try_quote(word).unwrap_or(word.into()))?;
        }
        Ok(())
    }
}

/// A compiler found on `PATH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiler {
    /// Which of [`NAMES`] it goes by.
    pub name: &'static str,
    /// The version in the file's name: `[12]` for `gcc-12`, empty for `gcc`.
    pub version: Vec<u32>,
    /// The file.
    pub program: PathBuf,
}

/// All C compilers on `path`, the preferred one first: by name in the order of [`NAMES`], the one
/// without a version (what the machine's owner means by that name) before the others, newer before
/// older.
pub fn all(path: &OsStr) -> Vec<Compiler> {
    let mut found: Vec<Compiler> = Vec::new();
    for directory in directories(path) {
        // A directory of `PATH` that cannot be read holds no compiler that could be started by
        // name.
        for file in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let Some((name, version)) = file.file_name().to_str().and_then(compiler_name) else {
                continue;
            };
            let shadowed = found.iter().any(|other| other.name == name && other.version == version);
            if !shadowed && is_program(&file.path()) {
                found.push(Compiler { name, version, program: file.path() });
            }
        }
    }
    found.sort_by_key(|compiler| {
        let rank = NAMES.iter().position(|&name| name == compiler.name);
        (rank, !compiler.version.is_empty(), std::cmp::Reverse(compiler.version.clone()))
    });
    found
}

/// Machines whose programs another one can run here: how the names of their compilers begin, and what runs their programs.
const CROSS: &[(&str, &str)] = &[
    ("aarch64-linux-gnu", "qemu-aarch64"),
    ("arm-linux-gnueabihf", "qemu-arm"),
    ("arm-linux-gnueabi", "qemu-arm"),
    ("riscv64-linux-gnu", "qemu-riscv64"),
    ("powerpc64le-linux-gnu", "qemu-ppc64le"),
    ("s390x-linux-gnu", "qemu-s390x"),
];

/// What may start the programs of a compiler for another machine, the preferred one first.
fn simulators(command: &CompilerCommand) -> impl Iterator<Item = String> + use<> {
    let name = command.program.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let row = CROSS.iter().find(|(machine, _)| {
        let of_machine = name.strip_prefix(machine).and_then(|rest| rest.strip_prefix('-'));
        of_machine.and_then(compiler_name).is_some()
    });
    let here = |&(machine, simulator): &(&str, &str)| {
        [format!("{simulator} -L /usr/{machine}"), format!("{simulator}-static -L /usr/{machine}")]
    };
    row.map(here).into_iter().flatten()
}

/// Compilers on `path` that are not called by a name alone: compilers for other machines, where there is something that runs
/// their programs, and those that are part of another program.
pub fn others(path: &OsStr) -> Vec<CompilerCommand> {
    let cross = CROSS.iter().filter_map(|(machine, _)| CompilerCommand::parse(&format!("{machine}-gcc"), path).ok());
    let zig = CompilerCommand::parse("zig cc", path).ok();
    cross.filter(|command| !command.run.is_empty()).chain(zig).collect()
}

/// The compiler to take when the user names none.
pub fn preferred(path: &OsStr) -> Result<CompilerCommand, ToolchainError> {
    let compiler = all(path).into_iter().next().ok_or(ToolchainError::NoCompiler)?;
    Ok(CompilerCommand::new(compiler.program))
}

/// Splits `gcc-12` into a known name and a version; other file names are not compilers (`gcc-ar`,
/// `clang-format-14`).
fn compiler_name(file_name: &str) -> Option<(&'static str, Vec<u32>)> {
    NAMES.iter().find_map(|&name| {
        let version = match file_name.strip_prefix(name)? {
            "" => Vec::new(),
            suffix => suffix.strip_prefix('-')?.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?,
        };
        Some((name, version))
    })
}

/// The directories of `PATH`. An empty entry means the current directory to a shell, and nothing
/// here: a compiler must not change because a file of that name lies in a test's folder.
fn directories(path: &OsStr) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(path).filter(|directory| !directory.as_os_str().is_empty())
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// A directory with an executable file per name.
    fn bin(names: &[&str]) -> TempDir {
        let directory = tempfile::tempdir().unwrap();
        for name in names {
            let file = directory.path().join(name);
            fs::write(&file, "#!/bin/sh\n").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        directory
    }

    fn file_names(compilers: &[Compiler]) -> Vec<String> {
        compilers.iter().map(|compiler| compiler.program.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn compilers_come_in_order_of_preference() {
        let bin = bin(&["tcc", "clang-14", "clang-9", "gcc-12", "gcc", "cc", "clang-19", "gcc-4.9"]);
        let expected = ["gcc", "gcc-12", "gcc-4.9", "clang-19", "clang-14", "clang-9", "cc", "tcc"];
        assert_eq!(file_names(&all(bin.path().as_os_str())), expected);
    }

    #[test]
    fn files_that_only_sound_like_compilers_are_passed_over() {
        let bin = bin(&["gcc-ar", "clang-format-14", "ccache", "x86_64-linux-gnu-gcc", "gcc-", "tcc2"]);
        fs::write(bin.path().join("gcc"), "not executable").unwrap();
        fs::create_dir(bin.path().join("clang")).unwrap();
        assert_eq!(all(bin.path().as_os_str()), []);
    }

    #[test]
    fn the_first_directory_wins() {
        let (first, second) = (bin(&["gcc"]), bin(&["gcc", "tcc"]));
        let path = std::env::join_paths([first.path(), second.path()]).unwrap();
        let programs: Vec<PathBuf> = all(&path).into_iter().map(|compiler| compiler.program).collect();
        assert_eq!(programs, [first.path().join("gcc"), second.path().join("tcc")]);
    }

    #[test]
    fn a_compiler_for_another_machine_needs_something_that_runs_its_programs() {
        let bin = bin(&["aarch64-linux-gnu-gcc", "riscv64-linux-gnu-gcc", "qemu-aarch64-static", "zig"]);
        let found = others(bin.path().as_os_str());
        let [cross, zig] = &found[..] else { panic!("{found:?}") };
        let runner = bin.path().join("qemu-aarch64-static").display().to_string();
        assert_eq!(cross.start("a"), [runner.as_str(), "-L", "/usr/aarch64-linux-gnu", "./a"]);
        assert_eq!((zig.arguments(), zig.start("a")), (&["cc".to_owned()][..], vec!["./a".to_owned()]));
        let named = |name| CompilerCommand::parse(name, bin.path().as_os_str()).unwrap();
        assert_eq!(named("aarch64-linux-gnu-gcc -O2").run(), cross.run());
        assert!(named("riscv64-linux-gnu-gcc").run().is_empty());
    }

    #[test]
    fn a_command_is_split_like_shell_words() {
        let bin = bin(&["my-cc"]);
        let command = CompilerCommand::parse("my-cc -D 'A=1 + 1'", bin.path().as_os_str()).unwrap();
        assert_eq!(command.program, bin.path().join("my-cc"));
        assert_eq!(command.arguments, ["-D", "A=1 + 1"]);
        let typed = format!("{} -D 'A=1 + 1'", bin.path().join("my-cc").display());
        assert_eq!(command.to_string(), typed);
    }

    #[test]
    fn a_command_that_names_no_program_is_refused_in_words() {
        let message = |command| CompilerCommand::parse(command, OsStr::new("")).unwrap_err().to_string();
        assert_eq!(message("'gcc"), "cannot take `'gcc` as a command: a quote is not closed");
        assert_eq!(message(""), "cannot take `` as a command: it is empty");
        assert_eq!(message("mygcc -m32"), "cannot find the program `mygcc`");
        assert_eq!(message("/nowhere/gcc"), "cannot find the program `/nowhere/gcc`");
    }

    #[test]
    fn no_compiler_is_an_error_that_says_what_was_looked_for() {
        let error = preferred(OsStr::new("/nowhere")).unwrap_err();
        assert_eq!(error.to_string(), "no C compiler found on PATH (looked for gcc, clang, cc, tcc, pcc, icx, ccomp)");
    }
}
