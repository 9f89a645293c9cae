//! Editing one function of a program.
//!
//! A [`FunctionEdit`] works on a copy of the function's body; everything else is shared with the program it came from. Each
//! edit checks again what it touches and nothing more: what stands above the changed place in its statement, and what
//! depends on that statement as a whole (see `check_statement`). New nodes are made by the same methods as in a new program
//! ([`BuildExpr`](crate::build::BuildExpr), [`BuildStmt`](crate::build::BuildStmt)). [`FunctionEdit::finish`] settles names
//! and hands out the edited program, or says what is wrong with it.
//!
//! ```
//! use kiln_lang::build::BuildExpr;
//! use kiln_lang::edit::FunctionEdit;
//! use kiln_lang::tree::{ExprKind, Node};
//! use kiln_lang::{Options, parse, print};
//!
//! let program = parse("f.i", *b"int f(int a) { return a /* that */ + 1; }", &Options::default()).program;
//! let function = program.units[0].function_ids().next().unwrap();
//! let mut edit = FunctionEdit::open(&program, 0, function);
//! let body = edit.body();
//! let all = body.nodes();
//! let one = all.filter(|&node| matches!(node, Node::Expr(id) if body.int_value(id) == Some(1))).next().unwrap();
//! let two = edit.int(2);
//! edit.replace(one, Node::Expr(two)).unwrap();
//! assert_eq!(print::source(&edit.finish().unwrap()), "int f(int a) { return a /* that */ + 2; }");
//! ```

use smallvec::SmallVec;

use super::copy;
use super::names::{log_renamed, why_not_renamed};
use super::parents::Parents;
use super::settle;
use crate::build::{Nodes, Work, is_name};
use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic, has_errors};
use crate::index::Id;
use crate::source::Span;
use crate::tree::shared::Shared;
use crate::tree::{Body, DeclId, ExprId, ExprKind, FunctionId, GroupId, Node, Patch, Program, StmtId, StmtKind};
use crate::types::{ArrayLen, Ty, TypeKind, Types};

/// Why an edit cannot be done. The function is then as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The node is not part of the function's tree (any more), or is the function's block.
    Detached,
    /// The new node, or something in it, stands in the function already.
    InUse,
    /// An expression cannot take the place of a statement, nor a statement that of an expression.
    OtherKind,
    /// The node stands inside a type: in an array bound, in `typeof`, in an attribute.
    InType,
    /// The statement does not stand in a block, or is no block.
    NotInBlock,
    /// The object is declared together with others, or more than once.
    NotAlone,
    /// The part cannot be copied because of what it holds.
    NotCopied(&'static str),
    /// The declaration cannot be renamed because of what it is.
    NotRenamed(&'static str),
    /// The new name is not an identifier.
    NotAName,
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EditError::Detached => f.write_str("the node is not part of the function"),
            EditError::InUse => f.write_str("the new node stands in the function already"),
            EditError::OtherKind => f.write_str("one is an expression and the other a statement"),
            EditError::InType => f.write_str("the node stands inside a type"),
            EditError::NotInBlock => f.write_str("the statement does not stand in a block"),
            EditError::NotAlone => f.write_str("the object is declared together with others, or more than once"),
            EditError::NotCopied(what) => write!(f, "{what} cannot be copied"),
            EditError::NotRenamed(what) => write!(f, "{what} cannot be renamed"),
            EditError::NotAName => f.write_str("the new name is not an identifier"),
        }
    }
}

impl std::error::Error for EditError {}

/// A function being edited.
#[derive(Debug)]
pub struct FunctionEdit<'p> {
    program: &'p Program,
    unit: usize,
    function: FunctionId,
    nodes: Nodes,
    parents: Parents,
    /// How many expressions and statements the body had when it was opened.
    n_original: (usize, usize),
    /// What checking the finished tree would not find.
    refused: Vec<Diagnostic>,
}

impl Work for FunctionEdit<'_> {
    fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    fn nodes_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

