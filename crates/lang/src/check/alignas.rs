//! Alignment specifiers (C11 6.7.5).

use super::Checker;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{Attr, AttrArgs, AttrForm, Decl, DeclKind, Storage};
use crate::types::Ty;

impl Checker {
    /// `_Alignas` on a declaration (C11 6.7.5p2 and p5).
    pub(crate) fn check_alignas(&mut self, decl: &Decl) {
        let Some(attrs) = decl.attrs else { return };
        let attrs = self.body().attrs[attrs].clone();
        let place = match decl.kind {
            DeclKind::Typedef => Some("a typedef"),
            DeclKind::Param => Some("a parameter"),
            DeclKind::Function(_) => Some("a function"),
            _ if decl.storage == Storage::Register => Some("a `register` variable"),
            _ => None,
        };
        match place {
            Some(place) => self.forbid_alignas(&attrs, place, decl.span),
            None => self.forbid_lower_alignment(&attrs, decl.ty, decl.span),
        }
    }

    /// Reports an alignment specifier where there can be none.
    pub(crate) fn forbid_alignas(&mut self, attrs: &[Attr], place: &str, span: Span) {
        if attrs.iter().any(|attr| attr.form == AttrForm::Alignas) {
            self.error(Code::BadSpecifiers, span, format!("`_Alignas` on {place}"));
        }
    }

    /// All specifiers together ask for the strictest alignment, which cannot be lower than that of the type.
    pub(crate) fn forbid_lower_alignment(&mut self, attrs: &[Attr], ty: Ty, span: Span) {
        let asked =
            attrs.iter().filter(|attr| attr.form == AttrForm::Alignas).filter_map(|attr| self.alignas(attr)).max();
        let needed = self.types().required_align(self.target(), ty);
        if asked.is_some_and(|asked| asked != 0 && asked < needed) && !ty.is_error() {
            self.error(Code::BadSpecifiers, span, "`_Alignas` lowers the alignment of the type");
        }
    }

    fn alignas(&self, attr: &Attr) -> Option<u64> {
        match attr.args {
            AttrArgs::Type(name) => Some(self.types().required_align(self.target(), self.body().type_names[name].ty)),
            AttrArgs::Exprs(list) => {
                let value = self.fold_int(self.body().lists.at(list, 0)?)?;
                u64::try_from(value.as_i128()).ok()
            }
            AttrArgs::None | AttrArgs::Text(_) => None,
        }
    }
}
