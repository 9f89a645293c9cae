//! Lowering: from the typed tree of a function to the machine's code.
//!
//! Every operation that C may leave undefined becomes an instruction that checks it; what the types already decide is
//! decided here. Scalars whose address is never taken live in registers, everything else in objects of the frame.
//! `locals` decides which, `place` turns lvalues into places, `access` reads and writes them, `expr` and its neighbours values into registers,
//! `stmt` and `jump` statements into jumps, `nested` functions inside of functions, `init` initialisers into stores;
//! `effects` finds out what expressions touch, `order` operands without an order whose effects may meet; `probe` puts counters and records for a profile in
//! between.

mod access;
mod asm;
mod assign;
mod builtin;
mod call;
mod class;
mod convert;
mod effects;
mod expr;
mod forward;
pub(crate) mod fuse;
mod init;
mod instruction;
mod instrument;
mod jump;
mod lanes;
pub mod later;
mod locals;
mod nested;
pub mod open;
mod operator;
mod order;
mod padding;
mod place;
mod precision;
mod probe;
mod runtime_record;
mod statement_expression;
mod stmt;
pub mod touch;
mod union_rest;
mod vla;

use kiln_lang::index::Id;
use kiln_lang::source::Span;
use kiln_lang::tree::{
    AttrArgs, Body, Decl, DeclId, DeclRef, ExprId, ExprKind, ExprRef, FunctionId, LabelId, Node, Program, Sight, StmtId,
};
use kiln_lang::types::{Ty, TypeKind, Types};
use kiln_lang::{Folder, Options};
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::class::{Class, Classes, class_of, float_slots};
pub use self::later::{Facts, Shared};
use self::locals::{Known, Local};
pub(crate) use self::operator::{comparison, float_op, int_op};
use crate::code::{Arg, Code, CopyRule, FrameObject, Op, Padding, Published, Reg, Symbol, Trap, Watched};
use crate::image::Info;
use crate::memory::access::Access;
use crate::memory::bits::BitAccess;
use crate::memory::template::Template;
use crate::memory::{BEST, Sort, align_no_better, align_up, flag};
use crate::outcome::Place;
use crate::settings::{Order, Settings};
use crate::undefined::Kind;

/// A value in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Val {
    /// The first register.
    pub reg: Reg,
    /// How it is held.
    pub class: Class,
}

/// What lowering has written.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The code.
    pub code: Code,
    /// Bytes of a pointer, if instructions are to be fused.
    pub pointer_size: Option<u8>,
}

/// A jump target that may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Target(u32);

