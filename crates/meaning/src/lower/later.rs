//! Functions that are lowered when they are first run.
//!
//! Of a program's functions a run calls some, and lowering all of them costs more than reading the program. So linking only
//! finds out where the things are that a function names, and its code is made when a machine asks for it, from what is kept
//! here. What lowering has found out of types goes on to grow meanwhile, so it is behind a lock that all functions of a
//! program and of its next versions share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kiln_lang::tree::{Body, FunctionId, Program};
use kiln_lang::types::{Ty, Types};
use rustc_hash::FxHashMap;

use super::touch::Touches;
use super::{Classes, Written, function};
use crate::memory::tag::Tags;
use crate::profile::probe::Probes;
use crate::settings::Settings;

/// What all functions of a program share while they are lowered.
#[derive(Debug, Default)]
pub struct Shared {
    /// Effective types.
    pub tags: Tags,
    /// What is known of the program as a whole.
    pub facts: Arc<Facts>,
    /// What is to be counted and recorded.
    pub(crate) probes: Option<Probes>,
    /// Shadows of objects by type.
    pub(super) templates: FxHashMap<Ty, Box<[u16]>>,
}

impl Shared {
    /// Of a program that nothing has been lowered of yet.
    pub(crate) fn of(facts: Arc<Facts>, probes: Option<Probes>) -> SharedCell {
        SharedCell::new(Shared { facts, probes, ..Shared::default() }.into())
    }

    /// For a version of the program with fewer types: without what stands for the others.
    pub(crate) fn with_types(&self, types: &Types) -> Shared {
        let mut tags = self.tags.clone();
        tags.keep_types(types);
        Shared { tags, ..Shared::default() }
    }
}

/// What is known of a program as a whole.
#[derive(Debug, Default)]
pub struct Facts {
    /// Functions that touch nothing but their own variables.
    pub touches: Touches,
    /// There are bit-fields that are wider than `int` and narrower than their type.
    pub has_wide_fields: bool,
    /// The program can look at the floating-point environment.
    pub watches_floats: bool,
    /// How values of basic types are held.
    pub classes: Classes,
}

/// What functions share, with those that are not lowered yet.
pub type SharedCell = Arc<Mutex<Shared>>;

/// What is shared, for the time of a question or of lowering one function. A panic in between leaves it as good as it was:
/// entries are complete before they can be found.
pub fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the functions of a version of a program are lowered with.
#[derive(Debug)]
pub struct Plan {
    /// The version.
    pub program: Program,
    /// Its order of evaluation, its dialect and limits.
    pub settings: Settings,
    /// What is known of it as a whole.
    pub facts: Arc<Facts>,
    /// What is shared with other versions.
    pub shared: SharedCell,
}

/// A function that is not lowered yet.
#[derive(Clone, Debug)]
pub struct Later {
    /// What it is lowered with.
    pub plan: Arc<Plan>,
    /// Its unit.
    pub unit: u32,
    /// Its body.
    pub body: Arc<Body>,
    /// Which function of the body it is.
    pub function: FunctionId,
}

impl Later {
    /// Lowers it.
    pub fn lower(&self) -> Written {
        let plan = &*self.plan;
        let mut shared = locked(&plan.shared);
        // Another version may have come in between.
        let others = std::mem::replace(&mut shared.facts, plan.facts.clone());
        let written = function(&plan.program, &plan.settings, self.unit, &self.body, self.function, &mut shared);
        shared.facts = others;
        written
    }
}
