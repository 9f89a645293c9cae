//! What a program says of what it computed: one number of all objects of the file.

use kiln_case::check;
use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Member, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, StmtId, Storage, UnaryOp};
use kiln_lang::types::{Basic, FieldId, Quals, RecordKind, Ty};

use smallvec::SmallVec;

use super::Maker;
use super::effects::ObjectId;
use super::features::Feature;
use super::objects::{Home, Place, PlaceId, Step};
use super::sum_arrays::{self, SumArrays};

/// The number that everything goes into, and the function that mixes it in.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) total: DeclRef,
    mix: DeclRef,
    mix_float: DeclRef,
    pub(super) arrays: SumArrays,
    pub(super) printf: DeclRef,
    /// Whether each object is printed.
    pub(super) traced: Option<DeclRef>,
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
    /// A half of a complex number.
    Half(UnaryOp),
}

/// What a number is mixed with: FNV-1a of its width.
pub(super) struct Mixing {
    start: u64,
    prime: u64,
    /// The high bits are brought down by so many.
    fold: u32,
    pub(super) format: &'static str,
}

const OF_64_BITS: Mixing =
    Mixing { start: 0xcbf2_9ce4_8422_2325, prime: 0x0000_0100_0000_01b3, fold: 32, format: "checksum = %016llx\n" };
const OF_32_BITS: Mixing = Mixing { start: 0x811c_9dc5, prime: 0x0100_0193, fold: 16, format: "checksum = %08lx\n" };

impl Maker {
    pub(super) fn mixing(&self) -> Mixing {
        if self.options.wide { OF_64_BITS } else { OF_32_BITS }
    }

