//! The ways in which compilers translate a case: fixed sets of options, those that are drawn for the case, and the dearer ones
//! that only some cases are tried with.

use std::sync::Arc;

use kiln_case::{Case, Choices};
use kiln_toolchain::calibrate::{Family, LINK_TIME};
use kiln_toolchain::flags::Wanted;
use sha2::{Digest, Sha256};

use crate::config::{Config, Named};
use crate::matrix::{Configuration, Kind, Part, Tool};
use crate::options::{Pattern, Preset, is_level, split};
use crate::rules::Rules;
use crate::volatile;

/// What stands in a program with volatile objects.
const WORD: &[u8] = b"volatile";

/// A preset of a configuration.
#[derive(Debug, Clone)]
pub struct Sets {
    config: Arc<Config>,
    preset: Preset,
}

impl Sets {
    /// The sets of a preset.
    pub fn new(config: Arc<Config>, preset: &Preset) -> Sets {
        Sets { config, preset: preset.clone() }
    }

    /// The levels alone.
    pub fn plain() -> Sets {
        let config = Config::default();
        let preset = config.preset("plain").cloned().unwrap_or_default();
        Sets { config: Arc::new(config), preset }
    }

    /// Some digits that change when anything in it changes: a campaign goes on with the same options only.
    pub fn identity(&self) -> String {
        let digest = Sha256::digest(format!("{self:?}"));
        format!("{:08x}", digest.iter().take(4).fold(0u32, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// Compilers that the configuration names.
    pub fn compilers(&self) -> &[Named] {
        &self.config.compilers
    }

    /// What is no news.
    pub fn rules(&self) -> &Rules {
        &self.config.rules
    }

    /// What has to be tried with the compilers of a family before they are used.
    pub fn wanted(&self, family: Family) -> Vec<Wanted> {
        let plain = self.config.always.iter().chain(&self.preset.sets).chain(&self.config.levels);
        let plain = plain.map(|text| Wanted { name: text.clone(), forms: vec![text.clone()] });
        let flags = self.config.flags.iter().filter(|_| self.preset.drawn > 0);
        let checks = self.config.checks.iter().filter(|_| self.preset.checked > 0);
        let groups = flags.chain(checks).filter(|group| group.family == family);
        let patterns = groups.flat_map(|group| &group.flags);
        let patterns = patterns.map(|pattern| Wanted { name: pattern.text().to_owned(), forms: pattern.forms() });
        let mut wanted: Vec<Wanted> = plain.chain(patterns).collect();
        wanted.sort_by(|a, b| a.name.cmp(&b.name));
        wanted.dedup();
        wanted
    }

    /// What every case is tried with.
    pub fn fixed(&self, tools: &[Tool]) -> Vec<Configuration> {
        let mut configurations: Vec<Configuration> = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            for set in &self.preset.sets {
                let Some(configuration) = self.of_set(index, tool, set) else { continue };
                // A compiler without levels has one set where others have five.
                if !configurations.contains(&configuration) {
                    configurations.push(configuration);
                }
            }
        }
        configurations
    }

    /// Whether anything may be traced.
    pub fn may_trace(&self) -> bool {
        self.preset.traced > 0
    }

    /// Whether it is traced what a case does to volatile objects: that depends on its text and its seed alone.
    pub fn traces(&self, case: &Case) -> bool {
        let is_drawn = |rate| Choices::new(case.origin.seed).split("options", 0).split("traced", 0).one_in(rate);
        let is_volatile = |text: &[u8]| text.windows(WORD.len()).any(|here| here == WORD);
        self.may_trace() && is_drawn(self.preset.traced) && case.units.iter().any(|unit| is_volatile(&unit.text))
    }

    /// What a case is tried with beyond that: it depends on the seed of the case alone.
    pub fn of_case(&self, tools: &[Tool], case: &Case) -> Vec<Configuration> {
        let choices = Choices::new(case.origin.seed).split("options", 0);
        let happens = |what: &str, rate: u64| rate > 0 && choices.split(what, 0).one_in(rate);
        let is_sanitized = happens("sanitized", self.preset.sanitized);
        let is_checked = happens("checked", self.preset.checked);
        let is_traced = self.traces(case);
        let mut configurations = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            for number in 0..self.preset.drawn {
                configurations.extend(self.drawn(index, tool, &choices.split("drawn", number.into())));
            }
            if is_sanitized {
                configurations.extend(self.sanitized(index, tool, &choices.split("sanitized", 1)));
            }
            if is_checked {
                configurations.extend(self.checked(index, tool, &choices.split("checked", 1)));
            }
            if is_traced {
                configurations.extend(self.traced(index, tool, &choices.split("traced", 1)));
            }
        }
        if case.units.len() > 1 && happens("mixed", self.preset.mixed) {
            configurations.extend(self.mixed(tools, case.units.len(), &choices.split("mixed", 1)));
        }
        configurations
    }

    /// A program of several units, translated in one of three ways: a level of its own for each unit, all optimised together, or
    /// every other unit by another compiler.
    fn mixed(&self, tools: &[Tool], n_units: usize, choices: &Choices) -> Vec<Configuration> {
        let able: Vec<(usize, &Tool)> = tools.iter().enumerate().filter(|(_, tool)| tool.has_levels()).collect();
        let whole = |index: usize, tool: &Tool, more: &[&str]| {
            let level = self.level(tool, choices);
            let words = level.into_iter().chain(more.iter().map(|&word| word.to_owned())).collect();
            self.configuration(index, tool, Kind::Mixed, words, tool.calibration.target.clone())
        };
        let part = |(index, tool): (usize, &Tool), unit: usize| {
            let level = self.level(tool, &choices.split("unit", unit as u64));
            let flags = self.configuration(index, tool, Kind::Mixed, level.into_iter().collect(), None).flags;
            Part { tool: index, flags }
        };
        match choices.split("way", 0).below(3) {
            0 => able
                .iter()
                .map(|&(index, tool)| {
                    let parts = (0..n_units).map(|unit| part((index, tool), unit)).collect();
                    Configuration { parts, ..whole(index, tool, &[]) }
                })
                .collect(),
            1 => {
                let linkers = able.iter().filter(|(_, tool)| tool.can(LINK_TIME));
                linkers.map(|&(index, tool)| whole(index, tool, &["-flto"])).collect()
            }
            _ => joint(&able, choices).map_or_else(Vec::new, |both| {
                let parts = (0..n_units).map(|unit| part(both[unit % 2], unit)).collect();
                vec![Configuration { parts, ..whole(both[0].0, both[0].1, &[]) }]
            }),
        }
    }

    /// A compiler with a set, if it works.
    fn of_set(&self, index: usize, tool: &Tool, set: &str) -> Option<Configuration> {
        let has_levels = tool.has_levels();
        let words: Vec<String> = split(set).into_iter().filter(|word| has_levels || !is_level(word)).collect();
        let target = match words.as_slice() {
            [] => tool.calibration.target.clone(),
            [only] if is_level(only) => {
                tool.calibration.levels.contains(only).then(|| tool.calibration.target.clone())?
            }
            _ => tool.takes(set)?,
        };
        Some(self.configuration(index, tool, Kind::Fixed, words, target))
    }

    fn configuration(
        &self,
        index: usize,
        tool: &Tool,
        kind: Kind,
        words: Vec<String>,
        target: Option<String>,
    ) -> Configuration {
        let level = words.iter().find(|word| is_level(word)).cloned().unwrap_or_default();
        let always = self.config.always.iter().filter(|flags| tool.takes(flags).is_some());
        let label = kind.label().map_or_else(|| words.join(" "), str::to_owned);
        let flags = always.flat_map(|flags| split(flags)).chain(words).collect();
        Configuration { tool: index, flags, level, label, target, kind, parts: Vec::new() }
    }

    /// A compiler with a level and random flags; nothing if there are none for its family.
    fn drawn(&self, index: usize, tool: &Tool, choices: &Choices) -> Option<Configuration> {
        let level = self.level(tool, choices);
        let mut target = tool.calibration.target.clone();
        let mut words: Vec<String> = level.iter().cloned().collect();
        let groups = self.config.flags.iter().enumerate();
        for (number, group) in groups.filter(|(_, group)| group.family == tool.calibration.family) {
            for (pattern, flags) in group.draw(&mut choices.split("group", number as u64)) {
                // The same flags for all of a family, but for those that this one does not take.
                let Some(leads_to) = tool.takes(pattern.text()) else { continue };
                if leads_to != tool.calibration.target {
                    target = leads_to;
                }
                words.extend(split(&flags));
            }
        }
        (words.len() > level.iter().count()).then(|| self.configuration(index, tool, Kind::Drawn, words, target))
    }

    /// One of the levels that are drawn, if the compiler has any.
    fn level(&self, tool: &Tool, choices: &Choices) -> Option<String> {
        let takes = |level: &&String| tool.has_levels() && tool.takes(level).is_some();
        let levels: Vec<&String> = self.config.levels.iter().filter(takes).collect();
        (!levels.is_empty()).then(|| (*choices.split("level", 0).pick(&levels)).clone())
    }

    /// A compiler with its sanitizers.
    fn sanitized(&self, index: usize, tool: &Tool, choices: &Choices) -> Option<Configuration> {
        let flags = tool.sanitizers()?;
        let level = self.level(tool, choices);
        let words = level.iter().cloned().chain(split(flags)).collect();
        let target = tool.calibration.target.clone();
        Some(self.configuration(index, tool, Kind::Sanitized, words, target))
    }

    /// A compiler whose programs are traced: without optimisation, and with some.
    fn traced(&self, index: usize, tool: &Tool, choices: &Choices) -> Vec<Configuration> {
        let target = tool.calibration.target.as_deref().filter(|&name| name == volatile::TARGET);
        let (Some(target), Some(tracing)) = (target, &tool.tracing) else { return Vec::new() };
        let plain = tool.calibration.levels.iter().find(|level| *level == "-O0").cloned();
        let mut levels = vec![plain, self.level(tool, choices)];
        levels.dedup();
        let of_level = |level: Option<String>| {
            let words = level.into_iter().chain(tracing.how.flags.iter().cloned()).collect();
            self.configuration(index, tool, Kind::Traced, words, Some(target.to_owned()))
        };
        levels.into_iter().map(of_level).collect()
    }

    /// A compiler with one of its checks: flags, or the same object twice if it was seen to write the same program twice.
    fn checked(&self, index: usize, tool: &Tool, choices: &Choices) -> Option<Configuration> {
        let groups = self.config.checks.iter().filter(|group| group.family == tool.calibration.family);
        let taken =
            groups.flat_map(|group| &group.flags).map(Pattern::text).filter(|flags| tool.takes(flags).is_some());
        let twice = tool.calibration.deterministic.then_some((Kind::Repeated, ""));
        let checks: Vec<(Kind, &str)> = taken.map(|flags| (Kind::Checked, flags)).chain(twice).collect();
        if checks.is_empty() {
            return None;
        }
        let level = self.level(tool, choices);
        let (kind, check) = *choices.split("check", 0).pick(&checks);
        let words = level.iter().cloned().chain(split(check)).collect();
        let target = tool.calibration.target.clone();
        Some(self.configuration(index, tool, kind, words, target))
    }
}

/// Two compilers whose objects can be linked: others than GCC and Clang do not promise it.
fn joint<'a>(able: &[(usize, &'a Tool)], choices: &Choices) -> Option<[(usize, &'a Tool); 2]> {
    let is_able = |(_, tool): &&(usize, &Tool)| matches!(tool.calibration.family, Family::Gcc | Family::Clang);
    let mut left: Vec<(usize, &Tool)> = able.iter().filter(is_able).copied().collect();
    let mut choices = choices.split("joint", 0);
    let n = left.len() as u64;
    let first = (n > 0).then(|| left.swap_remove(choices.below(n) as usize))?;
    left.retain(|(_, tool)| tool.calibration.target == first.1.calibration.target);
    (!left.is_empty()).then(|| [first, *choices.pick(&left)])
}
