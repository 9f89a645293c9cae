//! Declarations: linkage, redeclaration, what a typedef name stands for (C11 6.2.2, 6.7).

use super::Checker;
use super::scope::Binding;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::target::Std;
use crate::tree::{
    Attr, AttrArgs, AttrsId, AttrsRef, Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, Linkage, Storage,
};
use crate::types::{ArrayLen, Quals, Tag, Ty, TypeAttrs, TypeKind};

impl Checker {
    /// Adds a declaration to the body in work and binds its name, after checking it against earlier ones.
    pub(crate) fn declare(&mut self, mut decl: Decl) -> DeclId {
        let Some(name) = decl.name else { return self.body_mut().decls.push(decl) };
        let here = self.scopes.lookup_here(name);
        let visible = self.scopes.lookup(name);
        decl.linkage = self.linkage(&decl, visible);
        let prior = match here {
            Some(binding) => Some(binding),
            // A block-scope declaration with linkage is checked against the declaration it refers to.
            None if decl.linkage != Linkage::None => {
                let linked = |binding: &Binding| self.decl(binding.decl).linkage != Linkage::None;
                visible.filter(linked).or_else(|| self.scopes.lookup_file(name).filter(linked))
            }
            None => None,
        };
        if let Some(prior) = prior {
            self.redeclare(&mut decl, prior.decl, name);
        }
        if decl.linkage == Linkage::External {
            self.agree_with_hidden(&decl, name);
        }
        let is_type = decl.kind == DeclKind::Typedef;
        let id = self.body_mut().decls.push(decl);
        let decl = self.decl_ref(id);
        self.scopes.bind(name, decl, is_type);
        id
    }

    /// C11 6.2.2.
    fn linkage(&self, decl: &Decl, visible: Option<Binding>) -> Linkage {
        let is_function = matches!(decl.kind, DeclKind::Function(_));
        if !is_function && decl.kind != DeclKind::Variable {
            return Linkage::None;
        }
        let at_file_scope = self.scopes.depth() == 0;
        if decl.flags.contains(DeclFlags::NESTED) {
            return Linkage::None;
        }
        match decl.storage {
            Storage::Static if at_file_scope || is_function && !self.is_nested_definition(decl) => Linkage::Internal,
            Storage::Static | Storage::Typedef | Storage::Register => {
                if at_file_scope && decl.storage == Storage::Register { Linkage::External } else { Linkage::None }
            }
            Storage::Extern | Storage::None | Storage::Auto => {
                let follows = decl.storage == Storage::Extern || is_function;
                if !follows && !at_file_scope {
                    return Linkage::None;
                }
                let prior = visible.map(|binding| self.decl(binding.decl).linkage);
                match prior {
                    Some(linkage) if follows && linkage != Linkage::None => linkage,
                    _ => Linkage::External,
                }
            }
        }
    }

    fn is_nested_definition(&self, decl: &Decl) -> bool {
        decl.flags.contains(DeclFlags::NESTED)
    }

    fn redeclare(&mut self, decl: &mut Decl, prior: DeclRef, name: Symbol) {
        let old = *self.decl(prior);
        let span = decl.span;
        let same_kind = std::mem::discriminant(&old.kind) == std::mem::discriminant(&decl.kind);
        if !same_kind {
            // A builtin that nobody declared can be redeclared as anything.
            if !old.flags.contains(DeclFlags::IMPLICIT) {
                let message = format!("`{}` is declared as something else already", self.name(name));
                self.error(Code::Redeclaration, span, message);
            }
            return;
        }
        decl.previous = Some(prior);
        match decl.kind {
            DeclKind::Typedef => self.redeclare_typedef(decl, &old, name),
            DeclKind::Enumerator(_) | DeclKind::Param => self.report_doubled(name, span),
            DeclKind::Variable | DeclKind::Function(_)
                if decl.linkage == Linkage::None || old.linkage == Linkage::None =>
            {
                // A nested function may be declared with `auto` before it is defined.
                let forward = matches!((old.kind, decl.kind), (DeclKind::Function(None), DeclKind::Function(_)));
                if !forward || !self.redeclaration_agrees(decl.ty, old.ty) {
                    self.report_doubled(name, span);
                }
            }
            DeclKind::Variable | DeclKind::Function(_) => self.redeclare_linked(decl, &old, name),
        }
    }

