//! Expressions (C11 6.5) and what GNU C adds to them.

use smallvec::SmallVec;

use super::{Parse, Parser};
use crate::diagnostics::Code;
use crate::lex::{IntForm, TokenKind};
use crate::source::Span;
use crate::tree::{
    AssignOp, Assoc, AssocId, AttrsId, BinaryOp, DeclFlags, Designator, DesignatorId, ExprId, ExprKind, FunctionName,
    List, SizeofOp, TypeNameId, UnaryOp,
};
use crate::types::{FnType, Ty};

/// The operator that a token is between two operands.
#[inline]
fn binary_op(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Percent => BinaryOp::Rem,
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::LessLess => BinaryOp::Shl,
        TokenKind::GreaterGreater => BinaryOp::Shr,
        TokenKind::Less => BinaryOp::Lt,
        TokenKind::Greater => BinaryOp::Gt,
        TokenKind::LessEqual => BinaryOp::Le,
        TokenKind::GreaterEqual => BinaryOp::Ge,
        TokenKind::EqualEqual => BinaryOp::Eq,
        TokenKind::BangEqual => BinaryOp::Ne,
        TokenKind::Amp => BinaryOp::BitAnd,
        TokenKind::Caret => BinaryOp::BitXor,
        TokenKind::Pipe => BinaryOp::BitOr,
        TokenKind::AmpAmp => BinaryOp::LogAnd,
        TokenKind::PipePipe => BinaryOp::LogOr,
        _ => return None,
    })
}

