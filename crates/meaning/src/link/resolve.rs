//! Symbols: what code calls by name gets the slot of an object, which some get only now: string literals, `__func__`,
//! labels, functions of the library.

use std::sync::OnceLock;

use kiln_lang::Options;
use kiln_lang::index::Id;
use kiln_lang::tree::{DeclKind, DeclRef, ExprId, ExprKind, Linkage, StringId};
use kiln_lang::types::Basic;

use super::names::{linker_name, weakref_target};
use super::{BodyIndex, Key, LABEL_DISTANCE, Linker, body_number};
use crate::code::Symbol;
use crate::image::{Callable, Static};
use crate::lower;
use crate::memory::template::Template;
use crate::memory::{Sort, flag};

impl Linker<'_> {
    /// Places what functions name.
    pub(super) fn place_named(&mut self) {
        let n_decls = self.program.units.iter().map(|unit| unit.file.decls.len());
        self.names.files = n_decls.map(|n| vec![None; n]).collect();
        for number in 0..self.functions.len() as u32 {
            let code = self.functions[number as usize].code.clone();
            match code.written() {
                Some(code) => code.symbols.iter().for_each(|&symbol| self.place_symbol(number, symbol)),
                None => self.place_mentioned(number),
            }
            if self.opens.is_some() || self.is_mended {
                self.resolve_new(number);
            }
        }
    }

    /// Gives the symbols that code has got their meanings.
    pub(super) fn resolve_new(&mut self, number: u32) {
        let function = &mut self.functions[number as usize];
        let mut symbols = function.symbols.take().unwrap_or_default();
        let new = function.code.symbols.iter().skip(symbols.len());
        symbols.extend(new.map(|&symbol| self.names.symbol(self.program, number, symbol)));
        function.symbols = OnceLock::from(symbols);
    }

    /// Places everything that the code of a function can name once it is lowered. The body says more than is executed: what
    /// only `sizeof` names, and what an edit has left behind. It costs an entry.
    fn place_mentioned(&mut self, number: u32) {
        let (unit, index) = self.names.origins[number as usize];
        let body = self.body(unit, index);
        for (id, decl) in body.decls.iter_ids() {
            if decl.linkage != Linkage::None {
                self.resolve_decl(unit, index, DeclRef::local(id));
            }
        }
        for id in (0..body.n_exprs()).map(ExprId::from_index) {
            match body.expr(id) {
                ExprKind::Name { decl } if decl.is_file() && self.names.file_slot(unit, decl).is_none() => {
                    let slot = self.resolve_decl(unit, index, decl);
                    self.names.files[unit as usize][decl.id().index()] = Some(slot);
                }
                ExprKind::FunctionName { .. } => drop(self.function_name(number)),
                ExprKind::LabelAddress { .. } => drop(self.labels(unit, index)),
                ExprKind::Str { string } => drop(self.string(unit, index, string)),
                _ => {}
            }
        }
    }

    pub(super) fn place_symbol(&mut self, function: u32, symbol: Symbol) {
        let (unit, body) = self.names.origins[function as usize];
        match symbol {
            Symbol::Decl(decl) => drop(self.resolve_decl(unit, body, decl)),
            Symbol::Str(string) => drop(self.string(unit, body, string)),
            Symbol::FunctionName => drop(self.function_name(function)),
            Symbol::Label(_) => drop(self.labels(unit, body)),
            // Placed with the initialiser it stands in.
            Symbol::Literal(_) => {}
        }
    }

    pub(super) fn resolve_decl(&mut self, unit: u32, body: BodyIndex, decl: DeclRef) -> u32 {
        let key = self.key(unit, body, decl);
        if let Some(&slot) = self.names.keys.get(&key) {
            return slot;
        }
        let sight = self.sight(unit, body);
        let data = *sight.decl(decl);
        let name = weakref_target(sight, decl).unwrap_or_else(|| linker_name(sight, &data));
        match data.kind {
            DeclKind::Function(_) => {
                let short = match name.as_str() {
                    // Not what `longjmp` is; and no library has a `powi`.
                    "__builtin_longjmp" | "__builtin_powi" | "__builtin_powif" | "__builtin_powil" => &name,
                    _ => name.strip_prefix("__builtin_").unwrap_or(&name),
                };
                let short = short.to_owned();
                let plain = Key::External(short.clone());
                // `__builtin_f` is `f`, which the program may define.
                let slot = match self.names.keys.get(&plain) {
                    Some(&slot) if short != name && self.statics[slot as usize - 1].sort == Sort::Function => slot,
                    _ => self.place_callable(key.clone(), Callable::Library(short)),
                };
                self.names.keys.insert(key, slot);
                slot
            }
            DeclKind::Variable if matches!(name.as_str(), "stdin" | "stdout" | "stderr") => {
                let file = self.place_callable(Key::External(format!("*{name}")), Callable::Library(name.clone()));
                let align = u64::from(self.program.options.target.pointer.align);
                let slot = self.place_object(key, format!("`{name}`"), None, data.ty, align, Sort::Static);
                self.statics[slot as usize - 1].points_to = Some(file);
                slot
            }
            _ => 0,
        }
    }

    pub(super) fn string(&mut self, unit: u32, body: BodyIndex, id: StringId) -> u32 {
        let key = Key::Str(unit, body, id);
        if let Some(&slot) = self.names.keys.get(&key) {
            return slot;
        }
        let literal = &self.body(unit, body).strings[id];
        let size = string_unit(literal.prefix, &self.program.options);
        let mut bytes = Vec::with_capacity(literal.units.len() * size + size);
        for &unit in &literal.units {
            bytes.extend_from_slice(&unit.to_le_bytes()[..size]);
        }
        bytes.resize(bytes.len() + size, 0);
        self.place_bytes(key, bytes, "a string literal", Sort::Literal, size as u64)
    }

    pub(super) fn function_name(&mut self, function: u32) -> u32 {
        let key = Key::Name(function);
        if let Some(&slot) = self.names.keys.get(&key) {
            return slot;
        }
        let mut bytes = self.functions[function as usize].name.clone().into_bytes();
        bytes.push(0);
        self.place_bytes(key, bytes, "`__func__`", Sort::Static, 1)
    }

    pub(super) fn labels(&mut self, unit: u32, body: BodyIndex) -> u32 {
        let key = Key::Labels(unit, body);
        if let Some(&slot) = self.names.keys.get(&key) {
            return slot;
        }
        let count = lower::labels_with_address(self.body(unit, body)).len() as u64;
        let new = Static {
            sort: Sort::Label,
            size: count * u64::from(LABEL_DISTANCE),
            align: 16,
            flags: flag::OPAQUE,
            info: body_number(unit, body),
            template: Template::default(),
            bytes: Box::default(),
            points_to: None,
        };
        self.place(key, new)
    }
}

/// Bytes of a code unit of a string literal.
fn string_unit(prefix: kiln_lang::lex::Prefix, options: &Options) -> usize {
    use kiln_lang::lex::Prefix;
    let basic = match prefix {
        Prefix::Wide => options.target.wchar_type,
        Prefix::Char16 => Basic::UShort,
        Prefix::Char32 => Basic::UInt,
        _ => Basic::Char,
    };
    options.target.basic(basic).map_or(1, |extent| usize::from(extent.size))
}