    fn report_doubled(&mut self, name: Symbol, span: Span) {
        let message = format!("`{}` is declared twice in this scope", self.name(name));
        self.error(Code::Redeclaration, span, message);
    }

    /// C11 6.7p3: the same type, which is more than a compatible one, and none that depends on a value.
    fn redeclare_typedef(&mut self, decl: &Decl, old: &Decl, name: Symbol) {
        let either_error = decl.ty.is_error() || old.ty.is_error();
        let same =
            self.types().canon(decl.ty) == self.types().canon(old.ty) && !self.types().is_variably_modified(decl.ty);
        if !same && !either_error && !old.flags.contains(DeclFlags::IMPLICIT) {
            let message = format!("typedef `{}` is `{}` already", self.name(name), self.show(old.ty));
            self.error(Code::Redeclaration, decl.span, message);
        }
    }

    fn redeclare_linked(&mut self, decl: &mut Decl, old: &Decl, name: Symbol) {
        let span = decl.span;
        let agrees = self.redeclaration_agrees(decl.ty, old.ty);
        if !agrees && self.takes_void_result(decl, old) {
            // Under the name of a type it would have no parameters.
            let written = self.types().written_function(old.ty);
            decl.ty = written.map_or(old.ty, |id| self.intern(TypeKind::Function(id)));
        } else if !agrees {
            let message = format!("`{}` was declared as `{}` before", self.name(name), self.show(old.ty));
            if self.takes_over_implicit(decl, old) || self.defined_in_old_style(decl, old) {
                self.warn(Code::Redeclaration, span, message);
            } else {
                self.error(Code::Redeclaration, span, message);
            }
            return;
        }
        let replaceable = old.flags.contains(DeclFlags::BUILTIN) || self.is_gnu_inline(old);
        if decl.linkage == Linkage::Internal && old.linkage == Linkage::External && !replaceable {
            let message = format!("`{}` is `static` here and was not before", self.name(name));
            self.error(Code::Redeclaration, span, message);
        } else if decl.linkage == Linkage::External && old.linkage == Linkage::Internal && !self.is_lenient_extern(decl)
        {
            let message = format!("`{}` was `static` before and is not here", self.name(name));
            self.error(Code::Redeclaration, span, message);
        }
        if is_thread_local(decl) != is_thread_local(old) {
            let message = format!("`{}` is thread-local in one declaration and not in the other", self.name(name));
            self.error(Code::Redeclaration, span, message);
        }
        self.check_redefinition(decl, old, name);
        if !old.flags.contains(DeclFlags::IMPLICIT) {
            decl.ty = self.types_composite(decl.ty, old.ty);
        }
    }

    /// A function declared to return `void` and then defined without a type: GCC keeps the whole declared type, and asks no
    /// more whether the parameters agree.
    fn takes_void_result(&self, decl: &Decl, old: &Decl) -> bool {
        let result = self.types().as_function(old.ty).map(|function| function.result);
        let is_definition = matches!(decl.kind, DeclKind::Function(Some(_)));
        let is_without_type = decl.flags.contains(DeclFlags::IMPLICIT_INT);
        is_definition && is_without_type && result.is_some_and(|result| self.types().is_void(result))
    }

    /// Whether two declarations of one object or function go together (C11 6.7p4).
    pub(super) fn redeclaration_agrees(&self, new: Ty, old: Ty) -> bool {
        let types = self.types();
        let (Some(new_function), Some(old_function)) = (types.as_function(new), types.as_function(old)) else {
            return types.compatible(self.target(), new, old);
        };
        // Since C11 a qualifier of the result means nothing (DR 423). `volatile` once meant that a function does not return.
        let is_const = |result| types.quals(result).contains(Quals::CONST);
        let same_result =
            self.options.dialect.std >= Std::C11 || is_const(new_function.result) == is_const(old_function.result);
        same_result && types.compatible_unqualified(self.target(), new, old)
    }

