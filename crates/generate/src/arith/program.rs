//! The program around the expressions.

use kiln_case::Choices;
use kiln_lang::Options as Dialect;
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Builder, Variable as Declared};
use kiln_lang::diagnostics::Diagnostic;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, Program, StmtId};
use kiln_lang::types::{Basic, Quals, Ty};
use kiln_meaning::Settings;
use kiln_meaning::repair::constant;

use super::leaf::Letter;
use super::{Counts, Form, Maker, Mend, Operand, Options, OptionsError, Variable};

/// A program and how it was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The program.
    pub program: Program,
    /// What was done.
    pub counts: Counts,
}

/// How often new values are tried before an expression is given up (section 2.2).
const TRIES: u64 = 100;

/// Makes a program.
pub fn make(choices: &Choices, options: &Options, dialect: Dialect) -> Result<Made, OptionsError> {
    options.check()?;
    let mut maker = Maker {
        b: Builder::new("arith.c", dialect),
        options,
        target: dialect.target,
        settings: Settings::default(),
        choices: choices.split("sizes", 0),
        values: choices.split("sizes", 1),
        dry: false,
        variables: Vec::new(),
        locals: Vec::new(),
        counts: Counts::default(),
        numbers: [0; 3],
    };
    let (operators, expressions) = maker.sizes();
    let int = Ty::INT;
    let character = maker.b.qualified(Ty::CHAR, Quals::CONST);
    let format = maker.b.pointer(character);
    let printf = maker.b.function_type(int, &[format], true);
    let printf = maker.b.declare_function(Declared::new("printf", printf));
    let (main, _) = maker.b.begin_function(Declared::new("main", int), &[], false);
    let mut results = Vec::new();
    let mut body = Vec::new();
    for index in 0..expressions {
        let (variable, statement) = maker.assignment(operators, &choices.split("expression", index.into()));
        results.push(variable);
        body.push(statement);
    }
    let said = match options.form {
        Form::Check => maker.checks(printf, &results),
        Form::Checksum => maker.checksum(printf, &results),
    };
    let statements: Vec<StmtId> = std::mem::take(&mut maker.locals).into_iter().chain(body).chain(said).collect();
    let block = maker.b.block(statements);
    maker.b.end_function(main, block);
    let counts = maker.counts;
    let program = maker.b.finish().unwrap_or_else(|diagnostics| wrong(&diagnostics));
    Ok(Made { program, counts })
}

/// The builder refuses what a generator makes only if the generator is wrong.
fn wrong(diagnostics: &[Diagnostic]) -> Program {
    panic!("a generated program is wrong: {diagnostics:?}")
}

