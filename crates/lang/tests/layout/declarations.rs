//! Random structure and union declarations that both compilers accept.
//!
//! The generator writes text and knows of each member type only what it needs to stay inside the language: how many bits a
//! bit-field of it may have, and which alignments it may be given. What the members are is read back from kiln's tables.

use std::fmt::Write as _;

use crate::support::Random;

/// A type that a member may have.
struct MemberType {
    spelling: &'static str,
    /// The most bits a bit-field of this type has, in 64-bit and in 32-bit mode; 0 where it cannot be one.
    bits: [u32; 2],
    /// The highest alignment of the two modes: `_Alignas` must not ask for less.
    align: u32,
    /// Whether it can be an element: an array of elements whose alignment does not divide their size is an error.
    is_element: bool,
}

const fn row(spelling: &'static str, bits: [u32; 2], align: u32) -> MemberType {
    MemberType { spelling, bits, align, is_element: true }
}

const fn aligned(spelling: &'static str, bits: u32, align: u32, is_element: bool) -> MemberType {
    MemberType { spelling, bits: [bits; 2], align, is_element }
}

/// The types that [`PRELUDE`] declares and C knows.
const TYPES: &[MemberType] = &[
    row("_Bool", [1, 1], 1),
    row("char", [8, 8], 1),
    row("signed char", [8, 8], 1),
    row("unsigned char", [8, 8], 1),
    row("short", [16, 16], 2),
    row("unsigned short", [16, 16], 2),
    row("int", [32, 32], 4),
    row("unsigned", [32, 32], 4),
    row("long", [64, 32], 8),
    row("unsigned long", [64, 32], 8),
    row("long long", [64, 64], 8),
    row("unsigned long long", [64, 64], 8),
    row("enum plain", [32, 32], 4),
    row("enum negative", [32, 32], 4),
    row("enum tiny", [8, 8], 1),
    row("float", [0, 0], 4),
    row("double", [0, 0], 8),
    row("long double", [0, 0], 16),
    row("__float128", [0, 0], 16),
    row("_Complex float", [0, 0], 4),
    row("_Complex double", [0, 0], 8),
    row("_Complex long double", [0, 0], 16),
    row("_Complex short", [0, 0], 2),
    row("_Complex long long", [0, 0], 8),
    row("vector4", [0, 0], 4),
    row("vector8", [0, 0], 8),
    row("vector16", [0, 0], 16),
    row("vector32", [0, 0], 32),
    row("function *", [0, 0], 8),
    row("const void *", [0, 0], 8),
    aligned("int_aligned_2", 32, 2, true),
    aligned("int_aligned_16", 32, 16, false),
    aligned("char_aligned_4", 8, 4, false),
    aligned("long_long_aligned_4", 64, 4, true),
    aligned("long_long_aligned_8", 64, 8, true),
    aligned("short_aligned_1", 16, 1, true),
    aligned("double_aligned_8", 0, 8, true),
    aligned("double_aligned_2", 0, 2, true),
    // Only in 64-bit mode, so they come last.
    row("__int128", [128, 0], 16),
    row("unsigned __int128", [128, 0], 16),
    aligned("int128_aligned_8", 0, 8, true),
];

/// How many of [`TYPES`] exist only in 64-bit mode.
const ONLY_64_BIT: usize = 3;

/// What all declarations may use, up to what only 64-bit mode has.
const PRELUDE: &str = "\
typedef void function(void);
enum plain { plain_0, plain_1, plain_2 };
enum negative { negative_1 = -1, negative_0 };
enum __attribute__((packed)) tiny { tiny_0, tiny_200 = 200 };
typedef signed char vector4 __attribute__((vector_size(4)));
typedef int vector8 __attribute__((vector_size(8)));
typedef double vector16 __attribute__((vector_size(16)));
typedef float vector32 __attribute__((vector_size(32)));
typedef int int_aligned_2 __attribute__((aligned(2)));
typedef int int_aligned_16 __attribute__((aligned(16)));
typedef char char_aligned_4 __attribute__((aligned(4)));
typedef long long long_long_aligned_4 __attribute__((aligned(4)));
typedef long long long_long_aligned_8 __attribute__((aligned(8)));
typedef short short_aligned_1 __attribute__((aligned(1)));
typedef double double_aligned_8 __attribute__((aligned(8)));
typedef double double_aligned_2 __attribute__((aligned(2)));
";

