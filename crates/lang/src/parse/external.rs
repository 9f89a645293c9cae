//! Translation units and function definitions (C11 6.9).

use super::decl::Marks;
use super::declarator::{Declarator, FunctionStep};
use super::specifier::Specs;
use super::{Parse, Parser};
use crate::check::stmt::FunctionContext;
use crate::diagnostics::Code;
use crate::index::Id;
use crate::lex::TokenKind;
use crate::target::Std;
use crate::tree::{
    Attr, Decl, DeclFlags, DeclId, DeclKind, DeclRef, Function, FunctionId, Linkage, List, StmtId, StmtKind, Storage,
};
use crate::types::{Tag, Ty};

impl Parser<'_> {
    /// C11 6.9.
    pub(super) fn translation_unit(&mut self) {
        while !self.at(TokenKind::Eof) {
            let n_items = self.block_items.len();
            match self.external_declaration() {
                Ok(item) => self.block_items.push(item),
                Err(_) => {
                    self.block_items.truncate(n_items);
                    self.abandon_open_scopes();
                    self.recover();
                    // A brace that closes nothing would stop recovery for ever.
                    if self.at(TokenKind::RightBrace) {
                        self.bump();
                    }
                }
            }
            self.take_pragmas();
        }
        let items = self.checker.list(self.block_items.drain(..));
        self.checker.body_mut().items = items;
        self.checker.check_unavailable();
        self.checker.finish_tentative();
    }

    /// Pragmas that were met inside the last construct come after it.
    pub(super) fn take_pragmas(&mut self) {
        if self.pragmas.is_empty() {
            return;
        }
        self.forbid_pack_inside();
        for (text, span) in std::mem::take(&mut self.pragmas) {
            let pragma = self.checker.stmt(StmtKind::Pragma { text, body: None }, span);
            self.block_items.push(pragma);
        }
    }

    /// GCC takes `#pragma pack` and `#pragma scalar_storage_order` between declarations, members and statements. Inside of one it would count from there on, and
    /// be printed behind.
    #[cold]
    fn forbid_pack_inside(&mut self) {
        let consumed = &self.tokens[..self.pos];
        let last = consumed.iter().rfind(|token| token.kind != TokenKind::Pragma);
        let end_of_construct = last.map_or(0, |token| token.start);
        for &(text, span) in &self.pragmas.clone() {
            let name =
                ["pack", "scalar_storage_order"].into_iter().find(|&name| self.checker.name(text).starts_with(name));
            if span.start < end_of_construct
                && let Some(name) = name
            {
                let message = format!("`#pragma {name}` inside of a declaration or statement");
                self.checker.error(Code::Syntax, span, message);
            }
        }
    }

    /// After an error deep inside, whatever was open is closed.
    fn abandon_open_scopes(&mut self) {
        while self.checker.scopes.depth() > 0 {
            self.checker.scopes.leave();
        }
        if !self.checker.at_file_scope() {
            self.checker.functions.clear();
            self.checker.leave_body();
        }
        self.defines.clear();
        self.sizes.clear();
    }

    fn external_declaration(&mut self) -> Parse<StmtId> {
        let start = self.token().start;
        match self.kind() {
            TokenKind::Pragma => {
                let (text, span) = self.pragma();
                Ok(self.checker.stmt(StmtKind::Pragma { text, body: None }, span))
            }
            TokenKind::Semicolon => {
                self.bump();
                let span = self.span_from(start);
                Ok(self.checker.stmt(StmtKind::Empty {}, span))
            }
            TokenKind::StaticAssert => self.static_assert(),
            TokenKind::Asm => self.asm_declaration(start),
            TokenKind::Extension if self.peek(1) == TokenKind::Asm => {
                self.bump();
                self.asm_declaration(start)
            }
            _ => self.declaration(),
        }
    }

    fn asm_declaration(&mut self, start: u32) -> Parse<StmtId> {
        let asm = self.asm()?;
        self.expect(TokenKind::Semicolon)?;
        let span = self.span_from(start);
        Ok(self.checker.stmt(StmtKind::Asm { asm }, span))
    }

    /// A function definition whose specifiers and declarator have been read. At file scope the declarator is read again
    /// inside the new body, because the types of parameters may depend on parameters.
    pub(super) fn function_definition(
        &mut self,
        specs: Specs,
        mut declarator: Declarator,
        before: Vec<Attr>,
        again: (usize, Marks),
        marks: Marks,
        start: u32,
    ) -> Parse<StmtId> {
        let span = declarator.name.map_or(specs.span, |(_, span)| span);
        if !specs.has_type {
            self.implicit_int(&declarator, &specs);
        }
        declarator.attrs.extend(before);
        if self.checker.options.dialect.std >= Std::C2x {
            declarator.make_prototype();
        }
        let nested = !self.checker.at_file_scope();
        let ty = self.declared_type(specs.ty, &declarator);
        let mut decl = self.declaration_of(&specs, &declarator, ty, span);
        if nested {
            decl.flags.insert(DeclFlags::NESTED);
        }
        let function =
            if nested { self.checker.body().functions.next_id() } else { FunctionId::from_index(self.functions.len()) };
        decl.kind = DeclKind::Function(Some(function));
        self.checker.check_declaration(&decl, false);
        self.checker.check_definition(&decl);
        let id = self.checker.declare(decl);
        // An earlier declaration may have given it another result than the definition says.
        let ty = self.checker.body().decls[id].ty;
        let result = self.checker.types().as_function(ty).map_or(Ty::ERROR, |function| function.result);
        self.checker.check_decl_attrs(id);
        let decl = self.checker.decl_ref(id);
        if nested {
            self.nested_function(decl, result, &declarator, marks)?;
        } else {
            let tags = declarator.function().map_or(&[][..], |function| &function.tags);
            self.file_function(decl, result, tags, again, marks)?;
        }
        let span = self.span_from(start);
        Ok(self.checker.stmt(StmtKind::Function { function }, span))
    }

    /// `first_tags` are those that the first reading of the declarator has defined.
    fn file_function(
        &mut self,
        decl: DeclRef,
        result: Ty,
        first_tags: &[Tag],
        again: (usize, Marks),
        marks: Marks,
    ) -> Parse<()> {
        let (declarator_pos, after_specs) = again;
        // What the first reading of the declarator found belongs to nobody; the specifiers are read only once.
        self.defines.truncate(after_specs.n_defines);
        self.sizes.truncate(marks.n_sizes);
        let (n_diagnostics, n_errors) = (self.checker.diagnostics.len(), self.checker.n_errors());
        self.seek(declarator_pos);
        self.checker.enter_new_body();
        self.checker.scopes.enter();
        self.opt_attributes(&mut Vec::new())?;
        let declarator = self.declarator()?;
        self.checker.forget_diagnostics(n_diagnostics, n_errors);
        let second_tags = declarator.function().map_or(&[][..], |function| &function.tags);
        for (&first, &second) in first_tags.iter().zip(second_tags) {
            self.checker.types_mut().relate_readings(first, second);
        }
        let outcome = self.function_body(decl, result, &declarator, marks);
        self.checker.scopes.leave();
        self.checker.check_value_arrays();
        self.checker.check_unavailable();
        let body = self.checker.leave_new_body();
        self.functions.push(body);
        outcome
    }

    fn nested_function(&mut self, decl: DeclRef, result: Ty, declarator: &Declarator, marks: Marks) -> Parse<()> {
        self.checker.scopes.enter();
        let outcome = self.function_body(decl, result, declarator, marks);
        self.checker.scopes.leave();
        outcome
    }

    /// Parameters and body of a function, inside its own scope.
    fn function_body(&mut self, decl: DeclRef, result: Ty, declarator: &Declarator, marks: Marks) -> Parse<()> {
        let Some(step) = declarator.function() else { return self.syntax_error("expected a function") };
        self.checker.functions.push(FunctionContext::new(decl, result));
        let function = self.reserve_function(decl);
        let outcome = self.params_and_body(function, step, marks);
        if let Ok(body) = outcome {
            self.checker.check_jumps(body);
        }
        self.checker.leave_function();
        let body = outcome?;
        self.checker.body_mut().functions[function].body = body;
        Ok(())
    }

    /// A place for the function among those of its body: the function itself comes first, nested ones after it.
    fn reserve_function(&mut self, decl: DeclRef) -> FunctionId {
        let body = self.checker.stmt(StmtKind::Error {}, crate::source::Span::NONE);
        self.checker.body_mut().functions.push(Function {
            decl,
            params: List::default(),
            old_style: false,
            defines: List::default(),
            sizes: List::default(),
            body,
        })
    }

    fn params_and_body(&mut self, function: FunctionId, step: &FunctionStep, marks: Marks) -> Parse<StmtId> {
        let old_style = !step.prototype && !step.identifiers.is_empty();
        let params = if step.prototype { self.bind_params(step) } else { self.old_style_params(step)? };
        if !step.prototype {
            let decl = self.checker.body().functions[function].decl;
            self.checker.check_old_style_params(decl, &params);
        }
        let params = self.checker.list(params);
        let defines = self.checker.list(self.defines.drain(marks.n_defines..));
        let sizes = self.checker.list(self.sizes.drain(marks.n_sizes..));
        let entry = &mut self.checker.body_mut().functions[function];
        entry.params = params;
        entry.old_style = old_style;
        entry.defines = defines;
        entry.sizes = sizes;
        if !self.at(TokenKind::LeftBrace) {
            return self.syntax_error("expected `{`");
        }
        if let Some(function) = self.checker.functions.last_mut() {
            function.has_body = true;
        }
        self.function_block()
    }

    /// C11 6.2.1p4: parameters, and whatever their types define, have the scope of the body.
    fn bind_params(&mut self, step: &FunctionStep) -> Vec<DeclId> {
        for &tag in &step.tags {
            self.checker.bind_again(tag);
        }
        for &param in &step.params {
            let decl = self.checker.body().decls[param];
            if let Some(name) = decl.name {
                let reference = self.checker.decl_ref(param);
                self.checker.scopes.bind(name, reference, false);
            } else {
                // GCC accepts unnamed parameters of a definition (C23).
                continue;
            }
            self.checker.require_complete(decl.ty, decl.span);
            self.checker.require_known_bounds(decl.ty, decl.span);
        }
        step.params.to_vec()
    }

    /// `f (a, b) int a; char b;`: the declarations may come in any order and leave names out.
    fn old_style_params(&mut self, step: &FunctionStep) -> Parse<Vec<DeclId>> {
        let mut declared: Vec<(crate::names::Symbol, DeclId)> = Vec::new();
        while !self.at(TokenKind::LeftBrace) {
            self.old_style_declaration(step, &mut declared)?;
        }
        let mut params = Vec::new();
        for &(name, span) in &step.identifiers {
            if let Some(&(_, id)) = declared.iter().find(|(declared, _)| *declared == name) {
                params.push(id);
                continue;
            }
            params.push(self.checker.declare(Decl {
                name: Some(name),
                ty: Ty::INT,
                kind: DeclKind::Param,
                storage: Storage::None,
                linkage: Linkage::None,
                flags: DeclFlags::UNDECLARED_PARAM,
                init: None,
                attrs: None,
                asm_label: None,
                params: List::default(),
                previous: None,
                span,
            }));
        }
        Ok(params)
    }

    fn old_style_declaration(
        &mut self,
        step: &FunctionStep,
        declared: &mut Vec<(crate::names::Symbol, DeclId)>,
    ) -> Parse<()> {
        while self.eat(TokenKind::Extension) {}
        let mut specs = self.declaration_specifiers()?;
        if !specs.any {
            return self.syntax_error("expected the declaration of a parameter or `{`");
        }
        self.check_param_specifiers(&mut specs);
        if self.eat(TokenKind::Semicolon) {
            return Ok(());
        }
        loop {
            let mut declarator = self.declarator()?;
            self.opt_attributes(&mut declarator.attrs)?;
            let span = declarator.name.map_or(specs.span, |(_, span)| span);
            let ty = self.declared_type(specs.ty, &declarator);
            let mut decl = self.declaration_of(&specs, &declarator, ty, span);
            decl.kind = DeclKind::Param;
            decl.ty = self.checker.adjusted_param(decl.ty, crate::types::Quals::NONE, false);
            self.checker.check_alignas(&decl);
            self.checker.require_known_bounds(decl.ty, span);
            if let Some(name) = decl.name {
                if !step.identifiers.iter().any(|(listed, _)| *listed == name) {
                    let message = format!("`{}` is not a parameter", self.checker.name(name));
                    self.checker.error(Code::Redeclaration, span, message);
                }
                self.checker.require_complete(decl.ty, span);
                let id = self.checker.declare(decl);
                declared.push((name, id));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(())
    }
}
