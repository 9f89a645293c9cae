//! Accesses to the same bytes, brought together.
//!
//! A list of accesses is gone through once, in the order in which they happened. Each meets those before it that were to the
//! same eight bytes: of the same operand, the two become one; of another operand, the caller looks at them. A table of
//! hashes finds them, so that the order of the list stays and its length is all that counts.

use super::{Access, Effect};

/// What a pass needs, kept for the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// By hash: the last access that stays.
    heads: Vec<u32>,
    /// For each access that stays: the one before it with the same hash, and its operand.
    links: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Table {
    fn prepare(&mut self, n_accesses: usize) {
        let n_heads = (2 * n_accesses).next_power_of_two().max(16);
        self.heads.clear();
        self.heads.resize(n_heads, NONE);
        self.links.clear();
    }

    /// Unites the accesses of a list that are the same for a region which began at `depth`, and for all regions around it.
    /// `begins` says where its operands begin, counted from `start`, where the list does. `meet` gets two accesses of
    /// different operands to the same bytes, and whether the second belongs to the last operand; two reads never matter. Gives
    /// how many accesses stay; they are at the beginning.
    pub(super) fn unite(
        &mut self,
        accesses: &mut [Access],
        (begins, start): (&[usize], usize),
        depth: u32,
        mut meet: impl FnMut(&Access, &Access, bool),
    ) -> usize {
        self.prepare(accesses.len());
        let mut operand = 0;
        let mut kept = 0;
        for index in 0..accesses.len() {
            while begins.get(operand + 1).is_some_and(|&begin| begin <= start + index) {
                operand += 1;
            }
            let access = Access { depth: accesses[index].depth.min(depth + 1), ..accesses[index] };
            let head = access.hash() & (self.heads.len() - 1);
            let mut before = self.heads[head];
            let mut same = None;
            while let Some(&(next, of)) = self.links.get(before as usize) {
                let other = &accesses[before as usize];
                if !other.same_bytes(&access) {
                } else if of as usize != operand {
                    if (other.effect, access.effect) != (Effect::Read, Effect::Read) {
                        meet(other, &access, operand + 1 == begins.len());
                    }
                } else if other.holds(&access, depth) {
                    same = Some((before as usize, other.effect));
                } else if access.holds(other, depth) {
                    same = Some((before as usize, access.effect));
                }
                before = next;
            }
            match same {
                Some((same, effect)) => {
                    accesses[same].mask |= access.mask;
                    accesses[same].effect = effect;
                }
                None => {
                    accesses[kept] = access;
                    self.links.push((self.heads[head], operand as u32));
                    self.heads[head] = kept as u32;
                    kept += 1;
                }
            }
        }
        kept
    }
}

impl Access {
    /// Whether another access to the same bytes by the same operand of a region which began at `depth` has nothing to add. In a
    /// call, whoever reads what was written there meets nobody that the write does not meet.
    fn holds(&self, other: &Access, depth: u32) -> bool {
        let is_read = self.effect != Effect::Read && other.effect == Effect::Read && other.mask & !self.mask == 0;
        self.depth == other.depth && (self.effect == other.effect || is_read && self.depth > depth)
    }

    fn hash(&self) -> usize {
        let bytes = u64::from(self.slot) << 32 | u64::from(self.group);
        // The golden ratio; the upper bits depend on all of those below.
        (bytes.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }
}
