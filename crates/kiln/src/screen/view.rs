//! What the status screen shows, as a pure function of a status: panels of text that are put side by side as far as there is
//! room, the most important first.

use std::time::Duration;

use kiln_campaign::follow::Following;
use kiln_campaign::judge::Class;
use kiln_campaign::status::{ConfigurationStatus, Status};
use kiln_campaign::tally::Verdict;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::rates::{others, percent, rate};

/// A status and what is known beside it.
pub(crate) struct View<'a> {
    pub(crate) status: &'a Status,
    /// The campaign's directory.
    pub(crate) directory: &'a str,
    /// Programs and compiler runs per second, lately.
    pub(crate) lately: (f64, f64),
    pub(crate) colored: bool,
    /// Whether the campaign was told to stop.
    pub(crate) stopping: bool,
}

/// A title and lines of text. The lines are cut where there is no room.
struct Panel {
    title: &'static str,
    lines: Vec<String>,
}

impl Panel {
    fn height(&self) -> u16 {
        u16::try_from(self.lines.len() + 1).unwrap_or(u16::MAX)
    }
}

/// Columns that panels need to be read.
const PANEL_WIDTH: u16 = 40;

/// Draws a status.
pub(crate) fn draw(frame: &mut Frame<'_>, view: &View<'_>) {
    let area = frame.area();
    let painter = Painter { colored: view.colored };
    let mut top = 0;
    painter.header(frame, Rect { height: area.height.min(1), ..area }, &header(view));
    top += 1;
    let small = [progress(view), found(view), stages(view), sources(view)];
    let columns = usize::from((area.width / PANEL_WIDTH).clamp(1, 4));
    for row in small.chunks(columns) {
        let height = row.iter().map(Panel::height).max().unwrap_or(0);
        let width = area.width / u16::try_from(columns).unwrap_or(1);
        for (panel, left) in row.iter().zip((0..).step_by(usize::from(width.max(1)))) {
            painter.panel(frame, Rect { x: left, y: top, width, height }, panel);
        }
        top = top.saturating_add(height);
    }
    let (compilers, last) = (compilers(view), last(view));
    let rest = area.height.saturating_sub(top);
    if area.width >= 3 * PANEL_WIDTH {
        // Half a screen is wide enough for either.
        let width = area.width / 2;
        painter.panel(frame, Rect { x: 0, y: top, width, height: rest }, &compilers);
        painter.panel(frame, Rect { x: width, y: top, width: area.width - width, height: rest }, &last);
    } else {
        // The last findings get what the compilers leave, but not less than two of them have room.
        let height = compilers.height().min(rest.saturating_sub(LEAST_LAST));
        painter.panel(frame, Rect { x: 0, y: top, width: area.width, height }, &compilers);
        let below = Rect { x: 0, y: top.saturating_add(height), width: area.width, height: rest - height };
        painter.panel(frame, below, &last);
    }
}

/// A title and two findings.
const LEAST_LAST: u16 = 3;

/// How things look.
struct Painter {
    colored: bool,
}

impl Painter {
    fn style(&self, color: Color) -> Style {
        if self.colored { Style::new().fg(color) } else { Style::new() }
    }

    fn header(&self, frame: &mut Frame<'_>, area: Rect, text: &str) {
        let style = self.style(Color::Cyan).add_modifier(Modifier::BOLD);
        self.put(frame, area, vec![Line::styled(text.to_owned(), style)]);
    }

    fn panel(&self, frame: &mut Frame<'_>, area: Rect, panel: &Panel) {
        let width = usize::from(area.width.saturating_sub(1));
        let rule = "─".repeat(width.saturating_sub(panel.title.len() + 4));
        let title = format!("── {} {rule}", panel.title);
        let mut lines = vec![Line::styled(title, self.style(Color::Blue))];
        lines.extend(panel.lines.iter().map(|line| self.line(line, width)));
        self.put(frame, area, lines);
    }

