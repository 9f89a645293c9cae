//! Csmith's way to keep arithmetic defined, for comparison: every operation stands in a wrapper that looks at its operands.
//!
//! What would be undefined gives the left operand instead. A wrapper is a function for an operator and a type, as in Csmith's
//! `safe_math.h`, or what its macros become: a statement expression with a copy of each operand. With wrappers nothing has to
//! be mended, and compilers see a check before every operation.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, DeclFlags, DeclRef, ExprId, Storage, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::int::Int;
use kiln_meaning::repair::{Scalar, constant};

use super::Maker;
use super::integer::COMPOUND;
use crate::words::words;

words! {
    /// What stands around arithmetic.
    Wrappers {
        None => "none", "nothing: operators are bare";
        Functions => "functions", "calls of functions that look at the operands, as in Csmith";
        Macros => "macros", "what Csmith's macros become: the look at the operands in place (GNU C)";
    }
}

/// The operations that are wrapped.
const OPERATORS: [(&str, BinaryOp); 7] = [
    ("add", BinaryOp::Add),
    ("sub", BinaryOp::Sub),
    ("mul", BinaryOp::Mul),
    ("div", BinaryOp::Div),
    ("mod", BinaryOp::Rem),
    ("lshift", BinaryOp::Shl),
    ("rshift", BinaryOp::Shr),
];

/// The types that wrappers compute in, as in Csmith: one of each size, with and without sign.
const TYPES: [Basic; 10] = [
    Basic::SChar,
    Basic::UChar,
    Basic::Short,
    Basic::UShort,
    Basic::Int,
    Basic::UInt,
    Basic::Long,
    Basic::ULong,
    Basic::LongLong,
    Basic::ULongLong,
];

/// A wrapper: what it is for, and its function.
pub(super) type Wrapped = (BinaryOp, Basic, DeclRef);

impl Maker {
    /// Whether operators stand in wrappers.
    pub(super) fn is_wrapped(&self) -> bool {
        self.options.wrappers != Wrappers::None
    }

    /// An operator of a compound assignment: with wrappers, one that is always defined, as in Csmith.
    pub(super) fn compound_operator(&mut self) -> BinaryOp {
        let always = [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor];
        *self.choices.pick(if self.is_wrapped() { &always } else { COMPOUND })
    }

    /// An operator whose constant the run chooses so that a value comes out as wished.
    pub(super) fn steering_operator(&mut self) -> BinaryOp {
        let all = [BinaryOp::BitXor, BinaryOp::Add, BinaryOp::Sub];
        *self.choices.pick(if self.is_wrapped() { &all[..1] } else { &all })
    }

    /// The types that wrappers compute in.
    pub(super) fn wrapper_types(&self) -> Vec<Basic> {
        let size = |basic: Basic| (self.target.int_bits(basic), self.target.is_signed(basic));
        let is_first = |at: usize, basic: Basic| !TYPES[..at].iter().any(|&other| size(other) == size(basic));
        let fitting =
            TYPES.into_iter().enumerate().filter(|&(at, basic)| self.fits_width(basic) && is_first(at, basic));
        fitting.map(|(_, basic)| basic).collect()
    }

    /// Declares all wrappers; those that nothing calls go in the end.
    pub(super) fn declare_wrappers(&mut self) {
        if self.options.wrappers != Wrappers::Functions {
            return;
        }
        let tokens = self.tokens;
        for (word, op) in OPERATORS {
            for basic in self.wrapper_types() {
                let sign = if self.target.is_signed(basic) { "int" } else { "uint" };
                let name = format!("safe_{word}_func_{sign}{}", self.target.int_bits(basic));
                let mut variable = Variable::new(&name, Ty::basic(basic)).storage(Storage::Static);
                variable.flags = DeclFlags::INLINE;
                self.n_functions += 1;
                let ty = Ty::basic(basic);
                let (open, params) = self.b.begin_function(variable, &[("a", ty), ("b", ty)], false);
                let value = self.guarded(op, basic, params[0], params[1]);
                let back = self.b.return_(Some(value));
                let body = self.b.block([back]);
                let function = self.b.end_function(open, body);
                self.wrapped.push((op, basic, function));
            }
        }
        // They stand in a header with Csmith, and are no part of what was asked for.
        self.tokens = tokens;
    }

