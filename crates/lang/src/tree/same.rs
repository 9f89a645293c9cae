//! Whether two programs have the same shape: equal but for spans and for how their tables are numbered.
//!
//! Print and parse are inverses up to this. Names are compared as text, declarations by which declaration of the other
//! program they correspond to, types by structure without their sugar.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::ids::{DeclId, DeclRef, ExprId, FunctionId, GroupId, StmtId, TypeNameId};
use super::node::Node;
use super::parts::{AttrArgs, Decl, DeclFlags, DeclKind, Designator, Function};
use super::program::{Program, Unit};
use super::sight::Sight;
use super::slot::Slot;
use super::{AsmId, AttrsId, DesignatorId, List};
use crate::names::Symbol;
use crate::types::{ArrayLen, EnumId, RecordId, Ty, TypeKind};

/// Compares two programs up to spans; the error says where they differ.
pub fn same_shape(a: &Program, b: &Program) -> Result<(), String> {
    if a.units.len() != b.units.len() {
        return Err(format!("{} and {} units", a.units.len(), b.units.len()));
    }
    for (unit_a, unit_b) in a.units.iter().zip(&b.units) {
        let mut comparer = Comparer {
            units: (unit_a, unit_b),
            a: Sight::of_file(&a.tables, unit_a),
            b: Sight::of_file(&b.tables, unit_b),
            file_decls: Pairs::default(),
            local_decls: Pairs::default(),
            types: FxHashMap::default(),
            records: FxHashMap::default(),
        };
        comparer.items()?;
    }
    Ok(())
}

/// The two programs, seen from corresponding places.
struct Comparer<'p> {
    units: (&'p Unit, &'p Unit),
    a: Sight<'p>,
    b: Sight<'p>,
    file_decls: Pairs,
    local_decls: Pairs,
    types: FxHashMap<Ty, Ty>,
    records: FxHashMap<RecordId, RecordId>,
}

/// Declarations that correspond to each other, one to one.
#[derive(Default)]
struct Pairs {
    a_to_b: FxHashMap<DeclId, DeclId>,
    b_to_a: FxHashMap<DeclId, DeclId>,
}

impl Pairs {
    fn insert(&mut self, a: DeclId, b: DeclId) {
        self.a_to_b.insert(a, b);
        self.b_to_a.insert(b, a);
    }

    /// Whether the two correspond; if nothing is known about either, from now on they do.
    fn agree(&mut self, a: DeclId, b: DeclId) -> bool {
        match (self.a_to_b.get(&a), self.b_to_a.get(&b)) {
            (None, None) => {
                self.insert(a, b);
                true
            }
            (known, _) => known == Some(&b),
        }
    }

    fn clear(&mut self) {
        self.a_to_b.clear();
        self.b_to_a.clear();
    }
}

type Same = Result<(), String>;

fn require(condition: bool, what: &str) -> Same {
    if condition { Ok(()) } else { Err(format!("{what} differ")) }
}

/// A field of a node by value.
#[derive(Clone, Copy)]
enum Part {
    Node(Option<Node>),
    Exprs(List<ExprId>),
    Stmts(List<StmtId>),
    Group(GroupId),
    TypeName(TypeNameId),
    Function(FunctionId),
    Asm(AsmId),
    Attrs(AttrsId),
    InitItems(List<super::InitItemId>),
    Assocs(List<super::AssocId>),
    Designators(List<DesignatorId>),
    Decl(DeclRef),
    Field(crate::types::FieldId),
    Label(super::LabelId),
    Labels(List<super::LabelId>),
    Str(super::StringId),
    Float(super::FloatId),
    Text(Option<Symbol>),
    Plain(u64),
}

