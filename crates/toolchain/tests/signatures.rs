//! Crashes of real compilers, and what is kept of them: `tests/signatures/NAME.txt` is what a compiler said,
//! `NAME.signature` what is left. `BLESS=1` writes the latter.

use std::fs;
use std::path::Path;

use kiln_toolchain::signature;

#[test]
fn crashes_have_the_signatures_they_had() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signatures");
    let mut texts: Vec<_> = fs::read_dir(&folder).expect("the folder is there").flatten().map(|it| it.path()).collect();
    texts.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts.sort();
    assert!(texts.len() >= 8, "{texts:?}");
    let mut wrong = Vec::new();
    for path in texts {
        let text = fs::read_to_string(&path).expect("it is text");
        let signature = format!("{}\n", signature::of_messages(&text));
        let expected = path.with_extension("signature");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &signature).expect("it can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != signature {
            wrong.push(format!("{}: {signature}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 accepts:\n{}", wrong.concat());
}
