//! A program that is ready to run: its functions, with their code or how to get it, and everything of static storage duration.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use kiln_lang::tree::Program;
use kiln_lang::types::{ArrayLen, Quals, RecordKind, Ty, TypeKind};

use crate::code::Fusible;
use crate::link::Names;
use crate::lower::later::{SharedCell, locked};
use crate::memory::cell::Base;
use crate::memory::lazy::Start;
use crate::memory::tag::Within;
use crate::memory::template::Template;
use crate::memory::{Alloc, Provenance, Site, Sort};
use crate::outcome::Place;
use crate::profile::probe::Probes;

/// What is known of an object.
#[derive(Clone, Debug)]
pub struct Info {
    /// The name of the variable, or what it is.
    pub name: String,
    /// Where it is declared.
    pub place: Option<Place>,
    /// Its type.
    pub ty: Ty,
    /// It could be declared `register`: a variable whose address is never taken.
    pub could_be_register: bool,
}

impl Info {
    /// What is known of an object whose address is taken.
    pub fn of(name: String, place: Option<Place>, ty: Ty) -> Info {
        Info { name, place, ty, could_be_register: false }
    }
}

/// An object, function or label with an address of its own.
#[derive(Clone, Debug)]
pub struct Static {
    /// What it is.
    pub sort: Sort,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Const and volatile, once it is initialised.
    pub flags: u16,
    /// For objects an index of the infos, for functions one of the callables.
    pub info: u32,
    /// Its shadow before it has a value.
    pub template: Template,
    /// Its initial bytes, where they do not come from code.
    pub bytes: Box<[u8]>,
    /// For a pointer that the library defines: the slot it points to.
    pub points_to: Option<u32>,
}

/// What a function symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callable {
    /// A function of the program.
    Code(u32),
    /// A function of the library, by its name.
    Library(String),
}

/// A function of the program.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: u32,
    /// The body it comes from: functions and initialisers of one body share their labels.
    pub body: u32,
    /// Its code.
    pub code: Arc<Fusible>,
    /// What the symbols of its code are, once that is known; see [`Image::symbols`].
    pub symbols: OnceLock<Vec<(u32, u32)>>,
    /// Its type.
    pub ty: Ty,
    /// Declared `_Noreturn`, or with the attribute.
    pub noreturn: bool,
    /// Declared with the attribute `noinline`, or another one that includes it.
    pub noinline: bool,
    /// Definition without prototype.
    pub old_style: bool,
}

/// A program that is ready to run.
#[derive(Clone, Debug)]
pub struct Image {
    /// The program.
    pub program: Program,
    /// Functions.
    pub functions: Vec<Function>,
    /// Everything with a static address; the slot of each is its index plus one.
    pub statics: Vec<Static>,
    /// What functions stand for.
    pub callables: Vec<Callable>,
    /// What is known of static objects.
    pub infos: Vec<Info>,
    /// Functions that initialise static objects, in order.
    pub initializers: Vec<u32>,
    /// Functions that run before `main`, in order, and after it.
    pub constructors: Vec<u32>,
    /// Functions that run at the end, in order.
    pub destructors: Vec<u32>,
    /// Something in the program that is not modelled at all.
    pub unsupported: Option<String>,
    /// The function to start with.
    pub main: Option<u32>,
    /// A name that several units define, which no linker takes.
    pub doubled: Option<(String, Place)>,
    /// What lowering shares, which goes on while the program runs: effective types.
    pub shared: SharedCell,
    /// What symbols of code stand for.
    pub(crate) names: Names,
    /// There are structures in the other storage order than that of the target.
    pub(crate) has_reversed: bool,
    /// The program can look at the floating-point environment.
    pub(crate) watches_floats: bool,
    /// What its code counts and records.
    pub(crate) probes: Probes,
    /// What is kept for running it again.
    pub(crate) starts: Starts,
    /// Where its static objects are, by function.
    pub(crate) bases: Bases,
}

/// What the symbols of each function lead to, found out when it is first called: in runs with the usual choices, and with
/// others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bases([OnceLock<Box<[BasesOf]>>; 2]);

/// What the symbols of a function lead to, once that is known.
pub(crate) type BasesOf = OnceLock<Box<[Base]>>;

/// Memory as the initialisers leave it. Most images are run once: it is kept when one is run again.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    n_runs: AtomicU32,
    kept: OnceLock<Start>,
}

impl Starts {
    /// What is kept.
    pub(crate) fn get(&self) -> Option<&Start> {
        self.kept.get()
    }

    /// The initialisers have run: keeps what `start` gives, if it is worth while.
    pub(crate) fn offer(&self, start: impl FnOnce() -> Start) {
        if self.n_runs.fetch_add(1, Ordering::Relaxed) == 1 {
            self.kept.get_or_init(start);
        }
    }
}

/// A copy of an image may become another image, so it starts anew.
impl Clone for Starts {
    fn clone(&self) -> Starts {
        Starts::default()
    }
}

/// Qualifiers of a part of an object.
#[derive(Clone, Copy, Default, Debug)]
pub struct PartQualifiers {
    /// Some byte belongs to a const member.
    pub is_const: bool,
    /// Some byte belongs to a volatile member.
    pub is_volatile: bool,
}