/// The operation that an assignment operator does.
#[inline]
fn assign_op(kind: TokenKind) -> Option<AssignOp> {
    Some(match kind {
        TokenKind::Equal => None,
        TokenKind::StarEqual => Some(BinaryOp::Mul),
        TokenKind::SlashEqual => Some(BinaryOp::Div),
        TokenKind::PercentEqual => Some(BinaryOp::Rem),
        TokenKind::PlusEqual => Some(BinaryOp::Add),
        TokenKind::MinusEqual => Some(BinaryOp::Sub),
        TokenKind::LessLessEqual => Some(BinaryOp::Shl),
        TokenKind::GreaterGreaterEqual => Some(BinaryOp::Shr),
        TokenKind::AmpEqual => Some(BinaryOp::BitAnd),
        TokenKind::CaretEqual => Some(BinaryOp::BitXor),
        TokenKind::PipeEqual => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// C11 6.5.17.
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        let start = self.token().start;
        let mut lhs = self.assignment_expression()?;
        while self.eat(TokenKind::Comma) {
            let rhs = self.assignment_expression()?;
            lhs = self.node(ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs }, start);
        }
        Ok(lhs)
    }

    /// C11 6.5.16. What may stand on the left is a matter of types.
    pub(super) fn assignment_expression(&mut self) -> Parse<ExprId> {
        if let Some(leaf) = self.opt_leaf() {
            return leaf;
        }
        let start = self.token().start;
        let lhs = self.conditional_expression()?;
        let Some(op) = assign_op(self.kind()) else { return Ok(lhs) };
        self.bump();
        let rhs = self.nested(Self::assignment_expression)?;
        Ok(self.node(ExprKind::Assign { op, lhs, rhs }, start))
    }

    /// A number or name alone between two marks, as most items, arguments and bounds are: none of the productions between
    /// an assignment and a primary expression has anything to say about it.
    #[inline]
    fn opt_leaf(&mut self) -> Option<Parse<ExprId>> {
        let is_leaf = matches!(self.kind(), TokenKind::Number | TokenKind::Identifier)
            && matches!(
                self.peek(1),
                TokenKind::Comma
                    | TokenKind::RightParen
                    | TokenKind::RightBrace
                    | TokenKind::RightBracket
                    | TokenKind::Semicolon
            );
        is_leaf.then(|| self.primary_expression())
    }

    /// C11 6.5.15.
    pub(super) fn conditional_expression(&mut self) -> Parse<ExprId> {
        let start = self.token().start;
        let cond = self.binary_expression(0)?;
        if !self.eat(TokenKind::Question) {
            return Ok(cond);
        }
        self.nested(|parser| {
            let then = if parser.at(TokenKind::Colon) { None } else { Some(parser.expression()?) };
            parser.expect(TokenKind::Colon)?;
            let otherwise = parser.conditional_expression()?;
            Ok(parser.node(ExprKind::Conditional { cond, then, otherwise }, start))
        })
    }

    /// A constant expression; that it is constant is checked where it is used.
    pub(super) fn constant_expression(&mut self) -> Parse<ExprId> {
        self.conditional_expression()
    }

    /// C11 6.5.5 to 6.5.14 by precedence climbing.
    fn binary_expression(&mut self, min_precedence: u8) -> Parse<ExprId> {
        let start = self.token().start;
        let mut lhs = self.cast_expression()?;
        while let Some(op) = binary_op(self.kind()) {
            let precedence = op.precedence();
            if precedence <= min_precedence {
                break;
            }
            self.bump();
            let rhs = self.binary_expression(precedence)?;
            lhs = self.node(ExprKind::Binary { op, lhs, rhs }, start);
        }
        Ok(lhs)
    }

    #[inline]
    fn node(&mut self, kind: ExprKind, start: u32) -> ExprId {
        let span = self.span_from(start);
        self.checker.expr(kind, span)
    }

    /// C11 6.5.4; the compound literal of 6.5.2.5 starts the same way.
    fn cast_expression(&mut self) -> Parse<ExprId> {
        if self.kind() == TokenKind::LeftParen && self.starts_type(self.tokens[self.pos + 1]) {
            return self.nested(Self::cast_or_literal);
        }
        self.unary_expression()
    }

    fn cast_or_literal(&mut self) -> Parse<ExprId> {
        let start = self.bump().start;
        let name = self.type_name()?;
        self.expect(TokenKind::RightParen)?;
        if self.at(TokenKind::LeftBrace) {
            let literal = self.compound_literal(name, start)?;
            return self.postfix(literal, start);
        }
        let operand = self.cast_expression()?;
        Ok(self.node(ExprKind::Cast { to: name, operand }, start))
    }

    fn compound_literal(&mut self, of: TypeNameId, start: u32) -> Parse<ExprId> {
        let init = self.initializer()?;
        Ok(self.node(ExprKind::CompoundLiteral { of, init }, start))
    }

    /// C11 6.5.3.
    fn unary_expression(&mut self) -> Parse<ExprId> {
        let op = match self.kind() {
            TokenKind::PlusPlus => UnaryOp::PreInc,
            TokenKind::MinusMinus => UnaryOp::PreDec,
            TokenKind::Amp => UnaryOp::AddrOf,
            TokenKind::Star => UnaryOp::Deref,
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::Minus => UnaryOp::Neg,
            TokenKind::Tilde => UnaryOp::BitNot,
            TokenKind::Bang => UnaryOp::Not,
            TokenKind::Real => UnaryOp::Real,
            TokenKind::Imag => UnaryOp::Imag,
            TokenKind::Extension => UnaryOp::Extension,
            TokenKind::Sizeof | TokenKind::Alignof => return self.nested(Self::sizeof),
            TokenKind::AmpAmp => return self.label_address(),
            TokenKind::Pragma => {
                self.set_pragmas_aside();
                return self.unary_expression();
            }
            _ => return self.postfix_expression(),
        };
        let start = self.bump().start;
        let operand = self.nested(Self::cast_expression)?;
        Ok(self.node(ExprKind::Unary { op, operand }, start))
    }

    fn sizeof(&mut self) -> Parse<ExprId> {
        let token = self.bump();
        let op = match (token.kind, self.source.text(token.span())) {
            (TokenKind::Sizeof, _) => SizeofOp::Size,
            (_, b"_Alignof") => SizeofOp::Align,
            _ => SizeofOp::PreferredAlign,
        };
        let start = token.start;
        if self.kind() == TokenKind::LeftParen && self.starts_type(self.tokens[self.pos + 1]) {
            let paren = self.bump().start;
            let of = self.type_name()?;
            self.expect(TokenKind::RightParen)?;
            if !self.at(TokenKind::LeftBrace) {
                return Ok(self.node(ExprKind::SizeofType { op, of }, start));
            }
            // `sizeof (int) {1}` is the size of a compound literal.
            let literal = self.compound_literal(of, paren)?;
            let operand = self.postfix(literal, paren)?;
            return Ok(self.node(ExprKind::SizeofExpr { op, operand }, start));
        }
        let operand = self.unary_expression()?;
        Ok(self.node(ExprKind::SizeofExpr { op, operand }, start))
    }

    fn label_address(&mut self) -> Parse<ExprId> {
        let start = self.bump().start;
        let name = self.expect(TokenKind::Identifier)?;
        let Some(symbol) = name.symbol else { return self.syntax_error("expected a label") };
        let label = self.checker.label(symbol, name.span());
        Ok(self.node(ExprKind::LabelAddress { label }, start))
    }

    /// C11 6.5.2.
    fn postfix_expression(&mut self) -> Parse<ExprId> {
        let start = self.token().start;
        let base = self.primary_expression()?;
        self.postfix(base, start)
    }

    fn postfix(&mut self, mut base: ExprId, start: u32) -> Parse<ExprId> {
        loop {
            base = match self.kind() {
                TokenKind::LeftBracket => {
                    self.bump();
                    let index = self.nested(Self::expression)?;
                    self.expect(TokenKind::RightBracket)?;
                    self.node(ExprKind::Index { base, index }, start)
                }
                TokenKind::LeftParen => {
                    let args = self.arguments()?;
                    self.node(ExprKind::Call { callee: base, args }, start)
                }
                TokenKind::Dot => self.member(base, false, start)?,
                TokenKind::Arrow => self.member(base, true, start)?,
                TokenKind::PlusPlus => {
                    self.bump();
                    self.node(ExprKind::Unary { op: UnaryOp::PostInc, operand: base }, start)
                }
                TokenKind::MinusMinus => {
                    self.bump();
                    self.node(ExprKind::Unary { op: UnaryOp::PostDec, operand: base }, start)
                }
                _ => return Ok(base),
            };
        }
    }

    fn arguments(&mut self) -> Parse<List<ExprId>> {
        self.bump();
        let mut args: SmallVec<[ExprId; 8]> = SmallVec::new();
        if !self.eat(TokenKind::RightParen) {
            self.nested(|parser| {
                loop {
                    args.push(parser.assignment_expression()?);
                    if !parser.eat(TokenKind::Comma) {
                        break;
                    }
                }
                Ok(())
            })?;
            self.expect(TokenKind::RightParen)?;
        }
        Ok(self.checker.list(args.iter().copied()))
    }

    fn member(&mut self, base: ExprId, arrow: bool, start: u32) -> Parse<ExprId> {
        self.bump();
        let token = self.expect(TokenKind::Identifier)?;
        let Some(name) = token.symbol else { return self.syntax_error("expected a member") };
        let span = self.span_from(start);
        let checker = &mut self.checker;
        let base_ty = checker.ty(base);
        let record_ty = if arrow {
            let pointer = checker.decayed(base_ty);
            checker.types().pointee(pointer)
        } else {
            Some(base_ty)
        };
        let record = record_ty.and_then(|ty| checker.types().as_record(ty));
        if let Some(field) = record.and_then(|record| checker.find_field(record, name)) {
            return Ok(checker.expr(ExprKind::Member { base, field, arrow }, span));
        }
        if !base_ty.is_error() && !record_ty.is_some_and(Ty::is_error) {
            let member = checker.name(name).to_owned();
            let (code, message) = match (record_ty, record) {
                (Some(ty), Some(record)) if !checker.types().records[record].complete => {
                    (Code::Incomplete, format!("`{}` is incomplete, so it has no member `{member}`", checker.show(ty)))
                }
                (Some(ty), Some(_)) => (Code::BadMember, format!("`{}` has no member `{member}`", checker.show(ty))),
                _ => (Code::BadMember, format!("`{}` has no members", checker.show(base_ty))),
            };
            checker.error(code, span, message);
        }
        Ok(checker.error_expr(span))
    }

    /// C11 6.5.1.
    fn primary_expression(&mut self) -> Parse<ExprId> {
        let token = self.token();
        match token.kind {
            TokenKind::Identifier => {
                self.bump();
                self.identifier(token)
            }
            TokenKind::Number => {
                self.bump();
                let source = self.source;
                Ok(self.checker.number(source.text(token.span()), token.span()))
            }
            TokenKind::CharLiteral => {
                self.bump();
                let spelling = self.spelling(token);
                Ok(self.checker.character(self.source, token, spelling))
            }
            TokenKind::StringLiteral => Ok(self.string_literal()),
            TokenKind::LeftParen => self.parenthesized(),
            TokenKind::FunctionName => {
                self.bump();
                let which = match self.source.text(token.span()) {
                    b"__func__" => FunctionName::Func,
                    b"__FUNCTION__" => FunctionName::Function,
                    _ => FunctionName::PrettyFunction,
                };
                Ok(self.node(ExprKind::FunctionName { which }, token.start))
            }
            TokenKind::Generic => self.nested(Self::generic_selection),
            TokenKind::BuiltinVaArg
            | TokenKind::BuiltinOffsetof
            | TokenKind::BuiltinTypesCompatible
            | TokenKind::BuiltinChooseExpr
            | TokenKind::BuiltinConvertvector
            | TokenKind::BuiltinHasAttribute => self.nested(Self::builtin_syntax),
            TokenKind::BuiltinTgmath | TokenKind::BuiltinCallWithStaticChain => {
                self.bump();
                self.identifier(token)
            }
            TokenKind::Pragma => {
                self.set_pragmas_aside();
                self.primary_expression()
            }
            _ => self.syntax_error("expected an expression"),
        }
    }

    pub(super) fn string_literal(&mut self) -> ExprId {
        let first = self.pos;
        while self.kind() == TokenKind::StringLiteral {
            self.bump();
        }
        let tokens = self.tokens;
        self.checker.string(self.source, &tokens[first..self.pos])
    }

    fn parenthesized(&mut self) -> Parse<ExprId> {
        let start = self.bump().start;
        self.nested(|parser| {
            let inner = if parser.at(TokenKind::LeftBrace) {
                parser.statement_expression(start)?
            } else {
                parser.expression()?
            };
            parser.expect(TokenKind::RightParen)?;
            // The parentheses belong to the text of the expression.
            let span = parser.span_from(start);
            parser.checker.body_mut().set_expr_span(inner, span);
            Ok(inner)
        })
    }

    fn statement_expression(&mut self, start: u32) -> Parse<ExprId> {
        if !self.checker.functions.last().is_some_and(|function| function.has_body) {
            let span = self.span();
            self.checker.error(Code::BadStatement, span, "a statement expression outside of a function");
            // It is read all the same, without a function around it, only to find its end.
            self.skip_braces();
            return Ok(self.checker.error_expr(span));
        }
        self.checker.note_region();
        let body = self.compound_statement()?;
        Ok(self.node(ExprKind::StmtExpr { body }, start))
    }

    pub(super) fn skip_braces(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.bump().kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                TokenKind::Eof => return,
                _ => {}
            }
        }
    }

    fn identifier(&mut self, token: crate::lex::Token) -> Parse<ExprId> {
        let Some(name) = token.symbol else { return self.syntax_error("expected an identifier") };
        let span = token.span();
        if let Some(binding) = self.checker.scopes.lookup(name) {
            if binding.is_type {
                self.seek(self.pos - 1);
                return self.syntax_error("expected an expression");
            }
            return Ok(self.checker.name_expr(binding.decl, span));
        }
        if let Some(decl) = self.undeclared(name, span) {
            return Ok(self.checker.name_expr(decl, span));
        }
        Ok(self.checker.error_expr(span))
    }

    /// An identifier that is not declared: a builtin, or a function called without declaration (C89).
    fn undeclared(&mut self, name: crate::names::Symbol, span: Span) -> Option<crate::tree::DeclRef> {
        let text = self.checker.name(name).to_owned();
        let reserved = crate::builtins::is_reserved(&text);
        let is_call = self.at(TokenKind::LeftParen);
        if (reserved || is_call)
            && let Some(decl) = self.checker.declare_builtin(name)
        {
            return Some(decl);
        }
        if !is_call {
            let message = format!("`{text}` is not declared");
            self.checker.error(Code::Undeclared, span, message);
            return None;
        }
        let message = format!("`{text}` is called without being declared");
        self.checker.warn(Code::ImplicitDeclaration, span, message);
        let function = FnType { result: Ty::INT, params: Box::default(), variadic: false, prototype: false };
        let ty = self.checker.function(function);
        self.checker.implicit_agrees_with_hidden(name, ty, span);
        Some(self.checker.declare_implicit(name, ty, DeclFlags::IMPLICIT))
    }

    /// C11 6.5.1.1.
    fn generic_selection(&mut self) -> Parse<ExprId> {
        let start = self.bump().start;
        self.expect(TokenKind::LeftParen)?;
        let control = self.assignment_expression()?;
        let mut assocs: SmallVec<[AssocId; 8]> = SmallVec::new();
        while self.eat(TokenKind::Comma) {
            let ty = if self.eat(TokenKind::Default) { None } else { Some(self.type_name()?) };
            self.expect(TokenKind::Colon)?;
            let value = self.assignment_expression()?;
            assocs.push(self.checker.body_mut().assocs.push(Assoc { ty, value }));
        }
        self.expect(TokenKind::RightParen)?;
        if assocs.is_empty() {
            return self.syntax_error("expected an association");
        }
        let assocs = self.checker.list(assocs);
        Ok(self.node(ExprKind::Generic { control, assocs }, start))
    }

    /// Builtins whose arguments are not all expressions.
    fn builtin_syntax(&mut self) -> Parse<ExprId> {
        let token = self.bump();
        let start = token.start;
        self.expect(TokenKind::LeftParen)?;
        let kind = match token.kind {
            TokenKind::BuiltinVaArg => {
                let list = self.assignment_expression()?;
                self.expect(TokenKind::Comma)?;
                ExprKind::VaArg { list, of: self.type_name()? }
            }
            TokenKind::BuiltinOffsetof => self.offsetof()?,
            TokenKind::BuiltinTypesCompatible => {
                let a = self.type_name()?;
                self.expect(TokenKind::Comma)?;
                ExprKind::TypesCompatible { a, b: self.type_name()? }
            }
            TokenKind::BuiltinChooseExpr => {
                let cond = self.assignment_expression()?;
                self.expect(TokenKind::Comma)?;
                let then = self.assignment_expression()?;
                self.expect(TokenKind::Comma)?;
                ExprKind::ChooseExpr { cond, then, otherwise: self.assignment_expression()? }
            }
            TokenKind::BuiltinConvertvector => {
                let value = self.assignment_expression()?;
                self.expect(TokenKind::Comma)?;
                ExprKind::ConvertVector { value, to: self.type_name()? }
            }
            _ => return self.has_attribute(start),
        };
        self.expect(TokenKind::RightParen)?;
        Ok(self.node(kind, start))
    }

    fn has_attribute(&mut self, start: u32) -> Parse<ExprId> {
        if self.starts_type(self.token()) {
            let of = self.type_name()?;
            let attrs = self.attribute_asked_for()?;
            return Ok(self.node(ExprKind::TypeHasAttribute { of, attrs }, start));
        }
        let operand = self.assignment_expression()?;
        let attrs = self.attribute_asked_for()?;
        Ok(self.node(ExprKind::HasAttribute { operand, attrs }, start))
    }

    fn attribute_asked_for(&mut self) -> Parse<AttrsId> {
        self.expect(TokenKind::Comma)?;
        let mut attrs = Vec::new();
        self.attribute(&mut attrs)?;
        self.expect(TokenKind::RightParen)?;
        Ok(self.checker.body_mut().attrs.push(attrs.into()))
    }

    fn offsetof(&mut self) -> Parse<ExprKind> {
        let of = self.type_name()?;
        self.expect(TokenKind::Comma)?;
        let mut ty = self.checker.body().type_names[of].ty;
        let mut path: SmallVec<[DesignatorId; 4]> = SmallVec::new();
        let mut expect_member = true;
        loop {
            let designator = if expect_member || self.eat(TokenKind::Dot) || self.at(TokenKind::Arrow) {
                if self.eat(TokenKind::Arrow) {
                    // GCC reads `a->b` in a path as `a[0].b`.
                    ty = self.checker.types().as_array(ty).map_or(Ty::ERROR, |(elem, _)| elem);
                    let zero = self.checker.typed_expr(ExprKind::int(0, IntForm::DECIMAL), Ty::INT, Span::NONE);
                    path.push(self.checker.body_mut().designators.push(Designator::Index(zero)));
                }
                self.offsetof_member(&mut ty)?
            } else if self.eat(TokenKind::LeftBracket) {
                let index = self.expression()?;
                self.expect(TokenKind::RightBracket)?;
                if !self.checker.types().is_integer(self.checker.ty(index)) && !self.checker.ty(index).is_error() {
                    let span = self.checker.span(index);
                    self.checker.error(Code::BadOperand, span, "an array index must be an integer");
                }
                match self.checker.types().as_array(ty) {
                    Some((elem, _)) => ty = elem,
                    None if ty.is_error() => {}
                    None => {
                        let span = self.checker.span(index);
                        self.checker.error(Code::BadMember, span, "`[]` in `offsetof` needs an array");
                        ty = Ty::ERROR;
                    }
                }
                Some(Designator::Index(index))
            } else {
                break;
            };
            expect_member = false;
            if let Some(designator) = designator {
                path.push(self.checker.body_mut().designators.push(designator));
            }
        }
        let path = self.checker.list(path);
        Ok(ExprKind::Offsetof { of, path })
    }

    fn offsetof_member(&mut self, ty: &mut Ty) -> Parse<Option<Designator>> {
        let token = self.expect(TokenKind::Identifier)?;
        let checker = &mut self.checker;
        let record = checker.types().as_record(*ty);
        let found = record.zip(token.symbol).and_then(|(record, name)| checker.find_field(record, name));
        if let Some(field) = found {
            *ty = checker.types().fields[field].ty;
            if checker.types().fields[field].bits.is_some() {
                checker.error(Code::BadMember, token.span(), "the offset of a bit-field cannot be taken");
            }
            return Ok(Some(Designator::Field(field)));
        }
        if !ty.is_error() {
            let message = format!("`{}` has no such member", checker.show(*ty));
            checker.error(Code::BadMember, token.span(), message);
        }
        *ty = Ty::ERROR;
        Ok(None)
    }
}
