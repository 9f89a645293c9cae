//! Dropping what a program does not use.
//!
//! A preprocessed program carries its headers: hundreds of declarations of which it needs a few. Compilers other than the one
//! that preprocessed it trip over them (measured: Clang and tcc reject text preprocessed by GCC because of types and builtins
//! that only GCC knows), and a reducer wades through them. [`drop_unused`] keeps of each unit what other units can see, what
//! must stay for its own sake, and what these name, directly or not.
//!
//! *Items* are the declarations and definitions at file scope; each is kept or dropped as a whole. All declarations of one
//! thing are kept together, so types that are completed, linkage and attributes stay what they were.
//!
//! A tag is declared where it is first mentioned. If the item that did so is dropped, a later `void f (struct S *);` would
//! declare another `struct S`, in sight only there (C11 6.2.1p7). Then `struct S;` is put before it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::mentions::{Mentions, mentions, names_in_types};
use crate::names::Symbol;
use crate::source::Span;
use crate::target::{Options, Std};
use crate::tree::{
    Body, Decl, DeclFlags, DeclId, DeclKind, Group, Linkage, List, Node, Program, Sight, StmtId, StmtKind, Storage,
    Tables, Unit,
};
use crate::types::{Quals, Tag, Ty, TypeKind};

/// Attributes by which a symbol is used although nothing in the unit may name it, or by which a declaration is a definition.
const USED: &[&str] = &["used", "retain", "constructor", "destructor", "alias", "ifunc", "symver"];

/// Functions that compilers call on their own. A declaration that gives one another assembler name redirects these calls.
const CALLED_BY_COMPILERS: &[&str] = &["abort", "memcmp", "memcpy", "memmove", "memset"];

/// Drops every item at file scope that its unit does not use. Functions that are left keep their ids.
pub fn drop_unused(program: &mut Program) {
    for unit in &mut program.units {
        let kept = kept_items(&program.tables, &program.options, unit);
        kept.apply(&program.tables, unit);
    }
}

/// What is left of a unit.
struct Kept {
    /// For each item whether it is kept.
    is_kept: Vec<bool>,
    /// Tags to be declared, each before the item of that position; in order of the items.
    forward: Vec<(usize, Tag)>,
}

fn kept_items(tables: &Tables, options: &Options, unit: &Unit) -> Kept {
    let file = Sight::of_file(tables, unit);
    let names_in_types = names_in_types(file.body);
    let stmts = file.body.list(file.body.items);
    let items: Vec<Item> = stmts.map(|stmt| Item::new(file, unit, stmt, &names_in_types)).collect();
    let index = Index::new(&items);
    let roots = Roots { file, options, items: &items, index: &index };
    let is_kept = index.reach(&items, roots.find());
    let forward = forward_declarations(file, &items, &index, &is_kept);
    Kept { is_kept, forward }
}

struct Item {
    stmt: StmtId,
    mentions: Mentions,
    /// The structure, union or enumeration that the specifiers of a declaration name: it is declared thereby, at file scope.
    base: Option<Tag>,
    /// Nothing but `struct S;`.
    is_tag_declaration: bool,
}

impl Item {
    fn new(file: Sight<'_>, unit: &Unit, stmt: StmtId, names_in_types: &FxHashSet<Symbol>) -> Item {
        let group = match file.body.stmt(stmt) {
            StmtKind::Decl { group } => Some(file.body.groups[group]),
            _ => None,
        };
        Item {
            stmt,
            mentions: mentions(file, unit, stmt, names_in_types),
            base: group.and_then(|group| tag_of(file, group.base)),
            is_tag_declaration: group.is_some_and(|group| group.decls.is_empty() && group.defines.is_empty()),
        }
    }

    fn declares_tag(&self, tag: Tag) -> bool {
        self.base == Some(tag) || self.mentions.defined.contains(&tag)
    }
}

fn tag_of(file: Sight<'_>, ty: Ty) -> Option<Tag> {
    match file.types().kind(ty) {
        TypeKind::Record(id) => Some(Tag::Record(id)),
        TypeKind::Enum(id) => Some(Tag::Enum(id)),
        _ => None,
    }
}

