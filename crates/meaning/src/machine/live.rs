//! What the machine does while a program is being written: it stops at holes, can go back, and does what repairs say.

use kiln_lang::tree::StmtId;
use rustc_hash::FxHashSet;

use super::arith::{get_int, set_int};
use super::{Frame, Machine, Window};
use crate::code::{Code, Op, Reg, Repaired};
use crate::library;
use crate::memory::journal::Mark;
use crate::outcome::{Reason, Run, unsupported};
use crate::repair::{Arithmetic, Scalar};

/// When something was done first and for the second time; `u64::MAX` for never.
pub(crate) type Visits = [u64; 2];

/// Never.
const NEVER: Visits = [u64::MAX; 2];

/// What is watched while a program is being written.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The run never goes back: what would be needed for that is left out.
    is_forward: bool,
    /// Counts statements and full expressions that begin.
    clock: u64,
    /// Statements that are still to be written, by function.
    pub(crate) holes: FxHashSet<(u32, StmtId)>,
    /// Visits of the full expressions of each function.
    expressions: Vec<Vec<Visits>>,
    /// Visits of the statements of each function.
    statements: Vec<Vec<Visits>>,
    /// Where each statement that is under way began, outermost first.
    checkpoints: Vec<Checkpoint>,
    /// States of longer ago, oldest first.
    snapshots: Vec<Snapshot>,
    next_snapshot: u64,
}

/// Everything but frames and registers.
#[derive(Clone, Debug)]
struct State {
    mark: Mark,
    clock: u64,
    output: usize,
    steps: u64,
    stack: u32,
    varargs: usize,
    va_lists: Vec<super::va::VaList>,
    next_va_list: u32,
    library: library::State,
    jumps: usize,
    serial: u64,
    log: crate::sequence::Log,
    restricts: crate::restrict::Restricts,
}

/// The beginning of a statement that is under way.
#[derive(Clone, Debug)]
struct Checkpoint {
    /// Calls that are active.
    depth: usize,
    /// Statements around it in its function.
    level: u16,
    stmt: StmtId,
    pc: u32,
    state: State,
}

#[derive(Clone, Debug)]
struct Snapshot {
    frames: Vec<Frame>,
    registers: Vec<u64>,
    checkpoints: Vec<Checkpoint>,
    state: State,
}

/// The state before a look at what would happen.
#[derive(Debug)]
pub(crate) struct Remembered {
    state: State,
    frames: Vec<Frame>,
    watch: Option<Box<Watch>>,
}

/// Steps between two snapshots at least.
const SNAPSHOT_STEPS: u64 = 512;

fn visit(visits: &mut Vec<Visits>, index: usize, now: u64) {
    if visits.len() <= index {
        visits.resize(index + 1, NEVER);
    }
    let [first, second] = &mut visits[index];
    if *first == u64::MAX {
        *first = now;
    } else if *second == u64::MAX {
        *second = now;
    }
}

impl Watch {
    /// Of a run that never goes back.
    pub(crate) fn forward() -> Box<Watch> {
        Box::new(Watch { is_forward: true, ..Watch::default() })
    }

    /// Forgets what happened after a time.
    fn forget_since(&mut self, time: u64) {
        for at in self.expressions.iter_mut().chain(&mut self.statements).flatten().flatten() {
            if *at > time {
                *at = u64::MAX;
            }
        }
        self.clock = time;
    }

    fn visits(&mut self, function: u32, of_statements: bool) -> &mut Vec<Visits> {
        let table = if of_statements { &mut self.statements } else { &mut self.expressions };
        if table.len() <= function as usize {
            table.resize(function as usize + 1, Vec::new());
        }
        &mut table[function as usize]
    }
}

