//! Declarators (C11 6.7.6, 6.7.7).
//!
//! A declarator is read inside out, so it is collected as a list of steps from the name outwards and then applied to the
//! base type from the far end.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{Parse, Parser};
use crate::diagnostics::Code;
use crate::lex::TokenKind;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{Attr, Decl, DeclFlags, DeclId, DeclKind, ExprId, ExprRef, Linkage, List, Storage};
use crate::types::{ArrayLen, FnType, Quals, Tag, Ty, TypeKind};

/// Arrays nested deeper than this, by one declarator or by typedef names, are refused in words.
const MAX_DIMENSIONS: u32 = 256;

/// One step from the declared name towards the base type.
#[derive(Debug)]
pub(super) enum Step {
    Pointer {
        quals: Quals,
        attrs: Vec<Attr>,
    },
    Array {
        bound: Bound,
        quals: Quals,
        is_static: bool,
        span: Span,
    },
    Function(Box<FunctionStep>),
    /// Attributes at the start of a parenthesised declarator: they bind to what is outside of the parentheses.
    Attrs(Vec<Attr>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    None,
    Star,
    Expr(ExprId),
}

/// A parameter list.
#[derive(Debug, Default)]
pub(super) struct FunctionStep {
    pub(super) params: SmallVec<[DeclId; 8]>,
    pub(super) variadic: bool,
    pub(super) prototype: bool,
    /// The names of an old-style definition.
    pub(super) identifiers: Vec<(Symbol, Span)>,
    /// Tags defined by the parameters; in a definition they are in sight in the body.
    pub(super) tags: Vec<Tag>,
}

/// A declarator.
#[derive(Debug, Default)]
pub(super) struct Declarator {
    pub(super) name: Option<(Symbol, Span)>,
    pub(super) steps: SmallVec<[Step; 2]>,
    pub(super) attrs: Vec<Attr>,
    pub(super) asm_label: Option<Symbol>,
}

impl Declarator {
    /// The parameter list, if this declares a function directly.
    pub(super) fn function(&self) -> Option<&FunctionStep> {
        match self.steps.iter().find(|step| !matches!(step, Step::Attrs(_))) {
            Some(Step::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// C23 6.9.1: a definition with empty parentheses has a prototype without parameters.
    pub(super) fn make_prototype(&mut self) {
        if let Some(Step::Function(function)) = self.steps.iter_mut().find(|step| !matches!(step, Step::Attrs(_))) {
            function.prototype |= function.identifiers.is_empty();
        }
    }
}

/// Which names a declarator may or must have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Required,
    Optional,
    None,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        let mut declarator = Declarator::default();
        self.declarator_into(&mut declarator, Naming::Required)?;
        Ok(declarator)
    }

    /// A declarator without a name.
    pub(super) fn abstract_declarator(&mut self) -> Parse<Declarator> {
        let mut declarator = Declarator::default();
        self.declarator_into(&mut declarator, Naming::None)?;
        self.opt_attributes(&mut declarator.attrs)?;
        Ok(declarator)
    }

    fn declarator_into(&mut self, out: &mut Declarator, naming: Naming) -> Parse<()> {
        let mut pointers: SmallVec<[Step; 2]> = SmallVec::new();
        while self.eat(TokenKind::Star) {
            pointers.push(self.pointer()?);
        }
        match self.kind() {
            TokenKind::Identifier if naming != Naming::None => {
                let token = self.bump();
                out.name = token.symbol.map(|symbol| (symbol, token.span()));
            }
            TokenKind::LeftParen if !self.starts_parameters(naming) => {
                self.bump();
                let mut attrs = Vec::new();
                self.opt_attributes(&mut attrs)?;
                self.nested(|parser| parser.declarator_into(out, naming))?;
                if !attrs.is_empty() {
                    out.steps.push(Step::Attrs(attrs));
                }
                self.expect(TokenKind::RightParen)?;
            }
            _ if naming == Naming::Required => return self.syntax_error("expected a name"),
            _ => {}
        }
        loop {
            match self.kind() {
                TokenKind::LeftBracket if self.at_standard_attribute() => self.standard_attributes(&mut out.attrs)?,
                TokenKind::LeftBracket => {
                    let step = self.array_bound()?;
                    out.steps.push(step);
                }
                TokenKind::LeftParen => {
                    let function = self.nested(Self::parameters)?;
                    out.steps.push(Step::Function(Box::new(function)));
                }
                _ => break,
            }
        }
        out.steps.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// Whether a parenthesis where a name could stand opens a parameter list: `int (int)` against `int (*)`.
    fn starts_parameters(&self, naming: Naming) -> bool {
        if naming == Naming::Required {
            return false;
        }
        let next = self.tokens[self.pos + 1];
        match next.kind {
            TokenKind::RightParen | TokenKind::Ellipsis => true,
            // `(__attribute__ ((x)) *p)` is a declarator, `(__attribute__ ((x)) int)` a parameter.
            TokenKind::Attribute => self.starts_type(self.token_after_attributes(self.pos + 1)),
            _ => self.starts_type(next),
        }
    }

    /// What follows a `*`.
    fn pointer(&mut self) -> Parse<Step> {
        let mut attrs = Vec::new();
        let quals = self.type_qualifiers(&mut attrs)?;
        Ok(Step::Pointer { quals, attrs })
    }

    fn type_qualifiers(&mut self, attrs: &mut Vec<Attr>) -> Parse<Quals> {
        let mut quals = Quals::NONE;
        loop {
            quals = quals.union(match self.kind() {
                TokenKind::Const => Quals::CONST,
                TokenKind::Volatile => Quals::VOLATILE,
                TokenKind::Restrict => Quals::RESTRICT,
                TokenKind::Atomic => Quals::ATOMIC,
                TokenKind::Attribute => {
                    self.attributes(attrs)?;
                    continue;
                }
                TokenKind::LeftBracket if self.at_standard_attribute() => {
                    self.standard_attributes(attrs)?;
                    continue;
                }
                TokenKind::SegFs | TokenKind::SegGs => return self.unsupported("a named address space"),
                _ => return Ok(quals),
            });
            self.bump();
        }
    }

    fn array_bound(&mut self) -> Parse<Step> {
        let start = self.bump().start;
        let mut is_static = self.eat(TokenKind::Static);
        let quals = self.type_qualifiers(&mut Vec::new())?;
        is_static |= self.eat(TokenKind::Static);
        let bound = match self.kind() {
            TokenKind::RightBracket => Bound::None,
            TokenKind::Star if self.peek(1) == TokenKind::RightBracket => {
                self.bump();
                Bound::Star
            }
            _ => Bound::Expr(self.nested(Self::assignment_expression)?),
        };
        self.expect(TokenKind::RightBracket)?;
        let span = self.span_from(start);
        Ok(Step::Array { bound, quals, is_static, span })
    }

    /// A parameter list or identifier list in parentheses.
    fn parameters(&mut self) -> Parse<FunctionStep> {
        self.bump();
        let mut function = FunctionStep::default();
        if self.eat(TokenKind::RightParen) {
            return Ok(function);
        }
        if self.kind() == TokenKind::Identifier && !self.starts_type(self.token()) {
            return self.identifier_list(function);
        }
        function.prototype = true;
        self.checker.scopes.enter();
        self.n_prototypes += 1;
        let n_defines = self.defines.len();
        let result = self.parameter_list(&mut function);
        function.tags = self.defines[n_defines.min(self.defines.len())..].to_vec();
        self.n_prototypes -= 1;
        self.checker.scopes.leave();
        result?;
        Ok(function)
    }

    fn identifier_list(&mut self, mut function: FunctionStep) -> Parse<FunctionStep> {
        let mut listed = FxHashSet::default();
        loop {
            let token = self.expect(TokenKind::Identifier)?;
            if let Some(name) = token.symbol {
                if !listed.insert(name) {
                    let message = format!("two parameters with the name `{}`", self.checker.name(name));
                    self.checker.error(Code::Redeclaration, token.span(), message);
                }
                function.identifiers.push((name, token.span()));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(function)
    }

    fn parameter_list(&mut self, function: &mut FunctionStep) -> Parse<()> {
        let is_void = self.kind() == TokenKind::Void && self.peek(1) == TokenKind::RightParen;
        if is_void {
            self.bump();
            self.bump();
            return Ok(());
        }
        let mut forward = Vec::new();
        loop {
            if self.at(TokenKind::Ellipsis) {
                let span = self.bump().span();
                if function.params.is_empty() && !self.checker.options.dialect.only_variable_arguments {
                    self.checker.error(Code::BadDeclarator, span, "`...` needs a parameter before it");
                }
                function.variadic = true;
                break;
            }
            let param = self.parameter_declaration(&mut forward)?;
            // A typedef name for `void` makes an empty list as well.
            let is_void = function.params.is_empty()
                && self.at(TokenKind::RightParen)
                && self.checker.body().decls[param].name.is_none()
                && self.checker.types().is_void(self.checker.body().decls[param].ty);
            if is_void {
                self.check_only_void(param);
                break;
            }
            self.check_param(param);
            function.params.push(param);
            if self.eat(TokenKind::Semicolon) {
                forward.extend(function.params.drain(..));
            } else if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        for param in forward {
            let span = self.checker.body().decls[param].span;
            self.checker.error(Code::BadDeclarator, span, "a parameter with nothing but a forward declaration");
        }
        Ok(())
    }

    /// C11 6.7.6.3p10: only `void` itself says that there are no parameters.
    fn check_only_void(&mut self, param: DeclId) {
        let decl = self.checker.body().decls[param];
        if !self.checker.types().quals(decl.ty).is_empty() || decl.storage != Storage::None {
            self.checker.error(Code::BadDeclarator, decl.span, "`void` for no parameters cannot be qualified");
        }
    }

    fn check_param(&mut self, param: DeclId) {
        let decl = self.checker.body().decls[param];
        // GCC takes one with a name, unless the function is defined.
        if self.checker.types().is_void(decl.ty) && decl.name.is_none() {
            self.checker.error(Code::BadDeclarator, decl.span, "a parameter cannot be `void`");
        }
    }

    /// `forward` holds the parameters that are declared before the list, as in `int f (int n; int a[n], int n)` (GNU), and
    /// not yet in it.
    fn parameter_declaration(&mut self, forward: &mut Vec<DeclId>) -> Parse<DeclId> {
        let start = self.token().start;
        while self.eat(TokenKind::Extension) {}
        let mut specs = self.declaration_specifiers()?;
        if !specs.has_type && !specs.any {
            return self.syntax_error("expected a parameter");
        }
        let mut declarator = Declarator::default();
        self.nested(|parser| parser.declarator_into(&mut declarator, Naming::Optional))?;
        self.opt_asm_label()?;
        self.opt_attributes(&mut declarator.attrs)?;
        let span = declarator.name.map_or_else(|| self.span_from(start), |(_, span)| span);
        self.check_param_specifiers(&mut specs);
        let mut attrs = specs.attrs;
        attrs.extend_from_slice(&declarator.attrs);
        self.checker.forbid_alignas(&attrs, "a parameter", span);
        let (quals, is_static) = match declarator.steps.first() {
            Some(&Step::Array { quals, is_static, .. }) => (quals, is_static),
            _ => (Quals::NONE, false),
        };
        let ty = self.declared_type(specs.ty, &declarator);
        let effects = self.checker.effects(&attrs, span);
        let ty = self.checker.with_effects(ty, &effects, span);
        let ty = self.checker.adjusted_param(ty, quals, is_static);
        let checker = &self.checker;
        attrs.retain(|attr| !checker.changes_type(attr));
        let attrs = if attrs.is_empty() { None } else { Some(self.checker.body_mut().attrs.push(attrs.into())) };
        let name = declarator.name.map(|(name, _)| name);
        let is_it = |&param: &DeclId| name.is_some() && self.checker.body().decls[param].name == name;
        let declared_before = forward.iter().position(is_it).map(|position| forward.remove(position));
        let decl = Decl {
            name,
            ty,
            kind: DeclKind::Param,
            storage: specs.storage,
            linkage: Linkage::None,
            flags: DeclFlags::default(),
            init: None,
            attrs,
            asm_label: None,
            params: List::default(),
            previous: None,
            span,
        };
        Ok(match declared_before {
            Some(forward) => self.checker.declare_again(forward, decl),
            None => self.checker.declare(decl),
        })
    }

    /// `asm ("name")` behind a declarator.
    pub(super) fn opt_asm_label(&mut self) -> Parse<Option<Symbol>> {
        if !self.at(TokenKind::Asm) {
            return Ok(None);
        }
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let start = self.expect(TokenKind::StringLiteral)?.start;
        while self.eat(TokenKind::StringLiteral) {}
        let span = self.span_from(start);
        self.expect(TokenKind::RightParen)?;
        let source = self.source;
        let text = source.text_lossy(span);
        if !text.starts_with('"') {
            self.checker.error(Code::BadAsm, span, "a string literal of `asm` cannot have a prefix");
        }
        Ok(Some(self.checker.intern_name(&text)))
    }
}

/// Types.
impl Parser<'_> {
    /// The type that a declarator makes of its base type.
    pub(super) fn declared_type(&mut self, base: Ty, declarator: &Declarator) -> Ty {
        let mut ty = base;
        for (position, step) in declarator.steps.iter().enumerate().rev() {
            ty = match step {
                Step::Pointer { quals, attrs } => self.pointer_type(ty, *quals, attrs),
                &Step::Array { bound, quals, is_static, span } => {
                    if (is_static || !quals.is_empty()) && position != 0 {
                        self.checker.error(
                            Code::BadArray,
                            span,
                            "qualifiers in `[]` only on the outermost array of a parameter",
                        );
                    }
                    self.array_type(ty, bound, span)
                }
                Step::Function(function) => self.function_type(ty, function, declarator.name.map(|(_, span)| span)),
                Step::Attrs(attrs) => {
                    let span = self.span();
                    self.checker.attributed(ty, attrs, span)
                }
            };
        }
        ty
    }

    fn pointer_type(&mut self, to: Ty, quals: Quals, attrs: &[Attr]) -> Ty {
        let pointer = if to.is_error() { Ty::ERROR } else { self.checker.pointer(to) };
        let span = self.span();
        if quals.contains(Quals::RESTRICT) && self.checker.types().as_function(to).is_some() {
            self.checker.error(Code::BadSpecifiers, span, "`restrict` needs a pointer to an object");
        }
        let pointer = self.checker.attributed(pointer, attrs, span);
        self.checker.qualified(pointer, quals)
    }

    fn function_type(&mut self, result: Ty, function: &FunctionStep, name: Option<Span>) -> Ty {
        let types = self.checker.types();
        let span = name.unwrap_or_else(|| self.span());
        if types.as_function(result).is_some() || types.as_array(result).is_some() {
            self.checker.error(Code::BadDeclarator, span, "a function cannot return a function or an array");
            return Ty::ERROR;
        }
        let params = function.params.iter().map(|&param| self.checker.body().decls[param].ty).collect();
        self.checker.function(FnType { result, params, variadic: function.variadic, prototype: function.prototype })
    }

    /// Size and completeness of an array are asked at every level, and go through all levels below.
    fn is_array_too_deep(&self, mut ty: Ty) -> bool {
        let types = self.checker.types();
        for _ in 1..MAX_DIMENSIONS {
            match types.as_array(ty) {
                Some((elem, _)) => ty = elem,
                None => return false,
            }
        }
        true
    }

    fn array_type(&mut self, elem: Ty, bound: Bound, span: Span) -> Ty {
        if self.is_array_too_deep(elem) {
            let message = format!("an array of more than {MAX_DIMENSIONS} dimensions");
            self.checker.error(Code::Limit, span, message);
            return Ty::ERROR;
        }
        let types = self.checker.types();
        if elem.is_error() {
            return Ty::ERROR;
        }
        if types.as_function(elem).is_some() || types.is_void(elem) || !types.is_complete(elem) {
            let message = format!("an array cannot have elements of type `{}`", self.checker.show(elem));
            self.checker.error(Code::BadArray, span, message);
            return Ty::ERROR;
        }
        let (size, align) = (types.size_of(self.checker.target(), elem), types.align_of(self.checker.target(), elem));
        if size.is_some_and(|size| size > 0 && (align > size || size % align != 0)) {
            self.checker.error(Code::BadArray, span, "the alignment of the elements is greater than their size");
        }
        match bound {
            Bound::None => self.checker.array(elem, ArrayLen::Incomplete),
            Bound::Star => {
                if self.n_prototypes == 0 {
                    self.checker.error(Code::BadArray, span, "`[*]` outside of a prototype");
                }
                self.checker.array(elem, ArrayLen::Star)
            }
            Bound::Expr(expr) => self.bounded_array(elem, expr, span),
        }
    }

    fn bounded_array(&mut self, elem: Ty, bound: ExprId, span: Span) -> Ty {
        let bound_ty = self.checker.value(bound);
        if bound_ty.is_error() {
            return Ty::ERROR;
        }
        if !self.checker.types().is_integer(bound_ty) {
            self.checker.error(Code::BadArray, span, "the size of an array must be an integer");
            return Ty::ERROR;
        }
        let Some(len) = self.checker.fold_int(bound) else {
            if self.checker.is_opaque(bound) {
                // Only the compiler knows; the type prints as it was written.
                let array = self.checker.array(elem, ArrayLen::Fixed(1));
                self.sizes.push(bound);
                let expr = ExprRef::new(bound, self.checker.at_file_scope());
                return self.checker.intern(TypeKind::Sized(expr, array));
            }
            return self.variable_array(elem, bound, span);
        };
        let size = self.checker.types().size_of(self.checker.target(), elem).unwrap_or(1);
        let limit = (1u128 << (u32::from(self.checker.target().pointer.size) * 8 - 1)) - 1;
        let negative = self.checker.int_shape(bound_ty).is_some_and(|shape| len.is_negative(shape));
        if negative || len.as_u128().checked_mul(u128::from(size)).is_none_or(|bytes| bytes > limit) {
            let what = if negative { "negative" } else { "too large" };
            self.checker.error(Code::BadArray, span, format!("the size of the array is {what}"));
            return Ty::ERROR;
        }
        let array = self.checker.array(elem, ArrayLen::Fixed(len.as_u64()));
        match self.unless_plain(bound) {
            Some(expr) => self.checker.intern(TypeKind::Sized(expr, array)),
            None => array,
        }
    }

    fn variable_array(&mut self, elem: Ty, bound: ExprId, span: Span) -> Ty {
        if self.checker.scopes.depth() == 0 && !self.in_type_name {
            self.checker.error(Code::BadArray, span, "an array of run-time size outside of a function");
            return Ty::ERROR;
        }
        self.sizes.push(bound);
        let expr = ExprRef::new(bound, self.checker.at_file_scope());
        self.checker.array(elem, ArrayLen::Variable(expr))
    }
}
