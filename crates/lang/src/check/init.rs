//! Initialisers (C11 6.7.9): which item initialises what, and whether it fits.
//!
//! An initialiser list is kept as written. Here it is walked along the type it initialises: braces may be left out,
//! designators move the cursor, an array of unknown length gets its length. The result is a flat list of
//! [`Placement`]s, one per value, kept beside the outermost list, so that nobody else has to know the rules.

use smallvec::SmallVec;

use super::Checker;
use super::convert::Given;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::body::Placement;
use crate::tree::{Designator, DesignatorId, ExprId, ExprKind, InitItemId, List, UnaryOp};
use crate::types::{ArrayLen, FieldId, RecordId, RecordKind, Ty, TypeKind};

/// A walk over the items of one pair of braces.
struct Items {
    list: List<InitItemId>,
    next: usize,
    /// The item whose designators have been followed: for the levels below it is an item like any other.
    followed: Option<usize>,
}

impl Items {
    fn of(list: List<InitItemId>) -> Items {
        Items { list, next: 0, followed: None }
    }
}

/// What all levels of one initialiser share.
struct Context {
    placements: Vec<Placement>,
    /// Values must be constants.
    is_static: bool,
    /// The type of the whole object.
    root: Ty,
    /// A flexible array member may be initialised: the object then grows, which only a static variable can (GNU).
    flexible: bool,
    /// Arrays around the place at hand.
    n_arrays: u32,
    /// Repetition by `[first ... last]` of the items being placed.
    repeat: u64,
    stride: u64,
    /// Offset in bits of the furthest place so far: what starts before it may be initialised a second time.
    furthest: u64,
}

/// An object or part of an object that is being initialised.
#[derive(Clone, Copy)]
struct Place {
    ty: Ty,
    bit_offset: u64,
    bit_width: Option<u32>,
    /// It is a member of a structure in the other storage order, or an element of such a member.
    reversed: bool,
}

impl Place {
    fn of(ty: Ty, bit_offset: u64) -> Place {
        Place { ty, bit_offset, bit_width: None, reversed: false }
    }

    /// An element of an array.
    fn element(self, ty: Ty, bit_offset: u64) -> Place {
        Place { ty, bit_offset, bit_width: None, ..self }
    }
}

/// The designators of an item.
type Path = SmallVec<[DesignatorId; 4]>;

impl Checker {
    /// Checks an initialiser against the type of its object and returns that type, completed by it.
    pub(crate) fn initialize(&mut self, ty: Ty, init: ExprId, is_static: bool) -> Ty {
        self.initialize_object(ty, init, is_static, is_static)
    }

    /// The same for a compound literal.
    pub(crate) fn initialize_literal(&mut self, ty: Ty, init: ExprId, is_static: bool) -> Ty {
        self.initialize_object(ty, init, is_static, false)
    }

    fn initialize_object(&mut self, ty: Ty, init: ExprId, is_static: bool, flexible: bool) -> Ty {
        if ty.is_error() {
            return ty;
        }
        let root = self.types().unqualified(ty);
        let placements = std::mem::take(&mut self.placements);
        let mut context =
            Context { placements, is_static, root, flexible, n_arrays: 0, repeat: 1, stride: 0, furthest: 0 };
        let ty = self.init_value(Place::of(ty, 0), init, &mut context);
        if matches!(self.body().expr(init), ExprKind::InitList { .. }) {
            self.body_mut().placements.insert(init, context.placements.as_slice().into());
        }
        context.placements.clear();
        self.placements = context.placements;
        ty
    }

