//! The form of the tables.

use super::Maker;

/// A construct: what makes it, or does not where it cannot stand.
pub(super) struct Row<A, T> {
    /// Its name, which no other row has.
    pub(super) name: &'static str,
    /// How often it is taken, against the others of its table.
    pub(super) weight: u32,
    /// Makes it; `None`, with nothing done, where it cannot stand.
    pub(super) make: fn(&mut Maker, A) -> Option<T>,
}

pub(super) const fn row<A, T>(name: &'static str, weight: u32, make: fn(&mut Maker, A) -> Option<T>) -> Row<A, T> {
    Row { name, weight, make }
}