    /// Bars are coloured, and so is what has gone wrong.
    fn line<'a>(&self, text: &str, width: usize) -> Line<'a> {
        let text: String = text.chars().take(width).collect();
        match text.find('█') {
            Some(place) => {
                let (words, bar) = text.split_at(place);
                Line::from(vec![Span::raw(words.to_owned()), Span::styled(bar.to_owned(), self.style(Color::Green))])
            }
            None => Line::raw(text),
        }
    }

    fn put(&self, frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>) {
        let area = area.intersection(frame.area());
        frame.render_widget(Paragraph::new(lines), area);
    }
}

fn header(view: &View<'_>) -> String {
    let Status { kiln, seed, elapsed, machine, .. } = view.status;
    let state = if view.stopping { "  stopping: what was begun is finished" } else { "" };
    format!(
        "kiln {kiln}  {}  seed {seed}  {}  load {:.1} on {} processors, {} at once{state}",
        view.directory,
        clock(*elapsed),
        machine.load,
        machine.processors,
        machine.slots,
    )
}

/// `1:02:03`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn progress(view: &View<'_>) -> Panel {
    let total = view.status.total();
    let (programs, runs) = view.lately;
    let mut lines = vec![
        format!("{:<14}{:>9}{programs:>8.1} /s", "programs", total.cases),
        format!("{:<14}{:>9}{runs:>8.1} /s", "compiler runs", total.compilations),
        format!("{:<14}{:>9}", "program runs", total.executions),
    ];
    let odd = [
        ("not shown again", total.flaky),
        ("say nothing", total.inconclusive),
        ("not supported", total.unsupported),
        ("known", total.known),
        ("left out", total.skipped),
    ];
    lines.extend(odd.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what:<15}{n:>8}")));
    Panel { title: "Progress", lines }
}

fn found(view: &View<'_>) -> Panel {
    let status = view.status;
    let mut lines = vec![format!("{:<22}{:>7}{:>7}", "", "unique", "all")];
    for class in Class::ALL {
        let found = status.of_class(class);
        if found.findings > 0 {
            lines.push(format!("{:<22}{:>7}{:>7}", class.name(), found.unique, found.findings));
        }
    }
    if lines.len() == 1 {
        lines = vec!["nothing found".to_owned()];
    }
    if status.doubtful > 0 {
        lines.push(format!("{:<22}{:>7}{:>7}", "doubtful", "", status.doubtful));
    }
    if status.quarantined > 0 {
        lines.push(format!("kiln contradicts itself: {}", status.quarantined));
    }
    if let Some(time) = status.last_new {
        lines.push(format!("last new one {} ago", ago(status, time)));
    }
    lines.extend(reduced(&status.reduce));
    Panel { title: "Findings", lines }
}

/// What is done with findings.
fn reduced(following: &Following) -> Vec<String> {
    let Following { share, waiting, done, refused, at } = following;
    if *share == 0.0 {
        return Vec::new();
    }
    let refused = if *refused > 0 { format!(", not {refused}") } else { String::new() };
    let line = format!("reduced {done}, waiting {waiting}{refused}");
    let at = at.iter().map(|at| format!(" {at}"));
    std::iter::once(line).chain(at).collect()
}

fn ago(status: &Status, time: u64) -> String {
    clock(Duration::from_secs(status.time.saturating_sub(time)))
}

fn stages(view: &View<'_>) -> Panel {
    let stages = view.status.total().stages();
    let all = stages.iter().map(|(_, time)| *time).sum::<Duration>();
    let line = |(stage, time): &(&str, Duration)| {
        let share = share(*time, all);
        // The widest bar is half a panel.
        let bar = "█".repeat((share * f64::from(PANEL_WIDTH) / 2.0).round() as usize);
        format!("{stage:<10}{:>6}  {bar}", format!("{:.0} %", share * 100.0))
    };
    Panel { title: "CPU time", lines: stages.iter().filter(|(_, time)| !time.is_zero()).map(line).collect() }
}

