//! Types and declarators.

use std::ops::Range;

use smallvec::SmallVec;

use super::Printer;
use crate::names::Symbol;
use crate::tree::{Attr, AttrArgs, AttrForm, AttrsRef, DeclFlags, DeclId, ExprRef, List, Sight};
use crate::types::{ArrayLen, EnumId, Field, FieldId, FnTypeId, Quals, Record, RecordId, Tag, Ty, TypeKind, Types};

/// One step from a declared name towards its base type.
#[derive(Clone, Copy)]
enum Step {
    Pointer(Quals),
    Array(ArrayLen, Option<ExprRef>, Quals, bool),
    Function(FnTypeId),
    Attrs(AttrsRef),
}

type Steps = SmallVec<[Step; 8]>;

/// What is declared between the two halves of a declarator.
#[derive(Clone, Copy)]
pub(super) enum Declared<'p> {
    /// A type name.
    Nothing,
    Name(Symbol),
    /// An array whose length its initialiser gives.
    OpenArray(Symbol),
    /// A function that is not defined here, with the parameters its declarator names.
    Prototype(Symbol, List<DeclId>),
    /// A function definition with the parameters it declares; old style if set.
    Function(Symbol, &'p [DeclId], bool),
}

impl Printer<'_> {
    /// A declaration of one thing: specifiers and declarator.
    pub(super) fn type_and_name(&mut self, ty: Ty, name: Option<Symbol>) {
        let declared = name.map_or(Declared::Nothing, Declared::Name);
        let mut steps = Steps::new();
        let base = self.steps(ty, &mut steps);
        self.specifiers(base);
        self.declarator_of(&steps, declared, true);
    }

    /// Adds the steps of a type from the name outwards, and returns the base type they lead to.
    #[inline]
    fn steps(&self, ty: Ty, steps: &mut Steps) -> Ty {
        let types = self.sight.types();
        if has_declarator(types, ty) { peel(types, ty, |step| steps.push(step)) } else { ty }
    }

    /// What is left of a type when all declarators are peeled off.
    #[inline]
    pub(super) fn base_of(&self, ty: Ty) -> Ty {
        base_type(self.sight.types(), ty)
    }

    /// The declarator of a type around what it declares. With `lead` a blank is put before it where one is needed.
    pub(super) fn declarator(&mut self, ty: Ty, declared: Declared<'_>, lead: bool) {
        let mut steps = Steps::new();
        self.steps(ty, &mut steps);
        self.declarator_of(&steps, declared, lead);
    }

    fn declarator_of(&mut self, steps: &[Step], declared: Declared<'_>, lead: bool) {
        if lead && (!steps.is_empty() || !matches!(declared, Declared::Nothing)) {
            let only_suffix = matches!(declared, Declared::Nothing)
                && steps.iter().all(|step| matches!(step, Step::Array(..) | Step::Function(_)));
            if !only_suffix || matches!(steps.first(), Some(Step::Function(_))) {
                self.byte(b' ');
            }
        }
        for position in (0..steps.len()).rev() {
            self.left_of(steps, position);
        }
        match declared {
            Declared::Nothing => {}
            Declared::Name(name)
            | Declared::OpenArray(name)
            | Declared::Prototype(name, _)
            | Declared::Function(name, ..) => self.name(name),
        }
        for position in 0..steps.len() {
            self.right_of(steps, position, declared);
        }
    }

    /// Whether the declarator inside this step must be in parentheses: a pointer to an array or function.
    fn is_parenthesized(steps: &[Step], position: usize) -> bool {
        let binds_right = matches!(steps[position], Step::Array(..) | Step::Function(_));
        binds_right && position > 0 && matches!(steps[position - 1], Step::Pointer(_) | Step::Attrs(_))
    }

    fn left_of(&mut self, steps: &[Step], position: usize) {
        if Self::is_parenthesized(steps, position) {
            self.byte(b'(');
        }
        match steps[position] {
            Step::Pointer(quals) => {
                self.byte(b'*');
                if !quals.is_empty() {
                    self.quals(quals);
                }
            }
            Step::Attrs(attrs) => {
                let sight = self.sight.at(attrs.is_file());
                self.attrs_at(sight, sight.attrs(attrs));
                self.byte(b' ');
            }
            Step::Array(..) | Step::Function(_) => {}
        }
    }

    fn right_of(&mut self, steps: &[Step], position: usize, declared: Declared<'_>) {
        if Self::is_parenthesized(steps, position) {
            self.byte(b')');
        }
        match steps[position] {
            Step::Array(..) if position == 0 && matches!(declared, Declared::OpenArray(_)) => self.text("[]"),
            Step::Array(len, expr, quals, is_static) => self.bound(len, expr, quals, is_static),
            Step::Function(id) => {
                let is_declared = steps[..position].iter().all(|step| matches!(step, Step::Attrs(_)));
                match declared {
                    Declared::Function(_, params, old_style) if is_declared => {
                        self.defined_params(id, params, old_style);
                    }
                    Declared::Prototype(_, names) if is_declared => self.params(id, names),
                    _ => self.params(id, List::default()),
                }
            }
            Step::Pointer(_) | Step::Attrs(_) => {}
        }
    }

    fn bound(&mut self, len: ArrayLen, expr: Option<ExprRef>, quals: Quals, is_static: bool) {
        self.byte(b'[');
        if !quals.is_empty() {
            self.quals(quals);
        }
        let is_unknown = self.in_prototype && matches!(len, ArrayLen::Variable(_) | ArrayLen::Star);
        // There is no `[static *]`; what `static` promises of a bound that is not told is nothing.
        if is_static && !is_unknown {
            self.text("static ");
        }
        match (len, expr) {
            _ if is_unknown => self.byte(b'*'),
            // Even what is constant may name a parameter, as in `sizeof n`.
            (ArrayLen::Fixed(len), _) if self.in_prototype => self.number(len),
            (ArrayLen::Variable(expr), _) | (_, Some(expr)) => self.expr_at(expr, 2),
            (ArrayLen::Fixed(len), None) => self.number(len),
            (ArrayLen::Star, None) => self.byte(b'*'),
            (ArrayLen::Incomplete, None) => {}
        }
        self.byte(b']');
    }

    /// An expression that a type refers to, seen from where it stands.
    pub(super) fn expr_at(&mut self, expr: ExprRef, precedence: u8) {
        let outer = self.sight;
        self.sight = outer.at(expr.is_file());
        self.expr(expr.id(), precedence);
        self.sight = outer;
    }

    /// The parameters of a function type; `names` are the declarations they come from, where these are known.
    fn params(&mut self, id: FnTypeId, names: List<DeclId>) {
        let types = self.sight.types();
        let body = self.sight.body;
        let function = types.fn_type(id);
        let mut names = body.list(names).map(|param| body.decls[param].name);
        let outer = std::mem::replace(&mut self.in_prototype, true);
        self.byte(b'(');
        for (position, &param) in function.params.iter().enumerate() {
            if position > 0 {
                self.text(", ");
            }
            let name = names.next().flatten();
            self.type_and_name(param, name);
            // GCC takes a parameter of type `void` if it has a name.
            if types.is_void(param) && name.is_none() {
                self.text(" p");
                self.number(position as u64);
            }
        }
        self.end_of_params(function.params.is_empty(), function.variadic, function.prototype);
        self.in_prototype = outer;
    }

    fn end_of_params(&mut self, none: bool, variadic: bool, prototype: bool) {
        match (none, variadic, prototype) {
            (true, false, true) => self.text("void"),
            (true, true, _) => self.text("..."),
            (false, true, _) => self.text(", ..."),
            _ => {}
        }
        self.byte(b')');
    }

    fn defined_params(&mut self, id: FnTypeId, params: &[DeclId], old_style: bool) {
        let function = self.sight.types().fn_type(id);
        self.byte(b'(');
        self.forward_params(params);
        for (position, &param) in params.iter().enumerate() {
            if position > 0 {
                self.text(", ");
            }
            let decl = &self.sight.body.decls[param];
            if old_style {
                if let Some(name) = decl.name {
                    self.name(name);
                }
                continue;
            }
            self.text(decl.storage.spelling());
            self.type_and_name(decl.ty, decl.name);
            self.trailing_attrs(decl.attrs);
        }
        // The type may come from an earlier declaration, and say more than the definition does.
        let variadic = function.variadic && (!params.is_empty() || function.params.is_empty());
        if old_style {
            self.byte(b')');
        } else {
            self.end_of_params(params.is_empty(), variadic, function.prototype);
        }
    }

    /// Parameters that are declared before the list, in the order of their first declarations, but bounds behind what they
    /// may mention.
    fn forward_params(&mut self, params: &[DeclId]) {
        let (types, decls) = (self.sight.types(), &self.sight.body.decls);
        let is_forward = |param: &DeclId| decls[*param].flags.contains(DeclFlags::FORWARD);
        let mut forward: SmallVec<[DeclId; 4]> = params.iter().copied().filter(is_forward).collect();
        forward.sort_by_key(|&param| (types.is_variably_modified(decls[param].ty), param));
        for param in forward {
            self.type_and_name(decls[param].ty, decls[param].name);
            self.text("; ");
        }
    }

    /// Qualifiers, each with a blank after it.
    pub(super) fn quals(&mut self, quals: Quals) {
        const WORDS: [(Quals, &str); 4] = [
            (Quals::CONST, "const "),
            (Quals::VOLATILE, "volatile "),
            (Quals::RESTRICT, "__restrict "),
            (Quals::ATOMIC, "_Atomic "),
        ];
        for (qual, word) in WORDS {
            if quals.contains(qual) {
                self.text(word);
            }
        }
    }

    /// A base type as specifiers.
    pub(super) fn specifiers(&mut self, ty: Ty) {
        let quals = ty.own_quals();
        if !quals.is_empty() {
            self.quals(quals);
        }
        match self.sight.types().kind(ty) {
            TypeKind::Basic(basic) => self.text(basic.spelling()),
            TypeKind::Complex(basic) => {
                self.text("_Complex ");
                self.text(basic.spelling());
            }
            TypeKind::Error => self.text("<error>"),
            TypeKind::Vector(elem, lanes) => self.vector(elem, lanes),
            TypeKind::Record(id) => self.record(id),
            TypeKind::Enum(id) => self.enumeration(id),
            TypeKind::Typedef(decl, _) => {
                if let Some(name) = self.sight.decl(decl).name {
                    self.name(name);
                }
            }
            TypeKind::TypeofExpr(expr, _) => {
                self.text("__typeof__(");
                self.expr_at(expr, 1);
                self.byte(b')');
            }
            TypeKind::TypeofType(name, _) => {
                self.text("__typeof__(");
                let outer = self.sight;
                self.sight = outer.at(name.is_file());
                self.type_name(name.id());
                self.sight = outer;
                self.byte(b')');
            }
            TypeKind::Auto(_) => self.text("__auto_type"),
            TypeKind::Attributed(attrs, of, _) => {
                let sight = self.sight.at(attrs.is_file());
                self.alignas_before(sight, sight.attrs(attrs));
                let base = self.base_of(of);
                self.specifiers(base);
                self.alignas_behind(sight, sight.attrs(attrs));
                self.declarator(of, Declared::Nothing, true);
                if sight.attrs(attrs).iter().any(|attr| attr.form == AttrForm::Gnu) {
                    self.byte(b' ');
                    self.attrs_at(sight, sight.attrs(attrs));
                }
            }
            // Never a base: these are peeled off before.
            TypeKind::Pointer(_)
            | TypeKind::Array(..)
            | TypeKind::Function(_)
            | TypeKind::Sized(..)
            | TypeKind::Adjusted(..) => {}
        }
    }

    fn vector(&mut self, elem: Ty, lanes: u32) {
        self.specifiers(elem);
        self.text(" __attribute__((vector_size(");
        self.number(u64::from(lanes));
        self.text(" * sizeof(");
        self.specifiers(elem);
        self.text("))))");
    }

    fn record(&mut self, id: RecordId) {
        let record = &self.sight.types().records[id];
        self.text(record.kind.keyword());
        let defines = self.take_pending(Tag::Record(id));
        if defines {
            self.tag_attrs(record.attrs, 0..record.n_leading_attrs as usize);
        }
        if let Some(tag) = record.tag {
            self.byte(b' ');
            self.name(tag);
        }
        if defines {
            self.members(id);
            self.tag_attrs(record.attrs, record.n_leading_attrs as usize..usize::MAX);
        }
    }

    /// Whether this mention of a tag is the place of its definition.
    fn take_pending(&mut self, tag: Tag) -> bool {
        if self.pending.is_empty() {
            return false;
        }
        match self.pending.iter().position(|&pending| pending == tag) {
            Some(position) => {
                self.pending.remove(position);
                true
            }
            None => false,
        }
    }

    fn members(&mut self, id: RecordId) {
        let types = self.sight.types();
        let record = &types.records[id];
        let outer = std::mem::replace(&mut self.pending, record.defines.to_vec());
        self.text(" {");
        self.indent += 1;
        let fields: SmallVec<[FieldId; 16]> = record.fields().collect();
        for (position, &field) in fields.iter().enumerate() {
            self.between_members(record, position);
            let field = &types.fields[field];
            let next = fields.get(position + 1).map(|&next| &types.fields[next]);
            let continues =
                field.continues_group && position > 0 && self.shares_base(&types.fields[fields[position - 1]], field);
            self.member(field, continues);
            let more = next.is_some_and(|next| next.continues_group && self.shares_base(field, next));
            self.byte(if more { b',' } else { b';' });
        }
        self.between_members(record, fields.len());
        while let Some(&tag) = self.pending.first() {
            self.defined_alone(tag);
        }
        self.indent -= 1;
        if self.out.last() != Some(&b'{') {
            self.newline();
        }
        self.byte(b'}');
        self.pending = outer;
    }

    /// What stands before the member at a position: pragmas, and types that are defined without being that of a member.
    fn between_members(&mut self, record: &Record, position: usize) {
        let mut alone = record.defined_alone.iter().filter(|alone| alone.n_members as usize == position).peekable();
        for (n_before, &(_, text)) in
            record.pragmas.iter().enumerate().filter(|(_, (before, _))| *before as usize == position)
        {
            while let Some(alone) = alone.next_if(|alone| alone.n_pragmas as usize <= n_before) {
                self.defined_alone(alone.tag);
            }
            self.own_line();
            self.text("#pragma ");
            self.name(text);
        }
        for alone in alone {
            self.defined_alone(alone.tag);
        }
    }

    fn defined_alone(&mut self, tag: Tag) {
        if !self.pending.contains(&tag) {
            return;
        }
        self.newline();
        match tag {
            Tag::Record(id) => self.record(id),
            Tag::Enum(id) => self.enumeration(id),
        }
        self.byte(b';');
    }

    fn shares_base(&self, a: &Field, b: &Field) -> bool {
        self.base_of(a.ty) == self.base_of(b.ty)
    }

    fn member(&mut self, field: &Field, continues: bool) {
        if continues {
            self.byte(b' ');
        } else {
            self.newline();
            let sight = field.attrs.map_or(self.sight, |attrs| self.sight.at(attrs.is_file()));
            let attrs = field.attrs.map_or(&[][..], |attrs| sight.attrs(attrs));
            self.alignas_before(sight, attrs);
            let base = self.base_of(field.ty);
            self.specifiers(base);
            self.alignas_behind(sight, attrs);
        }
        let declared = field.name.map_or(Declared::Nothing, Declared::Name);
        self.declarator(field.ty, declared, !continues);
        if let Some(bits) = field.bits {
            self.text(" : ");
            match bits.width_expr {
                Some(expr) => self.expr_at(expr, 3),
                None => self.number(u64::from(bits.width)),
            }
        }
        if let Some(attrs) = field.attrs {
            let sight = self.sight.at(attrs.is_file());
            let gnu = sight.attrs(attrs);
            if gnu.iter().any(|attr| attr.form == AttrForm::Gnu) {
                self.byte(b' ');
                self.attrs_at(sight, gnu);
            }
        }
    }

    /// `_Alignas` before the type.
    pub(super) fn alignas_before(&mut self, sight: Sight<'_>, attrs: &[Attr]) {
        for attr in attrs.iter().filter(|attr| attr.form == AttrForm::Alignas && !attr.follows_type) {
            self.attr_at(sight, attr);
            self.byte(b' ');
        }
    }

    /// `_Alignas` of what the type before it may define.
    pub(super) fn alignas_behind(&mut self, sight: Sight<'_>, attrs: &[Attr]) {
        for attr in attrs.iter().filter(|attr| attr.form == AttrForm::Alignas && attr.follows_type) {
            self.byte(b' ');
            self.attr_at(sight, attr);
        }
    }

    fn enumeration(&mut self, id: EnumId) {
        let definition = &self.sight.types().enums[id];
        self.text("enum");
        let defines = self.take_pending(Tag::Enum(id));
        if defines {
            self.tag_attrs(definition.attrs, 0..definition.n_leading_attrs as usize);
        }
        if let Some(tag) = definition.tag {
            self.byte(b' ');
            self.name(tag);
        }
        if !defines {
            return;
        }
        self.text(" {");
        for (position, constant) in definition.constants.iter().enumerate() {
            self.text(if position > 0 { ", " } else { " " });
            let sight = self.sight.at(constant.decl.is_file());
            let decl = sight.decl(constant.decl);
            if let Some(name) = decl.name {
                self.name(name);
            }
            if let Some(attrs) = decl.attrs {
                self.byte(b' ');
                self.attrs_at(sight, &sight.body.attrs[attrs]);
            }
            if let Some(value) = constant.value {
                self.text(" = ");
                self.expr_at(value, 3);
            }
        }
        self.text(" }");
        self.tag_attrs(definition.attrs, definition.n_leading_attrs as usize..usize::MAX);
    }

    /// Those attributes of a structure, union or enumeration that stand on one side of its contents.
    fn tag_attrs(&mut self, attrs: Option<AttrsRef>, side: Range<usize>) {
        let Some(attrs) = attrs else { return };
        let sight = self.sight.at(attrs.is_file());
        let attrs = sight.attrs(attrs);
        let attrs = &attrs[side.start.min(attrs.len())..side.end.min(attrs.len())];
        if attrs.iter().any(|attr| attr.form == AttrForm::Gnu) {
            self.byte(b' ');
            self.attrs_at(sight, attrs);
        }
    }

    /// The GNU attributes of a list, as one `__attribute__`.
    pub(super) fn attrs_at(&mut self, sight: Sight<'_>, attrs: &[Attr]) {
        let mut first = true;
        for attr in attrs.iter().filter(|attr| attr.form == AttrForm::Gnu) {
            self.text(if first { "__attribute__((" } else { ", " });
            first = false;
            self.attr_at(sight, attr);
        }
        if !first {
            self.text("))");
        }
    }

    /// One attribute, seen from where it stands.
    pub(super) fn attr_at(&mut self, sight: Sight<'_>, attr: &Attr) {
        let is_file = std::ptr::eq(sight.body, self.sight.file);
        let outer = self.sight;
        self.sight = outer.at(is_file);
        let name = self.sight.name(attr.name);
        // Underscores keep a macro of the same name away, as system headers do.
        let plain = attr.form == AttrForm::Alignas;
        if plain {
            self.text(name);
        } else {
            self.text("__");
            self.text(name);
            self.text("__");
        }
        match attr.args {
            AttrArgs::None => {}
            AttrArgs::Exprs(list) => {
                self.byte(b'(');
                self.expr_list(list);
                self.byte(b')');
            }
            AttrArgs::Type(name) => {
                self.byte(b'(');
                self.type_name(name);
                self.byte(b')');
            }
            AttrArgs::Text(text) => {
                self.byte(b'(');
                self.name(text);
                self.byte(b')');
            }
        }
        self.sight = outer;
    }
}

