//! Whole programs, analysed and executed while they are made, after Csmith (Yang's thesis, 2014).
//!
//! A program has objects of the file, functions that compute with them and with each other, and a `main` that calls and at last
//! prints one number of all objects. It is made in two steps.
//!
//! First it is written, from left to right and never taken back, with what the thesis's analyses say at each point: where
//! pointers may lead (`facts`), and which operands must not stand beside each other (`effects`). So nothing in it depends on an
//! order that a compiler may choose, every pointer leads where it should, also in code that is never executed, and every loop ends.
//!
//! Then it is run (`mend`), and what it computes becomes defined: what would overflow is repaired on the spot, conditions come
//! out as they were wished. What was not reached goes, as far as wanted (`prune`). A plain run of what was written down confirms it, and says what the program has to print.
//!
//! [`features`] has what programs are made of, [`options`] what can be chosen, `conflicts` what cannot, [`presets`] what is chosen together. `objects` has the
//! places that expressions read and write, `lvalue`, `integer`, `condition`, `floating`, `pointer`, `conversion`, `record`, `vector` and `special` make
//! expressions, with `tame` and `range` for what is executed with many values, `statement`, `loops`, `sweep`, `elementwise`, `idiom`, `bytes`, `selection`, `streams`, `wide` and `dispatch`
//! statements, `call`, `function`, `small_functions`, `indirect` and `variadic` functions, `types`, `declare` and `initial` types and objects, `unions` says what can be read of
//! unions, `weights` and `wrappers` are Csmith's, for comparison, `checksum` is what a program says, `size` how large it is. `observe`,
//! `paranoid`, `told` and `invalid` add what shows more of it, `files` splits it. `program` puts everything together, `making` goes all
//! the way to the text.

mod bytes;
mod call;
mod census;
mod checksum;
mod condition;
mod conflicts;
mod conversion;
mod declare;
mod dispatch;
mod effects;
mod elementwise;
mod facts;
pub mod features;
mod files;
mod floating;
mod function;
mod idiom;
mod indirect;
mod initial;
mod integer;
mod invalid;
mod loops;
mod lvalue;
mod main_function;
mod making;
mod mend;
mod mutual;
mod objects;
mod observe;
pub mod options;
mod paranoid;
mod pointer;
pub mod presets;
mod program;
mod prune;
mod range;
mod record;
mod selection;
mod shapes;
mod size;
mod small_aggregates;
mod small_functions;
mod source;
mod special;
mod statement;
mod stats;
mod streams;
mod sum_arrays;
mod sweep;
mod tame;
mod told;
mod types;
mod unions;
mod variadic;
mod weights;
mod wholes;
mod wide;
mod wrappers;

use kiln_case::{Choices, Several};
use kiln_lang::build::Builder;
use kiln_lang::target::Target;
use kiln_lang::tree::{DeclRef, ExprId, FunctionId, StmtId};
use kiln_lang::types::Ty;
use kiln_meaning::Settings;
use kiln_meaning::repair::Arithmetic;
use rustc_hash::FxHashSet;

use self::call::Callee;
use self::effects::{Effects, ObjectId, Objects};
use self::facts::{Fact, Slot, SlotId};
use self::features::{Feature, Features, Place as Where};
use self::function::Recursion;
use self::indirect::{Handle, Pair};
use self::lvalue::Counter;
use self::mend::Wishes;
use self::objects::{Object, Place, Sights};
use self::observe::Notes;
use self::statement::Pending;
use self::told::Point;
use self::types::Drawn;
use self::wrappers::Wrapped;

pub use self::census::{Census, census};
pub use self::making::{Made, MakeError, make};
pub use self::mend::Mended;
pub use self::options::Options;
pub use self::presets::Preset;
pub use self::prune::Executed;
pub use self::size::n_tokens;
pub use self::source::WholeSource;
pub use self::stats::Stats;
pub use self::told::FactsForm;
pub use self::unions::UnionReads;
pub use self::weights::Weights;
pub use self::wrappers::Wrappers;

