//! Layout against real compilers: sizes, alignments, offsets and bit positions of random structures and unions.
//!
//! The declarations of one mode are one C text. kiln reads it, and every fact in its type tables becomes a question to the
//! compilers: a number (`sizeof (struct s7)`) in one large table, or, for a bit-field, a variable in which nothing but this
//! field is set. The object file has the answers; nothing is run.
//!
//! kiln follows GCC: every difference from it fails. Where Clang lays out a structure in another way than GCC, a row of
//! [`quirks`] says by which rule, and the structure is left out of the comparison with Clang.

mod declarations;
mod elf;
mod quirks;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kiln_lang::names::Names;
use kiln_lang::target::Target;
use kiln_lang::types::{Basic, RecordId, Ty, TypeKind, Types, basic};
use kiln_lang::{Options, parse};

use crate::declarations::Declarations;
use crate::quirks::QUIRKS;
use crate::support::{Compiler, n_cases};

/// The seed of the declarations; another one is another test.
const SEED: u64 = 1;

/// Declarations in each mode.
const N_DECLARATIONS: usize = 1000;

/// The declarations of a mode, and what kiln says about them.
struct Case {
    flag: &'static str,
    declarations: Declarations,
    options: Options,
    types: Types,
    questions: Vec<Question>,
}

/// One fact about a structure.
struct Question {
    record: RecordId,
    /// What is asked, as C text: a constant expression, or the designators of a bit-field.
    text: String,
    kiln_says: Answer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    /// A size, alignment or offset in bytes.
    Number(u64),
    /// The bytes of the structure where one bit-field has all bits set and the rest none.
    Bits(Vec<u8>),
}

impl Case {
    fn new(flag: &'static str, declarations: Declarations) -> Case {
        let options = Options::from_flags([flag]);
        let parsed = parse("layout.c", declarations.text().into_bytes(), &options);
        let problems: Vec<&str> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert!(parsed.accepted(), "kiln takes all declarations: {problems:#?}");
        let types = parsed.program.tables.types.clone();
        let names = &parsed.program.tables.names;
        let mut questions = Vec::new();
        for (record, definition) in types.records.iter_ids() {
            // The type behind `va_list` is there without being declared, and has no name in C.
            if let Some(tag) = definition.tag.filter(|&tag| names.resolve(tag) != "__va_list_tag") {
                let name = format!("{} {}", definition.kind.keyword(), names.resolve(tag));
                let mut asker =
                    Asker { types: &types, target: &options.target, names, name, record, questions: &mut questions };
                asker.ask();
            }
        }
        Case { flag, declarations, options, types, questions }
    }

    /// The declarations followed by all questions.
    fn text(&self) -> String {
        let mut text = self.declarations.text();
        let mut numbers = String::new();
        for (index, question) in self.questions.iter().enumerate() {
            match &question.kiln_says {
                Answer::Number(_) => {
                    let _ = writeln!(numbers, "    {},", question.text);
                }
                Answer::Bits(_) => {
                    let _ = writeln!(text, "{} = -1 }};", question.text.replace("VARIABLE", &format!("bits{index}")));
                }
            }
        }
        let _ = writeln!(text, "const unsigned long long numbers[] = {{\n{numbers}}};");
        text
    }

    /// What a compiler answers to each question.
    fn ask(&self, compiler: Compiler, name: &str) -> Vec<Answer> {
        let variables = compiled(compiler, &format!("{name}{}", self.flag), &self.text(), self.flag);
        let mut numbers = variables["numbers"].chunks_exact(8).map(little_endian);
        let answer = |(index, question): (usize, &Question)| match &question.kiln_says {
            Answer::Number(_) => Answer::Number(numbers.next().expect("there is a number for each question")),
            Answer::Bits(_) => Answer::Bits(variables[&format!("bits{index}")].clone()),
        };
        self.questions.iter().enumerate().map(answer).collect()
    }

    /// The structures about which a compiler disagrees with kiln, with what it says.
    fn differences(&self, answers: &[Answer]) -> BTreeMap<RecordId, Vec<String>> {
        let mut differences: BTreeMap<RecordId, Vec<String>> = BTreeMap::new();
        for (question, answer) in self.questions.iter().zip(answers) {
            if question.kiln_says != *answer {
                let line = format!("{}: kiln says {:?}, the compiler {answer:?}", question.text, question.kiln_says);
                differences.entry(question.record).or_default().push(line);
            }
        }
        differences
    }

