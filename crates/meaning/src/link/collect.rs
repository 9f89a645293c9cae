//! Collecting what a program defines: variables, static locals and functions, of several definitions the one that holds.

use std::sync::{Arc, OnceLock};

use kiln_lang::Folder;
use kiln_lang::index::Id;
use kiln_lang::tree::{
    AttrArgs, Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprKind, FunctionId, Linkage, Sight, StmtKind, Storage,
    UnaryOp,
};
use rustc_hash::FxHashMap;

use super::names::{linker_name, named_by};
use super::{BodyIndex, Key, Linker, body_number, variable_align};
use crate::code::Fusible;
use crate::image::{Callable, Function};
use crate::lower::{self, later::locked};
use crate::memory::Sort;
use crate::outcome::Place;

/// How much of a definition something is: of two for the same name, the stronger one holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    /// `extern inline`, which GNU C takes as no definition if there is another.
    OnlyInline,
    /// A tentative definition of an array of unknown length.
    Incomplete,
    /// A tentative definition, an inline function, the attribute `weak`: another unit may have one too.
    Weak,
    /// There can be one in a program (C11 6.9p5).
    Full,
}

/// Attributes that keep a function from becoming a part of its callers.
const NOINLINE: [&str; 2] = ["noinline", "noipa"];

impl Linker<'_> {
    pub(super) fn collect(&mut self) {
        for unit in 0..self.program.units.len() as u32 {
            self.collect_variables(unit);
            self.collect_functions(unit);
        }
        for (key, target, unit) in std::mem::take(&mut self.aliases) {
            let slot = [Key::External(target.clone()), Key::Internal(unit, target)]
                .iter()
                .find_map(|key| self.names.keys.get(key).copied());
            if let Some(slot) = slot {
                self.names.keys.insert(key, slot);
            }
        }
    }

    pub(super) fn collect_variables(&mut self, unit: u32) {
        let body = self.body(unit, None);
        let sight = self.sight(unit, None);
        // The best declaration of each variable: with an initialiser, else of complete type, else any.
        let mut best: FxHashMap<Key, (DeclId, u8)> = FxHashMap::default();
        let mut order = Vec::new();
        for item in body.list(body.items) {
            let StmtKind::Decl { group } = body.stmt(item) else { continue };
            for id in body.list(body.groups[group].decls) {
                let decl = &body.decls[id];
                if decl.kind != DeclKind::Variable {
                    continue;
                }
                let key = self.key(unit, None, DeclRef::file(id));
                if let Some(target) = self.alias_target(sight, decl) {
                    self.aliases.push((key, target, unit));
                    continue;
                }
                let rank = match (decl.init.is_some(), decl.storage == Storage::Extern) {
                    (true, _) => 3,
                    (false, true) => 0,
                    (false, false) => 1 + u8::from(self.program.tables.types.is_complete(decl.ty)),
                };
                let entry = best.entry(key.clone()).or_insert_with(|| {
                    order.push(key);
                    (id, rank)
                });
                if rank > entry.1 || rank == entry.1 && rank != 0 {
                    *entry = (id, rank);
                }
            }
        }
        for key in order {
            let (id, rank) = best[&key];
            let strength = match rank {
                0 => continue,
                1 => Strength::Incomplete,
                3 if !self.has_attribute(sight, &body.decls[id], "weak") => Strength::Full,
                _ => Strength::Weak,
            };
            if self.holds(&key, strength, unit, &body.decls[id]) {
                self.define_variable(unit, None, id, key);
            }
        }
        for body in std::iter::once(None).chain((0..self.unit(unit).functions.len() as u32).map(Some)) {
            self.collect_static_locals(unit, body);
        }
    }

    /// Whether a definition is the one that holds, as far as is known. Tentative definitions in several units are one object,
    /// a common extension (C11 J.5.11); for two full ones there is no meaning.
    pub(super) fn holds(&mut self, key: &Key, strength: Strength, unit: u32, decl: &Decl) -> bool {
        let known = self.strengths.get(key).copied();
        if known == Some(Strength::Full) && strength == Strength::Full && self.doubled.is_none() {
            let name = decl.name.map_or("?", |name| self.program.tables.names.resolve(name));
            self.doubled = Some((name.to_owned(), Place { unit, span: decl.span }));
        }
        let holds = known.is_none_or(|known| known < strength);
        if holds {
            self.strengths.insert(key.clone(), strength);
        }
        holds
    }

    pub(super) fn has_attribute(&self, sight: Sight<'_>, decl: &Decl, name: &str) -> bool {
        let attrs = decl.attrs.and_then(|attrs| sight.at(true).body.attrs.get(attrs));
        attrs.is_some_and(|attrs| attrs.iter().any(|attr| sight.name(attr.name) == name))
    }

    pub(super) fn collect_static_locals(&mut self, unit: u32, body: BodyIndex) {
        if body.is_none() {
            return;
        }
        for (id, decl) in self.body(unit, body).decls.iter_ids() {
            let is_static = decl.kind == DeclKind::Variable && decl.linkage == Linkage::None && decl.is_static();
            if is_static {
                self.define_variable(unit, body, id, Key::Local(unit, body, id));
            }
        }
    }

    pub(super) fn define_variable(&mut self, unit: u32, body: BodyIndex, id: DeclId, key: Key) {
        let sight = self.sight(unit, body);
        let decl = sight.body.decls[id];
        let options = &self.program.options;
        let align = variable_align(sight, options, self.settings.dialect, &decl);
        let name = format!("`{}`", decl.name.map_or("?", |name| sight.name(name)));
        let place = Some(Place { unit, span: decl.span });
        let slot = self.place_object(key, name, place, decl.ty, align, Sort::Static);
        self.extend_flexible(slot, unit, body, &decl);
    }

    /// A flexible array member takes as much room as its initialiser needs (GNU).
    pub(super) fn extend_flexible(&mut self, slot: u32, unit: u32, body: BodyIndex, decl: &Decl) {
        let Some(init) = decl.init else { return };
        let sight = self.sight(unit, body);
        let Some(placements) = sight.body.placements(init) else { return };
        let types = &self.program.tables.types;
        let target = &self.program.options.target;
        let mut end = 0;
        for placement in placements {
            let size = match (types.size_of(target, placement.ty), sight.body.expr(placement.value)) {
                (Some(size), _) if size > 0 => size,
                (_, ExprKind::Str { .. }) => types.size_of(target, sight.body.ty(placement.value)).unwrap_or(0),
                (size, _) => size.unwrap_or(0),
            };
            let n_bits = placement.bit_width.map_or(size.saturating_mul(8), u64::from);
            let last = placement.repeat.saturating_sub(1).saturating_mul(placement.stride);
            end = end.max(placement.bit_offset.saturating_add(n_bits).div_ceil(8).saturating_add(last));
        }
        let object = &mut self.statics[slot as usize - 1];
        if end > object.size {
            let end = end.min(1 << 62);
            object.template.leave_free(object.size, end);
            object.size = end;
        }
    }

    pub(super) fn alias_target(&self, sight: Sight<'_>, decl: &Decl) -> Option<String> {
        named_by("alias", sight, decl)
    }

    /// What a function with the attribute `ifunc` is, if its resolver does nothing but to return one function.
    fn resolved_target(&self, unit: u32, sight: Sight<'_>, decl: &Decl) -> Option<String> {
        let resolver = named_by("ifunc", sight, decl)?;
        let program = &self.program.units[unit as usize];
        program.function_ids().find_map(|id| {
            let body = program.function(id);
            let definition = body.functions.iter().find(|definition| definition.decl.is_file())?;
            let name = sight.body.decls[definition.decl.id()].name?;
            let StmtKind::Compound { items } = body.stmt(definition.body) else { return None };
            let only = body.list(items).next().filter(|_| items.len() == 1 && sight.name(name) == resolver)?;
            let StmtKind::Return { value: Some(mut value) } = body.stmt(only) else { return None };
            while let ExprKind::Cast { operand, .. } | ExprKind::Unary { op: UnaryOp::AddrOf, operand } =
                body.expr(value)
            {
                value = operand;
            }
            let ExprKind::Name { decl } = body.expr(value) else { return None };
            let target = decl.is_file().then(|| &sight.body.decls[decl.id()])?;
            matches!(target.kind, DeclKind::Function(_)).then(|| linker_name(sight, target))
        })
    }

    pub(super) fn collect_functions(&mut self, unit: u32) {
        let body = self.body(unit, None);
        let sight = self.sight(unit, None);
        for item in body.list(body.items) {
            match body.stmt(item) {
                StmtKind::Function { function } => self.define_functions(unit, function),
                StmtKind::Decl { group } => {
                    for id in body.list(body.groups[group].decls) {
                        let decl = &body.decls[id];
                        let target =
                            || self.alias_target(sight, decl).or_else(|| self.resolved_target(unit, sight, decl));
                        if let (DeclKind::Function(_), Some(target)) = (decl.kind, target()) {
                            let key = self.key(unit, None, DeclRef::file(id));
                            self.aliases.push((key, target, unit));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn define_functions(&mut self, unit: u32, function: FunctionId) {
        let index = Some(function.index() as u32);
        let body = self.body(unit, index);
        let sight = self.sight(unit, index);
        for (id, definition) in body.functions.iter_ids() {
            let decl = *sight.decl(definition.decl);
            let key = if definition.decl.is_file() {
                self.key(unit, None, definition.decl)
            } else {
                Key::Nested(unit, index, id)
            };
            if !self.holds(&key, self.strength(sight, &decl), unit, &decl) {
                continue;
            }
            let number = self.functions.len() as u32;
            if let Some(probes) = &mut self.shared().probes {
                probes.body = Some((unit, function));
            }
            let code = match &mut self.opens {
                None if self.is_mended => {
                    let mut shared = locked(&self.shared);
                    let code = lower::open::mended(self.program, self.settings, unit, body, id, &mut shared);
                    Arc::new(Fusible::plain(code))
                }
                None => self.closed(unit, index, id),
                Some(opens) => {
                    let mut shared = locked(&self.shared);
                    let (code, open) = lower::open::open(self.program, self.settings, unit, body, id, &mut shared);
                    opens.push(open);
                    Arc::new(Fusible::plain(code))
                }
            };
            let name = decl.name.map_or("", |name| sight.name(name)).to_owned();
            self.functions.push(Function {
                name,
                unit,
                body: body_number(unit, index),
                code,
                symbols: OnceLock::new(),
                ty: decl.ty,
                noreturn: self.is_noreturn(sight, &decl),
                noinline: NOINLINE.iter().any(|name| self.attribute(unit, &decl, name).is_some()),
                old_style: definition.old_style,
            });
            self.names.origins.push((unit, index));
            if let Some(priority) = self.priority(unit, &decl, "constructor") {
                self.constructors.push((priority, number));
            }
            if let Some(priority) = self.priority(unit, &decl, "destructor") {
                self.destructors.push((priority, number));
            }
            self.place_callable(key, Callable::Code(number));
        }
    }

    /// What stands in parentheses behind an attribute of a function, on this or an earlier declaration.
    fn attribute(&self, unit: u32, decl: &Decl, attribute: &str) -> Option<AttrArgs> {
        let sight = self.sight(unit, None);
        let mut decl = *decl;
        loop {
            let attrs = decl.attrs.and_then(|attrs| sight.body.attrs.get(attrs));
            let found = attrs.and_then(|attrs| attrs.iter().find(|attr| sight.name(attr.name) == attribute));
            if let Some(attr) = found {
                return Some(attr.args);
            }
            decl = *sight.decl(decl.previous.filter(|previous| previous.is_file())?);
        }
    }

    /// The priority of a function with an attribute; the default is the last.
    fn priority(&self, unit: u32, decl: &Decl, attribute: &str) -> Option<u64> {
        let sight = self.sight(unit, None);
        let first = match self.attribute(unit, decl, attribute)? {
            AttrArgs::Exprs(list) => sight.body.list(list).next(),
            _ => None,
        };
        let folder = Folder::new(sight, &self.program.options);
        Some(first.and_then(|first| folder.int(first)).map_or(65536, kiln_lang::value::Int::as_u64))
    }

    pub(super) fn strength(&self, sight: Sight<'_>, decl: &Decl) -> Strength {
        match (decl.flags.contains(DeclFlags::INLINE), decl.storage) {
            (true, Storage::Extern) => Strength::OnlyInline,
            (true, _) => Strength::Weak,
            (false, _) if self.has_attribute(sight, decl, "weak") => Strength::Weak,
            (false, _) => Strength::Full,
        }
    }

    pub(super) fn is_noreturn(&self, sight: Sight<'_>, decl: &Decl) -> bool {
        decl.flags.contains(DeclFlags::NORETURN) || self.has_attribute(sight, decl, "noreturn")
    }
}