impl Machine<'_> {
    /// A statement begins.
    pub(super) fn at_statement(&mut self, function: u32, index: u32, stmt: StmtId, level: u16, pc: u32) -> Run<()> {
        match &mut self.watch {
            None => return Ok(()),
            Some(watch) if watch.is_forward => {
                visit(watch.visits(function, true), index as usize, 0);
                return Ok(());
            }
            Some(_) => {}
        }
        let state = self.state();
        let depth = self.frames.len();
        let checkpoint = Checkpoint { depth, level, stmt, pc, state };
        let steps = self.steps;
        let Some(watch) = &mut self.watch else { return Ok(()) };
        let above = |entry: &Checkpoint| entry.depth < depth || entry.depth == depth && entry.level < level;
        while watch.checkpoints.last().is_some_and(|last| !above(last)) {
            watch.checkpoints.pop();
        }
        if steps >= watch.next_snapshot {
            watch.next_snapshot = steps + SNAPSHOT_STEPS.max(steps / 8);
            let mut frames = self.frames.clone();
            if let Some(frame) = frames.last_mut() {
                frame.pc = pc;
            }
            let top = self.frames.last().map_or(0, |frame| {
                frame.base as usize + self.image.functions[frame.function as usize].code.registers as usize
            });
            let registers = self.registers.get(..top).unwrap_or_default().to_vec();
            let checkpoints = watch.checkpoints.clone();
            watch.snapshots.push(Snapshot { frames, registers, checkpoints, state: checkpoint.state.clone() });
        }
        watch.checkpoints.push(checkpoint);
        if watch.holes.contains(&(function, stmt)) {
            return Err(Box::new(Reason::Hole(function, stmt)));
        }
        watch.clock += 1;
        let now = watch.clock;
        visit(watch.visits(function, true), index as usize, now);
        Ok(())
    }

    /// A full expression begins.
    pub(super) fn visit_expression(&mut self, function: u32, site: u32) {
        if let Some(watch) = &mut self.watch {
            watch.clock += 1;
            let now = watch.clock;
            visit(watch.visits(function, false), site as usize, now);
        }
    }

    /// The statements of a function that have been reached, by their number.
    pub(crate) fn reached(&mut self, function: u32) -> Vec<bool> {
        let Some(watch) = &mut self.watch else { return Vec::new() };
        watch.visits(function, true).iter().map(|visits| visits[0] != u64::MAX).collect()
    }

    /// Whether a full expression had run before the run of it that is under way.
    pub(crate) fn ran_before(&mut self, function: u32, site: u32) -> bool {
        self.watch.as_mut().is_some_and(|watch| {
            watch.visits(function, false).get(site as usize).is_some_and(|visits| visits[1] != u64::MAX)
        })
    }

    fn state(&mut self) -> State {
        State {
            mark: self.memory.mark(),
            clock: self.watch.as_ref().map_or(0, |watch| watch.clock),
            output: self.output.len(),
            steps: self.steps,
            stack: self.stack,
            varargs: self.varargs.len(),
            va_lists: self.va_lists.clone(),
            next_va_list: self.next_va_list,
            library: self.library.clone(),
            jumps: self.jumps.len(),
            serial: self.serial,
            log: self.memory.log.clone(),
            restricts: self.memory.restricts.clone(),
        }
    }

    fn restore(&mut self, state: State) {
        self.memory.undo(&state.mark);
        self.output.truncate(state.output);
        self.steps = state.steps;
        self.stack = state.stack;
        self.varargs.truncate(state.varargs);
        self.va_lists = state.va_lists;
        self.next_va_list = state.next_va_list;
        self.library = state.library;
        self.jumps.truncate(state.jumps);
        self.serial = state.serial;
        self.memory.log = state.log;
        self.memory.restricts = state.restricts;
        self.memory.note_watching();
        self.stopped = None;
        if let Some(watch) = &mut self.watch {
            watch.forget_since(state.clock);
            watch.snapshots.retain(|snapshot| snapshot.state.clock <= state.clock);
            watch.next_snapshot = watch.next_snapshot.min(state.steps + SNAPSHOT_STEPS);
        }
    }

    /// The state at hand, to come back to after a look at what would happen.
    pub(crate) fn remember(&mut self) -> Remembered {
        let state = self.state();
        let watch = self.watch.take();
        Remembered { state, frames: self.frames.clone(), watch }
    }

    /// Comes back.
    pub(crate) fn recall(&mut self, remembered: Remembered) {
        self.restore(remembered.state);
        self.frames = remembered.frames;
        self.watch = remembered.watch;
    }

    /// Goes back to the beginning of a statement that is under way in the call at hand, if it has not run before.
    pub(crate) fn back_to_statement(&mut self, function: u32, index: u32, stmt: StmtId) -> bool {
        let depth = self.frames.len();
        let Some(watch) = &mut self.watch else { return false };
        let ran = watch.visits(function, true).get(index as usize).is_some_and(|visits| visits[1] != u64::MAX);
        let found = watch.checkpoints.iter().rposition(|entry| entry.depth == depth && entry.stmt == stmt);
        let (false, Some(found)) = (ran, found) else { return false };
        self.back_to_checkpoint(found);
        true
    }

    fn back_to_checkpoint(&mut self, index: usize) {
        let Some(watch) = &mut self.watch else { return };
        let checkpoint = watch.checkpoints[index].clone();
        watch.checkpoints.truncate(index);
        self.frames.truncate(checkpoint.depth);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = checkpoint.pc;
        }
        self.restore(checkpoint.state);
    }

    /// Goes back to before a statement, or the full expression that is its site, ran for the first time. Without a
    /// snapshot of that time, the run has to start anew.
    pub(crate) fn back_before(&mut self, function: u32, index: u32, of_statements: bool) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        let first = watch.visits(function, of_statements).get(index as usize).map_or(u64::MAX, |visits| visits[0]);
        let Some(found) = watch.snapshots.iter().rposition(|snapshot| snapshot.state.clock < first) else {
            return false;
        };
        let snapshot = watch.snapshots[found].clone();
        watch.checkpoints = snapshot.checkpoints;
        self.frames = snapshot.frames;
        self.registers[..snapshot.registers.len()].copy_from_slice(&snapshot.registers);
        self.restore(snapshot.state);
        true
    }

    /// After a stop inside a function that the library called: the library cannot be gone on with, so the statement that
    /// called it runs again.
    pub(crate) fn leave_library(&mut self) {
        let Some(&(floor, _)) = self.library.callers.first() else { return };
        let Some(watch) = &self.watch else { return };
        if let Some(found) = watch.checkpoints.iter().rposition(|entry| entry.depth <= floor) {
            self.back_to_checkpoint(found);
        }
    }

    /// A fragment begins: makes room for its objects in the frame at hand.
    pub(super) fn grow_frame(&mut self, code: &Code) -> Run<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let (objects, size) = (code.objects.len() as u32, code.frame_size);
        if objects > frame.room.objects {
            if self.memory.slots != frame.slots + frame.room.objects {
                return unsupported("more variables in a call that has called alloca");
            }
            self.memory.push_slots(objects - frame.room.objects);
            frame.room.objects = objects;
        }
        if size > frame.room.size {
            if self.stack != frame.memory + frame.room.size || frame.memory % code.frame_align.max(1) != 0 {
                return unsupported("more variables in a call that has arrays of run-time size");
            }
            if frame.memory + size > self.memory.stack_end() {
                return crate::outcome::limit(crate::outcome::Limit::Depth);
            }
            self.stack = frame.memory + size;
            frame.room.size = size;
        }
        Ok(())
    }

    /// Does what a repair says.
    pub(super) fn repaired(&self, repaired: &Repaired, w: &mut Window) -> Run<()> {
        let target = &self.image.program.options.target;
        let arithmetic = Arithmetic::new(target, self.settings);
        let Some((d, left, right)) = self.operands(repaired, &arithmetic, w) else {
            return unsupported("a repair of something that is no operation");
        };
        let Some(repair) = &repaired.repair else { return Err(Box::new(Reason::Undecided)) };
        let value = repair.eval(&arithmetic, repaired.ty, left, right)?;
        if let Some(value) = value.as_int() {
            set_int(w, d, value, arithmetic.shape(repaired.ty));
        }
        Ok(())
    }

    /// The register of the result and the operands of an instruction that can be repaired.
    pub(crate) fn operands(
        &self,
        repaired: &Repaired,
        arithmetic: &Arithmetic<'_>,
        w: &Window,
    ) -> Option<(Reg, Scalar, Scalar)> {
        let (d, a, b) = registers(&repaired.was)?;
        let left = Scalar::int(repaired.left, get_int(w, a, arithmetic.shape(repaired.left)));
        let right = match b {
            Right::Register(b) => {
                // A count of more than 64 bits has been made one of 64.
                let shape = arithmetic.shape(repaired.right);
                if shape.bits > 64 && matches!(repaired.was, Op::Int { .. }) {
                    return None;
                }
                get_int(w, b, shape)
            }
            Right::Value(value) => kiln_lang::value::Int::from_i128(value.into(), arithmetic.shape(repaired.right)),
        };
        Some((d, left, Scalar::int(repaired.right, right)))
    }
}

