//! Programs that do nothing but access volatile objects, one access in each line: what is done to a line is done to an access.

use std::fmt::Write as _;

use kiln_case::{Case, Choices, Origin, Source, SourceError, Unit};

/// Lines with an access; each has the word `access` in it.
pub(super) const LINES: u64 = 12;

/// The types of the objects.
const TYPES: &[&str] = &["volatile int", "static volatile short", "volatile long", "static volatile unsigned char"];

/// Makes such programs.
pub(super) struct Accesses;

impl Source for Accesses {
    fn name(&self) -> &'static str {
        "accesses"
    }

    fn make(&self, choices: &Choices) -> Result<Option<Case>, SourceError> {
        let mut drawn = choices.split("accesses", 0);
        let mut text = String::from("int printf(const char *, ...);\n");
        for (number, ty) in TYPES.iter().enumerate() {
            let _infallible = writeln!(text, "{ty} v{number};");
        }
        text.push_str("int main(void)\n{\n");
        let mut object = 0;
        for _ in 0..LINES {
            // Another one than before, so that the order of two lines can be told.
            object = (object + 1 + drawn.below(TYPES.len() as u64 - 1)) % TYPES.len() as u64;
            let value = drawn.below(100);
            let access = if drawn.one_in(2) { format!("v{object} = {value};") } else { format!("v{object};") };
            let _infallible = writeln!(text, "    {access} /* access */");
        }
        text.push_str("    printf(\"done\\n\");\n    return 0;\n}\n");
        let unit = Unit { name: "case.c".to_owned(), text: text.into_bytes() };
        let origin = Origin { source: self.name().to_owned(), command: "selftest".to_owned(), seed: choices.seed() };
        Ok(Some(Case { units: vec![unit], expected: None, origin }))
    }
}
