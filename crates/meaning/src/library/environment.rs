//! `<fenv.h>`: exceptions and rounding directions (C11 7.6).
//!
//! GCC has no `FENV_ACCESS`, which C11 asks for (7.6.1p2); it documents `-ftrapping-math`, which is the default, and
//! `-frounding-math`. So dialect gnu has the environment, with the numbers of x86; in the other dialects it is not modelled.

use kiln_lang::value::float::{Exceptions, Rounding};

use super::Args;
use super::table::Row;
use crate::lower::Class;
use crate::machine::Machine;
use crate::outcome::{Run, unsupported};
use crate::sequence::Kept;
use crate::settings::Dialect;

pub(super) const ROWS: &[Row] = &[
    ("feclearexcept", |machine, args| {
        let which = exceptions(machine, args)?;
        let environment = &mut machine.library.environment;
        environment.raised.0 &= !which.0;
        environment.doubtful.0 &= !which.0;
        args.give_int(machine, 0)
    }),
    ("fetestexcept", |machine, args| {
        let which = exceptions(machine, args)?;
        let Environment { raised, doubtful, .. } = machine.library.environment;
        if which.0 & doubtful.0 & !raised.0 != 0 {
            return unsupported("a floating-point exception that may have been raised or not");
        }
        args.give_int(machine, (raised.0 & which.0).into())
    }),
    ("feenableexcept", |machine, args| {
        let which = exceptions(machine, args)?;
        if which.meets(Exceptions::UNDERFLOW) {
            // It is raised by exact results as well, then.
            return unsupported("underflow that traps");
        }
        let environment = &mut machine.library.environment;
        let old = environment.trapping;
        environment.trapping = old | which;
        args.give_int(machine, old.0.into())
    }),
    ("fedisableexcept", |machine, args| {
        let which = exceptions(machine, args)?;
        let environment = &mut machine.library.environment;
        let old = environment.trapping;
        environment.trapping.0 &= !which.0;
        args.give_int(machine, old.0.into())
    }),
    ("fegetexcept", |machine, args| {
        machine.memory.log.library(Kept::Environment);
        let trapping = machine.library.environment.trapping;
        args.give_int(machine, trapping.0.into())
    }),
    ("fegetround", |machine, args| {
        machine.memory.log.library(Kept::Environment);
        let now = machine.library.environment.rounding;
        let number = DIRECTIONS.iter().find(|&&(_, direction)| direction == now).map_or(0, |&(number, _)| number);
        args.give_int(machine, number.into())
    }),
    ("fesetround", set_rounding),
];

/// Rounding directions by their numbers on x86.
const DIRECTIONS: &[(i32, Rounding)] =
    &[(0, Rounding::Nearest), (0x400, Rounding::Downward), (0x800, Rounding::Upward), (0xc00, Rounding::TowardZero)];

/// Functions that raise nothing but for signaling NaNs, and whose results do not depend on the direction; without the letter of
/// the type.
const QUIET: &[&str] = &[
    "fabs",
    "copysign",
    "nan",
    "nans",
    "inf",
    "huge_val",
    "isnan",
    "isinf",
    "isinf_sign",
    "isfinite",
    "isnormal",
    "signbit",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "__issignaling",
    "fpclassify",
    "va_arg",
];

/// Functions that may raise no more than `FE_INEXACT`, and none with `-fno-fp-int-builtin-inexact`.
const INTEGRAL: &[&str] = &["ceil", "floor", "round", "trunc"];

/// The floating-point environment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Environment {
    pub(crate) rounding: Rounding,
    /// Exceptions that have been raised.
    pub(crate) raised: Exceptions,
    /// Exceptions of which it is not known.
    pub(crate) doubtful: Exceptions,
    /// Exceptions that end the program.
    pub(crate) trapping: Exceptions,
}

/// The exceptions that an argument names; and whether they can be asked for at all.
fn exceptions(machine: &mut Machine<'_>, args: Args<'_>) -> Run<Exceptions> {
    let target = machine.image.program.options.target.name;
    let is_modelled = machine.settings.dialect == Dialect::Gnu && matches!(target, "x86_64" | "i386");
    if !is_modelled || machine.settings.floats.no_exceptions {
        return unsupported(format!("the floating-point environment: `{}`", args.name));
    }
    machine.memory.log.library(Kept::Environment);
    let which = args.int(machine, 0)?;
    Ok(Exceptions(which as u8 & Exceptions::ALL.0))
}

fn set_rounding(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    exceptions(machine, args)?;
    let wanted = args.int(machine, 0)? as i32;
    let Some(&(_, direction)) = DIRECTIONS.iter().find(|&&(number, _)| number == wanted) else {
        return args.give_int(machine, 1);
    };
    if direction != Rounding::Nearest && !machine.settings.floats.rounding {
        return unsupported("another rounding direction without -frounding-math");
    }
    machine.library.environment.rounding = direction;
    args.give_int(machine, 0)
}

impl Machine<'_> {
    /// What a library function may do to the environment, and the environment to it, if the program looks.
    pub(super) fn before_library(&mut self, args: Args<'_>) -> Run<()> {
        if !self.image.watches_floats {
            return Ok(());
        }
        let raised = self.raised_by(args);
        if raised.meets(Exceptions::INEXACT) && self.library.environment.rounding != Rounding::Nearest {
            return unsupported(format!("`{}` in another rounding direction", args.name));
        }
        self.doubt(raised)
    }

    /// All that a library function may raise.
    fn raised_by(&self, args: Args<'_>) -> Exceptions {
        let is_floating = |ty| match self.class(ty) {
            Class::Float(_) => true,
            Class::Memory => self.image.program.tables.types.is_complex(ty),
            _ => false,
        };
        // Lists of arguments, and text, may have numbers in them.
        let reads_text = ["scanf", "strto", "vprintf", "vsprintf", "vsnprintf", "ato"];
        let computes = is_floating(args.site.result)
            || args.site.args.iter().any(|arg| is_floating(arg.ty))
            || reads_text.iter().any(|part| args.name.contains(part));
        if !computes {
            return Exceptions::NONE;
        }
        let is_one_of = |names: &[&str]| {
            let suffixes = ["", "f", "l", "q", "f32", "f64", "f128", "f32x", "f64x", "f16"];
            let name = args.name.trim_start_matches("__builtin_");
            names.iter().any(|known| name.strip_prefix(known).is_some_and(|suffix| suffixes.contains(&suffix)))
        };
        let x = args.float(self, 0).ok();
        match x {
            Some(x) if x.is_signaling() => Exceptions::INVALID,
            _ if is_one_of(QUIET) => Exceptions::NONE,
            Some(_) if is_one_of(INTEGRAL) && self.settings.floats.no_inexact_integral => Exceptions::NONE,
            Some(_) if is_one_of(INTEGRAL) => Exceptions::INEXACT,
            // A root is rounded at most.
            Some(x) if is_one_of(&["sqrt"]) && !x.is_negative() => Exceptions::INEXACT,
            _ => Exceptions::ALL,
        }
    }
}
