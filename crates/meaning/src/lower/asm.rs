//! `asm` (GNU), as far as it has a meaning without a machine: with a template that is empty, or has no instruction but `nop`.
//!
//! Such a statement evaluates its operands and does nothing, so an output that is an input too keeps that value: by a
//! constraint that is a number, or because both are the same object in memory. An output in memory that is nothing else has
//! no value any more: the compiler takes it as written, and nobody has. One in a register gets whatever the compiler finds
//! there, which is not modelled.
//!
//! Of instructions, some are known: see [`super::instruction`]. So is `cpuid`, by which programs ask what else they may use:
//! the processor is the least one that x86-64 programs run on.

use kiln_lang::tree::{Asm, AsmId, AsmOperand, ExprId, ExprKind, Node};
use kiln_lang::types::{Quals, Ty};

use super::place::At;
use super::{Class, Lower, Val};
use crate::choice::Choice;
use crate::code::Op;

/// What function 1 of `cpuid` says in `edx`: a floating-point unit, `rdtsc`, `cmpxchg8b`, `cmov`, MMX, `fxsave`, SSE, SSE2.
const BASELINE: u64 = 1 | 1 << 4 | 1 << 8 | 1 << 15 | 1 << 23 | 1 << 24 | 1 << 25 | 1 << 26;

