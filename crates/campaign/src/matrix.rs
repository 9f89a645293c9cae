//! Compilers and the options they are tried with.

use std::sync::Arc;
use std::time::Duration;

use kiln_case::Case;
use kiln_meaning::Choices;
use kiln_toolchain::build::{self, COMPILER_LIMITS, PROGRAM_LIMITS};
use kiln_toolchain::calibrate::{ABILITIES, Calibration, Family, SANITIZERS, TRAPS};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::runner::Limits;

use crate::folder::command_line;
use crate::rules::Rules;
use crate::sanitizer;
use crate::sets::Sets;
use crate::volatile::Tracing;

/// How long one waits for a compiler: so many times as long as it takes for a small program, but not less than some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How many times as long.
    pub factor: u32,
    /// Not less than this.
    pub least: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { factor: 1000, least: Duration::from_secs(10) }
    }
}

/// A compiler that is used.
#[derive(Debug, Clone)]
pub struct Tool {
    /// A short name, unique among the tools.
    pub name: String,
    /// How it is called.
    pub command: CompilerCommand,
    /// Which binary it is.
    pub identity: String,
    /// What it is and can do.
    pub calibration: Calibration,
    /// How its programs are traced, if they can be and somebody wants it.
    pub tracing: Option<Tracing>,
}

impl Tool {
    /// Whether it was seen to have one of the abilities.
    pub fn can(&self, ability: &str) -> bool {
        self.calibration.abilities.iter().any(|name| name == ability)
    }

    /// The options with which its programs find their own errors: with words for them if there is a library for that.
    pub fn sanitizers(&self) -> Option<&'static str> {
        let flags = |ability: &str| ABILITIES.iter().find(|(name, _)| *name == ability && self.can(name));
        flags(SANITIZERS).or_else(|| flags(TRAPS)).map(|&(_, flags)| flags)
    }

    /// What its programs run on with flags that were tried; nothing if it does not take them.
    pub fn takes(&self, flags: &str) -> Option<Option<String>> {
        let tried = self.calibration.tried.get(flags)?;
        tried.works.then(|| tried.target.clone())
    }

    /// Whether its levels differ.
    pub fn has_levels(&self) -> bool {
        self.calibration.levels.iter().any(|level| !level.is_empty())
    }
}

/// Where a set of options comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every case is tried with it.
    Fixed,
    /// It was drawn for the case.
    Drawn,
    /// The program is built to find its own errors.
    Sanitized,
    /// The compiler checks itself.
    Checked,
    /// The compiler translates the units twice, and has to write the same objects.
    Repeated,
    /// What the program does to volatile objects is traced.
    Traced,
    /// The units are translated in different ways, or optimised together.
    Mixed,
}

impl Kind {
    /// What its sets are called, if they are others each time.
    pub fn label(self) -> Option<&'static str> {
        match self {
            Kind::Fixed => None,
            Kind::Drawn => Some("drawn"),
            Kind::Sanitized => Some("sanitized"),
            Kind::Checked | Kind::Repeated => Some("checked"),
            Kind::Traced => Some("traced"),
            Kind::Mixed => Some("mixed"),
        }
    }
}

/// A compiler with options: one way to translate a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// Index of the tool.
    pub tool: usize,
    /// All options.
    pub flags: Vec<String>,
    /// The level among them; empty if the compiler has none.
    pub level: String,
    /// What the set is called: its own options, or where it comes from if they are others each time.
    pub label: String,
    /// What the program runs on.
    pub target: Option<String>,
    /// Where the options come from.
    pub kind: Kind,
    /// How each unit is translated, if not all in the same way; the configuration itself says how they are linked.
    pub parts: Vec<Part>,
}

/// How one unit is translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Index of the tool.
    pub tool: usize,
    /// All options.
    pub flags: Vec<String>,
}

impl Configuration {
    /// Whether units of several compilers are linked.
    pub fn is_joint(&self) -> bool {
        self.parts.iter().any(|part| part.tool != self.tool)
    }

    /// Whether its objects are linked like those of the compiler without any options: it has a level and no more.
    pub fn links_plainly(&self) -> bool {
        self.kind == Kind::Fixed && self.label == self.level
    }

    /// Whether it is a fixed set without optimisation.
    pub fn is_plain(&self) -> bool {
        self.kind == Kind::Fixed && self.is_without_optimisation()
    }

    /// Whether nothing is optimised.
    pub fn is_without_optimisation(&self) -> bool {
        matches!(self.level.as_str(), "" | "-O0")
    }
}