/// A part of a time.
pub(crate) fn share(part: Duration, all: Duration) -> f64 {
    if all.is_zero() { 0.0 } else { part.as_secs_f64() / all.as_secs_f64() }
}

fn sources(view: &View<'_>) -> Panel {
    let all: Duration = view.status.sources.values().map(|source| source.counts.slot_time).sum();
    let mut lines = vec![format!("{:<10}{:>6}{:>10}{:>7}{:>6}", "", "time", "programs", "unique", "all")];
    for (name, source) in &view.status.sources {
        let time = format!("{:.0} %", share(source.counts.slot_time, all) * 100.0);
        let found = source.found;
        lines.push(format!("{name:<10}{time:>6}{:>10}{:>7}{:>6}", source.counts.cases, found.unique, found.findings));
    }
    Panel { title: "Sources", lines }
}

/// One row per compiler, all levels together.
fn compilers(view: &View<'_>) -> Panel {
    let all: Duration = view.status.configurations.iter().map(|it| it.cpu).sum();
    let mut lines = vec![format!(
        "{:<12}{:<10}{:>10}{:>9}{:>11}{:>9}{:>9}{:>7}",
        "", "version", "runs", "crashes", "wrong code", "rate", "others", "CPU"
    )];
    let mut rows: Vec<(&str, &str, Sum)> = Vec::new();
    for it in &view.status.configurations {
        match rows.iter_mut().find(|(name, version, _)| *name == it.compiler && *version == it.version) {
            Some((_, _, sum)) => sum.add(it),
            None => {
                let mut sum = Sum::default();
                sum.add(it);
                rows.push((&it.compiler, &it.version, sum));
            }
        }
    }
    for (name, version, sum) in rows {
        let rate = rate(sum.wrong_code, sum.judged).filter(|rate| *rate > 0.0).map(percent).unwrap_or_default();
        lines.push(format!(
            "{:<12}{:<10}{:>10}{:>9}{:>11}{rate:>9}{:>9}{:>7}",
            cut(name, 11),
            cut(short_version(version), 9),
            sum.tried,
            sum.crashes,
            sum.wrong_code,
            sum.others,
            format!("{:.0} %", share(sum.cpu, all) * 100.0),
        ));
    }
    Panel { title: "Compilers", lines }
}

/// What a compiler has done at all levels.
#[derive(Default)]
struct Sum {
    tried: u64,
    judged: u64,
    crashes: u64,
    wrong_code: u64,
    others: u64,
    cpu: Duration,
}

impl Sum {
    fn add(&mut self, it: &ConfigurationStatus) {
        self.tried += it.tried();
        self.judged += it.judged();
        self.crashes += it.of(Verdict::Bug(Class::CompilerCrash));
        self.wrong_code += it.of(Verdict::Bug(Class::WrongCode));
        self.others += others(it);
        self.cpu += it.cpu;
    }
}

/// The number in what a compiler says of itself: `12.2.0`.
fn short_version(says: &str) -> &str {
    let words = says.split(|c: char| !(c.is_ascii_digit() || c == '.')).map(|word| word.trim_matches('.'));
    words.into_iter().find(|word| word.contains('.')).unwrap_or_default()
}

fn cut(text: &str, n_chars: usize) -> &str {
    text.char_indices().nth(n_chars).map_or(text, |(place, _)| &text[..place])
}

fn last(view: &View<'_>) -> Panel {
    let line = |it: &kiln_campaign::status::LastFinding| {
        let alike = if it.alike == 0 { "new".to_owned() } else { format!("+{}", it.alike) };
        format!("{}  {} ago  {alike:<5} {}", it.name, ago(view.status, it.time), it.key)
    };
    let mut lines: Vec<String> = view.status.last.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("none yet".to_owned());
    }
    Panel { title: "Last findings", lines }
}

#[cfg(test)]
mod tests;
