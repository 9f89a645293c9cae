//! What has been computed or read already is not computed or read again: `i - 1` and the address of a row in
//! `a[i - 1][j] + a[i - 1][j + 1]`, `*p` in `*p >= 0 && *p < n`.
//!
//! An instruction whose operands are the same as before has the same result, and if it can fail, it has not failed then: so
//! the second one becomes a move, and whoever reads its result reads the first one's. The same holds of a read of memory, as
//! long as nothing has happened since but computing in registers, reading and jumping: what the first one found to be in
//! order still is, and whoever lists accesses has it in the list already. An order of evaluation, a call, a write, a
//! beginning or an end of an object make everything that was read unknown; but what was written itself is known, and to
//! read it again is to convert it again. A list that has the write needs no read by the same operand.
//!
//! What is known holds from one jump's target to the next: behind a jump that is not taken all is as before it.

use super::Lives;
use crate::code::{Code, Op, Reg};

/// Results that are remembered at once: the last are the likeliest to come again.
const MEMORY: usize = 16;

/// Registers, first and number.
type Span = (Reg, u16);

/// An instruction, written as if its result went to register 0, and where its result is.
struct Computed {
    op: Op,
    result: Span,
    /// What it reads: three operands at most.
    operands: [Span; 3],
    /// It reads memory.
    is_load: bool,
    /// How the result follows from the registers it is said to be in.
    how: How,
}

/// How the result of an instruction comes out of registers that are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// It is there.
    Move,
    /// It was written from there: this is what reading it gives.
    Sext8,
    Sext16,
    Sext32,
    Zext8,
    Zext16,
    Zext32,
}

impl How {
    fn op(self, d: Reg, a: Reg, n: u16) -> Op {
        match self {
            How::Move if n == 1 => Op::Mov { d, a },
            How::Move => Op::Mov3 { d, a },
            How::Sext8 => Op::Sext8 { d, a },
            How::Sext16 => Op::Sext16 { d, a },
            How::Sext32 => Op::Sext32 { d, a },
            How::Zext8 => Op::Zext8 { d, a },
            How::Zext16 => Op::Zext16 { d, a },
            How::Zext32 => Op::Zext32 { d, a },
        }
    }
}

/// The loads that read what a store writes, with register 0 for their results, and where the value is.
fn read_back(op: Op) -> Option<(Reg, [(Op, How); 2])> {
    /// For each kind of place: its stores and loads by size, the register of the value, and the fields of the place.
    macro_rules! places {
        ($($v:ident { $($field:ident),* } $s8:ident $u8:ident $i8:ident $s16:ident $u16:ident $i16:ident $s32:ident $u32:ident $i32:ident $s64:ident $u64:ident;)*) => {
            match op {
                $(
                    Op::$s8 { $v, $($field),* } => Some(($v, [
                        (Op::$u8 { d: 0, $($field),* }, How::Zext8),
                        (Op::$i8 { d: 0, $($field),* }, How::Sext8),
                    ])),
                    Op::$s16 { $v, $($field),* } => Some(($v, [
                        (Op::$u16 { d: 0, $($field),* }, How::Zext16),
                        (Op::$i16 { d: 0, $($field),* }, How::Sext16),
                    ])),
                    Op::$s32 { $v, $($field),* } => Some(($v, [
                        (Op::$u32 { d: 0, $($field),* }, How::Zext32),
                        (Op::$i32 { d: 0, $($field),* }, How::Sext32),
                    ])),
                    Op::$s64 { $v, $($field),* } => Some(($v, [
                        (Op::$u64 { d: 0, $($field),* }, How::Move),
                        (Op::Nop, How::Move),
                    ])),
                )*
                _ => None,
            }
        };
    }
    places! {
        a { p, access, bytes } Store8 Load8U Load8S Store16 Load16U Load16S Store32 Load32U Load32S Store64 Load64;
        v { symbol, access, bytes } SetStatic8 Static8U Static8S SetStatic16 Static16U Static16S SetStatic32 Static32U Static32S SetStatic64 Static64;
        v { object, access, bytes } SetFrame8 Frame8U Frame8S SetFrame16 Frame16U Frame16S SetFrame32 Frame32U Frame32S SetFrame64 Frame64;
    }
}

/// Registers that hold what others hold.
struct Copied {
    to: Reg,
    from: Reg,
    n: u16,
}

/// What is known in the part of the code at hand.
#[derive(Default)]
struct Known {
    computed: Vec<Computed>,
    copied: Vec<Copied>,
}

fn overlap((a, n): Span, (b, m): Span) -> bool {
    u32::from(a) < u32::from(b) + u32::from(m) && u32::from(b) < u32::from(a) + u32::from(n)
}

/// The registers that an instruction names as written.
fn written(code: &Code, op: Op) -> [Option<Span>; 3] {
    let mut spans = [None; 3];
    let mut places = spans.iter_mut();
    op.may_write(code, |reg, n| {
        if let Some(place) = places.next() {
            *place = Some((reg, n));
        }
    });
    spans
}

impl Known {
    fn clear(&mut self) {
        self.computed.clear();
        self.copied.clear();
    }

    /// Registers are written.
    fn forget(&mut self, span: Span) {
        self.computed.retain(|known| {
            !overlap(known.result, span) && !known.operands.iter().any(|&operand| overlap(operand, span))
        });
        self.copied.retain(|copy| !overlap((copy.to, copy.n), span) && !overlap((copy.from, copy.n), span));
    }

