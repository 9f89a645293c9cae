//! Writing the code down anew: full expressions are counted by jumps and calls, loops test at their end.

use super::idioms::with_bits;
use crate::code::{COUNT_SHIFT, Code, JumpTable, Op, Reg, SwitchTable, uncounted};
use crate::machine::cells::BETWEEN;
use crate::outcome::Place;

/// No instruction counts more.
const MOST: usize = 200;

/// A test of a loop with more instructions is not written twice.
const SHORT: usize = 3;

/// Writes the code down without what does nothing, behind what lowering has written: there jumps lead to the new code.
pub(super) fn lay_out(code: &mut Code, starts: &[bool], written: &Code) {
    count(code, starts);
    let mut writer = Writer::new(code, starts);
    for pc in 0..code.ops.len() {
        writer.write(pc);
    }
    let Writer { ops, places, counted, first_places, mut moved, .. } = writer;
    moved.push(ops.len() as u32);
    let entry = written.ops.len() as u32;
    let new = |to: u32| to >> COUNT_SHIFT << COUNT_SHIFT | (entry + moved[uncounted(to)]);
    code.entry = entry;
    code.ops = written.ops.iter().copied().chain(ops).collect();
    for op in &mut code.ops {
        if let Some(to) = op.target() {
            *to = new(*to);
        }
    }
    for table in &mut code.switches {
        table.default = new(table.default);
        table.cases.iter_mut().for_each(|case| case.to = new(case.to));
    }
    code.jump_tables = code.switches.iter().map(jump_table).collect();
    code.gotos.iter_mut().flatten().for_each(|(_, to)| *to = new(*to));
    code.places = written.places.iter().copied().chain(places).collect();
    code.counted = counted.into_iter().map(|(step, by)| (entry + step, entry + by)).collect();
    code.first_places = first_places.into_iter().map(|(pc, place)| (entry + pc, place)).collect();
}

/// No jump table has more entries for a case than this.
const SPARSE: i128 = 8;

/// The cases of a switch as a table, if their values are close together.
fn jump_table(switch: &SwitchTable) -> JumpTable {
    let (Some(first), Some(last)) = (switch.cases.first(), switch.cases.last()) else { return JumpTable::default() };
    let size = last.hi - first.lo + 1;
    let (Ok(lo), true) = (i64::try_from(first.lo), switch.shape.bits <= 64) else { return JumpTable::default() };
    if size > SPARSE * switch.cases.len() as i128 || last.hi > i64::MAX.into() {
        return JumpTable::default();
    }
    let mut to = vec![switch.default; size as usize];
    for case in &switch.cases {
        to[(case.lo - first.lo) as usize..=(case.hi - first.lo) as usize].fill(case.to);
    }
    JumpTable { lo, to }
}

/// Lets the next jump, call or return of the block count the full expressions that begin before it.
fn count(code: &mut Code, starts: &[bool]) {
    let mut pending: Vec<usize> = Vec::new();
    let mut counted = Vec::new();
    for (pc, &starts) in starts[..code.ops.len()].iter().enumerate() {
        if starts || pending.len() >= MOST {
            count_at_last(code, &mut pending, &mut counted);
        }
        let n = pending.len() as u32;
        match &mut code.ops[pc] {
            Op::Step { .. } => {
                pending.push(pc);
                continue;
            }
            Op::Call { site: place } | Op::Switch { table: place, .. } | Op::ComputedGoto { table: place, .. } => {
                *place |= n << COUNT_SHIFT;
            }
            Op::Return { n: place, .. } if n < 64 => *place |= (n << 2) as u8,
            op => match op.target() {
                Some(to) => *to |= n << COUNT_SHIFT,
                None => continue,
            },
        }
        for step in pending.drain(..) {
            code.ops[step] = Op::Nop;
            counted.push((step as u32, pc as u32));
        }
    }
    count_at_last(code, &mut pending, &mut counted);
    code.counted = counted;
}

/// Where nothing else counts, the last step does.
fn count_at_last(code: &mut Code, pending: &mut Vec<usize>, counted: &mut Vec<(u32, u32)>) {
    let (n, Some(last)) = (pending.len() as u32, pending.pop()) else { return };
    for step in pending.drain(..) {
        code.ops[step] = Op::Nop;
        counted.push((step as u32, last as u32));
    }
    code.ops[last] = Op::Step { n };
}

