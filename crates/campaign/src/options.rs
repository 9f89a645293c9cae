//! Which options compilers are tried with: fixed sets, and random ones drawn for each case.
//!
//! A random set is drawn from flags that do not change what a program means ([`Group`], [`Pattern`]); those that are known to
//! do it are refused wherever they are written ([`allowed`]). What is drawn depends on the seed of the case alone, and is the
//! same for all compilers of a family, but for the flags that a compiler was not seen to take.

use kiln_case::Choices;
use kiln_toolchain::calibrate::Family;

/// A set of options with a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preset {
    /// What it is for.
    pub about: String,
    /// Every compiler is tried with each of these.
    pub sets: Vec<String>,
    /// Random sets for each compiler and case.
    pub drawn: u32,
    /// One case in so many is built with sanitizers.
    pub sanitized: u64,
    /// One case in so many is compiled with a check of the compiler.
    pub checked: u64,
    /// What one case with volatile objects in so many does to them is traced.
    pub traced: u64,
    /// One case of several units in so many is built in other ways.
    pub mixed: u64,
}

/// Flags that are drawn together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Whose compilers take them.
    pub family: Family,
    /// What they have in common.
    pub about: String,
    /// At most so many at a time.
    pub draw: u32,
    /// The flags.
    pub flags: Vec<Pattern>,
}

impl Group {
    /// Some of the flags, by their place in the group.
    pub fn draw(&self, choices: &mut Choices) -> Vec<(&Pattern, String)> {
        let n = choices.below(u64::from(self.draw) + 1);
        let mut left: Vec<&Pattern> = self.flags.iter().collect();
        let mut drawn = Vec::new();
        while drawn.len() < n as usize && !left.is_empty() {
            let pattern = left.swap_remove(choices.below(left.len() as u64) as usize);
            drawn.push((pattern, pattern.draw(choices)));
        }
        drawn
    }
}

/// A flag that may be drawn: `-f[no-]ivopts`, `--param=max-unroll-times=0..16`, `-mllvm -inline-threshold=0..5000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// As it was written.
    text: String,
    /// What stands before and behind `[no-]`; all of it before if there is none.
    before: String,
    behind: Option<String>,
    /// The numbers at the end.
    range: Option<(i64, i64)>,
}

/// The part of a flag that is drawn or left out.
const EITHER: &str = "[no-]";

impl Pattern {
    /// Reads one; in words what is wrong with it.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let (stem, range) = match text.rsplit_once('=') {
            Some((stem, numbers)) if numbers.contains("..") => (format!("{stem}="), Some(range(text, numbers)?)),
            _ => (text.to_owned(), None),
        };
        let (before, behind) = match stem.split_once(EITHER) {
            Some((before, behind)) => (before.to_owned(), Some(behind.to_owned())),
            None => (stem, None),
        };
        let pattern = Pattern { text: text.to_owned(), before, behind, range };
        for form in pattern.forms() {
            allowed(&form)?;
        }
        Ok(pattern)
    }

    /// As it was written: what a compiler was seen to take is kept under this.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The forms it can take, with the least and the greatest number. A compiler that takes them takes those between.
    pub fn forms(&self) -> Vec<String> {
        let numbers: Vec<Option<i64>> = match self.range {
            Some((least, greatest)) => vec![Some(least), Some(greatest)],
            None => vec![None],
        };
        let words: &[bool] = if self.behind.is_some() { &[false, true] } else { &[false] };
        words.iter().flat_map(|&no| numbers.iter().map(move |&number| self.form(no, number))).collect()
    }

    fn form(&self, no: bool, number: Option<i64>) -> String {
        let no = if no { "no-" } else { "" };
        let stem = match &self.behind {
            Some(behind) => format!("{}{no}{behind}", self.before),
            None => self.before.clone(),
        };
        number.map_or(stem.clone(), |number| format!("{stem}{number}"))
    }

    /// One of its forms.
    fn draw(&self, choices: &mut Choices) -> String {
        let no = self.behind.is_some() && choices.one_in(2);
        let number = self.range.map(|(least, greatest)| {
            // Bounds are where bugs are; between them, small distances from the least are as likely as large ones.
            let span = greatest.abs_diff(least);
            let bits = u64::from(64 - span.leading_zeros());
            let size = 1u64.checked_shl(choices.below(bits + 1) as u32).unwrap_or(span);
            let distance = match choices.below(4) {
                0 => 0,
                1 => span,
                _ => choices.below(size).min(span),
            };
            least.saturating_add_unsigned(distance)
        });
        self.form(no, number)
    }
}

fn range(text: &str, numbers: &str) -> Result<(i64, i64), String> {
    let bad = || format!("`{text}`: a range is two numbers, the smaller one first, like 0..16");
    let (least, greatest) = numbers.split_once("..").ok_or_else(bad)?;
    let (least, greatest) = (least.parse().map_err(|_| bad())?, greatest.parse().map_err(|_| bad())?);
    if least <= greatest { Ok((least, greatest)) } else { Err(bad()) }
}

