//! Restrict-qualified pointers (C11 6.7.3.1).
//!
//! While the block of such a pointer runs, an object that is accessed through it and modified by anyone must be accessed
//! through it alone. Each pointer object gets a tag for each run of its block; a value that is read from it carries the tag,
//! and so does every pointer computed from that value: that is "based on". While tags are active, every access is entered
//! for each of them, as based on it or not. A pointer at file scope is active until the end: if it leads to allocated objects
//! alone, these are marked, and accesses to others are as quick as ever.

use rustc_hash::FxHashMap;

use crate::outcome::{Limit, Run, limit, undefined};
use crate::undefined::Kind;

/// Which bits of eight bytes were accessed, and how.
#[derive(Clone, Copy, Default, Debug)]
struct Masks {
    based: u64,
    other: u64,
    written: u64,
}

/// A restrict-qualified pointer in one run of its block.
#[derive(Clone, Debug, Default)]
struct Tag {
    /// The tag of the value it holds.
    parent: u16,
    /// When its block began; later blocks have larger numbers.
    began: u64,
    active: bool,
    /// Accesses count.
    started: bool,
    accesses: Accesses,
}

/// Groups of eight bytes that are kept together.
const PER_PAGE: u32 = 16;

/// Pages that are found without a search: one for each object of so many.
const RECENT: usize = 8;

/// What was accessed, by object and place. Programs go over arrays byte after byte: the page that an object was accessed in
/// last is at hand.
#[derive(Clone, Debug, Default)]
struct Accesses {
    index: FxHashMap<(u32, u32), u32>,
    pages: Vec<[Masks; PER_PAGE as usize]>,
    recent: [Option<((u32, u32), u32)>; RECENT],
}

impl Accesses {
    /// Eight bytes of an object.
    #[inline]
    fn group(&mut self, slot: u32, group: u32) -> &mut Masks {
        let key = (slot, group / PER_PAGE);
        let recent = &mut self.recent[slot as usize % RECENT];
        let page = match *recent {
            Some((known, page)) if known == key => page,
            _ => {
                let next = self.pages.len() as u32;
                let page = *self.index.entry(key).or_insert(next);
                if page == next {
                    self.pages.push([Masks::default(); PER_PAGE as usize]);
                }
                *recent = Some((key, page));
                page
            }
        };
        &mut self.pages[page as usize][(group % PER_PAGE) as usize]
    }
}

/// All restrict-qualified pointers of a run.
#[derive(Clone, Debug, Default)]
pub struct Restricts {
    tags: Vec<Tag>,
    /// Tags whose block runs.
    active: Vec<u16>,
    /// Those of pointers that are no variables of a block and have led to marked objects alone: accesses to such objects count.
    for_marked: Vec<u16>,
    /// Tags whose block has ended, the oldest first.
    ended: std::collections::VecDeque<u16>,
    /// Pointers that are members, elements, or at file scope, by place.
    located: FxHashMap<(u32, u16, u32), u16>,
    /// Pages of the tags whose block runs, and how many there may be: where calls are deep, each access is entered for each of
    /// them.
    n_pages: usize,
    most_pages: usize,
}

/// Tags are used again only when there are this many.
const PLENTY: usize = 60_000;

impl Restricts {
    /// Of a run that may need so many bytes.
    pub fn within(bytes: u64) -> Restricts {
        let most_pages = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<[Masks; PER_PAGE as usize]>();
        Restricts { most_pages, ..Restricts::default() }
    }

