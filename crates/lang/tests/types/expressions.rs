//! Random well-typed expressions.
//!
//! The generator writes text and thinks in classes, not in types: integer, real and complex numbers mix freely in C, so an
//! expression of a class can stand wherever one of that class or a wider one is needed, whatever its type. Which type each
//! expression has is what the test is about.

use std::fmt::Write as _;

use crate::support::Random;
use crate::vocabulary::{
    Class, Flavor, NARROW_BIT_FIELDS, NUMBERS, Number, ONLY_GCC, OTHERS, PRELUDE, VECTORS, WIDE_BIT_FIELDS,
};

/// Draws expressions of one flavor.
pub(crate) struct Expressions {
    random: Random,
    flavor: Flavor,
    numbers: Vec<&'static Number>,
    /// Statement expressions name their own variables.
    n_locals: usize,
}

impl Expressions {
    pub(crate) fn new(seed: u64, flavor: Flavor) -> Expressions {
        let numbers = NUMBERS.iter().filter(|number| number.exists(flavor)).collect();
        Expressions { random: Random::new(seed), flavor, numbers, n_locals: 0 }
    }

    /// The declarations that all expressions use.
    pub(crate) fn prelude(&self) -> String {
        let mut text = PRELUDE.to_owned();
        for Number { suffix, spelling, .. } in &self.numbers {
            let _ = writeln!(
                text,
                "{spelling} v_{suffix}; extern const {spelling} k_{suffix}; volatile {spelling} w_{suffix}; \
                 {spelling} a_{suffix}[4]; {spelling} *p_{suffix}; const {spelling} *pk_{suffix}; \
                 {spelling} f_{suffix}({spelling});"
            );
        }
        text
    }

    /// Every two types with one operator: the conversions of C11 6.3.1.8, exhaustively.
    pub(crate) fn pairs(&self) -> Vec<String> {
        let pair = |a: &Number, b: &Number| format!("v_{} + v_{}", a.suffix, b.suffix);
        self.numbers.iter().flat_map(|a| self.numbers.iter().map(|b| pair(a, b))).collect()
    }

    /// What is not a number, as far as the flavor has it.
    pub(crate) fn others(&self) -> Vec<String> {
        // On i386 `wchar_t` is `long` to GCC and `int` to Clang.
        let is_common = |expression: &&&str| self.flavor.is_64_bit || !expression.starts_with('L');
        let only_gcc = if self.flavor.gcc_types { ONLY_GCC } else { &[] };
        OTHERS.iter().chain(only_gcc).filter(is_common).map(|&expression| expression.to_owned()).collect()
    }

    /// Some expression.
    pub(crate) fn expression(&mut self) -> String {
        match self.random.below(20) {
            0..9 => self.number(Class::Complex, 3),
            9..15 => self.number(Class::Integer, 3),
            15..18 => self.pointer(3),
            18 => self.vector(2),
            _ => self.literal(Class::Complex),
        }
    }

    fn one<T: Copy>(&mut self, from: &[T]) -> T {
        *self.random.pick(from)
    }

