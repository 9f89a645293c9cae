//! Neighbours that become one instruction, because what one hands to the other is needed nowhere else.

use super::Lives;
use crate::code::{Code, Elem, Grid, Op, Reg};
use crate::memory::access::Access;
use crate::outcome::Place;

/// Joins neighbours.
pub(super) fn join(code: &mut Code, lives: &Lives) {
    // From the end, so that what is no longer needed for an instruction is known when the one before is looked at.
    for pc in (0..code.ops.len()).rev() {
        if is_needless(code, lives, pc) {
            code.ops[pc] = Op::Nop;
        }
    }
    for pc in 0..code.ops.len() {
        let Some(next) = follower(code, lives, pc) else { continue };
        let _ = narrow(code, lives, pc, next)
            || element_load(code, lives, pc, next)
            || element_store(code, lives, pc)
            || branch(code, lives, pc, next);
    }
    for pc in 0..code.ops.len() {
        if let Some(next) = follower(code, lives, pc) {
            extended(code, lives, pc, next);
            into_place(code, lives, pc, next);
        }
    }
    for pc in 0..code.ops.len() {
        if let Some(next) = follower(code, lives, pc) {
            grid(code, lives, pc, next);
        }
    }
}

/// The next instruction of the block, if no full expression begins before it.
pub(super) fn follower(code: &Code, lives: &Lives, pc: usize) -> Option<usize> {
    if code.ops[pc] == Op::Nop {
        return None;
    }
    let next =
        (pc + 1..code.ops.len()).take_while(|&next| !lives.starts[next]).find(|&next| code.ops[next] != Op::Nop)?;
    (!matches!(code.ops[next], Op::Step { .. })).then_some(next)
}

/// Whether an instruction computes what nobody needs.
fn is_needless(code: &Code, lives: &Lives, pc: usize) -> bool {
    let op = code.ops[pc];
    let mut dead = op.is_pure();
    if dead {
        op.may_write(code, |reg, n| dead = dead && lives.are_dead(code, pc, reg, n));
    }
    dead
}

/// Puts an instruction in the place of two. `first` is where the first of them came from.
fn replace(code: &mut Code, at: usize, op: Op, first: Place) {
    if code.places[at] != first {
        code.first_places.push((at as u32, first));
    }
    code.ops[at] = op;
}

/// `Subscript` or `Member`, and `Narrow`.
fn narrow(code: &mut Code, lives: &Lives, pc: usize, next: usize) -> bool {
    let first = code.places[pc];
    if let (Op::Member { d, p, bytes }, Op::Narrow { d: to, p: from, size }) = (code.ops[pc], code.ops[next])
        && (d, d) == (to, from)
        && let Ok(bytes) = u16::try_from(bytes)
    {
        code.ops[pc] = Op::Part { d, p, bytes, size };
        code.ops[next] = Op::Nop;
        part_of_frame(code, lives, pc);
        return true;
    }
    let Op::Mov3 { d: kept, a: moved } = code.ops[next] else { return false };
    let Some(last) = follower(code, lives, next) else { return false };
    let Op::Narrow { d: to, p: from, size: narrowed } = code.ops[last] else { return false };
    let (d, size, op) = match code.ops[pc] {
        Op::Subscript { d, p, a, size } => (d, size, Op::Row { d: kept, p, a, size }),
        Op::SubscriptStatic { d, symbol, a, size } => (d, size, Op::RowStatic { d: kept, symbol, a, size }),
        Op::SubscriptFrame { d, object, a, size } => (d, size, Op::RowFrame { d: kept, object, a, size }),
        _ => return false,
    };
    if d != moved || (kept, kept) != (to, from) || size != narrowed || !gone(code, lives, last, d, (kept, 3)) {
        return false;
    }
    replace(code, next, op, first);
    code.ops[pc] = Op::Nop;
    code.ops[last] = Op::Nop;
    true
}

