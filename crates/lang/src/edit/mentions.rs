//! What an item at file scope names, and what it declares.
//!
//! Names are what is *written*, in the tree's own print as in the text: a variable of type `size_t` names `size_t` and not
//! `unsigned long`; that `size_t` names something in turn is the business of its own declaration. So types are followed down
//! to typedef names and tags, not through them.
//!
//! The tree forgets a few names of the text: `vector_size` and `mode` put another type in the place of a typedef name. Where
//! that may have happened the words of the text are looked at as well.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::words::{Quotes, words};
use crate::names::Symbol;
use crate::tree::slot::Slot;
use crate::tree::{
    AsmId, Attr, AttrArgs, AttrsId, AttrsRef, Body, Decl, DeclId, DeclKind, DeclRef, ExprKind, ExprRef, Function,
    GroupId, Linkage, List, Node, Sight, StmtId, StmtKind, TypeNameId, TypeNameRef, Unit,
};
use crate::types::{ArrayLen, Tag, Ty, TypeKind};

/// Attributes whose argument is the assembler name of another symbol.
const NAMING_BY_STRING: &[&str] = &["alias", "ifunc", "weakref"];
/// Attributes whose arguments are words of their own, not names of the program.
const WITH_OWN_WORDS: &[&str] = &["access", "format", "mode"];

/// What an item has to do with the file scope.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// Variables, functions, typedef names and enumeration constants it names.
    pub(super) names: Vec<Symbol>,
    /// Structures, unions and enumerations it names.
    pub(super) tags: Vec<Tag>,
    /// Variables, functions, typedef names and enumeration constants it declares. An assembler name (`asm ("f")`) counts as
    /// one; it is the literal, so `alias ("f")` finds it under the same symbol.
    pub(super) declared: Vec<Symbol>,
    /// The declarations of variables and functions among them.
    pub(super) decls: Vec<DeclId>,
    /// Structures, unions and enumerations it defines.
    pub(super) defined: Vec<Tag>,
}

/// The names of a file scope that types are written with: of types, and of constants in their bounds.
pub(super) fn names_in_types(file: &Body) -> FxHashSet<Symbol> {
    let in_types = |decl: &&Decl| matches!(decl.kind, DeclKind::Typedef | DeclKind::Enumerator(_));
    file.decls.iter().filter(in_types).filter_map(|decl| decl.name).collect()
}

/// Finds what an item names and declares.
pub(super) fn mentions(file: Sight<'_>, unit: &Unit, item: StmtId, names_in_types: &FxHashSet<Symbol>) -> Mentions {
    let body = match file.body.stmt(item) {
        StmtKind::Function { function } => &**unit.function(function),
        _ => file.body,
    };
    let sight = Sight { body, ..file };
    let mut finder = Finder { sight, found: Mentions::default(), seen: FxHashSet::default(), open: VecDeque::new() };
    match body.function() {
        Some(function) => finder.definition(function),
        None => finder.tree(Node::Stmt(item)),
    }
    finder.follow();
    if let Some(source) = &unit.source {
        finder.forgotten_names(source.text(file.body.stmt_span(item)), names_in_types);
    }
    finder.found
}

/// Something that an item refers to and that names further things.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Type(Ty),
    TypeName(TypeNameRef),
    Expr(ExprRef),
    Attrs(AttrsRef),
    /// A tag that is defined here.
    Definition(Tag),
}

struct Finder<'a> {
    sight: Sight<'a>,
    found: Mentions,
    /// Each part is followed once: types share their parts.
    seen: FxHashSet<Part>,
    /// Parts still to be followed, first come first served, which is about the order of the text. A queue and not a
    /// recursion, because types may be nested deeper than the stack.
    open: VecDeque<Part>,
}

