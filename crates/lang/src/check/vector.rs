//! A number beside a vector: GNU C converts it to the type of the elements, unless that could lose something.

use super::Checker;
use crate::tree::{ExprId, ExprKind, UnaryOp};
use crate::types::{Basic, Ty};
use crate::value::int::Int;

impl Checker {
    /// Whether the value of a number certainly or possibly fits the elements of a vector. GCC looks into expressions for
    /// what their values can be; here only constants and values that are read as they are can be found not to fit.
    pub(super) fn fits_element(&self, number: ExprId, elem: Ty) -> bool {
        let (Some(from), Some(to)) = (self.types().as_basic(self.ty(number)), self.types().as_basic(elem)) else {
            return true;
        };
        match (from.is_integer(), to.is_integer()) {
            (false, true) => false,
            (true, true) => match self.fold_int(number) {
                Some(value) => self.fits_width(value, from, to),
                None => !self.is_read(number) || self.target().int_bits(from) <= self.target().int_bits(to),
            },
            (_, false) if self.folder().value(number).is_some() || !self.is_read(number) => true,
            (false, false) => self.size(from) <= self.size(to),
            (true, false) => {
                let value_bits = self.target().int_bits(from) - u32::from(self.target().is_signed(from));
                value_bits <= self.target().float_format(to).precision()
            }
        }
    }

    fn size(&self, basic: Basic) -> u32 {
        self.target().basic(basic).map_or(0, |extent| u32::from(extent.size))
    }

    /// A change of sign does not matter.
    fn fits_width(&self, value: Int, from: Basic, to: Basic) -> bool {
        let bits = self.target().int_bits(to);
        let value = value.as_i128();
        match (self.target().is_signed(from), self.target().is_signed(to)) {
            // Nothing is wider than the widest type.
            _ if bits >= i128::BITS => true,
            (true, true) => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
            (_, false) => value < 1i128 << bits,
            (false, true) => true,
        }
    }

    /// A value that is read from an object or returned by a function.
    fn is_read(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Name { .. } | ExprKind::Index { .. } | ExprKind::Call { .. } => true,
            ExprKind::Unary { op: UnaryOp::Deref, .. } => true,
            ExprKind::Member { .. } => self.bit_field(id).is_none(),
            _ => false,
        }
    }
}
