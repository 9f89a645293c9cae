//! How far it is, on standard error: in place on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A count of programs that grows.
pub(crate) struct Progress {
    n_all: u64,
    n_done: u64,
    start: Instant,
    shown: Instant,
    interval: Duration,
    line_end: &'static str,
}

impl Progress {
    pub(crate) fn new(n_all: usize) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        let interval = Duration::from_millis(if is_terminal { 200 } else { 15_000 });
        let line_end = if is_terminal { "\r" } else { "\n" };
        let now = Instant::now();
        Progress { n_all: n_all as u64, n_done: 0, start: now, shown: now, interval, line_end }
    }

    pub(crate) fn step(&mut self) {
        self.n_done += 1;
        if self.shown.elapsed() >= self.interval {
            self.shown = Instant::now();
            self.show();
        }
    }

    pub(crate) fn end(&self) {
        self.show();
        if self.line_end == "\r" {
            say("\n");
        }
    }

    fn show(&self) {
        let Progress { n_all, n_done, line_end, .. } = self;
        let millis = self.start.elapsed().as_millis() as u64;
        let rate = n_done * 1000 / millis.max(1);
        let left = (n_all - n_done) * millis / 1000 / (*n_done).max(1);
        say(&format!("{n_done} of {n_all} programs, {rate} per s, {left} s left   {line_end}"));
    }
}

fn say(text: &str) {
    // When standard error is gone there is nobody left to tell.
    let _nobody_listens = std::io::stderr().lock().write_all(text.as_bytes());
}
