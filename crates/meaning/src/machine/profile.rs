//! What the machine does for a profile: it counts, and reads values without touching anything.

use kiln_lang::value::float::Float;
use kiln_lang::value::int::{Int, IntShape};
use rustc_hash::FxHashMap;

use super::{Machine, Window, get_pointer};
use crate::image::{Callable, Image};
use crate::lower::Class;
use crate::memory::{Alloc, Pointer, Provenance, Sort};
use crate::outcome::Place;
use crate::profile::probe::{Home, Moment, Source};
use crate::profile::{Counts, Object, Profile, Record, Request, Value};
use crate::repair::Scalar;

/// What all objects of a declaration, or of a place that allocates, have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kin {
    Declared(u32),
    Allocated(Option<Place>),
    Function(u32),
    Label(u32),
}

/// A call whose result is to come: a number that no other call has, and the row of its arguments if that is kept.
#[derive(Clone, Copy, Debug)]
struct Pending {
    serial: u64,
    row: Option<u64>,
}

/// What is recorded so far.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) counts: Vec<u64>,
    records: Vec<Record>,
    /// For each record of calls, those under way, outermost first.
    pending: Vec<Vec<Pending>>,
    objects: Vec<Object>,
    kin: FxHashMap<Kin, u32>,
}

impl Recorder {
    /// A recorder for what the code of an image counts and records.
    pub(crate) fn new(image: &Image) -> Recorder {
        let probes = &image.probes;
        let records = probes.columns.iter().map(|columns| Record { columns: columns.clone(), ..Record::default() });
        Recorder {
            counts: vec![0; probes.n_counters as usize],
            records: records.collect(),
            pending: vec![Vec::new(); probes.columns.len()],
            ..Recorder::default()
        }
    }

    /// The profile that was asked for.
    pub(crate) fn finish(self, image: &Image, request: &Request) -> Profile {
        let probes = &image.probes;
        let record = |index: Option<&u32>| {
            index.and_then(|&index| self.records.get(index as usize)).cloned().unwrap_or_default()
        };
        let points = request.points.iter();
        let expressions = request.expressions.iter();
        Profile {
            counts: Counts::new(&probes.counters, &self.counts),
            points: points.map(|at| record(probes.points.get(&((at.unit, at.function), at.stmt)))).collect(),
            calls: request.functions.iter().map(|function| record(probes.functions.get(function))).collect(),
            expressions: expressions
                .map(|&(unit, function, expr)| record(probes.expressions.get(&((unit, function), expr))))
                .collect(),
            objects: self.objects,
        }
    }

    /// A visit with the values of the first columns.
    fn visit(
        &mut self,
        index: u32,
        values: &[Value],
        shapes: impl Iterator<Item = IntShape>,
        max: usize,
    ) -> Option<u64> {
        let record = self.records.get_mut(index as usize)?;
        record.visits += 1;
        for ((column, &value), shape) in record.columns.iter_mut().zip(values).zip(shapes) {
            column.hull.add(value, shape);
        }
        if record.kept >= max as u64 {
            return None;
        }
        record.kept += 1;
        record.values.extend_from_slice(values);
        record.values.resize(record.kept as usize * record.columns.len(), Value::Nothing);
        Some(record.kept - 1)
    }

    /// The result of the last call that is pending.
    fn result(&mut self, index: u32, serial: u64, value: Value, shape: IntShape) {
        let (Some(record), Some(pending)) =
            (self.records.get_mut(index as usize), self.pending.get_mut(index as usize))
        else {
            return;
        };
        // Calls above it were left by `longjmp`.
        while pending.last().is_some_and(|call| call.serial > serial) {
            pending.pop();
        }
        let Some(call) = pending.pop_if(|call| call.serial == serial) else { return };
        let width = record.columns.len();
        if let Some(column) = record.columns.last_mut() {
            column.hull.add(value, shape);
        }
        if let Some(row) = call.row {
            record.values[(row as usize + 1) * width - 1] = value;
        }
    }
}

