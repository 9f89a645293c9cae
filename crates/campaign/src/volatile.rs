//! Whether a program does to its volatile objects what it has to: the accesses that were traced against the interpreter's list.
//!
//! The list says which accesses have an order (see [`kiln_meaning::volatile`]). What could not be observed is left out on
//! both sides: an object without a symbol of its own, or one that the compiler may have taken apart.

use std::collections::BTreeMap;

use kiln_lang::index::Id;
use kiln_lang::tree::{ExprId, Program};
use kiln_lang::types::Basic;
use kiln_meaning::volatile::{Access, Trace};
use kiln_meaning::{Limits, Settings};
use kiln_toolchain::trace::{Presence, Traceable, Traced, Tracer, Wanted};

/// A program that does more takes too long to be traced.
const MOST_STEPS: u64 = 100_000;

/// More accesses are not compared.
const MOST_ACCESSES: usize = 20_000;

/// Accesses that are kept beyond those that a program has to make: enough to show what is wrong.
const MORE_ACCESSES: usize = 1000;

/// So many accesses are named where one is wrong.
const MOST_NAMED: usize = 3;

/// How the programs of a compiler are traced on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracing {
    /// What traces.
    pub tracer: Tracer,
    /// What it needs.
    pub how: Traceable,
}

/// The targets whose programs are traced: on others a scalar of 8 bytes may take two accesses.
pub const TARGET: &str = "x86_64";

/// What a program has to do to its volatile objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The list.
    pub trace: Trace,
    /// It computes with `long double`, for which valgrind has fewer digits than the machine: a program that seems to be wrong may
    /// only be so there.
    pub is_inexact: bool,
}

/// What a program has to do to its volatile objects; in words why nothing can be said.
pub fn expected(program: &Program) -> Result<Expected, String> {
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let trace = kiln_meaning::volatile::trace(program, &settings, MOST_ACCESSES)?;
    if trace.objects.is_empty() {
        return Err("it has no such object".to_owned());
    }
    Ok(Expected { trace, is_inexact: has_extended_precision(program) })
}

fn has_extended_precision(program: &Program) -> bool {
    let types = &program.tables.types;
    program.units.iter().any(|unit| {
        unit.bodies().any(|body| {
            let basics = (0..body.n_exprs()).map(|index| types.as_basic(body.ty(ExprId::from_index(index))));
            basics.flatten().any(|basic| matches!(basic, Basic::LongDouble | Basic::Float64x))
        })
    })
}

/// The objects that have to be watched, and how many accesses are worth keeping.
pub fn wanted(trace: &Trace) -> (Vec<Wanted>, usize) {
    let objects = trace.objects.iter().map(|object| Wanted { name: object.name.clone(), size: object.size });
    (objects.collect(), trace.accesses() + MORE_ACCESSES)
}

/// The first place where a program does something else to its volatile objects than it has to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What is wrong, in the words that findings of one look share.
    pub what: &'static str,
    /// Where, and how.
    pub words: String,
}

/// What a program had to do and what it did, as far as both are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// What it had to do.
    pub expected: Trace,
    /// What it did.
    pub observed: Vec<Access>,
    /// Which objects were watched.
    pub watched: Vec<bool>,
}

impl Compared {
    /// Leaves out what could not be observed.
    pub fn new(trace: &Trace, traced: &Traced, how: &Traceable) -> Compared {
        let is_watched = |(object, presence): (&kiln_meaning::volatile::Object, &Presence)| match presence {
            Presence::At(_) => true,
            // The compiler has done away with an object that has to be there.
            Presence::Missing => how.names_statics && object.is_scalar,
            Presence::Unclear => false,
        };
        let watched: Vec<bool> = trace.objects.iter().zip(&traced.presence).map(is_watched).collect();
        let groups = trace
            .groups
            .iter()
            .map(|group| group.iter().copied().filter(|access| watched[access.object]).collect::<Vec<Access>>());
        let groups = groups.filter(|group| !group.is_empty()).collect();
        let observed = traced.accesses.iter().map(|it| {
            let &kiln_toolchain::trace::Access { object, offset, size, write } = it;
            Access { object, offset, size, write }
        });
        let observed = observed.collect();
        Compared { expected: Trace { objects: trace.objects.clone(), groups }, observed, watched }
    }

