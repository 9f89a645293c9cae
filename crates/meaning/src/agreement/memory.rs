//! Random straight-line programs with memory: structures, unions and arrays that are written as members, as bytes and as a
//! whole, through names and through pointers.
//!
//! Every statement stands on a line of its own and can be left out, which is what happens to those that are undefined. In the
//! end all members are printed.

use kiln_lang::random::Rng;

use super::case::Case;
use super::maker::{Class, Maker, Object};
use super::scalar::{self, BIT_FIELDS, FLOATS, Scalar, WIDE, WIDE_FIELDS};

/// What an object is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    Scalar(Scalar),
    BitField {
        ty: &'static str,
        width: u32,
    },
    Array(Box<Shape>, u32),
    /// An index of the records.
    Record(usize),
}

struct Record {
    /// `struct` or `union` and its tag.
    name: String,
    members: Vec<(String, Shape)>,
}

/// A part of an object that has an address.
#[derive(Clone, Debug)]
struct Place {
    text: String,
    shape: Shape,
}

/// A pointer variable and the type it points to.
#[derive(Clone, Debug)]
struct Pointer {
    name: String,
    to: String,
}

/// A case of statements.
pub(super) fn statements(rng: &mut Rng) -> Case {
    let has_bytes = !rng.one_in(4);
    let mut maker = MemoryMaker {
        maker: Maker::new(rng),
        has_bytes,
        records: Vec::new(),
        places: Vec::new(),
        wide_fields: Vec::new(),
        pointers: Vec::new(),
    };
    maker.declare();
    let n_stmts = 6 + maker.maker.rng.below(24);
    for _ in 0..n_stmts {
        if let Some(stmt) = maker.statement() {
            maker.maker.case.body.push(format!("    {stmt}"));
        }
    }
    for object in maker.maker.objects.clone() {
        let text = if object.is_bit_field { format!("(+{})", object.text) } else { object.text };
        let shown = maker.maker.show(object.class, &text);
        maker.maker.case.body.push(shown);
    }
    for (text, ty) in maker.wide_fields.clone() {
        let shown = maker.maker.show(Class::Integer, &format!("(({ty}){text})"));
        maker.maker.case.body.push(shown);
    }
    maker.maker.case
}

struct MemoryMaker<'a> {
    maker: Maker<'a>,
    /// Objects are also written as bytes; then there is no `long double`: Clang 14 has a bug with its bytes, see
    /// docs/trophies.md.
    has_bytes: bool,
    records: Vec<Record>,
    places: Vec<Place>,
    /// Bit-fields wider than `int`, with their types.
    wide_fields: Vec<(String, &'static str)>,
    pointers: Vec<Pointer>,
}

