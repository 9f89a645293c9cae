//! Dead code.
//!
//! What the run has not reached stays, as food for whoever mutates what is not executed, or goes: as much of it that the share of
//! executed statements is as wanted.

use kiln_case::Choices;
use kiln_lang::build::BuildStmt;
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::edit::FunctionEdit;
use kiln_lang::index::Id;
use kiln_lang::tree::{Body, ExprKind, FunctionId, LabelId, Node, Program, StmtId, StmtKind, Storage};
use rustc_hash::{FxHashMap, FxHashSet};

/// Statements of a program, and how many of them are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Executed {
    /// All that do something: no blocks, labels, and declarations without a value.
    pub statements: u64,
    /// Those that are executed.
    pub executed: u64,
    /// Those that were not, and were taken away.
    pub pruned: u64,
}

impl Executed {
    fn share(self) -> u64 {
        self.executed * 100 / self.statements.max(1)
    }
}

/// A statement that is not reached, in one that is.
#[derive(Clone, Copy, Debug)]
struct Dead {
    function: FunctionId,
    stmt: StmtId,
    /// The `break` behind it, which goes with it.
    end: Option<StmtId>,
    /// Statements in both.
    size: u64,
}

/// Takes dead code away until so many percent of the statements are executed.
pub(super) fn prune(
    program: Program,
    reached: &[FxHashSet<StmtId>],
    percent: u32,
    choices: &mut Choices,
) -> Result<(Program, Executed), Vec<Diagnostic>> {
    let (mut counts, mut dead) = (Executed::default(), Vec::new());
    for (at, reached) in reached.iter().enumerate() {
        let function = FunctionId::from_index(at);
        let body = program.units[0].function(function);
        let nodes: Vec<Node> = body.nodes().collect();
        for stmt in nodes.iter().filter_map(|node| node.stmt()).filter(|&stmt| does_something(body, stmt)) {
            counts.statements += 1;
            counts.executed += u64::from(reached.contains(&stmt));
        }
        collect(body, &nodes, function, reached, &mut dead);
    }
    let mut gone: Vec<Dead> = Vec::new();
    while counts.share() < percent.into() && !dead.is_empty() {
        let one = dead.swap_remove(choices.below(dead.len() as u64) as usize);
        counts.statements -= one.size;
        counts.pruned += one.size;
        gone.push(one);
    }
    Ok((without(program, gone)?, counts))
}

fn does_something(body: &Body, stmt: StmtId) -> bool {
    match body.stmt(stmt) {
        StmtKind::Compound { .. }
        | StmtKind::Empty {}
        | StmtKind::Label { .. }
        | StmtKind::Case { .. }
        | StmtKind::Default { .. } => false,
        StmtKind::Decl { .. } => body.declared_by(stmt).any(|decl| {
            let decl = &body.decls[decl];
            decl.init.is_some() && decl.storage != Storage::Static
        }),
        _ => true,
    }
}

/// Whether a dead statement stays: a jump, which matters for what compilers know of the code around it, or a declaration, which
/// is reached with its block or jumped over.
fn stays(body: &Body, stmt: StmtId) -> bool {
    matches!(
        body.stmt(stmt),
        StmtKind::Decl { .. }
            | StmtKind::Break {}
            | StmtKind::Continue {}
            | StmtKind::Goto { .. }
            | StmtKind::Return { .. }
    )
}

/// How often each label is named by jumps, and by what takes its address.
fn uses_of_labels(body: &Body, nodes: impl Iterator<Item = Node>) -> FxHashMap<LabelId, u32> {
    let mut uses = FxHashMap::default();
    if body.labels.is_empty() {
        return uses;
    }
    for node in nodes {
        let label = match node {
            Node::Stmt(stmt) => match body.stmt(stmt) {
                StmtKind::Goto { label } => Some(label),
                _ => None,
            },
            Node::Expr(expr) => match body.expr(expr) {
                ExprKind::LabelAddress { label } => Some(label),
                _ => None,
            },
        };
        if let Some(label) = label {
            *uses.entry(label).or_default() += 1;
        }
    }
    uses
}

