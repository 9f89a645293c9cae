//! Presets: options that belong together.

use super::features::{Feature, Features};
use super::options::{Machine, Options};
use super::weights::Weights;
use super::wrappers::Wrappers;
use crate::words::words;

words! {
    /// Options that belong together.
    Preset {
        Default => "default", "all features, of which each program draws its own";
        Csmith => "csmith", "Csmith's features, limits, weights and wrappers, for comparison";
        Embedded => "embedded", "16 bits for `int`, nothing of 64 bits, little memory";
        Tiny => "tiny", "500 tokens";
        Huge => "huge", "200000 tokens";
    }
}

/// What Csmith has (table 1.1 of the notes on it): the other features are kiln's.
const OF_CSMITH: &[Feature] = &[
    Feature::Struct,
    Feature::Union,
    Feature::MixedUnion,
    Feature::Array,
    Feature::Pointer,
    Feature::PointerArray,
    Feature::BitField,
    Feature::ZeroWidth,
    Feature::PointerMember,
    Feature::Packed,
    Feature::Const,
    Feature::Volatile,
    Feature::QualifiedPointer,
    Feature::QualifierConversion,
    Feature::SignConversion,
    Feature::RecordByValue,
    Feature::If,
    Feature::For,
    Feature::ArrayLoop,
    Feature::GotoLoop,
    Feature::Break,
    Feature::Continue,
    Feature::Goto,
    Feature::EarlyReturn,
    Feature::Call,
    Feature::Unary,
    Feature::Comma,
    Feature::Assign,
    Feature::Logical,
    Feature::Compound,
    Feature::PointerCompare,
    Feature::Increment,
    Feature::Dereference,
];

/// What takes memory that is not known beforehand, or needs a library that small machines lack.
const LARGE: &[Feature] = &[
    Feature::Int128,
    Feature::Float,
    Feature::Vector,
    Feature::Complex,
    Feature::Vla,
    Feature::Heap,
    Feature::Recursion,
    Feature::MutualRecursion,
    Feature::Varargs,
];

impl Preset {
    /// Its options.
    pub fn options(self) -> Options {
        let base = Options::default();
        match self {
            Preset::Default => base,
            Preset::Csmith => Options {
                live: 0,
                functions: 10,
                params: 5,
                block_statements: 4,
                block_depth: 5,
                expression: 10,
                array_dims: 3,
                array_len: 10,
                array_elements: 256,
                loop_arrays: 4,
                pointer_depth: 5,
                struct_fields: 10,
                union_fields: 5,
                struct_depth: 3,
                swarm: false,
                weights: Weights::Thesis,
                wrappers: Wrappers::Functions,
                features: OF_CSMITH.iter().copied().collect(),
                ..base
            },
            Preset::Embedded => Options {
                tokens: 3000,
                executed: 5000,
                block_depth: 4,
                array_len: 8,
                array_elements: 32,
                struct_fields: 6,
                wide: false,
                machine: Machine::Int16,
                features: LARGE.iter().fold(Features::ALL, |features, &feature| features.without(feature)),
                ..base
            },
            Preset::Tiny => Options { tokens: 500, executed: 1000, array_len: 16, array_elements: 64, ..base },
            Preset::Huge => Options { tokens: 200_000, executed: 200_000, ..base },
        }
    }
}
