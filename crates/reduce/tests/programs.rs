//! Programs of every form are reduced, and the result is what it has to be.
//!
//! The compiler is the interpreter behind a planted fault, as in `planted.rs`. `KILN_PROPERTY_CASES` raises the number of cases.

use std::sync::atomic::AtomicBool;

use kiln_case::Choices;
use kiln_fault::{Fault, Planted};
use kiln_generate::arith::{self, Options as Arith};
use kiln_generate::whole::{self, Options as Whole};
use kiln_lang::{Options as Dialect, parse, print};
use kiln_meaning::{End, Ended, Limits, Outcome, Settings, run};
use kiln_reduce::{Ask, Bounds, Form, Smaller, StartError, Subject, reduce_texts};

fn subject(form: Form) -> Subject {
    Subject { names: vec!["program.c".to_owned()], options: Dialect::default(), settings: Settings::default(), form }
}

fn reduced(text: &str, form: Form, jobs: usize, ask: &Ask<'_>) -> Result<Smaller, StartError> {
    let stop = AtomicBool::new(false);
    let bounds = Bounds { jobs, tests: None, stop: &stop };
    reduce_texts(vec![text.to_owned()], None, &subject(form), ask, &bounds, &mut |_| {})
}

/// Whether a program with a fault does something else than it has to do.
fn is_wrong(fault: &Fault, text: &str, expected: &Ended) -> bool {
    let program = parse("program.c", text.as_bytes(), &Dialect::default()).program;
    let Planted::Program(planted) = fault.plant(&program) else { return true };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    match run(&planted, &Settings { wrapv: true, limits, ..Settings::default() }).outcome {
        Outcome::Ended(ended) => ended.how != expected.how || ended.output != expected.output,
        _ => true,
    }
}

