//! Reading and writing lvalues, and their addresses.
//!
//! A number in a structure with the other storage order than that of the target (`scalar_storage_order`) is reversed on its way
//! between memory and registers; its shadow is that of any other.

use kiln_lang::value::int::IntShape;

use super::locals::Local;
use super::place::{At, Place, Reach};
use super::{Class, Lower, Val};
use crate::code::{Op, Reg};
use crate::memory::access::Access;
use crate::memory::bits::BitAccess;
use crate::memory::tag::{Within, has_storage_order};
use crate::settings::Dialect;

impl Lower<'_> {
    fn access_of(&mut self, place: &Place) -> u16 {
        let class = self.class(place.ty);
        let target = &self.options().target;
        let natural = self.types().required_align(target, place.ty);
        let size = match class {
            // The padding of an x87 number has no value.
            Class::Float(kiln_lang::value::float::FloatFormat::X87Extended) => 10,
            _ => self.types().size_of(target, place.ty).unwrap_or(1),
        };
        let tag = self.shared.tags.scalar(&self.program.tables.types, place.ty, place.parent, place.reversed);
        let access = Access {
            size: size as u8,
            align: natural.min(place.align).max(1) as u8,
            volatile: place.volatile,
            within: place.within,
            ..Access::BYTE
        };
        self.access(access.with_tag(tag))
    }

    /// The value at a place, in its own type. A structure's value is a pointer to it.
    pub(super) fn load(&mut self, place: Place, want: Option<Reg>) -> Val {
        let class = self.class(place.ty);
        let (p, bytes) = match place.at {
            At::Register(decl) => {
                self.check_assigned(decl);
                let Some(&Local::Register { value, .. }) = self.locals.get(&decl) else { return self.temp(class) };
                self.log_register(decl, false);
                return self.based_on(&place, value);
            }
            At::Memory { p, bytes } => (p, bytes),
        };
        if self.is_reversed_complex(&place) {
            return self.load_reversed(place);
        }
        if class == Class::Memory {
            let natural = self.types().required_align(&self.options().target, place.ty);
            let d = self.dest(class, want);
            self.member_pointer(d, p, bytes);
            self.check_types(&place, d, false);
            if !place.volatile && place.align >= natural {
                return Val { reg: d, class };
            }
            // What reads the value later knows neither that it is volatile nor that it is not aligned.
            let (_, copied) = self.temporary(place.ty);
            self.copy_value((copied, d), place.ty, place.volatile, place.align);
            return Val { reg: copied, class };
        }
        let d = self.dest(class, want);
        if let Some(bits) = place.bits {
            let access = self.bits_of(&place, bits);
            self.emit(Op::LoadBits { d, p, access, bytes });
            return Val { reg: d, class };
        }
        let access = self.access_of(&place);
        let op = match class {
            Class::Bool => Op::LoadBool { d, p, access, bytes },
            Class::Int(shape) if shape.signed => Op::LoadS { d, p, access, bytes },
            Class::Int(_) => Op::LoadU { d, p, access, bytes },
            Class::Float(format) if super::float_slots(format) == 1 => Op::LoadU { d, p, access, bytes },
            Class::Wide(_) | Class::Float(_) => Op::LoadWide { d, p, access, bytes },
            Class::Pointer => Op::LoadPointer { d, p, access, bytes },
            Class::Void | Class::Memory => Op::Nop,
        };
        self.emit(op);
        self.reverse(&place, Val { reg: d, class }, d);
        self.based_on(&place, Val { reg: d, class })
    }

    /// A structure or union that a pointer leads to is read or written as a whole.
    fn check_types(&mut self, place: &Place, p: Reg, write: bool) {
        let Some(record) = self.types().as_record(place.ty).filter(|_| place.is_pointed) else { return };
        if self.record_may_alias(&self.types().records[record]) {
            return;
        }
        let within = self.within(place.within, Some(record));
        if within != Within::ANYTHING
            && let Some(size) = self.size_of(place.ty)
        {
            self.emit(Op::CheckTypes { p, size: size as u32, within, write });
        }
    }

    /// Whether the bytes of a place are the other way round than the target has them.
    fn is_reversed(&self, place: &Place) -> bool {
        place.reversed && has_storage_order(self.types(), place.ty)
    }

    /// Whether a place holds a complex number each part of which is stored the other way round.
    fn is_reversed_complex(&self, place: &Place) -> bool {
        self.is_reversed(place) && self.types().is_complex(place.ty)
    }

    /// The bytes of a number the other way round, in the registers from `d` on.
    fn reverse(&mut self, place: &Place, value: Val, d: Reg) {
        if !self.is_reversed(place) {
            return;
        }
        let a = value.reg;
        let op = match value.class {
            Class::Int(shape) => Op::Reverse { shape: shape.into(), d, a },
            Class::Float(format) if super::float_slots(format) == 1 => {
                let shape = IntShape { bits: format.bits() as u8, signed: false };
                Op::Reverse { shape: shape.into(), d, a }
            }
            Class::Wide(_) => Op::ReverseWide { d, a },
            // One byte.
            Class::Bool => Op::Mov { d, a },
            _ => return self.unsupported("a floating number of more than 64 bits in the other storage order"),
        };
        self.emit(op);
    }

    fn bits_of(&mut self, place: &Place, (shift, width): (u32, u32)) -> u16 {
        let signed = match self.class(place.ty) {
            Class::Int(shape) | Class::Wide(shape) => shape.signed,
            _ => false,
        };
        let wide = matches!(self.class(place.ty), Class::Wide(_));
        let access = BitAccess {
            shift: shift as u8,
            width: width as u8,
            signed,
            volatile: place.volatile,
            wide,
            reversed: place.reversed,
            within: place.within,
        };
        self.bit_access(access)
    }

    /// Writes a value of the place's type.
    pub(super) fn store(&mut self, place: Place, value: Val) {
        if value.class == Class::Pointer
            && let Some(tag) = self.restrict_tag(&place)
        {
            self.emit(Op::RestrictAssign { a: value.reg, tag });
        }
        let (p, bytes) = match place.at {
            At::Register(decl) => {
                if let Some(&Local::Register { value: local, .. }) = self.locals.get(&decl) {
                    self.mov(local.reg, value);
                    self.log_register(decl, true);
                }
                self.note_assigned(decl);
                return;
            }
            At::Memory { p, bytes } => (p, bytes),
        };
        let a = value.reg;
        if let Some(bits) = place.bits {
            let access = self.bits_of(&place, bits);
            self.emit(Op::StoreBits { a, p, access, bytes });
            return self.clear_padding(p, &place);
        }
        if value.class == Class::Memory {
            if self.is_reversed_complex(&place) {
                return self.store_reversed(place, value);
            }
            let d = self.alloc(3);
            self.member_pointer(d, p, bytes);
            self.check_types(&place, d, true);
            self.copy_value((d, a), place.ty, place.volatile, place.align);
            return self.clear_padding(p, &place);
        }
        let access = self.access_of(&place);
        let value = if self.is_reversed(&place) {
            let d = self.alloc(2);
            self.reverse(&place, value, d);
            Val { reg: d, ..value }
        } else {
            value
        };
        let a = value.reg;
        let op = match value.class {
            Class::Pointer => Op::StorePointer { a, p, access, bytes },
            Class::Wide(_) => Op::StoreWide { a, p, access, bytes },
            Class::Float(format) if super::float_slots(format) == 2 => Op::StoreWide { a, p, access, bytes },
            _ => Op::Store { a, p, access, bytes },
        };
        self.emit(op);
        self.clear_padding(p, &place);
    }

    /// The address of a place, for `&` and (`decay`) for arrays. A pointer to a member moves inside of the member, one to an
    /// element inside of the array, and one to the first element of an inner array inside of that.
    pub(super) fn address(&mut self, place: Place, decay: bool, want: Option<Reg>) -> Val {
        let At::Memory { p, bytes } = place.at else {
            self.unsupported("the address of a register");
            return self.temp(Class::Pointer);
        };
        // From a member that is no array, programs for GCC find the structure around it (`container_of`).
        let is_part = place.reach == Reach::Member
            && (self.settings.dialect != Dialect::Gnu || self.types().as_array(place.ty).is_some());
        let is_element = decay && place.reach == Reach::Element;
        let narrows = is_part || is_element;
        // A structure without a size may be anywhere.
        let is_member = place.parent.is_some_and(|record| self.types().records[record].size != Some(0));
        if bytes == 0 && !is_member && place.reach != Reach::Open && !narrows && want.is_none() {
            return Val { reg: p, class: Class::Pointer };
        }
        let d = self.dest(Class::Pointer, want);
        if is_member {
            // Also the first one: there is none behind a null pointer.
            self.emit(Op::Member { d, p, bytes });
        } else {
            self.member_pointer(d, p, bytes);
        }
        if place.reach == Reach::Open {
            self.emit(Op::Start { d, p: d });
        }
        if let Some(size) = self.size_of(place.ty)
            // GCC: elements of an array of length 0 that is no member are undefined.
            && (is_element || is_part && size > 0)
        {
            self.emit(Op::Narrow { d, p: d, size: size as u32 });
        } else if narrows && self.has_known_bounds(place.ty) {
            let size = self.runtime_size(place.ty);
            self.emit(Op::NarrowBy { d, p: d, size });
        }
        let element = self.types().innermost_element(place.ty);
        let promised = self.types().required_align(&self.options().target, element);
        if place.align < promised {
            self.emit(Op::NoteAlign { p: d, align: promised as u32 });
        }
        Val { reg: d, class: Class::Pointer }
    }

    /// A pointer to a part.
    pub(super) fn member_pointer(&mut self, d: Reg, p: Reg, bytes: i32) {
        if bytes != 0 {
            self.emit(Op::Member { d, p, bytes });
        } else {
            self.mov(d, Val { reg: p, class: Class::Pointer });
        }
    }
}
