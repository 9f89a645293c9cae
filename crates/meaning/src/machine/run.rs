//! The loop: the instructions that programs spend their time in. The others are in `rare`.

use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::{Int, IntShape};

use super::arith::{self, Rules, extended, get_int, get_wide, int_in_register, set_wide, sext8, sext16, sext32};
use super::cells::OwnObject;
use super::entry::Entry;
use super::place::{Behind, ElemBehind, ElemNamed, ElemOwn, GridNamed, Named, Own, OwnPart, PartBehind};
use super::pointer::large_index;
use super::rare::rare;
use super::{Machine, WINDOW, Window, set_window_pointer, window_pointer};
use crate::code::{COUNT_SHIFT, IntOp, Op, uncounted};
use crate::link::LABEL_DISTANCE;
use crate::memory::cell::Spot;
use crate::memory::{Pointer, Provenance, Range, Sort};
use crate::outcome::{Run, undefined};
use crate::undefined::Kind;

/// Full expressions that an instruction counts.
#[inline]
fn count(to: u32) -> u64 {
    u64::from(to >> COUNT_SHIFT)
}

/// The registers of the frame that starts at `base`.
#[inline]
fn window(registers: &mut [u64], base: u32) -> &mut Window {
    let base = base as usize;
    (&mut registers[base..base + WINDOW]).try_into().expect("the slice has the length of a window")
}

