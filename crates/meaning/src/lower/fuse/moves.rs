//! What is computed goes where it is moved to, also when other instructions stand between: an argument that is used before the
//! call, as `p` in `p->function(p)`.
//!
//! This looks for the instruction that made the value, back to the beginning of the block, and lets whoever reads it on the
//! way read the other register. A pointer that is moved is checked once more: where it was made just before, and nothing
//! has happened since but computing and reading, that cannot fail.

use super::Lives;
use super::pairs::exists;
use crate::code::{Code, Op, Reg};

/// How far to look back.
const FAR: usize = 24;

/// Registers, first and number.
type Span = (Reg, u16);

/// Removes moves.
pub(super) fn remove(code: &mut Code, lives: &Lives) {
    for pc in 0..code.ops.len() {
        let (to, from, n) = match code.ops[pc] {
            Op::Mov { d, a } => (d, a, 1),
            Op::Mov3 { d, a } => (d, a, 3),
            _ => continue,
        };
        if !overlap((to, n), (from, n)) && lives.are_dead(code, pc, from, n) {
            redirect(code, lives, pc, (to, from, n));
        }
    }
}

fn overlap((a, n): Span, (b, m): Span) -> bool {
    u32::from(a) < u32::from(b) + u32::from(m) && u32::from(b) < u32::from(a) + u32::from(n)
}

/// Lets the value that is moved be made where it goes to, if that is possible.
fn redirect(code: &mut Code, lives: &Lives, pc: usize, (to, from, n): (Reg, Reg, u16)) {
    let Some(made) = maker(code, lives, pc, (to, from, n)) else { return };
    code.ops[made].redirect(to);
    for at in made + 1..pc {
        code.ops[at] = renamed(code.ops[at], (to, from, n));
    }
    code.ops[pc] = Op::Nop;
}

/// The instruction that makes the value, if the one behind can be told to read it elsewhere, and nobody else has to do with that
/// place.
fn maker(code: &Code, lives: &Lives, pc: usize, (to, from, n): (Reg, Reg, u16)) -> Option<usize> {
    for at in (pc.saturating_sub(FAR)..pc).rev() {
        if lives.starts[at + 1] {
            return None;
        }
        let op = code.ops[at];
        let mut makes = false;
        let mut meets = matches!(op, Op::Call { .. }) || n == 3 && !op.is_quiet();
        let mut n_written = 0;
        op.may_write(code, |reg, m| {
            makes |= (reg, m) == (from, n);
            meets |= overlap((reg, m), (to, n)) || overlap((reg, m), (from, n)) && (reg, m) != (from, n);
            n_written += 1;
        });
        op.reads(code, |reg, m| meets |= overlap((reg, m), (to, n)));
        if meets {
            return None;
        }
        if makes {
            let mut is_certain = true;
            op.must_write(|_, m| is_certain &= m == n);
            let mut op = op;
            let fits = n_written == 1 && is_certain && op.target().is_none() && (n == 1 || exists(op));
            return fits.then_some(at);
        }
        let mut is_left = false;
        renamed(op, (to, from, n)).reads(code, |reg, m| is_left |= overlap((reg, m), (from, n)));
        if is_left {
            return None;
        }
    }
    None
}

/// An instruction that reads other registers instead.
fn renamed(op: Op, (to, from, n): (Reg, Reg, u16)) -> Op {
    let mut op = op;
    op.map_reads(|reg, m| if from <= reg && reg - from + m <= n { to + (reg - from) } else { reg });
    op
}
