//! Two functions that call each other, up to a depth.
//!
//! The first is made when nothing is known of the second but how it is called, so its call stands alone in a statement, and from there on
//! anything may hold that may hold when a function begins, as with functions that call themselves. In the end both do what either does.

use kiln_lang::build::{BuildType, Variable};
use kiln_lang::types::Ty;

use super::Maker;
use super::call::{Callee, How, Param};
use super::effects::Effects;
use super::facts::{Fact, SlotId};
use super::function::{Plan, Recursion};

impl Maker {
    /// Two functions that call each other, of about so many tokens and executed statements together.
    pub(super) fn mutual_functions(&mut self, tokens: u32, room: u64) {
        let depth = self.draw_depth();
        let [first, second] = [(); 2].map(|()| self.draw_recursive_plan(depth));
        let types: Vec<Ty> = second.params.iter().map(|param| self.type_of_param(param)).collect();
        let ty = self.b.function_type(second.result.unwrap_or(Ty::VOID), &types, false);
        let declared = self.b.declare_function(Variable::new(&second.name, ty).storage(second.storage));
        self.tokens += 6 + 2 * types.len() as u32;
        let other = unknown(How::Named(declared), &second);
        let first = self.define(first, tokens / 2, room / 2, Some(other));
        let second = self.define(second, tokens / 2, room / 2, Some(first.clone()));
        let both = [self.either_of(&first, &second), self.either_of(&second, &first)];
        self.callees.extend(both);
    }

    /// What a function does that calls another one, which calls it again.
    fn either_of(&self, first: &Callee, second: &Callee) -> Callee {
        let mut effects = first.effects.clone();
        effects.extend(&second.effects);
        let is_known = |slot: SlotId| first.exits.iter().any(|(other, _)| *other == slot);
        let others = second.exits.iter().filter(|(slot, _)| !is_known(*slot));
        // If only the other one assigns to it, it may be what it was, which is anything.
        let others = others.map(|&(slot, exit)| (slot, exit | self.allowed[slot.0 as usize]));
        let mut exits: Vec<(SlotId, Fact)> = first.exits.iter().copied().chain(others).collect();
        exits.sort_unstable();
        let touched = |param: Param| match param {
            Param::Pointer { pointee, envelope, is_restrict, .. } => {
                Param::Pointer { pointee, envelope, is_restrict, reads: true, writes: true }
            }
            other => other,
        };
        Callee {
            params: first.params.iter().cloned().map(touched).collect(),
            effects,
            exits,
            cost: first.cost + second.cost,
            ..first.clone()
        }
    }
}

/// A function that is only declared.
fn unknown(how: How, plan: &Plan) -> Callee {
    Callee {
        how,
        result: plan.result,
        gives: plan.gives,
        is_inline: false,
        params: plan.params.clone(),
        effects: Effects::default(),
        exits: Vec::new(),
        cost: 0,
        calls: 0,
        calls_certainly: Vec::new(),
    }
}

impl Recursion {
    /// A function with a parameter for its depth that calls itself, or another one.
    pub(super) fn of(how: How, plan: &Plan, depth: kiln_lang::tree::DeclRef, other: Option<Callee>) -> Recursion {
        Recursion { depth, callee: other.unwrap_or_else(|| unknown(how, plan)) }
    }
}
