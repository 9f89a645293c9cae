//! Programs that are written while they run.
//!
//! A [`Live`] runs a program with holes: empty statements that are to be filled. When the run reaches one, whoever
//! generates gets the word, with the state at hand ([`Live::evaluate`]), puts statements there, and the run goes on. So code
//! is written where it is known to be reached, with values that are known.
//!
//! When an operation would be undefined, the run stops before it ([`Event::Fault`]). A [`Repair`] that computes something
//! else from the same operands takes its place at once; any other change to the statement takes the run back to where the
//! statement began. If the statement has run before, and the new one would have done something else then, the run goes back
//! to before that, by a snapshot or from the start. Whoever generates has a budget for that ([`Live::rollbacks`]).
//!
//! A program that is complete but not yet defined is [mended](Live::mend): its run never goes back, every repair takes its
//! place at once, and chosen operations are decided when they are first reached ([`Event::Undecided`]).
//!
//! In the end, [`Live::finish`] writes the repairs into the tree. A plain run of the finished program has to agree with this
//! one: that is for the caller to see to.

mod mend;
mod write;

use std::sync::LazyLock;

use kiln_lang::Options;
use kiln_lang::tree::{BinaryOp, ExprId, ExprKind, FunctionId, Program, StmtId};
use kiln_lang::types::Basic;
use rustc_hash::FxHashMap;

use crate::code::{Op, Repaired};
use crate::image::Image;
use crate::link::{Linked, link_open};
use crate::lower::open::{self, Refused};
use crate::lower::{Class, Val};
use crate::machine::live::{Watch, is_repairable};
use crate::machine::{Machine, get_pointer};
use crate::memory::Pointer;
use crate::outcome::{Outcome, Reason, Report, Run, Stop};
use crate::repair::table::Operation;
use crate::repair::{Arithmetic, Repair, Scalar};
use crate::settings::{Limits, Settings};

pub use self::mend::Undecided;
pub use self::write::NotWritten;

/// A statement of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// Index of the unit.
    pub unit: u32,
    /// The function.
    pub function: FunctionId,
    /// The statement.
    pub stmt: StmtId,
}

/// An operation that would be undefined.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The statement.
    pub at: At,
    /// The expression, where there is one.
    pub expr: Option<ExprId>,
    /// What is wrong.
    pub report: Report,
    /// For operations on integers: the operator and the operands. A [`Repair`] may take its place.
    pub operation: Option<Operation>,
    /// It has been evaluated before: a repair should give what it gave then.
    pub ran_before: bool,
}

/// Why a run stopped.
#[derive(Clone, Debug)]
pub enum Event {
    /// A hole is reached.
    Hole(At),
    /// Something would be undefined.
    Fault(Box<Fault>),
    /// An operation that is to be decided is reached for the first time.
    Undecided(Undecided),
    /// The program has ended, or cannot go on.
    Ended(Outcome),
}

/// A value at a hole.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Scalar(Scalar),
    /// A pointer.
    Pointer(Pointer),
}

/// Static objects that may come while the program runs, and their bytes.
const SPARE: (usize, u32) = (4096, 1 << 20);

