//! Compilers and the options they are tried with.

use std::time::Duration;

use kiln_case::Case;
use kiln_toolchain::build::{COMPILER_LIMITS, PROGRAM_LIMITS};
use kiln_toolchain::calibrate::{Calibration, Family};
use kiln_toolchain::compiler::CompilerCommand;
use kiln_toolchain::runner::Limits;

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
    /// What the program runs on.
    pub target: Option<String>,
    /// Whether its objects are linked like those of the compiler without any options.
    pub links_plainly: bool,
}

/// All compilers with all options.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The compilers.
    pub tools: Vec<Tool>,
    /// The ways to translate a case.
    pub configurations: Vec<Configuration>,
    /// How long one waits for compilers.
    pub patience: Patience,
    /// What compiled programs may use.
    pub program_limits: Limits,
}

impl Matrix {
    /// Each compiler with each of its levels.
    pub fn new(tools: Vec<Tool>) -> Matrix {
        let mut configurations = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            for level in &tool.calibration.levels {
                configurations.push(Configuration {
                    tool: index,
                    flags: flags(&tool.calibration, level),
                    level: level.clone(),
                    target: tool.calibration.target.clone(),
                    links_plainly: true,
                });
            }
        }
        Matrix { tools, configurations, patience: Patience::default(), program_limits: PROGRAM_LIMITS }
    }

    /// What the compiler of a configuration may use before it counts as stuck.
    pub fn compiler_limits(&self, configuration: usize) -> Limits {
        let small = Duration::from_millis(self.tool(configuration).calibration.milliseconds);
        let cpu = (small * self.patience.factor).max(self.patience.least).min(COMPILER_LIMITS.cpu);
        Limits { cpu, wall: cpu * 6, ..COMPILER_LIMITS }
    }

    /// The compiler of a configuration.
    pub fn tool(&self, configuration: usize) -> &Tool {
        &self.tools[self.configurations[configuration].tool]
    }

    /// Whether the compiler of a configuration has all extensions that a case uses.
    pub fn supports(&self, configuration: usize, case: &Case) -> bool {
        supports(self.tool(configuration), case)
    }

    /// Which tools have all extensions that a case uses.
    pub fn supporters(&self, case: &Case) -> Vec<bool> {
        self.tools.iter().map(|tool| supports(tool, case)).collect()
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

    /// A configuration in few words.
    pub fn name(&self, configuration: usize) -> String {
        format!("{} {}", self.tool(configuration).name, self.configurations[configuration].level).trim_end().to_owned()
    }
}

fn supports(tool: &Tool, case: &Case) -> bool {
    let uses = |word: &String| {
        case.units.iter().any(|unit| unit.text.windows(word.len()).any(|bytes| bytes == word.as_bytes()))
    };
    !tool.calibration.lacks.iter().any(uses)
}

/// What a level is used with: warnings are of no interest, and a product and a sum stay two operations.
fn flags(calibration: &Calibration, level: &str) -> Vec<String> {
    let can = |ability: &str| calibration.abilities.iter().any(|name| name == ability);
    let mut flags: Vec<String> = vec!["-w".to_owned()];
    flags.extend((!level.is_empty()).then(|| level.to_owned()));
    flags.extend(can("no-contraction").then(|| "-ffp-contract=off".to_owned()));
    flags.extend(can("math").then(|| "-lm".to_owned()));
    flags
}
