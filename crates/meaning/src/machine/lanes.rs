//! Complex numbers and vectors, element by element.

use kiln_lang::value::float::Float;
use kiln_lang::value::int::Int;
use smallvec::{SmallVec, smallvec};

use super::arith::{self, Rules, get_float, get_int};
use super::{Machine, Window, complex, get_pointer};
use crate::code::{Comparison, Element, IntOp, LaneOp, Lanes};
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::{Run, unsupported};
use crate::settings::Dialect;

/// A number of either kind.
#[derive(Clone, Copy, Debug)]
enum Number {
    Int(Int),
    Float(Float),
}

/// Those of a vector, most of which have 16 bytes, or of a complex number.
type Numbers = SmallVec<[Number; 16]>;

impl Machine<'_> {
    fn read_lane(&mut self, p: Pointer, index: u32, size: u32, element: Element) -> Run<Number> {
        let p = p.moved(i64::from(index) * i64::from(size));
        let bytes = match element {
            Element::Float(format) => (format.bits() / 8) as u8,
            Element::Int(_) => size as u8,
        };
        let access = Access { size: bytes, ..Access::BYTE };
        let raw = self.memory.load_wide(self.image, p, &access)?;
        Ok(match element {
            Element::Int(shape) => Number::Int(Int::wrap(raw, shape)),
            Element::Float(format) => Number::Float(Float::from_bits(raw, format)),
        })
    }

    fn write_lane(&mut self, p: Pointer, index: u32, size: u32, value: Number) -> Run<()> {
        let p = p.moved(i64::from(index) * i64::from(size));
        let (raw, bytes) = match value {
            Number::Int(value) => (value.as_u128(), size as u8),
            Number::Float(value) => (value.bits(), (value.format().bits() / 8) as u8),
        };
        let access = Access { size: bytes, ..Access::BYTE };
        self.memory.store_wide(self.image, p, &access, raw)
    }

    fn read_all(&mut self, p: Pointer, lanes: &Lanes) -> Run<Numbers> {
        let mut numbers = Numbers::new();
        for index in 0..lanes.n {
            numbers.push(self.read_lane(p, index, lanes.size, lanes.element)?);
        }
        Ok(numbers)
    }

    fn scalar(&self, w: &Window, at: u16, element: Element) -> Number {
        match element {
            Element::Int(shape) => Number::Int(get_int(w, at, shape)),
            Element::Float(format) => Number::Float(get_float(w, at, format)),
        }
    }

    /// Computes with values in memory.
    pub(super) fn lanes(&mut self, lanes: &Lanes, w: &mut Window) -> Run<()> {
        self.watch_lanes(lanes)?;
        let d = get_pointer(&w[..], lanes.d.into());
        let a = get_pointer(&w[..], lanes.a.into());
        let b = get_pointer(&w[..], lanes.b.into());
        let results: Numbers = match lanes.op {
            LaneOp::Splat => smallvec![self.scalar(w, lanes.a, lanes.result); lanes.n as usize],
            LaneOp::ToComplex => smallvec![self.scalar(w, lanes.a, lanes.result), zero(lanes.result)],
            LaneOp::ComplexEq | LaneOp::ComplexNe | LaneOp::ComplexIsNotZero => {
                let x = self.read_all(a, lanes)?;
                let y = match lanes.op {
                    LaneOp::ComplexIsNotZero => smallvec![zero(lanes.element); 2],
                    _ => self.read_all(b, lanes)?,
                };
                let equal = x.iter().zip(&y).all(|(&x, &y)| holds(Comparison::Eq, x, y));
                w[usize::from(lanes.d)] = u64::from(equal == (lanes.op == LaneOp::ComplexEq));
                return Ok(());
            }
            LaneOp::ComplexMul | LaneOp::ComplexDiv => {
                let (x, y) = (self.read_all(a, lanes)?, self.read_all(b, lanes)?);
                self.complex(lanes, [x[0], x[1]], [y[0], y[1]])?.into_iter().collect()
            }
            LaneOp::Neg | LaneOp::Not | LaneOp::Convert | LaneOp::Conjugate => {
                let x = self.read_all(a, lanes)?;
                let mut results = Numbers::new();
                for (index, &value) in x.iter().enumerate() {
                    results.push(self.unary_lane(lanes, index, value)?);
                }
                results
            }
            LaneOp::Int(_) | LaneOp::Float(_) | LaneOp::Compare(_) => {
                let (x, y) = (self.read_all(a, lanes)?, self.read_all(b, lanes)?);
                let mut results = Numbers::new();
                for (&x, &y) in x.iter().zip(&y) {
                    results.push(self.binary_lane(lanes, x, y)?);
                }
                results
            }
        };
        let computes = matches!(lanes.op, LaneOp::Float(_) | LaneOp::ComplexMul | LaneOp::ComplexDiv);
        for (index, &value) in results.iter().enumerate() {
            let value = match value {
                Number::Float(value) if computes => Number::Float(self.result(value)),
                value => value,
            };
            self.write_lane(d, index as u32, lanes.result_size, value)?;
        }
        Ok(())
    }

    fn rules(&self, lanes: &Lanes) -> Rules {
        Rules { wrap: lanes.wrap, shift_operand: self.settings.checks_shift_operand() }
    }

    fn binary_lane(&self, lanes: &Lanes, x: Number, y: Number) -> Run<Number> {
        Ok(match (lanes.op, x, y, lanes.element) {
            (LaneOp::Compare(op), ..) => {
                let Element::Int(shape) = lanes.result else { return Ok(zero(lanes.result)) };
                Number::Int(Int::from_i128(-i128::from(holds(op, x, y)), shape))
            }
            (LaneOp::Int(op), Number::Int(x), Number::Int(y), Element::Int(shape)) => {
                Number::Int(arith::int_op(op, shape, self.rules(lanes), x, y)?)
            }
            (LaneOp::Float(op), Number::Float(x), Number::Float(y), _) => Number::Float(arith::float_op(op, x, y)),
            _ => zero(lanes.result),
        })
    }

    fn unary_lane(&self, lanes: &Lanes, index: usize, value: Number) -> Run<Number> {
        Ok(match (lanes.op, value, lanes.element) {
            (LaneOp::Not, Number::Int(value), Element::Int(shape)) => Number::Int(shape.not(value)),
            (LaneOp::Conjugate, value, _) if index == 0 => value,
            (LaneOp::Neg | LaneOp::Conjugate, Number::Float(value), _) => Number::Float(-value),
            (LaneOp::Neg | LaneOp::Conjugate, Number::Int(value), Element::Int(shape)) => {
                Number::Int(arith::int_op(IntOp::Sub, shape, self.rules(lanes), Int::ZERO, value)?)
            }
            (_, value, from) => convert(value, from, lanes.result)?,
        })
    }

    /// Multiplication and division of complex numbers. In dialect gnu, as libgcc does it; otherwise only where all libraries
    /// agree.
    fn complex(&mut self, lanes: &Lanes, [a, b]: [Number; 2], [c, d]: [Number; 2]) -> Run<[Number; 2]> {
        match (a, b, c, d, lanes.element) {
            (Number::Float(a), Number::Float(b), Number::Float(c), Number::Float(d), _) => {
                let result = match (lanes.op, self.settings.dialect) {
                    (LaneOp::ComplexMul, Dialect::Gnu) => Some(complex::product([a, b], [c, d])),
                    (LaneOp::ComplexMul, _) => complex::plain_product([a, b], [c, d]),
                    (_, Dialect::Gnu) => Some(complex::libgcc_quotient([a, b], [c, d])),
                    _ => complex::agreed_quotient([a, b], [c, d]),
                };
                let exact = match lanes.op {
                    LaneOp::ComplexMul => complex::exact_product([[a, b], [c, d]]),
                    _ => complex::exact_quotient([[a, b], [c, d]]),
                };
                match result {
                    Some(result) => Ok(self.rounded(result, exact).map(Number::Float)),
                    None if lanes.op == LaneOp::ComplexMul => unsupported("a complex product that annex G may correct"),
                    None => unsupported("a complex division that is not exact"),
                }
            }
            (Number::Int(a), Number::Int(b), Number::Int(c), Number::Int(d), Element::Int(shape)) => {
                let rules = self.rules(lanes);
                let op = |op, x, y| arith::int_op(op, shape, rules, x, y);
                let (ac, bd) = (op(IntOp::Mul, a, c)?, op(IntOp::Mul, b, d)?);
                let (ad, bc) = (op(IntOp::Mul, a, d)?, op(IntOp::Mul, b, c)?);
                if lanes.op == LaneOp::ComplexMul {
                    return Ok([Number::Int(op(IntOp::Sub, ac, bd)?), Number::Int(op(IntOp::Add, ad, bc)?)]);
                }
                let norm = op(IntOp::Add, op(IntOp::Mul, c, c)?, op(IntOp::Mul, d, d)?)?;
                let re = op(IntOp::Div, op(IntOp::Add, ac, bd)?, norm)?;
                let im = op(IntOp::Div, op(IntOp::Sub, bc, ad)?, norm)?;
                Ok([Number::Int(re), Number::Int(im)])
            }
            _ => Ok([zero(lanes.result); 2]),
        }
    }
}

fn zero(element: Element) -> Number {
    match element {
        Element::Int(_) => Number::Int(Int::ZERO),
        Element::Float(format) => Number::Float(Float::zero(format)),
    }
}

fn holds(op: Comparison, x: Number, y: Number) -> bool {
    let order = match (x, y) {
        (Number::Float(x), Number::Float(y)) => x.compare(y),
        (Number::Int(x), Number::Int(y)) => Some(x.as_i128().cmp(&y.as_i128())),
        _ => None,
    };
    arith::holds(op, order)
}

fn convert(value: Number, from: Element, to: Element) -> Run<Number> {
    Ok(match (value, from, to) {
        (Number::Int(value), _, Element::Int(shape)) => Number::Int(value.convert(shape)),
        (Number::Int(value), Element::Int(shape), Element::Float(format)) => {
            Number::Float(Float::from_int(value, shape, format))
        }
        (Number::Float(value), _, Element::Float(format)) => Number::Float(value.convert(format)),
        (Number::Float(value), _, Element::Int(shape)) => Number::Int(arith::float_to_int(value, shape)?),
        _ => zero(to),
    })
}
