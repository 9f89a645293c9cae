//! Expressions.

use kiln_lang::tree::{Body, ExprId, ExprKind, Node, UnaryOp};
use kiln_lang::types::Basic;
use kiln_lang::value::int::IntShape;
use kiln_meaning::profile::Value;
use kiln_meaning::repair::{Number, Scalar};

use crate::patch::Patch;
use crate::view::{Inside, View, Was, of_expr, of_token};

/// All expressions, those on the outside first.
fn by_depth(view: &View) -> Vec<(Inside, &Body, ExprId)> {
    let mut found = Vec::new();
    for (inside, body) in view.functions() {
        let mut todo: Vec<(Node, usize)> = body.roots().into_iter().map(|root| (root, 0)).collect();
        while let Some((node, depth)) = todo.pop() {
            // Statements do not count: what is nested in them is no part of a value.
            let (id, below) = match node {
                Node::Expr(id) => (Some(id), depth + 1),
                Node::Stmt(_) => (None, depth),
            };
            body.each_child(node, |child| todo.push((child, below)));
            if let Some(id) = id
                && let Some(range) = of_expr(body, id)
            {
                found.push((depth, inside, body, id, range.start));
            }
        }
    }
    found.sort_by_key(|&(depth, inside, .., start)| (depth, inside.unit, start));
    found.into_iter().map(|(_, inside, body, id, _)| (inside, body, id)).collect()
}

/// Expressions that always have the same value become that value.
pub(super) fn values(view: &View) -> Vec<Patch> {
    constants(view, |was| match was {
        Was::Always(value) => Some(value),
        Was::Never => Some(Value::Null),
        Was::First(_) => None,
    })
}

/// Expressions that have several values become the first of them.
pub(super) fn first_values(view: &View) -> Vec<Patch> {
    constants(view, |was| if let Was::First(value) = was { Some(value) } else { None })
}

fn constants(view: &View, pick: impl Fn(Was) -> Option<Value>) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in by_depth(view) {
        let is_constant =
            |id| matches!(body.expr(id), ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Char { .. });
        let is_negative =
            |id| matches!(body.expr(id), ExprKind::Unary { op: UnaryOp::Neg, operand } if is_constant(operand));
        if is_constant(id) || is_negative(id) {
            continue;
        }
        let text = view.was(inside, id).and_then(&pick).and_then(|value| spelled(view, value));
        if let (Some(text), Some(range)) = (text, of_expr(body, id)) {
            patches.push(Patch::put(inside.unit, range, text));
        }
    }
    patches
}

/// A value as text; nothing for what has no short form.
pub(super) fn spelled(view: &View, value: Value) -> Option<String> {
    match value {
        Value::Null => Some("0".to_owned()),
        Value::Scalar(Scalar { basic, number: Number::Int(int) }) => {
            let target = &view.program.options.target;
            let shape = IntShape { bits: target.int_bits(basic) as u8, signed: target.is_signed(basic) };
            let (raw, is_negative) = (int.as_i128(), int.is_negative(shape));
            if shape.bits > 64 && i64::try_from(raw).is_err() {
                return None;
            }
            let suffix = suffix(basic);
            Some(match (is_negative, int == shape.min()) {
                (false, _) => format!("{}{suffix}", int.as_u64()),
                (true, false) => format!("(-{}{suffix})", raw.unsigned_abs()),
                (true, true) => format!("(-{}{suffix} - 1)", raw.unsigned_abs() - 1),
            })
        }
        Value::Scalar(Scalar { number: Number::Float(float), .. }) => {
            let is_zero = float.is_zero();
            is_zero.then(|| "0.0".to_owned())
        }
        _ => None,
    }
}

fn suffix(basic: Basic) -> &'static str {
    match basic {
        Basic::UInt => "U",
        Basic::Long => "L",
        Basic::ULong => "UL",
        Basic::LongLong => "LL",
        Basic::ULongLong => "ULL",
        _ => "",
    }
}

/// Expressions become one of their operands: first the left ones, then the others.
pub(super) fn operands(view: &View) -> Vec<Patch> {
    let mut patches: Vec<(usize, Patch)> = Vec::new();
    for (inside, body, id) in by_depth(view) {
        let has_operands = !matches!(
            body.expr(id),
            ExprKind::StmtExpr { .. } | ExprKind::InitList { .. } | ExprKind::CompoundLiteral { .. }
        );
        let Some(whole) = of_expr(body, id).filter(|_| has_operands) else { continue };
        let mut number = 0;
        body.each_child(Node::Expr(id), |child| {
            if let Node::Expr(child) = child
                && let Some(part) = of_expr(body, child)
                && whole.start <= part.start
                && part.end <= whole.end
            {
                patches.push((number, Patch::keep(inside.unit, whole.clone(), part, "(", ")")));
            }
            number += 1;
        });
    }
    patches.sort_by_key(|&(number, _)| number);
    patches.into_iter().map(|(_, patch)| patch).collect()
}

/// What a pointer always leads to is named; and a pointer becomes the address of what it always leads to.
pub(super) fn targets(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (inside, body, id) in by_depth(view) {
        let Some(range) = of_expr(body, id) else { continue };
        let named = |pointer: ExprId| match view.was(inside, pointer)? {
            Was::Always(Value::Pointer { object, offset: 0 }) => view.object(object),
            _ => None,
        };
        match body.expr(id) {
            ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                patches.extend(named(operand).map(|name| Patch::put(inside.unit, range, name)));
            }
            ExprKind::Member { base, arrow: true, .. } => {
                if let (Some(name), Some(part)) = (named(base), of_expr(body, base)) {
                    // `p->m` becomes `v.m`: the arrow stands behind the pointer.
                    let arrow = view.tokens_in(inside.unit, part.end..range.end).iter();
                    let arrow = arrow.map(of_token);
                    let arrow = arrow.into_iter().find(|range| view.text(inside.unit, range.clone()) == "->");
                    patches.extend(arrow.map(|arrow| {
                        Patch::put(inside.unit, range.start..part.end, name).and(inside.unit, arrow, ".")
                    }));
                }
            }
            ExprKind::Unary { op: UnaryOp::AddrOf, .. } => {}
            _ => {
                // An array is its own first element's address.
                let words = named(id).into_iter().flat_map(|name| [format!("&{name}"), name.to_owned()]);
                let words = words.filter(|word| *word != view.text(inside.unit, range.clone()));
                patches.extend(words.map(|word| Patch::put(inside.unit, range.clone(), word)));
            }
        }
    }
    patches
}
