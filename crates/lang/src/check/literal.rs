//! The types of constants and string literals (C11 6.4.4, 6.4.5).

use super::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::lex::{self, Base, FloatSuffix, IntForm, IntLiteral, Number, Prefix, Units};
use crate::names::Symbol;
use crate::source::{SourceText, Span};
use crate::tree::{ExprId, ExprKind, FloatLiteral, StringId, StringLiteral};
use crate::types::{ArrayLen, Basic, Ty, TypeKind};
use crate::value::float::Float;

impl Checker {
    /// A number as an expression.
    pub(crate) fn number(&mut self, text: &[u8], span: Span) -> ExprId {
        if let Some((literal, form)) = IntForm::read(text) {
            let ty = Ty::basic(self.int_literal_type(literal));
            return self.typed_expr(ExprKind::int(literal.value, form), ty, span);
        }
        let spelling = self.tables.own().names.intern_bytes(text);
        let digits = lex::without_separators(text);
        match digits.as_ref().map_err(Clone::clone).and_then(|digits| lex::number(digits)) {
            Ok(Number::Int(literal)) => self.int_literal(literal, spelling, span),
            Ok(Number::Float(literal)) => self.float_literal(literal, spelling, span),
            Err(bad) => {
                let Diagnostic { code, message, .. } = bad.at(span);
                self.error(code, span, message);
                self.error_expr(span)
            }
        }
    }

    fn int_literal(&mut self, literal: IntLiteral, spelling: Symbol, span: Span) -> ExprId {
        if literal.overflow {
            self.warn(Code::BadNumber, span, "integer constant is too large for its type");
        }
        let basic = self.int_literal_type(literal);
        let ty = if literal.imaginary { self.complex(basic) } else { Ty::basic(basic) };
        let (lo, hi) = (literal.value as u32, (literal.value >> 32) as u32);
        let form = IntForm::DECIMAL;
        self.typed_expr(ExprKind::Int { lo, hi, form, spelling: Some(spelling) }, ty, span)
    }

    /// The first type of the list in C11 6.4.4.1p5 that can hold the value.
    #[inline]
    fn int_literal_type(&self, literal: IntLiteral) -> Basic {
        let least = match literal.long {
            0 => Basic::Int,
            1 => Basic::Long,
            _ => Basic::LongLong,
        };
        let first = if literal.unsigned { least.to_unsigned() } else { least };
        if self.holds_constant(first, literal.value) { first } else { self.large_int_literal_type(literal, least) }
    }

    fn large_int_literal_type(&self, literal: IntLiteral, least: Basic) -> Basic {
        let types: &[Basic] = match (literal.unsigned, literal.base == Base::Decimal) {
            (true, _) => &[Basic::UInt, Basic::ULong, Basic::ULongLong],
            (false, true) => &[Basic::Int, Basic::Long, Basic::LongLong],
            (false, false) => &[Basic::Int, Basic::UInt, Basic::Long, Basic::ULong, Basic::LongLong, Basic::ULongLong],
        };
        let target = self.target();
        let fits = |&&basic: &&Basic| basic.rank() >= least.rank() && self.holds_constant(basic, literal.value);
        match types.iter().find(fits) {
            Some(&basic) => basic,
            // GCC goes on to `__int128` where there is one.
            None if target.int128.is_some() && !literal.unsigned => Basic::Int128,
            None => Basic::ULongLong,
        }
    }

    /// Whether a basic integer type can hold a value.
    #[inline]
    fn holds_constant(&self, basic: Basic, value: u64) -> bool {
        let bits = self.target().int_bits(basic) - u32::from(basic.is_signed_integer());
        bits >= 64 || value >> bits == 0
    }

