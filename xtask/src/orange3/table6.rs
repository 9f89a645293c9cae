//! `cargo xtask orange3 table6`: how many operations are inserted to avoid undefined behaviour, as in the paper's table 6.
//!
//! The paper does not say how it draws values, and that decides: there is a table for each way that kiln has. Every program is run
//! by the interpreter as well: nothing undefined is left.
//!
//! A program of 10 operators has about one insertion, give or take one, so the mean of 400 of them is known to 5 % only. All
//! figures are means over the same number of operators.

use kiln_case::Choices;
use kiln_generate::arith::{Mend, Options, Preset, Values, make};
use kiln_generate::words::Words as _;
use kiln_lang::Options as Dialect;
use kiln_meaning::{End, Outcome, Settings};

use crate::agreement::show;
use crate::task_error::TaskError;

/// Options of `cargo xtask orange3 table6`.
#[derive(Debug, clap::Args)]
pub(crate) struct Table6Args {
    /// How many programs of 1,000 operators for each figure; of smaller ones as many more as they are smaller
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(10..))]
    programs: u64,
}

/// The paper's sizes and figures: insertion alone, and with flipping.
const PAPER: [(u32, f64, f64); 3] = [(10, 0.38, 0.22), (100, 5.07, 3.02), (1000, 49.51, 30.77)];

/// The largest of these sizes.
const LARGEST: u64 = 1000;

/// What flipping has to save at least.
const MOST: f64 = 0.9;

/// Makes the table.
pub(crate) fn run(args: &Table6Args) -> Result<(), TaskError> {
    show(&format!("operations inserted per program, means over {} operators\n\n", args.programs * LARGEST));
    show("values      size   insertion  (paper)   flipping  (paper)   ratio\n");
    let mut missed = Vec::new();
    for &(word, values, _) in Values::ALL {
        for (size, insertion, flipping) in PAPER {
            let programs = args.programs * LARGEST / u64::from(size);
            let inserted = mean_inserted(programs, size, values, Mend::Insert)?;
            let flipped = mean_inserted(programs, size, values, Mend::Flip)?;
            let ratio = flipped / inserted;
            show(&format!(
                "{word:<10} {size:>5} {inserted:>11.2} {insertion:>9.2} {flipped:>10.2} {flipping:>9.2} {ratio:>7.2}\n"
            ));
            if ratio > MOST {
                missed.push(format!("{word}, {size}: {ratio:.2}"));
            }
        }
    }
    if missed.is_empty() {
        Ok(())
    } else {
        Err(TaskError::CheckFailed(format!("flipping saves less than a tenth: {}", missed.join("; "))))
    }
}

/// The mean number of operations that were inserted.
#[expect(clippy::cast_precision_loss, reason = "it is shown with two digits")]
fn mean_inserted(programs: u64, size: u32, values: Values, mend: Mend) -> Result<f64, TaskError> {
    let options = Options { product: size, values, mend, ..Preset::Flipping.options() };
    let mut sum = 0;
    for seed in 0..programs {
        let made = make(&Choices::new(seed), &options, Dialect::default())
            .map_err(|error| TaskError::CheckFailed(error.to_string()))?;
        sum += made.counts.inserted;
        match kiln_meaning::run(&made.program, &Settings::default()).outcome {
            Outcome::Ended(ended) if ended.how == End::Status(0) => {}
            other => return Err(TaskError::CheckFailed(format!("seed {seed} of size {size}: {other:?}"))),
        }
    }
    Ok(sum as f64 / programs as f64)
}
