//! Attributes that change types and layout. All others are carried and printed back.

use super::Checker;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{Attr, AttrArgs, AttrsRef};
use crate::types::{Basic, Ty, TypeAttrs, TypeKind};
use crate::value::int::Int;

/// What a list of attributes asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) packed: bool,
    pub(crate) align: Option<u64>,
    pub(crate) vector_bytes: Option<u64>,
    pub(crate) mode: Option<Mode>,
    pub(crate) may_alias: bool,
    pub(crate) transparent_union: bool,
    /// Whether scalars are stored in the other order than the target's, where an attribute says so.
    pub(crate) reversed: Option<bool>,
    /// Whether a structure is laid out as Microsoft's compilers do it, where an attribute says so.
    pub(crate) ms_layout: Option<bool>,
    pub(crate) gnu_inline: bool,
}

/// A machine mode, as `mode (DI)` names it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    /// An integer of so many bytes.
    Int(u64),
    Float(Basic),
    Complex(Basic),
    /// A vector: number of elements and the mode of one, by bytes; floating if set.
    Vector(u32, u64, bool),
    ComplexInt(u64),
}

/// The modes of GCC's internals manual that a C program can name.
fn mode(name: &str, pointer_size: u64) -> Option<Mode> {
    let name = name.trim_start_matches("__").trim_end_matches("__");
    Some(match name {
        "QI" | "byte" => Mode::Int(1),
        "HI" => Mode::Int(2),
        "SI" => Mode::Int(4),
        "DI" => Mode::Int(8),
        "TI" => Mode::Int(16),
        "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => Mode::Int(pointer_size),
        "HF" => Mode::Float(Basic::Float16),
        "SF" => Mode::Float(Basic::Float),
        "DF" => Mode::Float(Basic::Double),
        "XF" => Mode::Float(Basic::LongDouble),
        "TF" => Mode::Float(Basic::Float128),
        "SC" => Mode::Complex(Basic::Float),
        "DC" => Mode::Complex(Basic::Double),
        "XC" => Mode::Complex(Basic::LongDouble),
        "TC" => Mode::Complex(Basic::Float128),
        "CQI" => Mode::ComplexInt(1),
        "CHI" => Mode::ComplexInt(2),
        "CSI" => Mode::ComplexInt(4),
        "CDI" => Mode::ComplexInt(8),
        _ => return vector_mode(name),
    })
}

/// `V4SI` and the like.
fn vector_mode(name: &str) -> Option<Mode> {
    let rest = name.strip_prefix('V')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let lanes = rest.get(..digits)?.parse().ok()?;
    let (bytes, floating) = match rest.get(digits..)? {
        "QI" => (1, false),
        "HI" => (2, false),
        "SI" => (4, false),
        "DI" => (8, false),
        "SF" => (4, true),
        "DF" => (8, true),
        _ => return None,
    };
    Some(Mode::Vector(lanes, bytes, floating))
}

impl Checker {
    /// What a list of attributes asks for; reports what cannot be.
    pub(crate) fn effects(&mut self, attrs: &[Attr], span: Span) -> Effects {
        let mut effects = Effects::default();
        for attr in attrs {
            match self.name(attr.name) {
                "packed" => effects.packed = true,
                "may_alias" => effects.may_alias = true,
                "transparent_union" => effects.transparent_union = true,
                "scalar_storage_order" => effects.reversed = self.storage_order(attr),
                "ms_struct" => effects.ms_layout = Some(true),
                "gcc_struct" => effects.ms_layout = Some(false),
                "gnu_inline" => effects.gnu_inline = true,
                "aligned" | "_Alignas" => {
                    if let Some(align) = self.alignment_argument(attr, span) {
                        effects.align = effects.align.max(Some(align));
                    }
                }
                "vector_size" => {
                    if effects.vector_bytes.is_some() {
                        self.error(Code::BadAttribute, span, "a vector of vectors");
                    }
                    effects.vector_bytes = self.size_argument(attr, span);
                }
                "mode" => effects.mode = self.mode_argument(attr, span),
                _ => {}
            }
        }
        effects
    }

    fn first_argument(&self, attr: &Attr) -> Option<crate::tree::ExprId> {
        match attr.args {
            AttrArgs::Exprs(list) => self.body().lists.at(list, 0),
            _ => None,
        }
    }

