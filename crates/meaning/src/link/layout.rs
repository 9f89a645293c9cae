//! Storage orders (`scalar_storage_order`) that must not meet.
//!
//! GCC: "if a given scalar object can be accessed through distinct types that assign a different storage order to it, then
//! the behavior is undefined". Effective types tell such accesses, but the bytes of a union have none, so a union that holds
//! numbers in both orders is refused as a whole.

use kiln_lang::types::{RecordKind, Ty, TypeKind, Types};

use crate::memory::tag::has_storage_order;

/// Whether a program has structures in the other storage order than that of the target.
pub(super) fn has_reversed(types: &Types) -> bool {
    types.records.iter().any(|record| record.reversed)
}

/// Whether a union holds numbers in both storage orders.
pub(super) fn mixes_storage_orders(types: &Types) -> bool {
    has_reversed(types)
        && types.records.iter().filter(|record| record.kind == RecordKind::Union).any(|record| {
            let mut orders = [false; 2];
            for field in record.fields() {
                note_orders(types, types.fields[field].ty, record.reversed, &mut orders);
            }
            orders == [true; 2]
        })
}

/// Notes the orders of the numbers in a type that is a member of a structure with the order `reversed`.
fn note_orders(types: &Types, ty: Ty, reversed: bool, orders: &mut [bool; 2]) {
    match types.canon_kind(types.innermost_element(ty)) {
        TypeKind::Record(id) => {
            let record = &types.records[id];
            for field in record.fields() {
                note_orders(types, types.fields[field].ty, record.reversed, orders);
            }
        }
        _ if has_storage_order(types, ty) => orders[usize::from(reversed)] = true,
        _ => {}
    }
}
