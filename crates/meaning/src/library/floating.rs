//! Floating numbers: `<math.h>`, classification, constants.
//!
//! What has one right result is computed; a result that libraries and compilers may round differently is refused, by the
//! name of the function, unless it is one of a few that dialect gnu has nearly.

use kiln_lang::value::{Float, FloatFormat};

use super::Args;
use super::pure::math::{self, FpClass, Function, approximate};
use super::table::Row;
use crate::choice::Choice;
use crate::lower::Class;
use crate::machine::Machine;
use crate::outcome::{Run, unsupported};
use crate::settings::Dialect;

pub(super) const ROWS: &[Row] = &[
    ("isinf isinff isinfl", |machine, args| {
        let x = args.float(machine, 0)?;
        args.give_truth(machine, math::isinf(x))
    }),
    ("signbit signbitf signbitl", |machine, args| {
        let x = args.float(machine, 0)?;
        args.give_truth(machine, math::signbit(x))
    }),
    ("isinf_sign", isinf_sign),
    ("fpclassify", fpclassify),
    (
        "huge_val huge_valf huge_vall huge_valf16 huge_valf32 huge_valf64 huge_valf128 huge_valf32x huge_valf64x \
         huge_valq inf inff infl inff16 inff32 inff64 inff128 inff32x inff64x infq",
        infinity,
    ),
    ("nan nanf nanl nanf16 nanf32 nanf64 nanf128 nanf32x nanf64x nanq", |machine, args| nan(machine, args, false)),
    ("nans nansf nansl nansf16 nansf32 nansf64 nansf128 nansf32x nansf64x nansq", |machine, args| {
        nan(machine, args, true)
    }),
    ("fabsq", |machine, args| call(machine, args, Function::Unary(math::fabs))),
    ("copysignq", |machine, args| call(machine, args, Function::Binary(math::copysign))),
    ("iceil iceilf iceill lceil lceilf lceill llceil llceilf llceill", |machine, args| {
        rounded(machine, args, math::ceil)
    }),
    ("ifloor ifloorf ifloorl lfloor lfloorf lfloorl llfloor llfloorf llfloorl", |machine, args| {
        rounded(machine, args, math::floor)
    }),
    ("irint irintf irintl", |machine, args| rounded(machine, args, math::roundeven)),
    ("iround iroundf iroundl", |machine, args| rounded(machine, args, math::round)),
    ("__builtin_powi __builtin_powif __builtin_powil", powi),
];

/// Refuses a call whose result is not certain.
fn uncertain<T>(args: Args<'_>) -> Run<T> {
    unsupported(format!("the result of `{}`, which is not exact", args.name))
}

fn certain<T>(args: Args<'_>, result: Option<T>) -> Run<T> {
    match result {
        Some(result) => Ok(result),
        None => uncertain(args),
    }
}

/// Calls a function of `<math.h>`.
pub(super) fn call(machine: &mut Machine<'_>, args: Args<'_>, function: Function) -> Run<()> {
    let x = args.float(machine, 0)?;
    let result = match function {
        Function::Unary(function) => function(x),
        Function::Binary(function) => function(x, same_format(machine, args, x)?),
        Function::Toward(function) => function(x, args.float(machine, 1)?),
        Function::Choice(function) => certain(args, function(x, same_format(machine, args, x)?))?,
        Function::Approximate2(function) => {
            let y = same_format(machine, args, x)?;
            // Of two arguments, one function is computed nearly.
            let is_pow = args.name.trim_start_matches("__builtin_").starts_with("pow");
            match function(x, y) {
                None if is_pow => nearly(machine, args, "pow", (x, Some(y)))?,
                result => certain(args, result)?,
            }
        }
        Function::Ternary(function) => {
            let z = args.float(machine, 2)?;
            function(x, same_format(machine, args, x)?, if z.format() == x.format() { z } else { return args.wrong(2) })
        }
        Function::Scale(function) => function(x, args.int(machine, 1)? as i64),
        Function::Approximate(row) => match approximate::unary(row, x) {
            Some(result) => result,
            None => nearly(machine, args, row.name(), (x, None))?,
        },
        Function::Modf(function) => {
            let (fraction, whole) = function(x);
            let (to, ty) = (args.pointer(machine, 1)?, args.pointee(machine, 1)?);
            machine.store_float(to, ty, whole)?;
            fraction
        }
        Function::Frexp(function) => {
            let (fraction, exponent) = function(x);
            store_int(machine, args, 1, certain(args, exponent)?)?;
            fraction
        }
        Function::Remquo(function) => {
            let result = function(x, same_format(machine, args, x)?);
            store_int(machine, args, 2, certain(args, result.quotient)?)?;
            result.remainder
        }
        Function::ToInteger(_) | Function::ToInt(_) | Function::Predicate(_) | Function::Comparison(_) => {
            return call_for_integer(machine, args, function, x);
        }
    };
    // What is not an ordinary number may come with an error in `errno`, which is not modelled.
    if !math::isnormal(result) {
        machine.forget_errno();
    }
    args.give_float(machine, result)
}

