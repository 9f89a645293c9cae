//! `--counts`: how often each line ran, beside the source.
//!
//! A line ran as often as what ran most often of all that begins on it: statements, full expressions, and functions, which
//! begin where their name stands. Below a line stand its conditions, with how often they held and did not, and its cases, with
//! how often a switch went there.
//!
//! The source is what its author wrote, where that can still be read; else it is the text that kiln was given.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use kiln_lang::SourceText;
use kiln_lang::source::Span;
use kiln_lang::tree::{BinaryOp, Body, ExprId, ExprKind, FunctionId, Program, StmtId, StmtKind, UnaryOp};
use kiln_meaning::profile::{Counts, Request, Ways, profile_with};
use kiln_meaning::{Settings, Verdict, run_with};
use serde::Serialize;

/// The counts of a program by file and line.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Listing {
    files: Vec<File>,
}

#[derive(Debug, Serialize)]
struct File {
    #[serde(rename = "file")]
    name: String,
    lines: Vec<Line>,
    /// The source: line and text.
    #[serde(skip)]
    source: Vec<(u32, String)>,
}

#[derive(Debug, Default, Serialize)]
struct Line {
    #[serde(rename = "line")]
    number: u32,
    count: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Condition>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<Case>,
}

#[derive(Debug, Serialize)]
struct Condition {
    column: u32,
    text: String,
    #[serde(rename = "true")]
    yes: u64,
    #[serde(rename = "false")]
    no: u64,
}

#[derive(Debug, Serialize)]
struct Case {
    column: u32,
    text: String,
    count: u64,
}

/// Runs a program, and counts if that is asked for.
pub(crate) fn run(program: &Program, settings: &Settings, args: &[String], counts: bool) -> (Verdict, Option<Listing>) {
    if !counts {
        return (run_with(program, settings, args), None);
    }
    let request = Request { counts: true, ..Request::default() };
    let (verdict, profile) = profile_with(program, settings, &request, args);
    (verdict, Some(Listing::new(program, &profile.counts)))
}

impl Listing {
    fn new(program: &Program, counts: &Counts) -> Listing {
        let mut files: Vec<File> = Vec::new();
        for (index, unit) in program.units.iter().enumerate() {
            let Some(source) = &unit.source else { continue };
            let mut lines = Lines { source, files: BTreeMap::new() };
            lines.add_all(program, index as u32, counts);
            for (name, lines) in lines.files {
                let lines: Vec<Line> = lines.into_iter().map(|(number, line)| line.numbered(number)).collect();
                match files.iter_mut().find(|file| file.name == name) {
                    Some(file) => file.join(lines),
                    None => files.push(File { source: text_of(&name, source, &lines), name, lines }),
                }
            }
        }
        Listing { files }
    }

    /// Each line with its count, as gcov shows them.
    pub(crate) fn human(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}:", file.name);
            for (number, source) in &file.source {
                let found = file.lines.binary_search_by_key(number, |line| line.number);
                let line = found.ok().map(|index| &file.lines[index]);
                let count = match line.map(|line| line.count) {
                    None => "-".to_owned(),
                    Some(0) => "#####".to_owned(),
                    Some(count) => count.to_string(),
                };
                let _ = writeln!(text, "{}", format!("{count:>9}:{number:>5}:{source}").trim_end());
                for remark in line.into_iter().flat_map(Line::remarks) {
                    let _ = writeln!(text, "{:16}{remark}", "");
                }
            }
        }
        text
    }
}

impl Line {
    /// The line as it is to be shown.
    fn numbered(mut self, number: u32) -> Line {
        self.conditions.sort_by_key(|condition| condition.column);
        Line { number, ..self }
    }

    fn remarks(&self) -> Vec<String> {
        // What never ran needs no words.
        if self.count == 0 {
            return Vec::new();
        }
        let conditions = self.conditions.iter();
        let conditions = conditions.map(|Condition { text, yes, no, .. }| format!("`{text}`: {yes} true, {no} false"));
        let cases = self.cases.iter().map(|Case { text, count, .. }| format!("{text}: taken {count}"));
        conditions.chain(cases).collect()
    }

    /// Adds what the same line did in another unit.
    fn join(&mut self, other: Line) {
        self.count += other.count;
        for new in other.conditions {
            match self.conditions.iter_mut().find(|old| (old.column, &old.text) == (new.column, &new.text)) {
                Some(old) => (old.yes, old.no) = (old.yes + new.yes, old.no + new.no),
                None => self.conditions.push(new),
            }
        }
        for new in other.cases {
            match self.cases.iter_mut().find(|old| (old.column, &old.text) == (new.column, &new.text)) {
                Some(old) => old.count += new.count,
                None => self.cases.push(new),
            }
        }
    }
}

