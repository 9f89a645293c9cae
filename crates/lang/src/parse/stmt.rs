//! Statements (C11 6.8).

use super::{Parse, Parser};
use crate::diagnostics::Code;
use crate::lex::{Token, TokenKind};
use crate::target::Std;
use crate::tree::{ExprId, LabelId, StmtId, StmtKind};

/// The value of a `case`, or the ends of its range.
type CaseValues = (ExprId, Option<ExprId>);

impl Parser<'_> {
    fn finish(&mut self, kind: StmtKind, start: u32) -> StmtId {
        let span = self.span_from(start);
        self.checker.stmt(kind, span)
    }

    /// C11 6.8.2, in a scope of its own.
    pub(super) fn compound_statement(&mut self) -> Parse<StmtId> {
        self.checker.scopes.enter();
        let result = self.function_block();
        self.checker.scopes.leave();
        result
    }

    /// A block without a scope of its own: that of a function shares the scope of its parameters.
    pub(super) fn function_block(&mut self) -> Parse<StmtId> {
        let start = self.expect(TokenKind::LeftBrace)?.start;
        let n_labels = self.checker.n_local_labels();
        let n_items = self.block_items.len();
        let outer_pragmas = std::mem::take(&mut self.pragmas);
        while !self.at(TokenKind::RightBrace) {
            if self.at(TokenKind::Eof) {
                return self.syntax_error("expected `}`");
            }
            let (defines, sizes, depth) = (self.defines.len(), self.sizes.len(), self.checker.scopes.depth());
            let n_done = self.block_items.len();
            match self.block_item() {
                Ok(item) => self.block_items.push(item),
                Err(stop) if self.at(TokenKind::Eof) => return Err(stop),
                Err(_) => {
                    self.block_items.truncate(n_done);
                    self.defines.truncate(defines);
                    self.sizes.truncate(sizes);
                    while self.checker.scopes.depth() > depth {
                        self.checker.scopes.leave();
                    }
                    self.recover();
                }
            }
            self.take_pragmas();
        }
        self.bump();
        self.pragmas = outer_pragmas;
        self.checker.leave_local_labels(n_labels);
        let items = self.checker.list(self.block_items.drain(n_items..));
        Ok(self.finish(StmtKind::Compound { items }, start))
    }

    fn block_item(&mut self) -> Parse<StmtId> {
        // In a block a pragma is an item of its own, whatever stands before it.
        if self.at_standard_attribute() && self.token_after_attributes(self.pos).kind == TokenKind::Pragma {
            self.opt_attributes(&mut Vec::new())?;
        }
        let item = match self.kind() {
            TokenKind::Pragma => {
                let (text, span) = self.pragma();
                self.checker.stmt(StmtKind::Pragma { text, body: None }, span)
            }
            _ if self.starts_declaration() => self.nested(Self::declaration)?,
            TokenKind::StaticAssert => self.static_assert()?,
            TokenKind::Label => self.local_labels()?,
            _ => self.nested(Self::statement)?,
        };
        Ok(item)
    }

    fn starts_declaration(&self) -> bool {
        let token = self.token();
        match token.kind {
            TokenKind::Identifier => self.peek(1) != TokenKind::Colon && self.starts_type(token),
            TokenKind::Extension => {
                let mut n = 1;
                while self.peek(n) == TokenKind::Extension {
                    n += 1;
                }
                let next = self.token_after_attributes(self.pos + n);
                self.starts_type(next) || next.kind == TokenKind::StaticAssert
            }
            TokenKind::Attribute => self.token_after_attributes(self.pos).kind != TokenKind::Semicolon,
            TokenKind::LeftBracket if self.at_standard_attribute() => {
                let next = self.token_after_attributes(self.pos);
                next.kind == TokenKind::Extension || self.starts_type(next)
            }
            kind => super::is_specifier(kind),
        }
    }

    pub(super) fn statement(&mut self) -> Parse<StmtId> {
        let token = self.token();
        let start = token.start;
        match token.kind {
            TokenKind::LeftBrace => self.compound_statement(),
            TokenKind::Semicolon => {
                self.bump();
                Ok(self.finish(StmtKind::Empty {}, start))
            }
            TokenKind::If => self.if_statement(start),
            TokenKind::While => self.while_statement(start),
            TokenKind::Do => self.do_statement(start),
            TokenKind::For => self.for_statement(start),
            TokenKind::Switch => self.switch_statement(start),
            TokenKind::Case | TokenKind::Default => self.switch_labels(),
            TokenKind::Goto => self.goto_statement(start),
            TokenKind::Break | TokenKind::Continue => {
                self.bump();
                let kind = if token.kind == TokenKind::Break { StmtKind::Break {} } else { StmtKind::Continue {} };
                self.checker.break_or_continue(&kind, token.span());
                self.expect(TokenKind::Semicolon)?;
                Ok(self.finish(kind, start))
            }
            TokenKind::Return => self.return_statement(start),
            TokenKind::Asm => {
                let asm = self.asm()?;
                self.expect(TokenKind::Semicolon)?;
                Ok(self.finish(StmtKind::Asm { asm }, start))
            }
            TokenKind::Identifier if self.peek(1) == TokenKind::Colon => self.labeled_statement(token),
            TokenKind::Pragma => {
                let (text, _) = self.pragma();
                let body = self.nested(Self::statement)?;
                Ok(self.finish(StmtKind::Pragma { text, body: Some(body) }, start))
            }
            TokenKind::Attribute => self.attribute_statement(start),
            TokenKind::LeftBracket if self.at_standard_attribute() => self.attribute_statement(start),
            _ => {
                let value = self.expression()?;
                self.checker.value(value);
                self.expect(TokenKind::Semicolon)?;
                Ok(self.finish(StmtKind::Expr { value }, start))
            }
        }
    }

    /// `__attribute__ ((fallthrough));`. Standard attributes may stand before any statement; none of them means anything
    /// there but in warnings.
    fn attribute_statement(&mut self, start: u32) -> Parse<StmtId> {
        let is_standard = self.at_standard_attribute();
        let mut attrs = Vec::new();
        self.opt_attributes(&mut attrs)?;
        if is_standard && !self.at(TokenKind::Semicolon) {
            return self.nested(Self::statement);
        }
        self.expect(TokenKind::Semicolon)?;
        let attrs = self.checker.body_mut().attrs.push(attrs.into());
        Ok(self.finish(StmtKind::Attributes { attrs }, start))
    }

    /// The statement inside another one.
    fn substatement(&mut self) -> Parse<StmtId> {
        if self.at(TokenKind::LeftBrace) {
            return self.nested(Self::statement);
        }
        if self.starts_declaration() && !self.at(TokenKind::Identifier) {
            return self.syntax_error("expected a statement");
        }
        self.in_statement_scope(|parser| parser.nested(Self::statement))
    }

    /// Since C99 a selection or iteration statement, and each statement in it, is a block (6.8.4p3, 6.8.5p5); in C90 a tag or
    /// a constant that is declared there stays in sight.
    fn in_statement_scope(&mut self, parts: impl FnOnce(&mut Self) -> Parse<StmtId>) -> Parse<StmtId> {
        if self.checker.options.dialect.std < Std::C99 {
            return parts(self);
        }
        self.checker.scopes.enter();
        let result = parts(self);
        self.checker.scopes.leave();
        result
    }

    fn parenthesized_condition(&mut self) -> Parse<ExprId> {
        self.expect(TokenKind::LeftParen)?;
        let cond = self.expression()?;
        self.expect(TokenKind::RightParen)?;
        Ok(cond)
    }

    fn if_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        self.in_statement_scope(|parser| parser.if_parts(start))
    }

    fn if_parts(&mut self, start: u32) -> Parse<StmtId> {
        let cond = self.parenthesized_condition()?;
        self.checker.condition(cond);
        let then = self.substatement()?;
        let otherwise = if self.eat(TokenKind::Else) { Some(self.substatement()?) } else { None };
        Ok(self.finish(StmtKind::If { cond, then, otherwise }, start))
    }

    fn loop_body(&mut self) -> Parse<StmtId> {
        self.checker.enter_loop();
        let body = self.substatement();
        self.checker.leave_loop();
        body
    }

    fn while_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        self.in_statement_scope(|parser| {
            let cond = parser.parenthesized_condition()?;
            parser.checker.condition(cond);
            let body = parser.loop_body()?;
            Ok(parser.finish(StmtKind::While { cond, body }, start))
        })
    }

    fn do_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        self.in_statement_scope(|parser| {
            let body = parser.loop_body()?;
            parser.expect(TokenKind::While)?;
            let cond = parser.parenthesized_condition()?;
            parser.checker.condition(cond);
            parser.expect(TokenKind::Semicolon)?;
            Ok(parser.finish(StmtKind::DoWhile { body, cond }, start))
        })
    }

    fn for_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        self.in_statement_scope(|parser| parser.for_parts(start))
    }

    fn for_parts(&mut self, start: u32) -> Parse<StmtId> {
        self.expect(TokenKind::LeftParen)?;
        let init = if self.eat(TokenKind::Semicolon) {
            None
        } else if self.starts_declaration() || self.at(TokenKind::StaticAssert) {
            let declaration = self.declaration()?;
            self.checker.check_for_declaration(declaration);
            Some(declaration)
        } else {
            let at = self.token().start;
            let value = self.expression()?;
            self.checker.value(value);
            self.expect(TokenKind::Semicolon)?;
            Some(self.finish(StmtKind::Expr { value }, at))
        };
        let cond = if self.at(TokenKind::Semicolon) { None } else { Some(self.expression()?) };
        if let Some(cond) = cond {
            self.checker.condition(cond);
        }
        self.expect(TokenKind::Semicolon)?;
        let step = if self.at(TokenKind::RightParen) { None } else { Some(self.expression()?) };
        if let Some(step) = step {
            self.checker.value(step);
        }
        self.expect(TokenKind::RightParen)?;
        let body = self.loop_body()?;
        Ok(self.finish(StmtKind::For { init, cond, step, body }, start))
    }

    fn switch_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        self.in_statement_scope(|parser| {
            let cond = parser.parenthesized_condition()?;
            parser.checker.enter_switch(cond);
            let body = parser.substatement();
            parser.checker.leave_switch();
            let body = body?;
            Ok(parser.finish(StmtKind::Switch { cond, body }, start))
        })
    }

    /// `case 1: case 2: default: ...`. A statement may have very many of these, so they are collected first.
    fn switch_labels(&mut self) -> Parse<StmtId> {
        let mut labels: Vec<(Option<CaseValues>, u32)> = Vec::new();
        loop {
            let start = self.token().start;
            if self.eat(TokenKind::Case) {
                let lo = self.constant_expression()?;
                let hi = if self.eat(TokenKind::Ellipsis) { Some(self.constant_expression()?) } else { None };
                self.expect(TokenKind::Colon)?;
                let span = self.span_from(start);
                self.checker.case(lo, hi, span);
                labels.push((Some((lo, hi)), start));
            } else if self.eat(TokenKind::Default) {
                self.expect(TokenKind::Colon)?;
                let span = self.span_from(start);
                self.checker.default_case(span);
                labels.push((None, start));
            } else {
                break;
            }
        }
        let mut body = self.labeled_body()?;
        for (values, start) in labels.into_iter().rev() {
            let kind = match values {
                Some((lo, hi)) => StmtKind::Case { lo, hi, body },
                None => StmtKind::Default { body },
            };
            body = self.finish(kind, start);
        }
        Ok(body)
    }

    fn labeled_statement(&mut self, name: Token) -> Parse<StmtId> {
        self.bump();
        self.bump();
        let Some(symbol) = name.symbol else { return self.syntax_error("expected a label") };
        let label = self.checker.label(symbol, name.span());
        let mut attrs = Vec::new();
        self.opt_attributes(&mut attrs)?;
        let attrs = self.store(&attrs);
        let body = self.labeled_body()?;
        let stmt = self.finish(StmtKind::Label { label, body }, name.start);
        self.checker.define_label(label, stmt, name.span());
        self.checker.body_mut().labels[label].attrs = attrs;
        Ok(stmt)
    }

    /// What a label stands before. GCC also takes a declaration or the end of the block: the label then stands before an
    /// empty statement, which means the same.
    fn labeled_body(&mut self) -> Parse<StmtId> {
        let start = self.token().start;
        if self.at(TokenKind::RightBrace) || self.starts_declaration() {
            return Ok(self.checker.stmt(StmtKind::Empty {}, crate::source::Span::new(start, start)));
        }
        self.nested(Self::statement)
    }

    fn goto_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        let kind = if self.eat(TokenKind::Star) {
            let target = self.expression()?;
            self.checker.computed_goto(target);
            StmtKind::ComputedGoto { target }
        } else {
            let token = self.expect(TokenKind::Identifier)?;
            let Some(name) = token.symbol else { return self.syntax_error("expected a label") };
            StmtKind::Goto { label: self.checker.label(name, token.span()) }
        };
        self.expect(TokenKind::Semicolon)?;
        Ok(self.finish(kind, start))
    }

    fn return_statement(&mut self, start: u32) -> Parse<StmtId> {
        self.bump();
        let value = if self.at(TokenKind::Semicolon) { None } else { Some(self.expression()?) };
        let span = self.span_from(start);
        self.checker.return_stmt(value, span);
        self.expect(TokenKind::Semicolon)?;
        Ok(self.finish(StmtKind::Return { value }, start))
    }

    /// `__label__ a, b;`.
    fn local_labels(&mut self) -> Parse<StmtId> {
        let start = self.bump().start;
        let mut labels: Vec<LabelId> = Vec::new();
        loop {
            let token = self.expect(TokenKind::Identifier)?;
            if let Some(name) = token.symbol {
                labels.push(self.checker.declare_local_label(name, token.span()));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon)?;
        let labels = self.checker.list(labels);
        Ok(self.finish(StmtKind::LocalLabels { labels }, start))
    }

    /// C11 6.7.10.
    pub(super) fn static_assert(&mut self) -> Parse<StmtId> {
        let start = self.bump().start;
        self.expect(TokenKind::LeftParen)?;
        let cond = self.constant_expression()?;
        let mut message = None;
        let mut text = None;
        if self.eat(TokenKind::Comma) {
            if !self.at(TokenKind::StringLiteral) {
                return self.syntax_error("expected a string literal");
            }
            let span = self.span();
            text = Some(self.source.text_lossy(span).into_owned());
            message = Some(self.string_literal());
        }
        self.expect(TokenKind::RightParen)?;
        if !self.eat(TokenKind::Semicolon) && !self.at(TokenKind::RightBrace) {
            let span = self.span();
            self.checker.error(Code::Syntax, span, "expected `;`");
        }
        let span = self.span_from(start);
        self.checker.static_assert(cond, text.as_deref(), span);
        Ok(self.finish(StmtKind::StaticAssert { cond, message }, start))
    }
}