/// Opening, looking, closing.
impl<'p> FunctionEdit<'p> {
    /// Starts editing a function of a unit.
    pub fn open(program: &'p Program, unit: usize, function: FunctionId) -> FunctionEdit<'p> {
        let from = &program.units[unit];
        let body = from.function(function);
        let mut checker =
            Checker::new(program.options, Shared::Shared(program.tables.clone()), Shared::Shared(from.file.clone()));
        checker.enter_body(Shared::Shared(body.clone()));
        if body.function().is_some() {
            checker.enter_nested(FunctionId::from_index(0));
        }
        FunctionEdit {
            program,
            unit,
            function,
            nodes: Nodes { checker },
            parents: Parents::of(body),
            n_original: (body.n_exprs(), body.n_stmts()),
            refused: Vec::new(),
        }
    }

    /// The program as it was.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The body as it is now.
    pub fn body(&self) -> &Body {
        self.nodes.checker.body()
    }

    /// The node directly above; `None` for the function's block and for nodes that were never in use.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.parents.get(node)
    }

    /// Whether a node is part of the function as it is now.
    pub fn is_attached(&self, node: Node) -> bool {
        self.parents.is_attached(self.body(), node)
    }

    /// The edited program, sharing all that was not edited; or what is wrong with it.
    pub fn finish(self) -> Result<Program, Vec<Diagnostic>> {
        let (program, diagnostics) = self.finish_anyway();
        if has_errors(&diagnostics) { Err(diagnostics) } else { Ok(program) }
    }

    /// The edited program and what there is to say about it. If there is an error it is no program, as that of a text that
    /// was rejected.
    pub fn finish_anyway(mut self) -> (Program, Vec<Diagnostic>) {
        self.check_borrowed();
        let FunctionEdit { program, unit, function, nodes: Nodes { mut checker }, mut refused, .. } = self;
        if checker.n_errors() > 0 {
            // Later edits may have mended what an earlier one broke.
            checker.forget_diagnostics(0, 0);
            checker.check_body();
        }
        settle(&mut checker);
        let body = checker.leave_body().into_arc();
        let (tables, file, mut diagnostics) = checker.finish();
        diagnostics.append(&mut refused);
        let mut program = program.clone();
        program.tables = tables.into_arc();
        let unit = &mut program.units[unit];
        unit.file = file.into_arc();
        *unit.functions.get_mut(function).expect("the function was opened") = body;
        (program, diagnostics)
    }

    /// Compares the types and conversions that the edits left with those of a check from scratch; the error says where
    /// they differ first. For tests: they never should.
    pub fn compare_with_check_from_scratch(&mut self) -> Result<(), String> {
        self.check_borrowed();
        let mut fresh =
            Checker::new(self.program.options, Shared::Owned(Box::new((*self.nodes.checker.tables).clone())), {
                Shared::Owned(Box::new(self.nodes.checker.file().clone()))
            });
        fresh.enter_body(Shared::Owned(Box::new(self.body().clone())));
        fresh.enter_nested(FunctionId::from_index(0));
        fresh.check_body();
        let (old, new) = (self.body(), fresh.body());
        for node in old.nodes() {
            let parent = self.parents.get(node).map_or("nothing", |parent| kind_name(old, parent));
            same_check(&fresh, old, new, node).map_err(|error| format!("below {parent}: {error}"))?;
        }
        Ok(())
    }
}

fn kind_name(body: &Body, node: Node) -> &'static str {
    match node {
        Node::Expr(id) => body.expr(id).name(),
        Node::Stmt(id) => body.stmt(id).name(),
    }
}

