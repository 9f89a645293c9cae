//! Initialisers of static objects: for each body one function that runs before `main`, and one more for each depth of
//! compound literals in them.

use std::sync::{Arc, OnceLock};

use kiln_lang::index::Id;
use kiln_lang::tree::{Body, DeclId, DeclKind, DeclRef, ExprId, Linkage, Node};
use kiln_lang::types::Ty;

use super::cache::Part;
use super::{BodyIndex, Key, Linker, body_number};
use crate::code::{Fusible, Symbol};
use crate::image::Function;
use crate::lower::{self, StaticInit};
use crate::memory::Sort;
use crate::outcome::Place;

impl Linker<'_> {
    /// Code for the initialisers of every body.
    pub(super) fn initializers(&mut self) -> Vec<u32> {
        if let Some(probes) = &mut self.shared().probes {
            probes.body = None;
        }
        let mut result = Vec::new();
        for unit in 0..self.program.units.len() as u32 {
            // What an edit has dropped is not in the tree any more.
            let functions: Vec<BodyIndex> = self.unit(unit).function_ids().map(|id| Some(id.index() as u32)).collect();
            for body in std::iter::once(None).chain(functions) {
                let inits = self.static_inits(unit, body);
                if inits.is_empty() {
                    continue;
                }
                let first = self.initializer(unit, body, &inits, 0);
                // Compound literals in initialisers are objects with initialisers of their own; they come first.
                let mut chain = vec![first];
                let mut next = self.new_literals(unit, body, first);
                while !next.is_empty() {
                    let inits: Vec<StaticInit> = next.into_iter().map(StaticInit::Literal).collect();
                    let number = self.initializer(unit, body, &inits, chain.len() as u32);
                    chain.push(number);
                    next = self.new_literals(unit, body, number);
                }
                result.extend(chain.into_iter().rev());
            }
        }
        result
    }

    pub(super) fn static_inits(&self, unit: u32, index: BodyIndex) -> Vec<StaticInit> {
        let body = self.body(unit, index);
        let mut inits = Vec::new();
        let ids: Vec<DeclId> = match index {
            None => body.list(body.items).flat_map(|item| body.declared_by(item)).collect(),
            Some(_) if !body.decls.iter().any(|decl| decl.is_static() && decl.init.is_some()) => Vec::new(),
            Some(_) => body.roots().into_iter().flat_map(|root| declared_below(body, root)).collect(),
        };
        for id in ids {
            let decl = &body.decls[id];
            let (Some(init), DeclKind::Variable) = (decl.init, decl.kind) else { continue };
            if decl.is_static() && (index.is_none() || decl.linkage == Linkage::None) {
                inits.push(StaticInit::Variable(DeclRef::new(id, index.is_none()), init));
            }
        }
        inits
    }

    pub(super) fn initializer(&mut self, unit: u32, index: BodyIndex, inits: &[StaticInit], step: u32) -> u32 {
        let body = self.shared_body(unit, index);
        let file = &self.program.units[unit as usize].file;
        let part = Part::Initializers(step);
        let kept = self.cache.as_mut().and_then(|cache| cache.code((body, file), part));
        let code = kept.unwrap_or_else(|| {
            let code = lower::initializers(self.program, self.settings, unit, body, inits, &mut self.shared());
            self.keep(unit, body, part, Arc::new(Fusible::lowered(code)))
        });
        self.functions.push(Function {
            name: "static initialisers".to_owned(),
            unit,
            body: body_number(unit, index),
            code,
            symbols: OnceLock::new(),
            ty: Ty::ERROR,
            noreturn: false,
            noinline: false,
            old_style: false,
        });
        self.names.origins.push((unit, index));
        self.functions.len() as u32 - 1
    }

    /// Compound literals that code names and that have no object yet.
    pub(super) fn new_literals(&mut self, unit: u32, body: BodyIndex, function: u32) -> Vec<ExprId> {
        let code = self.functions[function as usize].code.clone();
        let mut new = Vec::new();
        for &symbol in code.written().into_iter().flat_map(|code| &code.symbols) {
            let Symbol::Literal(id) = symbol else { continue };
            let key = Key::Literal(unit, body, id);
            if self.names.keys.contains_key(&key) {
                continue;
            }
            let sight = self.sight(unit, body);
            let ty = sight.body.ty(id);
            let align = self.program.tables.types.align_of(&self.program.options.target, ty);
            let place = Some(Place { unit, span: sight.body.expr_span(id) });
            self.place_object(key, "a compound literal".to_owned(), place, ty, align, Sort::Static);
            new.push(id);
        }
        new
    }
}

/// What is declared in a part of a function.
fn declared_below(body: &Body, root: Node) -> impl Iterator<Item = DeclId> {
    let nodes = body.descend(root);
    let stmts = nodes.filter_map(|node| if let Node::Stmt(id) = node { Some(id) } else { None });
    stmts.flat_map(|stmt| body.declared_by(stmt))
}
