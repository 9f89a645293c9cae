//! Linking: the units of a program become one image.
//!
//! Names with external linkage are one thing in all units (C11 6.2.2), tentative definitions become definitions, every
//! function is lowered, and every initialiser of a static object becomes code that runs before `main`. `cache` keeps code for
//! the next version of a program, `open` keeps functions open for more statements.

mod cache;
mod open;

use std::sync::Arc;

use kiln_lang::index::Id;
use kiln_lang::tree::{
    AttrArgs, Body, Decl, DeclFlags, DeclId, DeclKind, DeclRef, ExprId, ExprKind, FunctionId, Linkage, Program, Sight,
    StmtKind, Storage, StringId, Unit,
};
use kiln_lang::types::{ArrayLen, Basic, Field, Ty, TypeKind};
use kiln_lang::{Folder, Options};
use rustc_hash::FxHashMap;

pub use self::cache::Cache;
use self::cache::Part;
pub use self::open::{Linked, link_open};
use crate::code::{Code, Published, Symbol};
use crate::image::{Callable, Function, Image, Info, Static};
use crate::lower::open::Open;
use crate::lower::{self, Shared, StaticInit, isolated, object_flags};
use crate::memory::{Sort, flag};
use crate::outcome::Place;
use crate::profile::probe::{Home, Probes};
use crate::settings::Settings;

/// Which body of a unit: a function, or file scope.
type BodyIndex = Option<u32>;

/// What has an address.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
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

/// Bytes between two labels.
pub const LABEL_DISTANCE: u32 = 16;

/// The alignment that an attribute of a declaration asks for.
pub fn declared_align(sight: Sight<'_>, options: &Options, decl: &Decl) -> Option<u64> {
    let attrs = &sight.body.attrs[decl.attrs?];
    let mut align = None;
    for attr in attrs.iter().filter(|attr| sight.name(attr.name) == "aligned") {
        let asked = match attr.args {
            AttrArgs::None => Some(options.target.biggest_align.into()),
            AttrArgs::Type(name) => Some(sight.types().align_of(&options.target, sight.body.type_names[name].ty)),
            AttrArgs::Exprs(list) => {
                let first = sight.body.list(list).next()?;
                Folder::new(sight, options).int(first).map(kiln_lang::value::int::Int::as_u64)
            }
            AttrArgs::Text(_) => None,
        };
        align = align.max(asked.filter(|align| align.is_power_of_two() && *align <= 1 << 16));
    }
    align
}

struct Linker<'a> {
    program: &'a Program,
    settings: &'a Settings,
    shared: Shared,
    /// What is known of static objects.
    infos: Vec<Info>,
    statics: Vec<Static>,
    callables: Vec<Callable>,
    functions: Vec<Function>,
    keys: FxHashMap<Key, u32>,
    /// Where each function of the image comes from.
    origins: Vec<(u32, BodyIndex)>,
    aliases: Vec<(Key, String, u32)>,
    /// Functions that run before or after `main`, by priority.
    constructors: Vec<(u64, u32)>,
    destructors: Vec<(u64, u32)>,
    /// How much of a definition each name has so far.
    strengths: FxHashMap<Key, Strength>,
    doubled: Option<(String, Place)>,
    /// Bytes of all static objects so far.
    n_bytes: u64,
    /// Functions that stay open, by their number; `None` if all are closed.
    opens: Option<Vec<Open>>,
    /// Code of versions before.
    cache: Option<&'a mut Cache>,
}

/// How much of a definition something is: of two for the same name, the stronger one holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    /// `extern inline`, which GNU C takes as no definition if there is another.
    OnlyInline,
    /// A tentative definition of an array of unknown length.
    Incomplete,
    /// A tentative definition, an inline function, the attribute `weak`: another unit may have one too.
    Weak,
    /// There can be one in a program (C11 6.9p5).
    Full,
}

/// Makes an image of a program.
pub fn link(program: &Program, settings: &Settings) -> Image {
    link_again(program, settings, &mut Cache::default())
}