    /// Initialises a place by one item's value, a list or an expression; returns the type, completed.
    fn init_value(&mut self, place: Place, value: ExprId, context: &mut Context) -> Ty {
        match self.body().expr(value) {
            ExprKind::InitList { items } => {
                // A list initialises all of its object (C11 6.7.9p19, p21): what an earlier item left there is gone.
                if place.bit_offset < context.furthest {
                    self.place(place, value, context);
                }
                let ty = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.init_list(place, value, items, context));
                self.body_mut().set_ty(value, ty);
                ty
            }
            _ => self.init_expr(place, value, context),
        }
    }

    fn init_list(&mut self, place: Place, at: ExprId, list: List<InitItemId>, context: &mut Context) -> Ty {
        let ty = place.ty;
        let mut items = Items::of(list);
        let completed = match self.types().canon_kind(ty) {
            TypeKind::Array(elem, len) => {
                if let Some(string) = self.only_string(list, elem) {
                    return self.init_by_string(place, string, context);
                }
                self.init_array(place, elem, len, &mut items, None, true, context)
            }
            TypeKind::Record(record) => {
                if self.types().records[record].complete {
                    self.init_record(place, record, &mut items, None, true, context);
                } else {
                    self.init_error(at, "an object of incomplete type cannot be initialised");
                    items.next = list.len();
                }
                ty
            }
            TypeKind::Vector(elem, lanes) => {
                self.init_array(place, elem, ArrayLen::Fixed(lanes.into()), &mut items, None, true, context);
                ty
            }
            TypeKind::Function(_) => {
                self.init_error(at, "a function cannot be initialised");
                ty
            }
            _ => {
                self.init_scalar_list(place, at, &mut items, context);
                ty
            }
        };
        let part = match self.types().canon_kind(ty) {
            TypeKind::Record(_) => None,
            TypeKind::Array(elem, _) | TypeKind::Vector(elem, _) => Some(elem),
            _ => Some(ty),
        };
        for position in items.next..items.list.len() {
            self.excess_item(list, position, part, position == items.next, context);
        }
        completed
    }

    fn init_error(&mut self, at: ExprId, message: &str) {
        let span = self.span(at);
        self.error(Code::BadInitializer, span, message);
    }

    /// `{ "text" }` for an array of characters.
    fn only_string(&self, list: List<InitItemId>, elem: Ty) -> Option<ExprId> {
        if list.len() != 1 {
            return None;
        }
        let item = self.body().init_items[self.body().lists.at(list, 0)?];
        let ExprKind::Str { string } = self.body().expr(item.value) else { return None };
        let fits = item.designators.is_empty() && self.takes_string(elem, self.body().strings[string].prefix);
        fits.then_some(item.value)
    }

    fn init_scalar_list(&mut self, place: Place, at: ExprId, items: &mut Items, context: &mut Context) {
        let Some(item) = self.item(items) else {
            self.init_error(at, "an empty initialiser for a scalar");
            return;
        };
        let designated = (items.next..items.list.len()).any(|position| {
            let item = self.body().lists.at(items.list, position).map(|id| self.body().init_items[id]);
            item.is_some_and(|item| !item.designators.is_empty())
        });
        if designated {
            self.init_error(at, "a designator in the initialiser of a scalar");
        }
        items.next += 1;
        self.init_value(place, item.value, context);
    }

    fn is_list(&self, value: ExprId) -> bool {
        matches!(self.body().expr(value), ExprKind::InitList { .. })
    }

    fn item(&self, items: &Items) -> Option<crate::tree::InitItem> {
        self.body().lists.at(items.list, items.next).map(|id| self.body().init_items[id])
    }

    /// An item beyond the end is accepted with a warning, as GCC does; not so a list in a structure or union. A list beyond
    /// the end of an array or scalar is checked as one more `part`.
    fn excess_item(
        &mut self,
        list: List<InitItemId>,
        position: usize,
        part: Option<Ty>,
        is_first: bool,
        context: &mut Context,
    ) {
        let Some(id) = self.body().lists.at(list, position) else { return };
        let value = self.body().init_items[id].value;
        let is_list = self.is_list(value);
        if part.is_none() && is_list {
            self.init_error(value, "a list for which there is no member");
        } else if is_first {
            let span = self.span(value);
            self.warn(Code::BadInitializer, span, "excess elements in initialiser");
        }
        match part {
            Some(ty) if is_list => {
                let (placed, furthest) = (context.placements.len(), context.furthest);
                self.init_value(Place::of(ty, 0), value, context);
                // Nothing of it is anywhere.
                context.placements.truncate(placed);
                context.furthest = furthest;
            }
            _ if is_list => {}
            _ => drop(self.value(value)),
        }
    }

    /// Passes over items beyond the end, up to one whose designator leads back. False if there is none.
    fn pass_excess_items(&mut self, items: &mut Items, part: Option<Ty>, context: &mut Context) -> bool {
        let led_back = (items.next..items.list.len()).find(|&position| {
            let item = self.body().lists.at(items.list, position).map(|id| self.body().init_items[id]);
            item.is_some_and(|item| !item.designators.is_empty())
        });
        let Some(led_back) = led_back else { return false };
        for position in items.next..led_back {
            self.excess_item(items.list, position, part, position == items.next, context);
        }
        items.next = led_back;
        true
    }

    fn init_expr(&mut self, place: Place, value: ExprId, context: &mut Context) -> Ty {
        if let Some((elem, _)) = self.types().as_array(place.ty) {
            return self.init_array_by_expr(place, elem, value, context);
        }
        self.assign_to(place.ty, value, Given::Initialized);
        self.place(place, value, context);
        if context.is_static {
            self.require_constant(value);
        }
        place.ty
    }

    fn place(&mut self, place: Place, value: ExprId, context: &mut Context) {
        let last = context.repeat.saturating_sub(1).saturating_mul(context.stride);
        context.furthest =
            context.furthest.max(place.bit_offset.saturating_add(last.saturating_mul(8)).saturating_add(1));
        context.placements.push(Placement {
            bit_offset: place.bit_offset,
            bit_width: place.bit_width,
            reversed: place.reversed,
            ty: place.ty,
            value,
            repeat: context.repeat,
            stride: context.stride,
        });
    }

    fn require_constant(&mut self, value: ExprId) {
        if matches!(self.body().expr(value), ExprKind::Int { .. } | ExprKind::Error {}) || self.ty(value).is_error() {
            return;
        }
        if self.folder().for_initializer().operand(value).is_none() {
            self.init_error(value, "an initialiser of a static object must be a constant");
        }
    }

    /// An array is initialised by a string literal, or by a compound literal of its type (GNU).
    fn init_array_by_expr(&mut self, place: Place, elem: Ty, value: ExprId, context: &mut Context) -> Ty {
        match self.body().expr(value) {
            ExprKind::Str { string } if self.takes_string(elem, self.body().strings[string].prefix) => {
                self.init_by_string(place, value, context)
            }
            ExprKind::Unary { op: UnaryOp::Extension, operand } => {
                let ty = self.init_array_by_expr(place, elem, operand, context);
                self.body_mut().set_converted(value, ty);
                ty
            }
            ExprKind::FunctionName { .. } => self.init_by_string(place, value, context),
            ExprKind::CompoundLiteral { .. }
                if self.types().compatible_unqualified(self.target(), place.ty, self.ty(value)) =>
            {
                let ty = self.ty(value);
                self.body_mut().set_converted(value, ty);
                self.place(Place { ty, ..place }, value, context);
                if self.types().is_complete(place.ty) { place.ty } else { ty }
            }
            ExprKind::Error {} => place.ty,
            _ => {
                self.value(value);
                if !self.ty(value).is_error() {
                    self.init_error(value, "an array must be initialised by a list or a string literal");
                }
                place.ty
            }
        }
    }

    fn init_by_string(&mut self, place: Place, value: ExprId, context: &mut Context) -> Ty {
        let Some((_, len)) = self.types().as_array(place.ty) else { return place.ty };
        let literal_len = match self.types().as_array(self.ty(value)) {
            Some((_, ArrayLen::Fixed(len))) => len,
            _ => 0,
        };
        let ty = match len {
            ArrayLen::Incomplete => self.completed_array(place.ty, literal_len, value),
            ArrayLen::Fixed(len) => {
                if literal_len > len + 1 {
                    let span = self.span(value);
                    self.warn(Code::BadInitializer, span, "the string literal is longer than the array");
                }
                place.ty
            }
            ArrayLen::Variable(_) | ArrayLen::Star => {
                self.init_error(value, "an array of run-time size cannot be initialised");
                place.ty
            }
        };
        self.body_mut().set_converted(value, ty);
        self.place(Place { ty, ..place }, value, context);
        ty
    }
}