/// A program being written.
#[derive(Debug)]
struct Maker {
    b: Builder,
    choices: Choices,
    options: Options,
    features: Features,
    weights: Vec<u32>,
    /// What can be drawn at each place, with weights.
    forms: [Vec<(Option<Feature>, u32)>; 6],
    target: Target,
    settings: Settings,
    integers: Vec<Ty>,
    enumerators: Vec<DeclRef>,
    vectors: Vec<Ty>,
    records: Vec<Drawn>,
    /// Unions of several sizes.
    followed_unions: Vec<Ty>,
    /// Functions around arithmetic.
    wrapped: Vec<Wrapped>,
    /// What notes values on the way, and how many are noted.
    notes: Option<Notes>,
    n_notes: u32,
    /// How often each idiom was tried, and each kind of small functions.
    idioms_tried: idiom::Tried,
    helpers_tried: small_functions::Tried,
    /// The function that is begun next is to have all idioms that are missing.
    wants_all_idioms: bool,
    /// Choices of what only looks at the program.
    watching: Choices,
    /// What counts assertions that are wrong.
    wrong: Option<DeclRef>,
    /// What is known behind statements.
    points: Vec<Point>,
    /// References through pointers that may be null.
    invalid: FxHashSet<(FunctionId, ExprId)>,

    /// What there is.
    objects: Vec<Object>,
    places: Vec<Place>,
    n_globals: u32,
    n_global_slots: usize,
    globals: Sights,
    locals: Sights,
    /// Pointers, where they may lead now, and where they are allowed to lead.
    slots: Vec<Slot>,
    facts: Vec<Fact>,
    allowed: Vec<Fact>,
    callees: Vec<Callee>,
    /// Pairs of functions that pointers lead to, those pointers as far as they can be seen, and the file's objects with them.
    pairs: Vec<Pair>,
    handles: Vec<Handle>,
    holders: Vec<ObjectId>,
    wishes: Wishes,

    /// The function in work, what it returns, and what has happened in it.
    function: FunctionId,
    returns: Option<Ty>,
    gives: Option<usize>,
    touched: Effects,
    written: FxHashSet<SlotId>,
    exits: Vec<Fact>,
    pending: Vec<Pending>,
    /// What stands for the variables that calls of it share.
    keeper: ObjectId,
    /// It calls itself, and has not done so yet.
    recursion: Option<Recursion>,
    /// It promises to keep nothing and to look at nothing volatile.
    keeps_nothing: bool,
    /// Addresses of its labels can be taken, or its arrays can have a length that is known at run time.
    may_name_labels: bool,
    may_vary_arrays: bool,
    /// It can have variables that keep their values from call to call.
    may_keep_values: bool,
    /// What stands at the beginning and at the end of the block in work.
    declarations: Vec<StmtId>,
    endings: Vec<StmtId>,
    depth: u32,
    is_in_loop: bool,
    /// Whether this point is reached whenever the function is called, and the functions that are called at such points.
    is_certain: bool,
    certainly_called: Vec<usize>,
    /// There was a jump that may lead out of several blocks, or out of the function.
    may_have_left: bool,
    can_break: bool,
    can_continue: bool,
    counters: Vec<Counter>,
    /// Objects that must not be written now.
    fixed: Objects,
    /// Objects that must not be read.
    unread: Objects,
    /// What the finished parts of the expression in work do.
    context: Effects,
    /// Within something that must have no effects.
    pure: u32,
    /// The arguments are for the function in work, or for one that calls it.
    calls_itself: bool,
    /// The next expression is an argument.
    is_argument: bool,
    /// Within something that must be constant.
    is_constant: bool,
    /// Subscripts are counters, where there are any that fit.
    counts_only: bool,
    /// How deep subscripts may be nested further.
    depth_left: u32,
    /// Statements that may still be executed at this point.
    room: u64,
    /// Tokens so far.
    tokens: u32,
    n_names: u32,
    n_functions: u32,
}

impl Maker {
    /// What to make at a place: a feature, or what is none.
    fn draw(&mut self, place: Where) -> Option<Feature> {
        self.choices.weighted(&self.forms[place as usize], |(_, weight)| *weight).0
    }

    /// Does something so many times, each of which a record may leave out by itself.
    fn each_of(&mut self, most: u64, mut make: impl FnMut(&mut Self)) {
        let (mut several, mut n) = (Several::default(), 0);
        while self.choices.more(&mut several, n < most) {
            n += 1;
            make(self);
        }
    }

    fn arithmetic(&self) -> Arithmetic<'_> {
        Arithmetic::new(&self.target, &self.settings)
    }
}