/// Makes an image of a program whose code counts and records.
pub(crate) fn link_with_probes(program: &Program, settings: &Settings, probes: Probes) -> Image {
    let mut linker = Linker::new(program, settings);
    linker.shared.isolated = isolated::isolated(program, &mut |unit, id| isolated::own(program, unit, id));
    linker.shared.has_wide_fields = has_wide_fields(program);
    linker.shared.probes = Some(probes);
    linker.collect();
    linker.finish().0
}

/// Makes an image of a version of a program: functions that are as they were when the cache saw them are not lowered again.
pub fn link_again(program: &Program, settings: &Settings, cache: &mut Cache) -> Image {
    cache.begin(program, settings);
    let mut linker = Linker::new(program, settings);
    linker.shared = cache.take_shared();
    linker.shared.has_wide_fields = has_wide_fields(program);
    linker.cache = Some(cache);
    linker.collect();
    let (image, linked) = linker.finish();
    cache.end(linked.shared, &image.tags);
    image
}

/// Whether there are bit-fields that are wider than `int` and narrower than their type.
fn has_wide_fields(program: &Program) -> bool {
    let (types, target) = (&program.tables.types, &program.options.target);
    let is_wide = |field: &Field| match (field.bits, types.as_integer(field.ty)) {
        (Some(bits), Some(basic)) => bits.width > target.int_bits(Basic::Int) && bits.width < target.int_bits(basic),
        _ => false,
    };
    types.fields.iter().any(is_wide)
}

