//! Linking: the units of a program become one image.
//!
//! Names with external linkage are one thing in all units (C11 6.2.2), tentative definitions become definitions, every
//! function is lowered, and every initialiser of a static object becomes code that runs before `main`. `collect` finds what a
//! program defines, `place` enters it, `initial` has the initialisers, `resolve` the symbols of code. `cache` keeps code for the
//! next version of a program, `open` keeps functions open for more statements.

mod cache;
mod collect;
mod initial;
mod layout;
mod open;
mod place;
mod resolve;

use std::sync::Arc;

use kiln_lang::index::Id;
use kiln_lang::tree::{
    AttrArgs, Body, Decl, DeclId, DeclKind, DeclRef, ExprId, FunctionId, Linkage, Program, Sight, StringId, Unit,
};
use kiln_lang::types::{Basic, Field, Ty};
use kiln_lang::{Folder, Options};
use rustc_hash::FxHashMap;

pub use self::cache::Cache;
use self::cache::Part;
use self::collect::Strength;
pub use self::open::{Linked, link_open};
use crate::code::{Fusible, Published};
use crate::image::{Callable, Function, Image, Info, Starts, Static};
use crate::lower::open::Open;
use crate::lower::{self, Shared, touch};
use crate::memory::Sort;
use crate::outcome::Place;
use crate::profile::probe::{Home, Probes};
use crate::settings::{Dialect, Settings};

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

/// Makes an image of a program.
pub fn link(program: &Program, settings: &Settings) -> Image {
    link_again(program, settings, &mut Cache::default())
}

/// Makes an image of a program whose code counts and records.
pub(crate) fn link_with_probes(program: &Program, settings: &Settings, probes: Probes) -> Image {
    let mut linker = Linker::new(program, settings);
    linker.shared.touches = touch::touches(program, &mut |unit, id| touch::own(program, unit, id));
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

    /// The code of a function, from the cache if it is there.
    fn closed(&mut self, unit: u32, index: BodyIndex, id: FunctionId) -> Arc<Fusible> {
        let body = self.shared_body(unit, index);
        let file = &self.program.units[unit as usize].file;
        let kept = self.cache.as_mut().and_then(|cache| cache.code((body, file), Part::Function(id)));
        kept.unwrap_or_else(|| {
            let code = lower::function(self.program, self.settings, unit, body, id, &mut self.shared);
            self.keep(unit, body, Part::Function(id), Arc::new(code))
        })
    }

    fn keep(&mut self, unit: u32, body: &Arc<Body>, part: Part, code: Arc<Fusible>) -> Arc<Fusible> {
        if let Some(cache) = &mut self.cache {
            cache.keep((body, &self.program.units[unit as usize].file), part, code.clone());
        }
        code
    }

    /// An attribute that changes how structures are laid out or stored, which is not modelled.
    fn unsupported_layout(&self) -> Option<String> {
        const ATTRIBUTES: [&str; 1] = ["ms_struct"];
        let types = &self.program.tables.types;
        // Offsets are counted in bits.
        if types.records.iter().any(|record| record.size.is_some_and(|size| size >= 1 << 60)) {
            return Some("a structure or union of 2^60 bytes or more".to_owned());
        }
        if self.settings.dialect != Dialect::Gnu && layout::has_reversed(types) {
            return Some("a storage order of structures that is not the target's, which only GCC knows".to_owned());
        }
        if layout::mixes_storage_orders(types) {
            return Some("a union of numbers in both storage orders".to_owned());
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
}

/// Initialisers, symbols, and the image.
impl Linker<'_> {
    fn finish(mut self) -> (Image, Linked) {
        let initializers = self.initializers();
        self.link_nested();
        for number in 0..self.functions.len() {
            let code = self.functions[number].code.clone();
            let symbols = code.written().symbols.iter().map(|&symbol| self.resolve(number as u32, symbol)).collect();
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
            has_reversed: layout::has_reversed(&self.program.tables.types),
            probes,
            starts: Starts::default(),
        };
        let opens = self.opens.unwrap_or_default();
        (image, Linked { shared, keys: self.keys, origins: self.origins, opens })
    }

    /// Tells the objects that are nested functions which function they are.
    fn link_nested(&mut self) {
        for number in 0..self.functions.len() {
            let (unit, body) = self.origins[number];
            let code = self.functions[number].code.clone();
            for &(what, object) in &code.written().published {
                let Published::Function(nested) = what else { continue };
                let Some(&slot) = self.keys.get(&Key::Nested(unit, body, nested)) else { continue };
                let code = Arc::make_mut(&mut self.functions[number].code).written_mut();
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
}

fn sorted(mut functions: Vec<(u64, u32)>) -> Vec<u32> {
    functions.sort_by_key(|&(priority, _)| priority);
    functions.into_iter().map(|(_, number)| number).collect()
}

/// A number for a body, unique in the program.
fn body_number(unit: u32, body: BodyIndex) -> u32 {
    unit << 20 | body.map_or(0, |index| index + 1)
}
