//! Types and constants against real compilers.
//!
//! kiln reads a function full of random expressions. What it finds about every subexpression is printed as a static
//! assertion: the type of the expression, or its value where it is a constant. A compiler judges thousands of such claims
//! in one run. Every expression is printed from the tree, so its parentheses and literals are tested as well.
//!
//! Each flavor of expressions is drawn from what the compilers asked have in common; where they differ, the comment beside
//! what is left out says how, and kiln follows GCC. One difference is GCC's alone: a bit-field wider than `int` has there a
//! type of just its width, for which C has no name, so such fields are compared with Clang only.

mod claims;
mod constants;
mod expressions;
mod subexpressions;
#[path = "../support/mod.rs"]
mod support;
mod vocabulary;

use kiln_lang::Options;

use crate::expressions::Expressions;
use crate::support::{Compiler, n_cases};
use crate::vocabulary::Flavor;

/// The seed of the expressions; another one is another test.
const SEED: u64 = 1;

/// Random expressions of each flavor; each has about five subexpressions.
const N_EXPRESSIONS: usize = 600;

fn check_types(name: &str, flavor: Flavor, flags: &[&str], compilers: &[Compiler]) {
    let mut expressions = Expressions::new(SEED, flavor);
    let mut drawn = expressions.pairs();
    drawn.extend(expressions.others());
    drawn.extend((0..n_cases(N_EXPRESSIONS)).map(|_| expressions.expression()));
    let options = Options::from_flags(flags.iter().copied());
    let claims = subexpressions::claims(expressions.prelude(), &drawn, &options);
    assert!(claims.lines.len() > 4 * N_EXPRESSIONS, "enough is claimed: {}", claims.lines.len());
    claims.check(name, flags, compilers);
}

#[test]
fn subexpressions_have_the_types_both_compilers_give_them() {
    let flavor = Flavor { gcc_types: false, wide_bit_fields: false, is_64_bit: true };
    check_types("types-64", flavor, &["-m64"], Compiler::ALL);
}

#[test]
fn subexpressions_have_the_types_both_compilers_give_them_in_32_bit_mode() {
    let flavor = Flavor { gcc_types: false, wide_bit_fields: false, is_64_bit: false };
    check_types("types-32", flavor, &["-m32"], Compiler::ALL);
}

#[test]
fn subexpressions_of_gnu_types_have_the_types_gcc_gives_them() {
    let flavor = Flavor { gcc_types: true, wide_bit_fields: false, is_64_bit: true };
    // Without the flag GCC 12 computes in `float` for `_Float16`, and then gives `!(a + b)` the type of `a`. It is `int`
    // (C11 6.5.3.3p5).
    check_types("types-gnu", flavor, &["-m64", "-fexcess-precision=16"], &[Compiler::Gcc]);
}

#[test]
fn wide_bit_fields_have_their_declared_types_as_in_clang() {
    let flavor = Flavor { gcc_types: false, wide_bit_fields: true, is_64_bit: true };
    check_types("types-wide", flavor, &["-m64"], &[Compiler::Clang]);
}

#[test]
fn constants_have_the_values_both_compilers_give_them() {
    for flag in ["-m64", "-m32"] {
        let claims = constants::claims(SEED, n_cases(N_EXPRESSIONS), &Options::from_flags([flag]));
        claims.check(&format!("constants{flag}"), &[flag], Compiler::ALL);
    }
}
