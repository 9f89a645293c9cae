//! Random programs, as built by code: what is printed is read back as the same program, and compilers take it.
//!
//! `KILN_PROPERTY_CASES` raises the number of programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use kiln_lang::random::{self, Size};
use kiln_lang::tree::{Body, Node};
use kiln_lang::{Options, diagnostics, parse, print, same_shape};

fn cases(usually: u64) -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usually)
}

#[test]
fn a_built_program_is_read_back_as_it_was() {
    for seed in 0..cases(150) {
        let program = random::program(seed, Size::SMALL);
        let text = print::canonical(&program);
        let parsed = parse("random.c", text.as_bytes(), &Options::default());
        let errors = parsed.diagnostics.iter().map(|error| diagnostics::render(error, &parsed.source));
        assert!(parsed.accepted(), "seed {seed}: {}", { errors }.next().unwrap_or_default());
        assert_eq!(same_shape(&program, &parsed.program), Ok(()), "seed {seed}");
        assert_eq!(print::canonical(&parsed.program), text, "seed {seed}: printing is stable");
    }
}

/// The nodes of a tree, by the schema alone: walks have shorter ways for the nodes that there are most of.
fn by_children(body: &Body, node: Node, all: &mut Vec<Node>) {
    all.push(node);
    for child in body.children(node) {
        by_children(body, child, all);
    }
}

#[test]
fn walks_show_what_children_show() {
    for seed in 0..cases(100) {
        let program = random::program(seed, Size::MEDIUM);
        let unit = &program.units[0];
        for body in unit.function_ids().map(|id| &**unit.function(id)).chain([&*unit.file]) {
            let mut expected = Vec::new();
            body.roots().into_iter().for_each(|root| by_children(body, root, &mut expected));
            assert_eq!(body.nodes().collect::<Vec<_>>(), expected, "seed {seed}");
        }
    }
}

#[test]
fn the_seed_decides() {
    let text = |seed| print::canonical(&random::program(seed, Size::SMALL));
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn every_construct_occurs() {
    let mut total: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..60 {
        for (name, n) in random::program_with_uses(seed, Size::MEDIUM).1 {
            *total.entry(name).or_default() += n;
        }
    }
    assert_eq!(total.len(), random::constructs().count(), "no two rows have the same name");
    let missing: Vec<&&str> = total.iter().filter(|&(_, &n)| n == 0).map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "never used: {missing:?}");
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot judge says so")]
fn compilers_take_random_programs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random");
    std::fs::create_dir_all(&folder).expect("a folder of its own");
    let paths: Vec<_> = (0..cases(40)).map(|seed| folder.join(format!("{seed}.c"))).collect();
    for (seed, path) in (0..).zip(&paths) {
        std::fs::write(path, print::canonical(&random::program(seed, Size::SMALL))).expect("it can be written");
    }
    for compiler in ["gcc", "clang"] {
        for paths in paths.chunks(1000) {
            let run = Command::new(compiler).args(["-fsyntax-only", "-w", "-std=gnu17"]).args(paths).output();
            let Ok(output) = run else {
                eprintln!("{compiler} was not found and does not judge");
                break;
            };
            let words = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{compiler}: {}", words.lines().take(5).collect::<Vec<_>>().join("\n"));
        }
    }
}