    /// Whether accesses have to be entered.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.active.is_empty()
    }

    /// The block of a pointer begins.
    pub fn begin(&mut self, began: u64) -> u16 {
        let new = Tag { began, active: true, ..Tag::default() };

        match self.ended.pop_front() {
            Some(tag) if self.tags.len() >= PLENTY => {
                self.tags[usize::from(tag)] = new;
                tag
            }
            other => {
                if let Some(tag) = other {
                    self.ended.push_front(tag);
                }
                if self.tags.is_empty() {
                    // Tag 0 is no tag.
                    self.tags.push(Tag::default());
                }
                if self.tags.len() > usize::from(u16::MAX) {
                    return 0;
                }
                self.tags.push(new);
                (self.tags.len() - 1) as u16
            }
        }
    }

    /// The declaration of a pointer is reached: accesses count from here on. (By the letter they count from the beginning of
    /// the block; but nothing is based on the pointer before, and compilers see it so.)
    pub fn start(&mut self, tag: u16) {
        if tag != 0 && !self.active.contains(&tag) {
            self.active.push(tag);
            self.for_marked.retain(|&other| other != tag);
            self.tags[usize::from(tag)].started = true;
        }
    }

    /// A pointer that is no variable of a block holds the address of an object: accesses count from here on, by the same
    /// reasoning. Gives whether they did not before.
    pub fn wake(&mut self, tag: u16) -> bool {
        let sleeps = self.sleeps(tag);
        if sleeps {
            self.start(tag);
        }
        sleeps
    }

    /// The same if the object can be marked: gives whether it has to be. Accesses to it count from here on.
    pub fn wake_for_marked(&mut self, tag: u16) -> bool {
        let sleeps = self.sleeps(tag);
        if sleeps && !self.for_marked.contains(&tag) {
            self.for_marked.push(tag);
        }
        sleeps
    }

    fn sleeps(&self, tag: u16) -> bool {
        self.tags.get(usize::from(tag)).is_some_and(|data| data.active && !data.started)
    }

    /// The block of a pointer ends.
    pub fn end(&mut self, tag: u16) {
        if let Some(data) = self.tags.get_mut(usize::from(tag))
            && data.active
        {
            data.active = false;
            self.n_pages -= data.accesses.pages.len();
            data.accesses = Accesses::default();
            self.active.retain(|&other| other != tag);
            self.for_marked.retain(|&other| other != tag);
            self.ended.push_back(tag);
        }
    }

    /// Ends all blocks that began at a time or later: their function returns.
    pub fn end_since(&mut self, began: u64) {
        while let Some(&tag) = self.active.iter().rfind(|&&tag| self.tags[usize::from(tag)].began > began) {
            self.end(tag);
        }
    }

    /// The tag of the pointer object at a place, which is restrict-qualified and no variable of a block.
    pub fn located(&mut self, slot: u32, generation: u16, at: u32) -> u16 {
        if let Some(&tag) = self.located.get(&(slot, generation, at)) {
            return tag;
        }
        let tag = self.begin(0);
        self.located.insert((slot, generation, at), tag);
        tag
    }

    /// A value with the tag `parent` is read from the pointer with the tag `tag`.
    pub fn read(&mut self, tag: u16, parent: u16) {
        if tag != parent
            && let Some(data) = self.tags.get_mut(usize::from(tag))
        {
            data.parent = parent;
        }
    }

    /// The pointer with the tag `tag` is given a value with the tag `value`: its block must have begun before, or have
    /// ended (C11 6.7.3.1p4).
    pub fn assign(&self, tag: u16, value: u16) -> Run<()> {
        let (Some(to), Some(from)) = (self.tags.get(usize::from(tag)), self.tags.get(usize::from(value))) else {
            return Ok(());
        };
        if value == 0 || tag == value || tag == 0 || !from.active || from.began < to.began {
            return Ok(());
        }
        let words = "a restrict-qualified pointer is given a value based on another one of the same or an inner block";
        undefined(Kind::Restrict, words)
    }

    /// Whether a value with the tag `value` is based on the pointer with the tag `tag`.
    fn is_based_on(&self, mut value: u16, tag: u16) -> bool {
        for _ in 0..64 {
            if value == tag {
                return true;
            }
            match self.tags.get(usize::from(value)) {
                Some(data) if value != 0 => value = data.parent,
                _ => return false,
            }
        }
        false
    }

    /// An access through a pointer with the tag `value` to bits of an object, from the start of the arena, which may be marked.
    pub fn access(&mut self, value: u16, bits: (u32, u64, u64), write: bool, is_marked: bool) -> Run<()> {
        for index in 0..self.active.len() {
            self.enter(self.active[index], value, bits, write)?;
        }
        let n_for_marked = if is_marked { self.for_marked.len() } else { 0 };
        for index in 0..n_for_marked {
            self.enter(self.for_marked[index], value, bits, write)?;
        }
        Ok(())
    }

    /// Enters an access for a tag.
    fn enter(&mut self, tag: u16, value: u16, (slot, at, size): (u32, u64, u64), write: bool) -> Run<()> {
        let based = self.is_based_on(value, tag);
        let accesses = &mut self.tags[usize::from(tag)].accesses;
        let n_pages = accesses.pages.len();
        let mut from = at;
        while from < at + size {
            let group = from / 64;
            let to = (at + size).min(group * 64 + 64);
            let mask = (u64::MAX >> (64 - (to - from))) << (from - group * 64);
            let masks = accesses.group(slot, group as u32);
            if based {
                masks.based |= mask;
            } else {
                masks.other |= mask;
            }
            if write {
                masks.written |= mask;
            }
            if masks.based & masks.other & masks.written != 0 {
                let words = "an object that is modified is accessed through a restrict-qualified pointer and otherwise";
                return undefined(Kind::Restrict, words);
            }
            from = to;
        }
        self.n_pages += accesses.pages.len() - n_pages;
        if self.n_pages > self.most_pages {
            return limit(Limit::Memory);
        }
        Ok(())
    }
}
