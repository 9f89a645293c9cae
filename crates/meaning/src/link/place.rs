//! Everything with a static address gets its entry in the image.

use kiln_lang::types::{ArrayLen, Ty, TypeKind};

use super::{Key, Linker};
use crate::image::{Callable, Info, Static};
use crate::lower::object_flags;
use crate::memory::template::Template;
use crate::memory::{Sort, flag};
use crate::outcome::Place;

impl Linker<'_> {
    /// Places something; the slot is its number plus one.
    pub(super) fn place(&mut self, key: Key, new: Static) -> u32 {
        self.statics.push(new);
        let slot = self.statics.len() as u32;
        self.names.keys.insert(key, slot);
        slot
    }

    pub(super) fn place_object(
        &mut self,
        key: Key,
        name: String,
        place: Option<Place>,
        ty: Ty,
        align: u64,
        sort: Sort,
    ) -> u32 {
        let info = self.infos.len() as u32;
        let types = &self.program.tables.types;
        let ty = match types.as_array(ty) {
            // A tentative definition of unknown length has one element (C11 6.9.2p5).
            Some((elem, ArrayLen::Incomplete)) => {
                types.lookup(&TypeKind::Array(elem, ArrayLen::Fixed(1))).unwrap_or(elem)
            }
            _ => ty,
        };
        self.infos.push(Info::of(name, place, ty));
        let size = types.size_of(&self.program.options.target, ty).unwrap_or(0);
        self.n_bytes = self.n_bytes.saturating_add(size);
        // What does not fit is refused when the memory is laid out; until then it must not take any.
        let fits = self.n_bytes <= self.settings.limits.memory;
        let template = if fits {
            Template::of(&mut self.shared().tags, types, &self.program.options, ty)
        } else {
            Template::default()
        };
        let flags = object_flags(types, ty);
        let new = Static { sort, size, align, flags, info, template, bytes: Box::default(), points_to: None };
        self.place(key, new)
    }

    pub(super) fn place_callable(&mut self, key: Key, callable: Callable) -> u32 {
        let info = self.callables.len() as u32;
        self.callables.push(callable);
        let new = Static {
            sort: Sort::Function,
            size: 16,
            align: 16,
            flags: flag::OPAQUE,
            info,
            template: Template::default(),
            bytes: Box::default(),
            points_to: None,
        };
        self.place(key, new)
    }

    pub(super) fn place_bytes(&mut self, key: Key, bytes: Vec<u8>, name: &str, sort: Sort, align: u64) -> u32 {
        let info = self.infos.len() as u32;
        self.infos.push(Info::of(name.to_owned(), None, Ty::VOID));
        let new = Static {
            sort,
            size: bytes.len() as u64,
            align,
            flags: flag::READ_ONLY,
            info,
            template: Template::default(),
            bytes: bytes.into(),
            points_to: None,
        };
        self.place(key, new)
    }
}
