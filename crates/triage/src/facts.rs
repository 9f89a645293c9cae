//! What is found out of a failure, and in which order.

use serde::{Deserialize, Serialize};

use crate::clang;
use crate::gcc;
use crate::inside;
use crate::search::{Ask, Listen, Tries, fewest, first};

/// What is known of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// The lowest level that shows it.
    pub level: Option<String>,
    /// The levels that show it.
    pub levels: Vec<String>,
    /// A lower level and the fewest optimisations that, added to it, show it.
    pub needs: Option<Vec<String>>,
    /// Who is to blame.
    pub blame: Option<Blame>,
    /// GCC: the fewest passes without which it vanishes, among those that the blamed optimisations turn on.
    #[serde(default)]
    pub passes: Vec<String>,
    /// GCC: the fewest kinds of transformations without which it vanishes.
    #[serde(default)]
    pub transformations: Vec<Transformation>,
    /// Flags that change what programs mean or how they are made, and make it vanish.
    pub vanishes_with: Vec<String>,
    /// What other compilers of the same family do.
    pub versions: Vec<Version>,
    /// How many compilations this took.
    pub compilations: u32,
    /// There were too many; some of this may be more than is needed.
    pub is_cut_short: bool,
}

/// Who is to blame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blame {
    /// It vanishes without these optimisations together, and no fewer.
    Flags(Vec<String>),
    /// It comes with this pass, which is so many passes in.
    Pass {
        /// Its name, and what it ran on.
        name: String,
        /// Its number.
        number: u64,
    },
    /// No optimisation that can be turned off: the front end, the code generator, or what every level does.
    NoOptimisation,
}

impl Blame {
    /// In a few words, the same for failures of one cause.
    pub fn words(&self) -> String {
        match self {
            Blame::Flags(flags) => flags.join(" "),
            // What it ran on belongs to the program.
            Blame::Pass { name, .. } => name.split(" on ").next().unwrap_or(name).to_owned(),
            Blame::NoOptimisation => "no optimisation".to_owned(),
        }
    }
}

/// What GCC does many times, and counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transformation {
    /// The name of the counter.
    pub counter: String,
    /// How often it is done; it is the last of these with which the failure comes. Nothing if more than one kind is needed.
    pub number: Option<u64>,
}

/// What another version does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The compiler, as one would type it.
    pub command: String,
    /// Whether it fails, too.
    pub fails: bool,
}

/// What a compiler can be asked about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// GCC: the optimisations of each level, in the order of [`LEVELS`].
    pub optimisations: Vec<Vec<String>>,
    /// Whether it has levels.
    pub has_levels: bool,
}

/// The levels, the lowest first.
pub const LEVELS: [&str; 5] = ["-O0", "-O1", "-Os", "-O2", "-O3"];

/// Flags that are worth knowing of: what they change explains what goes wrong.
pub const TELLING: [&str; 5] =
    ["-fno-strict-aliasing", "-fwrapv", "-fno-tree-vectorize", "-fno-inline", "-fsanitize=undefined,address"];

/// How many compilations there may be.
pub const MAX_COMPILATIONS: u32 = 100;

/// Finds out what a failure needs. `level` is the one that showed it; `ask` is asked with flags that come behind it, and `listen`
/// hears what the compiler says of itself.
pub fn look<'a, E>(
    level: &str,
    about: &About,
    ask: &'a mut Ask<'a, E>,
    listen: &'a mut Listen<'a, E>,
) -> Result<Facts, E> {
    let mut tries = Tries::new(MAX_COMPILATIONS, ask, listen);
    let mut facts = Facts::default();
    let mut lowest = level.to_owned();
    if about.has_levels {
        for other in LEVELS {
            if tries.fails(&[other.to_owned()])? == Some(true) {
                facts.levels.push(other.to_owned());
            }
        }
        facts.level = facts.levels.first().cloned();
        lowest = facts.level.clone().unwrap_or(lowest);
    }
    let at_level: Vec<String> = Some(lowest.clone()).filter(|level| !level.is_empty()).into_iter().collect();
    facts.blame = blame(&lowest, about, &mut tries)?;
    facts.needs = needs(&lowest, about, &mut tries)?;
    for flag in TELLING {
        let flags: Vec<String> = at_level.iter().cloned().chain([flag.to_owned()]).collect();
        if tries.fails(&flags)? == Some(false) {
            facts.vanishes_with.push(flag.to_owned());
        }
    }
    if let Some(Blame::Flags(flags)) = &facts.blame {
        facts.passes = inside::passes(&mut tries, &at_level, flags)?;
        facts.transformations = inside::transformations(&mut tries, &at_level)?;
    }
    facts.compilations = tries.made;
    facts.is_cut_short = tries.made >= tries.max;
    Ok(facts)
}

/// Who is to blame for a failure at a level.
pub fn blame<E>(level: &str, about: &About, tries: &mut Tries<'_, E>) -> Result<Option<Blame>, E> {
    if level == "-O0" || !about.has_levels {
        return Ok(Some(Blame::NoOptimisation));
    }
    let with = |more: &[String]| -> Vec<String> { [level.to_owned()].iter().chain(more).cloned().collect() };
    if about.optimisations.iter().all(Vec::is_empty) {
        let said = tries.said(&with(&clang::passes(None)))?;
        let Some(last) = clang::last(&said) else { return Ok(None) };
        return Ok(match first(last, |limit| tries.fails(&with(&clang::passes(Some(limit)))))? {
            Some(number) => clang::pass(&said, number).map(|name| Blame::Pass { name, number }),
            None => Some(Blame::NoOptimisation),
        });
    }
    let Some(index) = LEVELS.iter().position(|&other| other == level) else { return Ok(None) };
    let Some(names) = about.optimisations.get(index).filter(|names| !names.is_empty()) else { return Ok(None) };
    Ok(Some(match fewest(tries, &with(&[]), &gcc::off(names), false)? {
        Some(flags) => Blame::Flags(flags),
        None => Blame::NoOptimisation,
    }))
}

/// The fewest optimisations that have to be added to the next lower level.
fn needs<E>(lowest: &str, about: &About, tries: &mut Tries<'_, E>) -> Result<Option<Vec<String>>, E> {
    let Some(index) = LEVELS.iter().position(|&level| level == lowest) else { return Ok(None) };
    let below = match lowest {
        "-O2" | "-Os" => 1,
        "-O3" => 3,
        // What is added to -O0 has no effect.
        _ => return Ok(None),
    };
    let (Some(here), Some(there)) = (about.optimisations.get(index), about.optimisations.get(below)) else {
        return Ok(None);
    };
    let more: Vec<String> = here.iter().filter(|name| !there.contains(name)).cloned().collect();
    let lower = vec![LEVELS[below].to_owned()];
    let flags = fewest(tries, &lower, &gcc::on(&more), true)?;
    Ok(flags.map(|flags| lower.into_iter().chain(flags).collect()))
}
