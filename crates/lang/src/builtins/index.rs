//! Where a builtin stands in the tables: found by its name, without looking at the others.
//!
//! Every run of kiln asks for some of the two thousand names, and few runs for many. So the tables of places are made when
//! kiln is built, and what a name stands for is put together when somebody asks.

use std::sync::OnceLock;

use super::Builtin;
use super::row::Row;

/// Finds the builtins of some tables. Open addressing in `N` slots, a power of two.
pub(super) struct Index<const N: usize> {
    tables: &'static [&'static [Row]],
    places: [Place; N],
    found: &'static [OnceLock<Box<Builtin>>; N],
}

/// The place of a name: its row, where in the row's names it begins, and the suffix.
#[derive(Clone, Copy)]
struct Place {
    table: u8,
    suffix: u8,
    row: u16,
    name: u16,
}

const NOWHERE: Place = Place { table: u8::MAX, suffix: 0, row: 0, name: 0 };

impl<const N: usize> Index<N> {
    pub(super) const fn of(tables: &'static [&'static [Row]], found: &'static [OnceLock<Box<Builtin>>; N]) -> Index<N> {
        assert!(N.is_power_of_two(), "the slot of a name is the remainder of its hash");
        let mut index = Index { tables, places: [NOWHERE; N], found };
        let mut table = 0;
        while table < tables.len() {
            let rows = tables[table];
            let mut row = 0;
            while row < rows.len() {
                index.enter(table, row, &rows[row]);
                row += 1;
            }
            table += 1;
        }
        index
    }

    /// Enters the names of a row.
    const fn enter(&mut self, table: usize, row: usize, data: &Row) {
        let names = data.names.as_bytes();
        assert!(table < NOWHERE.table as usize && row <= u16::MAX as usize && names.len() <= u16::MAX as usize);
        let mut name = 0;
        while name < names.len() {
            if names[name].is_ascii_whitespace() {
                name += 1;
                continue;
            }
            let mut suffix = 0;
            while suffix < data.suffixes.len() {
                let mut slot = hash_of(data, name, suffix) as usize % N;
                while self.places[slot].table != NOWHERE.table {
                    slot = (slot + 1) % N;
                }
                let place = Place { table: table as u8, suffix: suffix as u8, row: row as u16, name: name as u16 };
                self.places[slot] = place;
                suffix += 1;
            }
            while name < names.len() && !names[name].is_ascii_whitespace() {
                name += 1;
            }
        }
    }

    /// The builtin with this name, without the prefix `__builtin_`.
    pub(super) fn get(&self, name: &str) -> Option<&Builtin> {
        let mut slot = hash(START, name.as_bytes(), 0, name.len()) as usize % N;
        loop {
            let Place { table, suffix, row, name: first } = self.places[slot];
            let row = self.tables.get(usize::from(table))?.get(usize::from(row))?;
            let builtin = || row.builtin(row.name_at(first.into()), row.suffixes[usize::from(suffix)]);
            if row.is_spelled(row.name_at(first.into()), row.suffixes[usize::from(suffix)].0, name) {
                return Some(self.found[slot].get_or_init(|| Box::new(builtin())));
            }
            slot = (slot + 1) % N;
        }
    }
}

/// The hash of nothing.
const START: u32 = 0x811c_9dc5;

/// Goes on with a hash by some bytes of a text.
const fn hash(mut hash: u32, text: &[u8], from: usize, to: usize) -> u32 {
    let mut at = from;
    while at < to {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash ^ hash >> 15
}

/// The hash of a name of a row, with a suffix at its end or in the place of the `@`.
const fn hash_of(row: &Row, name: usize, suffix: usize) -> u32 {
    let (names, suffix) = (row.names.as_bytes(), row.suffixes[suffix].0.as_bytes());
    let (mut end, mut middle) = (name, None);
    while end < names.len() && !names[end].is_ascii_whitespace() {
        if names[end] == b'@' {
            middle = Some(end);
        }
        end += 1;
    }
    let (before, after) = match middle {
        Some(at) => (at, at + 1),
        None => (end, end),
    };
    let mut spelled = [0; 128];
    let mut length = append(&mut spelled, 0, row.stem.as_bytes(), 0, row.stem.len());
    length = append(&mut spelled, length, names, name, before);
    length = append(&mut spelled, length, suffix, 0, suffix.len());
    length = append(&mut spelled, length, names, after, end);
    hash(START, &spelled, 0, length)
}

const fn append(to: &mut [u8; 128], mut length: usize, text: &[u8], from: usize, end: usize) -> usize {
    let mut at = from;
    while at < end {
        to[length] = text[at];
        length += 1;
        at += 1;
    }
    length
}