    /// A few of the differences, smallest declaration first, for a person to read.
    fn show(&self, differences: &BTreeMap<RecordId, Vec<String>>) -> String {
        let text_of = |record: &RecordId| {
            let asked = |id: RecordId| self.questions.iter().any(|question| question.record == id);
            let tagged = self.types.records.iter_ids().filter(|&(id, _)| asked(id));
            let position = tagged.map(|(id, _)| id).position(|id| id == *record);
            position.map_or("", |position| self.declarations.texts[position].as_str())
        };
        let mut shown: Vec<(&str, &[String])> =
            differences.iter().map(|(record, lines)| (text_of(record), lines.as_slice())).collect();
        shown.sort_by_key(|(text, _)| text.len());
        let few: Vec<String> =
            shown.iter().take(8).map(|(text, lines)| format!("{text}{}\n", lines.join("\n"))).collect();
        few.join("\n")
    }
}

/// Collects the questions about one structure or union.
struct Asker<'a> {
    types: &'a Types,
    target: &'a Target,
    names: &'a Names,
    /// As C names it.
    name: String,
    record: RecordId,
    questions: &'a mut Vec<Question>,
}

impl Asker<'_> {
    fn ask(&mut self) {
        let record = &self.types.records[self.record];
        let size = record.size.expect("no member has a run-time size");
        self.number(format!("sizeof({})", self.name), size);
        self.number(format!("__alignof__({})", self.name), record.align);
        let required =
            self.types.lookup(&TypeKind::Record(self.record)).map(|ty| self.types.required_align(self.target, ty));
        self.number(format!("_Alignof({})", self.name), required.expect("a structure that was declared is a type"));
        self.members(self.record, "", 0, size);
    }

    fn number(&mut self, text: String, kiln_says: u64) {
        self.questions.push(Question { record: self.record, text, kiln_says: Answer::Number(kiln_says) });
    }

    /// The members of a structure that starts `base` bits into the one asked about; `path` leads to it.
    fn members(&mut self, of: RecordId, path: &str, base: u64, size: u64) {
        for field in self.types.records[of].fields() {
            let field = &self.types.fields[field];
            let start = base + field.bit_position();
            let inner = self.types.as_record(field.ty).filter(|&inner| self.types.records[inner].tag.is_none());
            let path = match field.name {
                Some(name) => format!("{path}.{}", self.names.resolve(name)),
                None => path.to_owned(),
            };
            match field.bits {
                Some(_) if field.name.is_none() => {}
                Some(bits) => {
                    let text = format!("{} VARIABLE = {{ {path}", self.name);
                    let kiln_says = Answer::Bits(bytes_with_bits(size, start, bits.width.into()));
                    self.questions.push(Question { record: self.record, text, kiln_says });
                }
                None => {
                    if field.name.is_some() {
                        self.number(format!("__builtin_offsetof({}, {})", self.name, &path[1..]), start / 8);
                    }
                    if let Some(inner) = inner {
                        self.members(inner, &path, start, size);
                    }
                }
            }
        }
    }
}