fn n_cases() -> u64 {
    std::env::var("KILN_PROPERTY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// A program of a seed.
type Make = fn(u64) -> String;

fn arithmetic(seed: u64) -> String {
    let options = Arith { product: 60, ..Arith::default() };
    print::canonical(&arith::make(&Choices::new(seed), &options, Dialect::default()).expect("in range").program)
}

fn whole_program(seed: u64) -> String {
    let options = Whole { tokens: 600, ..Whole::default() };
    print::canonical(&whole::make(&Choices::new(seed), &options, Dialect::default()).expect("in range").program)
}

/// Reduces programs that show a fault, and sees that the results are what they have to be: defined, still wrong, not made smaller
/// by anything in the catalogue, and the same for any number of workers.
fn assert_reduced(make: Make, most_tokens: usize) {
    let mut n_failing = 0;
    for seed in 0.. {
        let (fault, text) = (Fault::operator(seed), make(seed));
        let ask =
            |texts: &[String], expected: Option<&Ended>| Ok(is_wrong(&fault, &texts[0], expected.expect("defined")));
        let smaller = match reduced(&text, Form::Defined, 1, &ask) {
            Ok(smaller) => smaller,
            Err(StartError::NotInteresting) => continue,
            Err(other) => panic!("seed {seed}, {fault}: {other}"),
        };
        let (result, tokens) = (&smaller.texts[0], smaller.size.tokens);
        say(&format!("seed {seed}, {fault}: {tokens} tokens after {} tests", smaller.counts.tests));
        assert!(smaller.finished && tokens <= most_tokens, "seed {seed}, {fault}: {tokens} tokens\n{result}");
        let Outcome::Ended(ended) =
            run(&parse("r.c", result.as_bytes(), &Dialect::default()).program, &Settings::default()).outcome
        else {
            panic!("seed {seed}, {fault}: the result is undefined\n{result}")
        };
        assert!(is_wrong(&fault, result, &ended), "seed {seed}, {fault}: the result is right\n{result}");
        let again = reduced(result, Form::Defined, 1, &ask).expect("it still fails");
        assert_eq!(again.texts, smaller.texts, "seed {seed}, {fault}");
        let together = reduced(&text, Form::Defined, 3, &ask).expect("it still fails");
        assert_eq!(together.texts, smaller.texts, "seed {seed}, {fault}");
        n_failing += 1;
        if n_failing == n_cases() {
            break;
        }
    }
}

#[expect(clippy::print_stdout, reason = "what was measured, for those who run the test by hand")]
fn say(line: &str) {
    println!("{line}");
}

#[test]
fn arithmetic_that_is_wrong_is_reduced_to_little() {
    assert_reduced(arithmetic, 60);
}

#[test]
fn whole_programs_that_are_wrong_are_reduced_to_little() {
    assert_reduced(whole_program, 60);
}

#[test]
fn what_is_not_c_is_reduced_as_a_text() {
    let text = "class A { int f() { return 1; } };\ntemplate <class T> T g(T t) { return t + bad; }\nint h;\n";
    let ask = |texts: &[String], _: Option<&Ended>| Ok(texts[0].contains("bad"));
    let smaller = reduced(text, Form::Text, 2, &ask).unwrap();
    assert_eq!(smaller.texts[0].trim(), "bad");
}

#[test]
fn a_test_that_says_no_is_of_no_use() {
    let no = |_: &[String], _: Option<&Ended>| Ok(false);
    assert!(matches!(reduced("int main(void) { return 0; }", Form::Defined, 1, &no), Err(StartError::NotInteresting)));
    let flaky = AtomicBool::new(false);
    let other = |_: &[String], _: Option<&Ended>| Ok(flaky.fetch_xor(true, std::sync::atomic::Ordering::Relaxed));
    assert!(matches!(reduced("int main(void) { return 0; }", Form::Defined, 1, &other), Err(StartError::Flaky)));
}

#[test]
fn nothing_undefined_and_nothing_beyond_the_standard_is_tested() {
    let text = "int printf(const char *, ...);\nstruct s { int a; int b; } s = { 1, 2 };\nint x[3] = { 1, 2, 3 };\n\
                int f(int n) { int i, sum = 0; for (i = 0; i < n; i++) sum += x[i]; return sum; }\n\
                int main(void) { int k = 3; printf(\"%d %d\\n\", f(k), s.b); return 0; }\n";
    let ask = |texts: &[String], expected: Option<&Ended>| {
        let parsed = parse("r.c", texts[0].as_bytes(), &Dialect::default());
        assert!(parsed.diagnostics.is_empty(), "{}", texts[0]);
        assert!(matches!(run(&parsed.program, &Settings::default()).outcome, Outcome::Ended(_)), "{}", texts[0]);
        assert!(!texts[0].contains("{}") && !texts[0].contains("[0]"), "{}", texts[0]);
        Ok(expected.is_some_and(|ended| ended.output.contains(&b'6')))
    };
    let smaller = reduced(text, Form::Defined, 1, &ask).unwrap();
    assert!(smaller.size.tokens <= 24, "{}", smaller.texts[0]);
}

/// What only a structure can hold is declared with it, and what cannot be a status as it is becomes one.
#[test]
fn what_can_be_said_in_fewer_words_is() {
    let text = "int printf(const char *, ...);\nstruct s { int a; int m : 2; };\nstruct s x = { 0, -1 };\nint y;\n\
                int main(void) { y = x.m; printf(\"%d\\n\", y); return 0; }\n";
    let ask = |texts: &[String], expected: Option<&Ended>| {
        let shows = |ended: &Ended| ended.output.starts_with(b"-1") || ended.how == End::Status(1);
        Ok(texts[0].contains(" : 2") && texts[0].contains(".m") && expected.is_some_and(shows))
    };
    let smaller = reduced(text, Form::Defined, 1, &ask).unwrap();
    let words: Vec<&str> = smaller.texts[0].split_whitespace().collect();
    assert_eq!(words.join(" "), "struct { int m : 2; } x = {-1}; int main() { return x.m + 2; }");
}

/// Constants that have no short form as values are taken from where they stand.
#[test]
fn a_constant_comes_to_where_it_is_read() {
    let text = "int printf(const char *, ...);\nlong double a[2] = { 1, 0x1.00000000000002p+0L };\n\
                int above(long double *b) { int n = 0; n += b[1] > b[0]; return n; }\n\
                int main(void) { printf(\"%d\\n\", above(a)); return 0; }\n";
    // A compiler that reads the constant as a `double`.
    let ask = |texts: &[String], expected: Option<&Ended>| {
        let taken = texts[0].replace("0x1.00000000000002p+0L", "1.0L");
        let program = parse("r.c", taken.as_bytes(), &Dialect::default()).program;
        let Outcome::Ended(ended) = run(&program, &Settings::default()).outcome else { return Ok(false) };
        Ok(expected.is_some_and(|expected| *expected != ended))
    };
    let smaller = reduced(text, Form::Defined, 1, &ask).unwrap();
    assert!(smaller.size.tokens <= 14, "{}", smaller.texts[0]);
}

#[test]
fn any_text_is_taken() {
    let texts = [
        "",
        "\\\n\\\n x \\\n",
        "#define A(x) x \\\n  + 1\nint a = A(1);\n",
        "\u{fe}\u{301} \u{1f600} ( [ { x",
        ") ] } \u{0} \"open",
        "??=??/\n'\u{2028}' L\"x",
    ];
    for text in texts {
        let yes = |_: &[String], _: Option<&Ended>| Ok(true);
        let smaller = reduced(text, Form::Text, 1, &yes).unwrap();
        assert!(smaller.texts[0].trim().is_empty(), "{text:?}: {:?}", smaller.texts[0]);
        let has_x = |texts: &[String], _: Option<&Ended>| Ok(texts[0].contains('x'));
        if text.contains('x') {
            let smaller = reduced(text, Form::Text, 1, &has_x).unwrap();
            assert!(smaller.texts[0].contains('x') && smaller.texts[0].len() <= text.len(), "{text:?}");
        }
        assert!(reduced(text, Form::Defined, 1, &yes).is_err(), "{text:?}");
    }
}
