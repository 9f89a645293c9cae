//! Idioms about numbers twice as wide as the widest others: their products and quotients.

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

    /// `x = l / m; y = l % m;`, with numbers for which machines have no division.
    pub(super) fn wide_division(&mut self) -> Option<StmtId> {
        if !self.has_wide() {
            return None;
        }
        let (dividend, first) = self.any_scratch(Basic::UInt128);
        self.context = Effects::default();
        let any = self.purely(true, |maker| maker.integer(1));
        let narrow = self.b.cast(Ty::basic(Basic::UShort), any);
        let more = 1 + self.choices.below(1000) as u32;
        let more = self.b.int(more);
        let positive = self.b.binary(BinaryOp::Add, narrow, more);
        let (divisor, second) = self.scratch(Ty::basic(Basic::UInt128), positive);
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
}
