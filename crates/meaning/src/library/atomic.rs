//! `__sync` and `__atomic` functions. There is one thread, so they are ordinary accesses, and memory orders mean nothing.
//!
//! A name without a size takes the type from what its first argument points to; a name with a size works on an unsigned
//! integer of that size, of whatever type the object is.

use kiln_lang::types::Ty;
use kiln_lang::value::{Int, IntShape};

use super::Args;
use super::table::{Function, Row};
use crate::lower::Class;
use crate::machine::Machine;
use crate::memory::Pointer;
use crate::memory::access::Access;
use crate::outcome::Run;

pub(super) const ROWS: &[Row] = &[
    ("__atomic_load", |machine, args| copy_object(machine, args, 0, 1)),
    ("__atomic_store", |machine, args| copy_object(machine, args, 1, 0)),
    ("__atomic_exchange", |machine, args| {
        copy_object(machine, args, 0, 2)?;
        copy_object(machine, args, 1, 0)
    }),
    ("__atomic_compare_exchange", compare_exchange_object),
    ("__atomic_test_and_set", test_and_set),
    ("__atomic_clear", |machine, args| {
        let at = args.pointer(machine, 0)?;
        machine.memory.store(machine.image, at, &byte(machine, args), 0)
    }),
    ("__atomic_always_lock_free __atomic_is_lock_free", |machine, args| {
        let size = args.int(machine, 0)?;
        args.give_int(machine, matches!(size, 1 | 2 | 4 | 8).into())
    }),
    ("__sync_synchronize __atomic_thread_fence __atomic_signal_fence", |_, _| Ok(())),
];

/// Functions that exist for every size; `_n` and the plain name are the generic ones.
const FAMILIES: &[(&str, &str, Function)] = &[
    ("__atomic_load", "_n", |machine, args| {
        let old = old(machine, args)?;
        give(machine, args, old)
    }),
    ("__atomic_store", "_n", |machine, args| {
        let value = value(machine, args, 1)?;
        store(machine, args, value)
    }),
    ("__atomic_exchange", "_n", exchange),
    ("__sync_lock_test_and_set", "", exchange),
    ("__atomic_compare_exchange", "_n", compare_exchange),
    ("__sync_bool_compare_and_swap", "", |machine, args| compare_and_swap(machine, args, true)),
    ("__sync_val_compare_and_swap", "", |machine, args| compare_and_swap(machine, args, false)),
    ("__sync_lock_release", "", |machine, args| {
        let (_, ty, _) = object(machine, args)?;
        let zero =
            if machine.class(ty) == Class::Pointer { Value::Pointer(Pointer::NULL) } else { Value::Integer(Int::ZERO) };
        store(machine, args, zero)
    }),
];

/// The operations of the functions that compute.
const OPERATIONS: &[(&str, Function, Function)] = &[
    ("add", |m, a| fetch(m, a, Operation::Add, false), |m, a| fetch(m, a, Operation::Add, true)),
    ("sub", |m, a| fetch(m, a, Operation::Sub, false), |m, a| fetch(m, a, Operation::Sub, true)),
    ("or", |m, a| fetch(m, a, Operation::Or, false), |m, a| fetch(m, a, Operation::Or, true)),
    ("and", |m, a| fetch(m, a, Operation::And, false), |m, a| fetch(m, a, Operation::And, true)),
    ("xor", |m, a| fetch(m, a, Operation::Xor, false), |m, a| fetch(m, a, Operation::Xor, true)),
    ("nand", |m, a| fetch(m, a, Operation::Nand, false), |m, a| fetch(m, a, Operation::Nand, true)),
];

const SIZES: [&str; 5] = ["_1", "_2", "_4", "_8", "_16"];

