//! GNU attributes, `_Alignas`, C23 attributes, and pragmas.

use super::{Parse, Parser};
use crate::lex::{self, Token, TokenKind};
use crate::names::Symbol;
use crate::source::Span;
use crate::tree::{Attr, AttrArgs, AttrForm};

/// Attributes whose arguments are read as expressions: because they decide a type, or because they name declarations. The
/// arguments of all others are carried as text.
const EXPRESSION_ARGUMENTS: &[&str] = &[
    "aligned",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "cleanup",
    "constructor",
    "destructor",
    "malloc",
    "nonnull",
    "vector_size",
    "warn_if_not_aligned",
];

impl Parser<'_> {
    /// Any number of attributes.
    pub(super) fn opt_attributes(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        loop {
            match self.kind() {
                TokenKind::Attribute => self.attributes(attrs)?,
                TokenKind::LeftBracket if self.peek(1) == TokenKind::LeftBracket => self.standard_attributes(attrs)?,
                _ => return Ok(()),
            }
        }
    }

    /// `[[...]]` of C23, which GCC takes in every dialect. Those with a GNU form are kept as that, others mean nothing.
    pub(super) fn standard_attributes(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        self.bump();
        self.bump();
        while !self.at(TokenKind::RightBracket) {
            if self.eat(TokenKind::Comma) {
                continue;
            }
            self.standard_attribute(attrs)?;
        }
        self.bump();
        self.expect(TokenKind::RightBracket)?;
        Ok(())
    }

    fn standard_attribute(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        if !self.at(TokenKind::Identifier) && !self.kind().is_keyword() {
            return self.syntax_error("expected an attribute");
        }
        let first = self.bump();
        let text = self.source.text_lossy(first.span()).into_owned();
        let vendor = text.trim_matches('_');
        if self.at(TokenKind::Colon) && self.peek(1) == TokenKind::Colon {
            self.bump();
            self.bump();
            // What another vendor's attribute means and takes is not known here.
            if vendor == "gnu" {
                self.checked_attribute(attrs)?;
            } else {
                self.attribute(&mut Vec::new())?;
            }
            return Ok(());
        }
        let start = self.token().start;
        let args = if self.at(TokenKind::LeftParen) { self.text_arguments()? } else { AttrArgs::None };
        let span = self.span_from(start);
        self.checker.check_standard_attr_args(vendor, args, span);
        let gnu = match vendor {
            "deprecated" => Some("deprecated"),
            "fallthrough" => Some("fallthrough"),
            "maybe_unused" => Some("unused"),
            "nodiscard" => Some("warn_unused_result"),
            "noreturn" | "_Noreturn" => Some("noreturn"),
            _ => None,
        };
        if let Some(gnu) = gnu {
            let name = self.checker.intern_name(gnu);
            let args = if gnu == "deprecated" { args } else { AttrArgs::None };
            attrs.push(Attr { name, args, form: AttrForm::Gnu, follows_type: false });
        }
        Ok(())
    }

    /// Whether `[[` starts at the current token.
    pub(super) fn at_standard_attribute(&self) -> bool {
        self.at(TokenKind::LeftBracket) && self.peek(1) == TokenKind::LeftBracket
    }

    /// The token behind the attributes that start at `pos`.
    pub(super) fn token_after_attributes(&self, mut pos: usize) -> Token {
        loop {
            let (opening, closing) = match self.tokens[pos].kind {
                TokenKind::Attribute => (TokenKind::LeftParen, TokenKind::RightParen),
                TokenKind::LeftBracket if self.tokens[pos + 1].kind == TokenKind::LeftBracket => {
                    (TokenKind::LeftBracket, TokenKind::RightBracket)
                }
                _ => return self.tokens[pos],
            };
            let mut depth = u32::from(opening == TokenKind::LeftBracket);
            loop {
                pos += 1;
                match self.tokens[pos].kind {
                    kind if kind == opening => depth += 1,
                    kind if kind == closing && depth <= 1 => break,
                    kind if kind == closing => depth -= 1,
                    TokenKind::Eof => return self.tokens[pos],
                    _ => {}
                }
            }
            pos += 1;
        }
    }

    /// `__attribute__ ((...))`, repeated.
    pub(super) fn attributes(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        while self.eat(TokenKind::Attribute) {
            self.expect(TokenKind::LeftParen)?;
            self.expect(TokenKind::LeftParen)?;
            while !self.at(TokenKind::RightParen) {
                // Empty attributes are allowed: `((, unused, ))`.
                if self.eat(TokenKind::Comma) {
                    continue;
                }
                self.checked_attribute(attrs)?;
                if !self.at(TokenKind::RightParen) {
                    self.expect(TokenKind::Comma)?;
                }
            }
            self.bump();
            self.expect(TokenKind::RightParen)?;
        }
        Ok(())
    }

    /// One attribute whose arguments must fit it.
    fn checked_attribute(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        let start = self.token().start;
        self.attribute(attrs)?;
        let span = self.span_from(start);
        if let Some(&attr) = attrs.last() {
            self.checker.check_attr_args(&attr, span);
        }
        Ok(())
    }

    /// One attribute with its arguments.
    pub(super) fn attribute(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        let token = self.token();
        if token.kind != TokenKind::Identifier && !token.kind.is_keyword() {
            return self.syntax_error("expected an attribute");
        }
        self.bump();
        let Some(mut spelled) = token.symbol else { return self.syntax_error("expected an attribute") };
        // All spellings of the keyword are the same attribute, `__const` too.
        if token.kind == TokenKind::Const {
            spelled = self.checker.intern_name(token.kind.text());
        }
        let text = self.checker.name(spelled);
        let bare = text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")).filter(|bare| !bare.is_empty());
        let as_expressions = EXPRESSION_ARGUMENTS.contains(&bare.unwrap_or(text));
        let name = match bare {
            None => spelled,
            Some(bare) => match self.checker.tables.names.get(bare) {
                Some(name) => name,
                None => {
                    let bare = bare.to_owned();
                    self.checker.intern_name(&bare)
                }
            },
        };
        let args = if !self.at(TokenKind::LeftParen) {
            AttrArgs::None
        } else if as_expressions {
            let outer = std::mem::replace(&mut self.in_attribute, true);
            let args = self.expression_arguments();
            self.in_attribute = outer;
            args?
        } else {
            self.text_arguments()?
        };
        attrs.push(Attr { name, args, form: AttrForm::Gnu, follows_type: false });
        Ok(())
    }

    fn expression_arguments(&mut self) -> Parse<AttrArgs> {
        self.bump();
        let mut args = Vec::new();
        while !self.at(TokenKind::RightParen) {
            if self.starts_type(self.token()) {
                let name = self.type_name()?;
                self.expect(TokenKind::RightParen)?;
                return Ok(AttrArgs::Type(name));
            }
            args.push(self.assignment_expression()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(AttrArgs::Exprs(self.checker.list(args)))
    }

    /// Everything up to the closing parenthesis, as written but for white space.
    fn text_arguments(&mut self) -> Parse<AttrArgs> {
        self.bump();
        let mut text = String::new();
        let mut depth = 0u32;
        let mut last_end = self.token().start;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth == 0 => break,
                TokenKind::RightParen => depth -= 1,
                TokenKind::Eof => return self.syntax_error("expected `)`"),
                // The text is printed on one line, where a directive cannot be.
                TokenKind::Pragma => {
                    self.set_pragmas_aside();
                    continue;
                }
                _ => {}
            }
            if token.start > last_end {
                text.push(' ');
            }
            text.push_str(&self.source.text_lossy(token.span()));
            last_end = token.end;
            self.bump();
        }
        self.bump();
        Ok(AttrArgs::Text(self.checker.intern_name(&text)))
    }

    /// `_Alignas (type)` or `_Alignas (constant)`.
    pub(super) fn alignment_specifier(&mut self, attrs: &mut Vec<Attr>) -> Parse<()> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let args = if self.starts_type(self.token()) {
            AttrArgs::Type(self.type_name()?)
        } else {
            let value = self.constant_expression()?;
            AttrArgs::Exprs(self.checker.list([value]))
        };
        self.expect(TokenKind::RightParen)?;
        let name = self.checker.intern_name("_Alignas");
        attrs.push(Attr { name, args, form: AttrForm::Alignas, follows_type: false });
        Ok(())
    }

    /// A pragma: its text without `#pragma`, obeyed if it is `pack` or `scalar_storage_order`.
    pub(super) fn pragma(&mut self) -> (Symbol, Span) {
        let token = self.bump();
        let source = self.source;
        let text = lex::pragma_text(source.text(token.span()));
        let text = text.trim();
        if let Some(arguments) = text.strip_prefix("pack") {
            self.pragma_pack(arguments);
        }
        if let Some(order) = text.strip_prefix("scalar_storage_order") {
            self.pragma_storage_order(order.trim());
        }
        (self.checker.intern_name(text), token.span())
    }

    fn pragma_storage_order(&mut self, order: &str) {
        let little_endian = self.checker.target().little_endian;
        match order {
            "big-endian" => self.reversed = little_endian,
            "little-endian" => self.reversed = !little_endian,
            "default" => self.reversed = self.checker.options.dialect.reversed,
            _ => {}
        }
    }

    /// `pack (n)`, `pack ()`, `pack (push[, name][, n])`, `pack (pop[, name])`.
    fn pragma_pack(&mut self, arguments: &str) {
        let Some(inner) = arguments.trim().strip_prefix('(').and_then(|rest| rest.trim_end().strip_suffix(')')) else {
            return;
        };
        let words: Vec<&str> = inner.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let number = |word: &&str| word.parse::<u8>().ok();
        let as_pack =
            |n: u8| if n == 0 { self.checker.options.dialect.pack } else { Some(n).filter(|n| n.is_power_of_two()) };
        match words.first() {
            None => self.pack.current = self.checker.options.dialect.pack,
            Some(&"push") => {
                let name = words[1..].iter().find(|word| number(word).is_none()).copied();
                let n = words[1..].iter().find_map(number).map(as_pack);
                let name = name.map(|name| self.checker.intern_name(name));
                self.pack.stack.push((name, self.pack.current));
                if let Some(n) = n {
                    self.pack.current = n;
                }
            }
            Some(&"pop") => {
                let name = words.get(1).and_then(|name| self.checker.tables.names.get(name));
                let from = match name {
                    Some(_) => self.pack.stack.iter().rposition(|(pushed, _)| *pushed == name),
                    None => self.pack.stack.len().checked_sub(1),
                };
                if let Some(from) = from {
                    self.pack.current = self.pack.stack[from].1;
                    self.pack.stack.truncate(from);
                }
            }
            Some(word) => {
                if let Some(n) = number(word).map(as_pack) {
                    self.pack.current = n;
                }
            }
        }
    }
}
