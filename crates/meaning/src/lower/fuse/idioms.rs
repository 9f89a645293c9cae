//! What C programs write again and again: `*p++`, `i++` whose value is used, a pointer that is read and compared with null.
//!
//! These are joined when it is known what has been computed before (`reuse`): who joins a read with what is done with it hides
//! the read.

use super::Lives;
use super::pairs::{elem, follower};
use crate::code::{Code, Op, Reg};

/// Joins what belongs together.
pub(super) fn join(code: &mut Code, lives: &Lives) {
    for pc in 0..code.ops.len() {
        let Some(next) = follower(code, lives, pc) else { continue };
        let _ = post_increment(code, pc, next)
            || step(code, lives, pc, next)
            || null_test(code, pc, next)
            || multiply_add(code, lives, pc, next)
            || bit_test(code, pc, next);
    }
}

/// `i++`: a copy, and a sum in the place of what was copied.
fn post_increment(code: &mut Code, pc: usize, next: usize) -> bool {
    let (Op::Mov { d, a }, Op::IncI32 { d: to, a: from, value }) = (code.ops[pc], code.ops[next]) else { return false };
    if (a, a) != (to, from) || d == a {
        return false;
    }
    // A copy cannot fail.
    code.ops[next] = Op::PostIncI32 { d, a, value };
    code.ops[pc] = Op::Nop;
    true
}

/// `*p++`: what is read or written is exactly what the pointer passes, so if the access is in order, the move is.
fn step(code: &mut Code, lives: &Lives, pc: usize, next: usize) -> bool {
    let (Op::Mov3 { d: t, a: p }, Op::IndexI { d: to, p: from, bytes }) = (code.ops[pc], code.ops[next]) else {
        return false;
    };
    let Some(last) = follower(code, lives, next) else { return false };
    let (at, value, size, op) = match code.ops[last] {
        Op::Load8S { d, p: at, access, bytes: 0 } => (at, d, 1, Op::Next8S { d, p, access }),
        Op::Load8U { d, p: at, access, bytes: 0 } => (at, d, 1, Op::Next8U { d, p, access }),
        Op::Load32S { d, p: at, access, bytes: 0 } => (at, d, 4, Op::Next32S { d, p, access }),
        Op::Store8 { a: v, p: at, access, bytes: 0 } => (at, v, 1, Op::SetNext8 { v, p, access }),
        Op::Store32 { a: v, p: at, access, bytes: 0 } => (at, v, 4, Op::SetNext32 { v, p, access }),
        _ => return false,
    };
    let is_load = matches!(op, Op::Next8S { .. } | Op::Next8U { .. } | Op::Next32S { .. });
    let apart = |a: Reg, b: Reg| u32::from(a) >= u32::from(b) + 3 || u32::from(b) >= u32::from(a) + 3;
    let outside = |a: Reg, b: Reg| a < b || u32::from(a) >= u32::from(b) + 3;
    let is_step = (p, p, t, size) == (to, from, at, bytes) && apart(t, p) && outside(value, p);
    let is_gone = (t..t.saturating_add(3)).all(|reg| is_load && reg == value || lives.is_dead(code, last, reg));
    let has_places = code.places[pc] == code.places[next] && (is_load || outside(value, t));
    if !is_step || !is_gone || !has_places {
        return false;
    }
    if code.places[last] != code.places[pc] {
        code.first_places.push((last as u32, code.places[pc]));
    }
    code.ops[last] = op;
    code.ops[pc] = Op::Nop;
    code.ops[next] = Op::Nop;
    true
}

/// A pointer that is read and compared with null. It leads to something that exists, or it would not have been read.
fn null_test(code: &mut Code, pc: usize, next: usize) -> bool {
    let Op::JumpNull { null, p: tested, to } = code.ops[next] else { return false };
    let (Op::LoadPointerCell { d, access, bytes, .. } | Op::FramePointer { d, access, bytes, .. }) = code.ops[pc]
    else {
        return false;
    };
    if d != tested {
        return false;
    }
    let Some(elem) = elem(code, access, 0, bytes) else { return false };
    let op = match (code.ops[pc], null) {
        (Op::LoadPointerCell { p, .. }, true) => Op::JumpNullCell { d, p, elem, to },
        (Op::LoadPointerCell { p, .. }, false) => Op::JumpNotNullCell { d, p, elem, to },
        (Op::FramePointer { object, .. }, true) => Op::JumpNullFrame { d, object, elem, to },
        (Op::FramePointer { object, .. }, false) => Op::JumpNotNullFrame { d, object, elem, to },
        _ => return false,
    };
    // The jump itself cannot fail.
    code.places[next] = code.places[pc];
    code.first_places.retain(|&(at, _)| at != next as u32);
    code.ops[next] = op;
    code.ops[pc] = Op::Nop;
    true
}

/// `c + a * b`
fn multiply_add(code: &mut Code, lives: &Lives, pc: usize, next: usize) -> bool {
    let (Op::MulI32 { d: t, a, b }, Op::AddI32 { d, a: c, b: product }) = (code.ops[pc], code.ops[next]) else {
        return false;
    };
    if t != product || t == c || t != d && !lives.is_dead(code, next, t) {
        return false;
    }
    if code.places[next] != code.places[pc] {
        code.first_places.push((next as u32, code.places[pc]));
    }
    code.ops[next] = Op::MulAddI32 { d, a, b, c };
    code.ops[pc] = Op::Nop;
    true
}

/// `if (a & b)`
fn bit_test(code: &mut Code, pc: usize, next: usize) -> bool {
    let Some(op) = with_bits(code.ops[pc], code.ops[next]) else { return false };
    code.ops[next] = op;
    code.ops[pc] = Op::Nop;
    true
}

/// A jump that asks whether the result of the instruction before it is zero, together with that instruction. Neither can fail.
pub(super) fn with_bits(op: Op, jump: Op) -> Option<Op> {
    let (tested, holds, to) = match jump {
        Op::JumpIf { a, to } | Op::JumpNeI { a, value: 0, to } => (a, true, to),
        Op::JumpIfNot { a, to } | Op::JumpEqI { a, value: 0, to } => (a, false, to),
        _ => return None,
    };
    Some(match (op, holds) {
        (Op::And { d, a, b }, true) if d == tested => Op::JumpIfAnd { d, a, b, to },
        (Op::And { d, a, b }, false) if d == tested => Op::JumpIfNotAnd { d, a, b, to },
        (Op::AndI { d, a, value }, _) if d == tested => {
            let value = u16::try_from(value).ok()?;
            if holds { Op::JumpIfAndI { d, a, value, to } } else { Op::JumpIfNotAndI { d, a, value, to } }
        }
        _ => return None,
    })
}
