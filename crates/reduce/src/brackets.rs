//! Brackets among tokens. Patches are found in texts, so which token closes what, and which commas separate the parts of a
//! list, is asked of the tokens.

use kiln_lang::lex::{Token, TokenKind};

pub(crate) fn opens(token: &Token) -> bool {
    matches!(token.kind, TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace)
}

pub(crate) fn closes(token: &Token) -> bool {
    matches!(token.kind, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
}

/// The tokens that stand in no brackets, with their indices: up to the bracket that closes what was open before them, which is
/// the last one.
pub(crate) fn outside(tokens: &[Token]) -> impl Iterator<Item = (usize, &Token)> {
    let (mut depth, mut is_over) = (0usize, false);
    tokens.iter().enumerate().filter_map(move |(index, token)| {
        let is_outside = depth == 0 && !is_over && !opens(token);
        if opens(token) {
            depth += 1;
        } else if closes(token) {
            is_over |= depth == 0;
            depth = depth.saturating_sub(1);
        }
        is_outside.then_some((index, token))
    })
}

/// The token that closes what opens at one.
pub(crate) fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    tokens.get(open).filter(|token| opens(token))?;
    outside(&tokens[open + 1..]).find(|(_, token)| closes(token)).map(|(index, _)| open + 1 + index)
}

#[cfg(test)]
mod tests {
    use kiln_lang::lex::lex;
    use kiln_lang::names::Names;
    use kiln_lang::{Options, SourceText};

    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut source = SourceText::new("", text.as_bytes()).unwrap();
        let mut tokens = lex(&mut source, &mut Names::default(), Options::default().lex_dialect(), &mut Vec::new());
        tokens.pop();
        tokens
    }

    #[test]
    fn what_is_in_brackets_is_passed_over() {
        let text = "a ( b [ c ] ) d ) e";
        let tokens = tokens(text);
        let seen: Vec<&str> =
            outside(&tokens).map(|(_, token)| &text[token.start as usize..token.end as usize]).collect();
        assert_eq!(seen, ["a", "d", ")"]);
        assert_eq!([closing(&tokens, 1), closing(&tokens, 3), closing(&tokens, 0)], [Some(6), Some(5), None]);
        assert_eq!(closing(&self::tokens("( ( )"), 0), None);
    }
}
