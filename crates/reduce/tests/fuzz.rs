//! The checks of `kiln_reduce::fuzzing`, in short: on texts that are nearly C. `cargo xtask fuzz reduce` is the same for longer.

use std::panic;

use kiln_lang::fuzzing::{DONOR, Random, Verdict, mutate_bytes, mutate_tokens};
use kiln_lang::print;
use kiln_lang::random::{self, Rng, Size};
use kiln_reduce::fuzzing::{check_bytes, with_question};

/// About what a second makes. A number and not a time, so that the same cases are tried everywhere.
const N_MUTANTS: u32 = 300;

/// Some of the seeds are programs that run, some a little of everything.
fn seeds() -> Vec<Vec<u8>> {
    let programs = (0..10).map(|seed| print::canonical(&random::runnable(seed, Size::SMALL)).into_bytes());
    programs.chain([DONOR.as_bytes().to_vec()]).collect()
}

#[test]
fn whatever_is_reduced_becomes_no_larger_and_stays_interesting() {
    let seeds = seeds();
    let (mut random, mut rng) = (Random::new(1), Rng::new(1));
    let mut n_accepted = 0;
    for number in 0..N_MUTANTS {
        let mutate = if number % 2 == 0 { mutate_bytes } else { mutate_tokens };
        let mutant = mutate(&seeds[random.below(seeds.len())], &random.mutation(12));
        // Without the digit that picks a setting of the front end.
        let case = with_question(&mut rng, &mutant[1..]);
        let verdict = panic::catch_unwind(|| check_bytes(&case));
        assert!(verdict.is_ok(), "{}", String::from_utf8_lossy(&case));
        n_accepted += u32::from(verdict.ok() == Some(Verdict::Accepted));
    }
    assert!(n_accepted > N_MUTANTS / 10, "{n_accepted} mutants are reduced");
}
