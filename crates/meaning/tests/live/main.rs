//! Programs written while they run: holes, repairs, going back.

mod mend;
mod repairs;
mod writer;

use kiln_lang::print;
use kiln_meaning::live::{Event, Live};
use kiln_meaning::{Outcome, Settings, run};

use self::writer::{Writer, empty_statements, parse};

const SKELETON: &[u8] = b"int printf(const char *, ...);
int a[8], n = 1;
static long total;
static int twice(int x) { ; ; return x + 1; }
int main(void) {
    int i, x = 3;
    ;
    for (i = 0; i < 4; i++) { ; ; x = twice(x); }
    ;
    printf(\"%d %d %ld\\n\", x, n, total);
    for (i = 0; i < 8; i++) printf(\"%d \", a[i]);
    return 0;
}";

/// Writes a program by a seed; gives it with the output that its run had, and how often the run went back.
fn write(seed: u64) -> (Writer, kiln_lang::tree::Program, Outcome, u32) {
    let program = parse(SKELETON);
    let holes = empty_statements(&program);
    let mut live = Live::start(program, Settings::default(), &holes).expect("it starts");
    let mut writer = Writer::new(seed);
    loop {
        match live.advance() {
            Event::Hole(at) => writer.fill(&mut live, at),
            Event::Fault(fault) => writer.mend(&mut live, &fault),
            Event::Undecided(undecided) => panic!("nothing is undecided: {undecided:?}"),
            Event::Ended(outcome) => {
                let rollbacks = live.rollbacks();
                let program = live.finish().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                return (writer, program, outcome, rollbacks);
            }
        }
    }
}

#[test]
fn a_finished_program_runs_plainly_to_the_same_output() {
    let (mut ended, mut repairs, mut rollbacks) = (0, 0, 0);
    for seed in 0..400 {
        let (writer, program, outcome, back) = write(seed);
        let text = print::canonical(&program);
        let plain = run(&parse(text.as_bytes()), &Settings::default()).outcome;
        match outcome {
            // A digest of volatile accesses rests on addresses, which differ.
            Outcome::Ended(live) => {
                let Outcome::Ended(plain) = plain else { panic!("seed {seed}: {plain:?}\n{text}") };
                assert_eq!((live.how, live.output), (plain.how, plain.output), "seed {seed}\n{text}");
                ended += 1;
            }
            Outcome::Limit(_) => {}
            other => panic!("seed {seed}: {other:?}\n{text}"),
        }
        repairs += writer.repairs;
        rollbacks += back;
    }
    assert!(ended > 380 && repairs > 400 && rollbacks > 20, "{ended} ended, {repairs} repairs, {rollbacks} rollbacks");
}

#[test]
fn holes_filled_while_running_give_the_program_of_filling_them_beforehand() {
    for seed in 0..100 {
        let (writer, program, ..) = write(seed);
        if writer.repairs == 0 {
            let beforehand = writer.fill_beforehand(parse(SKELETON));
            assert_eq!(print::canonical(&program), print::canonical(&beforehand), "seed {seed}");
        }
    }
}

#[test]
fn going_back_leaves_no_trace() {
    // A value is looked at with all its effects, and the run does not notice.
    let program = parse(
        b"int printf(const char *, ...);
int n, *p, m[4];
void *malloc(unsigned long);
int change(void) { p = malloc(4); *p = 7; m[n++] = *p; printf(\"x\"); return n; }
int main(void) { n = 1; ; printf(\"%d %d %d\", n, m[1], p == 0); return 0; }",
    );
    let hole = empty_statements(&program)[0];
    let mut live = Live::start(program, Settings::default(), &[hole]).expect("it starts");
    let Event::Hole(at) = live.advance() else { panic!("the hole is reached") };
    let (edited, call) = writer::call_in(&live, at, "change");
    for _ in 0..3 {
        let value = live.evaluate(at, &edited, call).expect("it has a value");
        let kiln_meaning::live::Value::Scalar(value) = value else { panic!("{value:?}") };
        assert_eq!(value.as_int().map(kiln_lang::value::Int::as_i128), Some(2));
    }
    live.skip(at);
    let Event::Ended(Outcome::Ended(ended)) = live.advance() else { panic!("it ends") };
    assert_eq!(String::from_utf8_lossy(&ended.output), "1 0 1");
}
