//! Programs whose functions stay open: more statements are lowered into them while they run.

use std::sync::Arc;

use kiln_lang::index::Id;
use kiln_lang::tree::{Body, FunctionId, Program};

use super::{Linker, Names};
use crate::code::{Code, Fusible};
use crate::image::{Bases, Image, Starts};
use crate::lower::Shared;
use crate::lower::later::locked;
use crate::lower::open::Open;
use crate::lower::touch::{self, Touches};
use crate::settings::Settings;

/// What is kept of linking a program whose functions stay open.
#[derive(Debug)]
pub struct Linked {
    pub(super) names: Names,
    pub(super) opens: Vec<Open>,
}

/// Makes an image of a program whose functions stay open: statements can be lowered into them. What a function will touch
/// is not known, so each is taken to touch anything.
pub fn link_open(program: &Program, settings: &Settings) -> (Image, Linked) {
    let shared = Shared::of(super::facts(program, settings, Touches::default()), None);
    let mut linker = Linker::new(program, settings, shared);
    linker.opens = Some(Vec::new());
    linker.collect();
    linker.finish()
}

/// Makes an image of a program whose operations can be repaired while it runs.
pub fn link_mended(program: &Program, settings: &Settings) -> (Image, Linked) {
    let touches = touch::touches(program, &mut |unit, id| touch::own(program, unit, id));
    let shared = Shared::of(super::facts(program, settings, touches), None);
    let mut linker = Linker::new(program, settings, shared);
    linker.is_mended = true;
    linker.collect();
    linker.finish()
}

impl Linked {
    /// The function of the image that a function of the program is.
    pub fn function(&self, unit: u32, function: FunctionId) -> Option<u32> {
        let origin = (unit, Some(function.index() as u32));
        self.names.origins.iter().position(|&other| other == origin).map(|index| index as u32)
    }

    /// The function of the program that a function of the image is.
    pub fn origin(&self, function: u32) -> Option<(u32, FunctionId)> {
        let &(unit, body) = self.names.origins.get(function as usize)?;
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
        let mut linker = Linker::new(program, settings, image.shared.clone());
        std::mem::swap(&mut linker.infos, &mut image.infos);
        linker.names = std::mem::take(&mut self.names);
        linker.statics = std::mem::take(&mut image.statics);
        linker.callables = std::mem::take(&mut image.callables);
        linker.functions = std::mem::take(&mut image.functions);
        let index = function as usize;
        let (unit, body) = linker.names.origins[index];
        let old = std::mem::take(&mut linker.functions[index].code);
        let code = Arc::try_unwrap(old).unwrap_or_else(|shared| (*shared).clone()).into_plain().unwrap_or_default();
        let open = self.opens.remove(index);
        let body = linker.body(unit, body);
        let (code, open, result) = work(unit, body, &mut locked(&linker.shared), (code, open));
        self.opens.insert(index, open);
        let n_known = linker.functions[index].symbols.get().map_or(0, Vec::len);
        code.symbols[n_known..].iter().for_each(|&symbol| linker.place_symbol(function, symbol));
        linker.functions[index].code = Arc::new(Fusible::plain(code));
        linker.resolve_new(function);
        image.functions = linker.functions;
        image.callables = linker.callables;
        image.statics = linker.statics;
        self.names = linker.names;
        std::mem::swap(&mut linker.infos, &mut image.infos);
        image.program = program.clone();
        image.starts = Starts::default();
        image.bases = Bases::default();
        result
    }
}
