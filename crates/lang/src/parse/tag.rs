//! Structures, unions and enumerations (C11 6.7.2.1 to 6.7.2.3).

use super::{Parse, Parser};
use crate::check::attr::Effects;
use crate::diagnostics::Code;
use crate::lex::TokenKind;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{
    Attr, AttrsRef, Decl, DeclFlags, DeclKind, DeclRef, ExprId, ExprKind, ExprRef, Linkage, List, Storage,
};
use crate::types::{Basic, BitField, DefinedAlone, EnumDef, Enumerator, Field, Record, RecordId, RecordKind, Tag, Ty};

/// What stands between the braces of a structure or union.
#[derive(Default)]
struct Members {
    fields: Vec<Field>,
    /// Each with the number of members before it.
    pragmas: Vec<(u32, Symbol)>,
    defined_alone: Vec<DefinedAlone>,
}

impl Parser<'_> {
    /// `struct`, `union` or `enum`, with or without its members.
    pub(super) fn tag_specifier(&mut self) -> Parse<Ty> {
        let keyword = self.bump();
        let mut attrs = Vec::new();
        self.opt_attributes(&mut attrs)?;
        let tag = if self.at(TokenKind::Identifier) { Some(self.bump()) } else { None };
        let span = tag.map_or(keyword.span(), crate::lex::Token::span);
        let name = tag.and_then(|tag| tag.symbol);
        let is_enum = keyword.kind == TokenKind::Enum;
        // Attributes between tag and brace belong to the type as well.
        if self.token_after_attributes(self.pos).kind == TokenKind::LeftBrace {
            self.opt_attributes(&mut attrs)?;
        }
        if !self.at(TokenKind::LeftBrace) {
            let Some(name) = name else { return self.syntax_error("expected a tag or `{`") };
            return Ok(self.tag_reference(keyword.kind, name, span));
        }
        if is_enum {
            self.enum_definition(name, span, attrs)
        } else {
            self.record_definition(keyword.kind, name, span, attrs)
        }
    }

    /// A tag without members: the type it means, or a new incomplete type (C11 6.7.2.3p8).
    fn tag_reference(&mut self, keyword: TokenKind, name: Symbol, span: Span) -> Ty {
        let depth = self.checker.scopes.depth();
        // `struct S;` alone declares a new type in an inner scope.
        let declares = self.at(TokenKind::Semicolon) && keyword != TokenKind::Enum;
        if let Some((tag, at)) = self.checker.scopes.lookup_tag(name)
            && (!declares || at == depth)
        {
            if !self.tag_agrees(tag, keyword) {
                let message = format!("tag `{}` is of another kind", self.checker.name(name));
                self.checker.error(Code::Redeclaration, span, message);
                return Ty::ERROR;
            }
            return self.tag_type(tag);
        }
        let tag = self.new_tag(keyword, Some(name));
        self.checker.scopes.bind_tag(name, tag);
        self.tag_type(tag)
    }

    fn tag_agrees(&self, tag: Tag, keyword: TokenKind) -> bool {
        match tag {
            Tag::Enum(_) => keyword == TokenKind::Enum,
            Tag::Record(id) => match self.checker.types().records[id].kind {
                RecordKind::Struct => keyword == TokenKind::Struct,
                RecordKind::Union => keyword == TokenKind::Union,
            },
        }
    }

    fn tag_type(&mut self, tag: Tag) -> Ty {
        match tag {
            Tag::Record(id) => self.checker.types_mut().record(id),
            Tag::Enum(id) => self.checker.types_mut().enumeration(id),
        }
    }

    fn new_tag(&mut self, keyword: TokenKind, name: Option<Symbol>) -> Tag {
        let local = !self.checker.at_file_scope();
        let types = self.checker.types_mut();
        match keyword {
            TokenKind::Enum => Tag::Enum(types.enums.push(EnumDef {
                tag: name,
                complete: false,
                local,
                compatible: Basic::UInt,
                constants: Box::default(),
                attrs: None,
                n_leading_attrs: 0,
            })),
            TokenKind::Union => Tag::Record(types.records.push(Record::incomplete(RecordKind::Union, name, local))),
            _ => Tag::Record(types.records.push(Record::incomplete(RecordKind::Struct, name, local))),
        }
    }

    /// The tag that a definition completes: one declared in this scope, or a new one.
    fn tag_to_define(&mut self, keyword: TokenKind, name: Option<Symbol>, span: Span) -> Tag {
        if self.in_attribute {
            // An attribute may be printed elsewhere, and once for each declared name.
            self.checker.error(Code::Unsupported, span, "a type defined in an attribute is not supported");
        }
        let Some(name) = name else { return self.new_tag(keyword, None) };
        if let Some((tag, depth)) = self.checker.scopes.lookup_tag(name)
            && depth == self.checker.scopes.depth()
        {
            let complete = match tag {
                Tag::Record(id) => self.checker.types().records[id].complete,
                Tag::Enum(id) => self.checker.types().enums[id].complete,
            };
            if self.tag_agrees(tag, keyword) && !complete && !self.open_tags.contains(&tag) {
                return tag;
            }
            let message = format!("tag `{}` is defined already", self.checker.name(name));
            self.checker.error(Code::Redeclaration, span, message);
            return self.new_tag(keyword, Some(name));
        }
        let tag = self.new_tag(keyword, Some(name));
        self.checker.scopes.bind_tag(name, tag);
        tag
    }

    fn store_attrs(&mut self, attrs: Vec<Attr>) -> Option<AttrsRef> {
        if attrs.is_empty() {
            return None;
        }
        let id = self.checker.body_mut().attrs.push(attrs.into());
        Some(AttrsRef::new(id, self.checker.at_file_scope()))
    }
}

