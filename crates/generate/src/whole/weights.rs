//! How often what is made, as in the thesis on Csmith: its tables 3.1 to 3.3.
//!
//! What cannot be made where it was drawn falls back as there (3.6.9): a statement to an assignment, a call to an operator, a
//! parameter to a local variable; what is switched off leaves its share to assignments, or to all other expressions.
//! What the thesis leaves to Csmith's source is taken from there: of calls and operators a fifth are calls, arguments have
//! weights of their own, so that calls do not form long chains, and what is assigned and declared has rates.
//! What differs from Csmith all the same stands in `docs/whole.md`.

use kiln_lang::build::{BuildExpr as _, BuildStmt as _};
use kiln_lang::tree::{BinaryOp, ExprId, StmtId};
use kiln_lang::types::Quals;

use super::Maker;
use super::effects::Effects;
use super::features::{Feature, Features};
use super::integer::OPERATORS;
use super::lvalue::Use;
use super::objects::{Home, PlaceId, Sights};
use crate::features::Table as _;
use crate::words::words;

words! {
    /// Which weights hold.
    Weights {
        Kiln => "kiln", "those of the features";
        Thesis => "thesis", "those of tables 3.1 to 3.3 of the thesis on Csmith; what they lack is not made";
    }
}

/// Table 3.1, in percent; assignments take the rest. Of jumps two fifths lead backward (3.7).
const STATEMENTS: [(Feature, u32); 8] = [
    (Feature::EarlyReturn, 5),
    (Feature::Continue, 5),
    (Feature::Break, 5),
    (Feature::Goto, 3),
    (Feature::GotoLoop, 2),
    (Feature::If, 15),
    (Feature::For, 15),
    (Feature::ArrayLoop, 10),
];

/// What an expression is. Variables and constants are what is left where no more operators are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    CallOrOperator,
    Variable,
    Constant,
    Comma,
    Assignment,
}

/// Table 3.2: a form, the feature that it needs, and its weight in an expression and in an argument.
const EXPRESSIONS: [(Form, Option<Feature>, u32, u32); 5] = [
    (Form::CallOrOperator, None, 70, 40),
    (Form::Constant, None, 10, 0),
    (Form::Variable, None, 20, 40),
    (Form::Comma, Some(Feature::Comma), 10, 10),
    (Form::Assignment, Some(Feature::Assign), 10, 10),
];

/// Table 3.3, in percent: where variables are taken from.
const GLOBAL: u64 = 35;
const LOCAL: u64 = 30;
const NEW: u64 = 5;

/// Calls among calls and operators, operators with one operand among operators, and comparisons of pointers among those with
/// two, in percent.
const CALLS: u64 = 20;
const UNARY: u64 = 5;
const POINTER_COMPARISONS: u64 = 10;

/// How often what was drawn is tried before something else is made of it.
const TRIES: u32 = 4;

/// `&&` and `||`, which are as frequent as each other operator with two operands.
const LOGICAL: [BinaryOp; 2] = [BinaryOp::LogAnd, BinaryOp::LogOr];

/// What is assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Assigned {
    Pointer,
    Record,
    Integer,
    /// `&=` and its like.
    Compound,
    /// `++` and `--`, before and behind.
    Increment,
}

/// What is assigned, the feature that it needs, and its weight as a statement and within an expression: the last three as in
/// Csmith's source.
const ASSIGNMENTS: [(Assigned, Option<Feature>, u32, u32); 5] = [
    (Assigned::Pointer, Some(Feature::Pointer), 30, 0),
    (Assigned::Record, None, 8, 0),
    (Assigned::Integer, None, 70, 70),
    (Assigned::Compound, Some(Feature::Compound), 30, 30),
    (Assigned::Increment, Some(Feature::Increment), 20, 20),
];

/// How often what is declared has something, in percent, as in Csmith's source.
const DECLARED: [(Feature, u32); 3] = [(Feature::Volatile, 50), (Feature::Const, 10), (Feature::Packed, 50)];

/// What can be drawn in place of a statement, with weights.
pub(super) fn statements(features: Features) -> Vec<(Option<Feature>, u32)> {
    let made = STATEMENTS.into_iter().filter(|(feature, _)| features.has(*feature));
    let mut forms: Vec<(Option<Feature>, u32)> = made.map(|(feature, weight)| (Some(feature), weight)).collect();
    let rest = 100 - forms.iter().map(|(_, weight)| weight).sum::<u32>();
    forms.insert(0, (None, rest));
    forms
}

/// The weights of features, with those of declarations.
pub(super) fn declared(mut weights: Vec<u32>) -> Vec<u32> {
    for (feature, percent) in DECLARED {
        weights[feature.index()] = percent;
    }
    weights
}

impl Maker {
    /// Whether the thesis's weights hold.
    pub(super) fn is_as_in_thesis(&self) -> bool {
        self.options.weights == Weights::Thesis
    }

    /// An expression of at most so many operators, by table 3.2.
    pub(super) fn integer_as_in_thesis(&mut self, operators: u32) -> ExprId {
        let is_argument = std::mem::take(&mut self.is_argument);
        let features = self.features;
        let fits = |form: Form| operators > 0 || matches!(form, Form::Variable | Form::Constant);
        let forms: Vec<(Form, u32)> = (EXPRESSIONS.iter())
            .filter(|(form, needed, ..)| fits(*form) && needed.is_none_or(|feature| features.has(feature)))
            .map(|&(form, _, weight, in_argument)| (form, if is_argument { in_argument } else { weight }))
            .collect();
        let rest = operators.saturating_sub(1);
        let made = match self.choices.weighted(&forms, |(_, weight)| *weight).0 {
            Form::Variable => Some(self.variable()),
            Form::Constant => Some(self.constant()),
            Form::Comma => Some(self.comma(rest)),
            Form::Assignment if self.pure == 0 => self.assigned(false, rest),
            Form::CallOrOperator if self.features.has(Feature::Call) && self.choices.below(100) < CALLS => {
                // The operands of a call count anew.
                let operators = self.options.expression;
                (0..TRIES).find_map(|_| self.integer_call(operators))
            }
            Form::Assignment | Form::CallOrOperator => None,
        };
        made.unwrap_or_else(|| self.operator_as_in_thesis(rest))
    }