/// Walking aggregates.
impl Checker {
    /// Initialises elements from where the cursor stands. `path` are the remaining designators of the next item when a
    /// designator of an outer level led here; `braced` is whether the braces being walked are those of this array.
    #[allow(clippy::too_many_arguments, reason = "the state of a recursive walk; a struct would be unpacked at once")]
    fn init_array(
        &mut self,
        place: Place,
        elem: Ty,
        len: ArrayLen,
        items: &mut Items,
        mut path: Option<Path>,
        braced: bool,
        context: &mut Context,
    ) -> Ty {
        if matches!(len, ArrayLen::Variable(_) | ArrayLen::Star) {
            if !items.list.is_empty() {
                let at = self.item(items).map(|item| item.value);
                if let Some(at) = at {
                    self.init_error(at, "an array of run-time size cannot be initialised");
                }
            }
            items.next = items.list.len();
            return place.ty;
        }
        context.n_arrays += 1;
        let end = if let ArrayLen::Fixed(len) = len { len } else { u64::MAX };
        let stride = self.types().size_of(self.target(), elem).unwrap_or(0);
        let (mut index, mut known_len) = (0u64, 0u64);
        let is_plain = self.types().is_scalar(elem);
        while let Some(item) = self.item(items) {
            if is_plain && path.is_none() && item.designators.is_empty() && index < end && !self.is_list(item.value) {
                // The ordinary case: the next number of many.
                let offset = place.bit_offset.saturating_add(index.saturating_mul(stride).saturating_mul(8));
                items.next += 1;
                index += 1;
                known_len = known_len.max(index);
                self.init_expr(place.element(elem, offset), item.value, context);
                continue;
            }
            let before = items.next;
            let own_path = match path.take() {
                Some(path) => Some(path),
                None if item.designators.is_empty() || items.followed == Some(items.next) => None,
                None if braced => Some(self.body().list(item.designators).collect()),
                // A designator always belongs to the braces it stands in.
                None => break,
            };
            if own_path.is_some() {
                items.followed = Some(items.next);
            }
            let (first, last, rest) = match own_path {
                Some(path) => match self.array_designator(&path, end, items) {
                    Some(found) => found,
                    None => continue,
                },
                None if index >= end && braced && self.pass_excess_items(items, Some(elem), context) => continue,
                None if index >= end => break,
                None => (index, index, None),
            };
            let offset = place.bit_offset.saturating_add(first.saturating_mul(stride).saturating_mul(8));
            let outer = (context.repeat, context.stride);
            if last > first {
                (context.repeat, context.stride) = (last - first + 1, stride);
            }
            self.init_part(place.element(elem, offset), items, rest, context);
            (context.repeat, context.stride) = outer;
            index = last.saturating_add(1);
            known_len = known_len.max(index);
            if items.next == before {
                // An element without any member took nothing; no element ever will.
                break;
            }
        }
        context.n_arrays -= 1;
        let last = self.body().list(items.list).next_back().map(|item| self.body().init_items[item].value);
        match last {
            Some(at) if len == ArrayLen::Incomplete && braced => self.completed_array(place.ty, known_len, at),
            None if len == ArrayLen::Incomplete && braced => self.empty_array(place.ty),
            _ => place.ty,
        }
    }

