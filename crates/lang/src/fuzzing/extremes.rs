//! Texts that no mutation makes: one construct, ten thousand deep or a hundred thousand long; and everything unfinished.

/// A family of texts.
#[derive(Clone, Copy)]
pub struct Extreme {
    /// What is extreme about it.
    pub name: &'static str,
    /// The text of a size.
    pub text: fn(usize) -> String,
}

impl std::fmt::Debug for Extreme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn extreme(name: &'static str, text: fn(usize) -> String) -> Extreme {
    Extreme { name, text }
}

/// `open` n times, something, `close` n times.
fn nest(n: usize, before: &str, open: &str, inner: &str, close: &str, after: &str) -> String {
    [before, &open.repeat(n), inner, &close.repeat(n), after].concat()
}

/// An expression that nests, as a statement.
fn expression(n: usize, open: &str, inner: &str, close: &str) -> String {
    nest(n, "int a, *p, f(); void g(void) { ", open, inner, close, "; }")
}

/// A statement that nests.
fn statement(n: usize, open: &str, inner: &str, close: &str) -> String {
    nest(n, "int a; void f(void) { ", open, inner, close, " }")
}

/// `part` for each number: `$` stands for it, and `%` for the next.
fn each(n: usize, before: &str, part: &str, after: &str) -> String {
    let mut text = before.to_owned();
    for i in 0..n {
        text.push_str(&part.replace('$', &i.to_string()).replace('%', &(i + 1).to_string()));
    }
    text + after
}

