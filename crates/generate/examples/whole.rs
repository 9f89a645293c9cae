//! Makes a whole program and prints it, also if the generator is wrong: then with what is the matter.
//!
//! `cargo run -p kiln-generate --example whole -- SEED [TOKENS]`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example that prints")]

use kiln_case::Choices;
use kiln_generate::whole::{MakeError, Options, make};
use kiln_lang::{Options as Dialect, print};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let seed = numbers.next().unwrap_or(0);
    let base = Options::default();
    let tokens = numbers.next().map_or(base.tokens, |tokens| tokens as u32);
    match make(&Choices::new(seed), &Options { tokens, ..base }, Dialect::default()) {
        Ok(made) => print!("{}", print::canonical(&made.program)),
        Err(MakeError::NotDefined { what, program }) => {
            print!("{}", print::canonical(&program));
            eprintln!("{what}");
        }
        Err(error) => eprintln!("{error}"),
    }
}