/// Types and objects.
impl MemoryMaker<'_> {
    fn declare(&mut self) {
        for _ in 0..=self.maker.rng.below(3) {
            self.record();
        }
        for _ in 0..2 + self.maker.rng.below(4) {
            self.object();
        }
        for _ in 0..=self.maker.rng.below(4) {
            self.pointer();
        }
        self.maker.closed = true;
    }

    fn record(&mut self) {
        let kinds: &[&str] = if self.has_bytes { &["struct", "struct", "union"] } else { &["struct"] };
        let kind = *self.maker.rng.pick(kinds);
        let name = format!("{kind} {}", self.maker.fresh_global("s"));
        let n_members = 1 + self.maker.rng.below(5);
        let mut members: Vec<_> = (0..n_members).map(|index| (format!("m{index}"), self.shape(2))).collect();
        // A trailing array may have more elements than it says, which Clang's sanitizer does not believe of all of them.
        if kind == "union" {
            members.retain(|(_, shape)| !matches!(shape, Shape::Array(..)));
        }
        members.push(("last".to_owned(), Shape::Scalar(self.maker.integer_type())));
        let declared: Vec<String> =
            members.iter().map(|(member, shape)| self.declaration(shape, member) + ";").collect();
        let packed = if self.maker.rng.one_in(8) { " __attribute__((packed))" } else { "" };
        self.maker.case.globals.push(format!("{name} {{ {} }}{packed};", declared.join(" ")));
        self.records.push(Record { name, members });
    }

    fn shape(&mut self, depth: u32) -> Shape {
        match self.maker.rng.below(if depth == 0 { 4 } else { 8 }) {
            0 => Shape::Scalar(*self.maker.rng.pick(if self.has_bytes { &FLOATS[..2] } else { FLOATS })),
            1..=3 => Shape::Scalar(self.maker.integer_type()),
            4 if depth == 2 && self.maker.rng.one_in(3) => {
                let ty = self.maker.rng.pick(WIDE_FIELDS);
                Shape::BitField { ty, width: WIDE.start() + self.maker.rng.below(WIDE.end() - WIDE.start() + 1) }
            }
            4 | 5 if depth == 2 => {
                let &(ty, _, widest) = self.maker.rng.pick(BIT_FIELDS);
                Shape::BitField { ty, width: 1 + self.maker.rng.below(widest) }
            }
            6 if !self.records.is_empty() => Shape::Record(self.maker.rng.index(self.records.len())),
            _ => {
                let len = 1 + self.maker.rng.below(5);
                Shape::Array(Box::new(self.shape(depth - 1)), len)
            }
        }
    }

    /// The declaration of something of this shape.
    fn declaration(&self, shape: &Shape, name: &str) -> String {
        match shape {
            Shape::BitField { ty, width } => format!("{ty} {name} : {width}"),
            Shape::Array(of, len) => self.declaration(of, &format!("{name}[{len}]")),
            Shape::Scalar(_) | Shape::Record(_) => format!("{} {name}", self.type_name(shape)),
        }
    }

    /// The name of the type, that of the elements for arrays.
    fn type_name(&self, shape: &Shape) -> String {
        match shape {
            Shape::Scalar(scalar) => scalar.name.to_owned(),
            Shape::BitField { ty, .. } => (*ty).to_owned(),
            Shape::Array(of, _) => self.type_name(of),
            Shape::Record(index) => self.records[*index].name.clone(),
        }
    }

    fn object(&mut self) {
        let shape = match self.maker.rng.below(4) {
            0 => Shape::Scalar(self.maker.integer_type()),
            1 => Shape::Array(Box::new(self.shape(1)), 1 + self.maker.rng.below(6)),
            _ => Shape::Record(self.maker.rng.index(self.records.len())),
        };
        let (local, global) = (self.maker.fresh("x"), self.maker.fresh_global("x"));
        let name = match self.maker.rng.below(5) {
            0..=2 if !self.has_bytes || self.maker.rng.one_in(2) => {
                let declaration = self.declaration(&shape, &local);
                let init = self.initializer(&shape);
                self.maker.case.locals.push(format!("    {declaration} = {init};"));
                local
            }
            0..=2 => {
                let (declaration, bytes) = (self.declaration(&shape, &local), self.maker.rng.pick(&[0, 0, 1, 255]));
                self.maker.case.locals.push(format!("    {declaration}; memset(&{local}, {bytes}, sizeof {local});"));
                local
            }
            3 => {
                let (declaration, init) = (self.declaration(&shape, &global), self.initializer(&shape));
                self.maker.case.globals.push(format!("{declaration} = {init};"));
                global
            }
            _ => {
                let (declaration, ty) =
                    (self.declaration(&shape, &format!("(*{local})")), self.declaration(&shape, ""));
                self.maker.case.locals.push(format!("    {declaration} = calloc(1, sizeof({ty}));"));
                format!("(*{local})")
            }
        };
        self.add(Place { text: name, shape }, true);
    }

    fn initializer(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Scalar(scalar) => scalar.value(self.maker.rng),
            _ if self.maker.rng.one_in(4) => "{ 0 }".to_owned(),
            Shape::BitField { .. } => scalar::integer_constant(self.maker.rng),
            Shape::Array(of, len) => {
                let values: Vec<String> = (0..*len).map(|_| self.initializer(of)).collect();
                format!("{{ {} }}", values.join(", "))
            }
            Shape::Record(index) => {
                let members: Vec<(String, Shape)> = self.records[*index].members.clone();
                let one = self.maker.rng.index(members.len());
                let is_union = self.records[*index].name.starts_with("union");
                let chosen = if is_union { &members[one..=one] } else { &members[..] };
                let values: Vec<String> =
                    chosen.iter().map(|(name, shape)| format!(".{name} = {}", self.initializer(shape))).collect();
                format!("{{ {} }}", values.join(", "))
            }
        }
    }

    /// Makes an object and all its parts known. The address of what is in a packed structure may not be aligned; the
    /// interpreter says so.
    fn add(&mut self, place: Place, is_known: bool) {
        let parts: Vec<Place> = match &place.shape {
            Shape::Scalar(scalar) => {
                let class = if scalar.is_floating() { Class::Floating } else { Class::Integer };
                let (text, ty) = (place.text.clone(), scalar.name.to_owned());
                self.maker.objects.push(Object { text, class, ty, is_bit_field: false, is_plain: true });
                Vec::new()
            }
            Shape::BitField { ty, width } if WIDE.contains(width) => {
                self.wide_fields.push((place.text, ty));
                return;
            }
            Shape::BitField { ty, .. } => {
                let (text, ty) = (place.text.clone(), (*ty).to_owned());
                let object = Object { text, class: Class::Integer, ty, is_bit_field: true, is_plain: false };
                self.maker.objects.push(object);
                return;
            }
            Shape::Array(of, len) => (0..*len)
                .map(|index| Place { text: format!("{}[{index}]", place.text), shape: (**of).clone() })
                .collect(),
            Shape::Record(index) => {
                let members = self.records[*index].members.iter();
                members
                    .map(|(name, shape)| Place { text: format!("{}.{name}", place.text), shape: shape.clone() })
                    .collect()
            }
        };
        if is_known {
            self.places.push(place);
        }
        for part in parts {
            self.add(part, true);
        }
    }

    /// A pointer to a part of an object, mostly as what it is.
    fn pointer(&mut self) {
        let place = self.maker.rng.pick(&self.places).clone();
        let to = match self.maker.rng.below(5) {
            0 if self.has_bytes => "unsigned char".to_owned(),
            1 => self.maker.integer_type().name.to_owned(),
            _ => self.type_name(&place.shape),
        };
        let name = self.maker.fresh("p");
        self.maker.case.locals.push(format!("    {to} *{name} = 0;"));
        self.maker.case.body.push(format!("    {name} = ({to} *)&{};", place.text));
        let scalars = scalar::INTEGERS.iter().chain(FLOATS);
        if let Some(scalar) = scalars.into_iter().find(|scalar| scalar.name == to) {
            let text = if self.maker.rng.one_in(2) { format!("(*{name})") } else { format!("{name}[1]") };
            self.add(Place { text, shape: Shape::Scalar(*scalar) }, false);
        }
        self.pointers.push(Pointer { name, to });
    }
}

