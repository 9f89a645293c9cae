//! Functions that touch nothing but their own variables, so that no order of calling them can matter.

use kiln_lang::names::Symbol;
use kiln_lang::tree::{Body, DeclKind, ExprKind, FunctionId, Node, Program, Sight, StmtKind, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions by unit and name.
pub type Isolated = FxHashSet<(u32, Symbol)>;

/// The functions that read and write no object outside of their own variables, not even through pointers, and call only
/// functions of this kind. `own` says what each calls, see [`own`].
pub fn isolated(program: &Program, own: &mut impl FnMut(u32, FunctionId) -> Option<Named>) -> Isolated {
    let mut calls: FxHashMap<(u32, Symbol), Vec<(u32, Symbol)>> = FxHashMap::default();
    let mut result = Isolated::default();
    for (index, unit) in program.units.iter().enumerate() {
        let index = index as u32;
        for id in unit.function_ids() {
            if let Some(Named { name, callees }) = own(index, id) {
                calls.insert((index, name), callees.into_iter().map(|callee| (index, callee)).collect());
                result.insert((index, name));
            }
        }
    }
    // One that calls another which is not of the kind is not either.
    loop {
        let before = result.len();
        result = result.iter().filter(|key| calls[key].iter().all(|callee| result.contains(callee))).copied().collect();
        if result.len() == before {
            return result;
        }
    }
}

/// What a function calls that touches nothing but its own variables itself.
#[derive(Clone, Debug)]
pub struct Named {
    /// The function.
    pub name: Symbol,
    /// The functions it calls.
    pub callees: Vec<Symbol>,
}

/// What a function calls, if it touches nothing but its own variables itself.
pub fn own(program: &Program, unit: u32, id: FunctionId) -> Option<Named> {
    let unit = &program.units[unit as usize];
    let body = unit.function(id);
    let sight = Sight::of_function(&program.tables, unit, body);
    let function = body.functions.iter().next()?;
    let name = sight.decl(function.decl).name?;
    let callees = own_calls(sight, body, Node::Stmt(function.body))?;
    Some(Named { name, callees })
}

/// The functions that a body calls, if it touches nothing but its own variables itself.
fn own_calls(sight: Sight<'_>, body: &Body, root: Node) -> Option<Vec<Symbol>> {
    let mut callees = Vec::new();
    for node in body.descend(root) {
        match node {
            Node::Expr(id) => match body.expr(id) {
                ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, .. }
                | ExprKind::Index { .. }
                | ExprKind::Member { arrow: true, .. }
                | ExprKind::VaArg { .. }
                | ExprKind::CompoundLiteral { .. } => return None,
                ExprKind::Name { decl } => {
                    let data = sight.decl(decl);
                    match data.kind {
                        DeclKind::Function(_) => callees.push(data.name?),
                        DeclKind::Variable if decl.is_file() || data.is_static() => return None,
                        _ => {}
                    }
                }
                _ => {}
            },
            Node::Stmt(id) => {
                if matches!(body.stmt(id), StmtKind::Asm { .. } | StmtKind::Function { .. }) {
                    return None;
                }
            }
        }
    }
    Some(callees)
}
