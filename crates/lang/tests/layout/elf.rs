//! The bytes of the variables of an object file, by name.
//!
//! Just enough of the ELF format (System V ABI, chapters 4 and 5 of the generic part) to read what a compiler made of
//! initialised variables, for both word sizes: so the answers of a 32-bit compiler can be read on any machine.

use std::collections::BTreeMap;

const SYMBOL_TABLE: u32 = 2;

/// A section's place in the file, and what its header says about other sections.
struct Section {
    kind: u32,
    offset: usize,
    size: usize,
    link: usize,
}

struct Object<'a> {
    bytes: &'a [u8],
    is_64_bit: bool,
}

impl Object<'_> {
    fn number(&self, at: usize, n_bytes: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at + n_bytes)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    /// A field at one offset in 64-bit files and at another in 32-bit files, with its number of bytes in each.
    fn field(&self, base: usize, wide: (usize, usize), narrow: (usize, usize)) -> Option<usize> {
        let (offset, n_bytes) = if self.is_64_bit { wide } else { narrow };
        self.number(base + offset, n_bytes)
    }

    fn sections(&self) -> Option<Vec<Section>> {
        let table = self.field(0, (0x28, 8), (0x20, 4))?;
        let entry_size = self.field(0, (0x3a, 2), (0x2e, 2))?;
        let mut count = self.field(0, (0x3c, 2), (0x30, 2))?;
        if count == 0 {
            // More sections than 16 bits count: the first header has their number.
            count = self.field(table, (0x20, 8), (0x14, 4))?;
        }
        let section = |index: usize| {
            let header = table + index * entry_size;
            Some(Section {
                kind: self.number(header + 4, 4)? as u32,
                offset: self.field(header, (0x18, 8), (0x10, 4))?,
                size: self.field(header, (0x20, 8), (0x14, 4))?,
                link: self.field(header, (0x28, 4), (0x18, 4))?,
            })
        };
        (0..count).map(section).collect()
    }

    fn text(&self, at: usize) -> Option<String> {
        let bytes = self.bytes.get(at..)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        String::from_utf8(bytes[..end].to_vec()).ok()
    }

    fn variables(&self) -> Option<BTreeMap<String, Vec<u8>>> {
        let sections = self.sections()?;
        let symbols = sections.iter().find(|section| section.kind == SYMBOL_TABLE)?;
        let names = sections.get(symbols.link)?;
        let entry_size = if self.is_64_bit { 24 } else { 16 };
        let mut variables = BTreeMap::new();
        for index in 0..symbols.size / entry_size {
            let symbol = symbols.offset + index * entry_size;
            let name = self.text(names.offset + self.number(symbol, 4)?)?;
            let section = self.field(symbol, (6, 2), (14, 2))?;
            let value = self.field(symbol, (8, 8), (4, 4))?;
            let size = self.field(symbol, (16, 8), (8, 4))?;
            if let Some(section) = sections.get(section)
                && let Some(bytes) = self.bytes.get(section.offset + value..section.offset + value + size)
            {
                variables.insert(name, bytes.to_vec());
            }
        }
        Some(variables)
    }
}

/// The variables of a little-endian object file and their bytes; `None` if it is not such a file.
pub(crate) fn variables(bytes: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
    let is_64_bit = match bytes.get(..6)? {
        b"\x7fELF\x02\x01" => true,
        b"\x7fELF\x01\x01" => false,
        _ => return None,
    };
    Object { bytes, is_64_bit }.variables()
}