/// Lowers one function, or the initialisers of the static objects of one body.
pub struct Lower<'a> {
    program: &'a Program,
    settings: &'a Settings,
    sight: Sight<'a>,
    unit: u32,
    shared: &'a mut Shared,
    code: Code,
    /// The next free register, and the most that were in use.
    top: u32,
    locals: FxHashMap<DeclId, Local>,
    /// Variables that must be in memory.
    in_memory: FxHashSet<DeclId>,
    known: Known,
    accesses: FxHashMap<Access, u16>,
    bit_accesses: FxHashMap<BitAccess, u16>,
    symbols: FxHashMap<Symbol, u32>,
    copies: FxHashMap<CopyRule, u32>,
    /// The rules of types as they are copied everywhere.
    plain_copies: FxHashMap<(Ty, bool, u64), u32>,
    /// What stores to members leave without a value, by what they are part of.
    rests: FxHashMap<place::Whole, Option<u16>>,
    /// Where each target is, once it is known.
    targets: Vec<Option<u32>>,
    /// Blocks around the current place, innermost last.
    scopes: Vec<stmt::Scope>,
    /// What is called when the function begins and ends.
    hooks: Option<instrument::Hooks>,
    /// What is declared before the current place in the blocks around it, and parameters.
    visible: Vec<DeclId>,
    loops: Vec<stmt::Breakable>,
    switches: Vec<stmt::SwitchState>,
    labels: FxHashMap<LabelId, jump::LabelState>,
    pending: Vec<jump::PendingJump>,
    scope_infos: Vec<jump::ScopeInfo>,
    /// Arrays of run-time size whose declaration has not been reached in the text.
    later_arrays: FxHashSet<u16>,
    /// Computed jumps: their table, the block they stand in, and where.
    computed: Vec<(u32, Option<jump::ScopeId>, Span)>,
    nesting: nested::Nesting,
    /// The temporaries of the full expression at hand.
    temporaries: Vec<u16>,
    span: Span,
    /// Operands of the full expression at hand may have effects that meet.
    unordered: bool,
    /// Open regions of operands without an order.
    regions: u32,
    /// Calls and statement expressions of the full expression at hand beside which nothing else is evaluated.
    alone: Vec<ExprId>,
    /// Statement expressions around the current place that stand beside other operands.
    level: u32,
    /// Variables that operands in these regions change.
    changed: FxHashSet<DeclId>,
    found: effects::Found,
    /// The variable whose initialiser is being lowered.
    initialized: Option<DeclRef>,
    bounds: FxHashMap<ExprRef, Reg>,
    /// The registers with the tags of restrict-qualified variables.
    restricts: FxHashMap<DeclId, Reg>,
    /// Objects that stand for identifiers of variably modified type.
    markers: FxHashMap<DeclId, u16>,
    /// Registers set aside for bounds.
    free_bounds: Vec<Reg>,
    function: Option<FunctionId>,
    result: Ty,
    /// Where a result that is in memory goes.
    result_pointer: Option<Reg>,
    /// Every read of a register is checked: the function can be returned to twice.
    returns_twice: bool,
    has_labels: bool,
    /// Lowering static initialisers: everything is constant and const objects are written.
    is_static: bool,
    label_addresses: Vec<LabelId>,
    /// The function is compiled without strict aliasing.
    any_alias: bool,
    /// For a function that stays open: what it has to remember.
    recorder: Option<open::Recorder>,
    /// The last instruction that a jump leads to.
    last_target: usize,
    /// The program looks at the floating-point environment; and whether a constant expression is being lowered.
    watches_floats: bool,
    in_constant: bool,
}

impl<'a> Lower<'a> {
    fn new(program: &'a Program, settings: &'a Settings, unit: u32, body: &'a Body, shared: &'a mut Shared) -> Self {
        let sight = Sight::of_function(&program.tables, &program.units[unit as usize], body);
        let watches_floats = shared.facts.watches_floats;
        Lower {
            program,
            settings,
            sight,
            unit,
            shared,
            code: Code::default(),
            top: 0,
            locals: FxHashMap::default(),
            in_memory: FxHashSet::default(),
            known: Known::default(),
            accesses: FxHashMap::default(),
            bit_accesses: FxHashMap::default(),
            symbols: FxHashMap::default(),
            copies: FxHashMap::default(),
            plain_copies: FxHashMap::default(),
            rests: FxHashMap::default(),
            targets: Vec::new(),
            scopes: Vec::new(),
            hooks: None,
            visible: Vec::new(),
            loops: Vec::new(),
            switches: Vec::new(),
            labels: FxHashMap::default(),
            pending: Vec::new(),
            scope_infos: Vec::new(),
            later_arrays: FxHashSet::default(),
            computed: Vec::new(),
            nesting: nested::Nesting::of(body),
            temporaries: Vec::new(),
            span: Span::NONE,
            unordered: false,
            regions: 0,
            alone: Vec::new(),
            level: 0,
            changed: FxHashSet::default(),
            found: effects::Found::default(),
            initialized: None,
            bounds: FxHashMap::default(),
            free_bounds: Vec::new(),
            markers: FxHashMap::default(),
            restricts: FxHashMap::default(),
            function: None,
            result: Ty::VOID,
            result_pointer: None,
            returns_twice: false,
            has_labels: false,
            is_static: false,
            label_addresses: Vec::new(),
            any_alias: false,
            recorder: None,
            last_target: 0,
            watches_floats,
            in_constant: false,
        }
    }

