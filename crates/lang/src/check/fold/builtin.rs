//! Calls of builtins that compilers fold.

use super::{Folder, Value};
use crate::tree::{DeclFlags, ExprId, ExprKind, Linkage, List};
use crate::types::{Basic, RecordKind, Ty, TypeKind};
use crate::value::float::Float;
use crate::value::int::Int;

impl Folder<'_> {
    pub(super) fn call(self, id: ExprId, callee: ExprId, args: List<ExprId>) -> Option<Value> {
        let ExprKind::Name { decl } = self.sight.body.expr(callee) else { return None };
        let declared = self.sight.decl(decl);
        // A library function is known by its name, declared or not.
        if !declared.flags.contains(DeclFlags::BUILTIN) && declared.linkage != Linkage::External {
            return None;
        }
        let name = self.sight.name(declared.name?);
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let ty = self.ty(id);
        let first = self.sight.body.list(args).next();
        match name {
            "constant_p" => self.int_of(self.operand(first?).is_some().into(), ty),
            "expect" | "expect_with_probability" | "assoc_barrier" => self.operand(first?),
            _ if is_of_family(name, &["inf", "huge_val"]) => self.special(ty, Float::infinity),
            _ if is_of_family(name, &["nan", "nans"]) => self.special(ty, Float::nan),
            "strlen" => self.strlen(first?, ty),
            "bswap16" | "bswap32" | "bswap64" | "bswap128" => self.bswap(first?, ty),
            "classify_type" => self.int_of(self.type_class(self.sight.body.converted(first?)), ty),
            "object_size" | "dynamic_object_size" | "FILE" | "FUNCTION" | "LINE" => Some(Value::Opaque),
            "__atomic_always_lock_free" => Some(Value::Opaque),
            "add_overflow_p" | "sub_overflow_p" | "mul_overflow_p" => self.overflow_test(name, args, ty),
            _ => self.bits_or_math(name, args, ty),
        }
    }

    /// The classes of GCC's typeclass.h.
    fn type_class(self, ty: Ty) -> i128 {
        match self.types().canon_kind(ty) {
            TypeKind::Basic(Basic::Void) => 0,
            TypeKind::Basic(Basic::Bool) => 4,
            TypeKind::Basic(basic) if basic.is_floating() => 8,
            TypeKind::Basic(_) => 1,
            TypeKind::Enum(_) => 3,
            TypeKind::Pointer(_) => 5,
            TypeKind::Complex(_) => 9,
            TypeKind::Function(_) => 10,
            TypeKind::Record(id) if self.types().records[id].kind == RecordKind::Union => 13,
            TypeKind::Record(_) => 12,
            TypeKind::Array(..) => 14,
            _ => -1,
        }
    }

    /// Whether an operation overflows the type of the third argument, computed exactly where 128 bits are enough.
    fn overflow_test(self, name: &str, args: List<ExprId>, ty: Ty) -> Option<Value> {
        let ids: Vec<ExprId> = self.sight.body.list(args).collect();
        let [lhs, rhs, result] = ids[..] else { return None };
        let (Value::Int(x), Value::Int(y)) = (self.value(lhs)?, self.value(rhs)?) else { return None };
        let wide = |id: ExprId| self.shape(self.ty(id)).is_some_and(|shape| shape.bits > 64);
        if wide(lhs) || wide(rhs) {
            return Some(Value::Opaque);
        }
        let (x, y) = (x.as_i128(), y.as_i128());
        let exact = match name {
            "add_overflow_p" => x + y,
            "sub_overflow_p" => x - y,
            _ => match x.checked_mul(y) {
                Some(product) => product,
                None => return Some(Value::Opaque),
            },
        };
        let mut shape = self.shape(self.ty(result))?;
        // Of a bit-field the width counts.
        if let ExprKind::Member { field, .. } = self.sight.body.expr(result)
            && let Some(bits) = self.types().fields[field].bits
        {
            shape.bits = bits.width as u8;
        }
        self.int_of((!shape.contains(exact)).into(), ty)
    }

    fn special(self, ty: Ty, make: fn(crate::value::float::FloatFormat) -> Float) -> Option<Value> {
        let basic = self.types().as_basic(ty)?;
        Some(Value::Float(make(self.target().float_format(basic))))
    }

    fn strlen(self, arg: ExprId, ty: Ty) -> Option<Value> {
        let ExprKind::Str { string } = self.sight.body.expr(arg) else { return None };
        let units = &self.sight.body.strings[string].units;
        let len = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
        self.int_of(len as i128, ty)
    }

    fn bswap(self, arg: ExprId, ty: Ty) -> Option<Value> {
        let Value::Int(value) = self.operand(arg)? else { return None };
        let shape = self.shape(ty)?;
        let swapped = value.as_u128().swap_bytes() >> (128 - u32::from(shape.bits));
        Some(Value::Int(Int::wrap(swapped, shape)))
    }

    /// Bit counting is computed; a mathematical function of constants is a constant that is not computed here.
    fn bits_or_math(self, name: &str, args: List<ExprId>, ty: Ty) -> Option<Value> {
        let mut values = self.sight.body.list(args).map(|arg| (arg, self.operand(arg)));
        let (arg, value) = values.next()?;
        let value = value?;
        if values.any(|(_, value)| value.is_none()) {
            return None;
        }
        if let Value::Int(value) = value {
            let bits = self.shape(self.sight.body.converted(arg)).map_or(32, |shape| u32::from(shape.bits));
            let unsigned = value.as_u128() & (u128::MAX >> (128 - bits));
            let stem = name.trim_end_matches('l');
            let count = match stem {
                "popcount" => Some(unsigned.count_ones()),
                "parity" => Some(unsigned.count_ones() & 1),
                "ctz" if unsigned != 0 => Some(unsigned.trailing_zeros()),
                "clz" if unsigned != 0 => Some(unsigned.leading_zeros() - (128 - bits)),
                "ffs" => Some(if unsigned == 0 { 0 } else { unsigned.trailing_zeros() + 1 }),
                _ => None,
            };
            if let Some(count) = count {
                return self.int_of(count.into(), ty);
            }
        }
        let result_is_number = self.types().as_basic(ty).is_some_and(|basic| basic != Basic::Void);
        let from_number = matches!(value, Value::Int(_) | Value::Float(_) | Value::Opaque);
        (result_is_number && from_number && is_math(name) || self.types().is_complex(ty)).then_some(Value::Opaque)
    }
}