/// `Frame` and `Part`: what is known to be inside of the object.
fn part_of_frame(code: &mut Code, lives: &Lives, pc: usize) {
    let Op::Part { d, p, bytes, size } = code.ops[pc] else { return };
    let Some(first) = (0..pc).rev().take_while(|&at| !lives.starts[at + 1]).find(|&at| code.ops[at] != Op::Nop) else {
        return;
    };
    let Op::Frame { d: made, object } = code.ops[first] else { return };
    let room = code.objects[usize::from(object)].template.len();
    if made == p && usize::from(bytes) + size as usize <= room && gone(code, lives, pc, p, (d, 3)) {
        // The address of an object cannot fail, nor can the one of its part.
        code.ops[pc] = Op::PartFrame { d, object, bytes, size };
        code.ops[first] = Op::Nop;
    }
}

/// Whether a pointer in `p` is not needed behind an instruction that writes other registers.
fn gone(code: &Code, lives: &Lives, pc: usize, p: Reg, (written, n): (Reg, u16)) -> bool {
    (p..p.saturating_add(3)).all(|reg| reg >= written && reg - written < n || lives.is_dead(code, pc, reg))
}

pub(super) fn elem(code: &mut Code, access: u16, size: u32, bytes: i32) -> Option<u16> {
    let access: Access = code.accesses[usize::from(access)];
    let elem = Elem { access, size, bytes: u32::try_from(bytes).ok()? };
    let index = code.elems.iter().position(|known| *known == elem).unwrap_or_else(|| {
        code.elems.push(elem);
        code.elems.len() - 1
    });
    u16::try_from(index).ok()
}

/// Whether the cell of every element has the alignment that its size asks for. What has a name is not asked for its own.
fn is_regular(code: &Code, base: Op, elem: u16) -> bool {
    let elem = &code.elems[usize::from(elem)];
    match base {
        Op::SubscriptStatic { .. } => elem.is_regular(),
        Op::SubscriptFrame { object, .. } => {
            let align = code.objects[usize::from(object)].align;
            elem.is_regular() && align.is_multiple_of(elem.access.size.max(1).into())
        }
        _ => true,
    }
}

/// Makes an instruction on an element: by the kind of the array, the instruction is one of three.
macro_rules! on_element {
    ($base:expr, $pointer:ident $statics:ident $frame:ident { $($field:tt)* }) => {
        match $base {
            Op::Subscript { p, a, .. } => Op::$pointer { p, a, $($field)* },
            Op::SubscriptStatic { symbol, a, .. } => Op::$statics { symbol, a, $($field)* },
            Op::SubscriptFrame { object, a, .. } => Op::$frame { object, a, $($field)* },
            _ => return false,
        }
    };
}

/// The pointer that `Subscript` makes, and the size of an element.
fn subscript(op: Op) -> Option<(Reg, u32)> {
    match op {
        Op::Subscript { d, size, .. } | Op::SubscriptStatic { d, size, .. } | Op::SubscriptFrame { d, size, .. } => {
            Some((d, size))
        }
        _ => None,
    }
}

