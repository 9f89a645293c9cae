//! `docs/campaign-directory.md` names every file and every field of a campaign's directory, and no other.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use kiln_campaign::events::{Begun, BegunCompiler, Event, Log};
use kiln_campaign::folder::{File, Finding};
use kiln_campaign::follow::Followed;
use kiln_campaign::judge::Standing;
use kiln_campaign::metrics;
use kiln_campaign::status::{Counts, Status};
use kiln_campaign::store::{Contradiction, Done, Kept, SCHEMA, Store};
use kiln_campaign::tally::{Configured, Tally, Verdict};
use serde_json::Value;

/// The rows of a section: what stands in the first column.
fn rows(section: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/campaign-directory.md");
    let page = fs::read_to_string(path).expect("the page is there");
    let from = page.find(&format!("{section}\n")).unwrap_or_else(|| panic!("no section {section}"));
    let text = &page[from + section.len()..];
    let text = text.find("\n## ").map_or(text, |end| &text[..end]);
    text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).map(str::to_owned).collect()
}

/// Objects whose keys are names, not fields.
const NAMED: &[&str] = &["sources", "findings", "verdicts"];

/// The paths of all fields.
fn fields(value: &Value, path: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let is_named = NAMED.iter().any(|name| path == *name || path.ends_with(&format!(".{name}")));
            for (key, value) in object {
                let key = if is_named { "*" } else { key };
                let below = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                fields(value, &below, into);
            }
        }
        Value::Array(values) if values.iter().any(Value::is_object) => {
            for value in values {
                fields(value, &format!("{path}[]"), into);
            }
        }
        _ => {
            into.insert(path.to_owned());
        }
    }
}

fn configured() -> Configured {
    Configured { compiler: "cc".to_owned(), version: "cc 1.0".to_owned(), level: "-O2".to_owned() }
}

fn finding(case: u64, standing: Standing) -> Finding {
    let any: Finding = serde_json::from_str(include_str!("finding.json")).expect("it is a finding");
    Finding { schema: SCHEMA, case, standing, ..any }
}

fn contradiction() -> Contradiction {
    Contradiction { command: "generate arith".to_owned(), what: "two answers".to_owned(), text: b"int x;".to_vec() }
}

/// A directory in which everything has happened.
fn campaign(directory: &Path) -> (Store, Vec<Kept>) {
    let mut store = Store::open(directory, Some(1), 1, "plan").expect("it is new");
    let files = || vec![File { path: "case.c".into(), bytes: b"int main(void) { return 0; }\n".to_vec() }];
    let done = Done {
        number: 0,
        source: "arith",
        counts: Counts { cases: 1, ..Counts::default() },
        tallies: vec![Tally { configured: configured(), verdict: Verdict::Right, cpu: Duration::from_secs(1) }],
        findings: vec![
            (finding(0, Standing::Bug), files()),
            (Finding { key: "other".to_owned(), ..finding(0, Standing::Doubtful("why".to_owned())) }, files()),
        ],
        contradictions: vec![contradiction()],
    };
    let kept = store.record(&[done]).expect("it is kept");
    (store, kept)
}

#[test]
fn every_file_is_described() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (store, _) = campaign(directory.path());
    Log::open(&store).expect("there is a log");
    store.write_status(&store.status().expect("there is a status")).expect("it is written");
    let entries = fs::read_dir(directory.path()).expect("it is there").flatten();
    let files: BTreeSet<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let files: BTreeSet<String> = files.into_iter().filter(|name| !name.starts_with("kiln.db-")).collect();
    assert_eq!(files, rows("# The directory of a campaign"));
}

#[test]
fn every_field_of_the_status_is_described() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (store, _) = campaign(directory.path());
    let mut found = BTreeSet::new();
    fields(&serde_json::to_value(store.status().expect("there is a status")).expect("it is JSON"), "", &mut found);
    assert_eq!(found, rows("## `status.json`"));
}

#[test]
fn every_field_of_an_event_is_described() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (_, kept) = campaign(directory.path());
    let compiler =
        BegunCompiler { compiler: "cc".to_owned(), version: "cc 1.0".to_owned(), levels: vec!["-O2".to_owned()] };
    let begun = Begun { kiln: "0".to_owned(), seed: 1, first_case: 0, slots: 2, compilers: vec![compiler] };
    let (contradiction, status) = (contradiction(), Status::default());
    let mut events = vec![Event::Begun(&begun), Event::Contradiction(7, &contradiction)];
    events.extend(kept.iter().map(Event::Found));
    let followed = Followed::Done("30 tokens".to_owned());
    events.push(Event::Followed(&kept[0], &followed));
    let mut found = BTreeSet::from([Event::Ended(&status).name().to_owned()]);
    for event in events {
        let line: Value = serde_json::from_str(&event.line()).expect("it is JSON");
        let keys: Vec<&String> = line.as_object().expect("it is an object").keys().collect();
        assert_eq!(keys, ["data", "event", "time", "version"]);
        fields(&line["data"], event.name(), &mut found);
    }
    assert_eq!(found, rows("## `events.jsonl`"));
}

#[test]
fn every_metric_is_described() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let (store, _) = campaign(directory.path());
    let text = metrics::text(&store.status().expect("there is a status"));
    let names = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(['{', ' ']).next());
    let names: BTreeSet<String> = names.flatten().map(str::to_owned).collect();
    assert_eq!(names, rows("## `metrics.prom`"));
}

#[test]
fn every_field_of_a_finding_is_described() {
    let mut found = BTreeSet::new();
    for standing in [Standing::Bug, Standing::Disputed("why".to_owned())] {
        let json = serde_json::to_value(finding(0, standing)).expect("it is JSON");
        // How a program ended is one thing.
        let Value::Object(mut object) = json else { panic!("it is an object") };
        object["observations"][0]["program"] = Value::Null;
        fields(&Value::Object(object), "", &mut found);
    }
    assert_eq!(found, rows("## A folder in `findings`"));
}
