//! Operands that are parts of objects: elements, members, bit-fields, lanes, parts of complex numbers, and what pointers
//! point to.

use std::rc::Rc;

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Member, Variable as Declared};
use kiln_lang::tree::{BinaryOp, ExprId, Storage, UnaryOp};
use kiln_lang::types::{Basic, FieldId, Quals, RecordKind, Ty};
use kiln_lang::value::int::IntShape;
use kiln_meaning::repair::{Scalar, constant};

use super::leaf::Letter;
use super::pool::{Parts, Pointer, Vectors};
use super::{Maker, Operand};

/// Types that bit-fields are declared with. Wider than `int`, compilers disagree on their arithmetic.
const BIT_FIELD_TYPES: [Basic; 5] = [Basic::Int, Basic::UInt, Basic::UShort, Basic::SChar, Basic::Bool];

impl Maker<'_> {
    /// `x[i]`.
    pub(super) fn element(&mut self) -> Operand {
        let array = self.known(|pool| &pool.arrays).unwrap_or_else(|| self.new_array());
        let (index, value) = *self.choices.pick(&array.values);
        let index = self.index(index);
        let name = self.b.name(array.decl);
        let expr = self.b.index(name, index);
        Operand { expr, value, comparison: None }
    }

    /// An index: an expression of no operators that has a value.
    fn index(&mut self, index: u32) -> ExprId {
        let basic = *self.choices.pick(&[Basic::Int, Basic::ULong, Basic::UChar]);
        let value = self.number(basic, index.into());
        self.having(value).expr
    }

    fn new_array(&mut self) -> Parts<u32> {
        let basic = self.any_type();
        let length = self.choices.between(1, 6) as u32;
        let values: Rc<[(u32, Scalar)]> = (0..length).map(|index| (index, self.value(basic))).collect();
        let (name, how) = (self.next_name(Letter::X), self.declaring(false));
        let ty = self.b.array(Ty::basic(basic), length.into());
        let decl = self.declare(&name, ty, how, |b, target| {
            let items: Vec<ExprId> = values.iter().map(|(_, value)| constant(b, target, *value)).collect();
            b.init_list(items)
        });
        let array = Parts { decl, values };
        self.pool_of(decl).arrays.push(array.clone());
        array
    }

    /// `x.m`.
    pub(super) fn member(&mut self) -> Operand {
        let record = self.known(|pool| &pool.records).unwrap_or_else(|| {
            let types: Vec<(Basic, Option<u32>)> =
                (0..self.choices.between(1, 5)).map(|_| (self.any_type(), None)).collect();
            let record = self.new_record(&types);
            self.pool_of(record.decl).records.push(record.clone());
            record
        });
        let (field, value) = *self.choices.pick(&record.values);
        let name = self.b.name(record.decl);
        let expr = self.b.member(name, field);
        Operand { expr, value, comparison: None }
    }

    /// `+x.m` or `(T) x.m` of a bit-field: the type of `x.m` itself is not the same for all compilers.
    pub(super) fn bit_field(&mut self) -> Operand {
        let record = self.known(|pool| &pool.bit_fields).unwrap_or_else(|| {
            let types: Vec<(Basic, Option<u32>)> = (0..self.choices.between(1, 6))
                .map(|_| {
                    let basic = *self.choices.pick(&BIT_FIELD_TYPES);
                    (basic, Some(self.choices.between(1, self.target.int_bits(basic).into()) as u32))
                })
                .collect();
            let record = self.new_record(&types);
            self.pool_of(record.decl).bit_fields.push(record.clone());
            record
        });
        let (field, value) = *self.choices.pick(&record.values);
        let name = self.b.name(record.decl);
        let member = self.b.member(name, field);
        // Without sign and as wide as `int`, it is not promoted to it.
        let stays = value.basic == Basic::UInt;
        if stays || self.choices.one_in(2) {
            let expr = self.b.cast(Ty::basic(value.basic), member);
            return Operand { expr, value, comparison: None };
        }
        let expr = self.b.unary(UnaryOp::Plus, member);
        let promoted = Scalar { basic: Basic::Int, ..value };
        Operand { expr, value: promoted, comparison: None }
    }

    /// An object of a new structure, whose members have types and, if they are bit-fields, widths.
    fn new_record(&mut self, types: &[(Basic, Option<u32>)]) -> Parts<FieldId> {
        let (name, how) = (self.next_name(Letter::X), self.declaring(false));
        let names: Vec<String> = (0..types.len()).map(|index| format!("m{index}")).collect();
        let members: Vec<Member<'_>> = names
            .iter()
            .zip(types)
            .map(|(name, &(basic, width))| match width {
                Some(width) => Member::bits(Some(name), Ty::basic(basic), width),
                None => Member::new(name, Ty::basic(basic)),
            })
            .collect();
        let ty = self.b.record(RecordKind::Struct, &format!("s{}", &name[1..]), &members, &[]);
        let values: Vec<Scalar> = types
            .iter()
            .map(|&(basic, width)| match width {
                Some(bits) if basic != Basic::Bool => self.narrow(basic, bits),
                _ => self.value(basic),
            })
            .collect();
        let decl = self.declare(&name, ty, how, |b, target| {
            let items: Vec<ExprId> = values.iter().map(|value| constant(b, target, *value)).collect();
            b.init_list(items)
        });
        let fields = self.b.fields(ty);
        Parts { decl, values: fields.into_iter().zip(values).collect() }
    }

    /// A value of a type that fits into some bits.
    fn narrow(&mut self, basic: Basic, bits: u32) -> Scalar {
        let shape = IntShape { bits: bits as u8, signed: self.target.is_signed(basic) };
        Scalar::int(basic, super::value::integer(&mut self.values, self.options.values, shape))
    }

    /// `*p`.
    pub(super) fn pointee(&mut self) -> Option<Operand> {
        let pointer = match self.known(|pool| &pool.pointers) {
            Some(pointer) => pointer,
            None => self.new_pointer()?,
        };
        let name = self.b.name(pointer.decl);
        let expr = self.b.unary(UnaryOp::Deref, name);
        Some(Operand { expr, value: pointer.to.value, comparison: None })
    }

    fn new_pointer(&mut self) -> Option<Pointer> {
        let to = self.known(|pool| &pool.variables)?;
        let mut how = self.declaring(false);
        // Addresses of local variables are no constants, and those of automatic ones cannot even initialise static pointers.
        if !to.decl.is_file() {
            how.is_global = false;
            how.storage = Storage::None;
        }
        let target = self.b.type_of_decl(to.decl);
        let ty = self.b.pointer(target);
        let name = self.next_name(Letter::P);
        let decl = self.declare(&name, ty, how, |b, _| {
            let name = b.name(to.decl);
            b.unary(UnaryOp::AddrOf, name)
        });
        let pointer = Pointer { decl, to };
        self.pool_of(decl).pointers.push(pointer);
        Some(pointer)
    }

    /// `__real__ x` or `__imag__ x`, if there are floating types.
    pub(super) fn complex_part(&mut self) -> Option<Operand> {
        let complex = match self.known(|pool| &pool.complexes) {
            Some(complex) => complex,
            None => self.new_complex()?,
        };
        let (is_real, value) = *self.choices.pick(&complex.values);
        let name = self.b.name(complex.decl);
        let expr = self.b.unary(if is_real { UnaryOp::Real } else { UnaryOp::Imag }, name);
        Some(Operand { expr, value, comparison: None })
    }

    /// A complex variable. It has no initialiser: its parts are assigned at the beginning of the function.
    fn new_complex(&mut self) -> Option<Parts<bool>> {
        let floating = self.types.iter().filter(|basic| basic.is_floating()).count() as u64;
        let chosen = self.choices.below(floating) as usize;
        let basic = self.types.iter().copied().filter(|basic| basic.is_floating()).nth(chosen)?;
        let values = [(true, self.value(basic)), (false, self.value(basic))];
        let (name, ty) = (self.next_name(Letter::X), self.b.complex(basic));
        let decl = self.b.local(Declared::new(&name, ty), None);
        let mut statements = vec![self.b.declaration(&[decl])];
        for (is_real, value) in values {
            let name = self.b.name(decl);
            let part = self.b.unary(if is_real { UnaryOp::Real } else { UnaryOp::Imag }, name);
            let value = constant(&mut self.b, &self.target, value);
            let assign = self.b.assign(None, part, value);
            statements.push(self.b.expr_stmt(assign));
        }
        self.local.declarations.extend(statements);
        let complex = Parts { decl, values: Rc::new(values) };
        self.local.complexes.push(complex.clone());
        Some(complex)
    }
}

