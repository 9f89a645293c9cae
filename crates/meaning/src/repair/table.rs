//! The repairs that generators choose from.
//!
//! Each row looks at an operation and its operands and gives what the operation may become. A row need not fit, and what it
//! gives need not be defined for operands that come later; a node's repairs form a chain, and [`Row::Left`], which is always
//! defined, is where every chain ends.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::value::int::{Int, IntShape};

use super::{Arithmetic, Repair, Scalar};

/// An operation that would be undefined.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub op: BinaryOp,
    /// The type of the result.
    pub ty: Basic,
    /// The left operand, converted.
    pub left: Scalar,
    /// The right operand, converted.
    pub right: Scalar,
}

macro_rules! rows {
    ($( $(#[$meta:meta])* $variant:ident => $name:literal, $make:ident; )*) => {
        /// A kind of repair.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Row { $( $(#[$meta])* $variant, )* }

        impl Row {
            /// All kinds, as they are tried: what changes least comes first.
            pub const ALL: &[Row] = &[$( Row::$variant, )*];

            /// The word for it.
            pub fn name(self) -> &'static str {
                match self { $( Row::$variant => $name, )* }
            }

            /// What an operation becomes, if this kind fits it.
            pub fn make(self, arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
                match self { $( Row::$variant => $make(arithmetic, operation), )* }
            }
        }
    };
}

rows! {
    /// The opposite operator: `a - b` for `a + b`, `a >> b` for `a << b`.
    Flip => "flip", flip;
    /// A constant is added to the right operand, so that the operation is just defined.
    InsertRight => "insert-right", insert_right;
    /// A constant is added to the left operand.
    InsertLeft => "insert-left", insert_left;
    /// The count of a shift, within the width.
    MaskCount => "mask-count", mask_count;
    /// `a / (b | 1)`.
    OddDivisor => "odd-divisor", odd_divisor;
    /// Computed without sign, converted back.
    Unsigned => "unsigned", unsigned;
    /// `b ? a / b : a`: agrees with what the node did before.
    Guard => "guard", guard;
    /// The left operand alone: always defined.
    Left => "left", left;
}

impl Row {
    /// The first repairs that mend an operation, in the order of the table: the last is always there.
    pub fn chain(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Vec<(Row, Repair)> {
        Row::ALL
            .iter()
            .filter_map(|&row| Some((row, row.make(arithmetic, operation)?)))
            .filter(|(_, repair)| repair.eval(arithmetic, operation.ty, operation.left, operation.right).is_ok())
            .collect()
    }
}

fn flip(_: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    let op = match operation.op {
        BinaryOp::Add => BinaryOp::Sub,
        BinaryOp::Sub => BinaryOp::Add,
        BinaryOp::Mul => BinaryOp::Div,
        BinaryOp::Div | BinaryOp::Rem => BinaryOp::Mul,
        BinaryOp::Shl => BinaryOp::Shr,
        BinaryOp::Shr => BinaryOp::Shl,
        _ => return None,
    };
    Some(Repair::binary(op, Repair::Left, Repair::Right))
}

/// The constant that brings an operand to a value, if the step is representable.
fn step(shape: IntShape, from: Int, to: i128) -> Option<Int> {
    let distance = to.checked_sub(from.as_i128())?;
    shape.contains(distance).then(|| Int::from_i128(distance, shape))
}

/// The ends of a type, as far as this arithmetic goes: half of what has 128 bits without sign is beyond it.
pub(super) fn ends(shape: IntShape) -> (i128, i128) {
    let max = shape.max().as_i128();
    (shape.min().as_i128(), if max < 0 { i128::MAX } else { max })
}

/// The values of one factor for which a product with the other one is defined.
fn factors(other: i128, (min, max): (i128, i128)) -> (i128, i128) {
    match max.checked_div(other.checked_abs().unwrap_or(i128::MAX)) {
        Some(most) => (-most, most),
        None => (min, max),
    }
}

/// The values of the right operand for which an operation is defined, as a range: for divisions the positive ones. `None`
/// where there is no such range.
pub fn right_range(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<(i128, i128)> {
    let a = operation.left.as_int()?.as_i128();
    let (min, max) = ends(arithmetic.shape(operation.right.basic));
    let left = arithmetic.shape(operation.ty);
    let widest = i128::from(left.bits) - 1;
    match operation.op {
        BinaryOp::Add => Some((min.saturating_sub(a.min(0)), max - a.max(0))),
        BinaryOp::Sub => Some((a.saturating_sub(max).max(min), a.saturating_sub(min).min(max))),
        BinaryOp::Mul => Some(factors(a, (min, max))),
        BinaryOp::Div | BinaryOp::Rem => Some((1, max)),
        // A negative value cannot be shifted by any count: that is for the left operand, once the count is right.
        BinaryOp::Shl if left.signed && a < 0 => {
            let count = operation.right.as_int()?.as_i128();
            (!(0..=widest).contains(&count)).then_some((0, widest))
        }
        BinaryOp::Shl if left.signed && a > 0 => {
            // As far as the value still fits.
            let used = 128 - i128::from(a.leading_zeros());
            Some((0, widest - used))
        }
        BinaryOp::Shl | BinaryOp::Shr => Some((0, widest)),
        _ => None,
    }
}

/// The values of the left operand for which an operation is defined, as a range.
pub fn left_range(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<(i128, i128)> {
    let b = operation.right.as_int()?.as_i128();
    let shape = arithmetic.shape(operation.left.basic);
    let (min, max) = ends(shape);
    match operation.op {
        BinaryOp::Add => Some((min.saturating_sub(b.min(0)), max - b.max(0))),
        BinaryOp::Sub => Some((min.saturating_add(b.max(0)), max.saturating_add(b.min(0)))),
        BinaryOp::Mul => Some(factors(b, (min, max))),
        // MIN / -1 and MIN % -1.
        BinaryOp::Div | BinaryOp::Rem if b != 0 => Some((min + 1, max)),
        BinaryOp::Shl => {
            let count = u32::try_from(b).ok().filter(|&count| count < u32::from(shape.bits))?;
            Some((0, max >> count))
        }
        _ => None,
    }
}

fn insert_right(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    let (lo, hi) = right_range(arithmetic, operation)?;
    let (basic, b) = (operation.right.basic, operation.right.as_int()?);
    let wanted = b.as_i128().clamp(lo, hi);
    let k = Repair::Const(Scalar::int(basic, step(arithmetic.shape(basic), b, wanted)?));
    Some(Repair::binary(operation.op, Repair::Left, Repair::binary(BinaryOp::Add, Repair::Right, k)))
}

fn insert_left(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    let (lo, hi) = left_range(arithmetic, operation)?;
    let (basic, a) = (operation.left.basic, operation.left.as_int()?);
    let wanted = a.as_i128().clamp(lo, hi);
    let k = Repair::Const(Scalar::int(basic, step(arithmetic.shape(basic), a, wanted)?));
    Some(Repair::binary(operation.op, Repair::binary(BinaryOp::Add, Repair::Left, k), Repair::Right))
}

fn mask_count(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    if !matches!(operation.op, BinaryOp::Shl | BinaryOp::Shr) {
        return None;
    }
    let bits = arithmetic.shape(operation.ty).bits;
    let mask = Int::from_u128(u128::from(bits) - 1, arithmetic.shape(operation.right.basic));
    let mask = Repair::Const(Scalar::int(operation.right.basic, mask));
    let count = Repair::binary(BinaryOp::BitAnd, Repair::Right, mask);
    Some(Repair::binary(operation.op, Repair::Left, count))
}

fn odd_divisor(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    if !matches!(operation.op, BinaryOp::Div | BinaryOp::Rem) || operation.right.as_int().is_none() {
        return None;
    }
    let one =
        Repair::Const(Scalar::int(operation.right.basic, Int::from_u128(1, arithmetic.shape(operation.right.basic))));
    Some(Repair::binary(operation.op, Repair::Left, Repair::binary(BinaryOp::BitOr, Repair::Right, one)))
}

fn unsigned(_: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    operation.left.as_int()?;
    let to = operation.ty.to_unsigned();
    let right = match operation.op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => Repair::cast(to, Repair::Right),
        BinaryOp::Shl => Repair::Right,
        _ => return None,
    };
    let whole = Repair::binary(operation.op, Repair::cast(to, Repair::Left), right);
    Some(Repair::cast(operation.ty, whole))
}

fn guard(_: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    if !matches!(operation.op, BinaryOp::Div | BinaryOp::Rem) {
        return None;
    }
    let whole = Repair::binary(operation.op, Repair::Left, Repair::Right);
    Some(Repair::choose(Repair::Right, whole, Repair::Left))
}

#[expect(clippy::unnecessary_wraps, reason = "a row of the table")]
fn left(_: &Arithmetic<'_>, _: &Operation) -> Option<Repair> {
    Some(Repair::Left)
}
