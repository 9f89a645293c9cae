//! Says how `kiln` is linked: to a fixed address, where the linker is the one of GNU systems.
//!
//! A program that can be loaded anywhere has every pointer of its constants adjusted when it starts: twenty thousand of
//! them, on ninety pages that are touched for nothing else. `kiln check` of a small program is over in a few milliseconds,
//! and this is three tenths of one.

fn main() {
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println("cargo::rustc-link-arg-bins=-no-pie");
    }
    println("cargo::rerun-if-changed=build.rs");
}

fn println(line: &str) {
    println!("{line}");
}
