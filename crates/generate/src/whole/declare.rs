//! Objects of the file and of blocks.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::tree::{DeclRef, ExprId, StmtId, Storage};
use kiln_lang::types::{Quals, Ty, Types};

use super::Maker;
use super::effects::ObjectId;
use super::facts::SlotId;
use super::features::Feature;
use super::objects::{Home, PlaceId};
use super::types::Shape;

/// Bytes that are set in the time that a statement takes.
const BYTES_PER_STATEMENT: u64 = 32;
/// Elements of an array of pointers at most.
const MOST_POINTERS: u32 = 6;
/// What objects are aligned to, if they say so: as much as any type that is made here needs, `__int128` and vectors.
const LEAST_ALIGNMENT: u32 = 16;

impl Maker {
    /// An object of the file.
    pub(super) fn declare_global(&mut self) {
        let shape = self.draw_shape();
        let ty = self.draw_declared(shape, Home::Global, true);
        self.declare_global_of(ty);
    }

    /// An object of the file of a type.
    pub(super) fn declare_global_of(&mut self, ty: Ty) {
        let name = self.new_name("g");
        let object = self.hidden_until_declared(Home::Global, ty);
        let root = self.object(object).root;
        let init = self.at_file_scope(|maker| maker.initial(root, Home::Global));
        let storage = if self.has_by_weight(Feature::External) { Storage::None } else { Storage::Static };
        // Less than a type needs is never asked for: GCC's manual does not say what becomes of it (see docs/trophies.md).
        let aligned =
            self.has_by_weight(Feature::Aligned).then(|| (LEAST_ALIGNMENT << self.choices.below(3)).to_string());
        let attrs: Vec<(&str, Option<&str>)> = aligned.iter().map(|bytes| ("aligned", Some(bytes.as_str()))).collect();
        let decl = self.b.global(Variable::new(&name, ty).storage(storage).attrs(&attrs), Some(init));
        self.tokens += 5;
        self.reveal(object, decl);
    }

    /// An object of the block in work.
    pub(super) fn declare_local(&mut self) {
        if self.has_by_weight(Feature::Heap) && self.declare_heap().is_some() {
            return;
        }
        if self.declare_local_handle() {
            return;
        }
        let shape = self.draw_shape();
        let ty = self.draw_declared(shape, Home::Local, false);
        let name = self.new_name("l");
        let is_plain = !matches!(shape, Shape::Pointer | Shape::PointerArray) && !self.has_states(ty);
        let is_static =
            is_plain && !self.keeps_nothing && self.may_keep_values && self.has_by_weight(Feature::StaticLocal);
        let cost = if is_static { 0 } else { self.cost_of_object(ty) };
        let ty = if cost > self.room / 4 { self.any_integer() } else { ty };
        self.room -= self.cost_of_object(ty).min(cost).min(self.room);
        let object = self.hidden_until_declared(if is_static { Home::Static } else { Home::Local }, ty);
        let root = self.object(object).root;
        let init = if is_static {
            self.at_file_scope(|maker| maker.initial(root, Home::Static))
        } else {
            self.initial(root, Home::Local)
        };
        let storage = if is_static { Storage::Static } else { Storage::None };
        let decl = self.b.local(Variable::new(&name, ty).storage(storage), Some(init));
        let declared = self.b.declaration(&[decl]);
        self.declarations.push(declared);
        self.tokens += 5;
        self.reveal(object, decl);
    }

    /// What it takes to make an object and give it a value, in statements: a large one in a loop is most of the loop.
    fn cost_of_object(&self, ty: Ty) -> u64 {
        self.b.sight().types().size_of(&self.target, ty).unwrap_or(0) / BYTES_PER_STATEMENT
    }