impl Lower<'_> {
    pub(super) fn asm(&mut self, asm: AsmId) {
        let asm = self.body().asms[asm].clone();
        let template = self.asm_text(asm.template);
        if template.trim() == "cpuid" && self.cpuid(&asm) {
            return;
        }
        let does_nothing = template.split([';', '\n']).all(|line| matches!(line.trim(), "" | "nop"));
        if !does_nothing && self.instructions(&asm, &template) {
            return;
        }
        if !does_nothing || asm.goto {
            self.unsupported("asm");
            return;
        }
        self.begin_expression(None);
        let top = self.top;
        let mut matched: Vec<Option<(Val, Ty)>> = vec![None; asm.outputs.len()];
        for input in &asm.inputs {
            match self.matching_output(input, &asm) {
                Some(index) => {
                    let (value, ty) = self.asm_input(input.value, self.body().ty(asm.outputs[index].value));
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
                _ if self.asm_text(output.constraint).contains('+') || self.stays_in_memory(output, &asm) => {
                    self.asm_operand(output.value);
                }
                _ if self.is_never_read(output.value) => {}
                _ if self.asm_text(output.constraint) == "=m" && self.loses_value(output.value) => {}
                _ => self.unsupported("asm that gives a variable an unknown value"),
            }
        }
        self.top = top;
        self.end_expression();
    }

    /// The value of an input that goes into the register of an output: of an array, its address.
    fn asm_input(&mut self, id: ExprId, output: Ty) -> (Val, Ty) {
        let ty = self.body().converted(id);
        if self.types().as_array(ty).is_none() || self.class(output) != Class::Pointer {
            return (self.value(id), ty);
        }
        let place = self.place(id);
        (self.address(place, true, None), output)
    }

    /// Whether an output is a variable of the function that is named nowhere else: its value is nobody's concern.
    fn is_never_read(&self, output: ExprId) -> bool {
        let body = self.body();
        let (ExprKind::Name { decl }, Some(function)) = (body.expr(output), self.function) else { return false };
        let names = |node: &Node| matches!(node, Node::Expr(expr) if matches!(body.expr(*expr), ExprKind::Name { decl: other } if other == decl));
        let is_automatic = !decl.is_file() && !self.sight.decl(decl).is_static();
        is_automatic && body.descend(Node::Stmt(body.functions[function].body)).filter(names).count() == 1
    }

    /// An object in memory that the compiler takes as written loses its value: it becomes a copy of one that has none. Whether
    /// it is an object of which that can be said: an integer.
    fn loses_value(&mut self, output: ExprId) -> bool {
        let ty = self.body().ty(output);
        let is_volatile = self.types().quals(ty).contains(Quals::VOLATILE);
        if is_volatile || self.is_bit_field(output) || !matches!(self.class(ty), Class::Int(_)) {
            return false;
        }
        let place = self.place(output);
        if !matches!(place.at, At::Memory { .. }) {
            return false;
        }
        let (_, nothing) = self.temporary(ty);
        let address = self.address(place, false, None).reg;
        self.copy_value((address, nothing), ty, false, 1);
        true
    }

    /// `cpuid`: function 0 says that there is one more, and function 1 what there is. Gives whether the operands are as usual.
    fn cpuid(&mut self, asm: &Asm) -> bool {
        let registers: Vec<String> = asm.outputs.iter().map(|output| self.asm_text(output.constraint)).collect();
        let is_output = |register: &String| matches!(register.as_str(), "=a" | "=b" | "=c" | "=d");
        let gives_function = |input: &&AsmOperand| match self.matching_output(input, asm) {
            Some(index) => registers[index] == "=a",
            None => self.asm_text(input.constraint) == "a",
        };
        let Some(function) = asm.inputs.iter().find(gives_function) else { return false };
        let is_integer = |operand: &AsmOperand| matches!(self.class(self.body().ty(operand.value)), Class::Int(_));
        if !registers.iter().all(is_output) || !asm.outputs.iter().chain(&asm.inputs).all(is_integer) {
            return false;
        }
        self.begin_expression(None);
        let top = self.top;
        self.emit(Op::Rests { choice: Choice::Processor });
        let function = self.value(function.value).reg;
        for (output, register) in asm.outputs.iter().zip(&registers) {
            let value = self.constant(0, None);
            if let Some((of, known)) = match register.as_str() {
                "=a" => Some((0, 1)),
                "=d" => Some((1, BASELINE)),
                _ => None,
            } {
                let other = self.new_target();
                self.emit(Op::JumpNeI { a: function, value: of, to: other.0 });
                self.constant(known, Some(value));
                self.set_target(other);
            }
            let place = self.place(output.value);
            let value = self.convert(Val { reg: value, class: self.class(Ty::UINT) }, Ty::UINT, place.ty, None);
            self.store(place, value);
        }
        self.top = top;
        self.end_expression();
        true
    }

    /// Whether what is in a register as one type can be taken from it as another: no wider, and of the same kind.
    fn keeps_bits(&self, from: Ty, to: Ty) -> bool {
        match (self.class(from), self.class(to)) {
            (Class::Bool | Class::Int(_), Class::Int(_)) => self.size_of(from) >= self.size_of(to),
            (Class::Int(_), Class::Pointer) => self.size_of(from) == self.size_of(to),
            (Class::Pointer, Class::Int(_)) => self.size_of(from) >= self.size_of(to),
            (Class::Memory | Class::Void, _) => false,
            (from, to) => from == to,
        }
    }

    /// `asm ("" : "=m" (x) : "m" (x))`: an output in memory that is an input as well.
    fn stays_in_memory(&self, output: &AsmOperand, asm: &Asm) -> bool {
        let is_input = |input: &AsmOperand| {
            self.asm_text(input.constraint) == "m" && self.is_same_object(input.value, output.value)
        };
        self.asm_text(output.constraint) == "=m" && asm.inputs.iter().any(is_input)
    }

    /// Whether two lvalues are written alike and designate one object, without an effect or a value that decides which.
    fn is_same_object(&self, a: ExprId, b: ExprId) -> bool {
        match (self.body().expr(a), self.body().expr(b)) {
            (ExprKind::Name { decl: a }, ExprKind::Name { decl: b }) => a == b,
            (
                ExprKind::Member { base: a, field: first, arrow: false },
                ExprKind::Member { base: b, field: second, arrow: false },
            ) => first == second && self.is_same_object(a, b),
            (ExprKind::Index { base: a, index: first }, ExprKind::Index { base: b, index: second }) => {
                let (first, second) = (self.folder().int(first), self.folder().int(second));
                first.is_some() && first == second && self.is_same_object(a, b)
            }
            _ => false,
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

    pub(super) fn asm_text(&self, id: ExprId) -> String {
        match self.body().expr(id) {
            ExprKind::Str { string } => {
                self.body().strings[string].units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect()
            }
            _ => String::new(),
        }
    }
}
