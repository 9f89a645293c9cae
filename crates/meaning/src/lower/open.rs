//! Functions that are still being written: statements are lowered into them while they run.
//!
//! An open function remembers, for every statement, where its code begins and what lowering knew there. A statement that
//! takes the place of another (a hole, or one that is rewritten) is lowered as a *fragment*: its code is appended, ends with
//! a jump to what follows the old statement, and the first instruction of the old one becomes a jump to it. Nothing that
//! was there moves, so that every call that is active goes on.
//!
//! The variables of an open function are all in memory, since a later statement may take their address; so registers hold
//! nothing between statements, and going back to the beginning of a statement is a matter of memory alone.
//!
//! A function that is [only mended](mended) gets no statements, but its operations may be repaired while it runs: it is
//! lowered as others are, and remembers where its instructions come from.

use kiln_lang::tree::{Body, DeclId, ExprId, ExprRef, FunctionId, LabelId, Program, StmtId, StmtKind};
use kiln_lang::types::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

use super::locals::{Known, Local};
use super::{Lower, Shared, Target, jump, stmt};
use crate::code::{Code, CopyRule, Op, Reg, Symbol};
use crate::memory::access::Access;
use crate::memory::bits::BitAccess;
use crate::settings::Settings;

/// What lowering knows at the beginning of a statement.
#[derive(Clone, Debug)]
struct Position {
    top: u32,
    known: Known,
    scopes: Vec<stmt::Scope>,
    loops: Vec<stmt::Breakable>,
    switches: Vec<stmt::SwitchState>,
}

/// Where the code of a statement is.
#[derive(Clone, Debug)]
struct Stretch {
    start: Target,
    end: Target,
    position: Position,
}

/// Where an instruction of an open function comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The innermost expression.
    pub expr: Option<ExprId>,
    /// The innermost statement.
    pub stmt: Option<StmtId>,
    /// The full expression: an index of the code's sites.
    pub site: u32,
}

/// What is kept of an open function between two statements that are lowered into it.
#[derive(Debug)]
pub struct Open {
    function: Option<FunctionId>,
    result: Ty,
    result_pointer: Option<Reg>,
    targets: Vec<Option<u32>>,
    locals: FxHashMap<DeclId, Local>,
    accesses: FxHashMap<Access, u16>,
    bit_accesses: FxHashMap<BitAccess, u16>,
    symbols: FxHashMap<Symbol, u32>,
    copies: FxHashMap<CopyRule, u32>,
    labels: FxHashMap<LabelId, jump::LabelState>,
    scope_infos: Vec<jump::ScopeInfo>,
    bounds: FxHashMap<ExprRef, Reg>,
    restricts: FxHashMap<DeclId, Reg>,
    markers: FxHashMap<DeclId, u16>,
    statements: FxHashMap<StmtId, Stretch>,
    returns_twice: bool,
}

/// What an open function records while it is lowered.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    /// Statements may be lowered into the function later.
    open: bool,
    statements: FxHashMap<StmtId, Stretch>,
    stmt: Option<StmtId>,
    pub(super) expr: Option<ExprId>,
    site: u32,
    level: u16,
    /// Tables of switches and computed jumps that are resolved.
    resolved: (usize, usize),
}

impl Recorder {
    pub(super) fn origin(&self) -> Origin {
        Origin { expr: self.expr, stmt: self.stmt, site: self.site }
    }
}

/// Why a statement cannot be lowered into an open function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There is no code of the statement that it replaces.
    NoPlace,
    /// A declaration would belong to the block around, which has begun already. A block of its own can hold it.
    Declaration,
    /// A `case` would belong to the switch around, whose table is made already.
    Case,
    /// A label of the statement is the target of a computed jump, whose table is made already.
    LabelAddress,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refused::NoPlace => "the statement that is replaced has no code",
            Refused::Declaration => "a declaration cannot join a block that has begun: put it into a block of its own",
            Refused::Case => "a case cannot join a switch that has begun: put the whole switch into the statement",
            Refused::LabelAddress => "the address of a label cannot be taken in a function that has begun",
        })
    }
}

/// Lowers a function that stays open.
pub fn open(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    function: FunctionId,
    shared: &mut Shared,
) -> (Code, Open) {
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.recorder = Some(Recorder { open: true, ..Recorder::default() });
    lower.lower_function(function);
    lower.suspend(0)
}

/// Lowers a function whose operations may be repaired.
pub fn mended(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    function: FunctionId,
    shared: &mut Shared,
) -> Code {
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.recorder = Some(Recorder::default());
    lower.lower_function(function);
    lower.suspend(0).0
}

