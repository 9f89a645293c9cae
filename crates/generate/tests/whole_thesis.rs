//! Programs of the preset `csmith` against tables 3.1 to 3.3 of the thesis on Csmith.
//!
//! The shares are counted in finished programs, by their trees. Where a rule of the generator moves a share by design (see
//! `docs/whole.md`), the row says by how much: what is expected is what the table has, less what falls back.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kiln_case::Choices;
use kiln_generate::whole::features::{Feature, Features};
use kiln_generate::whole::{Options, Preset, make};
use kiln_lang::Options as Dialect;
use kiln_lang::tree::{
    BinaryOp, Body, Decl, DeclKind, ExprId, ExprKind, FunctionId, Node, Program, Sight, StmtId, StmtKind, UnaryOp,
};
use kiln_lang::types::{Quals, Ty};

const SEEDS: u64 = 150;
/// Of less, a share says nothing.
const FEWEST: u32 = 400;

/// What is counted, and of what.
type Counts = BTreeMap<(&'static str, &'static str), u32>;

/// Of what, what, percent, and by how many points it may differ.
type Row = (&'static str, &'static str, f64, f64);

/// Table 3.1, in the outermost block of functions, where all but `break` and `continue` can be; those in bodies of loops. What
/// has no room any more at the end of a block, or would be executed too often, is an assignment.
const STATEMENTS: [Row; 8] = [
    ("statement", "return", 5.0, 1.5),
    ("statement", "goto", 5.0, 1.5),
    ("statement", "if", 15.0, 3.5),
    ("statement", "for", 15.0, 3.5),
    ("statement", "array", 10.0, 2.5),
    ("statement", "assignment", 50.0, 6.0),
    ("in a loop", "break", 5.0, 1.5),
    ("in a loop", "continue", 5.0, 1.5),
];

/// Table 3.2, of 120, on the right side of assignments.
const EXPRESSIONS: [Row; 5] = [
    ("expression", "call or operator", 58.3, 4.0),
    ("expression", "variable", 16.7, 3.0),
    ("expression", "constant", 8.3, 2.0),
    ("expression", "comma", 8.3, 2.0),
    ("expression", "assignment", 8.3, 2.0),
];

/// What becomes of the first of them. A fifth should be calls, but half of the time there is no function that was made before,
/// fits and may be executed here: then it is an operator, as in 3.6.9. `-a` that could overflow is a subtraction.
const OPERATORS: [Row; 4] = [
    ("call or operator", "call", 9.0, 4.0),
    ("operator", "unary", 4.5, 1.5),
    ("operator", "comparison of pointers", 9.5, 3.0),
    ("operator", "logical", 9.5, 3.0),
];

/// Csmith's other table for arguments: in kiln an argument has no effects, so calls and assignments are operators.
const ARGUMENTS: [Row; 4] = [
    ("argument", "call or operator", 50.0, 6.0),
    ("argument", "variable", 40.0, 6.0),
    ("argument", "constant", 0.0, 4.0),
    ("argument", "comma", 10.0, 4.0),
];

/// Table 3.3, in functions that have all three: what is new is local.
const SCOPES: [Row; 3] =
    [("scope", "global", 35.0, 5.0), ("scope", "local", 35.0, 5.0), ("scope", "parameter", 30.0, 5.0)];

/// What the thesis has of types and Csmith's source of qualifiers: `volatile` is for the file.
const DECLARATIONS: [Row; 15] = [
    ("type", "signed char", 12.5, 2.0),
    ("type", "unsigned char", 12.5, 2.0),
    ("type", "short", 12.5, 2.0),
    ("type", "unsigned short", 12.5, 2.0),
    ("type", "int", 12.5, 2.0),
    ("type", "unsigned int", 12.5, 2.0),
    ("type", "long", 12.5, 2.0),
    ("type", "unsigned long", 12.5, 2.0),
    ("of the file", "volatile", 50.0, 5.0),
    ("of the file", "const", 10.0, 2.0),
    ("pointer of the file", "volatile", 50.0, 7.0),
    ("pointer of the file", "const", 10.0, 4.0),
    ("of a block", "volatile", 0.0, 0.0),
    ("of a block", "const", 10.0, 2.0),
    ("if", "else", 100.0, 0.0),
];

/// With neither branches nor most jumps: assignments have their shares.
const WITHOUT_BRANCHES: [Row; 3] =
    [("statement", "return", 5.0, 2.0), ("statement", "for", 15.0, 3.5), ("statement", "assignment", 80.0, 5.0)];

