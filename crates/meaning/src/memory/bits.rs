//! Bit-fields: reading and writing single bits, with their values known bit by bit.

use super::access::Access;
use super::tag::{ANY, FREE, INIT, PARTIAL, TAG, UNSPECIFIED, UNTYPED, Within, bit_field};
use super::{Memory, Pointer};
use crate::image::Image;
use crate::outcome::Run;

/// Where a bit-field is, from the start of its structure's byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitAccess {
    /// First bit, counted from the first byte.
    pub shift: u8,
    /// Width in bits.
    pub width: u8,
    /// Whether the value is sign-extended.
    pub signed: bool,
    /// The lvalue is volatile.
    pub volatile: bool,
    /// The declared type has more than 64 bits: the value is in two registers.
    pub wide: bool,
    /// Bits are counted from the highest of each byte, and the first of them is the highest of the value.
    pub reversed: bool,
    /// What stored types will do beside its own.
    pub within: Within,
}

/// A field of 128 bits that does not start with a byte reaches into a 17th.
const MAX_BYTES: usize = 17;

impl BitAccess {
    /// The value that bytes hold; what is above its width is left over from their other bits.
    fn value_in(self, bytes: [u8; MAX_BYTES]) -> u128 {
        let n_bytes = self.bytes() as usize;
        let mut used = [0; MAX_BYTES];
        used[..n_bytes].copy_from_slice(&bytes[..n_bytes]);
        let shift = if self.reversed {
            // The last byte has the lowest bits.
            used[..n_bytes].reverse();
            n_bytes as u32 * 8 - u32::from(self.shift) - u32::from(self.width)
        } else {
            u32::from(self.shift)
        };
        let (low, above) = used.split_at(16);
        let low = low.iter().rev().fold(0u128, |low, &byte| low << 8 | u128::from(byte));
        let high = if shift == 0 { 0 } else { u128::from(above[0]) << (128 - shift) };
        low >> shift | high
    }

    /// Bytes that hold a value where the mask says so.
    fn bytes_of(self, value: u128) -> [u8; MAX_BYTES] {
        let n_bytes = self.bytes() as usize;
        let shift = if self.reversed {
            n_bytes as u32 * 8 - u32::from(self.shift) - u32::from(self.width)
        } else {
            u32::from(self.shift)
        };
        let mut bytes = [0; MAX_BYTES];
        bytes[..16].copy_from_slice(&(value << shift).to_le_bytes());
        bytes[16] = if shift == 0 { 0 } else { (value >> (128 - shift)) as u8 };
        if self.reversed {
            bytes[..n_bytes].reverse();
        }
        bytes
    }

    fn bytes(self) -> u32 {
        (u32::from(self.shift) + u32::from(self.width)).div_ceil(8)
    }

    /// The bits of one byte that belong to the field.
    fn mask(self, byte: u32) -> u8 {
        let from = u32::from(self.shift).max(byte * 8) - byte * 8;
        let to = (u32::from(self.shift) + u32::from(self.width)).min(byte * 8 + 8) - byte * 8;
        let mask = ((1u32 << to) - (1u32 << from)) as u8;
        if self.reversed { mask.reverse_bits() } else { mask }
    }
}

impl Memory {
    fn locate_bits(&mut self, image: &Image, pointer: Pointer, bits: BitAccess, write: bool) -> Run<usize> {
        let size = u64::from(bits.bytes());
        let Some(at) = self.reach(image, pointer, size, 1) else {
            return Err(self.explain(image, pointer, size, 1, write));
        };
        let range = (u32::from(bits.shift), u32::from(bits.shift) + u32::from(bits.width));
        self.check_bits(image, pointer, at as u32, range, bits.volatile, write)?;
        if bits.volatile {
            self.leave_out_volatile(pointer.prov.slot());
        }
        Ok(at)
    }

    /// Reads a bit-field, extended to 128 bits.
    pub fn load_bits(&mut self, image: &Image, pointer: Pointer, bits: BitAccess) -> Run<u128> {
        let at = self.locate_bits(image, pointer, bits, false)?;
        let mut bytes = [0; MAX_BYTES];
        for byte in 0..bits.bytes() {
            let shadow = self.shadow[at + byte as usize];
            let known = if shadow & INIT != 0 {
                0xff
            } else if shadow & PARTIAL != 0 {
                shadow as u8
            } else {
                0
            };
            if bits.mask(byte) & !known != 0 {
                self.choose_bits(image, at + byte as usize, known, true)?;
            }
            self.check_bits_type(image, shadow, bits)?;
            bytes[byte as usize] = self.data[at + byte as usize];
        }
        let shape = kiln_lang::value::int::IntShape { bits: bits.width, signed: bits.signed };
        Ok(kiln_lang::value::int::Int::wrap(bits.value_in(bytes), shape).as_u128())
    }

    /// Whether a byte that holds part of a scalar may be accessed as a bit-field. One bit-field is as good as another: several
    /// share a byte.
    fn check_bits_type(&mut self, image: &Image, shadow: u16, bits: BitAccess) -> Run<()> {
        if shadow & PARTIAL != 0 || matches!(shadow & TAG, ANY | UNTYPED) {
            return Ok(());
        }
        let access = Access { within: bits.within, volatile: bits.volatile, ..Access::BYTE };
        self.check_type(image, shadow, &access.with_tag(bit_field(bits.reversed)))
    }

    /// Writes a bit-field; bits beyond its width are dropped.
    pub fn store_bits(&mut self, image: &Image, pointer: Pointer, bits: BitAccess, value: u128) -> Run<()> {
        let at = self.locate_bits(image, pointer, bits, true)?;
        let bytes = bits.bytes_of(value);
        // A union's bits are those of its other members as well, whoever reads them.
        let tag = if bits.within == Within::ITSELF { bit_field(bits.reversed) } else { ANY };
        for byte in 0..bits.bytes() {
            let offset = at + byte as usize;
            let mask = bits.mask(byte);
            self.data[offset] = self.data[offset] & !mask | bytes[byte as usize] & mask;
            let shadow = self.shadow[offset];
            if shadow & FREE == 0 {
                self.check_bits_type(image, shadow, bits)?;
            }
            if shadow & INIT != 0 {
                // Allocated memory is no longer what it was for.
                self.shadow[offset] = if shadow & FREE != 0 { INIT | FREE | tag } else { shadow };
                continue;
            }
            let known = if shadow & PARTIAL != 0 { shadow as u8 } else { 0 } | mask;
            let rest = if shadow & PARTIAL != 0 { shadow & UNSPECIFIED } else { 0 };
            let partial = PARTIAL | rest | shadow & FREE | u16::from(known);
            let whole = INIT | if shadow & FREE != 0 { FREE | tag } else { UNTYPED };
            self.shadow[offset] = if known == 0xff { whole } else { partial };
        }
        Ok(())
    }
}
