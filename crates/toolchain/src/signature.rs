//! What messages of one cause have in common.
//!
//! A compiler that crashes says where. Its words are kept, and what it was doing: the innermost functions of its stack, or the
//! pass that it was in where it prints no names. Everything that depends on the program or the machine is taken out: places,
//! names, numbers, addresses. The functions that print a stack or end a process stand on top of every stack and tell
//! nothing; `NOISE` is the table of them. Left in, they would make one bug of all.

/// Words that stand in the line which says what happened, the most telling first.
const TELLING: &[&str] = &[
    "internal compiler error",
    "Assertion `",
    "UNREACHABLE executed",
    "LLVM ERROR",
    "error in backend",
    "internal error",
    "compiler error",
    "Segmentation fault",
    "signal terminated",
    "error:",
    "Error:",
];

/// Functions that are on the stack of every crash: how their names begin, and why they are there.
const NOISE: &[(&str, &str)] = &[
    ("llvm::sys::PrintStackTrace", "prints the stack"),
    ("PrintStackTraceSignalHandler", "prints the stack"),
    ("llvm::sys::RunSignalHandlers", "prints the stack"),
    ("llvm::sys::CleanupOnSignal", "prints the stack"),
    ("SignalHandler", "catches the signal"),
    ("CrashRecoverySignalHandler", "catches the signal"),
    ("llvm::CrashRecoveryContext", "catches the signal"),
    ("crash_signal", "catches the signal"),
    ("__restore_rt", "catches the signal"),
    ("__sigaction", "catches the signal"),
    ("clang::Sema::runWithSufficientStackSpace", "calls something with more stack"),
    ("llvm::sys::Process::Exit", "ends the process"),
    ("llvm::report_fatal_error", "says what is wrong"),
    ("llvm::llvm_unreachable_internal", "says what is wrong"),
    ("internal_error", "says what is wrong"),
    ("fancy_abort", "says what is wrong"),
    ("diagnostic_", "says what is wrong"),
    ("__assert_fail", "says what is wrong"),
    ("_nl_load_domain", "stands next to the assertion in C libraries without names"),
    ("abort", "ends the process"),
    ("__GI_abort", "ends the process"),
    ("raise", "ends the process"),
    ("gsignal", "ends the process"),
    ("__GI_raise", "ends the process"),
    ("pthread_kill", "ends the process"),
    ("__pthread_kill", "ends the process"),
    ("__libc_start", "begins the process"),
    ("call_init", "begins the process"),
    ("_start", "begins the process"),
    ("main", "begins the process"),
    ("clang_main", "begins the process"),
    ("cc1_main", "begins the process"),
];

/// How many functions tell one crash from another.
const TOP: usize = 3;

/// What happened and where in the compiler, without what belongs to the program.
pub fn of_messages(messages: &str) -> String {
    let message = message(messages);
    let frames: Vec<String> = frames(messages).take(TOP).collect();
    match (frames.is_empty(), pass(messages)) {
        (false, _) => format!("{message} in {}", frames.join(" < ")),
        (true, Some(pass)) => format!("{message} in pass {pass}"),
        (true, None) => message,
    }
}

/// The line that says what happened, without what belongs to the program.
pub fn message(messages: &str) -> String {
    let telling = TELLING.iter().find_map(|word| messages.lines().find(|line| line.contains(word)));
    let line = telling.or_else(|| messages.lines().next()).unwrap_or("no message");
    normalised(line)
}

/// The functions of a stack, the innermost first, without noise.
fn frames(messages: &str) -> impl Iterator<Item = String> {
    messages.lines().filter_map(frame).filter(|name| !is_noise(name))
}

/// A name is noise if a row is the whole of it, or all before the next word.
fn is_noise(name: &str) -> bool {
    NOISE.iter().any(|(row, _why)| {
        let is_prefix = row.ends_with('_') || row.starts_with("__") || row.starts_with("llvm::");
        if is_prefix { name.starts_with(row) } else { name == *row }
    })
}

/// The function in a line of a stack: `0x55c2 name(arguments)` as gcc writes it, `#3 0x55c2 name(arguments) (file+0x12)` as
/// LLVM does. A function without a name tells nothing.
fn frame(line: &str) -> Option<String> {
    let line = line.trim_start();
    let line = match line.strip_prefix('#') {
        Some(numbered) => numbered.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(' ')?,
        None => line,
    };
    let (address, rest) = line.split_once(' ')?;
    let digits = address.strip_prefix("0x")?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let name = function_name(rest.trim_start());
    let is_named = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '~');
    is_named.then_some(name)
}

/// Types of results in one word, as they stand before names.
const RESULTS: &[&str] = &["void ", "bool ", "int ", "unsigned int ", "auto "];

/// A name without what stands in brackets: arguments, and what a template was made for.
fn function_name(text: &str) -> String {
    let text = text.replace("(anonymous namespace)::", "");
    // A function that a template made has its result before its name.
    let text = RESULTS.iter().find_map(|result| text.strip_prefix(result)).unwrap_or(&text);
    let mut name = String::new();
    let mut depth = 0_u32;
    for character in text.chars() {
        match character {
            '(' | ' ' if depth == 0 => break,
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => name.push(character),
            _ => {}
        }
    }
    name
}

