//! Bit-fields: reading and writing single bits, with their values known bit by bit.

use super::tag::{FREE, INIT, PARTIAL, UNSPECIFIED, untyped};
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
}

impl BitAccess {
    fn bytes(self) -> u32 {
        (u32::from(self.shift) + u32::from(self.width)).div_ceil(8)
    }

    /// The bits of one byte that belong to the field.
    fn mask(self, byte: u32) -> u8 {
        let from = u32::from(self.shift).max(byte * 8) - byte * 8;
        let to = (u32::from(self.shift) + u32::from(self.width)).min(byte * 8 + 8) - byte * 8;
        ((1u32 << to) - (1u32 << from)) as u8
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
        Ok(at)
    }

    /// Reads a bit-field, extended to 128 bits.
    pub fn load_bits(&mut self, image: &Image, pointer: Pointer, bits: BitAccess) -> Run<u128> {
        let at = self.locate_bits(image, pointer, bits, false)?;
        let (mut raw, mut above) = (0u128, 0u8);
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
            // A field of 128 bits that does not start with a byte reaches into a 17th.
            if byte < 16 {
                raw |= u128::from(self.data[at + byte as usize]) << (8 * byte);
            } else {
                above = self.data[at + byte as usize];
            }
        }
        let shape = kiln_lang::value::int::IntShape { bits: bits.width, signed: bits.signed };
        let high = if bits.shift == 0 { 0 } else { u128::from(above) << (128 - u32::from(bits.shift)) };
        Ok(kiln_lang::value::int::Int::wrap(raw >> bits.shift | high, shape).as_u128())
    }

    /// Writes a bit-field; bits beyond its width are dropped.
    pub fn store_bits(&mut self, image: &Image, pointer: Pointer, bits: BitAccess, value: u128) -> Run<()> {
        let at = self.locate_bits(image, pointer, bits, true)?;
        let raw = value << bits.shift;
        let above = if bits.shift == 0 { 0 } else { (value >> (128 - u32::from(bits.shift))) as u8 };
        for byte in 0..bits.bytes() {
            let offset = at + byte as usize;
            let mask = bits.mask(byte);
            let new = if byte < 16 { (raw >> (8 * byte)) as u8 } else { above };
            self.data[offset] = self.data[offset] & !mask | new & mask;
            let shadow = self.shadow[offset];
            if shadow & INIT != 0 {
                continue;
            }
            let known = if shadow & PARTIAL != 0 { shadow as u8 } else { 0 } | mask;
            let rest = if shadow & PARTIAL != 0 { shadow & UNSPECIFIED } else { 0 };
            let partial = PARTIAL | rest | shadow & FREE | u16::from(known);
            self.shadow[offset] = if known == 0xff { INIT | untyped(shadow) } else { partial };
        }
        Ok(())
    }
}