/// Which items declare what.
#[derive(Default)]
struct Index {
    names: FxHashMap<Symbol, Vec<usize>>,
    /// The item that defines a tag.
    definitions: FxHashMap<Tag, usize>,
    /// The item that mentions a tag first, which declares it.
    first: FxHashMap<Tag, usize>,
}

impl Index {
    fn new(items: &[Item]) -> Index {
        let mut index = Index::default();
        for (position, item) in items.iter().enumerate() {
            for &name in &item.mentions.declared {
                index.names.entry(name).or_default().push(position);
            }
            for &tag in &item.mentions.defined {
                index.definitions.insert(tag, position);
            }
            for &tag in item.mentions.defined.iter().chain(&item.mentions.tags) {
                index.first.entry(tag).or_insert(position);
            }
        }
        index
    }

    /// The items that declare a name, in order.
    fn declaring(&self, name: Symbol) -> &[usize] {
        self.names.get(&name).map_or(&[], Vec::as_slice)
    }

    /// For each item whether it is a root or can be reached from one.
    fn reach(&self, items: &[Item], roots: Vec<usize>) -> Vec<bool> {
        let mut is_kept = vec![false; items.len()];
        let mut open = roots;
        while let Some(position) = open.pop() {
            if std::mem::replace(&mut is_kept[position], true) {
                continue;
            }
            let mentions = &items[position].mentions;
            for &name in mentions.names.iter().chain(&mentions.declared) {
                open.extend(self.declaring(name).iter().filter(|&&other| !is_kept[other]));
            }
            for tag in &mentions.tags {
                open.extend(self.definitions.get(tag));
                open.extend(self.first.get(tag).filter(|&&first| items[first].is_tag_declaration));
            }
        }
        is_kept
    }
}

/// Which items stay whether or not anything names them.
struct Roots<'a> {
    file: Sight<'a>,
    options: &'a Options,
    items: &'a [Item],
    index: &'a Index,
}

impl Roots<'_> {
    fn find(&self) -> Vec<usize> {
        (0..self.items.len()).filter(|&position| self.is_root(position)).collect()
    }

    fn is_root(&self, position: usize) -> bool {
        let item = &self.items[position];
        match self.file.body.stmt(item.stmt) {
            StmtKind::Empty {} => false,
            StmtKind::Decl { .. } | StmtKind::Function { .. } => {
                item.mentions.decls.iter().any(|&decl| self.is_used_outside(decl)) || self.holds_pragma(position)
            }
            // Assertions, `asm`, pragmas.
            _ => true,
        }
    }

    /// A pragma in the middle of a declaration is listed behind it but stands in its text.
    fn holds_pragma(&self, position: usize) -> bool {
        let span = |item: &Item| self.file.body.stmt_span(item.stmt);
        let (item, next) = (span(&self.items[position]), self.items.get(position + 1).map_or(Span::NONE, span));
        !item.is_none() && next.start < item.end
    }

    fn is_used_outside(&self, id: DeclId) -> bool {
        let decl = &self.file.body.decls[id];
        let is_definition = match decl.kind {
            DeclKind::Function(definition) => definition.is_some() && !self.is_only_for_inlining(decl),
            DeclKind::Variable => decl.storage != Storage::Extern || decl.init.is_some(),
            DeclKind::Param | DeclKind::Typedef | DeclKind::Enumerator(_) => false,
        };
        // GCC keeps every volatile object, `static` or not, and with it what its initialiser points to. Without it other
        // objects would be constants to the optimiser, and the program another test of the compiler.
        let is_volatile = decl.kind == DeclKind::Variable && self.file.types().quals(decl.ty).contains(Quals::VOLATILE);
        is_definition && (decl.linkage == Linkage::External || is_volatile)
            || USED.iter().any(|name| self.has_attr(decl, name))
            || self.redirects_compilers(decl)
    }

    fn redirects_compilers(&self, decl: &Decl) -> bool {
        let is_called = |name: Symbol| CALLED_BY_COMPILERS.contains(&self.file.name(name));
        decl.asm_label.is_some() && decl.name.is_some_and(is_called)
    }

    /// Whether a function definition does not define the function for other units.
    ///
    /// C11 6.7.4p7: if all declarations of it say `inline` and none says `extern`. GNU's older rule: if the definition says
    /// `extern inline`.
    fn is_only_for_inlining(&self, decl: &Decl) -> bool {
        if !decl.flags.contains(DeclFlags::INLINE) {
            return false;
        }
        let declaring = decl.name.map_or(&[][..], |name| self.index.declaring(name));
        let ids = declaring.iter().flat_map(|&position| &self.items[position].mentions.decls);
        let mut same = ids.map(|&id| &self.file.body.decls[id]).filter(|other| other.name == decl.name);
        let gnu_rule =
            self.options.dialect.std == Std::C89 || same.clone().any(|other| self.has_attr(other, "gnu_inline"));
        if gnu_rule {
            return decl.storage == Storage::Extern;
        }
        same.all(|other| other.flags.contains(DeclFlags::INLINE) && other.storage != Storage::Extern)
    }

    fn has_attr(&self, decl: &Decl, name: &str) -> bool {
        let attrs = decl.attrs.map_or(&[][..], |attrs| &self.file.body.attrs[attrs]);
        attrs.iter().any(|attr| self.file.name(attr.name) == name)
    }
}

