//! The screen as text: the captures in the manual are what kiln draws of a real campaign's status.

use std::path::Path;
use std::{env, fs};

use kiln_campaign::status::{Counts, Found, LastFinding, SourceStatus};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;

/// The status of a campaign of two minutes.
fn sample() -> Status {
    serde_json::from_str(include_str!("sample.json")).unwrap()
}

fn drawn(status: &Status, width: u16, height: u16, stopping: bool) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let view = View { status, directory: "kiln-out", lately: (0.4, 4.8), colored: true, stopping };
    terminal.draw(|frame| draw(frame, &view)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..height).map(row).collect()
}

#[test]
fn the_manual_shows_the_screen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fuzz.md");
    let mut manual = fs::read_to_string(&path).unwrap();
    for (width, height) in [(80, 24), (160, 20)] {
        let head = format!("<!-- screen {width}x{height} -->\n```text\n");
        let start = manual.find(&head).unwrap_or_else(|| panic!("{head} is not in the manual")) + head.len();
        let end = start + manual[start..].find("```").unwrap();
        let screen = drawn(&sample(), width, height, false);
        if env::var_os("BLESS").is_some() {
            manual.replace_range(start..end, &screen);
        } else {
            assert_eq!(&manual[start..end], screen, "BLESS=1 accepts it");
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(&path, manual).unwrap();
    }
}

#[test]
fn every_size_shows_something_and_the_most_important_first() {
    let full = sample();
    let empty = Status::default();
    for status in [&full, &empty] {
        for width in (1..200).step_by(7) {
            for height in 1..50 {
                let screen = drawn(status, width, height, false);
                assert!(
                    screen.starts_with("kiln"[..usize::from(width.min(4))].trim_end()),
                    "{width}x{height}\n{screen}"
                );
            }
        }
    }
    let small = drawn(&full, 40, 12, false);
    assert!(small.contains("Progress") && small.contains("wrong-code") && small.contains("last new one"), "{small}");
    assert!(drawn(&full, 160, 24, true).contains("stopping"));
    assert!(drawn(&empty, 80, 24, false).contains("nothing found"));
}

#[test]
fn large_numbers_and_odd_names_do_no_harm() {
    let counts = Counts { cases: u64::MAX, compilations: u64::MAX, slot_time: Duration::MAX, ..Counts::default() };
    let source = SourceStatus { counts, found: Found { findings: u64::MAX, unique: u64::MAX } };
    let last =
        LastFinding {
            name: "F-1".to_owned(), key: "\x1b[2J\u{202e}ä界\n".repeat(99), time: u64::MAX, alike: u64::MAX
        };
    let status = Status {
        elapsed: Duration::MAX,
        sources: [("世界 \x07".to_owned(), source)].into(),
        last: vec![last; 99],
        ..sample()
    };
    for width in [1, 40, 80, 160, 300] {
        let screen = drawn(&status, width, 30, true);
        assert!(!screen.contains(['\x1b', '\x07']), "{screen}");
    }
}

#[test]
fn versions_are_found_in_what_compilers_say() {
    let cases = [
        ("gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"),
        ("Debian clang version 14.0.6", "14.0.6"),
        ("tcc version 0.9.27 (x86_64 Linux)", "0.9.27"),
        ("Portable C Compiler 1.2.0.DEVEL 20220331 for x86_64-pc-linux-gnu", "1.2.0"),
        ("something else", ""),
    ];
    for (says, version) in cases {
        assert_eq!(short_version(says), version);
    }
}

#[test]
fn what_is_done_with_findings_is_shown() {
    let at = Some("F-0003: statements: 120 tokens left, 33 tests".to_owned());
    let reduce = Following { share: 0.25, waiting: 4, done: 2, refused: 1, at };
    let screen = drawn(&Status { reduce, ..sample() }, 160, 20, false);
    assert!(screen.contains("reduced 2, waiting 4, not 1") && screen.contains(" F-0003: statements: 120"), "{screen}");
    assert!(!drawn(&sample(), 160, 20, false).contains("reduced"));
}
