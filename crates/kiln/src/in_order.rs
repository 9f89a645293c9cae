//! Many things at once, and their results in order.
//!
//! Every worker takes the next item that nobody has; a result that comes early waits until those before it are there. So
//! what is shown does not depend on the number of workers.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::exit_code::Failure;

/// Stack for running programs. A C function that a library function calls back takes native stack, up to the bound
/// on calls; the system gives no more memory than is touched.
const STACK_BYTES: usize = 256 << 20;

/// Calls `work` for each item on `jobs` threads, or on this one if one is enough, and `take` for each result in the order of
/// the items, on this thread. A panic in `work` is a result like others, and `take` can end the whole.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(thread::Result<R>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    if jobs.min(items.len()) <= 1 {
        // A thread has memory of its own to begin with: for a small program that is a twentieth of the time.
        for item in items {
            let result = one(|| catch_unwind(AssertUnwindSafe(|| work(item))))?;
            if take(result).is_break() {
                break;
            }
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for worker in 0..jobs.min(items.len()) {
            let (sender, next, stop, work) = (sender.clone(), &next, &stop, &work);
            let worker_loop = move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker_loop);
            match started {
                Err(source) if worker == 0 => return Err(Failure::Thread(source)),
                // Fewer workers do the same.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&expected) {
                expected += 1;
                if take(result).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

/// Calls `work` with a large stack, on this thread.
pub(crate) fn one<R>(work: impl FnOnce() -> R) -> Result<R, Failure> {
    // The stack is not asked for politely: whether there is room for it is.
    let mut room: Vec<u8> = Vec::new();
    let reserved = room.try_reserve_exact(STACK_BYTES);
    drop(std::hint::black_box(room));
    reserved.map_err(|_| Failure::Thread(ErrorKind::OutOfMemory.into()))?;
    Ok(stacker::grow(STACK_BYTES, work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..50).collect();
        let mut seen = Vec::new();
        let work = |item: &u64| {
            thread::sleep(std::time::Duration::from_micros(item * 37 % 11 * 100));
            *item
        };
        let take = |result: thread::Result<u64>| {
            seen.push(result.unwrap());
            if seen.len() < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        each(&items, 4, work, take).unwrap();
        assert_eq!(seen, items[..40]);
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        each(&[] as &[u8], 4, |_| (), |_| ControlFlow::Continue(())).unwrap();
    }
}
