//! Statements, and declarations among them.

use super::table::{Row, row};
use super::{Known, Maker};
use crate::build::{BuildExpr, BuildStmt, BuildType, Part, Variable};
use crate::tree::{BinaryOp, DeclRef, ExprId, StmtId, Storage, UnaryOp};
use crate::types::{Basic, Quals, RecordKind, Ty};

/// Statements; the argument is how deep they may nest.
pub(super) const ROWS: &[Row<u32, StmtId>] = &[
    row("statement: expression", 40, expression),
    row("statement: call without value", 6, void_call),
    row("statement: block", 3, block),
    row("statement: empty", 1, |maker, _| Some(maker.builder.empty())),
    row("statement: if", 8, if_),
    row("statement: if else", 6, if_else),
    row("statement: while", 3, while_),
    row("statement: do", 3, do_while),
    row("statement: for", 4, for_),
    row("statement: for with a declaration", 4, for_with_declaration),
    row("statement: switch", 5, switch),
    row("statement: goto", 3, goto),
    row("statement: computed goto", 2, computed_goto),
    row("statement: break", 4, break_),
    row("statement: continue", 4, continue_),
    row("statement: return", 3, return_),
];

/// Declarations, which stand in blocks only.
pub(super) const DECLARATIONS: &[Row<u32, StmtId>] = &[
    row("local: uninitialised", 6, uninitialized),
    row("local: initialised", 16, initialized),
    row("local: list", 6, initialized_by_list),
    row("local: open array", 4, open_array),
    row("local: string", 3, string_array),
    row("local: several declarators", 5, several),
    row("local: static", 4, static_),
    row("local: register", 3, register),
    row("local: const", 4, const_),
    row("local: attribute", 2, with_attribute),
    row("local: static assertion", 2, static_assert),
];

impl Maker {
    /// A statement that can stand anywhere.
    pub(super) fn stmt(&mut self, depth: u32) -> StmtId {
        match self.draw(ROWS, depth) {
            Some(stmt) => stmt,
            None => self.builder.empty(),
        }
    }

    /// Statements and declarations in a row. What they declare stays known to the caller.
    pub(super) fn block_items(&mut self, depth: u32, n_max: u32) -> Vec<StmtId> {
        let n_items = self.rng.below(n_max + 1);
        (0..n_items).map(|_| self.block_item(depth)).collect()
    }

    fn block_item(&mut self, depth: u32) -> StmtId {
        let declared = if self.rng.one_in(3) { self.draw(DECLARATIONS, depth) } else { None };
        declared.unwrap_or_else(|| self.stmt(depth))
    }

    /// A block in a scope of its own.
    pub(super) fn scoped_block(&mut self, depth: u32) -> StmtId {
        let mark = self.locals.len();
        let n_max = self.size.n_stmts;
        let items = self.block_items(depth, n_max);
        self.locals.truncate(mark);
        self.builder.block(items)
    }

    /// A statement inside another: mostly a block.
    fn body(&mut self, depth: u32) -> StmtId {
        let depth = depth.saturating_sub(1);
        if depth > 0 && self.rng.one_in(3) { self.stmt(depth) } else { self.scoped_block(depth) }
    }

    fn loop_body(&mut self, depth: u32) -> StmtId {
        self.n_loops += 1;
        self.n_breakable += 1;
        let body = self.body(depth);
        self.n_loops -= 1;
        self.n_breakable -= 1;
        body
    }

    fn declare_local(&mut self, variable: Variable<'_>, init: Option<ExprId>) -> DeclRef {
        let decl = self.builder.local(variable, init);
        let register = variable.storage == Storage::Register;
        let ty = self.builder.type_of_decl(decl);
        self.locals.push(Known { decl, ty, register, constant_address: variable.storage == Storage::Static });
        decl
    }

    fn local_statement(&mut self, ty: Ty, storage: Storage, init: Option<ExprId>) -> StmtId {
        let name = self.local_name();
        let decl = self.declare_local(Variable::new(&name, ty).storage(storage), init);
        self.builder.declaration(&[decl])
    }

    /// A list for an object of automatic storage duration: with any expressions for the parts of a structure, else of
    /// constants.
    pub(super) fn local_list(&mut self, ty: Ty, depth: u32) -> ExprId {
        let unqualified = self.builder.sight().types().unqualified(ty);
        let is_struct = self.records.contains(&(RecordKind::Struct, unqualified));
        if self.is_scalar(ty) {
            let value = self.expr(ty, depth);
            return self.builder.init_list([value]);
        }
        if !is_struct {
            return self.constant_list(unqualified);
        }
        let fields = self.named_fields(unqualified);
        let mut items = Vec::new();
        for (field, ty) in fields {
            let is_array = self.builder.sight().types().as_array(ty).is_some();
            if !is_array && self.rng.one_in(2) {
                items.push((Part::Field(field), self.expr(ty, depth)));
            }
        }
        self.builder.designated_list(items)
    }
}

