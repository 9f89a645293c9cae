//! How often compilers crash and go wrong: the table of a campaign, by compiler version and level.
//!
//! It is figure 5.3 of the thesis on Csmith in numbers: the rate of crashes, how many of them look different, the rate of
//! wrong code. A rate says as much of the programs as of the compiler: compare those of one campaign only.

use std::fmt::Write as _;

use kiln_campaign::judge::Class;
use kiln_campaign::status::ConfigurationStatus;
use kiln_campaign::tally::Verdict;
use serde::Serialize;

use crate::messages::JSON_VERSION;

/// One configuration, for programs.
#[derive(Serialize)]
struct JsonRates<'a> {
    version: u32,
    configuration: &'a ConfigurationStatus,
    programs: u64,
    judged: u64,
    crash_rate: Option<f64>,
    wrong_code_rate: Option<f64>,
}

/// Crashes among programs, and wrong code among those whose outcome is known.
fn crashes(it: &ConfigurationStatus) -> u64 {
    it.of(Verdict::Bug(Class::CompilerCrash))
}

fn wrong_code(it: &ConfigurationStatus) -> u64 {
    it.of(Verdict::Bug(Class::WrongCode))
}

/// What else a compiler can do wrong.
pub(crate) fn others(it: &ConfigurationStatus) -> u64 {
    let others = Class::ALL.iter().filter(|class| !matches!(class, Class::CompilerCrash | Class::WrongCode));
    others.map(|&class| it.of(Verdict::Bug(class))).sum()
}

/// One object per line.
pub(crate) fn json(configurations: &[ConfigurationStatus]) -> String {
    let line = |it: &ConfigurationStatus| {
        let (programs, judged) = (it.tried(), it.judged());
        let object = JsonRates {
            version: JSON_VERSION,
            configuration: it,
            programs,
            judged,
            crash_rate: rate(crashes(it), programs),
            wrong_code_rate: rate(wrong_code(it), judged),
        };
        serde_json::to_string(&object).unwrap_or_default() + "\n"
    };
    configurations.iter().map(line).collect()
}

/// A part of a whole.
pub(crate) fn rate(n: u64, of: u64) -> Option<f64> {
    // Counts of a campaign are far below 2^53.
    let exact = |n: u64| u32::try_from(n).map_or(f64::INFINITY, f64::from);
    (of > 0).then(|| exact(n) / exact(of))
}

/// A share in percent, with as many digits as say something.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        _ if percent >= 10.0 => format!("{percent:.0} %"),
        _ if percent >= 1.0 => format!("{percent:.1} %"),
        _ if percent >= 0.1 => format!("{percent:.2} %"),
        _ => format!("{percent:.3} %"),
    }
}

/// A number with its rate; nothing happened is a dash.
fn with_rate(n: u64, of: u64) -> String {
    match rate(n, of) {
        Some(share) if n > 0 => format!("{n:>5} {:>8}", percent(share)),
        _ => format!("{:>5} {:>8}", "-", ""),
    }
}

fn or_dash(n: u64) -> String {
    if n == 0 { "-".to_owned() } else { n.to_string() }
}

/// The table for people: a block for each compiler version, its levels and what was drawn for single programs below each other.
pub(crate) fn table(configurations: &[ConfigurationStatus]) -> String {
    let mut text = format!(
        "{:<14}{:>9}  {:>14}  {:>8}  {:>14}  {:>6}\n",
        "", "programs", "crashes", "distinct", "wrong code", "others"
    );
    let mut compilers: Vec<(&str, &str)> = Vec::new();
    for it in configurations {
        if !compilers.contains(&(&it.compiler, &it.version)) {
            compilers.push((&it.compiler, &it.version));
        }
    }
    for (compiler, version) in compilers {
        let _infallible = writeln!(text, "{compiler}: {version}");
        for it in configurations.iter().filter(|it| it.compiler == compiler && it.version == version) {
            let level = if it.level.is_empty() { "no levels" } else { &it.level };
            let _infallible = writeln!(
                text,
                "  {level:<12}{:>9}  {:>14}  {:>8}  {:>14}  {:>6}",
                it.tried(),
                with_rate(crashes(it), it.tried()),
                or_dash(it.distinct_crashes),
                with_rate(wrong_code(it), it.judged()),
                or_dash(others(it)),
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use kiln_campaign::tally::Configured;

    use super::*;

    fn configuration(level: &str, verdicts: &[(&str, u64)]) -> ConfigurationStatus {
        let configured =
            Configured { compiler: "gcc-12".to_owned(), version: "gcc 12.2.0".to_owned(), level: level.to_owned() };
        let mut it = ConfigurationStatus::new(&configured);
        it.verdicts = verdicts.iter().map(|&(word, n)| (word.to_owned(), n)).collect();
        it
    }

    #[test]
    fn a_compiler_has_one_block() {
        let of = |compiler: &str, level| ConfigurationStatus {
            compiler: compiler.to_owned(),
            ..configuration(level, &[("right", 1)])
        };
        let table = table(&[of("gcc", "-O0"), of("clang", "-O0"), of("gcc", "drawn"), of("clang", "traced")]);
        let first: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(first, ["gcc:", "-O0", "drawn", "clang:", "-O0", "traced"]);
    }

    #[test]
    fn rates_leave_out_what_was_not_tried() {
        let plain = configuration("-O0", &[("right", 1000), ("inconclusive", 7), ("unsupported", 3)]);
        let verdicts = [("right", 970), ("wrong-code", 20), ("doubtful", 10), ("compiler-crash", 4), ("flaky", 1)];
        let optimised = ConfigurationStatus { distinct_crashes: 2, ..configuration("-O2", &verdicts) };
        let expected = "\
              \x20              programs         crashes  distinct      wrong code  others\n\
              gcc-12: gcc 12.2.0\n\
              \x20 -O0              1000      -                  -      -                -\n\
              \x20 -O2              1005      4   0.40 %         2     20    2.0 %       -\n";
        let all = [plain, optimised];
        assert_eq!(table(&all), expected);
        let lines = json(&all);
        let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        assert_eq!(last["wrong_code_rate"], 0.02);
        assert_eq!(last["configuration"]["level"], "-O2");
    }
}
