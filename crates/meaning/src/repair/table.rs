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

/// The value of the right operand nearest to its own for which the operation is defined.
fn nearest_right(shape: IntShape, op: BinaryOp, a: Int, b: Int) -> Option<i128> {
    let (a, b) = (a.as_i128(), b.as_i128());
    let (min, max) = (shape.min().as_i128(), shape.max().as_i128());
    Some(match op {
        BinaryOp::Add => b.clamp((min - a.min(0)).max(min), max - a.max(0)),
        BinaryOp::Sub => b.clamp(a.max(-1) - max, if a < 0 { a - min } else { max }),
        BinaryOp::Mul if a != 0 => b.clamp(-(max / a.abs()), max / a.abs()),
        BinaryOp::Div | BinaryOp::Rem => 1,
        _ => return None,
    })
}

fn insert_right(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    let (a, b) = (operation.left.as_int()?, operation.right.as_int()?);
    let basic = operation.right.basic;
    let shape = arithmetic.shape(basic);
    // One bit to spare, so that nothing here overflows.
    if shape.bits > 64 {
        return None;
    }
    let wanted = match operation.op {
        BinaryOp::Shl | BinaryOp::Shr => b.as_i128().clamp(0, i128::from(arithmetic.shape(operation.ty).bits) - 1),
        op => nearest_right(shape, op, a, b)?,
    };
    let k = Repair::Const(Scalar::int(basic, step(shape, b, wanted)?));
    Some(Repair::binary(operation.op, Repair::Left, Repair::binary(BinaryOp::Add, Repair::Right, k)))
}

fn insert_left(arithmetic: &Arithmetic<'_>, operation: &Operation) -> Option<Repair> {
    let (a, b) = (operation.left.as_int()?, operation.right.as_int()?);
    let basic = operation.left.basic;
    let shape = arithmetic.shape(basic);
    if shape.bits > 64 {
        return None;
    }
    let (min, max) = (shape.min().as_i128(), shape.max().as_i128());
    let wanted = match operation.op {
        // The operation commutes, or is the other way round.
        BinaryOp::Add | BinaryOp::Mul => nearest_right(shape, operation.op, b, a)?,
        BinaryOp::Sub => {
            let b = b.as_i128();
            a.as_i128().clamp((min + b.max(0)).max(min), max + b.min(0))
        }
        // MIN / -1 and MIN % -1.
        BinaryOp::Div | BinaryOp::Rem if !b.is_zero() => a.as_i128() + 1,
        BinaryOp::Shl => {
            let count = u32::try_from(b.as_i128()).ok().filter(|&count| count < u32::from(shape.bits))?;
            a.as_i128().clamp(0, max >> count)
        }
        _ => return None,
    };
    let k = Repair::Const(Scalar::int(basic, step(shape, a, wanted)?));
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