/// What is left of a type when all declarators are peeled off: the type that its specifiers say.
#[inline]
pub(crate) fn base_type(types: &Types, ty: Ty) -> Ty {
    if has_declarator(types, ty) { peel(types, ty, |_| ()) } else { ty }
}

/// Whether a type has anything that a declarator says. Most have not.
#[inline]
fn has_declarator(types: &Types, ty: Ty) -> bool {
    use TypeKind as T;
    matches!(
        types.kind(ty),
        T::Pointer(_) | T::Array(..) | T::Sized(..) | T::Function(_) | T::Adjusted(..) | T::Attributed(..)
    )
}

/// Peels declarators off a type, from the name outwards, and returns what is left.
fn peel(types: &Types, mut ty: Ty, mut step: impl FnMut(Step)) -> Ty {
    loop {
        let quals = ty.own_quals();
        ty = match types.kind(ty) {
            TypeKind::Pointer(to) => {
                step(Step::Pointer(quals));
                to
            }
            // Qualifiers of an array are those of its elements, which are interned with the array.
            TypeKind::Array(elem, len) => {
                step(Step::Array(len, None, Quals::NONE, false));
                elem.with_raw(quals)
            }
            TypeKind::Sized(expr, array) => match types.kind(array) {
                TypeKind::Array(elem, len) => {
                    step(Step::Array(len, Some(expr), Quals::NONE, false));
                    elem.with_raw(quals)
                }
                _ => array,
            },
            TypeKind::Function(id) => {
                step(Step::Function(id));
                types.fn_type(id).result
            }
            TypeKind::Adjusted(from, to, is_static) => match types.kind(from) {
                TypeKind::Array(elem, len) => {
                    step(Step::Array(len, None, quals, is_static));
                    elem
                }
                TypeKind::Sized(expr, array) => {
                    let (elem, len) = types.as_array(array).unwrap_or((Ty::ERROR, ArrayLen::Incomplete));
                    let elem = if let TypeKind::Array(elem, _) = types.kind(array) { elem } else { elem };
                    step(Step::Array(len, Some(expr), quals, is_static));
                    elem
                }
                TypeKind::Function(_) if quals.is_empty() => from,
                // A typedef name for an array or function is adjusted again when it is read.
                TypeKind::Typedef(..) | TypeKind::TypeofExpr(..) | TypeKind::TypeofType(..) if quals.is_empty() => {
                    return from;
                }
                _ => {
                    step(Step::Pointer(quals));
                    match types.kind(to) {
                        TypeKind::Pointer(pointee) => pointee,
                        _ => return to,
                    }
                }
            },
            TypeKind::Attributed(attrs, of, _)
                if matches!(types.kind(of), TypeKind::Pointer(_) | TypeKind::Function(_)) =>
            {
                match types.kind(of) {
                    TypeKind::Pointer(to) => {
                        step(Step::Attrs(attrs));
                        step(Step::Pointer(quals.union(of.own_quals())));
                        to
                    }
                    _ => {
                        step(Step::Attrs(attrs));
                        of
                    }
                }
            }
            _ => return ty,
        };
    }
}
