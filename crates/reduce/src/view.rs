//! What is known of the program that is being reduced: its tree, its tokens, what a run did.
//!
//! It is made anew after each sweep that had an effect. Passes read it and nothing else.

use std::ops::Range;

use kiln_lang::Options;
use kiln_lang::lex::{Token, TokenKind};
use kiln_lang::names::Symbol;
use kiln_lang::source::Span;
use kiln_lang::tree::{Body, Decl, DeclKind, ExprId, ExprKind, FunctionId, Node, Program, Sight, StmtId, Unit};
use kiln_meaning::profile::{Counts, Object, Record, Request, Value, profile};
use kiln_meaning::{Settings, profile as profiles};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::subject::{Candidate, Form, Subject};

/// A place in the program: a function of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Inside {
    pub(crate) unit: usize,
    pub(crate) function: FunctionId,
}

/// What an expression was in a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Was {
    /// It was never evaluated.
    Never,
    /// It always had this value.
    Always(Value),
    /// It had several values; this was the first.
    First(Value),
}

/// The program and all that is known of it.
pub(crate) struct View {
    pub(crate) best: Candidate,
    /// Read from the texts of `best`, so that each node has its place in them. Empty for texts that are not C.
    pub(crate) program: Program,
    pub(crate) tokens: Vec<Vec<Token>>,
    /// By file, the declarations of functions that are defined elsewhere.
    foreign: Vec<Vec<Range<usize>>>,
    /// Nothing if the program is not known to be defined.
    pub(crate) run: Option<Run>,
}

/// What a run did.
pub(crate) struct Run {
    pub(crate) counts: Counts,
    values: FxHashMap<(Inside, ExprId), Was>,
    objects: Vec<Object>,
}

impl View {
    pub(crate) fn new(best: Candidate, subject: &Subject) -> View {
        let tokens = best.texts.iter().map(|text| subject.tokens(text)).collect();
        let program = match subject.form {
            Form::Text => None,
            // What the printer wrote can be read.
            Form::Defined | Form::Program => subject.read(&best.texts).map(|(program, _)| program),
        };
        let program = program.unwrap_or_else(|| empty(&subject.options));
        let run = best.ended.is_some().then(|| Run::of(&program, &subject.settings));
        let foreign = foreign(&program);
        View { best, program, tokens, foreign, run }
    }

    /// The functions that are defined.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (Inside, &Body)> {
        self.program.units.iter().enumerate().flat_map(|(unit, of)| {
            of.function_ids().map(move |function| (Inside { unit, function }, &**of.function(function)))
        })
    }

    /// All nodes of all functions, parents before children.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (Inside, &Body, Node)> {
        self.functions().flat_map(|(inside, body)| body.nodes().map(move |node| (inside, body, node)))
    }

    /// All expressions of all functions.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = (Inside, &Body, ExprId)> {
        self.nodes().filter_map(|(inside, body, node)| match node {
            Node::Expr(id) => Some((inside, body, id)),
            Node::Stmt(_) => None,
        })
    }

    /// All statements of all functions.
    pub(crate) fn stmts(&self) -> impl Iterator<Item = (Inside, &Body, StmtId)> {
        self.nodes().filter_map(|(inside, body, node)| match node {
            Node::Stmt(id) => Some((inside, body, id)),
            Node::Expr(_) => None,
        })
    }

    /// What can be seen from a function.
    pub(crate) fn sight<'v>(&'v self, inside: Inside, body: &'v Body) -> Sight<'v> {
        Sight::of_function(&self.program.tables, &self.program.units[inside.unit], body)
    }

    /// The text of a place.
    pub(crate) fn text(&self, file: usize, range: Range<usize>) -> &str {
        &self.best.texts[file][range]
    }

    /// The tokens of a file in a range.
    pub(crate) fn tokens_in(&self, file: usize, range: Range<usize>) -> &[Token] {
        let tokens = &self.tokens[file];
        let first = tokens.partition_point(|token| (token.start as usize) < range.start);
        let behind = tokens.partition_point(|token| (token.end as usize) <= range.end);
        &tokens[first..behind.max(first)]
    }

    /// The spelling of a token.
    pub(crate) fn spelling(&self, file: usize, token: &Token) -> &str {
        self.text(file, of_token(token))
    }

    /// What stands where a statement was: nothing between other statements, `;` where there must be one.
    pub(crate) fn nothing(&self, file: usize, range: &Range<usize>) -> &'static str {
        let tokens = &self.tokens[file];
        let first = tokens.partition_point(|token| (token.start as usize) < range.start);
        let before = first.checked_sub(1).map(|index| tokens[index].kind);
        match before {
            Some(TokenKind::Semicolon | TokenKind::LeftBrace | TokenKind::RightBrace) => "",
            _ => ";",
        }
    }

    /// How often each name stands in a file.
    pub(crate) fn mentions(&self, file: usize) -> FxHashMap<&str, usize> {
        let mut found = FxHashMap::default();
        for token in self.tokens[file].iter().filter(|token| token.kind == TokenKind::Identifier) {
            *found.entry(self.spelling(file, token)).or_default() += 1;
        }
        found
    }

    /// Whether a place is in the declaration of a function that others define: what it says is not ours to change.
    pub(crate) fn is_foreign(&self, file: usize, offset: usize) -> bool {
        self.foreign.get(file).into_iter().flatten().any(|range| range.contains(&offset))
    }

    /// The name of a function.
    pub(crate) fn function_name<'v>(&'v self, inside: Inside, body: &'v Body) -> Option<&'v str> {
        let sight = self.sight(inside, body);
        sight.decl(body.function()?.decl).name.map(|name| sight.name(name))
    }

    /// The name of the function that is called.
    pub(crate) fn called<'v>(&'v self, inside: Inside, body: &'v Body, callee: ExprId) -> Option<&'v str> {
        let ExprKind::Name { decl } = body.expr(callee) else { return None };
        let sight = self.sight(inside, body);
        sight.decl(decl).name.map(|name| sight.name(name))
    }

    /// What an expression was.
    pub(crate) fn was(&self, inside: Inside, id: ExprId) -> Option<Was> {
        self.run.as_ref()?.values.get(&(inside, id)).copied()
    }

    /// The name of what a pointer leads to.
    pub(crate) fn object(&self, object: u32) -> Option<&str> {
        let name = &self.run.as_ref()?.objects.get(object as usize)?.name;
        name.strip_prefix('`')?.strip_suffix('`')
    }
}

