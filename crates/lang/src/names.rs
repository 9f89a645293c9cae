//! Interned names: a name is a [`Symbol`], four bytes that compare and hash in no time.
//!
//! The lexer looks up every identifier of a unit, so this table decides its speed. It is three flat
//! vectors, so cloning is three copies: the text of all names in one string, the borders between
//! them, and an open-addressing table. A name of at most eight bytes, which most are, is its own
//! key in that table: finding it is a multiplication and a comparison of two words, without a
//! look at text.
//!
//! The hash has no seed and symbols are numbered in order of appearance: the same text always gives
//! the same symbols. Every spelling of a keyword is interned first, in the order of [`KEYWORDS`].
//! Whether a name is a keyword is thus one comparison, and which one it is an index into a table.

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
    key: Key,
    symbol: Option<Symbol>,
}

/// What a name is looked up by.
///
/// A name of one to eight bytes, none of them NUL, is its own key: its bytes, the first one lowest,
/// and zeros. The key of any other name is a hash whose lowest byte is zero, so that the two kinds
/// cannot be confused; only names of the second kind need their text compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key(u64);

impl Key {
    /// The key of any name.
    fn of(name: &[u8]) -> Self {
        if name.is_empty() || name.len() > 8 || name.contains(&0) {
            return Self::of_long(name);
        }
        let mut word = [0; 8];
        word[..name.len()].copy_from_slice(name);
        Self(u64::from_le_bytes(word))
    }

    /// The key of a name of one to eight bytes that `word` starts with; `length` says how many.
    #[inline]
    pub(crate) const fn of_word(word: u64, length: usize) -> Self {
        Self(word & (u64::MAX >> (64 - 8 * length)))
    }

    /// The key of a name that has no key of the first kind.
    #[inline]
    pub(crate) fn of_long(name: &[u8]) -> Self {
        let mut hash = name.len() as u64;
        let mut rest = name;
        while let Some((chunk, tail)) = rest.split_first_chunk() {
            hash = fold(hash ^ u64::from_le_bytes(*chunk));
            rest = tail;
        }
        // The last eight bytes once more, which saves taking apart what is left.
        let last = name.last_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
        Self(fold(hash ^ last) << 8)
    }

    const fn is_name(self) -> bool {
        self.0 as u8 != 0
    }

    /// Where in the table to look first.
    #[inline]
    fn slot(self, mask: usize) -> usize {
        fold(self.0) as usize & mask
    }
}

/// One round of hashing: the two halves of a wide product.
#[inline]
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xa076_1d64_78bd_642f_u128;
    (product as u64) ^ (product >> 64) as u64
}

impl Names {
    /// Whether all names of `base` are here, under the same numbers.
    pub fn extends(&self, base: &Names) -> bool {
        self.ends.starts_with(&base.ends) && self.text.starts_with(&base.text)
    }

    /// A table that holds the keywords.
    pub fn new() -> Self {
        let mut names = Self { text: String::new(), ends: Vec::new(), table: vec![Slot::default(); 1024] };
        for keyword in KEYWORDS {
            names.intern(keyword.spelling);
        }
        names
    }

    /// The symbol of `name`, which is new if the name is.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let key = Key::of(name.as_bytes());
        match self.find(name.as_bytes(), key) {
            Ok(symbol) => symbol,
            Err(slot) => self.add(name, key, slot),
        }
    }

    /// [`Names::intern`] for the lexer, which knows the name's key and that its bytes are ASCII:
    /// they are only validated when the name is new.
    #[inline]
    pub(crate) fn intern_ascii(&mut self, name: &[u8], key: Key) -> Symbol {
        // Nearly every name of a unit is short, not new, and in the first slot.
        let slot = self.table[key.slot(self.table.len() - 1)];
        if slot.key == key
            && key.is_name()
            && let Some(symbol) = slot.symbol
        {
            return symbol;
        }
        self.intern_ascii_slow(name, key)
    }

    /// [`Names::intern`] for bytes that are a spelling; bytes that are not UTF-8 are the empty name.
    pub(crate) fn intern_bytes(&mut self, name: &[u8]) -> Symbol {
        self.intern_ascii(name, Key::of(name))
    }

    fn intern_ascii_slow(&mut self, name: &[u8], key: Key) -> Symbol {
        match self.find(name, key) {
            Ok(symbol) => symbol,
            Err(slot) => self.add(str::from_utf8(name).unwrap_or_default(), key, slot),
        }
    }

    /// The symbol of `name`, if it has one.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(name.as_bytes(), Key::of(name.as_bytes())).ok()
    }

    /// The bytes of a name, and the same with those of the names behind it: for copying more than it has, which is faster
    /// than copying exactly as many.
    #[inline]
    pub(crate) fn resolve_in_place(&self, symbol: Symbol) -> (&[u8], &[u8]) {
        let name = self.resolve(symbol).as_bytes();
        let index = symbol.index();
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).map_or(0, |&end| end as usize) };
        (name, self.text.as_bytes().get(start..).unwrap_or_default())
    }

    /// The name that `symbol` stands for; empty for a symbol of another table.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        let index = symbol.index();
        let start = if index == 0 { Some(&0) } else { self.ends.get(index - 1) };
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
    fn find(&self, name: &[u8], key: Key) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut at = key.slot(mask);
        loop {
            let slot = self.table[at];
            let Some(symbol) = slot.symbol else {
                return Err(at);
            };
            if slot.key == key && (key.is_name() || self.resolve(symbol).as_bytes() == name) {
                return Ok(symbol);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn add(&mut self, name: &str, key: Key, slot: usize) -> Symbol {
        let symbol = Symbol::from_index(self.ends.len());
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("distinct names are below 4 GiB");
        self.ends.push(end);
        self.table[slot] = Slot { key, symbol: Some(symbol) };
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        symbol
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![Slot::default(); mask + 1];
        for slot in self.table.iter().filter(|slot| slot.symbol.is_some()) {
            let mut at = slot.key.slot(mask);
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
        assert_eq!(names.intern_ascii(b"beta", Key::of(b"beta")), b);
        assert_eq!(names.get("beta"), Some(b));
        assert_eq!(names.get("gamma"), None);
        assert_eq!((names.resolve(a), names.resolve(b)), ("alpha", "beta"));
    }

    #[test]
    fn a_name_has_one_key_however_it_is_found() {
        for length in 1..=8 {
            let name = &b"abcdefgh"[..length];
            let key = Key::of_word(u64::from_le_bytes(*b"abcdefgh"), length);
            assert_eq!(key, Key::of(name));
        }
        assert_eq!(Key::of(b"abcdefghi"), Key::of_long(b"abcdefghi"));
    }

    #[test]
    fn names_with_a_nul_are_names_too() {
        let mut names = Names::new();
        let spellings = ["", "\0", "a", "a\0", "a\0\0", "\0a"];
        let symbols = spellings.map(|name| names.intern(name));
        assert_eq!(symbols.map(|symbol| names.resolve(symbol).to_owned()), spellings);
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
            assert_eq!(names.get(keyword.spelling).map(Symbol::index), Some(index), "{}", keyword.spelling);
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
