//! Tokens, and the one table that says what keywords and punctuators there are.

use std::fmt;

use crate::names::Symbol;
use crate::source::Span;

/// One token of preprocessed C. White space, comments and line markers leave no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset behind its last byte.
    pub end: u32,
    /// The name of an identifier, or the spelling of a keyword; `None` for everything else.
    pub symbol: Option<Symbol>,
}

impl Token {
    /// Where the token stands.
    pub const fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

// A unit's tokens are read once from front to back; four of them share a cache line.
const _: () = assert!(size_of::<Token>() == 16);

/// A spelling that is a keyword in some dialect. One kind can have several.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// The spelling.
    pub spelling: &'static str,
    /// The kind its tokens have.
    pub kind: TokenKind,
    /// The dialects in which it is a keyword; elsewhere it is an identifier.
    pub when: When,
}

/// The dialects in which a spelling is reserved. The names follow GCC's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In all of them.
    Always,
    /// From C99 on.
    C99,
    /// With GNU extensions (`-std=gnu*`).
    Gnu,
    /// From C99 on, and before that with GNU extensions.
    C99OrGnu,
}

macro_rules! token_kinds {
    (
        classes { $($class:ident $class_text:literal $class_doc:literal;)* }
        punctuators { $($punctuator:ident $text:literal;)* }
        keywords { $($keyword:ident: $($when:ident $spelling:literal),+;)* }
    ) => {
        /// What a token is: a class of tokens, or one punctuator or keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum TokenKind {
            $(#[doc = $class_doc] $class,)*
            $(#[doc = concat!("`", $text, "`")] $punctuator,)*
            $(#[doc = concat!($("`", $spelling, "` "),+)] $keyword,)*
        }

        impl TokenKind {
            /// How messages name the token. Punctuators and keywords are spelled, the keywords
            /// in the first of their spellings.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$class => $class_text,)*
                    $(Self::$punctuator => $text,)*
                    $(Self::$keyword => first(&[$($spelling),+]),)*
                }
            }
        }

        /// Every spelling of every keyword. [`Names`](crate::names::Names) interns them first and
        /// in this order.
        pub const KEYWORDS: &[Keyword] = &[$($(Keyword {
            spelling: $spelling,
            kind: TokenKind::$keyword,
            when: When::$when,
        },)+)*];
    };
}