impl Machine<'_> {
    /// Records what a spec says.
    pub(super) fn record(&mut self, spec: u32, w: &Window) {
        let image = self.image;
        let spec = &image.probes.specs[spec as usize];
        let values: Vec<Value> = spec.sources.iter().map(|source| self.seen(source, w)).collect();
        let shapes = spec.sources.iter().map(|source| shape(source.class));
        let Some(frame) = self.frames.last() else { return };
        let serial = frame.serial;
        match spec.moment {
            Moment::Visit => drop(self.recorder.visit(spec.record, &values, shapes, image.probes.max_visits)),
            Moment::Call => {
                let row = self.recorder.visit(spec.record, &values, shapes, image.probes.max_visits);
                let Some(pending) = self.recorder.pending.get_mut(spec.record as usize) else { return };
                // Calls that were left by `longjmp`, or are over without a result.
                let is_over =
                    |call: &mut Pending| self.frames.binary_search_by_key(&call.serial, |frame| frame.serial).is_err();
                while pending.pop_if(is_over).is_some() {}
                pending.push(Pending { serial, row });
            }
            Moment::Result => {
                for (&value, shape) in values.iter().zip(shapes) {
                    self.recorder.result(spec.record, serial, value, shape);
                }
            }
        }
    }

    /// The value at a place.
    fn seen(&mut self, source: &Source, w: &Window) -> Value {
        let lo = match source.home {
            Home::Register { reg, flag } => {
                if flag.is_some_and(|flag| w[usize::from(flag)] == 0) {
                    return Value::Nothing;
                }
                let at = usize::from(reg);
                if source.class == Class::Pointer {
                    return self.seen_pointer(get_pointer(&w[..], at));
                }
                let high = if source.class.slots() == 2 { w[at + 1] } else { 0 };
                return number(source, u128::from(w[at]) | u128::from(high) << 64);
            }
            Home::Object(object) => {
                let slot = self.frames.last().map_or(0, |frame| frame.slots) + u32::from(object);
                self.memory.alloc(slot | Provenance::STACK)
            }
            Home::Static { slot, .. } => self.memory.alloc(slot),
        };
        let &Alloc { lo, sort, .. } = lo;
        if sort == Sort::None {
            return Value::Nothing;
        }
        let size = match source.class {
            // The padding of an x87 number has no value.
            Class::Float(format) => format.bits().div_ceil(8) as usize,
            _ => usize::from(source.size),
        };
        match self.memory.peek(self.image, lo as usize, size) {
            None => Value::Nothing,
            Some(raw) if source.class == Class::Pointer => {
                let pointer = self.memory.pointer_at(lo, raw as u64);
                self.seen_pointer(pointer)
            }
            Some(raw) => number(source, raw),
        }
    }

    fn seen_pointer(&mut self, pointer: Pointer) -> Value {
        if pointer.is_null() {
            return Value::Null;
        }
        if !pointer.has_object() {
            return Value::Address(pointer.addr);
        }
        if !self.memory.is_live(pointer.prov) {
            // The value of a pointer is indeterminate when its object is gone (C11 6.2.4p2).
            return Value::Nothing;
        }
        let alloc = *self.memory.alloc(pointer.prov.slot());
        let offset = self.memory.offset_of(pointer.addr).wrapping_sub(alloc.lo.into()).cast_signed();
        Value::Pointer { object: self.object(&alloc), offset }
    }

    /// The number of an object in the profile.
    fn object(&mut self, alloc: &Alloc) -> u32 {
        let image = self.image;
        let kin = match alloc.sort {
            Sort::Heap => Kin::Allocated(image.place(alloc.born)),
            Sort::Function => Kin::Function(alloc.info),
            Sort::Label => Kin::Label(alloc.info),
            Sort::None | Sort::Static | Sort::Auto | Sort::Temporary | Sort::Literal => Kin::Declared(alloc.info),
        };
        if let Some(&known) = self.recorder.kin.get(&kin) {
            return known;
        }
        let (name, place) = match kin {
            Kin::Declared(info) => {
                image.infos.get(info as usize).map_or((String::new(), None), |info| (info.name.clone(), info.place))
            }
            Kin::Allocated(place) => ("allocated memory".to_owned(), place),
            Kin::Label(_) => ("a label".to_owned(), None),
            Kin::Function(callable) => match &image.callables[callable as usize] {
                Callable::Code(function) => (format!("`{}`", image.functions[*function as usize].name), None),
                Callable::Library(name) => (format!("`{name}`"), None),
            },
        };
        let number = self.recorder.objects.len() as u32;
        self.recorder.objects.push(Object { name, place });
        self.recorder.kin.insert(kin, number);
        number
    }
}

/// The shape of integers of a class; any for others.
fn shape(class: Class) -> IntShape {
    match class {
        Class::Int(shape) | Class::Wide(shape) => shape,
        Class::Bool => IntShape::unsigned(8),
        Class::Void | Class::Float(_) | Class::Pointer | Class::Memory => IntShape::unsigned(128),
    }
}

fn number(source: &Source, raw: u128) -> Value {
    Value::Scalar(match source.class {
        Class::Float(format) => Scalar::float(source.basic, Float::from_bits(raw, format)),
        class => Scalar::int(source.basic, Int::wrap(raw, shape(class))),
    })
}