    fn alignment_argument(&mut self, attr: &Attr, span: Span) -> Option<u64> {
        match attr.args {
            AttrArgs::None => Some(self.target().biggest_align.into()),
            AttrArgs::Type(name) => Some(self.types().required_align(self.target(), self.body().type_names[name].ty)),
            _ => {
                let arg = self.first_argument(attr)?;
                self.value(arg);
                let value = self.fold_int(arg).map(Int::as_i128);
                match value {
                    Some(0) => None,
                    Some(align) if align > 0 && align.count_ones() == 1 && align <= 1 << 28 => {
                        u64::try_from(align).ok()
                    }
                    _ => {
                        if !self.ty(arg).is_error() {
                            self.error(Code::BadAttribute, span, "an alignment must be a constant power of two");
                        }
                        None
                    }
                }
            }
        }
    }

    fn size_argument(&mut self, attr: &Attr, span: Span) -> Option<u64> {
        let arg = self.first_argument(attr)?;
        self.value(arg);
        let size = self.fold_int(arg).and_then(|value| u64::try_from(value.as_i128()).ok());
        if size.is_none_or(|size| size == 0) {
            self.error(Code::BadAttribute, span, "the size of a vector must be a positive constant");
            return None;
        }
        size
    }

    fn mode_argument(&mut self, attr: &Attr, span: Span) -> Option<Mode> {
        let AttrArgs::Text(text) = attr.args else { return None };
        let name = self.name(text).trim().to_owned();
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.warn(Code::BadAttribute, span, "a machine mode is a name; the attribute is ignored");
            return None;
        }
        let mode = mode(&name, self.target().pointer.size.into());
        if mode.is_none() {
            self.error(Code::BadAttribute, span, format!("unknown machine mode `{name}`"));
        }
        mode
    }

    /// Applies `mode` to a declared type and `vector_size` to its innermost element, as GCC does wherever they stand.
    pub(crate) fn with_effects(&mut self, ty: Ty, effects: &Effects, span: Span) -> Ty {
        let moded = effects.mode.map_or(ty, |mode| self.moded(ty, mode, span));
        effects.vector_bytes.map_or(moded, |bytes| self.vector_of_element(moded, bytes, span))
    }

    fn vector_of_element(&mut self, ty: Ty, bytes: u64, span: Span) -> Ty {
        match self.types().kind(ty) {
            TypeKind::Pointer(to) => {
                let to = self.vector_of_element(to, bytes, span);
                let pointer = self.pointer(to);
                self.qualified(pointer, ty.own_quals())
            }
            TypeKind::Array(elem, len) => {
                let elem = self.vector_of_element(elem, bytes, span);
                self.array(elem, len)
            }
            TypeKind::Function(id) => {
                let mut function = self.types().fn_type(id).clone();
                function.result = self.vector_of_element(function.result, bytes, span);
                self.function(function)
            }
            // A name for one of these is seen through.
            _ if self.is_derived(ty) => {
                let written = self.types().canon(ty);
                self.vector_of_element(written, bytes, span)
            }
            _ => {
                let quals = self.types().quals(ty);
                let vector = self.vector_type(ty, bytes, span);
                self.qualified(vector, quals)
            }
        }
    }

    fn is_derived(&self, ty: Ty) -> bool {
        matches!(self.types().canon_kind(ty), TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_))
    }

    /// A vector of so many bytes.
    pub(crate) fn vector_type(&mut self, elem: Ty, bytes: u64, span: Span) -> Ty {
        if elem.is_error() {
            return elem;
        }
        let basic = self.types().as_basic(elem).filter(|&basic| basic != Basic::Void && basic != Basic::Bool);
        if basic.is_none() || !self.types().is_complete(elem) {
            let message = format!("a vector cannot have elements of type `{}`", self.show(elem));
            self.error(Code::BadAttribute, span, message);
            return Ty::ERROR;
        }
        let size = self.types().size_of(self.target(), elem).unwrap_or(1);
        let lanes = bytes / size;
        if !bytes.is_multiple_of(size) || !lanes.is_power_of_two() || lanes > 1 << 24 {
            self.error(
                Code::BadAttribute,
                span,
                "the size of a vector must be a power of two times that of its elements",
            );
            return Ty::ERROR;
        }
        self.vector(elem, lanes as u32)
    }

    /// The type of the same class that has the mode. A pointer has the mode of addresses and no other.
    fn moded(&mut self, ty: Ty, mode: Mode, span: Span) -> Ty {
        let pointer_size = u64::from(self.target().pointer.size);
        match mode {
            _ if ty.is_error() => return ty,
            Mode::Int(bytes) if self.types().is_pointer(ty) && bytes == pointer_size => return ty,
            _ => {}
        }
        let Some(moded) = self.type_of_mode(ty, mode) else {
            let message = format!("no type of this machine mode can be made of `{}`", self.show(ty));
            self.error(Code::BadAttribute, span, message);
            return Ty::ERROR;
        };
        self.qualified(moded, self.types().quals(ty))
    }

    fn type_of_mode(&mut self, ty: Ty, mode: Mode) -> Option<Ty> {
        let integer = self.types().as_integer(ty).filter(|&basic| basic != Basic::Bool);
        let unsigned = integer.is_some_and(|basic| !self.target().is_signed(basic));
        let (is_complex, is_floating) = (self.types().is_complex(ty), self.types().is_floating(ty));
        let is_real = is_floating && !is_complex;
        match mode {
            Mode::Int(bytes) if integer.is_some() => self.integer_of_size(bytes, unsigned).map(Ty::basic),
            Mode::Float(basic) if is_real => Some(Ty::basic(basic)),
            Mode::Complex(basic) if is_complex => Some(self.complex(basic)),
            Mode::ComplexInt(bytes) if is_complex => {
                let basic = self.integer_of_size(bytes, false)?;
                Some(self.complex(basic))
            }
            Mode::Vector(lanes, bytes, true) if is_real => {
                let elem = if bytes == 4 { Basic::Float } else { Basic::Double };
                Some(self.vector(Ty::basic(elem), lanes))
            }
            Mode::Vector(lanes, bytes, false) if integer.is_some() => {
                let elem = self.integer_of_size(bytes, unsigned)?;
                Some(self.vector(Ty::basic(elem), lanes))
            }
            _ => None,
        }
    }

    fn integer_of_size(&self, bytes: u64, unsigned: bool) -> Option<Basic> {
        let candidates = [Basic::SChar, Basic::Short, Basic::Int, Basic::Long, Basic::LongLong, Basic::Int128];
        let found = candidates
            .into_iter()
            .find(|&basic| self.target().basic(basic).is_some_and(|extent| u64::from(extent.size) == bytes))?;
        Some(if unsigned { found.to_unsigned() } else { found })
    }

    /// A type with attributes that bind to it.
    pub(crate) fn attributed(&mut self, ty: Ty, attrs: &[Attr], span: Span) -> Ty {
        if attrs.is_empty() {
            return ty;
        }
        let effects = self.effects(attrs, span);
        let ty = self.with_effects(ty, &effects, span);
        let rest: Vec<Attr> = attrs.iter().filter(|attr| !self.changes_type(attr)).copied().collect();
        if rest.is_empty() {
            return ty;
        }
        let quals = ty.own_quals();
        let id = self.body_mut().attrs.push(rest.into());
        let attrs = AttrsRef::new(id, self.at_file_scope());
        let facts = TypeAttrs { align: effects.align.unwrap_or(0) as u32, may_alias: effects.may_alias };
        let ty = self.intern(TypeKind::Attributed(attrs, ty.without_own_quals(), facts));
        self.qualified(ty, quals)
    }

    /// Machine modes, and all other attributes.
    pub(crate) fn split_modes(&self, attrs: &[Attr]) -> (Vec<Attr>, Vec<Attr>) {
        attrs.iter().partition(|attr| self.name(attr.name) == "mode")
    }

    /// Attributes that have gone into the type and are printed with it.
    pub(crate) fn changes_type(&self, attr: &Attr) -> bool {
        changes_type(self.name(attr.name))
    }
}

/// Whether the attribute of this name makes another type of the one it is applied to.
pub(crate) fn changes_type(name: &str) -> bool {
    matches!(name, "vector_size" | "mode")
}
