//! The type that kiln gives every subexpression, as claims.
//!
//! Pointers to the two types are compared where an expression is an object, so that qualifiers count, and where it is an
//! array or function, so that nothing decays.

use kiln_lang::Options;
use kiln_lang::print::{expr_text, type_text};
use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, Node, Sight, StmtId, StmtKind, UnaryOp};
use kiln_lang::types::convert::promote_bit_field;
use kiln_lang::types::{Basic, Types};

use crate::claims::{Claims, read};

/// The claims about every subexpression of some expressions.
pub(crate) fn claims(prelude: String, expressions: &[String], options: &Options) -> Claims {
    let parsed = read(&prelude, expressions, options);
    let unit = &parsed.program.units[0];
    let mut lines = Vec::new();
    for body in unit.functions.iter() {
        let sight = Sight::of_function(&parsed.program.tables, unit, body);
        let mut claimer = Claimer { sight, options, lines: &mut lines };
        body.roots().into_iter().for_each(|root| claimer.below(root));
    }
    Claims { prelude, lines }
}

struct Claimer<'a> {
    sight: Sight<'a>,
    options: &'a Options,
    lines: &'a mut Vec<String>,
}

impl Claimer<'_> {
    fn types(&self) -> &Types {
        self.sight.types()
    }

    fn below(&mut self, root: Node) {
        let mut left = vec![root];
        while let Some(node) = left.pop() {
            if let Node::Expr(id) = node {
                self.claim(id);
                // What uses a variable of a statement expression cannot be written outside of it.
                if self.declares(id) {
                    continue;
                }
            }
            left.extend(self.sight.body.children(node));
        }
    }

    fn claim(&mut self, id: ExprId) {
        let expr = expr_text(self.sight, id).replace('\n', " ");
        let kind = self.sight.body.expr(id);
        let claim = if matches!(kind, ExprKind::InitList { .. }) {
            return;
        } else if let Some((declared, width)) = self.bit_field(id) {
            // Compilers do not say what type a bit-field has; what it is promoted to shows it.
            let promoted = promote_bit_field(&self.options.target, declared, width).spelling();
            format!("__typeof__(+({expr})), {promoted}")
        } else {
            let ty = self.sight.body.ty(id);
            let decays = self.types().as_array(ty).is_some() || self.types().as_function(ty).is_some();
            // Values have no qualifiers, but in GCC `__typeof__` shows those of the object they came from.
            let star = if decays || self.is_object(kind) { " *" } else { "" };
            format!("__typeof__({expr}){star}, __typeof__({}){star}", type_text(self.sight, ty))
        };
        self.lines.push(format!("_Static_assert(__builtin_types_compatible_p({claim}), \"\");"));
    }

    /// Whether an expression is an object whose qualifiers GCC shows: those of a vector are not seen at its elements.
    fn is_object(&self, kind: ExprKind) -> bool {
        match kind {
            ExprKind::Unary { op, .. } => op == UnaryOp::Deref,
            ExprKind::Index { base, .. } => self.types().as_vector(self.sight.body.ty(base)).is_none(),
            ExprKind::Name { .. } | ExprKind::Member { .. } | ExprKind::CompoundLiteral { .. } => true,
            _ => false,
        }
    }

    /// Declared type and width of the bit-field whose value an expression has.
    fn bit_field(&self, id: ExprId) -> Option<(Basic, u32)> {
        match self.sight.body.expr(id) {
            ExprKind::Member { field, .. } => {
                let field = &self.types().fields[field];
                Some((self.types().as_integer(field.ty)?, field.bits?.width))
            }
            ExprKind::Assign { lhs, .. } => self.bit_field(lhs),
            ExprKind::Binary { op: BinaryOp::Comma, rhs, .. } => self.bit_field(rhs),
            ExprKind::Unary { op, operand } if op == UnaryOp::Extension || op.is_increment() => self.bit_field(operand),
            ExprKind::StmtExpr { body } => match self.sight.body.stmt(self.statements(body).pop()?) {
                StmtKind::Expr { value } => self.bit_field(value),
                _ => None,
            },
            _ => None,
        }
    }

    fn declares(&self, id: ExprId) -> bool {
        let ExprKind::StmtExpr { body } = self.sight.body.expr(id) else { return false };
        self.statements(body).into_iter().any(|id| matches!(self.sight.body.stmt(id), StmtKind::Decl { .. }))
    }

    fn statements(&self, block: StmtId) -> Vec<StmtId> {
        match self.sight.body.stmt(block) {
            StmtKind::Compound { items } => self.sight.body.list(items).collect(),
            _ => Vec::new(),
        }
    }
}
