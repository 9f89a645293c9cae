//! Typed indices and the vectors they index.
//!
//! Everything in a program lives in flat vectors and is named by a 32-bit id of its own type, so that an expression cannot
//! be mistaken for a statement, an optional id costs nothing extra, and copying a body is copying a few vectors.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id that indexes an [`Arena`].
pub trait Id: Copy {
    /// The id of the element at `index`.
    fn from_index(index: usize) -> Self;
    /// The position of the element in its arena.
    fn index(self) -> usize;
}

/// Defines an id type: a non-zero `u32`, so that `Option` of it has the same size.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU32);

        impl $crate::index::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                let raw = u32::try_from(index + 1).ok().and_then(std::num::NonZeroU32::new);
                $name(raw.expect("an arena holds fewer than 2^32 - 1 elements"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), $crate::index::Id::index(*self))
            }
        }
    )*};
}
pub(crate) use id;

/// A vector indexed by ids of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena<I, T> {
    items: Vec<T>,
    id: PhantomData<fn() -> I>,
}

impl<I, T: PartialEq> Arena<I, T> {
    /// Whether the elements of `base` are the first ones here.
    pub fn extends(&self, base: &Arena<I, T>) -> bool {
        self.items.starts_with(&base.items)
    }
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { items: Vec::new(), id: PhantomData }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Appends an element and returns its id.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The id that the next pushed element will get.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// Forgets all elements from position `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Moves all elements into an arena without room to spare, and leaves the room.
    pub(crate) fn move_out(&mut self) -> Self {
        let mut items = Vec::with_capacity(self.items.len());
        items.append(&mut self.items);
        Arena { items, id: PhantomData }
    }

    /// The element, if the id is in range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All elements with their ids in order.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Arena<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
