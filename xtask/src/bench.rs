//! `cargo xtask bench lang`, `meaning`, `arith`, `whole`, `campaign` and `reduce`: how fast front end, interpreter, generators and
//! campaigns are, and what reducers leave, as ratios.
//!
//! Times mean nothing on another machine, nor on this one while others use it. So every row compares
//! two things that are measured in turns in the same run, by CPU time, and takes the best or the
//! median of several rounds of each: what disturbs one disturbs the other.
//!
//! What stands between the figures and the goals is in ARCHITECTURE.md, under Speed.
//!
//! The rows about the front end are in [`lang`], those about the interpreter in [`meaning`], those about generated arithmetic
//! in [`arith`], about whole programs in [`whole`], those about campaigns in [`campaign`], those about reducers in [`reduce`]; [`row`] has
//! the table they go to; [`clock`] has the CPU times of this process and of its children. For the front
//! end, [`opponent`] runs compilers on files; [`programs`] are the texts, and [`built`] programs made by
//! code. For the interpreter, [`native`] makes and runs executables, [`subject`] is a program that kiln
//! runs, [`kernels`] are the programs of `xtask/data/kernels`, and [`peak`] is about memory.

use crate::task_error::TaskError;

mod arith;
mod built;
mod campaign;
pub(crate) mod clock;
mod kernels;
mod lang;
mod meaning;
mod native;
mod opponent;
pub(crate) mod peak;
mod programs;
mod reduce;
mod row;
mod subject;
mod whole;

/// Options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: What,
}

/// What is measured.
#[derive(Debug, clap::Subcommand)]
enum What {
    /// The front end, against compilers
    Lang(lang::LangArgs),
    /// The interpreter, against what gcc makes of the same programs
    Meaning(meaning::MeaningArgs),
    /// The generator of arithmetic, against what gcc takes for its programs
    Arith(arith::ArithArgs),
    /// The generator of whole programs, against Csmith
    Whole(whole::WholeArgs),
    /// A campaign, against the compilers it runs and a loop of the shell
    Campaign(campaign::CampaignArgs),
    /// The reducer, against C-Reduce, C-Vise, Shrink Ray and treereduce
    Reduce(reduce::ReduceArgs),
}

/// Measures and shows; a bar that is missed is an error.
pub(crate) fn run(args: &BenchArgs) -> Result<(), TaskError> {
    match &args.what {
        What::Lang(args) => lang::run(args),
        What::Meaning(args) => meaning::run(args),
        What::Arith(args) => arith::run(args),
        What::Whole(args) => whole::run(args),
        What::Campaign(args) => campaign::run(args),
        What::Reduce(args) => reduce::run(args),
    }
}
