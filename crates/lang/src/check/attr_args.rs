//! How many arguments an attribute takes, and of what kind.
//!
//! GCC ignores an attribute that it does not know or that does not fit its place, with a warning; arguments that do not fit
//! an attribute it does know are errors. So the table below has all attributes of GCC 12 for C and x86, and what stands in
//! no row is let through. Whether an attribute may stand on its declaration is asked in [`super::attr_decl`].

use super::Checker;
use crate::diagnostics::Code;
use crate::source::Span;
use crate::tree::{Attr, AttrArgs};
use crate::value::int::Int;

/// One attribute.
struct Row {
    name: &'static str,
    /// Least and greatest number of arguments.
    n_args: (usize, usize),
    /// What the first argument must be.
    first: First,
}

/// What the first argument of an attribute must be.
enum First {
    Any,
    /// A string literal.
    Text,
    /// A string literal with one of these contents.
    TextOf(&'static [&'static str]),
    /// One of these words, also with underscores around it.
    Word(&'static [&'static str]),
    /// An integer constant from 0 to 65535.
    Priority,
}

const ANY_NUMBER: usize = usize::MAX;

const fn row(name: &'static str, min: usize, max: usize, first: First) -> Row {
    Row { name, n_args: (min, max), first }
}

/// Attributes with arguments, by name.
const ROWS: &[Row] = &[
    row("access", 1, 3, First::Word(&["read_only", "read_write", "write_only", "none"])),
    row("alias", 1, 1, First::Text),
    row("aligned", 0, 1, First::Any),
    row("alloc_align", 1, 1, First::Any),
    row("alloc_size", 1, 2, First::Any),
    row("assume_aligned", 1, 2, First::Any),
    row("callee_pop_aggregate_return", 1, 1, First::Any),
    row("cleanup", 1, 1, First::Any),
    row("constructor", 0, 1, First::Priority),
    row("copy", 1, 1, First::Any),
    row("deprecated", 0, 1, First::Text),
    row("destructor", 0, 1, First::Priority),
    row("error", 1, 1, First::Any),
    row("fentry_name", 1, 1, First::Any),
    row("fentry_section", 1, 1, First::Any),
    row("format", 3, 3, First::Any),
    row("format_arg", 1, 1, First::Any),
    row("function_return", 1, 1, First::Any),
    row("ifunc", 1, 1, First::Text),
    row("indirect_branch", 1, 1, First::Any),
    row("malloc", 0, 2, First::Any),
    row("mode", 1, 1, First::Any),
    row("no_sanitize", 1, ANY_NUMBER, First::Any),
    row("nonnull", 0, ANY_NUMBER, First::Any),
    row("optimize", 1, ANY_NUMBER, First::Any),
    row("patchable_function_entry", 1, 2, First::Any),
    row("regparm", 1, 1, First::Any),
    row("scalar_storage_order", 1, 1, First::TextOf(&["big-endian", "little-endian"])),
    row("section", 1, 1, First::Text),
    row("sentinel", 0, 1, First::Any),
    row("simd", 0, 1, First::TextOf(&["inbranch", "notinbranch"])),
    row("symver", 1, ANY_NUMBER, First::Any),
    row("target", 1, ANY_NUMBER, First::Any),
    row("target_clones", 1, ANY_NUMBER, First::Any),
    row("tls_model", 1, 1, First::Any),
    row("unavailable", 0, 1, First::Text),
    row("vector_size", 1, 1, First::Any),
    row("visibility", 1, 1, First::TextOf(&["default", "hidden", "protected", "internal"])),
    row("warn_if_not_aligned", 0, 1, First::Any),
    row("warning", 1, 1, First::Any),
    row("weakref", 0, 1, First::Text),
    row(
        "zero_call_used_regs",
        1,
        1,
        First::TextOf(&[
            "skip",
            "used",
            "used-gpr",
            "used-arg",
            "used-gpr-arg",
            "all",
            "all-gpr",
            "all-arg",
            "all-gpr-arg",
        ]),
    ),
];

/// A header has an attribute at every other function.
fn row_of(name: &str) -> Option<&'static Row> {
    let position = ROWS.binary_search_by(|row| row.name.cmp(name)).ok()?;
    ROWS.get(position)
}

/// Attributes that take no arguments.
const WITHOUT_ARGUMENTS: &[&str] = &[
    "always_inline",
    "artificial",
    "cdecl",
    "cf_check",
    "cold",
    "common",
    "const",
    "designated_init",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "flatten",
    "force_align_arg_pointer",
    "gcc_struct",
    "gnu_inline",
    "hot",
    "leaf",
    "may_alias",
    "ms_abi",
    "ms_struct",
    "naked",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nocommon",
    "noinit",
    "noinline",
    "noipa",
    "nonstring",
    "noplt",
    "noreturn",
    "nothrow",
    "packed",
    "persistent",
    "pure",
    "returns_nonnull",
    "returns_twice",
    "retain",
    "stdcall",
    "sysv_abi",
    "thiscall",
    "transparent_union",
    "unused",
    "used",
    "volatile",
    "warn_unused_result",
    "weak",
];

