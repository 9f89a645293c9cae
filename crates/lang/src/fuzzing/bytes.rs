//! Mutations of a text as bytes: what the lexer meets first.

use super::choices::Choices;
use super::pick;

/// Pieces that mean something to a lexer, or nearly do.
const PIECES: &[&[u8]] = &[
    b"\0",
    b"\r\n",
    b"\\\n",
    b"\\ \n",
    b"\"",
    b"'",
    b"/*",
    b"//",
    b"*/",
    b"\n#",
    b"\n# 1 \"a\" 1 3\n",
    b"\n#pragma pack(push, 1)\n",
    b"\n#pragma pack(pop)\n",
    b"_Pragma(\"",
    b"\n#pragma ",
    b"??=",
    b"%:",
    b"<::>",
    b"\\u00e9",
    b"\\U0001F600",
    b"\xff",
    b"\xc3\xa9",
    b"\xef\xbb\xbf",
    b"0x1p-9999999999",
    b"99999999999999999999999999999999999999999",
    b"1e400L",
    b"0b12",
    b"'abcd'",
    b"u8\"\"",
    b"L'",
    b"\\x",
    b"\\777",
    b"(",
    b"{",
    b"[",
    b"}",
    b"*",
    b"...",
];

/// What the bytes of `mutation` make of `seed_text`: a case for [`check_bytes`](super::check_bytes).
pub fn mutate_bytes(seed_text: &[u8], mutation: &[u8]) -> Vec<u8> {
    let mut choices = Choices::new(mutation);
    let mut case = vec![pick(choices.byte())];
    let mut text = seed_text.to_vec();
    while !choices.is_empty() {
        mutate_once(&mut text, &mut choices);
    }
    case.append(&mut text);
    case
}

fn mutate_once(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    let range = choices.range(text.len());
    match choices.below(6) {
        0 => {
            text.drain(range);
        }
        1 => {
            let copy = text[range].to_vec();
            let to = choices.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        2 => {
            let bit = 1 << choices.below(8);
            text[range].iter_mut().take(1).for_each(|byte| *byte ^= bit);
        }
        3 => {
            let new = choices.byte();
            text[range].iter_mut().take(1).for_each(|byte| *byte = new);
        }
        4 => {
            let piece = PIECES[choices.below(PIECES.len())];
            text.splice(range.start..range.start, piece.iter().copied());
        }
        _ => text.truncate(range.end),
    }
}
