//! Batches compile, and do what their parts do.

use std::process::Command;

use kiln_campaign::batch::{batches, ended, join, part};
use kiln_campaign::expect::{Word, interpret};
use kiln_case::{Case, Expected, Origin, Unit};
use kiln_toolchain::compiler;

const TARGET: &str = "x86_64";

/// Parts whose names clash in every name space.
const PROGRAMS: &[&str] = &[
    "int printf(const char *, ...);\n\
     struct s { int x; } x = { 3 };\n\
     typedef int t; enum e { A, B = 7 };\n\
     static t f(void) { x: if (x.x++ < 5) goto x; return x.x + B; }\n\
     int main(void) { printf(\"%d\\n\", f()); return 3; }\n",
    "int printf(const char *, ...);\n\
     double x = 0.5; union s { char c; } A = { 'a' };\n\
     enum e { f = 2 };\n\
     typedef long t;\n\
     int main(void) { struct { int x; } m = { .x = f }; t l = m.x; printf(\"%ld %g %c\", l, x, A.c); return 0; }\n",
    "void abort(void);\nint main(void) { abort(); return 0; }\n",
    // The type of the list is the compiler's.
    "int printf(const char *, ...);\n\
     static int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); n = __builtin_va_arg(a, int);\n\
     __builtin_va_end(a); return n; }\n\
     int main(void) { printf(\"%d\", f(1, 2)); return 0; }\n",
    "void exit(int); static int x; int main(void) { if (!x) exit(300 & 255); return 1; }\n",
];

fn case(text: &str) -> Case {
    let units = vec![Unit { name: "case.c".to_owned(), text: text.as_bytes().to_vec() }];
    let origin = Origin { source: "test".to_owned(), command: String::new(), seed: 0 };
    let mut case = Case { units, expected: None, origin };
    let Word::Known(ended) = interpret(&case, TARGET) else { panic!("it is not known what this does:\n{text}") };
    case.expected = Some(Expected { target: TARGET.to_owned(), ended });
    case
}

#[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
#[test]
fn a_batch_does_what_its_parts_do() {
    let Ok(compiler) = compiler::preferred(&std::env::var_os("PATH").unwrap_or_default()) else {
        eprintln!("there is no compiler: nothing is tested");
        return;
    };
    let cases: Vec<Case> = PROGRAMS.iter().map(|text| case(text)).collect();
    let parts: Vec<_> = cases.iter().map(|case| part(case).expect("it can be part of a batch")).collect();
    let all: Vec<_> = cases.iter().zip(&parts).collect();
    let text = join(&all).units[0].text.clone();
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("case.c"), text).unwrap();
    let built = compiler.to_command().args(["-w", "-o", "case", "case.c"]).current_dir(&directory).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(directory.path().join("case")).output().unwrap();
    let expected = ended(cases.iter().map(|case| &case.expected.as_ref().unwrap().ended));
    assert_eq!(String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&expected.output));
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn what_cannot_be_part_of_a_batch_is_left_alone() {
    for text in
        ["int main(void) { }\n", "int main(int n, char **v) { return 0; }\n", "int x; int y(void) { return x; }\n"]
    {
        let units = vec![Unit { name: "case.c".to_owned(), text: text.as_bytes().to_vec() }];
        let known = case("int main(void) { return 0; }\n");
        assert_eq!(part(&Case { units, ..known }), None, "{text}");
    }
    let large = format!("int main(void) {{ return 0; }}\n/* {} */\n", "x".repeat(20_000));
    assert_eq!(part(&case(&large)), None);
}

#[test]
fn batches_have_one_key_and_a_good_size() {
    let filler = format!("/* {} */", "x".repeat(15_000));
    let small = part(&case("int main(void) { return 0; }\n")).unwrap();
    let large = part(&case(&format!("int main(void) {{ return 0; }}\n{filler}\n"))).unwrap();
    let keyed =
        [(1, &small), (2, &small), (1, &small), (2, &large), (2, &large), (2, &large), (2, &large), (2, &large)];
    assert_eq!(batches(&keyed), [vec![1, 3, 4, 5, 6], vec![0, 2], vec![7]]);
}