fn same_check(checker: &Checker, old: &Body, new: &Body, node: Node) -> Result<(), String> {
    let differ = |what: &str, kind: &str, a: Ty, b: Ty| {
        if is_completed(checker.types(), a, b) {
            return Ok(());
        }
        Err(format!("the {what} of {kind} is `{}`, from scratch it is `{}`", checker.show(a), checker.show(b)))
    };
    match node {
        Node::Expr(id) => {
            let kind = old.expr(id).name();
            if old.ty(id) != new.ty(id) {
                differ("type", kind, old.ty(id), new.ty(id))?;
            }
            if old.converted(id) != new.converted(id) {
                differ("converted type", kind, old.converted(id), new.converted(id))?;
            }
            if old.placements(id) != new.placements(id) {
                return Err(format!("the placements of {kind} differ"));
            }
        }
        Node::Stmt(id) => {
            if let StmtKind::Decl { group } = old.stmt(id)
                && let Some(decl) =
                    old.list(old.groups[group].decls).find(|&decl| old.decls[decl].ty != new.decls[decl].ty)
            {
                return differ("type", "a declaration", old.decls[decl].ty, new.decls[decl].ty);
            }
        }
    }
    Ok(())
}

/// Whether the second type is the first with an array that is complete by now: its initialiser mentions it, or another
/// declaration has completed it behind the function.
fn is_completed(types: &Types, a: Ty, b: Ty) -> bool {
    match (types.canon_kind(a), types.canon_kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => is_completed(types, a, b),
        (TypeKind::Array(a, ArrayLen::Incomplete), TypeKind::Array(b, ArrayLen::Fixed(_))) => {
            types.canon(a) == types.canon(b)
        }
        _ => false,
    }
}