impl<'a> Linker<'a> {
    fn new(program: &'a Program, settings: &'a Settings) -> Linker<'a> {
        Linker {
            program,
            settings,
            shared: Shared::default(),
            infos: vec![Info::of("an object".to_owned(), None, Ty::VOID)],
            statics: Vec::new(),
            callables: Vec::new(),
            functions: Vec::new(),
            keys: FxHashMap::default(),
            origins: Vec::new(),
            aliases: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            strengths: FxHashMap::default(),
            doubled: None,
            n_bytes: 0,
            opens: None,
            cache: None,
        }
    }

    fn collect(&mut self) {
        for unit in 0..self.program.units.len() as u32 {
            self.collect_variables(unit);
            self.collect_functions(unit);
        }
        for (key, target, unit) in std::mem::take(&mut self.aliases) {
            let slot = [Key::External(target.clone()), Key::Internal(unit, target)]
                .iter()
                .find_map(|key| self.keys.get(key).copied());
            if let Some(slot) = slot {
                self.keys.insert(key, slot);
            }
        }
    }

    fn unit(&self, unit: u32) -> &'a Unit {
        &self.program.units[unit as usize]
    }

    fn shared_body(&self, unit: u32, body: BodyIndex) -> &'a Arc<Body> {
        let unit = self.unit(unit);
        match body {
            Some(index) => unit.function(FunctionId::from_index(index as usize)),
            None => &unit.file,
        }
    }

    fn body(&self, unit: u32, body: BodyIndex) -> &'a Body {
        self.shared_body(unit, body)
    }

    fn sight(&self, unit: u32, body: BodyIndex) -> Sight<'a> {
        Sight::of_function(&self.program.tables, self.unit(unit), self.body(unit, body))
    }

    /// The name that the linker sees: an `asm` label if there is one.
    fn linker_name(&self, sight: Sight<'_>, decl: &Decl) -> String {
        match decl.asm_label {
            // The label is written as string literals, which are joined.
            Some(label) => sight.name(label).chars().filter(|c| !matches!(c, '"' | '*' | ' ')).collect(),
            None => decl.name.map_or("", |name| sight.name(name)).to_owned(),
        }
    }

    fn key(&self, unit: u32, body: BodyIndex, decl: DeclRef) -> Key {
        let sight = self.sight(unit, body);
        let data = sight.decl(decl);
        match data.linkage {
            Linkage::External => Key::External(self.linker_name(sight, data)),
            Linkage::Internal => Key::Internal(unit, self.linker_name(sight, data)),
            Linkage::None => {
                let body = if decl.is_file() { None } else { body };
                match data.kind {
                    DeclKind::Function(Some(function)) => Key::Nested(unit, body, function),
                    _ => Key::Local(unit, body, decl.id()),
                }
            }
        }
    }

    /// Places something; the slot is its number plus one.
    fn place(&mut self, key: Key, new: Static) -> u32 {
        self.statics.push(new);
        let slot = self.statics.len() as u32;
        self.keys.insert(key, slot);
        slot
    }

    fn place_object(&mut self, key: Key, name: String, place: Option<Place>, ty: Ty, align: u64, sort: Sort) -> u32 {
        let info = self.infos.len() as u32;
        let types = &self.program.tables.types;
        let ty = match types.as_array(ty) {
            // A tentative definition of unknown length has one element (C11 6.9.2p5).
            Some((elem, ArrayLen::Incomplete)) => {
                types.lookup(&TypeKind::Array(elem, ArrayLen::Fixed(1))).unwrap_or(elem)
            }
            _ => ty,
        };
        self.infos.push(Info::of(name, place, ty));
        let size = types.size_of(&self.program.options.target, ty).unwrap_or(0);
        self.n_bytes = self.n_bytes.saturating_add(size);
        // What does not fit is refused when the memory is laid out; until then it must not take any.
        let fits = self.n_bytes <= self.settings.limits.memory;
        let template = if fits { self.shared.tags.template(types, &self.program.options, ty) } else { Vec::new() };
        let flags = object_flags(types, ty);
        let new = Static {
            sort,
            size,
            align,
            flags,
            info,
            template: template.into(),
            bytes: Box::default(),
            points_to: None,
        };
        self.place(key, new)
    }

    fn collect_variables(&mut self, unit: u32) {
        let body = self.body(unit, None);
        let sight = self.sight(unit, None);
        // The best declaration of each variable: with an initialiser, else of complete type, else any.
        let mut best: FxHashMap<Key, (DeclId, u8)> = FxHashMap::default();
        let mut order = Vec::new();
        for item in body.list(body.items) {
            for id in body.declared_by(item) {
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
    fn holds(&mut self, key: &Key, strength: Strength, unit: u32, decl: &Decl) -> bool {
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

    fn has_attribute(&self, sight: Sight<'_>, decl: &Decl, name: &str) -> bool {
        let attrs = decl.attrs.and_then(|attrs| sight.at(true).body.attrs.get(attrs));
        attrs.is_some_and(|attrs| attrs.iter().any(|attr| sight.name(attr.name) == name))
    }

    fn collect_static_locals(&mut self, unit: u32, body: BodyIndex) {
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

    fn define_variable(&mut self, unit: u32, body: BodyIndex, id: DeclId, key: Key) {
        let sight = self.sight(unit, body);
        let decl = sight.body.decls[id];
        let options = &self.program.options;
        let natural = self.program.tables.types.align_of(&options.target, decl.ty);
        let align = declared_align(sight, options, &decl).unwrap_or(0).max(natural);
        let name = format!("`{}`", decl.name.map_or("?", |name| sight.name(name)));
        let place = Some(Place { unit, span: decl.span });
        let slot = self.place_object(key, name, place, decl.ty, align, Sort::Static);
        self.extend_flexible(slot, unit, body, &decl);
    }

    /// A flexible array member takes as much room as its initialiser needs (GNU).
    fn extend_flexible(&mut self, slot: u32, unit: u32, body: BodyIndex, decl: &Decl) {
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
            object.size = end.min(1 << 62);
            if object.size > self.settings.limits.memory {
                // As in `place_object`: it will be refused.
                return;
            }
            let mut template = object.template.to_vec();
            template.resize(end as usize, crate::memory::tag::FREE);
            object.template = template.into();
        }
    }

    fn alias_target(&self, sight: Sight<'_>, decl: &Decl) -> Option<String> {
        let attrs = &sight.body.attrs[decl.attrs?];
        let alias = attrs.iter().find(|attr| sight.name(attr.name) == "alias")?;
        match alias.args {
            AttrArgs::Exprs(list) => {
                let first = sight.body.list(list).next()?;
                let ExprKind::Str { string } = sight.body.expr(first) else { return None };
                Some(sight.body.strings[string].units.iter().filter_map(|&unit| char::from_u32(unit)).collect())
            }
            AttrArgs::Text(text) => Some(sight.name(text).trim_matches('"').to_owned()),
            _ => None,
        }
    }

    fn collect_functions(&mut self, unit: u32) {
        let body = self.body(unit, None);
        let sight = self.sight(unit, None);
        for item in body.list(body.items) {
            match body.stmt(item) {
                StmtKind::Function { function } => self.define_functions(unit, function),
                StmtKind::Decl { group } => {
                    for id in body.list(body.groups[group].decls) {
                        let decl = &body.decls[id];
                        if let (DeclKind::Function(_), Some(target)) = (decl.kind, self.alias_target(sight, decl)) {
                            let key = self.key(unit, None, DeclRef::file(id));
                            self.aliases.push((key, target, unit));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn define_functions(&mut self, unit: u32, function: FunctionId) {
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
            if let Some(probes) = &mut self.shared.probes {
                probes.body = Some((unit, function));
            }
            let code = match &mut self.opens {
                None => self.closed(unit, index, id),
                Some(opens) => {
                    let (code, open) = lower::open::open(self.program, self.settings, unit, body, id, &mut self.shared);
                    opens.push(open);
                    Arc::new(code)
                }
            };
            let name = decl.name.map_or("", |name| sight.name(name)).to_owned();
            self.functions.push(Function {
                name,
                unit,
                body: body_number(unit, index),
                code,
                symbols: Vec::new(),
                ty: decl.ty,
                noreturn: self.is_noreturn(sight, &decl),
                old_style: definition.old_style,
            });
            self.origins.push((unit, index));
            if let Some(priority) = self.priority(unit, &decl, "constructor") {
                self.constructors.push((priority, number));
            }
            if let Some(priority) = self.priority(unit, &decl, "destructor") {
                self.destructors.push((priority, number));
            }
            self.place_callable(key, Callable::Code(number));
        }
    }

    /// The code of a function, from the cache if it is there.
    fn closed(&mut self, unit: u32, index: BodyIndex, id: FunctionId) -> Arc<Code> {
        let body = self.shared_body(unit, index);
        let file = &self.program.units[unit as usize].file;
        let kept = self.cache.as_mut().and_then(|cache| cache.code((body, file), Part::Function(id)));
        kept.unwrap_or_else(|| {
            let code = lower::function(self.program, self.settings, unit, body, id, &mut self.shared);
            self.keep(unit, body, Part::Function(id), Arc::new(code))
        })
    }

    fn keep(&mut self, unit: u32, body: &Arc<Body>, part: Part, code: Arc<Code>) -> Arc<Code> {
        if let Some(cache) = &mut self.cache {
            cache.keep((body, &self.program.units[unit as usize].file), part, code.clone());
        }
        code
    }

    /// The priority of a function with an attribute, on this or an earlier declaration; the default is the last.
    fn priority(&self, unit: u32, decl: &Decl, attribute: &str) -> Option<u64> {
        let sight = self.sight(unit, None);
        let mut decl = *decl;
        loop {
            let attrs = decl.attrs.and_then(|attrs| sight.body.attrs.get(attrs));
            let found = attrs.and_then(|attrs| attrs.iter().find(|attr| sight.name(attr.name) == attribute));
            if let Some(attr) = found {
                let first = match attr.args {
                    AttrArgs::Exprs(list) => sight.body.list(list).next(),
                    _ => None,
                };
                let folder = Folder::new(sight, &self.program.options);
                return Some(first.and_then(|first| folder.int(first)).map_or(65536, kiln_lang::value::Int::as_u64));
            }
            decl = *sight.decl(decl.previous.filter(|previous| previous.is_file())?);
        }
    }

    /// An attribute that changes how structures are laid out or stored, which is not modelled.
    fn unsupported_layout(&self) -> Option<String> {
        const ATTRIBUTES: [&str; 2] = ["ms_struct", "scalar_storage_order"];
        let types = &self.program.tables.types;
        // Offsets are counted in bits.
        if types.records.iter().any(|record| record.size.is_some_and(|size| size >= 1 << 60)) {
            return Some("a structure or union of 2^60 bytes or more".to_owned());
        }
        for unit in 0..self.program.units.len() as u32 {
            let functions = (0..self.unit(unit).functions.len() as u32).map(Some);
            for body in std::iter::once(None).chain(functions) {
                let sight = self.sight(unit, body);
                let mut attrs = sight.body.attrs.iter().flat_map(|attrs| attrs.iter());
                let found = attrs.find(|attr| ATTRIBUTES.contains(&sight.name(attr.name)));
                if let Some(attr) = found {
                    return Some(format!("the attribute `{}`", sight.name(attr.name)));
                }
            }
        }
        None
    }

    /// A function that is there to be called by code that `-finstrument-functions` adds, which is not modelled.
    fn instrumentation(&self) -> Option<String> {
        let key = Key::External("__cyg_profile_func_enter".to_owned());
        self.keys.contains_key(&key).then(|| "calls that -finstrument-functions adds".to_owned())
    }

    fn strength(&self, sight: Sight<'_>, decl: &Decl) -> Strength {
        match (decl.flags.contains(DeclFlags::INLINE), decl.storage) {
            (true, Storage::Extern) => Strength::OnlyInline,
            (true, _) => Strength::Weak,
            (false, _) if self.has_attribute(sight, decl, "weak") => Strength::Weak,
            (false, _) => Strength::Full,
        }
    }

    fn is_noreturn(&self, sight: Sight<'_>, decl: &Decl) -> bool {
        decl.flags.contains(DeclFlags::NORETURN) || self.has_attribute(sight, decl, "noreturn")
    }

    fn place_callable(&mut self, key: Key, callable: Callable) -> u32 {
        let info = self.callables.len() as u32;
        self.callables.push(callable);
        let new = Static {
            sort: Sort::Function,
            size: 16,
            align: 16,
            flags: flag::OPAQUE,
            info,
            template: Box::default(),
            bytes: Box::default(),
            points_to: None,
        };
        self.place(key, new)
    }
}

/// Initialisers, symbols, and the image.
impl Linker<'_> {
    fn finish(mut self) -> (Image, Linked) {
        let initializers = self.initializers();
        self.link_nested();
        for number in 0..self.functions.len() {
            let code = self.functions[number].code.clone();
            let symbols = code.symbols.iter().map(|&symbol| self.resolve(number as u32, symbol)).collect();
            self.functions[number].symbols = symbols;
        }
        let main = self.keys.get(&Key::External("main".to_owned())).and_then(|&slot| {
            let object = &self.statics[slot as usize - 1];
            match self.callables.get(object.info as usize) {
                Some(&Callable::Code(number)) if object.sort == Sort::Function => Some(number),
                _ => None,
            }
        });
        let unsupported = self.unsupported_layout().or_else(|| self.instrumentation());
        let probes = self.resolved_probes();
        let mut shared = self.shared;
        let image = Image {
            program: self.program.clone(),
            functions: self.functions,
            statics: self.statics,
            callables: self.callables,
            infos: self.infos,
            initializers,
            constructors: sorted(self.constructors),
            destructors: sorted(self.destructors).into_iter().rev().collect(),
            unsupported,
            main,
            doubled: self.doubled,
            tags: std::mem::take(&mut shared.tags),
            probes,
        };
        let opens = self.opens.unwrap_or_default();
        (image, Linked { shared, keys: self.keys, origins: self.origins, opens })
    }

    /// Tells the objects that are nested functions which function they are.
    fn link_nested(&mut self) {
        for number in 0..self.functions.len() {
            let (unit, body) = self.origins[number];
            let code = self.functions[number].code.clone();
            for &(what, object) in &code.published {
                let Published::Function(nested) = what else { continue };
                let Some(&slot) = self.keys.get(&Key::Nested(unit, body, nested)) else { continue };
                let code = Arc::make_mut(&mut self.functions[number].code);
                code.objects[object as usize].callable = Some(self.statics[slot as usize - 1].info);
            }
        }
    }

    /// What the code counts and records, with the slots of static objects.
    fn resolved_probes(&mut self) -> Probes {
        let mut probes = self.shared.probes.take().unwrap_or_default();
        for spec in &mut probes.specs {
            let (unit, function) = spec.body;
            for source in &mut spec.sources {
                if let Home::Static { decl, slot } = &mut source.home {
                    let key = self.key(unit, Some(function.index() as u32), *decl);
                    *slot = self.keys.get(&key).copied().unwrap_or(0);
                }
            }
        }
        probes
    }

    /// Code for the initialisers of every body.
    fn initializers(&mut self) -> Vec<u32> {
        if let Some(probes) = &mut self.shared.probes {
            probes.body = None;
        }
        let mut result = Vec::new();
        for unit in 0..self.program.units.len() as u32 {
            let functions = self.unit(unit).functions.len() as u32;
            for body in std::iter::once(None).chain((0..functions).map(Some)) {
                let inits = self.static_inits(unit, body);
                if inits.is_empty() {
                    continue;
                }
                let first = self.initializer(unit, body, &inits, 0);
                // Compound literals in initialisers are objects with initialisers of their own; they come first.
                let mut chain = vec![first];
                let mut next = self.new_literals(unit, body, first);
                while !next.is_empty() {
                    let inits: Vec<StaticInit> = next.into_iter().map(StaticInit::Literal).collect();
                    let number = self.initializer(unit, body, &inits, chain.len() as u32);
                    chain.push(number);
                    next = self.new_literals(unit, body, number);
                }
                result.extend(chain.into_iter().rev());
            }
        }
        result
    }

    fn static_inits(&self, unit: u32, index: BodyIndex) -> Vec<StaticInit> {
        let body = self.body(unit, index);
        let mut inits = Vec::new();
        // What was dropped from the file is not among its items any more.
        let ids: Vec<DeclId> = match index {
            None => body.list(body.items).flat_map(|item| body.declared_by(item)).collect(),
            Some(_) => body.decls.iter_ids().map(|(id, _)| id).collect(),
        };
        for id in ids {
            let decl = &body.decls[id];
            let (Some(init), DeclKind::Variable) = (decl.init, decl.kind) else { continue };
            if decl.is_static() && (index.is_none() || decl.linkage == Linkage::None) {
                inits.push(StaticInit::Variable(DeclRef::new(id, index.is_none()), init));
            }
        }
        inits
    }

    fn initializer(&mut self, unit: u32, index: BodyIndex, inits: &[StaticInit], step: u32) -> u32 {
        let body = self.shared_body(unit, index);
        let file = &self.program.units[unit as usize].file;
        let part = Part::Initializers(step);
        let kept = self.cache.as_mut().and_then(|cache| cache.code((body, file), part));
        let code = kept.unwrap_or_else(|| {
            let code = lower::initializers(self.program, self.settings, unit, body, inits, &mut self.shared);
            self.keep(unit, body, part, Arc::new(code))
        });
        self.functions.push(Function {
            name: "static initialisers".to_owned(),
            unit,
            body: body_number(unit, index),
            code,
            symbols: Vec::new(),
            ty: Ty::ERROR,
            noreturn: false,
            old_style: false,
        });
        self.origins.push((unit, index));
        self.functions.len() as u32 - 1
    }

    /// Compound literals that code names and that have no object yet.
    fn new_literals(&mut self, unit: u32, body: BodyIndex, function: u32) -> Vec<ExprId> {
        let code: Arc<Code> = self.functions[function as usize].code.clone();
        let mut new = Vec::new();
        for &symbol in &code.symbols {
            let Symbol::Literal(id) = symbol else { continue };
            let key = Key::Literal(unit, body, id);
            if self.keys.contains_key(&key) {
                continue;
            }
            let sight = self.sight(unit, body);
            let ty = sight.body.ty(id);
            let align = self.program.tables.types.align_of(&self.program.options.target, ty);
            let place = Some(Place { unit, span: sight.body.expr_span(id) });
            self.place_object(key, "a compound literal".to_owned(), place, ty, align, Sort::Static);
            new.push(id);
        }
        new
    }

    fn resolve(&mut self, function: u32, symbol: Symbol) -> (u32, u32) {
        let (unit, body) = self.origins[function as usize];
        match symbol {
            Symbol::Decl(decl) => (self.resolve_decl(unit, body, decl), 0),
            Symbol::Str(string) => (self.string(unit, body, string), 0),
            Symbol::FunctionName => (self.function_name(function), 0),
            Symbol::Literal(id) => (self.keys.get(&Key::Literal(unit, body, id)).copied().unwrap_or(0), 0),
            Symbol::Label(index) => (self.labels(unit, body), index * LABEL_DISTANCE),
        }
    }

    fn resolve_decl(&mut self, unit: u32, body: BodyIndex, decl: DeclRef) -> u32 {
        let key = self.key(unit, body, decl);
        if let Some(&slot) = self.keys.get(&key) {
            return slot;
        }
        let sight = self.sight(unit, body);
        let data = *sight.decl(decl);
        let name = self.linker_name(sight, &data);
        match data.kind {
            DeclKind::Function(_) => {
                let short = match name.as_str() {
                    // Not what `longjmp` is.
                    "__builtin_longjmp" => &name,
                    _ => name.strip_prefix("__builtin_").unwrap_or(&name),
                };
                let short = short.to_owned();
                let plain = Key::External(short.clone());
                // `__builtin_f` is `f`, which the program may define.
                let slot = match self.keys.get(&plain) {
                    Some(&slot) if short != name && self.statics[slot as usize - 1].sort == Sort::Function => slot,
                    _ => self.place_callable(key.clone(), Callable::Library(short)),
                };
                self.keys.insert(key, slot);
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

    fn string(&mut self, unit: u32, body: BodyIndex, id: StringId) -> u32 {
        let key = Key::Str(unit, body, id);
        if let Some(&slot) = self.keys.get(&key) {
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

    fn place_bytes(&mut self, key: Key, bytes: Vec<u8>, name: &str, sort: Sort, align: u64) -> u32 {
        let info = self.infos.len() as u32;
        self.infos.push(Info::of(name.to_owned(), None, Ty::VOID));
        let new = Static {
            sort,
            size: bytes.len() as u64,
            align,
            flags: flag::READ_ONLY,
            info,
            template: vec![0; bytes.len()].into(),
            bytes: bytes.into(),
            points_to: None,
        };
        self.place(key, new)
    }

    fn function_name(&mut self, function: u32) -> u32 {
        let key = Key::Name(function);
        if let Some(&slot) = self.keys.get(&key) {
            return slot;
        }
        let mut bytes = self.functions[function as usize].name.clone().into_bytes();
        bytes.push(0);
        self.place_bytes(key, bytes, "`__func__`", Sort::Static, 1)
    }

    fn labels(&mut self, unit: u32, body: BodyIndex) -> u32 {
        let key = Key::Labels(unit, body);
        if let Some(&slot) = self.keys.get(&key) {
            return slot;
        }
        let count = lower::labels_with_address(self.body(unit, body)).len() as u64;
        let new = Static {
            sort: Sort::Label,
            size: count * u64::from(LABEL_DISTANCE),
            align: 16,
            flags: flag::OPAQUE,
            info: body_number(unit, body),
            template: Box::default(),
            bytes: Box::default(),
            points_to: None,
        };
        self.place(key, new)
    }
}

fn sorted(mut functions: Vec<(u64, u32)>) -> Vec<u32> {
    functions.sort_by_key(|&(priority, _)| priority);
    functions.into_iter().map(|(_, number)| number).collect()
}

/// A number for a body, unique in the program.
fn body_number(unit: u32, body: BodyIndex) -> u32 {
    unit << 20 | body.map_or(0, |index| index + 1)
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