struct Writer<'a> {
    code: &'a Code,
    starts: &'a [bool],
    ops: Vec<Op>,
    places: Vec<Place>,
    counted: Vec<(u32, u32)>,
    first_places: Vec<(u32, Place)>,
    /// Where instructions are now.
    moved: Vec<u32>,
    /// Where the block at hand begins now.
    block: usize,
    /// Of those that came from two places, the first.
    first_of: rustc_hash::FxHashMap<u32, Place>,
    /// Full expressions by the instruction that counts them.
    counted_by: rustc_hash::FxHashMap<u32, Vec<u32>>,
}

impl<'a> Writer<'a> {
    fn new(code: &'a Code, starts: &'a [bool]) -> Writer<'a> {
        let mut counted_by: rustc_hash::FxHashMap<u32, Vec<u32>> = rustc_hash::FxHashMap::default();
        for &(step, by) in &code.counted {
            counted_by.entry(by).or_default().push(step);
        }
        Writer {
            code,
            starts,
            ops: Vec::with_capacity(code.ops.len()),
            places: Vec::with_capacity(code.ops.len()),
            counted: Vec::new(),
            first_places: Vec::new(),
            moved: Vec::with_capacity(code.ops.len() + 1),
            block: 0,
            first_of: code.first_places.iter().copied().collect(),
            counted_by,
        }
    }

    fn write(&mut self, pc: usize) {
        self.moved.push(self.ops.len() as u32);
        if self.starts[pc] {
            self.block = self.ops.len();
        }
        match self.code.ops[pc] {
            Op::Nop => {}
            Op::Loop { to } => {
                if !self.write_loop(pc, to) {
                    self.copy(pc);
                }
            }
            Op::Jump { to } => self.write_jump(pc, to),
            Op::Return { .. } => {
                self.copy(pc);
                self.join_return();
            }
            _ => self.copy(pc),
        }
        // Counted by what has just been written last.
        let by = self.ops.len() as u32;
        for &step in self.counted_by.get(&(pc as u32)).into_iter().flatten() {
            self.counted.push((self.moved[step as usize], by - 1));
        }
    }

    /// Writes an instruction as it is.
    fn copy(&mut self, pc: usize) {
        if let Some(&first) = self.first_of.get(&(pc as u32)) {
            self.first_places.push((self.ops.len() as u32, first));
        }
        self.ops.push(self.code.ops[pc]);
        self.places.push(self.code.places[pc]);
    }

    /// The first instruction from `pc` on.
    fn skip(&self, pc: usize) -> usize {
        (pc..self.code.ops.len()).find(|&pc| self.code.ops[pc] != Op::Nop).unwrap_or(self.code.ops.len())
    }

    /// A jump to a jump.
    fn write_jump(&mut self, pc: usize, to: u32) {
        let place = self.skip(uncounted(to));
        let mut next = self.code.ops.get(place).copied().unwrap_or(Op::Nop);
        if to >> COUNT_SHIFT == 0 && place == self.skip(pc + 1) && pc + 1 < self.code.ops.len() {
            return;
        }
        if let Op::Jump { to: further } | Op::Loop { to: further } = next
            && (to >> COUNT_SHIFT) + (further >> COUNT_SHIFT) <= MOST as u32
            && let Some(target) = next.target()
        {
            *target += to >> COUNT_SHIFT << COUNT_SHIFT;
            self.ops.push(next);
            self.places.push(self.code.places[pc]);
            return;
        }
        if let Op::Return { a, n } = next
            && (to >> COUNT_SHIFT) + u32::from(n >> 2) < 64
        {
            let n = n + ((to >> COUNT_SHIFT << 2) as u8);
            self.ops.push(Op::Return { a, n });
            self.places.push(self.code.places[place]);
            return self.join_return();
        }
        self.copy(pc);
    }

    /// What is returned need not be moved before.
    fn join_return(&mut self) {
        if let [before @ .., Op::Mov { d, a: from }, Op::Return { a, n }] = &self.ops[..]
            && (d, n & 3) == (a, 1)
            && before.len() >= self.block
        {
            let (from, n) = (*from, *n);
            self.ops.truncate(self.ops.len() - 2);
            self.ops.push(Op::Return { a: from, n });
            self.places.remove(self.places.len() - 2);
        }
    }

    /// A round of a loop that begins with a test and ends where the test leads: the test is made at the end of the round.
    fn write_loop(&mut self, pc: usize, to: u32) -> bool {
        let top = uncounted(to);
        let mut test = Vec::new();
        let mut at = self.skip(top);
        let (jump, mut end) = loop {
            if at >= self.code.ops.len() || at != self.skip(top) && self.starts[at] {
                return false;
            }
            let mut op = self.code.ops[at];
            if let Some(end) = op.target() {
                let end = *end;
                match op.inverse() {
                    Some(inverse) => break (inverse, end),
                    None => return false,
                }
            }
            if !is_copied(op) || test.len() == SHORT {
                return false;
            }
            test.push(at);
            at = self.skip(at + 1);
        };
        let steps = (to >> COUNT_SHIFT) + 1 + (end >> COUNT_SHIFT);
        end = uncounted(end) as u32;
        if self.skip(end as usize) != self.skip(pc + 1) || steps as usize > MOST {
            return false;
        }
        let (mut jump, begin) = (jump, self.ops.len() as u32);
        if let Some(to) = jump.target() {
            *to = steps << COUNT_SHIFT | (at as u32 + 1);
        }
        if test.is_empty() && !self.starts[pc] && end_of_round(&mut self.ops, jump, steps, to) {
            return true;
        }
        if test.is_empty()
            && !self.starts[pc]
            && self.ops.len() > self.block
            && let Some(op) = self.ops.last().and_then(|&last| with_bits(last, jump))
        {
            self.ops.pop();
            self.places.pop();
            self.ops.push(op);
            self.places.push(self.code.places[at]);
            return true;
        }
        if let [load] = test[..]
            && !self.starts[pc]
            && u64::from(steps - (to >> COUNT_SHIFT)) == BETWEEN
            && self.read_ahead(pc, load)
        {
            self.ops.push(jump);
            self.places.push(self.code.places[at]);
            return true;
        }
        for pc in test {
            self.copy(pc);
        }
        let by = self.ops.len() as u32;
        // The round and what the test counts.
        self.counted.extend((0..steps - (to >> COUNT_SHIFT)).map(|_| (begin, by)));
        self.ops.push(jump);
        self.places.push(self.code.places[at]);
        true
    }
}

