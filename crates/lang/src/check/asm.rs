//! What must hold of an `asm`: names, constraints and operands go together. What its template says is the assembler's
//! business.

use super::Checker;
use crate::diagnostics::Code;
use crate::lex::Prefix;
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{Asm, AsmOperand, ExprId, ExprKind};

/// Constraint letters that mean memory and nothing else.
const MEMORY_LETTERS: &[char] = &['m', 'o', 'V'];

/// Characters of an input constraint that are no letters, GCC's `parse_input_constraint`; digits and `[` aside.
const INPUT_PUNCTUATION: &[char] = &['<', '>', '?', '!', '*', '#', '$', '^', ',', '%'];

impl Checker {
    /// Reports what is wrong with an `asm` whose parts have been read.
    pub(crate) fn check_asm(&mut self, asm: &Asm, span: Span) {
        let strings = asm.outputs.iter().chain(&asm.inputs).map(|operand| operand.constraint);
        let strings = [asm.template].into_iter().chain(strings).chain(asm.clobbers.iter().copied());
        let n_errors = self.n_errors();
        strings.for_each(|string| self.require_plain(string));
        if self.n_errors() > n_errors {
            return;
        }
        self.check_operand_names(asm, span);
        if !self.at_file_scope() {
            let template = self.string_text(asm.template);
            self.check_template(&template, asm, span);
        }
        for (position, operand) in asm.outputs.iter().enumerate() {
            self.check_output(operand, asm, position);
        }
        for (position, operand) in asm.inputs.iter().enumerate() {
            self.check_input(operand, asm, asm.outputs.len() + position);
        }
    }

    /// The strings of an `asm` have no prefix.
    fn require_plain(&mut self, string: ExprId) {
        let plain = match self.body().expr(string) {
            ExprKind::Str { string } => self.body().strings[string].prefix == Prefix::Plain,
            _ => true,
        };
        if !plain {
            let span = self.span(string);
            self.error(Code::BadAsm, span, "a string literal of `asm` cannot have a prefix");
        }
    }

    fn string_text(&self, string: ExprId) -> String {
        match self.body().expr(string) {
            ExprKind::Str { string } => {
                let bytes: Vec<u8> = self.body().strings[string].units.iter().map(|&unit| unit as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => String::new(),
        }
    }

    /// Operands and labels share one name space.
    fn check_operand_names(&mut self, asm: &Asm, span: Span) {
        let mut names: Vec<Symbol> = self.operand_names(asm).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("operand name `{}` is used twice", self.name(twice[0]));
            self.error(Code::BadAsm, span, message);
        }
    }

    fn operand_names(&self, asm: &Asm) -> impl Iterator<Item = Symbol> {
        let operands = asm.outputs.iter().chain(&asm.inputs).filter_map(|operand| operand.name);
        operands.chain(asm.labels.iter().map(|&label| self.body().labels[label].name))
    }

    fn require_operand(&mut self, name: &str, asm: &Asm, span: Span) {
        let known = self.tables.names.get(name).is_some_and(|name| self.operand_names(asm).any(|known| known == name));
        if !known {
            self.error(Code::BadAsm, span, format!("no operand is named `{name}`"));
        }
    }

    /// `%[name]` and, with a modifier, `%l[name]` in a template.
    fn check_template(&mut self, template: &str, asm: &Asm, span: Span) {
        let mut rest = template;
        while let Some(at) = rest.find('%') {
            rest = &rest[at + 1..];
            if let Some(escaped) = rest.strip_prefix('%') {
                rest = escaped;
                continue;
            }
            let bare = rest.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest);
            if let Some((name, after)) = bare.strip_prefix('[').and_then(|name| name.split_once(']')) {
                self.require_operand(name, asm, span);
                rest = after;
            }
        }
    }

