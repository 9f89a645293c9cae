//! Programs whose functions stay open: more statements are lowered into them while they run.

use std::sync::Arc;

use kiln_lang::index::Id;
use kiln_lang::tree::{Body, FunctionId, Program};
use rustc_hash::FxHashMap;

use super::{BodyIndex, Key, Linker};
use crate::code::{Code, Fusible};
use crate::image::{Image, Starts};
use crate::lower::Shared;
use crate::lower::open::Open;
use crate::settings::Settings;

/// What is kept of linking a program whose functions stay open.
#[derive(Debug)]
pub struct Linked {
    pub(super) shared: Shared,
    pub(super) keys: FxHashMap<Key, u32>,
    pub(super) origins: Vec<(u32, BodyIndex)>,
    pub(super) opens: Vec<Open>,
}

/// Makes an image of a program whose functions stay open: statements can be lowered into them. What a function will touch
/// is not known, so each is taken to touch anything.
pub fn link_open(program: &Program, settings: &Settings) -> (Image, Linked) {
    let mut linker = Linker::new(program, settings);
    linker.opens = Some(Vec::new());
    linker.shared.has_wide_fields = super::has_wide_fields(program);
    linker.collect();
    linker.finish()
}

impl Linked {
    /// The function of the image that a function of the program is.
    pub fn function(&self, unit: u32, function: FunctionId) -> Option<u32> {
        let origin = (unit, Some(function.index() as u32));
        self.origins.iter().position(|&other| other == origin).map(|index| index as u32)
    }

    /// The function of the program that a function of the image is.
    pub fn origin(&self, function: u32) -> Option<(u32, FunctionId)> {
        let &(unit, body) = self.origins.get(function as usize)?;
        Some((unit, FunctionId::from_index(body? as usize)))
    }

    /// Goes on with lowering: `work` gets the body of an open function and its code, and gives them back.
    pub(crate) fn more<T>(
        &mut self,
        program: &Program,
        settings: &Settings,
        image: &mut Image,
        function: u32,
        work: impl FnOnce(u32, &Body, &mut Shared, (Code, Open)) -> (Code, Open, T),
    ) -> T {
        let mut linker = Linker::new(program, settings);
        linker.shared = std::mem::take(&mut self.shared);
        std::mem::swap(&mut linker.infos, &mut image.infos);
        std::mem::swap(&mut linker.shared.tags, &mut image.tags);
        linker.keys = std::mem::take(&mut self.keys);
        linker.origins = std::mem::take(&mut self.origins);
        linker.statics = std::mem::take(&mut image.statics);
        linker.callables = std::mem::take(&mut image.callables);
        linker.functions = std::mem::take(&mut image.functions);
        let index = function as usize;
        let (unit, body) = linker.origins[index];
        let old = std::mem::take(&mut linker.functions[index].code);
        let code = Arc::try_unwrap(old).unwrap_or_else(|shared| (*shared).clone()).into_written();
        let open = self.opens.remove(index);
        let body = linker.body(unit, body);
        let (code, open, result) = work(unit, body, &mut linker.shared, (code, open));
        self.opens.insert(index, open);
        for at in linker.functions[index].symbols.len()..code.symbols.len() {
            let slot = linker.resolve(function, code.symbols[at]);
            linker.functions[index].symbols.push(slot);
        }
        linker.functions[index].code = Arc::new(Fusible::plain(code));
        image.functions = linker.functions;
        image.callables = linker.callables;
        image.statics = linker.statics;
        self.origins = linker.origins;
        self.keys = linker.keys;
        std::mem::swap(&mut linker.infos, &mut image.infos);
        std::mem::swap(&mut linker.shared.tags, &mut image.tags);
        self.shared = linker.shared;
        image.program = program.clone();
        image.starts = Starts::default();
        result
    }
}