    /// An operator, mostly with two operands.
    fn operator_as_in_thesis(&mut self, rest: u32) -> ExprId {
        self.tokens += 2;
        if self.features.has(Feature::Unary) && self.choices.below(100) < UNARY {
            return self.unary(rest);
        }
        if self.features.has(Feature::PointerCompare)
            && self.choices.below(100) < POINTER_COMPARISONS
            && let Some(made) = (0..TRIES).find_map(|_| self.compare_pointers())
        {
            return made;
        }
        let n_operators = (OPERATORS.len() + LOGICAL.len()) as u64;
        let logical = LOGICAL.get(self.choices.below(n_operators) as usize);
        match logical.filter(|_| self.features.has(Feature::Logical)) {
            Some(&op) => self.in_order(op, rest),
            None => self.binary(rest),
        }
    }

    /// An assignment as a statement. What it assigns is as large as the limit and table 3.2 have it.
    pub(super) fn assignment_as_in_thesis(&mut self) -> StmtId {
        let most = self.options.expression;
        let made = self.assigned(true, most).unwrap_or_else(|| self.b.int(0));
        self.b.expr_stmt(made)
    }

    /// An assignment: if what was drawn cannot be assigned, another integer is.
    fn assigned(&mut self, is_statement: bool, operators: u32) -> Option<ExprId> {
        let features = self.features;
        let made = ASSIGNMENTS.iter().filter(|(_, needed, ..)| needed.is_none_or(|feature| features.has(feature)));
        let forms: Vec<(Assigned, u32)> =
            made.map(|&(form, _, alone, within)| (form, if is_statement { alone } else { within })).collect();
        let made = match self.choices.weighted(&forms, |(_, weight)| *weight).0 {
            Assigned::Pointer => self.pointer_assignment(),
            Assigned::Record => self.record_assignment(),
            Assigned::Compound => {
                let op = self.compound_operator();
                self.assignment(Some(op), operators)
            }
            Assigned::Increment => self.increment(),
            Assigned::Integer => None,
        };
        made.or_else(|| self.assignment(None, operators))
    }

    /// An integer for an access, by table 3.3; now and then a new variable. What may not be accessed here is not drawn.
    pub(super) fn integer_seen_as_in_thesis(&mut self, use_: Use, around: &Effects) -> Option<PlaceId> {
        if !self.is_constant && self.depth > 0 && self.choices.below(100) < NEW {
            return Some(self.declare_scalar());
        }
        let may_be =
            |maker: &Self, place: PlaceId| maker.may_access(&[place], use_, maker.place(place).is_volatile, around);
        self.any_seen_as_in_thesis(|sights| &sights.integers, may_be)
    }

    /// One of what can be seen and fits, by table 3.3; `None` if there is nothing of the kind.
    pub(super) fn any_seen_as_in_thesis(
        &mut self,
        kind: impl Fn(&Sights) -> &[PlaceId],
        fits: impl Fn(&Self, PlaceId) -> bool,
    ) -> Option<PlaceId> {
        let is_param = |place: PlaceId| self.object(self.object_of(place)).home == Home::Param;
        let fitting = |sights| kind(sights).iter().copied().filter(|&place| fits(self, place));
        let (params, locals): (Vec<PlaceId>, Vec<PlaceId>) = fitting(&self.locals).partition(|&place| is_param(place));
        let globals: Vec<PlaceId> = fitting(&self.globals).collect();
        // Where there is nothing, another scope is taken: for a parameter, a local variable first.
        let scopes = match self.choices.below(100 - NEW) {
            at if at < GLOBAL => [globals, locals, params],
            at if at < GLOBAL + LOCAL => [locals, params, globals],
            _ => [params, locals, globals],
        };
        let places = scopes.into_iter().find(|places| !places.is_empty())?;
        let places = self.of_one_block(places);
        Some(*self.choices.pick(&places))
    }

    /// Those of some places that are declared in one block, which is drawn first.
    fn of_one_block(&mut self, mut places: Vec<PlaceId>) -> Vec<PlaceId> {
        let depth_of = |maker: &Self, place: PlaceId| maker.object(maker.object_of(place)).depth;
        let mut depths: Vec<u32> = places.iter().map(|&place| depth_of(self, place)).collect();
        depths.sort_unstable();
        depths.dedup();
        if depths.len() > 1 {
            let depth = *self.choices.pick(&depths);
            places.retain(|&place| depth_of(self, place) == depth);
        }
        places
    }

    /// `const` and `volatile`, each at its own rate.
    pub(super) fn quals_as_in_thesis(&mut self, may_be_volatile: bool) -> Quals {
        let mut quals = Quals::NONE;
        if may_be_volatile && self.has_by_weight(Feature::Volatile) {
            quals = quals.union(Quals::VOLATILE);
        }
        if self.has_by_weight(Feature::Const) { quals.union(Quals::CONST) } else { quals }
    }

    /// The same at a level of a pointer.
    pub(super) fn pointer_quals_as_in_thesis(&mut self, may_be_volatile: bool) -> Quals {
        let has_any = self.features.has(Feature::QualifiedPointer);
        if has_any { self.quals_as_in_thesis(may_be_volatile) } else { Quals::NONE }
    }
}
