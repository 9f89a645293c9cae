//! What names mean, place by place, in a finished function (C11 6.2.1).
//!
//! The walk follows the text: declarations bring names into scope, blocks end scopes, and each mention is looked up as a
//! compiler would. Where the name leads to something else than what the tree refers to, the declarations in between are
//! *hiding* it. Types mention names too: typedef names and tags.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::builtins;
use crate::check::Checker;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::slot::Slot;
use crate::tree::{
    Body, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, ExprKind, Function, FunctionId, GroupId, List, Node, StmtKind,
    TypeNameId,
};
use crate::types::{Tag, Ty, TypeKind};

/// What the walk over a function finds.
#[derive(Default)]
pub(super) struct Findings {
    /// Local declarations that hide what a mention refers to, or that share name and scope with another one.
    pub(super) hiding: Vec<DeclId>,
    /// Mentions that no renaming can mend.
    pub(super) problems: Vec<(Code, Span, String)>,
}

/// Looks up every name that the function in work mentions.
pub(super) fn look_up_names(checker: &Checker) -> Findings {
    let mut walk = Walk {
        checker,
        body: checker.body(),
        depth: 0,
        names: FxHashMap::default(),
        tags: FxHashMap::default(),
        undo: Vec::new(),
        group: None,
        defined_tags: Vec::new(),
        mentioned_tags: Vec::new(),
        called: Vec::new(),
        findings: Findings::default(),
    };
    walk.function();
    walk.findings
}

/// Something declared, and the nesting of its scope.
type Entry<T> = (T, u32);

/// A name that goes out of scope again.
enum Undo {
    Name(Symbol),
    Tag(Symbol),
}

/// What is left to do of a body in order of its text.
enum Task {
    Visit(Node),
    /// A declaration, and the tags that it defines with others.
    Declare(DeclId, List<Tag>),
    /// The bounds of a declaration are read before its names are declared, and may mention them.
    Bounds(Option<GroupId>),
    Leave(usize),
}

struct Walk<'c> {
    checker: &'c Checker,
    body: &'c Body,
    depth: u32,
    /// Local declarations in scope, innermost last.
    names: FxHashMap<Symbol, SmallVec<[Entry<DeclId>; 2]>>,
    /// Local structures, unions and enumerations in scope, innermost last.
    tags: FxHashMap<Symbol, SmallVec<[Entry<Tag>; 2]>>,
    undo: Vec<Undo>,
    /// The declaration whose bounds are being visited.
    group: Option<GroupId>,
    defined_tags: Vec<Tag>,
    /// Local tags that were mentioned before any definition was seen.
    mentioned_tags: Vec<Tag>,
    /// Functions without declaration that were called.
    called: Vec<DeclRef>,
    findings: Findings,
}

