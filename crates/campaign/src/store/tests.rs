//! What a campaign keeps, and what it says of itself.

use std::time::Duration;

use super::*;
use crate::events::{Event, Log};
use crate::folder::Finding;
use crate::judge::Class;
use crate::tally::{Configured, Verdict};

fn configured(level: &str) -> Configured {
    Configured { compiler: "cc".to_owned(), version: "cc 1.0".to_owned(), level: level.to_owned() }
}

fn tally(level: &str, verdict: Verdict) -> Tally {
    Tally { configured: configured(level), verdict, cpu: Duration::from_millis(30) }
}

fn finding(case: u64, class: Class, key: &str) -> (Finding, Vec<File>) {
    let any: Finding = serde_json::from_str(include_str!("../../tests/finding.json")).unwrap();
    let finding = Finding { schema: SCHEMA, case, class, key: key.to_owned(), seed: case, ..any };
    let file = File { path: "case.c".into(), bytes: b"int main(void) { return 0; }\n".to_vec() };
    (finding, vec![file])
}

fn done(number: u64, verdict: Verdict, findings: Vec<(Finding, Vec<File>)>) -> Done {
    let counts = Counts { cases: 1, compilations: 2, own_cpu: Duration::from_millis(1), ..Counts::default() };
    let tallies = vec![tally("-O0", Verdict::Right), tally("-O2", verdict)];
    Done { number, source: "arith", counts, tallies, findings, contradictions: Vec::new() }
}

fn open(directory: &Path) -> Store {
    Store::open(directory, Some(1), 1, "plan").unwrap()
}

#[test]
fn counters_are_the_same_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let crash = Verdict::Bug(Class::CompilerCrash);
    let mut store = open(directory.path());
    let first = done(0, crash, vec![finding(0, Class::CompilerCrash, "compiler-crash: a")]);
    store.commit(&[first, done(1, Verdict::Right, Vec::new())], 60).unwrap();
    let again = done(2, crash, vec![finding(2, Class::CompilerCrash, "compiler-crash: a")]);
    store.commit(&[again], 119).unwrap();
    let other = done(3, crash, vec![finding(3, Class::CompilerCrash, "compiler-crash: b")]);
    store.commit(&[other], 180).unwrap();
    let before = Status { time: 0, ..store.status().unwrap() };
    drop(store);
    let store = open(directory.path());
    let after = Status { time: 0, ..store.status().unwrap() };
    assert_eq!(before, after);

    let [plain, optimised] = &after.configurations[..] else { panic!("{:?}", after.configurations) };
    assert_eq!((plain.tried(), plain.judged(), plain.distinct_crashes), (4, 4, 0));
    assert_eq!((optimised.tried(), optimised.of(crash), optimised.distinct_crashes), (4, 3, 2));
    assert_eq!(optimised.cpu, Duration::from_millis(120));
    assert_eq!(after.total().cases, 4);
    assert_eq!(after.found(), Found { findings: 3, unique: 2 });
    assert_eq!(after.sources["arith"].found, Found { findings: 3, unique: 2 });
    assert_eq!(after.last_new, Some(180));
    assert_eq!(
        after.last.iter().map(|last| (&*last.name, last.alike)).collect::<Vec<_>>(),
        [("F-0003", 0), ("F-0002", 1), ("F-0001", 0)]
    );
    // One row for each minute in which something was done.
    let minutes: Vec<(i64, i64)> = store
        .query(|connection| {
            let sql = "SELECT minute, n FROM counter WHERE verdict = 'compiler-crash' ORDER BY minute";
            connection.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
        .unwrap();
    assert_eq!(minutes, [(1, 2), (3, 1)]);
}

#[test]
fn every_finding_is_in_the_log_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("events.jsonl");
    let mut store = open(directory.path());
    let told = store.record(&[done(0, Verdict::Right, vec![finding(0, Class::WrongCode, "wrong-code a")])]).unwrap();
    Log::open(&store).unwrap();
    // Killed after the finding was kept, and in the middle of a line.
    let kept = store.record(&[done(1, Verdict::Right, vec![finding(1, Class::WrongCode, "wrong-code b")])]).unwrap();
    let line = Event::Found(&kept[0]).line();
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str(&line[..line.len() / 2]);
    fs::write(&path, text).unwrap();
    Log::open(&store).unwrap();
    Log::open(&store).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, [Event::Found(&told[0]).line(), line].concat());
}

#[test]
fn merges_are_undone_by_what_is_said_last() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let looks = ["compiler-crash: a", "compiler-crash: b", "compiler-crash: c"];
    let findings = looks.iter().map(|key| finding(0, Class::CompilerCrash, key)).collect();
    store.record(&[done(0, Verdict::Right, findings)]).unwrap();
    let kept = store.findings().unwrap();
    let [a, b, c] = &kept[..] else { panic!("{kept:?}") };
    store.merge(c, b, "one pass").unwrap();
    store.merge(b, a, "").unwrap();
    drop(store);
    let store = open(directory.path());
    assert_eq!(looks.map(|key| store.merges().unwrap().root(key).to_owned()), [looks[0]; 3]);
    store.unmerge(b, "not at all").unwrap();
    let merges = store.merges().unwrap();
    assert_eq!(looks.map(|key| merges.root(key)), [looks[0], looks[1], looks[1]]);
    assert!(merges.is_merged(looks[2]) && !merges.is_merged(looks[1]));
    let said: Vec<(String, Option<String>, String)> =
        store.history(b).unwrap().into_iter().map(|it| (it.action, it.other, it.reason)).collect();
    let row = |action: &str, other: Option<&str>, reason: &str| {
        (action.to_owned(), other.map(str::to_owned), reason.to_owned())
    };
    assert_eq!(said, [row("dup", Some("F-0001"), ""), row("undup", None, "not at all")]);
    // A circle, which only another program can make, has an end.
    store.merge(a, b, "").unwrap();
    store.merge(b, a, "").unwrap();
    assert!(looks.contains(&store.merges().unwrap().root(looks[0])));
}

#[test]
fn another_format_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    store.connection.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    drop(store);
    let error = Store::read(directory.path()).unwrap_err();
    assert!(matches!(error, CampaignError::Changed { key: "format", .. }), "{error}");
}