impl Checker {
    /// Reports arguments that the attribute cannot have.
    pub(crate) fn check_attr_args(&mut self, attr: &Attr, span: Span) {
        self.has_unavailable |= self.name(attr.name) == "unavailable";
        if let Some(problem) = self.wrong_attr_args(attr) {
            let message = format!("attribute `{}` {problem}", self.name(attr.name));
            self.error(Code::BadAttribute, span, message);
        }
    }

    /// The arguments of an attribute of C23: a message for two of them, and no empty parentheses.
    pub(crate) fn check_standard_attr_args(&mut self, name: &str, args: AttrArgs, span: Span) {
        let AttrArgs::Text(text) = args else { return };
        let takes_message = match name {
            "deprecated" | "nodiscard" => true,
            "fallthrough" | "maybe_unused" | "noreturn" | "_Noreturn" => false,
            _ => return,
        };
        let args = split_arguments(self.name(text));
        let fits = takes_message && args.len() == 1 && string_contents(args[0]).is_some();
        if !fits {
            self.error(Code::BadAttribute, span, format!("attribute `{name}` cannot have these arguments"));
        }
    }

    /// Whether `scalar_storage_order` names another order than the target's.
    pub(crate) fn storage_order(&self, attr: &Attr) -> Option<bool> {
        match string_contents(self.attr_arguments(attr).first()?)? {
            "big-endian" => Some(self.target().little_endian),
            "little-endian" => Some(!self.target().little_endian),
            _ => None,
        }
    }

    fn wrong_attr_args(&self, attr: &Attr) -> Option<String> {
        // By far the most attributes are written without arguments and need none.
        let name = self.name(attr.name);
        if attr.args == AttrArgs::None {
            let row = row_of(name)?;
            return (row.n_args.0 > 0).then(|| "needs an argument".to_owned());
        }
        let args = self.attr_arguments(attr);
        let Some(row) = row_of(name) else {
            let superfluous = !args.is_empty() && WITHOUT_ARGUMENTS.contains(&name);
            return superfluous.then(|| "takes no arguments".to_owned());
        };
        let (min, max) = row.n_args;
        if args.len() < min || args.len() > max {
            return Some(format!("cannot have {} arguments", args.len()));
        }
        let first = args.first()?;
        match row.first {
            First::Any => None,
            First::Text => string_contents(first).is_none().then(|| "needs a string literal".to_owned()),
            First::TextOf(known) => match string_contents(first) {
                Some(text) if known.contains(&text) => None,
                _ => Some(format!("needs one of the string literals {}", known.join(", "))),
            },
            First::Word(known) => {
                let fits = known.contains(&first.trim_matches('_'));
                (!fits).then(|| format!("needs one of the words {}", known.join(", ")))
            }
            First::Priority => self.wrong_priority(attr),
        }
    }

    fn wrong_priority(&self, attr: &Attr) -> Option<String> {
        let AttrArgs::Exprs(list) = attr.args else { return None };
        let priority = self.body().lists.at(list, 0)?;
        if self.ty(priority).is_error() {
            return None;
        }
        let value = self.fold_int(priority).map(Int::as_i128);
        let fits = value.is_some_and(|value| (0..=65535).contains(&value));
        (!fits).then(|| "needs a priority from 0 to 65535".to_owned())
    }

    /// The arguments as text; one that was read as an expression or type is the empty text, for it is counted only.
    fn attr_arguments(&self, attr: &Attr) -> Vec<&str> {
        match attr.args {
            AttrArgs::None => Vec::new(),
            AttrArgs::Type(_) => vec![""],
            AttrArgs::Exprs(list) => vec![""; list.len()],
            AttrArgs::Text(text) => split_arguments(self.name(text)),
        }
    }
}

/// The arguments between commas that are outside of brackets and quotes.
pub(super) fn split_arguments(text: &str) -> Vec<&str> {
    let mut args = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0usize, None);
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b',') if depth == 0 => {
                args.push(text[start..at].trim());
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !args.is_empty() {
        args.push(last);
    }
    args
}

/// What stands between the quotes of a string literal; of adjacent literals, the first. `None` if it is no string literal.
pub(super) fn string_contents(argument: &str) -> Option<&str> {
    let bare = argument.trim_start_matches(['(', ' ']);
    let quoted = ["", "u8", "L", "u", "U"].iter().find_map(|prefix| bare.strip_prefix(prefix)?.strip_prefix('"'))?;
    Some(quoted.split('"').next().unwrap_or(quoted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_at_commas_outside_of_brackets_and_quotes() {
        assert_eq!(split_arguments("printf, 1, 2"), ["printf", "1", "2"]);
        assert_eq!(split_arguments("f (a, b), \"x,\\\"y\", ','"), ["f (a, b)", "\"x,\\\"y\"", "','"]);
        assert_eq!(split_arguments("  "), [""; 0]);
    }

    #[test]
    fn contents_of_string_literals() {
        assert_eq!(string_contents("\".text\""), Some(".text"));
        assert_eq!(string_contents("(\"a\" \"b\")"), Some("a"));
        assert_eq!(string_contents("1"), None);
    }

    #[test]
    fn rows_are_found_by_their_names() {
        assert!(ROWS.is_sorted_by_key(|row| row.name));
    }

    #[test]
    fn no_attribute_has_two_rows() {
        let mut names: Vec<&str> = ROWS.iter().map(|row| row.name).chain(WITHOUT_ARGUMENTS.iter().copied()).collect();
        names.sort_unstable();
        let n_names = names.len();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }
}
