//! `repro.sh`: a script that says whether a bug is there.

use std::fmt::Write as _;

use kiln_case::Case;
use kiln_meaning::End as ExpectedEnd;
use kiln_toolchain::{signature, trace};

use super::{EXPECTED_VOLATILE, Evidence, Finding, command_line};
use crate::judge::Class;
use crate::matrix::{Kind, Matrix};
use crate::sanitizer;
use crate::volatile::Compared;

/// Where there is a kiln, what a reducer makes must stay defined.
const CHECK: &str = "\
    if command -v kiln > \"$work/log\"; then kiln run *.c > \"$work/log\" 2>&1; [ $? -ne 125 ] || exit 1; fi\n";

/// A script whose exit status 0 says that the bug is there. It needs no kiln, takes the file from the current directory if it is there, else from its own, and
/// compares with a configuration that is right, so that reducers can use it as it is.
pub(super) fn script(finding: &Finding, evidence: &Evidence<'_>, shell: &Shell<'_>) -> String {
    let failing = finding.failing.first().map_or("false", String::as_str);
    let mut script = format!(
        "#!/bin/sh\n# {}: {failing}\n# Exit status 0: the bug is there.\nset -u\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n[ -f case.c ] || cd \"$here\" || exit 2\nwork=$(mktemp -d) || exit 2\n\
         trap 'rm -rf \"$work\"' EXIT\n",
        finding.key.replace('\n', " "),
    );
    match finding.class {
        Class::WrongCode => {
            let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.failing, "bad"));
            let bad = shell.start(shell.failing, "bad");
            let _ = writeln!(script, "(ulimit -t 10; {bad}) > \"$work/observed\" 2> \"$work/log\"; observed=$?");
            match (shell.passing, evidence.expected) {
                (Some(_), _) => {
                    let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.passing, "good"));
                    let good = shell.start(shell.passing, "good");
                    let _ =
                        writeln!(script, "(ulimit -t 10; {good}) > \"$work/expected\" 2> \"$work/log\"; expected=$?");
                }
                (None, Some(ended)) => {
                    let status = match ended.how {
                        ExpectedEnd::Status(status) => i32::from(status),
                        ExpectedEnd::Signal(signal) => 128 + i32::from(signal),
                    };
                    let _ = writeln!(script, "cp expected.txt \"$work/expected\" || exit 1; expected={status}");
                    script.push_str("sed -i '$d' \"$work/expected\"\n");
                }
                (None, None) => script.push_str("expected=0; : > \"$work/expected\"\n"),
            }
            script.push_str(CHECK);
            script.push_str("[ \"$observed\" -ne \"$expected\" ] || ! cmp -s \"$work/observed\" \"$work/expected\"\n");
        }
        Class::WrongCodeVolatile => script.push_str(&volatile(evidence.compared, shell)),
        Class::SanitizerFalseAlarm => {
            let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.failing, "alarm"));
            let (name, value) = sanitizer::ENVIRONMENT;
            let alarm = shell.start(shell.failing, "alarm");
            let _ = writeln!(
                script,
                "(ulimit -t 60; {name}={value} {alarm}) > \"$work/observed\" 2> \"$work/said\"; ended=$?"
            );
            script.push_str(CHECK);
            // A trap is the signal 4 or 5.
            script.push_str("[ $ended -eq 132 ] || [ $ended -eq 133 ] || grep -q 'runtime error:\\|ERROR: [A-Za-z]*Sanitizer' \"$work/said\"\n");
        }
        Class::CompilerHang => {
            let _ = writeln!(
                script,
                "(ulimit -t 60; {}) 2> \"$work/log\"; [ $? -gt 128 ]",
                shell.build(shell.failing, "program")
            );
        }
        Class::CompilerCrash if shell.is_repeated() => {
            let _ = writeln!(script, "for unit in {}; do", shell.units());
            for object in ["one", "two"] {
                let _ = writeln!(script, "    {} 2> \"$work/log\" || exit 1", shell.object(object));
            }
            script.push_str("    cmp -s \"$work/one\" \"$work/two\" || exit 0\ndone\nexit 1\n");
        }
        Class::CompilerCrash | Class::RejectsValid | Class::ToolchainFailure => {
            let messages = evidence.observation.map_or("", |observation| &observation.compilation.messages);
            let words = longest_plain(&signature::message(messages));
            let _ = writeln!(script, "{} 2> \"$work/log\" && exit 1", shell.build(shell.failing, "program"));
            let _ = writeln!(script, "grep -qF '{words}' \"$work/log\"");
        }
    }
    script
}

