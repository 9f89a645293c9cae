//! Features: what programs of a generator may have, each a row of the generator's table.
//!
//! A row has a word, where the feature comes into play, how often, whether it is GNU C, and what it is. The option
//! `--features`, its help, swarms, statistics and the tests that count features follow from it.

use std::marker::PhantomData;

use crate::error::{OptionsError, unknown, words_of};
use crate::words::Words;

/// A table of features.
pub trait Table: Words {
    /// The places where its features come into play.
    type Place: Copy + PartialEq;

    /// Its row.
    fn index(self) -> usize;
    /// Where it comes into play.
    fn place(self) -> Self::Place;
    /// How often, among all of the same place; without any feature it is [`PLAIN`].
    fn weight(self) -> u32;
    /// Whether it is no part of ISO C11.
    fn is_gnu(self) -> bool;
}

/// The weight of what is no feature.
pub const PLAIN: u32 = 100;

/// Declares the features of a generator, whose places are a type `Place`.
macro_rules! features {
    ($( $variant:ident => $word:literal, $place:ident, $weight:literal, $is_gnu:literal, $help:literal; )*) => {
        /// Something that programs may have.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Feature { $( #[doc = $help] $variant, )* }

        impl $crate::words::Words for Feature {
            const ALL: &'static [(&'static str, Self, &'static str)] = &[$( ($word, Feature::$variant, $help), )*];
        }

        impl $crate::features::Table for Feature {
            type Place = Place;

            fn index(self) -> usize {
                self as usize
            }

            fn place(self) -> Place {
                match self { $( Feature::$variant => Place::$place, )* }
            }

            fn weight(self) -> u32 {
                match self { $( Feature::$variant => $weight, )* }
            }

            fn is_gnu(self) -> bool {
                match self { $( Feature::$variant => $is_gnu, )* }
            }
        }

        /// A set of features.
        pub type Features = $crate::features::Set<Feature>;
    };
}

pub(crate) use features;

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<F>(u128, PhantomData<F>);

impl<F: Table> Set<F> {
    /// How many there are.
    pub const COUNT: usize = F::ALL.len();
    /// No feature.
    pub const NONE: Set<F> = Set(0, PhantomData);
    /// All features.
    pub const ALL: Set<F> = Set((1 << F::ALL.len()) - 1, PhantomData);

    /// All features of ISO C11.
    pub fn standard() -> Set<F> {
        F::ALL.iter().filter(|(_, feature, _)| !feature.is_gnu()).map(|(_, feature, _)| *feature).collect()
    }

    /// The set and one more.
    #[must_use]
    pub fn with(self, feature: F) -> Set<F> {
        Set(self.0 | 1 << feature.index(), PhantomData)
    }

    /// The set without one.
    #[must_use]
    pub fn without(self, feature: F) -> Set<F> {
        Set(self.0 & !(1 << feature.index()), PhantomData)
    }

    /// Whether it is in the set.
    pub fn has(self, feature: F) -> bool {
        self.0 & 1 << feature.index() != 0
    }

    /// Its features, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = F> {
        F::ALL.iter().map(|(_, feature, _)| *feature).filter(move |feature| self.has(*feature))
    }

    /// What can be drawn at a place, with weights; `None` is what is no feature.
    pub(crate) fn at(self, place: F::Place) -> Vec<(Option<F>, u32)> {
        self.weighted_at(place, F::weight)
    }

    /// The same with other weights.
    pub(crate) fn weighted_at(self, place: F::Place, weight: impl Fn(F) -> u32) -> Vec<(Option<F>, u32)> {
        let of_place = self.iter().filter(|feature| feature.place() == place);
        std::iter::once((None, PLAIN)).chain(of_place.map(|feature| (Some(feature), weight(feature)))).collect()
    }

    /// The words of `--features`.
    pub fn known() -> String {
        F::ALL.iter().map(|(word, ..)| *word).collect::<Vec<_>>().join(", ")
    }

    /// The help of `--features`: what it is, and a line for each.
    pub fn help(first: &str) -> String {
        let line = |(word, feature, what): &(&str, F, &str)| {
            format!("\n- {word}: {what}{}", if feature.is_gnu() { " (GNU C)" } else { "" })
        };
        let how = "`all`, `none`, `standard` (ISO C), a list of words, or a list of words with `-` before each for all but those";
        std::iter::once(format!("{first}: {how} [default: all]")).chain(F::ALL.iter().map(line)).collect()
    }

    /// Features from a list: `all`, `none`, `standard`, the words of some, or `-` and the words of some that are not wanted.
    pub fn from_list(list: &str) -> Result<Set<F>, OptionsError> {
        let mut features = if list.starts_with('-') { Set::ALL } else { Set::NONE };
        for word in words_of("--features", list)? {
            let named = |word| {
                let known = || format!("all, none, standard, {}; with `-` before it, all but that", Set::<F>::known());
                F::from_word(word).ok_or_else(|| unknown("--features", word, known()))
            };
            features = match (word, word.strip_prefix('-')) {
                ("all", _) => Set::ALL,
                ("none", _) => Set::NONE,
                ("standard", _) => Set::standard(),
                (_, Some(word)) => features.without(named(word)?),
                (word, None) => features.with(named(word)?),
            };
        }
        Ok(features)
    }
}

impl<F: Table> FromIterator<F> for Set<F> {
    fn from_iter<I: IntoIterator<Item = F>>(features: I) -> Set<F> {
        features.into_iter().fold(Set::NONE, Set::with)
    }
}
