//! Whether a result is what it has to be, found out by others than the reducer that made it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fmt, fs};

use kiln_toolchain::process::{self, Limits};

use super::super::opponent::{installed, scratch};
use super::cases::{Case, PROGRAM, TEST};
use crate::task_error::{Doing, TaskError};

/// What the others are not held to: a result like that still counts as theirs.
pub(super) const NOT_ISO: &str = "not ISO C";

/// What compilers and programs may take.
const LIMITS: Limits = Limits { time: Duration::from_mins(1), output: 1 << 20 };

/// A compiler, its flags, and what its program runs under.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Configuration {
    compiler: &'static str,
    flags: &'static [&'static str],
    under: &'static [&'static str],
}

const fn plain(compiler: &'static str, flags: &'static [&'static str]) -> Configuration {
    Configuration { compiler, flags, under: &[] }
}

/// Configurations that have to agree, and sanitizers that have to say nothing. What is used without having been set is found by
/// Clang's memory sanitizer, and by valgrind for those who have a Clang without it.
const CONFIGURATIONS: [Configuration; 11] = [
    plain("gcc", &["-O0"]),
    plain("gcc", &["-O1"]),
    plain("gcc", &["-O2"]),
    plain("gcc", &["-O3"]),
    plain("clang", &["-O0"]),
    plain("clang", &["-O1"]),
    plain("clang", &["-O2"]),
    plain("clang", &["-O3"]),
    plain("gcc", &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    plain("clang", &["-O1", "-fsanitize=memory"]),
    Configuration { compiler: "gcc", flags: &["-O0"], under: &["valgrind", "-q", "--error-exitcode=99"] },
];

/// The status of what something was found in. Their own is 1 for most, which is a program's as well.
const FOUND: i32 = 99;

/// Where sanitizers are told.
const SAID: [&str; 3] = ["ASAN_OPTIONS", "MSAN_OPTIONS", "UBSAN_OPTIONS"];

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Configuration { compiler, flags, under } = self;
        write!(f, "{compiler} {}", flags.join(" "))?;
        under.first().map_or(Ok(()), |under| write!(f, " under {under}"))
    }
}

/// What a program is judged by.
pub(super) struct Audit<'a> {
    pub(super) kiln: &'a Path,
    /// Those of the configurations that can make programs here.
    able: Vec<Configuration>,
}

impl Audit<'_> {
    /// Finds out which configurations there are.
    pub(super) fn new(kiln: &Path) -> Result<Audit<'_>, TaskError> {
        let directory = scratch()?;
        write(directory.path(), "int main(void) { return 0; }\n")?;
        let is_able = |configuration: &Configuration| {
            installed(configuration.compiler).is_some() && does(configuration, directory.path()).is_ok()
        };
        Ok(Audit { kiln, able: CONFIGURATIONS.into_iter().filter(is_able).collect() })
    }

    /// The configurations that are not asked.
    pub(super) fn unable(&self) -> Vec<String> {
        let unable = CONFIGURATIONS.iter().filter(|configuration| !self.able.contains(configuration));
        unable.map(Configuration::to_string).collect()
    }

    /// What is wrong with a program that a reducer made of a case.
    pub(super) fn complaints(&self, case: &Case, text: &str) -> Result<Vec<String>, TaskError> {
        let directory = scratch()?;
        let directory = directory.path();
        case.put(directory)?;
        let was_iso = is_iso(directory);
        write(directory, text)?;
        let mut complaints = Vec::new();
        if !is_interesting(directory) {
            complaints.push("it is not interesting any more".to_owned());
        }
        if !succeeds(Command::new(self.kiln).arg("check").arg(PROGRAM).current_dir(directory)) {
            complaints.push("kiln check: not defined".to_owned());
        }
        if was_iso && !is_iso(directory) {
            complaints.push(NOT_ISO.to_owned());
        }
        let reference = does(&CONFIGURATIONS[0], directory);
        for configuration in &self.able {
            match (does(configuration, directory), &reference) {
                // Under valgrind a `long double` has 64 bits, so its output is not looked at.
                (Ok((status, _)), Ok(_)) if !configuration.under.is_empty() && status != Some(FOUND) => {}
                (Ok(done), Ok(reference)) if done == *reference => {}
                (Ok(_), _) => complaints.push(format!("{configuration} differs")),
                (Err(why), _) => complaints.push(format!("{configuration}: {why}")),
            }
        }
        Ok(complaints)
    }
}

fn write(directory: &Path, text: &str) -> Result<(), TaskError> {
    let path = directory.join(PROGRAM);
    fs::write(&path, text).doing("write", &path)
}

/// The test once more, with a log of its own.
fn is_interesting(directory: &Path) -> bool {
    let log = directory.join("log");
    let test = directory.join(TEST);
    fs::create_dir_all(&log).is_ok() && succeeds(Command::new(test).current_dir(directory).env("KILN_BENCH_LOG", &log))
}

/// Without `-w`, which would also hide what `-pedantic-errors` makes an error.
fn is_iso(directory: &Path) -> bool {
    let words = ["-std=c11", "-pedantic-errors", "-fsyntax-only", PROGRAM];
    succeeds(Command::new("gcc").args(words).current_dir(directory))
}

fn succeeds(command: &mut Command) -> bool {
    process::run(command, &[], LIMITS).is_ok_and(|finished| finished.status.success())
}

/// What the program does when a configuration has compiled it: status and output.
fn does(configuration: &Configuration, directory: &Path) -> Result<(Option<i32>, Vec<u8>), String> {
    let mut command = Command::new(configuration.compiler);
    command.args(configuration.flags).args(["-w", "-o", "audited", PROGRAM]).current_dir(directory);
    if !succeeds(&mut command) {
        return Err("does not compile it".to_owned());
    }
    let audited = directory.join("audited");
    let words: Vec<&OsStr> = configuration.under.iter().map(OsStr::new).chain([audited.as_os_str()]).collect();
    let mut program = Command::new(words[0]);
    program.args(&words[1..]).envs(SAID.map(|name| (name, format!("exitcode={FOUND}"))));
    let finished = process::run(program.current_dir(directory), &[], LIMITS).map_err(|error| error.to_string())?;
    Ok((finished.status.code(), finished.stdout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_set_is_seen() {
        let directory = scratch().unwrap();
        let does = |configuration: &Configuration, text: &str| {
            write(directory.path(), text).unwrap();
            does(configuration, directory.path())
        };
        let set = "int main(void) { return 0; }\n";
        let not_set = "int main(void) { volatile int a; if (a) return 1; return 0; }\n";
        let looks = |configuration: &&Configuration| {
            !configuration.under.is_empty() || configuration.flags.contains(&"-fsanitize=memory")
        };
        // Those that cannot make programs here are not asked.
        for configuration in CONFIGURATIONS.iter().filter(looks) {
            if does(configuration, set).is_ok_and(|(status, _)| status == Some(0)) {
                let (status, _) = does(configuration, not_set).unwrap();
                assert_eq!(status, Some(FOUND), "{configuration}");
            }
        }
    }

    #[test]
    fn what_iso_c_does_not_have_is_seen() {
        let directory = scratch().unwrap();
        let is = |text: &str| {
            write(directory.path(), text).unwrap();
            is_iso(directory.path())
        };
        if installed("gcc").is_some() {
            assert!(is("int main(void) { return 0; }\n") && !is("struct empty {};\nint main(void) { return 0; }\n"));
        }
    }
}
