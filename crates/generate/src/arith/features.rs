//! The features: what there is besides variables and operators with two operands.
//!
//! A feature is a row of the table below, and nowhere else: its word, where it comes into play, how often, whether it is
//! GNU C, and what it is. The option `--features`, its help, the statistics and the test that counts features follow.

use crate::words::Words;

/// Where a feature comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In place of an operator with two operands.
    Operation,
    /// In place of a variable.
    Operand,
    /// Before an expression is assigned to its variable.
    Statement,
}

macro_rules! features {
    ($( $variant:ident => $word:literal, $place:ident, $weight:literal, $is_gnu:literal, $help:literal; )*) => {
        /// Something that programs may have.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Feature { $( #[doc = $help] $variant, )* }

        impl Words for Feature {
            const ALL: &'static [(&'static str, Self, &'static str)] = &[$( ($word, Feature::$variant, $help), )*];
        }

        impl Feature {
            /// Where it comes into play.
            pub fn place(self) -> Place {
                match self { $( Feature::$variant => Place::$place, )* }
            }

            /// How often, among all of the same place; without any feature it is [`PLAIN`].
            pub fn weight(self) -> u32 {
                match self { $( Feature::$variant => $weight, )* }
            }

            /// Whether it is no part of ISO C11.
            pub fn is_gnu(self) -> bool {
                match self { $( Feature::$variant => $is_gnu, )* }
            }
        }

        impl Features {
            /// How many there are.
            pub const COUNT: usize = [$( Feature::$variant, )*].len();
        }
    };
}

/// The weight of what is no feature.
pub const PLAIN: u32 = 100;

features! {
    Unary => "unary", Operation, 14, false, "`+a`, `-a`, `~a`, `!a`";
    Cast => "cast", Operation, 12, false, "conversions to any type";
    Ternary => "ternary", Operation, 8, false, "`a ? b : c`";
    Comma => "comma", Operation, 3, false, "`a, b`";
    Assign => "assign", Operation, 5, false, "`x = a` within an expression";
    Compound => "compound", Operation, 5, false, "`x += a` and its like within an expression";
    Call => "call", Operation, 5, false, "calls of functions with several arguments";
    Derive => "derive", Operation, 14, false, "expressions made for a value, as Orange4 makes them";
    Constant => "constant", Operand, 20, false, "constants";
    Increment => "increment", Operand, 4, false, "`x++`, `x--`, `++x`, `--x`";
    Array => "array", Operand, 8, false, "elements of arrays";
    Member => "member", Operand, 8, false, "members of structures";
    BitField => "bit-field", Operand, 8, false, "bit-fields of at most the width of `int`";
    Pointer => "pointer", Operand, 8, false, "`*p` of pointers to variables";
    Complex => "complex", Operand, 4, true, "`__real__` and `__imag__` parts of complex numbers";
    Vector => "vector", Operand, 6, true, "elements of vectors and of sums of vectors";
    If => "if", Statement, 10, false, "`if` whose condition is known";
    Switch => "switch", Statement, 6, false, "`switch`, with and without `break`";
    While => "while", Statement, 6, false, "`while` and `do` of several rounds";
    For => "for", Statement, 6, false, "`for` of several rounds";
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u64);

impl Features {
    /// No feature: programs as in the paper.
    pub const NONE: Features = Features(0);
    /// All features.
    pub const ALL: Features = Features((1 << Features::COUNT) - 1);

    /// All features of ISO C11.
    pub fn standard() -> Features {
        let standard = Feature::ALL.iter().filter(|(_, feature, _)| !feature.is_gnu());
        standard.fold(Features::NONE, |all, (_, feature, _)| all.with(*feature))
    }

    /// The set and one more.
    #[must_use]
    pub fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// The set without one.
    #[must_use]
    pub fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// Whether it is in the set.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }

    /// What can be drawn at a place, with weights; `None` is what is no feature.
    pub(super) fn at(self, place: Place) -> Vec<(Option<Feature>, u32)> {
        let mut list = vec![(None, PLAIN)];
        for (_, feature, _) in Feature::ALL {
            if feature.place() == place && self.has(*feature) {
                list.push((Some(*feature), feature.weight()));
            }
        }
        list
    }
}
