//! The parser: recursive descent over the tokens of a unit, one function per symbol of C11's grammar (annex A).
//!
//! Types and names are needed to parse C at all, so there is no untyped tree: each production hands its parts to the
//! [`Checker`] and gets a typed node back. A function that may produce nothing is called `opt_...`. After a syntax error the
//! parser skips to the end of the statement or declaration and goes on.
//!
//! Files by area of the grammar: [`expr`] 6.5, [`specifier`] and [`tag`] 6.7.1 to 6.7.5, [`declarator`] 6.7.6 and 6.7.7,
//! [`init`] 6.7.9, [`decl`] 6.7, [`stmt`] 6.8, [`external`] 6.9; GNU's [`attr`] and [`asm`]; [`units`], several files as one
//! program.

mod asm;
mod attr;
mod decl;
mod declarator;
mod expr;
mod external;
mod init;
mod specifier;
mod stmt;
mod tag;
mod units;

use std::sync::Arc;

use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic, has_errors};
use crate::lex::{self, Token, TokenKind};
use crate::names::Symbol;
use crate::source::{SourceText, Span};
use crate::target::Options;
use crate::tree::shared::Shared;
use crate::tree::{Body, ExprId, Program, StmtId, Tables, Unit};
use crate::types::Tag;

pub use self::units::{ParsedUnits, parse_units};

/// Nesting beyond this is refused in words. Every level costs stack, which is taken from the heap when it runs out.
const MAX_NESTING: u32 = 20_000;

/// What reading a text gives: a program, whatever state it is in, and what was found.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program, of one unit. Complete and typed if there is no error among the diagnostics.
    pub program: Program,
    /// The text, with its line markers.
    pub source: Arc<SourceText>,
    /// What was found, in order of the text as far as it was read in that order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the text is a valid program.
    pub fn accepted(&self) -> bool {
        !has_errors(&self.diagnostics)
    }
}

/// Reads preprocessed C.
pub fn parse(name: &str, text: impl Into<Box<[u8]>>, options: &Options) -> Parsed {
    let (source, too_large) = open(name, text);
    let mut parsed = parse_unit(name, source, options, Shared::default());
    parsed.diagnostics.extend(too_large);
    parsed
}

/// A text ready for reading; one that is too large becomes an empty one and an error.
fn open(name: &str, text: impl Into<Box<[u8]>>) -> (SourceText, Option<Diagnostic>) {
    match SourceText::new(name, text) {
        Ok(source) => (source, None),
        Err(too_large) => {
            let source = SourceText::new(name, Vec::new()).expect("an empty text is not too large");
            (source, Some(Diagnostic::error(Code::Limit, Span::NONE, too_large.to_string())))
        }
    }
}

fn parse_unit(name: &str, mut source: SourceText, options: &Options, mut tables: Shared<Tables>) -> Parsed {
    let mut diagnostics = Vec::new();
    let tokens = lex::lex(&mut source, &mut tables.own().names, options.lex_dialect(), &mut diagnostics);
    let mut checker = Checker::new(*options, tables, Shared::default());
    checker.diagnostics = diagnostics;
    checker.declare_builtin_types();
    let source = Arc::new(source);
    let mut parser = Parser {
        tokens: &tokens,
        pos: 0,
        current: tokens[0],
        last_end: tokens[0].end,
        source: &source,
        checker,
        nesting: 0,
        defines: Vec::new(),
        sizes: Vec::new(),
        block_items: Vec::new(),
        pragmas: Vec::new(),
        pack: PackStack { current: options.dialect.pack, stack: Vec::new() },
        reversed: options.dialect.reversed,
        open_tags: Vec::new(),
        in_type_name: false,
        in_attribute: false,
        n_prototypes: 0,
        functions: Vec::new(),
    };
    parser.translation_unit();
    let functions = parser.functions.into();
    let (tables, file, diagnostics) = parser.checker.finish();
    let unit = Unit { name: name.into(), source: Some(source.clone()), file: file.into_arc(), functions };
    let program = Program { options: *options, tables: tables.into_arc(), units: vec![unit] };
    Parsed { program, source, diagnostics }
}

