//! Constants and addresses of names, followed inside of a block to where they are used.

use crate::code::{Code, Comparison, IntOp, Op, Packed, Reg};
use crate::memory::access::Access;

/// What is known of registers.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Unknown,
    Const(i32),
    /// These three registers hold the address of a symbol, or of an object of the frame.
    Symbol(u32),
    Frame(u16),
    /// They hold a null pointer.
    Null,
}

/// What is known in the block at hand.
struct Known {
    values: Vec<Value>,
    /// Registers that something is known of.
    set: Vec<Reg>,
}

impl Known {
    fn get(&self, reg: Reg) -> Value {
        self.values.get(usize::from(reg)).copied().unwrap_or(Value::Unknown)
    }

    fn constant(&self, reg: Reg) -> Option<i32> {
        if let Value::Const(value) = self.get(reg) { Some(value) } else { None }
    }

    fn is_null(&self, reg: Reg) -> bool {
        self.get(reg) == Value::Null
    }

    fn set(&mut self, reg: Reg, value: Value) {
        if let Some(place) = self.values.get_mut(usize::from(reg)) {
            *place = value;
            self.set.push(reg);
        }
    }

    fn clear(&mut self) {
        for reg in self.set.drain(..) {
            self.values[usize::from(reg)] = Value::Unknown;
        }
    }

    fn forget_object(&mut self, object: u16) {
        for &reg in &self.set {
            let value = &mut self.values[usize::from(reg)];
            if *value == Value::Frame(object) {
                *value = Value::Unknown;
            }
        }
    }

    fn forget(&mut self, reg: Reg, n: u16) {
        if n > 3 {
            // All registers from one on: a call.
            let first = reg.saturating_sub(2);
            let values = &mut self.values;
            self.set.retain(|&reg| {
                let stays = reg < first;
                if !stays {
                    values[usize::from(reg)] = Value::Unknown;
                }
                stays
            });
            return;
        }
        let (first, end) = (usize::from(reg), usize::from(reg) + usize::from(n));
        for at in first.saturating_sub(2)..end.min(self.values.len()) {
            // An address reaches into the two registers behind.
            if at >= first || matches!(self.values[at], Value::Symbol(_) | Value::Frame(_) | Value::Null) {
                self.values[at] = Value::Unknown;
            }
        }
    }
}

/// Rewrites instructions by what is known of their operands.
pub(super) fn forward(code: &mut Code, starts: &[bool], wide_pointers: bool) {
    let mut known = Known { values: vec![Value::Unknown; code.registers as usize + 3], set: Vec::new() };
    for (pc, &starts) in starts[..code.ops.len()].iter().enumerate() {
        if starts {
            known.clear();
        }
        let op = rewritten(code.ops[pc], &known, code, wide_pointers);
        code.ops[pc] = op;
        op.may_write(code, |reg, n| known.forget(reg, n));
        match op {
            Op::Const { d, value } => known.set(d, Value::Const(value)),
            Op::Symbol { d, symbol } => known.set(d, Value::Symbol(symbol)),
            Op::Frame { d, object } => known.set(d, Value::Frame(object)),
            Op::Null { d } => known.set(d, Value::Null),
            // Its address leads to what was there before.
            Op::Enter { object } | Op::Adopt { object, .. } | Op::Leave { object } | Op::EnterVla { object, .. } => {
                known.forget_object(object);
            }
            _ => {}
        }
    }
}

fn rewritten(op: Op, known: &Known, code: &Code, wide_pointers: bool) -> Op {
    arithmetic(op, known).or_else(|| address(op, known, code)).unwrap_or_else(|| cell(op, known, code, wide_pointers))
}