/// What a machine at rest belongs to.
static REST: LazyLock<(Image, Settings)> = LazyLock::new(|| {
    let parsed = kiln_lang::parse("", *b"", &Options::default());
    let limits = Limits { memory: 0, stack: 0, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    (crate::link::link(&parsed.program, &settings), settings)
});

/// Repairs by unit, function and node.
type Repairs = FxHashMap<(u32, FunctionId, ExprId), Repair>;

/// A run of a program that is being written.
#[derive(Debug)]
pub struct Live {
    settings: Settings,
    program: Program,
    image: Image,
    linked: Linked,
    machine: Machine<'static>,
    /// Repairs so far.
    repairs: Repairs,
    /// How many times the run went back by more than one statement.
    rollbacks: u32,
    ended: bool,
}

impl Live {
    /// Starts a program, of which some statements are still to be written.
    pub fn start(program: Program, settings: Settings, holes: &[At]) -> Result<Live, Outcome> {
        let (image, linked) = link_open(&program, &settings);
        let machine = begin(&image, &settings)?;
        let mut live = Live::at_start(program, settings, (image, linked), machine);
        live.add_holes(holes);
        Ok(live)
    }

    /// A run that has done nothing yet.
    fn at_start(
        program: Program,
        settings: Settings,
        (image, linked): (Image, Linked),
        machine: Machine<'static>,
    ) -> Live {
        Live { settings, program, image, linked, machine, repairs: FxHashMap::default(), rollbacks: 0, ended: false }
    }

    /// The program as it is now, without the repairs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// How many times the run went back by more than one statement.
    pub fn rollbacks(&self) -> u32 {
        self.rollbacks
    }

    /// Full expressions, rounds of loops and calls so far.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    fn add_holes(&mut self, holes: &[At]) {
        for hole in holes {
            if let (Some(function), Some(watch)) =
                (self.linked.function(hole.unit, hole.function), &mut self.machine.watch)
            {
                watch.holes.insert((function, hole.stmt));
            }
        }
    }

    /// Does something with the machine on its image.
    fn on_machine<T>(&mut self, work: impl FnOnce(&mut Machine<'_>) -> T) -> T {
        let rest = std::mem::replace(&mut self.machine, resting());
        let mut machine = rest.with(&self.image, &self.settings);
        let result = work(&mut machine);
        self.machine = machine.with(&REST.0, &REST.1);
        result
    }

    /// Runs until there is something to decide.
    pub fn advance(&mut self) -> Event {
        if self.ended {
            return Event::Ended(Outcome::Unsupported { what: "a run that has ended".to_owned(), place: None });
        }
        let result = self.on_machine(|machine| match machine.execute(0) {
            Ok(()) => {
                let status = machine.registers[0];
                machine.exit(status)
            }
            Err(stop) => stop,
        });
        self.event(result)
    }

    fn event(&mut self, stop: Stop) -> Event {
        match *stop {
            Reason::Hole(function, stmt) => {
                self.machine.leave_library();
                match self.at(function, stmt) {
                    Some(at) => Event::Hole(at),
                    None => self.end(stop),
                }
            }
            Reason::Undefined(..) => match self.fault(&stop) {
                Some(fault) => Event::Fault(Box::new(fault)),
                None => self.end(stop),
            },
            Reason::Undecided => match self.undecided() {
                Some(undecided) => Event::Undecided(undecided),
                None => self.end(stop),
            },
            _ => self.end(stop),
        }
    }

    /// The function and the instruction where the machine stands.
    fn standing(&self) -> Option<(u32, usize)> {
        let frame = self.machine.frames.last()?;
        Some((frame.function, frame.pc.checked_sub(1)? as usize))
    }

    fn end(&mut self, stop: Stop) -> Event {
        self.ended = true;
        Event::Ended(self.machine.outcome(stop))
    }

    fn at(&self, function: u32, stmt: StmtId) -> Option<At> {
        let (unit, function) = self.linked.origin(function)?;
        Some(At { unit, function, stmt })
    }

    /// What would be undefined at the instruction where the machine stands.
    fn fault(&mut self, stop: &Stop) -> Option<Fault> {
        let (function, pc) = self.standing()?;
        let code = &self.image.functions[function as usize].code;
        let origin = *code.origins.get(pc)?;
        let at = self.at(function, origin.stmt?)?;
        let operation = origin.expr.and_then(|expr| self.operation(at, expr, function, pc));
        let ran_before = self.machine.ran_before(function, origin.site);
        let Outcome::Undefined(report) = self.machine.outcome(stop.clone()) else { return None };
        Some(Fault { at, expr: origin.expr, report: *report, operation, ran_before })
    }

    /// The instruction at hand as an operation on integers.
    fn operation(&mut self, at: At, expr: ExprId, function: u32, pc: usize) -> Option<Operation> {
        let repaired = self.as_repaired(at.unit, at.function, expr, function, pc)?;
        let op = self.operator(at, expr)?;
        let settings = self.settings;
        self.on_machine(|machine| {
            let target = &machine.image.program.options.target;
            let arithmetic = Arithmetic::new(target, &settings);
            let registers = std::mem::take(&mut machine.registers);
            let base = machine.frames.last()?.base as usize;
            let window = registers.get(base..base + crate::machine::WINDOW)?.try_into().ok()?;
            let operands = machine.operands(&repaired, &arithmetic, window);
            machine.registers = registers;
            let (_, left, right) = operands?;
            Some(Operation { op, ty: repaired.ty, left, right })
        })
    }

    fn operator(&self, at: At, expr: ExprId) -> Option<BinaryOp> {
        match self.program.units[at.unit as usize].function(at.function).expr(expr) {
            ExprKind::Binary { op, .. } | ExprKind::Assign { op: Some(op), .. } => Some(op),
            _ => None,
        }
    }

    /// The types of a binary operation or compound assignment, and the instruction that does it.
    fn as_repaired(&self, unit: u32, within: FunctionId, expr: ExprId, function: u32, pc: usize) -> Option<Repaired> {
        let code = &self.image.functions[function as usize].code;
        let was = match code.ops[pc] {
            Op::Repaired { repair } => code.repairs[repair as usize].was,
            op => op,
        };
        if !is_repairable(&was) {
            return None;
        }
        let body = self.program.units[unit as usize].function(within);
        let (lhs, rhs, ty) = match body.expr(expr) {
            ExprKind::Binary { lhs, rhs, .. } => (lhs, rhs, body.ty(expr)),
            // Computed in the type that the left operand is converted to.
            ExprKind::Assign { op: Some(_), lhs, rhs } => (lhs, rhs, body.converted(lhs)),
            _ => return None,
        };
        let types = &self.program.tables.types;
        let basic = |ty| types.as_basic(ty).filter(|basic: &Basic| basic.is_integer());
        Some(Repaired {
            was,
            ty: basic(ty)?,
            left: basic(body.converted(lhs))?,
            right: basic(body.converted(rhs))?,
            repair: None,
        })
    }

    /// Fills a hole: `program` is the program with `new` in its place, which may bring holes of its own.
    pub fn fill(&mut self, hole: At, program: Program, new: StmtId, holes: &[At]) -> Result<(), Refused> {
        self.put(hole, program, new)?;
        if let (Some(function), Some(watch)) = (self.linked.function(hole.unit, hole.function), &mut self.machine.watch)
        {
            watch.holes.remove(&(function, hole.stmt));
        }
        self.add_holes(holes);
        self.stand_at_statement(hole);
        Ok(())
    }

    /// Leaves a hole empty.
    pub fn skip(&mut self, hole: At) {
        if let (Some(function), Some(watch)) = (self.linked.function(hole.unit, hole.function), &mut self.machine.watch)
        {
            watch.holes.remove(&(function, hole.stmt));
        }
        self.stand_at_statement(hole);
    }

    /// The instruction that stopped at a hole runs again: it is a jump now, or no hole any more.
    fn stand_at_statement(&mut self, hole: At) {
        let function = self.linked.function(hole.unit, hole.function);
        if let Some(frame) = self.machine.frames.last_mut()
            && Some(frame.function) == function
        {
            let pc = frame.pc.saturating_sub(1);
            let ops = &self.image.functions[frame.function as usize].code.ops;
            if matches!(ops.get(pc as usize), Some(Op::At { .. } | Op::Jump { .. })) {
                frame.pc = pc;
            }
        }
    }

    /// Lowers a statement in the place of another.
    fn put(&mut self, old: At, program: Program, new: StmtId) -> Result<(), Refused> {
        let Some(function) = self.linked.function(old.unit, old.function) else { return Err(Refused::NoPlace) };
        let placed = self.image.statics.len();
        let settings = self.settings;
        let done = self.linked.more(&program, &settings, &mut self.image, function, |unit, body, shared, parts| {
            open::fragment(&program, &settings, unit, body, shared, parts, old.stmt, new)
        });
        self.program = program;
        done?;
        self.place_more(placed);
        Ok(())
    }

    fn place_more(&mut self, placed: usize) {
        if self.image.statics.len() > placed {
            let on = self.machine.memory.pause_journal(false);
            // Without room, the first use says so.
            let _full = self.on_machine(|machine| machine.place_more(placed));
            self.machine.memory.pause_journal(on);
        }
    }

    /// What a node does at the moment instead of its operation, if anything.
    pub fn repaired(&self, at: At, expr: ExprId) -> Option<&Repair> {
        self.repairs.get(&(at.unit, at.function, expr))
    }

    /// Puts a repair in the place of the operation of a fault. Where it has been evaluated before, and the repair may have
    /// given something else then, the run goes back to before that: say so with `again`.
    pub fn repair(&mut self, fault: &Fault, repair: Repair, again: bool) -> bool {
        let Some(expr) = fault.expr else { return false };
        let Some((function, pc)) = self.standing() else { return false };
        if !self.put_repair(fault.at, expr, (function, pc), Some(repair)) {
            return false;
        }
        let site = self.image.functions[function as usize].code.origins[pc].site;
        if again && fault.ran_before {
            self.go_back(function, site, false);
        } else {
            self.run_again(function, pc);
        }
        true
    }

    /// Puts a repair in the place of the operation at an instruction, or the operation itself.
    fn put_repair(&mut self, at: At, expr: ExprId, (function, pc): (u32, usize), repair: Option<Repair>) -> bool {
        let Some(repaired) = self.as_repaired(at.unit, at.function, expr, function, pc) else { return false };
        let code = &mut self.image.functions[function as usize].code;
        let Some(code) = std::sync::Arc::make_mut(code).plain_mut() else { return false };
        let node = (at.unit, at.function, expr);
        match repair {
            Some(repair) => {
                code.ops[pc] = Op::Repaired { repair: code.repairs.len() as u32 };
                code.repairs.push(Repaired { repair: Some(repair.clone()), ..repaired });
                self.repairs.insert(node, repair);
            }
            None => {
                code.ops[pc] = repaired.was;
                self.repairs.remove(&node);
            }
        }
        true
    }

    /// The instruction that stopped runs again.
    fn run_again(&mut self, function: u32, pc: usize) {
        self.machine.leave_library();
        if let Some(frame) = self.machine.frames.last_mut()
            && frame.function == function
            && frame.pc as usize == pc + 1
        {
            frame.pc = pc as u32;
        }
    }

    /// Puts another statement in the place of the one with a fault: `program` is the program with `new` there. The run goes
    /// back to where the statement began, or to before it ran for the first time.
    pub fn rewrite(&mut self, fault: &Fault, program: Program, new: StmtId) -> Result<(), Refused> {
        let Some(function) = self.linked.function(fault.at.unit, fault.at.function) else {
            return Err(Refused::NoPlace);
        };
        self.put(fault.at, program, new)?;
        let code = &self.image.functions[function as usize].code;
        let index = code.statements.iter().position(|&stmt| stmt == fault.at.stmt).unwrap_or(0) as u32;
        self.machine.leave_library();
        if !self.machine.back_to_statement(function, index, fault.at.stmt) {
            self.go_back(function, index, true);
        }
        Ok(())
    }

    fn go_back(&mut self, function: u32, index: u32, of_statements: bool) {
        self.rollbacks += 1;
        if !self.machine.back_before(function, index, of_statements) {
            self.restart();
        }
    }

    /// Runs from the start again, with everything that has been written so far.
    fn restart(&mut self) {
        let holes = self.machine.watch.take().map(|watch| watch.holes);
        if let Ok(mut machine) = begin(&self.image, &self.settings) {
            if let (Some(watch), Some(holes)) = (&mut machine.watch, holes) {
                watch.holes = holes;
            }
            self.machine = machine;
        }
    }

    /// The value of an expression at a hole, in the state at hand, which stays as it is. The expression is in `program`, not
    /// necessarily in its tree.
    pub fn evaluate(&mut self, hole: At, program: &Program, expr: ExprId) -> Result<Value, Outcome> {
        let Some(function) = self.linked.function(hole.unit, hole.function) else {
            return Err(Outcome::Unsupported { what: "a function that is not there".to_owned(), place: None });
        };
        let (placed, settings) = (self.image.statics.len(), self.settings);
        let done = self.linked.more(program, &settings, &mut self.image, function, |unit, body, shared, parts| {
            open::glance(program, &settings, unit, body, shared, parts, hole.stmt, expr)
        });
        let (start, value) = done.map_err(|refused| Outcome::Unsupported { what: refused.to_string(), place: None })?;
        self.place_more(placed);
        let ty = program.units[hole.unit as usize].function(hole.function).converted(expr);
        let basic = program.tables.types.as_basic(ty).unwrap_or(Basic::Void);
        let result = self.on_machine(|machine| machine.glance(start, value, basic));
        result.map_err(|stop| self.machine.outcome(stop))
    }

    /// The program with all repairs written into it, and its image thrown away.
    pub fn finish(self) -> Result<Program, NotWritten> {
        write::write(self.program, self.repairs)
    }
}

fn resting() -> Machine<'static> {
    // A machine of the empty program; it is never run.
    Machine::empty(&REST.0, &REST.1)
}

