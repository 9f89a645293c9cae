//! The types of a program.
//!
//! Records are drawn with the objects, so that members can point to what is already there. A union's members all have its size
//! and no padding: whichever was written last, every other one can be read (C11 6.5.2.3, note 95), in dead code as well.

use kiln_lang::build::{BuildType, Member};
use kiln_lang::types::basic::STANDARD_INTEGERS;
use kiln_lang::types::{ArrayLen, Basic, FieldId, RecordKind, Ty};

use super::Maker;
use super::features::{Feature, Place as Where};
use crate::features::Table as _;

/// Members of a union whose state is followed, at most: so many fit into a fact.
const MOST_FOLLOWED: u32 = 14;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Integer,
    Floating,
    Vector,
    Complex,
    Record,
    Array,
    Pointer,
    PointerArray,
}

/// A structure or union.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) ty: Ty,
    /// Nothing in it has a state that is followed, such as where a pointer leads: functions can hand it over.
    pub(super) is_plain: bool,
    /// How deep records are nested in it.
    pub(super) depth: u32,
}

/// One of so many members of a structure has the type of the one in front of it: compilers load both where one of them is wanted.
const ALIKE: u64 = 3;

impl Maker {
    /// The scalar types of a program, and its first records.
    pub(super) fn draw_types(&mut self, is_small: bool) {
        let mut basics = self.standard_integers();
        if self.features.has(Feature::Bool) {
            basics.push(Basic::Bool);
        }
        if self.features.has(Feature::Int128) && self.target.basic(Basic::Int128).is_some() {
            basics.extend([Basic::Int128, Basic::UInt128]);
        }
        self.integers = basics.into_iter().filter(|&basic| self.fits_width(basic)).map(Ty::basic).collect();
        if self.features.has(Feature::Typedef) {
            self.draw_typedefs();
        }
        if self.features.has(Feature::Enum) {
            for number in 0..=self.choices.below(2) {
                self.draw_enum(number);
            }
        }
        if self.features.has(Feature::Vector) {
            self.draw_vectors();
        }
        if self.features.has(Feature::Struct) {
            for _ in 0..=self.choices.below(if is_small { 1 } else { 3 }) {
                self.draw_struct(false);
            }
        }
        if self.features.has(Feature::Union) {
            for _ in 0..=self.choices.below(if is_small { 1 } else { 2 }) {
                self.draw_union();
            }
        }
        if self.features.has(Feature::MixedUnion)
            && self.options.union_fields > 1
            && (!is_small || self.choices.one_in(2))
        {
            self.draw_mixed_union();
        }
    }

    /// The integer types of C; with the thesis's weights one of each size, with and without sign.
    fn standard_integers(&self) -> Vec<Basic> {
        if self.is_as_in_thesis() { self.wrapper_types() } else { STANDARD_INTEGERS.to_vec() }
    }

    /// Names for integer types.
    fn draw_typedefs(&mut self) {
        for number in 0..=self.choices.below(4) {
            let ty = self.any_integer();
            let named = self.b.typedef(&format!("T{number}"), ty);
            self.tokens += 4;
            self.integers.push(named);
        }
    }

    /// An enumeration, whose constants are operands and whose objects have any value of its integer type.
    fn draw_enum(&mut self, number: u64) {
        let names: Vec<String> = (0..2 + self.choices.below(5)).map(|at| format!("E{number}_{at}")).collect();
        let constants: Vec<(&str, Option<i64>)> = names
            .iter()
            .map(|name| {
                let most = self.arithmetic().shape(Basic::Int).max().as_i128().min(70_000);
                let value = self.choices.one_in(2).then(|| self.choices.between(-300, most) as i64);
                (name.as_str(), value)
            })
            .collect();
        let (ty, constants) = self.b.enumeration(&format!("E{number}"), &constants, &[]);
        self.tokens += 4 + 3 * constants.len() as u32;
        self.enumerators.extend(constants);
        self.integers.push(ty);
    }

