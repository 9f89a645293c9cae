//! The parts of a self-checking program.
//!
//! Such a program computes results and compares each with a constant: `if (t == expected) printf ("OK t\n"); else { printf ("NG
//! t = ...\n", ...); status = 1; }`. The comparison, its constant and the assignment that gives `t` its value are found here, by
//! their form alone. What has another form is left as it is by everybody.

use kiln_case::check::Checking;
use kiln_lang::print::expr_text;
use kiln_lang::tree::Unit;
use kiln_lang::tree::{BinaryOp, Body, DeclRef, ExprId, ExprKind, FunctionId, Node, Program, Sight, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arith::operators::is_written;

/// What a self-checking program consists of.
#[derive(Clone, Debug)]
pub struct Anatomy {
    /// `main`.
    pub main: FunctionId,
    /// Its block.
    pub block: StmtId,
    /// The comparisons, in order.
    pub checks: Vec<Check>,
}

/// A comparison of a result with what it has to be.
#[derive(Clone, Debug)]
pub struct Check {
    /// The `if` statement.
    pub stmt: StmtId,
    /// The name that the program prints: `t3` in `NG t3 = 5, expected 7`.
    pub label: String,
    /// The comparison.
    pub condition: ExprId,
    /// What is compared.
    pub tested: ExprId,
    /// The constant that it is compared with.
    pub expected: ExprId,
    /// Where the same constant stands in what is printed when it is wrong.
    pub shown: Vec<ExprId>,
    /// What it says its outcome with.
    pub checking: Option<Checking>,
    /// The variable that is compared.
    pub decl: Option<DeclRef>,
    /// The only assignment to that variable, and the expression that it assigns.
    pub assignment: Option<(StmtId, ExprId)>,
}

impl Anatomy {
    /// The parts of a program, if it has a `main` with at least one check.
    pub fn of(program: &Program) -> Option<Anatomy> {
        let anatomy = Anatomy::without_checks(program)?;
        (!anatomy.checks.is_empty()).then_some(anatomy)
    }

    /// The same for a program that may have lost its checks.
    pub(crate) fn without_checks(program: &Program) -> Option<Anatomy> {
        let unit = program.units.first().filter(|_| program.units.len() == 1)?;
        let main = unit.function_ids().find(|&id| function_name(program, unit, id) == Some("main"))?;
        let body = unit.function(main);
        let sight = Sight::of_function(&program.tables, unit, body);
        let block = body.function()?.body;
        let assignments = assignments(body, block);
        let stmts = body.descend(Node::Stmt(block)).filter_map(Node::stmt);
        let checks = stmts.filter_map(|stmt| Check::of(sight, stmt, &assignments)).collect();
        Some(Anatomy { main, block, checks })
    }

    /// The check of an `if` statement.
    pub(crate) fn check(&self, stmt: StmtId) -> Option<&Check> {
        self.checks.iter().find(|check| check.stmt == stmt)
    }

    /// The expressions that a program computes with, those of results first: the outermost of each statement, and of an
    /// assignment what is assigned. Checks and the value that `main` returns are left out.
    pub(crate) fn roots(&self, unit: &Unit) -> Vec<Root> {
        let functions = unit.function_ids().flat_map(|function| self.roots_of(unit, function));
        let results: FxHashSet<ExprId> =
            self.checks.iter().filter_map(|check| check.assignment).map(|(_, whole)| whole).collect();
        let (mut found, others): (Vec<Root>, Vec<Root>) = functions
            .map(|root| Root { is_result: root.function == self.main && results.contains(&root.expr), ..root })
            .partition(|root| root.is_result);
        found.extend(others);
        found
    }

    fn roots_of(&self, unit: &Unit, function: FunctionId) -> Vec<Root> {
        let body = unit.function(function);
        let is_main = function == self.main;
        let checks: FxHashSet<StmtId> = self.checks.iter().filter(|_| is_main).map(|check| check.stmt).collect();
        let mut found = Vec::new();
        let mut stack: Vec<Node> = body.roots().into_iter().rev().collect();
        while let Some(node) = stack.pop() {
            match node {
                Node::Expr(id) => found.push(Root::of(body, function, id)),
                Node::Stmt(id) if checks.contains(&id) => {}
                Node::Stmt(id) if is_main && matches!(body.stmt(id), StmtKind::Return { .. }) => {}
                Node::Stmt(_) => {
                    let start = stack.len();
                    body.each_child(node, |child| stack.push(child));
                    stack[start..].reverse();
                }
            }
        }
        found
    }
}

/// A full expression, or what it assigns to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    pub(crate) function: FunctionId,
    pub(crate) expr: ExprId,
    /// The variable that it is assigned to.
    pub(crate) to: Option<DeclRef>,
    /// Whether that is a result.
    pub(crate) is_result: bool,
}

