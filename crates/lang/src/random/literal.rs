//! Constants, and initialisers made of them.

use super::Maker;
use super::types::Class;
use crate::build::{BuildExpr, BuildType, Part};
use crate::tree::{BinaryOp, ExprId, SizeofOp, UnaryOp};
use crate::types::{ArrayLen, Basic, RecordKind, Ty};
use crate::value::float::Float;

impl Maker {
    /// A value without parts that could go on: a constant, an address, a literal of constants.
    pub(super) fn literal(&mut self, ty: Ty) -> ExprId {
        match self.class(ty) {
            Class::Integer => self.int_literal(),
            Class::Floating => self.float_literal(),
            Class::Complex => {
                let real = self.float_literal();
                self.builder.cast(ty, real)
            }
            Class::Only(ty) if self.is_pointer(ty) => {
                let zero = self.builder.int(0);
                self.builder.cast(ty, zero)
            }
            Class::Only(ty) => {
                let list = self.constant_list(ty);
                self.builder.compound_literal(ty, list)
            }
        }
    }

    pub(super) fn int_literal(&mut self) -> ExprId {
        let shapes = [
            (Basic::Int, 31),
            (Basic::UInt, 32),
            (Basic::Long, 63),
            (Basic::ULong, 64),
            (Basic::LongLong, 63),
            (Basic::ULongLong, 64),
        ];
        let &(basic, bits) = self.rng.pick(&shapes);
        let bits = self.rng.below(bits + 1);
        let value = if bits == 0 { 0 } else { self.rng.bits() >> (64 - bits) };
        self.builder.int_of(value, basic)
    }

    fn float_literal(&mut self) -> ExprId {
        let value = *self.rng.pick(&[0.0, 1.0, 0.5, 3.75, 1e10, 6.02e23, 0.1, 1e-30]);
        let basic = *self.rng.pick(&[Basic::Float, Basic::Double, Basic::LongDouble]);
        let format = crate::target::Options::default().target.float_format(basic);
        self.builder.float_of(Float::from_f64(value).convert(format), basic)
    }

    /// An integer constant expression (C11 6.6p6).
    pub(super) fn int_constant(&mut self, depth: u32) -> ExprId {
        let choice = if depth == 0 { 0 } else { self.rng.below(8) };
        match choice {
            1 if !self.enumerators.is_empty() => {
                let &decl = self.rng.pick(&self.enumerators);
                self.builder.name(decl)
            }
            2 => {
                let ty = self.value_type();
                self.builder.sizeof_type(SizeofOp::Size, ty)
            }
            3 => {
                let op = *self.rng.pick(&[UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus]);
                let operand = self.int_constant(depth - 1);
                self.builder.unary(op, operand)
            }
            4 | 5 => {
                // What overflows or divides by zero is no constant, so neither is done.
                let op =
                    *self.rng.pick(&[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Lt, BinaryOp::Eq]);
                let (lhs, rhs) = (self.int_constant(depth - 1), self.int_constant(depth - 1));
                self.builder.binary(op, lhs, rhs)
            }
            6 => {
                let operand = self.int_constant(depth - 1);
                self.builder.cast(Ty::basic(Basic::Short), operand)
            }
            7 => {
                let operand = self.int_literal();
                self.builder.unary(UnaryOp::Neg, operand)
            }
            _ => self.int_literal(),
        }
    }

    /// What an object of static storage duration can be initialised with (C11 6.6p7): an expression or a list.
    pub(super) fn static_initializer(&mut self, ty: Ty) -> ExprId {
        match self.class(ty) {
            Class::Integer => self.int_constant(2),
            Class::Floating => {
                let value = self.float_literal();
                if self.rng.one_in(3) { self.builder.unary(UnaryOp::Neg, value) } else { value }
            }
            Class::Complex => self.float_literal(),
            Class::Only(ty) if self.is_pointer(ty) => self.static_address(ty),
            Class::Only(ty) => self.constant_list(ty),
        }
    }

    fn static_address(&mut self, ty: Ty) -> ExprId {
        let to = self.builder.sight().types().pointee(ty);
        let known = self.globals.iter().chain(&self.functions);
        let fitting: Vec<_> =
            known.filter(|known| Some(known.ty) == to && known.constant_address).map(|known| known.decl).collect();
        if fitting.is_empty() || self.rng.one_in(4) {
            return self.builder.int(0);
        }
        let decl = *self.rng.pick(&fitting);
        let name = self.builder.name(decl);
        self.builder.unary(UnaryOp::AddrOf, name)
    }

    /// A list of constants for an array, structure, union or vector; for other types one constant in braces.
    pub(super) fn constant_list(&mut self, ty: Ty) -> ExprId {
        if let Some(record) = self.records.iter().find(|(_, known)| *known == ty).map(|&(kind, _)| kind) {
            return self.member_list(ty, record);
        }
        let (elem, len) = {
            let sight = self.builder.sight();
            match (sight.types().as_array(ty), sight.types().as_vector(ty)) {
                (Some((elem, ArrayLen::Fixed(len))), _) => (elem, len as u32),
                (Some((elem, _)), _) => (elem, 3),
                (None, Some((elem, lanes))) => (elem, lanes),
                (None, None) => (ty, 1),
            }
        };
        let n_items = 1 + self.rng.below(len);
        let designated = elem != ty && self.rng.one_in(3);
        let mut items = Vec::new();
        for position in 0..n_items {
            let part = match position {
                _ if !designated || self.as_vector(ty).is_some() => Part::Next,
                0 if len > 2 && self.rng.one_in(2) => Part::Range(0, 1 + self.rng.below(len - 1)),
                _ => Part::Index(self.rng.below(len)),
            };
            items.push((part, self.static_initializer_in_list(elem)));
        }
        self.builder.designated_list(items)
    }

    fn member_list(&mut self, ty: Ty, kind: RecordKind) -> ExprId {
        let designated = kind == RecordKind::Union || self.rng.one_in(2);
        let mut fields = self.named_fields(ty);
        if kind == RecordKind::Union {
            let keep = self.rng.index(fields.len());
            fields = vec![fields[keep]];
        }
        let mut items = Vec::new();
        for (field, ty) in fields {
            if designated && self.rng.one_in(3) && !items.is_empty() {
                continue;
            }
            let part = if designated { Part::Field(field) } else { Part::Next };
            items.push((part, self.static_initializer_in_list(ty)));
        }
        self.builder.designated_list(items)
    }

    /// Members with their types; unnamed bit-fields are not initialised.
    pub(super) fn named_fields(&self, ty: Ty) -> Vec<(crate::types::FieldId, Ty)> {
        let sight = self.builder.sight();
        let fields = self.builder.fields(ty).into_iter().map(|id| (id, &sight.types().fields[id]));
        fields.filter(|(_, field)| field.name.is_some()).map(|(id, field)| (id, field.ty)).collect()
    }

    /// Arrays and structures inside others always have braces of their own: left out they would swallow what follows.
    fn static_initializer_in_list(&mut self, ty: Ty) -> ExprId {
        let is_array = self.builder.sight().types().as_array(ty).is_some();
        if is_array { self.constant_list(ty) } else { self.static_initializer(ty) }
    }
}