/// Edits.
impl FunctionEdit<'_> {
    /// A new expression, checked, not yet in the tree. [`BuildExpr`](crate::build::BuildExpr) has a method for each kind.
    pub fn expr(&mut self, kind: ExprKind) -> ExprId {
        self.nodes.checker.expr(kind, Span::NONE)
    }

    /// Puts `new` where `old` stands. `new` may contain `old`, which wraps it, or be a part of `old`.
    pub fn replace(&mut self, old: Node, new: Node) -> Result<(), EditError> {
        let parent = self.parent_to_edit(old)?;
        if std::mem::discriminant(&old) != std::mem::discriminant(&new) {
            return Err(EditError::OtherKind);
        }
        // Without `old`, what is left in the tree must not be in `new`.
        self.parents.set(old, None);
        if self.parents.is_in_use(self.body(), new) {
            self.parents.set(old, Some(parent));
            return Err(EditError::InUse);
        }
        self.nodes.checker.body_mut().replace_child(parent, old, new);
        self.log_replaced(parent, old, Some(new));
        self.attach(new, parent);
        self.check_upwards(parent);
        self.check_switch_of(&[old, new], parent);
        Ok(())
    }

    /// Puts a statement before another one in its block.
    pub fn insert_before(&mut self, at: StmtId, new: StmtId) -> Result<(), EditError> {
        let (block, items) = self.block_of(at)?;
        let position = items.iter().position(|&item| item == at).ok_or(EditError::Detached)?;
        self.insert(block, position, new)
    }

    /// Puts a statement at the end of a block.
    pub fn append(&mut self, block: StmtId, new: StmtId) -> Result<(), EditError> {
        let n_items = self.items(block)?.len();
        self.insert(block, n_items, new)
    }

    fn insert(&mut self, block: StmtId, position: usize, new: StmtId) -> Result<(), EditError> {
        let mut items = self.items(block)?;
        if !self.is_attached(Node::Stmt(block)) {
            return Err(EditError::Detached);
        }
        if self.parents.is_in_use(self.body(), Node::Stmt(new)) {
            return Err(EditError::InUse);
        }
        self.log_inserted(block, items.get(position).copied(), new);
        items.insert(position, new);
        self.set_items(block, items);
        self.attach(Node::Stmt(new), Node::Stmt(block));
        self.check_upwards(Node::Stmt(block));
        self.check_switch_of(&[Node::Stmt(new)], Node::Stmt(block));
        Ok(())
    }

    /// Removes a statement from its block or from the head of a `for`; elsewhere an empty statement takes its place.
    pub fn delete(&mut self, stmt: StmtId) -> Result<(), EditError> {
        let old = Node::Stmt(stmt);
        let parent = self.parent_to_edit(old)?;
        let Node::Stmt(above) = parent else { return Err(EditError::NotInBlock) };
        let with = match self.body().stmt(above) {
            StmtKind::Compound { .. } => {
                let mut items = self.items(above)?;
                items.retain(|&item| item != stmt);
                self.set_items(above, items);
                None
            }
            StmtKind::For { init: Some(init), cond, step, body } if init == stmt => {
                self.nodes.checker.body_mut().set_stmt(above, StmtKind::For { init: None, cond, step, body });
                // The text still needs its semicolon.
                Some(Node::Stmt(self.nodes.checker.stmt(StmtKind::Empty {}, Span::NONE)))
            }
            _ => {
                let empty = self.nodes.checker.stmt(StmtKind::Empty {}, Span::NONE);
                return self.replace(old, Node::Stmt(empty));
            }
        };
        self.log_replaced(parent, old, with);
        self.parents.set(old, None);
        self.check_upwards(parent);
        self.check_switch_of(&[old], parent);
        Ok(())
    }

    /// Removes all statements from a block but those that are to be kept: as [`FunctionEdit::delete`] for each of the others,
    /// in one go.
    pub fn retain(&mut self, block: StmtId, mut keep: impl FnMut(StmtId) -> bool) -> Result<(), EditError> {
        if !self.is_attached(Node::Stmt(block)) {
            return Err(EditError::Detached);
        }
        let (kept, gone): (Vec<StmtId>, Vec<StmtId>) = self.items(block)?.into_iter().partition(|&item| keep(item));
        let gone: Vec<Node> = gone.into_iter().map(Node::Stmt).collect();
        self.set_items(block, kept);
        for &old in &gone {
            self.log_replaced(Node::Stmt(block), old, None);
            self.parents.set(old, None);
        }
        self.check_upwards(Node::Stmt(block));
        self.check_switch_of(&gone, Node::Stmt(block));
        Ok(())
    }

    /// A copy of an expression, not yet in the tree.
    pub fn clone_expr(&mut self, id: ExprId) -> Result<ExprId, EditError> {
        self.can_copy(Node::Expr(id))?;
        Ok(copy::clone_expr(&mut self.nodes.checker, id))
    }

    /// A copy of a statement, with its own variables and labels, not yet in the tree.
    pub fn clone_stmt(&mut self, id: StmtId) -> Result<StmtId, EditError> {
        self.can_copy(Node::Stmt(id))?;
        Ok(copy::clone_stmt(&mut self.nodes.checker, id))
    }

    fn can_copy(&self, node: Node) -> Result<(), EditError> {
        copy::why_not_copied(&self.nodes.checker, node).map_or(Ok(()), |what| Err(EditError::NotCopied(what)))
    }

    /// Gives a declaration of the function another name; every mention follows.
    pub fn rename(&mut self, decl: DeclId, name: &str) -> Result<(), EditError> {
        if !is_name(&self.nodes.checker, name) {
            return Err(EditError::NotAName);
        }
        if let Some(what) = why_not_renamed(self.body(), decl) {
            return Err(EditError::NotRenamed(what));
        }
        let name = self.nodes.checker.intern_name(name);
        self.nodes.checker.body_mut().decls[decl].name = Some(name);
        log_renamed(self.nodes.checker.body_mut(), &[decl]);
        Ok(())
    }
}

/// The log. What stands in something that was made by code is printed with it, so only edits of text are logged.
impl FunctionEdit<'_> {
    fn is_text(&self, node: Node) -> bool {
        !self.body().node_span(node).is_none()
    }

    fn log_replaced(&mut self, parent: Node, old: Node, new: Option<Node>) {
        if self.is_text(parent) {
            self.nodes.checker.body_mut().log_replaced(old, new);
        }
    }

    /// Logs a new item of a block, which stands before another one or at the end, before the brace.
    fn log_inserted(&mut self, block: StmtId, next: Option<StmtId>, new: StmtId) {
        if !self.is_text(Node::Stmt(block)) {
            return;
        }
        let end = self.body().stmt_span(block).end - 1;
        let body = self.nodes.checker.body_mut();
        match next {
            Some(next) => body.log_inserted(Node::Stmt(new), Node::Stmt(next)),
            None => body.log_patch(Patch { span: Span::new(end, end), with: Some(Node::Stmt(new)) }),
        }
    }
}