impl Walk<'_> {
    fn function(&mut self) {
        let Some(function) = self.body.function() else { return };
        let mut tasks = Vec::new();
        self.enter_function(function, &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(mark) => self.leave(mark),
                Task::Declare(decl, defines) => self.declare(decl, defines),
                Task::Bounds(group) => self.group = group,
                Task::Visit(node) => self.visit(node, &mut tasks),
            }
        }
        let gone = |tag: &Tag| self.is_complete(*tag) && !self.defined_tags.contains(tag);
        if self.mentioned_tags.iter().any(gone) {
            self.problem(Code::Incomplete, Span::NONE, "the definition of a type that is used is gone".to_owned());
        }
    }

    fn problem(&mut self, code: Code, span: Span, message: String) {
        self.findings.problems.push((code, span, message));
    }

    /// Parameters share the scope of the function's block.
    fn enter_function(&mut self, function: &Function, tasks: &mut Vec<Task>) {
        tasks.push(Task::Leave(self.undo.len()));
        self.depth += 1;
        self.define_all(function.defines);
        let mut then = vec![];
        then.extend(self.body.list(function.params).map(|param| Task::Declare(param, function.defines)));
        then.extend(self.body.list(function.sizes).map(|size| Task::Visit(Node::Expr(size))));
        if let StmtKind::Compound { items } = self.body.stmt(function.body) {
            then.extend(self.body.list(items).map(|item| Task::Visit(Node::Stmt(item))));
        }
        tasks.extend(then.into_iter().rev());
    }

    fn leave(&mut self, mark: usize) {
        self.depth -= 1;
        for undo in self.undo.drain(mark..) {
            match undo {
                Undo::Name(name) => self.names.get_mut(&name).and_then(SmallVec::pop).map(|_| ()),
                Undo::Tag(name) => self.tags.get_mut(&name).and_then(SmallVec::pop).map(|_| ()),
            };
        }
    }

    fn visit(&mut self, node: Node, tasks: &mut Vec<Task>) {
        let first = tasks.len();
        let mut children_of = Some(node);
        match node {
            Node::Expr(id) => {
                let mut kind = self.body.expr(id);
                match kind {
                    ExprKind::Name { decl } => {
                        self.mention_value(decl, self.body.expr_span(id));
                        return;
                    }
                    // Constants mention nothing.
                    ExprKind::Int { .. } | ExprKind::Char { .. } | ExprKind::Float { .. } => return,
                    ExprKind::Call { callee, .. } => self.call(callee),
                    _ => {}
                }
                kind.slots(&mut |slot| self.mention_types(&slot));
            }
            Node::Stmt(id) => match self.body.stmt(id) {
                StmtKind::Compound { .. }
                | StmtKind::For { .. }
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. } => {
                    tasks.push(Task::Leave(self.undo.len()));
                    self.depth += 1;
                }
                StmtKind::Decl { group } => {
                    self.group_tasks(group, tasks);
                    children_of = None;
                }
                StmtKind::Function { function } => {
                    self.nested_function(function, tasks);
                    return;
                }
                _ => {}
            },
        }
        let first = if matches!(tasks.get(first), Some(Task::Leave(_))) { first + 1 } else { first };
        if let Some(node) = children_of {
            self.body.each_child(node, |child| tasks.push(Task::Visit(child)));
        }
        tasks[first..].reverse();
    }

    fn nested_function(&mut self, id: FunctionId, tasks: &mut Vec<Task>) {
        if let Some(function) = self.body.functions.get(id) {
            // It can be called from inside and from behind.
            self.declare(function.decl.id(), function.defines);
            self.enter_function(function, tasks);
        }
    }

    /// A declaration in the order of its text, as far as the tree knows it: its specifiers, then each declarator and its
    /// initialiser.
    fn group_tasks(&mut self, id: GroupId, tasks: &mut Vec<Task>) {
        let group = self.body.groups[id];
        self.define_all(group.defines);
        if group.decls.is_empty() {
            self.mention_type(group.base, Span::NONE, group.defines);
        }
        tasks.push(Task::Bounds(Some(id)));
        tasks.extend(self.body.list(group.sizes).map(|size| Task::Visit(Node::Expr(size))));
        tasks.push(Task::Bounds(None));
        for decl in self.body.list(group.decls) {
            tasks.push(Task::Declare(decl, group.defines));
            tasks.extend(self.body.decls[decl].init.map(|init| Task::Visit(Node::Expr(init))));
        }
    }
}

/// Declarations.
impl Walk<'_> {
    fn declare(&mut self, id: DeclId, defines: List<Tag>) {
        let decl = &self.body.decls[id];
        if !matches!(decl.kind, DeclKind::Enumerator(_)) {
            self.mention_type(decl.ty, decl.span, defines);
        }
        let Some(name) = decl.name else { return };
        let entries = self.names.entry(name).or_default();
        let others = entries.iter().filter(|&&(_, depth)| depth == self.depth).map(|&(other, _)| other);
        let doubled = others.filter(|&other| !may_repeat(self.body, other, id)).count() > 0;
        entries.push((id, self.depth));
        self.undo.push(Undo::Name(name));
        if doubled {
            self.findings.hiding.push(id);
        }
    }

    fn define_all(&mut self, tags: List<Tag>) {
        let tags: SmallVec<[Tag; 4]> = self.body.list(tags).collect();
        tags.into_iter().for_each(|tag| self.define(tag));
    }

    fn define(&mut self, tag: Tag) {
        let types = self.checker.types();
        self.defined_tags.push(tag);
        match tag {
            Tag::Record(id) => {
                let record = &types.records[id];
                for &inner in &record.defines {
                    self.define(inner);
                }
                self.declare_tag(record.tag, tag);
                for field in record.fields() {
                    // What has no name among them is defined among them, and stays there.
                    self.mention_names(types.fields[field].ty, Span::NONE);
                }
            }
            Tag::Enum(id) => {
                self.declare_tag(types.enums[id].tag, tag);
                for constant in &types.enums[id].constants {
                    if !constant.decl.is_file() {
                        self.declare(constant.decl.id(), List::default());
                    }
                }
            }
        }
    }

    fn declare_tag(&mut self, name: Option<Symbol>, tag: Tag) {
        let Some(name) = name else { return };
        let entries = self.tags.entry(name).or_default();
        if entries.last() != Some(&(tag, self.depth)) {
            entries.push((tag, self.depth));
            self.undo.push(Undo::Tag(name));
        }
    }

    fn is_complete(&self, tag: Tag) -> bool {
        match tag {
            Tag::Record(id) => self.checker.types().records[id].complete,
            Tag::Enum(id) => self.checker.types().enums[id].complete,
        }
    }
}