/// All functions whose names say a size, and the generic ones beside them.
pub(super) fn sized() -> impl Iterator<Item = (String, Function)> {
    let plain = FAMILIES.iter().map(|&(name, generic, function)| (name.to_owned(), generic, function));
    let computing = OPERATIONS.iter().flat_map(|&(name, before, after)| {
        [
            (format!("__sync_fetch_and_{name}"), "", before),
            (format!("__sync_{name}_and_fetch"), "", after),
            (format!("__atomic_fetch_{name}"), "", before),
            (format!("__atomic_{name}_fetch"), "", after),
        ]
    });
    plain.chain(computing).flat_map(|(name, generic, function)| {
        SIZES
            .into_iter()
            .chain([generic])
            .map(move |suffix| ([name.as_str(), suffix].concat(), function))
            .collect::<Vec<_>>()
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Add,
    Sub,
    Or,
    And,
    Xor,
    Nand,
}

impl Operation {
    fn apply(self, a: u128, b: u128) -> u128 {
        match self {
            Operation::Add => a.wrapping_add(b),
            Operation::Sub => a.wrapping_sub(b),
            Operation::Or => a | b,
            Operation::And => a & b,
            Operation::Xor => a ^ b,
            Operation::Nand => !(a & b),
        }
    }
}

/// What an atomic object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Integer(Int),
    Pointer(Pointer),
}

impl Value {
    /// Whether a comparison of the objects finds them equal.
    fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Pointer(a), Value::Pointer(b)) => a.addr == b.addr,
            _ => self == other,
        }
    }

    fn bits(self) -> u128 {
        match self {
            Value::Integer(value) => value.as_u128(),
            Value::Pointer(pointer) => pointer.addr.into(),
        }
    }
}

/// The object: where it is, its type, and how it is accessed.
fn object(machine: &Machine<'_>, args: Args<'_>) -> Run<(Pointer, Ty, Access)> {
    let at = args.pointer(machine, 0)?;
    let ty = args.pointee(machine, 0)?;
    let types = &machine.image.program.tables.types;
    if !types.is_void(ty) {
        return Ok((at, ty, machine.access(ty)));
    }
    // The size stands in the name; the object has any type.
    let size = args.name.rsplit('_').next().and_then(|digits| digits.parse::<u8>().ok()).unwrap_or(1);
    let ty = if types.is_void(args.site.result) || args.site.result == Ty::BOOL {
        value_type(args)
    } else {
        args.site.result
    };
    let volatile = types.quals(args.pointee(machine, 0)?).contains(kiln_lang::types::Quals::VOLATILE);
    Ok((at, ty, Access { size, align: size, volatile: volatile && declared_volatile(machine, at), ..Access::BYTE }))
}

/// Pointers to volatile void are what the prototypes say; what the object is decides.
fn declared_volatile(machine: &Machine<'_>, at: Pointer) -> bool {
    machine.memory.flags(at.prov.slot()) & crate::memory::flag::VOLATILE != 0
}

/// The type of the values that a function with a size takes.
fn value_type(args: Args<'_>) -> Ty {
    args.ty(if args.name.starts_with("__atomic_compare") { 2 } else { 1 })
}

fn read(machine: &mut Machine<'_>, at: Pointer, ty: Ty, access: Access) -> Run<Value> {
    if machine.class(ty) == Class::Pointer {
        return Ok(Value::Pointer(machine.memory.load_pointer(machine.image, at, &access)?));
    }
    let shape = machine.int_shape(ty).unwrap_or(IntShape::unsigned(access.size.saturating_mul(8)));
    Ok(Value::Integer(Int::wrap(machine.memory.load_wide(machine.image, at, &access)?, shape)))
}

fn old(machine: &mut Machine<'_>, args: Args<'_>) -> Run<Value> {
    let (at, ty, access) = object(machine, args)?;
    read(machine, at, ty, access)
}

/// An argument that is a value of the object's type.
fn value(machine: &Machine<'_>, args: Args<'_>, index: usize) -> Run<Value> {
    if machine.class(args.ty(index)) == Class::Pointer {
        return Ok(Value::Pointer(args.pointer(machine, index)?));
    }
    let (_, ty, _) = object(machine, args)?;
    let (value, _) = args.integer(machine, index)?;
    Ok(Value::Integer(machine.int_shape(ty).map_or(value, |shape| value.convert(shape))))
}

fn write(machine: &mut Machine<'_>, at: Pointer, access: Access, value: Value) -> Run<()> {
    match value {
        Value::Pointer(pointer) => machine.memory.store_pointer(machine.image, at, &access, pointer),
        Value::Integer(value) => machine.memory.store_wide(machine.image, at, &access, value.as_u128()),
    }
}