    /// The names of the objects that were watched.
    pub fn names(&self) -> Vec<&str> {
        let objects = self.expected.objects.iter().zip(&self.watched);
        objects.filter(|(_, watched)| **watched).map(|(object, _)| object.name.as_str()).collect()
    }

    /// What was observed, a line for each access.
    pub fn observed_lines(&self) -> String {
        self.observed.iter().map(|access| self.expected.line(access) + "\n").collect()
    }

    /// The first difference.
    pub fn difference(&self) -> Option<Difference> {
        let mut rest = self.observed.as_slice();
        let mut number = 1;
        for group in &self.expected.groups {
            let (here, after) = rest.split_at(group.len().min(rest.len()));
            let (missing, more) = without_each_other(group, here);
            if !missing.is_empty() || !more.is_empty() {
                return Some(Difference { what: self.what(), words: self.words(number, group, &missing, &more) });
            }
            rest = after;
            number += group.len();
        }
        let more = rest.first()?;
        let words =
            format!("after {} accesses there should be no more, and it {}", number - 1, self.access(more, DOES));
        Some(Difference { what: self.what(), words })
    }

    /// The difference as a whole: is something missing, is there too much, or is only the order another?
    fn what(&self) -> &'static str {
        let expected: Vec<Access> = self.expected.groups.concat();
        let (missing, more) = without_each_other(&expected, &self.observed);
        let same_but_size = |a: &Access, b: &Access| a.object == b.object && a.write == b.write;
        match (missing.first(), more.first()) {
            (Some(a), Some(b)) if same_but_size(a, b) => "an access of another size or place",
            (Some(access), _) if access.write => "a write is missing",
            (Some(_), _) => "a read is missing",
            (None, Some(access)) if access.write => "a write too many",
            (None, Some(_)) => "a read too many",
            (None, None) => "another order",
        }
    }

    fn words(&self, number: usize, group: &[Access], missing: &[Access], more: &[Access]) -> String {
        let list = |accesses: &[Access], verbs| {
            let first = accesses.iter().take(MOST_NAMED).map(|it| self.access(it, verbs));
            let rest = (accesses.len() > MOST_NAMED).then(|| "and more".to_owned());
            first.chain(rest).collect::<Vec<String>>().join(", ")
        };
        let place = match group.len() {
            1 => format!("access {number}"),
            n => format!("accesses {number} to {} (in any order)", number + n - 1),
        };
        let instead = if more.is_empty() { "ends before that".to_owned() } else { list(more, DOES) };
        format!("{place}: the program {}, and it {instead}", list(missing, MUST))
    }

    fn access(&self, access: &Access, verbs: [&str; 2]) -> String {
        let object = &self.expected.objects[access.object];
        let verb = verbs[usize::from(access.write)];
        let place = if access.size == object.size { String::new() } else { format!(" at offset {}", access.offset) };
        let bytes = if access.size == 1 { "byte" } else { "bytes" };
        format!("{verb} {} {bytes} of `{}`{place}", access.size, object.name)
    }
}

/// What a program does, and what it has to do.
const DOES: [&str; 2] = ["reads", "writes"];
const MUST: [&str; 2] = ["has to read", "has to write"];

/// What is in each of two lists and not in the other, in their order; what is there twice counts twice.
fn without_each_other(a: &[Access], b: &[Access]) -> (Vec<Access>, Vec<Access>) {
    let only = |these: &[Access], those: &[Access]| {
        let mut counts: BTreeMap<Access, usize> = BTreeMap::new();
        for access in those {
            *counts.entry(*access).or_default() += 1;
        }
        let is_only = |access: &&Access| match counts.get_mut(access) {
            Some(n) if *n > 0 => {
                *n -= 1;
                false
            }
            _ => true,
        };
        these.iter().filter(is_only).copied().collect::<Vec<Access>>()
    };
    (only(a, b), only(b, a))
}

#[cfg(test)]
mod tests;
