//! Types of different units (C11 6.2.7p1).
//!
//! Two structures of different units are compatible if their tags and their members agree, and the members may lead back to
//! the structures. So all pairs that look alike are taken as compatible first, then those are taken away whose members are
//! not, until nothing changes. What is left is looked up by [`Types::compatible`].

use rustc_hash::FxHashMap;

use super::{Basic, EnumId, Field, Record, RecordId, RecordKind, Tag, Types};
use crate::index::Id;
use crate::names::Symbol;
use crate::target::Target;

/// Where the structures and enumerations of a unit start in the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitStart {
    pub(crate) record: usize,
    pub(crate) enumeration: usize,
}

/// A constant of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct EnumConstant {
    pub(crate) name: Symbol,
    /// The low 64 bits.
    pub(crate) value: u64,
}

/// What two structures of different units must share before anyone looks at their members: the tag, and without one the
/// names of all members.
type Likeness = (RecordKind, Option<Symbol>, Vec<Option<Symbol>>);

/// More pairs than a program of people has, and few enough to look at. Structures beyond are compatible with none.
const MAX_PAIRS: usize = 1 << 22;

impl Types {
    /// Whether two structures, unions or enumerations are the same in different units.
    pub fn same_across_units(&self, a: Tag, b: Tag) -> bool {
        // A program of one unit, the common case, has no pairs.
        !self.across_units.is_empty() && self.across_units.contains(&(a.min(b), a.max(b)))
    }

    /// Two tags, with all that is defined inside of them, come from one text that was read twice: they are the same.
    pub(crate) fn relate_readings(&mut self, a: Tag, b: Tag) {
        self.across_units.insert((a.min(b), a.max(b)));
        let (Tag::Record(a), Tag::Record(b)) = (a, b) else { return };
        let inside = |id: RecordId| self.records[id].defines.to_vec();
        for (a, b) in inside(a).into_iter().zip(inside(b)) {
            self.relate_readings(a, b);
        }
    }

    /// Finds what is compatible across units. `starts` has an entry per unit, `constants` one per enumeration.
    pub(crate) fn relate_units(&mut self, target: &Target, starts: &[UnitStart], constants: &[Vec<EnumConstant>]) {
        let enums = self.like_enums(starts, constants);
        self.across_units.extend(enums);
        let mut records = self.like_records(starts);
        self.across_units.extend(records.iter().map(|&(a, b)| (Tag::Record(a), Tag::Record(b))));
        loop {
            let (kept, dropped): (Vec<_>, Vec<_>) =
                records.into_iter().partition(|&(a, b)| self.members_agree(target, a, b));
            if dropped.is_empty() {
                return;
            }
            for (a, b) in dropped {
                self.across_units.remove(&(Tag::Record(a), Tag::Record(b)));
            }
            records = kept;
        }
    }

    /// Pairs of structures of different units with the same tag.
    fn like_records(&self, starts: &[UnitStart]) -> Vec<(RecordId, RecordId)> {
        let unit = |id: RecordId| starts.partition_point(|start| start.record <= id.index());
        let mut alike: FxHashMap<Likeness, Vec<RecordId>> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (id, record) in self.records.iter_ids() {
            let others = alike.entry(self.likeness(record)).or_default();
            let foreign = others.iter().filter(|&&other| unit(other) != unit(id));
            let foreign = foreign.filter(|&&other| may_agree(&self.records[other], record));
            let room = MAX_PAIRS.saturating_sub(pairs.len());
            pairs.extend(foreign.take(room).map(|&other| (other, id)));
            others.push(id);
        }
        pairs
    }

    fn likeness(&self, record: &Record) -> Likeness {
        let fields = record.fields().filter(|_| record.tag.is_none());
        let mut names: Vec<Option<Symbol>> = fields.map(|field| self.fields[field].name).collect();
        if record.kind == RecordKind::Union {
            names.sort_unstable();
        }
        (record.kind, record.tag, names)
    }

    /// Pairs of enumerations of different units with the same constants.
    fn like_enums(&self, starts: &[UnitStart], constants: &[Vec<EnumConstant>]) -> Vec<(Tag, Tag)> {
        let unit = |id: EnumId| starts.partition_point(|start| start.enumeration <= id.index());
        let mut alike: FxHashMap<(Option<Symbol>, Basic, Vec<EnumConstant>), Vec<EnumId>> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (id, definition) in self.enums.iter_ids().filter(|(_, definition)| definition.complete && !definition.local)
        {
            let mut constants = constants.get(id.index()).cloned().unwrap_or_default();
            constants.sort_unstable();
            let others = alike.entry((definition.tag, definition.compatible, constants)).or_default();
            let foreign = others.iter().filter(|&&other| unit(other) != unit(id));
            let room = MAX_PAIRS.saturating_sub(pairs.len());
            pairs.extend(foreign.take(room).map(|&other| (Tag::Enum(other), Tag::Enum(id))));
            others.push(id);
        }
        pairs
    }

    fn members_agree(&self, target: &Target, a: RecordId, b: RecordId) -> bool {
        let (a, b) = (&self.records[a], &self.records[b]);
        if !a.complete || !b.complete {
            return true;
        }
        let agree = |(a, b): (&Field, &Field)| {
            a.name == b.name
                && a.align == b.align
                && a.bits.map(|bits| bits.width) == b.bits.map(|bits| bits.width)
                && self.compatible(target, a.ty, b.ty)
        };
        let fields = |record: &Record| record.fields().map(|field| &self.fields[field]).collect::<Vec<&Field>>();
        let (mut a_fields, mut b_fields) = (fields(a), fields(b));
        if a.kind == RecordKind::Union {
            // The members of unions have no order.
            a_fields.sort_by_key(|field| field.name);
            b_fields.sort_by_key(|field| field.name);
        }
        a_fields.into_iter().zip(b_fields).all(agree)
    }
}

/// Whether two structures of the same tag are of the same size, so far as that is known.
fn may_agree(a: &Record, b: &Record) -> bool {
    let incomplete = (!a.complete || !b.complete) && a.tag.is_some();
    incomplete || (a.complete, a.n_fields, a.size, a.align) == (b.complete, b.n_fields, b.size, b.align)
}