/// A right operand.
enum Right {
    Register(Reg),
    Value(i32),
}

/// Where the result and the operands of a binary operation on integers are.
fn registers(op: &Op) -> Option<(Reg, Reg, Right)> {
    use Op::{
        AddI32, AddI64, AddU32, AddU64, IncI32, Int, MulI32, MulI64, MulU32, MulU64, SubI32, SubI64, SubU32, SubU64,
        Wide,
    };
    match *op {
        AddI32 { d, a, b }
        | AddI64 { d, a, b }
        | AddU32 { d, a, b }
        | AddU64 { d, a, b }
        | SubI32 { d, a, b }
        | SubI64 { d, a, b }
        | SubU32 { d, a, b }
        | SubU64 { d, a, b }
        | MulI32 { d, a, b }
        | MulI64 { d, a, b }
        | MulU32 { d, a, b }
        | MulU64 { d, a, b }
        | Int { d, a, b, .. }
        | Wide { d, a, b, .. } => Some((d, a, Right::Register(b))),
        IncI32 { d, a, value } => Some((d, a, Right::Value(value))),
        _ => None,
    }
}

/// Whether an instruction computes with integers, so that a repair can take its place.
pub(crate) fn is_repairable(op: &Op) -> bool {
    registers(op).is_some()
}
