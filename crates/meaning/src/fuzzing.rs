//! What must hold of any program whatsoever, as library code: `cargo xtask fuzz meaning` and `cargo test` share it.
//!
//! A case is a letter that picks how it is run (a row of `SETTINGS`), and then the text. If the text is a program, running it
//! ends, in a verdict, and in the same one a second time. A check panics where this does not hold. Hangs, exhausted memory and
//! exhausted stack are seen by whoever runs the check. Cases are made of well-typed programs of [`kiln_lang::random`];
//! those of `kiln_lang::fuzzing` have a digit in place of the letter.

use kiln_lang::fuzzing::Verdict;
use kiln_lang::random::{self, Rng, Size};
use kiln_lang::{Options, parse, print};

use crate::{Dialect, Limits, Order, Settings, run};

/// Together they reach every field of [`Settings`].
struct Setting {
    flags: &'static [&'static str],
    dialect: Dialect,
    order: Order,
    seed: u64,
}

const SETTINGS: &[Setting] = &[
    Setting { flags: &[], dialect: Dialect::Common, order: Order::LeftToRight, seed: 0 },
    Setting { flags: &["-fwrapv"], dialect: Dialect::Gnu, order: Order::RightToLeft, seed: 1 },
    Setting { flags: &["-fno-strict-aliasing"], dialect: Dialect::Iso, order: Order::LeftToRight, seed: 2 },
    Setting { flags: &["-m32"], dialect: Dialect::Common, order: Order::LeftToRight, seed: 3 },
];

/// Those at the start that random programs are made for.
const N_WIDE: usize = 3;

/// Small: a program that runs in circles is as good as one that ends.
const LIMITS: Limits = Limits { steps: 20_000, memory: 1 << 20, stack: 1 << 18, depth: 200, output: 1 << 16 };

/// Checks a case: the letter that picks a setting, then the text.
pub fn check_bytes(case: &[u8]) -> Verdict {
    let (&pick, text) = case.split_first().unwrap_or((&b'a', &[]));
    let setting = &SETTINGS[usize::from(pick.wrapping_sub(b'a')) % SETTINGS.len()];
    let parsed = parse("input", text, &Options::from_flags(setting.flags.iter().copied()));
    if !parsed.accepted() {
        return Verdict::Rejected;
    }
    let mut settings = Settings {
        dialect: setting.dialect,
        order: setting.order,
        seed: setting.seed,
        limits: LIMITS,
        ..Settings::default()
    };
    settings.apply_flags(setting.flags.iter().copied());
    let (first, second) = (run(&parsed.program, &settings), run(&parsed.program, &settings));
    assert_eq!(first.outcome, second.outcome, "a second run has the same outcome");
    assert_eq!((first.steps, first.output), (second.steps, second.output), "a second run goes the same way");
    Verdict::Accepted
}

/// A case of a random program.
pub fn random_case(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let size = if rng.one_in(4) { Size::MEDIUM } else { Size::SMALL };
    let text = print::canonical(&random::runnable(rng.bits(), size));
    case(rng.index(N_WIDE), text.as_bytes())
}

/// A case of any text.
pub fn with_setting(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    case(rng.index(SETTINGS.len()), text)
}

fn case(setting: usize, text: &[u8]) -> Vec<u8> {
    [&[b'a' + setting as u8], text].concat()
}