    fn body(&self) -> &'a Body {
        self.sight.body
    }

    fn types(&self) -> &'a Types {
        &self.program.tables.types
    }

    fn options(&self) -> &'a Options {
        &self.program.options
    }

    fn folder(&self) -> Folder<'a> {
        Folder::new(self.sight, self.options())
    }

    #[inline]
    fn class(&self, ty: Ty) -> Class {
        match self.types().as_basic(ty) {
            Some(basic) => self.shared.facts.classes.of(basic),
            None => class_of(self.types(), self.options(), ty),
        }
    }

    fn size_of(&self, ty: Ty) -> Option<u64> {
        self.types().size_of(&self.options().target, ty)
    }

    /// Moves to a place of the source; gives the one before.
    fn at(&mut self, span: Span) -> Span {
        std::mem::replace(&mut self.span, span)
    }

    /// Moves to an expression; gives where it was.
    fn at_expr(&mut self, id: ExprId) -> (Span, Option<ExprId>, bool) {
        let expr = self.recorder.as_mut().and_then(|recorder| recorder.expr.replace(id));
        let in_constant = self.in_constant;
        self.in_constant |= self.watches_floats && self.folder().value(id).is_some();
        (self.at(self.body().expr_span(id)), expr, in_constant)
    }

    /// Moves back.
    fn back_to(&mut self, (span, expr, in_constant): (Span, Option<ExprId>, bool)) {
        self.span = span;
        self.in_constant = in_constant;
        if let Some(recorder) = &mut self.recorder {
            recorder.expr = expr;
        }
    }

    fn right_to_left(&self) -> bool {
        self.settings.order == Order::RightToLeft
    }
}

