//! Small cases that are compiled together.
//!
//! A compiler, an assembler and a linker take longer to start than to translate a small program. So small cases become
//! functions of one program, which runs each in a process of its own and says how it ended. What that program has to print
//! follows from what its parts have to do; it is an ordinary [`Case`]. If compilers agree on it they agree on its parts; if
//! there is any trouble, each part is tried alone, and what does not show then is kept as the batch.
//!
//! Names must not clash: each name that a part defines at file scope gets the part's prefix, wherever it stands in the text.
//! The same spelling in another name space is changed with it, which does no harm.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use kiln_case::{Case, Origin, Unit};
use kiln_lang::lex::{LexDialect, TokenKind, lex};
use kiln_lang::names::{Names, Symbol};
use kiln_lang::tree::{DeclFlags, DeclKind, Linkage, Program, StmtKind, Storage};
use kiln_lang::{Options, SourceText, parse};
use kiln_meaning::{End, Ended};

/// A part has at most so many bytes: a larger program gains little, and is harder on compilers than its parts.
const LARGEST_PART: usize = 16 << 10;

/// A batch has about so many bytes.
const LARGEST_BATCH: usize = 64 << 10;

/// A case that can be part of a batch: its text, in which names have the place of a prefix before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What stands between the names that get the prefix; the first piece has none before it.
    pieces: Vec<String>,
}

/// Whether a case is small enough to be a part.
pub fn is_small(case: &Case) -> bool {
    matches!(case.units.as_slice(), [unit] if unit.text.len() <= LARGEST_PART)
}

/// A case as a part; nothing if it is large, if it is not known what it has to do, or if it is not a `main` that ends by
/// `return`, and what belongs to it.
pub fn part(case: &Case) -> Option<Part> {
    let unit = case.units.first().filter(|_| is_small(case) && case.expected.is_some())?;
    let parsed = parse(&unit.name, unit.text.as_slice(), &Options::default());
    if !parsed.accepted() || !is_plain_main(&parsed.program) {
        return None;
    }
    let own = own_names(&parsed.program);
    let mut source = SourceText::new(&unit.name, unit.text.as_slice()).ok()?;
    let mut names = Names::new();
    let tokens = lex(&mut source, &mut names, LexDialect::default(), &mut Vec::new());
    let mut pieces = Vec::new();
    let mut start = 0;
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
        if token.symbol.is_some_and(|symbol| own.contains(names.resolve(symbol))) {
            pieces.push(String::from_utf8(source.bytes().get(start..token.start as usize)?.to_vec()).ok()?);
            start = token.start as usize;
        }
    }
    pieces.push(String::from_utf8(source.bytes().get(start..)?.to_vec()).ok()?);
    Some(Part { pieces })
}

/// Whether `main` takes no arguments and says itself what it returns: another function would have no value at its end.
fn is_plain_main(program: &Program) -> bool {
    let [unit] = program.units.as_slice() else { return false };
    let name = |symbol: Symbol| program.tables.names.resolve(symbol);
    unit.function_ids().any(|id| {
        let body = unit.function(id);
        let Some(function) = body.function() else { return false };
        let is_main = unit.file.decls[function.decl.id()].name.is_some_and(|symbol| name(symbol) == "main");
        let StmtKind::Compound { items, .. } = body.stmt(function.body) else { return false };
        let last = body.list(items).next_back();
        let returns = last.is_some_and(|last| matches!(body.stmt(last), StmtKind::Return { .. }));
        is_main && function.params.is_empty() && returns
    })
}

