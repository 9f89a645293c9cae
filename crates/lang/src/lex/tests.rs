//! Facts about whole texts; what one literal means is tested beside the code that decodes it.

use super::*;
use crate::source::FileChange;

struct Lexed {
    source: SourceText,
    names: Names,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl Lexed {
    fn kinds(&self) -> Vec<TokenKind> {
        let (last, tokens) = self.tokens.split_last().expect("there is always an Eof");
        assert_eq!(last.kind, TokenKind::Eof);
        tokens.iter().map(|token| token.kind).collect()
    }

    /// The texts of all tokens.
    fn texts(&self) -> Vec<String> {
        let (_, tokens) = self.tokens.split_last().expect("there is always an Eof");
        let text = |token: &Token| self.source.text_lossy(token.span()).into_owned();
        tokens.iter().map(text).collect()
    }

    /// The names of all tokens that have one.
    fn names(&self) -> Vec<&str> {
        let symbols = self.tokens.iter().filter_map(|token| token.symbol);
        symbols.map(|symbol| self.names.resolve(symbol)).collect()
    }

    fn codes(&self) -> Vec<Code> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }
}

fn lexed_as(text: impl AsRef<[u8]>, dialect: LexDialect) -> Lexed {
    let mut source = SourceText::new("unit.c", text.as_ref()).expect("small enough");
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let tokens = lex(&mut source, &mut names, dialect, &mut diagnostics);
    Lexed { source, names, tokens, diagnostics }
}

fn lexed(text: impl AsRef<[u8]>) -> Lexed {
    lexed_as(text, LexDialect::default())
}

/// Lexes text that has nothing wrong with it.
fn clean(text: impl AsRef<[u8]>) -> Lexed {
    let lexed = lexed(text);
    assert_eq!(lexed.diagnostics, []);
    lexed
}

const C90: LexDialect = LexDialect {
    gnu_keywords: false,
    c99: false,
    trigraphs: true,
    dollars: true,
    unicode_strings: false,
    raw_strings: false,
    c2x: false,
};
const C11: LexDialect = LexDialect { c99: true, unicode_strings: true, ..C90 };
const GNU90: LexDialect = LexDialect { gnu_keywords: true, trigraphs: false, ..C90 };

#[test]
fn every_punctuator_and_keyword_is_its_own_token() {
    use TokenKind as K;
    for kind in [
        K::LeftBracket,
        K::RightBracket,
        K::LeftParen,
        K::RightParen,
        K::LeftBrace,
        K::RightBrace,
        K::Dot,
        K::Arrow,
        K::PlusPlus,
        K::MinusMinus,
        K::Amp,
        K::Star,
        K::Plus,
        K::Minus,
        K::Tilde,
        K::Bang,
        K::Slash,
        K::Percent,
        K::LessLess,
        K::GreaterGreater,
        K::Less,
        K::Greater,
        K::LessEqual,
        K::GreaterEqual,
        K::EqualEqual,
        K::BangEqual,
        K::Caret,
        K::Pipe,
        K::AmpAmp,
        K::PipePipe,
        K::Question,
        K::Colon,
        K::Semicolon,
        K::Ellipsis,
        K::Equal,
        K::StarEqual,
        K::SlashEqual,
        K::PercentEqual,
        K::PlusEqual,
        K::MinusEqual,
        K::LessLessEqual,
        K::GreaterGreaterEqual,
        K::AmpEqual,
        K::CaretEqual,
        K::PipeEqual,
        K::Comma,
    ] {
        assert_eq!(clean(kind.text()).kinds(), [kind]);
        assert_eq!(clean(format!(" {} a", kind.text())).kinds(), [kind, K::Identifier]);
    }
    for keyword in KEYWORDS.iter().filter(|keyword| keyword.kind != K::Pragma) {
        assert_eq!(clean(keyword.spelling).kinds(), [keyword.kind], "{}", keyword.spelling);
        assert!(keyword.kind.is_keyword());
    }
}

