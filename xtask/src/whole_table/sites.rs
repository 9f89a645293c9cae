//! Places of arithmetic in the text of programs, and how many of them are bare.
//!
//! A place is bare if the operator stands there with nothing around it that keeps it from being undefined. What is taken for a guard is
//! what repairs write: `b ? a / b : a`; `(int)((unsigned)a + (unsigned)b)`; a count `b & 31`, a divisor `b | 1`. A generator may
//! mean such an expression otherwise; it counts as guarded all the same. For Csmith a guard is a call of one of its wrappers.

use std::collections::{BTreeMap, BTreeSet};

use kiln_lang::print::expr_text;
use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, Body, ExprId, ExprKind, Node, Program, Sight, UnaryOp};
use kiln_lang::types::Basic;

use crate::producer::thought_up;

/// Operators that can be undefined, with the word that Csmith's wrappers have for each.
pub(super) const OPERATORS: [(&str, &str); 8] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "mod"),
    ("<<", "lshift"),
    (">>", "rshift"),
    ("-a", "unary_minus"),
];

/// For each operator, how many places there are and how many of them are bare.
#[derive(Debug, Clone, Default)]
pub(super) struct Sites(BTreeMap<&'static str, (u64, u64)>);

impl Sites {
    pub(super) fn of(&self, operator: &str) -> (u64, u64) {
        self.0.get(operator).copied().unwrap_or_default()
    }

    pub(super) fn all(&self) -> (u64, u64) {
        self.0.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// Adds a program.
    pub(super) fn add(&mut self, program: &Program) {
        let Some(unit) = program.units.first() else { return };
        for function in thought_up(program) {
            let body = unit.function(function);
            let sight = Sight::of_function(&program.tables, unit, body);
            let guarded: BTreeSet<ExprId> =
                body.nodes().filter_map(Node::expr).filter_map(|expr| guarded_by(sight, expr)).collect();
            for expr in body.nodes().filter_map(Node::expr) {
                if let Some((operator, is_bare)) = site(&program.options.target, sight, expr) {
                    let row = self.0.entry(operator).or_default();
                    row.0 += 1;
                    row.1 += u64::from(is_bare && !guarded.contains(&expr));
                }
            }
        }
    }
}

/// The integer type that an operand is converted to.
fn converted(sight: Sight<'_>, expr: ExprId) -> Option<Basic> {
    sight.types().as_integer(sight.body.converted(expr))
}

/// The operator of a place of arithmetic, and whether it is bare as far as its operands say.
fn site(target: &Target, sight: Sight<'_>, expr: ExprId) -> Option<(&'static str, bool)> {
    let body = sight.body;
    match body.expr(expr) {
        ExprKind::Binary { op, lhs, rhs } | ExprKind::Assign { op: Some(op), lhs, rhs } => {
            converted(sight, lhs)?;
            let (operator, _) = OPERATORS.iter().find(|(operator, _)| *operator == op.spelling().0)?;
            Some((operator, !has_tame_operand(target, sight, op, lhs, rhs)))
        }
        ExprKind::Unary { op: UnaryOp::Neg, operand } => {
            converted(sight, operand)?;
            // The sign of a number is no operation.
            body.int_value(operand).is_none().then_some(("-a", true))
        }
        ExprKind::Call { callee, .. } => {
            let ExprKind::Name { decl } = body.expr(callee) else { return None };
            let name = sight.decl(decl).name.map_or("", |name| sight.name(name));
            let wrapped = name.strip_prefix("safe_")?;
            let (operator, _) = OPERATORS.iter().find(|(_, word)| wrapped.starts_with(word))?;
            Some((operator, false))
        }
        _ => None,
    }
}

/// A count that cannot be too large, or a divisor that cannot be 0.
fn has_tame_operand(target: &Target, sight: Sight<'_>, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> bool {
    let body = sight.body;
    let constant = |of: BinaryOp| match body.expr(rhs) {
        ExprKind::Binary { op, rhs, .. } if op == of => body.int_value(rhs),
        _ => None,
    };
    match op {
        BinaryOp::Shl | BinaryOp::Shr => {
            let bits = converted(sight, lhs).map(|basic| u64::from(target.int_bits(basic)));
            constant(BinaryOp::BitAnd).is_some_and(|mask| Some(mask + 1) == bits)
        }
        BinaryOp::Div | BinaryOp::Rem => constant(BinaryOp::BitOr) == Some(1),
        _ => false,
    }
}

/// The operation that an expression around it guards.
fn guarded_by(sight: Sight<'_>, expr: ExprId) -> Option<ExprId> {
    let body = sight.body;
    match body.expr(expr) {
        ExprKind::Conditional { cond, then: Some(then), .. } => match body.expr(then) {
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. } => {
                (expr_text(sight, cond) == expr_text(sight, rhs)).then_some(then)
            }
            _ => None,
        },
        ExprKind::Cast { operand, .. } => {
            let ExprKind::Binary { op, lhs, rhs } = body.expr(operand) else { return None };
            let to = sight.types().as_integer(body.ty(expr))?;
            let unsigned = sight.types().as_integer(body.ty(operand))?;
            let is_pair = to != unsigned && to.to_unsigned() == unsigned;
            let is_wrapped = match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => is_converted(body, lhs) && is_converted(body, rhs),
                BinaryOp::Shl => is_converted(body, lhs),
                _ => false,
            };
            (is_pair && is_wrapped).then_some(operand)
        }
        _ => None,
    }
}

fn is_converted(body: &Body, expr: ExprId) -> bool {
    matches!(body.expr(expr), ExprKind::Cast { .. } | ExprKind::Int { .. })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::producer::Producer;

    fn sites(expression: &str) -> Sites {
        let text = format!(
            "int safe_add_func_int32_t_s_s(int, int);\nint a, b; unsigned u;\nint f(void) {{ return {expression}; }}\n\
             int main(void) {{ return a + b; }}\n"
        );
        let mut sites = Sites::default();
        sites.add(&Producer::whole().read(Path::new("a.c"), text.as_bytes()).unwrap());
        sites
    }

    #[test]
    fn bare_operators_are_bare() {
        for (text, operator) in
            [("a + b", "+"), ("a / b", "/"), ("a << b", "<<"), ("-a", "-a"), ("a = a - b", "-"), ("a *= b", "*")]
        {
            assert_eq!(sites(text).of(operator), (1, 1), "{text}");
        }
        assert_eq!(sites("(int)(u + 1)").all(), (1, 1));
        assert_eq!(sites("-1").all(), (0, 0));
    }

    #[test]
    fn guards_are_seen() {
        for (text, operator) in [
            ("b ? a / b : a", "/"),
            ("(int)((unsigned)a + (unsigned)b)", "+"),
            ("a << (b & 31)", "<<"),
            ("a % (b | 1)", "%"),
            ("safe_add_func_int32_t_s_s(a, b)", "+"),
        ] {
            assert_eq!(sites(text).of(operator), (1, 0), "{text}");
        }
        assert_eq!(sites("a ? a / b : a").of("/"), (1, 1));
    }
}