/// Arithmetic with a constant. Where a fault may be reported, the operands keep their sides.
fn arithmetic(op: Op, known: &Known) -> Option<Op> {
    let constant = |reg: Reg| known.constant(reg);
    // One operand of two, and the other's value.
    let either = |a: Reg, b: Reg| {
        constant(b).map(|value| (a, value, false)).or_else(|| constant(a).map(|value| (b, value, true)))
    };
    Some(match op {
        Op::Mov { d, a } => Op::Const { d, value: constant(a)? },
        Op::AddI32 { d, a, b } => Op::IncI32 { d, a, value: constant(b)? },
        Op::SubI32 { d, a, b } => Op::SubI32I { d, a, value: constant(b)? },
        Op::AddI64 { d, a, b } => Op::AddI64I { d, a, value: constant(b)? },
        Op::SubI64 { d, a, b } => Op::SubI64I { d, a, value: constant(b)? },
        Op::MulI32 { d, a, b } => {
            let (a, value, swapped) = either(a, b)?;
            Op::MulI32I { swapped, d, a, value }
        }
        Op::MulI64 { d, a, b } => {
            let (a, value, swapped) = either(a, b)?;
            Op::MulI64I { swapped, d, a, value }
        }
        Op::SubU32 { d, a, b } => Op::AddU32I { d, a, value: constant(b)?.wrapping_neg() },
        Op::SubU64 { d, a, b } => Op::AddU64I { d, a, value: constant(b)?.checked_neg()? },
        Op::AddU32 { d, a, b } => either(a, b).map(|(a, value, _)| Op::AddU32I { d, a, value })?,
        Op::MulU32 { d, a, b } => either(a, b).map(|(a, value, _)| Op::MulU32I { d, a, value })?,
        Op::AddU64 { d, a, b } => either(a, b).map(|(a, value, _)| Op::AddU64I { d, a, value })?,
        Op::MulU64 { d, a, b } => either(a, b).map(|(a, value, _)| Op::MulU64I { d, a, value })?,
        Op::And { d, a, b } => either(a, b).map(|(a, value, _)| Op::AndI { d, a, value })?,
        Op::Or { d, a, b } => either(a, b).map(|(a, value, _)| Op::OrI { d, a, value })?,
        Op::Xor { d, a, b } => either(a, b).map(|(a, value, _)| Op::XorI { d, a, value })?,
        Op::Int { op, shape, wrap, d, a, b } => general(op, shape, wrap, d, a, constant(b)?)?,
        Op::Zext32 { d, a } => Op::Const { d, value: constant(a).filter(|&value| value >= 0)? },
        Op::JumpEq { a, b, to } => either(a, b).map(|(a, value, _)| Op::JumpEqI { a, value, to })?,
        Op::JumpNe { a, b, to } => either(a, b).map(|(a, value, _)| Op::JumpNeI { a, value, to })?,
        Op::JumpLtS { a, b, to } => match either(a, b)? {
            (a, value, false) => Op::JumpLtSI { a, value, to },
            (a, value, true) => Op::JumpGtSI { a, value, to },
        },
        Op::JumpLeS { a, b, to } => match either(a, b)? {
            (a, value, false) => Op::JumpLeSI { a, value, to },
            (a, value, true) => Op::JumpGeSI { a, value, to },
        },
        Op::JumpLtU { a, b, to } => match (constant(a), constant(b)) {
            (_, Some(value)) if value >= 0 => Op::JumpLtUI { a, value, to },
            (Some(value), _) if value >= 0 => Op::JumpGeUI { a: b, value: value.checked_add(1)?, to },
            _ => return None,
        },
        Op::JumpLeU { a, b, to } => match (constant(a), constant(b)) {
            (_, Some(value)) if value >= 0 => Op::JumpLtUI { a, value: value.checked_add(1)?, to },
            (Some(value), _) if value >= 0 => Op::JumpGeUI { a: b, value, to },
            _ => return None,
        },
        _ => return None,
    })
}

/// Shifts and divisions by a constant with which they cannot fail, but for a shift into the sign.
fn general(op: IntOp, shape: Packed, wrap: bool, d: Reg, a: Reg, value: i32) -> Option<Op> {
    let count = u8::try_from(value).ok().filter(|&count| u32::from(count) < shape.bits());
    let divisor = value != 0 && (value > 0 || shape.signed() && value != -1);
    Some(match (op, shape.signed(), shape.bits()) {
        (IntOp::Shl, true, 32) if !wrap => Op::ShlI32I { d, a, count: count? },
        (IntOp::Shl, false, 32) => Op::ShlU32I { d, a, count: count? },
        (IntOp::Shl, false, 64) => Op::ShlU64I { d, a, count: count? },
        (IntOp::Shr, true, _) => Op::ShrSI { d, a, count: count? },
        (IntOp::Shr, false, _) => Op::ShrUI { d, a, count: count? },
        (IntOp::Div, true, _) if divisor => Op::DivSI { d, a, value },
        (IntOp::Rem, true, _) if divisor => Op::RemSI { d, a, value },
        (IntOp::Div, false, _) if divisor => Op::DivUI { d, a, value },
        (IntOp::Rem, false, _) if divisor => Op::RemUI { d, a, value },
        _ => return None,
    })
}