impl Run {
    fn of(program: &Program, settings: &Settings) -> Run {
        let mut request = Request { counts: true, max_visits: 1, ..Request::default() };
        for (number, unit) in program.units.iter().enumerate() {
            for function in unit.function_ids() {
                let body = unit.function(function);
                let nodes = body.nodes();
                let exprs = nodes.filter_map(Node::expr);
                request.expressions.extend(exprs.map(|id| (number as u32, function, id)));
            }
        }
        let (_, seen) = profile(program, settings, &request);
        let profiles::Profile { counts, expressions, objects, .. } = seen;
        let mut values = FxHashMap::default();
        for (&(unit, function, id), record) in request.expressions.iter().zip(&expressions) {
            let inside = Inside { unit: unit as usize, function };
            values.extend(was(record).map(|was| ((inside, id), was)));
        }
        Run { counts, values, objects }
    }
}

fn was(record: &Record) -> Option<Was> {
    if record.visits == 0 {
        return Some(Was::Never);
    }
    match (record.constant(0), record.rows().next()) {
        (Some(value), _) => Some(Was::Always(value)),
        (None, Some(&[first])) => Some(Was::First(first)),
        _ => None,
    }
}

fn foreign(program: &Program) -> Vec<Vec<Range<usize>>> {
    let mut defined: FxHashSet<Symbol> = FxHashSet::default();
    for unit in &program.units {
        let functions = unit.function_ids().filter_map(|id| unit.function(id).function());
        defined.extend(functions.filter_map(|function| unit.file.decls[function.decl.id()].name));
    }
    let is_foreign = |decl: &Decl| {
        matches!(decl.kind, DeclKind::Function(None)) && decl.name.is_some_and(|name| !defined.contains(&name))
    };
    let of_unit = |unit: &Unit| {
        let file = &unit.file;
        let items =
            file.list(file.items).filter(|&item| file.declared_by(item).any(|decl| is_foreign(&file.decls[decl])));
        items.filter_map(|item| of_stmt(file, item)).collect()
    };
    program.units.iter().map(of_unit).collect()
}

fn empty(options: &Options) -> Program {
    kiln_lang::parse("", *b"", options).program
}

/// The bytes of a span; nothing for what stands in no text.
pub(crate) fn bytes(span: Span) -> Option<Range<usize>> {
    (!span.is_none()).then_some(span.start as usize..span.end as usize)
}

/// The place of a token.
pub(crate) fn of_token(token: &Token) -> Range<usize> {
    between(token, token)
}

/// The place from one token to another, with both.
pub(crate) fn between(first: &Token, last: &Token) -> Range<usize> {
    first.start as usize..last.end as usize
}

/// The place of an expression.
pub(crate) fn of_expr(body: &Body, id: ExprId) -> Option<Range<usize>> {
    bytes(body.expr_span(id))
}

/// The place of a statement.
pub(crate) fn of_stmt(body: &Body, id: StmtId) -> Option<Range<usize>> {
    bytes(body.stmt_span(id))
}
