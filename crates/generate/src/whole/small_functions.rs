//! Small functions that optimisers know by their shape: two that are the same, one that ends with a call of itself, one whose first lines
//! are worth being inlined alone, one that is seldom called.
//!
//! They compute one number without sign of others, and touch nothing but arrays of the file. Each is part of another feature as well.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, FunctionId, StmtId, Storage, UnaryOp};
use kiln_lang::types::{Basic, Quals, Ty};

use super::Maker;
use super::call::{Callee, How, Param};
use super::effects::ObjectId;
use super::features::Feature;
use super::loops::Count;
use super::lvalue::Use;
use super::objects::Sights;
use super::sweep::Lanes;

/// Makes helpers, where it can be, and says how many.
type Make = fn(&mut Maker) -> Option<u32>;

/// What they need, and weights.
const HELPERS: [(Feature, Make, u32); 5] = [
    (Feature::FunctionPointer, Maker::twins, 200),
    (Feature::Recursion, Maker::last_call, 200),
    (Feature::EarlyReturn, Maker::first_lines, 200),
    (Feature::Hot, Maker::seldom_called, 400),
    (Feature::Restrict, Maker::mirroring, 300),
];

/// How often each of them was tried in a program.
pub(super) type Tried = [u32; HELPERS.len()];

/// Nothing was tried so far.
pub(super) const UNTRIED: Tried = [0; HELPERS.len()];

/// Operators that are defined for all numbers without sign.
const TOTAL: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::BitXor, BinaryOp::BitAnd, BinaryOp::BitOr];

/// A number computed of a parameter: two operators and their constants.
type Formula = [(BinaryOp, u64); 2];

impl Maker {
    /// Helpers of one kind, rather of one that was not tried yet, in front of the functions that may call them.
    pub(super) fn helper(&mut self) -> Option<u32> {
        let features = self.features;
        let fitting: Vec<usize> = (0..HELPERS.len()).filter(|&row| features.has(HELPERS[row].0)).collect();
        if fitting.is_empty() {
            return None;
        }
        let tried = self.helpers_tried;
        let row = *self.choices.weighted(&fitting, |&row| (HELPERS[row].2 / (1 + 3 * tried[row])).max(1));
        self.helpers_tried[row] += 1;
        HELPERS[row].1(self)
    }

    /// Whether there are to be small functions here: twice as often as other idioms.
    pub(super) fn may_help(&mut self) -> bool {
        self.has_by_weight(Feature::Idiom) || self.has_by_weight(Feature::Idiom)
    }

    /// A function without effects but on arrays of the file.
    fn small_function(
        &mut self,
        param: Option<Param>,
        storage: Storage,
        attrs: &[(&'static str, Option<&'static str>)],
        cost: u64,
        body: impl FnOnce(&mut Self, DeclRef, &[DeclRef]) -> Vec<StmtId>,
    ) {
        let first_object = ObjectId(self.objects.len() as u32);
        let number = Ty::basic(Basic::UInt);
        let params: Vec<Param> = param.into_iter().chain([Param::Value(number)]).collect();
        let types: Vec<(String, Ty)> = (params.iter())
            .map(|param| {
                let name = self.new_name("p");
                (name, self.type_of_param(param))
            })
            .collect();
        let types: Vec<(&str, Ty)> = types.iter().map(|(name, ty)| (name.as_str(), *ty)).collect();
        let name = self.new_name("f");
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        self.begin_facts();
        self.room = cost;
        let variable = Variable::new(&name, number).storage(storage).attrs(attrs);
        let (open, decls) = self.b.begin_function(variable, &types, false);
        let items = body(self, open.decl(), &decls);
        let block = self.b.block(items);
        let decl = self.b.end_function(open, block);
        self.tokens += 12;
        let mut effects = std::mem::take(&mut self.touched);
        effects.reads.keep_below(first_object);
        effects.writes.keep_below(first_object);
        self.locals = Sights::default();
        self.forget_objects(first_object);
        self.callees.push(Callee {
            how: How::Named(decl),
            result: Some(number),
            gives: None,
            is_inline: false,
            params,
            effects,
            exits: Vec::new(),
            cost,
            calls: 0,
            calls_certainly: Vec::new(),
        });
    }

    fn draw_formula(&mut self) -> Formula {
        let end = self.arithmetic().shape(Basic::UInt).max().as_u64();
        [(); 2].map(|()| {
            let op = *self.choices.pick(&TOTAL);
            let value = if self.choices.one_in(2) { end - self.choices.below(2) } else { 2 + self.choices.below(60) };
            (op, value)
        })
    }