impl File {
    fn join(&mut self, lines: Vec<Line>) {
        for line in lines {
            match self.lines.binary_search_by_key(&line.number, |line| line.number) {
                Ok(found) => self.lines[found].join(line),
                Err(at) => self.lines.insert(at, line),
            }
        }
    }
}

/// The lines of a file: those of the file itself if it is there and long enough, else those of the preprocessed text.
fn text_of(name: &str, source: &SourceText, lines: &[Line]) -> Vec<(u32, String)> {
    let last = lines.last().map_or(0, |line| line.number) as usize;
    if let Ok(bytes) = fs::read(name) {
        let text = String::from_utf8_lossy(&bytes);
        if text.lines().count() >= last {
            return (1..).zip(text.lines().map(str::to_owned)).collect();
        }
    }
    let own = source.lines().into_iter().filter(|(place, _)| place.file == name);
    // What a macro makes of a line can stand on several lines with one number.
    let mut result: BTreeMap<u32, String> = BTreeMap::new();
    for (place, text) in own {
        let line = result.entry(place.line).or_default();
        line.push_str(&String::from_utf8_lossy(text));
    }
    result.into_iter().collect()
}

/// The lines of a unit, by file.
struct Lines<'a> {
    source: &'a SourceText,
    files: BTreeMap<String, BTreeMap<u32, Line>>,
}

impl Lines<'_> {
    /// The line where something begins, unless that is in a system header, and its column.
    fn line(&mut self, span: Span) -> Option<(&mut Line, u32)> {
        if span.is_none() {
            return None;
        }
        let place = self.source.place(span.start);
        if place.system_header {
            return None;
        }
        let file = self.files.entry(place.file.to_owned()).or_default();
        Some((file.entry(place.line).or_default(), place.column))
    }

    fn count(&mut self, span: Span, n: u64) {
        if let Some((line, _)) = self.line(span) {
            line.count = line.count.max(n);
        }
    }

    fn add_all(&mut self, program: &Program, unit: u32, counts: &Counts) {
        let of = &program.units[unit as usize];
        let body = |function: FunctionId| &**of.function(function);
        for (_, function, id, n) in counts.statements().filter(|&(other, ..)| other == unit) {
            let body = body(function);
            match body.stmt(id) {
                StmtKind::Compound { .. } => {
                    if let Some(definition) = body.functions.iter().find(|definition| definition.body == id) {
                        let decls = if definition.decl.is_file() { &of.file.decls } else { &body.decls };
                        self.count(decls[definition.decl.id()].span, n);
                    }
                }
                // Their parts count.
                StmtKind::Decl { .. } | StmtKind::DoWhile { .. } | StmtKind::Empty {} => {}
                _ => self.count(body.stmt_span(id), n),
            }
        }
        for (_, function, id, n) in counts.expressions().filter(|&(other, ..)| other == unit) {
            self.count(body(function).expr_span(id), n);
        }
        for (_, function, id, ways) in counts.conditions().filter(|&(other, ..)| other == unit) {
            self.condition(body(function), id, ways);
        }
        for (_, function, id, n) in counts.cases().filter(|&(other, ..)| other == unit) {
            self.case(body(function), id, n);
        }
    }

    /// A condition that others are not made of, and that is not written down as true or false.
    fn condition(&mut self, body: &Body, id: ExprId, Ways { yes, no }: Ways) {
        let is_made_of_others = matches!(
            body.expr(id),
            ExprKind::Unary { op: UnaryOp::Not, .. }
                | ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. }
                | ExprKind::Int { .. }
        );
        let text = shortened(&self.source.text_lossy(body.expr_span(id)));
        if !is_made_of_others && let Some((line, column)) = self.line(body.expr_span(id)) {
            line.conditions.push(Condition { column, text, yes, no });
        }
    }

    fn case(&mut self, body: &Body, id: StmtId, count: u64) {
        let span = body.stmt_span(id);
        let text = |expr: ExprId| shortened(&self.source.text_lossy(body.expr_span(expr)));
        let text = match body.stmt(id) {
            StmtKind::Case { lo, hi: Some(hi), .. } => format!("case {} ... {}", text(lo), text(hi)),
            StmtKind::Case { lo, .. } => format!("case {}", text(lo)),
            StmtKind::Default { .. } => "default".to_owned(),
            _ => "no case".to_owned(),
        };
        if let Some((line, column)) = self.line(span) {
            line.cases.push(Case { column, text, count });
        }
    }
}

/// The most of an expression that is shown.
const MAX_TEXT: usize = 60;

/// An expression on one line.
fn shortened(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}