    /// `static void mix (unsigned long long value)`: FNV-1a of whole values, with the high bits brought down.
    pub(super) fn declare_sum(&mut self) -> Sum {
        let printf = check::declare_printf(&mut self.b);
        let (basic, mixing) = (self.widest(), self.mixing());
        let wide = Ty::basic(basic);
        let start = self.b.int_of(mixing.start, basic);
        let sum = self.b.global(Variable::new("sum", wide).storage(Storage::Static), Some(start));
        let traced = self.options.trace.then(|| {
            let off = self.b.int(0);
            self.b.global(Variable::new("traced", Ty::INT).storage(Storage::Static), Some(off))
        });
        let variable = Variable::new("mix", Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        let params = self.mix_params(wide);
        let (open, params) = self.b.begin_function(variable, &params, false);
        let value = params[params.len() - 1];
        let value = self.b.name(value);
        let mut items = vec![self.mixed_in(sum, value)];
        if let Some(traced) = traced {
            let value = self.b.name(params[1]);
            items.push(self.shown_if_traced(traced, printf, sum, params[0], value));
        }
        let body = self.b.block(items);
        let mix = self.b.end_function(open, body);
        let mix_float = self.declare_mix_float(mix);
        Sum { total: sum, mix, mix_float, arrays: SumArrays::default(), printf, traced }
    }

    /// `sum = (sum ^ value) * prime ^ sum >> 32;`
    pub(super) fn mixed_in(&mut self, sum: DeclRef, value: ExprId) -> StmtId {
        let (basic, mixing) = (self.widest(), self.mixing());
        let old = self.b.name(sum);
        let mixed = self.b.binary(BinaryOp::BitXor, old, value);
        let prime = self.b.int_of(mixing.prime, basic);
        let product = self.b.binary(BinaryOp::Mul, mixed, prime);
        let (old, bits) = (self.b.name(sum), self.b.int(mixing.fold));
        let high = self.b.binary(BinaryOp::Shr, old, bits);
        let both = self.b.binary(BinaryOp::BitXor, product, high);
        let to = self.b.name(sum);
        let set = self.b.assign(None, to, both);
        self.b.expr_stmt(set)
    }

    /// The parameters of what mixes a value in: its name as well, if it may be printed.
    pub(super) fn mix_params(&mut self, ty: Ty) -> Vec<(&'static str, Ty)> {
        let character = self.b.qualified(Ty::CHAR, Quals::CONST);
        let name = self.b.pointer(character);
        let params = [("name", name), ("value", ty)];
        params[usize::from(!self.options.trace)..].to_vec()
    }

    /// `traced && printf("%s = %llx, checksum %016llx\n", name, value, sum);`
    pub(super) fn shown_if_traced(
        &mut self,
        traced: DeclRef,
        printf: DeclRef,
        sum: DeclRef,
        name: DeclRef,
        value: ExprId,
    ) -> StmtId {
        let (format, ty) = if self.options.wide {
            ("%s = %llx, checksum = %016llx\n", Basic::ULongLong)
        } else {
            ("%s = %lx, checksum = %08lx\n", Basic::ULong)
        };
        let (text, name, sum) = (self.b.string(format.as_bytes()), self.b.name(name), self.b.name(sum));
        let [value, sum] = [value, sum].map(|number| self.b.cast(Ty::basic(ty), number));
        let args = vec![text, name, value, sum];
        let (cond, callee) = (self.b.name(traced), self.b.name(printf));
        let call = self.b.call(callee, args);
        let both = self.b.binary(BinaryOp::LogAnd, cond, call);
        self.b.expr_stmt(both)
    }

    /// `static void mixf(double value)`, or of a `float`: its bits, if it is a number.
    fn declare_mix_float(&mut self, mix: DeclRef) -> DeclRef {
        let (double, wide) = if self.options.wide {
            (Ty::basic(Basic::Double), Ty::basic(Basic::ULongLong))
        } else {
            (Ty::basic(Basic::Float), Ty::basic(self.widest()))
        };
        if !self.features.has(Feature::Float) {
            return mix;
        }
        let members = [Member::new("value", double), Member::new("bits", wide)];
        let union = self.b.record(RecordKind::Union, "Bits", &members, &[]);
        let variable = Variable::new("mixf", Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        let params = self.mix_params(double);
        let (open, params) = self.b.begin_function(variable, &params, false);
        let number = params[params.len() - 1];
        let value = self.b.name(number);
        let list = self.b.init_list([value]);
        let both = self.b.local(Variable::new("both", union), Some(list));
        let declared = self.b.declaration(&[both]);
        let (a, b) = (self.b.name(number), self.b.name(number));
        let is_number = self.b.binary(BinaryOp::Eq, a, b);
        let name = self.b.name(both);
        let bits = self.b.fields(union)[1];
        let (bits, none) = (self.b.member(name, bits), self.b.int(1));
        let value = self.b.conditional(is_number, bits, none);
        let callee = self.b.name(mix);
        let name = self.options.trace.then(|| self.b.name(params[0]));
        let call = self.b.call(callee, name.into_iter().chain([value]).collect::<Vec<_>>());
        let call = self.b.expr_stmt(call);
        let body = self.b.block([declared, call]);
        self.b.end_function(open, body)
    }

    /// About how many tokens it takes to show all objects.
    pub(super) fn sum_tokens(&self) -> u32 {
        let is_shown = |place: &Place| self.object(place.object).home == Home::Global;
        let mut basics = SmallVec::<[Basic; 16]>::new();
        let of_place = |(at, place): (usize, &Place)| match (place.children.is_empty(), place.step) {
            _ if !is_shown(place) => 0,
            (true, Step::Element(_)) if let Some(basic) = self.summed_as_array(PlaceId(at as u32)) => {
                let is_new = !basics.contains(&basic);
                if is_new {
                    basics.push(basic);
                }
                sum_arrays::CALL + u32::from(is_new) * sum_arrays::FUNCTION
            }
            (_, Step::Element(_)) => 22,
            (true, _) => 7,
            (false, _) => 1,
        };
        self.places.iter().enumerate().map(of_place).sum()
    }

    pub(super) fn mixed(&mut self, sum: &Sum, name: &str, value: ExprId) -> StmtId {
        self.mixed_by(sum.mix, sum, name, value)
    }

    fn mixed_by(&mut self, mix: DeclRef, sum: &Sum, name: &str, value: ExprId) -> StmtId {
        let callee = self.b.name(mix);
        let name = sum.traced.map(|_| self.b.string(name.as_bytes()));
        let call = self.b.call(callee, name.into_iter().chain([value]).collect::<Vec<_>>());
        self.tokens += 5;
        self.b.expr_stmt(call)
    }

    /// All integers of an object; of a pointer, whether it is null.
    pub(super) fn sum_object(&mut self, sum: &Sum, object: ObjectId, items: &mut Vec<StmtId>) {
        let found = *self.object(object);
        if let Some(root) = found.decl {
            self.sum_place(sum, found.root, &mut Path { root, parts: Vec::new() }, items);
        }
    }

    fn sum_place(&mut self, sum: &Sum, place: PlaceId, path: &mut Path, items: &mut Vec<StmtId>) {
        let found = self.place(place).clone();
        if found.slot.is_some() {
            let (pointer, zero) = (self.at_path(path), self.b.int(0));
            let is_set = self.b.binary(BinaryOp::Ne, pointer, zero);
            let name = self.text_of_place(place).unwrap_or_default();
            return items.push(self.mixed(sum, &name, is_set));
        }
        if found.children.is_empty() {
            return self.sum_scalar(sum, place, path, items);
        }
        // One member of a union shows all that can be read of it.
        let shown = self.is_union(found.ty).then(|| self.shown_member(place));
        let is_shown = |at: usize| shown.is_none_or(|only| only == Some(at));
        let children = found.children.into_iter().enumerate().filter(|&(at, _)| is_shown(at));
        for (_, child) in children.collect::<Vec<_>>() {
            let part = match self.place(child).step {
                Step::Member(field) => Part::Member(field),
                Step::Half(half) => Part::Half(half),
                Step::Element(len) => {
                    items.push(self.sum_elements(sum, child, len, path));
                    continue;
                }
                Step::Root => continue,
            };
            path.parts.push(part);
            self.sum_place(sum, child, path, items);
            path.parts.pop();
        }
    }

    fn sum_scalar(&mut self, sum: &Sum, place: PlaceId, path: &Path, items: &mut Vec<StmtId>) {
        let ty = self.place(place).ty;
        let name = if sum.traced.is_some() { self.text_of_place(place).unwrap_or_default() } else { String::new() };
        let basic = self.b.sight().types().as_integer(ty);
        let value = self.at_path(path);
        if let Some(which) = self.which_function(place, value) {
            return items.push(self.mixed(sum, &name, which));
        }
        if self.b.sight().types().is_floating(ty) {
            return items.push(self.mixed_by(sum.mix_float, sum, &name, value));
        }
        if basic.is_none_or(|basic| self.target.int_bits(basic) <= 64) {
            return items.push(self.mixed(sum, &name, value));
        }
        let again = self.at_path(path);
        let wide = Ty::basic(Basic::ULongLong);
        let (low, high) = (self.b.cast(wide, value), check::high_half(&mut self.b, again));
        items.extend([self.mixed(sum, &name, low), self.mixed(sum, &name, high)]);
    }

    /// `for (int i = 0; i < len; i++) ...`, or a call of what goes through arrays.
    fn sum_elements(&mut self, sum: &Sum, element: PlaceId, len: u64, path: &mut Path) -> StmtId {
        if let Some(function) = self.summed_as_array(element).and_then(|basic| sum.arrays.of(basic)) {
            let name = sum.traced.and_then(|_| self.text_of_place(element));
            let array = self.at_path(path);
            return self.sum_array(function, name, array, len);
        }
        self.tokens += 16;
        let (name, end) = (self.new_name("i"), self.b.int(len as u32));
        self.loop_up_to(&name, end, |maker, i| {
            let mut body = Vec::new();
            path.parts.push(Part::Element(i));
            maker.sum_place(sum, element, path, &mut body);
            path.parts.pop();
            maker.b.block(body)
        })
    }

    fn at_path(&mut self, path: &Path) -> ExprId {
        let mut expr = self.b.name(path.root);
        for &part in &path.parts {
            self.tokens += 2;
            expr = match part {
                Part::Member(field) => self.b.member(expr, field),
                Part::Half(half) => self.b.unary(half, expr),
                Part::Element(counter) => {
                    let index = self.b.name(counter);
                    self.b.index(expr, index)
                }
            };
        }
        expr
    }
}
