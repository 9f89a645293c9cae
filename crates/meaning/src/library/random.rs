//! Random numbers, as glibc makes them.

use kiln_lang::value::Float;

use super::Args;
use super::pure::random::{Rand48, Random, rand_r};
use super::table::Row;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::outcome::Run;
use crate::sequence::Kept;

pub(super) const ROWS: &[Row] = &[
    ("rand random", |machine, args| {
        let value = machine.random_state().get_or_insert_with(Random::default).next_number();
        args.give_int(machine, value.into())
    }),
    ("srand srandom", |machine, args| {
        let seed = args.int(machine, 0)?;
        *machine.random_state() = Some(Random::seeded(seed as u32));
        Ok(())
    }),
    ("rand_r", |machine, args| {
        let (at, ty) = (args.pointer(machine, 0)?, args.pointee(machine, 0)?);
        let mut seed = machine.load_integer(at, ty)?.0.as_u64() as u32;
        let value = rand_r(&mut seed);
        machine.store_number(at, ty, seed.into())?;
        args.give_int(machine, value.into())
    }),
    ("drand48", |machine, args| {
        let value = machine.random48_state().next_double();
        args.give_float(machine, Float::from_f64(value))
    }),
    ("lrand48", |machine, args| {
        let value = machine.random48_state().next_long();
        args.give_int(machine, value.into())
    }),
    ("mrand48", |machine, args| {
        let value = machine.random48_state().next_signed();
        args.give_int(machine, value.into())
    }),
    ("srand48", |machine, args| {
        let seed = args.int(machine, 0)?;
        *machine.random48_state() = Rand48::seeded(seed as u32);
        Ok(())
    }),
    ("lcong48", |machine, args| {
        *machine.random48_state() = Rand48::with_parameters(parts(machine, args)?);
        Ok(())
    }),
    ("erand48", |machine, args| {
        let value = with_state(machine, args, Rand48::next_double)?;
        args.give_float(machine, Float::from_f64(value))
    }),
    ("nrand48", |machine, args| {
        let value = with_state(machine, args, Rand48::next_long)?;
        args.give_int(machine, value.into())
    }),
    ("jrand48", |machine, args| {
        let value = with_state(machine, args, Rand48::next_signed)?;
        args.give_int(machine, value.into())
    }),
];

impl Machine<'_> {
    /// The state of `rand`, about to change.
    fn random_state(&mut self) -> &mut Option<Random> {
        self.memory.log.library(Kept::Random);
        self.memory.touched.choices.insert(Choice::RandomNumbers);
        &mut self.library.random
    }

    /// The state of `drand48`, about to change.
    fn random48_state(&mut self) -> &mut Rand48 {
        self.memory.log.library(Kept::Random);
        self.memory.touched.choices.insert(Choice::RandomNumbers);
        &mut self.library.random48
    }
}

/// An array of `unsigned short` that the first argument points to.
fn parts<const N: usize>(machine: &mut Machine<'_>, args: Args<'_>) -> Run<[u16; N]> {
    let (at, ty) = (args.pointer(machine, 0)?, args.pointee(machine, 0)?);
    let mut parts = [0; N];
    for (index, part) in parts.iter_mut().enumerate() {
        *part = machine.load_integer(at.moved(index as i64 * 2), ty)?.0.as_u64() as u16;
    }
    Ok(parts)
}

/// A number from the state that the argument points to, which moves on.
fn with_state<T>(machine: &mut Machine<'_>, args: Args<'_>, next: fn(&mut Rand48) -> T) -> Run<T> {
    let mut state = Rand48::of(parts(machine, args)?);
    let value = next(&mut state);
    let (at, ty) = (args.pointer(machine, 0)?, args.pointee(machine, 0)?);
    for (index, part) in state.parts().into_iter().enumerate() {
        machine.store_number(at.moved(index as i64 * 2), ty, part.into())?;
    }
    Ok(value)
}
