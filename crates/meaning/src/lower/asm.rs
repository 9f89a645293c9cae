//! `asm` (GNU), as far as it has a meaning without a machine: with an empty template.
//!
//! Such a statement evaluates its operands and does nothing, so an output that is an input too keeps that value. An output
//! that is nothing else gets whatever the compiler finds in the register, which is not modelled.

use kiln_lang::tree::{Asm, AsmId, AsmOperand, ExprId, ExprKind};
use kiln_lang::types::Ty;

use super::{Class, Lower, Val};

impl Lower<'_> {
    pub(super) fn asm(&mut self, asm: AsmId) {
        let asm = self.body().asms[asm].clone();
        let is_blank = self.asm_text(asm.template).bytes().all(|byte| byte.is_ascii_whitespace());
        if !is_blank || asm.goto {
            self.unsupported("asm");
            return;
        }
        self.begin_expression(None);
        let top = self.top;
        let mut matched: Vec<Option<(Val, Ty)>> = vec![None; asm.outputs.len()];
        for input in &asm.inputs {
            match self.matching_output(input, &asm) {
                Some(index) => {
                    let (value, ty) = (self.value(input.value), self.body().converted(input.value));
                    let kept = self.temp(value.class);
                    self.mov(kept.reg, value);
                    matched[index] = Some((kept, ty));
                }
                None => self.asm_operand(input.value),
            }
        }
        for (output, matched) in asm.outputs.iter().zip(matched) {
            match matched {
                Some((value, from)) if self.keeps_bits(from, self.body().ty(output.value)) => {
                    let place = self.place(output.value);
                    let value = self.convert(value, from, place.ty, None);
                    self.store(place, value);
                }
                _ if self.asm_text(output.constraint).contains('+') => self.asm_operand(output.value),
                _ => self.unsupported("asm that gives a variable an unknown value"),
            }
        }
        self.top = top;
        self.end_expression();
    }

    /// Whether what is in a register as one type can be taken from it as another: no wider, and of the same kind.
    fn keeps_bits(&self, from: Ty, to: Ty) -> bool {
        match (self.class(from), self.class(to)) {
            (Class::Bool | Class::Int(_), Class::Int(_)) => self.size_of(from) >= self.size_of(to),
            (Class::Int(_), Class::Pointer) | (Class::Pointer, Class::Int(_)) => self.size_of(from) == self.size_of(to),
            (Class::Memory | Class::Void, _) => false,
            (from, to) => from == to,
        }
    }

    /// An operand that is not changed: its address is evaluated, or its value.
    fn asm_operand(&mut self, value: ExprId) {
        let top = self.top;
        match self.body().expr(value) {
            ExprKind::Name { .. } => {}
            _ if self.is_named(value) => drop(self.place(value)),
            _ => self.effect(value),
        }
        self.top = top;
    }

    /// The output that an input shares its register with, by a constraint that is a number.
    fn matching_output(&self, input: &AsmOperand, asm: &Asm) -> Option<usize> {
        let index = self.asm_text(input.constraint).trim_start_matches('%').parse().ok()?;
        (index < asm.outputs.len()).then_some(index)
    }

    fn asm_text(&self, id: ExprId) -> String {
        match self.body().expr(id) {
            ExprKind::Str { string } => {
                self.body().strings[string].units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect()
            }
            _ => String::new(),
        }
    }
}
