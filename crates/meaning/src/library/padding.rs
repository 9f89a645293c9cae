//! `__builtin_clear_padding`: zeros where an object has no value.

use kiln_lang::types::{ArrayLen, Ty, TypeKind};
use kiln_lang::value::FloatFormat;

use super::Args;
use super::table::Row;
use crate::lower::Class;
use crate::machine::Machine;
use crate::memory::bits::BitAccess;
use crate::memory::tag::Within;
use crate::outcome::{Run, unsupported};

pub(super) const ROWS: &[Row] = &[("clear_padding", clear_padding)];

/// Larger objects are refused.
const LARGEST: u64 = 1 << 16;

fn clear_padding(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (at, ty) = (args.pointer(machine, 0)?, args.pointee(machine, 0)?);
    let program = &machine.image.program;
    let size = match program.tables.types.size_of(&program.options.target, ty) {
        Some(size) if size <= LARGEST => size,
        _ => return unsupported("`__builtin_clear_padding` of an object that is large, or of run-time size"),
    };
    let mut used = vec![false; size as usize * 8];
    mark(machine, ty, 0, &mut used);
    for (index, bits) in used.chunks(8).enumerate() {
        let byte = at.moved(index as i64);
        if bits.iter().all(|used| !used) {
            machine.memory.write_bytes(machine.image, byte, &[0])?;
            continue;
        }
        for shift in (0..8).filter(|&shift| !bits[shift]) {
            let bit = BitAccess {
                shift: shift as u8,
                width: 1,
                signed: false,
                volatile: false,
                wide: false,
                reversed: false,
                within: Within::ANYTHING,
            };
            machine.memory.store_bits(machine.image, byte, bit, 0)?;
        }
    }
    Ok(())
}

fn fill(used: &mut [bool], from: usize, bits: usize) {
    let end = (from + bits).min(used.len());
    used[from.min(end)..end].fill(true);
}

/// Marks the bits that belong to values; in a union, those of any member.
fn mark(machine: &Machine<'_>, ty: Ty, at: usize, used: &mut [bool]) {
    let types = &machine.image.program.tables.types;
    let whole = machine.size_of(ty) as usize * 8;
    match types.canon_kind(ty) {
        TypeKind::Array(elem, ArrayLen::Fixed(count)) => {
            let step = machine.size_of(elem) as usize * 8;
            (0..count as usize).for_each(|index| mark(machine, elem, at + index * step, used));
        }
        TypeKind::Vector(elem, count) => {
            let step = machine.size_of(elem) as usize * 8;
            (0..count as usize).for_each(|index| mark(machine, elem, at + index * step, used));
        }
        TypeKind::Complex(basic) => {
            mark(machine, Ty::basic(basic), at, used);
            mark(machine, Ty::basic(basic), at + whole / 2, used);
        }
        TypeKind::Record(id) => {
            for field in types.records[id].fields() {
                let field = &types.fields[field];
                let start = at + field.bit_position() as usize;
                match field.bits {
                    Some(bits) if field.name.is_some() => fill(used, start, bits.width as usize),
                    Some(_) => {}
                    None => mark(machine, field.ty, start, used),
                }
            }
        }
        _ if machine.class(ty) == Class::Float(FloatFormat::X87Extended) => fill(used, at, 80),
        _ => fill(used, at, whole),
    }
}
