//! Slots hold what is in them. This program is its own runner.

use std::path::Path;
use std::time::Duration;

use kiln_toolchain::runner::escape::ATTEMPTS;
use kiln_toolchain::runner::{self, Confinement, End, Limits, Reply, Request, RunnerProgram, Scratch, Slot, Strength};
use libtest_mimic::{Arguments, Failed, Trial};

const RUNNER: &str = "__runner";

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, first, private @ .., slot] = &words[..]
        && first == RUNNER
    {
        return runner::serve(Path::new(slot), !private.is_empty()).expect("the pipes are there");
    }
    let attempts = ATTEMPTS.iter().map(|attempt| {
        Trial::test(format!("escape_{}", attempt.name), || {
            let (_scratch, mut slot) = new_slot(true);
            let Confinement { files, system_calls, user } = slot.confinement()?;
            let is_full = [files, system_calls, user].iter().all(|strength| *strength == Strength::Full);
            let is_held = attempt.is_held(&mut slot)?;
            if !is_held && is_full {
                return Err(Failed::from(format!("it {}", attempt.what)));
            }
            if !is_held {
                say("this kernel cannot confine programs fully: a program that gets out is no surprise");
            }
            Ok(())
        })
    });
    let others = [
        Trial::test("a_program_ends_with_its_status", ends),
        Trial::test("a_program_that_is_not_there_is_named", missing),
        Trial::test("a_private_directory_looks_like_the_temporary_one", private),
        Trial::test("a_runner_that_dies_is_replaced", replaced),
        Trial::test("nothing_lives_longer_than_its_slot", abandoned),
    ];
    libtest_mimic::run(&Arguments::from_args(), attempts.chain(others).collect()).exit();
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
fn say(what: &str) {
    eprintln!("{what}");
}

fn new_slot(private_tmp: bool) -> (Scratch, Slot) {
    let scratch = Scratch::new(&std::env::temp_dir()).expect("a temporary directory can be made");
    let program = std::env::current_exe().expect("this program is a file");
    let runner = RunnerProgram { program, words: vec![RUNNER.to_owned()], private_tmp };
    let slot = Slot::new(runner, scratch.path().join("0")).expect("a directory can be made");
    (scratch, slot)
}

fn shell(script: &str) -> Request {
    let limits =
        Limits { cpu: Duration::from_secs(5), wall: Duration::from_secs(20), memory: None, file_size: 1 << 20 };
    Request {
        words: ["/bin/sh", "-c", script].map(str::to_owned).to_vec(),
        environment: vec![("KILN".to_owned(), "here".to_owned())],
        stdout: "out".to_owned(),
        stderr: "err".to_owned(),
        limits,
    }
}

fn ends() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot(false);
    let Reply { end, .. } = slot.run(&shell("echo $KILN $HOME; echo said >&2; exit 7"))?;
    assert_eq!(end, End::Status(7));
    let home = slot.directory().display();
    assert_eq!(std::fs::read_to_string(slot.directory().join("out"))?, format!("here {home}\n"));
    assert_eq!(std::fs::read_to_string(slot.directory().join("err"))?, "said\n");
    assert_eq!(slot.run(&shell("kill -SEGV $$"))?.end, End::Signal(11));
    slot.clear()?;
    assert_eq!(std::fs::read_dir(slot.directory())?.count(), 0);
    Ok(())
}

/// Where the kernel allows it; elsewhere it is an ordinary slot.
fn private() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot(true);
    let reply = slot.run(&shell("echo here > \"$TMPDIR\"/file && cat file && ls"))?;
    assert_eq!(reply.end, End::Status(0));
    assert_eq!(std::fs::read_to_string(slot.directory().join("out"))?, "here\nerr\nfile\nout\n");
    Ok(())
}

fn missing() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot(false);
    let request = Request { words: vec!["/nowhere/cc".to_owned()], ..shell("") };
    let error = slot.run(&request).unwrap_err().to_string();
    assert!(error.starts_with("cannot run `/nowhere/cc`: No such file"), "{error}");
    assert_eq!(slot.run(&shell("exit 0"))?.end, End::Status(0));
    Ok(())
}

fn replaced() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot(false);
    let error = slot.run(&shell("kill -KILL $PPID; sleep 1")).unwrap_err().to_string();
    assert!(error.starts_with("cannot run programs: "), "{error}");
    assert_eq!(slot.run(&shell("exit 3"))?.end, End::Status(3));
    Ok(())
}

/// When kiln goes while a program runs, as after `kill -9`, the program goes too.
fn abandoned() -> Result<(), Failed> {
    let (_scratch, mut slot) = new_slot(false);
    let directory = slot.directory().to_owned();
    let run = std::thread::spawn(move || {
        let mut request = shell("sleep 1000");
        request.limits.wall = Duration::from_millis(200);
        slot.run(&request).map(|reply| (slot, reply))
    });
    let (slot, reply) = run.join().map_err(|_| "the thread panicked")??;
    assert_eq!(reply.end, End::WallTime);
    drop(slot);
    let lives = std::fs::read_dir("/proc")?
        .flatten()
        .any(|process| std::fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == directory));
    assert!(!lives);
    Ok(())
}