/// A machine before `main`, with everything that is watched.
fn begin(image: &Image, settings: &Settings) -> Result<Machine<'static>, Outcome> {
    let started = Machine::with_spare(image, settings, Some(SPARE)).and_then(|mut machine| {
        machine.begin(&["program".to_owned()])?;
        Ok(machine)
    });
    match started {
        Ok(mut machine) => {
            machine.memory.start_journal();
            machine.watch = Some(Box::new(Watch::default()));
            Ok(machine.with(&REST.0, &REST.1))
        }
        Err(stop) => Err(crate::verdict::early(stop)),
    }
}

impl Machine<'_> {
    /// Runs code that ends with a pause, reads a value, and goes back.
    fn glance(&mut self, start: u32, value: Val, basic: Basic) -> Run<Value> {
        let back = self.remember();
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = start;
        }
        let floor = self.frames.len() - 1;
        let result = match self.execute(floor) {
            Err(stop) if *stop == Reason::Pause => Ok(()),
            Err(stop) => Err(stop),
            Ok(()) => crate::outcome::unsupported("an expression that returns"),
        };
        let frame = self.frames.get(floor).map_or(0, |frame| frame.base as usize);
        let at = frame + usize::from(value.reg);
        let target = &self.image.program.options.target;
        let seen = match value.class {
            Class::Pointer => Some(Value::Pointer(get_pointer(&self.registers, at))),
            Class::Bool | Class::Int(_) | Class::Wide(_) => {
                let shape = Arithmetic::new(target, self.settings).shape(basic);
                let high = if value.class.slots() == 2 { self.registers[at + 1] } else { 0 };
                let raw = u128::from(self.registers[at]) | u128::from(high) << 64;
                Some(Value::Scalar(Scalar::int(basic, kiln_lang::value::Int::wrap(raw, shape))))
            }
            Class::Float(format) => {
                let high = if value.class.slots() == 2 { self.registers[at + 1] } else { 0 };
                let raw = u128::from(self.registers[at]) | u128::from(high) << 64;
                let float = kiln_lang::value::float::Float::from_bits(raw, format);
                Some(Value::Scalar(Scalar::float(basic, float)))
            }
            Class::Void | Class::Memory => None,
        };
        self.recall(back);
        result?;
        seen.map_or_else(|| crate::outcome::unsupported("a value that is no scalar"), Ok)
    }
}
