//! The function definitions of a unit, of which an edit replaces one.
//!
//! A vector would have to be copied whole for that, and a program of 10 MB has ten thousands of functions. So they are the
//! leaves of a tree whose nodes are shared between programs: an edit copies the nodes on the way to one function, which are
//! two or three however many functions there are.

use std::sync::Arc;

use super::body::Body;
use super::ids::FunctionId;
use crate::index::Id;

/// Children of a node. More make the tree flatter, and each copied node larger.
const WIDTH: usize = 32;

/// The function definitions of a unit, in order.
#[derive(Clone, Debug)]
pub struct Functions {
    root: Arc<Node>,
    len: usize,
    /// How many functions are below each child of the root.
    below_child: usize,
}

#[derive(Clone, Debug)]
enum Node {
    Leaves(Vec<Arc<Body>>),
    Inner(Vec<Arc<Node>>),
}

impl Functions {
    /// The number of functions, dropped ones included.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no function.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All bodies in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Body>> {
        (0..self.len).filter_map(|index| self.get(FunctionId::from_index(index)))
    }

    /// The body of a function.
    pub fn get(&self, id: FunctionId) -> Option<&Arc<Body>> {
        let (mut node, mut below, mut at) = (&self.root, self.below_child, id.index());
        loop {
            match &**node {
                Node::Leaves(bodies) => return bodies.get(at),
                Node::Inner(children) => node = children.get(at / below)?,
            }
            at %= below;
            below /= WIDTH;
        }
    }

    /// The body of a function, for replacing it here and in no other program.
    pub fn get_mut(&mut self, id: FunctionId) -> Option<&mut Arc<Body>> {
        let (mut node, mut below, mut at) = (&mut self.root, self.below_child, id.index());
        loop {
            match Arc::make_mut(node) {
                Node::Leaves(bodies) => return bodies.get_mut(at),
                Node::Inner(children) => node = children.get_mut(at / below)?,
            }
            at %= below;
            below /= WIDTH;
        }
    }
}

impl From<Vec<Arc<Body>>> for Functions {
    fn from(bodies: Vec<Arc<Body>>) -> Self {
        let len = bodies.len();
        let mut below_child = 1;
        let mut nodes: Vec<Arc<Node>> = chunks(bodies).map(|bodies| Arc::new(Node::Leaves(bodies))).collect();
        while nodes.len() > 1 {
            nodes = chunks(nodes).map(|children| Arc::new(Node::Inner(children))).collect();
            below_child *= WIDTH;
        }
        let root = nodes.pop().unwrap_or_else(|| Arc::new(Node::Leaves(Vec::new())));
        Functions { root, len, below_child }
    }
}

/// What there is, in vectors of [`WIDTH`]; the last one may be shorter.
fn chunks<T>(all: Vec<T>) -> impl Iterator<Item = Vec<T>> {
    let mut rest = all.into_iter();
    std::iter::from_fn(move || {
        let chunk: Vec<T> = rest.by_ref().take(WIDTH).collect();
        (!chunk.is_empty()).then_some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_where_it_was_put() {
        for n in [0, 1, 31, 32, 33, 1024, 1025, 40_000] {
            let bodies: Vec<Arc<Body>> = (0..n).map(|_| Arc::default()).collect();
            let functions = Functions::from(bodies.clone());
            assert_eq!((functions.len(), functions.is_empty()), (n, n == 0));
            for (index, body) in bodies.iter().enumerate() {
                let found = functions.get(FunctionId::from_index(index)).unwrap();
                assert!(Arc::ptr_eq(body, found), "{index} of {n}");
            }
            assert!(functions.get(FunctionId::from_index(n)).is_none());
        }
    }

    #[test]
    fn a_copy_with_another_function_leaves_the_first_alone() {
        let old = Functions::from((0..2000).map(|_| Arc::default()).collect::<Vec<Arc<Body>>>());
        let (id, body): (_, Arc<Body>) = (FunctionId::from_index(1234), Arc::default());
        let mut new = old.clone();
        *new.get_mut(id).unwrap() = body.clone();
        assert!(Arc::ptr_eq(new.get(id).unwrap(), &body));
        assert!(!Arc::ptr_eq(old.get(id).unwrap(), &body));
        let next = FunctionId::from_index(1235);
        assert!(Arc::ptr_eq(old.get(next).unwrap(), new.get(next).unwrap()));
        assert!(new.get_mut(FunctionId::from_index(2000)).is_none());
    }
}