#[test]
fn the_longest_token_wins() {
    for (text, tokens) in [
        ("a+++++b", "a ++ ++ + b"),
        ("a--->b", "a -- -> b"),
        ("x<<=1>>=2", "x <<= 1 >>= 2"),
        ("....5", "... .5"),
        ("..a", ". . a"),
        ("a&&&b|||c", "a && & b || | c"),
        ("1.5e+3-2", "1.5e+3 - 2"),
        ("0xe+1", "0xe+1"),
        ("0x1p-3f", "0x1p-3f"),
        ("1..2", "1..2"),
        ("1e5+x", "1e5 + x"),
        ("a.b.c", "a . b . c"),
        ("x=-1", "x = - 1"),
        ("x=*p", "x = * p"),
        ("[[a]]", "[ [ a ] ]"),
        ("a?b:c", "a ? b : c"),
    ] {
        assert_eq!(clean(text).texts().join(" "), tokens);
    }
}

#[test]
fn digraphs_are_other_spellings() {
    assert_eq!(clean("<: :> <% %>").kinds(), clean("[ ] { }").kinds());
    assert_eq!(clean("%:pragma x").kinds(), [TokenKind::Pragma]);
}

#[test]
fn names_end_where_they_end_whatever_their_length() {
    for length in 1..40 {
        let name = "a_Z9".repeat(10)[..length].to_owned();
        for behind in ["", " ", "(", "\0", "\n"] {
            let lexed = clean(format!("{name}{behind}"));
            assert_eq!(lexed.names(), [&name]);
        }
    }
}

#[test]
fn keywords_depend_on_the_dialect() {
    use TokenKind as K;
    let text = "typeof asm inline restrict __typeof __inline";
    for (dialect, kinds) in [
        (LexDialect::default(), [K::Typeof, K::Asm, K::Inline, K::Restrict, K::Typeof, K::Inline]),
        (GNU90, [K::Typeof, K::Asm, K::Inline, K::Identifier, K::Typeof, K::Inline]),
        (C11, [K::Identifier, K::Identifier, K::Inline, K::Restrict, K::Typeof, K::Inline]),
        (C90, [K::Identifier, K::Identifier, K::Identifier, K::Identifier, K::Typeof, K::Inline]),
    ] {
        let lexed = lexed_as(text, dialect);
        assert_eq!(lexed.kinds(), kinds);
        assert_eq!(lexed.names().join(" "), text);
    }
}

#[test]
fn comments_are_white_space() {
    assert_eq!(clean("a/* x */b// y\nc /***/ /**// d /* // */ e").texts().join(" "), "a b c / d e");
    assert_eq!(clean("a //").texts(), ["a"]);
    assert_eq!(lexed_as("a //* x */ b", C90).texts(), ["a", "/", "b"]);
    let open = lexed("a /* b");
    assert_eq!((open.texts(), open.codes()), (vec!["a".to_owned()], vec![Code::UnterminatedComment]));
    assert_eq!(lexed("/*").codes(), [Code::UnterminatedComment]);
    assert_eq!(lexed("/*/").codes(), [Code::UnterminatedComment]);
    assert_eq!(lexed("#pragma a /* b").codes(), [Code::UnterminatedComment]);
}

#[test]
fn white_space_has_many_forms() {
    assert_eq!(clean("a\t\r\n\x0b\x0c\0 b          c\n\n  d").texts(), ["a", "b", "c", "d"]);
}

#[test]
fn continued_lines_are_one_line() {
    let lexed = clean("in\\\nt a\\\n\\  \nb = \"x\\\ny\"; // c\\\nd\ne");
    assert_eq!(lexed.texts(), ["int", "ab", "=", "\"xy\"", ";", "e"]);
    assert_eq!(lexed.source.place(lexed.tokens[5].start).line, 7);
}

#[test]
fn trigraphs_follow_the_dialect() {
    assert_eq!(lexed_as("??<??>", C11).kinds(), [TokenKind::LeftBrace, TokenKind::RightBrace]);
    assert_eq!(clean("a??b").texts(), ["a", "?", "?", "b"]);
}

#[test]
fn names_may_be_more_than_ascii() {
    for (text, names) in [
        ("$a a$ x$1", vec!["$a", "a$", "x$1"]),
        ("é", vec!["é"]),
        ("\\u00e9", vec!["é"]),
        ("na\\U000000EFve", vec!["naïve"]),
        ("a\u{301}", vec!["a\u{301}"]),
        ("longname_é_longname", vec!["longname_é_longname"]),
        ("int$", vec!["int$"]),
    ] {
        assert_eq!(clean(text).names(), names, "{text}");
    }
    let mut escaped = clean("caf\\u00e9");
    let name = escaped.names.intern("café");
    assert_eq!(escaped.tokens[0].symbol, Some(name));
}

