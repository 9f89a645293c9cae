//! Random expressions of other types: pointers into arrays, complex numbers, vectors.

use super::maker::{Class, Expr, Maker, VECTORS};

impl Maker<'_> {
    /// A number made of pointers into an array.
    pub(super) fn pointers(&mut self, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let ty = self.integer_type();
        let len = 1 + self.rng.below(6);
        let values: Vec<String> = (0..len).map(|_| ty.value(self.rng)).collect();
        let (array, p) = (self.fresh("a"), self.fresh("p"));
        self.case.locals.push(format!("    {} {array}[{len}] = {{ {} }};", ty.name, values.join(", ")));
        let start = self.index(len);
        self.case.locals.push(format!("    {} *{p} = {array} + {start};", ty.name));
        let any = |maker: &mut Self| {
            let narrow = if maker.rng.one_in(2) { "(int)" } else { "" };
            format!("{narrow}({})", maker.expr(Class::Integer, depth).settled())
        };
        let i = if self.rng.one_in(3) { any(self) } else { self.index(len) };
        let j = self.index(len);
        Some(Expr::new(match self.rng.below(12) {
            0 => format!("(&{array}[{i}] - {p})"),
            1 => format!("({p} + {j} < {array} + {i})"),
            2 => format!("({p} - {j} == &{array}[{i}])"),
            3 => format!("(*({p} + {i}))"),
            4 => format!("({p}[{i}])"),
            5 => format!("({i}[{p}])"),
            6 => format!("(*{p}++ = {j})"),
            7 => format!("(*--{p})"),
            8 => format!("(*({p} += {i}))"),
            9 => format!("((char *)({p} + {j}) - (char *){array})"),
            10 => format!("(((unsigned char *){p})[{j}])"),
            _ => format!("(({p} ? {array} + {i} : 0) - {array})"),
        }))
    }

    /// An index of an array, or nearly so.
    fn index(&mut self, len: u32) -> String {
        match self.rng.below(6) {
            0 => len.to_string(),
            1 => "(-1)".to_owned(),
            _ => self.rng.below(len).to_string(),
        }
    }

    pub(super) fn complex(&mut self, depth: u32) -> Expr {
        let Some(depth) = depth.checked_sub(1) else {
            return self.read(Class::Complex).unwrap_or_else(|| Expr::new("(1 + 2.0i)"));
        };
        let made = match self.rng.below(8) {
            0 | 1 => self.read(Class::Complex),
            2..=4 => self.binary(Class::Complex, &["+", "-", "*"], depth),
            5 => self.unary(Class::Complex, &["-", "~"], depth),
            6 => self.assignment(Class::Complex, depth),
            _ => self.compound(Class::Complex, &["+=", "-="], depth),
        };
        made.unwrap_or_else(|| Expr::new("(3 - 1.0i)"))
    }

    pub(super) fn complex_part(&mut self, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let value = self.complex(depth).text;
        let other = self.complex(depth).text;
        Some(Expr::new(match self.rng.below(4) {
            0 => format!("({value} == {other})"),
            1 => format!("((int)__real__ {value})"),
            2 => format!("((int)__imag__ {value})"),
            _ => format!("(!{value} || (_Bool){other})"),
        }))
    }

    pub(super) fn vector(&mut self, index: usize, depth: u32) -> Expr {
        let ty = &VECTORS[index];
        let Some(depth) = depth.checked_sub(1) else { return self.vector_operand(index) };
        let class = Class::Vector(index);
        let arithmetic: &[&str] =
            if ty.floating { &["+", "-", "*", "/"] } else { &["+", "-", "*", "/", "%", "&", "|", "^"] };
        let made = match self.rng.below(12) {
            0 | 1 => Some(self.vector_operand(index)),
            2..=4 => self.binary(class, arithmetic, depth),
            5 if !ty.floating => self.lane_shift(index, depth),
            // No negated integers: GCC 12 has a bug in their comparisons, see docs/trophies.md.
            5 | 6 => self.unary(class, if ty.floating { &["-"] } else { &["~"] }, depth),
            7 => self.compared(index, depth),
            8 => self.reinterpreted(index, depth),
            9 => self.assignment(class, depth),
            10 => self.with_scalar(index, depth),
            _ => self.converted(index, depth),
        };
        made.unwrap_or_else(|| self.vector_operand(index))
    }

    fn vector_operand(&mut self, index: usize) -> Expr {
        let found = if self.constant { None } else { self.read(Class::Vector(index)) };
        found.unwrap_or_else(|| {
            let ty = &VECTORS[index];
            let value = self.vector_value(ty);
            Expr::new(format!("(({}){value})", ty.name))
        })
    }

    fn lane_shift(&mut self, index: usize, depth: u32) -> Option<Expr> {
        let value = self.vector(index, depth).text;
        let count = self.rng.below(9);
        let op = self.rng.pick(&["<<", ">>"]);
        Some(Expr::new(format!("({value} {op} {count})")))
    }

    /// A comparison whose mask is of the type that is asked for.
    fn compared(&mut self, index: usize, depth: u32) -> Option<Expr> {
        let of: Vec<usize> = (0..VECTORS.len()).filter(|&other| VECTORS[other].mask == index).collect();
        if of.is_empty() {
            return None;
        }
        let of = *self.rng.pick(&of);
        let (lhs, rhs) = (self.vector(of, depth).text, self.vector(of, depth).text);
        let op = self.rng.pick(&["<", "<=", "==", "!=", ">", ">="]);
        Some(Expr::new(format!("({lhs} {op} {rhs})")))
    }

    /// The bytes of a vector as another type. Bytes of floating numbers are left alone: those of NaN are not specified.
    fn reinterpreted(&mut self, index: usize, depth: u32) -> Option<Expr> {
        let from: Vec<usize> = (0..VECTORS.len()).filter(|&other| !VECTORS[other].floating).collect();
        let from = *self.rng.pick(&from);
        let value = self.vector(from, depth).text;
        Some(Expr::new(format!("(({}){value})", VECTORS[index].name)))
    }

    /// The scalar is of the type of the elements, so that no conversion can lose anything.
    fn with_scalar(&mut self, index: usize, depth: u32) -> Option<Expr> {
        let ty = &VECTORS[index];
        let value = self.vector(index, depth).text;
        let class = if ty.floating { Class::Floating } else { Class::Integer };
        let scalar = format!("(({}){})", ty.element, self.expr(class, depth).text);
        let op = self.rng.pick(&["+", "-", "*"]);
        let (lhs, rhs) = if self.rng.one_in(2) { (value, scalar) } else { (scalar, value) };
        Some(Expr::new(format!("({lhs} {op} {rhs})")))
    }

    fn converted(&mut self, index: usize, depth: u32) -> Option<Expr> {
        let ty = &VECTORS[index];
        let from: Vec<usize> = (0..VECTORS.len()).filter(|&other| VECTORS[other].lanes == ty.lanes).collect();
        let from = *self.rng.pick(&from);
        let value = self.vector(from, depth).text;
        Some(Expr::new(format!("__builtin_convertvector({value}, {})", ty.name)))
    }

    /// A lane of a vector, read or written.
    pub(super) fn lane(&mut self, floating: bool, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let fitting: Vec<usize> = (0..VECTORS.len()).filter(|&other| VECTORS[other].floating == floating).collect();
        let index = *self.rng.pick(&fitting);
        let lane = self.rng.below(VECTORS[index].lanes);
        if self.rng.one_in(3) {
            let vector = self.target(Class::Vector(index))?.text;
            let value = self.expr(if floating { Class::Floating } else { Class::Integer }, depth).text;
            return Some(Expr::new(format!("({vector}[{lane}] = {value})")));
        }
        // With a cast: the elements of masks have other types in GCC and in Clang.
        let value = self.vector(index, depth).text;
        Some(Expr::new(format!("(({}){value}[{lane}])", VECTORS[index].element)))
    }
}
