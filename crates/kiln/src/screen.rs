//! How a campaign shows how far it has come: a line that is written over on a terminal, now and then a line elsewhere.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use kiln_campaign::judge::Class;
use kiln_campaign::matrix::Matrix;
use kiln_campaign::status::{Counts, Status};

use crate::cli::{Common, Format};

/// Where there is no terminal, a line so often.
const QUIET_TIME: Duration = Duration::from_secs(10);

/// What is shown on standard error while a campaign runs.
pub(crate) struct Screen {
    is_terminal: bool,
    is_silent: bool,
    shown: bool,
    last: Instant,
}

impl Screen {
    pub(crate) fn new(common: &Common, is_terminal: bool) -> Screen {
        let is_silent = common.quiet || common.format == Format::Json;
        Screen { is_terminal, is_silent, shown: false, last: Instant::now() }
    }

    /// What is going to be done.
    pub(crate) fn begin(&mut self, matrix: &Matrix, directory: &Path, seed: u64) {
        let tools: Vec<&str> = matrix.tools.iter().map(|tool| tool.name.as_str()).collect();
        let n = matrix.configurations.len();
        self.write(&format!(
            "kiln: {} in {n} configurations, seed {seed}, findings in {}\n",
            tools.join(", "),
            directory.display(),
        ));
    }

    /// How far it has come.
    pub(crate) fn progress(&mut self, status: &Status) {
        if self.is_terminal {
            self.clear();
            self.write(&one_line(status));
            self.shown = true;
        } else if self.last.elapsed() >= QUIET_TIME {
            self.last = Instant::now();
            self.write(&format!("{}\n", one_line(status)));
        }
    }

    /// Makes room for something that stays.
    pub(crate) fn clear(&mut self) {
        if self.shown {
            self.write("\r\x1b[K");
            self.shown = false;
        }
    }

    /// How it has ended.
    pub(crate) fn end(&mut self, status: &Status, directory: &Path) {
        self.clear();
        let total = status.total();
        let mut text = vec![format!("kiln: {}\n", one_line(status))];
        text.push(format!("      {}\n", shares(&total)));
        let odd = [
            (total.flaky, "suspicions that did not show again"),
            (total.inconclusive, "compilers or programs that waited too long on this machine"),
            (total.unsupported, "compilations of something that the compiler does not support"),
        ];
        for (n, what) in odd.iter().filter(|(n, _)| *n > 0) {
            text.push(format!("      {n} {what}\n"));
        }
        if status.found().findings + status.doubtful > 0 {
            text.push(format!("      kiln findings -o {} lists what was found\n", directory.display()));
        }
        if status.quarantined > 0 {
            text.push(format!("      kiln contradicts itself: see {}\n", directory.join("quarantine").display()));
        }
        self.write(&text.concat());
    }

    fn write(&self, text: &str) {
        if !self.is_silent {
            // When standard error is gone there is nobody left to tell.
            let _nobody_listens = std::io::stderr().lock().write_all(text.as_bytes());
        }
    }
}

fn one_line(status: &Status) -> String {
    let seconds = status.elapsed.as_secs();
    let tenths = u128::from(status.cases_now) * 10_000 / status.elapsed.as_millis().max(1);
    let rate = format!("{}.{}", tenths / 10, tenths % 10);
    let found: Vec<String> = Class::ALL
        .iter()
        .map(|&class| (status.of_class(class).findings, class.name()))
        .filter(|(n, _)| *n > 0)
        .map(|(n, name)| format!("{n} {name}"))
        .collect();
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    let doubtful = if status.doubtful > 0 { format!(", {} doubtful", status.doubtful) } else { String::new() };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{hours}:{minutes:02}:{seconds:02}  {} programs, {rate}/s  {found}{doubtful}", status.total().cases)
}

/// Where the CPU time has gone.
fn shares(total: &Counts) -> String {
    let all = (total.own_cpu + total.compiler_cpu + total.program_cpu).as_secs_f64().max(0.001);
    let share = |part: Duration| 100.0 * part.as_secs_f64() / all;
    format!(
        "{} runs of compilers; of the CPU time {:.1} % compilers, {:.1} % their programs, {:.1} % kiln",
        total.compilations,
        share(total.compiler_cpu),
        share(total.program_cpu),
        share(total.own_cpu),
    )
}
