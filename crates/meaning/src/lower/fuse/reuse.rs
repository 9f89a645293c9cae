//! What has been computed or read already is not computed or read again: `i - 1` and the address of a row in
//! `a[i - 1][j] + a[i - 1][j + 1]`, `*p` in `*p >= 0 && *p < n`.
//!
//! An instruction whose operands are the same as before has the same result, and if it can fail, it has not failed then: so
//! the second one becomes a move, and whoever reads its result reads the first one's. The same holds of a read of memory, as
//! long as nothing has happened since but computing in registers, reading and jumping: what the first one found to be in
//! order still is, and whoever lists accesses has it in the list already. An order of evaluation, a call, a write, a
//! beginning or an end of an object make everything that was read unknown.
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
        self.computed.retain(|known| !known.is_load && !(lives && matches!(known.op, Op::RowFrame { .. })));
    }

    fn remember(&mut self, code: &Code, op: Op, result: Span, is_load: bool) {
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
        self.computed.push(Computed { op, result, operands, is_load });
    }
}

/// Replaces computations and reads that have been done before.
pub(super) fn reuse(code: &mut Code, lives: &Lives, targets: &[bool]) {
    let mut known = Known::default();
    let mut moves = Vec::new();
    for pc in 0..code.ops.len() {
        if targets[pc] {
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
            }
            continue;
        };
        let mut key = op;
        key.redirect(0);
        let before = known.computed.iter().find(|known| known.op == key).map(|known| known.result.0);
        if before == Some(d) {
            code.ops[pc] = Op::Nop;
            continue;
        }
        known.forget((d, n));
        match before {
            Some(from) if !overlap((d, n), (from, n)) => {
                code.ops[pc] = if n == 1 { Op::Mov { d, a: from } } else { Op::Mov3 { d, a: from } };
                known.copied.push(Copied { to: d, from, n });
                moves.push((pc, d, n));
            }
            _ => known.remember(code, key, (d, n), is_load),
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