/// Trees.
impl Finder<'_> {
    fn at_file_scope(&self) -> bool {
        std::ptr::eq(self.sight.body, self.sight.file)
    }

    /// Everything in a tree of the item's body.
    fn tree(&mut self, root: Node) {
        let body = self.sight.body;
        for node in body.descend(root) {
            self.node(node, self.at_file_scope());
        }
    }

    fn definition(&mut self, function: &Function) {
        let body = self.sight.body;
        self.function(function);
        self.tree(Node::Stmt(function.body));
        body.list(function.sizes).for_each(|size| self.tree(Node::Expr(size)));
    }

    /// What stands in a node itself; its children are visited on their own.
    fn node(&mut self, node: Node, is_file: bool) {
        let body = self.sight.at(is_file).body;
        let mut visit = |slot: Slot<'_>| match slot {
            Slot::Decl(decl) => self.name_of(*decl),
            Slot::Group(id) => self.group(body, *id, is_file),
            Slot::TypeName(id) => self.open(Part::TypeName(TypeNameRef::new(*id, is_file))),
            Slot::Function(id) => body.functions.get(*id).into_iter().for_each(|function| self.function(function)),
            Slot::Asm(id) => self.asm(body, *id),
            Slot::Attrs(id) => self.open(Part::Attrs(AttrsRef::new(*id, is_file))),
            Slot::Assocs(list) => {
                let types = body.list(*list).filter_map(|assoc| body.assocs[assoc].ty);
                self.open_all(types.map(|ty: TypeNameId| Part::TypeName(TypeNameRef::new(ty, is_file))));
            }
            Slot::Text(text) => self.words(self.sight.name(*text), Quotes::Skipped),
            _ => {}
        };
        match node {
            Node::Expr(id) => body.expr(id).slots(&mut visit),
            Node::Stmt(id) => body.stmt(id).slots(&mut visit),
        }
    }

    fn group(&mut self, body: &Body, id: GroupId, is_file: bool) {
        let group = body.groups[id];
        self.open(Part::Type(group.base));
        self.definitions(body, group.defines);
        self.attrs(group.attrs, is_file);
        for id in body.list(group.decls) {
            self.decl(id, is_file);
        }
    }

    /// A nested function, or the one whose body this is.
    fn function(&mut self, function: &Function) {
        let body = self.sight.body;
        self.decl(function.decl.id(), function.decl.is_file());
        self.definitions(body, function.defines);
        body.list(function.params).for_each(|param| self.decl(param, false));
    }

    fn decl(&mut self, id: DeclId, is_file: bool) {
        let decl = self.sight.at(is_file).body.decls[id];
        self.open(Part::Type(decl.ty));
        self.attrs(decl.attrs, is_file);
        if is_file {
            self.found.decls.push(id);
            self.found.declared.extend(decl.name);
        } else if decl.linkage != Linkage::None {
            // A declaration in a block may mean what is declared at file scope.
            self.found.names.extend(decl.name);
        }
        self.found.declared.extend(decl.asm_label);
    }

    fn name_of(&mut self, decl: DeclRef) {
        // The parameters of a prototype are of the file's body, but not in its scope.
        let Decl { name, kind, .. } = *self.sight.decl(decl);
        if decl.is_file() && kind != DeclKind::Param {
            self.found.names.extend(name);
        }
    }

    /// A template is text to the compiler; symbols in it are names all the same.
    fn asm(&mut self, body: &Body, id: AsmId) {
        if let ExprKind::Str { string } = body.expr(body.asms[id].template) {
            let template: Vec<u8> = body.strings[string].units.iter().map(|&unit| unit as u8).collect();
            self.words(&String::from_utf8_lossy(&template), Quotes::ReadThrough);
        }
    }

    fn attrs(&mut self, attrs: Option<AttrsId>, is_file: bool) {
        self.open_all(attrs.map(|attrs| Part::Attrs(AttrsRef::new(attrs, is_file))));
    }

    fn definitions(&mut self, body: &Body, tags: List<Tag>) {
        self.open_all(body.list(tags).map(Part::Definition));
    }
}

