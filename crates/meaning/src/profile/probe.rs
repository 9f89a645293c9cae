//! Probes: what lowering puts into the code so that the machine counts and records.
//!
//! A counter is a number that an instruction adds one to. Several things that always happen together share one. A *spec* says
//! where the values of a visit are: in registers, in objects of the frame, in static objects.

use kiln_lang::tree::{DeclRef, ExprId, FunctionId, StmtId};
use kiln_lang::types::Basic;
use rustc_hash::FxHashMap;

use super::{Column, Request};
use crate::code::Reg;
use crate::lower::Class;

/// A function of the program: its unit and its number there.
pub(crate) type BodyId = (u32, FunctionId);

/// What a counter counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    Statement(StmtId),
    /// A full expression.
    Expression(ExprId),
    /// A condition, and whether it holds.
    Way(ExprId, bool),
    /// A case or default, or a switch without one for its value.
    Case(StmtId),
}

/// A thing that is counted, and the index of its counter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    pub(crate) body: BodyId,
    pub(crate) of: Counted,
    pub(crate) index: u32,
}

/// Where a value is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// In registers; if there is a flag, it says whether there is a value.
    Register { reg: Reg, flag: Option<Reg> },
    /// In an object of the frame.
    Object(u16),
    /// In a static object. Linking finds its slot.
    Static { decl: DeclRef, slot: u32 },
}

/// Where a value is, and what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) home: Home,
    pub(crate) class: Class,
    /// The type; `void` for pointers.
    pub(crate) basic: Basic,
    /// Bytes in memory.
    pub(crate) size: u8,
}

/// What becomes of the values of a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// They are a visit.
    Visit,
    /// They are the arguments of a call; a result is to come.
    Call,
    /// The value is the result of the call at hand.
    Result,
}

/// What an instruction records.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) body: BodyId,
    /// Index of the record.
    pub(crate) record: u32,
    pub(crate) moment: Moment,
    pub(crate) sources: Box<[Source]>,
}

/// What is to be counted and recorded in a program, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probes {
    pub(crate) counts: bool,
    pub(crate) globals: bool,
    pub(crate) max_visits: usize,
    pub(crate) points: FxHashMap<(BodyId, StmtId), u32>,
    pub(crate) functions: FxHashMap<BodyId, u32>,
    pub(crate) expressions: FxHashMap<(BodyId, ExprId), u32>,
    /// The function that is being lowered.
    pub(crate) body: Option<BodyId>,
    pub(crate) counters: Vec<Counter>,
    pub(crate) n_counters: u32,
    pub(crate) specs: Vec<Spec>,
    /// The columns of each record.
    pub(crate) columns: Vec<Vec<Column>>,
}

impl Probes {
    /// Records are numbered: points, functions, expressions.
    pub(crate) fn new(request: &Request) -> Probes {
        let mut probes = Probes {
            counts: request.counts,
            globals: request.globals,
            max_visits: request.max_visits,
            ..Probes::default()
        };
        let mut next = 0;
        let mut number = || {
            next += 1;
            next - 1
        };
        for at in &request.points {
            let record = number();
            probes.points.entry(((at.unit, at.function), at.stmt)).or_insert(record);
        }
        for &function in &request.functions {
            let record = number();
            probes.functions.entry(function).or_insert(record);
        }
        for &(unit, function, expr) in &request.expressions {
            let record = number();
            probes.expressions.entry(((unit, function), expr)).or_insert(record);
        }
        probes.columns = vec![Vec::new(); next as usize];
        probes
    }

    /// A new counter.
    pub(crate) fn counter(&mut self) -> u32 {
        self.n_counters += 1;
        self.n_counters - 1
    }
}