const PRELUDE_64_BIT: &str = "typedef __int128 int128_aligned_8 __attribute__((aligned(8)));\n";

/// How deep structures are written inside structures.
const MAX_DEPTH: usize = 2;

/// The declarations of one mode.
pub(crate) struct Declarations {
    /// What all of them use.
    pub(crate) prelude: String,
    /// One text for each tag `s0`, `s1`...
    pub(crate) texts: Vec<String>,
}

impl Declarations {
    /// Draws `n` declarations for 64-bit or 32-bit mode.
    pub(crate) fn draw(seed: u64, n: usize, is_64_bit: bool) -> Declarations {
        let types = if is_64_bit { TYPES } else { &TYPES[..TYPES.len() - ONLY_64_BIT] };
        let mut prelude = PRELUDE.to_owned();
        if is_64_bit {
            prelude.push_str(PRELUDE_64_BIT);
        }
        let mut generator = Generator {
            random: Random::new(seed),
            types,
            mode: usize::from(!is_64_bit),
            n_members: 0,
            nestable: Vec::new(),
        };
        let texts = (0..n).map(|index| generator.declaration(index)).collect();
        Declarations { prelude, texts }
    }

    /// All of it as one C text.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.prelude, self.texts.concat())
    }
}

struct Generator {
    random: Random,
    types: &'static [MemberType],
    /// Which column of [`MemberType::bits`] holds.
    mode: usize,
    /// Members get names that are unique in the whole text, so anonymous members never clash.
    n_members: usize,
    /// Structures that can be members: those without a flexible array.
    nestable: Vec<String>,
}

impl Generator {
    fn declaration(&mut self, index: usize) -> String {
        let keyword = if self.random.chance(75) { "struct" } else { "union" };
        let tag = format!("s{index}");
        let flexible = keyword == "struct" && self.random.chance(8);
        let mut text = self.record(keyword, &tag, flexible, 0);
        text.push_str(";\n");
        if self.random.chance(18) {
            let pack = self.random.pick(&[1, 2, 4, 8, 16]);
            text = format!("#pragma pack(push, {pack})\n{text}#pragma pack(pop)\n");
        }
        if !flexible {
            self.nestable.push(format!("{keyword} {tag}"));
            if self.random.chance(8) {
                let align = self.random.pick(&[1, 2, 4, 8, 16, 32]);
                let _ = writeln!(text, "typedef {keyword} {tag} t{index} __attribute__((aligned({align})));");
                self.nestable.push(format!("t{index}"));
            }
        }
        text
    }

    fn record(&mut self, keyword: &str, tag: &str, flexible: bool, depth: usize) -> String {
        let attributes = self.record_attributes();
        let (before, after) =
            if self.random.chance(50) { (attributes.as_str(), "") } else { ("", attributes.as_str()) };
        let mut text = format!("{keyword}{before} {tag} {{\n");
        let n_members = 1 + self.random.below(if depth == 0 { 7 } else { 4 });
        for _ in 0..n_members {
            let member = self.member(depth + 1);
            let _ = writeln!(text, "{:1$}{member}", "", 4 * (depth + 1));
        }
        if flexible {
            // It must not be the only named member.
            let (first, last) = (self.name(), self.name());
            let element = self.unsized_element();
            let _ = writeln!(text, "    char {first};\n    {element} {last}[];");
        }
        let _ = write!(text, "{:1$}}}{after}", "", 4 * depth);
        text
    }

    fn record_attributes(&mut self) -> String {
        let mut attributes = String::new();
        if self.random.chance(18) {
            attributes.push_str(" __attribute__((packed))");
        }
        if self.random.chance(12) {
            let align = self.random.pick(&[1, 2, 4, 8, 16, 32]);
            let _ = write!(attributes, " __attribute__((aligned({align})))");
        }
        attributes
    }

