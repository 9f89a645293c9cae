//! A body: the arenas of one function, or of everything at file scope.

use rustc_hash::FxHashMap;

use super::ids::{AsmId, AttrsId, DeclId, ExprId, FloatId, FunctionId, GroupId, LabelId, StmtId, StringId, TypeNameId};
use super::list::{List, Lists};
use super::node::{ExprKind, StmtKind};
use super::parts::{
    Asm, Assoc, AssocId, Attr, Decl, Designator, DesignatorId, FloatLiteral, Function, Group, InitItem, InitItemId,
    Label, StringLiteral, TypeName,
};
use super::patch::Patch;
use crate::index::{Arena, Id};
use crate::source::Span;
use crate::types::Ty;

/// What one initialiser item initialises: a value placed at an offset of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Offset in bits from the start of the whole object.
    pub bit_offset: u64,
    /// Width if the target is a bit-field.
    pub bit_width: Option<u32>,
    /// It belongs to a structure whose storage order is the other one than that of the target.
    pub reversed: bool,
    /// The type of what is initialised.
    pub ty: Ty,
    /// The value: an expression, a string literal for an array; or a list where a part is initialised a second time, and
    /// then all of it is zero before its items follow.
    pub value: ExprId,
    /// How many times the value stands in a row, for `[first ... last]`; 1 otherwise.
    pub repeat: u64,
    /// Distance in bytes between the repetitions.
    pub stride: u64,
}

/// What is known of an expression besides what it is.
#[derive(Clone, Copy, Debug)]
struct Typing {
    ty: Ty,
    converted: Ty,
    span: Span,
}

/// The arenas of one function, or of everything at file scope of a unit.
#[derive(Clone, Debug, Default)]
pub struct Body {
    exprs: Arena<ExprId, ExprKind>,
    /// Type, conversion and place of each expression, in step with `exprs`.
    typing: Vec<Typing>,
    stmts: Arena<StmtId, StmtKind>,
    stmt_spans: Vec<Span>,
    pub(crate) lists: Lists,
    /// Declared names.
    pub decls: Arena<DeclId, Decl>,
    /// Declarations.
    pub groups: Arena<GroupId, Group>,
    /// Types written in expressions.
    pub type_names: Arena<TypeNameId, TypeName>,
    /// Labels.
    pub labels: Arena<LabelId, Label>,
    /// String literals.
    pub strings: Arena<StringId, StringLiteral>,
    /// Floating constants.
    pub floats: Arena<FloatId, FloatLiteral>,
    /// `asm`s.
    pub asms: Arena<AsmId, Asm>,
    /// Lists of attributes.
    pub attrs: Arena<AttrsId, Box<[Attr]>>,
    /// Items of initialiser lists.
    pub init_items: Arena<InitItemId, InitItem>,
    /// Designators.
    pub designators: Arena<DesignatorId, Designator>,
    /// Associations of `_Generic`.
    pub assocs: Arena<AssocId, Assoc>,
    /// The function definitions in this body: the function itself and those nested in it. Empty at file scope.
    pub functions: Arena<FunctionId, Function>,
    /// At file scope: the items of the unit in order.
    pub items: List<StmtId>,
    /// What each initialiser list puts where. Keyed by the outermost list of an initialiser.
    pub(crate) placements: FxHashMap<ExprId, Box<[Placement]>>,
    /// What was edited since the body was read from text.
    pub(super) patches: Vec<Patch>,
}

/// Moves all elements into a vector without room to spare, and leaves the room.
fn move_out<T>(from: &mut Vec<T>) -> Vec<T> {
    let mut to = Vec::with_capacity(from.len());
    to.append(from);
    to
}

