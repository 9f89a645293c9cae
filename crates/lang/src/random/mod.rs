//! Random well-typed C programs for tests.
//!
//! `program` makes one from a seed, through the [builder](crate::build): kiln's checks, GCC and Clang accept it. What it
//! does when it runs is nobody's concern, so undefined behaviour is welcome. The same seed gives the same program on every
//! machine.
//!
//! What a program is made of stands in tables, one row per construct with its weight: `item` what is declared at file
//! scope, `types` types, `stmt` statements, `expr` expressions, with `object` for expressions that name objects
//! and `literal` for what an initialiser may hold. A new construct is a row and a function; `program_with_uses` says how
//! often each was used, and a test that none is forgotten.

mod expr;
mod item;
mod literal;
mod object;
mod rng;
mod stmt;
mod table;
mod types;

use std::collections::BTreeMap;

pub use self::rng::Rng;
use self::table::Row;
use crate::build::{BuildType, Builder};
use crate::target::Options;
use crate::tree::{DeclRef, LabelId, Program};
use crate::types::{RecordKind, Ty};

/// How large a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Declarations at file scope besides functions.
    pub n_items: u32,
    /// Functions.
    pub n_functions: u32,
    /// Statements of a block, at most.
    pub n_stmts: u32,
    /// Nesting of expressions, and of blocks.
    pub depth: u32,
}

impl Size {
    /// A page.
    pub const SMALL: Size = Size { n_items: 12, n_functions: 3, n_stmts: 5, depth: 3 };
    /// Several pages, in which most constructs occur.
    pub const MEDIUM: Size = Size { n_items: 40, n_functions: 8, n_stmts: 8, depth: 4 };
}

/// A program of this size, the same for the same seed.
pub fn program(seed: u64, size: Size) -> Program {
    program_with_uses(seed, size).0
}

/// The same, and how often each construct was used; those that were not are listed with 0.
pub fn program_with_uses(seed: u64, size: Size) -> (Program, BTreeMap<&'static str, usize>) {
    let mut maker = Maker::new(seed, size);
    maker.items();
    let uses = std::mem::take(&mut maker.uses);
    (maker.finish(), uses)
}

/// As [`program`], with a `main` that calls the functions, and with nothing that is only declared.
pub fn runnable(seed: u64, size: Size) -> Program {
    let mut maker = Maker::new(seed, size);
    maker.runnable = true;
    maker.items();
    maker.main_function();
    maker.finish()
}

/// The names of all constructs, table by table.
pub fn constructs() -> impl Iterator<Item = &'static str> {
    fn names<A, T>(rows: &'static [Row<A, T>]) -> impl Iterator<Item = &'static str> {
        rows.iter().map(|row| row.name)
    }
    let at_file_scope = names(item::ROWS).chain(names(item::FUNCTIONS)).chain(names(types::ROWS));
    at_file_scope.chain(names(stmt::ROWS)).chain(names(stmt::DECLARATIONS)).chain(names(expr::ROWS))
}

/// An object or function that can be named.
#[derive(Clone, Copy, Debug)]
struct Known {
    decl: DeclRef,
    ty: Ty,
    /// Its address cannot be taken.
    register: bool,
    /// Its address is a constant.
    constant_address: bool,
}

/// A program in work.
struct Maker {
    builder: Builder,
    rng: Rng,
    size: Size,
    /// Types of values: what can be assigned, passed and returned.
    values: Vec<Ty>,
    /// Structures and unions.
    records: Vec<(RecordKind, Ty)>,
    enumerators: Vec<DeclRef>,
    globals: Vec<Known>,
    functions: Vec<Known>,
    /// Local objects in scope, innermost last.
    locals: Vec<Known>,
    /// Labels of the function in work. They stand in its outermost block, in the end.
    labels: Vec<LabelId>,
    /// The result type of the function in work.
    result: Ty,
    n_loops: u32,
    n_breakable: u32,
    /// In a statement expression, which is not jumped out of.
    in_stmt_expr: bool,
    n_names: u32,
    /// Everything that is named is defined.
    runnable: bool,
    seed: u64,
    uses: BTreeMap<&'static str, usize>,
}

impl Maker {
    fn new(seed: u64, size: Size) -> Maker {
        Maker {
            builder: Builder::new("random.c", Options::default()),
            rng: Rng::new(seed),
            size,
            values: Vec::new(),
            records: Vec::new(),
            enumerators: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            locals: Vec::new(),
            labels: Vec::new(),
            result: Ty::VOID,
            n_loops: 0,
            n_breakable: 0,
            in_stmt_expr: false,
            n_names: 0,
            runnable: false,
            seed,
            uses: constructs().map(|name| (name, 0)).collect(),
        }
    }

    fn finish(self) -> Program {
        let seed = self.seed;
        self.builder.finish().unwrap_or_else(|diagnostics| {
            unreachable!("a random program is well-typed, and seed {seed} is not: {:?}", diagnostics.first())
        })
    }

    /// A name that nothing else at file scope has.
    fn fresh(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    /// A name for something local: often one that is taken, so that the builder has to settle it.
    fn local_name(&mut self) -> String {
        let n = self.rng.below(self.n_names + 4);
        let stem = *self.rng.pick(&["a", "b", "g", "t", "f", "i"]);
        format!("{stem}{n}")
    }

    /// Takes rows of a table by weight until one can be used here.
    fn draw<A: Copy, T>(&mut self, rows: &'static [Row<A, T>], args: A) -> Option<T> {
        for _ in 0..8 {
            let row = self.rng.weighted(rows, |row| row.weight);
            if let Some(made) = (row.make)(self, args) {
                *self.uses.entry(row.name).or_default() += 1;
                return Some(made);
            }
        }
        None
    }

    fn is_record(&self, ty: Ty) -> bool {
        self.builder.sight().types().as_record(ty).is_some()
    }
}
