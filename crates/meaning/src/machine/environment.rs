//! Floating operations of programs that look at the floating-point environment.
//!
//! Each is computed in the rounding direction that is set, and what it raises is remembered. What a compiler may have
//! computed beforehand, or has no need to execute as written, raises its exceptions perhaps: whoever asks for one of those is
//! told that it is not known.

use kiln_lang::value::float::{Arithmetic, Exceptions, Float, FloatFormat, Rounding};
use kiln_lang::value::int::IntShape;

use super::arith::{self, get_float, get_int, set_float, set_int};
use super::{Machine, Window};
use crate::code::{Comparison, Element, FloatOp, LaneOp, Lanes, Op, Reg, Watched};
use crate::outcome::{End, Reason, Run, unsupported};

/// The signal of a floating-point exception that traps.
const SIGFPE: u8 = 8;

/// What an operation does besides its result.
#[derive(Clone, Copy)]
struct Effect {
    raised: Exceptions,
    /// The format that it is computed in.
    format: FloatFormat,
    /// What it raises is not certain.
    is_doubtful: bool,
}

impl Machine<'_> {
    /// Executes a floating operation whose exceptions and rounding count.
    pub(super) fn watched(&mut self, Watched { op, is_constant }: Watched, w: &mut Window) -> Run<()> {
        let effect = match op {
            Op::F64Add { d, a, b } => self.watched_operation(w, FloatOp::Add, FloatFormat::Double, [d, a, b]),
            Op::F64Sub { d, a, b } => self.watched_operation(w, FloatOp::Sub, FloatFormat::Double, [d, a, b]),
            Op::F64Mul { d, a, b } => self.watched_operation(w, FloatOp::Mul, FloatFormat::Double, [d, a, b]),
            Op::F64Div { d, a, b } => self.watched_operation(w, FloatOp::Div, FloatFormat::Double, [d, a, b]),
            Op::Float { op, format, d, a, b } => self.watched_operation(w, op, format, [d, a, b]),
            Op::CompareFloat { op, format, d, a, b } => {
                let (x, y) = (get_float(w, a, format), get_float(w, b, format));
                w[usize::from(d)] = arith::holds(op, x.compare(y)).into();
                self.effect(of_comparison(op, x, y), format, &[x, y])
            }
            Op::FloatIsNotZero { format, d, a } => {
                let x = get_float(w, a, format);
                w[usize::from(d)] = (!x.is_zero()).into();
                self.effect(of_comparison(Comparison::Ne, x, x), format, &[x])
            }
            Op::IntToFloat { shape, format, d, a } => {
                let shape = shape.shape();
                let rounding = self.library.environment.rounding;
                let (value, raised) = Float::of_int(get_int(w, a, shape), shape, format, rounding);
                set_float(w, d, value);
                // The library does it by way of several operations.
                Effect { raised, format, is_doubtful: shape.bits > 64 }
            }
            Op::FloatToInt { shape, format, d, a } => {
                let shape = shape.shape();
                let x = get_float(w, a, format);
                let value = self.float_to_int(x, shape)?;
                set_int(w, d, value, shape);
                of_truncation(x, shape)
            }
            Op::FloatToFloat { from, to, d, a } => {
                let x = get_float(w, a, from);
                let (value, raised) = x.converted(to, self.library.environment.rounding);
                set_float(w, d, value);
                self.effect(raised, if from.bits() > to.bits() { from } else { to }, &[x])
            }
            _ => return unsupported("a floating operation whose exceptions are not known"),
        };
        let is_rounded = effect.raised.meets(Exceptions::INEXACT);
        if is_constant && is_rounded && self.library.environment.rounding != Rounding::Nearest {
            return unsupported("a constant expression in another rounding direction");
        }
        if is_constant || effect.is_doubtful { self.doubt(effect.raised) } else { self.raise(effect) }
    }

    /// What computing on vectors and complex numbers raises is not looked into.
    pub(super) fn watch_lanes(&mut self, lanes: &Lanes) -> Run<()> {
        let computes = matches!(lanes.op, LaneOp::Float(_) | LaneOp::Compare(_) | LaneOp::Convert)
            || matches!(lanes.op, LaneOp::ComplexMul | LaneOp::ComplexDiv | LaneOp::ComplexEq | LaneOp::ComplexNe);
        let is_floating = [lanes.element, lanes.result].iter().any(|element| matches!(element, Element::Float(_)));
        if !self.image.watches_floats || !computes || !is_floating {
            return Ok(());
        }
        if self.library.environment.rounding != Rounding::Nearest {
            return unsupported("vectors or complex numbers in another rounding direction");
        }
        self.doubt(Exceptions::ALL)
    }

    fn watched_operation(&mut self, w: &mut Window, op: FloatOp, format: FloatFormat, [d, a, b]: [Reg; 3]) -> Effect {
        let (x, y) = (get_float(w, a, format), get_float(w, b, format));
        let (value, raised) = self.computed(op, x, y);
        set_float(w, d, self.result(value));
        self.effect(raised, format, &[x, y])
    }

    /// Without `-fsignaling-nans`, nobody has to take notice of a signaling NaN.
    fn effect(&self, raised: Exceptions, format: FloatFormat, operands: &[Float]) -> Effect {
        let is_doubtful = !self.settings.floats.signaling && operands.iter().any(|operand| operand.is_signaling());
        Effect { raised, format, is_doubtful }
    }

    /// An operation in the rounding direction that is set, and what it raises.
    fn computed(&self, op: FloatOp, a: Float, b: Float) -> (Float, Exceptions) {
        let op = match op {
            FloatOp::Add => Arithmetic::Add,
            FloatOp::Sub => Arithmetic::Sub,
            FloatOp::Mul => Arithmetic::Mul,
            FloatOp::Div => Arithmetic::Div,
        };
        a.computed(op, b, self.library.environment.rounding)
    }

    fn raise(&mut self, Effect { raised, format, .. }: Effect) -> Run<()> {
        let environment = &mut self.library.environment;
        environment.raised = environment.raised | raised;
        if !raised.meets(environment.trapping) {
            return Ok(());
        }
        // What is computed by the x87 or by software traps later.
        let is_at_once = matches!(format, FloatFormat::Single | FloatFormat::Double);
        if !is_at_once || self.library.handles(SIGFPE.into()) {
            return unsupported("a floating-point exception that traps later, or is handled");
        }
        Err(Box::new(Reason::End(End::Signal(SIGFPE))))
    }

    /// Exceptions that may have been raised or not.
    pub(crate) fn doubt(&mut self, raised: Exceptions) -> Run<()> {
        let environment = &mut self.library.environment;
        environment.doubtful = environment.doubtful | raised;
        if raised.meets(environment.trapping) {
            return unsupported("a floating-point exception that may trap or not");
        }
        Ok(())
    }
}

/// What a comparison raises: all but `==` and `!=` signal on any NaN (C11 F.3).
fn of_comparison(op: Comparison, x: Float, y: Float) -> Exceptions {
    let is_quiet = matches!(op, Comparison::Eq | Comparison::Ne);
    let signals = |value: Float| if is_quiet { value.is_signaling() } else { value.is_nan() };
    if signals(x) || signals(y) { Exceptions::INVALID } else { Exceptions::NONE }
}

/// What a conversion to an integer raises. Out of range, it depends on the instructions that are chosen; to 128 bits, on the
/// library.
fn of_truncation(value: Float, shape: IntShape) -> Effect {
    let truncated = value.to_int(shape);
    let (raised, is_certain) = match (truncated.fault, truncated.exact) {
        (Some(_), _) => (Exceptions::INVALID, value.is_nan() || value.is_infinite()),
        (None, true) => (Exceptions::NONE, true),
        (None, false) => (Exceptions::INEXACT, true),
    };
    Effect { raised, format: value.format(), is_doubtful: !is_certain || shape.bits > 64 }
}
