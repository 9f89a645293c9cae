//! Profiles: how often a program did what, and with which values.
//!
//! [`profile`] is a run that also keeps a [`Profile`]: counts of statements, full expressions, ways of conditions and cases;
//! at chosen statements the values that the variables in scope had together, visit by visit; arguments and results of chosen
//! functions; values of chosen expressions. A mutator learns what holds at a place, a reducer what never runs and what is
//! always the same, a person where the time goes.
//!
//! What is asked for is known before the program is lowered, so lowering puts an instruction where something is to be
//! counted or recorded (`probe`), and nothing else changes: variables stay in registers, and outcome, output and steps are
//! those of a plain run. Where nothing is asked for, nothing is paid.
//!
//! Of each column of values there is a [`Hull`], which covers all visits. The values themselves are kept up to a number of
//! visits; a [`Record`] with more says that it is not complete.
//!
//! What it does not see: parts of structures and arrays; literals, which are their own values; an expression whose value
//! nobody uses, or that is assigned to.

mod counts;
pub(crate) mod hull;
pub(crate) mod probe;

use kiln_lang::tree::{DeclRef, ExprId, FunctionId, Program};
use kiln_lang::types::Ty;

pub use self::counts::{Counts, Ways};
pub use self::hull::{Hull, Range};
use self::probe::Probes;
use crate::link::link_with_probes;
pub use crate::live::At;
use crate::machine::Machine;
use crate::machine::profile::Recorder;
use crate::outcome::Place;
use crate::repair::Scalar;
use crate::settings::Settings;
use crate::verdict::{self, Runner, Verdict};

/// What a profile is to hold.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Count statements, full expressions, ways of conditions and cases.
    pub counts: bool,
    /// Statements before which the values of the variables in scope are recorded.
    pub points: Vec<At>,
    /// At points, record variables of the file, too.
    pub globals: bool,
    /// Functions whose arguments and results are recorded: unit and function.
    pub functions: Vec<(u32, FunctionId)>,
    /// Expressions whose values are recorded: unit, function and expression.
    pub expressions: Vec<(u32, FunctionId, ExprId)>,
    /// How many visits of each are kept.
    pub max_visits: usize,
}

/// A value that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// None: the variable was not initialised, the pointer leads to an object that is gone, the call did not return.
    Nothing,
    /// A number.
    Scalar(Scalar),
    /// A null pointer.
    Null,
    /// A pointer into an object or to a function.
    Pointer {
        /// An index of [`Profile::objects`].
        object: u32,
        /// Bytes from its start.
        offset: i64,
    },
    /// A pointer to no object.
    Address(u64),
}

/// What pointers lead to: all objects of one declaration, or all that were allocated at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The name of the variable or function in backquotes, or what it is.
    pub name: String,
    /// Where it is declared or allocated.
    pub place: Option<Place>,
}

/// What a column of values is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// A variable or parameter.
    Variable(DeclRef),
    /// The result of a call.
    Result,
    /// An expression.
    Expression(ExprId),
}

/// The values of one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// What they are of.
    pub of: Of,
    /// Its type.
    pub ty: Ty,
    /// What holds for all of them.
    pub hull: Hull,
}

/// Values, visit by visit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// What there are values of; variables in the order of their declarations.
    pub columns: Vec<Column>,
    /// How often it was visited.
    pub visits: u64,
    /// The values of the first visits, one visit after the other.
    pub(crate) values: Vec<Value>,
    pub(crate) kept: u64,
}

impl Record {
    /// The values of each visit that is kept, by column.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Value]> {
        let width = self.columns.len();
        (0..self.kept as usize).map(move |row| &self.values[row * width..(row + 1) * width])
    }

    /// Whether all visits are kept.
    pub fn is_complete(&self) -> bool {
        self.kept == self.visits
    }

    /// The column of a variable.
    pub fn variable(&self, decl: DeclRef) -> Option<usize> {
        self.columns.iter().position(|column| column.of == Of::Variable(decl))
    }

    /// The value that a column had each time, if it was always the same.
    pub fn constant(&self, column: usize) -> Option<Value> {
        self.columns.get(column)?.hull.constant()
    }
}

/// What a run did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// Counts.
    pub counts: Counts,
    /// For each point of the request, the variables in scope. One that has no code has no columns.
    pub points: Vec<Record>,
    /// For each function of the request, the parameters that are scalars, and the result if that is one. A visit is a call.
    pub calls: Vec<Record>,
    /// For each expression of the request, one column.
    pub expressions: Vec<Record>,
    /// What pointers lead to.
    pub objects: Vec<Object>,
}

/// Runs a program without arguments, as [`run`](crate::run), and keeps a profile.
pub fn profile(program: &Program, settings: &Settings, request: &Request) -> (Verdict, Profile) {
    profile_with(program, settings, request, &["program".to_owned()])
}

/// Runs a program, as [`run_with`](crate::run_with), and keeps a profile. Where several runs are needed for a verdict, it
/// is that of the first.
pub fn profile_with(program: &Program, settings: &Settings, request: &Request, args: &[String]) -> (Verdict, Profile) {
    let image = link_with_probes(program, settings, Probes::new(request));
    // What is left if the program cannot even start.
    let mut recorder = Recorder::new(&image);
    let (first, touched) = verdict::run_image(&image, settings, args, |machine: &mut Machine<'_>| {
        recorder = std::mem::take(&mut machine.recorder);
    });
    let profile = recorder.finish(&image, request);
    (Runner::new(*settings).decide(program, args, &image, first, touched), profile)
}