    /// `int a[] = {};` has no element (GNU).
    fn empty_array(&mut self, ty: Ty) -> Ty {
        match self.types().written_array(ty) {
            Some((elem, _)) => self.array(elem, ArrayLen::Fixed(0)),
            None => ty,
        }
    }

    /// An array type of unknown length with its length, which an item asks for.
    fn completed_array(&mut self, ty: Ty, len: u64, at: ExprId) -> Ty {
        let Some((elem, _)) = self.types().written_array(ty) else { return ty };
        let elem_size = self.types().size_of(self.target(), elem).unwrap_or(0);
        if len.checked_mul(elem_size).is_none_or(|size| size > self.largest_object()) {
            self.init_error(at, "the array is too large");
            return ty;
        }
        self.array(elem, ArrayLen::Fixed(len))
    }

    /// The elements that the first designator of a path names, and the rest of the path. `None`: reported, and the item is
    /// passed over.
    fn array_designator(&mut self, path: &Path, end: u64, items: &mut Items) -> Option<(u64, u64, Option<Path>)> {
        let rest = (path.len() > 1).then(|| path[1..].iter().copied().collect());
        let at = self.item(items)?.value;
        let (first, last) = match self.body().designators[path[0]] {
            Designator::Index(index) => (index, index),
            Designator::Range(first, last) => (first, last),
            Designator::Name(_) | Designator::Field(_) => {
                self.init_error(at, "a member designator in the initialiser of an array");
                items.next += 1;
                return None;
            }
        };
        let (first, last) = (self.constant_index(first), self.constant_index(last));
        match (first, last) {
            (Some(first), Some(last)) if first <= last && last < end => Some((first, last, rest)),
            _ => {
                self.init_error(at, "an array designator must be a constant within the array");
                items.next += 1;
                None
            }
        }
    }