/// Names that a program defines at file scope. What is only declared is the library's, what is not even declared the compiler's.
fn own_names(program: &Program) -> BTreeSet<&str> {
    let mut own = BTreeSet::new();
    for unit in &program.units {
        let declared = unit.file.decls.iter().filter(|decl| !decl.flags.contains(DeclFlags::IMPLICIT));
        let defined = declared.filter(|decl| match decl.kind {
            DeclKind::Function(definition) => definition.is_some() || decl.linkage != Linkage::External,
            DeclKind::Variable => decl.storage != Storage::Extern || decl.init.is_some(),
            DeclKind::Typedef | DeclKind::Enumerator(_) => true,
            DeclKind::Param => false,
        });
        own.extend(defined.filter_map(|decl| decl.name));
    }
    let types = &program.tables.types;
    own.extend(types.records.iter().filter_map(|record| record.tag));
    own.extend(types.enums.iter().filter_map(|def| def.tag));
    own.into_iter().map(|symbol| program.tables.names.resolve(symbol)).collect()
}

/// What runs the parts. A part's own exit says whether it is well; the line after its output says how it ended.
const HEAD: &str = "\
int fork(void);
int waitpid(int, int *, int);
long write(int, const void *, unsigned long);
void exit(int);
static void kiln_run(int (*part)(void)) {
    static const char digits[] = \"0123456789abcdef\";
    char line[] = \"\\nended 0000\\n\";
    int status = 0, i;
    int child = fork();
    if (child == 0) exit(part());
    if (child < 0 || waitpid(child, &status, 0) != child) exit(2);
    for (i = 0; i < 4; i++) line[7 + i] = digits[status >> (12 - 4 * i) & 15];
    if (write(1, line, sizeof line - 1) != sizeof line - 1) exit(2);
}
";

/// The line that says how a part ended, as `waitpid` has it.
fn end_line(how: End) -> String {
    let status = match how {
        End::Status(status) => u16::from(status) << 8,
        // A core file is not written: kiln allows none.
        End::Signal(signal) => u16::from(signal),
    };
    format!("\nended {status:04x}\n")
}

/// Cases that can be compiled together, by what they have in common, in batches of a good size: indices of `cases`.
pub fn batches<K: PartialEq>(cases: &[(K, &Part)]) -> Vec<Vec<usize>> {
    let mut open: Vec<(&K, usize, Vec<usize>)> = Vec::new();
    let mut full = Vec::new();
    for (index, (key, part)) in cases.iter().enumerate() {
        let size: usize = part.pieces.iter().map(String::len).sum();
        if let Some(place) = open.iter().position(|(other, bytes, _)| *other == key && bytes + size > LARGEST_BATCH) {
            full.push(open.swap_remove(place).2);
        }
        match open.iter_mut().find(|(other, ..)| *other == key) {
            Some((_, bytes, batch)) => {
                *bytes += size;
                batch.push(index);
            }
            None => open.push((key, size, vec![index])),
        }
    }
    full.extend(open.into_iter().map(|(.., batch)| batch));
    full
}

/// A program of several parts.
pub fn join(parts: &[(&Case, &Part)]) -> Case {
    let mut text = HEAD.to_owned();
    for (number, (_, part)) in parts.iter().enumerate() {
        let prefix = format!("k{number}_");
        text.push_str(&part.pieces.join(&prefix));
        text.push('\n');
    }
    text.push_str("int main(void) {\n");
    for number in 0..parts.len() {
        let _infallible = writeln!(text, "    kiln_run(k{number}_main);");
    }
    text.push_str("    return 0;\n}\n");
    let origins = || parts.iter().map(|(case, _)| &case.origin);
    Case {
        units: vec![Unit { name: "case.c".to_owned(), text: text.into_bytes() }],
        expected: None,
        origin: Origin {
            source: origins().next().map_or_else(String::new, |origin| origin.source.clone()),
            command: origins().map(|origin| origin.command.as_str()).collect::<Vec<_>>().join("; "),
            seed: origins().next().map_or(0, |origin| origin.seed),
        },
    }
}

/// What a program of parts has to do that do this, in their order.
pub fn ended<'a>(parts: impl Iterator<Item = &'a Ended>) -> Ended {
    let mut output = Vec::new();
    for part in parts {
        output.extend_from_slice(&part.output);
        output.extend_from_slice(end_line(part.how).as_bytes());
    }
    Ended { how: End::Status(0), output, volatiles: 0 }
}
