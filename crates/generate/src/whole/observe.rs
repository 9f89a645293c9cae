//! More to see of a run than its checksum: on request, what the variables of functions and loops are on the way goes into it as well,
//! so that a wrong value is seen that is overwritten later.
//!
//! What is added only looks: it draws from choices of its own and counts for nothing, so that the program is otherwise the one that it is
//! without. Functions may be called in any order within an expression, so values are noted in a sum, in which order does not matter.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType as _, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, StmtId, Storage};
use kiln_lang::types::Ty;

use super::Maker;
use super::effects::Effects;
use super::lvalue::Use;
use super::objects::PlaceId;
use super::statement::Around;

/// Variables that are noted in one place, at most.
const MOST_NOTED: usize = 6;

/// The function that notes a value, and what it is noted in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notes {
    note: DeclRef,
    pub(super) seen: DeclRef,
}

impl Maker {
    /// Makes something that only looks at the program.
    pub(super) fn observing<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        std::mem::swap(&mut self.choices, &mut self.watching);
        let (tokens, room, is_constant) = (self.tokens, self.room, self.is_constant);
        let context = std::mem::take(&mut self.context);
        self.is_constant = true;
        let made = make(self);
        (self.tokens, self.room, self.is_constant, self.context) = (tokens, room, is_constant, context);
        std::mem::swap(&mut self.choices, &mut self.watching);
        made
    }

    /// `static void note(T place, T value) { seen += (value ^ place * a) * b; }`
    pub(super) fn declare_notes(&mut self) {
        if !self.options.function_checksums && !self.options.loop_checksums {
            return;
        }
        let basic = self.widest();
        let wide = Ty::basic(basic);
        // Odd, so that nothing is lost: multiples of the golden ratio, and a prime.
        let (golden, prime) =
            if self.options.wide { (0x9e37_79b9_7f4a_7c15, 0x0000_0100_0000_01b3) } else { (0x9e37_79b1, 0x0100_0193) };
        let zero = self.b.int(0);
        let seen = self.b.global(Variable::new("seen", wide).storage(Storage::Static), Some(zero));
        let variable = Variable::new("note", Ty::VOID).storage(Storage::Static);
        self.n_functions += 1;
        let (open, params) = self.b.begin_function(variable, &[("place", wide), ("value", wide)], false);
        let (place, golden) = (self.b.name(params[0]), self.b.int_of(golden, basic));
        let place = self.b.binary(BinaryOp::Mul, place, golden);
        let value = self.b.name(params[1]);
        let mixed = self.b.binary(BinaryOp::BitXor, value, place);
        let prime = self.b.int_of(prime, basic);
        let product = self.b.binary(BinaryOp::Mul, mixed, prime);
        let to = self.b.name(seen);
        let add = self.b.assign(Some(BinaryOp::Add), to, product);
        let add = self.b.expr_stmt(add);
        let body = self.b.block([add]);
        let note = self.b.end_function(open, body);
        self.notes = Some(Notes { note, seen });
    }

    /// What is noted at the end of a block, if that was asked for.
    pub(super) fn notes_at_end_of(&mut self, around: Around) -> Vec<StmtId> {
        let is_wanted = match around {
            Around::Function => self.options.function_checksums,
            Around::Loop | Around::GotoLoop => self.options.loop_checksums,
            _ => false,
        };
        if is_wanted { self.notes_of_variables() } else { Vec::new() }
    }

    /// A `return`, and before it what is noted of the function's variables.
    pub(super) fn with_notes(&mut self, back: StmtId) -> StmtId {
        if !self.options.function_checksums {
            return back;
        }
        let mut items = self.notes_of_variables();
        items.push(back);
        self.b.block(items)
    }

    /// What is noted of an element that a loop over an array has set.
    pub(super) fn note_of_element(&mut self, element: PlaceId) -> Option<StmtId> {
        let is_wanted = self.options.loop_checksums && self.is_automatic(element);
        if is_wanted { self.observing(|maker| maker.note_of(element)) } else { None }
    }

    fn notes_of_variables(&mut self) -> Vec<StmtId> {
        self.observing(|maker| {
            let mut places: Vec<PlaceId> = maker.locals.integers.clone();
            places.retain(|&place| maker.is_automatic(place));
            while places.len() > MOST_NOTED {
                let at = maker.choices.below(places.len() as u64) as usize;
                places.swap_remove(at);
            }
            places.into_iter().filter_map(|place| maker.note_of(place)).collect()
        })
    }

    /// `note(17, x);`, of a variable of the function that keeps its value from nobody: no one else can change it meanwhile.
    fn note_of(&mut self, place: PlaceId) -> Option<StmtId> {
        let Notes { note, .. } = self.notes.filter(|_| !self.keeps_nothing)?;
        if self.place(place).is_volatile || !self.is_integer_place(place) {
            return None;
        }
        let found = self.named(place, Use::Read, &Effects::default())?;
        self.n_notes += 1;
        let basic = self.widest();
        let (callee, number) = (self.b.name(note), self.b.int_of(self.n_notes.into(), basic));
        let call = self.b.call(callee, [number, found.expr]);
        Some(self.b.expr_stmt(call))
    }

    fn is_integer_place(&self, place: PlaceId) -> bool {
        self.b.sight().types().is_integer(self.place(place).ty)
    }
}
