//! What a program says of what it computed: one number of all objects of the file.

use kiln_case::check;
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Member, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, FunctionId, StmtId, Storage, UnaryOp};
use kiln_lang::types::{Basic, FieldId, RecordKind, Ty};

use super::Maker;
use super::effects::{Effects, ObjectId};
use super::features::Feature;
use super::objects::{Home, PlaceId, Step};

/// The number that everything goes into, and the function that mixes it in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    total: DeclRef,
    mix: DeclRef,
    mix_float: DeclRef,
    printf: DeclRef,
}

/// How to get to a part of an object.
#[derive(Clone, Debug)]
struct Path {
    root: DeclRef,
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Member(FieldId),
    /// The element that a variable counts.
    Element(DeclRef),
}

const WIDE: Ty = Ty::basic(Basic::ULongLong);

impl Maker {
    /// `static void mix (unsigned long long value)`: FNV-1a of whole values, with the high bits brought down.
    pub(super) fn declare_sum(&mut self) -> Sum {
        let printf = check::declare_printf(&mut self.b);
        let start = self.b.int_of(0xcbf2_9ce4_8422_2325, Basic::ULongLong);
        let sum = self.b.global(Variable::new("sum", WIDE).storage(Storage::Static), Some(start));
        let variable = Variable::new("mix", Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        let (open, params) = self.b.begin_function(variable, &[("value", WIDE)], false);
        let (old, value) = (self.b.name(sum), self.b.name(params[0]));
        let mixed = self.b.binary(BinaryOp::BitXor, old, value);
        let prime = self.b.int_of(0x0000_0100_0000_01b3, Basic::ULongLong);
        let product = self.b.binary(BinaryOp::Mul, mixed, prime);
        let to = self.b.name(sum);
        let set = self.b.assign(None, to, product);
        let set = self.b.expr_stmt(set);
        let (old, bits) = (self.b.name(sum), self.b.int(32));
        let high = self.b.binary(BinaryOp::Shr, old, bits);
        let to = self.b.name(sum);
        let fold = self.b.assign(Some(BinaryOp::BitXor), to, high);
        let fold = self.b.expr_stmt(fold);
        let body = self.b.block([set, fold]);
        let mix = self.b.end_function(open, body);
        let mix_float = self.declare_mix_float(mix);
        Sum { total: sum, mix, mix_float, printf }
    }

    /// `static void mixf(double value)`: its bits, if it is a number.
    fn declare_mix_float(&mut self, mix: DeclRef) -> DeclRef {
        let double = Ty::basic(Basic::Double);
        if !self.features.has(Feature::Float) {
            return mix;
        }
        let members = [Member::new("value", double), Member::new("bits", WIDE)];
        let union = self.b.record(RecordKind::Union, "Bits", &members, &[]);
        let variable = Variable::new("mixf", Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        let (open, params) = self.b.begin_function(variable, &[("value", double)], false);
        let value = self.b.name(params[0]);
        let list = self.b.init_list([value]);
        let both = self.b.local(Variable::new("both", union), Some(list));
        let declared = self.b.declaration(&[both]);
        let (a, b) = (self.b.name(params[0]), self.b.name(params[0]));
        let is_number = self.b.binary(BinaryOp::Eq, a, b);
        let name = self.b.name(both);
        let bits = self.b.fields(union)[1];
        let (bits, none) = (self.b.member(name, bits), self.b.int(1));
        let value = self.b.conditional(is_number, bits, none);
        let callee = self.b.name(mix);
        let call = self.b.call(callee, [value]);
        let call = self.b.expr_stmt(call);
        let body = self.b.block([declared, call]);
        self.b.end_function(open, body)
    }

    /// `main`: calls what may not have been called so far, then shows the sum of all objects.
    pub(super) fn main(&mut self, sum: Sum) {
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        let (open, _) = self.b.begin_function(Variable::new("main", Ty::INT), &[], false);
        self.facts.copy_from_slice(&self.allowed);
        self.touched = Effects::default();
        self.is_constant = true;
        let mut items = Vec::new();
        let mut is_called = vec![false; self.callees.len()];
        for index in (0..self.callees.len()).rev() {
            self.context = Effects::default();
            self.room = u64::MAX;
            if is_called[index] {
                continue;
            }
            let result = self.callees[index].result;
            let has_result = result.is_some_and(|ty| self.b.sight().types().is_integer(ty));
            let Some(call) = self.call(index, 0) else { continue };
            // Functions call only those before them.
            is_called[index] = true;
            for caller in (0..=index).rev().filter(|&caller| is_called[caller]).collect::<Vec<_>>() {
                self.callees[caller].calls_certainly.iter().for_each(|&callee| is_called[callee] = true);
            }
            items.push(if has_result { self.mixed(sum, call) } else { self.b.expr_stmt(call) });
        }
        for object in 0..self.n_globals {
            self.sum_object(sum, ObjectId(object), &mut items);
        }
        let shown = self.b.name(sum.total);
        items.push(check::print(&mut self.b, sum.printf, "checksum = %016llx\n", &[shown]));
        let zero = self.b.int(0);
        items.push(self.b.return_(Some(zero)));
        let body = self.b.block(items);
        self.b.end_function(open, body);
    }

    /// About how many tokens it takes to show all objects.
    pub(super) fn sum_tokens(&self) -> u32 {
        let shown = self.places.iter().filter(|place| self.object(place.object).home == Home::Global);
        shown
            .map(|place| match (place.children.is_empty(), place.step) {
                (_, Step::Element(_)) => 22,
                (true, _) => 7,
                (false, _) => 1,
            })
            .sum()
    }

    fn mixed(&mut self, sum: Sum, value: ExprId) -> StmtId {
        let callee = self.b.name(sum.mix);
        let call = self.b.call(callee, [value]);
        self.tokens += 5;
        self.b.expr_stmt(call)
    }

    /// All integers of an object; of a pointer, whether it is null.
    fn sum_object(&mut self, sum: Sum, object: ObjectId, items: &mut Vec<StmtId>) {
        let found = *self.object(object);
        if let Some(root) = found.decl {
            self.sum_place(sum, found.root, &mut Path { root, parts: Vec::new() }, items);
        }
    }

    fn sum_place(&mut self, sum: Sum, place: PlaceId, path: &mut Path, items: &mut Vec<StmtId>) {
        let found = self.place(place).clone();
        if found.slot.is_some() {
            let (pointer, zero) = (self.at_path(path), self.b.int(0));
            let is_set = self.b.binary(BinaryOp::Ne, pointer, zero);
            return items.push(self.mixed(sum, is_set));
        }
        if found.children.is_empty() {
            return self.sum_scalar(sum, found.ty, path, items);
        }
        // The first member of a union has all its bytes.
        let n = if self.is_union(found.ty) { 1 } else { found.children.len() };
        for child in found.children.into_iter().take(n) {
            match self.place(child).step {
                Step::Member(field) => {
                    path.parts.push(Part::Member(field));
                    self.sum_place(sum, child, path, items);
                    path.parts.pop();
                }
                Step::Element(len) => items.push(self.sum_elements(sum, child, len, path)),
                Step::Root => {}
            }
        }
    }

    fn sum_scalar(&mut self, sum: Sum, ty: Ty, path: &Path, items: &mut Vec<StmtId>) {
        let basic = self.b.sight().types().as_integer(ty);
        let value = self.at_path(path);
        if self.b.sight().types().is_floating(ty) {
            return items.push(self.mixed(Sum { mix: sum.mix_float, ..sum }, value));
        }
        if basic.is_none_or(|basic| self.target.int_bits(basic) <= 64) {
            return items.push(self.mixed(sum, value));
        }
        let again = self.at_path(path);
        let (low, high) = (self.b.cast(WIDE, value), check::high_half(&mut self.b, again));
        items.extend([self.mixed(sum, low), self.mixed(sum, high)]);
    }

    /// `for (int i = 0; i < len; i++) ...`.
    fn sum_elements(&mut self, sum: Sum, element: PlaceId, len: u64, path: &mut Path) -> StmtId {
        let name = self.new_name("i");
        let zero = self.b.int(0);
        let i = self.b.local(Variable::new(&name, Ty::INT), Some(zero));
        let init = self.b.declaration(&[i]);
        let (name, limit) = (self.b.name(i), self.b.int(len as u32));
        let cond = self.b.binary(BinaryOp::Lt, name, limit);
        let name = self.b.name(i);
        let step = self.b.unary(UnaryOp::PostInc, name);
        let mut body = Vec::new();
        path.parts.push(Part::Element(i));
        self.sum_place(sum, element, path, &mut body);
        path.parts.pop();
        let body = self.b.block(body);
        self.tokens += 16;
        self.b.for_(Some(init), Some(cond), Some(step), body)
    }

    fn at_path(&mut self, path: &Path) -> ExprId {
        let mut expr = self.b.name(path.root);
        for &part in &path.parts {
            self.tokens += 2;
            expr = match part {
                Part::Member(field) => self.b.member(expr, field),
                Part::Element(counter) => {
                    let index = self.b.name(counter);
                    self.b.index(expr, index)
                }
            };
        }
        expr
    }
}
