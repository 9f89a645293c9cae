//! Interned names: a name is a [`Symbol`], four bytes that compare and hash in no time.
//!
//! The lexer looks up every identifier of a unit, so this table decides its speed. It is three flat vectors: the text
//! of all names in one string, the borders between them, and an open-addressing table with a piece of each hash, so
//! that a lookup usually compares text once and cloning is three copies. The hash has no seed and symbols are
//! numbered in order of appearance: the same text always gives the same symbols.
//!
//! Every spelling of a keyword is interned first, in the order of [`KEYWORDS`]. Whether a name is a keyword is thus
//! one comparison, and which one it is an index into a table.

use std::fmt;
use std::num::NonZeroU32;

use crate::lex::KEYWORDS;

/// A name, as a number that [`Names`] gave it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(
    /// The index plus one, which makes `Option<Symbol>` as small as `Symbol`.
    NonZeroU32,
);

impl Symbol {
    /// The position in order of first appearance; below `KEYWORDS.len()` for keywords.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    const fn from_index(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbol({})", self.index())
    }
}

/// All names of a program, each once.
#[derive(Clone, Debug)]
pub struct Names {
    /// The names, one behind the other.
    text: String,
    /// Where each name ends in `text`, in order of symbols. The next one starts there.
    ends: Vec<u32>,
    /// A power of two of slots, at most half of them taken.
    table: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    symbol: Option<Symbol>,
}

impl Names {
    /// A table that holds the keywords.
    pub fn new() -> Self {
        let mut names = Self {
            text: String::new(),
            ends: Vec::new(),
            table: vec![Slot::default(); 1024],
        };
        for keyword in KEYWORDS {
            names.intern(keyword.spelling);
        }
        names
    }

    /// The symbol of `name`, which is new if the name is.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash(name.as_bytes());
        match self.find(name.as_bytes(), hash) {
            Ok(symbol) => symbol,
            Err(slot) => self.add(name, hash, slot),
        }
    }

    /// [`Names::intern`] for the lexer, which has bytes that it knows to be ASCII: text is only validated when new.
    #[inline]
    pub(crate) fn intern_ascii(&mut self, name: &[u8]) -> Symbol {
        let hash = hash(name);
        match self.find(name, hash) {
            Ok(symbol) => symbol,
            Err(slot) => self.add(&String::from_utf8_lossy(name), hash, slot),
        }
    }

    /// The symbol of `name`, if it has one.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(name.as_bytes(), hash(name.as_bytes())).ok()
    }

    /// The name that `symbol` stands for; empty for a symbol of another table.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        let index = symbol.index();
        let start = if index == 0 {
            Some(&0)
        } else {
            self.ends.get(index - 1)
        };
        match (start, self.ends.get(index)) {
            (Some(&start), Some(&end)) => &self.text[start as usize..end as usize],
            _ => "",
        }
    }

    /// The number of names, keywords included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no name; never so, because keywords are names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The symbol of `name`, or the free slot where it belongs.
    #[inline]
    fn find(&self, name: &[u8], hash: u32) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table[at];
            match slot.symbol {
                None => return Err(at),
                Some(symbol) if slot.hash == hash && self.resolve(symbol).as_bytes() == name => {
                    return Ok(symbol);
                }
                Some(_) => at = (at + 1) & mask,
            }
        }
    }

    #[cold]
    fn add(&mut self, name: &str, hash: u32, slot: usize) -> Symbol {
        let symbol = Symbol::from_index(self.ends.len());
        self.text.push_str(name);
        self.ends.push(
            u32::try_from(self.text.len()).expect("distinct names of a program are below 4 GiB"),
        );
        self.table[slot] = Slot {
            hash,
            symbol: Some(symbol),
        };
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        symbol
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![Slot::default(); mask + 1];
        for slot in self.table.iter().filter(|slot| slot.symbol.is_some()) {
            let mut at = slot.hash as usize & mask;
            while table[at].symbol.is_some() {
                at = (at + 1) & mask;
            }
            table[at] = *slot;
        }
        self.table = table;
    }
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

/// Eight bytes at a time, each folded in by one wide multiplication. Hashing a name behind its scan costs a few
/// cycles for the name; hashing byte by byte inside the scan would cost a multiplication's latency for each byte.
#[inline]
fn hash(bytes: &[u8]) -> u32 {
    let mut state = bytes.len() as u64;
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        state = fold(state ^ u64::from_le_bytes(*chunk));
        rest = tail;
    }
    let last = match (rest.first_chunk(), rest.last_chunk()) {
        // Four to seven bytes: two halves that may overlap.
        (Some(low), Some(high)) => {
            u64::from(u32::from_le_bytes(*low)) | u64::from(u32::from_le_bytes(*high)) << 32
        }
        _ => match *rest {
            [a] => u64::from(a),
            [a, b] => u64::from(a) | u64::from(b) << 8,
            [a, b, c] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
            _ => 0,
        },
    };
    fold(state ^ last) as u32
}

#[inline]
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xa076_1d64_78bd_642f_u128;
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_have_equal_symbols() {
        let mut names = Names::new();
        let a = names.intern("alpha");
        let b = names.intern("beta");
        assert_ne!(a, b);
        assert_eq!(names.intern("alpha"), a);
        assert_eq!(names.intern_ascii(b"beta"), b);
        assert_eq!(names.get("beta"), Some(b));
        assert_eq!(names.get("gamma"), None);
        assert_eq!((names.resolve(a), names.resolve(b)), ("alpha", "beta"));
    }

    #[test]
    fn names_survive_growth() {
        let mut names = Names::new();
        let spell = |i: usize| format!("{}{i}", "n".repeat(i % 19));
        let symbols: Vec<_> = (0..10_000).map(|i| names.intern(&spell(i))).collect();
        for (i, symbol) in symbols.into_iter().enumerate() {
            assert_eq!(names.resolve(symbol), spell(i));
            assert_eq!(names.get(&spell(i)), Some(symbol));
        }
        assert_eq!(names.len(), KEYWORDS.len() + 10_000);
    }

    #[test]
    fn keywords_come_first_in_table_order() {
        let names = Names::new();
        for (index, keyword) in KEYWORDS.iter().enumerate() {
            assert_eq!(
                names.get(keyword.spelling).map(Symbol::index),
                Some(index),
                "{}",
                keyword.spelling
            );
        }
    }

    #[test]
    fn an_optional_symbol_takes_four_bytes() {
        assert_eq!(size_of::<Option<Symbol>>(), 4);
    }

    #[test]
    fn a_foreign_symbol_resolves_to_nothing() {
        let mut other = Names::new();
        let foreign = other.intern("foreign");
        assert_eq!(Names::new().resolve(foreign), "");
    }
}
