//! Copy on write without a cost per access.

use std::ops::Deref;
use std::sync::Arc;

/// A value that is shared until it is first changed.
///
/// `Arc::make_mut` asks the reference count at every access; a check that pushes thousands of nodes asks once, by
/// [`own`](Shared::own), and then finds the value in place.
#[derive(Debug)]
pub(crate) enum Shared<T> {
    Owned(Box<T>),
    Shared(Arc<T>),
}

impl<T: Clone> Shared<T> {
    /// The value, for changing.
    #[inline]
    pub(crate) fn own(&mut self) -> &mut T {
        if let Shared::Shared(shared) = self {
            *self = Shared::Owned(Box::new(T::clone(shared)));
        }
        match self {
            Shared::Owned(value) => value,
            Shared::Shared(_) => unreachable!("a shared value was just replaced by an owned one"),
        }
    }

    /// The value, for sharing.
    pub(crate) fn into_arc(self) -> Arc<T> {
        match self {
            Shared::Owned(value) => Arc::from(value),
            Shared::Shared(shared) => shared,
        }
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Shared::Owned(Box::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Shared::Owned(value) => value,
            Shared::Shared(shared) => shared,
        }
    }
}
