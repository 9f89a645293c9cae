//! What a call can touch: functions that touch nothing but their own variables, and functions that only read the rest. No
//! order of calling them can matter among themselves, so nobody has to look.
//!
//! A call through a pointer can lead to any function whose address is taken somewhere, and touches what those touch.

use kiln_lang::index::Id;
use kiln_lang::names::Symbol;
use kiln_lang::tree::{
    Body, Decl, DeclKind, ExprId, ExprKind, FunctionId, Linkage, Node, Program, Sight, StmtId, StmtKind, UnaryOp,
};
use kiln_lang::types::Quals;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a call may touch besides the variables of the function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Touch {
    /// No object, not even through pointers.
    Nothing,
    /// It reads objects.
    Reads,
    /// It may do anything.
    #[default]
    Anything,
}

/// A function, by unit and name.
type Key = (u32, Symbol);

/// What calls may touch.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    /// Functions that do not touch anything they like.
    functions: FxHashMap<Key, Touch>,
    /// Calls through pointers.
    pointers: Touch,
}

impl Touches {
    /// What calling a function touches.
    pub fn function(&self, unit: u32, name: Symbol) -> Touch {
        self.functions.get(&(unit, name)).copied().unwrap_or_default()
    }

    /// What a call through a pointer touches.
    pub fn pointers(&self) -> Touch {
        self.pointers
    }

    /// Whether calls touch no more in another version of a program than is said here.
    pub fn cover(&self, other: &Touches) -> bool {
        other.pointers <= self.pointers
            && self.functions.iter().all(|(&(unit, name), &touch)| other.function(unit, name) <= touch)
    }
}

/// What a body does itself.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Functions whose address it takes.
    taken: Vec<Symbol>,
    /// The function, if other units can have another definition of it.
    external: Option<Symbol>,
    /// What its function does, if that is not anything it likes.
    function: Option<Function>,
}

/// What a function does itself.
#[derive(Clone, Debug)]
struct Function {
    name: Symbol,
    touch: Touch,
    /// The functions it calls by name.
    callees: Vec<Symbol>,
    calls_pointers: bool,
}

/// What calls touch in a program. `own` says what each body does itself, that of a function or of file scope.
pub fn touches(program: &Program, own: &mut impl FnMut(u32, Option<FunctionId>) -> Own) -> Touches {
    let mut functions: FxHashMap<Key, Function> = FxHashMap::default();
    let mut taken: FxHashSet<Key> = FxHashSet::default();
    let mut n_external: FxHashMap<Symbol, u32> = FxHashMap::default();
    for (index, unit) in program.units.iter().enumerate() {
        let index = index as u32;
        for id in std::iter::once(None).chain(unit.function_ids().map(Some)) {
            let own = own(index, id);
            taken.extend(own.taken.into_iter().map(|name| (index, name)));
            if let Some(name) = own.external {
                *n_external.entry(name).or_default() += 1;
            }
            if let Some(function) = own.function {
                functions.insert((index, function.name), function);
            }
        }
    }
    // Of several definitions, another may be the one that holds.
    functions.retain(|(_, name), _| n_external.get(name).is_none_or(|&n| n == 1));
    let mut result = Touches {
        functions: functions.iter().map(|(&key, function)| (key, function.touch)).collect(),
        pointers: Touch::Nothing,
    };
    // What is called is touched too.
    loop {
        let before = result.clone();
        let pointers = taken.iter().map(|&(unit, name)| before.function(unit, name)).max();
        result.pointers = pointers.unwrap_or(Touch::Nothing);
        result.functions.retain(|key, touch| {
            let function = &functions[key];
            let callees = function.callees.iter().map(|&name| before.function(key.0, name)).max();
            let through_pointers = if function.calls_pointers { before.pointers } else { Touch::Nothing };
            *touch = (*touch).max(callees.unwrap_or(Touch::Nothing)).max(through_pointers);
            *touch != Touch::Anything
        });
        if result.pointers == before.pointers && result.functions == before.functions {
            return result;
        }
    }
}

/// What a body does itself: that of a function, or of file scope.
pub fn own(program: &Program, unit: u32, id: Option<FunctionId>) -> Own {
    let unit = &program.units[unit as usize];
    let body = id.map_or(&*unit.file, |id| unit.function(id));
    let sight = Sight::of_function(&program.tables, unit, body);
    let direct = vec![false; body.n_exprs()];
    let mut walk = Walk { sight, body, touch: Touch::Nothing, direct, named: Vec::new(), own: Own::default() };
    let Some(function) = id.and_then(|_| body.functions.iter().next()) else {
        for item in body.list(body.items) {
            let StmtKind::Decl { group } = body.stmt(item) else { continue };
            // Attributes of other declarations name functions too, and nobody gets their addresses.
            if body.list(body.groups[group].decls).any(|id| body.decls[id].init.is_some()) {
                walk.walk(Node::Stmt(item));
            }
        }
        return walk.finished();
    };
    let decl = sight.decl(function.decl);
    walk.own.external = decl.name.filter(|_| decl.linkage == Linkage::External);
    walk.own.function = decl.name.filter(|_| decl.asm_label.is_none()).map(|name| Function {
        name,
        touch: Touch::Nothing,
        callees: Vec::new(),
        calls_pointers: false,
    });
    walk.everything();
    // At the end of a scope functions are called that no expression names.
    let mut attrs = body.attrs.iter().flat_map(|attrs| attrs.iter());
    if walk.touch == Touch::Anything || attrs.any(|attr| sight.name(attr.name) == "cleanup") {
        walk.own.function = None;
    } else if let Some(function) = &mut walk.own.function {
        function.touch = walk.touch;
    }
    walk.finished()
}

