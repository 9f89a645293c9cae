//! Linking: the units of a program become one image.
//!
//! Names with external linkage are one thing in all units (C11 6.2.2), tentative definitions become definitions, and every
//! initialiser of a static object becomes code that runs before `main`. `collect` finds what a program defines, `place` enters
//! it, `initial` has the initialisers, `resolve` places what functions name, and `names` says what a symbol stands for. Functions
//! are lowered when they are first called; everything that has an address has it before that. `cache` keeps code for the next
//! version of a program, `open` keeps functions open for more statements.

mod cache;
mod collect;
mod initial;
mod layout;
mod names;
mod open;
mod place;
mod resolve;

use std::sync::{Arc, MutexGuard};

use kiln_lang::index::Id;
use kiln_lang::tree::{AttrArgs, Body, Decl, DeclRef, FunctionId, Program, Sight, Unit};
use kiln_lang::types::{Basic, Field, Record, RecordKind, Ty};
use kiln_lang::{Folder, Options};
use rustc_hash::FxHashMap;

pub use self::cache::Cache;
use self::cache::Part;
use self::collect::Strength;
pub use self::names::LABEL_DISTANCE;
use self::names::{BodyIndex, Key};
pub(crate) use self::names::{Names, weakref_target};
pub use self::open::{Linked, link_mended, link_open};
use crate::code::{Fusible, Published};
use crate::image::{Bases, Callable, Function, Image, Info, Starts, Static};
use crate::lower::later::{Later, Plan, SharedCell, locked};
use crate::lower::open::Open;
use crate::lower::touch::{self, Touches};
use crate::lower::{self, Classes, Facts, Shared};
use crate::memory::Sort;
use crate::outcome::Place;
use crate::profile::probe::{Home, Probes};
use crate::settings::{Dialect, Settings};

/// The alignment of a variable: of its type, or more where an attribute or the ABI asks for it.
pub fn variable_align(sight: Sight<'_>, options: &Options, dialect: Dialect, decl: &Decl) -> u64 {
    let natural = sight.types().align_of(&options.target, decl.ty);
    let of_array = large_array_align(sight, options, dialect, decl);
    declared_align(sight, options, decl).unwrap_or(0).max(natural).max(of_array)
}

/// The alignment that the ABI of x86-64 (3.1.2), by which GCC goes where C leaves alignments to the implementation, gives to an array
/// variable of 16 bytes and more.
fn large_array_align(sight: Sight<'_>, options: &Options, dialect: Dialect, decl: &Decl) -> u64 {
    const LARGE: u64 = 16;
    let types = sight.types();
    let is_large = types.as_array(decl.ty).is_some() && types.size_of(&options.target, decl.ty) >= Some(LARGE);
    if dialect == Dialect::Gnu && options.target.name == "x86_64" && is_large { LARGE } else { 1 }
}

