//! What evaluating an expression reads and writes (section 4.5 of the thesis).
//!
//! Operands without an order must not meet: what one writes, the other neither reads nor writes. While a full expression is
//! made, what its finished parts do is collected; a part that comes beside them keeps away from it, whatever order a compiler
//! takes. Objects count as a whole.

use smallvec::SmallVec;

/// An object, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ObjectId(pub(super) u32);

/// A set of objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Objects(SmallVec<[u64; 4]>);

impl Objects {
    pub(super) fn insert(&mut self, object: ObjectId) {
        let (word, bit) = (object.0 as usize / 64, object.0 % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub(super) fn contains(&self, object: ObjectId) -> bool {
        self.0.get(object.0 as usize / 64).is_some_and(|word| word >> (object.0 % 64) & 1 != 0)
    }

    pub(super) fn meets(&self, other: &Objects) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn extend(&mut self, other: &Objects) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Keeps what is below a number: the objects that are known outside of a function.
    pub(super) fn keep_below(&mut self, end: ObjectId) {
        let (word, bit) = (end.0 as usize / 64, end.0 % 64);
        self.0.truncate(word + 1);
        if let Some(last) = self.0.get_mut(word) {
            *last &= (1 << bit) - 1;
        }
    }
}

/// What is read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Effects {
    pub(super) reads: Objects,
    pub(super) writes: Objects,
    /// There is an access to a volatile object: two of them need an order (4.5.3).
    pub(super) volatile: bool,
}

impl Effects {
    /// Whether this can stand beside something else without an order.
    pub(super) fn goes_with(&self, other: &Effects) -> bool {
        let meets = self.volatile && other.volatile
            || self.writes.meets(&other.writes)
            || self.writes.meets(&other.reads)
            || self.reads.meets(&other.writes);
        !meets
    }

    pub(super) fn extend(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.volatile |= other.volatile;
    }
}
