//! Instructions that programs spend little time in.

use kiln_lang::value::float::Float;
use kiln_lang::value::int::Int;

use super::arith::{self, Rules, count, get_float, get_int, get_wide, narrow, set_float, set_int, set_wide};
use super::pointer::large_index;
use super::{Machine, Window, set_window_pointer, window_pointer};
use crate::code::{Code, IntOp, Op, OverlapRule, Trap};
use crate::memory::access::X87_BYTES;
use crate::memory::tag::FREE;
use crate::memory::{Pointer, Site, Sort, align_up, flag};
use crate::outcome::{Limit, Reason, Run, Stop, limit, undefined, unsupported};
use crate::undefined::Kind;

/// No array of run-time size has more elements: the bytes of two dimensions are still a number of 64 bits.
const MAX_BOUND: u64 = 1 << 28;

/// The instructions that are executed here. By name, not as the rest of all: so that the loop has nothing to compare to find
/// out that an instruction is one of them.
macro_rules! rare {
    () => {
        Op::Wide { .. }
            | Op::Not { .. }
            | Op::Reverse { .. }
            | Op::ReverseWide { .. }
            | Op::Neg { .. }
            | Op::CompareWide { .. }
            | Op::CompareFloat { .. }
            | Op::Widen { .. }
            | Op::WrapWide { .. }
            | Op::WideIsNotZero { .. }
            | Op::Float { .. }
            | Op::FloatNeg { .. }
            | Op::IntToFloat { .. }
            | Op::FloatToInt { .. }
            | Op::FloatToFloat { .. }
            | Op::FloatIsNotZero { .. }
            | Op::Watched { .. }
            | Op::Start { .. }
            | Op::IndexBy { .. }
            | Op::NarrowIndex { .. }
            | Op::NarrowBy { .. }
            | Op::PointerSubBy { .. }
            | Op::PointerToInt { .. }
            | Op::IntToPointer { .. }
            | Op::CheckAlign { .. }
            | Op::NoteAlign { .. }
            | Op::CheckAssumed { .. }
            | Op::CheckTypes { .. }
            | Op::Alloca { .. }
            | Op::LoadBool { .. }
            | Op::LoadWide { .. }
            | Op::LoadBits { .. }
            | Op::StoreWide { .. }
            | Op::StoreBits { .. }
            | Op::Zero { .. }
            | Op::Bytes { .. }
            | Op::Lanes { .. }
            | Op::EnterVla { .. }
            | Op::CheckSame { .. }
            | Op::CheckOverlap { .. }
            | Op::CheckBound { .. }
            | Op::Outer { .. }
            | Op::VaStart { .. }
            | Op::VaEnd { .. }
            | Op::VaCopy { .. }
            | Op::VaArg { .. }
            | Op::Count { .. }
            | Op::Record { .. }
            | Op::Grow
            | Op::Repaired { .. }
            | Op::Rests { .. }
            | Op::Pause
            | Op::Trap { .. }
            | Op::RestrictBegin { .. }
            | Op::RestrictStart { .. }
            | Op::RestrictEnd { .. }
            | Op::RestrictRead { .. }
            | Op::RestrictAssign { .. }
            | Op::RestrictAt { .. }
            | Op::SeqBegin { .. }
            | Op::SeqNext
            | Op::SeqInitial
            | Op::SeqEnd
            | Op::SeqPoint
            | Op::SeqRegister { .. }
            | Op::VolatilePoint
            | Op::VolatileLeft { .. }
            | Op::SeqLeave { .. }
    };
}
pub(super) use rare;