/// Flags with which programs mean something else, and what: a compiler that takes them must not be compared with the
/// interpreter. A row is also about the flag with `no-`, and about what follows it behind `=`.
const MEANINGS: &[(&str, &str)] = &[
    ("-Ofast", "floating-point arithmetic by other rules"),
    ("-ffast-math", "floating-point arithmetic by other rules"),
    ("-funsafe-math-optimizations", "floating-point arithmetic by other rules"),
    ("-fassociative-math", "floating-point arithmetic by other rules"),
    ("-freciprocal-math", "floating-point arithmetic by other rules"),
    ("-ffinite-math-only", "floating-point arithmetic by other rules"),
    ("-fhonor-nans", "floating-point arithmetic by other rules"),
    ("-fhonor-infinities", "floating-point arithmetic by other rules"),
    ("-fsigned-zeros", "floating-point arithmetic by other rules"),
    ("-ftrapping-math", "floating-point arithmetic by other rules"),
    ("-frounding-math", "floating-point arithmetic by other rules"),
    ("-fsignaling-nans", "floating-point arithmetic by other rules"),
    ("-fapprox-func", "floating-point arithmetic by other rules"),
    ("-ffp-model", "floating-point arithmetic by other rules"),
    ("-fcx-limited-range", "complex arithmetic by other rules"),
    ("-fcx-fortran-rules", "complex arithmetic by other rules"),
    ("-fcomplex-arithmetic", "complex arithmetic by other rules"),
    ("-fsingle-precision-constant", "constants of another type"),
    ("-cl-single-precision-constant", "constants of another type"),
    ("-fexcess-precision", "more digits than the type has"),
    ("-ffp-eval-method", "more digits than the type has"),
    ("-ffloat-store", "more or fewer digits than the type has"),
    ("-mfpmath=387", "more digits than the type has"),
    ("-mpc32", "fewer digits than the type has"),
    ("-mpc64", "fewer digits than the type has"),
    ("-ffp-contract=on", "a product and a sum in one operation"),
    ("-ffp-contract=fast", "a product and a sum in one operation"),
    ("-fdenormal-fp-math", "small numbers that become zero"),
    ("-mdaz-ftz", "small numbers that become zero"),
    ("-fmath-errno", "functions that do not set errno"),
    ("-fshort-enums", "enumerations of another size"),
    ("-fshort-wchar", "another wchar_t"),
    ("-funsigned-char", "another char"),
    ("-fsigned-char", "another char"),
    ("-funsigned-bitfields", "other bit-fields"),
    ("-fsigned-bitfields", "other bit-fields"),
    ("-fstrict-volatile-bitfields", "other accesses to bit-fields"),
    ("-fpack-struct", "another layout of structures"),
    ("-mms-bitfields", "another layout of structures"),
    ("-malign-double", "another layout of structures"),
    ("-m96bit-long-double", "another long double"),
    ("-m128bit-long-double", "another long double"),
    ("-mlong-double-64", "another long double"),
    ("-mlong-double-80", "another long double"),
    ("-mlong-double-128", "another long double"),
    ("-mx32", "a target that kiln does not know"),
    ("-m16", "a target that kiln does not know"),
    ("-miamcu", "a target that kiln does not know"),
    ("-freg-struct-return", "calls that do not fit those of the library"),
    ("-fpcc-struct-return", "calls that do not fit those of the library"),
    ("-mregparm", "calls that do not fit those of the library"),
    ("-mrtd", "calls that do not fit those of the library"),
    ("-mabi", "calls that do not fit those of the library"),
    ("-mpreferred-stack-boundary", "calls that do not fit those of the library"),
    ("-ftrapv", "programs that end where a sum overflows"),
    ("-fwrapv", "sums that overflow and are defined"),
    ("-fwrapv-pointer", "pointers that overflow and are defined"),
    ("-fstrict-overflow", "sums that overflow and are defined"),
    ("-fcommon", "definitions in several units that become one"),
    ("-finstrument-functions", "calls of functions that are not there"),
    ("-fpatchable-function-entry", "room for code that is not there"),
    ("-fprofile-arcs", "files that are written"),
    ("-fprofile-generate", "files that are written"),
    ("-fprofile-use", "what depends on files"),
    ("-ftest-coverage", "files that are written"),
    ("--coverage", "files that are written"),
    ("-pg", "files that are written"),
    ("-fstack-limit-register", "programs that end where the stack does"),
    ("-fstack-limit-symbol", "programs that end where the stack does"),
    ("-fsplit-stack", "another stack"),
    ("-ftree-parallelize-loops", "threads"),
    ("-fopenmp", "threads"),
    ("-ffreestanding", "another library, and a main like any function"),
    ("-std", "another language"),
    ("-ansi", "another language"),
    ("-fgnu89-inline", "another language"),
    ("-fms-extensions", "another language"),
    ("-fplan9-extensions", "another language"),
    ("-fsanitize", "programs that end where a sanitizer wants it: see the key `sanitized`"),
    ("-fbounds-check", "programs that end where a sanitizer wants it: see the key `sanitized`"),
    ("-mno-sse", "more digits than the type has"),
    ("-msoft-float", "another library"),
];

