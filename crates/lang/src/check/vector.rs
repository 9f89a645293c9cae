//! A number beside a vector: GNU C converts it to the type of the elements, unless that could lose something.

use super::Checker;
use super::fold::Value;
use crate::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::types::{Basic, Ty, TypeKind};
use crate::value::float::Float;
use crate::value::int::{Int, IntShape};

impl Checker {
    /// Whether the value of a number certainly fits the elements of a vector, as GCC sees it: by its type, or by its value if
    /// it is constant. A conversion to a wider type and `&` with a constant are looked through. `_Bool` and enumerations do
    /// not go with vectors at all.
    pub(super) fn fits_element(&self, number: ExprId, elem: Ty) -> bool {
        if !self.goes_with_vectors(number) {
            return false;
        }
        let (Some(from), Some(to)) = (self.types().as_basic(self.ty(number)), self.types().as_basic(elem)) else {
            return true;
        };
        match (from.is_integer(), to.is_integer()) {
            (false, true) => false,
            (true, true) => match self.fold_int(number) {
                Some(value) => self.fits_width(value, from, to),
                None => self.value_bits(number) <= self.target().int_bits(to),
            },
            (_, false) => match self.folder().value(number) {
                Some(Value::Float(value)) => {
                    let narrow = value.convert(self.target().float_format(to));
                    narrow.convert(value.format()).bits() == value.bits()
                }
                Some(Value::Int(value)) => {
                    let signed = self.target().is_signed(from);
                    let shape = IntShape { bits: self.target().int_bits(from) as u8, signed };
                    let float = Float::from_int(value, shape, self.target().float_format(to));
                    float.to_int(shape).value == value
                }
                _ if from.is_integer() => {
                    let sign = u32::from(self.target().is_signed(from));
                    self.target().int_bits(from) - sign <= self.target().float_format(to).precision()
                }
                _ => self.size(from) <= self.size(to),
            },
        }
    }

    /// Whether a number has a type that GNU C converts to that of elements.
    pub(super) fn goes_with_vectors(&self, number: ExprId) -> bool {
        let kind = self.types().canon_kind(self.ty(number));
        !matches!(kind, TypeKind::Basic(Basic::Bool) | TypeKind::Enum(_))
    }

    /// How many bits the value of an integer expression can have.
    fn value_bits(&self, number: ExprId) -> u32 {
        let own = self.types().as_basic(self.ty(number)).map_or(0, |basic| self.target().int_bits(basic));
        let masked = |mask: ExprId| {
            let value = self.fold_int(mask)?.as_i128();
            (value >= 0).then(|| i128::BITS - value.leading_zeros())
        };
        let inner = match self.body().expr(number) {
            ExprKind::Cast { operand, .. } if self.types().is_integer(self.ty(operand)) => self.value_bits(operand),
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.value_bits(operand),
            ExprKind::Member { .. } => self.bit_field(number).map_or(own, |(_, width)| width),
            ExprKind::Binary { op: BinaryOp::BitAnd, lhs, rhs } => masked(lhs).or_else(|| masked(rhs)).unwrap_or(own),
            _ => own,
        };
        own.min(inner)
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
}