impl Maker<'_> {
    /// How many operators an expression has, and how many expressions there are.
    fn sizes(&mut self) -> (u32, u32) {
        let product = self.options.product;
        match (self.options.operators, self.options.expressions) {
            (Some(operators), Some(expressions)) => (operators, expressions),
            (Some(operators), None) => (operators, (product / operators).clamp(1, super::options::MOST)),
            (None, Some(expressions)) => ((product / expressions).clamp(1, super::options::MOST), expressions),
            (None, None) => {
                // Both vary by magnitude, so that there are few long and many short ones as often as the other way round.
                let digits = self.choices.between(0, i128::from(product.ilog2())) as u32;
                let low = 1u32 << digits;
                let operators =
                    (low + self.choices.below(low.into()) as u32).clamp(1, product.min(super::options::MOST));
                (operators, (product / operators).clamp(1, super::options::MOST))
            }
        }
    }

    /// `t = expression;`, with the value that `t` has from then on.
    fn assignment(&mut self, operators: u32, streams: &Choices) -> (Variable, StmtId) {
        self.counts.expressions += 1;
        let value = self.defined_expression(operators, streams);
        let basic = self.any_type();
        let initial = self.value(basic);
        let t = self.variable(Letter::T, initial);
        let converted = self.arithmetic().convert(value.value, basic).unwrap_or(initial);
        let name = self.b.name(t.decl);
        let assign = self.b.assign(None, name, value.expr);
        let t = Variable { value: converted, ..t };
        self.variables.push(t);
        (t, self.b.expr_stmt(assign))
    }

    /// An expression that is defined. Where nothing is mended, it is tried with new values, and at last another one is.
    fn defined_expression(&mut self, operators: u32, streams: &Choices) -> Operand {
        for attempt in 0.. {
            self.choices = streams.split("shape", attempt / TRIES);
            self.values = streams.split("values", attempt);
            if self.options.mend == Mend::Again && !self.is_defined(operators) {
                self.counts.discarded += 1;
                continue;
            }
            if let Ok(value) = self.expression(operators, self.options.depth) {
                return value;
            }
        }
        unreachable!("there are more attempts than anyone can wait for")
    }

    /// Whether the expression that comes next is defined; nothing is made.
    fn is_defined(&mut self, operators: u32) -> bool {
        let before = (self.choices.clone(), self.values.clone(), self.counts, self.numbers, self.variables.len());
        self.dry = true;
        let result = self.expression(operators, self.options.depth);
        self.dry = false;
        let n_variables;
        (self.choices, self.values, self.counts, self.numbers, n_variables) = before;
        self.variables.truncate(n_variables);
        result.is_ok()
    }

    /// `if (t == expected) printf ("OK t\n"); else { ... }` for each result, and the status.
    fn checks(&mut self, printf: DeclRef, results: &[Variable]) -> Vec<StmtId> {
        let zero = self.b.int(0);
        let status = self.b.local(Declared::new("status", Ty::INT), Some(zero));
        let mut statements = vec![self.b.declaration(&[status])];
        for (index, &t) in results.iter().enumerate() {
            let (name, expected) = (self.b.name(t.decl), constant(&mut self.b, &self.target, t.value));
            let right = self.b.binary(BinaryOp::Eq, name, expected);
            let ok = self.print(printf, &format!("OK t{index}\n"), &[]);
            let (observed, wanted) = (self.b.name(t.decl), constant(&mut self.b, &self.target, t.value));
            let arguments = [self.widest(observed, t.value.basic), self.widest(wanted, t.value.basic)];
            let letter = if self.target.is_signed(t.value.basic) { "lld" } else { "llu" };
            let ng = self.print(printf, &format!("NG t{index} = %{letter}, expected %{letter}\n"), &arguments);
            let (failed, one) = (self.b.name(status), self.b.int(1));
            let fail = self.b.assign(None, failed, one);
            let fail = self.b.expr_stmt(fail);
            let otherwise = self.b.block([ng, fail]);
            statements.push(self.b.if_(right, ok, Some(otherwise)));
        }
        let status = self.b.name(status);
        statements.push(self.b.return_(Some(status)));
        statements
    }

    /// One number that all results go into.
    fn checksum(&mut self, printf: DeclRef, results: &[Variable]) -> Vec<StmtId> {
        let start = self.b.int_of(0xcbf2_9ce4_8422_2325, Basic::ULongLong);
        let sum = self.b.local(Declared::new("sum", Ty::basic(Basic::ULongLong)), Some(start));
        let mut statements = vec![self.b.declaration(&[sum])];
        for &t in results {
            // FNV-1a over the values.
            let (old, name) = (self.b.name(sum), self.b.name(t.decl));
            let mixed = self.b.binary(BinaryOp::BitXor, old, name);
            let prime = self.b.int_of(0x0000_0100_0000_01b3, Basic::ULongLong);
            let product = self.b.binary(BinaryOp::Mul, mixed, prime);
            let to = self.b.name(sum);
            let set = self.b.assign(None, to, product);
            statements.push(self.b.expr_stmt(set));
        }
        let sum = self.b.name(sum);
        statements.push(self.print(printf, "checksum = %016llx\n", &[sum]));
        let zero = self.b.int(0);
        statements.push(self.b.return_(Some(zero)));
        statements
    }

    fn print(&mut self, printf: DeclRef, format: &str, arguments: &[ExprId]) -> StmtId {
        let (callee, format) = (self.b.name(printf), self.b.string(format.as_bytes()));
        let call = self.b.call(callee, std::iter::once(format).chain(arguments.iter().copied()));
        self.b.expr_stmt(call)
    }

    fn widest(&mut self, expr: ExprId, basic: Basic) -> ExprId {
        let wide = if self.target.is_signed(basic) { Basic::LongLong } else { Basic::ULongLong };
        self.b.cast(Ty::basic(wide), expr)
    }
}