/// The tree.
impl FunctionEdit<'_> {
    /// The parent of a node that can be taken away.
    fn parent_to_edit(&self, node: Node) -> Result<Node, EditError> {
        let parent = self.parents.get(node).ok_or(EditError::Detached)?;
        if !self.is_attached(parent) {
            return Err(EditError::Detached);
        }
        let mut child = node;
        for above in [parent].into_iter().chain(self.parents.above(parent)) {
            let (Node::Expr(id), body) = (child, self.body()) else { break };
            if body.children_in_types(above).contains(&id) {
                return Err(EditError::InType);
            }
            child = above;
        }
        // What is left are the bounds of parameters.
        let is_root = self.parents.get(child).is_none() && matches!(child, Node::Expr(_));
        if is_root { Err(EditError::InType) } else { Ok(parent) }
    }

    fn attach(&mut self, node: Node, parent: Node) {
        self.parents.add(self.nodes.checker.body(), node);
        self.parents.set(node, Some(parent));
    }

    fn block_of(&self, stmt: StmtId) -> Result<(StmtId, Vec<StmtId>), EditError> {
        match self.parents.get(Node::Stmt(stmt)).ok_or(EditError::Detached)? {
            Node::Stmt(block) => Ok((block, self.items(block)?)),
            Node::Expr(_) => Err(EditError::NotInBlock),
        }
    }

    fn items(&self, block: StmtId) -> Result<Vec<StmtId>, EditError> {
        match self.body().stmt(block) {
            StmtKind::Compound { items } => Ok(self.body().list(items).collect()),
            _ => Err(EditError::NotInBlock),
        }
    }

    fn set_items(&mut self, block: StmtId, items: Vec<StmtId>) {
        let items = self.nodes.checker.list(items);
        self.nodes.checker.body_mut().set_stmt(block, StmtKind::Compound { items });
    }
}