/// Registers and instructions.
impl Lower<'_> {
    fn emit(&mut self, op: Op) -> usize {
        let op = if self.watches_floats { self.watched(op) } else { op };
        self.code.ops.push(op);
        self.code.places.push(Place { unit: self.unit, span: self.span });
        if let Some(recorder) = &self.recorder {
            self.code.origins.push(recorder.origin());
        }
        self.code.ops.len() - 1
    }

    /// A floating operation becomes one whose exceptions count. Static initialisers raise none (C11 F.8.5).
    fn watched(&mut self, op: Op) -> Op {
        let is_floating = matches!(
            op,
            Op::F64Add { .. }
                | Op::F64Sub { .. }
                | Op::F64Mul { .. }
                | Op::F64Div { .. }
                | Op::Float { .. }
                | Op::CompareFloat { .. }
                | Op::IntToFloat { .. }
                | Op::FloatToInt { .. }
                | Op::FloatToFloat { .. }
                | Op::FloatIsNotZero { .. }
        );
        if !is_floating || self.is_static {
            return op;
        }
        self.code.watched.push(Watched { op, is_constant: self.in_constant });
        Op::Watched { index: self.code.watched.len() as u32 - 1 }
    }

    fn alloc(&mut self, slots: u16) -> Reg {
        let reg = self.top;
        self.top += u32::from(slots);
        self.code.registers = self.code.registers.max(self.top);
        // A function with too many registers does not run: see `finish`.
        reg.min(u32::from(u16::MAX)) as Reg
    }

    fn temp(&mut self, class: Class) -> Val {
        Val { reg: self.alloc(class.slots()), class }
    }

    /// The register that a result goes to: where it is wanted, or a new one.
    fn dest(&mut self, class: Class, want: Option<Reg>) -> Reg {
        want.unwrap_or_else(|| self.alloc(class.slots()))
    }

    fn mov(&mut self, d: Reg, value: Val) {
        if d == value.reg {
            return;
        }
        let a = value.reg;
        match value.class.slots() {
            0 => {}
            1 => drop(self.emit(Op::Mov { d, a })),
            2 => drop(self.emit(Op::Mov2 { d, a })),
            _ => drop(self.emit(Op::Mov3 { d, a })),
        }
    }

    fn constant(&mut self, value: u64, want: Option<Reg>) -> Reg {
        let d = want.unwrap_or_else(|| self.alloc(1));
        match i32::try_from(value as i64) {
            Ok(value) => drop(self.emit(Op::Const { d, value })),
            Err(_) => {
                let index = self.code.pool.len() as u32;
                self.code.pool.push(value);
                self.emit(Op::Pool { d, index });
            }
        }
        d
    }

    fn new_target(&mut self) -> Target {
        self.targets.push(None);
        Target(self.targets.len() as u32 - 1)
    }

    fn set_target(&mut self, target: Target) {
        self.last_target = self.code.ops.len();
        self.targets[target.0 as usize] = Some(self.last_target as u32);
    }

    fn jump(&mut self, target: Target) {
        self.emit(Op::Jump { to: target.0 });
    }

    fn trap(&mut self, trap: Trap) {
        let index = self.code.traps.len() as u32;
        self.code.traps.push(trap);
        self.emit(Op::Trap { trap: index });
    }

    fn unsupported(&mut self, what: impl Into<String>) {
        self.trap(Trap::Unsupported(what.into()));
    }

    fn undefined(&mut self, kind: Kind, message: impl Into<String>) {
        self.trap(Trap::Undefined(kind, message.into()));
    }

    fn symbol(&mut self, symbol: Symbol) -> u32 {
        let next = self.symbols.len() as u32;
        *self.symbols.entry(symbol).or_insert_with(|| {
            self.code.symbols.push(symbol);
            next
        })
    }

    fn access(&mut self, access: Access) -> u16 {
        let next = self.code.accesses.len() as u16;
        *self.accesses.entry(access).or_insert_with(|| {
            self.code.accesses.push(access);
            next
        })
    }

    fn bit_access(&mut self, access: BitAccess) -> u16 {
        let next = self.code.bits.len() as u16;
        *self.bit_accesses.entry(access).or_insert_with(|| {
            self.code.bits.push(access);
            next
        })
    }

    /// How a value of a type that is in memory is copied.
    fn copy_rule(&mut self, ty: Ty, volatile: bool) -> u32 {
        self.copy_rule_at(ty, volatile, u64::MAX)
    }

    /// As [`Lower::copy_rule`], to or from a place that is not better aligned than `align`.
    fn copy_rule_at(&mut self, ty: Ty, volatile: bool, align: u64) -> u32 {
        if let Some(&rule) = self.plain_copies.get(&(ty, volatile, align)) {
            return rule;
        }
        let rule = self.copy_rule_without(ty, volatile, align, Padding::default());
        self.plain_copies.insert((ty, volatile, align), rule);
        rule
    }

    /// As [`Lower::copy_rule_at`], where more has no value than padding.
    fn copy_rule_without(&mut self, ty: Ty, volatile: bool, align: u64, without: Padding) -> u32 {
        if self.runtime_record(ty).is_some() {
            self.unsupported("an initialiser of a structure of run-time size");
        }
        let size = self.size_of(ty).unwrap_or(0) as u32;
        let align = self.types().required_align(&self.options().target, ty).min(align) as u32;
        let mut padding = self.padding(ty);
        padding.bytes.extend(without.bytes);
        padding.bits.extend(without.bits);
        let shadows = self.shadows_of(ty, &padding);
        let cleared = padding.cleared();
        let rule = CopyRule { size, volatile, padding, cleared, align, shadows };
        let next = self.code.copies.len() as u32;
        *self.copies.entry(rule.clone()).or_insert_with(|| {
            self.code.copies.push(rule);
            next
        })
    }

    fn template(&mut self, ty: Ty) -> Box<[u16]> {
        let key = self.types().unqualified(ty);
        if let Some(template) = self.shared.templates.get(&key) {
            return template.clone();
        }
        let (types, options) = (&self.program.tables.types, &self.program.options);
        let size = types.size_of(&options.target, ty).unwrap_or(0) as usize;
        let template: Box<[u16]> = Template::of(&mut self.shared.tags, types, options, ty).whole(size).into();
        self.shared.templates.insert(key, template.clone());
        template
    }

    /// A new object of the frame.
    fn object(&mut self, ty: Ty, sort: Sort, align: u64, name: String, span: Span) -> u16 {
        let info = Info::of(name, Some(Place { unit: self.unit, span }), ty);
        let size = self.types().size_of(&self.options().target, ty).unwrap_or(0);
        // A frame that is too large is refused when it begins; until then it must not take any memory.
        let template = if size <= self.settings.limits.stack { self.template(ty) } else { Box::default() };
        let flags = if sort == Sort::Temporary { 0 } else { object_flags(self.types(), ty) };
        let align = align.max(1);
        let offset = align_no_better(u64::from(self.code.frame_size), align);
        self.code.frame_align = self.code.frame_align.max(align as u32);
        // A gap, so that the end of one object is not the start of the next.
        let end = offset.saturating_add(size).saturating_add(1);
        self.code.frame_size = u32::try_from(end).unwrap_or(u32::MAX);
        self.code.objects.push(FrameObject {
            offset: offset as u32,
            mirrored: offset as u32,
            align: align as u32,
            template,
            sort,
            flags,
            info,
            callable: None,
        });
        (self.code.objects.len() - 1) as u16
    }

    /// A temporary in memory: begins now, ends with the full expression.
    fn temporary(&mut self, ty: Ty) -> (u16, Reg) {
        let align = self.types().align_of(&self.options().target, ty);
        let is_runtime = self.runtime_record(ty).is_some();
        let fixed = if is_runtime { Ty::VOID } else { ty };
        let object = self.object(fixed, Sort::Temporary, align, "a temporary object".to_owned(), self.span);
        if is_runtime {
            let size = self.runtime_size(ty);
            self.emit(Op::EnterVla { object, size });
        } else {
            self.emit(Op::Enter { object });
        }
        self.temporaries.push(object);
        let d = self.alloc(3);
        self.emit(Op::Frame { d, object });
        (object, d)
    }

    /// Resolves jump targets, drops what turned out not to be needed, and gives the code.
    fn finish(mut self) -> Written {
        if self.top > u32::from(u16::MAX) || self.code.registers > u32::from(u16::MAX) - 64 {
            let span = self.span;
            self.code.ops = vec![Op::Trap { trap: self.code.traps.len() as u32 }];
            self.code.traps.push(Trap::Unsupported("a function with more than 65,000 registers".to_owned()));
            self.code.places = vec![Place { unit: self.unit, span }];
            return Written { code: self.code, pointer_size: None };
        }
        self.drop_unused_flags();
        self.mirror_frame();
        self.resolve();
        // What functions inside of it use is used in ways that are not seen here, and initialisers run once.
        if !self.settings.shortcuts
            || self.watches_floats
            || self.returns_twice
            || self.is_static
            || !self.code.published.is_empty()
        {
            return Written { code: self.code, pointer_size: None };
        }
        self.code.call_registers = self.code.calls.iter().map(|site| self.call_registers(site)).collect();
        let pointer_size = Some(self.options().target.pointer.size);
        Written { code: self.code, pointer_size }
    }

    /// Lays the objects of the frame out in the opposite order, and as well aligned as can be, for runs with other choices.
    fn mirror_frame(&mut self) {
        let mut end = 0;
        for object in self.code.objects.iter_mut().rev() {
            let offset = align_up(end, BEST.max(object.align.into()));
            end = offset.saturating_add(object.template.len() as u64).saturating_add(1);
            object.mirrored = offset as u32;
        }
        self.code.frame_size = self.code.frame_size.max(u32::try_from(end).unwrap_or(u32::MAX));
    }

    /// The registers that a call reads, from the first on.
    fn call_registers(&self, site: &crate::code::CallSite) -> u16 {
        let args = site.args.iter().map(|arg| arg.reg + self.class(arg.ty).slots()).max().unwrap_or(0);
        // The place of a result in memory comes before the arguments.
        if self.class(site.result) == Class::Memory { args.max(3) } else { args }
    }

    fn resolve(&mut self) {
        // Instructions that do nothing are taken out: positions are counted anew.
        let mut moved = Vec::with_capacity(self.code.ops.len() + 1);
        let mut next = 0u32;
        for op in &self.code.ops {
            moved.push(next);
            next += u32::from(*op != Op::Nop);
        }
        moved.push(next);
        let targets: Vec<u32> =
            self.targets.iter().map(|target| target.map_or(next, |pc| moved[pc as usize])).collect();
        let mut kept = 0;
        for pc in 0..self.code.ops.len() {
            let mut op = self.code.ops[pc];
            if op == Op::Nop {
                continue;
            }
            if let Some(to) = op.target() {
                *to = targets[*to as usize];
            }
            self.code.ops[kept] = op;
            self.code.places[kept] = self.code.places[pc];
            kept += 1;
        }
        self.code.ops.truncate(kept);
        self.code.places.truncate(kept);
        for table in &mut self.code.switches {
            table.default = targets[table.default as usize];
            table.cases.iter_mut().for_each(|case| case.to = targets[case.to as usize]);
            table.cases.sort_by_key(|case| case.lo);
        }
        for (_, to) in self.code.gotos.iter_mut().flatten() {
            *to = targets[*to as usize];
        }
        for (what, to) in &mut self.code.published {
            if let Published::Label(_) = what {
                *to = targets[*to as usize];
            }
        }
        // Whatever runs off the end has been told so.
        self.code.traps.push(Trap::Unsupported("the end of the code".to_owned()));
        self.code.ops.push(Op::Trap { trap: self.code.traps.len() as u32 - 1 });
        self.code.places.push(Place { unit: self.unit, span: self.span });
    }
}

