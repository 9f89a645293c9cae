//! Programs of `arith` compute what they say.

use kiln_case::Choices;
use kiln_generate::arith::features::{Feature, Features};
use kiln_generate::arith::{Form, Mend, Options, Preset, Rounding, Values, lists, make};
use kiln_generate::words::Words;
use kiln_lang::tree::BinaryOp;
use kiln_lang::types::Basic;
use kiln_lang::{Options as Dialect, print};
use kiln_meaning::{End, Outcome, Settings, run};

fn is_right(seed: u64, options: &Options) {
    let made = make(&Choices::new(seed), options, Dialect::default()).expect("the options are right");
    let text = || print::canonical(&made.program);
    match run(&made.program, &Settings::default()).outcome {
        Outcome::Ended(ended) => {
            let output = String::from_utf8_lossy(&ended.output);
            assert_eq!(ended.how, End::Status(0), "seed {seed}: {output}\n{}", text());
            let lines = match options.form {
                Form::Check => made.counts.expressions as usize,
                Form::Checksum => 1,
            };
            assert_eq!(output.lines().count(), lines);
        }
        other => panic!("seed {seed}: {other:?}\n{}", text()),
    }
}

#[test]
fn every_expected_value_is_what_the_interpreter_computes() {
    for seed in 0..40 {
        for &(_, values, _) in Values::ALL {
            for mend in [Mend::Insert, Mend::Flip] {
                for &(_, rounding, _) in Rounding::ALL {
                    let form = if seed % 2 == 0 { Form::Check } else { Form::Checksum };
                    is_right(seed, &Options { product: 200, mend, values, rounding, form, ..Options::default() });
                }
            }
        }
    }
}

#[test]
fn the_presets_of_the_paper_work() {
    for (_, preset, _) in Preset::ALL {
        for seed in 0..4 {
            is_right(seed, &preset.options());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_program() {
    let text = |seed| {
        let made = make(&Choices::new(seed), &Options::default(), Dialect::default()).expect("the options are right");
        print::canonical(&made.program)
    };
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

#[test]
fn the_largest_sizes_work() {
    is_right(1, &Options { operators: Some(10_000), expressions: Some(1), ..Options::default() });
    is_right(1, &Options { operators: Some(1), expressions: Some(10_000), ..Options::default() });
}

/// A table whose words are read back, each as its own value.
fn has_words<T: Words + std::fmt::Debug>() {
    for &(word, value, help) in T::ALL {
        assert_eq!((T::from_word(word), value.word()), (Some(value), word));
        assert!(!help.is_empty(), "{word} has no help");
    }
    assert_eq!(T::from_word("no such word"), None);
}

#[test]
fn every_word_means_one_thing() {
    has_words::<Form>();
    has_words::<Mend>();
    has_words::<Preset>();
    has_words::<Rounding>();
    has_words::<Values>();
    has_words::<Feature>();
}

#[test]
fn lists_are_read_as_they_are_written() {
    assert_eq!(lists::types("unsigned int,long-double"), Ok(vec![Basic::UInt, Basic::LongDouble]));
    assert_eq!(lists::operators("<<, ^"), Ok(vec![BinaryOp::Shl, BinaryOp::BitXor]));
    let without = Features::from_list("-vector").expect("it is a feature");
    assert!(!without.has(Feature::Vector) && without.has(Feature::Unary));
    assert_eq!(Features::from_list("vector,unary,-vector"), Features::from_list("unary"));
    assert_eq!(Features::from_list("none"), Ok(Features::NONE));
}
