//! Members of structures and unions, constants of enumerations (C11 6.7.2.1 and 6.7.2.2).

use rustc_hash::FxHashSet;

use super::Checker;
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::types::{ArrayLen, Basic, Enumerator, Field, RecordKind, Ty};

/// Members.
impl Checker {
    /// The width of a bit-field (C11 6.7.2.1p4 and p5); `None` for a value is one that is no constant.
    pub(crate) fn bit_field_width(&mut self, ty: Ty, value: Option<i128>, named: bool, span: Span) -> Option<u32> {
        let Some(basic) = self.types().as_integer(ty) else {
            if !ty.is_error() {
                let message = format!("a bit-field cannot have type `{}`", self.show(ty));
                self.error(Code::BadField, span, message);
            }
            return None;
        };
        let limit = i128::from(self.target().int_bits(basic));
        let problem = match value {
            None => "the width of a bit-field must be an integer constant",
            Some(value) if value < 0 => "the width of a bit-field is negative",
            Some(value) if value > limit => "the width of a bit-field exceeds its type",
            Some(0) if named => "a named bit-field cannot have width 0",
            Some(value) => return Some(value as u32),
        };
        self.error(Code::BadField, span, problem);
        None
    }

    pub(crate) fn check_members(&mut self, fields: &mut [Field], kind: RecordKind, span: Span) {
        let mut seen = FxHashSet::default();
        let mut doubled = None;
        let n_fields = fields.len();
        for (position, field) in fields.iter_mut().enumerate() {
            self.collect_names(field, &mut seen, &mut doubled);
            self.check_member_type(field, position + 1 == n_fields && n_fields > 1, kind, span);
        }
        if let Some(name) = doubled {
            let message = format!("member `{}` is declared twice", self.name(name));
            self.error(Code::BadField, span, message);
        }
    }

    fn collect_names(&self, field: &Field, seen: &mut FxHashSet<Symbol>, doubled: &mut Option<Symbol>) {
        match field.name {
            Some(name) if !seen.insert(name) => *doubled = Some(name),
            Some(_) => {}
            None if field.bits.is_none() => {
                let types = self.types();
                if let Some(record) = types.as_record(field.ty) {
                    for inner in types.records[record].fields() {
                        let field = &types.fields[inner];
                        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.collect_names(field, seen, doubled));
                    }
                }
            }
            None => {}
        }
    }

    fn check_member_type(&mut self, field: &mut Field, is_last: bool, kind: RecordKind, span: Span) {
        let types = self.types();
        let ty = field.ty;
        if types.as_function(ty).is_some() {
            self.error(Code::BadField, span, "a member cannot be a function");
        } else if matches!(types.as_array(ty), Some((elem, ArrayLen::Incomplete)) if types.is_complete(elem)) {
            if kind == RecordKind::Union {
                self.error(Code::BadField, span, "a flexible array member in a union");
            } else if !is_last {
                self.error(Code::BadField, span, "a flexible array member must be the last of several members");
            }
        } else if !types.is_complete(ty) && !ty.is_error() {
            let message = format!("a member of incomplete type `{}`", self.show(ty));
            self.error(Code::Incomplete, span, message);
            // Otherwise a structure could contain itself, and whoever walks its members would never end.
            field.ty = Ty::ERROR;
        } else if types.is_variably_modified(ty) && self.scopes.depth() == 0 {
            self.error(Code::BadField, span, "a member of run-time size outside of a function");
        }
    }
}

/// Enumerations.
impl Checker {
    /// The type of a constant while its enumeration is still open: `int`, or the first wider type that holds it.
    pub(crate) fn enumerator_type(&self, value: i128) -> Ty {
        let candidates = [Basic::Int, Basic::UInt, Basic::Long, Basic::ULong, Basic::LongLong, Basic::ULongLong];
        let holds = |&basic: &Basic| self.holds(basic, value);
        Ty::basic(candidates.into_iter().find(holds).unwrap_or(Basic::LongLong))
    }

    pub(crate) fn holds(&self, basic: Basic, value: i128) -> bool {
        let bits = self.target().int_bits(basic);
        if basic.is_signed_integer() {
            (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value)
        } else {
            (0..1i128 << bits).contains(&value)
        }
    }

    /// The integer type of an enumeration: `unsigned int` if nothing is negative, else `int`, or wider if it must be.
    pub(crate) fn enum_type(&mut self, values: &[i128], packed: bool, span: Span) -> Basic {
        let low = values.iter().copied().min().unwrap_or(0);
        let high = values.iter().copied().max().unwrap_or(0);
        let signed = low < 0;
        let widths: &[Basic] = if packed {
            &[Basic::SChar, Basic::Short, Basic::Int, Basic::Long, Basic::LongLong]
        } else {
            &[Basic::Int, Basic::Long, Basic::LongLong]
        };
        let candidates = widths.iter().map(|&basic| if signed { basic } else { basic.to_unsigned() });
        let found = { candidates }.find(|&basic| self.holds(basic, low) && self.holds(basic, high));
        found.unwrap_or_else(|| {
            // GCC goes on with the largest type it has.
            self.warn(Code::BadEnum, span, "the values of the enumeration fit no integer type");
            Basic::LongLong
        })
    }

    /// A constant is an `int` if it fits, else of the enumeration's type (GNU).
    pub(crate) fn finish_enum(&mut self, constants: &[Enumerator], values: &[i128], compatible: Basic) {
        for (constant, &value) in constants.iter().zip(values) {
            let ty = if self.holds(Basic::Int, value) { Basic::Int } else { compatible };
            self.decl_mut(constant.decl).ty = Ty::basic(ty);
        }
    }
}