/// The dead statements of a function that can go: those that no jump leads into, in a block, a branch of an `if`, or a `switch`.
fn collect(body: &Body, nodes: &[Node], function: FunctionId, reached: &FxHashSet<StmtId>, dead: &mut Vec<Dead>) {
    let all_uses = uses_of_labels(body, nodes.iter().copied());
    let is_dead = |stmt: StmtId| {
        let inside = || body.descend(Node::Stmt(stmt));
        // A jump may lead into a statement that does not begin.
        if stays(body, stmt) || inside().filter_map(Node::stmt).any(|stmt| reached.contains(&stmt)) {
            return false;
        }
        let own_uses = uses_of_labels(body, inside());
        !inside().filter_map(Node::stmt).any(|stmt| {
            let StmtKind::Label { label, .. } = body.stmt(stmt) else { return false };
            own_uses.get(&label) != all_uses.get(&label)
        })
    };
    let size = |stmt: StmtId| {
        let inside = body.descend(Node::Stmt(stmt)).filter_map(Node::stmt);
        inside.filter(|&stmt| does_something(body, stmt)).count() as u64
    };
    for parent in nodes.iter().filter_map(|node| node.stmt()).filter(|stmt| reached.contains(stmt)) {
        let parent = match body.stmt(parent) {
            StmtKind::Compound { .. } | StmtKind::If { .. } => parent,
            // The block of a switch does not begin.
            StmtKind::Switch { body: block, .. } if matches!(body.stmt(block), StmtKind::Compound { .. }) => {
                collect_cases(body, block, function, &is_dead, &size, dead);
                continue;
            }
            _ => continue,
        };
        let children = body.children(Node::Stmt(parent)).into_iter().filter_map(Node::stmt);
        dead.extend(children.filter(|&stmt| is_dead(stmt)).map(|stmt| Dead {
            function,
            stmt,
            end: None,
            size: size(stmt),
        }));
    }
}

/// The dead cases of a switch that nothing falls into.
fn collect_cases(
    body: &Body,
    block: StmtId,
    function: FunctionId,
    is_dead: &impl Fn(StmtId) -> bool,
    size: &impl Fn(StmtId) -> u64,
    dead: &mut Vec<Dead>,
) {
    let items: Vec<StmtId> = body.children(Node::Stmt(block)).into_iter().filter_map(Node::stmt).collect();
    let is_break = |stmt: StmtId| matches!(body.stmt(stmt), StmtKind::Break {});
    for (at, &stmt) in items.iter().enumerate() {
        let is_case = matches!(body.stmt(stmt), StmtKind::Case { .. } | StmtKind::Default { .. });
        let is_entered = at > 0 && !is_break(items[at - 1]);
        if is_case && !is_entered && is_dead(stmt) {
            let end = items.get(at + 1).copied().filter(|&next| is_break(next));
            dead.push(Dead { function, stmt, end, size: size(stmt) + u64::from(end.is_some()) });
        }
    }
}

fn without(mut program: Program, mut gone: Vec<Dead>) -> Result<Program, Vec<Diagnostic>> {
    gone.sort_unstable_by_key(|dead| (dead.function, dead.stmt));
    for of_function in gone.chunk_by(|a, b| a.function == b.function) {
        let before = program.clone();
        let mut edit = FunctionEdit::open(&before, 0, of_function[0].function);
        for dead in of_function {
            remove(&mut edit, dead.stmt);
            if let Some(end) = dead.end {
                remove(&mut edit, end);
            }
        }
        program = edit.finish()?;
    }
    Ok(program)
}

/// Takes a statement away. What cannot go stays: it does no harm.
fn remove(edit: &mut FunctionEdit<'_>, stmt: StmtId) {
    let Some(Node::Stmt(parent)) = edit.parent(Node::Stmt(stmt)) else { return };
    match edit.body().stmt(parent) {
        StmtKind::If { cond, then, otherwise: Some(otherwise) } if otherwise == stmt => {
            let alone = edit.if_(cond, then, None);
            let _kept = edit.replace(Node::Stmt(parent), Node::Stmt(alone));
        }
        StmtKind::If { .. } => {
            let nothing = edit.block([]);
            let _kept = edit.replace(Node::Stmt(stmt), Node::Stmt(nothing));
        }
        _ => {
            let _kept = edit.delete(stmt);
        }
    }
}
