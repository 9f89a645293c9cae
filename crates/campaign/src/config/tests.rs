//! What can be said in a file, and what is said of one that is wrong.

use super::*;

fn error(text: &str) -> String {
    Config::read("kiln.toml", text).map_or_else(|error| error.to_string(), |_| "it is right".to_owned())
}

#[test]
fn the_default_is_right_and_has_the_sets_that_the_manual_names() {
    let config = Config::default();
    let names: Vec<&str> = config.options.keys().map(String::as_str).collect();
    assert_eq!(names, ["crash", "levels", "plain", "random"]);
    assert_eq!(config.options["levels"].sets, ["-O0", "-O1", "-O2", "-O3", "-Os"]);
    assert!(config.flags.iter().all(|group| !group.about.is_empty() && !group.flags.is_empty()));
}

#[test]
fn no_flag_stands_twice() {
    let config = Config::default();
    for family in [Family::Gcc, Family::Clang] {
        let groups = config.flags.iter().chain(&config.checks).filter(|group| group.family == family);
        let mut texts: Vec<&str> = groups.flat_map(|group| &group.flags).map(Pattern::text).collect();
        texts.sort_unstable();
        let n = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), n, "{family:?}");
    }
}

#[test]
fn a_file_says_only_what_is_different() {
    let text = "[options.mine]\nabout = \"mine\"\nsets = [\"-O2 -m32\"]\ndrawn = 3\n";
    let config = Config::read("kiln.toml", text).unwrap();
    let default = Config::default();
    assert_eq!(config.options["mine"].drawn, 3);
    assert_eq!(config.options["levels"], default.options["levels"]);
    assert_eq!((config.flags, config.always), (default.flags, default.always));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let about = "about = \"x\"";
    assert_eq!(
        error("levles = []"),
        "kiln.toml:1:1: unknown field `levles`, expected one of `always`, `options`, `levels`, `flags`, `check`, `quirk`, `known`, `compiler`"
    );
    assert_eq!(error("always = [\"-w\",\n"), "kiln.toml:1:16: unclosed array, expected `]`");
    assert_eq!(error("levels = [\"-O2\",\n  \"O2\"]"), "kiln.toml:2:3: `O2` is no flag: flags begin with `-`");
    assert_eq!(error("levels = [\"-g\"]"), "kiln.toml:1:11: `-g` is no level like `-O2`");
    assert_eq!(
        error(&format!("[options.a]\n{about}\nsets = [\"-O2 -ffast-math\"]")),
        "kiln.toml:3:9: `-ffast-math`: with -ffast-math programs mean something else (floating-point arithmetic by other \
         rules); take it out"
    );
    assert_eq!(
        error(&format!("[options.a]\n{about}\nsets = [\"-O2 -o x\"]")),
        "kiln.toml:3:9: `-o` is given by kiln itself where it is needed: take it out"
    );
    assert_eq!(
        error(&format!("[[flags]]\nfamily = \"gcc\"\n{about}\nflags = [\"--param=a=9..1\"]")),
        "kiln.toml:4:10: `--param=a=9..1`: a range is two numbers, the smaller one first, like 0..16"
    );
    assert!(
        error(&format!("[[flags]]\nfamily = \"gnu\"\n{about}\nflags = []"))
            .starts_with("kiln.toml:2:10: unknown variant `gnu`")
    );
    assert!(error(&format!("[options.a]\n{about}\nsets = []\ndrawn = -1")).starts_with("kiln.toml:4:9: invalid value"));
}

#[test]
fn a_row_that_covers_everything_or_cannot_be_read_is_refused() {
    assert_eq!(
        error("[[known]]\nreason = \"all\""),
        "kiln.toml:2:10: this row covers everything: say which compiler, class, message or source it is about"
    );
    assert_eq!(
        error("[[known]]\nreason = \"x\"\nmessage = '(a'"),
        "kiln.toml:3:11: no regular expression: unclosed group"
    );
    assert_eq!(
        error("[[quirk]]\nreason = \"x\"\nchoice = \"shifts\""),
        "kiln.toml:3:10: `shifts` is none of bit-field-precision, random-numbers, null-pointer-text, empty-allocation, processor, return-addresses, process-limits, files, math-accuracy"
    );
    let quirks = Config::default().rules.quirks;
    assert!(quirks.iter().all(|rule| !rule.reason.is_empty() && !rule.covers_everything()));
}
