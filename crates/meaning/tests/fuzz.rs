//! The checks of `kiln_meaning::fuzzing`, in short: on random programs, and on mutants of the suite.

use std::path::Path;
use std::{fs, panic};

use kiln_lang::fuzzing::{Random, Verdict, mutate_tokens};
use kiln_lang::random::Rng;
use kiln_meaning::fuzzing::{check_bytes, random_case, with_setting};

/// About what a second makes. A number and not a time, so that the same cases are tried everywhere.
const N_PROGRAMS: u64 = 150;

const N_MUTANTS: u32 = 500;

#[test]
fn random_programs_have_a_verdict() {
    for seed in 0..N_PROGRAMS {
        let case = random_case(seed);
        let verdict = panic::catch_unwind(|| check_bytes(&case));
        assert_eq!(verdict.ok(), Some(Verdict::Accepted), "seed {seed}");
    }
}

#[test]
fn mutants_have_a_verdict_or_are_no_programs() {
    let seeds = suite();
    let (mut random, mut rng) = (Random::new(1), Rng::new(1));
    let mut n_accepted = 0;
    for _ in 0..N_MUTANTS {
        let mutant = mutate_tokens(&seeds[random.below(seeds.len())], &random.mutation(6));
        // Without the digit that picks a setting of the front end.
        let case = with_setting(&mut rng, &mutant[1..]);
        let verdict = panic::catch_unwind(|| check_bytes(&case));
        assert!(verdict.is_ok(), "{}", String::from_utf8_lossy(&case));
        n_accepted += u32::from(verdict.ok() == Some(Verdict::Accepted));
    }
    assert!(n_accepted > N_MUTANTS / 20, "{n_accepted} mutants are programs");
}

/// The undefined programs of the suite, in a fixed order.
fn suite() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/undefined");
    let mut files = Vec::new();
    for kind in fs::read_dir(root).unwrap() {
        files.extend(fs::read_dir(kind.unwrap().path()).unwrap().map(|file| file.unwrap().path()));
    }
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}