/// The maximum alignment of members by `#pragma pack`.
#[derive(Debug, Default)]
struct PackStack {
    current: Option<u8>,
    stack: Vec<(Option<Symbol>, Option<u8>)>,
}

/// The state of parsing one unit.
struct Parser<'a> {
    /// All tokens; the last one is the end of the text.
    tokens: &'a [Token],
    pos: usize,
    /// The token at `pos`, which is looked at several times.
    current: Token,
    /// Where the token before it ends.
    last_end: u32,
    source: &'a SourceText,
    checker: Checker,
    nesting: u32,
    /// Tags defined so far in the open declarations and type names; each takes those since its start.
    defines: Vec<Tag>,
    /// Expressions in types of the open declarations and type names; each takes those since its start.
    sizes: Vec<ExprId>,
    /// The statements of the open blocks; each takes those since its start.
    block_items: Vec<StmtId>,
    /// Pragmas met inside a construct, to be put after it.
    pragmas: Vec<(Symbol, Span)>,
    pack: PackStack,
    /// The storage order of structures by `#pragma scalar_storage_order`: whether it is another than the target's.
    reversed: bool,
    /// Tags whose definitions are open.
    open_tags: Vec<Tag>,
    /// Inside a type name, where an array of run-time size is not yet an object.
    in_type_name: bool,
    /// Inside the arguments of an attribute, where types are not defined.
    in_attribute: bool,
    /// Parameter lists around the current place.
    n_prototypes: u32,
    /// The function definitions read so far.
    functions: Vec<Arc<Body>>,
}

/// A syntax error that has been reported; what follows must be skipped.
#[derive(Debug)]
struct Stop;

type Parse<T> = Result<T, Stop>;

