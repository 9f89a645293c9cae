//! What a block has computed already is not computed again: `i - 1` and the address of a row in `a[i - 1][j] + a[i - 1][j + 1]`.
//!
//! An instruction whose operands are the same as before has the same result, and if it can fail, it has not failed then: so
//! the second one becomes a move, and whoever reads its result in the block reads the first one's. Only registers are
//! followed, never memory.

use super::Lives;
use crate::code::{Code, Op, Reg};

/// Results that are remembered at once: the last are the likeliest to come again.
const MEMORY: usize = 16;

/// An instruction, written as if its result went to register 0, and where its result is.
struct Computed {
    op: Op,
    d: Reg,
    n: u16,
}

/// Registers that hold what others hold.
struct Copied {
    to: Reg,
    from: Reg,
    n: u16,
}

/// What is known in the block at hand.
#[derive(Default)]
struct Known {
    computed: Vec<Computed>,
    copied: Vec<Copied>,
}

fn overlap(a: Reg, n: u16, b: Reg, m: u16) -> bool {
    u32::from(a) < u32::from(b) + u32::from(m) && u32::from(b) < u32::from(a) + u32::from(n)
}

impl Known {
    fn clear(&mut self) {
        self.computed.clear();
        self.copied.clear();
    }

    /// Registers are written.
    fn forget(&mut self, code: &Code, reg: Reg, n: u16) {
        self.computed.retain(|known| {
            let mut stays = !overlap(known.d, known.n, reg, n);
            known.op.reads(code, |operand, m| stays &= !overlap(operand, m, reg, n));
            stays
        });
        self.copied.retain(|copy| !overlap(copy.to, copy.n, reg, n) && !overlap(copy.from, copy.n, reg, n));
    }

    /// Lets an instruction read the registers that were first to hold a value.
    fn rename(&self, code: &Code, op: Op) -> Op {
        let mut renamed = op;
        renamed.map_reads(|reg, n| {
            let holds = |copy: &&Copied| copy.to <= reg && reg - copy.to + n <= copy.n;
            self.copied.iter().find(holds).map_or(reg, |copy| copy.from + (reg - copy.to))
        });
        // Where the same field is read and written, nothing can be renamed.
        let writes = |op: Op| {
            let mut writes = Vec::new();
            op.may_write(code, |reg, n| writes.push((reg, n)));
            writes
        };
        if renamed == op || writes(renamed) != writes(op) { op } else { renamed }
    }
}

/// Replaces computations that a block has done before.
pub(super) fn reuse(code: &mut Code, lives: &Lives) {
    let mut known = Known::default();
    let mut moves = Vec::new();
    for pc in 0..code.ops.len() {
        if lives.starts[pc] {
            known.clear();
        }
        if !known.copied.is_empty() {
            code.ops[pc] = known.rename(code, code.ops[pc]);
        }
        let op = code.ops[pc];
        let Some((d, n)) = repeatable(op) else {
            op.may_write(code, |reg, n| known.forget(code, reg, n));
            if matches!(op, Op::Enter { .. } | Op::Adopt { .. } | Op::Leave { .. } | Op::EnterVla { .. }) {
                known.computed.retain(|known| !matches!(known.op, Op::RowFrame { .. }));
            }
            continue;
        };
        let mut key = op;
        key.redirect(0);
        let before = known.computed.iter().find(|known| known.op == key).map(|known| known.d);
        known.forget(code, d, n);
        match before {
            Some(from) if !overlap(d, n, from, n) => {
                code.ops[pc] = if n == 1 { Op::Mov { d, a: from } } else { Op::Mov3 { d, a: from } };
                known.copied.push(Copied { to: d, from, n });
                moves.push((pc, d, n));
            }
            _ => known.remember(code, key, d, n),
        }
    }
    for (pc, d, n) in moves {
        if lives.are_dead(code, pc, d, n) {
            code.ops[pc] = Op::Nop;
        }
    }
}

impl Known {
    fn remember(&mut self, code: &Code, key: Op, d: Reg, n: u16) {
        let mut stays = true;
        key.reads(code, |operand, m| stays &= !overlap(operand, m, d, n));
        if stays {
            if self.computed.len() == MEMORY {
                self.computed.remove(0);
            }
            self.computed.push(Computed { op: key, d, n });
        }
    }
}

/// The result of an instruction that depends on the registers it reads alone.
fn repeatable(op: Op) -> Option<(Reg, u16)> {
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
        op if op.is_pure() => {
            let mut result = None;
            op.must_write(|d, n| result = Some((d, n)));
            result.filter(|&(_, n)| n == 1)
        }
        _ => None,
    }
}
