//! Places and spans of texts with and without line markers.

use super::*;

fn source(text: &str) -> SourceText {
    SourceText::new("a.c", text.as_bytes()).expect("small enough")
}

fn translated(text: &str, trigraphs: bool) -> SourceText {
    let mut source = source(text);
    source.translate(trigraphs, false);
    source
}

#[test]
fn spans_join_and_ignore_none() {
    let (a, b) = (Span::new(3, 5), Span::new(8, 9));
    assert_eq!(a.to(b), Span::new(3, 9));
    assert_eq!(b.to(a), Span::new(3, 9));
    assert_eq!(Span::NONE.to(a), a);
    assert_eq!(a.to(Span::NONE), a);
    assert!(Span::default().is_none());
}

#[test]
fn a_span_outside_the_text_has_no_text() {
    let text = source("abc");
    assert_eq!(text.text(Span::new(1, 3)), b"bc");
    assert_eq!(text.text(Span::new(1, 4)), b"");
    assert_eq!(text.text(Span::new(3, 1)), b"");
    assert_eq!(text.text(Span::NONE), b"");
}

#[test]
fn without_markers_a_place_is_the_physical_line() {
    let text = source("int a;\n  int b;\n");
    for (offset, line, column) in [(0, 1, 1), (4, 1, 5), (6, 1, 7), (7, 2, 1), (9, 2, 3), (16, 3, 1), (99, 3, 1)] {
        let place = Place { file: "a.c", line, column, system_header: false };
        assert_eq!(text.place(offset), place, "offset {offset}");
    }
    assert_eq!(text.line_text(10), b"  int b;");
    assert_eq!(text.line_text(99), b"");
}

#[test]
fn joined_lines_still_count() {
    let text = translated("ab\\\ncd\\  \r\nef\ngh", false);
    assert_eq!(text.bytes(), b"abcdef\ngh");
    for (offset, line, column, physical) in
        [(1, 1, 2, "ab"), (2, 2, 1, "cd"), (3, 2, 2, "cd"), (4, 3, 1, "ef"), (7, 4, 1, "gh")]
    {
        let place = text.place(offset);
        assert_eq!((place.line, place.column), (line, column), "offset {offset}");
        assert_eq!(text.line_text(offset), physical.as_bytes(), "offset {offset}");
    }
}

#[test]
fn trigraphs_are_replaced_only_when_asked() {
    assert_eq!(translated("??=??(??)??<??>??!??'??-??x", true).bytes(), b"#[]{}|^~??x");
    assert_eq!(translated("??=", false).bytes(), b"??=");
    assert_eq!(translated("a??/\nb???/\nc??/d", true).bytes(), b"ab?c\\d");
    assert_eq!(translated("??", true).bytes(), b"??");
}

#[test]
fn joining_happens_once() {
    let mut text = translated("a\\\\\n\nb", false);
    assert_eq!(text.bytes(), b"a\\\nb");
    text.translate(false, false);
    assert_eq!(text.bytes(), b"a\\\nb");
}

#[test]
fn a_backslash_at_the_end_of_the_text_joins_nothing() {
    assert_eq!(translated("a\\", false).bytes(), b"a\\");
    assert_eq!(translated("a\\ \t", false).bytes(), b"a\\ \t");
}

#[test]
fn lines_are_where_their_places_are() {
    let mut text = translated("int \\\n\\\n a;\n# 9 \"b.h\"\nint b;\n\nint c;\n# 3 \"a.c\"\nint d;\nint e;", false);
    let offset = |wanted: &[u8]| text.bytes().windows(wanted.len()).position(|at| at == wanted).expect("there") as u32;
    let marker = |offset, line, file| LineMarker { offset, line, file, change: FileChange::Same, system_header: false };
    let markers = vec![marker(offset(b"int b"), 9, 1), marker(offset(b"int d"), 3, 0)];
    text.set_markers(vec!["b.h".into()], markers);
    let lines: Vec<(String, String)> = text
        .lines()
        .into_iter()
        .map(|(place, line)| (format!("{}:{}", place.file, place.line), String::from_utf8_lossy(line).into_owned()))
        .collect();
    let expected = [
        ("a.c:1", "int "),
        ("a.c:3", " a;"),
        ("b.h:9", "int b;"),
        ("b.h:10", ""),
        ("b.h:11", "int c;"),
        ("a.c:3", "int d;"),
        ("a.c:4", "int e;"),
    ];
    assert_eq!(lines, expected.map(|(place, line)| (place.to_owned(), line.to_owned())));
}
