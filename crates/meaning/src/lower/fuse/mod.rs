//! Fewer and larger instructions: what lowering has written one by one, done together.
//!
//! Half of what an instruction costs is getting to it. So sequences that programs are full of become one instruction: an
//! element of a named array is read, a constant is added, a loop goes round. In order:
//!
//! 1. [`values`] follows constants and the addresses of names to where they are used;
//! 2. [`pairs`] joins neighbours, where nobody else needs what one hands to the other;
//! 3. [`reuse`] finds what a block has computed already;
//! 4. [`moves`] lets values be made where they are needed;
//! 5. [`idioms`] joins what programs write again and again;
//! 6. [`layout`] hands the counting of full expressions to jumps and calls, moves the tests of loops to their ends, and
//!    writes the code down anew.
//!
//! All this is done when a function is found to run often (`machine/warm.rs`), and calls of it may be active then. So the
//! new code is written behind the old one, and the jumps of the old one lead into the new one: where jumps lead, both have
//! the same values in the registers that are still needed.
//!
//! Nothing that can fail is moved past anything else that can: every fused instruction does what its parts did, in their
//! order, and finds the same faults at the same places after the same number of steps. `Settings::shortcuts` switches all
//! of it off, and a test compares.

mod idioms;
mod layout;
mod moves;
mod pairs;
mod reuse;
mod values;

use crate::code::{COUNT_SHIFT, Code, Op, Reg, uncounted};

/// The code of a function that cannot be returned to twice, with its instructions fused behind those that were there.
pub(crate) fn fused(written: &Code, pointer_size: u8) -> Option<Code> {
    // Both the old and the new instructions have numbers.
    let too_large = written.ops.len() >= 1 << (COUNT_SHIFT - 2) || written.calls.len() >= 1 << COUNT_SHIFT;
    // What is recorded is read in ways that are not seen here.
    if too_large || written.ops.iter().any(|op| matches!(op, Op::Record { .. })) {
        return None;
    }
    let mut code = written.clone();
    let Starts { starts, targets } = Starts::of(&code);
    values::forward(&mut code, &starts, pointer_size == 8);
    let lives = Lives::of(&code, starts);
    pairs::join(&mut code, &lives);
    reuse::reuse(&mut code, &lives, &targets);
    // What is read has changed.
    let lives = Lives::of(&code, lives.starts);
    moves::remove(&mut code, &lives);
    idioms::join(&mut code, &lives);
    layout::lay_out(&mut code, &lives.starts, written);
    Some(code)
}

/// Where blocks begin: for every instruction and the end.
struct Starts {
    /// Something jumps there, or comes there from a jump that was not taken.
    starts: Vec<bool>,
    /// Something jumps there.
    targets: Vec<bool>,
}

impl Starts {
    fn of(code: &Code) -> Starts {
        let mut starts = vec![false; code.ops.len() + 1];
        let mut targets = starts.clone();
        targets[0] = true;
        for (pc, &op) in code.ops.iter().enumerate() {
            let mut op = op;
            if let Some(to) = op.target() {
                targets[*to as usize] = true;
                starts[pc + 1] = true;
            } else if op.is_final() {
                starts[pc + 1] = true;
            }
        }
        for table in &code.switches {
            targets[table.default as usize] = true;
            table.cases.iter().for_each(|case| targets[case.to as usize] = true);
        }
        code.gotos.iter().flatten().for_each(|&(_, to)| targets[to as usize] = true);
        starts.iter_mut().zip(&targets).for_each(|(starts, is_target)| *starts |= is_target);
        Starts { starts, targets }
    }
}

/// A set of registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, reg: Reg, n: u16) {
        for reg in usize::from(reg)..usize::from(reg) + usize::from(n) {
            if let Some(word) = self.0.get_mut(reg / 64) {
                *word |= 1 << (reg % 64);
            }
        }
    }

    fn contains(&self, reg: Reg) -> bool {
        self.0.get(usize::from(reg) / 64).is_none_or(|word| word & 1 << (reg % 64) != 0)
    }
}