/// The alignment that attributes or `_Alignas` of a declaration ask for.
fn declared_align(sight: Sight<'_>, options: &Options, decl: &Decl) -> Option<u64> {
    let attrs = &sight.body.attrs[decl.attrs?];
    let mut align = None;
    for attr in attrs.iter().filter(|attr| matches!(sight.name(attr.name), "aligned" | "_Alignas")) {
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
    shared: SharedCell,
    /// How functions are lowered when they are first run; `None` if they are lowered now.
    plan: Option<Arc<Plan>>,
    /// What is known of static objects.
    infos: Vec<Info>,
    statics: Vec<Static>,
    callables: Vec<Callable>,
    functions: Vec<Function>,
    names: Names,
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
    /// Whether functions are lowered so that their operations can be repaired.
    is_mended: bool,
    /// Code of versions before.
    cache: Option<&'a mut Cache>,
}

/// Makes an image of a program.
pub fn link(program: &Program, settings: &Settings) -> Image {
    link_again(program, settings, &mut Cache::default())
}

/// Makes an image of a program whose code counts and records.
pub(crate) fn link_with_probes(program: &Program, settings: &Settings, probes: Probes) -> Image {
    let touches = touch::touches(program, &mut |unit, id| touch::own(program, unit, id));
    let shared = Shared::of(facts(program, settings, touches), Some(probes));
    let mut linker = Linker::new(program, settings, shared);
    linker.collect();
    linker.closed_image()
}

/// Makes an image of a version of a program: functions that are as they were when the cache saw them are not lowered again.
pub fn link_again(program: &Program, settings: &Settings, cache: &mut Cache) -> Image {
    let (shared, touches) = cache.begin(program, settings);
    let facts = facts(program, settings, touches);
    locked(&shared).facts = facts.clone();
    let mut linker = Linker::new(program, settings, shared.clone());
    if settings.shortcuts {
        let plan = Plan { program: program.clone(), settings: *settings, facts, shared };
        linker.plan = Some(Arc::new(plan));
    }
    linker.cache = Some(cache);
    linker.collect();
    linker.closed_image()
}

fn facts(program: &Program, settings: &Settings, touches: Touches) -> Arc<Facts> {
    let watches_floats = settings.dialect == Dialect::Gnu && watches_floats(program);
    let classes = Classes::new(&program.tables.types, &program.options);
    Arc::new(Facts { touches, has_wide_fields: has_wide_fields(program), watches_floats, classes })
}

/// Whether a program can look at the floating-point environment: it names a function of `<fenv.h>`.
fn watches_floats(program: &Program) -> bool {
    let names = &program.tables.names;
    ["fetestexcept", "fesetround", "feenableexcept"].iter().any(|name| names.get(name).is_some())
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
    fn new(program: &'a Program, settings: &'a Settings, shared: SharedCell) -> Linker<'a> {
        Linker {
            program,
            settings,
            shared,
            plan: None,
            infos: vec![Info::of("an object".to_owned(), None, Ty::VOID)],
            statics: Vec::new(),
            callables: Vec::new(),
            functions: Vec::new(),
            names: Names::default(),
            aliases: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            strengths: FxHashMap::default(),
            doubled: None,
            n_bytes: 0,
            opens: None,
            is_mended: false,
            cache: None,
        }
    }

    fn unit(&self, unit: u32) -> &'a Unit {
        &self.program.units[unit as usize]
    }

    fn shared_body(&self, unit: u32, body: BodyIndex) -> &'a Arc<Body> {
        names::body_of(self.program, unit, body)
    }

    fn body(&self, unit: u32, body: BodyIndex) -> &'a Body {
        self.shared_body(unit, body)
    }

    fn sight(&self, unit: u32, body: BodyIndex) -> Sight<'a> {
        names::sight_of(self.program, unit, body)
    }

    fn key(&self, unit: u32, body: BodyIndex, decl: DeclRef) -> Key {
        names::key(self.program, unit, body, decl)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        locked(&self.shared)
    }

    /// The code of a function, from the cache if it is there.
    fn closed(&mut self, unit: u32, index: BodyIndex, id: FunctionId) -> Arc<Fusible> {
        let body = self.shared_body(unit, index);
        let file = &self.program.units[unit as usize].file;
        let kept = self.cache.as_mut().and_then(|cache| cache.code((body, file), Part::Function(id)));
        kept.unwrap_or_else(|| {
            let code = match &self.plan {
                // A function inside of a function is an object of its frame, and linking tells that object what it is.
                Some(plan) if body.functions.len() == 1 => {
                    Fusible::later(Later { plan: plan.clone(), unit, body: body.clone(), function: id })
                }
                _ => {
                    let mut shared = self.shared();
                    Fusible::lowered(lower::function(self.program, self.settings, unit, body, id, &mut shared))
                }
            };
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
        let types = &self.program.tables.types;
        if self.settings.dialect != Dialect::Gnu && layout::has_reversed(types) {
            return Some("a storage order of structures that is not the target's, which only GCC knows".to_owned());
        }
        if layout::mixes_storage_orders(types) {
            return Some("a union of numbers in both storage orders".to_owned());
        }
        let has_bits = |record: &Record| record.fields().any(|field| types.fields[field].bits.is_some());
        if types.records.iter().any(|one| one.ms_layout && one.kind == RecordKind::Union && has_bits(one)) {
            return Some("a union with bit-fields and the attribute `ms_struct`".to_owned());
        }
        None
    }
}

/// Initialisers, symbols, and the image.
impl Linker<'_> {
    /// The image of a program that nothing is added to: what its symbols stand for is found out when they are needed.
    fn closed_image(self) -> Image {
        let (image, linked) = self.finish();
        Image { names: linked.names, ..image }
    }

    fn finish(mut self) -> (Image, Linked) {
        let initializers = self.initializers();
        self.link_nested();
        self.place_named();
        let main = self.names.keys.get(&Key::External("main".to_owned())).and_then(|&slot| {
            let object = &self.statics[slot as usize - 1];
            match self.callables.get(object.info as usize) {
                Some(&Callable::Code(number)) if object.sort == Sort::Function => Some(number),
                _ => None,
            }
        });
        let unsupported = self.unsupported_layout();
        let probes = self.resolved_probes();
        let watches_floats = locked(&self.shared).facts.watches_floats;
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
            shared: self.shared,
            names: Names::default(),
            has_reversed: layout::has_reversed(&self.program.tables.types),
            watches_floats,
            probes,
            starts: Starts::default(),
            bases: Bases::default(),
        };
        let opens = self.opens.unwrap_or_default();
        (image, Linked { names: self.names, opens })
    }

    /// Tells the objects that are nested functions which function they are.
    fn link_nested(&mut self) {
        for number in 0..self.functions.len() {
            let (unit, body) = self.names.origins[number];
            let code = self.functions[number].code.clone();
            for &(what, object) in code.written().into_iter().flat_map(|code| &code.published) {
                let Published::Function(nested) = what else { continue };
                let Some(&slot) = self.names.keys.get(&Key::Nested(unit, body, nested)) else { continue };
                let Some(code) = Arc::make_mut(&mut self.functions[number].code).plain_mut() else { continue };
                code.objects[object as usize].callable = Some(self.statics[slot as usize - 1].info);
            }
        }
    }

    /// What the code counts and records, with the slots of static objects.
    fn resolved_probes(&mut self) -> Probes {
        let mut probes = self.shared().probes.take().unwrap_or_default();
        for spec in &mut probes.specs {
            let (unit, function) = spec.body;
            for source in &mut spec.sources {
                if let Home::Static { decl, slot } = &mut source.home {
                    let key = self.key(unit, Some(function.index() as u32), *decl);
                    *slot = self.names.keys.get(&key).copied().unwrap_or(0);
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
