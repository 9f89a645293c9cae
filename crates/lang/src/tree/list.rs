//! Lists of ids, kept in one vector per body.

use std::fmt;
use std::marker::PhantomData;

use crate::index::Id;

/// A list of ids: a range of the body's list storage. A list does not grow; a changed list is a new one.
pub struct List<I> {
    start: u32,
    len: u32,
    id: PhantomData<fn() -> I>,
}

impl<I> Clone for List<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for List<I> {}

impl<I> PartialEq for List<I> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<I> Eq for List<I> {}

impl<I> Default for List<I> {
    fn default() -> Self {
        List { start: 0, len: 0, id: PhantomData }
    }
}

impl<I> fmt::Debug for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}

impl<I> List<I> {
    /// The number of elements.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is no element.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// Storage of lists.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    raw: Vec<u32>,
}

impl Lists {
    /// Stores a list.
    pub fn push<I: Id>(&mut self, ids: impl IntoIterator<Item = I>) -> List<I> {
        let start = self.raw.len();
        self.raw.extend(ids.into_iter().map(|id| id.index() as u32));
        let len = self.raw.len() - start;
        // An empty list is the same wherever it is made.
        List { start: if len == 0 { 0 } else { start as u32 }, len: len as u32, id: PhantomData }
    }

    /// Moves all lists into storage without room to spare, and leaves the room.
    pub(crate) fn move_out(&mut self) -> Lists {
        let mut raw = Vec::with_capacity(self.raw.len());
        raw.append(&mut self.raw);
        Lists { raw }
    }

    /// The elements of a list.
    #[inline]
    pub fn get<I: Id>(&self, list: List<I>) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone {
        self.raw[list.start as usize..(list.start + list.len) as usize].iter().map(|&raw| I::from_index(raw as usize))
    }

    /// One element of a list.
    #[inline]
    pub fn at<I: Id>(&self, list: List<I>, position: usize) -> Option<I> {
        let in_list = position < list.len();
        in_list.then(|| I::from_index(self.raw[list.start as usize + position] as usize))
    }

    /// Overwrites one element of a list.
    pub fn set<I: Id>(&mut self, list: List<I>, position: usize, id: I) {
        assert!(position < list.len(), "position {position} is inside the list");
        self.raw[list.start as usize + position] = id.index() as u32;
    }
}
