//! What programs do to their volatile objects, group by group.

use kiln_lang::{Options, parse};
use kiln_meaning::Settings;
use kiln_meaning::volatile::trace;

/// The list of a program: groups are separated by bars, accesses in one by commas.
fn list(text: &str) -> Result<String, String> {
    let parsed = parse("a.i", text.as_bytes(), &Options::default());
    assert!(parsed.accepted(), "{text}");
    let trace = trace(&parsed.program, &Settings::default(), 100)?;
    let line = |group: &Vec<_>| group.iter().map(|access| trace.line(access)).collect::<Vec<String>>().join(", ");
    Ok(trace.groups.iter().map(line).collect::<Vec<String>>().join(" | "))
}

/// Declarations, what `main` does, the list.
const LISTS: &[(&str, &str, &str)] = &[
    ("volatile int v, w;", "v = 1; w = v; v;", "v+0 w 4 | v+0 r 4, w+0 w 4 | v+0 r 4"),
    ("static volatile char c[3]; volatile long l;", "c[2] += l; l++;", "l+0 r 8, c+2 r 1, c+2 w 1 | l+0 r 8, l+0 w 8"),
    // Operands have no order, full expressions have one.
    (
        "volatile int v, w;",
        "int x = v + w; if (w) v = x; for (; v < 1; ) v = 1;",
        "v+0 r 4, w+0 r 4 | w+0 r 4 | v+0 r 4 | v+0 w 4 | v+0 r 4",
    ),
    // A call alone has an order of its own, one beside other operands has none.
    (
        "volatile int v, w; int f(int x) { v = x; w = x; return 0; }",
        "v = f(w);",
        "w+0 r 4 | v+0 w 4 | w+0 w 4 | v+0 w 4",
    ),
    (
        "volatile int v, w; int f(void) { v; w; return 0; }",
        "int x = f() + v; v = 2;",
        "v+0 r 4, w+0 r 4, v+0 r 4 | v+0 w 4",
    ),
    ("volatile int v, w; int f(void) { w; w; return 0; }", "v += f();", "w+0 r 4, w+0 r 4, v+0 r 4, v+0 w 4"),
    (
        "volatile int v, w;",
        "int x = 1 + ({ v; w; 2; }); x = v + ({ w; w; 3; });",
        "v+0 r 4 | w+0 r 4 | v+0 r 4, w+0 r 4, w+0 r 4",
    ),
    ("volatile int v, w;", "int a[2] = {v, w}; int b = v, c = w;", "v+0 r 4, w+0 r 4 | v+0 r 4 | w+0 r 4"),
    // What compilers do in ways of their own is left out, with the object.
    ("volatile int v, w;", "w = v = 1; w = 2;", "w+0 w 4 | w+0 w 4"),
    (
        "volatile struct { int x : 3; } s; volatile struct { int y; } t, u; volatile int v;",
        "s.x = 1; t = u; v = 3;",
        "v+0 w 4",
    ),
    ("volatile union { int x; char y; } s, t, u; volatile int v[2];", "s; (void)t; v; v[1] = (u, 3);", "v+4 w 4"),
    ("volatile struct { char a; int y[2]; } t;", "t.a = 1; t.y[1] = t.a;", "t+0 w 1 | t+0 r 1, t+8 w 4"),
    ("struct { volatile int x; int y; } s; volatile int v;", "s.x = 1; v = s.x;", "v+0 w 4"),
    ("volatile long double d; volatile double e; volatile __int128 i;", "d = e; i = d; e = i;", "e+0 r 8 | e+0 w 8"),
    (
        "volatile int v asm(\"other\"); volatile int w __attribute__((aligned(64))); volatile int u;",
        "v = w; u = 1;",
        "u+0 w 4",
    ),
    ("int x; volatile int v;", "volatile int a = 3; *(volatile int *)&x = a; v = 1;", "v+0 w 4"),
    ("volatile int v; static int f(void) { static volatile int v; return v; }", "v = f();", ""),
];

#[test]
fn accesses_are_listed_with_the_order_that_c_gives_them() {
    for (declarations, body, expected) in LISTS {
        let text = format!("{declarations}\nint main(void) {{ {body} return 0; }}\n");
        assert_eq!(list(&text).as_deref(), Ok(*expected), "{text}");
    }
}

#[test]
fn what_rests_on_an_order_has_no_list() {
    let text = "volatile int v; int x; int f(void) { return ++x; } int main(void) { v = f() - f() * 0; return 0; }";
    assert!(list(text).is_err());
    assert!(list("volatile int v; int main(void) { asm(\"nop\"); v = 1; return 0; }").is_err());
    // How often it compares is the library's affair.
    let sorted = "volatile int v; void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); \
                  int f(const void *a, const void *b) { v; return *(int *)a - *(int *)b; } \
                  int main(void) { int a[2] = {2, 1}; qsort(a, 2, 4, f); return 0; }";
    assert!(list(sorted).is_err());
    assert!(list("volatile int v; int main(void) { while (v < 200) v++; return 0; }").is_err());
}
