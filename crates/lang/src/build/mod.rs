//! Programs built by code, through the checks that parsing uses.
//!
//! A [`Builder`] makes one unit. Nodes are made bottom up; each call checks its node and returns its id, and declarations
//! are handed around as references instead of names. What is wrong is reported when the unit is [finished](Builder::finish),
//! as for a text. Names need not be chosen with care: a local name that would hide another one that is used is changed.
//!
//! ```
//! use kiln_lang::build::{Builder, Variable};
//! use kiln_lang::tree::BinaryOp;
//! use kiln_lang::types::Ty;
//! use kiln_lang::{Options, print};
//!
//! let mut b = Builder::new("sum.c", Options::default());
//! let g = b.global(Variable::new("g", Ty::INT), None);
//! let (main, _) = b.begin_function("main", Ty::INT, &[]);
//! let (g1, one) = (b.name(g), b.int(1));
//! let sum = b.binary(BinaryOp::Add, g1, one);
//! let ret = b.return_(Some(sum));
//! let body = b.block([ret]);
//! b.end_function(main, body);
//! let program = b.finish().unwrap();
//! assert!(print::canonical(&program).contains("return g + 1;"));
//! ```

mod expr;
mod stmt;

use std::sync::Arc;

use crate::check::Checker;
use crate::check::stmt::FunctionContext;
use crate::diagnostics::{Diagnostic, has_errors};
use crate::edit::settle_names;
use crate::index::Id;
use crate::names::Symbol;
use crate::print;
use crate::source::Span;
use crate::target::Options;
use crate::tree::shared::Shared;
use crate::tree::{
    Attr, AttrArgs, AttrForm, Body, Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, Function, FunctionId, Group,
    Linkage, List, Program, Sight, StmtId, StmtKind, Storage, Unit,
};
use crate::types::{ArrayLen, Basic, BitField, Field, FieldId, FnType, Quals, Record, RecordKind, Tag, Ty};

/// An object to be declared.
#[derive(Clone, Debug)]
pub struct Variable<'n> {
    /// Its name.
    pub name: &'n str,
    /// Its type.
    pub ty: Ty,
    /// Its storage class.
    pub storage: Storage,
    /// GNU attributes without arguments or with arguments as text, such as `("aligned", Some("16"))`.
    pub attrs: &'n [(&'n str, Option<&'n str>)],
}

impl<'n> Variable<'n> {
    /// An object without storage class and attributes.
    pub fn new(name: &'n str, ty: Ty) -> Variable<'n> {
        Variable { name, ty, storage: Storage::None, attrs: &[] }
    }

    /// The same with a storage class.
    #[must_use]
    pub fn storage(self, storage: Storage) -> Variable<'n> {
        Variable { storage, ..self }
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
}

/// A function whose body is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFunction(FunctionId);

/// Builds a translation unit.
#[derive(Debug)]
pub struct Builder {
    pub(crate) checker: Checker,
    name: Arc<str>,
    items: Vec<StmtId>,
    functions: Vec<Arc<Body>>,
}

impl Builder {
    /// An empty unit.
    pub fn new(name: &str, options: Options) -> Builder {
        Builder {
            checker: Checker::new(options, Shared::default(), Shared::default()),
            name: name.into(),
            items: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The program of this one unit, or what is wrong with it.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        let options = self.checker.options;
        let items = self.checker.list(self.items.drain(..));
        self.checker.body_mut().items = items;
        self.checker.finish_tentative();
        let (tables, file, diagnostics) = self.checker.finish();
        if has_errors(&diagnostics) {
            return Err(diagnostics);
        }
        let unit = Unit { name: self.name, source: None, file: file.into_arc(), functions: Arc::new(self.functions) };
        Ok(Program { options, tables: tables.into_arc(), units: vec![unit] })
    }

    /// What was found wrong so far.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.checker.diagnostics
    }

    /// What can be seen from the current place: types, declarations, the body in work.
    pub fn sight(&self) -> Sight<'_> {
        self.checker.sight()
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        self.checker.intern_name(name)
    }

    fn attributes(&mut self, attrs: &[(&str, Option<&str>)]) -> Option<crate::tree::AttrsId> {
        if attrs.is_empty() {
            return None;
        }
        let attrs: Box<[Attr]> = attrs
            .iter()
            .map(|&(name, args)| Attr {
                name: self.symbol(name),
                args: args.map_or(AttrArgs::None, |args| AttrArgs::Text(self.symbol(args))),
                form: AttrForm::Gnu,
            })
            .collect();
        Some(self.checker.body_mut().attrs.push(attrs))
    }
}

