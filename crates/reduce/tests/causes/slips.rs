//! A compiler has two bugs, and the program shows one of them: the smaller program still shows that one.
//!
//! How many have to be reduced again depends on the generators; one that has to be is a test of the command line, with a real
//! compiler.

use kiln_case::Choices;
use kiln_fault::Fault;
use kiln_lang::print;
use kiln_triage::gcc;
use kiln_triage::slip::Slip;

use crate::compiler::{Bug, Compiler, N_OPTIMISATIONS, Scale, is_wrong, optimisation, planted, program};
use crate::{n_cases, say};

/// The program shows the first fault; the second is in it, too, and does not show.
fn drawn(seed: u64) -> Option<(Compiler, String)> {
    let mut choices = Choices::new(seed).split("plant", 0);
    let shown = choices.below(N_OPTIMISATIONS);
    let hidden = (shown + 1 + choices.below(N_OPTIMISATIONS - 1)) % N_OPTIMISATIONS;
    for _ in 0..40 {
        let faults = [Fault::operator(choices.below(1000)), Fault::operator(choices.below(1000))];
        let text = program(choices.below(1_000_000), Scale::Small);
        let is_in = || planted(&faults[1..], &text).is_none_or(|planted| print::canonical(&planted) != text);
        // Together they must not make up for each other either.
        let is_shown = || is_wrong(&faults[..1], &text) && is_wrong(&faults, &text);
        if is_shown() && is_in() && !is_wrong(&faults[1..], &text) {
            let bug = |(fault, number)| Bug { fault, optimisations: vec![optimisation(number)] };
            return Some((Compiler { bugs: faults.into_iter().zip([shown, hidden]).map(bug).collect() }, text));
        }
    }
    None
}

#[test]
fn a_reduction_does_not_end_at_another_bug() {
    let (mut n_slipped, n_cases) = (0, n_cases(20));
    for (seed, (compiler, text)) in (0..).filter_map(|seed| Some((seed, drawn(seed)?))).take(n_cases) {
        let (shown, hidden) = (&compiler.bugs[0], &compiler.bugs[1].fault);
        let Bug { fault, optimisations } = shown;
        let mut smaller = compiler.reduced(&text, None);
        let has_slipped = !is_wrong(&[*fault], &smaller);
        let slip = compiler.slip(&text, &smaller);
        say(&format!("seed {seed}: {fault}; {hidden}: {slip:?}"));
        // What is seen of it from outside is what happened.
        assert_eq!(slip != Slip::None, has_slipped, "seed {seed}: {fault}; {hidden}\n{smaller}");
        if let Slip::Guard(flags) = &slip {
            assert_eq!(flags[..], gcc::off(optimisations), "seed {seed}");
            smaller = compiler.reduced(&text, Some(flags));
        }
        assert!(is_wrong(&[*fault], &smaller), "seed {seed}: {fault} became {hidden}\n{smaller}");
        n_slipped += u64::from(has_slipped);
    }
    say(&format!("{n_slipped} of {n_cases} had to be reduced again"));
}