/// The tags that a kept item mentions first, if the item that did so before was dropped, with the position of that item.
fn forward_declarations(file: Sight<'_>, items: &[Item], index: &Index, is_kept: &[bool]) -> Vec<(usize, Tag)> {
    let mut forward = Vec::new();
    let mut seen = FxHashSet::default();
    for (position, item) in items.iter().enumerate().filter(|&(position, _)| is_kept[position]) {
        for &tag in &item.mentions.tags {
            let is_lost = seen.insert(tag) && index.first.get(&tag).is_some_and(|&first| !is_kept[first]);
            if is_lost && is_declarable(file, index, tag) && !item.declares_tag(tag) {
                forward.push((position, tag));
            }
        }
    }
    forward
}

/// Whether a tag can be declared by its name. The compiler's own types, such as that behind `va_list`, cannot: they are
/// complete and no item defines them.
fn is_declarable(file: Sight<'_>, index: &Index, tag: Tag) -> bool {
    let (name, is_complete) = match tag {
        Tag::Record(id) => (file.types().records[id].tag, file.types().records[id].complete),
        Tag::Enum(id) => (file.types().enums[id].tag, file.types().enums[id].complete),
    };
    name.is_some() && (!is_complete || index.definitions.contains_key(&tag))
}

impl Kept {
    /// Leaves the unit alone if nothing is dropped, so that its file scope stays shared.
    fn apply(&self, tables: &Tables, unit: &mut Unit) {
        if self.is_kept.iter().all(|&is_kept| is_kept) {
            return;
        }
        let file = Arc::make_mut(&mut unit.file);
        let mut forward = self.forward.iter().peekable();
        let mut items: Vec<StmtId> = Vec::new();
        for (position, item) in file.list(file.items).collect::<Vec<StmtId>>().into_iter().enumerate() {
            if !self.is_kept[position] {
                file.log_replaced(Node::Stmt(item), None);
                continue;
            }
            while let Some(&(_, tag)) = forward.next_if(|(before, _)| *before == position) {
                let Some(base) = tag_type(tables, tag) else { continue };
                let declaration = tag_declaration(file, base);
                file.log_inserted(Node::Stmt(declaration), Node::Stmt(item));
                items.push(declaration);
            }
            items.push(item);
        }
        file.items = file.lists.push(items);
    }
}

/// `struct S;`.
fn tag_declaration(file: &mut Body, base: Ty) -> StmtId {
    let (decls, defines, sizes) = (List::default(), List::default(), List::default());
    let group = file.groups.push(Group { base, decls, defines, sizes, attrs: None });
    file.push_stmt(StmtKind::Decl { group }, Span::NONE)
}

/// A tag that is mentioned is in the table of types.
fn tag_type(tables: &Tables, tag: Tag) -> Option<Ty> {
    tables.types.lookup(&match tag {
        Tag::Record(id) => TypeKind::Record(id),
        Tag::Enum(id) => TypeKind::Enum(id),
    })
}