    /// Vectors of unsigned lanes, in which nothing overflows.
    fn draw_vectors(&mut self) {
        let lanes = [Basic::UChar, Basic::UShort, Basic::UInt, Basic::ULongLong];
        for number in 0..=self.choices.below(2) {
            let basic = self.pick_integer(&lanes);
            let bytes = *self.choices.pick(&[8, 16, 16, 32, 32]);
            let n = bytes * 8 / self.target.int_bits(basic);
            let vector = self.b.vector(Ty::basic(basic), n);
            let named = self.b.typedef(&format!("V{number}"), vector);
            self.tokens += 10;
            self.vectors.push(named);
        }
    }

    /// A structure of integers, bit-fields, arrays, other records, and perhaps pointers.
    pub(super) fn draw_struct(&mut self, with_pointers: bool) {
        let n = self.up_to(2, self.options.struct_fields);
        let names: Vec<String> = (0..n).map(|at| format!("m{at}")).collect();
        let all_bits = self.features.has(Feature::BitField) && !with_pointers && self.choices.one_in(4);
        let mut has_pointers = false;
        let mut members = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let pointer = (with_pointers && self.choices.one_in(2)).then(|| self.draw_pointer_member()).flatten();
            has_pointers |= pointer.is_some();
            let last = members.last().map(|member: &Member<'_>| (member.ty, member.width));
            let alike = last.filter(|(ty, width)| width.is_none() && self.b.sight().types().is_integer(*ty));
            members.push(match (pointer, alike) {
                (Some(ty), _) => Member::new(name, ty),
                (None, Some((ty, _))) if self.choices.one_in(ALIKE) => Member::new(name, ty),
                (None, _) => self.draw_member(name, all_bits),
            });
            let is_bits = members.last().is_some_and(|member| member.width.is_some());
            let has_room = members.len() + (names.len() - 1 - at) < self.options.struct_fields as usize;
            if is_bits && has_room && self.has_by_weight(Feature::ZeroWidth) {
                members.push(self.draw_gap());
            }
        }
        let packed = self.has_by_weight(Feature::Packed);
        self.add_record(RecordKind::Struct, &members, packed, !has_pointers);
    }

