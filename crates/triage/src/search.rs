//! Searches for the fewest flags, and for the first number.
//!
//! Each asks a question many times, and answers are not free: compilers have to run. [`Tries`] counts them and ends a search
//! that takes too many; then what is known so far is the answer.

/// Whether the failure is there with some more flags; an error ends everything.
pub type Ask<'a, E> = dyn FnMut(&[String]) -> Result<bool, E> + 'a;

/// What a compiler says when it compiles the program with some more flags.
pub type Listen<'a, E> = dyn FnMut(&[String]) -> Result<String, E> + 'a;

/// A question, and how often it may be asked.
pub struct Tries<'a, E> {
    ask: &'a mut Ask<'a, E>,
    listen: &'a mut Listen<'a, E>,
    /// How often it was asked.
    pub made: u32,
    /// How often it may be asked.
    pub max: u32,
}

impl<E> std::fmt::Debug for Tries<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tries").field("made", &self.made).field("max", &self.max).finish_non_exhaustive()
    }
}

impl<'a, E> Tries<'a, E> {
    /// A question that may be asked so often.
    pub fn new(max: u32, ask: &'a mut Ask<'a, E>, listen: &'a mut Listen<'a, E>) -> Tries<'a, E> {
        Tries { ask, listen, made: 0, max }
    }

    /// Whether the failure is there with some more flags; nothing if that was asked too often.
    pub fn fails(&mut self, flags: &[String]) -> Result<Option<bool>, E> {
        if self.made >= self.max {
            return Ok(None);
        }
        self.made += 1;
        (self.ask)(flags).map(Some)
    }

    /// What the compiler says with some more flags; nothing if there was too much to ask before.
    pub fn said(&mut self, flags: &[String]) -> Result<String, E> {
        if self.made >= self.max {
            return Ok(String::new());
        }
        self.made += 1;
        (self.listen)(flags)
    }
}

/// The fewest of some flags with which the failure is as `wanted`, besides those that are there anyway. With all of them it
/// has to be so; nothing if it is not.
///
/// Groups of flags are left out, half of them at first and one at the end: of 134 flags of which one is needed, that takes
/// about 15 questions. No single flag of the answer can be left out, if there was time to find that out.
pub fn fewest<E>(
    tries: &mut Tries<'_, E>,
    always: &[String],
    all: &[String],
    wanted: bool,
) -> Result<Option<Vec<String>>, E> {
    let with = |flags: &[String]| -> Vec<String> { always.iter().chain(flags).cloned().collect() };
    if tries.fails(&with(all))? != Some(wanted) {
        return Ok(None);
    }
    let mut kept: Vec<String> = all.to_vec();
    let mut size = kept.len().div_ceil(2);
    while size > 0 && !kept.is_empty() {
        let mut start = 0;
        let mut went = false;
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            let without: Vec<String> = kept[..start].iter().chain(&kept[end..]).cloned().collect();
            if without.len() < kept.len() && tries.fails(&with(&without))? == Some(wanted) {
                kept = without;
                went = true;
            } else {
                start = end;
            }
        }
        // One more round of single flags, if the last one did something: what one needs, another may have made needless.
        size = match size {
            1 if went && kept.len() > 1 => 1,
            1 => 0,
            _ => size.min(kept.len()).div_ceil(2).max(1),
        };
    }
    Ok(Some(kept))
}

/// The first number from 1 to `last` at which something holds that holds at `last` and does not at 0.
///
/// If it comes and goes in between, the answer is one of the numbers where it comes.
pub fn first<E>(last: u64, mut holds: impl FnMut(u64) -> Result<Option<bool>, E>) -> Result<Option<u64>, E> {
    if holds(last)? != Some(true) || holds(0)? != Some(false) {
        return Ok(None);
    }
    let (mut no, mut yes) = (0, last);
    while yes - no > 1 {
        let middle = no + (yes - no) / 2;
        match holds(middle)? {
            Some(true) => yes = middle,
            Some(false) => no = middle,
            None => return Ok(None),
        }
    }
    Ok(Some(yes))
}