/// A walk through a body.
struct Walk<'a> {
    sight: Sight<'a>,
    body: &'a Body,
    touch: Touch,
    /// Expressions that are names and are called.
    direct: Vec<bool>,
    /// Expressions that are names of functions.
    named: Vec<(ExprId, Symbol)>,
    own: Own,
}

impl Walk<'_> {
    /// Looks at all expressions and statements in the order in which they are stored, which takes half the time of a walk. What
    /// an edit has left behind is among them: the function seems to do more than it does.
    fn everything(&mut self) {
        (0..self.body.n_exprs()).for_each(|index| self.expr(ExprId::from_index(index)));
        (0..self.body.n_stmts()).for_each(|index| self.stmt(StmtId::from_index(index)));
    }

    fn walk(&mut self, root: Node) {
        for node in self.body.descend(root) {
            match node {
                Node::Expr(id) => self.expr(id),
                Node::Stmt(id) => self.stmt(id),
            }
        }
    }

    fn stmt(&mut self, id: StmtId) {
        if matches!(self.body.stmt(id), StmtKind::Asm { .. } | StmtKind::Function { .. }) {
            self.touch = Touch::Anything;
        }
    }

    /// What the body does, once all of it has been seen: operands may stand before what they are operands of.
    fn finished(mut self) -> Own {
        let taken = self.named.iter().filter(|(id, _)| !self.direct[id.index()]).map(|&(_, name)| name);
        self.own.taken.extend(taken);
        self.own
    }

    fn expr(&mut self, id: ExprId) {
        let types = self.sight.types();
        let expr = self.body.expr(id);
        match expr {
            ExprKind::Call { callee, .. } => self.call(callee),
            ExprKind::Name { .. } => {}
            // Of a function that may do anything, only whom it calls and the addresses it takes are left to be found out.
            _ if self.touch == Touch::Anything => return,
            _ => {}
        }
        let touch = match expr {
            // An access to a volatile object is a side effect.
            _ if types.quals(self.body.ty(id)).contains(Quals::VOLATILE) => Touch::Anything,
            ExprKind::VaArg { .. } => Touch::Anything,
            ExprKind::Assign { lhs, .. } => self.write(lhs),
            ExprKind::Unary { op, operand } if op.is_increment() => self.write(operand),
            ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::CompoundLiteral { .. } => Touch::Reads,
            ExprKind::Name { decl } => self.name(id, self.sight.decl(decl)),
            _ => Touch::Nothing,
        };
        self.touch = self.touch.max(touch);
    }

    fn name(&mut self, id: ExprId, decl: &Decl) -> Touch {
        match decl.kind {
            DeclKind::Function(_) => {
                self.named.extend(decl.name.map(|name| (id, name)));
                Touch::Nothing
            }
            DeclKind::Variable if !is_own(decl) => Touch::Reads,
            _ => Touch::Nothing,
        }
    }

    /// Notes who is called.
    fn call(&mut self, callee: ExprId) {
        let named = match self.body.expr(callee) {
            ExprKind::Name { decl } => Some(self.sight.decl(decl)),
            _ => None,
        };
        let named = named.filter(|decl| matches!(decl.kind, DeclKind::Function(_)));
        if named.is_some() {
            self.direct[callee.index()] = true;
        }
        let Some(function) = &mut self.own.function else { return };
        match named {
            None => function.calls_pointers = true,
            // Not by a name that others know: a nested function, or one with another name for the linker.
            Some(decl) if decl.linkage == Linkage::None || decl.asm_label.is_some() => self.touch = Touch::Anything,
            Some(decl) => function.callees.extend(decl.name),
        }
    }

    /// What writing to an lvalue touches.
    fn write(&self, lhs: ExprId) -> Touch {
        match self.body.expr(lhs) {
            ExprKind::Name { decl } if is_own(self.sight.decl(decl)) => Touch::Nothing,
            ExprKind::Member { base, arrow: false, .. } => self.write(base),
            ExprKind::Index { base, .. } if self.sight.types().as_array(self.body.ty(base)).is_some() => {
                self.write(base)
            }
            _ => Touch::Anything,
        }
    }
}

/// Whether a variable belongs to one call of the function.
fn is_own(decl: &Decl) -> bool {
    let is_variable = matches!(decl.kind, DeclKind::Variable | DeclKind::Param);
    is_variable && decl.linkage == Linkage::None && !decl.is_static()
}