/// With three of the five expressions: 70, 20 and 10, as they are.
const WITHOUT_EFFECTS: [Row; 3] = [
    ("expression", "call or operator", 70.0, 4.0),
    ("expression", "variable", 20.0, 3.0),
    ("expression", "constant", 10.0, 3.0),
];

#[test]
fn shares_are_those_of_the_thesis() {
    let tables = [&STATEMENTS[..], &EXPRESSIONS, &OPERATORS, &ARGUMENTS, &SCOPES, &DECLARATIONS];
    compare(SEEDS, &Preset::Csmith.options(), &tables.concat());
}

#[test]
fn what_is_switched_off_leaves_its_share() {
    let options = Preset::Csmith.options();
    let off = [Feature::If, Feature::ArrayLoop, Feature::Goto, Feature::GotoLoop, Feature::Comma, Feature::Assign];
    let features = off.into_iter().fold(options.features, Features::without);
    compare(SEEDS / 2, &Options { features, ..options }, &[WITHOUT_BRANCHES, WITHOUT_EFFECTS].concat());
    // Where no other function is allowed, every call is an operator.
    let alone = Options { functions: 1, ..options };
    compare(
        SEEDS / 2,
        &alone,
        &[("expression", "call or operator", 58.3, 5.0), ("call or operator", "call", 0.0, 0.0)],
    );
}

/// Compares the shares in some programs with those of tables.
fn compare(seeds: u64, options: &Options, rows: &[Row]) {
    let options = Options { tokens: 4000, ..options.clone() };
    let halves = std::thread::scope(|scope| {
        let halves = [0..seeds / 2, seeds / 2..seeds].map(|seeds| scope.spawn(|| counted(seeds, &options)));
        halves.map(|half| half.join().expect("programs can be made"))
    });
    let [mut counts, other] = halves;
    for (what, n) in other {
        *counts.entry(what).or_default() += n;
    }
    let (mut text, mut n_wrong) = (String::new(), 0);
    for &(of, what, percent, within) in rows {
        let found = counts.get(&(of, what)).copied().unwrap_or(0);
        let all = counts.get(&(of, ALL)).copied().unwrap_or(0);
        let share = 100.0 * f64::from(found) / f64::from(all.max(1));
        let is_wrong = all < FEWEST || (share - percent).abs() > within;
        n_wrong += u32::from(is_wrong);
        let mark = if is_wrong { " <<<" } else { "" };
        let _ = writeln!(text, "{of:19} {what:22} {share:5.1} of {all:6}, and should be {percent} +- {within}{mark}");
    }
    assert_eq!(n_wrong, 0, "\n{text}");
}

/// The sum of a group.
const ALL: &str = "";

/// What there is in programs of some seeds.
fn counted(seeds: std::ops::Range<u64>, options: &Options) -> Counts {
    let mut counts = Counts::new();
    for seed in seeds {
        let made = make(&Choices::new(seed), options, Dialect::default());
        let made = made.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let unit = &made.program.units[0];
        let file = Sight::of_file(&made.program.tables, unit);
        count_declarations(file, &unit.file, &mut counts);
        for function in unit.function_ids() {
            let look = Look::new(&made.program, function);
            if look.is_generated() {
                count_declarations(look.sight, look.body, &mut counts);
                look.count(&mut counts);
            }
        }
    }
    counts
}

fn count(counts: &mut Counts, of: &'static str, what: &'static str) {
    *counts.entry((of, what)).or_default() += 1;
    *counts.entry((of, ALL)).or_default() += u32::from(what != ALL);
}

/// Whether a name is a letter, as those of objects, functions and parameters are, and a number.
fn is_named(sight: Sight<'_>, decl: &Decl, letters: &str) -> bool {
    let name = decl.name.map_or("", |name| sight.name(name));
    let mut chars = name.chars();
    chars.next().is_some_and(|first| letters.contains(first)) && chars.all(|rest| rest.is_ascii_digit())
}

fn count_declarations(sight: Sight<'_>, body: &Body, counts: &mut Counts) {
    for decl in body.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Variable | DeclKind::Param)) {
        let types = sight.types();
        let (ty, quals) = (types.unqualified(decl.ty), types.quals(decl.ty));
        if !is_named(sight, decl, "glp") || types.as_array(ty).is_some() {
            continue;
        }
        if let Some(basic) = types.as_integer(ty) {
            count(counts, "type", basic.spelling());
        }
        // Parameters have no qualifiers, nor has what is new where it is needed.
        let home = match (is_named(sight, decl, "g"), types.is_pointer(ty)) {
            (true, true) => "pointer of the file",
            (true, false) => "of the file",
            (false, false) if decl.kind == DeclKind::Variable && types.as_record(ty).is_some() => "of a block",
            _ => continue,
        };
        *counts.entry((home, ALL)).or_default() += 1;
        for (what, qual) in [("volatile", Quals::VOLATILE), ("const", Quals::CONST)] {
            *counts.entry((home, what)).or_default() += u32::from(quals.contains(qual));
        }
    }
}

