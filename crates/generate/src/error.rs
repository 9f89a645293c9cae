//! Options that cannot be met.

/// A choice that cannot be met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    /// A number out of its range.
    #[error("{option} is {value}, and has to be from {least} to {most}")]
    Range {
        /// The option.
        option: &'static str,
        /// What was asked for.
        value: u64,
        /// The least value.
        least: u32,
        /// The greatest value.
        most: u32,
    },
    /// A word that means nothing.
    #[error("{option}: `{word}` is none of {known}")]
    Unknown {
        /// The option.
        option: &'static str,
        /// What was asked for.
        word: String,
        /// What can be asked for.
        known: String,
    },
    /// Nothing to choose from.
    #[error("{option} is empty: there has to be at least one")]
    Empty {
        /// The option.
        option: &'static str,
    },
    /// Two options that exclude each other.
    #[error("{first} and {second} exclude each other: {why}")]
    Conflict {
        /// One option.
        first: &'static str,
        /// The other.
        second: &'static str,
        /// Why.
        why: &'static str,
    },
}

/// A number has to be in its range.
pub(crate) fn range(option: &'static str, value: u64, least: u32, most: u32) -> Result<(), OptionsError> {
    if (u64::from(least)..=u64::from(most)).contains(&value) {
        Ok(())
    } else {
        Err(OptionsError::Range { option, value, least, most })
    }
}

/// The words of a list that is not empty.
pub(crate) fn words_of<'l>(option: &'static str, list: &'l str) -> Result<impl Iterator<Item = &'l str>, OptionsError> {
    if list.trim().is_empty() {
        return Err(OptionsError::Empty { option });
    }
    Ok(list.split(',').map(str::trim))
}

/// A word that means nothing.
pub(crate) fn unknown(option: &'static str, word: &str, known: String) -> OptionsError {
    OptionsError::Unknown { option, word: word.to_owned(), known }
}