    /// What was used without declaration is declared otherwise: a builtin can be anything; a function that was called is an
    /// `int f()`, but GCC takes one that turns out to return nothing.
    fn takes_over_implicit(&self, decl: &Decl, old: &Decl) -> bool {
        let returns_nothing =
            || self.types().as_function(decl.ty).is_some_and(|function| self.types().is_void(function.result));
        old.flags.contains(DeclFlags::IMPLICIT) && (old.flags.contains(DeclFlags::BUILTIN) || returns_nothing())
    }

    /// An old-style definition after a prototype: its parameters are compared when they are known.
    fn defined_in_old_style(&self, decl: &Decl, old: &Decl) -> bool {
        let is_definition = matches!(decl.kind, DeclKind::Function(Some(_)));
        match (self.types().as_function(decl.ty), self.types().as_function(old.ty)) {
            (Some(new), Some(old)) if is_definition && !new.prototype && old.prototype => {
                self.types().compatible_unqualified(self.target(), new.result, old.result)
            }
            _ => false,
        }
    }

    /// GCC lets `extern` in a block mean a `static` function that something else hides, which C11 6.2.2p7 does not.
    fn is_lenient_extern(&self, decl: &Decl) -> bool {
        decl.storage == Storage::Extern && (matches!(decl.kind, DeclKind::Function(_)) || self.scopes.depth() == 0)
    }

    /// The composite type, unless it would take over from the older one what has no name here: in `f(struct S *); f();`
    /// the structure is out of sight behind the first declaration.
    fn types_composite(&mut self, new: Ty, old: Ty) -> Ty {
        if self.types().canon(new) == self.types().canon(old) {
            return new;
        }
        let composite = self.types_mut().composite(new, old);
        if composite == new || self.is_in_sight(composite) { composite } else { new }
    }

