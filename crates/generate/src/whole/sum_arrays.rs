//! Arrays of integers in the checksum: a function for each type of elements goes through them. A loop in `main` that calls `mix` for
//! each element would be longer, and most of what a program executes would be calls of `mix`.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{DeclRef, ExprId, StmtId, Storage};
use kiln_lang::types::{Basic, Quals, Ty};

use super::Maker;
use super::checksum::Sum;
use super::objects::{Home, PlaceId, Step};

/// Tokens of a function that goes through arrays, and of its call.
pub(super) const FUNCTION: u32 = 52;
pub(super) const CALL: u32 = 7;

/// The functions that go through arrays, by what these are of.
#[derive(Clone, Debug, Default)]
pub(super) struct SumArrays {
    functions: Vec<(Basic, DeclRef)>,
}

impl SumArrays {
    pub(super) fn of(&self, basic: Basic) -> Option<DeclRef> {
        self.functions.iter().find(|(of, _)| *of == basic).map(|&(_, function)| function)
    }
}

impl Maker {
    /// What an array is of, if these are its elements and a pointer to integers may go through them.
    pub(super) fn summed_as_array(&self, element: PlaceId) -> Option<Basic> {
        let found = self.place(element);
        let is_element = matches!(found.step, Step::Element(_)) && found.children.is_empty() && found.slot.is_none();
        let is_plain = !found.is_volatile && found.is_addressable && !found.is_in_union && !found.is_bit_field;
        if !is_element || !is_plain {
            return None;
        }
        let basic = self.b.sight().types().as_basic(found.ty)?;
        let is_number = basic.is_integer() && self.target.int_bits(basic) <= 64 && found.ty == Ty::basic(basic);
        is_number.then_some(basic)
    }

    /// The functions for all arrays of the file.
    pub(super) fn declare_sum_arrays(&mut self, sum: &mut Sum) {
        let mut basics = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            if self.object(place.object).home == Home::Global
                && let Some(basic) = self.summed_as_array(PlaceId(at as u32))
                && !basics.contains(&basic)
            {
                basics.push(basic);
            }
        }
        for basic in basics {
            let function = self.declare_sum_array(sum, basic);
            sum.arrays.functions.push((basic, function));
        }
    }

    /// `static void mix_T(const T *value, int n) { for (int i = 0; i < n; i++) sum = ...; }`
    fn declare_sum_array(&mut self, sum: &Sum, basic: Basic) -> DeclRef {
        let name = format!("mix_{}", basic.spelling().trim_start_matches('_').replace(' ', "_"));
        let elements = self.b.qualified(Ty::basic(basic), Quals::CONST);
        let elements = self.b.pointer(elements);
        let variable = Variable::new(&name, Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        self.tokens += FUNCTION;
        let mut params = self.mix_params(elements);
        params.push(("n", Ty::INT));
        let (open, params) = self.b.begin_function(variable, &params, false);
        let (values, len) = (params[params.len() - 2], params[params.len() - 1]);
        let end = self.b.name(len);
        let all = self.loop_up_to("i", end, |maker, i| {
            let element = maker.element_of(values, i);
            let each = maker.mixed_in(sum.total, element);
            let Some(traced) = sum.traced else { return each };
            let element = maker.element_of(values, i);
            let shown = maker.shown_if_traced(traced, sum.printf, sum.total, params[0], element);
            maker.b.block([each, shown])
        });
        let body = self.b.block([all]);
        self.b.end_function(open, body)
    }

    fn element_of(&mut self, pointer: DeclRef, counter: DeclRef) -> ExprId {
        let (first, at) = (self.b.name(pointer), self.b.name(counter));
        self.b.index(first, at)
    }

    /// `mix_T(array, n);`, with its name if it may be printed.
    pub(super) fn sum_array(&mut self, function: DeclRef, name: Option<String>, array: ExprId, len: u64) -> StmtId {
        let callee = self.b.name(function);
        let name = name.map(|name| self.b.string(name.as_bytes()));
        let len = self.b.int(len as u32);
        self.tokens += CALL;
        let call = self.b.call(callee, name.into_iter().chain([array, len]).collect::<Vec<_>>());
        self.b.expr_stmt(call)
    }
}
