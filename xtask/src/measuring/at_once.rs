//! All programs on several threads, and the findings in the order of the programs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::progress::Progress;
use crate::task_error::TaskError;

/// Calls `examine` for every subject. Each thread has a worker of its own.
pub(crate) fn examine_all<S: Sync, W: Default, F: Clone + Send>(
    subjects: &[S],
    jobs: Option<usize>,
    examine: impl Fn(&S, &mut W) -> Result<F, TaskError> + Sync,
) -> Result<Vec<F>, TaskError> {
    let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut findings: Vec<Option<F>> = vec![None; subjects.len()];
    std::thread::scope(|scope| {
        for _ in 0..jobs.unwrap_or(n_cores).max(1) {
            let (sender, next, examine) = (sender.clone(), &next, &examine);
            scope.spawn(move || {
                let mut worker = W::default();
                while let Some((idx, subject)) = take(next, subjects) {
                    let finding = examine(subject, &mut worker);
                    if sender.send((idx, finding)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut progress = Progress::new(findings.len());
        // On an error the receiver goes away, upon which every thread ends after its program.
        for (idx, finding) in receiver {
            findings[idx] = Some(finding?);
            progress.step();
        }
        progress.end();
        Ok::<(), TaskError>(())
    })?;
    Ok(findings.into_iter().flatten().collect())
}

fn take<'a, S>(next: &AtomicUsize, subjects: &'a [S]) -> Option<(usize, &'a S)> {
    let idx = next.fetch_add(1, Ordering::Relaxed);
    subjects.get(idx).map(|subject| (idx, subject))
}
