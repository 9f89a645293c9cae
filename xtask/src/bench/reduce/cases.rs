//! The programs that are reduced, each with its test.
//!
//! All are made: Csmith's program of a seed with its small runtime, preprocessed, and for some of them a few lines more. A
//! defect is planted in the assembly that gcc makes, or it is a real one of tcc 0.9.27.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::csmith;
use crate::task_error::{Doing, TaskError, output_of};

/// The name that the program has for its test.
pub(super) const PROGRAM: &str = "program.c";

/// The name of the test.
pub(super) const TEST: &str = "test.sh";

/// A program and what is wrong with it.
pub(super) struct Case {
    pub(super) name: &'static str,
    seed: u32,
    /// What Csmith is told beside the seed.
    shape: &'static [&'static str],
    /// What is added to Csmith's program.
    added: Option<Added>,
    /// Variables of `suspect`.
    settings: &'static str,
    /// The function `suspect` of the test.
    suspect: &'static str,
    /// Beside gcc.
    pub(super) needs: Option<&'static str>,
}

/// Lines for a program.
struct Added {
    before_main: &'static str,
    in_main: &'static str,
}

const PLANTED: &str = include_str!("planted.sh");
const BREAKS: &str = include_str!("breaks.sh");
const TCC_WRONG: &str = include_str!("tcc_wrong.sh");
const TCC_REFUSES: &str = include_str!("tcc_refuses.sh");
const TEST_TEXT: &str = include_str!("test.sh");

/// Arithmetic shifts become logical ones.
const ONE_DEFECT: &str = r"LEVEL=-O2 CHANGE='s/\bsar([bwlq]?)\b/shr\1/'";

/// The same, and bytes are not extended by their sign.
const TWO_DEFECTS: &str = r"LEVEL=-O1 CHANGE='s/\bsar([bwlq]?)\b/shr\1/; s/\bmovsb([wlq])\b/movzb\1/'";

/// tcc reads it as a `double`, which has not the last of these digits.
const HEX: Added = Added {
    before_main: "static long double bounds[2] = {1.0L, 0x1.00000000000002p+0L};
static int above(const long double *from, int n) {
    int count = 0;
    for (int i = 1; i < n; i++) count += from[i] > from[0];
    return count;
}
",
    in_main: "printf(\"%d\\n\", above(bounds, 2));",
};

/// tcc does not know the prefix of C11.
const U8: Added = Added {
    before_main: "static const char *answer(int n) {
    return n > 0 ? u8\"many\" : \"none\";
}
",
    in_main: "printf(\"%s\\n\", answer(print_hash_value));",
};

/// 20 to 40 kB of text.
const LARGE: &[&str] = &[
    "--max-funcs",
    "3",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "6",
    "--no-packed-struct",
];
/// The same with packed structures.
const PACKED: &[&str] =
    &["--max-funcs", "3", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "6"];
/// Half of it: small enough for everybody to come to an end in minutes.
const SMALL: &[&str] = &[
    "--max-funcs",
    "2",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "2",
    "--max-expr-complexity",
    "6",
    "--no-packed-struct",
];

const fn planted(name: &'static str, seed: u32, shape: &'static [&'static str], settings: &'static str) -> Case {
    Case { name, seed, shape, added: None, settings, suspect: PLANTED, needs: None }
}

const fn of_tcc(
    name: &'static str,
    seed: u32,
    shape: &'static [&'static str],
    added: Option<Added>,
    settings: &'static str,
) -> Case {
    let suspect = if settings.is_empty() { TCC_WRONG } else { TCC_REFUSES };
    Case { name, seed, shape, added, settings, suspect, needs: Some("tcc") }
}

const U8_REFUSED: &str = "MESSAGE=\"'u8' undeclared\"";

/// Wrong code, a breakdown, and valid programs that are refused; those that are called small are for going to the end.
pub(super) const CASES: [Case; 14] = [
    planted("shift-10", 10, LARGE, ONE_DEFECT),
    planted("shift-12", 12, LARGE, ONE_DEFECT),
    planted("two-defects-103", 103, LARGE, TWO_DEFECTS),
    planted("two-defects-106", 106, LARGE, TWO_DEFECTS),
    Case { name: "breaks-137", seed: 137, shape: LARGE, added: None, settings: "", suspect: BREAKS, needs: None },
    of_tcc("tcc-hex-1", 1, LARGE, Some(HEX), ""),
    of_tcc("tcc-u8-2", 2, LARGE, Some(U8), U8_REFUSED),
    of_tcc("tcc-pack-112", 112, PACKED, None, "MESSAGE=\"',' expected\""),
    planted("small-shift-22", 22, SMALL, ONE_DEFECT),
    planted("small-shift-65", 65, SMALL, ONE_DEFECT),
    planted("small-two-defects-40", 40, SMALL, TWO_DEFECTS),
    planted("small-two-defects-24", 24, SMALL, TWO_DEFECTS),
    of_tcc("small-tcc-hex-6", 6, SMALL, Some(HEX), ""),
    of_tcc("small-tcc-u8-14", 14, SMALL, Some(U8), U8_REFUSED),
];

impl Case {
    /// Puts the program and the test into a directory.
    pub(super) fn put(&self, directory: &Path) -> Result<(), TaskError> {
        fs::create_dir_all(directory).doing("make the directory", directory)?;
        let program = directory.join(PROGRAM);
        fs::write(&program, self.program(directory)?).doing("write", &program)?;
        let test = directory.join(TEST);
        let Case { settings, suspect, .. } = self;
        fs::write(&test, format!("#!/bin/sh\n{settings}\n{suspect}\n{TEST_TEXT}")).doing("write", &test)?;
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).doing("make executable", &test)
    }

    /// Csmith's program, with what is added.
    fn program(&self, directory: &Path) -> Result<String, TaskError> {
        let mut command = csmith::csmith(directory);
        command.args(["-s", &self.seed.to_string()]).args(self.shape);
        let source = directory.join("start.c");
        fs::write(&source, output_of(&mut command)?).doing("write", &source)?;
        let text = self.preprocessed(&source, directory)?;
        let Some(Added { before_main, in_main }) = self.added else { return Ok(text) };
        let text = text.replacen("int main", &format!("{before_main}int main"), 1);
        Ok(text.replacen("platform_main_begin();", &format!("platform_main_begin();\n    {in_main}"), 1))
    }

    /// With the small runtime, whose own types and limits are those of `include`.
    fn preprocessed(&self, source: &Path, directory: &Path) -> Result<String, TaskError> {
        for (name, text) in RUNTIME {
            let path = directory.join(name);
            fs::write(&path, text).doing("write", &path)?;
        }
        let mut command = Command::new("gcc");
        command.args(["-E", "-P", "-w", "-DCSMITH_MINIMAL", "-x", "c", "-I"]).arg(directory);
        command.arg("-I").arg(csmith::include_directory()?).arg(source);
        Ok(String::from_utf8_lossy(&output_of(&mut command)?).into_owned())
    }
}

/// What Csmith's small runtime asks for and does not bring.
const RUNTIME: [(&str, &str); 2] = [
    ("custom_stdint_x86.h", include_str!("include/custom_stdint_x86.h")),
    ("custom_limits.h", include_str!("include/custom_limits.h")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_is_a_script() {
        for Case { name, settings, suspect, .. } in CASES {
            let script = format!("{settings}\n{suspect}\n{TEST_TEXT}");
            let status = Command::new("sh").args(["-n", "-c", &script]).status().unwrap();
            assert!(status.success(), "{name}");
        }
    }
}