impl Body {
    /// Moves everything out into a body without room to spare, and leaves the room: what makes one function after the other
    /// does not grow its vectors again for each.
    pub(crate) fn move_out(&mut self) -> Body {
        Body {
            exprs: self.exprs.move_out(),
            typing: move_out(&mut self.typing),
            stmts: self.stmts.move_out(),
            stmt_spans: move_out(&mut self.stmt_spans),
            lists: self.lists.move_out(),
            decls: self.decls.move_out(),
            groups: self.groups.move_out(),
            type_names: self.type_names.move_out(),
            labels: self.labels.move_out(),
            strings: self.strings.move_out(),
            floats: self.floats.move_out(),
            asms: self.asms.move_out(),
            attrs: self.attrs.move_out(),
            init_items: self.init_items.move_out(),
            designators: self.designators.move_out(),
            assocs: self.assocs.move_out(),
            functions: self.functions.move_out(),
            items: std::mem::take(&mut self.items),
            placements: std::mem::take(&mut self.placements),
            patches: move_out(&mut self.patches),
        }
    }

    /// Appends an expression that has no type yet.
    #[inline]
    pub(crate) fn push_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.push_typed_expr(kind, Ty::ERROR, span)
    }

    /// Appends an expression of known type.
    #[inline]
    pub(crate) fn push_typed_expr(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.typing.push(Typing { ty, converted: ty, span });
        self.exprs.push(kind)
    }

    /// Appends a statement.
    #[inline]
    pub(crate) fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.stmt_spans.push(span);
        self.stmts.push(kind)
    }

    /// An expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> ExprKind {
        self.exprs[id]
    }

    #[inline]
    pub(crate) fn set_expr(&mut self, id: ExprId, kind: ExprKind) {
        self.exprs[id] = kind;
    }

    /// The type of an expression, before conversion.
    #[inline]
    pub fn ty(&self, id: ExprId) -> Ty {
        self.typing[id.index()].ty
    }

    #[inline]
    pub(crate) fn set_ty(&mut self, id: ExprId, ty: Ty) {
        let typing = &mut self.typing[id.index()];
        typing.ty = ty;
        typing.converted = ty;
    }

    /// The type that the context of an expression converts it to: by promotion, decay, assignment or as an argument. The
    /// same as its type where nothing happens.
    #[inline]
    pub fn converted(&self, id: ExprId) -> Ty {
        self.typing[id.index()].converted
    }

    #[inline]
    pub(crate) fn set_converted(&mut self, id: ExprId, ty: Ty) {
        self.typing[id.index()].converted = ty;
    }

    /// Where an expression came from.
    #[inline]
    pub fn expr_span(&self, id: ExprId) -> Span {
        self.typing[id.index()].span
    }

    #[inline]
    pub(crate) fn set_expr_span(&mut self, id: ExprId, span: Span) {
        self.typing[id.index()].span = span;
    }

    /// A statement.
    #[inline]
    pub fn stmt(&self, id: StmtId) -> StmtKind {
        self.stmts[id]
    }

    pub(crate) fn set_stmt(&mut self, id: StmtId, kind: StmtKind) {
        self.stmts[id] = kind;
    }

    /// Where a statement came from.
    pub fn stmt_span(&self, id: StmtId) -> Span {
        self.stmt_spans[id.index()]
    }

    pub(crate) fn set_stmt_span(&mut self, id: StmtId, span: Span) {
        self.stmt_spans[id.index()] = span;
    }

    /// The elements of a list.
    #[inline]
    pub fn list<I: Id>(&self, list: List<I>) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone {
        self.lists.get(list)
    }

    /// Number of expressions, those no longer in use included.
    pub fn n_exprs(&self) -> usize {
        self.exprs.len()
    }

    /// Number of statements, those no longer in use included.
    pub fn n_stmts(&self) -> usize {
        self.stmts.len()
    }

    /// What an initialiser list puts where, in order of the items; later ones override earlier ones. `None` for lists
    /// inside another list.
    pub fn placements(&self, list: ExprId) -> Option<&[Placement]> {
        self.placements.get(&list).map(|placements| &**placements)
    }

    /// The value of an integer constant node.
    pub fn int_value(&self, id: ExprId) -> Option<u64> {
        match self.exprs[id] {
            ExprKind::Int { lo, hi, .. } => Some(u64::from(lo) | u64::from(hi) << 32),
            _ => None,
        }
    }
}