    /// Whether the tags and typedef names that a type is written with mean here what they mean in it.
    fn is_in_sight(&self, ty: Ty) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.is_written_in_sight(ty))
    }

    fn is_written_in_sight(&self, ty: Ty) -> bool {
        let types = self.types();
        match types.kind(ty) {
            TypeKind::Pointer(of)
            | TypeKind::Array(of, _)
            | TypeKind::Vector(of, _)
            | TypeKind::Sized(_, of)
            | TypeKind::Adjusted(of, ..)
            | TypeKind::Attributed(_, of, _) => self.is_in_sight(of),
            TypeKind::Function(id) => {
                let function = types.fn_type(id);
                self.is_in_sight(function.result) && function.params.iter().all(|&param| self.is_in_sight(param))
            }
            TypeKind::Record(id) => self.is_tag_in_sight(types.records[id].tag, Tag::Record(id)),
            TypeKind::Enum(id) => self.is_tag_in_sight(types.enums[id].tag, Tag::Enum(id)),
            TypeKind::Typedef(decl, _) => {
                let binding = self.decl(decl).name.and_then(|name| self.scopes.lookup(name));
                binding.is_some_and(|binding| self.is_same_or_earlier(decl, binding.decl))
            }
            TypeKind::Basic(_)
            | TypeKind::Error
            | TypeKind::Complex(_)
            | TypeKind::TypeofExpr(..)
            | TypeKind::TypeofType(..)
            | TypeKind::Auto(_) => true,
        }
    }

    fn is_tag_in_sight(&self, name: Option<Symbol>, tag: Tag) -> bool {
        name.and_then(|name| self.scopes.lookup_tag(name)).is_some_and(|(found, _)| found == tag)
    }

    /// Whether a declaration is `latest` or one that it repeats.
    fn is_same_or_earlier(&self, decl: DeclRef, latest: DeclRef) -> bool {
        std::iter::successors(Some(latest), |&at| self.decl(at).previous).any(|at| at == decl)
    }

    fn check_redefinition(&mut self, decl: &Decl, old: &Decl, name: Symbol) {
        let twice = match (decl.kind, old.kind) {
            (DeclKind::Function(_), DeclKind::Function(_)) => {
                let replaces = self.is_gnu_inline(old) && !self.is_gnu_inline(decl);
                self.defines_function(decl) && self.defines_function(old) && !replaces
            }
            _ => decl.init.is_some() && old.init.is_some(),
        };
        if twice {
            let message = format!("`{}` is defined twice", self.name(name));
            self.error(Code::Redeclaration, decl.span, message);
        }
    }

    /// A body defines a function, and so does being another name of one.
    fn defines_function(&self, decl: &Decl) -> bool {
        let stands_for_another = |attr: &Attr| match self.name(attr.name) {
            "alias" | "ifunc" => true,
            "weakref" => attr.args != AttrArgs::None,
            _ => false,
        };
        let attrs = decl.attrs.and_then(|attrs| self.file().attrs.get(attrs));
        matches!(decl.kind, DeclKind::Function(Some(_)))
            || attrs.is_some_and(|attrs| attrs.iter().any(stands_for_another))
    }

    /// An `extern inline` definition in the GNU sense may be followed by the real one.
    fn is_gnu_inline(&self, decl: &Decl) -> bool {
        let inline = decl.flags.contains(DeclFlags::INLINE) && decl.storage == Storage::Extern;
        let by_dialect = self.options.dialect.gnu89_inline;
        let by_attr = decl.attrs.is_some_and(|attrs| self.has_attr(attrs, "gnu_inline"));
        inline && (by_dialect || by_attr)
    }

    fn has_attr(&self, attrs: AttrsId, name: &str) -> bool {
        self.file().attrs.get(attrs).is_some_and(|attrs| attrs.iter().any(|attr| self.name(attr.name) == name))
    }

    /// The type that a typedef name stands for, with alignment and aliasing attributes of the typedef.
    pub(crate) fn typedef_type(&mut self, decl: DeclRef) -> Ty {
        let Decl { ty, attrs, previous, .. } = *self.decl(decl);
        let earlier = if previous.is_some() { self.attributes_of_first(decl) } else { None };
        let of = match attrs.map(|attrs| AttrsRef::new(attrs, decl.is_file())).or(earlier) {
            Some(attrs) => {
                let align = self.earlier_alignment(decl);
                self.typedef_target(ty, attrs, align)
            }
            None => ty,
        };
        self.intern(TypeKind::Typedef(decl, of))
    }

    /// The attributes of the nearest earlier declaration that has some.
    fn attributes_of_first(&self, mut decl: DeclRef) -> Option<AttrsRef> {
        while let Some(previous) = self.decl(decl).previous {
            if let Some(attrs) = self.decl(previous).attrs {
                return Some(AttrsRef::new(attrs, previous.is_file()));
            }
            decl = previous;
        }
        None
    }

    /// The largest alignment that earlier declarations of the same typedef name ask for.
    fn earlier_alignment(&self, mut decl: DeclRef) -> u64 {
        let mut align = 0;
        while let Some(previous) = self.decl(decl).previous {
            decl = previous;
            if let Some(attrs) = self.decl(decl).attrs {
                let folder = super::fold::Folder::new(self.sight().at(decl.is_file()), &self.options);
                align = align.max(folder.asked_alignment(attrs).unwrap_or(0));
            }
        }
        align
    }

    fn typedef_target(&mut self, ty: Ty, attrs: AttrsRef, align: u64) -> Ty {
        let facts = {
            let sight = self.sight().at(attrs.is_file());
            let folder = super::fold::Folder::new(sight, &self.options);
            let align = align.max(folder.asked_alignment(attrs.id()).unwrap_or(0)) as u32;
            let may_alias = sight.body.attrs[attrs.id()].iter().any(|attr| sight.name(attr.name) == "may_alias");
            TypeAttrs { align, may_alias }
        };
        if facts == TypeAttrs::default() {
            return ty;
        }
        let quals = ty.own_quals();
        let ty = self.intern(TypeKind::Attributed(attrs, ty.without_own_quals(), facts));
        self.qualified(ty, quals)
    }

    /// A parameter's type after adjustment (C11 6.7.6.3p7 and p8).
    pub(crate) fn adjusted_param(&mut self, ty: Ty, quals: Quals, is_static: bool) -> Ty {
        let pointer = match self.types().canon_kind(ty) {
            TypeKind::Array(elem, _) => self.pointer(elem),
            TypeKind::Function(_) => self.pointer(ty),
            _ => return ty,
        };
        let adjusted = self.intern(TypeKind::Adjusted(ty, pointer, is_static));
        self.qualified(adjusted, quals)
    }

    /// Checks that an object can have this type where it is defined.
    pub(crate) fn require_complete(&mut self, ty: Ty, span: Span) {
        let types = self.types();
        if types.is_complete(ty) || ty.is_error() {
            return;
        }
        let code = if types.is_void(ty) { Code::BadDeclarator } else { Code::Incomplete };
        let message = format!("an object of incomplete type `{}`", self.show(ty));
        self.error(code, span, message);
    }

    /// At the end of a unit: tentative definitions must have got a complete type (C11 6.9.2).
    pub(crate) fn finish_tentative(&mut self) {
        let is_tentative = |decl: &&Decl| {
            decl.kind == DeclKind::Variable
                && decl.linkage != Linkage::None
                && decl.storage != Storage::Extern
                && decl.init.is_none()
        };
        // Most of what headers declare is something else.
        let tentative: Vec<Decl> = self.file().decls.iter().filter(is_tentative).copied().collect();
        for decl in tentative {
            // `int a[];` becomes an array of one element; a structure that never got its members is an error.
            let incomplete_array = matches!(self.types().as_array(decl.ty), Some((_, ArrayLen::Incomplete)));
            if incomplete_array && decl.linkage == Linkage::External {
                self.complete_tentative(&decl);
            }
            let completed_later = decl.name.and_then(|name| self.scopes.lookup_file(name)).is_some_and(|binding| {
                let latest = self.decl(binding.decl).ty;
                self.types().is_complete(latest)
            });
            // GCC takes `void x;` as the declaration of something outside.
            let outside = self.types().is_void(decl.ty) && decl.linkage == Linkage::External;
            if !incomplete_array && !outside && !self.types().is_complete(decl.ty) && !completed_later {
                self.require_complete(decl.ty, decl.span);
            }
        }
    }
}

