//! Constants and string literals.

use super::Printer;
use crate::lex::{IntForm, Prefix};
use crate::names::Symbol;
use crate::tree::{ExprId, FloatId, StringId};
use crate::types::{Basic, TypeKind};

impl Printer<'_> {
    /// An integer constant: as it was written, or made from its value.
    #[inline]
    pub(super) fn int(&mut self, value: u64, form: IntForm, spelling: Option<Symbol>) {
        if let Some(spelling) = spelling {
            self.name(spelling);
            return;
        }
        form.write(value, &mut self.out);
    }

    /// A floating constant.
    pub(super) fn float(&mut self, id: ExprId, value: FloatId) {
        let literal = self.sight.body.floats[value];
        if let Some(spelling) = literal.spelling {
            self.name(spelling);
            return;
        }
        let types = self.sight.types();
        let basic = match types.canon_kind(self.sight.body.ty(id)) {
            TypeKind::Basic(basic) | TypeKind::Complex(basic) => basic,
            _ => Basic::Double,
        };
        // The builder makes infinities and NaNs by their builtins, so every constant has a spelling.
        let text = literal.value.spell().unwrap_or_else(|| "0.0".to_owned());
        self.text(&text);
        self.text(match basic {
            Basic::Float => "F",
            Basic::LongDouble => "L",
            Basic::Float16 => "F16",
            Basic::Float32 => "F32",
            Basic::Float64 => "F64",
            Basic::Float128 => "F128",
            Basic::Float32x => "F32x",
            Basic::Float64x => "F64x",
            _ => "",
        });
        if literal.imaginary {
            self.byte(b'i');
        }
    }

    pub(super) fn string(&mut self, id: StringId) {
        let body = self.sight.body;
        let literal = &body.strings[id];
        self.text(literal.prefix.text());
        self.byte(b'"');
        let mut last_was_question = false;
        for &unit in &literal.units {
            // `??` could start a trigraph.
            if unit == u32::from(b'?') && last_was_question {
                self.text("\\?");
            } else {
                self.code_unit(unit, literal.prefix);
            }
            last_was_question = unit == u32::from(b'?');
        }
        self.byte(b'"');
    }

    fn code_unit(&mut self, unit: u32, prefix: Prefix) {
        match unit {
            0x22 => self.text("\\\""),
            0x5c => self.text("\\\\"),
            0x0a => self.text("\\n"),
            0x09 => self.text("\\t"),
            0x20..=0x7e => self.byte(unit as u8),
            // Three octal digits end an escape whatever follows.
            0..=0xff => {
                self.byte(b'\\');
                for shift in [6, 3, 0] {
                    self.byte(b'0' + (unit >> shift & 7) as u8);
                }
            }
            // A hexadecimal escape does not end by itself, so the literal does.
            _ => {
                self.text(&format!("\\x{unit:x}\""));
                self.byte(b' ');
                self.text(prefix.text());
                self.byte(b'"');
            }
        }
    }
}
