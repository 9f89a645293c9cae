//! Declaration specifiers (C11 6.7.1 to 6.7.5) and GNU's `typeof` and `__auto_type`.

use super::declarator::Declarator;
use super::{Parse, Parser};
use crate::check::scope::Binding;
use crate::diagnostics::Code;
use crate::lex::{Token, TokenKind};
use crate::print::base_type;
use crate::source::Span;
use crate::tree::{Attr, DeclFlags, ExprRef, Storage, TypeName, TypeNameId, TypeNameRef};
use crate::types::{Basic, Quals, Ty, TypeKind};

/// What declaration specifiers say.
#[derive(Clone, Debug)]
pub(super) struct Specs {
    pub(super) ty: Ty,
    pub(super) storage: Storage,
    pub(super) flags: DeclFlags,
    pub(super) attrs: Vec<Attr>,
    /// `__auto_type`: the type comes from the initialiser.
    pub(super) auto_type: bool,
    pub(super) has_type: bool,
    /// There was at least one specifier.
    pub(super) any: bool,
    pub(super) span: Span,
}

impl Specs {
    fn is_thread_local(&self) -> bool {
        self.flags.contains(DeclFlags::THREAD_LOCAL) || self.flags.contains(DeclFlags::GNU_THREAD)
    }
}

/// The words of a basic type, counted.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    signed: bool,
    unsigned: bool,
    short: bool,
    long: u8,
    complex: bool,
    base: Option<TokenKind>,
    /// A word too many, or two that exclude each other.
    wrong: bool,
}

impl Words {
    fn any(self) -> bool {
        self.signed || self.unsigned || self.short || self.long > 0 || self.complex || self.base.is_some()
    }

    fn add(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::Signed => self.signed = true,
            TokenKind::Unsigned => self.unsigned = true,
            TokenKind::Short => {
                self.wrong |= self.short;
                self.short = true;
            }
            TokenKind::Long => self.long = self.long.saturating_add(1),
            TokenKind::Complex => self.complex = true,
            base => {
                self.wrong |= self.base.is_some();
                self.base = Some(base);
            }
        }
    }

    /// C11 6.7.2p2. The flag says whether it is complex.
    fn basic(self) -> Option<(Basic, bool)> {
        let size_words = self.short || self.long > 0;
        let sign_words = self.signed || self.unsigned;
        if self.wrong || self.signed && self.unsigned || self.short && self.long > 0 || self.long > 2 {
            return None;
        }
        let pick = |signed: Basic| if self.unsigned { signed.to_unsigned() } else { signed };
        let basic = match self.base {
            Some(TokenKind::Double) if self.long == 1 && !self.short && !sign_words => Basic::LongDouble,
            None | Some(TokenKind::Int) => match (self.short, self.long) {
                (true, _) => pick(Basic::Short),
                (_, 1) => pick(Basic::Long),
                (_, 2) => pick(Basic::LongLong),
                // `_Complex` alone is `_Complex double` (GNU).
                _ if self.complex && self.base.is_none() && !sign_words => Basic::Double,
                _ => pick(Basic::Int),
            },
            Some(TokenKind::Char) if !size_words => match (self.signed, self.unsigned) {
                (true, _) => Basic::SChar,
                (_, true) => Basic::UChar,
                _ => Basic::Char,
            },
            Some(TokenKind::Int128) if !size_words => pick(Basic::Int128),
            Some(other) if !size_words && !sign_words => match other {
                TokenKind::Void if !self.complex => Basic::Void,
                TokenKind::Bool if !self.complex => Basic::Bool,
                TokenKind::Float => Basic::Float,
                TokenKind::Double => Basic::Double,
                TokenKind::Float16 => Basic::Float16,
                TokenKind::Float32 => Basic::Float32,
                TokenKind::Float64 => Basic::Float64,
                TokenKind::Float128 => Basic::Float128,
                TokenKind::Float32x => Basic::Float32x,
                TokenKind::Float64x => Basic::Float64x,
                // Only the x86 family has it, and there it is another name of the same type.
                TokenKind::Float80 => Basic::LongDouble,
                _ => return None,
            },
            Some(_) => return None,
        };
        Some((basic, self.complex))
    }
}