fn is_thread_local(decl: &Decl) -> bool {
    decl.flags.contains(DeclFlags::THREAD_LOCAL) || decl.flags.contains(DeclFlags::GNU_THREAD)
}

/// Constraints on what is declared.
impl Checker {
    /// Constraints on storage class and specifiers (C11 6.7.1, 6.7.4).
    pub(crate) fn check_declaration(&mut self, decl: &Decl, has_initializer: bool) {
        let at_file_scope = self.at_file_scope();
        let is_function = matches!(decl.kind, DeclKind::Function(_));
        let thread = decl.flags.contains(DeclFlags::THREAD_LOCAL) || decl.flags.contains(DeclFlags::GNU_THREAD);
        let span = decl.span;
        // GCC takes `auto` on a definition with a warning.
        let is_definition = matches!(decl.kind, DeclKind::Function(Some(_)));
        let problem = if at_file_scope && decl.storage == Storage::Auto && !is_definition {
            Some("`auto` outside of a function")
        } else if at_file_scope && decl.storage == Storage::Register && decl.asm_label.is_none() {
            Some("`register` outside of a function")
        } else if is_function && !at_file_scope && decl.storage == Storage::Static {
            Some("`static` on a function declared in a block")
        } else if is_function && decl.storage == Storage::Register {
            Some("`register` on a function")
        } else if decl.flags.contains(DeclFlags::INLINE) && !is_function && decl.kind != DeclKind::Typedef {
            // GCC only warns.
            None
        } else if thread && decl.kind == DeclKind::Typedef {
            Some("a typedef name cannot be thread-local")
        } else if thread && is_function {
            Some("a function cannot be thread-local")
        } else if thread && !at_file_scope && !matches!(decl.storage, Storage::Static | Storage::Extern) {
            Some("a thread-local variable in a block must be `static` or `extern`")
        } else if decl.kind == DeclKind::Typedef && has_initializer {
            Some("a typedef name cannot be initialised")
        } else if is_function && has_initializer {
            Some("a function cannot be initialised like a variable")
        } else if !at_file_scope && decl.storage == Storage::Extern && has_initializer {
            Some("an `extern` declaration in a block cannot be initialised")
        } else {
            None
        };
        if let Some(problem) = problem {
            self.error(Code::BadSpecifiers, span, problem);
        }
        self.check_variable_size(decl, at_file_scope);
        self.check_alignas(decl);
    }