fn parts(body: &Body, node: Node) -> smallvec::SmallVec<[Part; 4]> {
    let mut parts = smallvec::SmallVec::new();
    let mut show = |slot: Slot<'_>| {
        parts.push(match slot {
            Slot::Expr(id) => Part::Node(Some(Node::Expr(*id))),
            Slot::OptExpr(id) => Part::Node(id.map(Node::Expr)),
            Slot::Exprs(list) => Part::Exprs(*list),
            Slot::Stmt(id) => Part::Node(Some(Node::Stmt(*id))),
            Slot::OptStmt(id) => Part::Node(id.map(Node::Stmt)),
            Slot::Stmts(list) => Part::Stmts(*list),
            Slot::Group(id) => Part::Group(*id),
            Slot::TypeName(id) => Part::TypeName(*id),
            Slot::Function(id) => Part::Function(*id),
            Slot::Asm(id) => Part::Asm(*id),
            Slot::Attrs(id) => Part::Attrs(*id),
            Slot::InitItems(list) => Part::InitItems(*list),
            Slot::Assocs(list) => Part::Assocs(*list),
            Slot::Designators(list) => Part::Designators(*list),
            Slot::Decl(decl) => Part::Decl(*decl),
            Slot::Field(field) => Part::Field(*field),
            Slot::Label(label) => Part::Label(*label),
            Slot::Labels(list) => Part::Labels(*list),
            Slot::Str(string) => Part::Str(*string),
            Slot::Float(float) => Part::Float(*float),
            Slot::Text(text) => Part::Text(Some(*text)),
            Slot::Spelling(text) => Part::Text(*text),
            Slot::Plain(value) => Part::Plain(value),
        });
    };
    match node {
        Node::Expr(id) => body.expr(id).slots(&mut show),
        Node::Stmt(id) => body.stmt(id).slots(&mut show),
    }
    parts
}