impl Image {
    /// The place of an instruction.
    pub fn place(&self, site: Site) -> Option<Place> {
        self.functions.get(site.function as usize)?.code.places.get(site.pc as usize).copied()
    }

    /// What the symbols of a function's code stand for: a slot and an offset; slot 0 is not defined.
    #[inline]
    pub fn symbols(&self, function: u32) -> &[(u32, u32)] {
        let data = &self.functions[function as usize];
        data.symbols.get_or_init(|| {
            let symbols = data.code.symbols.iter();
            symbols.map(|&symbol| self.names.symbol(&self.program, function, symbol)).collect()
        })
    }

    /// What the symbols of each function lead to.
    pub(crate) fn bases(&self, is_other_choice: bool) -> &[BasesOf] {
        let of_each = || self.functions.iter().map(|_| OnceLock::new()).collect();
        self.bases.0[usize::from(is_other_choice)].get_or_init(of_each)
    }

    /// The effective type of scalars of a type that belong to no structure.
    pub fn scalar_tag(&self, ty: Ty) -> u16 {
        locked(&self.shared).tags.scalar(&self.program.tables.types, ty, None, false)
    }

    /// Whether an object with one effective type may be accessed as another.
    pub fn compatible_tags(&self, stored: u16, access: u16) -> bool {
        locked(&self.shared).tags.compatible(&self.program.tables.types, &self.program.options, stored, access)
    }

    /// Whether an object with an effective type may be accessed as a part of something.
    pub fn is_held(&self, stored: u16, within: Within) -> bool {
        locked(&self.shared).tags.holds(&self.program.tables.types, &self.program.options, within, stored)
    }

    /// A structure or union in words.
    pub fn describe_record(&self, within: Within) -> String {
        locked(&self.shared).tags.describe_record(&self.program.tables.types, &self.program.tables.names, within)
    }

    /// Whether two effective types have the same storage order.
    pub fn same_order(&self, stored: u16, access: u16) -> bool {
        !self.has_reversed || locked(&self.shared).tags.same_order(stored, access)
    }

    /// Whether an effective type is an integer other than `_Bool`.
    pub fn is_integer_tag(&self, tag: u16) -> bool {
        locked(&self.shared).tags.is_integer(&self.program.tables.types, tag)
    }

    /// An effective type in words.
    pub fn describe_tag(&self, tag: u16) -> String {
        locked(&self.shared).tags.describe(&self.program.tables.types, &self.program.tables.names, tag)
    }

    /// What is known of an object: of automatic ones, its function knows.
    pub(crate) fn info(&self, slot: u32, alloc: &Alloc) -> Option<&Info> {
        if slot & Provenance::STACK == 0 {
            return self.infos.get(alloc.info as usize);
        }
        let function = self.functions.get(alloc.born.function as usize)?;
        function.code.objects.get(alloc.info as usize).map(|object| &object.info)
    }

    /// How an object came to be, in words.
    pub fn birth(&self, slot: u32, alloc: &Alloc) -> (String, Option<Place>) {
        match alloc.sort {
            Sort::Heap => ("the memory was allocated here".to_owned(), self.place(alloc.born)),
            Sort::Function | Sort::Label => ("it is a function or label".to_owned(), None),
            _ => match self.info(slot, alloc) {
                Some(info) => (format!("{} is declared here", info.name), info.place),
                None => ("the object".to_owned(), None),
            },
        }
    }

    /// The qualifiers of the members in a range of bits of an object.
    pub fn qualified_part(&self, slot: u32, alloc: &Alloc, from: u64, to: u64) -> PartQualifiers {
        let mut result = PartQualifiers::default();
        if let Some(info) = self.info(slot, alloc) {
            self.collect_qualifiers(info.ty, 0, from, to, &mut result);
        }
        result
    }

    fn collect_qualifiers(&self, ty: Ty, base: u64, from: u64, to: u64, result: &mut PartQualifiers) {
        let types = &self.program.tables.types;
        let target = &self.program.options.target;
        let quals = types.quals(ty);
        result.is_const |= quals.contains(Quals::CONST);
        result.is_volatile |= quals.contains(Quals::VOLATILE);
        match types.canon_kind(ty) {
            TypeKind::Array(elem, ArrayLen::Fixed(len)) => {
                let size = types.size_of(target, elem).unwrap_or(0) * 8;
                if size == 0 || len == 0 || from < base {
                    return;
                }
                let index = (from - base) / size;
                if index < len {
                    self.collect_qualifiers(elem, base + index * size, from, to, result);
                }
            }
            // The bytes of a union belong to all of its members, with and without qualifiers.
            TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => {}
            TypeKind::Record(id) => {
                for field in types.records[id].fields() {
                    let field = &types.fields[field];
                    let start = base.saturating_add(field.bit_position());
                    let bits = match field.bits {
                        Some(bits) => u64::from(bits.width),
                        None => types.size_of(target, field.ty).unwrap_or(0) * 8,
                    };
                    if start < to && from < start + bits {
                        self.collect_qualifiers(field.ty, start, from, to, result);
                    }
                }
            }
            _ => {}
        }
    }
}
