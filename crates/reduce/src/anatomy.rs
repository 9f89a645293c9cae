//! The parts of a self-checking program.
//!
//! Such a program computes results and compares each with a constant: `if (t == expected) printf ("OK t\n"); else { printf ("NG
//! t = ...\n", ...); status = 1; }`. The comparison, its constant and the assignment that gives `t` its value are found here, by
//! their form alone. What has another form is left as it is by everybody.

use kiln_lang::print::expr_text;
use kiln_lang::tree::{BinaryOp, Body, DeclRef, ExprId, ExprKind, FunctionId, Node, Program, Sight, StmtId, StmtKind};
use kiln_lang::tree::{UnaryOp, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

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
        let stmts = body.descend(Node::Stmt(block)).filter_map(as_stmt);
        let checks = stmts.filter_map(|stmt| Check::of(sight, stmt, &assignments)).collect();
        Some(Anatomy { main, block, checks })
    }

    /// The check of an `if` statement.
    pub(crate) fn check(&self, stmt: StmtId) -> Option<&Check> {
        self.checks.iter().find(|check| check.stmt == stmt)
    }

    /// The expressions that a function computes with, checks and the value of `return` left out: the outermost of each
    /// statement, and of an assignment what is assigned.
    pub(crate) fn computations(&self, body: &Body) -> Vec<ExprId> {
        let checks: FxHashSet<StmtId> = self.checks.iter().map(|check| check.stmt).collect();
        let mut found = Vec::new();
        let mut stack: Vec<Node> = body.roots().into_iter().rev().collect();
        while let Some(node) = stack.pop() {
            match node {
                Node::Expr(id) => found.push(computed(body, id)),
                Node::Stmt(id) if checks.contains(&id) || matches!(body.stmt(id), StmtKind::Return { .. }) => {}
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

/// What a full expression assigns to a variable, or itself.
fn computed(body: &Body, id: ExprId) -> ExprId {
    match body.expr(id) {
        ExprKind::Assign { op: None, lhs, rhs } if matches!(body.expr(lhs), ExprKind::Name { .. }) => rhs,
        _ => id,
    }
}

fn function_name<'p>(program: &'p Program, unit: &Unit, id: FunctionId) -> Option<&'p str> {
    let decl = unit.function(id).function()?.decl;
    Some(program.tables.names.resolve(unit.file.decls[decl.id()].name?))
}

pub(crate) fn as_stmt(node: Node) -> Option<StmtId> {
    if let Node::Stmt(id) = node { Some(id) } else { None }
}

pub(crate) fn as_expr(node: Node) -> Option<ExprId> {
    if let Node::Expr(id) = node { Some(id) } else { None }
}

/// The statements `variable = value;` by variable; none for a variable that has several.
fn assignments(body: &Body, block: StmtId) -> FxHashMap<DeclRef, Option<(StmtId, ExprId)>> {
    let mut found: FxHashMap<DeclRef, Option<(StmtId, ExprId)>> = FxHashMap::default();
    for stmt in body.descend(Node::Stmt(block)).filter_map(as_stmt) {
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
            decl,
            assignment,
        })
    }
}

/// The string literals below a statement.
fn words(body: &Body, stmt: StmtId) -> impl Iterator<Item = String> {
    body.descend(Node::Stmt(stmt)).filter_map(as_expr).filter_map(|id| match body.expr(id) {
        ExprKind::Str { string } => {
            body.strings[string].units.iter().map(|&unit| char::from_u32(unit)).collect::<Option<String>>()
        }
        _ => None,
    })
}

/// Expressions below a statement that are written like a given one.
fn same_texts(sight: Sight<'_>, stmt: StmtId, like: ExprId) -> Vec<ExprId> {
    let body = sight.body;
    let wanted = expr_text(sight, like);
    let same = |id: ExprId| body.ty(id) == body.ty(like) && is_written(body, id) && expr_text(sight, id) == wanted;
    let mut found: Vec<ExprId> = Vec::new();
    let mut stack = vec![Node::Stmt(stmt)];
    while let Some(node) = stack.pop() {
        match as_expr(node) {
            Some(id) if same(id) => found.push(id),
            _ => body.each_child(node, |child| stack.push(child)),
        }
    }
    found
}

/// Whether an expression is a value as C has to write it: a constant, its negation or conversion, `-MAX - 1`, or two halves
/// put together. See [`kiln_meaning::repair::constant`], which writes them.
pub(crate) fn is_written(body: &Body, mut id: ExprId) -> bool {
    loop {
        match body.expr(id) {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Char { .. } => return true,
            ExprKind::Cast { operand, .. } if is_two_halves(body, operand) => return true,
            ExprKind::Cast { operand, .. } | ExprKind::Unary { op: UnaryOp::Neg, operand } => id = operand,
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                let ExprKind::Unary { op: UnaryOp::Neg, operand } = body.expr(lhs) else { return false };
                // A narrow type has no constants of its own: its maximum is converted.
                let max = if let ExprKind::Cast { operand, .. } = body.expr(operand) { operand } else { operand };
                return body.int_value(max).is_some() && body.int_value(rhs) == Some(1);
            }
            _ => return false,
        }
    }
}

/// `(U)high << 64 | low`.
fn is_two_halves(body: &Body, id: ExprId) -> bool {
    let ExprKind::Binary { op: BinaryOp::BitOr, lhs, rhs } = body.expr(id) else { return false };
    let ExprKind::Binary { op: BinaryOp::Shl, lhs: high, rhs: by } = body.expr(lhs) else { return false };
    let ExprKind::Cast { operand: high, .. } = body.expr(high) else { return false };
    body.int_value(high).is_some() && body.int_value(by) == Some(64) && body.int_value(rhs).is_some()
}

/// Operators of an expression and below. A constant has none, however it is written.
pub fn n_operators(body: &Body, root: ExprId) -> usize {
    Operators::below(body, root).of(root)
}

/// How many operators there are in an expression and in each of its parts.
#[derive(Debug)]
pub(crate) struct Operators {
    /// Parents before children.
    pub(crate) nodes: Vec<ExprId>,
    counts: FxHashMap<ExprId, usize>,
}

impl Operators {
    pub(crate) fn below(body: &Body, root: ExprId) -> Operators {
        let mut nodes = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            nodes.push(id);
            if !is_written(body, id) {
                let start = stack.len();
                body.each_child(Node::Expr(id), |child| stack.extend(as_expr(child)));
                stack[start..].reverse();
            }
        }
        let mut counts = FxHashMap::default();
        for &id in nodes.iter().rev() {
            let mut n = usize::from(!is_written(body, id) && is_operator(body.expr(id)));
            body.each_child(Node::Expr(id), |child| {
                n += as_expr(child).and_then(|child| counts.get(&child)).copied().unwrap_or(0);
            });
            counts.insert(id, n);
        }
        Operators { nodes, counts }
    }

    /// Operators of a part.
    pub(crate) fn of(&self, id: ExprId) -> usize {
        self.counts.get(&id).copied().unwrap_or(0)
    }
}

fn is_operator(kind: ExprKind) -> bool {
    !matches!(
        kind,
        ExprKind::Name { .. }
            | ExprKind::Str { .. }
            | ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Char { .. }
    )
}