fn store(machine: &mut Machine<'_>, args: Args<'_>, value: Value) -> Run<()> {
    let (at, _, access) = object(machine, args)?;
    write(machine, at, access, value)
}

fn give(machine: &mut Machine<'_>, args: Args<'_>, value: Value) -> Run<()> {
    match value {
        Value::Pointer(pointer) => args.give_pointer(machine, pointer),
        Value::Integer(value) => args.give_integer(machine, value),
    }
}

fn exchange(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let new = value(machine, args, 1)?;
    let old = old(machine, args)?;
    store(machine, args, new)?;
    give(machine, args, old)
}

/// Computes with an object; gives its value before, or after. Nothing overflows, and pointers count bytes.
fn fetch(machine: &mut Machine<'_>, args: Args<'_>, operation: Operation, after: bool) -> Run<()> {
    let (operand, old) = (value(machine, args, 1)?, old(machine, args)?);
    let (_, ty, _) = object(machine, args)?;
    let bits = operation.apply(old.bits(), operand.bits());
    let new = match old {
        Value::Pointer(pointer) => Value::Pointer(Pointer { addr: bits as u64, ..pointer }),
        Value::Integer(_) => Value::Integer(machine.int_shape(ty).map_or(Int::ZERO, |shape| Int::wrap(bits, shape))),
    };
    store(machine, args, new)?;
    give(machine, args, if after { new } else { old })
}

fn compare_and_swap(machine: &mut Machine<'_>, args: Args<'_>, truth: bool) -> Run<()> {
    let (expected, new, old) = (value(machine, args, 1)?, value(machine, args, 2)?, old(machine, args)?);
    let same = old.same(expected);
    if same {
        store(machine, args, new)?;
    }
    if truth { args.give_int(machine, same.into()) } else { give(machine, args, old) }
}

fn compare_exchange(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let (new, old) = (value(machine, args, 2)?, old(machine, args)?);
    let (_, ty, access) = object(machine, args)?;
    let expected = args.pointer(machine, 1)?;
    let access = Access { volatile: false, ..access };
    let same = read(machine, expected, ty, access)?.same(old);
    if same {
        store(machine, args, new)?;
    } else {
        write(machine, expected, access, old)?;
    }
    args.give_int(machine, same.into())
}

/// Copies an object of any type from one argument to another.
fn copy_object(machine: &mut Machine<'_>, args: Args<'_>, from: usize, to: usize) -> Run<()> {
    let size = machine.size_of(args.pointee(machine, 0)?);
    let volatile = machine.access(args.pointee(machine, 0)?).volatile;
    let (from, to) = (args.pointer(machine, from)?, args.pointer(machine, to)?);
    machine.memory.copy_typed(machine.image, to, from, size, volatile)
}

fn compare_exchange_object(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let ty = args.pointee(machine, 0)?;
    let (size, volatile) = (machine.size_of(ty), machine.access(ty).volatile);
    let (object, expected) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    let access = Access { volatile, ..Access::BYTE };
    let mut old = Vec::new();
    for index in 0..size as i64 {
        old.push(machine.memory.load(machine.image, object.moved(index), &access)? as u8);
    }
    let same = machine.memory.read_bytes(machine.image, expected, size)? == old;
    if same {
        copy_object(machine, args, 2, 0)?;
    } else {
        copy_object(machine, args, 0, 1)?;
    }
    args.give_int(machine, same.into())
}

fn byte(machine: &Machine<'_>, args: Args<'_>) -> Access {
    let volatile = args.pointer(machine, 0).is_ok_and(|at| declared_volatile(machine, at));
    Access { volatile, ..Access::BYTE }
}

fn test_and_set(machine: &mut Machine<'_>, args: Args<'_>) -> Run<()> {
    let at = args.pointer(machine, 0)?;
    let access = byte(machine, args);
    let old = machine.memory.load(machine.image, at, &access)?;
    machine.memory.store(machine.image, at, &access, 1)?;
    args.give_int(machine, (old != 0).into())
}