/// Which values are still needed, block by block.
#[derive(Debug)]
struct Lives {
    starts: Vec<bool>,
    /// The block of each instruction.
    block: Vec<u32>,
    /// What is needed behind each block.
    out: Vec<Set>,
}

/// Sets of registers that take more than this many words are not worth it: then everything is needed.
const PLENTY: usize = 1 << 22;

/// How far to look for the next use of a register.
const FAR: usize = 64;

impl Lives {
    fn of(code: &Code, starts: Vec<bool>) -> Lives {
        let mut block = Vec::with_capacity(code.ops.len());
        let mut firsts = Vec::new();
        for (pc, &starts) in starts[..code.ops.len()].iter().enumerate() {
            if starts {
                firsts.push(pc);
            }
            block.push(firsts.len() as u32 - 1);
        }
        let words = code.registers as usize / 64 + 1;
        if words * firsts.len() > PLENTY {
            return Lives { starts, block, out: vec![Set::default(); firsts.len()] };
        }
        let empty = Set(vec![0; words]);
        let mut reads = vec![empty.clone(); firsts.len()];
        let mut writes = vec![empty.clone(); firsts.len()];
        for (pc, op) in code.ops.iter().enumerate() {
            let at = block[pc] as usize;
            op.reads(code, |reg, n| {
                (reg..reg.saturating_add(n))
                    .filter(|&reg| !writes[at].contains(reg))
                    .for_each(|reg| reads[at].insert(reg, 1));
            });
            op.must_write(|reg, n| writes[at].insert(reg, n));
        }
        let mut out = vec![empty; firsts.len()];
        let nexts: Vec<Vec<u32>> = (0..firsts.len())
            .map(|index| {
                let end = firsts.get(index + 1).map_or(code.ops.len(), |&end| end);
                successors(code, end - 1).into_iter().filter_map(|pc| block.get(pc).copied()).collect()
            })
            .collect();
        loop {
            let mut changed = false;
            for index in (0..firsts.len()).rev() {
                for &next in &nexts[index] {
                    let next = next as usize;
                    for word in 0..words {
                        let needed = reads[next].0[word] | out[next].0[word] & !writes[next].0[word];
                        changed |= needed & !out[index].0[word] != 0;
                        out[index].0[word] |= needed;
                    }
                }
            }
            if !changed {
                return Lives { starts, block, out };
            }
        }
    }

    /// Whether nobody needs what registers hold after an instruction.
    fn are_dead(&self, code: &Code, pc: usize, reg: Reg, n: u16) -> bool {
        (reg..reg.saturating_add(n)).all(|reg| self.is_dead(code, pc, reg))
    }

    fn is_dead(&self, code: &Code, pc: usize, reg: Reg) -> bool {
        for at in pc + 1..(pc + FAR).min(code.ops.len()) {
            if self.starts[at] {
                return !self.out[self.block[pc] as usize].contains(reg);
            }
            let (mut read, mut written) = (false, false);
            let touches = |first: Reg, n: u16| first <= reg && reg - first < n;
            code.ops[at].reads(code, |first, n| read |= touches(first, n));
            if read {
                return false;
            }
            code.ops[at].must_write(|first, n| written |= touches(first, n));
            if written {
                return true;
            }
        }
        pc + 1 >= code.ops.len()
    }
}

/// Where the instruction at `pc`, the last of its block, may lead to.
fn successors(code: &Code, pc: usize) -> Vec<usize> {
    let mut op = code.ops[pc];
    let mut next = Vec::new();
    if !op.is_final() {
        next.push(pc + 1);
    }
    match op {
        Op::Switch { table, .. } => {
            let table = &code.switches[uncounted(table)];
            next.push(table.default as usize);
            next.extend(table.cases.iter().map(|case| case.to as usize));
        }
        Op::ComputedGoto { table, .. } => {
            next.extend(code.gotos[uncounted(table)].iter().map(|&(_, to)| to as usize));
        }
        _ => next.extend(op.target().map(|to| uncounted(*to))),
    }
    next
}
