//! How a campaign shows how far it has come, on standard error.
//!
//! On a terminal that is a screen of its own, or a line that is written over; elsewhere only what happens is told, and with
//! `-v` a line each minute. What is shown are views of the same events that stand in `events.jsonl`.

pub(crate) mod terminal;
pub(crate) mod view;

use std::collections::VecDeque;
use std::io::{IsTerminal, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use kiln_campaign::events::Begun;
use kiln_campaign::status::Status;

use self::terminal::Display;
use self::view::View;
use crate::cli::{Common, Format};
use crate::exit_code::Failure;
use crate::messages::wants_color;
use crate::{output, summary};

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ui {
    /// A screen on a terminal, else only what happens
    Auto,
    /// A screen with all numbers
    Screen,
    /// A line that is written over
    Line,
}

impl Ui {
    /// Complains of a screen where there can be none.
    pub(crate) fn check(self) -> Result<(), Failure> {
        match self {
            Ui::Screen if !has_screen() => {
                Err(Failure::Usage("--ui screen: standard error is no terminal that can show it".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// Whether standard error is a terminal that can move its cursor.
fn has_screen() -> bool {
    let is_plain = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    std::io::stderr().is_terminal() && !is_plain
}

/// Where there is no terminal, with `-v`, a line so often.
const QUIET_TIME: Duration = Duration::from_mins(1);

/// Speeds are told over this time.
const LATELY: Duration = Duration::from_secs(10);

/// What is shown on standard error while a campaign runs.
pub(crate) struct Screen {
    shown: Shown,
    /// The campaign's directory.
    directory: String,
    /// Results that wait until the screen gives the terminal back.
    held: Vec<String>,
    /// Time, programs and compiler runs at the last moments.
    moments: VecDeque<(Duration, u64, u64)>,
    stop: Arc<AtomicBool>,
}

enum Shown {
    /// Nothing at all.
    Nothing,
    /// What happens; a line of progress now and then.
    Lines { every: Option<Duration>, last: Instant },
    /// A line that is written over, if it is there.
    Line { is_there: bool },
    /// The screen.
    Screen { display: Display, colored: bool },
}

impl Screen {
    pub(crate) fn new(ui: Ui, common: &Common, directory: &Path, stop: Arc<AtomicBool>) -> Screen {
        let is_terminal = std::io::stderr().is_terminal();
        let shown = match ui {
            _ if common.quiet || common.format == Format::Json => Shown::Nothing,
            _ if !is_terminal || (ui == Ui::Auto && !has_screen()) => {
                Shown::Lines { every: common.verbose.then_some(QUIET_TIME), last: Instant::now() }
            }
            Ui::Line => Shown::Line { is_there: false },
            Ui::Auto | Ui::Screen => match Display::open() {
                Some(display) => Shown::Screen { display, colored: wants_color(common.color, true) },
                None => Shown::Line { is_there: false },
            },
        };
        let directory = directory.display().to_string();
        Screen { shown, directory, held: Vec::new(), moments: VecDeque::new(), stop }
    }

    /// What is going to be done.
    pub(crate) fn begin(&mut self, begun: &Begun) {
        let tools: Vec<&str> = begun.compilers.iter().map(|it| it.compiler.as_str()).collect();
        let n: usize = begun.compilers.iter().map(|it| it.levels.len()).sum();
        let text = format!(
            "kiln: {} in {n} configurations, seed {}, findings in {}\n",
            tools.join(", "),
            begun.seed,
            self.directory
        );
        // On the screen it would be gone at once.
        if matches!(self.shown, Shown::Lines { .. } | Shown::Line { .. }) {
            write(&text);
        }
    }

    /// How far it has come.
    pub(crate) fn progress(&mut self, status: &Status) {
        let lately = self.lately(status);
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Lines { every, last } => {
                if every.is_some_and(|every| last.elapsed() >= every) {
                    *last = Instant::now();
                    write(&format!("{}\n", summary::one_line(status)));
                }
            }
            Shown::Line { is_there } => {
                write(&format!("\r\x1b[K{}", summary::one_line(status)));
                *is_there = true;
            }
            Shown::Screen { display, colored } => {
                let stopping = self.stop.load(Ordering::Relaxed);
                display.draw(&View { status, directory: &self.directory, lately, colored: *colored, stopping });
            }
        }
    }

    /// Programs and compiler runs per second, lately.
    fn lately(&mut self, status: &Status) -> (f64, f64) {
        let now = (status.elapsed, status.cases_now, status.compilations_now);
        while self.moments.front().is_some_and(|(time, ..)| status.elapsed.saturating_sub(*time) > LATELY) {
            self.moments.pop_front();
        }
        let then = self.moments.front().copied().unwrap_or_default();
        self.moments.push_back(now);
        let seconds = now.0.saturating_sub(then.0).as_secs_f64().max(0.1);
        let per_second = |n: u64| u32::try_from(n).map_or(f64::INFINITY, f64::from) / seconds;
        (per_second(now.1.saturating_sub(then.1)), per_second(now.2.saturating_sub(then.2)))
    }

    /// Hands a result over. While the screen has the same terminal, it waits.
    pub(crate) fn result(&mut self, text: String) {
        match &mut self.shown {
            Shown::Screen { .. } if std::io::stdout().is_terminal() => return self.held.push(text),
            Shown::Line { is_there: is_there @ true } => {
                *is_there = false;
                write("\r\x1b[K");
            }
            _ => {}
        }
        // Whoever does not read the results any more can still read the folder.
        let _nobody_reads = output::write_next(text.as_bytes());
    }

    /// Gives the terminal back, and tells how it has ended.
    pub(crate) fn end(mut self, summary: &str) {
        let is_silent = matches!(self.shown, Shown::Nothing);
        if matches!(self.shown, Shown::Line { is_there: true }) {
            write("\r\x1b[K");
        }
        self.shown = Shown::Nothing;
        let held = std::mem::take(&mut self.held).concat();
        let _nobody_reads = output::write_next(held.as_bytes());
        if !is_silent {
            write(summary);
        }
    }
}

fn write(text: &str) {
    // When standard error is gone there is nobody left to tell.
    let _nobody_listens = std::io::stderr().lock().write_all(text.as_bytes());
}
