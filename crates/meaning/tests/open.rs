//! What the standard leaves open: a program whose outcome depends on it has none, one that only comes near has one.

use kiln_lang::{Options, parse};
use kiln_meaning::{Outcome, Settings, run};

/// The word for the outcome of a program with this body of `main`, and what is said of it.
fn outcome(body: &str) -> (&'static str, String) {
    let text = format!("int printf(const char *, ...); int main(void) {{ {body} }}");
    let parsed = parse("open.i", text.into_bytes(), &Options::default());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics.first());
    let outcome = run(&parsed.program, &Settings::default()).outcome;
    let words = match &outcome {
        Outcome::Ended(ended) => String::from_utf8_lossy(&ended.output).into_owned(),
        Outcome::Unspecified { what, .. } => what.clone(),
        Outcome::Unsupported { what, .. } => what.clone(),
        other => format!("{other:?}"),
    };
    (outcome.word(), words)
}

#[test]
fn bits_of_a_nan() {
    let bits = "union { double d; unsigned long u; } u; double zero = 0;";
    assert_eq!(outcome(&format!("{bits} u.d = zero / zero; printf(\"%lx\\n\", u.u);")).0, "unspecified");
    assert_eq!(
        outcome(&format!("{bits} u.d = zero / zero - 1 + 1; printf(\"%d\\n\", (int)(u.u >> 63));")).0,
        "unspecified"
    );
    assert_eq!(outcome("float zero = 0; printf(\"%f\\n\", zero / zero);").0, "unspecified");
    assert_eq!(
        outcome("double zero = 0, nan = zero / zero; printf(\"%d\\n\", nan == nan);"),
        ("defined", "0\n".into())
    );
    let given = format!("{bits} u.u = 0x7ff8000000000001; double copy = u.d; u.d = copy; printf(\"%lx\\n\", u.u);");
    assert_eq!(outcome(&given), ("defined", "7ff8000000000001\n".into()));
}

#[test]
fn long_doubles_that_are_no_numbers() {
    let load = |high: u32, low: u64| {
        let union = format!(
            "union {{ struct {{ unsigned long low; unsigned short high; }} s; long double d; }} u = {{ .s = {{ {low}UL, {high} }} }};"
        );
        outcome(&format!("{union} printf(\"%d\\n\", u.d == u.d);")).0
    };
    assert_eq!(load(0x3fff, 1 << 63), "defined");
    assert_eq!(load(0, 1), "defined");
    assert_eq!(load(0x3fff, 1), "unsupported");
    assert_eq!(load(0, 1 << 63), "unsupported");
}

#[test]
fn complex_products_with_infinities() {
    let product = |factor: &str| {
        let z = "double inf = 1e308 * 10; double _Complex z = inf + 2.0i;";
        outcome(&format!("{z} z *= {factor}; printf(\"%d\\n\", __imag__ z == inf);"))
    };
    assert_eq!(product("(0 + 1.0i)"), ("defined", "1\n".into()));
    assert_eq!(product("(0 * (z - z))").0, "unsupported");
}

#[test]
fn complex_quotients_that_libraries_round_differently() {
    let quotient = |z: &str, w: &str| {
        outcome(&format!("double _Complex z = {z}, w = {w}; z /= w; printf(\"%g %g\\n\", __real__ z, __imag__ z);"))
    };
    assert_eq!(quotient("6 + 8.0i", "2"), ("defined", "3 4\n".into()));
    assert_eq!(quotient("-2 + 8.0i", "1 + 1.0i"), ("defined", "3 5\n".into()));
    assert_eq!(quotient("-2 + 8.0i", "7 + 2.0i").0, "unsupported");
}

#[test]
fn one_unspecified_bit() {
    let copied = "struct { unsigned n : 7; } s = { 1 }; unsigned char *from = (void *)&s, byte = *from;";
    assert_eq!(outcome(&format!("{copied} printf(\"%d\\n\", byte);")).0, "unspecified");
    // Reading it is enough: nobody keeps track of what becomes of one bit.
    assert_eq!(outcome(&format!("{copied} printf(\"%d\\n\", byte & 127);")).0, "unspecified");
}