/// Pointers.
fn address(op: Op, known: &Known, code: &Code) -> Option<Op> {
    let bytes = |a: Reg, size: u32| {
        let distance = i64::from(known.constant(a)?) * i64::from(size);
        i32::try_from(distance).ok().filter(|&distance| distance != i32::MIN)
    };
    Some(match op {
        // What has a name exists where it is named.
        Op::Mov3 { d, a } => match known.get(a) {
            Value::Symbol(symbol) => Op::Symbol { d, symbol },
            Value::Frame(object) => Op::Frame { d, object },
            Value::Null => Op::Null { d },
            _ => return None,
        },
        // `NULL` is a number that is converted, often twice.
        Op::IntToPointer { d, a } if known.constant(a) == Some(0) => Op::Null { d },
        Op::Whole { d, p } if known.is_null(p) => Op::Null { d },
        Op::CheckAlign { p, .. } if known.is_null(p) => Op::Nop,
        Op::Index { d, p, a, size } => match (bytes(a, size), known.get(p)) {
            (Some(bytes), _) => Op::IndexI { d, p, bytes },
            (None, Value::Symbol(symbol)) => Op::IndexStatic { d, symbol: u16::try_from(symbol).ok()?, a, size },
            _ => return None,
        },
        Op::IndexBack { d, p, a, size } => Op::IndexI { d, p, bytes: -bytes(a, size)? },
        Op::Subscript { d, p, a, size } => match known.get(p) {
            Value::Symbol(symbol) => Op::SubscriptStatic { d, symbol: u16::try_from(symbol).ok()?, a, size },
            Value::Frame(object) if is_plain(code, object) => Op::SubscriptFrame { d, object, a, size },
            _ => return None,
        },
        Op::Copy { d, p, copy } => match (known.get(d), known.get(p)) {
            (Value::Frame(object), Value::Frame(other)) => Op::CopyInFrame { object, other, copy },
            (Value::Frame(object), _) => Op::CopyToFrame { object, p, copy },
            (_, Value::Frame(object)) => Op::CopyFromFrame { d, object, copy },
            _ => return None,
        },
        Op::ClearPadding { p, copy, bytes } => match known.get(p) {
            Value::Frame(object) => Op::ClearPaddingFrame { object, copy, bytes },
            _ => return None,
        },
        Op::ComparePointer { op: op @ (Comparison::Eq | Comparison::Ne), d, a, b } => {
            let a = if known.is_null(b) { Some(a) } else { known.is_null(a).then_some(b) }?;
            if op == Comparison::Eq { Op::PointerIsNull { d, a } } else { Op::PointerIsNotNull { d, a } }
        }
        _ => return None,
    })
}

/// Whether there is nothing to know of an object of the frame but its shadow.
fn is_plain(code: &Code, object: u16) -> bool {
    let object = &code.objects[usize::from(object)];
    object.flags == 0 && !object.template.is_empty()
}

/// Whether a cell is part of an object of the frame, and aligned.
fn is_part(code: &Code, object: u16, bytes: i32, size: u8) -> bool {
    let object = &code.objects[usize::from(object)];
    let is_aligned = object.align.is_multiple_of(size.into()) && bytes.rem_euclid(size.into()) == 0;
    let room = object.template.len().checked_sub(size.into());
    is_aligned && usize::try_from(bytes).is_ok_and(|bytes| room.is_some_and(|room| bytes <= room))
}

/// Accesses to cells.
fn cell(op: Op, known: &Known, code: &Code, wide_pointers: bool) -> Op {
    let (Op::LoadU { p, access, bytes, .. }
    | Op::LoadS { p, access, bytes, .. }
    | Op::LoadPointer { p, access, bytes, .. }
    | Op::Store { p, access, bytes, .. }
    | Op::StorePointer { p, access, bytes, .. }) = op
    else {
        return op;
    };
    let size = |access: &Access| [1, 2, 4, 8].into_iter().find(|&size| access.is_cell(size));
    let Some(size) = size(&code.accesses[usize::from(access)]) else { return op };
    let symbol = match known.get(p) {
        Value::Symbol(symbol) => u16::try_from(symbol).ok(),
        _ => None,
    };
    let is_part = |object: u16| is_plain(code, object) && is_part(code, object, bytes, size);
    /// The instructions for a pointer, a symbol and an object of the frame.
    macro_rules! by_base {
        ($pointer:ident $statics:ident $frame:ident, $value:ident, $reg:ident) => {
            match (known.get(p), symbol) {
                (_, Some(symbol)) => Op::$statics { $reg: $value, symbol, access, bytes },
                (Value::Frame(object), _) if is_part(object) => Op::$frame { $reg: $value, object, access, bytes },
                _ => Op::$pointer { $value, p, access, bytes },
            }
        };
    }
    match (op, size) {
        (Op::LoadU { d, .. }, 1) => by_base!(Load8U Static8U Frame8U, d, d),
        (Op::LoadU { d, .. }, 2) => by_base!(Load16U Static16U Frame16U, d, d),
        (Op::LoadS { d, .. }, 2) => by_base!(Load16S Static16S Frame16S, d, d),
        (Op::Store { a, .. }, 2) => by_base!(Store16 SetStatic16 SetFrame16, a, v),
        (Op::LoadU { d, .. }, 4) => by_base!(Load32U Static32U Frame32U, d, d),
        (Op::LoadU { d, .. } | Op::LoadS { d, .. }, 8) => by_base!(Load64 Static64 Frame64, d, d),
        (Op::LoadS { d, .. }, 1) => by_base!(Load8S Static8S Frame8S, d, d),
        (Op::LoadS { d, .. }, 4) => by_base!(Load32S Static32S Frame32S, d, d),
        (Op::LoadPointer { d, .. }, 8) if wide_pointers => by_base!(LoadPointerCell StaticPointer FramePointer, d, d),
        (Op::Store { a, .. }, 1) => by_base!(Store8 SetStatic8 SetFrame8, a, v),
        (Op::Store { a, .. }, 4) => by_base!(Store32 SetStatic32 SetFrame32, a, v),
        (Op::Store { a, .. }, 8) => by_base!(Store64 SetStatic64 SetFrame64, a, v),
        (Op::StorePointer { a, .. }, 8) if wide_pointers => {
            by_base!(StorePointerCell SetStaticPointer SetFramePointer, a, v)
        }
        _ => op,
    }
}