fn bytes_with_bits(size: u64, start: u64, width: u64) -> Vec<u8> {
    let mut bytes = vec![0; size as usize];
    for bit in start..start + width {
        if let Some(byte) = bytes.get_mut((bit / 8) as usize) {
            *byte |= 1 << (bit % 8);
        }
    }
    bytes
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The variables of a compiled text, by name.
fn compiled(compiler: Compiler, name: &str, text: &str, flag: &str) -> BTreeMap<String, Vec<u8>> {
    let run = compiler.run(name, text, &[flag]).expect("a compiler that was found can be started");
    assert!(run.accepted, "{} takes all declarations and questions: {}", compiler.command(), run.messages);
    let object = std::fs::read(&run.object).expect("the compiler has written an object file");
    elf::variables(&object).expect("the object file is ELF")
}

fn check(flag: &'static str) {
    let n = n_cases(N_DECLARATIONS);
    let case = Case::new(flag, Declarations::draw(SEED, n, flag == "-m64"));
    assert!(case.questions.len() > 5 * n, "enough is asked: {}", case.questions.len());
    for &compiler in Compiler::ALL.iter().filter(|compiler| compiler.works(&[flag])) {
        let mut differences = case.differences(&case.ask(compiler, "layout"));
        if compiler == Compiler::Clang {
            let explained =
                |record| QUIRKS.iter().any(|quirk| quirk.applies_to(&case.types, &case.options.target, record));
            assert!(differences.len() < n / 10, "Clang differs from GCC in corners only: {}", differences.len());
            differences.retain(|&record, _| !explained(record));
        }
        let shown = case.show(&differences);
        assert!(differences.is_empty(), "{} differs on {} structures\n{shown}", compiler.command(), differences.len());
    }
}

#[test]
fn records_are_laid_out_as_compilers_do_in_64_bit_mode() {
    check("-m64");
}

#[test]
fn records_are_laid_out_as_compilers_do_in_32_bit_mode() {
    check("-m32");
}

#[test]
#[allow(clippy::print_stderr, reason = "a row that a newer Clang no longer needs is worth a word, not a failure")]
fn clang_differs_from_gcc_by_known_rules() {
    for quirk in QUIRKS {
        let declarations = Declarations { prelude: String::new(), texts: vec![format!("{}\n", quirk.example)] };
        let case = Case::new(quirk.flag, declarations);
        let record = case.questions[0].record;
        assert!(quirk.applies_to(&case.types, &case.options.target, record), "{} applies to its example", quirk.name);
        for &compiler in Compiler::ALL.iter().filter(|compiler| compiler.works(&[quirk.flag])) {
            let agrees = case.differences(&case.ask(compiler, "quirk")).is_empty();
            match compiler {
                Compiler::Gcc => assert!(agrees, "kiln follows GCC: {}", quirk.name),
                Compiler::Clang if agrees => eprintln!("this Clang agrees with GCC: {}", quirk.name),
                Compiler::Clang => {}
            }
        }
    }
}

/// Whether Clang has a type of this name in C.
fn is_known_to_clang(basic: Basic) -> bool {
    !basic.spelling().starts_with("_Float")
}

/// Whether a compiler has the complex type of a basic type.
fn has_complex(compiler: Compiler, basic: Basic) -> bool {
    match basic {
        Basic::Bool => false,
        Basic::Int128 | Basic::UInt128 => compiler == Compiler::Gcc,
        _ => true,
    }
}

#[test]
fn basic_types_have_the_size_and_alignment_compilers_give_them() {
    for flag in ["-m64", "-m32"] {
        let target = Options::from_flags([flag]).target;
        for &compiler in Compiler::ALL.iter().filter(|compiler| compiler.works(&[flag])) {
            // GCC computes `_Float16` by SSE2, which -m32 alone does not turn on.
            let known = |&basic: &Basic| match compiler {
                Compiler::Gcc => basic != Basic::Float16 || flag == "-m64",
                Compiler::Clang => is_known_to_clang(basic),
            };
            let mut types = Types::default();
            let mut questions: Vec<(String, u64)> = Vec::new();
            for basic in basic::ALL.into_iter().filter(known).filter(|&basic| target.basic(basic).is_some()) {
                let (name, complex) = (basic.spelling(), types.complex(basic));
                let mut ask = |name: String, ty: Ty| {
                    questions.push((format!("sizeof({name})"), types.size_of(&target, ty).unwrap_or(0)));
                    questions.push((format!("_Alignof({name})"), types.required_align(&target, ty)));
                    questions.push((format!("__alignof__({name})"), types.align_of(&target, ty)));
                };
                ask(name.to_owned(), Ty::basic(basic));
                if has_complex(compiler, basic) {
                    ask(format!("_Complex {name}"), complex);
                }
            }
            let table: Vec<&str> = questions.iter().map(|(question, _)| question.as_str()).collect();
            let text = format!("const unsigned long long numbers[] = {{ {} }};\n", table.join(",\n"));
            let variables = compiled(compiler, &format!("basic{flag}"), &text, flag);
            let numbers = variables["numbers"].chunks_exact(8).map(little_endian);
            for ((question, kiln_says), number) in questions.into_iter().zip(numbers) {
                assert_eq!(kiln_says, number, "{question} in {} {flag}", compiler.command());
            }
        }
    }
}