    fn check_output(&mut self, operand: &AsmOperand, asm: &Asm, position: usize) {
        let constraint = self.string_text(operand.constraint);
        let span = self.span(operand.value);
        let ty = self.ty(operand.value);
        self.check_void(&constraint, operand);
        if let Some(problem) = wrong_output(&constraint) {
            let span = self.span(operand.constraint);
            self.error(Code::BadAsm, span, problem);
        } else if self.is_read_only(ty) {
            self.error(Code::ReadOnly, span, "a `const` object cannot be an output of `asm`");
        }
        self.check_commutative(&constraint, operand, asm, position);
        self.check_memory(&constraint, operand);
    }

    fn check_input(&mut self, operand: &AsmOperand, asm: &Asm, position: usize) {
        let constraint = self.string_text(operand.constraint);
        let span = self.span(operand.constraint);
        if let Some((name, _)) = constraint.strip_prefix('[').and_then(|name| name.split_once(']')) {
            self.require_operand(name, asm, span);
        } else if let Some(problem) = wrong_input(&constraint, asm.outputs.len()) {
            self.error(Code::BadAsm, span, problem);
        }
        self.check_void(&constraint, operand);
        self.check_commutative(&constraint, operand, asm, position);
        self.check_memory(&constraint, operand);
    }

    /// `%` says that an operand and the next one can be swapped.
    fn check_commutative(&mut self, constraint: &str, operand: &AsmOperand, asm: &Asm, position: usize) {
        if constraint.contains('%') && position + 1 == asm.outputs.len() + asm.inputs.len() {
            let span = self.span(operand.constraint);
            self.error(Code::BadAsm, span, "`%` in the constraint of the last operand");
        }
    }

    /// Nothing can be in a register, but a pointer to `void` points to memory.
    fn check_void(&mut self, constraint: &str, operand: &AsmOperand) {
        if self.types().is_void(self.ty(operand.value)) && !is_memory(constraint) {
            let span = self.span(operand.value);
            self.error(Code::BadAsm, span, "a `void` expression cannot be an operand");
        }
    }

    /// An operand that must be in memory must have an address.
    fn check_memory(&mut self, constraint: &str, operand: &AsmOperand) {
        if !is_memory(constraint) {
            return;
        }
        let has_address = self.bit_field(operand.value).is_none() && !self.is_register(operand.value);
        if !has_address {
            let span = self.span(operand.value);
            self.error(Code::BadAsm, span, "a bit-field or `register` variable cannot be an operand in memory");
        }
    }
}

/// Whether an operand must be in memory.
fn is_memory(constraint: &str) -> bool {
    let mut letters = constraint.chars().filter(char::is_ascii_alphanumeric).peekable();
    letters.peek().is_some() && letters.all(|letter| MEMORY_LETTERS.contains(&letter))
}

/// GCC's `parse_output_constraint`.
fn wrong_output(constraint: &str) -> Option<&'static str> {
    let Some(mark) = constraint.find('=').or_else(|| constraint.find('+')) else {
        return Some("the constraint of an output must have `=` or `+`");
    };
    let rest = || constraint.char_indices().filter(|&(at, _)| at != mark).map(|(_, c)| c);
    if rest().any(|c| matches!(c, '=' | '+')) {
        return Some("`=` or `+` twice in the constraint of an output");
    }
    // Flags are outputs of their own kind: `=@ccz`.
    let matching = !constraint.contains('@') && rest().any(|c| c == '[' || c.is_ascii_digit());
    matching.then_some("an output cannot have to match another operand")
}

/// GCC's `parse_input_constraint`.
fn wrong_input(constraint: &str, n_outputs: usize) -> Option<&'static str> {
    if constraint.contains(['=', '+', '&']) {
        return Some("the constraint of an input cannot have `=`, `+` or `&`");
    }
    let mut numbers = constraint.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    if numbers.any(|digits| digits.parse::<usize>().is_ok_and(|number| number >= n_outputs)) {
        return Some("an input can only have to match an output");
    }
    let unknown = |c: char| !c.is_ascii_alphanumeric() && !INPUT_PUNCTUATION.contains(&c);
    constraint.contains(unknown).then_some("a character that is not of constraints")
}
