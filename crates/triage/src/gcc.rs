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

/// The flag by which GCC lists its passes.
pub const PASSES: &str = "-fdump-passes";

/// The passes that run, from GCC's list. Those with a star in their names cannot be turned off.
pub fn running(said: &str) -> Vec<String> {
    let rows = said.lines().filter_map(|line| {
        let (name, state) = line.split_once(':')?;
        (state.trim() == "ON").then_some(name.trim())
    });
    rows.filter(|name| KINDS.iter().any(|kind| name.starts_with(kind))).map(str::to_owned).collect()
}

/// What names of passes begin with.
const KINDS: [&str; 3] = ["tree-", "rtl-", "ipa-"];

/// The flags that turn passes off.
pub fn disabled(passes: &[String]) -> Vec<String> {
    passes.iter().map(|pass| format!("-fdisable-{pass}")).collect()
}

/// The flag by which GCC lists its counters, with what they have come to in the end.
pub const COUNTERS: &str = "-fdbg-cnt-list";

/// The counters that have counted something, and how far; of several files, the farthest.
pub fn counted(said: &str) -> Vec<(String, u64)> {
    let rows = said.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, value, state) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        (value > 0 && state == "unset").then(|| (name.to_owned(), value))
    });
    let mut counted: Vec<(String, u64)> = rows.collect();
    counted.sort();
    counted.reverse();
    counted.dedup_by(|(a, _), (b, _)| a == b);
    counted.reverse();
    counted
}

/// The flag that lets what is counted happen so often.
pub fn limited(counter: &str, number: u64) -> String {
    format!("-fdbg-cnt={counter}:{number}")
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

    #[test]
    fn passes_and_counters_are_read() {
        let said = "   *warn_unused_result      :  ON\n   tree-cfg     :  ON\n         tree-ccp1     :  OFF\n      rtl-cse1   :  ON\n";
        assert_eq!(disabled(&running(said)), ["-fdisable-tree-cfg", "-fdisable-rtl-cse1"]);
        let said = "  counter name   counter value   closed intervals\n-----\n  ccp   2   unset\n  dce   0   unset\n  ccp   5   unset\n";
        assert_eq!(counted(said), [("ccp".to_owned(), 5)]);
        assert_eq!(limited("ccp", 3), "-fdbg-cnt=ccp:3");
    }
}
