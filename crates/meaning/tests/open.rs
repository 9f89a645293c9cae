//! What the standard leaves open: a program whose outcome depends on it has none, one that only comes near has one.

use kiln_lang::{Options, parse};
use kiln_meaning::{Outcome, Settings, run};

/// The word for the outcome of a program with this body of `main`, and what is said of it.
fn outcome(body: &str) -> (&'static str, String) {
    outcome_with("", body)
}

/// As [`outcome`], with more before `main`.
fn outcome_with(before: &str, body: &str) -> (&'static str, String) {
    let text = format!("int printf(const char *, ...); {before} int main(void) {{ {body} }}");
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

#[test]
fn order_of_calls() {
    // Functions, an expression, and its value if that does not depend on the order of its operands.
    let cases: [(&str, &str, Option<&str>); 16] = [
        ("", "get() + get()", Some("14")),
        ("", "set(1) + get()", None),
        ("", "get() + twice()", Some("21")),
        ("int via(int n) { return n ? set(n) : 0; }", "via(3) + get()", None),
        ("int next(void) { static int n; return ++n; }", "next() * 10 + next()", None),
        ("int put(int *p) { *p = 1; return 0; } int x; int at(int *p) { return *p; }", "put(&x) + at(&x)", None),
        ("int at(int *p) { return *p; } int x = 2;", "at(&x) + at(&x)", Some("4")),
        ("int own(int n) { int a[2] = {n, 1}; a[1]++; n += a[1]; return n; }", "own(1) + own(get())", Some("12")),
        ("int (*p)(void) = get;", "p() + p()", Some("14")),
        ("int (*p)(void) = get;", "p() + set(2)", None),
        ("int (*p)(void) = get; int (*q)(int) = set;", "p() + q(2)", None),
        ("int pick(int (*f)(void)) { return f(); } int less(void) { return --g; }", "pick(less) + pick(get)", None),
        (
            "void c(int *p) { g += *p; } int h(void) { int x __attribute__((cleanup(c))) = 1; return x; }",
            "h() + get()",
            None,
        ),
        (
            "int more(void) { return ++g; } int size(int n, int a[more()]) { return n + !a; }",
            "size(1, 0) + get()",
            None,
        ),
        ("extern int other(void) __asm__(\"change\"); int change(void) { return g++; }", "other() + get()", None),
        (
            "int even(int n); int odd(int n) { return n ? even(n - 1) : g; } int even(int n) { return n ? odd(n - 1) : 0; }",
            "odd(3) + even(3)",
            Some("7"),
        ),
    ];
    let known = "int g = 7; int get(void) { return g; } int set(int n) { g = n; return n; } int twice(void) { return 2 * get(); }";
    for (functions, expression, value) in cases {
        let found = outcome_with(&format!("{known} {functions}"), &format!("printf(\"%d\", {expression});"));
        match value {
            Some(value) => assert_eq!(found, ("defined", value.to_owned()), "{functions} {expression}"),
            None => assert_eq!(found.0, "unspecified", "{functions} {expression}: {}", found.1),
        }
    }
}
