//! The instructions that `asm` is understood with: a table of what each does, exactly, to its operands and to nothing else.
//!
//! - x87 instructions on the top of the register stack, which are functions of the library for `long double`.
//! - A move to a register that the statement clobbers, which nobody reads afterwards.
//! - What the processor does for an interrupt: words are pushed, and a function with the attribute `interrupt` begins. With
//!   GCC it gets a pointer to the words, and the last one as the error code if it has a second parameter.

use kiln_lang::tree::{Asm, AsmOperand, Decl, DeclRef};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::FloatFormat;

use super::{Class, Lower, Val};
use crate::code::{Arg, CallSite, Callee, Op, Symbol};

/// An x87 instruction: constraints of its output and inputs, what it clobbers, the function that it computes, and which input
/// each argument is.
struct Floating {
    name: &'static str,
    inputs: &'static [&'static str],
    clobbers: &'static [&'static str],
    function: &'static str,
    arguments: &'static [usize],
}

/// What x87 instructions compute with.
const LONG_DOUBLE: Ty = Ty::basic(Basic::LongDouble);

const FLOATING: &[Floating] = &[
    Floating { name: "fsqrt", inputs: &["0"], clobbers: &[], function: "sqrtl", arguments: &[0] },
    Floating { name: "fabs", inputs: &["0"], clobbers: &[], function: "fabsl", arguments: &[0] },
    Floating { name: "frndint", inputs: &["0"], clobbers: &[], function: "rintl", arguments: &[0] },
    // It takes both numbers away and leaves one.
    Floating { name: "fpatan", inputs: &["0", "u"], clobbers: &["st(1)"], function: "atan2l", arguments: &[1, 0] },
];