impl Root {
    fn of(body: &Body, function: FunctionId, id: ExprId) -> Root {
        if let ExprKind::Assign { op: None, lhs, rhs } = body.expr(id)
            && let ExprKind::Name { decl } = body.expr(lhs)
        {
            return Root { function, expr: rhs, to: Some(decl), is_result: false };
        }
        Root { function, expr: id, to: None, is_result: false }
    }
}

fn function_name<'p>(program: &'p Program, unit: &Unit, id: FunctionId) -> Option<&'p str> {
    let decl = unit.function(id).function()?.decl;
    Some(program.tables.names.resolve(unit.file.decls[decl.id()].name?))
}

/// The statements `variable = value;` by variable; none for a variable that has several.
fn assignments(body: &Body, block: StmtId) -> FxHashMap<DeclRef, Option<(StmtId, ExprId)>> {
    let mut found: FxHashMap<DeclRef, Option<(StmtId, ExprId)>> = FxHashMap::default();
    for stmt in body.descend(Node::Stmt(block)).filter_map(Node::stmt) {
        if let StmtKind::Expr { value } = body.stmt(stmt)
            && let ExprKind::Assign { op: None, lhs, rhs } = body.expr(value)
            && let ExprKind::Name { decl } = body.expr(lhs)
        {
            found.entry(decl).and_modify(|other| *other = None).or_insert(Some((stmt, rhs)));
        }
    }
    found
}

impl Check {
    fn of(sight: Sight<'_>, stmt: StmtId, assignments: &FxHashMap<DeclRef, Option<(StmtId, ExprId)>>) -> Option<Check> {
        let body = sight.body;
        let StmtKind::If { cond, then, otherwise: Some(otherwise) } = body.stmt(stmt) else { return None };
        let ExprKind::Binary { op: BinaryOp::Eq, lhs: tested, rhs: expected } = body.expr(cond) else { return None };
        let ng = words(body, otherwise).find_map(|text| text.strip_prefix("NG ").map(str::to_owned))?;
        words(body, then).find(|text| text.starts_with("OK "))?;
        if !is_written(body, expected) {
            return None;
        }
        let decl = match body.expr(tested) {
            ExprKind::Name { decl } => Some(decl),
            _ => None,
        };
        let label = ng.split([' ', '\n']).next().unwrap_or_default().to_owned();
        let assignment = decl.and_then(|decl| *assignments.get(&decl)?);
        Some(Check {
            stmt,
            label,
            condition: cond,
            tested,
            expected,
            shown: same_texts(sight, otherwise, expected),
            checking: checking(body, otherwise),
            decl,
            assignment,
        })
    }
}

/// The string literals below a statement.
fn words(body: &Body, stmt: StmtId) -> impl Iterator<Item = String> {
    body.descend(Node::Stmt(stmt)).filter_map(Node::expr).filter_map(|id| match body.expr(id) {
        ExprKind::Str { string } => {
            body.strings[string].units.iter().map(|&unit| char::from_u32(unit)).collect::<Option<String>>()
        }
        _ => None,
    })
}

/// The function that a statement calls, and the variable that it assigns to.
fn checking(body: &Body, stmt: StmtId) -> Option<Checking> {
    let exprs = || body.descend(Node::Stmt(stmt)).filter_map(Node::expr).map(|id| body.expr(id));
    let name = |id: ExprId| if let ExprKind::Name { decl } = body.expr(id) { Some(decl) } else { None };
    let printf = exprs().find_map(|kind| if let ExprKind::Call { callee, .. } = kind { name(callee) } else { None })?;
    let status = exprs().find_map(|kind| if let ExprKind::Assign { lhs, .. } = kind { name(lhs) } else { None })?;
    Some(Checking { printf, status })
}

/// Expressions below a statement that are written like a given one. The status that it sets is something else.
fn same_texts(sight: Sight<'_>, stmt: StmtId, like: ExprId) -> Vec<ExprId> {
    let body = sight.body;
    let wanted = expr_text(sight, like);
    let same = |id: ExprId| body.ty(id) == body.ty(like) && is_written(body, id) && expr_text(sight, id) == wanted;
    let mut found: Vec<ExprId> = Vec::new();
    let mut stack = vec![Node::Stmt(stmt)];
    while let Some(node) = stack.pop() {
        match node.expr() {
            Some(id) if same(id) => found.push(id),
            Some(id) if matches!(body.expr(id), ExprKind::Assign { .. }) => {}
            _ => body.each_child(node, |child| stack.push(child)),
        }
    }
    found
}
