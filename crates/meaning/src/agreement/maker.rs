//! A case in work: its objects, and new ones where an expression needs an operand.

use kiln_lang::random::Rng;

use super::case::Case;
use super::scalar::{self, BIT_FIELDS, FLOATS, INTEGERS, Scalar};

/// What an expression can be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Integer,
    Floating,
    /// A complex type, by its name.
    Complex,
    /// A vector type: an index of [`VECTORS`].
    Vector(usize),
}

/// A vector type of the prelude.
pub(super) struct VectorType {
    pub(super) name: &'static str,
    pub(super) element: &'static str,
    pub(super) lanes: u32,
    pub(super) floating: bool,
    /// What a comparison gives.
    pub(super) mask: usize,
}

const fn vector(name: &'static str, element: &'static str, lanes: u32, floating: bool, mask: usize) -> VectorType {
    VectorType { name, element, lanes, floating, mask }
}

pub(super) const VECTORS: &[VectorType] = &[
    vector("ints", "int", 4, false, 0),
    vector("uints", "unsigned int", 4, false, 0),
    vector("longs", "long", 2, false, 2),
    vector("chars", "signed char", 16, false, 3),
    vector("floats", "float", 4, true, 0),
    vector("doubles", "double", 2, true, 2),
];

/// An object that expressions can name.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// The lvalue.
    pub(super) text: String,
    pub(super) class: Class,
    /// The name of its type, without qualifiers.
    pub(super) ty: String,
    pub(super) is_bit_field: bool,
    /// It can be pointed to by a plain pointer: neither a bit-field nor volatile nor a register.
    pub(super) is_plain: bool,
}

/// An expression, in parentheses where it needs them.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) text: String,
    /// A bit-field is promoted as its width says, and has no type of its own otherwise: GCC and Clang differ about it.
    pub(super) is_bit_field: bool,
}

impl Expr {
    pub(super) fn new(text: impl Into<String>) -> Expr {
        Expr { text: text.into(), is_bit_field: false }
    }

    /// The value of an expression that changes an object. GCC takes it for a bit-field if the object is one, Clang
    /// sometimes.
    pub(super) fn change(object: &Object, text: String) -> Expr {
        Expr::new(if object.is_bit_field { format!("(({}){text})", object.ty) } else { text })
    }

    /// The expression where no promotion takes place.
    pub(super) fn settled(self) -> String {
        if self.is_bit_field { format!("(+{})", self.text) } else { self.text }
    }
}

/// A case in work.
pub(super) struct Maker<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) case: Case,
    pub(super) objects: Vec<Object>,
    /// Objects that are changed.
    pub(super) changed: Vec<Object>,
    /// Only constants are allowed: an initialiser of a static object is made.
    pub(super) constant: bool,
    /// No objects are added any more.
    pub(super) closed: bool,
    n_names: u32,
}

