//! Operations and operands beyond operators: builtin functions, statement expressions, literals of objects, strings.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{BinaryOp, ExprId, UnaryOp};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::features::Feature;
use super::lvalue::Use;
use super::objects::Home;

/// What must hold of the argument of a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    Any,
    /// It is undefined for 0.
    NotZero,
}

/// Builtins of one argument: their names, its type, and what must hold of it.
const BUILTINS: [(&str, Basic, Argument); 19] = [
    ("__builtin_popcount", Basic::UInt, Argument::Any),
    ("__builtin_popcountl", Basic::ULong, Argument::Any),
    ("__builtin_popcountll", Basic::ULongLong, Argument::Any),
    ("__builtin_parity", Basic::UInt, Argument::Any),
    ("__builtin_parityll", Basic::ULongLong, Argument::Any),
    ("__builtin_ffs", Basic::Int, Argument::Any),
    ("__builtin_ffsl", Basic::Long, Argument::Any),
    ("__builtin_ffsll", Basic::LongLong, Argument::Any),
    ("__builtin_clz", Basic::UInt, Argument::NotZero),
    ("__builtin_clzl", Basic::ULong, Argument::NotZero),
    ("__builtin_clzll", Basic::ULongLong, Argument::NotZero),
    ("__builtin_ctz", Basic::UInt, Argument::NotZero),
    ("__builtin_ctzl", Basic::ULong, Argument::NotZero),
    ("__builtin_ctzll", Basic::ULongLong, Argument::NotZero),
    ("__builtin_clrsb", Basic::Int, Argument::Any),
    ("__builtin_clrsbll", Basic::LongLong, Argument::Any),
    ("__builtin_bswap16", Basic::UShort, Argument::Any),
    ("__builtin_bswap32", Basic::UInt, Argument::Any),
    ("__builtin_bswap64", Basic::ULongLong, Argument::Any),
];

/// Builtins that compute without overflow, and say whether there was one.
const CHECKED: [&str; 3] = ["__builtin_add_overflow", "__builtin_sub_overflow", "__builtin_mul_overflow"];

impl Maker {
    /// A call of a builtin function.
    pub(super) fn builtin(&mut self, operators: u32) -> Option<ExprId> {
        match self.choices.below(6) {
            0 => self.checked_builtin(operators),
            1 => self.expectation(operators),
            _ => self.builtin_of_one(operators),
        }
    }

    fn builtin_of_one(&mut self, operators: u32) -> Option<ExprId> {
        let (name, basic, argument) = *self.choices.pick(&BUILTINS);
        if !self.fits_width(basic) {
            return None;
        }
        let function = self.b.builtin(name)?;
        let mut value = self.integer(operators);
        value = self.b.cast(Ty::basic(basic), value);
        if argument == Argument::NotZero {
            let bit = self.b.int_of(1 << self.choices.below(u64::from(self.target.int_bits(basic)).min(32) - 1), basic);
            value = self.b.binary(BinaryOp::BitOr, value, bit);
        }
        self.tokens += 8;
        let callee = self.b.name(function);
        Some(self.b.call(callee, [value]))
    }

    /// `__builtin_expect(a, 1)`.
    fn expectation(&mut self, operators: u32) -> Option<ExprId> {
        let function = self.b.builtin("__builtin_expect").filter(|_| self.fits_width(Basic::Long))?;
        let value = self.integer(operators);
        let value = self.b.cast(Ty::basic(Basic::Long), value);
        let likely = self.choices.below(2) as u32;
        let (callee, likely) = (self.b.name(function), self.b.int(likely));
        self.tokens += 9;
        Some(self.b.call(callee, [value, likely]))
    }

    /// `__builtin_add_overflow(a, b, &x)`: with all of one type, which compilers compute without help from a library.
    fn checked_builtin(&mut self, operators: u32) -> Option<ExprId> {
        let around = self.context.clone();
        let to = self.purely(true, |maker| maker.integer_lvalue(Use::Write, &around))?;
        let basic = self.b.sight().types().as_basic(to.ty)?;
        let is_enum = to.ty != Ty::basic(basic);
        let unfit = to.is_volatile || to.is_bit_field || is_enum || basic == Basic::Bool;
        if unfit || !self.place(to.places[0]).is_addressable || self.target.int_bits(basic) > 64 {
            return None;
        }
        let name = *self.choices.pick(&CHECKED);
        let function = self.b.builtin(name)?;
        let (a, b) = self.without_writes_to(&to.places, |maker| {
            let left = operators / 2;
            let (a, b) = (maker.integer(left), maker.integer(operators - left));
            (maker.b.cast(to.ty, a), maker.b.cast(to.ty, b))
        });
        self.note_access(&to.places, Use::Write, false);
        self.tokens += 14;
        let (callee, address) = (self.b.name(function), self.b.unary(UnaryOp::AddrOf, to.expr));
        Some(self.b.call(callee, [a, b, address]))
    }

    /// `({ int l = a; l + b; })`: a variable that only what follows in it sees.
    pub(super) fn statement_expression(&mut self, operators: u32) -> ExprId {
        let ty = self.any_integer();
        let first = operators / 2;
        let init = self.integer(first);
        let name = self.new_name("l");
        let mark = self.locals.mark();
        let decl = self.b.local(Variable::new(&name, ty), Some(init));
        let declared = self.b.declaration(&[decl]);
        let object = self.add_object(Home::Local, Some(decl), ty);
        let root = self.object(object).root;
        self.note_access(&[root], Use::Read, false);
        let own = self.b.name(decl);
        let rest = self.integer(operators - first);
        let op = *self.choices.pick(&[BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::Lt, BinaryOp::Eq, BinaryOp::Add]);
        let value = self.operation(op, own, rest);
        self.locals.cut(mark);
        self.tokens += 10;
        let value = self.b.expr_stmt(value);
        let block = self.b.block([declared, value]);
        self.b.stmt_expr(block)
    }

    /// `(long){a}`: the value of an object without a name.
    pub(super) fn scalar_literal(&mut self) -> ExprId {
        let ty = self.any_integer();
        let value = self.integer(0);
        let list = self.b.init_list([value]);
        self.tokens += 5;
        self.b.compound_literal(ty, list)
    }

    /// `"abc"[i]`.
    pub(super) fn letter(&mut self) -> ExprId {
        let text = self.text(12);
        let index = self.subscript(text.len() as u64 + 1);
        let string = self.b.string(&text);
        self.b.index(string, index)
    }

    /// An enumeration constant.
    pub(super) fn enumerator(&mut self) -> Option<ExprId> {
        if self.enumerators.is_empty() {
            return None;
        }
        let decl = *self.choices.pick(&self.enumerators);
        self.tokens += 1;
        Some(self.b.name(decl))
    }

    /// The element of an array, `a[i]`, or `*(a + i)`, which takes the address of the array.
    pub(super) fn element(&mut self, base: ExprId, index: ExprId, is_addressable: bool) -> ExprId {
        if !is_addressable || !self.features.has(Feature::PointerArith) || !self.choices.one_in(6) {
            return self.b.index(base, index);
        }
        self.tokens += 2;
        let sum = self.b.binary(BinaryOp::Add, base, index);
        self.b.unary(UnaryOp::Deref, sum)
    }
}