#[test]
fn dollars_can_be_refused() {
    let lexed = lexed_as("a$b", LexDialect { dollars: false, ..LexDialect::default() });
    assert_eq!(lexed.kinds(), [TokenKind::Identifier, TokenKind::Unknown, TokenKind::Identifier]);
    assert_eq!(lexed.codes(), [Code::StrayCharacter]);
}

#[test]
fn what_starts_no_token_is_stray() {
    for text in ["@", "`", "\\", "\\u0041", "\\ud800", "\\u12", "\u{301}", "\u{d7}", "\x01"] {
        assert_eq!(lexed(text).kinds()[0], TokenKind::Unknown, "{text}");
        assert_eq!(lexed(text).codes()[0], Code::StrayCharacter, "{text}");
    }
    assert_eq!(lexed(b"\xff").texts(), ["\u{fffd}"]);
    assert_eq!(lexed("a # b").kinds()[1], TokenKind::Unknown);
}

#[test]
fn literals_keep_their_prefix() {
    use TokenKind as K;
    let lexed = clean(r#"L"a" u"b" U"c" u8"d" L'a' u'b' U'c' u8 'd' x"e" "\"" '\''"#);
    assert_eq!(
        lexed.texts(),
        [
            "L\"a\"", "u\"b\"", "U\"c\"", "u8\"d\"", "L'a'", "u'b'", "U'c'", "u8", "'d'", "x", "\"e\"", "\"\\\"\"",
            "'\\''"
        ]
    );
    assert_eq!(lexed.kinds()[..2], [K::StringLiteral, K::StringLiteral]);
    assert_eq!(lexed.kinds()[6..9], [K::CharLiteral, K::Identifier, K::CharLiteral]);
    assert_eq!(clean("u8'd'").texts(), ["u8", "'d'"]);
}

#[test]
fn an_open_literal_ends_with_its_line() {
    for (text, texts) in [
        ("\"a\nb", vec!["\"a", "b"]),
        ("'a\nb", vec!["'a", "b"]),
        ("\"", vec!["\""]),
        ("\"a\\", vec!["\"a\\"]),
        ("L'\\'", vec!["L'\\'"]),
    ] {
        let lexed = lexed(text);
        assert_eq!(lexed.texts(), texts);
        assert_eq!(lexed.codes(), [Code::UnterminatedLiteral], "{text}");
    }
}

#[test]
fn line_markers_place_what_follows() {
    let lexed = clean(concat!(
        "# 1 \"dir/unit.c\"\n",
        "# 1 \"<built-in>\"\n",
        "# 1 \"/usr/include/a \\\"b\\\\.h\" 1 3 4\n",
        "in_header\n",
        "# 7 \"dir/unit.c\" 2\n",
        "in_unit\n",
        "  after\n",
        "#line 40\n",
        "moved\n",
        " # line 3 \"\\303\\251.c\"\n",
        "renamed",
    ));
    let places: Vec<_> = lexed.tokens[..5].iter().map(|token| lexed.source.place(token.start)).collect();
    let told: Vec<_> = places.iter().map(|place| (place.file, place.line, place.column)).collect();
    assert_eq!(
        told,
        [
            ("/usr/include/a \"b\\.h", 1, 1),
            ("dir/unit.c", 7, 1),
            ("dir/unit.c", 8, 3),
            ("dir/unit.c", 40, 1),
            ("é.c", 3, 1),
        ]
    );
    assert!(places[0].system_header && !places[1].system_header);
    let changes: Vec<_> = lexed.source.markers().iter().map(|marker| marker.change).collect();
    assert_eq!(changes[2..4], [FileChange::Enter, FileChange::Return]);
}

#[test]
fn a_bad_line_marker_is_reported() {
    for text in ["#line", "# 99999999999 \"a\"", "# 1 \"a", "#line x"] {
        assert_eq!(lexed(text).codes(), [Code::BadDirective], "{text}");
    }
}

#[test]
fn leftover_definitions_are_skipped() {
    let text = "#define A(x) \"/*\" x /* over\nlines */ b\n#undef A\n#ident \"x\"\n#\na\n#assert m(x)\n";
    assert_eq!(clean(text).texts(), ["a"]);
}

#[test]
fn other_directives_are_errors() {
    for text in ["#include <a.h>", "#if 1", "#nonsense", "a\n  # error no"] {
        assert_eq!(lexed(text).codes(), [Code::BadDirective], "{text}");
    }
}

#[test]
fn both_forms_of_a_pragma_say_the_same() {
    for text in [
        "#pragma pack(push, \"1\")",
        "  #  pragma   pack(push, \"1\")  ",
        r#"_Pragma("pack(push, \"1\")")"#,
        r#"_Pragma ( /* x */ L"pack(push, \"1\")" )"#,
    ] {
        let lexed = clean(text);
        assert_eq!(lexed.kinds(), [TokenKind::Pragma], "{text}");
        assert_eq!(pragma_text(lexed.source.text(lexed.tokens[0].span())), "pack(push, \"1\")");
    }
    assert_eq!(clean("_Pragma(\"a\") int x;").texts().join(" "), "_Pragma(\"a\") int x ;");
}

#[test]
fn a_pragma_operator_closes_its_comments() {
    for text in [r#"_Pragma("a /* b */ c")"#, r#"_Pragma("\"/*\" a")"#, r#"_Pragma("\"\\\"/*")"#, r#"_Pragma("// /*")"#]
    {
        assert_eq!(clean(text).kinds(), [TokenKind::Pragma], "{text}");
    }
    for text in [r#"_Pragma("/*")"#, r#"_Pragma("/* a */ /* b")"#, r#"_Pragma("\"a\"/*")"#] {
        assert_eq!(lexed(text).codes(), [Code::UnterminatedComment], "{text}");
    }
}

#[test]
fn a_malformed_pragma_operator_is_a_name() {
    for text in ["_Pragma", "_Pragma(", "_Pragma(x)", "_Pragma(\"x", "_Pragma(\"x\"", "_Pragma(/*"] {
        let lexed = lexed(text);
        assert_eq!(lexed.kinds()[0], TokenKind::Identifier, "{text}");
        assert_eq!(lexed.codes()[0], Code::BadDirective, "{text}");
    }
}

#[test]
fn diagnostics_have_a_limit() {
    let lexed = lexed("@".repeat(10_000));
    assert_eq!(lexed.kinds().len(), 10_000);
    assert_eq!(lexed.diagnostics.len(), MAX_DIAGNOSTICS as usize);
    assert_eq!(lexed.codes().last(), Some(&Code::TooManyErrors));
}

/// Every text of up to four bytes from an alphabet with one byte, at least, of each kind.
#[test]
fn no_short_text_breaks_the_lexer() {
    const ALPHABET: &[u8] = b"a1.+<%:/*\"'\\#u\n \xc3\xa9\0";
    for length in 0..=4 {
        for n in 0..ALPHABET.len().pow(length) {
            let mut rest = n;
            let text: Vec<u8> = (0..length)
                .map(|_| {
                    let byte = ALPHABET[rest % ALPHABET.len()];
                    rest /= ALPHABET.len();
                    byte
                })
                .collect();
            check(&text);
        }
    }
}

/// Tokens stand in order inside the text, and every literal can be decoded.
fn check(text: &[u8]) {
    let mut lexed = lexed_as(text, LexDialect { trigraphs: true, ..LexDialect::default() });
    let mut at = 0;
    for token in &lexed.tokens {
        assert!(at <= token.start && token.start <= token.end, "{text:?}");
        assert!(token.kind == TokenKind::Eof || token.start < token.end, "{text:?}");
        at = token.end;
        match token.kind {
            TokenKind::Number => {
                let _decoded = number(lexed.source.text(token.span()));
            }
            TokenKind::CharLiteral => {
                char_constant(&lexed.source, *token, true, &mut lexed.diagnostics);
            }
            TokenKind::StringLiteral => {
                string_constant(&lexed.source, &[*token], &mut lexed.diagnostics);
            }
            _ => {}
        }
    }
    assert_eq!(at as usize, lexed.source.bytes().len(), "{text:?}");
    for diagnostic in &lexed.diagnostics {
        crate::diagnostics::render(diagnostic, &lexed.source);
    }
}
