//! The terminal while the status screen has it, and how it is given back: at the end, on a panic, on a signal.
//!
//! The screen is the terminal's second one, so that what stood there before comes back. Keys are not shown while it is up;
//! Ctrl-C and Ctrl-Z do what they always do. Whoever gives the terminal back does so once, and the screen stays off after a
//! panic, so that its message can be read.

use std::io::{Stderr, stderr, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::SIGTSTP;
use signal_hook::iterator::Signals;

use super::view::{self, View};

/// Whether the screen has the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Whether it may have it again.
static IS_GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// Whether everything has to be drawn anew.
static IS_STALE: AtomicBool = AtomicBool::new(false);

/// How the terminal treated keys before.
static KEYS: Mutex<Option<Termios>> = Mutex::new(None);

/// The screen.
pub(crate) struct Display {
    terminal: Terminal<CrosstermBackend<Stderr>>,
}

impl Display {
    /// Takes the terminal; nothing if it cannot be had.
    pub(crate) fn open() -> Option<Display> {
        restore_on_panic();
        restore_on_suspend();
        enter().ok()?;
        match Terminal::new(CrosstermBackend::new(stderr())) {
            Ok(terminal) => Some(Display { terminal }),
            Err(_no_size) => {
                leave();
                None
            }
        }
    }

    /// Draws a status, unless the terminal was given back.
    pub(crate) fn draw(&mut self, view: &View<'_>) {
        if !IS_SHOWN.load(Ordering::Relaxed) {
            return;
        }
        // `Terminal::clear` would ask the terminal for its cursor, switch all keys off, and wait for the answer.
        if IS_STALE.swap(false, Ordering::Relaxed)
            && execute!(stderr(), Clear(ClearType::All)).is_ok()
            && let Ok(terminal) = Terminal::new(CrosstermBackend::new(stderr()))
        {
            self.terminal = terminal;
        }
        // When standard error is gone there is nobody left to show it to.
        let _nobody_watches = self.terminal.draw(|frame| view::draw(frame, view));
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> std::io::Result<()> {
    if IS_GIVEN_UP.load(Ordering::Relaxed) {
        return Ok(());
    }
    execute!(stderr(), EnterAlternateScreen, Hide)?;
    if let Ok(before) = tcgetattr(stdin()) {
        let mut silent = before.clone();
        silent.local_modes -= LocalModes::ECHO | LocalModes::ICANON;
        *KEYS.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
        let _stays_as_it_is = tcsetattr(stdin(), OptionalActions::Now, &silent);
    }
    IS_STALE.store(true, Ordering::Relaxed);
    IS_SHOWN.store(true, Ordering::Relaxed);
    Ok(())
}

/// Gives the terminal back, if the screen has it.
pub(crate) fn leave() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        let _nobody_watches = execute!(stderr(), Show, LeaveAlternateScreen);
        if let Some(before) = KEYS.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _stays_as_it_is = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }
}

/// A panic is told on the terminal as it was, whichever thread it is in.
fn restore_on_panic() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            IS_GIVEN_UP.store(true, Ordering::Relaxed);
            leave();
            before(panic);
        }));
    });
}

/// Ctrl-Z gives the terminal to the shell; it is taken again when kiln goes on.
fn restore_on_suspend() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        // Without it, Ctrl-Z still works, on an ugly screen.
        let Ok(mut signals) = Signals::new([SIGTSTP]) else { return };
        let _not_started = std::thread::Builder::new().name("suspend".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let was_shown = IS_SHOWN.load(Ordering::Relaxed);
                leave();
                let _stopped = signal_hook::low_level::emulate_default_handler(signal);
                if was_shown {
                    let _nobody_watches = enter();
                }
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    /// Set where this test has started itself with a terminal of its own, in which it panics.
    const INNER: &str = "KILN_TEST_PANICS";

    #[test]
    #[expect(clippy::print_stderr, reason = "a test that cannot be done says so")]
    fn a_panic_gives_the_terminal_back() {
        if std::env::var_os(INNER).is_some() {
            let _display = Display::open().expect("there is a terminal");
            panic!("planted here");
        }
        let this = std::env::current_exe().expect("this program is a file");
        let name = "screen::terminal::tests::a_panic_gives_the_terminal_back";
        let command = format!("stty echo icanon; {} --exact {name} --nocapture; stty -a", this.display());
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).env("TERM", "xterm").env(INNER, "yes").stdin(Stdio::null());
        let Ok(output) = script.output() else {
            eprintln!("there is no `script` here, which makes terminals");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what:?} is not in {text:?}"));
        let (taken, given_back, told) = (place("\x1b[?1049h"), place("\x1b[?1049l"), place("planted here"));
        assert!(taken < given_back && given_back < told, "{text:?}");
        assert!(place("\x1b[?25h") < told && !text[told..].contains("\x1b[?1049h"), "{text:?}");
        let modes: Vec<&str> = text[told..].split_whitespace().collect();
        assert!(modes.contains(&"echo") && modes.contains(&"icanon"), "{text:?}");
    }
}