    /// `p * 31U ^ 4294967295U`.
    fn computed(&mut self, number: DeclRef, formula: Formula) -> ExprId {
        let name = self.b.name(number);
        self.tokens += 5;
        formula.into_iter().fold(name, |value, (op, constant)| {
            let constant = self.b.int_of(constant, Basic::UInt);
            self.b.binary(op, value, constant)
        })
    }

    /// Two functions that do the same, in a table.
    fn twins(&mut self) -> Option<u32> {
        let formula = self.draw_formula();
        // Of two that other files may see, one has to stay, as a call of the other.
        let storage = if self.features.has(Feature::External) { Storage::None } else { Storage::Static };
        let attrs: &[_] = if self.has_by_weight(Feature::Simd) { &[("simd", None)] } else { &[] };
        for _ in 0..2 {
            self.small_function(None, storage, attrs, 2, |maker, _, params| {
                let value = maker.computed(params[0], formula);
                vec![maker.b.return_(Some(value))]
            });
        }
        self.declare_table();
        Some(2)
    }

    /// `if (n <= 0) return p; return f(n - 1, p * 31U ^ 5U);`
    fn last_call(&mut self) -> Option<u32> {
        let depth = self.draw_depth();
        let formula = self.draw_formula();
        let cost = 2 * u64::from(depth) + 4;
        self.small_function(Some(Param::Depth(depth)), Storage::Static, &[], cost, |maker, function, params| {
            let (left, zero) = (maker.b.name(params[0]), maker.b.int(0));
            let is_over = maker.b.binary(BinaryOp::Le, left, zero);
            let value = maker.b.name(params[1]);
            let ends = maker.b.return_(Some(value));
            let (left, one) = (maker.b.name(params[0]), maker.b.int(1));
            let less = maker.b.binary(BinaryOp::Sub, left, one);
            let next = maker.computed(params[1], formula);
            let callee = maker.b.name(function);
            let call = maker.b.call(callee, [less, next]);
            maker.tokens += 18;
            vec![maker.b.if_(is_over, ends, None), maker.b.return_(Some(call))]
        });
        Some(1)
    }

    /// `if (p & 1) return p; for (...) s = s * 31 ^ a[i]; return s;`
    fn first_lines(&mut self) -> Option<u32> {
        let all = self.seen_integer_lanes();
        if all.is_empty() {
            return None;
        }
        let lanes = *self.choices.pick(&all);
        let formula = self.draw_formula();
        self.small_function(None, Storage::Static, &[], lanes.len as u64 + 6, |maker, _, params| {
            let (number, one) = (maker.b.name(params[0]), maker.b.int(1));
            let is_short = maker.b.binary(BinaryOp::BitAnd, number, one);
            let short = maker.computed(params[0], formula);
            let short = maker.b.return_(Some(short));
            let first = maker.b.if_(is_short, short, None);
            let start = maker.b.name(params[0]);
            let (sum, declared) = maker.scratch(Ty::basic(Basic::UInt), start);
            let count = Count { start: 0, step: 1, rounds: lanes.len };
            let made = maker.counted_loop(count, |maker, counter| {
                let read = maker.exact_lane(lanes, counter, Use::Read);
                maker.mixed_into(sum, read)
            });
            let value = maker.b.name(sum);
            maker.tokens += 16;
            vec![first, declared, made, maker.b.return_(Some(value))]
        });
        Some(1)
    }

    /// `for (T *q = a; q < a + n; q++) *q ^= p;`, where compilers want little code rather than fast code.
    fn seldom_called(&mut self) -> Option<u32> {
        let (to, _) = self.free_lanes(2)?;
        if !self.b.sight().types().is_integer(to.ty) || !self.features.has(Feature::PointerLoop) {
            return None;
        }
        let pointer = self.b.pointer(to.ty);
        let op = *self.choices.pick(&[BinaryOp::BitXor, BinaryOp::BitOr, BinaryOp::BitAnd]);
        self.small_function(None, Storage::Static, &[("cold", None)], 2 * to.len as u64 + 2, |maker, _, params| {
            let start = maker.name_place(to.array);
            let (walker, init) = maker.scratch(pointer, start);
            let (name, base, len) = (maker.b.name(walker), maker.name_place(to.array), maker.b.int(to.len as u32));
            let end = maker.b.binary(BinaryOp::Add, base, len);
            let goes_on = maker.b.binary(BinaryOp::Lt, name, end);
            let name = maker.b.name(walker);
            let step = maker.b.unary(UnaryOp::PreInc, name);
            maker.note_access(&[to.element], Use::Read, false);
            maker.note_access(&[to.element], Use::Write, false);
            let (name, value) = (maker.b.name(walker), maker.b.name(params[0]));
            let element = maker.b.unary(UnaryOp::Deref, name);
            let set = maker.b.assign(Some(op), element, value);
            let set = maker.b.expr_stmt(set);
            let made = maker.b.for_(Some(init), Some(goes_on), Some(step), set);
            let value = maker.b.name(params[0]);
            maker.tokens += 24;
            vec![made, maker.b.return_(Some(value))]
        });
        Some(1)
    }