    /// An operation on integers that could be undefined, if such are wrapped.
    pub(super) fn in_wrapper(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<ExprId> {
        let is_wrapped = OPERATORS.iter().any(|(_, other)| *other == op);
        if !self.is_wrapped() || !is_wrapped {
            return None;
        }
        let types = self.wrapper_types();
        let basic = *self.choices.pick(&types);
        self.tokens += 5;
        if let Some(&(.., function)) = self.wrapped.iter().find(|&&(of, ty, _)| (of, ty) == (op, basic)) {
            self.room = self.room.saturating_sub(1);
            let callee = self.b.name(function);
            return Some(self.b.call(callee, [lhs, rhs]));
        }
        let [a, b] = ["a", "b"].map(|letter| self.new_name(letter));
        let a = self.b.local(Variable::new(&a, Ty::basic(basic)), Some(lhs));
        let b = self.b.local(Variable::new(&b, Ty::basic(basic)), Some(rhs));
        let declared = [self.b.declaration(&[a]), self.b.declaration(&[b])];
        let value = self.guarded(op, basic, a, b);
        let value = self.b.expr_stmt(value);
        let block = self.b.block(declared.into_iter().chain([value]));
        self.tokens += 30;
        Some(self.b.stmt_expr(block))
    }

    /// `undefined ? a : a op b`.
    fn guarded(&mut self, op: BinaryOp, basic: Basic, a: DeclRef, b: DeclRef) -> ExprId {
        let (lhs, rhs) = (self.b.name(a), self.b.name(b));
        let plain = self.b.binary(op, lhs, rhs);
        match self.undefined_if(op, basic, a, b) {
            Some(cond) => {
                let left = self.b.name(a);
                self.b.conditional(cond, left, plain)
            }
            None => plain,
        }
    }

    /// When an operation in a type is undefined; `None` if it never is.
    fn undefined_if(&mut self, op: BinaryOp, basic: Basic, a: DeclRef, b: DeclRef) -> Option<ExprId> {
        use BinaryOp::{Add, Div, Eq, Ge, Gt, LogAnd, LogOr, Lt, Mul, Rem, Shl, Shr, Sub};
        let is_signed = self.target.is_signed(basic);
        let is_narrow = self.target.int_bits(basic) < self.target.int_bits(Basic::Int);
        // What is promoted cannot overflow, unless a product of the unsigned type next to `int` does.
        let is_half = 2 * self.target.int_bits(basic) >= self.target.int_bits(Basic::Int);
        let overflows = is_signed && !is_narrow;
        let shape = self.arithmetic().shape(basic);
        let (min, max) = (shape.min(), shape.max());
        match op {
            Div | Rem => {
                let by_zero = self.tested(b, Eq, Int::wrap(0, shape));
                if !overflows {
                    return Some(by_zero);
                }
                let (least, minus) = (self.tested(a, Eq, min), self.tested(b, Eq, Int::wrap(u128::MAX, shape)));
                let both = self.b.binary(LogAnd, least, minus);
                Some(self.b.binary(LogOr, by_zero, both))
            }
            Shl | Shr => {
                let bits = self.target.int_bits(basic).max(self.target.int_bits(Basic::Int));
                let mut cond = self.tested(b, Ge, Int::wrap(bits.into(), shape));
                if is_signed {
                    let negative = [self.tested(a, Lt, Int::wrap(0, shape)), self.tested(b, Lt, Int::wrap(0, shape))];
                    for one in negative {
                        cond = self.b.binary(LogOr, cond, one);
                    }
                }
                if op == Shl && (is_signed || is_narrow) {
                    // `a > INT_MAX >> b`, in the type that is shifted in.
                    let wide = if is_narrow { Basic::Int } else { basic };
                    let shape = self.arithmetic().shape(wide);
                    let (left, most, count) = (self.b.name(a), self.number_of(wide, shape.max()), self.b.name(b));
                    let most = self.b.binary(Shr, most, count);
                    let too_large = self.b.binary(Gt, left, most);
                    cond = self.b.binary(LogOr, cond, too_large);
                }
                Some(cond)
            }
            Add | Sub if overflows => {
                let (up, down) = if op == Add { (Gt, Lt) } else { (Lt, Gt) };
                let zero = Int::wrap(0, shape);
                let mut sides = Vec::new();
                for (sign, end, beyond) in [(up, max, Gt), (down, min, Lt)] {
                    let is_so = self.tested(b, sign, zero);
                    let (left, end, by) = (self.b.name(a), self.number_of(basic, end), self.b.name(b));
                    let limit = self.b.binary(if op == Add { Sub } else { Add }, end, by);
                    let passes = self.b.binary(beyond, left, limit);
                    sides.push(self.b.binary(LogAnd, is_so, passes));
                }
                let second = sides.pop()?;
                let first = sides.pop()?;
                Some(self.b.binary(LogOr, first, second))
            }
            Mul if overflows => Some(self.product_overflows(basic, a, b)),
            Mul if is_narrow && !is_signed && is_half => {
                let not_zero = self.tested(b, BinaryOp::Ne, Int::wrap(0, shape));
                let most = self.arithmetic().shape(Basic::Int).max();
                let (left, most, by) = (self.b.name(a), self.number_of(Basic::Int, most), self.b.name(b));
                let limit = self.b.binary(Div, most, by);
                let passes = self.b.binary(Gt, left, limit);
                Some(self.b.binary(LogAnd, not_zero, passes))
            }
            _ => None,
        }
    }

    /// The four cases of signs in which a product can be out of range.
    fn product_overflows(&mut self, basic: Basic, a: DeclRef, b: DeclRef) -> ExprId {
        use BinaryOp::{Div, Ge, Gt, LogAnd, LogOr, Lt, Ne};
        let shape = self.arithmetic().shape(basic);
        let (zero, min, max) = (Int::wrap(0, shape), shape.min(), shape.max());
        // The sign of `a`, that of `b`, and whether `x` passes `end / y`.
        let cases =
            [(Gt, Gt, a, Gt, max, b), (Gt, Lt, b, Lt, min, a), (Lt, Ge, a, Lt, min, b), (Lt, Lt, b, Lt, max, a)];
        let mut all = None;
        for (of_a, of_b, x, passes, end, y) in cases {
            let (first, second) = (self.tested(a, of_a, zero), self.tested(b, of_b, zero));
            let mut cond = self.b.binary(LogAnd, first, second);
            if of_b == Ge {
                let not_zero = self.tested(b, Ne, zero);
                cond = self.b.binary(LogAnd, cond, not_zero);
            }
            let (left, end, by) = (self.b.name(x), self.number_of(basic, end), self.b.name(y));
            let limit = self.b.binary(Div, end, by);
            let passed = self.b.binary(passes, left, limit);
            cond = self.b.binary(LogAnd, cond, passed);
            all = Some(match all {
                Some(others) => self.b.binary(LogOr, others, cond),
                None => cond,
            });
        }
        all.unwrap_or_else(|| self.b.int(0))
    }

    fn tested(&mut self, name: DeclRef, op: BinaryOp, with: Int) -> ExprId {
        let ty = self.b.type_of_decl(name);
        let basic = self.b.sight().types().as_integer(ty).unwrap_or(Basic::Int);
        let (left, right) = (self.b.name(name), self.number_of(basic, with));
        self.b.binary(op, left, right)
    }

    /// A constant; one of a narrow type is written as an `int`, which has all its values.
    fn number_of(&mut self, basic: Basic, value: Int) -> ExprId {
        let basic = self.type_of_constants(basic);
        constant(&mut self.b, &self.target, Scalar::int(basic, value))
    }

    /// `-a`, which the least value of a type does not have: `0 - a` in a wrapper, or `~a`.
    pub(super) fn opposite(&mut self, operand: ExprId) -> ExprId {
        if !self.is_wrapped() {
            return self.b.unary(UnaryOp::BitNot, operand);
        }
        let zero = self.b.int(0);
        self.operation(BinaryOp::Sub, zero, operand)
    }
}
