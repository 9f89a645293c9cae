//! The loop.

use kiln_lang::value::float::{Float, FloatFormat};
use kiln_lang::value::int::{Int, IntFault, IntShape};

use super::arith::{self, Rules, count, get_float, get_int, get_wide, narrow, set_float, set_int, set_wide};
use super::{Machine, WINDOW, Window, get_pointer, set_pointer};
use crate::code::{IntOp, Op, OverlapRule, Trap};
use crate::link::LABEL_DISTANCE;
use crate::memory::access::X87_BYTES;
use crate::memory::tag::FREE;
use crate::memory::{Pointer, Sort, align_up};
use crate::outcome::{Limit, Reason, Run, limit, undefined, unsupported};
use crate::undefined::Kind;

/// The registers of the frame that starts at `base`.
#[inline]
fn window(registers: &mut [u64], base: u32) -> &mut Window {
    let base = base as usize;
    (&mut registers[base..base + WINDOW]).try_into().expect("the slice has the length of a window")
}

impl Machine<'_> {
    /// Runs until as many calls as `floor` are active.
    pub(crate) fn execute(&mut self, floor: usize) -> Run<()> {
        // The registers are taken out while the loop has them, so that it can use the rest of the machine.
        let mut registers = std::mem::take(&mut self.registers);
        let result = self.run_loop(floor, &mut registers);
        self.registers = registers;
        if result.is_err() && self.stopped.is_none() {
            self.stopped = self.image.place(self.site());
            self.steps -= self.uncounted();
        }
        result
    }

    /// Full expressions that were counted ahead and not reached.
    fn uncounted(&self) -> u64 {
        let Some(frame) = self.frames.last() else { return 0 };
        let code = &self.image.functions[frame.function as usize].code;
        let counts_or_leaves = |op: &Op| {
            use Op::{Call, Jump, Loop, Return, ReturnMemory, ReturnNothing, ReturnVoid, Step};
            matches!(
                op,
                Step { .. }
                    | Call { .. }
                    | Jump { .. }
                    | Loop { .. }
                    | Return { .. }
                    | ReturnMemory { .. }
                    | ReturnNothing
                    | ReturnVoid
            )
        };
        let pc = frame.pc as usize;
        let rest = code.ops.get(pc..).unwrap_or_default();
        let end = pc + rest.iter().position(counts_or_leaves).unwrap_or(rest.len());
        code.joined.iter().filter(|&&joined| joined as usize >= pc && joined as usize <= end).count() as u64
    }

    fn run_loop(&mut self, floor: usize, registers: &mut Vec<u64>) -> Run<()> {
        let image = self.image;
        while self.frames.len() > floor {
            let frame = self.frames.last().expect("there are more frames than the floor");
            let (index, base) = (frame.function, frame.base);
            let mut pc = frame.pc as usize;
            let function = &image.functions[index as usize];
            let code = &*function.code;
            let ops = &code.ops[..];
            let w = window(registers, base);
            macro_rules! r {
                ($reg:expr) => {
                    w[usize::from($reg)]
                };
            }
            macro_rules! fail {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(stop) => {
                            if let Some(frame) = self.frames.last_mut() {
                                frame.pc = pc as u32;
                            }
                            return Err(stop);
                        }
                    }
                };
            }
            macro_rules! signed {
                ($d:expr, $a:expr, $b:expr, $int:ty, $method:ident, $op:expr, $bits:expr) => {{
                    let (x, y) = (r!($a) as $int, r!($b) as $int);
                    match x.$method(y) {
                        Some(value) => r!($d) = i64::from(value) as u64,
                        None => {
                            let shape = IntShape::signed($bits);
                            let (x, y) = (narrow(i64::from(x) as u64, shape), narrow(i64::from(y) as u64, shape));
                            let fault = arith::int_fault($op, shape, IntFault::SignedOverflow, x, y);
                            fail!(Err(fault))
                        }
                    }
                }};
            }
            macro_rules! pointer {
                ($reg:expr) => {
                    get_pointer(&w[..], usize::from($reg))
                };
            }
            macro_rules! step {
                ($n:expr) => {{
                    self.steps += $n;
                    if self.steps > self.settings.limits.steps {
                        fail!(limit(Limit::Steps))
                    }
                }};
            }
            macro_rules! mark {
                () => {
                    self.memory.site = crate::memory::Site { function: index, pc: pc as u32 - 1 }
                };
            }
            loop {
                let op = ops[pc];
                pc += 1;
                match op {
                    Op::Nop => {}
                    Op::Step { n } => step!(u64::from(n)),
                    Op::Const { d, value } => r!(d) = i64::from(value) as u64,
                    Op::Flag { d, on } => r!(d) = on.into(),
                    Op::Pool { d, index } => r!(d) = code.pool[index as usize],
                    Op::Mov { d, a } => r!(d) = r!(a),
                    Op::Mov2 { d, a } => {
                        let value = get_wide(w, a);
                        set_wide(w, d, value);
                    }
                    Op::Mov3 { d, a } => {
                        let value = pointer!(a);
                        fail!(self.check_move(value, pc));
                        set_pointer(&mut w[..], usize::from(d), value);
                    }

                    Op::AddI32 { d, a, b } => signed!(d, a, b, i32, checked_add, IntOp::Add, 32),
                    Op::SubI32 { d, a, b } => signed!(d, a, b, i32, checked_sub, IntOp::Sub, 32),
                    Op::MulI32 { d, a, b } => signed!(d, a, b, i32, checked_mul, IntOp::Mul, 32),
                    Op::AddI64 { d, a, b } => signed!(d, a, b, i64, checked_add, IntOp::Add, 64),
                    Op::SubI64 { d, a, b } => signed!(d, a, b, i64, checked_sub, IntOp::Sub, 64),
                    Op::MulI64 { d, a, b } => signed!(d, a, b, i64, checked_mul, IntOp::Mul, 64),
                    Op::AddU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                    Op::SubU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                    Op::MulU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                    Op::AddU64 { d, a, b } => r!(d) = r!(a).wrapping_add(r!(b)),
                    Op::SubU64 { d, a, b } => r!(d) = r!(a).wrapping_sub(r!(b)),
                    Op::MulU64 { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                    Op::IncI32 { d, a, value } => match (r!(a) as i32).checked_add(value) {
                        Some(sum) => r!(d) = i64::from(sum) as u64,
                        None => {
                            let shape = IntShape::signed(32);
                            let (x, y) = (narrow(r!(a), shape), narrow(i64::from(value) as u64, shape));
                            fail!(Err(arith::int_fault(IntOp::Add, shape, IntFault::SignedOverflow, x, y)));
                        }
                    },
                    Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
                    Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
                    Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                    Op::Int { op, shape, wrap, d, a, b } => {
                        let rules = Rules { wrap, shift_operand: self.settings.checks_shift_operand() };
                        r!(d) = fail!(int_in_register(op, shape.shape(), rules, r!(a), r!(b)));
                    }
                    Op::Wide { op, shape, wrap, d, a, b } => {
                        let shape = shape.shape();
                        let rules = Rules { wrap, shift_operand: self.settings.checks_shift_operand() };
                        let right = match op {
                            IntOp::Shl | IntOp::Shr => count(r!(b)),
                            _ => Int::wrap(get_wide(w, b), shape),
                        };
                        let left = Int::wrap(get_wide(w, a), shape);
                        let value = fail!(arith::int_op(op, shape, rules, left, right));
                        set_wide(w, d, value.as_u128());
                    }
                    Op::Not { shape, d, a } => r!(d) = narrow(!r!(a), shape.shape()).as_u64(),
                    Op::Neg { shape, wrap, d, a } => {
                        let shape = shape.shape();
                        let rules = Rules { wrap, shift_operand: true };
                        let zero = Int::ZERO;
                        r!(d) = fail!(arith::int_op(IntOp::Sub, shape, rules, zero, narrow(r!(a), shape))).as_u64();
                    }

                    Op::Eq { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                    Op::Ne { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),
                    Op::LtS { d, a, b } => r!(d) = u64::from((r!(a) as i64) < r!(b) as i64),
                    Op::LeS { d, a, b } => r!(d) = u64::from(r!(a) as i64 <= r!(b) as i64),
                    Op::LtU { d, a, b } => r!(d) = u64::from(r!(a) < r!(b)),
                    Op::LeU { d, a, b } => r!(d) = u64::from(r!(a) <= r!(b)),
                    Op::CompareWide { op, signed, d, a, b } => {
                        let (x, y) = (get_wide(w, a), get_wide(w, b));
                        let order = if signed { (x as i128).cmp(&(y as i128)) } else { x.cmp(&y) };
                        r!(d) = arith::holds(op, Some(order)).into();
                    }
                    Op::CompareFloat { op, format: FloatFormat::Double, d, a, b } => {
                        let order = f64::from_bits(r!(a)).partial_cmp(&f64::from_bits(r!(b)));
                        r!(d) = arith::holds(op, order).into();
                    }
                    Op::CompareFloat { op, format, d, a, b } => {
                        let (x, y) = (get_float(w, a, format), get_float(w, b, format));
                        r!(d) = arith::holds(op, x.compare(y)).into();
                    }
                    Op::ComparePointer { op, d, a, b } => {
                        r!(d) = fail!(self.compare_pointers(op, pointer!(a), pointer!(b))).into();
                    }
                    Op::IsZero { d, a } => r!(d) = u64::from(r!(a) == 0),
                    Op::IsNotZero { d, a } => r!(d) = u64::from(r!(a) != 0),

                    Op::Sext8 { d, a } => r!(d) = i64::from(r!(a) as i8) as u64,
                    Op::Sext16 { d, a } => r!(d) = i64::from(r!(a) as i16) as u64,
                    Op::Sext32 { d, a } => r!(d) = i64::from(r!(a) as i32) as u64,
                    Op::Zext8 { d, a } => r!(d) = r!(a) & 0xff,
                    Op::Zext16 { d, a } => r!(d) = r!(a) & 0xffff,
                    Op::Zext32 { d, a } => r!(d) = r!(a) & 0xffff_ffff,
                    Op::Wrap { shape, d, a } => r!(d) = Int::wrap(r!(a).into(), shape.shape()).as_u64(),
                    Op::Widen { signed, d, a } => {
                        let value = if signed { r!(a) as i64 as u128 } else { r!(a).into() };
                        set_wide(w, d, value);
                    }
                    Op::WrapWide { shape, d, a } => {
                        let value = Int::wrap(get_wide(w, a), shape.shape());
                        set_wide(w, d, value.as_u128());
                    }
                    Op::WideIsNotZero { d, a } => r!(d) = u64::from(get_wide(w, a) != 0),

                    Op::F64Add { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x + y),
                    Op::F64Sub { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x - y),
                    Op::F64Mul { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x * y),
                    Op::F64Div { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x / y),
                    Op::Float { op, format, d, a, b } => {
                        let value = arith::float_op(op, get_float(w, a, format), get_float(w, b, format));
                        set_float(w, d, self.result(value));
                    }
                    Op::FloatNeg { format, d, a } => {
                        let value = -get_float(w, a, format);
                        set_float(w, d, value);
                    }
                    Op::IntToFloat { shape, format: FloatFormat::Double, d, a } if shape.bits() <= 64 => {
                        // One rounding, as the conversion asks for.
                        #[expect(clippy::cast_precision_loss, reason = "to be rounded is what the conversion is for")]
                        let value = if shape.signed() { r!(a) as i64 as f64 } else { r!(a) as f64 };
                        r!(d) = value.to_bits();
                    }
                    Op::IntToFloat { shape, format, d, a } => {
                        let shape = shape.shape();
                        let value = Float::from_int(get_int(w, a, shape), shape, format);
                        set_float(w, d, value);
                    }
                    Op::FloatToInt { shape, format: FloatFormat::Double, d, a }
                        if shape.signed()
                            && (32..=64).contains(&shape.bits())
                            && f64::from_bits(r!(a)).abs() < 2_147_483_648.0 =>
                    {
                        r!(d) = f64::from_bits(r!(a)) as i64 as u64;
                    }
                    Op::FloatToInt { shape, format, d, a } => {
                        let shape = shape.shape();
                        let value = fail!(self.float_to_int(get_float(w, a, format), shape));
                        set_int(w, d, value, shape);
                    }
                    Op::FloatToFloat { from, to, d, a } => {
                        let value = get_float(w, a, from).convert(to);
                        set_float(w, d, value);
                    }
                    Op::FloatIsNotZero { format, d, a } => r!(d) = (!get_float(w, a, format).is_zero()).into(),

                    Op::Frame { d, object } => {
                        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
                        let pointer = self.memory.pointer_to(slot | crate::memory::Provenance::STACK);
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Symbol { d, symbol } => {
                        let (slot, offset) = function.symbols[symbol as usize];
                        if slot == 0 {
                            let name = self.symbol_name(index, symbol);
                            fail!(unsupported(format!("`{name}`, which is not defined")));
                        }
                        let pointer = self.memory.pointer_to(slot).moved(offset.into());
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Member { d, p, bytes } => {
                        let pointer = fail!(self.member(pointer!(p), bytes));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Narrow { d, p, size } => {
                        let pointer = self.narrowed(pointer!(p), size);
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Start { d, p } => {
                        let pointer = self.started(pointer!(p));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Whole { d, p } => {
                        let pointer = self.whole(pointer!(p));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Index { d, p, a, size } => {
                        let distance = i128::from(r!(a) as i64) * i128::from(size);
                        let pointer = fail!(self.moved(pointer!(p), distance, false));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::IndexBack { d, p, a, size } => {
                        let distance = -i128::from(r!(a) as i64) * i128::from(size);
                        let pointer = fail!(self.moved(pointer!(p), distance, false));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::IndexBy { back, d, p, a, size } => {
                        let distance = i128::from(r!(a) as i64) * i128::from(r!(size));
                        let pointer = fail!(self.moved(pointer!(p), if back { -distance } else { distance }, false));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::Subscript { d, p, a, size } => {
                        let pointer = pointer!(p);
                        // In range by far, nearly always: then nothing below can overflow.
                        let (index, at) = (r!(a), self.memory.offset_of(pointer.addr));
                        let to = at.wrapping_add(index.wrapping_mul(size.into()));
                        if index < 1 << 31 && to >= pointer.range.lo() && to < pointer.range.hi() {
                            let moved = pointer.moved(to.wrapping_sub(at) as i64);
                            set_pointer(&mut w[..], usize::from(d), moved);
                        } else {
                            let distance = i128::from(index as i64) * i128::from(size);
                            let moved = fail!(self.subscript(pointer, distance));
                            set_pointer(&mut w[..], usize::from(d), moved);
                        }
                    }
                    Op::PointerSub { d, a, b, size } => {
                        r!(d) = fail!(self.difference(pointer!(a), pointer!(b), size.into()));
                    }
                    Op::PointerSubBy { d, a, b, size } => {
                        let size = r!(size);
                        r!(d) = fail!(self.difference(pointer!(a), pointer!(b), size));
                    }
                    Op::PointerIsNotNull { d, a } => {
                        let pointer = pointer!(a);
                        fail!(self.check_use(pointer));
                        r!(d) = u64::from(!pointer.is_null());
                    }
                    Op::PointerToInt { shape, d, a } => {
                        r!(d) = fail!(self.pointer_to_int(pointer!(a), shape.shape()));
                    }
                    Op::IntToPointer { d, a } => {
                        let pointer = self.int_to_pointer(r!(a));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::CheckAlign { p, align } => fail!(self.check_align(pointer!(p), align)),
                    Op::CheckAssumed { p, align } => fail!(self.check_assumed(pointer!(p), align)),
                    Op::Alloca { d, size, align } => {
                        mark!();
                        let pointer = fail!(self.alloca(r!(size), align));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }

                    Op::LoadU { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        r!(d) = fail!(self.memory.load(image, pointer, &code.accesses[usize::from(access)]));
                    }
                    Op::LoadS { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        let value = fail!(self.memory.load(image, pointer, access));
                        let spare = 64 - 8 * u32::from(access.size);
                        r!(d) = (((value << spare) as i64) >> spare) as u64;
                    }
                    Op::LoadBool { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let value = fail!(self.memory.load(image, pointer, &code.accesses[usize::from(access)]));
                        if value > 1 {
                            let message = format!("a _Bool holds the byte {value}, which is not 0 or 1");
                            fail!(undefined(Kind::InvalidBool, message));
                        }
                        r!(d) = value;
                    }
                    Op::LoadPointer { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        let value = fail!(self.memory.load_pointer(image, pointer, access));
                        fail!(self.check_move(value, pc));
                        set_pointer(&mut w[..], usize::from(d), value);
                    }
                    Op::LoadWide { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        let value = fail!(self.memory.load_wide(image, pointer, access));
                        if access.size == X87_BYTES && !arith::is_x87_number(value) {
                            fail!(unsupported("a long double whose bytes no number has"));
                        }
                        set_wide(w, d, value);
                    }
                    Op::LoadBits { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let bits = code.bits[usize::from(access)];
                        let value = fail!(self.memory.load_bits(image, pointer, bits));
                        if bits.wide {
                            set_wide(w, d, value);
                        } else {
                            r!(d) = value as u64;
                        }
                    }
                    Op::Store { a, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        fail!(self.memory.store(image, pointer, access, r!(a)));
                        if access.volatile {
                            self.memory.volatiles ^= r!(a).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        }
                    }
                    Op::StorePointer { a, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        fail!(self.memory.store_pointer(image, pointer, access, pointer!(a)));
                    }
                    Op::StoreWide { a, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        fail!(self.memory.store_wide(image, pointer, access, get_wide(w, a)));
                    }
                    Op::StoreBits { a, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let bits = code.bits[usize::from(access)];
                        let value = if bits.wide { get_wide(w, a) } else { r!(a).into() };
                        fail!(self.memory.store_bits(image, pointer, bits, value));
                    }
                    Op::Copy { d, p, copy } => {
                        let rule = &code.copies[copy as usize];
                        fail!(self.copy_value(pointer!(d), pointer!(p), rule));
                    }
                    Op::Zero { p, copy } => {
                        let rule = &code.copies[copy as usize];
                        let pointer = pointer!(p);
                        let at = fail!(self.memory.span(image, pointer, rule.size.into(), true));
                        let zeros = vec![0; rule.size as usize];
                        self.memory.initialize(at, &zeros);
                        self.memory.clear_padding(at, &rule.padding);
                    }
                    Op::Bytes { p, bytes } => {
                        fail!(self.memory.write_bytes(image, pointer!(p), &code.bytes[bytes as usize]));
                    }
                    Op::Lanes { lanes } => fail!(self.lanes(&code.lanes[lanes as usize], w)),

                    Op::Enter { object } => {
                        mark!();
                        let frame = self.frames.last().expect("a frame");
                        let data = &code.objects[usize::from(object)];
                        let (slot, lo) = (frame.slots + u32::from(object), frame.memory + data.offset);
                        // Const and volatile hold when it is initialised.
                        self.memory.enter(
                            slot,
                            lo,
                            &data.template,
                            data.sort,
                            0,
                            data.callable.unwrap_or(object.into()),
                        );
                    }
                    Op::Leave { object } => {
                        mark!();
                        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
                        if code.objects[usize::from(object)].template.is_empty() {
                            self.release(slot);
                        }
                        self.memory.leave(slot);
                    }
                    Op::Forget { object } => {
                        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
                        self.memory.forget(slot, &code.objects[usize::from(object)].template);
                    }
                    Op::Seal { object } => {
                        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
                        self.memory.touch_alloc(slot | crate::memory::Provenance::STACK);
                        self.memory.stack[slot as usize].flags = code.objects[usize::from(object)].flags;
                    }
                    Op::EnterVla { object, size } => {
                        mark!();
                        fail!(self.enter_vla(object, r!(size), code.objects[usize::from(object)].align));
                    }
                    Op::CheckInit { flag, decl } => {
                        if r!(flag) == 0 {
                            let name = &code.names[decl as usize];
                            fail!(undefined(Kind::Uninitialized, format!("`{name}` is used before it has a value")));
                        }
                    }
                    Op::CheckSame { a, b } => {
                        if r!(a) != r!(b) {
                            let message = format!("arrays of {} and {} elements are taken as one type", r!(a), r!(b));
                            fail!(undefined(Kind::VlaSize, message));
                        }
                    }
                    Op::CheckOverlap { a, b, overlap } => {
                        let rule = code.overlaps[overlap as usize];
                        fail!(check_overlap(rule, pointer!(a).addr, pointer!(b).addr));
                    }
                    Op::CheckBound { a, signed } => {
                        let bound = r!(a);
                        let negative = signed && (bound as i64) < 0;
                        let zero = bound == 0 && self.settings.dialect != crate::settings::Dialect::Gnu;
                        if negative || zero {
                            let message = format!("an array of {} elements", bound as i64);
                            fail!(undefined(Kind::VlaSize, message));
                        }
                    }

                    Op::Jump { to } => pc = to as usize,
                    Op::Loop { to } => {
                        step!(1);
                        pc = to as usize;
                    }
                    Op::JumpIf { a, to } => {
                        if r!(a) != 0 {
                            pc = to as usize;
                        }
                    }
                    Op::JumpIfNot { a, to } => {
                        if r!(a) == 0 {
                            pc = to as usize;
                        }
                    }
                    Op::JumpEq { a, b, to } => {
                        if r!(a) == r!(b) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpNe { a, b, to } => {
                        if r!(a) != r!(b) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpEqI { a, value, to } => {
                        if r!(a) as i64 == i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpNeI { a, value, to } => {
                        if r!(a) as i64 != i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLtSI { a, value, to } => {
                        if (r!(a) as i64) < i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLeSI { a, value, to } => {
                        if r!(a) as i64 <= i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpGtSI { a, value, to } => {
                        if r!(a) as i64 > i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpGeSI { a, value, to } => {
                        if r!(a) as i64 >= i64::from(value) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLtS { a, b, to } => {
                        if (r!(a) as i64) < r!(b) as i64 {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLeS { a, b, to } => {
                        if r!(a) as i64 <= r!(b) as i64 {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLtU { a, b, to } => {
                        if r!(a) < r!(b) {
                            pc = to as usize;
                        }
                    }
                    Op::JumpLeU { a, b, to } => {
                        if r!(a) <= r!(b) {
                            pc = to as usize;
                        }
                    }
                    Op::Switch { a, table } => {
                        let table = &code.switches[table as usize];
                        let value = get_int(w, a, table.shape).as_i128();
                        let found = table.cases.partition_point(|case| case.hi < value);
                        pc = match table.cases.get(found) {
                            Some(case) if case.lo <= value => case.to as usize,
                            _ => table.default as usize,
                        };
                    }
                    Op::ComputedGoto { p, table } => {
                        step!(1);
                        let pointer = pointer!(p);
                        let alloc = *self.memory.alloc(pointer.prov.slot());
                        let label = self.memory.offset_of(pointer.addr).wrapping_sub(alloc.lo.into());
                        let label = (label / u64::from(LABEL_DISTANCE)) as u32;
                        let targets = &code.gotos[table as usize];
                        let target = targets.iter().find(|&&(index, _)| index == label);
                        match target {
                            Some(&(_, to)) if alloc.sort == Sort::Label && alloc.info == function.body => {
                                pc = to as usize;
                            }
                            _ => fail!(undefined(Kind::CallType, "goto to what is no label of this function")),
                        }
                    }
                    Op::Outer { d, outer } => {
                        let pointer = fail!(self.outer_object(code.outers[outer as usize]));
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::OuterBound { d, outer } => {
                        let at = fail!(self.outer_bound(code.outers[outer as usize]));
                        self.frames.last_mut().expect("a frame").pc = pc as u32;
                        registers[base as usize + usize::from(d)] = registers[at];
                        break;
                    }
                    Op::OuterGoto { outer } => {
                        step!(1);
                        mark!();
                        fail!(self.outer_goto(code.outers[outer as usize]));
                        break;
                    }
                    Op::Call { site } => {
                        step!(1);
                        mark!();
                        self.frames.last_mut().expect("a frame").pc = pc as u32;
                        let site = &code.calls[site as usize];
                        std::mem::swap(&mut self.registers, registers);
                        let result = self.call(index, site, base);
                        std::mem::swap(&mut self.registers, registers);
                        result?;
                        break;
                    }
                    Op::Return { a, n } => {
                        mark!();
                        if n == 3 {
                            fail!(self.check_use(pointer!(a)));
                        }
                        let a = usize::from(a);
                        w.copy_within(a..a + usize::from(n), 0);
                        fail!(self.return_from(index));
                        break;
                    }
                    Op::ReturnMemory { p, copy } => {
                        mark!();
                        let rule = &code.copies[copy as usize];
                        fail!(self.return_memory(pointer!(0u16), pointer!(p), rule));
                        fail!(self.return_from(index));
                        break;
                    }
                    Op::ReturnNothing => {
                        mark!();
                        w[0] = 0;
                        self.return_nothing(index, floor)?;
                        fail!(self.return_from(index));
                        break;
                    }
                    Op::ReturnVoid => {
                        mark!();
                        fail!(self.return_from(index));
                        break;
                    }
                    Op::VaStart { p } => fail!(self.va_start(pointer!(p))),
                    Op::VaEnd { p } => fail!(self.va_end(pointer!(p))),
                    Op::VaCopy { d, p } => fail!(self.va_copy(pointer!(d), pointer!(p))),
                    Op::VaArg { d, p, arg } => {
                        let rule = code.va_args[arg as usize];
                        fail!(self.va_arg(pointer!(p), rule, d, w));
                    }
                    Op::At { stmt, level } => {
                        let id = code.statements[stmt as usize];
                        self.frames.last_mut().expect("a frame").pc = pc as u32;
                        std::mem::swap(&mut self.registers, registers);
                        let result = self.at_statement(index, stmt, id, level, pc as u32 - 1);
                        std::mem::swap(&mut self.registers, registers);
                        result?;
                        break;
                    }
                    Op::Visit { site } => {
                        step!(1);
                        self.visit_expression(index, site);
                    }
                    Op::Count { counter } => self.recorder.counts[counter as usize] += 1,
                    Op::Record { spec } => self.record(spec, w),
                    Op::Grow => fail!(self.grow_frame(code)),
                    Op::Repaired { repair } => fail!(self.repaired(&code.repairs[repair as usize], w)),
                    Op::Pause => fail!(Err(Box::new(Reason::Pause))),
                    Op::Trap { trap } => match &code.traps[trap as usize] {
                        Trap::Undefined(kind, message) => fail!(undefined(*kind, message.clone())),
                        Trap::Unsupported(what) => fail!(unsupported(what.clone())),
                    },

                    Op::RestrictBegin { d, first } => {
                        // All pointers of a block begin in a row.
                        self.serial += u64::from(first);
                        let began = self.serial;
                        r!(d) = self.memory.restricts.begin(began).into();
                    }
                    Op::RestrictStart { tag } => self.memory.restricts.start(r!(tag) as u16),
                    Op::RestrictEnd { tag } => self.memory.restricts.end(r!(tag) as u16),
                    Op::RestrictRead { d, p, tag } => {
                        let mut pointer = pointer!(p);
                        let tag = r!(tag) as u16;
                        self.memory.restricts.read(tag, pointer.prov.restrict());
                        pointer.prov = pointer.prov.with_restrict(tag);
                        set_pointer(&mut w[..], usize::from(d), pointer);
                    }
                    Op::RestrictAssign { a, tag } => {
                        let value = pointer!(a).prov.restrict();
                        fail!(self.memory.restricts.assign(r!(tag) as u16, value));
                    }
                    Op::RestrictAt { d, p, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let at = self.memory.offset_of(pointer.addr) as u32;
                        let (slot, generation) = (pointer.prov.slot(), pointer.prov.generation());
                        r!(d) = self.memory.restricts.located(slot, generation, at).into();
                    }
                    Op::SeqBegin { store } => {
                        let slots = self.memory.slots;
                        self.memory.log.begin(slots, store);
                    }
                    Op::SeqNext => self.memory.log.next(),
                    Op::SeqEnd => self.memory.touched.order |= fail!(self.memory.log.finish()),
                    Op::SeqPoint => self.memory.log.point(),
                    Op::SeqRegister { register, write } => self.memory.log.register(register, write),
                }
            }
        }
        Ok(())
    }

    /// `p[i]`: where it leads is for the access to check, but the pointer itself must stay near.
    #[inline]
    fn subscript(&self, p: Pointer, distance: i128) -> Run<Pointer> {
        let to = i128::from(self.memory.offset_of(p.addr) as i64) + distance;
        if to >= i128::from(p.range.lo()) && to < i128::from(p.range.hi()) {
            return Ok(p.moved(distance as i64));
        }
        if p.is_null() {
            return undefined(Kind::NullPointer, format!("a null pointer is indexed by {distance} bytes"));
        }
        self.moved(p, distance, true)
    }

    fn enter_vla(&mut self, object: u16, size: u64, align: u32) -> Run<()> {
        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
        // Reached again in a loop, it takes the place of its predecessor.
        self.release(slot);
        let lo = align_up(u64::from(self.stack), u64::from(align.max(16)));
        let end = lo.saturating_add(size).saturating_add(1);
        if end > u64::from(self.memory.stack_end()) {
            return limit(Limit::Depth);
        }
        self.stack = end as u32;
        let template = vec![FREE; size as usize];
        self.memory.enter(slot, lo as u32, &template, Sort::Auto, 0, object.into());
        Ok(())
    }

    /// Gives the memory of an array of run-time size back, if it is the last.
    fn release(&mut self, slot: u32) {
        let old = self.memory.stack[slot as usize];
        if old.sort != Sort::None && old.hi + 1 == self.stack {
            self.stack = old.lo;
        }
    }

    fn alloca(&mut self, size: u64, align: u32) -> Run<Pointer> {
        let lo = align_up(u64::from(self.stack), u64::from(align.max(16)));
        let end = lo.saturating_add(size).saturating_add(1);
        if end > u64::from(self.memory.stack_end()) {
            return limit(Limit::Depth);
        }
        self.stack = end as u32;
        let slot = self.memory.push_slots(1);
        let template = vec![FREE; size as usize];
        self.memory.enter(slot, lo as u32, &template, Sort::Auto, 0, u32::MAX);
        Ok(self.memory.pointer_to(slot | crate::memory::Provenance::STACK))
    }

    /// Assigns a value that is in memory (C11 6.5.16.1p3: exact overlap is allowed, other overlap is not).
    pub(super) fn copy_value(&mut self, to: Pointer, from: Pointer, rule: &crate::code::CopyRule) -> Run<()> {
        if rule.size == 0 {
            return Ok(());
        }
        let size = u64::from(rule.size);
        if from.prov.same_object(to.prov) {
            self.memory.check_overlap(to, from, size, true)?;
        }
        for (pointer, write) in [(from, false), (to, true)] {
            if self.memory.locate(pointer, size, rule.align.into()).is_none() {
                return Err(self.memory.explain(self.image, pointer, size, rule.align.into(), write));
            }
        }
        self.memory.copy_typed(self.image, to, from, size, rule.volatile)?;
        if !rule.padding.is_empty() {
            let at = self.memory.offset_of(to.addr) as usize;
            self.memory.clear_padding(at, &rule.padding);
        }
        Ok(())
    }

    fn symbol_name(&self, function: u32, symbol: u32) -> String {
        use crate::code::Symbol;
        let function = &self.image.functions[function as usize];
        let program = &self.image.program;
        match function.code.symbols[symbol as usize] {
            Symbol::Decl(decl) if decl.is_file() => {
                let unit = &program.units[function.unit as usize];
                let name = unit.file.decls[decl.id()].name;
                name.map_or("?", |name| program.tables.names.resolve(name)).to_owned()
            }
            _ => "a variable of the function around".to_owned(),
        }
    }
}

/// What is stored must not be read from an object that overlaps, unless it is the same and of a compatible type.
fn check_overlap(rule: OverlapRule, to: u64, from: u64) -> Run<()> {
    let to = to.wrapping_add_signed(rule.to.0.into());
    let from = from.wrapping_add_signed(rule.from.0.into());
    let apart = to.wrapping_sub(from) >= u64::from(rule.from.1) && from.wrapping_sub(to) >= u64::from(rule.to.1);
    if apart || to == from && rule.to.1 == rule.from.1 && rule.compatible {
        return Ok(());
    }
    undefined(Kind::Overlap, "a value is stored to an object that overlaps the one it was read from")
}

/// An operation on integers of up to 64 bits; the frequent widths without detours.
#[inline]
fn int_in_register(op: IntOp, shape: IntShape, rules: Rules, a: u64, b: u64) -> Run<u64> {
    match (op, shape.bits, shape.signed) {
        (IntOp::Div, _, false) if b != 0 => return Ok(a / b),
        (IntOp::Rem, _, false) if b != 0 => return Ok(a % b),
        (IntOp::Div, _, true) if b != 0 && b != u64::MAX => return Ok(((a as i64) / (b as i64)) as u64),
        (IntOp::Rem, _, true) if b != 0 && b != u64::MAX => return Ok(((a as i64) % (b as i64)) as u64),
        (IntOp::Shr, bits, true) if b < u64::from(bits) => return Ok(((a as i64) >> b) as u64),
        (IntOp::Shr, bits, false) if b < u64::from(bits) => return Ok(a >> b),
        (IntOp::Shl, 32, false) if b < 32 => return Ok(u64::from((a as u32) << b)),
        (IntOp::Shl, 64, false) if b < 64 => return Ok(a << b),
        _ => {}
    }
    let right = match op {
        IntOp::Shl | IntOp::Shr => count(b),
        _ => narrow(b, shape),
    };
    arith::int_op(op, shape, rules, narrow(a, shape), right).map(Int::as_u64)
}
