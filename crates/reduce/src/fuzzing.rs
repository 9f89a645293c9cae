//! What must hold of the reducer for any text whatsoever, as library code: `cargo xtask fuzz reduce`, `fuzz/` and `cargo test` share it.
//!
//! A case is a capital letter, then a text. The letter picks what the text is taken for (a program that is defined, a program, a
//! text) and the test: a simple one, which knows nothing of C, so that anything may become of the text. Reducing it ends; what
//! comes out is interesting, not larger than what went in, and the same a second time. A check panics where this does not hold.

use std::sync::atomic::AtomicBool;

use kiln_lang::Options;
use kiln_lang::fuzzing::Verdict;
use kiln_lang::random::Rng;
use kiln_meaning::{Ended, Limits, Settings};

use crate::{Bounds, Form, StartError, Subject, reduce_texts};

const FORMS: [Form; 3] = [Form::Text, Form::Program, Form::Defined];

/// Tests tell texts apart by their lengths, so that what is interesting has no pattern.
const N_TESTS: u8 = 3;

/// Tests of one reduction: most things that can go wrong go wrong soon.
const MOST_TESTS: u64 = 60;

/// Longer texts take longer and find no more.
const MOST_BYTES: usize = 4096;

/// Small: a program that runs in circles is as good as one that ends.
const LIMITS: Limits = Limits { steps: 2000, memory: 1 << 20, stack: 1 << 18, depth: 200, output: 1 << 16 };

/// Checks a case: the letter that picks what is asked, then the text.
pub fn check_bytes(case: &[u8]) -> Verdict {
    let (&pick, text) = case.split_first().unwrap_or((&b'A', &[]));
    let text = String::from_utf8_lossy(&text[..text.len().min(MOST_BYTES)]).into_owned();
    let pick = pick.wrapping_sub(b'A');
    let form = FORMS[usize::from(pick) % FORMS.len()];
    let remainder = usize::from(pick) / FORMS.len() % usize::from(N_TESTS);
    let is_good = |text: &str| text.len() % usize::from(N_TESTS) == remainder || text.contains("int");
    let settings = Settings { limits: LIMITS, ..Settings::default() };
    let subject = Subject { names: vec!["program.c".to_owned()], options: Options::default(), settings, form };
    let stop = AtomicBool::new(false);
    let bounds = Bounds { jobs: 1, tests: Some(MOST_TESTS), stop: &stop };
    let ask = |texts: &[String], _: Option<&Ended>| Ok(is_good(&texts[0]));
    let reduced = || reduce_texts(vec![text.clone()], None, &subject, &ask, &bounds, &mut |_| {});
    match reduced() {
        Ok(smaller) => {
            assert!(is_good(&smaller.texts[0]), "what comes out is interesting");
            assert!(smaller.size <= smaller.from, "what comes out is not larger");
            let again = reduced().expect("what was taken is taken again");
            assert_eq!(again.texts, smaller.texts, "a second reduction has the same result");
            Verdict::Accepted
        }
        Err(StartError::NotTaken(_) | StartError::NotInteresting) => Verdict::Rejected,
        Err(other) => panic!("the test answers always, and always the same: {other}"),
    }
}

/// A case of any text.
pub fn with_question(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let pick = rng.index(FORMS.len() * usize::from(N_TESTS)) as u8;
    [&[b'A' + pick], text].concat()
}