impl Machine<'_> {
    /// Executes an instruction that the loop does not. `pc` is the next.
    pub(super) fn rare(&mut self, op: Op, index: u32, pc: usize, w: &mut Window) -> Run<()> {
        let image = self.image;
        let code: &Code = &image.functions[index as usize].code;
        let here = Site { function: index, pc: pc as u32 - 1 };
        macro_rules! r {
            ($reg:expr) => {
                w[usize::from($reg)]
            };
        }
        macro_rules! pointer {
            ($reg:expr) => {
                window_pointer(w, $reg)
            };
        }
        macro_rules! mark {
            () => {
                self.memory.site = here
            };
        }
        match op {
            Op::Wide { op, shape, wrap, d, a, b } => {
                let shape = shape.shape();
                let rules = Rules { wrap, shift_operand: self.settings.checks_shift_operand() };
                let right = match op {
                    IntOp::Shl | IntOp::Shr => count(r!(b)),
                    _ => Int::wrap(get_wide(w, b), shape),
                };
                let left = Int::wrap(get_wide(w, a), shape);
                let value = arith::int_op(op, shape, rules, left, right)?;
                set_wide(w, d, value.as_u128());
            }
            Op::Reverse { shape, d, a } => {
                let shape = shape.shape();
                let reversed = r!(a).swap_bytes() >> (64 - u32::from(shape.bits));
                r!(d) = narrow(reversed, shape).as_u64();
            }
            Op::ReverseWide { d, a } => set_wide(w, d, get_wide(w, a).swap_bytes()),
            Op::Not { shape, d, a } => r!(d) = narrow(!r!(a), shape.shape()).as_u64(),
            Op::Neg { shape, wrap, d, a } => {
                let shape = shape.shape();
                let rules = Rules { wrap, shift_operand: true };
                let zero = Int::ZERO;
                r!(d) = arith::int_op(IntOp::Sub, shape, rules, zero, narrow(r!(a), shape))?.as_u64();
            }
            Op::CompareWide { op, signed, d, a, b } => {
                let (x, y) = (get_wide(w, a), get_wide(w, b));
                let order = if signed { (x as i128).cmp(&(y as i128)) } else { x.cmp(&y) };
                r!(d) = arith::holds(op, Some(order)).into();
            }
            Op::CompareFloat { op, format, d, a, b } => {
                let (x, y) = (get_float(w, a, format), get_float(w, b, format));
                r!(d) = arith::holds(op, x.compare(y)).into();
            }
            Op::Widen { signed, d, a } => {
                let value = if signed { r!(a) as i64 as u128 } else { r!(a).into() };
                set_wide(w, d, value);
            }
            Op::WrapWide { shape, d, a } => {
                let value = Int::wrap(get_wide(w, a), shape.shape());
                set_wide(w, d, value.as_u128());
            }
            Op::WideIsNotZero { d, a } => r!(d) = u64::from(get_wide(w, a) != 0),
            Op::Float { op, format, d, a, b } => {
                let value = arith::float_op(op, get_float(w, a, format), get_float(w, b, format));
                set_float(w, d, self.result(value));
            }
            Op::FloatNeg { format, d, a } => {
                let value = -get_float(w, a, format);
                set_float(w, d, value);
            }
            Op::IntToFloat { shape, format, d, a } => {
                let shape = shape.shape();
                let value = Float::from_int(get_int(w, a, shape), shape, format);
                set_float(w, d, value);
            }
            Op::FloatToInt { shape, format, d, a } => {
                let shape = shape.shape();
                let value = self.float_to_int(get_float(w, a, format), shape)?;
                set_int(w, d, value, shape);
            }
            Op::FloatToFloat { from, to, d, a } => {
                let value = get_float(w, a, from).convert(to);
                set_float(w, d, value);
            }
            Op::FloatIsNotZero { format, d, a } => r!(d) = (!get_float(w, a, format).is_zero()).into(),
            Op::Watched { index } => self.watched(code.watched[index as usize], w)?,
            Op::Start { d, p } => {
                let pointer = self.started(pointer!(p));
                set_window_pointer(w, d, pointer);
            }
            Op::IndexBy { back, d, p, a, size } => {
                let distance = i128::from(r!(a) as i64) * i128::from(r!(size));
                let pointer = self.moved(pointer!(p), if back { -distance } else { distance }, false)?;
                set_window_pointer(w, d, pointer);
            }
            Op::NarrowBy { d, p, size } => {
                let pointer = self.narrowed(pointer!(p), u32::try_from(r!(size)).unwrap_or(u32::MAX))?;
                set_window_pointer(w, d, pointer);
            }
            Op::NarrowIndex { signed, d, a } => {
                let wide = get_wide(w, a);
                r!(d) = match (i64::try_from(wide as i128), signed || wide >> 127 == 0) {
                    (Ok(index), true) => index as u64,
                    _ if signed => large_index(wide as i128)?,
                    _ => large_index(wide)?,
                };
            }
            Op::PointerSubBy { d, a, b, size } => {
                let size = r!(size);
                r!(d) = self.difference(pointer!(a), pointer!(b), size)?;
            }
            Op::PointerToInt { shape, d, a } => {
                r!(d) = self.pointer_to_int(pointer!(a), shape.shape())?;
            }
            Op::IntToPointer { d, a } => {
                let pointer = self.int_to_pointer(r!(a));
                set_window_pointer(w, d, pointer);
            }
            Op::CheckAlign { p, align } => self.check_align(pointer!(p), align)?,
            Op::CheckTypes { p, size, within, write } => {
                self.memory.check_types(self.image, pointer!(p), (size, within), write)?;
            }
            Op::NoteAlign { p, align } => self.note_align(pointer!(p), align),
            Op::CheckAssumed { p, align } => self.check_assumed(pointer!(p), align)?,
            Op::Alloca { d, size, align } => {
                mark!();
                let pointer = self.alloca(r!(size), align)?;
                set_window_pointer(w, d, pointer);
            }
            Op::LoadBool { d, p, access, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let value = self.memory.load(image, pointer, &code.accesses[usize::from(access)])?;
                if value > 1 {
                    let message = format!("a _Bool holds the byte {value}, which is not 0 or 1");
                    undefined(Kind::InvalidBool, message)?;
                }
                r!(d) = value;
            }
            Op::LoadWide { d, p, access, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let access = &code.accesses[usize::from(access)];
                let value = self.memory.load_wide(image, pointer, access)?;
                if access.size == X87_BYTES && !arith::is_x87_number(value) {
                    return unsupported("a long double whose bytes no number has");
                }
                set_wide(w, d, value);
            }
            Op::LoadBits { d, p, access, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let bits = code.bits[usize::from(access)];
                let value = self.memory.load_bits(image, pointer, bits)?;
                if bits.wide {
                    set_wide(w, d, value);
                } else {
                    r!(d) = value as u64;
                }
            }
            Op::StoreWide { a, p, access, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let access = &code.accesses[usize::from(access)];
                self.memory.store_wide(image, pointer, access, get_wide(w, a))?;
            }
            Op::StoreBits { a, p, access, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let bits = code.bits[usize::from(access)];
                let value = if bits.wide { get_wide(w, a) } else { r!(a).into() };
                self.memory.store_bits(image, pointer, bits, value)?;
            }
            Op::Zero { p, copy } => {
                let rule = &code.copies[copy as usize];
                let pointer = pointer!(p);
                let at = self.memory.span(image, pointer, rule.size.into(), true)?;
                self.memory.zero(at, rule);
            }
            Op::Bytes { p, bytes } => {
                self.memory.write_bytes(image, pointer!(p), &code.bytes[bytes as usize])?;
            }
            Op::Lanes { lanes } => self.lanes(&code.lanes[lanes as usize], w)?,
            Op::EnterVla { object, size } => {
                mark!();
                self.enter_vla(object, r!(size), code.objects[usize::from(object)].align)?;
            }
            Op::CheckSame { a, b } => {
                if r!(a) != r!(b) {
                    let message = format!("arrays of {} and {} elements are taken as one type", r!(a), r!(b));
                    undefined(Kind::VlaSize, message)?;
                }
            }
            Op::CheckOverlap { a, b, overlap } => {
                let rule = code.overlaps[overlap as usize];
                check_overlap(rule, pointer!(a).addr, pointer!(b).addr)?;
            }
            Op::CheckBound { a, signed } => {
                let bound = r!(a);
                let negative = signed && (bound as i64) < 0;
                let zero = bound == 0 && self.settings.dialect != crate::settings::Dialect::Gnu;
                if negative || zero {
                    let message = format!("an array of {} elements", bound as i64);
                    undefined(Kind::VlaSize, message)?;
                }
                if bound > MAX_BOUND {
                    limit(Limit::Memory)?;
                }
            }
            Op::VaStart { p } => self.va_start(pointer!(p))?,
            Op::VaEnd { p } => self.va_end(pointer!(p))?,
            Op::VaCopy { d, p } => self.va_copy(pointer!(d), pointer!(p))?,
            Op::VaArg { d, p, arg } => {
                let rule = code.va_args[arg as usize];
                self.va_arg(pointer!(p), rule, d, w)?;
            }
            Op::Outer { d, outer } => {
                let pointer = self.outer_object(code.outers[outer as usize])?;
                set_window_pointer(w, d, pointer);
            }
            Op::Count { counter } => self.recorder.counts[counter as usize] += 1,
            Op::Record { spec } => self.record(spec, w),
            Op::Grow => self.grow_frame(code)?,
            Op::Repaired { repair } => self.repaired(&code.repairs[repair as usize], w)?,
            Op::Rests { choice } => self.memory.touched.choices.insert(choice),
            Op::Pause => return Err(Box::new(Reason::Pause)),
            Op::Trap { trap } => match &code.traps[trap as usize] {
                Trap::Undefined(kind, message) => undefined(*kind, message.clone())?,
                Trap::Unsupported(what) => unsupported(what.clone())?,
            },
            Op::RestrictBegin { d, first } => {
                // All pointers of a block begin in a row.
                self.serial += u64::from(first);
                let began = self.serial;
                r!(d) = self.memory.restricts.begin(began).into();
            }
            Op::RestrictStart { tag } => {
                self.memory.restricts.start(r!(tag) as u16);
                self.memory.note_watching();
            }
            Op::RestrictEnd { tag } => {
                self.memory.restricts.end(r!(tag) as u16);
                self.memory.note_watching();
            }
            Op::RestrictRead { d, p, tag } => {
                let mut pointer = pointer!(p);
                let tag = r!(tag) as u16;
                self.memory.restricts.read(tag, pointer.prov.restrict());
                self.wake_restrict(tag, pointer);
                pointer.prov = pointer.prov.with_restrict(tag);
                set_window_pointer(w, d, pointer);
            }
            Op::RestrictAssign { a, tag } => {
                let (tag, value) = (r!(tag) as u16, pointer!(a));
                self.memory.restricts.assign(tag, value.prov.restrict())?;
                self.wake_restrict(tag, value);
            }
            Op::RestrictAt { d, p, bytes } => {
                let pointer = pointer!(p).moved(bytes.into());
                let at = self.memory.offset_of(pointer.addr) as u32;
                let (slot, generation) = (pointer.prov.slot(), pointer.prov.generation());
                r!(d) = self.memory.restricts.located(slot, generation, at).into();
            }
            Op::SeqBegin { kind } => {
                let slots = self.memory.slots;
                self.memory.log.begin(slots, kind);
                self.memory.note_watching();
            }
            Op::SeqNext => self.memory.log.next(),
            Op::SeqInitial => self.memory.log.initial(),
            Op::SeqEnd => {
                let finished = self.memory.log.finish();
                self.memory.note_watching();
                if finished? {
                    self.memory.touched.order.get_or_insert(here);
                }
            }
            Op::SeqPoint => self.memory.log.point(),
            Op::SeqRegister { variable, write } => self.memory.log.variable(variable, write),
            Op::VolatilePoint => {
                if let Some(watch) = &mut self.memory.watch {
                    watch.point();
                }
            }
            Op::VolatileLeft { p } => {
                let slot = pointer!(p).prov.slot();
                self.memory.leave_out_volatile(slot);
            }
            Op::SeqLeave { open } => {
                let around = self.frames.last().expect("a frame").regions;
                self.memory.log.truncate((around + open) as usize);
                self.memory.note_watching();
                self.memory.touched.order.get_or_insert(here);
            }
            _ => return unsupported("an instruction that the machine does not know"),
        }
        Ok(())
    }

    /// A restrict-qualified pointer has a value: accesses count once it leads to an object. Allocated objects, which are
    /// reached through pointers alone, are marked, so that accesses to others go on as before.
    fn wake_restrict(&mut self, tag: u16, value: Pointer) {
        if !value.has_object() {
            return;
        }
        let slot = value.prov.slot();
        if self.memory.alloc(slot).sort == Sort::Heap {
            if self.memory.restricts.wake_for_marked(tag) {
                self.memory.set_flags(slot, self.memory.flags(slot) | flag::RESTRICTED);
            }
        } else if self.memory.restricts.wake(tag) {
            self.memory.note_watching();
        }
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
    pub(super) fn release(&mut self, slot: u32) {
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
        let align = u64::from(rule.align);
        let Some(source) = self.memory.reach(self.image, from, size, align) else {
            return Err(self.memory.explain(self.image, from, size, align, false));
        };
        let Some(target) = self.memory.reach(self.image, to, size, align) else {
            return Err(self.memory.explain(self.image, to, size, align, true));
        };
        if rule.volatile || !self.memory.is_plain_copy(to, from) {
            self.memory.copy_typed(self.image, to, from, size, rule.volatile)?;
            self.memory.clear_padding(target, &rule.padding);
        } else {
            self.memory.copy_value(target, source, rule);
        }
        Ok(())
    }

    /// A symbol that nothing defines.
    #[cold]
    pub(super) fn not_defined(&self, function: u32, symbol: u32) -> Stop {
        let name = self.symbol_name(function, symbol);
        Box::new(Reason::Unsupported(format!("`{name}`, which is not defined")))
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
