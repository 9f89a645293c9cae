//! What operands are taken from: variables, and objects that have parts.
//!
//! There is a pool for the file and one for the function in work. An object comes back the more often, the more there are.

use std::fmt::Write as _;
use std::rc::Rc;

use kiln_lang::build::{BuildStmt, BuildType, Builder, Variable as Declared};
use kiln_lang::target::Target;
use kiln_lang::tree::{DeclRef, ExprId, StmtId, Storage};
use kiln_lang::types::{FieldId, Quals, Ty};
use kiln_meaning::repair::Scalar;

use super::leaf::Letter;
use super::{Maker, Variable};

/// An object that has parts, and their values.
#[derive(Clone, Debug)]
pub(super) struct Parts<P> {
    pub(super) decl: DeclRef,
    pub(super) values: Rc<[(P, Scalar)]>,
}

/// A pointer and the variable it points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) decl: DeclRef,
    pub(super) to: Variable,
}

/// Two vectors of one type.
#[derive(Clone, Debug)]
pub(super) struct Vectors {
    pub(super) decls: [DeclRef; 2],
    pub(super) lanes: Rc<[[Scalar; 2]]>,
}

/// What can be an operand.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) variables: Vec<Variable>,
    pub(super) arrays: Vec<Parts<u32>>,
    pub(super) records: Vec<Parts<FieldId>>,
    pub(super) bit_fields: Vec<Parts<FieldId>>,
    pub(super) pointers: Vec<Pointer>,
    pub(super) complexes: Vec<Parts<bool>>,
    pub(super) vectors: Vec<Vectors>,
    /// Declarations at the beginning of the function.
    pub(super) declarations: Vec<StmtId>,
}

/// How an object is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declaring {
    pub(super) quals: Quals,
    pub(super) storage: Storage,
    pub(super) is_global: bool,
}

impl Maker<'_> {
    /// One that is known already; none if a new one is to be made.
    pub(super) fn known<T: Clone>(&mut self, list: impl Fn(&Pool) -> &Vec<T>) -> Option<T> {
        let (file, local) = (list(&self.file), list(&self.local));
        let known = (file.len() + local.len()) as u64;
        // The more there are, the rarer is a new one.
        let drawn = self.choices.below(known + 3);
        let drawn = drawn.checked_sub(3)? as usize;
        Some(file.get(drawn).unwrap_or_else(|| &local[drawn - file.len()]).clone())
    }

    /// The pool that an object belongs to.
    pub(super) fn pool_of(&mut self, decl: DeclRef) -> &mut Pool {
        if decl.is_file() { &mut self.file } else { &mut self.local }
    }

    /// Random scope, storage class and qualifiers. What is written to is not const, and what is written to by a function that
    /// is called several times is not static either.
    pub(super) fn declaring(&mut self, is_written: bool) -> Declaring {
        let mut quals = Quals::NONE;
        if self.choices.one_in(3) && !is_written {
            quals = quals.union(Quals::CONST);
        }
        if self.choices.one_in(4) {
            quals = quals.union(Quals::VOLATILE);
        }
        let only_automatic = is_written && self.in_function;
        let is_static = self.choices.one_in(2) && !only_automatic;
        let is_global = self.choices.one_in(2) && !only_automatic;
        let storage = if is_static { Storage::Static } else { Storage::None };
        Declaring { quals, storage, is_global }
    }

    /// Declares an object with its initialiser, which is made at file scope for a global one.
    pub(super) fn declare(
        &mut self,
        name: &str,
        ty: Ty,
        how: Declaring,
        init: impl FnOnce(&mut Builder, &Target) -> ExprId,
    ) -> DeclRef {
        let ty = self.b.qualified(ty, how.quals);
        let declared = Declared::new(name, ty).storage(how.storage);
        let target = self.target;
        if how.is_global {
            return self.b.at_file_scope(|b| {
                let init = init(b, &target);
                b.global(declared, Some(init))
            });
        }
        let init = init(&mut self.b, &target);
        let decl = self.b.local(declared, Some(init));
        let declaration = self.b.declaration(&[decl]);
        self.local.declarations.push(declaration);
        decl
    }

    /// The name of the next variable of a letter.
    pub(super) fn next_name(&mut self, letter: Letter) -> String {
        let number = &mut self.numbers[letter as usize];
        let mut name = String::with_capacity(12);
        name.push_str(letter.text());
        let _never_fails = write!(name, "{number}");
        *number += 1;
        name
    }
}