impl Lower<'_> {
    /// An `asm` with instructions: whether they are known.
    pub(super) fn instructions(&mut self, asm: &Asm, template: &str) -> bool {
        let lines: Vec<&str> = template.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
        match &lines[..] {
            _ if asm.goto || !matches!(self.options().target.name, "x86_64" | "i386") => false,
            [line] if asm.n_sections > 0 => self.floating_instruction(asm, line) || self.moves_to_clobbered(asm, line),
            [pushes @ .., jump] if asm.n_sections == 0 => self.interrupt(pushes, jump),
            _ => false,
        }
    }

    fn floating_instruction(&mut self, asm: &Asm, line: &str) -> bool {
        let constraints = |operands: &[AsmOperand]| -> Vec<String> {
            operands.iter().map(|operand| self.asm_text(operand.constraint)).collect()
        };
        let clobbers: Vec<String> = asm.clobbers.iter().map(|&id| self.asm_text(id)).collect();
        let is_it = |one: &&Floating| {
            line == one.name
                && constraints(&asm.outputs) == ["=t"]
                && constraints(&asm.inputs) == one.inputs
                && clobbers == one.clobbers
        };
        let Some(known) = FLOATING.iter().find(is_it) else { return false };
        let is_long =
            |operand: &AsmOperand| self.class(self.body().ty(operand.value)) == Class::Float(FloatFormat::X87Extended);
        if !asm.outputs.iter().chain(&asm.inputs).all(is_long) {
            return false;
        }
        self.begin_expression(None);
        let top = self.top;
        let mut values = Vec::new();
        for input in &asm.inputs {
            let value = self.value(input.value);
            values.push(self.kept(value, LONG_DOUBLE));
        }
        let class = Class::Float(FloatFormat::X87Extended);
        let base = self.alloc(class.slots() * known.arguments.len() as u16);
        let mut args = Vec::new();
        for (index, &argument) in known.arguments.iter().enumerate() {
            let reg = class.slots() * index as u16;
            self.mov(base + reg, values[argument]);
            args.push(Arg { reg, ty: LONG_DOUBLE });
        }
        let (callee, result) = (Callee::Builtin(known.function), LONG_DOUBLE);
        self.add_call(CallSite { args: args.into(), ..CallSite::alone(callee, Ty::ERROR, base, result) });
        let place = self.place(asm.outputs[0].value);
        self.store(place, Val { reg: base, class });
        self.top = top;
        self.end_expression();
        true
    }

    /// `mov %%rsp, %%r10`, with `r10` among the clobbers, and no operands.
    fn moves_to_clobbered(&self, asm: &Asm, line: &str) -> bool {
        let registers =
            line.split_once(char::is_whitespace).filter(|(name, _)| matches!(*name, "mov" | "movl" | "movq"));
        let Some((from, to)) = registers.and_then(|(_, operands)| operands.split_once(',')) else { return false };
        let register = |text: &'_ str| text.trim().strip_prefix("%%").map(str::to_owned);
        let is_clobbered = |to: String| asm.clobbers.iter().any(|&id| self.asm_text(id).trim_start_matches('%') == to);
        asm.outputs.is_empty()
            && asm.inputs.is_empty()
            && register(from).is_some()
            && register(to).is_some_and(is_clobbered)
    }

    /// `push $1; push $2; jmp f`
    fn interrupt(&mut self, pushes: &[&str], jump: &str) -> bool {
        let operand = |line: &str, name: &str| -> Option<String> {
            let rest = line.strip_prefix(name)?;
            rest.starts_with(char::is_whitespace).then(|| rest.trim().to_owned())
        };
        let words: Option<Vec<u64>> = pushes.iter().map(|line| immediate(&operand(line, "push")?)).collect();
        let handler = operand(jump, "jmp").and_then(|name| self.interrupt_handler(&name));
        let (Some(mut words), Some(handler)) = (words, handler) else { return false };
        let ty = self.sight.decl(handler).ty;
        let params = self.types().as_function(ty).map(|ty| ty.params.clone()).unwrap_or_default();
        let word = u64::from(self.options().target.pointer.size);
        let has_error = params.len() == 2;
        let classes: Vec<Class> = params.iter().map(|&param| self.class(param)).collect();
        let fits = match &classes[..] {
            [Class::Pointer] => true,
            [Class::Pointer, Class::Int(shape)] => u64::from(shape.bits) == word * 8,
            _ => false,
        };
        if !fits || words.len() < classes.len() {
            return false;
        }
        // The last word that is pushed has the lowest address.
        words.reverse();
        self.begin_expression(None);
        let top = self.top;
        let bytes: Vec<u8> = words.iter().flat_map(|one| one.to_le_bytes()[..word as usize].to_vec()).collect();
        let size = self.constant(bytes.len() as u64, None);
        let base = self.alloc(4);
        self.emit(Op::Alloca { d: base, size, align: 16 });
        let index = self.code.bytes.len() as u32;
        self.code.bytes.push(bytes.into());
        self.emit(Op::Bytes { p: base, bytes: index });
        let mut args = vec![Arg { reg: 0, ty: params[0] }];
        if has_error {
            self.emit(Op::Member { d: base, p: base, bytes: word as i32 });
            self.constant(words[0], Some(base + 3));
            args.push(Arg { reg: 3, ty: params[1] });
        }
        let callee = Callee::Symbol(self.symbol(Symbol::Decl(handler)));
        self.add_call(CallSite { args: args.into(), ..CallSite::alone(callee, ty, base, Ty::VOID) });
        self.unsupported("the return from an interrupt that `asm` has made");
        self.top = top;
        self.end_expression();
        true
    }

    /// The function of a name, if it has the attribute `interrupt`.
    fn interrupt_handler(&self, name: &str) -> Option<DeclRef> {
        let unit = &self.program.units[self.unit as usize];
        let has_name = |decl: &Decl| decl.name.is_some_and(|other| self.sight.name(other) == name);
        let is_handler = |decl: &Decl| {
            let attrs = decl.attrs.and_then(|attrs| unit.file.attrs.get(attrs)).into_iter().flatten();
            attrs.into_iter().any(|attr| self.sight.name(attr.name) == "interrupt")
        };
        let mut decls = unit.file.decls.iter_ids();
        decls.find(|(_, decl)| has_name(decl) && is_handler(decl)).map(|(id, _)| DeclRef::file(id))
    }
}

/// `$12` or `$0x12`, as a word that 32 bits with their sign stand for.
fn immediate(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('$')?;
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    i32::try_from(value).ok().map(|value| i64::from(value) as u64)
}