/// A function that is looked at.
struct Look<'p> {
    sight: Sight<'p>,
    body: &'p Body,
}

impl<'p> Look<'p> {
    fn new(program: &'p Program, function: FunctionId) -> Look<'p> {
        let body = program.units[0].function(function);
        Look { sight: Sight::of_function(&program.tables, &program.units[0], body), body }
    }

    fn decl(&self, expr: ExprId) -> Option<&'p Decl> {
        match self.body.expr(expr) {
            ExprKind::Name { decl } => Some(self.sight.decl(decl)),
            _ => None,
        }
    }

    /// Whether it is none of the wrappers and not `main`.
    fn is_generated(&self) -> bool {
        self.body.function().is_some_and(|function| is_named(self.sight, self.sight.decl(function.decl), "f"))
    }

    fn items(&self, block: StmtId) -> Vec<StmtId> {
        match self.body.stmt(block) {
            StmtKind::Compound { items } => self.body.list(items).collect(),
            _ => Vec::new(),
        }
    }

    fn count(&self, counts: &mut Counts) {
        let Some(function) = self.body.function() else { return };
        let has_param = self.body.list(function.params).any(|param| {
            let types = self.sight.types();
            types.is_integer(types.unqualified(self.body.decls[param].ty))
        });
        for item in self.items(function.body) {
            if let Some(kind) = self.kind(item) {
                count(counts, "statement", kind);
            }
        }
        let mut rest = self.items(function.body);
        while let Some(stmt) = rest.pop() {
            match self.body.stmt(stmt) {
                StmtKind::For { .. } if self.is_array_loop(stmt) => {}
                StmtKind::For { body, .. } => {
                    self.items(body)
                        .into_iter()
                        .filter_map(|item| self.kind(item))
                        .for_each(|kind| count(counts, "in a loop", kind));
                    rest.push(body);
                }
                StmtKind::If { then, otherwise, .. } => {
                    rest.extend([then].into_iter().chain(otherwise));
                    if self.kind(stmt) == Some("if") {
                        count(counts, "if", if otherwise.is_some() { "else" } else { "no else" });
                    }
                }
                StmtKind::Label { body, .. } => rest.push(body),
                StmtKind::Compound { .. } => rest.extend(self.items(stmt)),
                StmtKind::Expr { value } => self.count_expression(value, has_param, counts),
                _ => {}
            }
        }
    }

