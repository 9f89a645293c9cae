//! Rules by which Clang lays out structures in another way than GCC, as rows of a table.
//!
//! Each row was found by this test and understood from the two sources: GCC's `stor-layout.cc` and Clang's
//! `RecordLayoutBuilder.cpp`. kiln follows GCC. A structure to which a row applies, itself or in a member, is not compared
//! with Clang. The example of each row is a test of its own.

use kiln_lang::target::Target;
use kiln_lang::types::{Field, RecordId, Types};

/// A rule that differs, seen at a member of a structure.
pub(crate) struct Quirk {
    /// What the row is called in messages.
    pub(crate) name: &'static str,
    /// A structure `s0` on which GCC and Clang differ because of the rule.
    pub(crate) example: &'static str,
    /// The mode in which they do.
    pub(crate) flag: &'static str,
    /// Whether a member may be laid out by the rule.
    applies: fn(Member<'_>) -> bool,
}

/// A member and what it stands in.
#[derive(Clone, Copy)]
struct Member<'a> {
    types: &'a Types,
    target: &'a Target,
    record: RecordId,
    field: &'a Field,
}

impl Member<'_> {
    fn align(self) -> u64 {
        self.types.align_of(self.target, self.field.ty)
    }

    fn size(self) -> u64 {
        self.types.size_of(self.target, self.field.ty).unwrap_or(0)
    }

    fn pack(self) -> Option<u64> {
        self.types.records[self.record].pack.map(u64::from)
    }

    fn width(self) -> Option<u64> {
        self.field.bits.map(|bits| bits.width.into())
    }
}

/// All rows.
pub(crate) const QUIRKS: &[Quirk] = &[
    // GCC's `_Alignof` never exceeds what the machine needs for any type, which without AVX is 16, unless the user has
    // aligned the type; the structure is laid out with the vector's alignment all the same.
    Quirk {
        name: "_Alignof of a wide vector",
        example: "struct s0 { float __attribute__((vector_size(32))) a; };",
        flag: "-m64",
        applies: |member| {
            let element = member.types.innermost_element(member.field.ty);
            member.types.as_vector(element).is_some() && member.align() > member.target.biggest_align.into()
        },
    },
    // GCC asks how many units of the type's alignment a bit-field touches and compares with how many the type has: none, if
    // the alignment exceeds the size. So such a field always starts at a boundary. Clang compares bits.
    Quirk {
        name: "bit-field of an over-aligned type",
        example: "typedef int int16 __attribute__((aligned(16)));\nstruct s0 { char a; int16 b : 3; };",
        flag: "-m64",
        applies: |member| member.width().is_some() && member.align() > member.size(),
    },
    // A bit-field of 16, 32 or 64 bits where a member of that size may stand is one to GCC, and takes that member's
    // alignment whatever its type says.
    Quirk {
        name: "whole-unit bit-field of an under-aligned type",
        example: "typedef int int2 __attribute__((aligned(2)));\nstruct s0 { int2 a : 32; };",
        flag: "-m64",
        applies: |member| member.width().is_some_and(|width| width.is_power_of_two() && width > 8 * member.align()),
    },
    // An alignment that `#pragma pack` caps is capped in GCC and dropped in Clang.
    Quirk {
        name: "aligned bit-field under a smaller pack",
        example: "#pragma pack(4)\nstruct s0 { char a; int b : 3 __attribute__((aligned(8))); };",
        flag: "-m64",
        applies: |member| {
            let asked = member.field.align;
            member.width().is_some() && asked > member.pack() && member.pack().is_some()
        },
    },
    // GCC moves a bit-field to the boundary its attribute asks for and then looks whether it spans too many units from
    // there; Clang looks first.
    Quirk {
        name: "bit-field aligned to less than its type",
        example: "struct s0 { char a; int b : 17 __attribute__((aligned(2))); };",
        flag: "-m64",
        applies: |member| member.width().is_some() && member.field.align.is_some_and(|asked| asked < member.align()),
    },
    // Without MMX, as gcc -m32 is set by default, GCC computes such a vector in integer registers, and integers are aligned
    // to 4 inside structures. Clang aligns every vector to its size.
    Quirk {
        name: "8-byte vector of integers on i386",
        example: "struct s0 { int __attribute__((vector_size(8))) a; };",
        flag: "-m32",
        applies: |member| {
            let element = member.types.innermost_element(member.field.ty);
            let integers = member.types.as_vector(element).is_some_and(|(lane, _)| member.types.is_integer(lane));
            integers && member.types.size_of(member.target, element) == Some(8) && member.target.field_align_max < 8
        },
    },
];

impl Quirk {
    /// Whether the row explains a difference on a structure or union: it applies to a member, however deep.
    pub(crate) fn applies_to(&self, types: &Types, target: &Target, record: RecordId) -> bool {
        types.records[record].fields().any(|field| {
            let field = &types.fields[field];
            let inner = types.as_record(types.innermost_element(field.ty));
            (self.applies)(Member { types, target, record, field })
                || inner.is_some_and(|inner| self.applies_to(types, target, inner))
        })
    }
}