/// Functions without side effects that GCC folds for constant arguments.
fn is_math(name: &str) -> bool {
    const STEMS: &[&str] = &[
        "abs",
        "fabs",
        "copysign",
        "sqrt",
        "pow",
        "powi",
        "exp",
        "exp2",
        "log",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "floor",
        "ceil",
        "round",
        "trunc",
        "rint",
        "nearbyint",
        "fmin",
        "fmax",
        "fmod",
        "isnan",
        "isinf",
        "isinf_sign",
        "isfinite",
        "isnormal",
        "signbit",
        "isgreater",
        "isgreaterequal",
        "isless",
        "islessequal",
        "islessgreater",
        "isunordered",
        "fpclassify",
        "cbrt",
        "hypot",
        "ldexp",
        "scalbn",
        "logb",
        "ilogb",
        "atan",
        "asin",
        "acos",
        "labs",
        "llabs",
        "imaxabs",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "lround",
        "llround",
        "lrint",
        "llrint",
        "creal",
        "cimag",
        "cabs",
        "fma",
        "clrsb",
        "clrsbl",
        "clrsbll",
        "add_overflow_p",
        "sub_overflow_p",
        "mul_overflow_p",
        "toascii",
        "isascii",
        "isdigit",
        "memcmp",
        "strcmp",
        "strncmp",
        "signbitf",
        "signbitl",
        "frexp",
        "significand",
        "tgamma",
        "lgamma",
        "erf",
        "erfc",
        "expm1",
        "log1p",
    ];
    is_of_family(name, STEMS)
}

/// Whether a name is one of these or one of them with a suffix for its floating type.
fn is_of_family(name: &str, stems: &[&str]) -> bool {
    const SUFFIXES: &[&str] = &["f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x"];
    let has = |name: &str| stems.contains(&name);
    has(name) || SUFFIXES.iter().any(|suffix| name.strip_suffix(suffix).is_some_and(has))
}