/// Lowers a statement in the place of another; appends its code. Gives where it starts.
#[expect(clippy::too_many_arguments, reason = "what lowering needs, and the function it goes on with")]
pub fn fragment(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    shared: &mut Shared,
    (code, open): (Code, Open),
    old: StmtId,
    new: StmtId,
) -> (Code, Open, Result<u32, Refused>) {
    let refused = if open.statements.contains_key(&old) { refusal(body, new) } else { Some(Refused::NoPlace) };
    if let Some(refused) = refused {
        return (code, open, Err(refused));
    }
    let start = code.ops.len() as u32;
    let Stretch { start: entry, end, position } = open.statements[&old].clone();
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.label_addresses = super::labels_with_address(body);
    lower.resume(code, open, position);
    let grow = lower.emit(Op::Nop);
    let n_objects = lower.code.objects.len();
    lower.statement(new);
    if lower.code.objects.len() > n_objects {
        lower.code.ops[grow] = Op::Grow;
    }
    lower.jump(end);
    lower.resolve_jumps();
    let entry = lower.targets[entry.0 as usize].unwrap_or(start);
    let (mut code, open) = lower.suspend(start as usize);
    code.ops[entry as usize] = Op::Jump { to: start };
    (code, open, Ok(start))
}

/// Lowers an expression at the beginning of a statement, to see its value: its code ends with [`Op::Pause`]. Gives where the
/// code starts and which register has the value.
#[expect(clippy::too_many_arguments, reason = "what lowering needs, and the function it goes on with")]
pub fn glance(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    shared: &mut Shared,
    (code, open): (Code, Open),
    at: StmtId,
    expr: ExprId,
) -> (Code, Open, Result<(u32, super::Val), Refused>) {
    let Some(stretch) = open.statements.get(&at).cloned() else { return (code, open, Err(Refused::NoPlace)) };
    let start = code.ops.len() as u32;
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.resume(code, open, stretch.position);
    let grow = lower.emit(Op::Nop);
    let n_objects = lower.code.objects.len();
    lower.begin_expression(Some(expr));
    let value = lower.value(expr);
    lower.emit(Op::Pause);
    if lower.code.objects.len() > n_objects {
        lower.code.ops[grow] = Op::Grow;
    }
    lower.resolve_jumps();
    let (code, open) = lower.suspend(start as usize);
    (code, open, Ok((start, value)))
}

/// Why a statement cannot be lowered on its own.
fn refusal(body: &Body, new: StmtId) -> Option<Refused> {
    use kiln_lang::tree::{ExprKind, Node};
    if declares(body, new) {
        return Some(Refused::Declaration);
    }
    let mut switches = FxHashSet::default();
    for node in body.descend(Node::Stmt(new)) {
        match node {
            Node::Stmt(id) => match body.stmt(id) {
                StmtKind::Switch { .. } => {
                    switches.extend(body.descend(node).filter_map(|node| match node {
                        Node::Stmt(id) => Some(id),
                        Node::Expr(_) => None,
                    }));
                }
                StmtKind::Case { .. } | StmtKind::Default { .. } if !switches.contains(&id) => {
                    return Some(Refused::Case);
                }
                _ => {}
            },
            Node::Expr(id) if matches!(body.expr(id), ExprKind::LabelAddress { .. }) => {
                return Some(Refused::LabelAddress);
            }
            Node::Expr(_) => {}
        }
    }
    None
}

/// Whether a statement declares something in the block around it.
fn declares(body: &Body, id: StmtId) -> bool {
    match body.stmt(id) {
        StmtKind::Decl { .. } => true,
        StmtKind::Label { body: inner, .. }
        | StmtKind::Case { body: inner, .. }
        | StmtKind::Default { body: inner } => declares(body, inner),
        StmtKind::Pragma { body: Some(inner), .. } => declares(body, inner),
        _ => false,
    }
}