/// A result that libraries may round differently. In dialect gnu, whose test suite takes for granted that they are not far
/// off, it is one of several, as the seed chooses.
fn nearly(machine: &mut Machine<'_>, args: Args<'_>, name: &str, (x, y): (Float, Option<Float>)) -> Run<Float> {
    let shift = match machine.settings.seed & 3 {
        0 => 0,
        1 => 1,
        2 => -1,
        // Not always in the same direction.
        _ => 1 - 2 * (x.bits() >> 3 & 1) as i32,
    };
    let result = math::nearly(name, x, y, shift).filter(|_| machine.settings.dialect == Dialect::Gnu);
    let result = certain(args, result)?;
    machine.memory.touched.value = true;
    machine.memory.touched.choices.insert(Choice::MathAccuracy);
    Ok(result)
}

fn call_for_integer(machine: &mut Machine<'_>, args: Args<'_>, function: Function, x: Float) -> Run<()> {
    match function {
        Function::ToInteger(function) => {
            let Class::Int(shape) = machine.class(args.site.result) else { return args.wrong_result() };
            let value = certain(args, function(x, shape))?;
            args.give_integer(machine, value)
        }
        Function::ToInt(function) => args.give_int(machine, certain(args, function(x))?.into()),
        Function::Predicate(function) => args.give_int(machine, function(x).into()),
        Function::Comparison(function) => {
            let y = same_format(machine, args, x)?;
            args.give_int(machine, function(x, y).into())
        }
        _ => uncertain(args),
    }
}

/// The second argument, which a prototype has converted to the type of the first.
fn same_format(machine: &Machine<'_>, args: Args<'_>, x: Float) -> Run<Float> {
    let y = args.float(machine, 1)?;
    if y.format() == x.format() { Ok(y) } else { args.wrong(1) }
}

fn store_int(machine: &mut Machine<'_>, args: Args<'_>, index: usize, value: i32) -> Run<()> {
    let (to, ty) = (args.pointer(machine, index)?, args.pointee(machine, index)?);
    machine.store_number(to, ty, value.into())
}

fn isinf_sign(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let x = args.float(machine, 0)?;
    let sign = if x.is_negative() { -1 } else { 1 };
    args.give_int(machine, if math::isinf(x) { sign } else { 0 })
}

/// `__builtin_fpclassify (nan, inf, normal, subnormal, zero, x)`.
fn fpclassify(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let index = match math::fpclassify(args.float(machine, 5)?) {
        FpClass::Nan => 0,
        FpClass::Infinite => 1,
        FpClass::Normal => 2,
        FpClass::Subnormal => 3,
        FpClass::Zero => 4,
    };
    let (answer, _) = args.integer(machine, index)?;
    args.give_integer(machine, answer)
}

fn result_format(machine: &Machine<'_>, args: Args<'_>) -> Run<FloatFormat> {
    match machine.class(args.site.result) {
        Class::Float(format) => Ok(format),
        _ => args.wrong_result(),
    }
}

fn infinity(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let format = result_format(machine, args)?;
    args.give_float(machine, Float::infinity(format))
}

fn nan(machine: &mut Machine<'_>, args: Args<'_>, signaling: bool) -> Run<()> {
    let format = result_format(machine, args)?;
    let (_, text) = super::string::string(machine, args, 0)?;
    let quiet = math::nan(&text, format);
    args.give_float(machine, if signaling { make_signaling(quiet) } else { quiet })
}

/// The signaling NaN with the payload of a quiet one. One without a payload would be an infinity, so it gets one.
fn make_signaling(quiet: Float) -> Float {
    let bit = quiet.format().precision() - 2;
    let bits = quiet.bits() & !(1 << bit);
    let payload = bits & ((1 << bit) - 1);
    Float::from_bits(if payload == 0 { bits | 1 << (bit - 1) } else { bits }, quiet.format())
}

/// A number rounded to an integer of the result's type; nothing is promised where it does not fit.
fn rounded(machine: &mut Machine<'_>, args: Args<'_>, function: fn(Float) -> Float) -> Run<()> {
    let Some(shape) = machine.int_shape(args.site.result) else { return args.wrong_result() };
    let truncated = function(args.float(machine, 0)?).to_int(shape);
    if truncated.fault.is_some() {
        return uncertain(args);
    }
    args.give_integer(machine, truncated.value)
}

/// `__builtin_powi`, where the power is exact.
fn powi(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (x, (n, shape)) = (args.float(machine, 0)?, args.integer(machine, 1)?);
    let power = certain(args, approximate::pow(x, Float::from_int(n, shape, x.format())))?;
    args.give_float(machine, power)
}
