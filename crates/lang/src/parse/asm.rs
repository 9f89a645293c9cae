//! GNU `asm`: statements and file-scope declarations. Parsed and carried; what it does is the compiler's business.

use super::{Parse, Parser};
use crate::lex::TokenKind;
use crate::tree::{Asm, AsmId, AsmOperand, ExprId, LabelId};

impl Parser<'_> {
    /// `asm` up to its closing parenthesis.
    pub(super) fn asm(&mut self) -> Parse<AsmId> {
        self.bump();
        let (mut volatile, mut inline, mut goto) = (false, false, false);
        loop {
            match self.kind() {
                TokenKind::Volatile => volatile = true,
                TokenKind::Inline => inline = true,
                TokenKind::Goto => goto = true,
                TokenKind::Const => {}
                _ => break,
            }
            self.bump();
        }
        self.expect(TokenKind::LeftParen)?;
        let template = self.asm_string()?;
        let mut asm = Asm {
            volatile,
            inline,
            goto,
            template,
            n_sections: 0,
            outputs: Box::default(),
            inputs: Box::default(),
            clobbers: Box::default(),
            labels: Box::default(),
        };
        while asm.n_sections < 4 && self.eat(TokenKind::Colon) {
            asm.n_sections += 1;
            match asm.n_sections {
                1 => asm.outputs = self.asm_operands(true)?.into(),
                2 => asm.inputs = self.asm_operands(false)?.into(),
                3 => asm.clobbers = self.asm_clobbers()?.into(),
                _ => asm.labels = self.asm_labels()?.into(),
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(self.checker.body_mut().asms.push(asm))
    }

    fn asm_string(&mut self) -> Parse<ExprId> {
        if !self.at(TokenKind::StringLiteral) {
            return self.syntax_error("expected a string literal");
        }
        Ok(self.string_literal())
    }

    fn asm_operands(&mut self, outputs: bool) -> Parse<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.kind(), TokenKind::StringLiteral | TokenKind::LeftBracket) {
            let mut name = None;
            if self.eat(TokenKind::LeftBracket) {
                let token = self.bump();
                name = token.symbol;
                self.expect(TokenKind::RightBracket)?;
            }
            let constraint = self.asm_string()?;
            self.expect(TokenKind::LeftParen)?;
            let value = self.expression()?;
            self.expect(TokenKind::RightParen)?;
            self.checker.asm_operand(value, outputs);
            operands.push(AsmOperand { name, constraint, value });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    fn asm_clobbers(&mut self) -> Parse<Vec<ExprId>> {
        let mut clobbers = Vec::new();
        while self.at(TokenKind::StringLiteral) {
            clobbers.push(self.string_literal());
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(clobbers)
    }

    fn asm_labels(&mut self) -> Parse<Vec<LabelId>> {
        let mut labels = Vec::new();
        while self.at(TokenKind::Identifier) {
            let token = self.bump();
            if let Some(name) = token.symbol {
                labels.push(self.checker.label(name, token.span()));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(labels)
    }
}