    /// An integer variable of the block in work, which begins with a constant.
    pub(super) fn declare_scalar(&mut self) -> PlaceId {
        let (ty, name) = (self.any_integer(), self.new_name("l"));
        let basic = self.b.sight().types().as_integer(ty).unwrap_or(kiln_lang::types::Basic::Int);
        let init = self.initial_integer(basic);
        let decl = self.b.local(Variable::new(&name, ty), Some(init));
        let declared = self.b.declaration(&[decl]);
        self.declarations.push(declared);
        self.tokens += 5;
        let object = self.add_object(Home::Local, Some(decl), ty);
        self.object(object).root
    }

    /// A type, with qualifiers.
    fn draw_declared(&mut self, shape: Shape, home: Home, may_be_volatile: bool) -> Ty {
        let ty = match shape {
            Shape::Pointer | Shape::PointerArray => match self.pointed_to(home) {
                Some(pointee) => {
                    let pointer = self.b.pointer(pointee);
                    if shape == Shape::PointerArray {
                        let len = self.array_len_of(2, MOST_POINTERS);
                        return self.b.array(pointer, len);
                    }
                    let quals = self.draw_pointer_quals(home);
                    return self.b.qualified(pointer, quals);
                }
                None => self.any_integer(),
            },
            _ => self.draw_type(shape),
        };
        let quals = self.draw_quals(may_be_volatile && self.may_be_watched(ty));
        self.b.qualified(ty, quals)
    }

    /// Whether what is read and written of an object is the same everywhere, so that it can be `volatile`: a NaN has any sign, and the
    /// parts of a complex number come in any order.
    pub(super) fn may_be_watched(&self, ty: Ty) -> bool {
        !self.has_part(ty, Types::is_floating) && !self.has_part(ty, Types::is_complex)
    }

    /// The qualifiers of a pointer, or of what it points to.
    fn draw_pointer_quals(&mut self, home: Home) -> Quals {
        if self.is_as_in_thesis() {
            return self.pointer_quals_as_in_thesis(home == Home::Global);
        }
        if self.has_by_weight(Feature::QualifiedPointer) {
            *self.choices.pick(&[Quals::CONST, Quals::VOLATILE])
        } else {
            Quals::NONE
        }
    }

    pub(super) fn draw_quals(&mut self, may_be_volatile: bool) -> Quals {
        if self.is_as_in_thesis() {
            return self.quals_as_in_thesis(may_be_volatile);
        }
        if may_be_volatile && self.has_by_weight(Feature::Volatile) {
            return Quals::VOLATILE;
        }
        if self.has_by_weight(Feature::Const) { Quals::CONST } else { Quals::NONE }
    }

    /// What a pointer points to, so that there is something to point to; a pointer of the file only to what the file has.
    fn pointed_to(&mut self, home: Home) -> Option<Ty> {
        for _ in 0..6 {
            let place = match self.choices.below(8) {
                0 | 1 => self.any_seen(|sights| &sights.pointers),
                2 => self.any_seen(|sights| &sights.records),
                3 if self.features.has(Feature::Float) => self.any_seen(|sights| &sights.floats),
                _ => self.any_seen(|sights| &sights.integers),
            };
            let Some(place) = place else { continue };
            let fits = home != Home::Global || self.is_static(place);
            if !fits || self.pointer_depth(place) >= self.options.pointer_depth {
                continue;
            }
            let more = self.draw_pointer_quals(home);
            let ty = self.place(place).ty;
            let ty = self.other_pointee(ty);
            let (own, ty) = (self.b.sight().types().quals(ty), self.b.sight().types().unqualified(ty));
            let more = more.union(own);
            let found = self.place(place);
            let mut quals = if self.may_be_watched(ty) { more } else { more.without(Quals::VOLATILE) };
            if self.features.has(Feature::QualifiedPointer) {
                quals = quals.union(if found.is_const { Quals::CONST } else { Quals::NONE });
                quals = quals.union(if found.is_volatile { Quals::VOLATILE } else { Quals::NONE });
            }
            if self.can_be_target_of(place, quals) {
                return Some(self.b.qualified(ty, quals));
            }
        }
        None
    }

