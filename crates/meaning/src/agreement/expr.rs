//! Random typed expressions: integers and floating numbers of all types.
//!
//! Nothing is done to make them defined. The interpreter says which are.

use super::maker::{Class, Expr, Maker, Object};
use super::scalar;

/// A construct: how often it is taken against the others of its table, and what makes it, or does not where it cannot stand.
pub(super) type Row = (u32, fn(&mut Maker<'_>, u32) -> Option<Expr>);

const INTEGER_ROWS: &[Row] = &[
    (30, |maker, _| maker.read(Class::Integer)),
    (8, |maker, _| Some(Expr::new(scalar::integer_constant(maker.rng)))),
    (24, |maker, depth| maker.binary(Class::Integer, &["+", "-", "*"], depth)),
    (12, |maker, depth| maker.binary(Class::Integer, &["/", "%"], depth)),
    (14, |maker, depth| maker.binary(Class::Integer, &["&", "|", "^"], depth)),
    (14, |maker, depth| maker.shift(depth)),
    (8, |maker, depth| maker.binary(Class::Integer, COMPARISONS, depth)),
    (6, |maker, depth| maker.binary(Class::Floating, COMPARISONS, depth)),
    (6, |maker, depth| maker.logical(depth)),
    (8, |maker, depth| maker.unary(Class::Integer, &["-", "~", "+", "!"], depth)),
    (1, |maker, depth| maker.unary(Class::Floating, &["!"], depth)),
    (10, |maker, depth| {
        let ty = maker.integer_type().name;
        maker.cast(ty, Class::Integer, depth)
    }),
    (8, |maker, depth| {
        let ty = maker.integer_type().name;
        maker.cast(ty, Class::Floating, depth)
    }),
    (5, |maker, depth| maker.conditional(Class::Integer, depth)),
    (3, |maker, depth| maker.comma(Class::Integer, depth)),
    (8, |maker, depth| maker.assignment(Class::Integer, depth)),
    (8, |maker, depth| maker.compound(Class::Integer, &["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="], depth)),
    (3, |maker, depth| maker.compound(Class::Integer, &["<<=", ">>="], depth)),
    (7, |maker, _| maker.increment(Class::Integer)),
    (3, |maker, depth| maker.sizeof(depth)),
    (4, |maker, depth| maker.statement_expression(Class::Integer, depth)),
    (3, |maker, depth| maker.compound_literal(Class::Integer, depth)),
    (4, |maker, depth| maker.through_pointer(Class::Integer, depth)),
    (5, |maker, depth| maker.pointers(depth)),
    (3, |maker, depth| maker.complex_part(depth)),
    (3, |maker, depth| maker.lane(false, depth)),
];

const FLOATING_ROWS: &[Row] = &[
    (30, |maker, _| maker.read(Class::Floating)),
    (6, |maker, _| Some(Expr::new(scalar::float_constant(maker.rng)))),
    (30, |maker, depth| maker.binary(Class::Floating, &["+", "-", "*", "/"], depth)),
    (12, |maker, depth| maker.mixed(depth)),
    (8, |maker, depth| maker.unary(Class::Floating, &["-", "+"], depth)),
    (8, |maker, depth| {
        let ty = maker.floating_type().name;
        maker.cast(ty, Class::Floating, depth)
    }),
    (12, |maker, depth| {
        let ty = maker.floating_type().name;
        maker.cast(ty, Class::Integer, depth)
    }),
    (5, |maker, depth| maker.conditional(Class::Floating, depth)),
    (3, |maker, depth| maker.comma(Class::Floating, depth)),
    (6, |maker, depth| maker.assignment(Class::Floating, depth)),
    (8, |maker, depth| maker.compound(Class::Floating, &["+=", "-=", "*=", "/="], depth)),
    (5, |maker, _| maker.increment(Class::Floating)),
    (3, |maker, depth| maker.statement_expression(Class::Floating, depth)),
    (3, |maker, depth| maker.compound_literal(Class::Floating, depth)),
    (3, |maker, depth| maker.through_pointer(Class::Floating, depth)),
    (3, |maker, depth| maker.lane(true, depth)),
];

const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

impl Maker<'_> {
    /// An expression of a class.
    pub(super) fn expr(&mut self, class: Class, depth: u32) -> Expr {
        let rows = match class {
            Class::Integer => INTEGER_ROWS,
            Class::Floating => FLOATING_ROWS,
            Class::Complex => return self.complex(depth),
            Class::Vector(index) => return self.vector(index, depth),
        };
        let made = match depth.checked_sub(1) {
            None => self.read(class),
            Some(depth) => (0..8).find_map(|_| (self.rng.weighted(rows, |row| row.0).1)(self, depth)),
        };
        made.unwrap_or_else(|| self.constant_of(class))
    }

    fn constant_of(&mut self, class: Class) -> Expr {
        Expr::new(match class {
            Class::Floating => scalar::float_constant(self.rng),
            _ => scalar::integer_constant(self.rng),
        })
    }

    /// The value of an object.
    pub(super) fn read(&mut self, class: Class) -> Option<Expr> {
        if self.constant {
            return Some(self.constant_of(class));
        }
        let Object { text, is_bit_field, .. } = self.object(class)?;
        Some(Expr { text, is_bit_field })
    }

    pub(super) fn binary(&mut self, class: Class, ops: &[&str], depth: u32) -> Option<Expr> {
        let (lhs, rhs) = (self.expr(class, depth), self.expr(class, depth));
        let op = self.rng.pick(ops);
        Some(Expr::new(format!("({} {op} {})", lhs.text, rhs.text)))
    }

    fn mixed(&mut self, depth: u32) -> Option<Expr> {
        let (lhs, rhs) = (self.expr(Class::Floating, depth), self.expr(Class::Integer, depth));
        let (lhs, rhs) = if self.rng.one_in(2) { (lhs, rhs) } else { (rhs, lhs) };
        let op = self.rng.pick(&["+", "-", "*", "/"]);
        Some(Expr::new(format!("({} {op} {})", lhs.text, rhs.text)))
    }

    /// Mostly by a count that some type is wide enough for.
    fn shift(&mut self, depth: u32) -> Option<Expr> {
        let value = self.expr(Class::Integer, depth).text;
        let count = match self.rng.below(4) {
            0 => self.expr(Class::Integer, depth).text,
            1 => format!("({} & 31)", self.expr(Class::Integer, depth).text),
            2 => self.rng.pick(&["0", "1", "31", "32", "63", "64", "127", "15UL", "(char)7"]).to_string(),
            _ => self.rng.below(34).to_string(),
        };
        let op = self.rng.pick(&["<<", ">>"]);
        Some(Expr::new(format!("({value} {op} {count})")))
    }

    fn logical(&mut self, depth: u32) -> Option<Expr> {
        let op = self.rng.pick(&["&&", "||"]);
        let mut condition = || {
            let class = *self.rng.pick(&[Class::Integer, Class::Integer, Class::Floating]);
            self.expr(class, depth).text
        };
        let (lhs, rhs) = (condition(), condition());
        Some(Expr::new(format!("({lhs} {op} {rhs})")))
    }

    pub(super) fn unary(&mut self, class: Class, ops: &[&str], depth: u32) -> Option<Expr> {
        let operand = self.expr(class, depth).text;
        let op = self.rng.pick(ops);
        // A blank, or two signs are an increment.
        Some(Expr::new(format!("({op} {operand})")))
    }

    pub(super) fn cast(&mut self, ty: &str, from: Class, depth: u32) -> Option<Expr> {
        let operand = self.expr(from, depth).text;
        Some(Expr::new(format!("(({ty}){operand})")))
    }

    pub(super) fn conditional(&mut self, class: Class, depth: u32) -> Option<Expr> {
        let condition = self.expr(Class::Integer, depth).text;
        let (then, otherwise) = (self.expr(class, depth), self.expr(class, depth));
        if class == Class::Integer && !self.constant && self.rng.one_in(5) {
            return Some(Expr::new(format!("({} ?: {})", then.settled(), otherwise.settled())));
        }
        Some(Expr::new(format!("({condition} ? {} : {})", then.settled(), otherwise.settled())))
    }

    pub(super) fn comma(&mut self, class: Class, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let (first, second) = (self.expr(Class::Integer, depth), self.expr(class, depth));
        Some(Expr::new(format!("({}, {})", first.text, second.settled())))
    }

    /// What is assigned to has the right class; the value may have the other one.
    pub(super) fn assignment(&mut self, class: Class, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let target = self.target(class)?;
        let from = match class {
            Class::Integer | Class::Floating => *self.rng.pick(&[Class::Integer, Class::Floating, class]),
            Class::Complex | Class::Vector(_) => class,
        };
        let value = self.expr(from, depth).text;
        Some(Expr::change(&target, format!("({} = {value})", target.text)))
    }

    pub(super) fn compound(&mut self, class: Class, ops: &[&str], depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let target = self.target(class)?;
        let op = *self.rng.pick(ops);
        let value = match (op, class) {
            ("<<=" | ">>=", Class::Integer) => self.rng.below(20).to_string(),
            ("+=" | "-=" | "*=" | "/=", Class::Integer) if self.rng.one_in(3) => self.expr(Class::Floating, depth).text,
            ("+=" | "-=" | "*=" | "/=", Class::Floating) if self.rng.one_in(3) => self.expr(Class::Integer, depth).text,
            _ => self.expr(class, depth).text,
        };
        Some(Expr::change(&target, format!("({} {op} {value})", target.text)))
    }

    fn increment(&mut self, class: Class) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let target = self.target(class)?;
        let text = match self.rng.below(4) {
            0 => format!("(++{})", target.text),
            1 => format!("(--{})", target.text),
            2 => format!("({}++)", target.text),
            _ => format!("({}--)", target.text),
        };
        Some(Expr::change(&target, text))
    }

    fn sizeof(&mut self, depth: u32) -> Option<Expr> {
        let class = *self.rng.pick(&[Class::Integer, Class::Floating]);
        let operand = self.expr(class, depth).settled();
        let op = self.rng.pick(&["sizeof", "_Alignof"]);
        Some(Expr::new(format!("({op}(__typeof__({operand})))")))
    }

    fn statement_expression(&mut self, class: Class, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let ty = if class == Class::Floating { self.floating_type() } else { self.integer_type() };
        let value = self.expr(class, depth).text;
        Some(Expr::new(format!("({{ ({}){value}; }})", ty.name)))
    }

    /// A value that has passed through memory as a member, an element, or an argument and a result.
    fn compound_literal(&mut self, class: Class, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let ty = if class == Class::Floating { self.floating_type().name } else { self.integer_type().name };
        let value = self.expr(class, depth).text;
        Some(Expr::new(match self.rng.below(4) {
            0 => format!("(({ty}){{ {value} }})"),
            1 => format!("(({ty}[3]){{ [1] = {value} }}[{}])", self.rng.below(3)),
            2 => format!("((struct {{ char c; {ty} m; }}){{ .m = {value} }}.m)"),
            _ => {
                let function = self.fresh_global("f");
                let inline = self.rng.pick(&["inline", "__attribute__((noinline))"]);
                self.case.globals.push(format!("static {inline} {ty} {function}({ty} x) {{ return x; }}"));
                format!("{function}({value})")
            }
        }))
    }

    /// Reads or writes an object through a pointer, mostly of its own type.
    pub(super) fn through_pointer(&mut self, class: Class, depth: u32) -> Option<Expr> {
        if self.constant {
            return None;
        }
        let object = self.target(class).filter(|object| object.is_plain)?;
        let ty = if self.rng.one_in(3) { self.integer_type().name.to_owned() } else { object.ty };
        let place = format!("(*({ty} *)&{})", object.text);
        if self.rng.one_in(2) {
            return Some(Expr::new(place));
        }
        let value = self.expr(class, depth).text;
        Some(Expr::new(format!("({place} = {value})")))
    }
}