    /// Lets an instruction read the registers that were first to hold a value.
    fn rename(&self, code: &Code, op: Op) -> Op {
        let mut renamed = op;
        renamed.map_reads(|reg, n| {
            let holds = |copy: &&Copied| copy.to <= reg && reg - copy.to + n <= copy.n;
            self.copied.iter().find(holds).map_or(reg, |copy| copy.from + (reg - copy.to))
        });
        // Where the same field is read and written, nothing can be renamed.
        if renamed == op || written(code, renamed) != written(code, op) { op } else { renamed }
    }

    /// Something has happened that is more than computing and reading.
    fn forget_memory(&mut self, op: Op) {
        let lives = matches!(op, Op::Enter { .. } | Op::Adopt { .. } | Op::Leave { .. } | Op::EnterVla { .. });
        self.computed.retain(|known| !(known.is_load || lives && matches!(known.op, Op::RowFrame { .. })));
    }

    /// A store has been executed.
    fn remember_store(&mut self, code: &Code, op: Op) {
        let Some((value, loads)) = read_back(op) else { return };
        for (load, how) in loads.into_iter().filter(|&(load, _)| load != Op::Nop) {
            self.remember(code, load, (value, 1), true, how);
        }
    }

    fn remember(&mut self, code: &Code, op: Op, result: Span, is_load: bool, how: How) {
        let mut operands = [(0, 0); 3];
        let mut n_operands = 0;
        op.reads(code, |reg, n| {
            if let Some(place) = operands.get_mut(n_operands) {
                *place = (reg, n);
            }
            n_operands += 1;
        });
        if n_operands > operands.len() || operands.iter().any(|&operand| overlap(operand, result)) {
            return;
        }
        if self.computed.len() == MEMORY {
            self.computed.remove(0);
        }
        self.computed.push(Computed { op, result, operands, is_load, how });
    }
}

/// Replaces computations and reads that have been done before.
pub(super) fn reuse(code: &mut Code, lives: &Lives, targets: &[bool]) {
    let mut known = Known::default();
    let mut moves = Vec::new();
    for (pc, &is_target) in targets[..code.ops.len()].iter().enumerate() {
        if is_target {
            known.clear();
        }
        if !known.copied.is_empty() {
            code.ops[pc] = known.rename(code, code.ops[pc]);
        }
        let op = code.ops[pc];
        let is_load = op.is_load();
        let Some((d, n)) = repeatable(op, is_load) else {
            op.may_write(code, |reg, n| known.forget((reg, n)));
            if !op.is_quiet() {
                known.forget_memory(op);
                known.remember_store(code, op);
            }
            continue;
        };
        let mut key = op;
        key.redirect(0);
        let before = known.computed.iter().find(|known| known.op == key).map(|known| (known.result.0, known.how));
        if before == Some((d, How::Move)) {
            code.ops[pc] = Op::Nop;
            continue;
        }
        match before {
            Some((from, How::Move)) if !overlap((d, n), (from, n)) => {
                known.forget((d, n));
                code.ops[pc] = How::Move.op(d, from, n);
                known.copied.push(Copied { to: d, from, n });
                moves.push((pc, d, n));
            }
            // Read from now on where it is in the form that reading gives.
            Some((from, how)) if how != How::Move => {
                known.computed.retain(|known| known.op != key);
                known.forget((d, n));
                code.ops[pc] = how.op(d, from, n);
                known.remember(code, key, (d, n), is_load, How::Move);
            }
            _ => {
                known.forget((d, n));
                known.remember(code, key, (d, n), is_load, How::Move);
            }
        }
    }
    for (pc, d, n) in moves {
        if lives.are_dead(code, pc, d, n) {
            code.ops[pc] = Op::Nop;
        }
    }
}

/// The result of an instruction that depends on the registers it reads alone, and on memory if it is a load.
fn repeatable(op: Op, is_load: bool) -> Option<Span> {
    use Op::{
        AddI32, AddI64, AddI64I, IncI32, Int, MulI32, MulI32I, MulI64, MulI64I, RowFrame, RowStatic, ShlI32I, SubI32,
        SubI32I, SubI64, SubI64I,
    };
    match op {
        RowStatic { d, .. } | RowFrame { d, .. } => Some((d, 3)),
        AddI32 { d, .. }
        | SubI32 { d, .. }
        | MulI32 { d, .. }
        | AddI64 { d, .. }
        | SubI64 { d, .. }
        | MulI64 { d, .. }
        | IncI32 { d, .. }
        | SubI32I { d, .. }
        | MulI32I { d, .. }
        | AddI64I { d, .. }
        | SubI64I { d, .. }
        | MulI64I { d, .. }
        | ShlI32I { d, .. }
        | Int { d, .. } => Some((d, 1)),
        // A constant or a move is as good as another move.
        Op::Const { .. } | Op::Pool { .. } | Op::Mov { .. } | Op::Mov2 { .. } => None,
        Op::Symbol { .. } | Op::Frame { .. } => None,
        op if is_load || op.is_pure() => {
            let mut result = None;
            op.must_write(|d, n| result = Some((d, n)));
            result.filter(|&(_, n)| n == 1 || is_load)
        }
        _ => None,
    }
}