    fn number_type(&mut self, class: Class) -> &'static Number {
        loop {
            let number = self.numbers[self.random.below(self.numbers.len())];
            if number.class <= class {
                return number;
            }
        }
    }

    /// A variable, element, member or what a pointer leads to; `writable` if it is assigned to.
    fn lvalue(&mut self, class: Class, depth: usize, writable: bool) -> String {
        let suffix = self.number_type(class).suffix;
        match self.random.below(if writable { 8 } else { 12 }) {
            0..3 => format!("v_{suffix}"),
            3 => format!("w_{suffix}"),
            4 => format!("*p_{suffix}"),
            5 if depth > 0 => format!("a_{suffix}[{}]", self.number(Class::Integer, depth - 1)),
            6 => format!("{}{}", self.one(&["bits.", "pbits->"]), self.bit_field()),
            7 => self
                .one(&["pair.first", "ppair->array[1]", "(*ppair).text[0]", "matrix[1][2]", "(*prow)[0]"])
                .to_owned(),
            8 if depth > 0 => format!("({})[p_{suffix}]", self.number(Class::Integer, depth - 1)),
            9 => format!("*pk_{suffix}"),
            10 => self.one(&["kpair.first", "kpair.text[3]", "kmatrix[0][1]", "f_pair().first"]).to_owned(),
            _ if writable => format!("v_{suffix}"),
            _ => format!("k_{suffix}"),
        }
    }

    fn bit_field(&mut self) -> &'static str {
        if self.flavor.wide_bit_fields && self.random.chance(30) {
            self.one(WIDE_BIT_FIELDS)
        } else {
            self.one(NARROW_BIT_FIELDS)
        }
    }

    /// A number of a class.
    fn number(&mut self, class: Class, depth: usize) -> String {
        if depth == 0 {
            return if self.random.chance(30) { self.literal(class) } else { self.lvalue(class, 0, false) };
        }
        match self.random.below(30) {
            0..3 => self.lvalue(class, depth, false),
            3 => self.literal(class),
            4..11 => self.arithmetic(class, depth - 1),
            11 | 12 => self.unary(class, depth - 1),
            13 => self.comparison(depth - 1),
            14 | 15 => self.conditional(class, depth - 1),
            16 | 17 => {
                let to = self.number_type(class).spelling;
                format!("({to})({})", self.number(Class::Complex, depth - 1))
            }
            18..20 => self.assignment(class, depth - 1),
            20 => self.increment(class, depth - 1),
            21 => format!("({}, {})", self.anything(depth - 1), self.number(class, depth - 1)),
            22 => self.statement(class, depth - 1),
            23 => {
                let suffix = self.number_type(class).suffix;
                format!("f_{suffix}({})", self.number(Class::Complex, depth - 1))
            }
            24 => self.size(depth - 1),
            25 => {
                let of = self.number_type(class).spelling;
                format!("({of}){{{}}}", self.number(Class::Complex, depth - 1))
            }
            26 => self.generic(class, depth - 1),
            27 if class > Class::Integer => {
                let part = self.one(&["__real__", "__imag__"]);
                format!("{part}({})", self.without_bit_fields(class, depth - 1))
            }
            28 => self.pointer_to_number(depth - 1),
            _ => format!("__extension__({})", self.number(class, depth - 1)),
        }
    }

    fn arithmetic(&mut self, class: Class, depth: usize) -> String {
        if class == Class::Integer && self.random.chance(50) {
            let op = self.one(&["%", "&", "|", "^", "<<", ">>"]);
            return format!("({}) {op} ({})", self.number(class, depth), self.number(class, depth));
        }
        let op = self.one(&["+", "-", "*", "/"]);
        format!("({}) {op} ({})", self.number(class, depth), self.number(class, depth))
    }

    fn unary(&mut self, class: Class, depth: usize) -> String {
        match self.random.below(4) {
            0 => format!("!({})", self.anything(depth)),
            1 => format!("~({})", self.number(Class::Integer, depth)),
            2 => format!("-({})", self.number(class, depth)),
            _ => format!("+({})", self.number(class, depth)),
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => {
                let op = self.one(&["==", "!="]);
                format!("({}) {op} ({})", self.number(Class::Complex, depth), self.number(Class::Complex, depth))
            }
            1 => {
                let op = self.one(&["&&", "||"]);
                format!("({}) {op} ({})", self.anything(depth), self.anything(depth))
            }
            _ => {
                let op = self.one(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({}) {op} ({})", self.number(Class::Real, depth), self.number(Class::Real, depth))
            }
        }
    }

    fn conditional(&mut self, class: Class, depth: usize) -> String {
        if self.random.chance(20) {
            return format!("({}) ?: ({})", self.number(class, depth), self.number(class, depth));
        }
        format!("({}) ? ({}) : ({})", self.anything(depth), self.number(class, depth), self.number(class, depth))
    }

    fn assignment(&mut self, class: Class, depth: usize) -> String {
        let ops: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
        let n_ops = if class == Class::Integer { ops.len() } else { 5 };
        let op = self.one(&ops[..n_ops]);
        let value_class = if n_ops == 5 { Class::Complex } else { Class::Integer };
        format!("({}) {op} ({})", self.lvalue(class, depth, true), self.number(value_class, depth))
    }

    fn increment(&mut self, class: Class, depth: usize) -> String {
        let target = self.lvalue(class, depth, true);
        // Clang gives the old value of a bit-field its declared type, GCC the one of its width.
        let forms: &[&str] = &["++(@)", "--(@)", "(@)++", "(@)--"];
        let n_forms = if self.flavor.gcc_types || !target.contains("bits") { 4 } else { 2 };
        self.one(&forms[..n_forms]).replace('@', &target)
    }

    /// A statement expression: of the value alone, or of a variable of its own.
    fn statement(&mut self, class: Class, depth: usize) -> String {
        // Clang gives a bit-field at the end its declared type, GCC the one of its width.
        let value =
            if self.flavor.gcc_types { self.number(class, depth) } else { self.without_bit_fields(class, depth) };
        if self.random.chance(50) {
            return format!("({{ {}; {value}; }})", self.number(Class::Complex, depth));
        }
        self.n_locals += 1;
        let (ty, local) = (self.number_type(class).spelling, format!("local{}", self.n_locals));
        let qualifier = self.one(&["", "const ", "volatile "]);
        format!("({{ {qualifier}{ty} {local} = {value}; {local}; }})")
    }

    fn size(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => format!("sizeof({})", self.number_type(Class::Complex).spelling),
            1 => format!("_Alignof({})", self.number_type(Class::Complex).spelling),
            2 => self
                .one(&[
                    "sizeof matrix",
                    "sizeof(\"abc\")",
                    "sizeof((0, \"abc\"))",
                    "sizeof *prow",
                    "sizeof(struct pair)",
                ])
                .to_owned(),
            _ => {
                // Of no bit-field: that is an error.
                let suffix = self.number_type(Class::Complex).suffix;
                format!("sizeof(v_{suffix} + ({}))", self.number(Class::Complex, depth))
            }
        }
    }

    fn generic(&mut self, class: Class, depth: usize) -> String {
        let control = loop {
            let control = self.without_bit_fields(Class::Complex, depth);
            // The part of a `const` real number is `const` to Clang, and no association fits.
            if self.flavor.gcc_types || !control.contains("__imag__") {
                break control;
            }
        };
        let (a, b, c) = (
            self.without_bit_fields(class, depth),
            self.without_bit_fields(class, depth),
            self.without_bit_fields(class, depth),
        );
        let basic = self.one(&["int", "unsigned", "long", "char"]);
        format!("_Generic(({control}), {basic}: ({a}), double: ({b}), default: ({c}))")
    }

    /// A number that is no bit-field, for places where compilers differ about the type of one.
    fn without_bit_fields(&mut self, class: Class, depth: usize) -> String {
        loop {
            let number = self.number(class, depth);
            if !number.contains("bits") {
                return number;
            }
        }
    }

    /// Anything that can be a condition.
    fn anything(&mut self, depth: usize) -> String {
        if self.random.chance(25) { self.pointer(depth) } else { self.number(Class::Complex, depth) }
    }

    /// An integer made of pointers.
    fn pointer_to_number(&mut self, depth: usize) -> String {
        let suffix = self.number_type(Class::Complex).suffix;
        match self.random.below(3) {
            0 => format!("({}) - ({})", self.pointer_to(suffix, depth), self.pointer_to(suffix, depth)),
            1 => {
                let op = self.one(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({}) {op} ({})", self.pointer_to(suffix, depth), self.pointer_to(suffix, depth))
            }
            _ => {
                let to = self.one(&["long", "unsigned long", "_Bool"]);
                format!("({to})({})", self.pointer(depth))
            }
        }
    }

    fn pointer(&mut self, depth: usize) -> String {
        let number = self.number_type(Class::Complex);
        match self.random.below(8) {
            0 => self.void_pointer(depth),
            1 if depth > 0 => {
                let null =
                    self.one(&["0", "(void *)0", "(void *)(1 - 1)", "0L", "(1 - 1)", "plain_0", "'\\0'", "(char)0"]);
                format!("({}) ? ({null}) : ({})", self.anything(depth - 1), self.pointer(depth - 1))
            }
            2 if depth > 0 => format!("({} *)({})", number.spelling, self.pointer(depth - 1)),
            _ => self.pointer_to(number.suffix, depth),
        }
    }

    fn void_pointer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.one(&["pv", "pkv", "pwv"]).to_owned();
        }
        let void = self.one(&["pv", "pkv", "pwv", "(void *)pkv", "(const void *)0"]);
        match self.random.below(4) {
            0 => format!("({}) ? ({void}) : ({})", self.anything(depth - 1), self.pointer(depth - 1)),
            1 => format!("({}) ? ({}) : ({void})", self.anything(depth - 1), self.pointer(depth - 1)),
            2 => format!("({void}) + ({})", self.number(Class::Integer, depth - 1)),
            _ => void.to_owned(),
        }
    }

    /// A pointer to a number type, perhaps to a qualified one.
    fn pointer_to(&mut self, suffix: &str, depth: usize) -> String {
        if depth == 0 {
            return self.one(&["p_@", "pk_@", "a_@", "&v_@", "&k_@", "&w_@", "&a_@[1]", "&*pk_@"]).replace('@', suffix);
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => format!("({}) + ({})", self.pointer_to(suffix, depth), self.number(Class::Integer, depth)),
            1 => format!("({}) + ({})", self.number(Class::Integer, depth), self.pointer_to(suffix, depth)),
            2 => format!("({}) - ({})", self.pointer_to(suffix, depth), self.number(Class::Integer, depth)),
            3 => {
                let condition = self.anything(depth);
                format!("({condition}) ? ({}) : ({})", self.pointer_to(suffix, depth), self.pointer_to(suffix, depth))
            }
            4 => self.one(&["p_@++", "--pk_@", "p_@ += 2", "pk_@ = p_@"]).replace('@', suffix),
            5 => format!("({}, {})", self.anything(depth), self.pointer_to(suffix, depth)),
            6 => format!("({{ {}; }})", self.pointer_to(suffix, depth)),
            7 => format!("&({})[{}]", self.pointer_to(suffix, depth), self.number(Class::Integer, depth)),
            8 => format!("&*({})", self.pointer_to(suffix, depth)),
            _ => self.pointer_to(suffix, 0),
        }
    }

    /// A vector, or what comes of one.
    fn vector(&mut self, depth: usize) -> String {
        let (suffix, is_integer) = self.one(VECTORS);
        let (a, b) = (self.vector_of(suffix, is_integer, depth), self.vector_of(suffix, is_integer, depth));
        match self.random.below(5) {
            0 => format!("({a})[{}]", self.number(Class::Integer, depth)),
            // The elements of the result are integers of the same size; which, compilers disagree about.
            1 if self.flavor.gcc_types => {
                let op = self.one(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({a}) {op} ({b})")
            }
            2 => format!("({})({a})", self.one(VECTORS).0),
            _ => a,
        }
    }

    fn vector_of(&mut self, suffix: &str, is_integer: bool, depth: usize) -> String {
        if depth == 0 {
            return format!("v_{suffix}");
        }
        let depth = depth - 1;
        let (a, b) = (self.vector_of(suffix, is_integer, depth), self.vector_of(suffix, is_integer, depth));
        match self.random.below(6) {
            0 | 1 => {
                let ops: &[&str] = &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
                let op = self.one(if is_integer { ops } else { &ops[..4] });
                format!("({a}) {op} ({b})")
            }
            2 => format!("({a}) * 2"),
            3 => format!("-({a})"),
            4 => format!("v_{suffix} {} ({a})", self.one(&["=", "+=", "*="])),
            _ => format!("({}, {a})", self.number(Class::Real, depth)),
        }
    }

    /// A constant of any base, suffix and kind.
    fn literal(&mut self, class: Class) -> String {
        match self.random.below(10) {
            0 => {
                // On i386 `wchar_t` is `long` to GCC and `int` to Clang.
                let constants: &[&str] =
                    &["'a'", "'\\377'", "'ab'", "'\\0'", "'\\x7f'", "u'a'", "U'a'", "L'a'", "L'\\xffff'"];
                self.one(if self.flavor.is_64_bit { constants } else { &constants[..7] }).to_owned()
            }
            1 => self.one(&["plain_1", "negative_1", "tiny_200", "wide_0", "wide_big"]).to_owned(),
            2..5 if class >= Class::Real => {
                let digits = self.one(&["1.5", "1e3", ".25", "7.", "0x1.8p3", "0x1p-2"]);
                let suffixes: &[&str] =
                    &["", "f", "L", "F", "l", "F16", "f32", "F64", "f128", "F32x", "f64x", "w", "q"];
                let suffix = self.one(if self.flavor.gcc_types { suffixes } else { &suffixes[..5] });
                let imaginary = if class == Class::Complex && self.random.chance(20) { "i" } else { "" };
                format!("{digits}{suffix}{imaginary}")
            }
            5 if class == Class::Complex && self.flavor.gcc_types => {
                format!("{}{}", self.random.below(100), self.one(&["i", "ui", "li", "llj", "ulli"]))
            }
            _ => self.integer_literal(),
        }
    }

    fn integer_literal(&mut self) -> String {
        let value = self.random.next() >> self.random.below(64);
        // Values at the edge of a type say most.
        let value = if self.random.chance(40) { self.edge() } else { value };
        let suffixes = ["", "", "", "u", "U", "l", "L", "ul", "LU", "ll", "LL", "ull", "LLU"];
        let suffix = self.one(&suffixes);
        match self.random.below(4) {
            0 => format!("0x{value:x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            2 => format!("0b{value:b}{suffix}"),
            // A decimal constant that no signed type holds is unsigned in Clang, with a warning, and 128 bits wide in GCC.
            _ if self.flavor.gcc_types => format!("{value}{suffix}"),
            _ => format!("{}{suffix}", value >> 1),
        }
    }

    fn edge(&mut self) -> u64 {
        let power = 1u64 << self.one(&[7, 8, 15, 16, 31, 32, 63]);
        match self.random.below(3) {
            0 => power - 1,
            1 => power,
            _ => power + 1,
        }
    }
}
