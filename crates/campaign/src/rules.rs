//! What is no news: compilers that do something differently without being wrong, and bugs that a user knows.
//!
//! Both are rows of the configuration. A *quirk* sets aside what a compiler makes of a program, or one kind of trouble with
//! it, and never a crash: whoever lacks something must still say so. A *known* bug may be of any class. Both are counted, and
//! nothing that they cover is reported.

use kiln_case::Case;
use kiln_meaning::Choices;
use kiln_toolchain::calibrate::Family;
use regex::bytes::Regex;

use crate::judge::Class;
use crate::matrix::Tool;

/// A row. What it does not say, it does not ask for.
#[derive(Debug, Clone, Default)]
pub struct Rule {
    /// Why it is no news.
    pub reason: String,
    /// Whose compilers it is about.
    pub family: Option<Family>,
    /// The short name of the compiler it is about.
    pub compiler: Option<String>,
    /// A small program that ends with 0 where the rule is not needed.
    pub probe: Option<String>,
    /// A choice of the interpreter that compilers may make otherwise.
    pub choice: Option<String>,
    /// What stands in the program.
    pub source: Option<Regex>,
    /// The kind of trouble.
    pub class: Option<Class>,
    /// What stands in the messages of the compiler, or of its sanitizer.
    pub message: Option<Regex>,
}

impl Rule {
    /// Whether nothing but a crash would be left to report.
    pub fn covers_everything(&self) -> bool {
        let Rule { reason: _, family, compiler, probe, choice, source, class, message } = self;
        let is_said = [compiler.is_some(), probe.is_some(), choice.is_some(), source.is_some(), message.is_some()];
        family.is_none() && class.is_none() && !is_said.contains(&true)
    }

    /// Whether it is about a compiler.
    pub fn is_about(&self, tool: &Tool) -> bool {
        let probe_fails = |probe: &String| tool.calibration.probed.get(probe) == Some(&false);
        self.family.is_none_or(|family| family == tool.calibration.family)
            && self.compiler.as_ref().is_none_or(|name| *name == tool.name)
            && self.probe.as_ref().is_none_or(probe_fails)
    }

    /// Whether it sets aside whatever the compiler makes of a case, which rests on some choices.
    pub fn sets_aside(&self, tool: &Tool, case: &Case, rests_on: Choices) -> bool {
        let is_general = self.class.is_none() && self.message.is_none();
        let rests = |choice: &String| rests_on.names().any(|name| name == choice);
        is_general && self.is_about(tool) && self.choice.as_ref().is_none_or(rests) && self.is_in(case)
    }

    /// Whether it covers trouble of a class.
    pub fn covers(&self, tool: &Tool, case: &Case, class: Class, messages: &str) -> bool {
        let is_said = |message: &Regex| message.is_match(messages.as_bytes());
        self.choice.is_none()
            && self.class.is_none_or(|it| it == class)
            && self.message.as_ref().is_none_or(is_said)
            && self.is_about(tool)
            && self.is_in(case)
    }

    /// Whether a case has what it is about.
    fn is_in(&self, case: &Case) -> bool {
        self.source.as_ref().is_none_or(|source| case.units.iter().any(|unit| source.is_match(&unit.text)))
    }
}

/// All rows.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Of compilers that do something differently.
    pub quirks: Vec<Rule>,
    /// Of bugs that a user knows.
    pub known: Vec<Rule>,
}

/// Why something is no news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excuse {
    /// The compiler does it differently.
    Quirk,
    /// A user knows it.
    Known,
}

impl Rules {
    /// The programs that have to be tried with a compiler to know which rules are about it.
    pub fn probes(&self, family: Family) -> impl Iterator<Item = &String> {
        let all = self.quirks.iter().chain(&self.known);
        all.filter(move |rule| rule.family.is_none_or(|it| it == family)).filter_map(|rule| rule.probe.as_ref())
    }

    /// Whether what a compiler makes of a case means nothing.
    pub fn set_aside(&self, tool: &Tool, case: &Case, rests_on: Choices) -> bool {
        self.quirks.iter().any(|rule| rule.sets_aside(tool, case, rests_on))
    }

    /// Why trouble of a class is no news.
    pub fn excuse(&self, tool: &Tool, case: &Case, class: Class, messages: &str) -> Option<Excuse> {
        let covers = |rule: &Rule| rule.covers(tool, case, class, messages);
        let is_serious = matches!(class, Class::CompilerCrash | Class::CompilerHang);
        if !is_serious && self.quirks.iter().any(covers) {
            Some(Excuse::Quirk)
        } else {
            self.known.iter().any(covers).then_some(Excuse::Known)
        }
    }
}