/// Vectors.
impl Maker<'_> {
    /// `x[i]` or `(x op y)[i]` of vectors.
    pub(super) fn lane(&mut self) -> Option<Operand> {
        let vectors = match self.known(|pool| &pool.vectors) {
            Some(vectors) => vectors,
            None => self.new_vectors()?,
        };
        let lane = self.choices.below(vectors.lanes.len() as u64) as usize;
        let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::BitAnd, BinaryOp::BitXor]);
        let results: Option<Vec<Scalar>> = vectors.lanes.iter().map(|&[a, b]| self.lane_value(op, a, b)).collect();
        let first = self.b.name(vectors.decls[0]);
        let (base, value) = match results {
            Some(results) if self.choices.one_in(2) => {
                let second = self.b.name(vectors.decls[1]);
                (self.b.binary(op, first, second), results[lane])
            }
            _ => (first, vectors.lanes[lane][0]),
        };
        let index = self.index(lane as u32);
        let expr = self.b.index(base, index);
        Some(Operand { expr, value, comparison: None })
    }

    /// What an operator gives in a lane. Elements are not promoted: a result that does not fit is avoided.
    fn lane_value(&self, op: BinaryOp, a: Scalar, b: Scalar) -> Option<Scalar> {
        let value = self.compute(op, a, b)?;
        let element = self.converted(value, a.basic)?;
        let fits = match (element.as_int(), value.as_int()) {
            (Some(element), Some(value)) => element.as_i128() == value.as_i128(),
            _ => true,
        };
        fits.then_some(element)
    }

    fn new_vectors(&mut self) -> Option<Vectors> {
        // Elements are what vector units have.
        let is_element = |basic: &Basic| {
            (2..=8).contains(&self.target.basic(*basic).map_or(0, |extent| extent.size)) && *basic != Basic::Bool
        };
        let elements: Vec<Basic> = self.types.iter().copied().filter(is_element).collect();
        if elements.is_empty() {
            return None;
        }
        let basic = *self.choices.pick(&elements);
        let size = self.target.basic(basic).map_or(1, |extent| u32::from(extent.size));
        let lanes = *self.choices.pick(&[8, 16, 32]) / size;
        let lanes: Rc<[[Scalar; 2]]> = (0..lanes).map(|_| [self.value(basic), self.value(basic)]).collect();
        let ty = self.b.vector(Ty::basic(basic), lanes.len() as u32);
        let mut how = self.declaring(false);
        how.quals = Quals::NONE;
        let decls = [0, 1].map(|which| {
            let name = self.next_name(Letter::X);
            self.declare(&name, ty, how, |b, target| {
                let items: Vec<ExprId> = lanes.iter().map(|lane| constant(b, target, lane[which])).collect();
                b.init_list(items)
            })
        });
        let vectors = Vectors { decls, lanes };
        self.pool_of(decls[0]).vectors.push(vectors.clone());
        Some(vectors)
    }
}