/// All families.
pub const EXTREMES: &[Extreme] = &[
    extreme("parentheses", |n| expression(n, "(", "a", ")")),
    extreme("unary minus", |n| expression(n, "- ", "a", "")),
    extreme("not", |n| expression(n, "!", "a", "")),
    extreme("address and indirection", |n| expression(n, "*&", "a", "")),
    extreme("increments", |n| expression(n, "++", "a", "")),
    extreme("postfix increments", |n| expression(n, "", "a", "++")),
    extreme("casts", |n| expression(n, "(int)", "a", "")),
    extreme("sizeof", |n| expression(n, "sizeof ", "a", "")),
    extreme("sizeof of parentheses", |n| expression(n, "sizeof(", "a", ")")),
    extreme("sizeof constant", |n| nest(n, "int a[", "sizeof(char[", "1", "])", "];")),
    extreme("compound literals", |n| expression(n, "(int){", "a", "}")),
    extreme("subscripts", |n| expression(n, "p[", "a", "]")),
    extreme("subscripts in a row", |n| expression(n, "", "a", "[0]")),
    extreme("calls", |n| expression(n, "f(", "1", ")")),
    extreme("calls of results", |n| expression(n, "", "f", "()")),
    extreme("arguments", |n| each(n, "int f(); int x(void) { return f(0", ",$", "); }")),
    extreme("parameters", |n| each(n, "int f(int a", ",int b$", ") { return a; }")),
    extreme("K&R parameters", |n| each(n, "int f(a", ",b$", ") int a; { return a; }")),
    extreme("members in a row", |n| {
        format!("struct s {{ struct s *n; }} *p; void f(void) {{ p{}; }}", "->n".repeat(n))
    }),
    extreme("sum", |n| expression(n, "", "a", "+a")),
    extreme("constant sum", |n| format!("int a[1{}]; enum {{ E = 1{0} }};", "+1".repeat(n))),
    extreme("static initialiser sum", |n| format!("char c[9]; char *p = c{};", "+1".repeat(n))),
    extreme("sum to the right", |n| expression(n, "a+(", "a", ")")),
    extreme("and", |n| expression(n, "", "a", "&&a")),
    extreme("commas", |n| expression(n, "", "a", ",a")),
    extreme("assignments", |n| expression(n, "a=", "1", "")),
    extreme("conditionals", |n| expression(n, "a?a:", "a", "")),
    extreme("conditionals in the middle", |n| expression(n, "a?", "a", ":a")),
    extreme("omitted operands", |n| expression(n, "a?:", "a", "")),
    extreme("generic selections", |n| expression(n, "_Generic(1, int: ", "a", ")")),
    extreme("statement expressions", |n| expression(n, "({ ", "a", "; })")),
    extreme("choose_expr", |n| expression(n, "__builtin_choose_expr(1,", "a", ",0)")),
    extreme("braces of initialisers", |n| nest(n, "int a = ", "{", "1", "}", ";")),
    extreme("braces of an array", |n| nest(n, "int a[] = ", "{", "1", "}", ";")),
    extreme("elided braces", |n| each(n, "struct { int a[3], b; } s[] = { ", "$,", "};")),
    extreme("designators", |n| each(n, "int a[] = { ", "[$]=1,", "};")),
    extreme("designators backwards", |n| format!("int a[] = {{ [{n}] = 1, {} }};", "[3]=2,".repeat(n))),
    extreme("designator chain", |n| format!("int a[] = {{ {}=1 }};", "[0]".repeat(n))),
    extreme("compound statements", |n| statement(n, "{", "", "}")),
    extreme("blocks with declarations", |n| statement(n, "{ int a;", "", "}")),
    extreme("if", |n| statement(n, "if (a) ", ";", "")),
    extreme("if else chain", |n| statement(n, "if (a) ; else ", ";", "")),
    extreme("if with else", |n| statement(n, "if (a) ", ";", " else ;")),
    extreme("for", |n| statement(n, "for (int i = 0;;) ", ";", "")),
    extreme("do", |n| statement(n, "do ", ";", " while (a);")),
    extreme("switch", |n| statement(n, "switch (a) case 1: ", ";", "")),
    extreme("labels", |n| each(n, "void f(void) { ", "l$: ", "; }")),
    extreme("gotos", |n| each(n, "void f(void) { ", "goto l$; l$: ; ", "}")),
    extreme("cases", |n| each(n, "void f(int a) { switch (a) { ", "case $: ", "; } }")),
    extreme("case ranges", |n| each(n, "void f(int a) { switch (a) { ", "case $0 ... $9: ; ", " } }")),
    extreme("nested functions", |n| statement(n, "void f(void) { ", "", "}")),
    extreme("local labels", |n| statement(n, "{ __label__ l; l: ;", "", "}")),
    extreme("structures", |n| nest(n, "", "struct {", "int a;", "} m;", "")),
    extreme("tagged structures", |n| each(n, "", "struct s$ {", "int a;") + &"} m;".repeat(n)),
    extreme("anonymous structures", |n| {
        nest(n, "struct {", "struct {", "int a;", "};", "} s; int f(void) { return s.a; }")
    }),
    extreme("members", |n| each(n, "struct {", "int m$;", "} s;")),
    extreme("members of one declaration", |n| each(n, "struct { int a", ",m$", "; } s;")),
    extreme("bit-fields", |n| each(n, "struct {", "int m$:3;", "} s;")),
    extreme("doubled structures", |n| each(n, "struct s0 { int a; };", "struct s% { struct s$ a, b; };", "")),
    extreme("doubled arrays", |n| each(n, "typedef int s0;", "typedef struct { s$ a[2]; } s%;", "")),
    extreme("enumerators", |n| each(n, "enum {", "e$,", "};")),
    extreme("enumerators of their predecessors", |n| each(n, "enum { e0,", "e% = e$ + 1,", "};")),
    extreme("pointers", |n| nest(n, "int ", "*", "p", "", ";")),
    extreme("pointers in parentheses", |n| nest(n, "int ", "(*", "p", ")", ";")),
    extreme("qualified pointers", |n| nest(n, "int ", "*const ", "p", "", ";")),
    extreme("array dimensions", |n| format!("int a{};", "[1]".repeat(n))),
    extreme("array dimensions of two", |n| format!("int a{};", "[2]".repeat(n))),
    extreme("variable array dimensions", |n| format!("void f(int n) {{ int a{}; }}", "[n]".repeat(n))),
    extreme("arrays of parameters", |n| format!("void f(int n, int a{}) {{}}", "[n]".repeat(n))),
    extreme("functions that return functions", |n| nest(n, "int ", "(*", "f", ")(void)", ";")),
    extreme("parameters that are functions", |n| nest(n, "", "int f(", "void", ")", ";")),
    extreme("abstract parameters", |n| nest(n, "int f", "(int", "", ")", ";")),
    extreme("pointers to functions to compare", |n| {
        let ty = nest(n, "int ", "(*", "f", ")(void)", ";");
        [&ty[..], &ty[..], "void g(void) { f = f; }"].concat()
    }),
    extreme("declarators", |n| each(n, "int a", ",*b$", ";")),
    extreme("declarations", |n| each(n, "", "int b$;", "")),
    extreme("the same declaration", |n| "extern int a;".repeat(n)),
    extreme("functions", |n| each(n, "", "int f$(int a) { return a; }\n", "")),
    extreme("typedef chain", |n| each(n, "typedef int t;", "typedef t t$;", "")),
    extreme("typedef ladder", |n| each(n, "typedef int t0;", "typedef t$ *t%;", "")),
    extreme("array ladder", |n| each(n, "typedef int t0;", "typedef t$ t%[1];", "")),
    extreme("function ladder", |n| each(n, "typedef int t0(void);", "typedef t$ *t%(t$ *);", "")),
    extreme("typeof ladder", |n| each(n, "int t0;", "__typeof__(&t$) t%;", "")),
    extreme("typeof", |n| nest(n, "int a; ", "__typeof__(", "a", ")", " b;")),
    extreme("_Atomic", |n| nest(n, "", "_Atomic(", "int", ")", " b;")),
    extreme("vector ladder", |n| each(n, "typedef int t0;", "typedef t$ __attribute__((vector_size(16))) t%;", "")),
    extreme("attributes", |n| format!("int a {};", "__attribute__((aligned(8)))".repeat(n))),
    extreme("attribute arguments", |n| nest(n, "int a __attribute__((x", "(", "", ")", "));")),
    extreme("specifiers", |n| "const ".repeat(n) + "int a;"),
    extreme("long long", |n| "long ".repeat(n) + "a;"),
    extreme("extension", |n| "__extension__ ".repeat(n) + "int a;"),
    extreme("string literals", |n| format!("char *s = {};", "\"ab\" ".repeat(n))),
    extreme("a long string", |n| format!("char s[] = \"{}\";", "x".repeat(n * 10))),
    extreme("wide string literals", |n| format!("int *s = (int *){};", "L\"\\xff\" ".repeat(n))),
    extreme("a long name", |n| format!("int {};", "x".repeat(n * 10))),
    extreme("a long number", |n| format!("int a = {};", "9".repeat(n))),
    extreme("a long floating number", |n| format!("double a = {}.{}e-{n};", "9".repeat(n), "9".repeat(n))),
    extreme("a long hexadecimal float", |n| format!("double a = 0x{}.{}p0;", "f".repeat(n), "f".repeat(n))),
    extreme("a long character", |n| format!("int a = '{}';", "x".repeat(n))),
    extreme("blanks", |n| " ".repeat(n * 10) + "int a;"),
    extreme("an error at the end of a long line", |n| "int a;".repeat(n) + "x y z;"),
    extreme("errors on one long line", |n| "int f(void){return x;}".repeat(n)),
    extreme("stray characters", |n| "@".repeat(n)),
    extreme("semicolons", |n| ";".repeat(n)),
    extreme("closing braces", |n| "}".repeat(n)),
    extreme("opening parentheses", |n| "(".repeat(n)),
    extreme("opening braces", |n| "{".repeat(n)),
    extreme("opening brackets", |n| "int a".to_owned() + &"[".repeat(n)),
    extreme("opening structures", |n| "struct {".repeat(n)),
    extreme("opening everything", |n| "({[".repeat(n)),
    extreme("opening blocks", |n| "void f(void) ".to_owned() + &"{".repeat(n)),
    extreme("opening statement expressions", |n| "int a = ".to_owned() + &"({".repeat(n)),
    extreme("implicit ints", |n| each(n, "", "a$;", "")),
    extreme("line markers", |n| each(n, "", "# $ \"f$\"\n", "int a = x;")),
    extreme("joined lines", |n| "\\\n".repeat(n) + "int a;"),
    extreme("pragmas", |n| "#pragma x\n".repeat(n) + "int a;"),
    extreme("pragmas in an expression", |n| format!("int a = \n{}1;", "#pragma x\n".repeat(n))),
    extreme("pack pushes", |n| "#pragma pack(push, 1)\n".repeat(n) + "struct { int a; } s;"),
    extreme("pack pops", |n| "#pragma pack(pop)\n".repeat(n) + "int a;"),
    extreme("_Pragma", |n| "_Pragma(\"x\")".repeat(n) + "int a;"),
    extreme("_Pragma in _Pragma", |n| "_Pragma(".repeat(n)),
    extreme("asm operands", |n| each(n, "void f(int a) { __asm__(\"\" :: \"r\"(a)", ",\"r\"(a)", "); }")),
    extreme("assertions", |n| "_Static_assert(1, \"\");".repeat(n)),
    extreme("carriage returns", |n| "int a;\r\n".repeat(n)),
    extreme("only carriage returns", |n| "int a;\r".repeat(n)),
    extreme("zeros", |n| "\0".repeat(n)),
    extreme("zeros in a string", |n| format!("char *s = \"{}\";", "\0".repeat(n))),
    extreme("unterminated comment", |n| "int a; /*".to_owned() + &"*".repeat(n)),
    extreme("unterminated comments", |n| "/* ".repeat(n)),
    extreme("unterminated string", |n| "char *s = \"".to_owned() + &"x".repeat(n)),
    extreme("unterminated strings", |n| "\"\n".repeat(n)),
    extreme("unterminated character", |n| "int c = '".to_owned() + &"\\".repeat(n)),
    extreme("unterminated pragma", |n| "#pragma pack(".to_owned() + &"(".repeat(n)),
    extreme("unterminated line marker", |n| "# 1 \"".to_owned() + &"x".repeat(n)),
    extreme("unterminated attribute", |n| "int a __attribute__".to_owned() + &"((".repeat(n)),
    extreme("unterminated asm", |n| "void f(void) { asm".to_owned() + &"(".repeat(n)),
    extreme("unterminated generic", |n| "int a = ".to_owned() + &"_Generic(".repeat(n)),
];