fn expression(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = maker.value_type();
    let depth = maker.size.depth;
    let value = maker.expr(ty, depth);
    Some(maker.builder.expr_stmt(value))
}

fn void_call(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let sight = maker.builder.sight();
    let is_void = |ty: Ty| sight.types().as_function(ty).is_some_and(|function| function.result == Ty::VOID);
    let functions: Vec<Known> = maker.functions.iter().filter(|known| is_void(known.ty)).copied().collect();
    if functions.is_empty() {
        return None;
    }
    let function = *maker.rng.pick(&functions);
    let params = maker.builder.sight().types().as_function(function.ty)?.params.to_vec();
    let callee = maker.builder.name(function.decl);
    let args: Vec<ExprId> = params.into_iter().map(|param| maker.expr(param, 1)).collect();
    let call = maker.builder.call(callee, args);
    Some(maker.builder.expr_stmt(call))
}

fn block(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    (depth > 0).then(|| maker.scoped_block(depth - 1))
}

fn if_(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let cond = maker.condition(depth);
    let then = maker.body(depth);
    Some(maker.builder.if_(cond, then, None))
}

fn if_else(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let cond = maker.condition(depth);
    let then = maker.body(depth);
    let otherwise = maker.body(depth);
    Some(maker.builder.if_(cond, then, Some(otherwise)))
}

fn while_(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let cond = maker.condition(depth);
    let body = maker.loop_body(depth);
    Some(maker.builder.while_(cond, body))
}

fn do_while(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let body = maker.loop_body(depth);
    let cond = maker.condition(depth);
    Some(maker.builder.do_while(body, cond))
}

fn for_(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let init = if maker.rng.one_in(3) { None } else { expression(maker, 0) };
    let cond = (!maker.rng.one_in(4)).then(|| maker.condition(depth));
    let step = (!maker.rng.one_in(4)).then(|| maker.condition(depth));
    let body = maker.loop_body(depth);
    Some(maker.builder.for_(init, cond, step, body))
}

fn for_with_declaration(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let mark = maker.locals.len();
    let init = maker.int_constant(1);
    let ty = *maker.rng.pick(&[Ty::INT, Ty::basic(Basic::UChar), Ty::basic(Basic::ULong)]);
    let init = maker.local_statement(ty, Storage::None, Some(init));
    let cond = maker.condition(depth);
    let counter = maker.locals.last().map(|known| known.decl)?;
    let counter = maker.builder.name(counter);
    let step = maker.builder.unary(UnaryOp::PreInc, counter);
    let body = maker.loop_body(depth);
    maker.locals.truncate(mark);
    Some(maker.builder.for_(Some(init), Some(cond), Some(step), body))
}

/// Cases with single values, ranges, values in a row, and falling through.
fn switch(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    if depth == 0 {
        return None;
    }
    let cond = maker.expr(Ty::INT, depth);
    maker.n_breakable += 1;
    let mark = maker.locals.len();
    let mut items = Vec::new();
    let mut value = maker.rng.below(4);
    let n_cases = 1 + maker.rng.below(4);
    for position in 0..n_cases {
        let stmt = maker.stmt(depth - 1);
        let mut body = maker.switch_case(&mut value, stmt);
        if maker.rng.one_in(4) {
            body = maker.switch_case(&mut value, body);
        }
        items.push(body);
        let is_last = position + 1 == n_cases;
        match maker.rng.below(3) {
            0 => items.push(maker.builder.break_()),
            1 if !is_last => items.push(maker.builder.fallthrough()),
            _ => {}
        }
    }
    if maker.rng.one_in(2) {
        let stmt = maker.stmt(depth - 1);
        items.push(maker.builder.default_case(stmt));
    }
    maker.locals.truncate(mark);
    maker.n_breakable -= 1;
    let body = maker.builder.block(items);
    Some(maker.builder.switch(cond, body))
}

impl Maker {
    fn switch_case(&mut self, next: &mut u32, body: StmtId) -> StmtId {
        let first = *next;
        if self.rng.one_in(4) {
            let last = first + self.rng.below(5);
            *next = last + 1;
            let (first, last) = (self.builder.int(first), self.builder.int(last));
            return self.builder.case_range(first, last, body);
        }
        *next = first + 1 + self.rng.below(9);
        let mut value = self.builder.int(first);
        if self.rng.one_in(4) {
            let zero = self.builder.int(0);
            value = self.builder.binary(BinaryOp::BitOr, value, zero);
        }
        self.builder.case(value, body)
    }
}