/// Types.
impl Builder {
    /// Pointer to `ty`.
    pub fn pointer(&mut self, ty: Ty) -> Ty {
        self.checker.pointer(ty)
    }

    /// Array of `len` elements.
    pub fn array(&mut self, elem: Ty, len: u64) -> Ty {
        self.checker.array(elem, ArrayLen::Fixed(len))
    }

    /// GNU vector of `lanes` elements.
    pub fn vector(&mut self, elem: Ty, lanes: u32) -> Ty {
        self.checker.vector(elem, lanes)
    }

    /// `_Complex` of a basic type.
    pub fn complex(&mut self, basic: Basic) -> Ty {
        self.checker.complex(basic)
    }

    /// The type with qualifiers added.
    pub fn qualified(&mut self, ty: Ty, quals: Quals) -> Ty {
        self.checker.qualified(ty, quals)
    }

    /// A function type with a prototype.
    pub fn function_type(&mut self, result: Ty, params: &[Ty], variadic: bool) -> Ty {
        self.checker.function(FnType { result, params: params.into(), variadic, prototype: true })
    }

    /// Defines a structure or union at file scope.
    pub fn record(
        &mut self,
        kind: RecordKind,
        tag: &str,
        members: &[Member<'_>],
        attrs: &[(&str, Option<&str>)],
    ) -> Ty {
        let tag = self.symbol(tag);
        let names: Vec<Option<Symbol>> =
            members.iter().map(|member| member.name.map(|name| self.symbol(name))).collect();
        let attrs = self.attributes(attrs).map(crate::tree::AttrsRef::file);
        let packed = attrs.is_some_and(|attrs| {
            let sight = self.checker.sight();
            sight.attrs(attrs).iter().any(|attr| sight.name(attr.name) == "packed")
        });
        let target = *self.checker.target();
        let types = self.checker.types_mut();
        let id = types.records.push(Record::incomplete(kind, Some(tag), false));
        let first = types.fields.next_id();
        for (member, name) in members.iter().zip(names) {
            let bits = member.width.map(|width| BitField { width, width_expr: None });
            types.fields.push(Field { name, bits, ..Field::plain(tag, member.ty, id) });
        }
        let record = &mut types.records[id];
        record.first_field = (!members.is_empty()).then_some(first);
        record.n_fields = members.len() as u32;
        record.complete = true;
        record.packed = packed;
        record.attrs = attrs;
        types.lay_out(&target, id, None);
        let ty = types.record(id);
        self.checker.scopes.bind_tag(tag, Tag::Record(id));
        let defines = self.checker.list([Tag::Record(id)]);
        self.file_group(ty, List::default(), defines);
        ty
    }

    /// The members of a structure or union, in order.
    pub fn fields(&self, ty: Ty) -> Vec<FieldId> {
        let types = self.checker.types();
        types.as_record(ty).map_or_else(Vec::new, |id| types.records[id].fields().collect())
    }

    /// Declares a typedef name at file scope and returns it as a type.
    pub fn typedef(&mut self, name: &str, ty: Ty) -> Ty {
        let decl = self.declare_at_file_scope(Variable::new(name, ty).storage(Storage::Typedef), DeclKind::Typedef);
        self.checker.typedef_type(DeclRef::file(decl))
    }
}

/// Declarations.
impl Builder {
    fn file_group(&mut self, base: Ty, decls: List<DeclId>, defines: List<Tag>) {
        let group = Group { base, decls, defines, sizes: List::default(), attrs: None };
        let group = self.checker.body_mut().groups.push(group);
        let item = self.checker.stmt(StmtKind::Decl { group }, Span::NONE);
        self.items.push(item);
    }

    fn new_decl(&mut self, variable: &Variable<'_>, kind: DeclKind) -> Decl {
        let attrs = self.attributes(variable.attrs);
        Decl {
            name: Some(self.symbol(variable.name)),
            ty: variable.ty,
            kind,
            storage: variable.storage,
            linkage: Linkage::None,
            flags: DeclFlags::default(),
            init: None,
            attrs,
            asm_label: None,
            previous: None,
            span: Span::NONE,
        }
    }

