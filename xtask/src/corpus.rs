//! `cargo xtask corpus`: the C part of GCC's own test suite.
//!
//! Nothing is shipped with kiln: Debian's package `gcc-12-source` holds GCC's release tarball with
//! all its tests. The folders with C programs are extracted as they are, with their local headers,
//! and a [`manifest`] says what each program is for. A second call on the same directory returns
//! at once.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repository;
use crate::task_error::{Doing, TaskError, succeed};

pub(crate) mod manifest;

mod directives;

/// Options of `cargo xtask corpus`.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusArgs {
    /// Where to [default: target/corpus]
    dest: Option<PathBuf>,
    /// The Debian package that holds GCC's sources
    #[arg(long, default_value = "gcc-12-source")]
    package: String,
    /// Also extract the tests for x86 only (intrinsics, inline assembly)
    #[arg(long)]
    targets: bool,
}

/// Where the corpus is unless said otherwise.
pub(crate) fn default_directory() -> PathBuf {
    repository::target().join("corpus")
}

/// Folders of GCC's test suite that are taken.
const FOLDERS: &[&str] = &["gcc.c-torture", "gcc.dg", "c-c++-common"];

/// The folder that only `--targets` takes.
const TARGET_FOLDER: &str = "gcc.target/i386";

/// What a front end for C11 and GNU C on x86-64 has no use for: hooks of other languages, plugins,
/// precompiled headers, `AltiVec`, fixed point, transactions, traditional C.
const LEFT_OUT: &[&str] = &[
    "gcc.dg/plugin",
    "gcc.dg/pch",
    "gcc.dg/vmx",
    "gcc.dg/fixed-point",
    "gcc.dg/tm",
    "gcc.dg/goacc",
    "gcc.dg/cpp/trad",
    "gcc.dg/debug",
    "gcc.dg/charset",
    "c-c++-common/goacc",
    "c-c++-common/tm",
    "c-c++-common/rotate",
    "c-c++-common/guality",
];

/// Programs, and what programs include.
const KEPT_EXTENSIONS: &[&str] = &["c", "h", "inc", "def", "x"];

/// Changes whenever the same package would give another result.
const RULES_VERSION: u32 = 5;

/// Extracts the corpus, unless it is already there.
pub(crate) fn run(args: &CorpusArgs) -> Result<(), TaskError> {
    let dest = args.dest.clone().unwrap_or_else(default_directory);
    let stamp_file = dest.join(".corpus");
    let stamp = format!("{RULES_VERSION} {} {}\n", args.package, u8::from(args.targets));
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) {
        return Ok(());
    }
    let tarball = match tarball(&args.package) {
        Some(tarball) => tarball,
        None => install(&args.package)?,
    };
    extract(&tarball, &dest, args.targets)?;
    let rows = manifest::make(&dest)?;
    manifest::write(&dest, &rows)?;
    fs::write(&stamp_file, stamp).doing("write", &stamp_file)?;
    say_what_is_there(&rows);
    Ok(())
}

/// The newest release tarball that the package has put on this machine.
fn tarball(package: &str) -> Option<PathBuf> {
    let series = package.strip_suffix("-source").unwrap_or(package);
    let files = fs::read_dir(Path::new("/usr/src").join(series)).ok()?.flatten();
    let releases = files.map(|file| file.path()).filter(|path| is_release(path));
    releases.max_by_key(|path| numbers(&path.to_string_lossy()))
}

/// Whether a file is named like `gcc-12.2.0-dfsg.tar.xz`.
fn is_release(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let version = name.strip_prefix("gcc-").unwrap_or_default();
    version.starts_with(|c: char| c.is_ascii_digit()) && version.contains(".tar.")
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse().ok()).collect()
}

/// Installs the package by Debian's package manager.
fn install(package: &str) -> Result<PathBuf, TaskError> {
    let missing = || TaskError::Missing {
        what: format!("GCC's release tarball of the package {package}"),
        remedy: format!("On Debian: apt-get install {package}"),
    };
    if install_now(package).is_err() {
        // The package lists of a fresh machine are empty or old.
        succeed(&mut apt_get(&["update", "-qq"])).map_err(|_| missing())?;
        install_now(package).map_err(|_| missing())?;
    }
    tarball(package).ok_or_else(missing)
}

fn install_now(package: &str) -> Result<(), TaskError> {
    let words = ["install", "-y", "-qq", "--no-install-recommends", package, "xz-utils"];
    succeed(&mut apt_get(&words))
}

fn apt_get(words: &[&str]) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0);
    let mut command = Command::new(if is_root { "env" } else { "sudo" });
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(words);
    // Standard output is for results.
    command.stdout(std::process::Stdio::null());
    command
}

fn extract(tarball: &Path, dest: &Path, targets: bool) -> Result<(), TaskError> {
    fs::create_dir_all(dest).doing("make the directory", dest)?;
    remove_if_there(&dest.join(".corpus"), |path| fs::remove_file(path))?;
    for folder in FOLDERS.iter().chain(&["gcc.target"]) {
        remove_if_there(&dest.join(folder), |path| fs::remove_dir_all(path))?;
    }
    let wanted = FOLDERS.iter().chain(targets.then_some(&TARGET_FOLDER));
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(tarball).arg("-C").arg(dest);
    tar.args(["--strip-components=3", "--no-same-owner", "--wildcards"]);
    tar.args(wanted.map(|folder| format!("*/gcc/testsuite/{folder}/*")));
    succeed(&mut tar)?;
    for folder in LEFT_OUT {
        remove_if_there(&dest.join(folder), |path| fs::remove_dir_all(path))?;
    }
    for folder in FOLDERS.iter().chain(&["gcc.target"]) {
        prune(&dest.join(folder))?;
    }
    Ok(())
}

fn remove_if_there(path: &Path, remove: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), TaskError> {
    match remove(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).doing("remove", path),
        _ => Ok(()),
    }
}

/// Removes files that are not part of a C program, and folders that are empty then.
fn prune(folder: &Path) -> Result<(), TaskError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.doing("list", folder)?,
    };
    let mut n_kept = 0;
    for entry in entries {
        let entry = entry.doing("list", folder)?;
        let path = entry.path();
        if entry.file_type().doing("examine", &path)?.is_dir() {
            prune(&path)?;
            n_kept += usize::from(path.exists());
        } else if is_kept(&path) {
            n_kept += 1;
        } else {
            fs::remove_file(&path).doing("remove", &path)?;
        }
    }
    if n_kept == 0 {
        fs::remove_dir(folder).doing("remove", folder)?;
    }
    Ok(())
}

fn is_kept(path: &Path) -> bool {
    path.extension().is_some_and(|extension| KEPT_EXTENSIONS.iter().any(|kept| extension == *kept))
}

#[expect(clippy::print_stderr, reason = "progress for the person who waited")]
fn say_what_is_there(rows: &[manifest::Row]) {
    for role in manifest::Role::ALL {
        let n_rows = rows.iter().filter(|row| row.role == *role).count();
        eprint!("{} {n_rows}  ", role.name());
    }
    eprintln!();
}