    fn check_variable_size(&mut self, decl: &Decl, at_file_scope: bool) {
        if !self.types().is_variably_modified(decl.ty) {
            return;
        }
        self.note_region();
        // C11 6.7.6.2p2: what has linkage cannot depend on a value of a function.
        let declares_function = decl.kind == DeclKind::Function(None) && !decl.flags.contains(DeclFlags::NESTED);
        if declares_function {
            self.error(Code::BadDeclarator, decl.span, "a function whose type has a size known at run time");
        }
        if decl.kind != DeclKind::Variable {
            return;
        }
        let is_array = matches!(self.types().as_array(decl.ty), Some((_, ArrayLen::Variable(_) | ArrayLen::Star)));
        let linked = decl.storage == Storage::Extern || at_file_scope;
        if linked || decl.storage == Storage::Static && is_array {
            self.error(Code::BadArray, decl.span, "an object of run-time size must be automatic");
        }
    }

    /// What a function definition needs beyond a declaration.
    pub(crate) fn check_definition(&mut self, decl: &Decl) {
        let Some(function) = self.types().as_function(decl.ty) else { return };
        let result = function.result;
        if !self.types().is_complete(result) && !self.types().is_void(result) && !result.is_error() {
            let message = format!("a function cannot return incomplete type `{}`", self.show(result));
            self.error(Code::Incomplete, decl.span, message);
        }
        if matches!(decl.storage, Storage::Typedef | Storage::Register) && self.scopes.depth() == 0 {
            self.error(Code::BadSpecifiers, decl.span, "a function definition with this storage class");
        }
    }

    /// An object without initialiser that is defined here must have a complete type.
    pub(crate) fn require_definable(&mut self, id: DeclId) {
        let decl = self.body().decls[id];
        let defines_here = decl.kind == DeclKind::Variable && decl.linkage == Linkage::None;
        let void_object = decl.kind == DeclKind::Variable && self.types().is_void(decl.ty);
        if defines_here || void_object && decl.linkage == Linkage::Internal {
            self.require_complete(decl.ty, decl.span);
        }
    }

    /// Gives a declaration its initialiser.
    pub(crate) fn initialize_decl(&mut self, id: DeclId, init: ExprId, span: Span) {
        let decl = self.body().decls[id];
        if matches!(decl.kind, DeclKind::Variable) {
            if self.can_initialize(decl.ty, span) {
                let ty = self.initialize(decl.ty, init, decl.is_static());
                let is_open = matches!(self.types().kind(decl.ty), TypeKind::Array(_, ArrayLen::Incomplete));
                let entry = &mut self.body_mut().decls[id];
                entry.ty = ty;
                if is_open && ty != decl.ty {
                    entry.flags.insert(DeclFlags::SIZED_BY_INIT);
                }
            }
            self.report_second_initializer(&decl);
        }
        self.body_mut().decls[id].init = Some(init);
    }

    fn report_second_initializer(&mut self, decl: &Decl) {
        let mut previous = decl.previous;
        while let Some(at) = previous {
            let earlier = *self.decl(at);
            if earlier.init.is_some() && decl.linkage != Linkage::None {
                let name = decl.name.map_or("", |name| self.name(name));
                let message = format!("`{name}` is defined twice");
                self.error(Code::Redeclaration, decl.span, message);
                return;
            }
            previous = earlier.previous;
        }
    }
}