impl Parser<'_> {
    /// C11 6.7. Reads at least nothing: old C leaves the type out.
    pub(super) fn declaration_specifiers(&mut self) -> Parse<Specs> {
        let start = self.token().start;
        let first = self.pos;
        let mut specs = Specs {
            ty: Ty::INT,
            storage: Storage::None,
            flags: DeclFlags::default(),
            attrs: Vec::new(),
            auto_type: false,
            has_type: false,
            any: false,
            span: Span::NONE,
        };
        let mut words = Words::default();
        let mut named: Option<Ty> = None;
        let mut quals = Quals::NONE;
        // Attributes up to here cannot mention what the type defines.
        let mut n_leading_attrs = None;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::Identifier => {
                    if named.is_some() || words.any() || specs.auto_type {
                        break;
                    }
                    match self.opt_typedef_name(token) {
                        Some(ty) => named = Some(ty),
                        None => break,
                    }
                    continue;
                }
                TokenKind::Const => quals = quals.union(Quals::CONST),
                TokenKind::Volatile => quals = quals.union(Quals::VOLATILE),
                TokenKind::Restrict => quals = quals.union(Quals::RESTRICT),
                TokenKind::Static | TokenKind::Extern | TokenKind::Typedef | TokenKind::Register | TokenKind::Auto => {
                    self.storage_class(token, &mut specs);
                }
                TokenKind::Inline => specs.flags.insert(DeclFlags::INLINE),
                TokenKind::Noreturn => specs.flags.insert(DeclFlags::NORETURN),
                TokenKind::ThreadLocal => {
                    let gnu = self.source.text(token.span()) == b"__thread";
                    specs.flags.insert(if gnu { DeclFlags::GNU_THREAD } else { DeclFlags::THREAD_LOCAL });
                }
                TokenKind::Signed
                | TokenKind::Unsigned
                | TokenKind::Short
                | TokenKind::Long
                | TokenKind::Complex
                | TokenKind::Int
                | TokenKind::Char
                | TokenKind::Void
                | TokenKind::Bool
                | TokenKind::Float
                | TokenKind::Double
                | TokenKind::Int128
                | TokenKind::Float16
                | TokenKind::Float32
                | TokenKind::Float64
                | TokenKind::Float128
                | TokenKind::Float32x
                | TokenKind::Float64x
                | TokenKind::Float80 => words.add(token.kind),
                TokenKind::Struct | TokenKind::Union | TokenKind::Enum => {
                    if named.is_some() || words.any() {
                        self.two_types(token.span());
                    }
                    let n_defines = self.defines.len();
                    named = Some(self.nested(Self::tag_specifier)?);
                    if self.defines.len() > n_defines {
                        n_leading_attrs = Some(specs.attrs.len());
                    }
                    continue;
                }
                TokenKind::Typeof => {
                    if named.is_some() || words.any() {
                        self.two_types(token.span());
                    }
                    named = Some(self.nested(Self::typeof_specifier)?);
                    n_leading_attrs = Some(specs.attrs.len());
                    continue;
                }
                TokenKind::Atomic => {
                    if self.peek(1) == TokenKind::LeftParen {
                        named = Some(self.nested(Self::atomic_specifier)?);
                        n_leading_attrs = Some(specs.attrs.len());
                        continue;
                    }
                    quals = quals.union(Quals::ATOMIC);
                }
                TokenKind::AutoType => specs.auto_type = true,
                TokenKind::Attribute => {
                    self.attributes(&mut specs.attrs)?;
                    continue;
                }
                TokenKind::LeftBracket if self.peek(1) == TokenKind::LeftBracket => {
                    self.standard_attributes(&mut specs.attrs)?;
                    continue;
                }
                TokenKind::Alignas => {
                    self.alignment_specifier(&mut specs.attrs)?;
                    continue;
                }
                TokenKind::Decimal32 | TokenKind::Decimal64 | TokenKind::Decimal128 => {
                    return self.unsupported("decimal floating point");
                }
                TokenKind::Fract | TokenKind::Accum | TokenKind::Sat => return self.unsupported("fixed point"),
                TokenKind::Gimple => return self.unsupported("`__GIMPLE`"),
                TokenKind::Rtl => return self.unsupported("`__RTL`"),
                TokenKind::SegFs | TokenKind::SegGs => return self.unsupported("a named address space"),
                TokenKind::Imaginary => return self.unsupported("`_Imaginary`"),
                _ => break,
            }
            self.bump();
        }
        specs.any = self.pos > first;
        specs.span = self.span_from(start);
        for attr in specs.attrs.iter_mut().skip(n_leading_attrs.unwrap_or(usize::MAX)) {
            attr.follows_type = true;
        }
        self.finish_specifiers(&mut specs, words, named, quals);
        Ok(specs)
    }

    /// A vector counts from here on; a machine mode alone is one of what a declarator makes of the type.
    fn vector_of_specifiers(&mut self, ty: Ty, attrs: &mut Vec<Attr>, span: Span) -> Ty {
        let checker = &mut self.checker;
        if attrs.iter().any(|attr| checker.name(attr.name) == "vector_size") {
            let effects = checker.effects(attrs, span);
            attrs.retain(|attr| !checker.changes_type(attr));
            return checker.with_effects(ty, &effects, span);
        }
        let (_, others) = checker.split_modes(attrs);
        checker.effects(&others, span);
        ty
    }

    fn storage_class(&mut self, token: Token, specs: &mut Specs) {
        let storage = match token.kind {
            TokenKind::Static => Storage::Static,
            TokenKind::Extern => Storage::Extern,
            TokenKind::Typedef => Storage::Typedef,
            TokenKind::Register => Storage::Register,
            _ => Storage::Auto,
        };
        if specs.storage != Storage::None {
            self.checker.error(Code::BadSpecifiers, token.span(), "more than one storage class");
        }
        specs.storage = storage;
    }

    /// A parameter can only be `register`. GCC warns of specifiers for functions, which mean nothing there.
    pub(super) fn check_param_specifiers(&mut self, specs: &mut Specs) {
        if !matches!(specs.storage, Storage::None | Storage::Register) || specs.is_thread_local() {
            self.checker.error(Code::BadSpecifiers, specs.span, "a parameter can only be `register`");
        }
        specs.flags = DeclFlags::default();
    }

    /// Members and type names have nothing but a type.
    pub(super) fn check_only_type(&mut self, specs: &Specs, what: &str) {
        let is_for_function = specs.flags.contains(DeclFlags::INLINE) || specs.flags.contains(DeclFlags::NORETURN);
        if specs.storage != Storage::None || specs.is_thread_local() {
            self.checker.error(Code::BadSpecifiers, specs.span, format!("{what} has no storage class"));
        } else if is_for_function {
            self.checker.error(Code::BadSpecifiers, specs.span, format!("{what} is no function"));
        }
    }

    #[cold]
    fn two_types(&mut self, span: Span) {
        self.checker.error(Code::BadSpecifiers, span, "two types in one declaration");
    }

    fn finish_specifiers(&mut self, specs: &mut Specs, words: Words, named: Option<Ty>, quals: Quals) {
        let span = specs.span;
        specs.has_type = named.is_some() || words.any() || specs.auto_type;
        let mut ty = match (named, words.any()) {
            (Some(ty), false) => ty,
            (Some(_), true) => {
                self.two_types(span);
                Ty::ERROR
            }
            (None, true) => match words.basic() {
                Some((basic, complex)) => self.basic_type(basic, complex, span),
                None => {
                    self.checker.error(Code::BadSpecifiers, span, "these words make no type");
                    Ty::ERROR
                }
            },
            // Old C leaves `int` out.
            (None, false) => Ty::INT,
        };
        let element = self.checker.types().innermost_element(ty);
        if quals.contains(Quals::RESTRICT) && !self.checker.types().is_pointer(element) && !ty.is_error() {
            self.checker.error(Code::BadSpecifiers, span, "`restrict` needs a pointer");
        }
        if !quals.is_empty() {
            ty = self.checker.qualified(ty, quals);
        }
        // A declaration of nothing has nothing that attributes could apply to.
        if !specs.attrs.is_empty() && !self.at(TokenKind::Semicolon) {
            ty = self.vector_of_specifiers(ty, &mut specs.attrs, span);
        }
        specs.ty = ty;
    }

    fn basic_type(&mut self, basic: Basic, complex: bool, span: Span) -> Ty {
        if basic != Basic::Void && self.checker.target().basic(basic).is_none() {
            let message = format!("the target has no `{}`", basic.spelling());
            self.checker.error(Code::Unsupported, span, message);
            return Ty::ERROR;
        }
        if complex { self.checker.complex(basic) } else { Ty::basic(basic) }
    }

    /// The type an identifier stands for, if it is a typedef name.
    fn opt_typedef_name(&mut self, token: Token) -> Option<Ty> {
        let name = token.symbol?;
        let ty = match self.checker.scopes.lookup(name) {
            Some(Binding { is_type: true, ty: Some(ty), .. }) => ty,
            Some(Binding { is_type: true, decl, .. }) => {
                let ty = self.checker.typedef_type(decl);
                self.checker.scopes.remember_type(name, ty);
                ty
            }
            _ => return None,
        };
        self.bump();
        Some(ty)
    }

    /// `_Atomic (type)`.
    fn atomic_specifier(&mut self) -> Parse<Ty> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let name = self.type_name()?;
        self.expect(TokenKind::RightParen)?;
        let ty = self.checker.body().type_names[name].ty;
        let types = self.checker.types();
        if types.as_array(ty).is_some() || types.as_function(ty).is_some() || !types.quals(ty).is_empty() {
            let span = self.span();
            self.checker.error(Code::BadSpecifiers, span, "`_Atomic (type)` needs an unqualified object type");
        }
        // A pointer is no specifier, and what the type name defines is its own; `typeof` says both among specifiers.
        let is_written_inside = base_type(self.checker.types(), ty) != ty;
        let ty = if is_written_inside || !self.checker.body().type_names[name].defines.is_empty() {
            self.typeof_type(name)
        } else {
            ty
        };
        Ok(self.checker.qualified(ty, Quals::ATOMIC))
    }

    /// The type of a type name, as something that is written with that name.
    fn typeof_type(&mut self, name: TypeNameId) -> Ty {
        let of = self.checker.body().type_names[name].ty;
        let sizes: Vec<_> = self.checker.body().list(self.checker.body().type_names[name].sizes).collect();
        self.sizes.extend(sizes);
        let name = TypeNameRef::new(name, self.checker.at_file_scope());
        self.checker.intern(TypeKind::TypeofType(name, of))
    }

    /// `typeof (expression)` or `typeof (type)`.
    fn typeof_specifier(&mut self) -> Parse<Ty> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let ty = if self.starts_type(self.token()) {
            let name = self.type_name()?;
            self.typeof_type(name)
        } else {
            let expr = self.expression()?;
            let of = self.checker.ty(expr);
            if self.checker.bit_field(expr).is_some() {
                let span = self.checker.span(expr);
                self.checker.error(Code::BadOperand, span, "`typeof` cannot be applied to a bit-field");
            }
            self.checker.body_mut().set_converted(expr, of);
            self.sizes.push(expr);
            let expr = ExprRef::new(expr, self.checker.at_file_scope());
            self.checker.intern(TypeKind::TypeofExpr(expr, of))
        };
        self.expect(TokenKind::RightParen)?;
        Ok(ty)
    }

    /// C11 6.7.7.
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let (n_defines, n_sizes) = (self.defines.len(), self.sizes.len());
        while self.eat(TokenKind::Extension) {}
        let specs = self.declaration_specifiers()?;
        if !specs.any {
            return self.syntax_error("expected a type");
        }
        if !specs.has_type {
            self.implicit_int(&Declarator::default(), &specs);
        }
        self.check_only_type(&specs, "a type name");
        let (mut attrs, of_base) = self.checker.split_modes(&specs.attrs);
        let base = self.checker.attributed(specs.ty, &of_base, specs.span);
        let declarator = self.nested(Self::abstract_declarator)?;
        attrs.extend_from_slice(&declarator.attrs);
        let outer = std::mem::replace(&mut self.in_type_name, true);
        let ty = self.declared_type(base, &declarator);
        self.in_type_name = outer;
        let ty = self.checker.attributed(ty, &attrs, specs.span);
        self.check_type_name_alignment(&specs);
        let name = self.finish_type_name(ty, n_defines, n_sizes);
        Ok(name)
    }

    /// `_Alignas` can stand in a compound literal, but in no other type name.
    fn check_type_name_alignment(&mut self, specs: &Specs) {
        if self.at(TokenKind::RightParen) && self.peek(1) == TokenKind::LeftBrace {
            self.checker.forbid_lower_alignment(&specs.attrs, specs.ty, specs.span);
        } else {
            self.checker.forbid_alignas(&specs.attrs, "a type name", specs.span);
        }
    }

    fn finish_type_name(&mut self, ty: Ty, n_defines: usize, n_sizes: usize) -> TypeNameId {
        let defines = self.checker.list(self.defines.drain(n_defines..));
        let sizes = self.checker.list(self.sizes.drain(n_sizes..));
        self.checker.body_mut().type_names.push(TypeName { ty, defines, sizes })
    }
}
