//! How a program says what it computed.

use kiln_case::check::{self, Checking};
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable as Declared};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Quals, Ty};

use super::{Maker, Variable};

impl Maker<'_> {
    /// `if (t == expected) printf ("OK t\n"); else { ... }` for each result, and the status.
    pub(super) fn checks(&mut self, printf: DeclRef, results: &[Variable]) -> Vec<StmtId> {
        let zero = self.b.int(0);
        let status = self.b.local(Declared::new("status", Ty::INT), Some(zero));
        let mut statements = vec![self.b.declaration(&[status])];
        let checking = Checking { printf, status };
        for (index, &t) in results.iter().enumerate() {
            let label = format!("t{index}");
            statements.push(checking.check(&mut self.b, &self.target, &label, t.decl, t.value));
        }
        let status = self.b.name(status);
        statements.push(self.b.return_(Some(status)));
        statements
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
        statements.push(check::print(&mut self.b, printf, "checksum = %016llx\n", &[sum]));
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
        vec![self.b.cast(Ty::basic(Basic::ULongLong), value), check::high_half(&mut self.b, again)]
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
}
