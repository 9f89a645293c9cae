//! Clang: passes are numbered, and the blame is on the first after which the program is wrong.

/// The flags that run the first `limit` passes only and say which; all of them for nothing.
pub fn passes(limit: Option<u64>) -> [String; 2] {
    let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    ["-mllvm".to_owned(), format!("-opt-bisect-limit={limit}")]
}

/// The pass of a number, and what it ran on, from what Clang says with those flags.
pub fn pass(said: &str, number: u64) -> Option<String> {
    let start = format!("BISECT: running pass ({number}) ");
    said.lines().find_map(|line| line.strip_prefix(&start)).map(str::to_owned)
}

/// The number of the last pass.
pub fn last(said: &str) -> Option<u64> {
    let number = |line: &str| line.strip_prefix("BISECT: running pass (")?.split(')').next()?.parse().ok();
    said.lines().filter_map(number).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read() {
        let said = "BISECT: running pass (1) Annotation2MetadataPass on [module]\nBISECT: running pass (2) EarlyCSEPass on main\n";
        assert_eq!(last(said), Some(2));
        assert_eq!(pass(said, 2).as_deref(), Some("EarlyCSEPass on main"));
        assert_eq!(pass(said, 3), None);
    }
}