/// Statements.
impl MemoryMaker<'_> {
    fn statement(&mut self) -> Option<String> {
        let rng = &mut *self.maker.rng;
        let depth = rng.below(3);
        let class = *rng.pick(&[Class::Integer, Class::Integer, Class::Floating]);
        let whole = match rng.below(20) {
            0..=4 => self.maker.assignment(class, depth)?.text,
            5 | 6 => self.maker.compound(class, &["+=", "-=", "*="], depth)?.text,
            7 | 8 => self.maker.through_pointer(class, depth)?.text,
            9 | 10 => self.point()?,
            11 | 12 => self.copy_value()?,
            13 | 14 if self.has_bytes => self.copy_bytes(),
            15 if self.has_bytes => self.set_bytes(),
            16 if self.has_bytes => self.one_byte(),
            13..=16 => self.store_wide(depth)?,
            17 if self.maker.rng.one_in(2) => self.store_wide(depth)?,
            17 => self.loop_over_array()?,
            18 => self.reallocate()?,
            _ => {
                let value = self.maker.expr(class, depth).settled();
                return Some(self.maker.show(class, &value).trim().to_owned());
            }
        };
        Some(format!("{whole};"))
    }

    /// A bit-field wider than `int` gets a value, maybe that of another.
    fn store_wide(&mut self, depth: u32) -> Option<String> {
        let last = self.wide_fields.len().checked_sub(1)?;
        let mut any = || self.wide_fields[self.maker.rng.below(last as u32 + 1) as usize].clone();
        let ((to, _), (from, ty)) = (any(), any());
        let value = match self.maker.rng.below(3) {
            0 => format!("(({ty}){from})"),
            _ => self.maker.expr(Class::Integer, depth).settled(),
        };
        Some(format!("{to} = {value}"))
    }

    fn any_place(&mut self) -> Place {
        self.maker.rng.pick(&self.places).clone()
    }

    /// A pointer is moved, or pointed elsewhere.
    fn point(&mut self) -> Option<String> {
        let Pointer { name, to } = self.maker.rng.pick(&self.pointers).clone();
        let place = self.any_place();
        Some(match self.maker.rng.below(6) {
            0 => format!("{name}++"),
            1 => format!("{name} += {}", self.maker.rng.below(7) as i32 - 3),
            2 => format!("{name} = 0"),
            3 => format!("{name} = ({to} *)((char *)&{} + {})", place.text, self.maker.rng.below(9)),
            _ if self.type_name(&place.shape) == to => format!("{name} = ({to} *)&{}", place.text),
            _ => return None,
        })
    }

    /// A value is copied as a whole: by name, through a pointer, or through a function.
    fn copy_value(&mut self) -> Option<String> {
        let (to, from) = (self.any_place(), self.any_place());
        let is_array = |place: &Place| matches!(place.shape, Shape::Array(..));
        if to.shape != from.shape || is_array(&to) {
            return None;
        }
        let ty = self.type_name(&to.shape);
        Some(match self.maker.rng.below(3) {
            0 => format!("{} = {}", to.text, from.text),
            1 => format!("*({ty} *)&{} = *({ty} *)&{}", to.text, from.text),
            _ => {
                let function = self.maker.fresh_global("f");
                let inline = self.maker.rng.pick(&["inline", "__attribute__((noinline))"]);
                self.maker.case.globals.push(format!("static {inline} {ty} {function}({ty} x) {{ return x; }}"));
                format!("{} = {function}({})", to.text, from.text)
            }
        })
    }

    fn copy_bytes(&mut self) -> String {
        let (to, from) = (self.any_place().text, self.any_place().text);
        let function = self.maker.rng.pick(&["memcpy", "memmove"]);
        let n_bytes = match self.maker.rng.below(4) {
            0 => format!("sizeof {to}"),
            1 => format!("sizeof {from}"),
            2 => format!("sizeof {to} < sizeof {from} ? sizeof {to} : sizeof {from}"),
            _ => self.maker.rng.below(17).to_string(),
        };
        format!("{function}(&{to}, &{from}, {n_bytes})")
    }

    fn set_bytes(&mut self) -> String {
        let place = self.any_place().text;
        let byte = *self.maker.rng.pick(&[0, 0, 1, 127, 255]);
        format!("memset(&{place}, {byte}, sizeof {place})")
    }

    /// A byte is written, or copied from elsewhere.
    fn one_byte(&mut self) -> String {
        let (to, from) = (self.any_place().text, self.any_place().text);
        let (at, other) = (self.maker.rng.below(8), self.maker.rng.below(8));
        let ty = self.maker.rng.pick(&["char", "unsigned char"]);
        let value = match self.maker.rng.below(2) {
            0 => format!("(({ty} *)&{from})[{other}]"),
            _ => self.maker.rng.below(256).to_string(),
        };
        format!("(({ty} *)&{to})[{at}] = {value}")
    }

    fn loop_over_array(&mut self) -> Option<String> {
        let place = self.any_place();
        let Shape::Array(of, len) = &place.shape else { return None };
        let Shape::Scalar(scalar) = **of else { return None };
        let class = if scalar.is_floating() { Class::Floating } else { Class::Integer };
        let end = if self.maker.rng.one_in(5) { len + 1 } else { *len };
        let op = self.maker.rng.pick(&["=", "+=", "^=", "|="]);
        let op = if scalar.is_floating() { "=" } else { op };
        let value = self.maker.expr(class, 1).text;
        Some(format!("for (int i = 0; i < {end}; i++) {}[i] {op} {value}", place.text))
    }

    /// A pointer gets new memory, or loses the one that it has.
    fn reallocate(&mut self) -> Option<String> {
        let Pointer { name, to } = self.maker.rng.pick(&self.pointers).clone();
        let len = 1 + self.maker.rng.below(4);
        Some(match self.maker.rng.below(6) {
            0 => format!("free({name})"),
            1 => format!("{name} = realloc({name}, {len} * sizeof *{name})"),
            2 => format!("{name} = malloc({len} * sizeof *{name})"),
            _ => format!("{name} = calloc({len}, sizeof({to}))"),
        })
    }
}
