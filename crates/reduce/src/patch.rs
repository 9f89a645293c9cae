//! Changes to the texts of a program.
//!
//! A patch puts new text in some places of the texts. Patches are found with the help of the typed tree, but they are patches
//! of text: that way any of them can be combined, whatever it does, a candidate is read and checked as any other program is,
//! and what cannot be read at all is reduced by the same search.
//!
//! An expression that becomes one of its operands is a deletion of what stands to the left and to the right of the operand,
//! not a copy of it, so that other patches inside the operand still have their place.

use std::ops::Range;

/// New text for a range of bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    pub(crate) file: usize,
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// Edits that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Patch {
    pub(crate) edits: Vec<Edit>,
}

impl Patch {
    /// New text in one place.
    pub(crate) fn put(file: usize, range: Range<usize>, text: impl Into<String>) -> Patch {
        Patch::default().and(file, range, text)
    }

    /// Nothing in one place.
    pub(crate) fn delete(file: usize, range: Range<usize>) -> Patch {
        Patch::put(file, range, "")
    }

    /// A part takes the place of the whole, between two texts.
    pub(crate) fn keep(file: usize, whole: Range<usize>, part: Range<usize>, before: &str, behind: &str) -> Patch {
        Patch::put(file, whole.start..part.start, before).and(file, part.end..whole.end, behind)
    }

    /// Another edit that belongs to it.
    #[must_use]
    pub(crate) fn and(mut self, file: usize, range: Range<usize>, text: impl Into<String>) -> Patch {
        self.edits.push(Edit { file, range, text: text.into() });
        self
    }

    /// How many bytes it takes away.
    pub(crate) fn gain(&self) -> isize {
        self.edits.iter().map(|edit| edit.range.len() as isize - edit.text.len() as isize).sum()
    }

    /// Whether everything it changes lies inside of what others have changed.
    pub(crate) fn is_covered_by(&self, others: &[Patch]) -> bool {
        let covers = |outer: &Edit, inner: &Edit| {
            outer.file == inner.file && outer.range.start <= inner.range.start && inner.range.end <= outer.range.end
        };
        let all = || others.iter().flat_map(|patch| &patch.edits);
        self.edits.iter().all(|edit| all().any(|outer| covers(outer, edit)))
    }
}

/// The texts with patches in them. Where two edits meet, the outer one counts, and of two in the same place the first.
pub(crate) fn apply<'p>(texts: &[String], patches: impl Iterator<Item = &'p Patch>) -> Vec<String> {
    let mut edits: Vec<&Edit> = patches.flat_map(|patch| &patch.edits).collect();
    // The sort is stable: what comes first stays first.
    edits.sort_by_key(|edit| (edit.file, edit.range.start, std::cmp::Reverse(edit.range.end)));
    // What several of them put into the same place stands there once.
    edits.dedup_by(|a, b| a == b);
    let mut edits = edits.into_iter().peekable();
    let mut patched = Vec::with_capacity(texts.len());
    for (file, text) in texts.iter().enumerate() {
        let mut new = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(edit) = edits.next_if(|edit| edit.file == file) {
            // Tokens of what is no C may end inside of a character.
            let is_whole = text.is_char_boundary(edit.range.start) && text.is_char_boundary(edit.range.end);
            if edit.range.start < at || !is_whole {
                continue;
            }
            new.push_str(&text[at..edit.range.start]);
            // A blank keeps tokens apart; the printer decides what is needed in the end.
            new.push(' ');
            new.push_str(&edit.text);
            new.push(' ');
            at = edit.range.end;
        }
        new.push_str(&text[at..]);
        patched.push(new);
    }
    patched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(text: &str, patches: &[Patch]) -> String {
        let new = apply(&[text.to_owned()], patches.iter());
        new[0].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn of_nested_edits_the_outer_one_counts() {
        let text = "a + ( b * c ) ;";
        let inner = Patch::put(0, 6..7, "7");
        let outer = Patch::put(0, 4..13, "0");
        assert_eq!(patched(text, &[inner.clone(), outer.clone()]), "a + 0 ;");
        assert!(inner.is_covered_by(std::slice::from_ref(&outer)));
        assert!(!outer.is_covered_by(std::slice::from_ref(&inner)));
    }

    #[test]
    fn a_part_that_is_kept_can_be_patched() {
        let text = "a + ( b * c ) ;";
        let operand = Patch::keep(0, 0..13, 4..13, "", "");
        assert_eq!(patched(text, &[operand, Patch::put(0, 6..7, "7")]), "( 7 * c ) ;");
    }
}
