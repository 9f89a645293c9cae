//! Choices with words: an option whose values are the rows of a table.
//!
//! The table is all there is: command line, help, the command in the first line of a program and tests are made from it.

/// A choice of which each value has a word.
pub trait Words: Copy + PartialEq + 'static {
    /// Every value: its word, the value, and what it means.
    const ALL: &'static [(&'static str, Self, &'static str)];

    /// The word of a value.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value, _)| *value == self).map_or("", |(word, ..)| word)
    }

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, ..)| *known == word).map(|(_, value, _)| *value)
    }
}

/// Declares a choice: for each value its name, its word and what it means.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $( $variant:ident => $word:literal, $help:literal; )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $( #[doc = $help] $variant, )* }

        impl $crate::words::Words for $name {
            const ALL: &'static [(&'static str, Self, &'static str)] = &[$( ($word, $name::$variant, $help), )*];
        }
    };
}

pub(crate) use words;
