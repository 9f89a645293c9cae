//! Bytes of numbers: put together, taken apart, swapped and rotated, as programs do that know nothing of their machine.
//!
//! Optimisers make one load, one store, one instruction of it.

use kiln_lang::build::{BuildExpr, BuildStmt};
use kiln_lang::tree::{BinaryOp, ExprId, StmtId};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::lvalue::Use;
use super::sweep::Lanes;

impl Maker {
    /// The unsigned type of so many bytes.
    pub(super) fn unsigned_of(&self, bytes: u32) -> Option<Basic> {
        let types = [Basic::UInt, Basic::ULong, Basic::ULongLong, Basic::UShort];
        types.into_iter().find(|&basic| self.fits_width(basic) && self.target.int_bits(basic) == 8 * bytes)
    }

    /// An array of at least so many bytes.
    fn byte_array(&mut self, least: i64, is_written: bool) -> Option<Lanes> {
        let byte = Ty::basic(Basic::UChar);
        let fits = |maker: &Self, lanes: &Lanes| {
            lanes.ty == byte && lanes.len >= least && !(is_written && maker.is_fixed(lanes.element))
        };
        let fitting: Vec<Lanes> = self.seen_lanes().into_iter().filter(|lanes| fits(self, lanes)).collect();
        if fitting.is_empty() { None } else { Some(*self.choices.pick(&fitting)) }
    }

    /// `a[5]`.
    pub(super) fn element_at(&mut self, lanes: Lanes, at: u32) -> ExprId {
        let (base, at) = (self.name_place(lanes.array), self.b.int(at));
        self.tokens += 4;
        self.b.index(base, at)
    }

    /// `value << 8 * at`, or as it is for the first byte.
    pub(super) fn shifted(&mut self, op: BinaryOp, value: ExprId, bits: u32) -> ExprId {
        if bits == 0 {
            return value;
        }
        self.tokens += 2;
        let count = self.b.int(bits);
        self.b.binary(op, value, count)
    }

    fn any_of(&mut self, parts: Vec<ExprId>) -> ExprId {
        self.tokens += parts.len() as u32;
        let all = parts.into_iter().reduce(|all, one| self.b.binary(BinaryOp::BitOr, all, one));
        all.unwrap_or_else(|| self.b.int(0))
    }

    /// `x = a[0] | a[1] << 8 | ...;`, or the other way round.
    pub(super) fn gathered(&mut self, n: u32, is_swapped: bool) -> Option<StmtId> {
        let basic = self.unsigned_of(n)?;
        let lanes = self.byte_array(n.into(), false)?;
        let start = self.choices.below(lanes.len as u64 - u64::from(n) + 1) as u32;
        self.kept_whole(8 * n, |maker| {
            maker.note_access(&[lanes.element], Use::Read, false);
            let parts = (0..n).map(|byte| {
                let at = if is_swapped { n - 1 - byte } else { byte };
                let element = maker.element_at(lanes, start + at);
                let wide = maker.b.cast(Ty::basic(basic), element);
                maker.tokens += 3;
                maker.shifted(BinaryOp::Shl, wide, 8 * byte)
            });
            let parts = parts.collect();
            maker.any_of(parts)
        })
    }

    /// `a[0] = l; a[1] = l >> 8; ...`, or the other way round.
    pub(super) fn scattered(&mut self, n: u32) -> Option<StmtId> {
        let basic = self.unsigned_of(n)?;
        let lanes = self.byte_array(n.into(), true)?;
        let start = self.choices.below(lanes.len as u64 - u64::from(n) + 1) as u32;
        let is_swapped = self.choices.one_in(2);
        let (decl, declared) = self.any_scratch(basic);
        let mut items = vec![declared];
        self.note_access(&[lanes.element], Use::Write, false);
        for byte in 0..n {
            let at = if is_swapped { n - 1 - byte } else { byte };
            let (to, value) = (self.element_at(lanes, start + at), self.b.name(decl));
            let value = self.shifted(BinaryOp::Shr, value, 8 * byte);
            let set = self.b.assign(None, to, value);
            items.push(self.b.expr_stmt(set));
            self.tokens += 3;
        }
        self.room = self.room.saturating_sub(n.into());
        Some(self.b.block(items))
    }

    /// `x = l >> 24 | (l >> 8 & 0xff00) | (l << 8 & 0xff0000) | l << 24;`
    pub(super) fn swapped(&mut self, n: u32) -> Option<StmtId> {
        let basic = self.unsigned_of(n)?;
        let (decl, declared) = self.any_scratch(basic);
        let kept = self.kept_whole(8 * n, |maker| {
            let parts = (0..n).map(|byte| {
                let (from, to) = (8 * byte, 8 * (n - 1 - byte));
                let value = maker.b.name(decl);
                let op = if from > to { BinaryOp::Shr } else { BinaryOp::Shl };
                let moved = maker.shifted(op, value, from.abs_diff(to));
                let is_end = byte == 0 || byte == n - 1;
                if is_end && n > 2 {
                    return moved;
                }
                let mask = maker.b.int_of(0xff << to, basic_of_mask(basic));
                maker.tokens += 2;
                maker.b.binary(BinaryOp::BitAnd, moved, mask)
            });
            let parts = parts.collect();
            maker.any_of(parts)
        })?;
        Some(self.b.block([declared, kept]))
    }

    /// `x = l << 7 | l >> 25;`
    pub(super) fn rotated(&mut self) -> Option<StmtId> {
        let basic = *self.choices.pick(&[Basic::UInt, Basic::UInt, Basic::ULongLong]);
        let basic = if self.fits_width(basic) { basic } else { Basic::UInt };
        let bits = self.target.int_bits(basic);
        let by = 1 + self.choices.below(u64::from(bits) - 1) as u32;
        let (decl, declared) = self.any_scratch(basic);
        let kept = self.kept(|maker| {
            let (high, low) = (maker.b.name(decl), maker.b.name(decl));
            let parts = vec![maker.shifted(BinaryOp::Shl, high, by), maker.shifted(BinaryOp::Shr, low, bits - by)];
            maker.any_of(parts)
        })?;
        Some(self.b.block([declared, kept]))
    }
}

/// The type in which masks are written.
fn basic_of_mask(basic: Basic) -> Basic {
    if basic == Basic::UShort { Basic::Int } else { basic }
}
