//! How often what is made, as in the thesis on Csmith: its tables 3.1 to 3.3.
//!
//! What cannot be made where it was drawn falls back as there (3.6.9): a statement to an assignment, a call to an operator.
//! The thesis leaves two things to Csmith's source, and they are taken from there: of calls and operators a fifth are
//! calls, and arguments have weights of their own, so that calls do not form long chains.

use kiln_lang::tree::ExprId;

use super::Maker;
use super::features::{Feature, Features};
use super::objects::{Home, PlaceId, Sights};
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

/// What an expression is.
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

/// Calls among calls and operators, and operators with one operand among operators, in percent.
const CALLS: u64 = 20;
const UNARY: u64 = 5;

/// What can be drawn in place of a statement, with weights.
pub(super) fn statements(features: Features) -> Vec<(Option<Feature>, u32)> {
    let made = STATEMENTS.into_iter().filter(|(feature, _)| features.has(*feature));
    let mut forms: Vec<(Option<Feature>, u32)> = made.map(|(feature, weight)| (Some(feature), weight)).collect();
    let rest = 100 - forms.iter().map(|(_, weight)| weight).sum::<u32>();
    forms.insert(0, (None, rest));
    forms
}

impl Maker {
    /// Whether the thesis's weights hold.
    pub(super) fn is_as_in_thesis(&self) -> bool {
        self.options.weights == Weights::Thesis
    }

    /// An expression of at least one operator, by table 3.2.
    pub(super) fn integer_as_in_thesis(&mut self, operators: u32) -> ExprId {
        let is_argument = std::mem::take(&mut self.is_argument);
        let features = self.features;
        let forms: Vec<(Form, u32)> = (EXPRESSIONS.iter())
            .filter(|(_, needed, ..)| needed.is_none_or(|feature| features.has(feature)))
            .map(|&(form, _, weight, in_argument)| (form, if is_argument { in_argument } else { weight }))
            .collect();
        let rest = operators - 1;
        let made = match self.choices.weighted(&forms, |(_, weight)| *weight).0 {
            Form::Variable => Some(self.variable()),
            Form::Constant => Some(self.constant()),
            Form::Comma => Some(self.comma(rest)),
            Form::Assignment => self.embedded(None, rest),
            Form::CallOrOperator if self.features.has(Feature::Call) && self.choices.below(100) < CALLS => {
                self.integer_call(rest)
            }
            Form::CallOrOperator => None,
        };
        made.unwrap_or_else(|| {
            let is_unary = self.features.has(Feature::Unary) && self.choices.below(100) < UNARY;
            if is_unary { self.unary(rest) } else { self.binary(rest) }
        })
    }

    /// Whether an operand is a variable and no constant.
    pub(super) fn is_variable_in_thesis(&mut self) -> bool {
        self.choices.below(30) < 20
    }

    /// One of what can be seen, by table 3.3; `None` if there is nothing of the kind.
    pub(super) fn any_seen_as_in_thesis(&mut self, kind: impl Fn(&Sights) -> &[PlaceId]) -> Option<PlaceId> {
        let is_param = |place: PlaceId| self.object(self.object_of(place)).home == Home::Param;
        let (params, locals): (Vec<PlaceId>, Vec<PlaceId>) =
            kind(&self.locals).iter().copied().partition(|&place| is_param(place));
        let globals = kind(&self.globals).to_vec();
        // Where there is nothing, another scope is taken: for a parameter, a local variable first.
        let scopes = match self.choices.below(100 - NEW) {
            at if at < GLOBAL => [globals, locals, params],
            at if at < GLOBAL + LOCAL => [locals, params, globals],
            _ => [params, locals, globals],
        };
        let places = scopes.into_iter().find(|places| !places.is_empty())?;
        Some(*self.choices.pick(&places))
    }

    /// Now and then a new variable is declared where one is needed.
    pub(super) fn may_declare_here(&mut self) -> bool {
        self.is_as_in_thesis() && !self.is_constant && self.depth > 0 && self.choices.below(100) < NEW
    }
}