fn goto(maker: &mut Maker, _: u32) -> Option<StmtId> {
    if maker.labels.is_empty() || maker.in_stmt_expr {
        return None;
    }
    let label = *maker.rng.pick(&maker.labels);
    Some(maker.builder.goto(label))
}

fn computed_goto(maker: &mut Maker, _: u32) -> Option<StmtId> {
    if maker.labels.is_empty() || maker.in_stmt_expr {
        return None;
    }
    let void_pointer = maker.builder.pointer(Ty::VOID);
    let target = maker.expr(void_pointer, 1);
    // A compiler needs to see at least one label whose address is taken.
    let label = *maker.rng.pick(&maker.labels);
    let label = maker.builder.label_address(label);
    let target = maker.builder.value_or(target, label);
    Some(maker.builder.computed_goto(target))
}

fn break_(maker: &mut Maker, _: u32) -> Option<StmtId> {
    (maker.n_breakable > 0 && !maker.in_stmt_expr).then(|| maker.builder.break_())
}

fn continue_(maker: &mut Maker, _: u32) -> Option<StmtId> {
    (maker.n_loops > 0 && !maker.in_stmt_expr).then(|| maker.builder.continue_())
}

fn return_(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let result = maker.result;
    let value = (result != Ty::VOID).then(|| {
        let from = maker.source_type(result);
        maker.expr(from, depth)
    });
    Some(maker.builder.return_(value))
}

fn uninitialized(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = maker.object_type();
    Some(maker.local_statement(ty, Storage::None, None))
}

fn initialized(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let ty = maker.value_type();
    let from = maker.source_type(ty);
    let init = maker.expr(from, depth + 1);
    Some(maker.local_statement(ty, Storage::None, Some(init)))
}

fn initialized_by_list(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let ty = maker.object_type();
    let init = maker.local_list(ty, depth);
    Some(maker.local_statement(ty, Storage::None, Some(init)))
}

fn open_array(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let elem = maker.value_type();
    let ty = maker.builder.open_array(elem);
    let init = maker.constant_list(ty);
    Some(maker.local_statement(ty, Storage::None, Some(init)))
}

fn string_array(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = match maker.rng.below(2) {
        0 => maker.builder.open_array(Ty::CHAR),
        _ => maker.builder.array(Ty::basic(Basic::UChar), 9),
    };
    let init = maker.builder.string(b"string");
    Some(maker.local_statement(ty, Storage::None, Some(init)))
}

/// `int a = 1, *b, c[3];`
fn several(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let ty = maker.arithmetic_type();
    let mut decls = Vec::new();
    for position in 0..2 + maker.rng.below(2) {
        let (ty, init) = match (position, maker.rng.below(3)) {
            (0, _) | (_, 0) => (ty, Some(maker.expr(ty, depth))),
            (_, 1) => (maker.builder.pointer(ty), None),
            _ => (maker.builder.array(ty, 3), None),
        };
        let name = maker.local_name();
        decls.push(maker.declare_local(Variable::new(&name, ty), init));
    }
    Some(maker.builder.declaration(&decls))
}

fn static_(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = maker.object_type();
    let is_array = maker.builder.sight().types().as_array(ty).is_some();
    let init = if is_array { maker.constant_list(ty) } else { maker.static_initializer(ty) };
    Some(maker.local_statement(ty, Storage::Static, Some(init)))
}

fn register(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let ty = maker.arithmetic_type();
    let init = maker.expr(ty, depth);
    Some(maker.local_statement(ty, Storage::Register, Some(init)))
}

fn const_(maker: &mut Maker, depth: u32) -> Option<StmtId> {
    let ty = maker.value_type();
    let init = maker.expr(ty, depth);
    let ty = maker.builder.qualified(ty, Quals::CONST);
    Some(maker.local_statement(ty, Storage::None, Some(init)))
}

fn with_attribute(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = maker.object_type();
    let name = maker.local_name();
    let variable = Variable::new(&name, ty).attrs(&[("aligned", Some("16")), ("unused", None)]);
    let decl = maker.declare_local(variable, None);
    Some(maker.builder.declaration(&[decl]))
}

fn static_assert(maker: &mut Maker, _: u32) -> Option<StmtId> {
    let ty = maker.value_type();
    let cond = maker.builder.types_compatible(ty, ty);
    let message = maker.builder.string(b"a type is compatible with itself");
    Some(maker.builder.static_assert(cond, Some(message)))
}
