//! Code that is kept from one version of a program to the next.
//!
//! Bodies are shared between versions and never changed, so a body that is the same object is the same function. Its code
//! also rests on the declarations at file scope, on the tables of types and names, on the numbers of effective types, and on
//! what the functions it calls can touch; what changes there is found out at the beginning, and what rests on it is dropped.

use std::sync::Arc;

use kiln_lang::Options;
use kiln_lang::tree::{Body, FunctionId, Program, Tables};
use rustc_hash::FxHashMap;

use crate::code::Fusible;
use crate::lower::later::{SharedCell, locked};
use crate::lower::touch::{self, Own, Touches};
use crate::settings::Settings;

/// A part of a body that has code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// A function.
    Function(FunctionId),
    /// The initialisers of static objects, and of compound literals in them, step by step.
    Initializers(u32),
}

/// What is kept of a body.
#[derive(Debug)]
struct Kept {
    /// Held, so that no other body comes to stand at its address.
    body: Arc<Body>,
    /// The file scope that it was lowered with.
    file: Arc<Body>,
    code: Vec<(Part, Arc<Fusible>)>,
    /// The round in which it was used last.
    round: u64,
}

/// What a body does itself, with the body that says so.
type KnownOwn = (Arc<Body>, Own, u64);

/// Code of versions of a program.
#[derive(Debug, Default)]
pub struct Cache {
    shared: SharedCell,
    /// What the versions so far had in common with the last one.
    based_on: Option<(Arc<Tables>, Options, Settings)>,
    bodies: FxHashMap<usize, Kept>,
    owns: FxHashMap<usize, KnownOwn>,
    touches: Option<Touches>,
    round: u64,
    /// What had to be made anew in the last round.
    lowered: usize,
}

/// How long a body is kept that no version has used: long enough to come back to it after a few others were tried.
const ROUNDS: u64 = 64;

fn address(body: &Arc<Body>) -> usize {
    Arc::as_ptr(body) as usize
}

impl Cache {
    /// How many functions and initialisers of the last version were not known.
    pub fn lowered(&self) -> usize {
        self.lowered
    }

    /// A version comes: drops what it has changed. Gives what its functions share, and what its calls touch.
    pub(super) fn begin(&mut self, program: &Program, settings: &Settings) -> (SharedCell, Touches) {
        self.round += 1;
        self.lowered = 0;
        // What choices a run makes besides the order of evaluation is no matter of code.
        let settings = Settings { seed: 0, ..*settings };
        let fits = self.based_on.as_ref().is_some_and(|(tables, options, before)| {
            *options == program.options && *before == settings && self.fits(tables, &program.tables)
        });
        if !fits || locked(&self.shared).tags.is_crowded() {
            let round = self.round;
            *self = Cache { round, ..Cache::default() };
        } else if let Some((tables, ..)) = &self.based_on
            && !program.tables.extends(tables)
        {
            // Back to fewer types: others may get the numbers of those that went. What is to be lowered yet shares with the
            // version before what it will find out.
            let shared = locked(&self.shared).with_types(&program.tables.types);
            self.shared = SharedCell::new(shared.into());
            self.bodies.values_mut().for_each(|kept| kept.code.retain(|(_, code)| code.is_lowered()));
        }
        self.based_on = Some((program.tables.clone(), program.options, settings));
        let touches = self.note_touches(program);
        let round = self.round;
        self.bodies.retain(|_, kept| kept.round + ROUNDS > round);
        self.owns.retain(|_, (.., used)| *used + ROUNDS > round);
        (self.shared.clone(), touches)
    }

    /// Whether one of two tables continues the other.
    fn fits(&self, old: &Arc<Tables>, new: &Arc<Tables>) -> bool {
        Arc::ptr_eq(old, new) || new.extends(old) || old.extends(new)
    }

    /// Finds out what calls can touch. Where that has become more, the code of those that call it changes; where it has become
    /// less, nothing does, since taking it for more only costs time.
    fn note_touches(&mut self, program: &Program) -> Touches {
        let (round, owns) = (self.round, &mut self.owns);
        let found = touch::touches(program, &mut |unit, id| {
            let units = &program.units[unit as usize];
            let body = id.map_or(&units.file, |id| units.function(id));
            let known =
                owns.entry(address(body)).or_insert_with(|| (body.clone(), touch::own(program, unit, id), round));
            known.2 = round;
            known.1.clone()
        });
        let touches = match self.touches.take() {
            Some(before) if before.cover(&found) => before,
            before => {
                if before.is_some() {
                    self.bodies.clear();
                }
                found
            }
        };
        self.touches = Some(touches.clone());
        touches
    }

    /// The code of a part of a body, if it is known.
    pub(super) fn code(&mut self, (body, file): (&Arc<Body>, &Arc<Body>), part: Part) -> Option<Arc<Fusible>> {
        let kept = self.bodies.get_mut(&address(body)).filter(|kept| Arc::ptr_eq(&kept.file, file))?;
        kept.round = self.round;
        kept.code.iter().find(|(other, _)| *other == part).map(|(_, code)| code.clone())
    }

    /// Keeps code.
    pub(super) fn keep(&mut self, (body, file): (&Arc<Body>, &Arc<Body>), part: Part, code: Arc<Fusible>) {
        self.lowered += 1;
        let new = || Kept { body: body.clone(), file: file.clone(), code: Vec::new(), round: 0 };
        let kept = self.bodies.entry(address(body)).or_insert_with(new);
        if !Arc::ptr_eq(&kept.file, file) {
            *kept = new();
        }
        kept.round = self.round;
        debug_assert!(Arc::ptr_eq(&kept.body, body), "a body that is held keeps its address");
        kept.code.push((part, code));
    }
}