impl<'a> Maker<'a> {
    pub(super) fn new(rng: &'a mut Rng) -> Maker<'a> {
        Maker {
            rng,
            case: Case::default(),
            objects: Vec::new(),
            changed: Vec::new(),
            constant: false,
            closed: false,
            n_names: 0,
        }
    }

    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    /// A name at file scope.
    pub(super) fn fresh_global(&mut self, stem: &str) -> String {
        format!("{}_@", self.fresh(stem))
    }

    pub(super) fn integer_type(&mut self) -> Scalar {
        *self.rng.pick(INTEGERS)
    }

    pub(super) fn floating_type(&mut self) -> Scalar {
        *self.rng.pick(FLOATS)
    }

    /// An object of this class that is going to be changed.
    pub(super) fn target(&mut self, class: Class) -> Option<Object> {
        let object = self.object(class)?;
        self.changed.push(object.clone());
        Some(object)
    }

    /// An object of this class, known or new.
    pub(super) fn object(&mut self, class: Class) -> Option<Object> {
        let known: Vec<usize> = (0..self.objects.len()).filter(|&index| self.objects[index].class == class).collect();
        if self.closed || (!known.is_empty() && self.rng.one_in(3)) {
            return (!known.is_empty()).then(|| self.objects[*self.rng.pick(&known)].clone());
        }
        let object = match class {
            Class::Integer if self.rng.one_in(5) => self.new_bit_field(),
            Class::Integer => {
                let ty = self.integer_type();
                let value = ty.value(self.rng);
                self.new_object(class, ty.name, &value)
            }
            Class::Floating => {
                let ty = self.floating_type();
                let value = ty.value(self.rng);
                self.new_object(class, ty.name, &value)
            }
            Class::Complex => {
                let ty = *self.rng.pick(&["float _Complex", "double _Complex"]);
                // Small whole numbers, with which no way to multiply rounds.
                let (real, imag) = (self.rng.below(20) as i32 - 9, self.rng.below(20) as i32 - 9);
                self.new_object(class, ty, &format!("{real} + {imag}.0i"))
            }
            Class::Vector(index) => {
                let value = self.vector_value(&VECTORS[index]);
                self.new_object(class, VECTORS[index].name, &value)
            }
        };
        self.objects.push(object.clone());
        Some(object)
    }

    pub(super) fn vector_value(&mut self, ty: &VectorType) -> String {
        let scalars = if ty.floating { FLOATS } else { INTEGERS };
        let element = *scalars.iter().find(|scalar| scalar.name == ty.element).expect("elements are arithmetic");
        let values: Vec<String> = (0..ty.lanes).map(|_| element.value(self.rng)).collect();
        format!("{{ {} }}", values.join(", "))
    }

    /// An object somewhere: what is known of its place and its value decides what a compiler can make of it.
    fn new_object(&mut self, class: Class, ty: &str, value: &str) -> Object {
        let global = self.fresh_global("g");
        let local = self.fresh("v");
        let is_plain;
        let text = match self.rng.below(9) {
            0 | 1 => {
                is_plain = false;
                self.case.locals.push(format!("    volatile {ty} {local} = {value};"));
                local
            }
            2 => {
                is_plain = true;
                self.case.locals.push(format!("    {ty} {local} = {value};"));
                local
            }
            3 => {
                is_plain = true;
                self.case.globals.push(format!("static {ty} {global} = {value};"));
                global
            }
            4 => {
                is_plain = false;
                self.case.globals.push(format!("volatile {ty} {global} = {value};"));
                global
            }
            5 | 6 if !value.starts_with('{') => {
                is_plain = true;
                self.case.params.push((format!("{ty} {local}"), value.to_owned()));
                local
            }
            5 => {
                is_plain = true;
                let before = self.rng.below(3);
                self.case.globals.push(format!("{ty} {global}[4] = {{ [{before}] = {value} }};"));
                format!("{global}[{before}]")
            }
            7 => {
                is_plain = true;
                let member = format!("struct {{ char before; {ty} m; char after; }} {local}");
                self.case.locals.push(format!("    {member} = {{ 1, {value}, 2 }};"));
                format!("{local}.m")
            }
            _ => {
                is_plain = true;
                self.case.locals.push(format!("    {ty} {local} = {value}, *p{local} = &{local};"));
                format!("(*p{local})")
            }
        };
        Object { text, class, ty: ty.to_owned(), is_bit_field: false, is_plain }
    }

    fn new_bit_field(&mut self) -> Object {
        let name = self.fresh_global("b");
        let &(ty, kind, widest) = self.rng.pick(BIT_FIELDS);
        let width = 1 + self.rng.below(widest);
        let value = scalar::field_value(self.rng, kind, width);
        let qualifier = self.rng.pick(&["", "static ", "volatile "]);
        let before = 1 + self.rng.below(31);
        let members = format!("unsigned before : {before}; {ty} m : {width}; int after : 3;");
        self.case.globals.push(format!("{qualifier}struct {{ {members} }} {name} = {{ 1, {value}, 2 }};"));
        Object {
            text: format!("{name}.m"),
            class: Class::Integer,
            ty: ty.to_owned(),
            is_bit_field: true,
            is_plain: false,
        }
    }

    /// A statement that prints an expression.
    pub(super) fn show(&mut self, class: Class, expr: &str) -> String {
        let name = self.fresh("r");
        let declaration = format!("__auto_type {name} = {expr};");
        let shown = match class {
            Class::Integer => show_value("whole", &name),
            Class::Floating => show_value("real", &name),
            // Which of the zeros a part is depends on when a real number becomes a complex one; GCC and Clang differ.
            Class::Complex => format!(
                "{} {}",
                show_value("real", &format!("(__real__ {name} + 0)")),
                show_value("real", &format!("(__imag__ {name} + 0)"))
            ),
            Class::Vector(index) => {
                let function = if VECTORS[index].floating { "real" } else { "whole" };
                // The types of masks have other names in GCC and in Clang.
                format!(
                    "for (int i = 0; i < {}; i++) {function}(@, 0, sizeof {name}, {name}[i]);",
                    VECTORS[index].lanes
                )
            }
        };
        format!("    {{ {declaration} {shown} }}")
    }
}

/// A call that prints a value, with the number of its type and its size.
fn show_value(function: &str, expr: &str) -> String {
    const TYPES: &[&str] = &[
        "_Bool",
        "char",
        "signed char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long",
        "long long",
        "unsigned long long",
        "__int128",
        "unsigned __int128",
        "float",
        "double",
        "long double",
    ];
    let types: Vec<String> =
        TYPES.iter().zip(1..).map(|(name, number): (_, u32)| format!("{name}: {number}")).collect();
    format!("{function}(@, _Generic({expr}, {}, default: 0), sizeof {expr}, {expr});", types.join(", "))
}
