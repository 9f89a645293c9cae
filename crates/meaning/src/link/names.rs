//! What has an address, and what the symbols of code stand for.

use kiln_lang::index::Id;
use kiln_lang::tree::{
    AttrArgs, Body, Decl, DeclId, DeclKind, DeclRef, ExprId, ExprKind, FunctionId, Linkage, Program, Sight, StringId,
};
use rustc_hash::FxHashMap;

use crate::code::Symbol;

/// Bytes between two labels.
pub const LABEL_DISTANCE: u32 = 16;

/// Which body of a unit: a function, or file scope.
pub(super) type BodyIndex = Option<u32>;

/// What has an address.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// External linkage.
    External(String),
    /// Internal linkage in a unit.
    Internal(u32, String),
    /// A static variable of a function.
    Local(u32, BodyIndex, DeclId),
    /// A nested function.
    Nested(u32, BodyIndex, FunctionId),
    Str(u32, BodyIndex, StringId),
    Literal(u32, BodyIndex, ExprId),
    /// `__func__` of a function of the image.
    Name(u32),
    /// The labels of a body.
    Labels(u32, BodyIndex),
}

/// The slot of everything that has one, and where each function of the image comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(super) keys: FxHashMap<Key, u32>,
    pub(super) origins: Vec<(u32, BodyIndex)>,
    /// The slots of what is declared at file scope, unit by unit, as far as they have been asked for.
    pub(super) files: Vec<Vec<Option<u32>>>,
}

impl Names {
    /// What a symbol of a function stands for: a slot, which is 0 if nothing defines it, and an offset.
    pub(crate) fn symbol(&self, program: &Program, function: u32, symbol: Symbol) -> (u32, u32) {
        let (unit, body) = self.origins[function as usize];
        if let Symbol::Decl(decl) = symbol
            && let Some(slot) = self.file_slot(unit, decl)
        {
            return (slot, 0);
        }
        let (key, offset) = match symbol {
            Symbol::Decl(decl) => (key(program, unit, body, decl), 0),
            Symbol::Str(string) => (Key::Str(unit, body, string), 0),
            Symbol::FunctionName => (Key::Name(function), 0),
            Symbol::Literal(id) => (Key::Literal(unit, body, id), 0),
            Symbol::Label(index) => (Key::Labels(unit, body), index * LABEL_DISTANCE),
        };
        (self.keys.get(&key).copied().unwrap_or(0), offset)
    }

    /// The slot of something at file scope, if anyone has asked before.
    pub(super) fn file_slot(&self, unit: u32, decl: DeclRef) -> Option<u32> {
        let slots = self.files.get(unit as usize).filter(|_| decl.is_file())?;
        slots.get(decl.id().index()).copied().flatten()
    }
}

/// A body of a program.
pub(super) fn body_of(program: &Program, unit: u32, body: BodyIndex) -> &std::sync::Arc<Body> {
    let unit = &program.units[unit as usize];
    match body {
        Some(index) => unit.function(FunctionId::from_index(index as usize)),
        None => &unit.file,
    }
}

/// What a body sees.
pub(super) fn sight_of(program: &Program, unit: u32, body: BodyIndex) -> Sight<'_> {
    Sight::of_function(&program.tables, &program.units[unit as usize], body_of(program, unit, body))
}

/// The name that the linker sees: an `asm` label if there is one.
pub(super) fn linker_name(sight: Sight<'_>, decl: &Decl) -> String {
    match decl.asm_label {
        // The label is written as string literals, which are joined.
        Some(label) => sight.name(label).chars().filter(|c| !matches!(c, '"' | '*' | ' ')).collect(),
        None => decl.name.map_or("", |name| sight.name(name)).to_owned(),
    }
}

/// The name that an attribute of something at file scope gives as its argument.
pub(super) fn named_by(attribute: &str, sight: Sight<'_>, decl: &Decl) -> Option<String> {
    let file = sight.at(true).body;
    let attr = file.attrs[decl.attrs?].iter().find(|attr| sight.name(attr.name) == attribute)?;
    match attr.args {
        AttrArgs::Exprs(list) => {
            let first = file.list(list).next()?;
            let ExprKind::Str { string } = file.expr(first) else { return None };
            Some(file.strings[string].units.iter().filter_map(|&unit| char::from_u32(unit)).collect())
        }
        AttrArgs::Text(text) => Some(sight.name(text).trim_matches('"').to_owned()),
        _ => None,
    }
}

/// What a declaration with the attribute `weakref` stands for, by name.
pub(crate) fn weakref_target(sight: Sight<'_>, decl: DeclRef) -> Option<String> {
    decl.is_file().then(|| named_by("weakref", sight, sight.decl(decl))).flatten()
}

/// The key of what a declaration declares.
pub(super) fn key(program: &Program, unit: u32, body: BodyIndex, decl: DeclRef) -> Key {
    let sight = sight_of(program, unit, body);
    let data = sight.decl(decl);
    if let Some(target) = weakref_target(sight, decl) {
        return Key::External(target);
    }
    match data.linkage {
        Linkage::External => Key::External(linker_name(sight, data)),
        Linkage::Internal => Key::Internal(unit, linker_name(sight, data)),
        Linkage::None => {
            let body = if decl.is_file() { None } else { body };
            match data.kind {
                DeclKind::Function(Some(function)) => Key::Nested(unit, body, function),
                _ => Key::Local(unit, body, decl.id()),
            }
        }
    }
}
