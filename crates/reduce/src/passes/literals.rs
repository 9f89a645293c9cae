//! Constants.

use kiln_lang::lex::TokenKind;

use crate::patch::Patch;
use crate::view::{View, of_token};

/// Each constant becomes simpler: without its suffix, 0, 1, half of it.
pub(super) fn simpler(view: &View) -> Vec<Patch> {
    let mut patches = Vec::new();
    for (file, tokens) in view.tokens.iter().enumerate() {
        for (index, token) in tokens.iter().enumerate() {
            let range = of_token(token);
            if token.kind == TokenKind::Number {
                let words = alternatives(view.spelling(file, token));
                patches.extend(words.into_iter().map(|word| Patch::put(file, range.clone(), word)));
                let is_sign = |kind: TokenKind| matches!(kind, TokenKind::Minus | TokenKind::Plus | TokenKind::Tilde);
                if let Some(sign) = index.checked_sub(1).map(|before| &tokens[before]).filter(|sign| is_sign(sign.kind))
                {
                    patches.push(Patch::delete(file, of_token(sign)));
                }
            }
            if token.kind == TokenKind::StringLiteral && range.len() > 2 {
                let text = &view.best.texts[file][range.clone()];
                // A format keeps what it converts.
                let without = text.trim_end_matches("\\n\"");
                if without.len() < text.len() {
                    patches.push(Patch::put(file, range.clone(), format!("{without}\"")));
                }
                patches.extend(conversion(text).map(|word| Patch::put(file, range.clone(), format!("\"{word}\""))));
                patches.push(Patch::put(file, range, "\"\""));
            }
        }
    }
    patches
}

/// What may stand in the place of a number, the simplest first.
fn alternatives(text: &str) -> Vec<String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let mut words: Vec<String> = vec!["0".to_owned(), "1".to_owned()];
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u64>().ok(),
    };
    if let Some(value) = value {
        let nice = [2, 10, value / 2, value - value.min(1), value & 0xff, value & 0xffff];
        words.extend(nice.into_iter().filter(|&other| other < value).map(|other| other.to_string()));
        words.push(value.to_string());
    }
    words.push(digits.to_owned());
    words.retain(|word| word != text);
    words.dedup();
    words
}

/// The first conversion of a format.
fn conversion(text: &str) -> Option<&str> {
    let start = text.find('%')?;
    let letters = |byte: u8| matches!(byte, b'd' | b'i' | b'u' | b'x' | b'X' | b'c' | b's' | b'p' | b'f' | b'g' | b'a');
    let length = text[start..].bytes().position(letters)?;
    let word = &text[start..=start + length];
    (word.len() + 2 < text.len()).then_some(word)
}