/// Const and volatile of an object of a type.
pub fn object_flags(types: &Types, ty: Ty) -> u16 {
    use kiln_lang::types::Quals;
    let quals = types.quals(ty);
    let mut flags = 0;
    if quals.contains(Quals::CONST) {
        flags |= flag::READ_ONLY;
    }
    if quals.contains(Quals::VOLATILE) {
        flags |= flag::VOLATILE;
    }
    if has_qualified_parts(types, ty) {
        flags |= flag::QUALIFIED_PARTS;
    }
    flags
}

fn has_qualified_parts(types: &Types, ty: Ty) -> bool {
    use kiln_lang::types::Quals;
    match types.canon_kind(types.innermost_element(ty)) {
        TypeKind::Record(id) if types.records[id].kind == kiln_lang::types::RecordKind::Union => false,
        TypeKind::Record(id) => types.records[id].fields().any(|field| {
            let field = &types.fields[field];
            let quals = types.quals(field.ty);
            quals.contains(Quals::CONST) || quals.contains(Quals::VOLATILE) || has_qualified_parts(types, field.ty)
        }),
        _ => false,
    }
}

/// The labels of a body whose address is taken, in an order that all code of the body agrees on.
pub fn labels_with_address(body: &Body) -> Vec<LabelId> {
    let mut labels: Vec<LabelId> = Vec::new();
    let is_address = |id| matches!(body.expr(id), ExprKind::LabelAddress { .. });
    // Going through all expressions, in use or not, is much cheaper than down the tree.
    if body.labels.is_empty() || !(0..body.n_exprs()).map(ExprId::from_index).any(is_address) {
        return labels;
    }
    for (_, function) in body.functions.iter_ids() {
        for node in body.descend(Node::Stmt(function.body)) {
            if let Node::Expr(id) = node
                && let ExprKind::LabelAddress { label } = body.expr(id)
                && !labels.contains(&label)
            {
                labels.push(label);
            }
        }
    }
    labels
}

