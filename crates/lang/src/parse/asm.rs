//! GNU `asm`: statements and file-scope declarations. Parsed and carried; what it does is the compiler's business.

use super::{Parse, Parser};
use crate::diagnostics::Code;
use crate::lex::TokenKind;
use crate::tree::{Asm, AsmId, AsmOperand, ExprId, LabelId};

impl Parser<'_> {
    /// `asm` up to its closing parenthesis.
    pub(super) fn asm(&mut self) -> Parse<AsmId> {
        let start = self.bump().start;
        let (mut volatile, mut inline, mut goto) = (false, false, false);
        // At file scope there are neither qualifiers nor operands.
        while !self.checker.at_file_scope() {
            let qualifier = match self.kind() {
                TokenKind::Volatile => &mut volatile,
                TokenKind::Inline => &mut inline,
                TokenKind::Goto => &mut goto,
                _ => break,
            };
            if std::mem::replace(qualifier, true) {
                let span = self.span();
                self.checker.error(Code::BadAsm, span, "a qualifier of `asm` is given twice");
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
        let max_sections = match (self.checker.at_file_scope(), goto) {
            (true, _) => 0,
            (false, true) => 4,
            (false, false) => 3,
        };
        while asm.n_sections < max_sections && self.eat(TokenKind::Colon) {
            asm.n_sections += 1;
            match asm.n_sections {
                1 => asm.outputs = self.asm_operands(true)?.into(),
                2 => asm.inputs = self.asm_operands(false)?.into(),
                3 => asm.clobbers = self.asm_clobbers().into(),
                _ => asm.labels = self.asm_labels().into(),
            }
        }
        if goto && asm.labels.is_empty() {
            return self.syntax_error("expected the labels of `asm goto`");
        }
        self.expect(TokenKind::RightParen)?;
        let span = self.span_from(start);
        self.checker.check_asm(&asm, span);
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

    fn asm_clobbers(&mut self) -> Vec<ExprId> {
        let mut clobbers = Vec::new();
        while self.at(TokenKind::StringLiteral) {
            clobbers.push(self.string_literal());
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        clobbers
    }

    fn asm_labels(&mut self) -> Vec<LabelId> {
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
        labels
    }
}
