//! Who builds: what a new program and an edited function have in common.

use crate::check::Checker;

/// Where nodes are made and checked: the unit in work, and the function in it.
#[derive(Debug)]
pub struct Nodes {
    pub(crate) checker: Checker,
}

/// Something in which nodes are built: a [`Builder`](super::Builder) or a [`FunctionEdit`](crate::edit::FunctionEdit).
/// Nobody else can implement it, since nobody else has [`Nodes`].
pub trait Work {
    /// What is there.
    fn nodes(&self) -> &Nodes;

    /// What is there, for adding to it.
    fn nodes_mut(&mut self) -> &mut Nodes;
}

/// The checker behind it all.
pub(super) trait Checked {
    fn checker(&self) -> &Checker;

    fn checker_mut(&mut self) -> &mut Checker;
}

impl<W: Work + ?Sized> Checked for W {
    fn checker(&self) -> &Checker {
        &self.nodes().checker
    }

    fn checker_mut(&mut self) -> &mut Checker {
        &mut self.nodes_mut().checker
    }
}