/// The pass that the compiler was in: `during GIMPLE pass: vect` of gcc, the last `Running pass 'name' on` of LLVM.
fn pass(messages: &str) -> Option<String> {
    let of_gcc = messages.lines().find_map(|line| line.strip_prefix("during ")?.split_once(" pass: "));
    let of_llvm = || {
        let line = messages.lines().filter_map(|line| line.split_once("Running pass ")).next_back()?.1;
        let quote = line.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        line[1..].split(quote).next()
    };
    of_gcc.map(|(_, name)| name.trim()).or_else(of_llvm).map(str::to_owned)
}

fn normalised(line: &str) -> String {
    let words = without_program(line).split(' ').filter(|word| !is_place(word)).map(|word| {
        // Only the last part of a path is the same on every machine.
        let word = if word.starts_with('/') { word.rsplit('/').next().unwrap_or(word) } else { word };
        without_numbers(word)
    });
    without_quotes(&words.collect::<Vec<String>>().join(" "))
}

/// `clang-19: error: ...` is the same error as that of `clang`.
fn without_program(line: &str) -> &str {
    let is_name =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'_'));
    match line.split_once(": ") {
        Some((first, rest)) if is_name(first) && !first.eq_ignore_ascii_case("error") => rest,
        _ => line,
    }
}

/// `case.c:12:3:` or `case.c:`.
fn is_place(word: &str) -> bool {
    let mut parts = word.trim_end_matches(':').split(':');
    let file = std::path::Path::new(parts.next().unwrap_or_default());
    word.ends_with(':')
        && file.extension().is_some_and(|extension| extension == "c")
        && parts.all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn without_numbers(word: &str) -> String {
    let mut text = String::new();
    for character in word.chars() {
        let character = if character.is_ascii_digit() { '#' } else { character };
        if !(character == '#' && text.ends_with('#')) {
            text.push(character);
        }
    }
    text
}

/// What stands in quotes is a name of the program.
fn without_quotes(line: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    // Whoever prints a signature must not be at the mercy of what a compiler writes.
    for character in line.chars().filter(|character| !character.is_control()) {
        if character == '\'' {
            quoted = !quoted;
            text.push('\'');
        } else if !quoted {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_does_not_matter() {
        let a = "case.c: In function 'main':\ncase.c:12:3: internal compiler error: in expand_expr_real, at expr.cc:11372\n";
        let b =
            "case.c: In function 'f':\ncase.c:7:31: internal compiler error: in expand_expr_real, at expr.cc:11380\n";
        assert_eq!(of_messages(a), of_messages(b));
        assert_eq!(of_messages(a), "internal compiler error: in expand_expr_real, at expr.cc:#");
    }

    #[test]
    fn different_causes_differ() {
        let a = "case.c:1:1: error: 'x1' undeclared";
        let b = "case.c:1:1: error: expected ';' before 'x1'";
        assert_ne!(of_messages(a), of_messages(b));
        assert_eq!(of_messages(""), "no message");
    }

    #[test]
    fn the_same_words_in_other_functions_are_another_cause() {
        let crash = |name: &str| {
            format!(
                "case.c:9:1: internal compiler error: Segmentation fault\n0x1f0a33f crash_signal\n\t../../gcc/toplev.cc:314\n\
                 0x1a2b3c4 {name}(tree_node*, int)\n\t../../gcc/tree.cc:1024\n0x7f00 __libc_start_call_main\n\t../nptl.h:58\n"
            )
        };
        assert_ne!(of_messages(&crash("wi::to_wide")), of_messages(&crash("vn_lookup")));
        let expected = "internal compiler error: Segmentation fault in wi::to_wide";
        assert_eq!(of_messages(&crash("wi::to_wide")), expected);
    }

    #[test]
    fn an_assertion_is_its_own_signature() {
        let crash = |program: &str, line: &str| {
            format!(
                "{program}: /build/llvm/lib/CodeGen/Copies.cpp:{line}: llvm::Register follow(llvm::Register): Assertion \
                 `Op == COPY && \"no copy\"' failed.\nStack dump:\n0.\tProgram arguments: {program} -O2 case.c\n"
            )
        };
        let signature = of_messages(&crash("clang-19", "12629"));
        assert_eq!(signature, of_messages(&crash("clang", "12711")));
        let expected = "Copies.cpp:#: llvm::Register follow(llvm::Register): Assertion `Op == COPY && \"no copy\"'";
        assert_eq!(signature, expected);
    }

    #[test]
    fn names_are_cut_at_their_brackets() {
        let name = "void llvm::Foo<llvm::Bar<int>, 3>::run<false>(llvm::Function&) (/lib/x.so+0x12)";
        assert_eq!(function_name(name), "llvm::Foo::run");
        assert_eq!(function_name("(anonymous namespace)::X86::run(int) (/bin/clang+0x1)"), "X86::run");
        assert_eq!(function_name("llvm::Foo<llvm::Bar<int>, 3>::run<false>(int)"), "llvm::Foo::run");
        assert_eq!(frame(" #2 0x00007fb0bcdfd210 (/lib/libLLVM.so.19.1+0xdfd210)"), None);
        assert_eq!(frame("0x7ff140cbe04f ???"), None);
        assert_eq!(frame("0.\tProgram arguments: clang-14 -O2"), None);
    }
}