/// `Subscript` and a load.
fn element_load(code: &mut Code, lives: &Lives, pc: usize, next: usize) -> bool {
    let Some((t, size)) = subscript(code.ops[pc]) else { return false };
    let (from, d, n, access, bytes) = match code.ops[next] {
        Op::Load8U { d, p, access, bytes }
        | Op::Load8S { d, p, access, bytes }
        | Op::Load16U { d, p, access, bytes }
        | Op::Load16S { d, p, access, bytes }
        | Op::Load32U { d, p, access, bytes }
        | Op::Load32S { d, p, access, bytes }
        | Op::Load64 { d, p, access, bytes } => (p, d, 1, access, bytes),
        Op::LoadPointerCell { d, p, access, bytes } => (p, d, 3, access, bytes),
        _ => return false,
    };
    if from != t || !gone(code, lives, next, t, (d, n)) {
        return false;
    }
    let base = code.ops[pc];
    let Some(elem) = elem(code, access, size, bytes).filter(|&elem| is_regular(code, base, elem)) else {
        return false;
    };
    let op = match code.ops[next] {
        Op::Load8U { .. } => on_element!(base, Elem8U ElemStatic8U ElemFrame8U { d, elem }),
        Op::Load8S { .. } => on_element!(base, Elem8S ElemStatic8S ElemFrame8S { d, elem }),
        Op::Load16U { .. } => on_element!(base, Elem16U ElemStatic16U ElemFrame16U { d, elem }),
        Op::Load16S { .. } => on_element!(base, Elem16S ElemStatic16S ElemFrame16S { d, elem }),
        Op::Load32U { .. } => on_element!(base, Elem32U ElemStatic32U ElemFrame32U { d, elem }),
        Op::Load32S { .. } => on_element!(base, Elem32S ElemStatic32S ElemFrame32S { d, elem }),
        Op::Load64 { .. } => on_element!(base, Elem64 ElemStatic64 ElemFrame64 { d, elem }),
        _ => on_element!(base, ElemPointer ElemStaticPointer ElemFramePointer { d, elem }),
    };
    let first = code.places[pc];
    replace(code, next, op, first);
    code.ops[pc] = Op::Nop;
    true
}

/// `RowStatic` and an access to an element of the row.
fn grid(code: &mut Code, lives: &Lives, pc: usize, next: usize) {
    let Op::RowStatic { d: row, symbol, a, size } = code.ops[pc] else { return };
    let (p, b, elem, written) = match code.ops[next] {
        Op::Elem8U { d, p, a, elem }
        | Op::Elem8S { d, p, a, elem }
        | Op::Elem16U { d, p, a, elem }
        | Op::Elem16S { d, p, a, elem }
        | Op::Elem32U { d, p, a, elem }
        | Op::Elem32S { d, p, a, elem }
        | Op::Elem64 { d, p, a, elem } => (p, a, elem, (d, 1)),
        Op::SetElem8 { v, p, a, elem }
        | Op::SetElem16 { v, p, a, elem }
        | Op::SetElem32 { v, p, a, elem }
        | Op::SetElem64 { v, p, a, elem }
            if !(row..row.saturating_add(3)).contains(&v) =>
        {
            (p, a, elem, (0, 0))
        }
        _ => return,
    };
    // Of three places of the source two can be kept: those of the index and of the access to the element have to be one.
    let first_of = |pc: usize| code.first_places.iter().find(|&&(at, _)| at == pc as u32).map(|&(_, place)| place);
    let is_kept = p == row && !(row..row.saturating_add(3)).contains(&b) && first_of(next).is_none();
    let is_regular = code.elems[usize::from(elem)].is_regular();
    if !is_kept
        || !is_regular
        || !size.is_multiple_of(code.elems[usize::from(elem)].size.max(1))
        || !gone(code, lives, next, row, written)
    {
        return;
    }
    let first = first_of(pc).unwrap_or(code.places[pc]);
    let cell = Grid { elem: code.elems[usize::from(elem)], row: size };
    let index = code.grids.iter().position(|known| *known == cell).unwrap_or(code.grids.len());
    let Ok(grid) = u16::try_from(index) else { return };
    if index == code.grids.len() {
        code.grids.push(cell);
    }
    let op = match code.ops[next] {
        Op::Elem8U { d, .. } => Op::Grid8U { d, symbol, a, b, grid },
        Op::Elem8S { d, .. } => Op::Grid8S { d, symbol, a, b, grid },
        Op::Elem16U { d, .. } => Op::Grid16U { d, symbol, a, b, grid },
        Op::Elem16S { d, .. } => Op::Grid16S { d, symbol, a, b, grid },
        Op::Elem32U { d, .. } => Op::Grid32U { d, symbol, a, b, grid },
        Op::Elem32S { d, .. } => Op::Grid32S { d, symbol, a, b, grid },
        Op::Elem64 { d, .. } => Op::Grid64 { d, symbol, a, b, grid },
        Op::SetElem8 { v, .. } => Op::SetGrid8 { v, symbol, a, b, grid },
        Op::SetElem16 { v, .. } => Op::SetGrid16 { v, symbol, a, b, grid },
        Op::SetElem32 { v, .. } => Op::SetGrid32 { v, symbol, a, b, grid },
        Op::SetElem64 { v, .. } => Op::SetGrid64 { v, symbol, a, b, grid },
        _ => return,
    };
    replace(code, next, op, first);
    code.ops[pc] = Op::Nop;
}