/// All compilers with all options.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The compilers.
    pub tools: Arc<Vec<Tool>>,
    /// The ways to translate a case.
    pub configurations: Vec<Configuration>,
    /// How long one waits for compilers.
    pub patience: Patience,
    /// What compiled programs may use.
    pub program_limits: Limits,
    /// Where the configurations of a case come from.
    pub sets: Arc<Sets>,
    /// The compiler that the others are compared with: what it gets wrong, too, is no news.
    pub base: Option<usize>,
}

impl Matrix {
    /// Each compiler with each of its levels.
    pub fn new(tools: Vec<Tool>) -> Matrix {
        Matrix::with_sets(tools, Sets::plain())
    }

    /// Each compiler with the sets of options that every case is tried with.
    pub fn with_sets(tools: Vec<Tool>, sets: Sets) -> Matrix {
        let configurations = sets.fixed(&tools);
        Matrix {
            tools: Arc::new(tools),
            configurations,
            patience: Patience::default(),
            program_limits: PROGRAM_LIMITS,
            sets: Arc::new(sets),
            base: None,
        }
    }

    /// The same with what is drawn for a case.
    #[must_use]
    pub fn for_case(&self, case: &Case) -> Matrix {
        let mut matrix = self.clone();
        matrix.configurations.extend(self.sets.of_case(&self.tools, case));
        matrix
    }

    /// What the compiler of a configuration may use before it counts as stuck.
    pub fn compiler_limits(&self, configuration: usize) -> Limits {
        let small = Duration::from_millis(self.tool(configuration).calibration.milliseconds);
        let cpu = (small * self.patience.factor).max(self.patience.least).min(COMPILER_LIMITS.cpu);
        Limits { cpu, wall: cpu * 6, ..COMPILER_LIMITS }
    }

    /// What the program of a configuration may use.
    pub fn program_limits(&self, configuration: usize) -> Limits {
        let plain = build::program_limits(&self.tool(configuration).command, self.program_limits);
        match self.configurations[configuration].kind {
            Kind::Sanitized => sanitizer::limits(plain),
            _ => plain,
        }
    }

    /// The compiler of a configuration.
    pub fn tool(&self, configuration: usize) -> &Tool {
        &self.tools[self.configurations[configuration].tool]
    }

    /// Which tools take a case as it is meant.
    pub fn supporters(&self, case: &Case) -> Vec<bool> {
        self.tools.iter().map(|tool| !self.rules().set_aside(tool, case, Choices::default())).collect()
    }

    /// What is no news.
    pub fn rules(&self) -> &Rules {
        self.sets.rules()
    }

    /// Whether a configuration makes programs for another machine than its compiler does without options.
    pub fn is_elsewhere(&self, configuration: usize) -> bool {
        self.configurations[configuration].target != self.tool(configuration).calibration.target
    }

    /// Who made the compiler of a configuration.
    pub fn family(&self, configuration: usize) -> Family {
        self.tool(configuration).calibration.family
    }

    /// A configuration as one would type it.
    pub fn command(&self, configuration: usize) -> String {
        let Configuration { flags, .. } = &self.configurations[configuration];
        std::iter::once(self.tool(configuration).command.to_string())
            .chain(flags.iter().cloned())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// What builds a case to `output` in a shell; objects are put into `$work`.
    pub fn script(&self, configuration: usize, case: &Case, output: &str) -> String {
        let names = case.units.iter().map(|unit| unit.name.as_str());
        let parts = &self.configurations[configuration].parts;
        if parts.is_empty() {
            let names: Vec<&str> = names.collect();
            return command_line(&self.command(configuration), &format!("-o {output} {}", names.join(" ")));
        }
        let object = |number: usize| format!("\"$work/{number}.o\"");
        let objects: Vec<String> = (0..parts.len()).map(object).collect();
        let compiled = parts.iter().zip(names).enumerate().map(|(number, (part, name))| {
            let command = [&[self.tools[part.tool].command.to_string()], &part.flags[..]].concat().join(" ");
            command_line(&command, &format!("-c -o {} {name}", object(number)))
        });
        let linked = command_line(&self.command(configuration), &format!("-o {output} {}", objects.join(" ")));
        format!("{{ {}; }}", compiled.chain([linked]).collect::<Vec<_>>().join(" && "))
    }

    /// A configuration in few words: what findings of one look have in common.
    pub fn name(&self, configuration: usize) -> String {
        let label = &self.configurations[configuration].label;
        format!("{} {label}", self.tool(configuration).name).trim_end().to_owned()
    }
}