    /// What a statement is in table 3.1; nothing for declarations, and for what stands at the end of a function.
    fn kind(&self, stmt: StmtId) -> Option<&'static str> {
        Some(match self.body.stmt(stmt) {
            StmtKind::Expr { .. } => "assignment",
            StmtKind::For { .. } if self.is_array_loop(stmt) => "array",
            StmtKind::For { .. } => "for",
            StmtKind::If { then, .. } => match self.body.stmt(then) {
                StmtKind::Return { .. } => "return",
                StmtKind::Break {} => "break",
                StmtKind::Continue {} => "continue",
                StmtKind::Goto { .. } => "goto",
                _ => "if",
            },
            StmtKind::Compound { items } => {
                let items: Vec<StmtId> = self.body.list(items).collect();
                let is_label = |stmt: StmtId| matches!(self.body.stmt(stmt), StmtKind::Label { .. });
                match items[..] {
                    // A loop made with `goto`: its counter, the label with the body, and the jump.
                    [_, body, _] if is_label(body) => "goto",
                    // A statement with a label behind it.
                    [stmt, label] if is_label(label) => return self.kind(stmt),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Whether a loop goes over elements: loops within each other, and in the innermost nothing but assignments to them.
    fn is_array_loop(&self, stmt: StmtId) -> bool {
        match self.body.stmt(stmt) {
            StmtKind::For { body, .. } => match self.body.stmt(body) {
                StmtKind::For { .. } => self.is_array_loop(body),
                StmtKind::Compound { .. } => self.items(body).into_iter().all(|item| self.sets_element(item)),
                _ => false,
            },
            _ => false,
        }
    }

    fn sets_element(&self, stmt: StmtId) -> bool {
        let StmtKind::Expr { value } = self.body.stmt(stmt) else { return false };
        let ExprKind::Assign { op: None, lhs, .. } = self.body.expr(value) else { return false };
        self.body
            .descend(Node::Expr(lhs))
            .filter_map(Node::expr)
            .any(|part| matches!(self.body.expr(part), ExprKind::Index { .. }))
    }

    /// Counts what is assigned, the arguments in it, and where its variables come from.
    fn count_expression(&self, value: ExprId, has_param: bool, counts: &mut Counts) {
        let ExprKind::Assign { op: None, lhs, rhs } = self.body.expr(value) else { return };
        let is_integer = |ty: Ty| self.sight.types().is_integer(ty);
        if !is_integer(self.body.ty(lhs)) {
            return;
        }
        count(counts, "expression", self.form(rhs));
        if self.form(rhs) == "call or operator" {
            let operator = self.operator(rhs);
            count(counts, "call or operator", if operator == "call" { operator } else { "operator" });
            if operator != "call" {
                count(counts, "operator", operator);
            }
        }
        for part in self.body.descend(Node::Expr(rhs)).filter_map(Node::expr) {
            if let ExprKind::Call { callee, args } = self.body.expr(part)
                && self.decl(callee).is_some_and(|decl| is_named(self.sight, decl, "f"))
            {
                let numbers = self.body.list(args).filter(|&arg| is_integer(self.body.ty(arg)));
                numbers.for_each(|arg| count(counts, "argument", self.form(arg)));
            }
        }
        if has_param {
            self.count_scopes(rhs, counts);
        }
    }

    /// What an expression is in table 3.2.
    fn form(&self, expr: ExprId) -> &'static str {
        match self.body.expr(expr) {
            _ if self.is_constant(expr) => "constant",
            ExprKind::Member { base, .. } if matches!(self.body.expr(base), ExprKind::Call { .. }) => {
                "call or operator"
            }
            ExprKind::Name { .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Unary { op: UnaryOp::Deref, .. } => "variable",
            ExprKind::Binary { op: BinaryOp::Comma, .. } => "comma",
            ExprKind::Assign { .. } => "assignment",
            ExprKind::Unary { op, .. } if op.is_increment() => "assignment",
            _ => "call or operator",
        }
    }

    /// What a call or an operator is: a wrapper is an operator.
    fn operator(&self, expr: ExprId) -> &'static str {
        match self.body.expr(expr) {
            ExprKind::Member { .. } => "call",
            ExprKind::Call { callee, .. } => {
                let is_own = self.decl(callee).is_some_and(|decl| is_named(self.sight, decl, "f"));
                if is_own { "call" } else { "binary" }
            }
            ExprKind::Unary { .. } => "unary",
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => "logical",
            ExprKind::Binary { lhs, .. } if self.sight.types().is_pointer(self.body.converted(lhs)) => {
                "comparison of pointers"
            }
            _ => "binary",
        }
    }

    /// Numbers as they are written: `-1`, `-2147483647 - 1`.
    fn is_constant(&self, expr: ExprId) -> bool {
        match self.body.expr(expr) {
            ExprKind::Int { .. } => true,
            ExprKind::Unary { op: UnaryOp::Neg, operand } | ExprKind::Cast { operand, .. } => self.is_constant(operand),
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => self.is_constant(lhs) && self.is_constant(rhs),
            _ => false,
        }
    }

    /// Counts the variables that are read by their names; subscripts and what pointers lead to are not looked at.
    fn count_scopes(&self, expr: ExprId, counts: &mut Counts) {
        match self.body.expr(expr) {
            ExprKind::Name { .. } => {
                let Some(decl) = self.decl(expr) else { return };
                let scopes = [("g", "global"), ("li", "local"), ("p", "parameter")];
                if let Some((_, scope)) = scopes.into_iter().find(|(letters, _)| is_named(self.sight, decl, letters)) {
                    count(counts, "scope", scope);
                }
            }
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => self.count_scopes(base, counts),
            ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, .. } => {}
            ExprKind::Unary { op, .. } if op.is_increment() => {}
            ExprKind::Assign { rhs, .. } => self.count_scopes(rhs, counts),
            // Pointers are compared with addresses.
            ExprKind::Binary { lhs, .. } if self.sight.types().is_pointer(self.body.converted(lhs)) => {}
            _ => {
                for child in self.body.children(Node::Expr(expr)) {
                    if let Node::Expr(child) = child {
                        self.count_scopes(child, counts);
                    }
                }
            }
        }
    }
}