/// `Subscript` and a store, with nothing between them but what cannot fail.
fn element_store(code: &mut Code, lives: &Lives, pc: usize) -> bool {
    let Some((t, size)) = subscript(code.ops[pc]) else { return false };
    let mut at = pc;
    let (v, access, bytes) = loop {
        let Some(next) = follower(code, lives, at) else { return false };
        at = next;
        match code.ops[at] {
            Op::Store8 { a, p, access, bytes }
            | Op::Store16 { a, p, access, bytes }
            | Op::Store32 { a, p, access, bytes }
            | Op::Store64 { a, p, access, bytes }
            | Op::StorePointerCell { a, p, access, bytes }
                if p == t =>
            {
                break (a, access, bytes);
            }
            op if op.is_pure() => {
                let mut meets = false;
                let touches = |reg: Reg, n: u16, other: Reg, m: u16| reg < other + m && other < reg + n;
                op.reads(code, |reg, n| meets |= touches(reg, n, t, 3));
                op.may_write(code, |reg, n| {
                    meets |= touches(reg, n, t, 3);
                    code.ops[pc].reads(code, |other, m| meets |= touches(reg, n, other, m));
                });
                if meets {
                    return false;
                }
            }
            _ => return false,
        }
    };
    let n = if matches!(code.ops[at], Op::StorePointerCell { .. }) { 3 } else { 1 };
    let apart = v >= t.saturating_add(3) || v + n <= t;
    if !apart || !lives.are_dead(code, at, t, 3) {
        return false;
    }
    let base = code.ops[pc];
    let Some(elem) = elem(code, access, size, bytes).filter(|&elem| is_regular(code, base, elem)) else {
        return false;
    };
    let op = match code.ops[at] {
        Op::Store8 { .. } => on_element!(base, SetElem8 SetElemStatic8 SetElemFrame8 { v, elem }),
        Op::Store16 { .. } => on_element!(base, SetElem16 SetElemStatic16 SetElemFrame16 { v, elem }),
        Op::Store32 { .. } => on_element!(base, SetElem32 SetElemStatic32 SetElemFrame32 { v, elem }),
        Op::Store64 { .. } => on_element!(base, SetElem64 SetElemStatic64 SetElemFrame64 { v, elem }),
        _ => on_element!(base, SetElemPointer SetElemStaticPointer SetElemFramePointer { v, elem }),
    };
    let first = code.places[pc];
    replace(code, at, op, first);
    code.ops[pc] = Op::Nop;
    true
}

/// A comparison and a jump.
fn branch(code: &mut Code, lives: &Lives, pc: usize, next: usize) -> bool {
    use kiln_lang::value::float::FloatFormat;
    let (tested, holds, to) = match code.ops[next] {
        Op::JumpIf { a, to } => (a, true, to),
        Op::JumpIfNot { a, to } => (a, false, to),
        _ => return false,
    };
    let (d, op) = match code.ops[pc] {
        Op::CompareFloat { op, format: FloatFormat::Double, d, a, b } => (d, Op::JumpF64 { op, holds, a, b, to }),
        Op::ComparePointer { op, d, a, b } => (d, Op::JumpPointer { op, holds, a, b, to }),
        Op::PointerIsNotNull { d, a } => (d, Op::JumpNull { null: !holds, p: a, to }),
        Op::PointerIsNull { d, a } => (d, Op::JumpNull { null: holds, p: a, to }),
        _ => return false,
    };
    if d != tested || !lives.is_dead(code, next, d) {
        return false;
    }
    // The jump itself cannot fail.
    code.places[next] = code.places[pc];
    code.ops[next] = op;
    code.ops[pc] = Op::Nop;
    true
}