impl Machine<'_> {
    /// The loop, with the registers of all frames; `settle` is for when it stops.
    pub(super) fn run_loop(&mut self, floor: usize, registers: &mut Vec<u64>) -> Run<()> {
        let image = self.image;
        while self.frames.len() > floor {
            let frame = self.frames.last().expect("there are more frames than the floor");
            let (index, base, slots) = (frame.function, frame.base, frame.slots);
            let first = frame.pc as usize;
            let Some(&Entry { code, bases, first_site, .. }) = self.entries[index as usize].as_ref() else {
                // The image is another than when the call began.
                self.find_entry(index);
                continue;
            };
            let ops = &code.ops[..];
            // What comes next, as a part of the code: an instruction is nearer than by its number.
            let mut rest = ops[first..].iter();
            macro_rules! pc {
                () => {
                    ops.len() - rest.len()
                };
            }
            macro_rules! go_to {
                ($to:expr) => {
                    rest = ops[$to..].iter()
                };
            }
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
                                frame.pc = pc!() as u32;
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
                        None => fail!(Err(arith::overflow($op, $bits, x.into(), y.into()))),
                    }
                }};
            }
            macro_rules! pointer {
                ($reg:expr) => {
                    window_pointer(w, $reg)
                };
            }
            macro_rules! is_null {
                ($reg:expr) => {{
                    let pointer = pointer!($reg);
                    fail!(self.check_use(pointer));
                    pointer.is_null()
                }};
            }
            macro_rules! step {
                ($n:expr) => {{
                    self.steps += $n;
                    if self.steps > self.deadline && fail!(self.look_up(index, pc!())) {
                        // This instruction once more, with other code behind it.
                        break;
                    }
                }};
            }
            macro_rules! branch {
                ($to:expr, $condition:expr) => {{
                    step!(count($to));
                    if $condition {
                        go_to!(uncounted($to));
                    }
                }};
            }
            macro_rules! bits {
                ($d:expr, $bits:expr, $to:expr, $holds:literal) => {{
                    let bits = $bits;
                    r!($d) = bits;
                    branch!($to, (bits != 0) == $holds);
                }};
            }
            /// The end of a round: one more, a round and a condition are counted, and perhaps another round begins.
            macro_rules! round {
                ($counter:expr, $to:expr, $goes_on:expr) => {{
                    let counter = r!($counter) as i32;
                    let Some(sum) = counter.checked_add(1) else {
                        step!(count($to) - 2);
                        fail!(Err(arith::overflow(IntOp::Add, 32, counter.into(), 1)))
                    };
                    r!($counter) = i64::from(sum) as u64;
                    branch!($to, $goes_on(sum));
                }};
            }
            macro_rules! signed_by {
                ($d:expr, $a:expr, $value:expr, $swapped:expr, $int:ty, $method:ident, $op:expr, $bits:expr) => {{
                    let x = r!($a) as $int;
                    match x.$method(<$int>::from($value)) {
                        Some(value) => r!($d) = i64::from(value) as u64,
                        None => {
                            let (x, y) = (i64::from(x), i64::from($value));
                            let (x, y) = if $swapped { (y, x) } else { (x, y) };
                            fail!(Err(arith::overflow($op, $bits, x, y)))
                        }
                    }
                }};
            }
            macro_rules! pointer_spot {
                ($p:expr) => {
                    self.memory.spot(pointer!($p))
                };
            }
            macro_rules! static_spot {
                ($symbol:expr) => {
                    match bases[$symbol as usize].spot() {
                        Some(spot) => spot,
                        None => fail!(self.static_spot(&bases[$symbol as usize])),
                    }
                };
            }
            macro_rules! frame_spot {
                ($object:expr) => {
                    self.memory.spot_of((slots + u32::from($object)) | Provenance::STACK, 0)
                };
            }
            /// An element: the index must lead into what can be reached; the access has the last word.
            macro_rules! subscript {
                ($spot:expr, $index:expr, $size:expr) => {{
                    let (spot, index, size) = ($spot, $index, u64::from($size));
                    let to = spot.offset.wrapping_add(index.wrapping_mul(size));
                    // In range by far, nearly always: then nothing here can overflow.
                    if index < 1 << 31 && to >= spot.range.lo() && to < spot.range.hi() {
                        Spot { offset: to, ..spot }
                    } else {
                        fail!(self.subscript_slowly(spot.offset, spot.prov, spot.range, index, size))
                    }
                }};
            }
            macro_rules! slot {
                ($object:expr) => {
                    (slots + u32::from($object))
                };
            }
            // Where a cell is, and how it is accessed: through a pointer, or by the name of what it is part of.
            macro_rules! cell {
                ($p:expr, $access:expr, $bytes:expr) => {
                    Behind { code, bytes: $bytes, p: $p, access: $access }
                };
            }
            macro_rules! named {
                ($symbol:expr, $access:expr, $bytes:expr) => {
                    Named { base: &bases[usize::from($symbol)], code, bytes: $bytes, access: $access }
                };
            }
            macro_rules! local {
                ($object:expr, $access:expr, $bytes:expr) => {
                    Own { code, slot: slot!($object), bytes: $bytes, access: $access }
                };
            }
            macro_rules! elem {
                ($p:expr, $a:expr, $elem:expr) => {
                    ElemBehind { p: $p, a: $a, elem: &code.elems[usize::from($elem)] }
                };
            }
            macro_rules! named_elem {
                ($symbol:expr, $a:expr, $elem:expr) => {{
                    let elem = &code.elems[usize::from($elem)];
                    ElemNamed { base: &bases[usize::from($symbol)], a: $a, elem }
                }};
            }
            macro_rules! grid {
                ($symbol:expr, $a:expr, $b:expr, $grid:expr) => {{
                    let grid = &code.grids[usize::from($grid)];
                    GridNamed { base: &bases[usize::from($symbol)], a: $a, b: $b, grid }
                }};
            }
            macro_rules! local_elem {
                ($object:expr, $a:expr, $elem:expr) => {
                    ElemOwn { slot: slot!($object), a: $a, elem: &code.elems[usize::from($elem)] }
                };
            }
            macro_rules! load {
                ($d:expr, $place:expr, $size:literal, $signed:literal) => {
                    fail!(self.load_from::<$size, $signed, _>(w, $d, $place))
                };
            }
            macro_rules! store {
                ($value:expr, $place:expr, $size:literal) => {
                    fail!(self.store_to::<$size, _>(w, $value, $place))
                };
            }
            macro_rules! load_pointer {
                ($d:expr, $place:expr) => {{
                    let place = $place;
                    let value = match self.find_pointer(w, place) {
                        Some(value) => value,
                        None => fail!(self.find_pointer_slowly(w, place)),
                    };
                    fail!(self.check_move(value, pc!()));
                    set_window_pointer(w, $d, value);
                }};
            }
            /// A pointer is read, and there is a jump if it is null, or not. What the jump counts is counted before the read.
            macro_rules! null_cell {
                ($d:expr, $place:expr, $null:literal, $to:expr) => {{
                    let place = $place;
                    let value = match self.find_pointer(w, place) {
                        Some(value) => value,
                        None => match self.find_pointer_slowly(w, place) {
                            Ok(value) => value,
                            Err(stop) => {
                                self.steps += count($to);
                                fail!(Err(stop))
                            }
                        },
                    };
                    if let Err(stop) = self.check_move(value, pc!()) {
                        self.steps += count($to);
                        fail!(Err(stop))
                    }
                    set_window_pointer(w, $d, value);
                    branch!($to, value.is_null() == $null);
                }};
            }
            macro_rules! put_pointer {
                ($value:expr, $place:expr) => {
                    fail!(self.store_pointer_to(w, $value, $place))
                };
            }
            /// `*p++`
            macro_rules! next {
                ($d:expr, $p:expr, $access:expr, $size:literal, $signed:literal) => {
                    fail!(self.load_next::<$size, $signed>(w, $d, cell!($p, $access, 0)))
                };
            }
            macro_rules! ahead {
                ($d:expr, $place:expr, $size:literal, $signed:literal) => {
                    fail!(self.load_ahead::<$size, $signed>(w, $d, $place))
                };
            }
            macro_rules! set_next {
                ($v:expr, $p:expr, $access:expr, $size:literal) => {
                    fail!(self.store_next::<$size>(w, $v, cell!($p, $access, 0)))
                };
            }
            macro_rules! mark {
                () => {
                    self.memory.site = crate::memory::Site { function: index, pc: pc!() as u32 - 1 }
                };
            }
            /// The end of the call, and of its objects, if it has any.
            macro_rules! leave {
                () => {{
                    let has_objects = self.memory.slots != slots;
                    if has_objects {
                        mark!();
                    }
                    fail!(self.return_from(index, has_objects));
                    break;
                }};
            }
            // The code of a function ends with an instruction that does not go on.
            while let Some(op) = rest.next() {
                match *op {
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
                        fail!(self.check_move(value, pc!()));
                        set_window_pointer(w, d, value);
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
                        None => fail!(Err(arith::overflow(IntOp::Add, 32, i64::from(r!(a) as i32), value.into()))),
                    },
                    Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
                    Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
                    Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                    Op::Int { op, shape, wrap, d, a, b } => {
                        let rules = Rules { wrap, shift_operand: self.settings.checks_shift_operand() };
                        r!(d) = fail!(int_in_register(op, shape.shape(), rules, r!(a), r!(b)));
                    }
                    Op::Eq { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                    Op::Ne { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),
                    Op::LtS { d, a, b } => r!(d) = u64::from((r!(a) as i64) < r!(b) as i64),
                    Op::LeS { d, a, b } => r!(d) = u64::from(r!(a) as i64 <= r!(b) as i64),
                    Op::LtU { d, a, b } => r!(d) = u64::from(r!(a) < r!(b)),
                    Op::LeU { d, a, b } => r!(d) = u64::from(r!(a) <= r!(b)),
                    Op::CompareFloat { op, format: FloatFormat::Double, d, a, b } => {
                        let order = f64::from_bits(r!(a)).partial_cmp(&f64::from_bits(r!(b)));
                        r!(d) = arith::holds(op, order).into();
                    }
                    Op::ComparePointer { op, d, a, b } => {
                        r!(d) = fail!(self.compare_pointers(op, pointer!(a), pointer!(b))).into();
                    }
                    Op::IsZero { d, a } => r!(d) = u64::from(r!(a) == 0),
                    Op::IsNotZero { d, a } => r!(d) = u64::from(r!(a) != 0),
                    Op::Sext8 { d, a } => r!(d) = sext8(r!(a)),
                    Op::Sext16 { d, a } => r!(d) = sext16(r!(a)),
                    Op::Sext32 { d, a } => r!(d) = sext32(r!(a)),
                    Op::Zext8 { d, a } => r!(d) = r!(a) & 0xff,
                    Op::Zext16 { d, a } => r!(d) = r!(a) & 0xffff,
                    Op::Zext32 { d, a } => r!(d) = r!(a) & 0xffff_ffff,
                    Op::Wrap { shape, d, a } => r!(d) = Int::wrap(r!(a).into(), shape.shape()).as_u64(),
                    Op::F64Add { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x + y),
                    Op::F64Sub { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x - y),
                    Op::F64Mul { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x * y),
                    Op::F64Div { d, a, b } => r!(d) = self.double(r!(a), r!(b), |x, y| x / y),
                    Op::IntToFloat { shape, format: FloatFormat::Double, d, a } if shape.bits() <= 64 => {
                        // One rounding, as the conversion asks for.
                        #[expect(clippy::cast_precision_loss, reason = "to be rounded is what the conversion is for")]
                        let value = if shape.signed() { r!(a) as i64 as f64 } else { r!(a) as f64 };
                        r!(d) = value.to_bits();
                    }
                    Op::FloatToInt { shape, format: FloatFormat::Double, d, a }
                        if shape.signed()
                            && (32..=64).contains(&shape.bits())
                            && f64::from_bits(r!(a)).abs() < 2_147_483_648.0 =>
                    {
                        r!(d) = f64::from_bits(r!(a)) as i64 as u64;
                    }
                    Op::Frame { d, object } => {
                        let slot = slots + u32::from(object);
                        let pointer = self.memory.pointer_to(slot | Provenance::STACK);
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Symbol { d, symbol } => {
                        let spot = static_spot!(symbol);
                        set_window_pointer(w, d, self.memory.pointer_at_spot(spot));
                    }
                    Op::Member { d, p, bytes } => {
                        let pointer = fail!(self.member(pointer!(p), bytes));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Narrow { d, p, size } => {
                        let pointer = fail!(self.narrowed(pointer!(p), size));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Whole { d, p } => {
                        let pointer = self.whole(pointer!(p));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Index { d, p, a, size } => {
                        let pointer = fail!(self.stepped(pointer!(p), r!(a) as i64, size));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::IndexBack { d, p, a, size } => {
                        let distance = -i128::from(r!(a) as i64) * i128::from(size);
                        let pointer = fail!(self.moved(pointer!(p), distance, false));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Subscript { d, p, a, size } => {
                        let spot = subscript!(pointer_spot!(p), r!(a), size);
                        set_window_pointer(w, d, self.memory.pointer_at_spot(spot));
                    }
                    Op::CheckIndex { a } => {
                        if (r!(a) as i64) < 0 {
                            fail!(large_index(r!(a)));
                        }
                    }
                    Op::CopyCharacter { d, p, region } => {
                        fail!(self.memory.copy_character(image, pointer!(d), pointer!(p), region));
                    }
                    Op::PointerSub { d, a, b, size } => {
                        r!(d) = fail!(self.difference(pointer!(a), pointer!(b), size.into()));
                    }
                    Op::PointerIsNotNull { d, a } => r!(d) = u64::from(!is_null!(a)),
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
                    Op::LoadPointer { d, p, access, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let access = &code.accesses[usize::from(access)];
                        let value = fail!(self.memory.load_pointer(image, pointer, access));
                        fail!(self.check_move(value, pc!()));
                        set_window_pointer(w, d, value);
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
                    Op::Copy { d, p, copy } => {
                        let rule = &code.copies[copy as usize];
                        fail!(self.copy_object(w, d, p, rule));
                    }
                    Op::CopyToFrame { object, p, copy } => {
                        let rule = &code.copies[copy as usize];
                        fail!(self.copy_object(w, OwnObject(slot!(object)), p, rule));
                    }
                    Op::CopyFromFrame { d, object, copy } => {
                        let rule = &code.copies[copy as usize];
                        fail!(self.copy_object(w, d, OwnObject(slot!(object)), rule));
                    }
                    Op::CopyInFrame { object, other, copy } => {
                        let rule = &code.copies[copy as usize];
                        fail!(self.copy_object(w, OwnObject(slot!(object)), OwnObject(slot!(other)), rule));
                    }
                    Op::ClearPadding { p, copy, bytes } => {
                        let pointer = pointer!(p).moved(bytes.into());
                        let (at, slot) = (self.memory.offset_of(pointer.addr) as u32, pointer.prov.slot());
                        let rule = &code.copies[usize::from(copy)];
                        self.memory.clear_padding_of(image, at, slot, rule);
                    }
                    Op::ClearPaddingFrame { object, copy, bytes } => {
                        let slot = slot!(object) | Provenance::STACK;
                        let at = self.memory.alloc(slot).lo.wrapping_add_signed(bytes);
                        let rule = &code.copies[usize::from(copy)];
                        self.memory.clear_padding_of(image, at, slot, rule);
                    }
                    Op::Enter { object } => {
                        mark!();
                        self.enter(code, object);
                    }
                    Op::Adopt { object, p, copy } => {
                        mark!();
                        fail!(self.adopt(code, object, pointer!(p), copy));
                    }
                    Op::Leave { object } => {
                        mark!();
                        let slot = slots + u32::from(object);
                        if code.objects[usize::from(object)].template.is_empty() {
                            self.release(slot);
                        }
                        self.memory.leave(slot);
                    }
                    Op::Forget { object } => {
                        let slot = slots + u32::from(object);
                        self.memory.forget(slot, &code.objects[usize::from(object)].template);
                    }
                    Op::Seal { object } => {
                        let slot = slots + u32::from(object);
                        let flags = code.objects[usize::from(object)].flags;
                        self.memory.touch_alloc(slot | Provenance::STACK);
                        self.memory.set_flags(slot | Provenance::STACK, flags);
                    }
                    Op::CheckInit { flag, decl } => {
                        if r!(flag) == 0 {
                            let name = &code.names[decl as usize];
                            fail!(undefined(Kind::Uninitialized, format!("`{name}` is used before it has a value")));
                        }
                    }
                    Op::Jump { to } => branch!(to, true),
                    Op::Loop { to } => {
                        step!(1 + count(to));
                        go_to!(uncounted(to));
                    }
                    Op::JumpIf { a, to } => branch!(to, r!(a) != 0),
                    Op::JumpIfNot { a, to } => branch!(to, r!(a) == 0),
                    Op::JumpEq { a, b, to } => branch!(to, r!(a) == r!(b)),
                    Op::JumpNe { a, b, to } => branch!(to, r!(a) != r!(b)),
                    Op::JumpEqI { a, value, to } => branch!(to, r!(a) as i64 == i64::from(value)),
                    Op::JumpNeI { a, value, to } => branch!(to, r!(a) as i64 != i64::from(value)),
                    Op::JumpLtSI { a, value, to } => branch!(to, (r!(a) as i64) < i64::from(value)),
                    Op::JumpLeSI { a, value, to } => branch!(to, r!(a) as i64 <= i64::from(value)),
                    Op::JumpGtSI { a, value, to } => branch!(to, r!(a) as i64 > i64::from(value)),
                    Op::JumpGeSI { a, value, to } => branch!(to, r!(a) as i64 >= i64::from(value)),
                    Op::JumpLtS { a, b, to } => branch!(to, (r!(a) as i64) < r!(b) as i64),
                    Op::JumpLeS { a, b, to } => branch!(to, r!(a) as i64 <= r!(b) as i64),
                    Op::JumpLtU { a, b, to } => branch!(to, r!(a) < r!(b)),
                    Op::JumpLeU { a, b, to } => branch!(to, r!(a) <= r!(b)),
                    Op::JumpIfAnd { d, a, b, to } => bits!(d, r!(a) & r!(b), to, true),
                    Op::JumpIfNotAnd { d, a, b, to } => bits!(d, r!(a) & r!(b), to, false),
                    Op::JumpIfAndI { d, a, value, to } => bits!(d, r!(a) & u64::from(value), to, true),
                    Op::JumpIfNotAndI { d, a, value, to } => bits!(d, r!(a) & u64::from(value), to, false),
                    Op::Switch { a, table } => {
                        step!(count(table));
                        let index = uncounted(table);
                        let table = &code.switches[index];
                        let to = match code.jump_tables.get(index) {
                            Some(dense) if !dense.to.is_empty() => {
                                let case = (r!(a) as i64).wrapping_sub(dense.lo) as usize;
                                dense.to.get(case).copied().unwrap_or(table.default) as usize
                            }
                            _ => table.find(get_int(w, a, table.shape).as_i128()) as usize,
                        };
                        go_to!(to);
                    }
                    Op::ComputedGoto { p, table } => {
                        step!(1 + count(table));
                        let pointer = pointer!(p);
                        let alloc = *self.memory.alloc(pointer.prov.slot());
                        let label = self.memory.offset_of(pointer.addr).wrapping_sub(alloc.lo.into());
                        let label = (label / u64::from(LABEL_DISTANCE)) as u32;
                        let targets = &code.gotos[uncounted(table)];
                        let target = targets.iter().find(|&&(index, _)| index == label);
                        match target {
                            Some(&(_, to))
                                if alloc.sort == Sort::Label && alloc.info == image.functions[index as usize].body =>
                            {
                                go_to!(to as usize);
                            }
                            _ => fail!(undefined(Kind::CallType, "goto to what is no label of this function")),
                        }
                    }
                    Op::OuterBound { d, outer } => {
                        let at = fail!(self.outer_bound(code.outers[outer as usize]));
                        self.frames.last_mut().expect("a frame").pc = pc!() as u32;
                        registers[base as usize + usize::from(d)] = registers[at];
                        break;
                    }
                    Op::OuterGoto { outer } => {
                        step!(1);
                        mark!();
                        fail!(self.outer_goto(code.outers[outer as usize]));
                        break;
                    }
                    Op::At { stmt, level } => {
                        let id = code.statements[stmt as usize];
                        self.frames.last_mut().expect("a frame").pc = pc!() as u32;
                        std::mem::swap(&mut self.registers, registers);
                        let result = self.at_statement(index, stmt, id, level, pc!() as u32 - 1);
                        std::mem::swap(&mut self.registers, registers);
                        result?;
                        break;
                    }
                    Op::Visit { site } => {
                        step!(1);
                        self.visit_expression(index, site);
                    }
                    Op::Call { site } => {
                        step!(1 + count(site));
                        self.frames.last_mut().expect("a frame").pc = pc!() as u32;
                        let number = uncounted(site);
                        match self.plain_callee(first_site, number, index, w) {
                            Some(plain) => self.push_plain_frame(plain.function, base + u32::from(plain.base))?,
                            None => {
                                mark!();
                                std::mem::swap(&mut self.registers, registers);
                                let result = self.call(index, number, base);
                                std::mem::swap(&mut self.registers, registers);
                                result?;
                            }
                        }
                        break;
                    }
                    Op::Return { a, n } => {
                        step!(u64::from(n >> 2));
                        // The most frequent first; as a table of jumps, it would cost more than what is done.
                        let n_slots = n & 3;
                        if n_slots == 1 {
                            w[0] = r!(a);
                        } else if n_slots == 3 {
                            let pointer = pointer!(a);
                            fail!(self.check_use(pointer));
                            set_window_pointer(w, 0, pointer);
                        } else if n_slots == 2 {
                            set_wide(w, 0, get_wide(w, a));
                        }
                        leave!();
                    }
                    Op::ReturnMemory { p, copy } => {
                        mark!();
                        let rule = &code.copies[copy as usize];
                        if !self.copy_quickly(w, 0u16, p, rule) {
                            fail!(self.return_memory(pointer!(0u16), pointer!(p), rule));
                        }
                        fail!(self.return_from(index, true));
                        break;
                    }
                    Op::ReturnNothing => {
                        mark!();
                        w[0] = 0;
                        self.return_nothing(index, floor)?;
                        fail!(self.return_from(index, true));
                        break;
                    }
                    Op::ReturnVoid => leave!(),

                    Op::SubI32I { d, a, value } => signed_by!(d, a, value, false, i32, checked_sub, IntOp::Sub, 32),
                    Op::MulI32I { swapped, d, a, value } => {
                        signed_by!(d, a, value, swapped, i32, checked_mul, IntOp::Mul, 32);
                    }
                    Op::AddI64I { d, a, value } => signed_by!(d, a, value, false, i64, checked_add, IntOp::Add, 64),
                    Op::SubI64I { d, a, value } => signed_by!(d, a, value, false, i64, checked_sub, IntOp::Sub, 64),
                    Op::MulI64I { swapped, d, a, value } => {
                        signed_by!(d, a, value, swapped, i64, checked_mul, IntOp::Mul, 64);
                    }
                    Op::AddU32I { d, a, value } => r!(d) = u64::from((r!(a) as u32).wrapping_add(value as u32)),
                    Op::MulU32I { d, a, value } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(value as u32)),
                    Op::AddU64I { d, a, value } => r!(d) = r!(a).wrapping_add_signed(value.into()),
                    Op::MulU64I { d, a, value } => r!(d) = r!(a).wrapping_mul(extended(value)),
                    Op::AndI { d, a, value } => r!(d) = r!(a) & extended(value),
                    Op::OrI { d, a, value } => r!(d) = r!(a) | extended(value),
                    Op::XorI { d, a, value } => r!(d) = r!(a) ^ extended(value),
                    Op::ShlI32I { d, a, count } => {
                        let value = r!(a);
                        r!(d) = if value <= 0x7fff_ffff >> count {
                            value << count
                        } else {
                            let rules = Rules { wrap: false, shift_operand: self.settings.checks_shift_operand() };
                            fail!(int_in_register(IntOp::Shl, IntShape::signed(32), rules, value, count.into()))
                        };
                    }
                    Op::ShlU32I { d, a, count } => r!(d) = u64::from((r!(a) as u32) << (count & 31)),
                    Op::ShlU64I { d, a, count } => r!(d) = r!(a) << (count & 63),
                    Op::ShrSI { d, a, count } => r!(d) = (r!(a) as i64 >> (count & 63)) as u64,
                    Op::ShrUI { d, a, count } => r!(d) = r!(a) >> (count & 63),
                    Op::DivSI { d, a, value } => r!(d) = (r!(a) as i64).wrapping_div(value.into()) as u64,
                    Op::RemSI { d, a, value } => r!(d) = (r!(a) as i64).wrapping_rem(value.into()) as u64,
                    Op::DivUI { d, a, value } => r!(d) = r!(a) / extended(value),
                    Op::RemUI { d, a, value } => r!(d) = r!(a) % extended(value),
                    Op::JumpLtUI { a, value, to } => branch!(to, r!(a) < extended(value)),
                    Op::JumpGeUI { a, value, to } => branch!(to, r!(a) >= extended(value)),
                    Op::JumpF64 { op, holds, a, b, to } => {
                        let order = f64::from_bits(r!(a)).partial_cmp(&f64::from_bits(r!(b)));
                        branch!(to, arith::holds(op, order) == holds);
                    }
                    Op::JumpPointer { op, holds, a, b, to } => {
                        branch!(to, fail!(self.compare_pointers(op, pointer!(a), pointer!(b))) == holds);
                    }
                    Op::JumpNull { null, p, to } => branch!(to, is_null!(p) == null),
                    Op::Null { d } => set_window_pointer(w, d, Pointer::NULL),
                    Op::PointerIsNull { d, a } => r!(d) = u64::from(is_null!(a)),
                    Op::CountLt { a, b, to } => round!(a, to, |sum: i32| i64::from(sum) < r!(b) as i64),
                    Op::CountLe { a, b, to } => round!(a, to, |sum: i32| i64::from(sum) <= r!(b) as i64),
                    Op::CountLtI { a, value, to } => round!(a, to, |sum: i32| sum < value),

                    Op::MulAddI32 { d, a, b, c } => {
                        let (x, y, z) = (r!(a) as i32, r!(b) as i32, r!(c) as i32);
                        let Some(product) = x.checked_mul(y) else {
                            self.at_first = true;
                            fail!(Err(arith::overflow(IntOp::Mul, 32, x.into(), y.into())))
                        };
                        match z.checked_add(product) {
                            Some(sum) => r!(d) = i64::from(sum) as u64,
                            None => fail!(Err(arith::overflow(IntOp::Add, 32, z.into(), product.into()))),
                        }
                    }
                    Op::PostIncI32 { d, a, value } => {
                        let old = r!(a);
                        match (old as i32).checked_add(value) {
                            Some(sum) => {
                                r!(d) = old;
                                r!(a) = i64::from(sum) as u64;
                            }
                            None => fail!(Err(arith::overflow(IntOp::Add, 32, i64::from(old as i32), value.into()))),
                        }
                    }
                    Op::IndexI { d, p, bytes } => {
                        let pointer = fail!(self.stepped(pointer!(p), bytes.into(), 1));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::SubscriptStatic { d, symbol, a, size } => {
                        let spot = subscript!(static_spot!(symbol), r!(a), size);
                        set_window_pointer(w, d, self.memory.pointer_at_spot(spot));
                    }
                    Op::SubscriptFrame { d, object, a, size } => {
                        let spot = subscript!(frame_spot!(object), r!(a), size);
                        set_window_pointer(w, d, self.memory.pointer_at_spot(spot));
                    }
                    Op::IndexStatic { d, symbol, a, size } => {
                        let spot = static_spot!(symbol);
                        let to = spot.offset.wrapping_add(r!(a).wrapping_mul(size.into()));
                        // It exists as long as the program runs.
                        let pointer = if r!(a) < 1 << 31 && to <= spot.range.hi() {
                            self.memory.pointer_at_spot(Spot { offset: to, ..spot })
                        } else {
                            fail!(self.stepped(self.memory.pointer_at_spot(spot), r!(a) as i64, size))
                        };
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Row { d, p, a, size } => {
                        let spot = subscript!(pointer_spot!(p), r!(a), size);
                        let pointer = self.memory.pointer_at_spot(spot);
                        fail!(self.check_move(pointer, pc!()));
                        set_window_pointer(w, d, fail!(self.narrowed(pointer, size)));
                    }
                    Op::RowStatic { d, symbol, a, size } => {
                        let spot = subscript!(static_spot!(symbol), r!(a), size);
                        let pointer = fail!(self.narrowed(self.memory.pointer_at_spot(spot), size));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::RowFrame { d, object, a, size } => {
                        let spot = subscript!(frame_spot!(object), r!(a), size);
                        let pointer = fail!(self.narrowed(self.memory.pointer_at_spot(spot), size));
                        set_window_pointer(w, d, pointer);
                    }
                    Op::Part { d, p, bytes, size } => {
                        let pointer = fail!(self.member(pointer!(p), bytes.into()));
                        set_window_pointer(w, d, fail!(self.narrowed(pointer, size)));
                    }

                    Op::PartFrame { d, object, bytes, size } => {
                        let spot = frame_spot!(object).moved(bytes.into());
                        let range = Range::new(spot.offset as u32, spot.offset as u32 + size);
                        set_window_pointer(w, d, self.memory.pointer_at_spot(Spot { range, ..spot }));
                    }

                    Op::Load8U { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 1, false),
                    Op::Load8S { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 1, true),
                    Op::Load16U { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 2, false),
                    Op::Load16S { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 2, true),
                    Op::Load32U { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 4, false),
                    Op::Load32S { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 4, true),
                    Op::Load64 { d, p, access, bytes } => load!(d, cell!(p, access, bytes), 8, false),
                    Op::LoadPointerCell { d, p, access, bytes } => load_pointer!(d, cell!(p, access, bytes)),
                    Op::Store8 { a, p, access, bytes } => store!(a, cell!(p, access, bytes), 1),
                    Op::Store16 { a, p, access, bytes } => store!(a, cell!(p, access, bytes), 2),
                    Op::Store32 { a, p, access, bytes } => store!(a, cell!(p, access, bytes), 4),
                    Op::Store64 { a, p, access, bytes } => store!(a, cell!(p, access, bytes), 8),
                    Op::StorePointerCell { a, p, access, bytes } => put_pointer!(a, cell!(p, access, bytes)),
                    Op::Elem8U { d, p, a, elem } => load!(d, elem!(p, a, elem), 1, false),
                    Op::Elem8S { d, p, a, elem } => load!(d, elem!(p, a, elem), 1, true),
                    Op::Elem16U { d, p, a, elem } => load!(d, elem!(p, a, elem), 2, false),
                    Op::Elem16S { d, p, a, elem } => load!(d, elem!(p, a, elem), 2, true),
                    Op::Elem32U { d, p, a, elem } => load!(d, elem!(p, a, elem), 4, false),
                    Op::Elem32S { d, p, a, elem } => load!(d, elem!(p, a, elem), 4, true),
                    Op::Elem64 { d, p, a, elem } => load!(d, elem!(p, a, elem), 8, false),
                    Op::ElemPointer { d, p, a, elem } => load_pointer!(d, elem!(p, a, elem)),
                    Op::SetElem8 { v, p, a, elem } => store!(v, elem!(p, a, elem), 1),
                    Op::SetElem16 { v, p, a, elem } => store!(v, elem!(p, a, elem), 2),
                    Op::SetElem32 { v, p, a, elem } => store!(v, elem!(p, a, elem), 4),
                    Op::SetElem64 { v, p, a, elem } => store!(v, elem!(p, a, elem), 8),
                    Op::SetElemPointer { v, p, a, elem } => put_pointer!(v, elem!(p, a, elem)),

                    Op::JumpNullCell { d, p, elem, to } => null_cell!(d, PartBehind { code, p, part: elem }, true, to),
                    Op::JumpNotNullCell { d, p, elem, to } => {
                        null_cell!(d, PartBehind { code, p, part: elem }, false, to);
                    }
                    Op::JumpNullFrame { d, object, elem, to } => {
                        null_cell!(d, OwnPart { code, slot: slot!(object), part: elem }, true, to);
                    }
                    Op::JumpNotNullFrame { d, object, elem, to } => {
                        null_cell!(d, OwnPart { code, slot: slot!(object), part: elem }, false, to);
                    }
                    Op::Next8S { d, p, access } => next!(d, p, access, 1, true),
                    Op::Next8U { d, p, access } => next!(d, p, access, 1, false),
                    Op::Next32S { d, p, access } => next!(d, p, access, 4, true),
                    Op::Ahead8S { d, p, access, bytes } => ahead!(d, cell!(p, access, bytes), 1, true),
                    Op::Ahead8U { d, p, access, bytes } => ahead!(d, cell!(p, access, bytes), 1, false),
                    Op::SetNext8 { v, p, access } => set_next!(v, p, access, 1),
                    Op::SetNext32 { v, p, access } => set_next!(v, p, access, 4),

                    Op::Static8U { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 1, false),
                    Op::Static8S { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 1, true),
                    Op::Static16U { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 2, false),
                    Op::Static16S { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 2, true),
                    Op::Static32U { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 4, false),
                    Op::Static32S { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 4, true),
                    Op::Static64 { d, symbol, access, bytes } => load!(d, named!(symbol, access, bytes), 8, false),
                    Op::StaticPointer { d, symbol, access, bytes } => load_pointer!(d, named!(symbol, access, bytes)),
                    Op::SetStatic8 { v, symbol, access, bytes } => store!(v, named!(symbol, access, bytes), 1),
                    Op::SetStatic16 { v, symbol, access, bytes } => store!(v, named!(symbol, access, bytes), 2),
                    Op::SetStatic32 { v, symbol, access, bytes } => store!(v, named!(symbol, access, bytes), 4),
                    Op::SetStatic64 { v, symbol, access, bytes } => store!(v, named!(symbol, access, bytes), 8),
                    Op::SetStaticPointer { v, symbol, access, bytes } => put_pointer!(v, named!(symbol, access, bytes)),
                    Op::ElemStatic8U { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 1, false),
                    Op::ElemStatic8S { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 1, true),
                    Op::ElemStatic16U { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 2, false),
                    Op::ElemStatic16S { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 2, true),
                    Op::ElemStatic32U { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 4, false),
                    Op::ElemStatic32S { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 4, true),
                    Op::ElemStatic64 { d, symbol, a, elem } => load!(d, named_elem!(symbol, a, elem), 8, false),
                    Op::ElemStaticPointer { d, symbol, a, elem } => load_pointer!(d, named_elem!(symbol, a, elem)),
                    Op::SetElemStatic8 { v, symbol, a, elem } => store!(v, named_elem!(symbol, a, elem), 1),
                    Op::SetElemStatic16 { v, symbol, a, elem } => store!(v, named_elem!(symbol, a, elem), 2),
                    Op::SetElemStatic32 { v, symbol, a, elem } => store!(v, named_elem!(symbol, a, elem), 4),
                    Op::SetElemStatic64 { v, symbol, a, elem } => store!(v, named_elem!(symbol, a, elem), 8),
                    Op::SetElemStaticPointer { v, symbol, a, elem } => put_pointer!(v, named_elem!(symbol, a, elem)),

                    Op::Grid8U { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 1, false),
                    Op::Grid8S { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 1, true),
                    Op::Grid16U { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 2, false),
                    Op::Grid16S { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 2, true),
                    Op::Grid32U { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 4, false),
                    Op::Grid32S { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 4, true),
                    Op::Grid64 { d, symbol, a, b, grid } => load!(d, grid!(symbol, a, b, grid), 8, false),
                    Op::SetGrid8 { v, symbol, a, b, grid } => store!(v, grid!(symbol, a, b, grid), 1),
                    Op::SetGrid16 { v, symbol, a, b, grid } => store!(v, grid!(symbol, a, b, grid), 2),
                    Op::SetGrid32 { v, symbol, a, b, grid } => store!(v, grid!(symbol, a, b, grid), 4),
                    Op::SetGrid64 { v, symbol, a, b, grid } => store!(v, grid!(symbol, a, b, grid), 8),

                    Op::Frame8U { d, object, access, bytes } => load!(d, local!(object, access, bytes), 1, false),
                    Op::Frame8S { d, object, access, bytes } => load!(d, local!(object, access, bytes), 1, true),
                    Op::Frame16U { d, object, access, bytes } => load!(d, local!(object, access, bytes), 2, false),
                    Op::Frame16S { d, object, access, bytes } => load!(d, local!(object, access, bytes), 2, true),
                    Op::Frame32U { d, object, access, bytes } => load!(d, local!(object, access, bytes), 4, false),
                    Op::Frame32S { d, object, access, bytes } => load!(d, local!(object, access, bytes), 4, true),
                    Op::Frame64 { d, object, access, bytes } => load!(d, local!(object, access, bytes), 8, false),
                    Op::FramePointer { d, object, access, bytes } => load_pointer!(d, local!(object, access, bytes)),
                    Op::SetFrame8 { v, object, access, bytes } => store!(v, local!(object, access, bytes), 1),
                    Op::SetFrame16 { v, object, access, bytes } => store!(v, local!(object, access, bytes), 2),
                    Op::SetFrame32 { v, object, access, bytes } => store!(v, local!(object, access, bytes), 4),
                    Op::SetFrame64 { v, object, access, bytes } => store!(v, local!(object, access, bytes), 8),
                    Op::SetFramePointer { v, object, access, bytes } => put_pointer!(v, local!(object, access, bytes)),
                    Op::ElemFrame8U { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 1, false),
                    Op::ElemFrame8S { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 1, true),
                    Op::ElemFrame16U { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 2, false),
                    Op::ElemFrame16S { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 2, true),
                    Op::ElemFrame32U { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 4, false),
                    Op::ElemFrame32S { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 4, true),
                    Op::ElemFrame64 { d, object, a, elem } => load!(d, local_elem!(object, a, elem), 8, false),
                    Op::ElemFramePointer { d, object, a, elem } => load_pointer!(d, local_elem!(object, a, elem)),
                    Op::SetElemFrame8 { v, object, a, elem } => store!(v, local_elem!(object, a, elem), 1),
                    Op::SetElemFrame16 { v, object, a, elem } => store!(v, local_elem!(object, a, elem), 2),
                    Op::SetElemFrame32 { v, object, a, elem } => store!(v, local_elem!(object, a, elem), 4),
                    Op::SetElemFrame64 { v, object, a, elem } => store!(v, local_elem!(object, a, elem), 8),
                    Op::SetElemFramePointer { v, object, a, elem } => put_pointer!(v, local_elem!(object, a, elem)),

                    op @ rare!() => fail!(self.rare(op, index, pc!(), w)),
                }
            }
        }
        Ok(())
    }
}
