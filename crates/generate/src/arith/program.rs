//! The program around the expressions.

use kiln_case::{Choices, Several, check};
use kiln_lang::Options as Dialect;
use kiln_lang::build::{BuildExpr, BuildStmt, Builder, Variable as Declared};
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::tree::{Program, StmtId};
use kiln_lang::types::{Basic, Ty};
use kiln_meaning::Settings;

use super::expression::Undefined;
use super::features::Place;
use super::leaf::Letter;
use super::options::MOST;
use super::pool::Pool;
use super::{Counts, Form, Maker, Mend, Operand, Options, Variable};
use crate::error::OptionsError;

/// A program and how it was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The program.
    pub program: Program,
    /// What was done.
    pub counts: Counts,
}

/// Why there is no program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MakeError {
    /// The options are wrong.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The builder refuses what the generator makes: the generator is wrong.
    #[error("a generated program is wrong: {0:?}")]
    Wrong(Vec<Diagnostic>),
}

/// How often new values are tried before an expression is given up (section 2.2).
const TRIES: u64 = 100;
/// How many expressions are given up before one is made of a variable alone.
const GIVEN_UP: u64 = 1000;

/// Makes a program.
pub fn make(choices: &Choices, options: &Options, dialect: Dialect) -> Result<Made, MakeError> {
    made(Maker::new(choices, options, dialect)?, choices)
}

/// Makes the same program, and counts operations next to a boundary.
pub fn make_watched(choices: &Choices, options: &Options, dialect: Dialect) -> Result<Made, MakeError> {
    made(Maker { watches: true, ..Maker::new(choices, options, dialect)? }, choices)
}

fn made(mut maker: Maker<'_>, choices: &Choices) -> Result<Made, MakeError> {
    let (operators, expressions) = maker.sizes();
    let printf = check::declare_printf(&mut maker.b);
    maker.functions(operators, expressions);
    let (main, _) = maker.b.begin_function(Declared::new("main", Ty::INT), &[], false);
    let mut results = Vec::new();
    let mut body = Vec::new();
    let (mut counted, mut several) = (choices.clone(), Several::default());
    // Behind the last of them it is said that there is no other.
    for index in 0..=expressions {
        if !counted.more(&mut several, index < expressions) {
            continue;
        }
        let streams = choices.split("expression", index.into());
        results.push(maker.assignment(operators, &streams, &mut body));
    }
    let said = match maker.options.form {
        Form::Check => maker.checks(printf, &results),
        Form::Checksum => maker.checksum(printf, &results),
    };
    let declarations = std::mem::take(&mut maker.local.declarations);
    let statements: Vec<StmtId> = declarations.into_iter().chain(body).chain(said).collect();
    let block = maker.b.block(statements);
    maker.b.end_function(main, block);
    let counts = maker.counts;
    let program = maker.b.finish().map_err(MakeError::Wrong)?;
    Ok(Made { program, counts })
}

impl<'o> Maker<'o> {
    fn new(choices: &Choices, options: &'o Options, dialect: Dialect) -> Result<Maker<'o>, OptionsError> {
        options.check()?;
        let target = dialect.target;
        // Not every target has every type.
        let types: Vec<Basic> = options.types.iter().copied().filter(|&basic| target.basic(basic).is_some()).collect();
        if types.is_empty() {
            return Err(OptionsError::Empty { option: "--types" });
        }
        Ok(Maker {
            b: Builder::new("arith.c", dialect),
            options,
            types,
            target,
            settings: Settings::default(),
            choices: choices.split("sizes", 0),
            values: choices.split("sizes", 1),
            dry: false,
            live: true,
            in_function: false,
            file: Pool::default(),
            local: Pool::default(),
            pending: Vec::new(),
            functions: Vec::new(),
            counts: Counts::default(),
            watches: false,
            forms: [Place::Operation, Place::Operand, Place::Statement].map(|place| options.features.at(place)),
            numbers: [0; Letter::COUNT],
        })
    }

    /// How many operators an expression has, and how many expressions there are.
    fn sizes(&mut self) -> (u32, u32) {
        let product = self.options.product;
        match (self.options.operators, self.options.expressions) {
            (Some(operators), Some(expressions)) => (operators, expressions),
            (Some(operators), None) => (operators, (product / operators).clamp(1, MOST)),
            (None, Some(expressions)) => ((product / expressions).clamp(1, MOST), expressions),
            (None, None) => {
                // Both vary by magnitude, so that there are few long and many short ones as often as the other way round.
                let digits = self.choices.between(0, i128::from(product.ilog2())) as u32;
                let low = 1u32 << digits;
                let operators = (low + self.choices.below(low.into()) as u32).clamp(1, product.min(MOST));
                (operators, (product / operators).clamp(1, MOST))
            }
        }
    }

    /// `t = expression;`, with the value that `t` has from then on, and what comes before it.
    fn assignment(&mut self, operators: u32, streams: &Choices, body: &mut Vec<StmtId>) -> Variable {
        self.counts.expressions += 1;
        (self.choices, self.values) = (streams.split("flow", 0), streams.split("flow", 1));
        body.extend(self.flow(operators));
        let (value, basic) = self.defined_expression(operators, streams);
        let initial = self.value(basic);
        let t = self.new_variable(Letter::T, initial, true);
        // `defined_expression` gives nothing that cannot be converted.
        let converted = self.converted(value.value, basic).unwrap_or(initial);
        let name = self.b.name(t.decl);
        let assign = self.b.assign(None, name, value.expr);
        body.push(self.b.expr_stmt(assign));
        let t = Variable { value: converted, ..t };
        self.settle();
        self.pool_of(t.decl).variables.push(t);
        t
    }

    /// An expression that is defined, and a type that it can be assigned to. Where nothing is mended, it is tried with new
    /// values, and at last another one is.
    fn defined_expression(&mut self, operators: u32, streams: &Choices) -> (Operand, Basic) {
        for attempt in 0..TRIES * GIVEN_UP {
            self.choices = streams.split("shape", attempt / TRIES);
            self.values = streams.split("values", attempt);
            if self.options.mend == Mend::Again && !self.is_defined(operators) {
                self.counts.discarded += 1;
                continue;
            }
            if let Ok(defined) = self.assignable(operators) {
                return defined;
            }
            self.pending.clear();
        }
        let leaf = self.leaf();
        (leaf, leaf.value.basic)
    }

    fn assignable(&mut self, operators: u32) -> Result<(Operand, Basic), Undefined> {
        let value = self.expression(operators, self.options.depth)?;
        let basic = self.any_type();
        Ok((self.fitted(value, basic)?, basic))
    }

    /// Whether the expression that comes next is defined; nothing is made.
    fn is_defined(&mut self, operators: u32) -> bool {
        let before = (self.choices.clone(), self.values.clone(), self.counts, self.numbers);
        let lengths = [self.file.variables.len(), self.local.variables.len()];
        self.dry = true;
        let result = self.assignable(operators);
        self.dry = false;
        (self.choices, self.values, self.counts, self.numbers) = before;
        self.file.variables.truncate(lengths[0]);
        self.local.variables.truncate(lengths[1]);
        result.is_ok()
    }
}