    fn name(&mut self) -> String {
        self.n_members += 1;
        format!("m{}", self.n_members)
    }

    fn member(&mut self, depth: usize) -> String {
        match self.random.below(100) {
            0..40 => self.plain_member(),
            40..80 => self.bit_field(),
            80..90 if !self.nestable.is_empty() => self.nested_member(),
            _ if depth <= MAX_DEPTH => self.inline_member(depth),
            _ => self.plain_member(),
        }
    }

    fn element(&mut self) -> &'static MemberType {
        loop {
            let ty = self.random.pick(self.types);
            if ty.is_element {
                return ty;
            }
        }
    }

    /// The element of a zero-length or flexible array: see `types::layout` on wide ones in 32-bit mode.
    fn unsized_element(&mut self) -> &'static str {
        loop {
            let ty = self.element();
            if self.mode == 0 || ty.align <= 8 {
                return ty.spelling;
            }
        }
    }

    fn plain_member(&mut self) -> String {
        let name = self.name();
        match self.random.below(11) {
            // Compilers differ about `_Alignof` of vectors: see the quirks.
            10 => loop {
                let like = self.random.pick(self.types).spelling;
                if !like.starts_with("vector") {
                    break format!("_Alignas({like}) char {name};");
                }
            },
            0 => {
                let len = self.random.below(4);
                let element = if len == 0 { self.unsized_element() } else { self.element().spelling };
                let attributes = self.member_attributes();
                format!("{element} {name}[{len}]{attributes};")
            }
            1 => {
                let ty = self.random.pick(self.types);
                let align = self.random.pick(&[1, 2, 4, 8, 16, 32, 64]);
                format!("_Alignas({}) {} {name};", ty.align.max(*align), ty.spelling)
            }
            2 => {
                let ty = self.random.pick(self.types).spelling;
                let attributes = self.member_attributes();
                format!("{} {ty} {name};", attributes.trim_start())
            }
            _ => {
                let ty = self.random.pick(self.types).spelling;
                let attributes = self.member_attributes();
                format!("{ty} {name}{attributes};")
            }
        }
    }

    fn bit_field(&mut self) -> String {
        let ty = loop {
            let ty = self.random.pick(self.types);
            if ty.bits[self.mode] > 0 {
                break ty;
            }
        };
        let bits = ty.bits[self.mode];
        let (name, width) = match self.random.below(100) {
            0..8 => (String::new(), 0),
            8..16 => (String::new(), 1 + self.random.below(bits as usize)),
            16..30 => (self.name(), bits as usize),
            _ => (self.name(), 1 + self.random.below(bits as usize)),
        };
        let attributes = self.member_attributes();
        format!("{} {name} : {width}{attributes};", ty.spelling)
    }

    fn nested_member(&mut self) -> String {
        let name = self.name();
        // The later ones only: their sizes would else grow with the number of declarations.
        let recent = self.nestable.len().saturating_sub(12);
        let ty = self.random.pick(&self.nestable[recent..]).clone();
        let attributes = self.member_attributes();
        format!("{ty} {name}{attributes};")
    }

    /// A structure written inside, anonymous or with a name.
    fn inline_member(&mut self, depth: usize) -> String {
        let keyword = if self.random.chance(50) { "struct" } else { "union" };
        let record = self.record(keyword, "", false, depth);
        let name = if self.random.chance(50) { self.name() } else { String::new() };
        let attributes = if name.is_empty() { String::new() } else { self.member_attributes() };
        format!("{record} {name}{attributes};")
    }

    fn member_attributes(&mut self) -> String {
        let mut attributes = String::new();
        if self.random.chance(10) {
            attributes.push_str(" __attribute__((packed))");
        }
        if self.random.chance(10) {
            let align = self.random.pick(&["(1)", "(2)", "(4)", "(8)", "(16)", "(32)", ""]);
            let _ = write!(attributes, " __attribute__((aligned{align}))");
        }
        attributes
    }
}
