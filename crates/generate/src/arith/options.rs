//! What can be chosen of a program.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::types::basic::STANDARD_INTEGERS;

use super::features::Features;
use crate::error::{OptionsError, range};
use crate::words::words;

words! {
    /// How undefined behaviour is removed.
    Mend {
        Again => "again", "new values, up to 100 times, then a new expression; for up to 50 operators (section 2.2 of the paper)";
        Insert => "insert", "a new variable is added to an operand";
        Flip => "flip", "another operator where that helps, else a new variable";
    }
}

words! {
    /// Which values variables have.
    Values {
        Uniform => "uniform", "all values of a type alike";
        Magnitude => "magnitude", "all magnitudes alike: as many numbers of 3 bits as of 30";
        Boundary => "boundary", "often next to the ends of a type or a power of two, or a pattern of bits";
    }
}

words! {
    /// What floating operations may do.
    Rounding {
        Never => "never", "all numbers are integers of half the precision's range, so that nothing is ever rounded (section 4)";
        Ieee => "ieee", "all finite numbers; each operation is rounded as IEC 60559 says, without contraction or excess precision";
    }
}

words! {
    /// How a program says what it computed.
    Form {
        Check => "check", "a line for each expression, status 1 if one is wrong";
        Checksum => "checksum", "one checksum of all of them";
    }
}

words! {
    /// The settings of the paper's tables.
    Preset {
        Short => "short", "(1) of table 2: one expression of 4 operators, values drawn again where something is undefined";
        Long => "long", "(2): one long expression, a variable inserted where something is undefined";
        Many => "many", "(3): many expressions of 4 operators";
        ManyLong => "many-long", "(4): many long expressions";
        Flipping => "flipping", "(4') of table 3: product 1000, operators flipped where that helps, more operators";
        Mixed => "mixed", "integer and floating mode of table 5: as flipping, with numbers that are never rounded";
        Standard => "standard", "all that kiln has in ISO C11, without GNU C";
    }
}

/// All that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Operators of an expression; drawn if there is only a product.
    pub operators: Option<u32>,
    /// Expressions of a program; drawn if there is only a product.
    pub expressions: Option<u32>,
    /// Operators times expressions, where one of them is drawn.
    pub product: u32,
    /// How deep expressions are nested at most.
    pub depth: u32,
    /// How undefined behaviour is removed.
    pub mend: Mend,
    /// Which values variables have.
    pub values: Values,
    /// What floating operations may do.
    pub rounding: Rounding,
    /// The types of variables.
    pub types: Vec<Basic>,
    /// The operators.
    pub ops: Vec<BinaryOp>,
    /// What there is besides variables and operators with two operands.
    pub features: Features,
    /// How a program says what it computed.
    pub form: Form,
}

/// The most operators of an expression, and the most expressions of a program.
pub const MOST: u32 = 10_000;
/// The most operators of a program together.
pub const MOST_TOGETHER: u32 = 10_000_000;
/// The deepest nesting. Removing undefined behaviour can triple it, and Clang takes no more than 256 parentheses.
pub const DEEPEST: u32 = 80;
/// The most operators of an expression that is drawn until it is defined.
pub const MOST_AGAIN: u32 = 50;

/// Operators of the paper's table 2.
pub const TABLE_2: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// Operators that its table 3 adds.
pub const TABLE_3: [BinaryOp; 4] = [BinaryOp::BitOr, BinaryOp::BitAnd, BinaryOp::LogOr, BinaryOp::LogAnd];

/// All operators that programs can have.
pub fn all_operators() -> impl Iterator<Item = BinaryOp> {
    TABLE_2.into_iter().chain(TABLE_3).chain([BinaryOp::BitXor])
}

/// Floating types of the paper.
pub const FLOATING: [Basic; 3] = [Basic::Float, Basic::Double, Basic::LongDouble];

/// Integer types that the paper does not have; the last two are GNU C.
pub const MORE_INTEGERS: [Basic; 3] = [Basic::Bool, Basic::Int128, Basic::UInt128];

/// All types that variables can have.
pub(super) fn all_types() -> impl Iterator<Item = Basic> {
    STANDARD_INTEGERS.into_iter().chain(FLOATING).chain(MORE_INTEGERS)
}

impl Default for Options {
    fn default() -> Self {
        Options {
            operators: None,
            expressions: None,
            product: 1000,
            depth: 60,
            mend: Mend::Flip,
            values: Values::Boundary,
            rounding: Rounding::Never,
            types: all_types().collect(),
            ops: all_operators().collect(),
            features: Features::ALL,
            form: Form::Check,
        }
    }
}

impl Preset {
    /// The options of a preset. Those of the paper have no constants, and the operators of their table.
    pub fn options(self) -> Options {
        let paper = Options {
            product: 10_000,
            mend: Mend::Insert,
            values: Values::Magnitude,
            types: STANDARD_INTEGERS.to_vec(),
            ops: TABLE_2.to_vec(),
            features: Features::NONE,
            ..Options::default()
        };
        let flipping = || Options {
            product: 1000,
            mend: Mend::Flip,
            ops: TABLE_2.into_iter().chain(TABLE_3).collect(),
            ..paper.clone()
        };
        match self {
            Preset::Short => Options { operators: Some(4), expressions: Some(1), mend: Mend::Again, ..paper },
            Preset::Long => Options { expressions: Some(1), ..paper },
            Preset::Many => Options { operators: Some(4), ..paper },
            Preset::ManyLong => paper,
            Preset::Flipping => flipping(),
            Preset::Mixed => Options { types: STANDARD_INTEGERS.into_iter().chain(FLOATING).collect(), ..flipping() },
            Preset::Standard => Options {
                types: STANDARD_INTEGERS.into_iter().chain(FLOATING).chain([Basic::Bool]).collect(),
                features: Features::standard(),
                ..Options::default()
            },
        }
    }
}

impl Options {
    /// Whether a program can be made.
    pub fn check(&self) -> Result<(), OptionsError> {
        self.check_sizes()?;
        for (option, is_empty) in [("--types", self.types.is_empty()), ("--ops", self.ops.is_empty())] {
            if is_empty {
                return Err(OptionsError::Empty { option });
            }
        }
        self.check_conflicts()
    }

    fn check_sizes(&self) -> Result<(), OptionsError> {
        if let Some(operators) = self.operators {
            range("--operators", operators.into(), 1, MOST)?;
        }
        if let Some(expressions) = self.expressions {
            range("--expressions", expressions.into(), 1, MOST)?;
        }
        if let (Some(operators), Some(expressions)) = (self.operators, self.expressions) {
            let together = u64::from(operators) * u64::from(expressions);
            range("--operators times --expressions", together, 1, MOST_TOGETHER)?;
        }
        range("--product", self.product.into(), 1, MOST_TOGETHER)?;
        range("--depth", self.depth.into(), 1, DEEPEST)
    }

    fn check_conflicts(&self) -> Result<(), OptionsError> {
        let conflict = |first, second, why| Err(OptionsError::Conflict { first, second, why });
        if self.mend == Mend::Again && self.operators.is_none_or(|operators| operators > MOST_AGAIN) {
            let why = "expressions that long are hardly ever defined by chance";
            return conflict("--mend again", "all but --operators 1 to 50", why);
        }
        if self.mend == Mend::Again && self.features != Features::NONE {
            return conflict("--mend again", "--features", "what has been made cannot be drawn again");
        }
        if self.rounding == Rounding::Ieee && !self.types.iter().any(|basic| basic.is_floating()) {
            return conflict("--rounding ieee", "--types without a floating type", "there is nothing to be rounded");
        }
        Ok(())
    }
}
