//! How a program says what it computed.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable as Declared};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::repair::constant;

use super::{Maker, Variable};

/// How a number is printed: the conversions of the format, and the type of their arguments.
struct Printed {
    format: &'static str,
    ty: Basic,
    /// A number of 128 bits is printed in two halves.
    halves: bool,
}

impl Maker<'_> {
    /// `int printf (const char *, ...);`: no header is needed.
    pub(super) fn declare_printf(&mut self) -> DeclRef {
        let character = self.b.qualified(Ty::CHAR, Quals::CONST);
        let format = self.b.pointer(character);
        let printf = self.b.function_type(Ty::INT, &[format], true);
        self.b.declare_function(Declared::new("printf", printf))
    }

    /// `if (t == expected) printf ("OK t\n"); else { ... }` for each result, and the status.
    pub(super) fn checks(&mut self, printf: DeclRef, results: &[Variable]) -> Vec<StmtId> {
        let zero = self.b.int(0);
        let status = self.b.local(Declared::new("status", Ty::INT), Some(zero));
        let mut statements = vec![self.b.declaration(&[status])];
        for (index, &t) in results.iter().enumerate() {
            let (name, expected) = (self.b.name(t.decl), constant(&mut self.b, &self.target, t.value));
            let right = self.b.binary(BinaryOp::Eq, name, expected);
            let ok = self.print(printf, &format!("OK t{index}\n"), &[]);
            let printed = self.printed(t.value.basic);
            let mut arguments = self.arguments(&printed, |maker| maker.b.name(t.decl));
            arguments.extend(self.arguments(&printed, |maker| constant(&mut maker.b, &maker.target, t.value)));
            let format = printed.format;
            let ng = self.print(printf, &format!("NG t{index} = {format}, expected {format}\n"), &arguments);
            let (failed, one) = (self.b.name(status), self.b.int(1));
            let fail = self.b.assign(None, failed, one);
            let fail = self.b.expr_stmt(fail);
            let otherwise = self.b.block([ng, fail]);
            statements.push(self.b.if_(right, ok, Some(otherwise)));
        }
        let status = self.b.name(status);
        statements.push(self.b.return_(Some(status)));
        statements
    }

    fn printed(&self, basic: Basic) -> Printed {
        if basic.is_floating() {
            return Printed { format: "%La", ty: Basic::LongDouble, halves: false };
        }
        if self.target.int_bits(basic) > 64 {
            return Printed { format: "0x%016llx%016llx", ty: Basic::ULongLong, halves: true };
        }
        if self.target.is_signed(basic) {
            return Printed { format: "%lld", ty: Basic::LongLong, halves: false };
        }
        Printed { format: "%llu", ty: Basic::ULongLong, halves: false }
    }

    /// The arguments of `printf` for a value.
    fn arguments(&mut self, printed: &Printed, make: impl Fn(&mut Self) -> ExprId) -> Vec<ExprId> {
        let mut arguments = Vec::new();
        if printed.halves {
            let value = make(self);
            arguments.push(self.high_half(value));
        }
        let value = make(self);
        arguments.push(self.b.cast(Ty::basic(printed.ty), value));
        arguments
    }

    /// `(unsigned long long) (value >> 64)`.
    fn high_half(&mut self, value: ExprId) -> ExprId {
        let bits = self.b.int(64);
        let high = self.b.binary(BinaryOp::Shr, value, bits);
        self.b.cast(Ty::basic(Basic::ULongLong), high)
    }

    /// One number that all results go into, by FNV-1a over their values.
    pub(super) fn checksum(&mut self, printf: DeclRef, results: &[Variable]) -> Vec<StmtId> {
        let start = self.b.int_of(0xcbf2_9ce4_8422_2325, Basic::ULongLong);
        let sum = self.b.local(Declared::new("sum", Ty::basic(Basic::ULongLong)), Some(start));
        let mut statements = vec![self.b.declaration(&[sum])];
        for &t in results {
            for part in self.parts(t) {
                let old = self.b.name(sum);
                let mixed = self.b.binary(BinaryOp::BitXor, old, part);
                let prime = self.b.int_of(0x0000_0100_0000_01b3, Basic::ULongLong);
                let product = self.b.binary(BinaryOp::Mul, mixed, prime);
                let to = self.b.name(sum);
                let set = self.b.assign(None, to, product);
                statements.push(self.b.expr_stmt(set));
            }
        }
        let sum = self.b.name(sum);
        statements.push(self.print(printf, "checksum = %016llx\n", &[sum]));
        let zero = self.b.int(0);
        statements.push(self.b.return_(Some(zero)));
        statements
    }

    /// A value as integers of at most 64 bits.
    fn parts(&mut self, t: Variable) -> Vec<ExprId> {
        let basic = t.value.basic;
        if basic.is_floating() {
            // The bytes of its representation, without padding.
            let bytes = self.format(basic).bits() / 8;
            return (0..bytes).map(|at| self.byte(t, at)).collect();
        }
        let value = self.b.name(t.decl);
        if self.target.int_bits(basic) <= 64 {
            return vec![value];
        }
        let again = self.b.name(t.decl);
        vec![self.b.cast(Ty::basic(Basic::ULongLong), value), self.high_half(again)]
    }

    /// `((const volatile unsigned char *) &t)[at]`.
    fn byte(&mut self, t: Variable, at: u32) -> ExprId {
        let byte = self.b.qualified(Ty::basic(Basic::UChar), Quals::CONST.union(Quals::VOLATILE));
        let pointer = self.b.pointer(byte);
        let name = self.b.name(t.decl);
        let address = self.b.unary(UnaryOp::AddrOf, name);
        let bytes = self.b.cast(pointer, address);
        let at = self.b.int(at);
        self.b.index(bytes, at)
    }

    fn print(&mut self, printf: DeclRef, format: &str, arguments: &[ExprId]) -> StmtId {
        let (callee, format) = (self.b.name(printf), self.b.string(format.as_bytes()));
        let call = self.b.call(callee, std::iter::once(format).chain(arguments.iter().copied()));
        self.b.expr_stmt(call)
    }
}