    fn float_literal(&mut self, literal: lex::FloatLiteral<'_>, spelling: Symbol, span: Span) -> ExprId {
        let basic = match literal.suffix {
            FloatSuffix::None if self.options.dialect.single_constants => Basic::Float,
            FloatSuffix::None => Basic::Double,
            FloatSuffix::F => Basic::Float,
            FloatSuffix::L | FloatSuffix::W => Basic::LongDouble,
            FloatSuffix::Q | FloatSuffix::F128 => Basic::Float128,
            FloatSuffix::F16 => Basic::Float16,
            FloatSuffix::F32 => Basic::Float32,
            FloatSuffix::F64 => Basic::Float64,
            FloatSuffix::F32x => Basic::Float32x,
            FloatSuffix::F64x => Basic::Float64x,
            FloatSuffix::Df | FloatSuffix::Dd | FloatSuffix::Dl => {
                self.error(Code::Unsupported, span, "decimal floating point is not supported");
                return self.error_expr(span);
            }
        };
        let format = self.target().float_format(basic);
        match Float::parse(literal.digits, format) {
            Ok(rounded) => {
                let literal =
                    FloatLiteral { value: rounded.value, spelling: Some(spelling), imaginary: literal.imaginary };
                let ty = if literal.imaginary { self.complex(basic) } else { Ty::basic(basic) };
                let value = self.body_mut().floats.push(literal);
                self.typed_expr(ExprKind::Float { value }, ty, span)
            }
            Err(error) => {
                self.error(Code::BadNumber, span, error.to_string());
                self.error_expr(span)
            }
        }
    }

    /// A character constant as an expression.
    pub(crate) fn character(&mut self, source: &SourceText, token: lex::Token, spelling: Symbol) -> ExprId {
        let signed = self.target().char_signed;
        let constant = lex::char_constant(source, token, signed, &mut self.diagnostics);
        let ty = self.character_type(constant.prefix);
        self.typed_expr(ExprKind::Char { value: constant.value as u32, spelling: Some(spelling) }, ty, token.span())
    }

    /// A character constant is an `int` or of the wide type of its prefix (C11 6.4.4.4p10).
    fn character_type(&self, prefix: Prefix) -> Ty {
        match prefix {
            Prefix::Plain => Ty::INT,
            Prefix::Utf8 => Ty::basic(Basic::UChar),
            Prefix::Wide | Prefix::Char16 | Prefix::Char32 => Ty::basic(self.unit_type(prefix)),
        }
    }

    /// The element type of a string literal.
    pub(crate) fn unit_type(&self, prefix: Prefix) -> Basic {
        match prefix {
            Prefix::Plain | Prefix::Utf8 => Basic::Char,
            Prefix::Wide => self.target().wchar_type,
            Prefix::Char16 => Basic::UShort,
            Prefix::Char32 => self.target().int32_type.to_unsigned(),
        }
    }

    /// Adjacent string literals as an expression.
    pub(crate) fn string(&mut self, source: &SourceText, tokens: &[lex::Token]) -> ExprId {
        let constant = lex::string_constant(source, tokens, &mut self.diagnostics);
        let units = match constant.units {
            Units::Bytes(units) => units.into_iter().map(u32::from).collect(),
            Units::Units16(units) => units.into_iter().map(u32::from).collect(),
            Units::Units32(units) => units.into_boxed_slice(),
        };
        let string = self.body_mut().strings.push(StringLiteral { prefix: constant.prefix, units });
        let span = tokens.iter().fold(Span::NONE, |span, token| span.to(token.span()));
        self.expr(ExprKind::Str { string }, span)
    }

    /// Array of as many elements as the literal has, and one for the terminating zero.
    pub(crate) fn string_type(&mut self, string: StringId) -> Ty {
        let literal = &self.body().strings[string];
        let (prefix, len) = (literal.prefix, literal.units.len() as u64);
        let elem = Ty::basic(self.unit_type(prefix));
        self.array(elem, ArrayLen::Fixed(len + 1))
    }

    /// The type of a constant that is checked again. It was chosen when the constant was made and depends on nothing else.
    pub(crate) fn literal_type(&self, id: ExprId) -> Ty {
        self.ty(id)
    }

    /// Whether a type can be initialised by a string literal of this prefix (C11 6.7.9p14 and p15).
    pub(crate) fn takes_string(&self, elem: Ty, prefix: Prefix) -> bool {
        let TypeKind::Basic(basic) = self.types().canon_kind(elem) else { return false };
        match prefix {
            Prefix::Plain | Prefix::Utf8 => basic.is_character(),
            Prefix::Wide | Prefix::Char16 | Prefix::Char32 => basic == self.unit_type(prefix),
        }
    }
}