    fn constant_index(&mut self, index: ExprId) -> Option<u64> {
        self.value(index);
        let value = self.fold_int(index)?.as_i128();
        u64::try_from(value).ok()
    }

    /// Initialises members from where the cursor stands; see [`Checker::init_array`].
    fn init_record(
        &mut self,
        place: Place,
        record: RecordId,
        items: &mut Items,
        mut path: Option<Path>,
        braced: bool,
        context: &mut Context,
    ) {
        let fields: SmallVec<[FieldId; 8]> = self.types().records[record].fields().collect();
        let is_union = self.types().records[record].kind == RecordKind::Union;
        let mut position = 0;
        while let Some(item) = self.item(items) {
            let own_path = match path.take() {
                Some(path) => Some(path),
                None if item.designators.is_empty() || items.followed == Some(items.next) => None,
                None if braced => Some(self.body().list(item.designators).collect()),
                // A designator always belongs to the braces it stands in.
                None => break,
            };
            if own_path.is_some() {
                items.followed = Some(items.next);
            }
            let mut rest = None;
            if let Some(path) = own_path {
                match self.member_designator(record, &fields, &path, items) {
                    Some((found, remaining)) => (position, rest) = (found, remaining),
                    None => continue,
                }
            } else {
                position = self.next_member(&fields, position);
                if position >= fields.len() {
                    if braced && self.pass_excess_items(items, None, context) {
                        continue;
                    }
                    break;
                }
            }
            let field = &self.types().fields[fields[position]];
            let part = Place {
                ty: field.ty,
                bit_offset: place.bit_offset.saturating_add(field.bit_position()),
                bit_width: field.bits.map(|bits| bits.width),
                reversed: self.types().records[field.parent].reversed,
            };
            if matches!(self.types().as_array(part.ty), Some((_, ArrayLen::Incomplete))) {
                let is_root = self.types().unqualified(place.ty) == context.root;
                self.check_flexible(part.ty, item.value, rest.is_none(), is_root, context);
            }
            let (before, designated) = (items.next, items.followed == Some(items.next));
            self.init_part(part, items, rest, context);
            if items.next == before && designated {
                // The designated member has no parts that could take the value.
                items.next += 1;
            }
            position = if is_union { fields.len() } else { position + 1 };
        }
    }

    /// GNU C initialises the flexible array member of a static variable. GCC is not consistent about members of members:
    /// a string literal may stand anywhere but in an array, a list or its parts only at the outermost level, and an empty
    /// list everywhere.
    fn check_flexible(&mut self, ty: Ty, value: ExprId, whole: bool, is_root: bool, context: &Context) {
        let elem = self.types().as_array(ty).map_or(Ty::ERROR, |(elem, _)| elem);
        let (string, empty) = match self.body().expr(value) {
            ExprKind::Str { string } => (whole && self.takes_string(elem, self.body().strings[string].prefix), false),
            ExprKind::InitList { items } => (whole && self.only_string(items, elem).is_some(), items.is_empty()),
            _ => (false, false),
        };
        if !context.flexible {
            self.init_error(value, "the flexible array member of an object that is no static variable");
        } else if string && context.n_arrays > 0 || !string && !empty && !is_root {
            self.init_error(value, "the flexible array member of a part of an object");
        }
    }

    /// The next member that takes part in initialisation: unnamed bit-fields do not (C11 6.7.9p9).
    fn next_member(&self, fields: &[FieldId], from: usize) -> usize {
        let takes_part = |&id: &FieldId| {
            let field = &self.types().fields[id];
            field.name.is_some() || field.bits.is_none()
        };
        fields[from.min(fields.len())..].iter().position(takes_part).map_or(fields.len(), |found| from + found)
    }

