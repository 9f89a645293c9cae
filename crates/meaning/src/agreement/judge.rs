//! The interpreter's word: which cases are defined, and what they print.

use kiln_lang::diagnostics::{self, Code, Severity};
use kiln_lang::{Options, parse};

use super::case::{Case, Program};
use crate::{End, Kind, Limits, Outcome, Place, Settings, run_with};

/// What the interpreter says of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It is defined, and prints this.
    Defined(Vec<u8>),
    /// It is not; the statement is known if it is one that can be left out.
    Undefined(Kind, Option<usize>),
    /// It uses what is not modelled, in this statement.
    Unsupported(String, Option<usize>),
    /// It depends on what the standard leaves open, or is too long: nothing can be expected.
    Open(&'static str),
    /// It is not C for kiln.
    Rejected(String),
}

/// Cases are short; one that is not runs in circles. The memory is what it usually is: less would take longer to clear than
/// pages that nobody touches.
const LIMITS: Limits = Limits { steps: 1_000_000, memory: 256 << 20, stack: 1 << 20, depth: 1000, output: 4 << 20 };

/// Judges one case.
pub(super) fn judge(case: &Case) -> Judgement {
    let program = Program::new([(0, case)]);
    let parsed = parse("case.c", program.text.as_bytes(), &Options::default());
    if !parsed.accepted() {
        let mut errors = parsed.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let Some(error) = errors.next() else { return Judgement::Rejected(String::new()) };
        if error.code == Code::BadInitializer {
            // Compilers do not take a division by zero for a constant either.
            return Judgement::Open("an initialiser is no constant");
        }
        return Judgement::Rejected(diagnostics::render(error, &parsed.source));
    }
    let settings = Settings { limits: LIMITS, ..Settings::default() };
    let statement = |place: Option<Place>| {
        let line = parsed.source.place(place?.span.start).line;
        case.statement_at(line.checked_sub(program.lines[0].1.start)?)
    };
    match run_with(&parsed.program, &settings, &["case".to_owned()]).outcome {
        Outcome::Ended(ended) if ended.how == End::Status(0) => Judgement::Defined(ended.output),
        Outcome::Ended(_) => Judgement::Open("it ends by itself"),
        Outcome::Undefined(report) => Judgement::Undefined(report.kind, statement(report.place)),
        Outcome::Unspecified { .. } => Judgement::Open("it depends on what is not specified"),
        Outcome::Limit(_) => Judgement::Open("it is too long"),
        Outcome::Unsupported { what, place } => Judgement::Unsupported(what, statement(place)),
    }
}

/// Statements that a case may lose until it is given up.
const MAX_LOST: usize = 60;

/// Judges a case, and leaves out one undefined statement after the other until it is defined.
pub(super) fn judge_and_mend(case: &mut Case) -> Judgement {
    let mut judgement = judge(case);
    for _ in 0..MAX_LOST {
        let (Judgement::Undefined(_, Some(statement)) | Judgement::Unsupported(_, Some(statement))) = judgement else {
            break;
        };
        case.body.remove(statement);
        judgement = judge(case);
    }
    judgement
}
