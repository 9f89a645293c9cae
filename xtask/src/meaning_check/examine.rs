//! One program examined: what it does natively, what the interpreter says, and what follows.

use std::fs;

use super::answer::{Answer, Costed, Ending, How, Output};
use super::interpreter::Interpreter;
use super::native::{Conduct, Native, Preprocessed, Sanitized};
use crate::measuring::log::Log;
use crate::measuring::subject::Subject;
use crate::task_error::{Doing, TaskError};

/// What was found out about one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// Nothing is expected of kiln.
    Apart(Apart),
    /// Counted: what is to be written, and what kiln says.
    Counted { expected: Output, costed: Costed },
}

/// Why nothing is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Apart {
    NotCompiled,
    TimedOut,
    /// It does not end with status 0.
    Failed,
    /// It uses something that kiln leaves out on purpose.
    LeftOut,
    /// Sanitizers complain, with these words; and whether kiln calls it defined, in the dialect that takes nothing as defined
    /// that C leaves undefined.
    Sanitized {
        complaint: String,
        is_defined: bool,
    },
}

impl Finding {
    /// The words of the sanitizers, if kiln sees nothing wrong: the interpreter may miss something.
    pub(super) fn missed(&self) -> Option<&str> {
        match self {
            Finding::Apart(Apart::Sanitized { complaint, is_defined: true }) => Some(complaint),
            _ => None,
        }
    }
}

/// Whether kiln's answer is that of the machine: the same output, and status 0.
pub(super) fn is_same(expected: &Output, answer: &Answer) -> bool {
    matches!(answer, Answer::Ended { how: Ending::Status(0), output } if output == expected)
}

/// Everything that examining needs, shared by all threads.
pub(super) struct Laboratory {
    pub(super) native: Native,
    /// What this build of the interpreter has said before.
    pub(super) answers: Log,
    /// Sanitizers are asked only about programs that fall out. The shortfalls are the same; a program
    /// that kiln runs as gcc does counts although sanitizers may complain.
    pub(super) quick: bool,
}

impl Laboratory {
    pub(super) fn examine(&self, subject: &Subject, interpreter: &mut Interpreter) -> Result<Finding, TaskError> {
        let expected = match self.native.conduct(subject)? {
            Conduct::Ended(output) => output,
            Conduct::NotCompiled(_) => return Ok(Finding::Apart(Apart::NotCompiled)),
            Conduct::TimedOut => return Ok(Finding::Apart(Apart::TimedOut)),
            Conduct::Failed(_) => return Ok(Finding::Apart(Apart::Failed)),
        };
        let Preprocessed::Text(file) = self.native.preprocess(subject)? else {
            return Ok(Finding::Apart(Apart::LeftOut));
        };
        let costed = self.answer(subject, &file, How::Gnu, interpreter)?;
        let is_settled = self.quick && is_same(&expected, &costed.answer);
        if !is_settled && let Sanitized::Complains(complaint) = self.native.sanitized(subject)? {
            let strict = self.answer(subject, &file, How::Iso, interpreter)?;
            let is_defined = matches!(strict.answer, Answer::Ended { .. });
            return Ok(Finding::Apart(Apart::Sanitized { complaint, is_defined }));
        }
        Ok(Finding::Counted { expected, costed })
    }

    fn answer(
        &self,
        subject: &Subject,
        file: &std::path::Path,
        how: How,
        interpreter: &mut Interpreter,
    ) -> Result<Costed, TaskError> {
        let question = if how == How::Iso { "answer, iso" } else { "answer" };
        let key = self.native.key(question, subject)?;
        if let Some(costed) = self.answers.get(&key).and_then(|line| serde_json::from_str(&line).ok()) {
            return Ok(costed);
        }
        let text = fs::read(file).doing("read", file)?;
        let costed = interpreter.run(&subject.path, &text, how, &subject.language_options())?;
        // A crash may be the fault of a busy or small machine; ask again next time.
        if !matches!(costed.answer, Answer::Panic(_))
            && let Ok(line) = serde_json::to_string(&costed)
        {
            self.answers.put(key, &line)?;
        }
        Ok(costed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_status_have_to_be_the_same() {
        let expected = Output::of(b"1\n");
        let ended = |how, text: &[u8]| Answer::Ended { how, output: Output::of(text) };
        assert!(is_same(&expected, &ended(Ending::Status(0), b"1\n")));
        assert!(!is_same(&expected, &ended(Ending::Status(1), b"1\n")));
        assert!(!is_same(&expected, &ended(Ending::Status(0), b"1")));
        assert!(!is_same(&expected, &Answer::Limit("steps".to_owned())));
    }
}