/// Structures and unions.
impl Parser<'_> {
    fn record_definition(
        &mut self,
        keyword: TokenKind,
        name: Option<Symbol>,
        span: Span,
        mut attrs: Vec<Attr>,
    ) -> Parse<Ty> {
        let tag = self.tag_to_define(keyword, name, span);
        let Tag::Record(id) = tag else { return Ok(Ty::ERROR) };
        let n_defines = self.defines.len();
        self.bump();
        self.open_tags.push(tag);
        let members = self.struct_declaration_list(id);
        self.open_tags.pop();
        let Members { mut fields, pragmas, defined_alone } = members?;
        self.bump();
        let n_leading_attrs = attrs.len() as u32;
        self.opt_attributes(&mut attrs)?;
        let effects = self.checker.effects(&attrs, span);
        if effects.mode.is_some() {
            self.checker.error(Code::BadAttribute, span, "a machine mode on a structure or union");
        }
        let defines: Box<[Tag]> = self.defines.drain(n_defines..).collect();
        let attrs = self.store_attrs(attrs);
        let kind = self.checker.types().records[id].kind;
        self.checker.check_members(&mut fields, kind, span);
        self.complete_record(id, fields, &effects, |record| {
            record.attrs = attrs;
            record.n_leading_attrs = n_leading_attrs;
            record.defines = defines;
            record.pragmas = pragmas.into();
            record.defined_alone = defined_alone.into();
        });
        if self.is_too_large(id) {
            self.checker.error(Code::Limit, span, "the structure or union is too large");
        }
        if effects.transparent_union {
            self.checker.types_mut().records[id].transparent = true;
        }
        self.defines.push(tag);
        Ok(self.checker.types_mut().record(id))
    }

    /// The members alone are too large; the layout counts in bits, of which there may be more than it can count.
    fn is_too_large(&self, id: RecordId) -> bool {
        let types = self.checker.types();
        let size_of = |field| types.size_of(self.checker.target(), types.fields[field].ty).map_or(0, u128::from);
        let sizes = types.records[id].fields().map(size_of);
        let size = match types.records[id].kind {
            RecordKind::Struct => sizes.sum(),
            RecordKind::Union => sizes.max().unwrap_or(0),
        };
        size > u128::from(self.checker.largest_object())
    }

    fn struct_declaration_list(&mut self, id: RecordId) -> Parse<Members> {
        let mut members = Members::default();
        loop {
            match self.kind() {
                TokenKind::RightBrace => return Ok(members),
                TokenKind::Eof => return self.syntax_error("expected `}`"),
                TokenKind::Pragma => members.pragmas.push((members.fields.len() as u32, self.pragma().0)),
                _ => {
                    let (n_members, n_defines) = (members.fields.len(), self.defines.len());
                    self.struct_declaration(id, &mut members.fields)?;
                    if members.fields.len() == n_members {
                        let (n_members, n_pragmas) = (n_members as u32, members.pragmas.len() as u32);
                        let alone = |&tag: &Tag| DefinedAlone { tag, n_members, n_pragmas };
                        members
                            .defined_alone
                            .extend(self.defines.get(n_defines..).unwrap_or_default().iter().map(alone));
                    }
                }
            }
        }
    }

    fn complete_record(
        &mut self,
        id: RecordId,
        mut fields: Vec<Field>,
        effects: &Effects,
        more: impl FnOnce(&mut Record),
    ) {
        let target = *self.checker.target();
        let (pack, reversed) = (self.pack.current, self.reversed);
        let ms_layout = self.checker.options.dialect.ms_layout;
        let types = self.checker.types_mut();
        let first = types.fields.next_id();
        let n_fields = fields.len() as u32;
        for field in fields.drain(..) {
            types.fields.push(field);
        }
        let record = &mut types.records[id];
        record.first_field = (n_fields > 0).then_some(first);
        record.n_fields = n_fields;
        record.complete = true;
        record.packed = effects.packed;
        record.reversed = effects.reversed.unwrap_or(reversed);
        record.ms_layout = effects.ms_layout.unwrap_or(ms_layout);
        record.pack = pack;
        more(record);
        types.lay_out(&target, id, effects.align);
    }

    /// One declaration of members.
    fn struct_declaration(&mut self, parent: RecordId, fields: &mut Vec<Field>) -> Parse<()> {
        match self.kind() {
            TokenKind::Semicolon => {
                self.bump();
                return Ok(());
            }
            TokenKind::StaticAssert => return self.static_assert().map(|_| ()),
            _ => {}
        }
        while self.eat(TokenKind::Extension) {}
        if self.at(TokenKind::StaticAssert) {
            return self.static_assert().map(|_| ());
        }
        let specs = self.declaration_specifiers()?;
        self.check_only_type(&specs, "a member");
        if !specs.any {
            return self.syntax_error("expected a type");
        }
        // GCC lets the last semicolon be left out.
        if self.eat(TokenKind::Semicolon) || self.at(TokenKind::RightBrace) {
            self.anonymous_member(specs.ty, parent, specs.attrs, specs.span, fields);
            return Ok(());
        }
        let mut first = true;
        loop {
            let mut field = self.struct_declarator(specs.ty, parent, &specs.attrs)?;
            field.continues_group = !first;
            first = false;
            fields.push(field);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if !self.at(TokenKind::RightBrace) {
            self.expect(TokenKind::Semicolon)?;
        }
        Ok(())
    }

    /// `struct { ... };` inside a structure: its members are members of the outer one (C11 6.7.2.1p13).
    fn anonymous_member(&mut self, ty: Ty, parent: RecordId, attrs: Vec<Attr>, span: Span, fields: &mut Vec<Field>) {
        let tagged_too = self.checker.options.dialect.tagged_anonymous;
        let anonymous = |id: &RecordId| tagged_too || self.checker.types().records[*id].tag.is_none();
        let untagged = self.checker.types().as_record(ty).filter(anonymous);
        if untagged.is_none() {
            self.checker.warn(Code::BadField, span, "this declares no member");
            return;
        }
        let effects = self.checker.effects(&attrs, span);
        let attrs = self.store_attrs(attrs);
        fields.push(Field {
            name: None,
            ty,
            parent,
            bits: None,
            bit_offset: 0,
            continues_group: false,
            packed: effects.packed,
            align: effects.align,
            attrs,
        });
    }

    fn struct_declarator(&mut self, base: Ty, parent: RecordId, spec_attrs: &[Attr]) -> Parse<Field> {
        let start = self.token().start;
        let mut before = Vec::new();
        self.opt_attributes(&mut before)?;
        let (name, mut ty, mut attrs) = if self.at(TokenKind::Colon) {
            (None, base, before)
        } else {
            let declarator = self.declarator()?;
            let ty = self.declared_type(base, &declarator);
            before.extend(declarator.attrs);
            (declarator.name, ty, before)
        };
        let width = if self.eat(TokenKind::Colon) { Some(self.constant_expression()?) } else { None };
        self.opt_attributes(&mut attrs)?;
        attrs.extend_from_slice(spec_attrs);
        let span = self.span_from(start);
        let effects = self.checker.effects(&attrs, span);
        ty = self.checker.with_effects(ty, &effects, span);
        let checker = &self.checker;
        attrs.retain(|attr| !checker.changes_type(attr));
        match width {
            Some(_) => self.checker.forbid_alignas(&attrs, "a bit-field", span),
            None => self.checker.forbid_lower_alignment(&attrs, ty, span),
        }
        let bits = match width {
            Some(width) => self.bit_field(ty, width, name.is_some(), span),
            None => None,
        };
        let attrs = self.store_attrs(attrs);
        Ok(Field {
            name: name.map(|(name, _)| name),
            ty,
            parent,
            bits,
            bit_offset: 0,
            continues_group: false,
            packed: effects.packed,
            align: effects.align,
            attrs,
        })
    }

    /// C11 6.7.2.1p4 and p5.
    fn bit_field(&mut self, ty: Ty, width: ExprId, named: bool, span: Span) -> Option<BitField> {
        self.checker.value(width);
        let value = self.checker.fold_int(width).map(crate::value::int::Int::as_i128);
        if value.is_none() && self.checker.ty(width).is_error() {
            return None;
        }
        let value = self.checker.bit_field_width(ty, value, named, span)?;
        let width_expr = self.unless_plain(width);
        Some(BitField { width: value, width_expr })
    }

    /// The expression, unless it is a decimal number that can be made again from its value.
    pub(super) fn unless_plain(&mut self, expr: ExprId) -> Option<ExprRef> {
        if self.is_plain_number(expr) {
            return None;
        }
        self.sizes.push(expr);
        Some(ExprRef::new(expr, self.checker.at_file_scope()))
    }

    pub(super) fn is_plain_number(&self, expr: ExprId) -> bool {
        match self.checker.body().expr(expr) {
            ExprKind::Int { spelling: Some(spelling), .. } => {
                let text = self.checker.name(spelling).as_bytes();
                text.iter().all(u8::is_ascii_digit) && text.first() != Some(&b'0')
            }
            ExprKind::Int { form, .. } => form.is_decimal(),
            _ => false,
        }
    }
}