const fn first(spellings: &[&'static str]) -> &'static str {
    spellings[0]
}

token_kinds! {
    classes {
        Eof "end of file" "The end of the text; always the last token, and only there.";
        Identifier "identifier" "A name that is no keyword in the dialect.";
        Number "number" "A preprocessing number (C11 6.4.8); see [`number`](super::number()).";
        CharLiteral "character constant" "A character constant with its prefix and quotes.";
        StringLiteral "string literal" "One string literal with its prefix and quotes.";
        Unknown "stray character" "Bytes that start no token; a diagnostic says so.";
    }

    // C11 6.4.6, without `#` and `##`, which mean nothing behind preprocessing. Digraphs are
    // other spellings.
    punctuators {
        LeftBracket "[";
        RightBracket "]";
        LeftParen "(";
        RightParen ")";
        LeftBrace "{";
        RightBrace "}";
        Dot ".";
        Arrow "->";
        PlusPlus "++";
        MinusMinus "--";
        Amp "&";
        Star "*";
        Plus "+";
        Minus "-";
        Tilde "~";
        Bang "!";
        Slash "/";
        Percent "%";
        LessLess "<<";
        GreaterGreater ">>";
        Less "<";
        Greater ">";
        LessEqual "<=";
        GreaterEqual ">=";
        EqualEqual "==";
        BangEqual "!=";
        Caret "^";
        Pipe "|";
        AmpAmp "&&";
        PipePipe "||";
        Question "?";
        Colon ":";
        Semicolon ";";
        Ellipsis "...";
        Equal "=";
        StarEqual "*=";
        SlashEqual "/=";
        PercentEqual "%=";
        PlusEqual "+=";
        MinusEqual "-=";
        LessLessEqual "<<=";
        GreaterGreaterEqual ">>=";
        AmpEqual "&=";
        CaretEqual "^=";
        PipeEqual "|=";
        Comma ",";
    }

    keywords {
        // C11 6.4.1, with the alternate spellings of GNU C.
        Auto: Always "auto";
        Break: Always "break";
        Case: Always "case";
        Char: Always "char";
        Const: Always "const", Always "__const", Always "__const__";
        Continue: Always "continue";
        Default: Always "default";
        Do: Always "do";
        Double: Always "double";
        Else: Always "else";
        Enum: Always "enum";
        Extern: Always "extern";
        Float: Always "float";
        For: Always "for";
        Goto: Always "goto";
        If: Always "if";
        Inline: C99OrGnu "inline", Always "__inline", Always "__inline__";
        Int: Always "int";
        Long: Always "long";
        Register: Always "register";
        Restrict: C99 "restrict", Always "__restrict", Always "__restrict__";
        Return: Always "return";
        Short: Always "short";
        Signed: Always "signed", Always "__signed", Always "__signed__";
        Sizeof: Always "sizeof";
        Static: Always "static";
        Struct: Always "struct";
        Switch: Always "switch";
        Typedef: Always "typedef";
        Union: Always "union";
        Unsigned: Always "unsigned";
        Void: Always "void";
        Volatile: Always "volatile", Always "__volatile", Always "__volatile__";
        While: Always "while";
        Alignas: Always "_Alignas";
        // The GNU spellings ask for the preferred alignment, which can be larger.
        Alignof: Always "_Alignof", Always "__alignof", Always "__alignof__";
        Atomic: Always "_Atomic";
        Bool: Always "_Bool";
        Complex: Always "_Complex", Always "__complex", Always "__complex__";
        Generic: Always "_Generic";
        Imaginary: Always "_Imaginary";
        Noreturn: Always "_Noreturn";
        StaticAssert: Always "_Static_assert";
        ThreadLocal: Always "_Thread_local", Always "__thread";
        // A predefined name in C11 6.4.2.2; a keyword here as in GCC, because it expands to more
        // than a name.
        FunctionName: Always "__func__", Always "__FUNCTION__", Always "__PRETTY_FUNCTION__";

        // GNU C.
        Asm: Gnu "asm", Always "__asm", Always "__asm__";
        Attribute: Always "__attribute__", Always "__attribute";
        AutoType: Always "__auto_type";
        Extension: Always "__extension__";
        Imag: Always "__imag__", Always "__imag";
        Label: Always "__label__";
        Real: Always "__real__", Always "__real";
        Typeof: Gnu "typeof", Always "__typeof", Always "__typeof__";
        Gimple: Always "__GIMPLE";
        Rtl: Always "__RTL";
        SegFs: Always "__seg_fs";
        SegGs: Always "__seg_gs";

        // Types that are no identifiers. `__int128_t` is one: a predeclared typedef.
        Int128: Always "__int128";
        Float16: Always "_Float16";
        Float32: Always "_Float32";
        Float64: Always "_Float64";
        Float128: Always "_Float128", Always "__float128";
        Float32x: Always "_Float32x";
        Float64x: Always "_Float64x";
        Float80: Always "__float80";
        Decimal32: Always "_Decimal32";
        Decimal64: Always "_Decimal64";
        Decimal128: Always "_Decimal128";
        Fract: Gnu "_Fract";
        Accum: Gnu "_Accum";
        Sat: Gnu "_Sat";

        // Built-in functions whose arguments are not all expressions.
        BuiltinVaArg: Always "__builtin_va_arg";
        BuiltinOffsetof: Always "__builtin_offsetof";
        BuiltinTypesCompatible: Always "__builtin_types_compatible_p";
        BuiltinChooseExpr: Always "__builtin_choose_expr";
        BuiltinTgmath: Always "__builtin_tgmath";
        BuiltinHasAttribute: Always "__builtin_has_attribute";
        BuiltinCallWithStaticChain: Always "__builtin_call_with_static_chain";
        BuiltinConvertvector: Always "__builtin_convertvector";

        // The operator stands for the directive (C11 6.10.9), whose token it becomes: a whole
        // `#pragma` line or `_Pragma("...")`; see [`pragma_text`](super::pragma_text).
        Pragma: Always "_Pragma";
    }
}

impl TokenKind {
    /// Whether it is a keyword, with or without GNU extensions.
    pub fn is_keyword(self) -> bool {
        (Self::Auto..Self::Pragma).contains(&self)
    }
}

impl fmt::Display for TokenKind {
    /// Spellings stand in back quotes, classes are named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pragma => f.write_str("pragma"),
            kind if *kind >= Self::LeftBracket => write!(f, "`{}`", kind.text()),
            kind => f.write_str(kind.text()),
        }
    }
}