impl Comparer<'_> {
    fn items(&mut self) -> Same {
        self.stmts(self.a.file.items, self.b.file.items)
    }

    fn stmts(&mut self, a: List<StmtId>, b: List<StmtId>) -> Same {
        require(a.len() == b.len(), "numbers of statements")?;
        let (body_a, body_b) = (self.a.body, self.b.body);
        for (a, b) in body_a.list(a).zip(body_b.list(b)) {
            self.node(Node::Stmt(a), Node::Stmt(b))?;
        }
        Ok(())
    }

    fn exprs(&mut self, a: List<ExprId>, b: List<ExprId>) -> Same {
        require(a.len() == b.len(), "numbers of expressions")?;
        let (body_a, body_b) = (self.a.body, self.b.body);
        for (a, b) in body_a.list(a).zip(body_b.list(b)) {
            self.node(Node::Expr(a), Node::Expr(b))?;
        }
        Ok(())
    }

    fn node(&mut self, a: Node, b: Node) -> Same {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.node_parts(a, b))
    }

    fn node_parts(&mut self, a: Node, b: Node) -> Same {
        let (name_a, name_b) = (kind_name(self.a.body, a), kind_name(self.b.body, b));
        if name_a != name_b {
            return Err(format!("{name_a} became {name_b}"));
        }
        let (parts_a, parts_b) = (parts(self.a.body, a), parts(self.b.body, b));
        for (&a, &b) in parts_a.iter().zip(&parts_b) {
            self.part(a, b).map_err(|error| format!("{name_a}: {error}"))?;
        }
        if let (Node::Expr(a), Node::Expr(b)) = (a, b) {
            let (ty_a, ty_b) = (self.a.body.ty(a), self.b.body.ty(b));
            self.ty(ty_a, ty_b).map_err(|error| format!("type of {name_a}: {error}"))?;
            let (ty_a, ty_b) = (self.a.body.converted(a), self.b.body.converted(b));
            self.ty(ty_a, ty_b).map_err(|error| format!("converted type of {name_a}: {error}"))?;
        }
        Ok(())
    }

    fn part(&mut self, a: Part, b: Part) -> Same {
        let (body_a, body_b) = (self.a.body, self.b.body);
        match (a, b) {
            (Part::Node(None), Part::Node(None)) => Ok(()),
            (Part::Node(Some(a)), Part::Node(Some(b))) => self.node(a, b),
            (Part::Exprs(a), Part::Exprs(b)) => self.exprs(a, b),
            (Part::Stmts(a), Part::Stmts(b)) => self.stmts(a, b),
            (Part::Group(a), Part::Group(b)) => self.group(a, b),
            (Part::TypeName(a), Part::TypeName(b)) => self.type_name(a, b),
            (Part::Function(a), Part::Function(b)) => self.function_item(a, b),
            (Part::Asm(a), Part::Asm(b)) => self.asm(a, b),
            (Part::Attrs(a), Part::Attrs(b)) => self.attrs(Some(a), Some(b)),
            (Part::InitItems(a), Part::InitItems(b)) => {
                require(a.len() == b.len(), "numbers of initialisers")?;
                for (a, b) in body_a.list(a).zip(body_b.list(b)) {
                    let (a, b) = (body_a.init_items[a], body_b.init_items[b]);
                    self.designators(a.designators, b.designators)?;
                    self.node(Node::Expr(a.value), Node::Expr(b.value))?;
                }
                Ok(())
            }
            (Part::Assocs(a), Part::Assocs(b)) => {
                require(a.len() == b.len(), "numbers of associations")?;
                for (a, b) in body_a.list(a).zip(body_b.list(b)) {
                    let (a, b) = (body_a.assocs[a], body_b.assocs[b]);
                    require(a.ty.is_some() == b.ty.is_some(), "associations")?;
                    if let (Some(a), Some(b)) = (a.ty, b.ty) {
                        self.type_name(a, b)?;
                    }
                    self.node(Node::Expr(a.value), Node::Expr(b.value))?;
                }
                Ok(())
            }
            (Part::Designators(a), Part::Designators(b)) => self.designators(a, b),
            (Part::Decl(a), Part::Decl(b)) => self.decl_ref(a, b),
            (Part::Field(a), Part::Field(b)) => {
                let (a, b) = (&self.a.types().fields[a], &self.b.types().fields[b]);
                let same_place = a.bit_offset == b.bit_offset;
                self.symbols(a.name, b.name)?;
                require(same_place, "members")
            }
            (Part::Label(a), Part::Label(b)) => self.symbols(Some(body_a.labels[a].name), Some(body_b.labels[b].name)),
            (Part::Labels(a), Part::Labels(b)) => {
                require(a.len() == b.len(), "numbers of labels")?;
                for (a, b) in body_a.list(a).zip(body_b.list(b)) {
                    self.symbols(Some(body_a.labels[a].name), Some(body_b.labels[b].name))?;
                }
                Ok(())
            }
            (Part::Str(a), Part::Str(b)) => require(body_a.strings[a] == body_b.strings[b], "strings"),
            (Part::Float(a), Part::Float(b)) => {
                let (a, b) = (body_a.floats[a], body_b.floats[b]);
                require(a.value == b.value && a.imaginary == b.imaginary, "floating constants")
            }
            // A spelling may be made anew; values are compared beside it.
            (Part::Text(a), Part::Text(b)) => match (a, b) {
                (Some(_), Some(_)) => self.symbols(a, b),
                _ => Ok(()),
            },
            (Part::Plain(a), Part::Plain(b)) => require(a == b, "operators or values"),
            _ => Err("kinds differ".to_owned()),
        }
    }

    fn symbols(&self, a: Option<Symbol>, b: Option<Symbol>) -> Same {
        let (a, b) = (a.map(|a| self.a.name(a)), b.map(|b| self.b.name(b)));
        if a == b { Ok(()) } else { Err(format!("`{}` became `{}`", a.unwrap_or(""), b.unwrap_or(""))) }
    }

    fn designators(&mut self, a: List<DesignatorId>, b: List<DesignatorId>) -> Same {
        require(a.len() == b.len(), "numbers of designators")?;
        let (body_a, body_b) = (self.a.body, self.b.body);
        for (a, b) in body_a.list(a).zip(body_b.list(b)) {
            match (body_a.designators[a], body_b.designators[b]) {
                (Designator::Index(a), Designator::Index(b)) => self.node(Node::Expr(a), Node::Expr(b))?,
                (Designator::Range(a, a_last), Designator::Range(b, b_last)) => {
                    self.node(Node::Expr(a), Node::Expr(b))?;
                    self.node(Node::Expr(a_last), Node::Expr(b_last))?;
                }
                (Designator::Field(a), Designator::Field(b)) => self.part(Part::Field(a), Part::Field(b))?,
                _ => return Err("designators differ".to_owned()),
            }
        }
        Ok(())
    }

    fn type_name(&mut self, a: TypeNameId, b: TypeNameId) -> Same {
        let (a, b) = (self.a.body.type_names[a], self.b.body.type_names[b]);
        require(a.defines.len() == b.defines.len(), "numbers of tags defined in a type name")?;
        self.ty(a.ty, b.ty)
    }

    fn group(&mut self, a: GroupId, b: GroupId) -> Same {
        let (body_a, body_b) = (self.a.body, self.b.body);
        let (a, b) = (body_a.groups[a], body_b.groups[b]);
        require(a.decls.len() == b.decls.len(), "numbers of declared names")?;
        require(a.defines.len() == b.defines.len(), "numbers of defined tags")?;
        self.attrs(a.attrs, b.attrs)?;
        for (a, b) in body_a.list(a.decls).zip(body_b.list(b.decls)) {
            self.declared(a, b)?;
        }
        if a.decls.is_empty() {
            self.ty(a.base, b.base)?;
        }
        Ok(())
    }

    fn declared(&mut self, a: DeclId, b: DeclId) -> Same {
        let at_file_scope = std::ptr::eq(self.a.body, self.a.file);
        let pairs = if at_file_scope { &mut self.file_decls } else { &mut self.local_decls };
        pairs.insert(a, b);
        let (a, b) = (self.a.body.decls[a], self.b.body.decls[b]);
        self.decl(&a, &b)?;
        self.names_of_params(&a, &b)?;
        if let (Some(a), Some(b)) = (a.init, b.init) {
            self.node(Node::Expr(a), Node::Expr(b))?;
        }
        Ok(())
    }

    fn decl(&mut self, a: &Decl, b: &Decl) -> Same {
        self.symbols(a.name, b.name)?;
        let name = a.name.map_or("", |name| self.a.name(name));
        let in_words = |error: String| format!("`{name}`: {error}");
        let same_kind = match (a.kind, b.kind) {
            (DeclKind::Function(a), DeclKind::Function(b)) => a.is_some() == b.is_some(),
            (a, b) => a == b,
        };
        require(same_kind && a.storage == b.storage && a.linkage == b.linkage, "kinds").map_err(in_words)?;
        // Whether `int` was written says nothing, and where the type became another one, by an earlier declaration or an
        // attribute, it cannot be left out again.
        let flags = |decl: &Decl| decl.flags.union(DeclFlags::IMPLICIT_INT);
        require(flags(a) == flags(b) && a.init.is_some() == b.init.is_some(), "specifiers").map_err(in_words)?;
        self.symbols(a.asm_label, b.asm_label).map_err(in_words)?;
        self.ty(a.ty, b.ty).map_err(in_words)
    }

    fn names_of_params(&mut self, a: &Decl, b: &Decl) -> Same {
        let (body_a, body_b) = (self.a.body, self.b.body);
        for (a, b) in body_a.list(a.params).zip(body_b.list(b.params)) {
            self.symbols(body_a.decls[a].name, body_b.decls[b].name)?;
        }
        Ok(())
    }

    fn attrs(&mut self, a: Option<AttrsId>, b: Option<AttrsId>) -> Same {
        let (body_a, body_b) = (self.a.body, self.b.body);
        let (a, b) = match (a, b) {
            (None, None) => return Ok(()),
            (Some(a), Some(b)) => (&body_a.attrs[a], &body_b.attrs[b]),
            _ => return Err("attributes differ".to_owned()),
        };
        require(a.len() == b.len(), "numbers of attributes")?;
        for (a, b) in a.iter().zip(b) {
            self.symbols(Some(a.name), Some(b.name))?;
            match (a.args, b.args) {
                (AttrArgs::Exprs(a), AttrArgs::Exprs(b)) => self.exprs(a, b)?,
                (AttrArgs::Type(a), AttrArgs::Type(b)) => self.type_name(a, b)?,
                (AttrArgs::Text(a), AttrArgs::Text(b)) => self.symbols(Some(a), Some(b))?,
                (AttrArgs::None, AttrArgs::None) => {}
                _ => return Err("arguments of attributes differ".to_owned()),
            }
        }
        Ok(())
    }

    /// Two references are the same if they lead to corresponding declarations.
    fn decl_ref(&mut self, a: DeclRef, b: DeclRef) -> Same {
        require(a.is_file() == b.is_file(), "scopes of a name")?;
        let (decl_a, decl_b) = (*self.a.decl(a), *self.b.decl(b));
        self.symbols(decl_a.name, decl_b.name)?;
        let pairs = if a.is_file() { &mut self.file_decls } else { &mut self.local_decls };
        let agree = pairs.agree(a.id(), b.id());
        let name = decl_a.name.map_or("", |name| self.a.name(name));
        if agree { Ok(()) } else { Err(format!("declarations of `{name}` differ")) }
    }

    /// A function definition: at file scope it has a body of its own.
    fn function_item(&mut self, a: FunctionId, b: FunctionId) -> Same {
        let at_file_scope = std::ptr::eq(self.a.body, self.a.file);
        if !at_file_scope {
            let (a, b) = (&self.a.body.functions[a], &self.b.body.functions[b]);
            return self.function(a, b);
        }
        let (body_a, body_b) = (self.units.0.function(a), self.units.1.function(b));
        let (Some(a), Some(b)) = (body_a.function(), body_b.function()) else {
            return Err("function bodies differ".to_owned());
        };
        let outer = (self.a, self.b);
        self.a = Sight { body: body_a, ..self.a };
        self.b = Sight { body: body_b, ..self.b };
        self.local_decls.clear();
        // Types of run-time size are local to a body.
        self.types.clear();
        let result = self.function(a, b);
        (self.a, self.b) = outer;
        let name = self.a.decl(a.decl).name.map_or("", |name| self.a.name(name));
        result.map_err(|error| format!("in `{name}`: {error}"))
    }

    fn function(&mut self, a: &Function, b: &Function) -> Same {
        let (decl_a, decl_b) = (*self.a.decl(a.decl), *self.b.decl(b.decl));
        self.decl(&decl_a, &decl_b)?;
        self.decl_ref(a.decl, b.decl)?;
        require(a.params.len() == b.params.len() && a.old_style == b.old_style, "parameters")?;
        let (body_a, body_b) = (self.a.body, self.b.body);
        for (a, b) in body_a.list(a.params).zip(body_b.list(b.params)) {
            self.declared(a, b)?;
        }
        self.node(Node::Stmt(a.body), Node::Stmt(b.body))
    }

    fn asm(&mut self, a: AsmId, b: AsmId) -> Same {
        let (a, b) = (&self.a.body.asms[a], &self.b.body.asms[b]);
        let flags = |asm: &super::Asm| (asm.volatile, asm.inline, asm.goto, asm.n_sections);
        let counts = |asm: &super::Asm| (asm.outputs.len(), asm.inputs.len(), asm.clobbers.len(), asm.labels.len());
        require(flags(a) == flags(b) && counts(a) == counts(b), "asm")?;
        self.node(Node::Expr(a.template), Node::Expr(b.template))?;
        let operands = a.outputs.iter().chain(&a.inputs).zip(b.outputs.iter().chain(&b.inputs));
        for (a, b) in operands {
            self.symbols(a.name, b.name)?;
            self.node(Node::Expr(a.constraint), Node::Expr(b.constraint))?;
            self.node(Node::Expr(a.value), Node::Expr(b.value))?;
        }
        for (&a, &b) in a.clobbers.iter().zip(&b.clobbers) {
            self.node(Node::Expr(a), Node::Expr(b))?;
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

/// Types by structure.
impl Comparer<'_> {
    fn ty(&mut self, a: Ty, b: Ty) -> Same {
        let (a, b) = (self.a.types().canon(a), self.b.types().canon(b));
        if let Some(&known) = self.types.get(&a) {
            return require(known == b, "types");
        }
        require(a.own_quals() == b.own_quals(), "qualifiers")?;
        self.types.insert(a, b);
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.type_kinds(a, b))
    }

    fn type_kinds(&mut self, a: Ty, b: Ty) -> Same {
        match (self.a.types().kind(a), self.b.types().kind(b)) {
            (TypeKind::Basic(a), TypeKind::Basic(b)) | (TypeKind::Complex(a), TypeKind::Complex(b)) => {
                if a == b {
                    Ok(())
                } else {
                    Err(format!("`{}` became `{}`", a.spelling(), b.spelling()))
                }
            }
            (TypeKind::Error, TypeKind::Error) => Ok(()),
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => self.ty(a, b),
            (TypeKind::Vector(a, n), TypeKind::Vector(b, m)) => {
                require(n == m, "vectors")?;
                self.ty(a, b)
            }
            (TypeKind::Array(a, len_a), TypeKind::Array(b, len_b)) => {
                let same = match (len_a, len_b) {
                    // The bounds themselves are compared where they stand. A prototype may say `[*]` for any.
                    (ArrayLen::Variable(_) | ArrayLen::Star, ArrayLen::Variable(_) | ArrayLen::Star) => true,
                    (a, b) => a == b,
                };
                require(same, "array lengths")?;
                self.ty(a, b)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => {
                let (a, b) = (self.a.types().fn_type(a).clone(), self.b.types().fn_type(b).clone());
                let same = a.params.len() == b.params.len() && a.variadic == b.variadic && a.prototype == b.prototype;
                require(same, "parameter lists")?;
                self.ty(a.result, b.result)?;
                for (&a, &b) in a.params.iter().zip(&b.params) {
                    self.ty(a, b)?;
                }
                Ok(())
            }
            (TypeKind::Record(a), TypeKind::Record(b)) => self.record(a, b),
            (TypeKind::Enum(a), TypeKind::Enum(b)) => self.enumeration(a, b),
            _ => Err("types differ".to_owned()),
        }
    }

    fn record(&mut self, a: RecordId, b: RecordId) -> Same {
        if let Some(&known) = self.records.get(&a) {
            return require(known == b, "structures");
        }
        self.records.insert(a, b);
        let (types_a, types_b) = (self.a.types(), self.b.types());
        let (record_a, record_b) = (&types_a.records[a], &types_b.records[b]);
        self.symbols(record_a.tag, record_b.tag)?;
        let same = record_a.kind == record_b.kind
            && record_a.complete == record_b.complete
            && record_a.n_fields == record_b.n_fields
            && record_a.size == record_b.size
            && record_a.align == record_b.align;
        let tag = record_a.tag.map_or("", |tag| self.a.name(tag));
        require(same, &format!("layouts of `{tag}`"))?;
        require(record_a.pragmas.len() == record_b.pragmas.len(), "pragmas among members")?;
        for (a, b) in record_a.pragmas.iter().zip(&record_b.pragmas) {
            require(a.0 == b.0, "places of pragmas")?;
            self.symbols(Some(a.1), Some(b.1))?;
        }
        for (a, b) in record_a.fields().zip(record_b.fields()) {
            let (a, b) = (&types_a.fields[a], &types_b.fields[b]);
            self.symbols(a.name, b.name)?;
            let same = a.bit_offset == b.bit_offset && a.bits.map(|bits| bits.width) == b.bits.map(|bits| bits.width);
            require(same, "members")?;
            self.ty(a.ty, b.ty)?;
        }
        Ok(())
    }

    fn enumeration(&mut self, a: EnumId, b: EnumId) -> Same {
        let (a, b) = (&self.a.types().enums[a], &self.b.types().enums[b]);
        self.symbols(a.tag, b.tag)?;
        require(a.compatible == b.compatible && a.constants.len() == b.constants.len(), "enumerations")
    }
}