impl Writer<'_> {
    /// `++p` at the end of a round and a read of `*p` in the test: one instruction. It counts what begins between the two, if
    /// the second fails; what begins before both must do so before the first.
    fn read_ahead(&mut self, pc: usize, load: usize) -> bool {
        let Some(last) = self.ops.len().checked_sub(1).filter(|&last| last >= self.block) else { return false };
        let Op::IndexI { d: to, p: from, bytes } = self.ops[last] else { return false };
        let mut counted = self.counted_by.get(&(pc as u32)).into_iter().flatten();
        let is_before = counted.all(|&step| self.moved[step as usize] as usize <= last);
        let apart = |d: Reg| d < to || d >= to.saturating_add(3);
        let op = match self.code.ops[load] {
            Op::Load8S { d, p, access, bytes: 0 } if p == to && apart(d) => Op::Ahead8S { d, p, access, bytes },
            Op::Load8U { d, p, access, bytes: 0 } if p == to && apart(d) => Op::Ahead8U { d, p, access, bytes },
            _ => return false,
        };
        if to != from || !is_before || self.first_of.contains_key(&(load as u32)) {
            return false;
        }
        let first = std::mem::replace(&mut self.places[last], self.code.places[load]);
        self.first_places.push((last as u32, first));
        self.ops[last] = op;
        true
    }
}

/// Whether an instruction of a test can stand twice.
fn is_copied(op: Op) -> bool {
    use Op::{Adopt, Call, Enter, Leave, SeqBegin, SeqEnd, SeqInitial, SeqNext, SeqPoint, Step, Trap};
    !op.is_final()
        && !matches!(
            op,
            Call { .. }
                | Adopt { .. }
                | Enter { .. }
                | Leave { .. }
                | Step { .. }
                | Trap { .. }
                | SeqBegin { .. }
                | SeqNext
                | SeqInitial
                | SeqEnd
                | SeqPoint
        )
}

/// `++i` at the end of a round, with the test `i < n`. A round and a condition are counted behind `++i`.
fn end_of_round(ops: &mut [Op], jump: Op, steps: u32, to: u32) -> bool {
    let Some(last) = ops.last_mut() else { return false };
    let Op::IncI32 { d, a: counter, value: 1 } = *last else { return false };
    if d != counter || steps != (to >> COUNT_SHIFT) + 2 {
        return false;
    }
    let other = |reg: Reg| reg != counter;
    *last = match jump {
        Op::JumpLtS { a, b, to } if a == counter && other(b) => Op::CountLt { a, b, to },
        Op::JumpLeS { a, b, to } if a == counter && other(b) => Op::CountLe { a, b, to },
        Op::JumpLtSI { a, value, to } if a == counter => Op::CountLtI { a, value, to },
        Op::JumpLeSI { a, value, to } if a == counter && value < i32::MAX => Op::CountLtI { a, value: value + 1, to },
        _ => return false,
    };
    true
}
