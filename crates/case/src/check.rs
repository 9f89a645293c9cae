//! How a program checks itself: each result is compared with what it has to be.
//!
//! Generators write such comparisons, and a reducer that gives a result another type writes its comparison anew.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Builder, Variable};
use kiln_lang::target::Target;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::repair::{Scalar, constant};

/// What all checks of a program use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checking {
    /// The function that says how a check came out.
    pub printf: DeclRef,
    /// The variable of `main` that becomes 1 if a check fails.
    pub status: DeclRef,
}

/// How a number is printed: the conversions of the format, and the type of their arguments.
struct Printed {
    format: &'static str,
    ty: Basic,
    /// A number of 128 bits is printed in two halves.
    halves: bool,
}

impl Printed {
    fn of(target: &Target, basic: Basic) -> Printed {
        if basic.is_floating() {
            return Printed { format: "%La", ty: Basic::LongDouble, halves: false };
        }
        if target.int_bits(basic) > 64 {
            return Printed { format: "0x%016llx%016llx", ty: Basic::ULongLong, halves: true };
        }
        if target.is_signed(basic) {
            return Printed { format: "%lld", ty: Basic::LongLong, halves: false };
        }
        Printed { format: "%llu", ty: Basic::ULongLong, halves: false }
    }

    /// The arguments of `printf` for a value.
    fn arguments<W: BuildExpr + BuildStmt>(&self, work: &mut W, make: impl Fn(&mut W) -> ExprId) -> Vec<ExprId> {
        let mut arguments = Vec::new();
        if self.halves {
            let value = make(work);
            arguments.push(high_half(work, value));
        }
        let value = make(work);
        arguments.push(work.cast(Ty::basic(self.ty), value));
        arguments
    }
}

impl Checking {
    /// `if (t == expected) printf ("OK t\n"); else { printf ("NG t = ..., expected ...\n", ...); status = 1; }`.
    pub fn check<W: BuildExpr + BuildStmt>(
        self,
        work: &mut W,
        target: &Target,
        label: &str,
        result: DeclRef,
        expected: Scalar,
    ) -> StmtId {
        let (tested, wanted) = (work.name(result), constant(work, target, expected));
        let right = work.binary(BinaryOp::Eq, tested, wanted);
        let ok = print(work, self.printf, &format!("OK {label}\n"), &[]);
        let printed = Printed::of(target, expected.basic);
        let mut arguments = printed.arguments(work, |work| work.name(result));
        arguments.extend(printed.arguments(work, |work| constant(work, target, expected)));
        let format = printed.format;
        let ng = print(work, self.printf, &format!("NG {label} = {format}, expected {format}\n"), &arguments);
        let (status, one) = (work.name(self.status), work.int(1));
        let fail = work.assign(None, status, one);
        let fail = work.expr_stmt(fail);
        let otherwise = work.block([ng, fail]);
        work.if_(right, ok, Some(otherwise))
    }
}

/// `int printf (const char *, ...);`: no header is needed.
pub fn declare_printf(b: &mut Builder) -> DeclRef {
    let character = b.qualified(Ty::CHAR, Quals::CONST);
    let format = b.pointer(character);
    let printf = b.function_type(Ty::INT, &[format], true);
    b.declare_function(Variable::new("printf", printf))
}

/// `printf (format, arguments...);`.
pub fn print<W: BuildExpr + BuildStmt>(work: &mut W, printf: DeclRef, format: &str, arguments: &[ExprId]) -> StmtId {
    let (callee, format) = (work.name(printf), work.string(format.as_bytes()));
    let call = work.call(callee, std::iter::once(format).chain(arguments.iter().copied()));
    work.expr_stmt(call)
}

/// `(unsigned long long) (value >> 64)`.
pub fn high_half<W: BuildExpr + BuildStmt>(work: &mut W, value: ExprId) -> ExprId {
    let bits = work.int(64);
    let high = work.binary(BinaryOp::Shr, value, bits);
    work.cast(Ty::basic(Basic::ULongLong), high)
}