/// How a case is built and run in a shell.
pub(super) struct Shell<'a> {
    pub(super) matrix: &'a Matrix,
    pub(super) case: &'a Case,
    /// The configuration that shows what is wrong.
    pub(super) failing: Option<usize>,
    /// One that does not.
    pub(super) passing: Option<usize>,
}

impl Shell<'_> {
    /// Whether the units were translated twice.
    fn is_repeated(&self) -> bool {
        self.failing.is_some_and(|it| self.matrix.configurations[it].kind == Kind::Repeated)
    }

    fn units(&self) -> String {
        self.case.units.iter().map(|unit| unit.name.as_str()).collect::<Vec<&str>>().join(" ")
    }

    /// Translates `$unit`. Both times to the same file, whose name may be in it.
    fn object(&self, output: &str) -> String {
        let command = self.failing.map_or_else(|| "false".to_owned(), |it| self.matrix.command(it));
        let compiled = command_line(&command, "-c -o \"$work/object\" \"$unit\"");
        format!("{compiled} && cp \"$work/object\" \"$work/{output}\"")
    }

    fn build(&self, configuration: Option<usize>, output: &str) -> String {
        let script = |it| self.matrix.script(it, self.case, &format!("\"$work/{output}\""));
        configuration.map_or_else(|| "false".to_owned(), script)
    }

    fn start(&self, configuration: Option<usize>, program: &str) -> String {
        let run = configuration.map_or(&[][..], |it| self.matrix.tool(it).command.run());
        let words = run.iter().cloned().chain([format!("\"$work/{program}\"")]);
        words.collect::<Vec<String>>().join(" ")
    }
}

/// The longest part of a signature that stands in the messages as it is.
fn longest_plain(signature: &str) -> String {
    let parts = signature.split(['#', '\'']).map(str::trim);
    parts.max_by_key(|part| part.len()).unwrap_or_default().to_owned()
}

/// What a program does to some objects: it reads the symbols of the program, then valgrind's log.
const ACCESSES: &str = include_str!("accesses.awk");

/// The accesses of the program as it was found are compared with the list, group by group. A reducer's candidate has another
/// list, which nobody knows: it is compared with a build that is right, without the order.
fn volatile(compared: Option<&Compared>, shell: &Shell<'_>) -> String {
    let names = compared.map(Compared::names).unwrap_or_default().join(" ");
    let options = trace::OPTIONS.join(" ");
    let mut script = format!(
        "accesses() {{\n    (ulimit -t 200; valgrind {options} --log-file=\"$work/trace\" \"$1\") > \"$work/output\" 2> \"$work/log\"\n\
         \x20   [ -s \"$work/trace\" ] || {{ echo 'valgrind did not work' >&2; exit 1; }}\n\
         \x20   nm -S \"$1\" > \"$work/symbols\"\n\
         \x20   awk -v objects=' {names} ' '{ACCESSES}' \"$work/symbols\" \"$work/trace\"\n}}\n",
    );
    let _ = writeln!(script, "{} 2> \"$work/log\" || exit 1", shell.build(shell.failing, "bad"));
    script.push_str("accesses \"$work/bad\" > \"$work/observed\"\n");
    script.push_str(CHECK);
    let _ = write!(
        script,
        "if cmp -s case.c \"$here/case.c\"; then\n\
         \x20   awk -v list=\"$here/{EXPECTED_VOLATILE}\" 'BEGIN {{ while ((getline line < list) > 0) {{ split(line, word, \" \"); \
         group[++n] = word[1] }} }} {{ number = (NR in group) ? group[NR] : \"more\"; print number, $0 }}' \"$work/observed\" | sort > \"$work/is\"\n\
         \x20   sort \"$here/{EXPECTED_VOLATILE}\" > \"$work/must\"\nelse\n",
    );
    match shell.passing {
        Some(_) => {
            let _ = writeln!(script, "    {} 2> \"$work/log\" || exit 1", shell.build(shell.passing, "good"));
            script.push_str(
                "    accesses \"$work/good\" | sort > \"$work/must\"\n    sort \"$work/observed\" > \"$work/is\"\n",
            );
        }
        None => script.push_str("    exit 1\n"),
    }
    script.push_str("fi\n! cmp -s \"$work/is\" \"$work/must\"\n");
    script
}