/// Whether a scope can have both declarations: of the same function or object, or a typedef name twice.
fn may_repeat(body: &Body, a: DeclId, b: DeclId) -> bool {
    let (a, b) = (&body.decls[a], &body.decls[b]);
    let linked = |decl: &crate::tree::Decl| decl.linkage != crate::tree::Linkage::None;
    let forward = |decl: &crate::tree::Decl| matches!(decl.kind, DeclKind::Function(_));
    linked(a) && linked(b) || a.kind == DeclKind::Typedef && b.kind == DeclKind::Typedef || forward(a) && forward(b)
}

/// Mentions.
impl Walk<'_> {
    /// A name as an expression.
    fn mention_value(&mut self, decl: DeclRef, span: Span) {
        let declared = self.checker.decl(decl);
        if declared.kind == DeclKind::Typedef {
            let message = format!("`{}` is a type", declared.name.map_or("", |name| self.checker.name(name)));
            self.problem(Code::BadOperand, span, message);
        }
        self.mention(decl, span);
    }

    /// A call declares a function that nothing else declares.
    fn call(&mut self, callee: ExprId) {
        if let ExprKind::Name { decl } = self.body.expr(callee)
            && self.checker.decl(decl).flags.contains(DeclFlags::IMPLICIT)
        {
            self.called.push(decl);
        }
    }

    fn mention(&mut self, decl: DeclRef, span: Span) {
        let Some(name) = self.checker.decl(decl).name else { return };
        let entries = self.names.get(&name).map_or(&[][..], |entries| entries.as_slice());
        if decl.is_file() {
            let hiding = entries.iter().map(|&(id, _)| id);
            self.findings.hiding.extend(hiding);
            self.require_declared_before(decl, name, span);
            return;
        }
        match entries.iter().rposition(|&(id, _)| id == decl.id()) {
            Some(position) => {
                let hiding = entries[position + 1..].iter().map(|&(id, _)| id);
                let others = hiding.filter(|&id| !may_repeat(self.body, id, decl.id()));
                self.findings.hiding.extend(others);
            }
            None if self.is_being_declared(decl.id()) || self.is_of_prototype(decl.id()) => {}
            None => {
                let message = format!("`{}` is not in scope here", self.checker.name(name));
                self.problem(Code::Undeclared, span, message);
            }
        }
    }

    fn is_being_declared(&self, decl: DeclId) -> bool {
        self.group.is_some_and(|group| self.body.list(self.body.groups[group].decls).any(|declared| declared == decl))
    }

    /// The parameters of a prototype are in scope in its bounds, which nothing can be moved out of.
    fn is_of_prototype(&self, decl: DeclId) -> bool {
        let is_param = |function: &Function| self.body.list(function.params).any(|param| param == decl);
        self.body.decls[decl].kind == DeclKind::Param && !self.body.functions.iter().any(is_param)
    }

    /// What a function mentions at file scope stands before it. Declarations are numbered as they are made, so the items
    /// are searched only for those that were made after the function.
    fn require_declared_before(&mut self, decl: DeclRef, name: Symbol, span: Span) {
        let Some(own) = self.body.function().map(|function| function.decl) else { return };
        let declared = self.checker.decl(decl);
        if declared.flags.contains(DeclFlags::IMPLICIT) {
            return self.require_implicit(decl, own, name, span);
        }
        let is_item = matches!(declared.kind, DeclKind::Variable | DeclKind::Function(_) | DeclKind::Typedef);
        if decl <= own || !is_item {
            return;
        }
        let file = self.checker.file();
        let own_kind = self.checker.decl(own).kind;
        let first = file.list(file.items).find_map(|item| match file.stmt(item) {
            StmtKind::Decl { group } => file.list(file.groups[group].decls).any(|id| id == decl.id()).then_some(true),
            StmtKind::Function { function } if declared.kind == DeclKind::Function(Some(function)) => Some(true),
            StmtKind::Function { function } if own_kind == DeclKind::Function(Some(function)) => Some(false),
            _ => None,
        });
        if first == Some(false) {
            let message = format!("`{}` is declared behind the function that mentions it", self.checker.name(name));
            self.problem(Code::Undeclared, span, message);
        }
    }

    /// What no declaration declares is known from its first call on, unless it is reserved for the compiler.
    fn require_implicit(&mut self, decl: DeclRef, own: DeclRef, name: Symbol, span: Span) {
        let is_known = decl <= own || self.called.contains(&decl) || builtins::is_reserved(self.checker.name(name));
        if !is_known {
            let message = format!("nothing declares `{}` here", self.checker.name(name));
            self.problem(Code::Undeclared, span, message);
        }
    }

    /// The types written in an expression.
    fn mention_types(&mut self, slot: &Slot<'_>) {
        match slot {
            Slot::TypeName(id) => self.mention_type_name(**id),
            Slot::Assocs(list) => {
                let names: SmallVec<[TypeNameId; 4]> =
                    self.body.list(**list).filter_map(|assoc| self.body.assocs[assoc].ty).collect();
                names.into_iter().for_each(|name| self.mention_type_name(name));
            }
            _ => {}
        }
    }

    fn mention_type_name(&mut self, id: TypeNameId) {
        let name = self.body.type_names[id];
        self.define_all(name.defines);
        self.mention_type(name.ty, Span::NONE, name.defines);
    }

    /// The names that a type is written with, where `defines` are defined. Expressions in it are children of what the type
    /// stands in.
    fn mention_type(&mut self, ty: Ty, span: Span, defines: List<Tag>) {
        if let Some(tag) = self.mention_names(ty, span)
            && !self.body.list(defines).any(|defined| self.contains(defined, tag))
        {
            self.problem(Code::Undeclared, span, "a type without a name cannot be mentioned again".to_owned());
        }
    }

    /// Whether a tag is another one, or is defined inside of it.
    fn contains(&self, outer: Tag, tag: Tag) -> bool {
        outer == tag
            || matches!(outer, Tag::Record(id) if self.checker.types().records[id].defines.iter().any(|&inner| self.contains(inner, tag)))
    }

    /// The names of a type; the answer is a tag in it that has none.
    fn mention_names(&mut self, mut ty: Ty, span: Span) -> Option<Tag> {
        let types = self.checker.types();
        loop {
            ty = match types.kind(ty) {
                TypeKind::Pointer(of)
                | TypeKind::Array(of, _)
                | TypeKind::Vector(of, _)
                | TypeKind::Sized(_, of)
                | TypeKind::Attributed(_, of, _)
                | TypeKind::Adjusted(of, ..) => of,
                TypeKind::TypeofType(name, _) if !name.is_file() => {
                    let name = self.body.type_names[name.id()];
                    self.mention_type(name.ty, span, name.defines);
                    return None;
                }
                TypeKind::Function(id) => {
                    let function = types.fn_type(id);
                    for &param in &function.params {
                        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.mention_names(param, span));
                    }
                    function.result
                }
                TypeKind::Typedef(decl, _) => {
                    self.mention(decl, span);
                    return None;
                }
                TypeKind::Record(id) => return self.mention_tag(Tag::Record(id), span),
                TypeKind::Enum(id) => return self.mention_tag(Tag::Enum(id), span),
                TypeKind::Error => {
                    self.problem(Code::BadDeclarator, span, "a type is missing".to_owned());
                    return None;
                }
                TypeKind::Basic(_)
                | TypeKind::Complex(_)
                | TypeKind::TypeofExpr(..)
                | TypeKind::TypeofType(..)
                | TypeKind::Auto(_) => return None,
            };
        }
    }

    /// The answer is the tag, if it has no name.
    fn mention_tag(&mut self, tag: Tag, span: Span) -> Option<Tag> {
        let types = self.checker.types();
        let (name, is_local) = match tag {
            Tag::Record(id) => (types.records[id].tag, types.records[id].local),
            Tag::Enum(id) => (types.enums[id].tag, types.enums[id].local),
        };
        let Some(name) = name else { return Some(tag) };
        let entries = self.tags.get(&name).map_or(&[][..], |entries| entries.as_slice());
        let found = entries.last().map(|&(tag, _)| tag);
        if found == Some(tag) || found.is_none() && !is_local {
            return None;
        }
        if found.is_none() && !self.defined_tags.contains(&tag) {
            // The first mention of a tag declares it.
            self.mentioned_tags.push(tag);
            self.declare_tag(Some(name), tag);
            return None;
        }
        let message = format!("the type with tag `{}` is not in scope here", self.checker.name(name));
        self.problem(Code::Undeclared, span, message);
        None
    }
}