/// Tokens.
impl Parser<'_> {
    #[inline]
    fn token(&self) -> Token {
        self.current
    }

    #[inline]
    fn kind(&self) -> TokenKind {
        self.current.kind
    }

    /// The kind of the token `n` places on.
    #[inline]
    fn peek(&self, n: usize) -> TokenKind {
        self.tokens.get(self.pos + n).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// Moves past the current token, unless it is the end of the text.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.current;
        if let Some(&next) = self.tokens.get(self.pos + 1) {
            self.pos += 1;
            self.current = next;
            self.last_end = token.end;
        }
        token
    }

    /// Goes to another token.
    #[cold]
    fn seek(&mut self, pos: usize) {
        self.pos = pos;
        self.current = self.tokens[pos];
        self.last_end = self.tokens[pos.saturating_sub(1)].end;
    }

    #[inline]
    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        if self.kind() == TokenKind::Pragma && kind != TokenKind::Pragma {
            self.set_pragmas_aside();
        }
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    fn expect(&mut self, kind: TokenKind) -> Parse<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        self.expect_behind_pragmas(kind)
    }

    #[cold]
    fn expect_behind_pragmas(&mut self, kind: TokenKind) -> Parse<Token> {
        self.set_pragmas_aside();
        if self.kind() == kind {
            return Ok(self.bump());
        }
        self.syntax_error(format!("expected {kind}"))
    }

    fn span(&self) -> Span {
        self.token().span()
    }

    /// From the start of a token to the end of the last one consumed.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.last_end.max(start))
    }

    #[cold]
    fn syntax_error<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        let token = self.token();
        let found = match token.kind {
            TokenKind::Identifier | TokenKind::Number => {
                format!("`{}`", self.source.text_lossy(token.span()))
            }
            kind => kind.to_string(),
        };
        let message = format!("{}, found {found}", message.into());
        self.checker.error(Code::Syntax, token.span(), message);
        Err(Stop)
    }

    #[cold]
    fn unsupported<T>(&mut self, what: &str) -> Parse<T> {
        let span = self.span();
        self.checker.error(Code::Unsupported, span, format!("{what} is not supported"));
        Err(Stop)
    }

    /// The text of a token as an interned name. What is not UTF-8, which only a character constant can hold, becomes escapes.
    fn spelling(&mut self, token: Token) -> Symbol {
        let source = self.source;
        let mut text = String::new();
        for chunk in source.text(token.span()).utf8_chunks() {
            text.push_str(chunk.valid());
            for byte in chunk.invalid() {
                // A backslash before it means nothing, and would take the one of the escape.
                let n_backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
                if n_backslashes.is_multiple_of(2) {
                    text.push('\\');
                }
                text.extend([byte >> 6, byte >> 3 & 7, byte & 7].map(|digit| char::from(b'0' + digit)));
            }
        }
        self.checker.intern_name(&text)
    }

    /// Pragmas in the middle of a construct mean nothing there; they are kept for after it.
    #[cold]
    fn set_pragmas_aside(&mut self) {
        while self.kind() == TokenKind::Pragma {
            let (text, span) = self.pragma();
            self.pragmas.push((text, span));
        }
    }

    /// Runs `inner` one level deeper, with as much stack as it needs. To ask how much there is takes as long as to read a
    /// small expression, so only some levels ask, for all up to the next that does.
    #[inline]
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        const LEVELS: u32 = 8;
        self.nesting += 1;
        let result = if self.nesting % LEVELS != 1 {
            inner(self)
        } else if self.nesting < MAX_NESTING {
            stacker::maybe_grow(LEVELS as usize * 64 * 1024, 4 * 1024 * 1024, || inner(self))
        } else {
            self.nested_too_deep()
        };
        self.nesting -= 1;
        result
    }

    #[cold]
    fn nested_too_deep<T>(&mut self) -> Parse<T> {
        let span = self.span();
        let message = format!("nested deeper than {MAX_NESTING} levels");
        self.checker.error(Code::Limit, span, message);
        // Everything that is open would fail again at its end.
        self.seek(self.tokens.len() - 1);
        Err(Stop)
    }

    /// Skips to behind the end of the statement or declaration at hand, over whole pairs of brackets.
    fn recover(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::Semicolon if depth == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::LeftBrace | TokenKind::LeftParen | TokenKind::LeftBracket => depth += 1,
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::RightBrace if depth == 1 => {
                    self.bump();
                    // A brace that closes what it opened here ends a body.
                    self.eat(TokenKind::Semicolon);
                    return;
                }
                TokenKind::RightBrace | TokenKind::RightParen | TokenKind::RightBracket => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether a token starts a type name or declaration specifiers.
    #[inline]
    fn starts_type(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Identifier => {
                token.symbol.and_then(|name| self.checker.scopes.lookup(name)).is_some_and(|binding| binding.is_type)
            }
            kind => is_specifier(kind),
        }
    }
}

/// Whether a keyword can stand among declaration specifiers.
fn is_specifier(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Auto
            | TokenKind::Char
            | TokenKind::Const
            | TokenKind::Double
            | TokenKind::Enum
            | TokenKind::Extern
            | TokenKind::Float
            | TokenKind::Inline
            | TokenKind::Int
            | TokenKind::Long
            | TokenKind::Register
            | TokenKind::Restrict
            | TokenKind::Short
            | TokenKind::Signed
            | TokenKind::Static
            | TokenKind::Struct
            | TokenKind::Typedef
            | TokenKind::Union
            | TokenKind::Unsigned
            | TokenKind::Void
            | TokenKind::Volatile
            | TokenKind::Alignas
            | TokenKind::Atomic
            | TokenKind::Bool
            | TokenKind::Complex
            | TokenKind::Imaginary
            | TokenKind::Noreturn
            | TokenKind::ThreadLocal
            | TokenKind::Attribute
            | TokenKind::AutoType
            | TokenKind::Typeof
            | TokenKind::Int128
            | TokenKind::Float16
            | TokenKind::Float32
            | TokenKind::Float64
            | TokenKind::Float128
            | TokenKind::Float32x
            | TokenKind::Float64x
            | TokenKind::Float80
            | TokenKind::Decimal32
            | TokenKind::Decimal64
            | TokenKind::Decimal128
            | TokenKind::Fract
            | TokenKind::Accum
            | TokenKind::Sat
            | TokenKind::SegFs
            | TokenKind::SegGs
            | TokenKind::Gimple
            | TokenKind::Rtl
    )
}
