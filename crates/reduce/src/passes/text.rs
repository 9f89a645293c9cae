//! Texts that are not C, or not C that can be read.

use crate::brackets::{closes, opens};
use crate::patch::Patch;
use crate::view::{View, of_token};

/// Each line goes.
pub(super) fn lines(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (file, text) in view.best.texts.iter().enumerate() {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            patches.push(Patch::delete(file, start..start + line.len()));
            start += line.len();
        }
    }
    patches
}

/// What stands in brackets goes, with them and without, the longest first.
pub(super) fn brackets(view: &View) -> Vec<Patch> {
    let mut pairs = Vec::new();
    for (file, tokens) in view.tokens.iter().enumerate() {
        let mut open = Vec::new();
        for token in tokens {
            if opens(token) {
                open.push(token);
            } else if closes(token) {
                pairs.extend(open.pop().map(|from| (file, from.start as usize, token.end as usize)));
            }
        }
    }
    pairs.sort_by_key(|&(file, start, end)| (std::cmp::Reverse(end - start), file, start));
    let with = pairs.iter().map(|&(file, start, end)| Patch::delete(file, start..end));
    let inside = pairs.iter().map(|&(file, start, end)| Patch::delete(file, start + 1..end - 1));
    let only = pairs.iter().map(|&(file, start, end)| Patch::keep(file, start..end, start + 1..end - 1, "", ""));
    with.chain(inside).chain(only).collect()
}

/// Each token goes.
pub(super) fn tokens(view: &View) -> Vec<Patch> {
    let all = view.tokens.iter().enumerate().flat_map(|(file, tokens)| tokens.iter().map(move |token| (file, token)));
    all.map(|(file, token)| Patch::delete(file, of_token(token))).collect()
}