/// Enumerations.
impl Parser<'_> {
    fn enum_definition(&mut self, name: Option<Symbol>, span: Span, mut attrs: Vec<Attr>) -> Parse<Ty> {
        let tag = self.tag_to_define(TokenKind::Enum, name, span);
        let Tag::Enum(id) = tag else { return Ok(Ty::ERROR) };
        self.bump();
        let mut constants: Vec<Enumerator> = Vec::new();
        let mut values: Vec<i128> = Vec::new();
        let mut basis = Basic::Int;
        while !self.at(TokenKind::RightBrace) {
            let next = values.last().map_or(0, |&last| last + 1);
            let (constant, value) = self.enumerator(next, &mut basis)?;
            constants.push(constant);
            values.push(value);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightBrace)?;
        if constants.is_empty() {
            self.checker.error(Code::BadEnum, span, "an enumeration without constants");
        }
        let n_leading_attrs = attrs.len() as u32;
        self.opt_attributes(&mut attrs)?;
        let effects = self.checker.effects(&attrs, span);
        let packed = effects.packed || self.checker.options.dialect.short_enums;
        let mut compatible = self.checker.enum_type(&values, packed, span);
        if effects.mode.is_some() {
            let moded = self.checker.with_effects(Ty::basic(compatible), &effects, span);
            compatible = self.checker.types().as_integer(moded).unwrap_or(compatible);
            if values.iter().any(|&value| !self.checker.holds(compatible, value)) {
                self.checker.error(
                    Code::BadEnum,
                    span,
                    "the machine mode is too small for the values of the enumeration",
                );
            }
        }
        let attrs = self.store_attrs(attrs);
        self.checker.finish_enum(&constants, &values, compatible);
        let definition = &mut self.checker.types_mut().enums[id];
        definition.complete = true;
        definition.compatible = compatible;
        definition.constants = constants.into();
        definition.attrs = attrs;
        definition.n_leading_attrs = n_leading_attrs;
        self.defines.push(tag);
        Ok(self.checker.types_mut().enumeration(id))
    }

    /// A constant; without a value of its own it is `next`, counted in the type `basis` of the last value that was given:
    /// `int` where that holds the value, as in C11 6.7.2.2p2, else the type of its expression.
    fn enumerator(&mut self, next: i128, basis: &mut Basic) -> Parse<(Enumerator, i128)> {
        let token = self.expect(TokenKind::Identifier)?;
        let mut attrs = Vec::new();
        self.opt_attributes(&mut attrs)?;
        let (mut value, mut expr) = (next, None);
        if self.eat(TokenKind::Equal) {
            let given = self.constant_expression()?;
            let ty = self.checker.value(given);
            let folded = self.checker.fold_int(given).filter(|_| self.checker.types().is_integer(ty));
            match folded {
                Some(folded) => {
                    value = folded.as_i128();
                    let given = self.checker.types().as_integer(ty).unwrap_or(Basic::Int);
                    *basis = if self.checker.holds(Basic::Int, value) { Basic::Int } else { given };
                }
                None if ty.is_error() => {}
                None => {
                    let span = self.checker.span(given);
                    self.checker.error(
                        Code::NotConstant,
                        span,
                        "the value of an enumeration constant must be an integer constant",
                    );
                }
            }
            self.sizes.push(given);
            expr = Some(ExprRef::new(given, self.checker.at_file_scope()));
        } else if !self.checker.holds(*basis, next) {
            self.checker.error(
                Code::BadEnum,
                token.span(),
                "the value of the enumeration constant is too large for its type",
            );
        }
        let attrs = if attrs.is_empty() { None } else { Some(self.checker.body_mut().attrs.push(attrs.into())) };
        let decl = Decl {
            name: token.symbol,
            ty: self.checker.enumerator_type(value),
            kind: DeclKind::Enumerator(value as u64),
            storage: Storage::None,
            linkage: Linkage::None,
            flags: DeclFlags::default(),
            init: None,
            attrs,
            asm_label: None,
            params: List::default(),
            previous: None,
            span: token.span(),
        };
        let id = self.checker.declare(decl);
        let decl = DeclRef::new(id, self.checker.at_file_scope());
        Ok((Enumerator { decl, value: expr }, value))
    }
}
