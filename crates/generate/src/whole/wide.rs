//! Idioms about products and quotients, also of numbers twice as wide as the widest others.

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::tree::{BinaryOp, DeclRef, StmtId};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::effects::Effects;
use super::features::Feature;

impl Maker {
    /// Whether there are numbers twice as wide as the widest others.
    fn has_wide(&self) -> bool {
        self.features.has(Feature::Int128) && self.target.basic(Basic::Int128).is_some()
    }

    /// `long long l = 11400714819323198485ULL * x;`: compilers see no narrower type in it.
    fn full_scratch(&mut self, half: Basic) -> (DeclRef, StmtId) {
        self.context = Effects::default();
        let any = self.purely(true, Self::variable);
        let any = self.b.cast(Ty::basic(Basic::ULongLong), any);
        let factor = self.b.int_of(0x9e37_79b9_7f4a_7c15, Basic::ULongLong);
        let value = self.b.binary(BinaryOp::Mul, factor, any);
        self.tokens += 2;
        self.scratch(Ty::basic(half), value)
    }

    /// `x = (unsigned __int128)l * m >> 64;`
    pub(super) fn wide_product(&mut self, shift: u32) -> Option<StmtId> {
        if !self.has_wide() {
            return None;
        }
        let is_signed = self.choices.one_in(2);
        let (half, wide) =
            if is_signed { (Basic::LongLong, Basic::Int128) } else { (Basic::ULongLong, Basic::UInt128) };
        let ((a, first), (b, second)) = (self.full_scratch(half), self.full_scratch(half));
        let kept = self.kept_whole(64, |maker| {
            let (lhs, rhs) = (maker.b.name(a), maker.b.name(b));
            let lhs = maker.b.cast(Ty::basic(wide), lhs);
            let product = maker.b.binary(BinaryOp::Mul, lhs, rhs);
            maker.tokens += 7;
            maker.shifted(BinaryOp::Shr, product, shift)
        })?;
        Some(self.b.block([first, second, kept]))
    }

    /// `x = l / m; y = l % m;`: one division gives both. Wide are numbers for which machines have no division.
    pub(super) fn quotient(&mut self, is_wide: bool) -> Option<StmtId> {
        if is_wide && !self.has_wide() {
            return None;
        }
        let basic =
            if is_wide { Basic::UInt128 } else { self.pick_integer(&[Basic::UInt, Basic::ULongLong, Basic::UInt]) };
        let (dividend, first) = self.any_scratch(basic);
        self.context = Effects::default();
        let any = self.purely(true, |maker| maker.integer(1));
        let narrow = self.b.cast(Ty::basic(Basic::UShort), any);
        let more = 1 + self.choices.below(1000) as u32;
        let more = self.b.int(more);
        let positive = self.b.binary(BinaryOp::Add, narrow, more);
        let (divisor, second) = self.scratch(Ty::basic(basic), positive);
        let mut items = vec![first, second];
        for op in [BinaryOp::Div, BinaryOp::Rem] {
            items.push(self.kept(|maker| {
                let (lhs, rhs) = (maker.b.name(dividend), maker.b.name(divisor));
                maker.tokens += 3;
                maker.b.binary(op, lhs, rhs)
            })?);
        }
        Some(self.b.block(items))
    }

    /// `T m = c ? x | 1 : 0; y = l / m;`: whoever thinks that `m` may be 0 knows that `c` is true.
    pub(super) fn doubtful_quotient(&mut self) -> Option<StmtId> {
        let basic = self.pick_integer(&[Basic::UInt, Basic::ULongLong]);
        let (dividend, first) = self.any_scratch(basic);
        let cond = self.opaque_condition(true);
        let any = self.purely(true, Self::variable);
        let any = self.b.cast(Ty::basic(basic), any);
        let [one, zero] = [1, 0].map(|value| self.b.int_of(value, basic));
        let positive = self.b.binary(BinaryOp::BitOr, any, one);
        let value = self.b.conditional(cond, positive, zero);
        self.tokens += 8;
        let (divisor, second) = self.scratch(Ty::basic(basic), value);
        let op = *self.choices.pick(&[BinaryOp::Div, BinaryOp::Rem]);
        let kept = self.kept(|maker| {
            let (lhs, rhs) = (maker.b.name(dividend), maker.b.name(divisor));
            maker.tokens += 3;
            maker.b.binary(op, lhs, rhs)
        })?;
        Some(self.b.block([first, second, kept]))
    }
}