    /// The position of the member that the first designator of a path names, and the rest of the path. A member of an
    /// anonymous member is reached through it, with the path unchanged.
    fn member_designator(
        &mut self,
        record: RecordId,
        fields: &[FieldId],
        path: &Path,
        items: &mut Items,
    ) -> Option<(usize, Option<Path>)> {
        let at = self.item(items)?.value;
        let found = match self.body().designators[path[0]] {
            Designator::Name(name) => self.find_field(record, name),
            Designator::Field(field) => Some(field),
            Designator::Index(_) | Designator::Range(..) => None,
        };
        let Some(found) = found else {
            self.init_error(at, "a designator that names no member");
            items.next += 1;
            return None;
        };
        self.body_mut().designators[path[0]] = Designator::Field(found);
        if let Some(position) = fields.iter().position(|&id| id == found) {
            let rest = (path.len() > 1).then(|| path[1..].iter().copied().collect());
            return Some((position, rest));
        }
        let holder = fields.iter().position(|&id| {
            let field = &self.types().fields[id];
            field.name.is_none() && self.types().as_record(field.ty).is_some_and(|inner| self.holds_field(inner, found))
        });
        match holder {
            Some(position) => Some((position, Some(path.clone()))),
            None => {
                self.init_error(at, "a designator that names no member");
                items.next += 1;
                None
            }
        }
    }

    /// Initialises an element or member from the next item: by a list of its own, by an expression, or, where braces are
    /// left out, by as many items as it has parts.
    fn init_part(&mut self, place: Place, items: &mut Items, path: Option<Path>, context: &mut Context) {
        let Some(item) = self.item(items) else { return };
        if path.is_none() && self.takes_whole_item(place.ty, item.value) {
            items.next += 1;
            self.init_value(place, item.value, context);
            return;
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match self.types().canon_kind(place.ty) {
            TypeKind::Array(elem, len) => {
                self.init_array(place, elem, len, items, path, false, context);
            }
            TypeKind::Record(record) if self.types().records[record].complete => {
                self.init_record(place, record, items, path, false, context);
            }
            TypeKind::Vector(elem, lanes) => {
                self.init_array(place, elem, ArrayLen::Fixed(lanes.into()), items, path, false, context);
            }
            _ => {
                self.init_error(item.value, "a designator into something that has no parts");
                items.next += 1;
            }
        });
    }

    fn takes_whole_item(&mut self, ty: Ty, value: ExprId) -> bool {
        match self.body().expr(value) {
            ExprKind::InitList { .. } => return true,
            ExprKind::Str { string } => {
                if let Some((elem, _)) = self.types().as_array(ty)
                    && self.takes_string(elem, self.body().strings[string].prefix)
                {
                    return true;
                }
            }
            _ => {}
        }
        match self.types().canon_kind(ty) {
            TypeKind::Array(..) => {
                matches!(self.body().expr(value), ExprKind::CompoundLiteral { .. })
                    && self.types().compatible_unqualified(self.target(), ty, self.ty(value))
            }
            TypeKind::Record(_) | TypeKind::Vector(..) => {
                self.ty(value).is_error() || self.types().compatible_unqualified(self.target(), ty, self.ty(value))
            }
            _ => true,
        }
    }

    /// Whether a compound literal or declaration may be initialised at all.
    pub(crate) fn can_initialize(&mut self, ty: Ty, span: Span) -> bool {
        let types = self.types();
        // The initialiser gives the length of an array, but not the size of its elements.
        let sized = match types.as_array(ty) {
            Some((elem, ArrayLen::Incomplete)) => elem,
            _ => ty,
        };
        let run_time_size = types.is_complete(sized) && types.size_of(self.target(), sized).is_none();
        if run_time_size && !ty.is_error() {
            self.error(Code::BadInitializer, span, "an object of run-time size cannot be initialised");
            return false;
        }
        let incomplete_array =
            matches!(types.as_array(ty), Some((elem, ArrayLen::Incomplete)) if types.is_complete(elem));
        if !types.is_complete(ty) && !incomplete_array && !ty.is_error() {
            let message = format!("an object of incomplete type `{}` cannot be initialised", self.show(ty));
            self.error(Code::BadInitializer, span, message);
            return false;
        }
        true
    }
}
