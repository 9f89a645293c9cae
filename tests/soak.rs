//! Campaigns that are long, that are killed, and that cannot work: no process, file descriptor or temporary file is left
//! behind, no finding is lost or there twice, and what is wrong is said in words.
//!
//! The compiler is a script that needs next to no time, and is wrong for some programs. `KILN_SOAK_CASES` and
//! `KILN_SOAK_KILLS` make it long; `cargo xtask soak` does.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use kiln_case::Choices;
use kiln_toolchain::compiler;

const KILN: &str = env!("CARGO_BIN_EXE_kiln");

/// Programs to choose from; every seventh is translated to one that fails at -O2.
const N_PROGRAMS: u64 = 50;

/// Where a campaign is run, with everything that kiln could leave behind.
struct Ground {
    directory: tempfile::TempDir,
    script: PathBuf,
}

impl Ground {
    /// None if there is no compiler that could translate the small programs of the calibration.
    fn new() -> Option<Ground> {
        let Ok(real) = compiler::preferred(&std::env::var_os("PATH").unwrap_or_default()) else {
            say("there is no compiler: nothing is tested");
            return None;
        };
        let directory = tempfile::tempdir().unwrap();
        // Compilers may run as another user.
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        for name in ["tmp", "cache", "corpus"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        fs::set_permissions(directory.path().join("tmp"), fs::Permissions::from_mode(0o777)).unwrap();
        for number in 0..N_PROGRAMS {
            let name = if number % 7 == 0 { "wrong" } else { "right" };
            let text = format!("int main(void) {{ int {name} = {number}; return {name} - {number}; }}\n");
            fs::write(directory.path().join(format!("corpus/{number:03}.i")), text).unwrap();
        }
        let script = directory.path().join("cc.sh");
        let text = format!(
            "#!/bin/sh\nline=\"$*\"; out=; before=; is_case=; level=0\nfor word in \"$@\"; do\n\
             case $word in case.c) is_case=yes;; -O2) level=2;; esac\n  [ \"$before\" = -o ] && out=$word\n  before=$word\ndone\n\
             [ \"$is_case\" = yes ] || exec {real} $line\n\
             if [ $level = 2 ] && grep -q wrong case.c; then cp /bin/false $out; else cp /bin/true $out; fi\n",
        );
        fs::write(&script, text).unwrap();
        Some(Ground { directory, script })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// `kiln fuzz` in the campaign directory `name`.
    fn fuzz(&self, name: &str, cases: u64) -> Command {
        let mut command = Command::new(KILN);
        command.args(["fuzz", "-q", "--seed", "1", "--jobs", "2", "--alone", "--sources", "corpus", "--corpus"]);
        command.arg(self.path("corpus")).arg("--compiler").arg(format!("/bin/sh {}", self.script.display()));
        command.arg("--cases").arg(cases.to_string()).arg("-o").arg(self.path(name));
        command.env("TMPDIR", self.path("tmp")).env("XDG_CACHE_HOME", self.path("cache")).current_dir("/");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Runs a campaign to its end; the largest number of file descriptors and kilobytes that were seen.
    fn run(&self, name: &str, cases: u64) -> Sizes {
        let mut child = self.fuzz(name, cases).spawn().unwrap();
        let mut sizes = Sizes::default();
        while child.try_wait().unwrap().is_none() {
            sizes.look(child.id());
            sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        // Programs that fail are findings.
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        sizes
    }

    /// What is left in the temporary directory, and which processes were started from there.
    fn leftovers(&self) -> Vec<String> {
        let files = fs::read_dir(self.path("tmp")).unwrap().map(|entry| entry.unwrap().path().display().to_string());
        files.chain(processes(self.directory.path())).collect()
    }
}

/// The largest sizes of a process.
#[derive(Debug, Default)]
struct Sizes {
    descriptors: usize,
    kilobytes: u64,
}

impl Sizes {
    fn look(&mut self, process: u32) {
        // It may be gone by now.
        let n_open = fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count);
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
        let resident = resident.trim().trim_end_matches(" kB").parse().unwrap_or(0);
        *self = Sizes { descriptors: self.descriptors.max(n_open), kilobytes: self.kilobytes.max(resident) };
    }
}

/// Command lines of processes that name a directory, or run in it.
fn processes(directory: &Path) -> Vec<String> {
    let all = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let named = all.filter_map(|process| {
        let line = fs::read(process.join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let works_there = fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(directory));
        (works_there || line.contains(&*directory.to_string_lossy())).then_some(line)
    });
    named.collect()
}

/// Number, class and key of each finding; they are there once.
fn findings(directory: &Path) -> BTreeSet<(u64, String, String)> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(directory.join("findings")).unwrap() {
        let text = fs::read(entry.unwrap().path().join("finding.json")).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let word = |key: &str| json[key].as_str().unwrap().to_owned();
        assert!(
            found.insert((json["case"].as_u64().unwrap(), word("class"), word("key"))),
            "it is there twice: {json}"
        );
    }
    found
}

/// How many cases a campaign has done.
fn n_cases(directory: &Path) -> u64 {
    let text = fs::read(directory.join("status.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
    json["sources"]["corpus"]["cases"].as_u64().unwrap()
}

#[expect(clippy::print_stderr, reason = "a long test says what it has seen")]
fn say(what: &str) {
    eprintln!("{what}");
}

fn asked(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn a_long_campaign_leaves_nothing_behind_and_does_not_grow() {
    let Some(ground) = Ground::new() else { return };
    let cases = asked("KILN_SOAK_CASES", 200);
    let first = ground.run("short", cases / 10);
    let whole = ground.run("long", cases);
    assert_eq!(ground.leftovers(), Vec::<String>::new());
    assert_eq!(n_cases(&ground.path("long")), cases);
    say(&format!("{} cases: {first:?}; {cases} cases: {whole:?}", cases / 10));
    assert!(whole.descriptors <= first.descriptors + 8, "{first:?} {whole:?}");
    assert!(whole.kilobytes <= first.kilobytes + first.kilobytes / 2, "{first:?} {whole:?}");
}

/// Kills it at a moment drawn by seed: while it starts, or while it is at work.
fn kill(mut child: Child, status: &Path, choices: &mut Choices) {
    let written = || fs::metadata(status).and_then(|metadata| metadata.modified()).ok();
    let before = written();
    if choices.below(3) > 0 {
        for _ in 0..500 {
            if written() != before {
                break;
            }
            sleep(Duration::from_millis(20));
        }
    }
    sleep(Duration::from_millis(choices.below(1000)));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_campaign_that_is_killed_loses_and_doubles_nothing() {
    let Some(ground) = Ground::new() else { return };
    let mut choices = Choices::new(1);
    // What is killed later has its compiler calibrated.
    ground.run("first", 20);
    for _ in 0..asked("KILN_SOAK_KILLS", 6) {
        let child = ground.fuzz("killed", 1_000_000).spawn().unwrap();
        kill(child, &ground.path("killed/status.json"), &mut choices);
        // Runners notice that nobody asks any more.
        for _ in 0..100 {
            if processes(ground.directory.path()).is_empty() {
                break;
            }
            sleep(Duration::from_millis(50));
        }
        assert_eq!(processes(ground.directory.path()), Vec::<String>::new());
    }
    ground.run("killed", 20);
    assert_eq!(ground.leftovers(), Vec::<String>::new());
    let cases = n_cases(&ground.path("killed"));
    ground.run("whole", cases);
    say(&format!("{cases} cases, {} findings", findings(&ground.path("whole")).len()));
    assert_eq!(findings(&ground.path("killed")), findings(&ground.path("whole")));
}

/// What a campaign says that cannot work, and its status.
fn refused(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_directory_that_cannot_be_used_is_refused_in_words_and_left_alone() {
    let Some(ground) = Ground::new() else { return };
    ground.run("good", 20);

    fs::create_dir(ground.path("foreign")).unwrap();
    fs::write(ground.path("foreign/notes.txt"), "mine").unwrap();
    let (status, said) = refused(ground.fuzz("foreign", 1));
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("foreign"), "{said}");
    assert_eq!(fs::read_dir(ground.path("foreign")).unwrap().count(), 1);

    let (status, said) = refused(ground.fuzz("foreign/notes.txt/out", 1));
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("notes.txt"), "{said}");

    // A page in the middle of the tables is overwritten; then nothing is left but garbage.
    let database = ground.path("good/kiln.db");
    for damage in [&|bytes: &mut Vec<u8>| bytes[5000..9000].fill(0x5a), &|bytes: &mut Vec<u8>| bytes.fill(7)]
        as [&dyn Fn(&mut Vec<u8>); 2]
    {
        let mut bytes = fs::read(&database).unwrap();
        damage(&mut bytes);
        fs::write(&database, &bytes).unwrap();
        let (status, said) = refused(ground.fuzz("good", 1));
        assert_eq!(status, Some(3), "{said}");
        assert!(said.contains("kiln.db"), "{said}");
        assert_eq!(fs::read(&database).unwrap(), bytes, "it is left as it was");
    }
}

#[test]
fn one_campaign_has_one_kiln() {
    let Some(ground) = Ground::new() else { return };
    ground.run("first", 20);
    let mut working = ground.fuzz("shared", 1_000_000).spawn().unwrap();
    for _ in 0..500 {
        if ground.path("shared/status.json").exists() {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    let (status, said) = refused(ground.fuzz("shared", 1));
    working.kill().unwrap();
    working.wait().unwrap();
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("shared") && said.contains("another kiln"), "{said}");
    // When that one is gone, the next goes on.
    ground.run("shared", 40);
}

#[test]
fn a_full_disk_is_an_error_in_words() {
    let Some(ground) = Ground::new() else { return };
    ground.run("first", 20);
    fs::create_dir(ground.path("full")).unwrap();
    let kiln = ground.fuzz("full/out", 1_000_000);
    let words: Vec<_> = kiln.get_args().map(|word| format!("'{}'", word.to_string_lossy())).collect();
    let script = format!(
        "mount -t tmpfs -o size=200k none {} && exec '{KILN}' {}",
        ground.path("full").display(),
        words.join(" "),
    );
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    command.envs(kiln.get_envs().filter_map(|(name, value)| Some((name, value?)))).current_dir("/");
    let (status, said) = refused(command);
    if status == Some(1) && !said.contains("kiln") {
        say(&format!("a small disk cannot be had here: {said}"));
        return;
    }
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("No space left") || said.contains("disk is full"), "{said}");
}
