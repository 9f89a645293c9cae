//! Declarations built by code: what is declared, and everything at file scope.

use super::Builder;
use super::expr::BuildExpr;
use super::types::BuildType;
use crate::check::Checker;
use crate::diagnostics::Code;
use crate::lex::KEYWORDS;
use crate::names::Symbol;
use crate::print;
use crate::source::Span;
use crate::tree::{
    Attr, AttrArgs, AttrForm, AttrsId, AttrsRef, Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, ExprRef, Group,
    Linkage, List, StmtId, StmtKind, Storage, UnaryOp,
};
use crate::types::{Basic, BitField, EnumDef, Enumerator, Field, Record, RecordKind, Tag, Ty, TypeKind};

/// GNU attributes by name, without arguments or with arguments as text, such as `("aligned", Some("16"))`.
pub type Attributes<'n> = &'n [(&'n str, Option<&'n str>)];

/// An object to be declared, or a function.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'n> {
    /// Its name.
    pub name: &'n str,
    /// Its type.
    pub ty: Ty,
    /// Its storage class.
    pub storage: Storage,
    /// `inline`, `_Noreturn`, `_Thread_local`.
    pub flags: DeclFlags,
    /// Its attributes.
    pub attrs: Attributes<'n>,
}

impl<'n> Variable<'n> {
    /// An object without storage class and attributes.
    pub fn new(name: &'n str, ty: Ty) -> Variable<'n> {
        Variable { name, ty, storage: Storage::None, flags: DeclFlags::default(), attrs: &[] }
    }

    /// The same with a storage class.
    #[must_use]
    pub fn storage(self, storage: Storage) -> Variable<'n> {
        Variable { storage, ..self }
    }

    /// The same with attributes.
    #[must_use]
    pub fn attrs(self, attrs: Attributes<'n>) -> Variable<'n> {
        Variable { attrs, ..self }
    }
}

/// A member to be declared.
#[derive(Clone, Copy, Debug)]
pub struct Member<'n> {
    /// Its name; an unnamed bit-field or an anonymous member has none.
    pub name: Option<&'n str>,
    /// Its type.
    pub ty: Ty,
    /// Its width, if it is a bit-field.
    pub width: Option<u32>,
    /// Its attributes.
    pub attrs: Attributes<'n>,
}

