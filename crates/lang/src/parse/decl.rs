//! Declarations (C11 6.7).

use smallvec::SmallVec;

use super::declarator::Declarator;
use super::specifier::Specs;
use super::{Parse, Parser};
use crate::diagnostics::Code;
use crate::lex::TokenKind;
use crate::source::Span;
use crate::tree::{
    Attr, AttrsId, Decl, DeclFlags, DeclId, DeclKind, Group, GroupId, Linkage, StmtId, StmtKind, Storage,
};
use crate::types::{Ty, TypeKind};

/// Where the lists of defined tags and size expressions stood when a declaration began.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) n_defines: usize,
    pub(super) n_sizes: usize,
}

impl Parser<'_> {
    pub(super) fn marks(&self) -> Marks {
        Marks { n_defines: self.defines.len(), n_sizes: self.sizes.len() }
    }

    /// A declaration or, where one can stand, a function definition.
    pub(super) fn declaration(&mut self) -> Parse<StmtId> {
        let start = self.token().start;
        let marks = self.marks();
        let mut extension = false;
        while self.eat(TokenKind::Extension) {
            extension = true;
        }
        if self.at(TokenKind::StaticAssert) {
            return self.static_assert();
        }
        let mut specs = self.declaration_specifiers()?;
        if extension {
            specs.flags.insert(DeclFlags::EXTENSION);
        }
        if self.at(TokenKind::Semicolon) {
            return self.empty_declaration(&specs, marks, start);
        }
        let again = (self.pos, self.marks());
        let mut before = Vec::new();
        self.opt_attributes(&mut before)?;
        let declarator = self.declarator()?;
        if self.starts_function_body(&declarator, &specs) {
            return self.function_definition(specs, declarator, before, again, marks, start);
        }
        let group = self.init_declarator_list(specs, declarator, before, marks)?;
        let span = self.span_from(start);
        Ok(self.checker.stmt(StmtKind::Decl { group }, span))
    }

    /// `struct S { ... };` and declarations that declare nothing at all.
    fn empty_declaration(&mut self, specs: &Specs, marks: Marks, start: u32) -> Parse<StmtId> {
        self.bump();
        let span = self.span_from(start);
        if !specs.any {
            return Ok(self.checker.stmt(StmtKind::Empty {}, span));
        }
        self.check_empty_declaration(specs);
        // Behind the type attributes apply to what is declared, and that is nothing.
        let before: Vec<Attr> = specs.attrs.iter().filter(|attr| !attr.follows_type).copied().collect();
        let attrs = self.store(&before);
        let group = self.finish_group(specs.ty, SmallVec::new(), marks, attrs);
        Ok(self.checker.stmt(StmtKind::Decl { group }, span))
    }

    /// What says something about a function or an object needs one; GCC only warns of the other specifiers.
    fn check_empty_declaration(&mut self, specs: &Specs) {
        let is_automatic = matches!(specs.storage, Storage::Auto | Storage::Register);
        let word = match specs.flags {
            flags if flags.contains(DeclFlags::INLINE) => "inline",
            flags if flags.contains(DeclFlags::NORETURN) => "_Noreturn",
            _ if is_automatic && self.checker.scopes.depth() == 0 => specs.storage.spelling().trim_end(),
            _ => return,
        };
        self.checker.error(Code::BadSpecifiers, specs.span, format!("`{word}` in a declaration of nothing"));
    }

    pub(super) fn store(&mut self, attrs: &[Attr]) -> Option<AttrsId> {
        if attrs.is_empty() { None } else { Some(self.checker.body_mut().attrs.push(attrs.into())) }
    }

    fn finish_group(
        &mut self,
        base: Ty,
        decls: SmallVec<[DeclId; 4]>,
        marks: Marks,
        attrs: Option<AttrsId>,
    ) -> GroupId {
        let decls = self.checker.list(decls.iter().copied());
        let defines = self.checker.list(self.defines.drain(marks.n_defines..));
        let sizes = self.checker.list(self.sizes.drain(marks.n_sizes..));
        self.checker.body_mut().groups.push(Group { base, decls, defines, sizes, attrs })
    }

    /// A body follows, or the parameter declarations of an old-style definition.
    fn starts_function_body(&self, declarator: &Declarator, specs: &Specs) -> bool {
        if declarator.function().is_none() || specs.storage == Storage::Typedef {
            return false;
        }
        match self.kind() {
            TokenKind::LeftBrace => true,
            TokenKind::Semicolon | TokenKind::Comma | TokenKind::Equal | TokenKind::Asm => false,
            // `int f (void) __attribute__ ((x));` against `f (a) __attribute__ ((x)) int a; {}`.
            TokenKind::Attribute => false,
            _ => {
                let identifiers = declarator.function().is_some_and(|function| !function.prototype);
                identifiers && (self.starts_type(self.token()) || self.at(TokenKind::Extension))
            }
        }
    }

    fn init_declarator_list(
        &mut self,
        mut specs: Specs,
        mut declarator: Declarator,
        mut before: Vec<Attr>,
        marks: Marks,
    ) -> Parse<GroupId> {
        let mut decls: SmallVec<[DeclId; 4]> = SmallVec::new();
        loop {
            if !specs.has_type {
                self.implicit_int(&declarator, &specs);
            }
            let (id, ty) = self.init_declarator(&specs, declarator, before)?;
            if specs.auto_type {
                specs.ty = ty;
            }
            decls.push(id);
            if !self.eat(TokenKind::Comma) {
                break;
            }
            if specs.auto_type {
                return self.syntax_error("`__auto_type` declares a single name");
            }
            before = Vec::new();
            self.opt_attributes(&mut before)?;
            declarator = self.declarator()?;
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(self.finish_group(specs.ty, decls, marks, None))
    }

    pub(super) fn implicit_int(&mut self, declarator: &Declarator, specs: &Specs) {
        let span = declarator.name.map_or(specs.span, |(_, span)| span);
        self.checker.warn(Code::BadSpecifiers, span, "the type is missing; it is taken as `int`");
    }

    fn init_declarator(&mut self, specs: &Specs, mut declarator: Declarator, before: Vec<Attr>) -> Parse<(DeclId, Ty)> {
        declarator.attrs.extend(before);
        declarator.asm_label = self.opt_asm_label()?;
        self.opt_attributes(&mut declarator.attrs)?;
        if specs.auto_type {
            return self.auto_type_declarator(specs, declarator);
        }
        let span = declarator.name.map_or(specs.span, |(_, span)| span);
        let ty = self.declared_type(specs.ty, &declarator);
        let decl = self.declaration_of(specs, &declarator, ty, span);
        let has_initializer = self.at(TokenKind::Equal);
        self.checker.check_declaration(&decl, has_initializer);
        let id = self.checker.declare(decl);
        self.checker.check_decl_attrs(id);
        self.checker.note_nested(id);
        if self.eat(TokenKind::Equal) {
            let init = self.initializer()?;
            self.checker.initialize_decl(id, init, span);
        } else {
            self.checker.require_definable(id);
        }
        Ok((id, specs.ty))
    }

    /// What a declarator declares, before it is bound.
    pub(super) fn declaration_of(&mut self, specs: &Specs, declarator: &Declarator, ty: Ty, span: Span) -> Decl {
        let mut attrs = specs.attrs.clone();
        attrs.extend_from_slice(&declarator.attrs);
        let mut ty = ty;
        if !attrs.is_empty() {
            // Those that change the type stay, for declarations of several names: the others have the type of the specifiers.
            let (mut of_declared, _) = self.checker.split_modes(&specs.attrs);
            of_declared.extend_from_slice(&declarator.attrs);
            let effects = self.checker.effects(&of_declared, span);
            ty = self.checker.with_effects(ty, &effects, span);
        }
        let is_function = self.checker.types().as_function(ty).is_some();
        let kind = match specs.storage {
            Storage::Typedef => DeclKind::Typedef,
            _ if is_function => DeclKind::Function(None),
            _ => DeclKind::Variable,
        };
        let mut flags = specs.flags;
        if !specs.has_type {
            flags.insert(DeclFlags::IMPLICIT_INT);
        }
        if kind == DeclKind::Typedef {
            self.mark_transparent(ty, &attrs);
        }
        if is_function && specs.storage == Storage::Auto && self.checker.scopes.depth() > 0 {
            flags.insert(DeclFlags::NESTED);
        }
        let params = declarator.function().map_or(&[][..], |function| &function.params);
        let params = self.checker.list(params.iter().copied());
        Decl {
            name: declarator.name.map(|(name, _)| name),
            ty,
            kind,
            storage: specs.storage,
            linkage: Linkage::None,
            flags,
            init: None,
            attrs: self.store(&attrs),
            asm_label: declarator.asm_label,
            params,
            previous: None,
            span,
        }
    }

    /// `transparent_union` on a typedef name holds for the union it names.
    fn mark_transparent(&mut self, ty: Ty, attrs: &[Attr]) {
        let transparent = attrs.iter().any(|attr| self.checker.name(attr.name) == "transparent_union");
        if transparent && let Some(record) = self.checker.types().as_record(ty) {
            self.checker.types_mut().records[record].transparent = true;
        }
    }

    /// `__auto_type name = value;`.
    fn auto_type_declarator(&mut self, specs: &Specs, declarator: Declarator) -> Parse<(DeclId, Ty)> {
        let span = declarator.name.map_or(specs.span, |(_, span)| span);
        if !declarator.steps.is_empty() || !self.at(TokenKind::Equal) {
            return self.syntax_error("`__auto_type` needs a plain name and an initialiser");
        }
        self.bump();
        let init = self.assignment_expression()?;
        let value = self.checker.value(init);
        let auto = self.checker.intern(TypeKind::Auto(value));
        let quals = specs.ty.own_quals();
        let auto = self.checker.qualified(auto, quals);
        let decl = self.declaration_of(specs, &declarator, auto, span);
        self.checker.check_declaration(&decl, true);
        let id = self.checker.declare(decl);
        self.checker.initialize_decl(id, init, span);
        Ok((id, auto))
    }
}
