//! Mutations of a text as tokens: most of what comes out lexes, some of it parses, and now and then it is a program that
//! nobody would have written.

use std::ops::Range;

use super::choices::Choices;
use super::pick;
use crate::lex::{self, KEYWORDS, LexDialect};
use crate::names::Names;
use crate::source::SourceText;

/// A little of everything that C and GNU C have: where tokens of another text come from, and a good first seed.
pub const DONOR: &str = include_str!("donor.c");

/// No mutation grows a text beyond this many tokens: small cases find as much, sooner.
const MAX_TOKENS: usize = 20_000;

/// What the bytes of `mutation` make of the tokens of `seed_text`: a case for [`check_bytes`](super::check_bytes).
pub fn mutate_tokens(seed_text: &[u8], mutation: &[u8]) -> Vec<u8> {
    let mut choices = Choices::new(mutation);
    let mut case = vec![pick(choices.byte())];
    let (seed, donor) = (read(seed_text), read(DONOR.as_bytes()));
    let mut tokens = seed.tokens();
    let mut mutator = Mutator { choices, donor: &donor.tokens() };
    while !mutator.choices.is_empty() {
        mutator.mutate_once(&mut tokens);
    }
    case.extend_from_slice(seed.text_before_tokens());
    for token in tokens {
        case.extend_from_slice(token);
        // Neighbours that were none before would be read as one token.
        if !token.ends_with(b"\n") {
            case.push(b' ');
        }
    }
    case
}

/// A text and where its tokens start.
struct Tokenized {
    source: SourceText,
    starts: Vec<usize>,
}

fn read(text: &[u8]) -> Tokenized {
    // Only a text of more than 2 GiB is refused, and no fuzzer makes one.
    let mut source = SourceText::new("seed", text).unwrap_or_else(|_| panic!("a seed is not that large"));
    let mut names = Names::default();
    let tokens = lex::lex(&mut source, &mut names, LexDialect::default(), &mut Vec::new());
    let starts = tokens.iter().map(|token| token.start as usize).collect();
    Tokenized { source, starts }
}

impl Tokenized {
    /// Each token with what stands between it and the next.
    fn tokens(&self) -> Vec<&[u8]> {
        self.starts.windows(2).map(|pair| &self.source.bytes()[pair[0]..pair[1]]).collect()
    }

    fn text_before_tokens(&self) -> &[u8] {
        &self.source.bytes()[..self.starts[0]]
    }
}

struct Mutator<'a> {
    choices: Choices<'a>,
    donor: &'a [&'a [u8]],
}

impl<'a> Mutator<'a> {
    fn mutate_once(&mut self, tokens: &mut Vec<&'a [u8]>) {
        let range = self.choices.range(tokens.len());
        let start = range.start;
        match self.choices.below(8) {
            0 => replace(tokens, range, &[]),
            1 => {
                let other = self.choices.range(tokens.len()).start;
                if start.max(other) < tokens.len() {
                    tokens.swap(start, other);
                }
            }
            2 => {
                let own = self.own(tokens);
                replace(tokens, start..start, &own);
            }
            3 => {
                let own = self.own(tokens);
                replace(tokens, range, &own);
            }
            4 => replace(tokens, start..start, self.of_donor()),
            5 => replace(tokens, range, self.of_donor()),
            6 => {
                let keyword = &KEYWORDS[self.choices.below(KEYWORDS.len())];
                replace(tokens, start..start, &[keyword.spelling.as_bytes()]);
            }
            _ => {
                // What is repeated often enough nests deeply, or is a long list.
                let times = 1 << self.choices.below(12);
                let own = tokens[range.clone()].repeat(times);
                replace(tokens, range, &own);
            }
        }
    }

    fn own(&mut self, tokens: &[&'a [u8]]) -> Vec<&'a [u8]> {
        tokens[self.choices.range(tokens.len())].to_vec()
    }

    fn of_donor(&mut self) -> &'a [&'a [u8]] {
        &self.donor[self.choices.range(self.donor.len())]
    }
}

fn replace<'a>(tokens: &mut Vec<&'a [u8]>, range: Range<usize>, with: &[&'a [u8]]) {
    tokens.splice(range, with.iter().copied());
    tokens.truncate(MAX_TOKENS);
}
