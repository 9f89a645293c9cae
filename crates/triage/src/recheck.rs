//! Whether a finding is still there when it is tried again: with the configurations that showed it, on the programs that are
//! kept of it. A compiler that was mended in part shows some of it, or something else.

/// What one configuration does now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Now {
    /// What it did.
    Same,
    /// Nothing wrong.
    Right,
    /// Something else that is wrong, or it cannot be tried: in words.
    Otherwise(String),
}

/// What has become of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Everything is as it was.
    StillThere,
    /// Nothing is wrong any more.
    Gone,
    /// Some of it is as it was: what is not, in words.
    Changed(String),
}

impl State {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            State::StillThere => "still there",
            State::Gone => "gone",
            State::Changed(_) => "changed",
        }
    }
}

/// What has become of a finding, by what each configuration does now.
pub fn state(all: &[(String, Now)]) -> State {
    if all.iter().all(|(_, now)| *now == Now::Same) {
        return State::StillThere;
    }
    if all.iter().all(|(_, now)| *now == Now::Right) {
        return State::Gone;
    }
    let words = all.iter().filter_map(|(who, now)| match now {
        Now::Same => None,
        Now::Right => Some(format!("not with {who}")),
        Now::Otherwise(what) => Some(format!("with {who} {what}")),
    });
    State::Changed(words.collect::<Vec<String>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_that_is_mended_in_part_is_told_apart() {
        let of = |all: &[Now]| {
            let names = ["cc -O1", "cc -O2", "cc -O3"].into_iter().map(str::to_owned);
            state(&names.zip(all.iter().cloned()).collect::<Vec<_>>())
        };
        let crash = || Now::Otherwise("the compiler breaks down".to_owned());
        assert_eq!(of(&[Now::Same, Now::Same, Now::Same]), State::StillThere);
        assert_eq!(of(&[Now::Right, Now::Right]), State::Gone);
        assert_eq!(of(&[Now::Right, Now::Same]), State::Changed("not with cc -O1".to_owned()));
        let words = "with cc -O1 the compiler breaks down; not with cc -O2";
        assert_eq!(of(&[crash(), Now::Right, Now::Same]), State::Changed(words.to_owned()));
        assert_eq!(of(&[crash()]), State::Changed("with cc -O1 the compiler breaks down".to_owned()));
    }
}
