//! GCC: optimisations have flags, and the blame is on the fewest of them that must be off.

/// The arguments by which GCC lists its optimisations.
pub const LIST: [&str; 2] = ["-Q", "--help=optimizers"];

/// The optimisations that are on, from GCC's list: their names behind `-f`.
pub fn enabled(list: &str) -> Vec<String> {
    let rows = list.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (flag, state) = (words.next()?, words.next()?);
        (state == "[enabled]").then_some(flag)?.strip_prefix("-f")
    });
    // What needs a value has no form for off; what changes the meaning of programs is no optimisation.
    rows.filter(|name| !name.contains('=') && !MEANING.contains(name)).map(str::to_owned).collect()
}

/// On by default, but what programs mean depends on them.
const MEANING: &[&str] =
    &["signed-zeros", "trapping-math", "math-errno", "strict-aliasing", "delete-null-pointer-checks"];

/// The flags that turn optimisations on.
pub fn on(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("-f{name}")).collect()
}

/// The flags that turn optimisations off.
pub fn off(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("-fno-{name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let list = "The following options control optimizations:\n  -O<number>          \t\t\n  -faggressive-loop-optimizations\t[enabled]\n  \
                    -fgcse                      \t[disabled]\n  -flive-patching \t\t[default]\n  -fvect-cost-model=[unlimited|dynamic]\t[enabled]\n  \
                    -fstrict-aliasing\t[enabled]\n  -ftree-vrp                  \t[enabled]\n";
        assert_eq!(enabled(list), ["aggressive-loop-optimizations", "tree-vrp"]);
        assert_eq!(off(&enabled(list)), ["-fno-aggressive-loop-optimizations", "-fno-tree-vrp"]);
    }
}