/// Lowers a function definition.
pub fn function(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    function: FunctionId,
    shared: &mut Shared,
) -> Written {
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.lower_function(function);
    lower.finish()
}

/// What is initialised before the program starts.
#[derive(Clone, Copy, Debug)]
pub enum StaticInit {
    /// A variable.
    Variable(DeclRef, ExprId),
    /// A compound literal.
    Literal(ExprId),
}

/// Lowers the initialisers of static objects of a body.
pub fn initializers(
    program: &Program,
    settings: &Settings,
    unit: u32,
    body: &Body,
    inits: &[StaticInit],
    shared: &mut Shared,
) -> Written {
    let mut lower = Lower::new(program, settings, unit, body, shared);
    lower.is_static = true;
    lower.label_addresses = labels_with_address(body);
    for &init in inits {
        match init {
            StaticInit::Variable(decl, init) => lower.lower_static_initializer(decl, init),
            StaticInit::Literal(literal) => lower.lower_static_literal(literal),
        }
    }
    lower.emit(Op::ReturnVoid);
    lower.finish()
}

impl Lower<'_> {
    fn lower_function(&mut self, id: FunctionId) {
        self.function = Some(id);
        let n_ops = self.body().n_exprs();
        self.code.ops.reserve(n_ops);
        self.code.places.reserve(n_ops);
        self.label_addresses = labels_with_address(self.body());
        self.find_locals_in_memory();
        let function = self.body().functions[id].clone();
        let decl = *self.sight.decl(function.decl);
        if let Some(ty) = self.types().as_function(decl.ty) {
            self.result = ty.result;
        }
        self.any_alias = self.is_without_strict_aliasing(&decl);
        self.span = decl.span;
        if self.class(self.result) == Class::Memory {
            self.result_pointer = Some(self.alloc(3));
        }
        let params: Vec<DeclId> = self.body().list(function.params).collect();
        self.lower_params(&params, function.old_style);
        self.declare_nested();
        self.reserve_bounds();
        for size in self.body().list(function.sizes) {
            self.evaluate_bound(size);
        }
        self.has_labels = !self.body().labels.is_empty();
        self.record_call(&params);
        self.hooks = self.hooks(function.decl);
        self.call_enter_hook();
        self.lower_body(function.body);
        self.span = self.closing_brace(function.body);
        self.call_exit_hook();
        self.emit(if self.types().is_void(self.result) { Op::ReturnVoid } else { Op::ReturnNothing });
    }

    /// `__attribute__((optimize("-fno-strict-aliasing")))`.
    fn is_without_strict_aliasing(&self, decl: &Decl) -> bool {
        let sight = self.sight.at(true);
        let attrs = decl.attrs.and_then(|attrs| sight.body.attrs.get(attrs)).into_iter().flatten();
        let mut optimize = attrs.filter(|attr| matches!(sight.name(attr.name), "optimize" | "__optimize__"));
        let is_asked_for = |arg: ExprId| match sight.body.expr(arg) {
            ExprKind::Str { string } => {
                let units = sight.body.strings[string].units.iter();
                units.filter_map(|&unit| char::from_u32(unit)).collect::<String>().ends_with("no-strict-aliasing")
            }
            _ => false,
        };
        optimize.any(|attr| match attr.args {
            AttrArgs::Exprs(list) => sight.body.list(list).any(is_asked_for),
            AttrArgs::Text(text) => sight.name(text).contains("no-strict-aliasing"),
            AttrArgs::None | AttrArgs::Type(_) => false,
        })
    }

    fn lower_params(&mut self, params: &[DeclId], old_style: bool) {
        let mut args = Vec::new();
        for &param in params {
            let decl = self.body().decls[param];
            let ty = if old_style { self.promoted_param(decl.ty) } else { decl.ty };
            let class = self.class(ty);
            let reg = self.alloc(class.slots());
            args.push((param, Arg { reg, ty }));
        }
        self.code.params = args.iter().map(|&(_, arg)| arg).collect();
        let sizes = args.iter().enumerate().map(|(index, (_, arg))| (index as u16, self.static_size(arg.ty)));
        self.code.static_params = sizes.filter_map(|(index, size)| Some((index, size?))).collect();
        for (param, arg) in args {
            self.declare_param(param, arg);
        }
    }

    /// How many bytes a parameter declared as `a[static n]` asks for, if that is known before the program runs.
    fn static_size(&self, ty: Ty) -> Option<u64> {
        match self.types().kind(ty) {
            TypeKind::Adjusted(array, _, true) => self.size_of(array),
            _ => None,
        }
    }

    fn lower_body(&mut self, body: StmtId) {
        self.statement(body);
        self.resolve_jumps();
    }

    /// The number of a label whose address is taken.
    fn label_index(&mut self, label: LabelId) -> u32 {
        self.label_addresses.iter().position(|&known| known == label).unwrap_or(0) as u32
    }
}
