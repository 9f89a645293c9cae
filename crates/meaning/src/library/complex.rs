//! Complex numbers, whose values are in memory: the real part, then the imaginary one.

use kiln_lang::types::{Ty, TypeKind};
use kiln_lang::value::Float;

use super::Args;
use super::pure::math::approximate;
use super::table::Row;
use crate::machine::Machine;
use crate::outcome::{Run, unsupported};

pub(super) const ROWS: &[Row] = &[
    ("creal crealf creall crealf32 crealf64 crealf128", |machine, args| {
        let [real, _] = parts(machine, args)?;
        args.give_float(machine, real)
    }),
    ("cimag cimagf cimagl cimagf32 cimagf64 cimagf128", |machine, args| {
        let [_, imaginary] = parts(machine, args)?;
        args.give_float(machine, imaginary)
    }),
    ("conj conjf conjl conjf32 conjf64 conjf128", conjugate),
    ("cabs cabsf cabsl", |machine, args| {
        let [real, imaginary] = parts(machine, args)?;
        certain(machine, args, approximate::hypot(real, imaginary))
    }),
    ("carg cargf cargl", |machine, args| {
        let [real, imaginary] = parts(machine, args)?;
        certain(machine, args, approximate::atan2(imaginary, real))
    }),
];

fn element(machine: &Machine<'_>, args: Args<'_>, ty: Ty) -> Run<Ty> {
    match machine.image.program.tables.types.canon_kind(ty) {
        TypeKind::Complex(basic) => Ok(Ty::basic(basic)),
        _ => args.wrong(0),
    }
}

fn parts(machine: &mut Machine<'_>, args: Args<'_>) -> Run<[Float; 2]> {
    let ty = element(machine, args, args.ty(0))?;
    let at = args.memory(machine, 0)?;
    let step = machine.size_of(ty) as i64;
    Ok([machine.load_float(at, ty)?, machine.load_float(at.moved(step), ty)?])
}

fn conjugate(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let [real, imaginary] = parts(machine, args)?;
    let ty = element(machine, args, args.site.result)?;
    let to = args.result_memory(machine)?;
    let step = machine.size_of(ty) as i64;
    machine.store_float(to, ty, real)?;
    machine.store_float(to.moved(step), ty, -imaginary)
}

fn certain(machine: &mut Machine<'_>, args: Args<'_>, result: Option<Float>) -> Run<()> {
    match result {
        Some(result) => args.give_float(machine, result),
        None => unsupported(format!("the result of `{}`, which is not exact", args.name)),
    }
}
