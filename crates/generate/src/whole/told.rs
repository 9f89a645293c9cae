//! What the analysis knows at each point of a program, for who tests analysers: as comments in it, or as JSON beside it.
//!
//! A point is behind a statement. What is said there are the pointers of the function, and those of the file that it assigns to, and
//! where each may lead; any other pointer of the file may be what it was when the function began. A point is found in the text
//! by the statement's number: printing keeps statements and their order.

use std::fmt::Write as _;

use kiln_lang::build::BuildType;
use kiln_lang::parse;
use kiln_lang::source::Span;
use kiln_lang::tree::{Body, FunctionId, Node, Program, StmtId, StmtKind};
use rustc_hash::FxHashMap;

use super::Maker;
use super::facts::{NULL, SlotId, bit};
use super::objects::{PlaceId, Step};

use crate::words::words;

words! {
    /// Where the facts of the analysis go.
    FactsForm {
        None => "none", "nowhere";
        Comments => "comments", "comments behind each statement";
        Json => "json", "DIR/SEED.facts.json, a line for each statement";
    }
}

/// What is known behind a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub(super) function: FunctionId,
    pub(super) stmt: StmtId,
    /// Pointers and unions, and what they may be.
    pub(super) facts: Vec<(String, Vec<String>)>,
}

/// A comment beside a statement: in the line where it begins, or where it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Comment {
    pub(super) stmt: (FunctionId, StmtId),
    pub(super) text: String,
    pub(super) at_start: bool,
}

/// Where the statements of a program are in its text.
#[derive(Debug, Default)]
pub(super) struct Places(FxHashMap<(FunctionId, StmtId), (String, Span)>);

impl Maker {
    /// Remembers what is known behind a statement.
    pub(super) fn note_facts(&mut self, stmt: StmtId) {
        if self.options.facts == FactsForm::None {
            return;
        }
        let slots = (0..self.slots.len() as u32).map(SlotId);
        let facts = slots.filter_map(|slot| self.told_fact(slot)).collect();
        self.points.push(Point { function: self.function, stmt, facts });
    }

    fn told_fact(&self, slot: SlotId) -> Option<(String, Vec<String>)> {
        let place = self.slot(slot).place;
        if self.is_static(place) && !self.written.contains(&slot) {
            return None;
        }
        let name = self.text_of_place(place)?;
        let fact = self.facts[slot.0 as usize];
        let envelope = self.slot(slot).envelope.iter().enumerate();
        let possible = envelope.filter(|(at, _)| fact & bit(*at as u32) != 0);
        let is_union = self.place(place).state.is_some();
        let mut told: Vec<String> = possible
            .map(|(_, &target)| match self.text_of_place(target) {
                Some(text) if is_union => text,
                Some(text) => format!("&{text}"),
                None => "caller's".to_owned(),
            })
            .collect();
        if fact & NULL != 0 {
            told.push("0".to_owned());
        }
        Some((name, told))
    }

    /// A place as a text, with `[]` for any element; `None` for what has no name.
    pub(super) fn text_of_place(&self, place: PlaceId) -> Option<String> {
        let found = self.place(place);
        let sight = self.b.sight();
        let Some(parent) = found.parent else {
            let decl = sight.decl(self.object(found.object).decl?);
            return decl.name.map(|name| sight.name(name).to_owned());
        };
        let mut text = self.text_of_place(parent)?;
        match found.step {
            Step::Member(field) => {
                let name = sight.types().fields[field].name.map_or("", |name| sight.name(name));
                let _ = write!(text, ".{name}");
            }
            Step::Element(_) => text.push_str("[]"),
            Step::Half(half) => text.insert_str(0, half.spelling()),
            Step::Root => {}
        }
        Some(text)
    }
}

impl Places {
    /// Finds the statements of a program in its text.
    pub(super) fn of(program: &Program, text: &str) -> Places {
        let parsed = parse("whole.c", text.as_bytes().to_vec(), &program.options).program;
        let mut places = Places::default();
        let (made, read) = (&program.units[0], &parsed.units[0]);
        for (function, again) in made.function_ids().zip(read.function_ids()) {
            let (body, other) = (made.function(function), read.function(again));
            let name = body.function().and_then(|found| made.file.decls[found.decl.id()].name);
            let name = name.map_or("", |name| program.tables.names.resolve(name));
            for (stmt, same) in statements(body).zip(statements(other)) {
                places.0.insert((function, stmt), (name.to_owned(), other.stmt_span(same)));
            }
        }
        places
    }

    /// Whether a place of the text is in one of some statements.
    pub(super) fn is_in(&self, at: u32, stmts: &[(FunctionId, StmtId)]) -> bool {
        let mut spans = stmts.iter().filter_map(|stmt| self.0.get(stmt));
        spans.any(|(_, span)| (span.start..span.end).contains(&at))
    }

    /// A text with comments behind the lines in which statements begin, or end.
    pub(super) fn commented(&self, text: &str, comments: &[Comment]) -> String {
        let mut by_line: FxHashMap<usize, Vec<&str>> = FxHashMap::default();
        for Comment { stmt, text: comment, at_start } in comments {
            let Some((_, span)) = self.0.get(stmt) else { continue };
            let offset = if *at_start { span.start } else { span.end.saturating_sub(1) };
            by_line.entry(line_of(text, offset)).or_default().push(comment);
        }
        let mut commented = String::with_capacity(text.len() * 2);
        for (number, line) in text.lines().enumerate() {
            commented.push_str(line);
            for comment in by_line.get(&(number + 1)).into_iter().flatten() {
                let written = format!(" /* {comment} */");
                if !commented.ends_with(&written) {
                    commented.push_str(&written);
                }
            }
            commented.push('\n');
        }
        commented
    }
}

/// The statements that print as themselves.
fn statements(body: &Body) -> impl Iterator<Item = StmtId> {
    let is_plain = |stmt: &StmtId| !matches!(body.stmt(*stmt), StmtKind::Compound { .. } | StmtKind::Empty {});
    body.nodes().filter_map(Node::stmt).filter(is_plain)
}

/// The line of an offset.
fn line_of(text: &str, offset: u32) -> usize {
    let before = &text.as_bytes()[..text.len().min(offset as usize)];
    before.split(|&byte| byte == b'\n').count()
}

/// Comments for all points.
pub(super) fn comments(points: &[Point]) -> Vec<Comment> {
    let told = |point: &Point| {
        let facts = point.facts.iter().map(|(name, may_be)| format!("{name}: {}", may_be.join(" ")));
        facts.collect::<Vec<_>>().join("; ")
    };
    let points = points.iter().filter(|point| !point.facts.is_empty());
    points.map(|point| Comment { stmt: (point.function, point.stmt), text: told(point), at_start: false }).collect()
}

/// A line of JSON for each point, in the order of the text. Names are C's, so there is nothing to escape.
pub(super) fn json(places: &Places, text: &str, points: &[Point]) -> String {
    let mut lines: Vec<(u32, String)> = Vec::new();
    for point in points {
        let Some((function, span)) = places.0.get(&(point.function, point.stmt)) else { continue };
        let quoted = |words: &[String]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(",");
        let facts: Vec<String> =
            point.facts.iter().map(|(name, may_be)| format!("\"{name}\":[{}]", quoted(may_be))).collect();
        let line = line_of(text, span.end.saturating_sub(1));
        let facts = facts.join(",");
        lines.push((span.end, format!("{{\"function\":\"{function}\",\"line\":{line},\"may_be\":{{{facts}}}}}\n")));
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}
