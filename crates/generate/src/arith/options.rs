//! What can be chosen of a program.

use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;

/// How undefined behaviour is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mend {
    /// New values, up to 100 times, then a new expression (section 2.2 of the paper).
    Again,
    /// A variable is added to one of the operands.
    Insert,
    /// The operation becomes another one where that helps, else a variable is added.
    Flip,
}

/// Which values variables have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// All values of a type alike.
    Uniform,
    /// All magnitudes alike: as many numbers of 3 bits as of 30.
    Magnitude,
    /// Often at or next to the ends of a type, a power of two, or a pattern of bits.
    Boundary,
}

/// How a program says what it computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A line `OK` or `NG` for each expression, status 1 if one is wrong.
    Check,
    /// One checksum.
    Checksum,
}

/// The sizes of the paper's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// (1) One expression of about 4 operators, values drawn again.
    Short,
    /// (2) One long expression.
    Long,
    /// (3) Many expressions of about 4 operators.
    Many,
    /// (4) Many long expressions.
    ManyLong,
    /// (4') As (4), with a product of 1,000, flipping, and more operators.
    Flipping,
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
    /// Once in so many times, an operand is a constant; 0 for never.
    pub constants: u32,
    /// The types of variables.
    pub types: Vec<Basic>,
    /// The operators.
    pub ops: Vec<BinaryOp>,
    /// How a program says what it computed.
    pub form: Form,
}

/// The most operators of an expression, expressions of a program, and operators of a program.
pub const MOST: u32 = 10_000;
/// The most operators of a program together.
pub const MOST_TOGETHER: u32 = 10_000_000;
/// The deepest nesting: Clang takes no more parentheses.
pub const DEEPEST: u32 = 250;

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

/// Integer types of the paper.
pub const INTEGERS: [Basic; 10] = [
    Basic::SChar,
    Basic::UChar,
    Basic::Short,
    Basic::UShort,
    Basic::Int,
    Basic::UInt,
    Basic::Long,
    Basic::ULong,
    Basic::LongLong,
    Basic::ULongLong,
];

impl Default for Options {
    fn default() -> Self {
        Options {
            operators: None,
            expressions: None,
            product: 1000,
            depth: 60,
            mend: Mend::Flip,
            values: Values::Boundary,
            constants: 8,
            types: INTEGERS.to_vec(),
            ops: TABLE_2.into_iter().chain(TABLE_3).chain([BinaryOp::BitXor]).collect(),
            form: Form::Check,
        }
    }
}

impl Preset {
    /// All presets, with the words of the command line.
    pub const ALL: [(&'static str, Preset); 5] = [
        ("short", Preset::Short),
        ("long", Preset::Long),
        ("many", Preset::Many),
        ("many-long", Preset::ManyLong),
        ("flipping", Preset::Flipping),
    ];

    /// The options of a preset: no constants, and the operators of its table.
    pub fn options(self) -> Options {
        let paper = Options {
            product: 10_000,
            mend: Mend::Insert,
            values: Values::Magnitude,
            constants: 0,
            ops: TABLE_2.to_vec(),
            ..Options::default()
        };
        match self {
            Preset::Short => Options { operators: Some(4), expressions: Some(1), mend: Mend::Again, ..paper },
            Preset::Long => Options { expressions: Some(1), ..paper },
            Preset::Many => Options { operators: Some(4), ..paper },
            Preset::ManyLong => paper,
            Preset::Flipping => {
                Options { product: 1000, mend: Mend::Flip, ops: TABLE_2.into_iter().chain(TABLE_3).collect(), ..paper }
            }
        }
    }
}

/// A choice that cannot be met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    /// A number out of its range.
    #[error("{option} is {value}, and has to be from {least} to {most}")]
    Range {
        /// The option.
        option: &'static str,
        /// What was asked for.
        value: u64,
        /// The least value.
        least: u32,
        /// The greatest value.
        most: u32,
    },
    /// Nothing to choose from.
    #[error("{option} is empty: there has to be at least one")]
    Empty {
        /// The option.
        option: &'static str,
    },
    /// Two options that exclude each other.
    #[error("{first} and {second} exclude each other: {why}")]
    Conflict {
        /// One option.
        first: &'static str,
        /// The other.
        second: &'static str,
        /// Why.
        why: &'static str,
    },
}

impl Options {
    /// Whether a program can be made.
    pub fn check(&self) -> Result<(), OptionsError> {
        let range = |option: &'static str, value: u64, least: u32, most: u32| {
            if (u64::from(least)..=u64::from(most)).contains(&value) {
                Ok(())
            } else {
                Err(OptionsError::Range { option, value, least, most })
            }
        };
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
        range("--depth", self.depth.into(), 1, DEEPEST)?;
        if self.types.is_empty() {
            return Err(OptionsError::Empty { option: "--types" });
        }
        if self.ops.is_empty() {
            return Err(OptionsError::Empty { option: "--ops" });
        }
        if self.mend == Mend::Again && self.operators.is_none_or(|operators| operators > 50) {
            return Err(OptionsError::Conflict {
                first: "--mend again",
                second: "more than 50 operators",
                why: "expressions that long are hardly ever defined by chance",
            });
        }
        Ok(())
    }
}