    fn declare_at_file_scope(&mut self, variable: Variable<'_>, kind: DeclKind) -> DeclId {
        let decl = self.new_decl(&variable, kind);
        let id = self.checker.declare(decl);
        let base = print::base_type(self.checker.sight(), variable.ty);
        let decls = self.checker.list([id]);
        self.file_group(base, decls, List::default());
        id
    }

    /// Declares an object at file scope, with an initialiser made at file scope. Not inside a function.
    pub fn global(&mut self, variable: Variable<'_>, init: Option<ExprId>) -> DeclRef {
        assert!(self.checker.at_file_scope(), "an object at file scope is declared outside of functions");
        let id = self.declare_at_file_scope(variable, DeclKind::Variable);
        self.initialize(id, init);
        DeclRef::file(id)
    }

    fn initialize(&mut self, id: DeclId, init: Option<ExprId>) {
        let Some(init) = init else { return };
        let decl = self.checker.body().decls[id];
        if self.checker.can_initialize(decl.ty, Span::NONE) {
            let ty = self.checker.initialize(decl.ty, init, decl.is_static());
            self.checker.body_mut().decls[id].ty = ty;
        }
        self.checker.body_mut().decls[id].init = Some(init);
    }

    /// Declares a function without defining it: `extern` for a library function.
    pub fn declare_function(&mut self, name: &str, ty: Ty, storage: Storage) -> DeclRef {
        let variable = Variable::new(name, ty).storage(storage);
        DeclRef::file(self.declare_at_file_scope(variable, DeclKind::Function(None)))
    }

    /// An object of the function in work. It stands where [`Builder::declaration`] is put.
    pub fn local(&mut self, variable: Variable<'_>, init: Option<ExprId>) -> DeclRef {
        let decl = self.new_decl(&variable, DeclKind::Variable);
        let id = self.checker.body_mut().decls.push(decl);
        self.initialize(id, init);
        DeclRef::local(id)
    }

    /// Starts a function definition; what is built from here on belongs to its body. Returns its parameters.
    pub fn begin_function(&mut self, name: &str, result: Ty, params: &[(&str, Ty)]) -> (OpenFunction, Vec<DeclRef>) {
        self.begin_function_with(Variable::new(name, result), params)
    }

    /// The same with storage class and attributes; the type of the variable is the result type.
    pub fn begin_function_with(
        &mut self,
        function: Variable<'_>,
        params: &[(&str, Ty)],
    ) -> (OpenFunction, Vec<DeclRef>) {
        let types: Vec<Ty> = params.iter().map(|&(_, ty)| ty).collect();
        let result = function.ty;
        let ty = self.function_type(result, &types, false);
        let id = FunctionId::from_index(self.functions.len());
        let mut decl = self.new_decl(&Variable { ty, ..function }, DeclKind::Function(Some(id)));
        decl.ty = ty;
        let decl = DeclRef::file(self.checker.declare(decl));
        self.checker.enter_body(Shared::Owned(Box::default()));
        self.checker.functions.push(FunctionContext::new(decl, result));
        let params: Vec<DeclId> = params
            .iter()
            .map(|&(name, ty)| {
                let decl = self.new_decl(&Variable::new(name, ty), DeclKind::Param);
                self.checker.body_mut().decls.push(decl)
            })
            .collect();
        let list = self.checker.list(params.iter().copied());
        let body = self.checker.stmt(StmtKind::Empty {}, Span::NONE);
        self.checker.body_mut().functions.push(Function {
            decl,
            params: list,
            old_style: false,
            defines: List::default(),
            sizes: List::default(),
            body,
        });
        (OpenFunction(id), params.into_iter().map(DeclRef::local).collect())
    }

    /// Ends a function definition with its block, and returns the function.
    pub fn end_function(&mut self, open: OpenFunction, body: StmtId) -> DeclRef {
        let own = FunctionId::from_index(0);
        self.checker.body_mut().functions[own].body = body;
        let decl = self.checker.body().functions[own].decl;
        self.checker.leave_function();
        settle_names(&mut self.checker);
        let body = self.checker.leave_body();
        self.functions.push(body.into_arc());
        let item = self.checker.stmt(StmtKind::Function { function: open.0 }, Span::NONE);
        self.items.push(item);
        decl
    }

    /// The reference to a function in work, for calling it from inside.
    pub fn current_function(&self) -> Option<DeclRef> {
        self.checker.functions.last().map(|function| function.decl)
    }
}