impl<'n> Member<'n> {
    /// An ordinary member.
    pub fn new(name: &'n str, ty: Ty) -> Member<'n> {
        Member { name: Some(name), ty, width: None, attrs: &[] }
    }

    /// A bit-field.
    pub fn bits(name: Option<&'n str>, ty: Ty, width: u32) -> Member<'n> {
        Member { name, ty, width: Some(width), attrs: &[] }
    }
}

/// A declaration that is not yet bound.
pub(super) fn new_decl(checker: &mut Checker, variable: Variable<'_>, kind: DeclKind) -> Decl {
    let mut attrs = attributes(checker, variable.attrs);
    let mut ty = variable.ty;
    // Only a parameter can be written as the array or function that it would be.
    if kind != DeclKind::Param
        && let TypeKind::Adjusted(_, to, _) = checker.types().kind(ty)
    {
        ty = checker.qualified(to, ty.own_quals());
    }
    if !attrs.is_empty() {
        let effects = checker.effects(&attrs, Span::NONE);
        ty = checker.with_effects(ty, &effects, Span::NONE);
        attrs.retain(|attr| !checker.changes_type(attr));
    }
    Decl {
        name: Some(declared_name(checker, variable.name)),
        ty,
        kind,
        storage: variable.storage,
        linkage: Linkage::None,
        flags: variable.flags,
        init: None,
        attrs: store(checker, attrs),
        asm_label: None,
        params: List::default(),
        previous: None,
        span: Span::NONE,
    }
}

/// Declares something at file scope, in an item of its own.
fn declare_alone(
    checker: &mut Checker,
    variable: Variable<'_>,
    kind: DeclKind,
    has_initializer: bool,
) -> (DeclId, StmtId) {
    let decl = new_decl(checker, variable, kind);
    checker.check_declaration(&decl, has_initializer);
    let base = print::base_type(checker.types(), decl.ty);
    let id = checker.declare(decl);
    let decls = checker.list([id]);
    let group = Group { base, decls, defines: List::default(), sizes: List::default(), attrs: None };
    (id, group_item(checker, group))
}

fn group_item(checker: &mut Checker, group: Group) -> StmtId {
    let group = checker.body_mut().groups.push(group);
    checker.stmt(StmtKind::Decl { group }, Span::NONE)
}

/// An object at file scope, and the item that declares it.
pub(crate) fn new_object(checker: &mut Checker, variable: Variable<'_>, init: Option<ExprId>) -> (DeclRef, StmtId) {
    let (id, item) = declare_alone(checker, variable, DeclKind::Variable, init.is_some());
    match init {
        Some(init) => checker.initialize_decl(id, init, Span::NONE),
        None => checker.require_definable(id),
    }
    (DeclRef::file(id), item)
}

/// The symbol of a name, which is reported if it cannot be declared.
fn declared_name(checker: &mut Checker, name: &str) -> Symbol {
    let symbol = checker.intern_name(name);
    if !is_identifier(name) || is_keyword(symbol) {
        checker.error(Code::Syntax, Span::NONE, format!("`{name}` is not a name"));
    }
    symbol
}

/// Whether something can have this name: an identifier that is a keyword in no dialect.
pub(crate) fn is_name(checker: &Checker, name: &str) -> bool {
    is_identifier(name) && !checker.tables.names.get(name).is_some_and(is_keyword)
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().next().is_some_and(is_letter) && name.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
}

fn is_keyword(symbol: Symbol) -> bool {
    symbol.index() < KEYWORDS.len()
}

fn attributes(checker: &mut Checker, attrs: Attributes<'_>) -> Vec<Attr> {
    let attr = |&(name, args): &(&str, Option<&str>)| {
        let args = args.map_or(AttrArgs::None, |args| argument(checker, args));
        Attr { name: checker.intern_name(name), args, form: AttrForm::Gnu, follows_type: false }
    };
    attrs.iter().map(attr).collect()
}

/// A number is an expression, as in `aligned (16)`; anything else stays text.
fn argument(checker: &mut Checker, text: &str) -> AttrArgs {
    match text.parse::<u32>() {
        Ok(number) => {
            let number = checker.built_int(number.into(), Ty::INT);
            AttrArgs::Exprs(checker.list([number]))
        }
        Err(_) => AttrArgs::Text(checker.intern_name(text)),
    }
}

fn store(checker: &mut Checker, attrs: Vec<Attr>) -> Option<AttrsId> {
    if attrs.is_empty() { None } else { Some(checker.body_mut().attrs.push(attrs.into())) }
}

/// Objects, functions and typedef names.
impl Builder {
    /// Declares an object. Its initialiser is made at file scope, where a constant is needed.
    pub fn global(&mut self, variable: Variable<'_>, init: Option<ExprId>) -> DeclRef {
        self.at_file_scope(|builder| {
            let (decl, declaration) = new_object(&mut builder.nodes.checker, variable, init);
            builder.items.push(declaration);
            decl
        })
    }

    /// Declares a function without defining it; its type is that of the variable.
    pub fn declare_function(&mut self, function: Variable<'_>) -> DeclRef {
        self.at_file_scope(|builder| {
            if builder.nodes.checker.types().as_function(function.ty).is_none() {
                let message = format!("`{}` is declared as a function and is none", function.name);
                builder.nodes.checker.error(Code::BadDeclarator, Span::NONE, message);
            }
            DeclRef::file(builder.declare(function, DeclKind::Function(None)))
        })
    }

    /// Declares a typedef name and returns it as a type.
    pub fn typedef(&mut self, name: &str, ty: Ty) -> Ty {
        self.typedef_with(name, ty, &[])
    }

    /// The same with attributes, such as `may_alias`.
    pub fn typedef_with(&mut self, name: &str, ty: Ty, attrs: Attributes<'_>) -> Ty {
        self.at_file_scope(|builder| {
            let variable = Variable::new(name, ty).storage(Storage::Typedef).attrs(attrs);
            let decl = builder.declare(variable, DeclKind::Typedef);
            builder.nodes.checker.typedef_type(DeclRef::file(decl))
        })
    }

    /// A function that compilers know without declaration, by its name; `None` if they do not.
    pub fn builtin(&mut self, name: &str) -> Option<DeclRef> {
        let name = self.nodes.checker.intern_name(name);
        match self.nodes.checker.scopes.lookup_file(name) {
            Some(binding) => Some(binding.decl),
            None => self.nodes.checker.declare_builtin(name),
        }
    }

    fn declare(&mut self, variable: Variable<'_>, kind: DeclKind) -> DeclId {
        let (id, declaration) = declare_alone(&mut self.nodes.checker, variable, kind, false);
        self.items.push(declaration);
        id
    }

    fn add_group(&mut self, group: Group) {
        let item = group_item(&mut self.nodes.checker, group);
        self.items.push(item);
    }

    /// The item that defines a tag and nothing else.
    fn add_definition(&mut self, ty: Ty, tag: Tag, sizes: List<ExprId>) {
        let defines = self.nodes.checker.list([tag]);
        self.add_group(Group { base: ty, decls: List::default(), defines, sizes, attrs: None });
    }
}

/// Structures, unions and enumerations.
impl Builder {
    /// Defines a structure or union.
    pub fn record(&mut self, kind: RecordKind, tag: &str, members: &[Member<'_>], attrs: Attributes<'_>) -> Ty {
        self.at_file_scope(|builder| builder.define_record(kind, tag, members, attrs))
    }

    fn define_record(&mut self, kind: RecordKind, tag: &str, members: &[Member<'_>], attrs: Attributes<'_>) -> Ty {
        let checker = &mut self.nodes.checker;
        let tag = declared_name(checker, tag);
        let attrs = attributes(checker, attrs);
        let effects = checker.effects(&attrs, Span::NONE);
        let attrs = store(checker, attrs).map(AttrsRef::file);
        let id = checker.types_mut().records.push(Record::incomplete(kind, Some(tag), false));
        let mut fields: Vec<Field> = members.iter().map(|member| new_field(checker, member, tag, id)).collect();
        checker.check_members(&mut fields, kind, Span::NONE);
        let target = *checker.target();
        let dialect = checker.options.dialect;
        let types = checker.types_mut();
        let first = types.fields.next_id();
        let record = &mut types.records[id];
        record.first_field = (!fields.is_empty()).then_some(first);
        record.n_fields = fields.len() as u32;
        record.complete = true;
        record.packed = effects.packed;
        record.reversed = effects.reversed.unwrap_or(dialect.reversed);
        record.ms_layout = effects.ms_layout.unwrap_or(dialect.ms_layout);
        record.transparent = effects.transparent_union;
        record.pack = dialect.pack;
        record.attrs = attrs;
        record.n_leading_attrs = u32::MAX;
        for field in fields {
            types.fields.push(field);
        }
        types.lay_out(&target, id, effects.align);
        let ty = types.record(id);
        self.bind_tag(tag, Tag::Record(id));
        self.add_definition(ty, Tag::Record(id), List::default());
        ty
    }

    /// Defines an enumeration. A constant without a value is one more than the one before. Returns the type and the
    /// constants.
    pub fn enumeration(
        &mut self,
        tag: &str,
        constants: &[(&str, Option<i64>)],
        attrs: Attributes<'_>,
    ) -> (Ty, Vec<DeclRef>) {
        self.at_file_scope(|builder| builder.define_enum(tag, constants, attrs))
    }

    fn define_enum(&mut self, tag: &str, names: &[(&str, Option<i64>)], attrs: Attributes<'_>) -> (Ty, Vec<DeclRef>) {
        let tag = declared_name(&mut self.nodes.checker, tag);
        let attrs = attributes(&mut self.nodes.checker, attrs);
        let effects = self.nodes.checker.effects(&attrs, Span::NONE);
        let attrs = store(&mut self.nodes.checker, attrs).map(AttrsRef::file);
        if names.is_empty() {
            self.nodes.checker.error(Code::BadEnum, Span::NONE, "an enumeration without constants");
        }
        let mut values: Vec<i128> = Vec::with_capacity(names.len());
        let mut constants: Vec<Enumerator> = Vec::with_capacity(names.len());
        let mut sizes: Vec<ExprId> = Vec::new();
        for &(name, value) in names {
            let given = value.map(|value| self.constant(value));
            let value = value.map_or_else(|| values.last().map_or(0, |last| last + 1), i128::from);
            let decl = self.enumerator(name, value);
            sizes.extend(given);
            values.push(value);
            constants.push(Enumerator { decl, value: given.map(ExprRef::file) });
        }
        let checker = &mut self.nodes.checker;
        let compatible = checker.enum_type(&values, effects.packed || checker.options.dialect.short_enums, Span::NONE);
        checker.finish_enum(&constants, &values, compatible);
        let decls = constants.iter().map(|constant| constant.decl).collect();
        let definition = EnumDef {
            tag: Some(tag),
            complete: true,
            local: false,
            compatible,
            constants: constants.into(),
            attrs,
            n_leading_attrs: u32::MAX,
        };
        let id = checker.types_mut().enums.push(definition);
        let ty = checker.types_mut().enumeration(id);
        let sizes = checker.list(sizes);
        self.bind_tag(tag, Tag::Enum(id));
        self.add_definition(ty, Tag::Enum(id), sizes);
        (ty, decls)
    }

    fn enumerator(&mut self, name: &str, value: i128) -> DeclRef {
        let ty = self.nodes.checker.enumerator_type(value);
        let decl = new_decl(&mut self.nodes.checker, Variable::new(name, ty), DeclKind::Enumerator(value as u64));
        DeclRef::file(self.nodes.checker.declare(decl))
    }

    /// A constant expression of this value: a number, or one with a minus.
    fn constant(&mut self, value: i64) -> ExprId {
        let candidates = [Basic::Int, Basic::Long, Basic::LongLong, Basic::ULongLong];
        let fits = |basic: &Basic| {
            let bits = self.nodes.checker.target().int_bits(*basic) - u32::from(basic.is_signed_integer());
            bits >= 64 || value.unsigned_abs() >> bits == 0
        };
        let basic = candidates.into_iter().find(fits).unwrap_or(Basic::ULongLong);
        let number = self.int_of(value.unsigned_abs(), basic);
        let constant = if value < 0 { self.unary(UnaryOp::Neg, number) } else { number };
        // As everywhere where a constant is asked for, its value counts and not the object.
        self.nodes.checker.value(constant);
        constant
    }

    fn bind_tag(&mut self, tag: Symbol, defined: Tag) {
        if self.nodes.checker.scopes.lookup_tag(tag).is_some() {
            let message = format!("tag `{}` is defined already", self.sight().name(tag));
            self.nodes.checker.error(Code::Redeclaration, Span::NONE, message);
        }
        self.nodes.checker.scopes.bind_tag(tag, defined);
    }
}

fn new_field(checker: &mut Checker, member: &Member<'_>, tag: Symbol, parent: crate::types::RecordId) -> Field {
    let name = member.name.map(|name| declared_name(checker, name));
    let mut attrs = attributes(checker, member.attrs);
    let effects = checker.effects(&attrs, Span::NONE);
    let ty = checker.with_effects(member.ty, &effects, Span::NONE);
    attrs.retain(|attr| !checker.changes_type(attr));
    let bits = member.width.and_then(|width| {
        let width = checker.bit_field_width(ty, Some(width.into()), name.is_some(), Span::NONE)?;
        Some(BitField { width, width_expr: None })
    });
    let attrs = store(checker, attrs).map(AttrsRef::file);
    Field { name, bits, packed: effects.packed, align: effects.align, attrs, ..Field::plain(tag, ty, parent) }
}
