//! Programs that nobody trusts: compilers on inputs made to break them, and what they have compiled.
//!
//! Each [`Slot`] has a directory and a *runner*, a small process of its own: kiln again, started with a hidden command. The
//! runner confines itself once (`confine`), then starts one program after the other under limits (`protocol`), and kills
//! each with everything it has started (`tree`) before it answers. A small process starts others quickly, however much
//! memory kiln has; a runner that dies is replaced; and when kiln dies, its runners notice, kill what they run, and go.
//!
//! `scratch` is where the directories of slots are, and how those of a kiln that was killed are recognised.

mod confine;
pub mod escape;
mod protocol;
mod scratch;
mod serve;
mod slot;
mod system_calls;
mod tree;

pub use confine::{Confinement, Strength};
pub use protocol::{End, Limits, Reply, Request};
pub use scratch::Scratch;
pub use serve::{PATH, serve};
pub use slot::{COMMAND, PRIVATE, RunnerError, RunnerProgram, Slot};
