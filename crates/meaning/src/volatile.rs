//! What a program does to its volatile objects: a list that compiled programs can be held to (C11 5.1.2.3p6).
//!
//! The list is about objects of static storage duration that are volatile as a whole, which have a name that the linker
//! knows, and about their scalars of 1, 2, 4 and 8 bytes. An object is left out as a whole if something is done to it that
//! compilers translate to accesses of their choice: a structure or a bit-field is read or written, or a structure named for nothing, the value of an assignment to it is used (C11
//! 6.5.16p3: it may be read again), a library function accesses it. So are those whose name stands for several.
//! See `memory/watch.rs` for the order.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use kiln_lang::tree::{Body, DeclFlags, DeclKind, Program};
use kiln_lang::types::{Quals, Ty, TypeKind, Types};

use crate::image::Image;
use crate::link::{Cache, link_again};
use crate::memory::watch::{Watch, Watched};
use crate::memory::{Sort, flag};
use crate::outcome::Outcome;
use crate::settings::Settings;
use crate::verdict::run_image;

/// A volatile object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// It is a scalar, which compilers have no reason to take apart.
    pub is_scalar: bool,
}

/// An access to a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// Index of the object.
    pub object: usize,
    /// Where in it.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Written, not read.
    pub write: bool,
}

/// Everything that a program does to its volatile objects, as far as a list can say it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The objects.
    pub objects: Vec<Object>,
    /// The accesses, in groups: one group after the other, in any order inside of one.
    pub groups: Vec<Vec<Access>>,
}

/// Runs a program without arguments and lists what it does to its volatile objects; in words why nothing can be said, also if
/// there are more accesses than `most`.
pub fn trace(program: &Program, settings: &Settings, most: usize) -> Result<Trace, String> {
    if bodies(program).any(|body| !body.asms.is_empty()) {
        return Err("it has asm".to_owned());
    }
    let settings = Settings { shortcuts: false, traces_volatile: Some(most), ..*settings };
    let image = link_again(program, &settings, &mut Cache::default());
    let mut watch = None;
    let (verdict, touched) =
        run_image(&image, &settings, &["program".to_owned()], |machine| watch = machine.memory.watch.take());
    if !matches!(verdict.outcome, Outcome::Ended(_)) {
        return Err(format!("it is {}", verdict.outcome.word()));
    }
    if touched.order.is_some() || touched.seeded() {
        return Err("what it does may depend on what C leaves open".to_owned());
    }
    match watch {
        Some(watch) if !watch.is_full => Ok(listed(&image, &watch)),
        _ => Err(format!("it has more than {most} accesses to volatile objects")),
    }
}

/// All bodies of a program.
fn bodies(program: &Program) -> impl Iterator<Item = &Body> {
    program.units.iter().flat_map(|unit| {
        let functions = unit.function_ids().map(|id| unit.function(id));
        std::iter::once(&*unit.file).chain(functions.map(|body| &**body))
    })
}

fn listed(image: &Image, watch: &Watch) -> Trace {
    let odd = odd_names(&image.program);
    let mut slots: BTreeMap<u32, usize> = BTreeMap::new();
    let mut objects = Vec::new();
    let types = &image.program.tables.types;
    for (slot, (name, it)) in (1..).zip(image.statics.iter().map(|it| (name_of(image, it), it))) {
        let Some((name, ty)) = name.filter(|_| it.flags & flag::VOLATILE != 0) else { continue };
        let is_single =
            image.statics.iter().filter(|other| name_of(image, other).is_some_and(|it| it.0 == name)).count() == 1;
        if is_single && is_plain(types, ty) && !odd.contains(name) && !watch.left_out.contains(&slot) {
            let is_scalar = !matches!(types.canon_kind(ty), TypeKind::Array(..) | TypeKind::Record(_));
            slots.insert(slot, objects.len());
            objects.push(Object { name: name.to_owned(), size: it.size, is_scalar });
        }
    }
    let access = |it: &Watched| {
        let (offset, size) = (it.offset.into(), it.size.into());
        slots.get(&it.slot).map(|&object| Access { object, offset, size, write: it.write })
    };
    let ends = watch.groups.iter().skip(1).copied().chain([watch.accesses.len()]);
    let groups = watch.groups.iter().zip(ends);
    let groups =
        groups.map(|(&start, end)| watch.accesses[start..end].iter().filter_map(access).collect::<Vec<Access>>());
    Trace { objects, groups: groups.filter(|group| !group.is_empty()).collect() }
}

/// The name and the type of a variable of static storage duration.
fn name_of<'a>(image: &'a Image, it: &crate::image::Static) -> Option<(&'a str, Ty)> {
    let info = image.infos.get(it.info as usize).filter(|_| it.sort == Sort::Static)?;
    Some((info.name.strip_prefix('`')?.strip_suffix('`')?, info.ty))
}

/// Names of variables that the linker may know by another one, or that are not where their symbol says.
fn odd_names(program: &Program) -> BTreeSet<&str> {
    let is_odd = |flags: DeclFlags| flags.contains(DeclFlags::THREAD_LOCAL) || flags.contains(DeclFlags::GNU_THREAD);
    let decls = bodies(program).flat_map(|body| body.decls.iter());
    let odd = decls
        .filter(|decl| decl.kind == DeclKind::Variable)
        .filter(|decl| decl.attrs.is_some() || decl.asm_label.is_some() || is_odd(decl.flags));
    odd.filter_map(|decl| decl.name).map(|name| program.tables.names.resolve(name)).collect()
}

/// Whether an object consists of what is accessed at once: no complex numbers, no vectors, nothing atomic.
fn is_plain(types: &Types, ty: Ty) -> bool {
    let is_atomic = types.quals(ty).contains(Quals::ATOMIC);
    !is_atomic
        && match types.canon_kind(ty) {
            TypeKind::Array(element, _) => is_plain(types, element),
            TypeKind::Record(id) => types.records[id].fields().all(|field| is_plain(types, types.fields[field].ty)),
            TypeKind::Complex(_) | TypeKind::Vector(..) => false,
            _ => true,
        }
}

impl Trace {
    /// Accesses of all groups.
    pub fn accesses(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// An access in a line of text: object and place, `r` or `w`, bytes.
    pub fn line(&self, access: &Access) -> String {
        let name = self.objects.get(access.object).map_or("?", |object| &object.name);
        format!("{name}+{} {} {}", access.offset, if access.write { 'w' } else { 'r' }, access.size)
    }
}

/// A line for each access, the number of its group before it.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, group) in (1..).zip(&self.groups) {
            for access in group {
                writeln!(f, "{number} {}", self.line(access))?;
            }
        }
        Ok(())
    }
}