/// Parts.
impl Finder<'_> {
    fn open(&mut self, part: Part) {
        if self.seen.insert(part) {
            self.open.push_back(part);
        }
    }

    fn open_all(&mut self, parts: impl IntoIterator<Item = Part>) {
        for part in parts {
            self.open(part);
        }
    }

    fn follow(&mut self) {
        while let Some(part) = self.open.pop_front() {
            match part {
                Part::Type(ty) => self.ty(ty),
                Part::TypeName(name) => {
                    let of = *self.sight.type_name(name);
                    self.open(Part::Type(of.ty));
                    self.definitions(self.sight.at(name.is_file()).body, of.defines);
                }
                Part::Expr(expr) => self.expr_of_type(expr),
                Part::Attrs(attrs) => {
                    let list = self.sight.attrs(attrs);
                    for attr in list {
                        self.attr(attr, attrs.is_file());
                    }
                }
                Part::Definition(tag) => self.definition_of_tag(tag),
            }
        }
    }

    /// An expression that a type refers to. Such expressions contain each other (`typeof (typeof (...))`), so each node is
    /// visited once.
    fn expr_of_type(&mut self, root: ExprRef) {
        let body = self.sight.at_expr(root).body;
        let mut stack = vec![Node::Expr(root.id())];
        while let Some(node) = stack.pop() {
            let is_new = match node {
                Node::Expr(id) if id != root.id() => self.seen.insert(Part::Expr(ExprRef::new(id, root.is_file()))),
                _ => true,
            };
            if is_new {
                self.node(node, root.is_file());
                body.each_child(node, |child| stack.push(child));
            }
        }
    }

    fn ty(&mut self, ty: Ty) {
        let types = self.sight.types();
        match types.kind(ty) {
            // What `__auto_type` stands for is not written.
            TypeKind::Basic(_) | TypeKind::Error | TypeKind::Complex(_) | TypeKind::Auto(_) => {}
            TypeKind::Pointer(to) => self.open(Part::Type(to)),
            TypeKind::Array(elem, len) => {
                self.open(Part::Type(elem));
                if let ArrayLen::Variable(len) = len {
                    self.open(Part::Expr(len));
                }
            }
            TypeKind::Vector(elem, _) => self.open(Part::Type(elem)),
            TypeKind::Function(id) => {
                let function = types.fn_type(id);
                self.open(Part::Type(function.result));
                self.open_all(function.params.iter().map(|&param| Part::Type(param)));
            }
            TypeKind::Record(id) => self.tag(Tag::Record(id), types.records[id].local),
            TypeKind::Enum(id) => self.tag(Tag::Enum(id), types.enums[id].local),
            TypeKind::Typedef(decl, _) => self.name_of(decl),
            TypeKind::TypeofExpr(expr, _) => self.open(Part::Expr(expr)),
            TypeKind::TypeofType(name, _) => self.open(Part::TypeName(name)),
            TypeKind::Sized(expr, array) => {
                self.open(Part::Expr(expr));
                self.open(Part::Type(array));
            }
            TypeKind::Adjusted(from, to, _) => {
                self.open(Part::Type(from));
                self.open(Part::Type(to));
            }
            TypeKind::Attributed(attrs, of, _) => {
                self.open(Part::Attrs(attrs));
                self.open(Part::Type(of));
            }
        }
    }

    fn tag(&mut self, tag: Tag, local: bool) {
        if !local {
            self.found.tags.push(tag);
        }
    }

    fn attr(&mut self, attr: &Attr, is_file: bool) {
        let name = self.sight.name(attr.name);
        match attr.args {
            AttrArgs::None => {}
            AttrArgs::Exprs(list) => {
                let body = self.sight.at(is_file).body;
                self.open_all(body.list(list).map(|arg| Part::Expr(ExprRef::new(arg, is_file))));
            }
            AttrArgs::Type(name) => self.open(Part::TypeName(TypeNameRef::new(name, is_file))),
            AttrArgs::Text(_) if WITH_OWN_WORDS.contains(&name) => {}
            AttrArgs::Text(text) if NAMING_BY_STRING.contains(&name) => {
                self.words(self.sight.name(text), Quotes::ReadThrough);
                self.found.names.push(text);
            }
            AttrArgs::Text(text) => self.words(self.sight.name(text), Quotes::Skipped),
        }
    }

    fn definition_of_tag(&mut self, tag: Tag) {
        let types = self.sight.types();
        let (local, attrs) = match tag {
            Tag::Record(id) => (types.records[id].local, types.records[id].attrs),
            Tag::Enum(id) => (types.enums[id].local, types.enums[id].attrs),
        };
        if !local {
            self.found.defined.push(tag);
        }
        self.open_all(attrs.map(Part::Attrs));
        match tag {
            Tag::Record(id) => {
                let record = &types.records[id];
                self.open_all(record.defines.iter().map(|&inner| Part::Definition(inner)));
                record.pragmas.iter().for_each(|&(_, text)| self.words(self.sight.name(text), Quotes::Skipped));
                for field in record.fields().map(|field| &types.fields[field]) {
                    self.open(Part::Type(field.ty));
                    self.open_all(field.attrs.map(Part::Attrs));
                    self.open_all(field.bits.and_then(|bits| bits.width_expr).map(Part::Expr));
                }
            }
            Tag::Enum(id) => {
                for constant in &types.enums[id].constants {
                    let decl = self.sight.decl(constant.decl);
                    if constant.decl.is_file() {
                        self.found.declared.extend(decl.name);
                    }
                    self.attrs(decl.attrs, constant.decl.is_file());
                    self.open_all(constant.value.map(Part::Expr));
                }
            }
        }
    }
}

/// Words.
impl Finder<'_> {
    fn words(&mut self, text: &str, quotes: Quotes) {
        let names = &self.sight.tables.names;
        self.found.names.extend(words(text.as_bytes(), quotes).filter_map(|word| names.get(word)));
    }

    /// Names that stand in the item's text and may not stand in its types any more.
    fn forgotten_names(&mut self, text: &[u8], names_in_types: &FxHashSet<Symbol>) {
        let has_word = |word: &[u8]| memchr::memmem::find(text, word).is_some();
        if has_word(b"vector_size") || has_word(b"mode") {
            let names = &self.sight.tables.names;
            let written = words(text, Quotes::Skipped).filter_map(|word| names.get(word));
            self.found.names.extend(written.filter(|name| names_in_types.contains(name)));
        }
    }
}
