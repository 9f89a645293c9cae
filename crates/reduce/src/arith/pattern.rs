//! Error patterns: whether two reduced programs show the same error.
//!
//! Section 6 of the paper: two programs are of the same pattern if the syntax trees of their expressions are the same,
//! operators and types, whatever the values of constants and variables. The pattern is a line of text in which each
//! expression is written with the types of its parts: `long = >>[long](long, <<[int](x:short, long))`. `x:` marks variables,
//! a type alone is a constant. Checks are left out unless there is nothing else.

use kiln_lang::print::type_text;
use kiln_lang::tree::{Body, ExprId, ExprKind, Node, Program, Sight, StmtKind};

use crate::arith::anatomy::Anatomy;
use crate::arith::operators::{is_written, n_operators};

/// The pattern of a program: equal for programs that show the same error.
pub fn pattern(program: &Program) -> String {
    let Some(anatomy) = Anatomy::without_checks(program) else { return String::new() };
    let unit = &program.units[0];
    let roots = anatomy.roots(unit);
    let mut lines = Vec::new();
    for function in unit.function_ids() {
        let body = unit.function(function);
        let writer = Writer { sight: Sight::of_function(&program.tables, unit, body) };
        let computed = roots.iter().filter(|root| root.function == function).map(|root| root.expr);
        let declared: Vec<ExprId> = body.decls.iter().filter_map(|decl| decl.init).collect();
        // The value of a variable is not part of the pattern, but what it computes is.
        let shown = computed.filter(|&id| !(declared.contains(&id) && n_operators(body, id) == 0));
        lines.extend(shown.map(|id| writer.line(id)));
        lines.extend(control(body, &anatomy));
    }
    if lines.is_empty() {
        // What is left is the comparison itself.
        let main = unit.function(anatomy.main);
        let writer = Writer { sight: Sight::of_function(&program.tables, unit, main) };
        lines.extend(anatomy.checks.iter().map(|check| format!("check {}", writer.tree(check.condition))));
    }
    lines.join("; ")
}

/// The statements that decide where to go on.
fn control(body: &Body, anatomy: &Anatomy) -> Vec<String> {
    let stmts = body.nodes().filter_map(Node::stmt);
    let is_check = |stmt| anatomy.check(stmt).is_some();
    let decides = stmts.filter(|&stmt| {
        use StmtKind::{DoWhile, For, Goto, If, Switch, While};
        matches!(body.stmt(stmt), DoWhile { .. } | For { .. } | Goto { .. } | If { .. } | Switch { .. } | While { .. })
            && !is_check(stmt)
    });
    decides.map(|stmt| body.stmt(stmt).name().to_lowercase()).collect()
}

struct Writer<'a> {
    sight: Sight<'a>,
}

impl Writer<'_> {
    /// An expression, and the type of what it is assigned to.
    fn line(&self, id: ExprId) -> String {
        let to = self.sight.types().unqualified(self.sight.body.converted(id));
        format!("{} = {}", type_text(self.sight, to), self.tree(id))
    }

    fn tree(&self, id: ExprId) -> String {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.node(id))
    }

    fn node(&self, id: ExprId) -> String {
        let body = self.sight.body;
        let ty = type_text(self.sight, self.sight.types().value_type(body.ty(id)));
        if is_written(body, id) {
            return ty;
        }
        let operator = match body.expr(id) {
            ExprKind::Name { decl } => return format!("x:{}", type_text(self.sight, self.sight.decl(decl).ty)),
            ExprKind::Binary { op, .. } => op.spelling().0.to_owned(),
            ExprKind::Unary { op, .. } => format!("{op:?}").to_lowercase(),
            ExprKind::Assign { op, .. } => format!("{}=", op.map_or("", |op| op.spelling().0)),
            other => other.name().to_lowercase(),
        };
        let operands: Vec<String> =
            body.children(Node::Expr(id)).into_iter().filter_map(Node::expr).map(|child| self.tree(child)).collect();
        format!("{operator}[{ty}]({})", operands.join(", "))
    }
}
