//! Several candidates at a time, each on a thread of its own.

use std::thread;
use std::time::Duration;

use kiln_toolchain::clock::thread_cpu;

/// Stack of a thread that reads, edits and runs programs; deep trees take more than is usual.
const STACK_BYTES: usize = 256 << 20;

/// Does something with each of some things at once; the answers in their order, and the CPU time of all threads.
pub(crate) fn each<T: Copy + Send, A: Send>(
    things: &[T],
    work: impl Fn(T) -> A + Sync,
) -> std::io::Result<(Vec<A>, Duration)> {
    let work = &work;
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for &thing in things {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            threads.push(builder.spawn_scoped(scope, move || (work(thing), thread_cpu()))?);
        }
        let join = |thread: thread::ScopedJoinHandle<'_, (A, Duration)>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let (answers, times): (Vec<A>, Vec<Duration>) = threads.into_iter().map(join).unzip();
        Ok((answers, times.into_iter().sum()))
    })
}