/// A result that is extended to what it is already, or could have been read as.
fn extended(code: &mut Code, lives: &Lives, pc: usize, next: usize) {
    let Op::Zext32 { d, a } = code.ops[next] else { return };
    let op = match code.ops[pc] {
        Op::Load32S { d, p, access, bytes } if d == a => Op::Load32U { d, p, access, bytes },
        Op::Static32S { d, symbol, access, bytes } if d == a => Op::Static32U { d, symbol, access, bytes },
        Op::Frame32S { d, object, access, bytes } if d == a => Op::Frame32U { d, object, access, bytes },
        Op::Elem32S { d, p, a: index, elem } if d == a => Op::Elem32U { d, p, a: index, elem },
        Op::ElemStatic32S { d, symbol, a: index, elem } if d == a => Op::ElemStatic32U { d, symbol, a: index, elem },
        Op::ElemFrame32S { d, object, a: index, elem } if d == a => Op::ElemFrame32U { d, object, a: index, elem },
        op @ (Op::Eq { d, .. }
        | Op::Ne { d, .. }
        | Op::LtS { d, .. }
        | Op::LeS { d, .. }
        | Op::LtU { d, .. }
        | Op::LeU { d, .. }
        | Op::IsZero { d, .. }
        | Op::IsNotZero { d, .. })
            if d == a =>
        {
            op
        }
        _ => return,
    };
    if lives.is_dead(code, next, a) || a == d {
        code.ops[pc] = op;
        code.ops[next] = if a == d { Op::Nop } else { Op::Mov { d, a } };
    }
}

/// A result goes where it is moved to.
fn into_place(code: &mut Code, lives: &Lives, pc: usize, next: usize) {
    let (to, from, n) = match code.ops[next] {
        Op::Mov { d, a } => (d, a, 1),
        Op::Mov3 { d, a } if exists(code.ops[pc]) => (d, a, 3),
        _ => return,
    };
    let mut op = code.ops[pc];
    let mut fits = !matches!(op, Op::Call { .. }) && op.target().is_none() && to != from;
    let mut written = 0;
    op.may_write(code, |reg, m| {
        fits &= (reg, m) == (from, n);
        written += 1;
    });
    op.must_write(|_, m| fits &= m == n);
    if fits && written == 1 && gone_after_move(code, lives, next, from, to, n) {
        op.redirect(to);
        code.ops[pc] = op;
        code.ops[next] = Op::Nop;
    }
}

fn gone_after_move(code: &Code, lives: &Lives, next: usize, from: Reg, to: Reg, n: u16) -> bool {
    let apart = from >= to.saturating_add(n) || to >= from.saturating_add(n);
    apart && lives.are_dead(code, next, from, n)
}

/// Whether the pointer that an instruction makes leads to something that exists, or to nothing: moving it cannot fail.
pub(super) fn exists(op: Op) -> bool {
    use Op::{
        ElemFramePointer, ElemPointer, ElemStaticPointer, FramePointer, Index, IndexI, IndexStatic, LoadPointer,
        LoadPointerCell, Member, Part, PartFrame, StaticPointer,
    };
    matches!(
        op,
        Op::Symbol { .. }
            | Op::Frame { .. }
            | Index { .. }
            | IndexI { .. }
            | IndexStatic { .. }
            | Member { .. }
            | Part { .. }
            | PartFrame { .. }
            | LoadPointer { .. }
            | LoadPointerCell { .. }
            | StaticPointer { .. }
            | FramePointer { .. }
            | ElemPointer { .. }
            | ElemStaticPointer { .. }
            | ElemFramePointer { .. }
    )
}
