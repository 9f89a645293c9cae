//! Programs of several units: what names, objects and types are the same in all of them.

use kiln_lang::{Options, parse_units};
use kiln_meaning::{End, Kind, Limit, Outcome, Settings, run};

/// Runs the units as one program.
fn outcome(texts: &[&str]) -> Outcome {
    outcome_with(texts, &Settings::default())
}

fn outcome_with(texts: &[&str], settings: &Settings) -> Outcome {
    let inputs = texts.iter().map(|text| ("unit.i", text.as_bytes()));
    let parsed = parse_units(inputs, &Options::default());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics);
    run(&parsed.program, settings).outcome
}

/// The exit status of a program that is defined.
#[track_caller]
fn status(texts: &[&str]) -> u8 {
    match outcome(texts) {
        Outcome::Ended(ended) => match ended.how {
            End::Status(status) => status,
            End::Signal(signal) => panic!("it ends with signal {signal}"),
        },
        other => panic!("{other:?}"),
    }
}

/// The kind of undefined behaviour, and the unit where it is.
#[track_caller]
fn undefined(texts: &[&str]) -> (Kind, Option<u32>) {
    match outcome(texts) {
        Outcome::Undefined(report) => (report.kind, report.place.map(|place| place.unit)),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn unsupported(texts: &[&str]) -> String {
    match outcome(texts) {
        Outcome::Unsupported { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_and_variables_are_found_in_other_units() {
    let first = "extern int count; int next(int); int main(void) { count = 3; int n = next(4); return n + count; }";
    let second = "int count = 1; int next(int n) { count += n; return n; }";
    assert_eq!(status(&[first, second]), 11);
    assert_eq!(status(&[second, first]), 11);
}

#[test]
fn static_names_are_each_units_own() {
    let first = "int other(void); static int x = 1; static int f(void) { return x; } int main(void) { return 10 * f() + other(); }";
    let second = "static int x = 2; static int f(void) { return x; } int other(void) { return f(); }";
    assert_eq!(status(&[first, second]), 12);
}

#[test]
fn static_variables_and_strings_of_functions_do_not_mix() {
    let first = "int g(void); static int f(void) { static int n = 1; return n++ + \"ab\"[0] - 'a'; } int main(void) { f(); return 10 * f() + g(); }";
    let second =
        "static int f(void) { static int n = 3; return n++ + \"xy\"[0] - 'x'; } int g(void) { f(); return f(); }";
    assert_eq!(status(&[first, second]), 24);
}

#[test]
fn tentative_definitions_are_one_object() {
    let write = "int x; int a[]; int read(void); int main(void) { x = 2; int n = read(); return n + a[3]; }";
    assert_eq!(status(&[write, "int x; int a[4] = { 0, 0, 0, 4 }; int read(void) { return x; }"]), 6);
    assert_eq!(status(&[write, "extern int x; int a[4]; int read(void) { a[3] = 5; return x; }"]), 7);
    assert_eq!(status(&["int x; int main(void) { return x; }", "int x = 9; int x;"]), 9);
}

#[test]
fn a_name_can_be_defined_once() {
    assert_eq!(
        unsupported(&["int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"]),
        "a program with two definitions of `f`"
    );
    assert_eq!(
        unsupported(&["int x = 1; int main(void) { return x; }", "int x = 1;"]),
        "a program with two definitions of `x`"
    );
    let weak = "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }";
    assert_eq!(status(&[weak, "int f(void) { return 2; }"]), 2);
    assert_eq!(status(&["int f(void) { return 2; }", weak]), 2);
    let inline = "inline int f(void) { return 3; }";
    assert_eq!(status(&[&format!("{inline} int main(void) {{ return f(); }}"), inline]), 3);
}

#[test]
fn what_no_unit_defines_cannot_be_used() {
    assert_eq!(unsupported(&["extern int x; int main(void) { return x; }", "int y;"]), "`x`, which is not defined");
    assert_eq!(unsupported(&["int f(void) { return 0; }", "int y;"]), "a program without `main`");
}

const LIST: &str = "struct list { struct list *next; int x; union { int i; float f; } u; enum { A, B } e; };";

#[test]
fn a_structure_of_two_units_is_one_type() {
    let first = format!(
        "{LIST} int sum(struct list *); struct list front(struct list); int main(void) {{ struct list b = {{ 0, 2 }}, a = {{ &b, 1 }}; a = front(a); return sum(&a); }}"
    );
    let second = format!(
        "int unrelated; {LIST} int sum(struct list *l) {{ return l ? l->x + sum(l->next) : 0; }} struct list front(struct list l) {{ l.x += 10; return l; }}"
    );
    assert_eq!(status(&[&first, &second]), 13);
}

#[test]
fn a_structure_may_be_incomplete_in_one_unit() {
    let first = "struct s; struct s *make(void); int use(struct s *); int main(void) { return use(make()); }";
    let second = "struct s { int x; }; struct s *make(void) { static struct s one = { 5 }; return &one; } int use(struct s *p) { return p->x; }";
    assert_eq!(status(&[first, second]), 5);
}

#[test]
fn a_structure_with_other_members_is_another_type() {
    let first = "struct s { int x, y; }; int f(struct s *); int main(void) { struct s v = { 1, 2 }; return f(&v); }";
    let second = "struct s { int x, z; }; int f(struct s *p) { return p->x; }";
    assert_eq!(undefined(&[first, second]), (Kind::CallType, Some(0)));
    let first = "struct s { int x, y; } v = { 1, 2 }; int f(void); int main(void) { return f(); }";
    let second = "struct s { int x, z; }; extern struct s v; int f(void) { return v.x; }";
    assert_eq!(undefined(&[first, second]), (Kind::Aliasing, Some(1)));
}

#[test]
fn a_call_with_another_type_is_seen() {
    let first = "int f(long); int main(void) { return f(1); }";
    assert_eq!(undefined(&[first, "int f(int n) { return n; }"]), (Kind::CallType, Some(0)));
    let first = "double f(int); int main(void) { return f(1) > 0; }";
    assert_eq!(undefined(&[first, "int f(int n) { return n; }"]), (Kind::CallType, Some(0)));
    let first = "int f(); int main(void) { return f(1, 2); }";
    assert_eq!(undefined(&[first, "int f(int n) { return n; }"]), (Kind::CallArguments, Some(0)));
}

#[test]
fn an_object_with_another_type_is_seen() {
    let first = "extern long x; int main(void) { return x != 0; }";
    assert_eq!(undefined(&[first, "int x = 1;"]), (Kind::OutOfBounds, Some(0)));
    let first = "extern float x; int main(void) { return x != 0; }";
    assert_eq!(undefined(&[first, "int x = 1;"]), (Kind::Aliasing, Some(0)));
}

#[test]
fn variable_arguments_pass_between_units() {
    let first = "int sum(int, __builtin_va_list); int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int s = sum(n, ap); __builtin_va_end(ap); return s; } int main(void) { return f(2, 3, 4); }";
    let second = "struct pad { int x; }; int sum(int n, __builtin_va_list ap) { int s = 0; while (n--) s += __builtin_va_arg(ap, int); return s; }";
    assert_eq!(status(&[first, second]), 7);
}

/// Each access is entered for each call whose parameter is restrict-qualified.
#[test]
fn what_is_remembered_of_accesses_is_within_the_limit_of_memory() {
    let text = "long a[1000]; long f(long *restrict p, int n) { long s = 0; if (n > 0) return f(p, n - 1) + *p; \
                for (int i = 0; i < 1000; i++) s += p[i]; return s; } int main(void) { return (int)f(a, 100); }";
    assert_eq!(status(&[text]), 0);
    let mut settings = Settings::default();
    settings.limits.memory = 1 << 20;
    assert_eq!(outcome_with(&[text], &settings), Outcome::Limit(Limit::Memory));
}

#[test]
fn objects_that_no_memory_holds_are_a_limit() {
    assert_eq!(outcome(&["char a[1UL << 40]; int main(void) { return a[5]; }"]), Outcome::Limit(Limit::Memory));
    assert_eq!(outcome(&["int main(void) { char a[1UL << 40]; return 0; }"]), Outcome::Limit(Limit::Depth));
    let flexible = "struct s { int n; char a[]; } v = { 1, { [1L << 40] = 1 } }; int main(void) { return v.n; }";
    assert_eq!(outcome(&[flexible]), Outcome::Limit(Limit::Memory));
}

#[test]
fn the_definition_that_holds_says_what_a_call_touches() {
    let first = "__attribute__((weak)) int next(void) { return 1; } int main(void) { return next() * 10 + next(); }";
    let second = "int next(void) { static int n; return ++n; }";
    assert_eq!(status(&[first]), 11);
    assert!(matches!(outcome(&[first, second]), Outcome::Unspecified { .. }));
}