    fn add_record(&mut self, kind: RecordKind, members: &[Member<'_>], packed: bool, is_plain: bool) -> Ty {
        let inner = |ty: Ty| self.records.iter().find(|drawn| drawn.ty == ty).map_or(0, |drawn| drawn.depth);
        let depth = 1 + members.iter().map(|member| inner(member.ty)).max().unwrap_or(0);
        let tag = format!("S{}", self.records.len());
        let attrs: &[(&str, Option<&str>)] = if packed { &[("packed", None)] } else { &[] };
        let ty = self.b.record(kind, &tag, members, attrs);
        self.tokens += 4 + 4 * members.len() as u32;
        self.records.push(Drawn { ty, is_plain, depth });
        ty
    }

    fn draw_member<'n>(&mut self, name: &'n str, all_bits: bool) -> Member<'n> {
        if self.features.has(Feature::BitField) && (all_bits || self.choices.one_in(8)) {
            return self.draw_bit_field(name);
        }
        let ty = match self.choices.below(10) {
            0 => self.any_record_within(self.options.struct_depth - 1).unwrap_or_else(|| self.any_integer()),
            1 | 2 if self.features.has(Feature::Array) && !self.is_as_in_thesis() => {
                let len = self.array_len_of(1, 8);
                let elem = self.any_integer();
                self.b.array(elem, len)
            }
            3 if self.features.has(Feature::Float) => self.any_floating(),
            _ => self.any_integer(),
        };
        Member::new(name, ty)
    }

    fn draw_bit_field<'n>(&mut self, name: &'n str) -> Member<'n> {
        let n_types = if self.features.has(Feature::Bool) { 5 } else { 4 };
        let basic =
            [Basic::Int, Basic::UInt, Basic::SChar, Basic::UShort, Basic::Bool][self.choices.below(n_types) as usize];
        let widest = self.target.int_bits(basic).min(if basic == Basic::Bool { 1 } else { 31 });
        let width = 1 + self.choices.below(widest.into()) as u32;
        Member::bits(Some(name), Ty::basic(basic), width)
    }

    /// `int : 0`, behind which the next bit-field begins a new unit, or bits that nobody can name.
    fn draw_gap(&mut self) -> Member<'static> {
        let basic = *self.choices.pick(&[Basic::Int, Basic::UInt, Basic::UShort, Basic::SChar]);
        let width = if self.choices.below(4) > 0 { 0 } else { 1 + self.choices.below(7) as u32 };
        Member::bits(None, Ty::basic(basic), width)
    }

    /// The members of a record that have a name; none for other types.
    pub(super) fn named_fields(&self, ty: Ty) -> Vec<FieldId> {
        let types = self.b.sight().types();
        let mut fields = self.b.fields(ty);
        fields.retain(|&field| types.fields[field].name.is_some());
        fields
    }

    /// A pointer to what some object is, so that there is something to point to.
    fn draw_pointer_member(&mut self) -> Option<Ty> {
        let place = self.any_seen(|sights| &sights.integers)?;
        let ty = self.place(place).ty;
        self.can_be_target(place).then(|| self.b.pointer(ty))
    }

    /// A union of integers and arrays of smaller ones, all of one size.
    fn draw_union(&mut self) {
        let basic = self.pick_integer(&[Basic::UShort, Basic::UInt, Basic::ULongLong]);
        let bits = self.target.int_bits(basic);
        let n = self.up_to(2, self.options.union_fields);
        let names: Vec<String> = (0..n).map(|at| format!("m{at}")).collect();
        // Csmith's records have no arrays in them.
        let longest = if self.is_as_in_thesis() { 1 } else { self.options.array_len };
        let mut members = Vec::new();
        for name in &names {
            let fitting: Vec<Basic> = (self.standard_integers().into_iter())
                .filter(|&basic| bits.is_multiple_of(self.target.int_bits(basic)))
                .filter(|&basic| bits / self.target.int_bits(basic) <= longest)
                .collect();
            let basic = *self.choices.pick(&fitting);
            let n = bits / self.target.int_bits(basic);
            let ty = if n == 1 { Ty::basic(basic) } else { self.b.array(Ty::basic(basic), n.into()) };
            members.push(Member::new(name, ty));
        }
        self.add_record(RecordKind::Union, &members, false, true);
    }

    /// A union of integers of several sizes, whose state is followed.
    fn draw_mixed_union(&mut self) {
        let n = self.up_to(2, self.options.union_fields.min(MOST_FOLLOWED));
        let names: Vec<String> = (0..n).map(|at| format!("m{at}")).collect();
        let mut members = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let basic = match at {
                0 => self.pick_integer(&[
                    Basic::Short,
                    Basic::UShort,
                    Basic::Int,
                    Basic::UInt,
                    Basic::Long,
                    Basic::ULong,
                ]),
                1 => self.pick_integer(&[Basic::SChar, Basic::UChar]),
                _ => {
                    let basics = self.standard_integers();
                    self.pick_integer(&basics)
                }
            };
            members.push(Member::new(name, Ty::basic(basic)));
        }
        let ty = self.add_record(RecordKind::Union, &members, false, false);
        self.followed_unions.push(ty);
    }

    pub(super) fn any_integer(&mut self) -> Ty {
        *self.choices.pick(&self.integers)
    }

    pub(super) fn any_floating(&mut self) -> Ty {
        let types: &[Basic] = if self.options.wide { &[Basic::Float, Basic::Double] } else { &[Basic::Float] };
        Ty::basic(*self.choices.pick(types))
    }

    /// A record without pointers in it.
    pub(super) fn any_plain_record(&mut self) -> Option<Ty> {
        self.any_record_within(u32::MAX)
    }

    /// A record without pointers in it, in which records are nested at most so deep.
    fn any_record_within(&mut self, depth: u32) -> Option<Ty> {
        let fits = |drawn: &&Drawn| drawn.is_plain && drawn.depth <= depth;
        let plain: Vec<Ty> = self.records.iter().filter(fits).map(|drawn| drawn.ty).collect();
        if plain.is_empty() { None } else { Some(*self.choices.pick(&plain)) }
    }

    pub(super) fn array_len(&self, len: ArrayLen) -> u64 {
        if let ArrayLen::Fixed(len) = len { len } else { 1 }
    }

    /// As often as the weight of a feature says, in percent.
    pub(super) fn has_by_weight(&mut self, feature: Feature) -> bool {
        self.features.has(feature) && self.choices.below(100) < u64::from(self.weights[feature.index()])
    }

    pub(super) fn draw_shape(&mut self) -> Shape {
        match self.draw(Where::Type) {
            Some(Feature::Struct | Feature::Union | Feature::MixedUnion) if !self.records.is_empty() => Shape::Record,
            Some(Feature::Array) => Shape::Array,
            Some(Feature::Pointer) => Shape::Pointer,
            Some(Feature::PointerArray) if self.features.has(Feature::Pointer) => Shape::PointerArray,
            Some(Feature::Float) => Shape::Floating,
            Some(Feature::Vector) if !self.vectors.is_empty() => Shape::Vector,
            Some(Feature::Complex) => Shape::Complex,
            _ => Shape::Integer,
        }
    }

    /// A type for an object that is no pointer itself.
    pub(super) fn draw_type(&mut self, shape: Shape) -> Ty {
        match shape {
            Shape::Record => self.choices.pick(&self.records).ty,
            Shape::Vector => *self.choices.pick(&self.vectors),
            Shape::Complex => self.any_complex(),
            Shape::Floating => self.any_floating(),
            Shape::Array => self.draw_array(),
            Shape::Integer | Shape::Pointer | Shape::PointerArray => self.any_integer(),
        }
    }

    fn draw_array(&mut self) -> Ty {
        let mut ty = match self.choices.below(12) {
            0 | 1 => self.any_plain_record().unwrap_or_else(|| self.any_integer()),
            2 if self.features.has(Feature::Float) => self.any_floating(),
            _ => self.any_integer(),
        };
        let mut elements = 1;
        for _ in 0..self.n_dimensions() {
            let longest = self.options.array_len / if self.choices.one_in(4) { 1 } else { 4 };
            let most = (u64::from(self.options.array_elements) / elements).max(1);
            let len = (1 + self.choices.below(longest.max(1).into())).min(most);
            elements *= len;
            ty = self.b.array(ty, len);
        }
        ty
    }

    fn n_dimensions(&mut self) -> u32 {
        let most = self.options.array_dims;
        let n = [1, 1, 2, 1, 2, 3][self.choices.below(6) as usize];
        if n < 3 || most <= 3 { most.min(n) } else { 3 + self.choices.below(u64::from(most) - 2) as u32 }
    }

    /// A number from one to another, which is a limit and may be less.
    pub(super) fn up_to(&mut self, least: u32, most: u32) -> u32 {
        let least = least.min(most);
        least + self.choices.below(u64::from(most - least) + 1) as u32
    }

    /// How many elements there are in one dimension.
    pub(super) fn array_len_of(&mut self, least: u32, most: u32) -> u64 {
        let most = most.min(self.options.array_len);
        self.up_to(least, most).into()
    }

    /// Whether a type is not wider than what programs may have.
    pub(super) fn fits_width(&self, basic: Basic) -> bool {
        self.options.wide || self.target.int_bits(basic) <= 32
    }

    /// One of some integer types that is not too wide; `int` always fits.
    pub(super) fn pick_integer(&mut self, basics: &[Basic]) -> Basic {
        let basic = *self.choices.pick(basics);
        if self.fits_width(basic) {
            return basic;
        }
        let fitting: Vec<Basic> = basics.iter().copied().filter(|&basic| self.fits_width(basic)).collect();
        if fitting.is_empty() { Basic::Int } else { *self.choices.pick(&fitting) }
    }

    /// The type in which constants of a type are written: what its values become in expressions.
    pub(super) fn type_of_constants(&self, basic: Basic) -> Basic {
        if basic.rank() >= Basic::Int.rank() {
            return basic;
        }
        let (bits, of_int) = (self.target.int_bits(basic), self.target.int_bits(Basic::Int));
        if bits == of_int && !self.target.is_signed(basic) { Basic::UInt } else { Basic::Int }
    }

    /// The widest unsigned type: the checksum is of it.
    pub(super) fn widest(&self) -> Basic {
        let fitting = [Basic::ULongLong, Basic::ULong, Basic::UInt].into_iter().find(|&basic| self.fits_width(basic));
        fitting.unwrap_or(Basic::UInt)
    }
}