/// Words that kiln itself gives to compilers.
const OWN: &[&str] = &["-o", "-c", "-S", "-E", "-x", "-M", "-MM", "-fsyntax-only", "-###"];

/// Whether flags may be used; if not, why.
pub fn allowed(flags: &str) -> Result<(), String> {
    let words = split(flags);
    if words.is_empty() {
        return Err("there is no flag in this text: write one, like `-O2`, or leave it out".to_owned());
    }
    for word in &words {
        if OWN.contains(&word.as_str()) {
            return Err(format!("`{word}` is given by kiln itself where it is needed: take it out"));
        }
        // A word may belong to the one before it, as with -mllvm.
        if !word.starts_with('-') {
            return Err(format!("`{word}` is no flag: flags begin with `-`"));
        }
        let plain = word.replacen("-fno-", "-f", 1);
        let is_it = |row: &str, word: &str| {
            word.strip_prefix(row).is_some_and(|rest| matches!(rest.get(..1), None | Some("=")))
        };
        if let Some((flag, what)) = MEANINGS.iter().find(|(row, _)| is_it(row, word) || is_it(row, &plain)) {
            return Err(format!("`{word}`: with {flag} programs mean something else ({what}); take it out"));
        }
    }
    Ok(())
}

/// The words of flags that belong together.
pub fn split(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(str::to_owned).collect()
}

/// A level of optimisation; in words why it is none.
pub fn level(text: &str) -> Result<&str, String> {
    allowed(text)?;
    if is_level(text) { Ok(text) } else { Err(format!("`{text}` is no level like `-O2`")) }
}

/// Whether a word is a level of optimisation.
pub fn is_level(word: &str) -> bool {
    word.strip_prefix("-O").is_some_and(|rest| matches!(rest, "" | "0" | "1" | "2" | "3" | "s" | "g" | "z"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_pattern_has_all_its_forms() {
        let forms = |text| Pattern::parse(text).unwrap().forms();
        assert_eq!(forms("-fweb"), ["-fweb"]);
        assert_eq!(forms("-f[no-]web"), ["-fweb", "-fno-web"]);
        assert_eq!(forms("-mllvm -slp-threshold=-5..7"), ["-mllvm -slp-threshold=-5", "-mllvm -slp-threshold=7"]);
    }

    #[test]
    fn what_is_drawn_is_one_of_the_forms_and_bounds_are_drawn() {
        let (either, number) = (Pattern::parse("-f[no-]web").unwrap(), Pattern::parse("--param=x=-3..40").unwrap());
        let mut choices = Choices::new(1);
        let words: BTreeSet<String> = (0..50).map(|_| either.draw(&mut choices)).collect();
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["-fno-web", "-fweb"]);
        let drawn: BTreeSet<i64> =
            (0..1000).map(|_| number.draw(&mut choices)["--param=x=".len()..].parse().unwrap()).collect();
        assert_eq!((drawn.first(), drawn.last()), (Some(&-3), Some(&40)));
        assert!(drawn.len() > 20, "{drawn:?}");
    }

    #[test]
    fn a_group_gives_no_more_than_it_says_and_nothing_twice() {
        let flags = ["-fa", "-fb", "-fc"].map(|text| Pattern::parse(text).unwrap()).to_vec();
        let group = Group { family: Family::Gcc, about: String::new(), draw: 2, flags };
        let mut sizes = BTreeSet::new();
        for seed in 0..100 {
            let drawn = group.draw(&mut Choices::new(seed));
            sizes.insert(drawn.len());
            let different: BTreeSet<&String> = drawn.iter().map(|(_, flags)| flags).collect();
            assert_eq!(different.len(), drawn.len());
        }
        assert_eq!(sizes.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn flags_that_change_the_meaning_are_refused_in_every_form() {
        for flag in
            ["-ffast-math", "-fno-signed-zeros", "-fexcess-precision=fast", "-fno-common", "-fpack-struct=1", "-Ofast"]
        {
            assert!(allowed(flag).is_err(), "{flag}");
            assert!(Pattern::parse(flag).is_err(), "{flag}");
        }
        assert!(Pattern::parse("-f[no-]wrapv").is_err());
        for flag in ["-fcommon-things", "-O2", "-fno-web", "-ffp-contract=off", "-m32 -msse2 -mfpmath=sse"] {
            assert_eq!(allowed(flag), Ok(()), "{flag}");
        }
    }
}