    fn pointer_depth(&self, place: PlaceId) -> u32 {
        let types = self.b.sight().types();
        std::iter::successors(Some(self.place(place).ty), |&ty| types.pointee(ty)).count() as u32 - 1
    }

    /// Makes what has to be constant, for an object of the file.
    pub(super) fn at_file_scope<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.is_constant, true);
        let made = make(self);
        self.is_constant = was;
        made
    }

    pub(super) fn new_name(&mut self, letter: &str) -> String {
        self.n_names += 1;
        format!("{letter}{}", self.n_names)
    }

    /// The slot of a pointer object.
    pub(super) fn slot_of(&self, object: ObjectId) -> Option<SlotId> {
        self.place(self.object(object).root).slot
    }

    /// `T *l = __builtin_calloc(n, sizeof(T));`: an object on the heap, which is freed at the end of the block. Nothing that
    /// outlives the block points to it, since pointers lead to what was there before them.
    fn declare_heap(&mut self) -> Option<ObjectId> {
        if self.depth > 3 || self.is_in_loop || self.keeps_nothing {
            return None;
        }
        let elem = match self.any_plain_record() {
            Some(record) if self.choices.one_in(3) => record,
            _ => self.any_integer(),
        };
        let (calloc, free) = (self.b.builtin("__builtin_calloc")?, self.b.builtin("__builtin_free")?);
        let len = self.array_len_of(1, 20);
        let (n, size) = (self.b.int(len as u32), self.b.sizeof_type(kiln_lang::tree::SizeofOp::Size, elem));
        let callee = self.b.name(calloc);
        let memory = self.b.call(callee, [n, size]);
        let name = self.new_name("l");
        let pointer = self.b.pointer(elem);
        let pointer = self.b.qualified(pointer, Quals::CONST);
        let decl = self.b.local(Variable::new(&name, pointer), Some(memory));
        let declared = self.b.declaration(&[decl]);
        self.declarations.push(declared);
        let ty = self.b.array(elem, len);
        let object = self.hidden_until_declared(Home::Heap, ty);
        self.reveal(object, decl);
        let (callee, memory) = (self.b.name(free), self.b.name(decl));
        let freed = self.b.call(callee, [memory]);
        self.endings.push(self.b.expr_stmt(freed));
        self.tokens += 18;
        Some(object)
    }

    /// `int n = 5; T l[n];`, and a loop that sets its elements.
    pub(super) fn declare_vla(&mut self) {
        let elem = self.any_integer();
        let len = self.array_len_of(2, 16);
        let value = self.b.int(len as u32);
        let (bound, name) = (self.new_name("n"), self.new_name("l"));
        let n = self.b.local(Variable::new(&bound, Ty::INT), Some(value));
        let bound = self.b.name(n);
        let ty = self.b.variable_array(elem, bound);
        let decl = self.b.local(Variable::new(&name, ty), None);
        let declared = [self.b.declaration(&[n]), self.b.declaration(&[decl])];
        self.declarations.extend(declared);
        let set = self.filled(decl, n);
        self.declarations.push(set);
        self.room = self.room.saturating_sub(len);
        self.tokens += 30;
        let known = self.b.array(elem, len);
        let object = self.hidden_until_declared(Home::Local, known);
        self.reveal(object, decl);
    }

    /// `for (int i = 0; i < n; i++) l[i] = constant;`
    fn filled(&mut self, array: DeclRef, n: DeclRef) -> StmtId {
        let (name, end) = (self.new_name("i"), self.b.name(n));
        self.loop_up_to(&name, end, |maker, i| {
            let (base, index) = (maker.b.name(array), maker.b.name(i));
            let element: ExprId = maker.b.index(base, index);
            let value = maker.b.int(maker.choices.below(100) as u32);
            let set = maker.b.assign(None, element, value);
            maker.b.expr_stmt(set)
        })
    }
}