/// Checking again.
impl FunctionEdit<'_> {
    /// Checks a node below which something has changed and what is above it, up to the statement it stands in. A change
    /// of type, of value category or of a constant may matter to each of them, so there is no stopping earlier.
    fn check_upwards(&mut self, from: Node) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.enter_functions_around(from);
            let mut next = Some(from);
            while let Some(node @ Node::Expr(_)) = next {
                self.nodes.checker.check_again(node);
                next = self.parents.get(node);
            }
            if let Some(Node::Stmt(id)) = next {
                self.check_statement(id);
            }
        });
    }

    /// Checks a statement, and what depends on more than one: a switch gives its cases a type, the last statement of a
    /// statement expression its value, and a declaration may get its type from its initialiser.
    fn check_statement(&mut self, id: StmtId) {
        match self.body().stmt(id) {
            StmtKind::Decl { group } => self.check_declaration(id, group),
            StmtKind::Case { .. } => self.check_switch_around(Node::Stmt(id)),
            _ => self.nodes.checker.check_again(Node::Stmt(id)),
        }
        if let Some(stmt_expr) = self.valued_by(id) {
            self.check_upwards(stmt_expr);
        }
    }

    /// The statement expression whose value a statement may give.
    fn valued_by(&self, id: StmtId) -> Option<Node> {
        let mut node = Node::Stmt(id);
        loop {
            let parent = self.parents.get(node)?;
            match (node, parent) {
                (_, Node::Expr(_)) => return Some(parent),
                (Node::Stmt(id), _) if matches!(self.body().stmt(id), StmtKind::Compound { .. }) => return None,
                (_, Node::Stmt(above)) => match self.body().stmt(above) {
                    StmtKind::Compound { .. } | StmtKind::Label { .. } | StmtKind::Pragma { .. } => node = parent,
                    _ => return None,
                },
            }
        }
    }

    fn check_declaration(&mut self, id: StmtId, group: GroupId) {
        let types = |body: &Body| -> SmallVec<[(DeclId, Ty); 4]> {
            body.list(body.groups[group].decls).map(|decl| (decl, body.decls[decl].ty)).collect()
        };
        let before = types(self.body());
        self.nodes.checker.check_again(Node::Stmt(id));
        let after = types(self.body());
        for ((decl, _), _) in before.into_iter().zip(after).filter(|(before, after)| before != after) {
            self.check_mentions(decl);
        }
    }

    /// Checks again what mentions a declaration whose type has changed.
    fn check_mentions(&mut self, decl: DeclId) {
        let body = self.body();
        let is_mention = |id: ExprId| matches!(body.expr(id), ExprKind::Name { decl: named } if !named.is_file() && named.id() == decl);
        let all = body.nodes();
        let mentions: Vec<Node> = all.filter(|node| matches!(node, Node::Expr(id) if is_mention(*id))).collect();
        for node in mentions {
            if let Err(EditError::InType) = self.parent_to_edit(node) {
                let message = "the edit changes a type that another type is made from";
                self.refused.push(Diagnostic::error(Code::Unsupported, Span::NONE, message));
            } else {
                self.check_upwards(node);
            }
        }
    }

    /// Checks the switch around a place if statements that came or went there hold cases of it.
    fn check_switch_of(&mut self, changed: &[Node], place: Node) {
        let cases: Vec<StmtId> = changed.iter().flat_map(|&node| cases_below(self.body(), node)).collect();
        for &case in &cases {
            // Outside of a switch nothing converts their values.
            self.nodes.checker.check_again(Node::Stmt(case));
        }
        if !cases.is_empty() {
            self.check_switch_around(place);
        }
    }

    fn check_switch_around(&mut self, place: Node) {
        let above = [place].into_iter().chain(self.parents.above(place));
        let switch = above.filter(|&node| match node {
            Node::Stmt(id) => matches!(self.body().stmt(id), StmtKind::Switch { .. }),
            Node::Expr(_) => false,
        });
        if let Some(node) = { switch }.next() {
            self.nodes.checker.check_again(node);
        }
    }

    /// Takes back what nodes that were made and not put into the tree did to their parts that stand in the tree: a node
    /// converts its operands when it is made.
    fn check_borrowed(&mut self) {
        let exprs = (self.n_original.0..self.body().n_exprs()).map(|index| Node::Expr(ExprId::from_index(index)));
        let stmts = (self.n_original.1..self.body().n_stmts()).map(|index| Node::Stmt(StmtId::from_index(index)));
        let unused: Vec<Node> = exprs.chain(stmts).filter(|&node| !self.is_attached(node)).collect();
        for node in unused {
            for child in self.body().children(node) {
                let Some(parent) = self.parents.get(child).filter(|_| self.is_attached(child)) else { continue };
                match child {
                    Node::Expr(_) => self.check_upwards(parent),
                    Node::Stmt(_) => self.check_switch_of(&[child], parent),
                }
            }
        }
    }

    /// Sets the functions around a place, where there is more than one.
    fn enter_functions_around(&mut self, place: Node) {
        if self.body().functions.len() < 2 {
            return;
        }
        let above = [place].into_iter().chain(self.parents.above(place));
        let nested: Vec<FunctionId> = above.filter_map(|node| self.nodes.checker.nested_function(node)).collect();
        self.nodes.checker.functions.truncate(1);
        for id in nested.into_iter().rev() {
            self.nodes.checker.enter_nested(id);
        }
    }
}

/// The cases below a statement that belong to a switch above it.
fn cases_below(body: &Body, root: Node) -> Vec<StmtId> {
    let mut cases = Vec::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        let Node::Stmt(id) = node else { continue };
        match body.stmt(id) {
            StmtKind::Switch { .. } => continue,
            StmtKind::Case { .. } | StmtKind::Default { .. } => cases.push(id),
            _ => {}
        }
        body.each_child(node, |child| stack.push(child));
    }
    cases
}