impl Lower<'_> {
    /// Whether statements may be lowered into the function later.
    pub(super) fn is_open(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.open)
    }

    /// A statement of a function that is mended begins: whether it is reached will be known.
    pub(super) fn mended_statement(&mut self, id: StmtId) -> Option<StmtId> {
        let recorder = self.recorder.as_mut()?;
        let outer = recorder.stmt.replace(id);
        let stmt = self.code.statements.len() as u32;
        self.code.statements.push(id);
        self.emit(Op::At { stmt, level: 0 });
        outer
    }

    /// A statement of an open function begins: it can be replaced, and gone back to.
    pub(super) fn open_statement(&mut self, id: StmtId) -> Option<StmtId> {
        let (start, end) = (self.new_target(), self.new_target());
        self.set_target(start);
        let position = Position {
            top: self.top,
            known: self.known.clone(),
            scopes: self.scopes.clone(),
            loops: self.loops.clone(),
            switches: self.switches.clone(),
        };
        let recorder = self.recorder.as_mut()?;
        recorder.statements.insert(id, Stretch { start, end, position });
        recorder.level += 1;
        let level = recorder.level;
        let outer = recorder.stmt.replace(id);
        let stmt = self.code.statements.len() as u32;
        self.code.statements.push(id);
        self.emit(Op::At { stmt, level });
        outer
    }

    /// It ends.
    pub(super) fn close_statement(&mut self, id: StmtId, outer: Option<StmtId>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.stmt = outer;
            recorder.level = recorder.level.saturating_sub(1);
            if let Some(&Stretch { end, .. }) = recorder.statements.get(&id) {
                self.set_target(end);
            }
        }
    }

    /// A full expression of an open function begins.
    pub(super) fn open_expression(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.site = self.code.sites;
            self.code.sites += 1;
            let site = recorder.site;
            self.emit(Op::Visit { site });
        }
    }

    /// The full expression that is being lowered, in an open function.
    pub(super) fn recorded_site(&self) -> Option<u32> {
        self.recorder.as_ref().map(|recorder| recorder.site)
    }

    /// The full expression around another one goes on.
    pub(super) fn record_site(&mut self, site: Option<u32>) {
        if let (Some(recorder), Some(site)) = (&mut self.recorder, site) {
            recorder.site = site;
        }
    }

    fn resume(&mut self, code: Code, open: Open, position: Position) {
        self.code = code;
        self.function = open.function;
        self.result = open.result;
        self.result_pointer = open.result_pointer;
        self.targets = open.targets;
        self.locals = open.locals;
        self.accesses = open.accesses;
        self.bit_accesses = open.bit_accesses;
        self.symbols = open.symbols;
        self.copies = open.copies;
        self.labels = open.labels;
        self.scope_infos = open.scope_infos;
        self.bounds = open.bounds;
        self.restricts = open.restricts;
        self.markers = open.markers;
        self.returns_twice = open.returns_twice;
        self.has_labels = true;
        let level = position.scopes.len() as u16 + 1;
        let resolved = (self.code.switches.len(), self.code.gotos.len());
        self.recorder =
            Some(Recorder { open: true, statements: open.statements, level, resolved, ..Recorder::default() });
        self.top = position.top;
        self.known = position.known;
        self.scopes = position.scopes;
        self.loops = position.loops;
        self.switches = position.switches;
    }

    /// Resolves the jumps from an instruction on; what stands before has been resolved. Nothing moves.
    fn resolve_from(&mut self, from: usize) {
        let end = self.code.ops.len() as u32;
        let (switches, gotos) = self.recorder.as_ref().map_or((0, 0), |recorder| recorder.resolved);
        let targets: Vec<u32> = self.targets.iter().map(|target| target.unwrap_or(end)).collect();
        for op in &mut self.code.ops[from..] {
            if let Some(to) = op.target() {
                *to = targets[*to as usize];
            }
        }
        for table in &mut self.code.switches[switches..] {
            table.default = targets[table.default as usize];
            table.cases.iter_mut().for_each(|case| case.to = targets[case.to as usize]);
            table.cases.sort_by_key(|case| case.lo);
        }
        for (_, to) in self.code.gotos[gotos..].iter_mut().flatten() {
            *to = targets[*to as usize];
        }
        self.unsupported("the end of the code");
    }

    fn suspend(mut self, from: usize) -> (Code, Open) {
        self.resolve_from(from);
        let open = Open {
            function: self.function,
            result: self.result,
            result_pointer: self.result_pointer,
            targets: self.targets,
            locals: self.locals,
            accesses: self.accesses,
            bit_accesses: self.bit_accesses,
            symbols: self.symbols,
            copies: self.copies,
            labels: self.labels,
            scope_infos: self.scope_infos,
            bounds: self.bounds,
            restricts: self.restricts,
            markers: self.markers,
            statements: self.recorder.map(|recorder| recorder.statements).unwrap_or_default(),
            returns_twice: self.returns_twice,
        };
        (self.code, open)
    }
}