    /// `void f(T *restrict p, const T *q, int n) { for (...) p[i] = q[n - 1 - i] * 5U; }`, and who calls it for two arrays.
    fn mirroring(&mut self) -> Option<u32> {
        let (to, all) = self.free_lanes(8)?;
        let fits = |lanes: &&Lanes| lanes.array != to.array && lanes.ty == to.ty && lanes.len >= 8;
        let fitting: Vec<Lanes> = all.iter().filter(fits).copied().collect();
        if fitting.is_empty() {
            return None;
        }
        let from = *self.choices.pick(&fitting);
        let rounds = 1i64 << to.len.min(from.len).ilog2();
        let mirror = self.mirror(to.ty);
        self.small_function(None, Storage::Static, &[], 2 * rounds as u64 + 3, |maker, _, params| {
            let (number, mask) = (maker.b.name(params[0]), maker.b.int(rounds as u32 - 1));
            let below = maker.b.binary(BinaryOp::BitAnd, number, mask);
            let one = maker.b.int(1);
            let n = maker.b.binary(BinaryOp::Add, below, one);
            maker.note_access(&[to.element], Use::Write, false);
            maker.note_access(&[from.element], Use::Read, false);
            let (callee, to, from) = (maker.b.name(mirror), maker.name_place(to.array), maker.name_place(from.array));
            let call = maker.b.call(callee, [to, from, n]);
            let call = maker.b.expr_stmt(call);
            let value = maker.b.name(params[0]);
            maker.tokens += 14;
            vec![call, maker.b.return_(Some(value))]
        });
        Some(2)
    }

    /// A function that mirrors an array into another one, and is not told which.
    fn mirror(&mut self, element: Ty) -> DeclRef {
        let (pointer, constant) = (self.b.pointer(element), self.b.qualified(element, Quals::CONST));
        let (to, from) = (self.b.qualified(pointer, Quals::RESTRICT), self.b.pointer(constant));
        let (names, name) = ([(); 3].map(|()| self.new_name("p")), self.new_name("f"));
        let types = [(names[0].as_str(), to), (names[1].as_str(), from), (names[2].as_str(), Ty::INT)];
        let storage = if self.features.has(Feature::External) { Storage::None } else { Storage::Static };
        let variable = Variable::new(&name, Ty::VOID).storage(storage);
        self.n_functions += 1;
        let (open, params) = self.b.begin_function(variable, &types, false);
        let (counter, end) = (self.new_name("i"), self.b.name(params[2]));
        let made = self.loop_up_to(&counter, end, |maker, counter| {
            let (last, one, back) = (maker.b.name(params[2]), maker.b.int(1), maker.b.name(counter));
            let last = maker.b.binary(BinaryOp::Sub, last, one);
            let at = maker.b.binary(BinaryOp::Sub, last, back);
            let from = maker.b.name(params[1]);
            let read = maker.b.index(from, at);
            let by = match maker.b.sight().types().as_integer(element) {
                // What is without sign cannot overflow.
                Some(basic) => {
                    let wide = if maker.target.int_bits(basic) > 32 { Basic::ULongLong } else { Basic::UInt };
                    maker.b.int_of(3 + 2 * maker.choices.below(60), wide)
                }
                None => maker.float_constant(element),
            };
            let value = maker.b.binary(BinaryOp::Mul, read, by);
            let (to, index) = (maker.b.name(params[0]), maker.b.name(counter));
            let to = maker.b.index(to, index);
            let set = maker.b.assign(None, to, value);
            maker.b.expr_stmt(set)
        });
        let body = self.b.block([made]);
        self.tokens += 50;
        self.b.end_function(open, body)
    }
}
