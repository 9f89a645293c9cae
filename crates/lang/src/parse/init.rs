//! Initialisers (C11 6.7.9).

use smallvec::SmallVec;

use super::{Parse, Parser};
use crate::lex::TokenKind;
use crate::tree::{Designator, DesignatorId, ExprId, ExprKind, InitItem, InitItemId, List};

impl Parser<'_> {
    /// An initialiser: an assignment expression or a list in braces. It is checked against its object by the caller.
    pub(super) fn initializer(&mut self) -> Parse<ExprId> {
        if self.at(TokenKind::LeftBrace) { self.nested(Self::initializer_list) } else { self.assignment_expression() }
    }

    fn initializer_list(&mut self) -> Parse<ExprId> {
        let start = self.bump().start;
        let mut items: SmallVec<[InitItemId; 16]> = SmallVec::new();
        while !self.at(TokenKind::RightBrace) {
            let designators = self.opt_designation()?;
            let value = self.initializer()?;
            items.push(self.checker.body_mut().init_items.push(InitItem { designators, value }));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightBrace)?;
        let items = self.checker.list(items.iter().copied());
        let span = self.span_from(start);
        Ok(self.checker.expr(ExprKind::InitList { items }, span))
    }

    fn opt_designation(&mut self) -> Parse<List<DesignatorId>> {
        match self.kind() {
            TokenKind::Dot | TokenKind::LeftBracket => {}
            // The old GNU form `member: value`.
            TokenKind::Identifier if self.peek(1) == TokenKind::Colon => {
                let name = self.bump().symbol;
                self.bump();
                let designator = name.map(|name| self.checker.body_mut().designators.push(Designator::Name(name)));
                return Ok(self.checker.list(designator));
            }
            _ => return Ok(List::default()),
        }
        let mut designators: SmallVec<[DesignatorId; 4]> = SmallVec::new();
        loop {
            let designator = if self.eat(TokenKind::Dot) {
                let token = self.expect(TokenKind::Identifier)?;
                let Some(name) = token.symbol else { return self.syntax_error("expected a member") };
                Designator::Name(name)
            } else if self.eat(TokenKind::LeftBracket) {
                let first = self.constant_expression()?;
                let last = if self.eat(TokenKind::Ellipsis) { Some(self.constant_expression()?) } else { None };
                self.expect(TokenKind::RightBracket)?;
                last.map_or(Designator::Index(first), |last| Designator::Range(first, last))
            } else {
                break;
            };
            designators.push(self.checker.body_mut().designators.push(designator));
        }
        // The old GNU form `[index] value` has no `=`.
        let old_form = designators.len() == 1 && {
            let only = designators[0];
            matches!(self.checker.body().designators[only], Designator::Index(_) | Designator::Range(..))
        };
        if !self.eat(TokenKind::Equal) && !old_form {
            return self.syntax_error("expected `=`");
        }
        Ok(self.checker.list(designators))
    }
}
