//! The library's functions of values (`library::pure`) compared with the C library of the machine,
//! on many thousands of random cases.
//!
//! `oracle.c` is one small C program that answers requests: what does `printf` print for this
//! format and value, where does `strtod` stop in this text. A test draws its cases from a fixed
//! seed, asks for all of them at once, and compares answer by answer. The model is glibc on x86-64;
//! elsewhere, or without gcc, the tests say so and pass.

mod any_input;
mod draw;
mod functions;
mod printing;
mod reading;

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{self, Command, Stdio};

use kiln_lang::value::{Int, IntShape};
use kiln_meaning::library::pure::{bits, ctype, random};

/// The answers to requests, one for each; nothing where there is nobody to ask.
fn ask(name: &str, requests: &[String]) -> Option<Vec<String>> {
    let machine = Command::new("gcc").arg("-dumpmachine").output();
    let machine = machine.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    if !machine.starts_with("x86_64") || !machine.trim_end().ends_with("linux-gnu") {
        say("no gcc for x86-64 with glibc here: nothing compared");
        return None;
    }
    let folder = Folder::new(name);
    let program = folder.0.join("oracle");
    fs::write(folder.0.join("oracle.c"), include_str!("oracle.c")).unwrap();
    // Without builtins every call goes to the library, with its arguments as they are.
    let compiled = Command::new("gcc")
        .args(["-O0", "-fno-builtin", "-w", "-o"])
        .args([&program, &folder.0.join("oracle.c")])
        .arg("-lm")
        .status()
        .unwrap();
    assert!(compiled.success(), "oracle.c does not compile");
    fs::write(folder.0.join("requests"), requests.join("\n") + "\n").unwrap();
    let stdin = Stdio::from(File::open(folder.0.join("requests")).unwrap());
    let output = Command::new(&program).stdin(stdin).output().unwrap();
    assert!(output.status.success(), "the oracle ended with {}", output.status);
    let answers: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), requests.len());
    Some(answers)
}

#[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
fn say(message: &str) {
    eprintln!("{message}");
}

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("kiln-libc-{name}-{}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compares all answers, shows the first differences, and fails if there are any.
#[track_caller]
fn compare(requests: &[String], expected: &[String], ours: &[String]) {
    let differences: Vec<String> = (0..requests.len())
        .filter(|&index| expected[index].trim() != ours[index].trim())
        .map(|index| format!("{}\n  libc: {}\n  kiln: {}", requests[index], expected[index].trim(), ours[index].trim()))
        .collect();
    let shown = differences[..differences.len().min(20)].join("\n");
    assert!(differences.is_empty(), "{} of {} differ:\n{shown}", differences.len(), requests.len());
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[test]
fn random_numbers() {
    let mut draw = draw::Draw(3);
    let seeds: Vec<u32> =
        [0, 1, 2, u32::MAX, 1 << 31].into_iter().chain((0..500).map(|_| draw.bits64() as u32)).collect();
    let requests: Vec<String> = seeds.iter().map(|seed| format!("R {seed}")).collect();
    let Some(answers) = ask("random", &requests) else { return };
    let ours: Vec<String> = seeds.iter().map(|&seed| random_answer(seed)).collect();
    compare(&requests, &answers, &ours);
}

fn random_answer(seed: u32) -> String {
    let mut words = Vec::new();
    let mut generator = random::Random::seeded(seed);
    words.extend((0..50).map(|_| generator.next_number().to_string()));
    let mut generator = random::Random::seeded(seed);
    words.extend((0..5).map(|_| generator.next_number().to_string()));
    let mut state = seed;
    words.extend((0..20).map(|_| random::rand_r(&mut state).to_string()));
    words.push(state.to_string());
    let mut generator = random::Rand48::seeded(seed);
    for _ in 0..5 {
        words.push(rand48_answer(&mut generator));
    }
    let mut generator = random::Rand48::of([seed as u16, (seed >> 16) as u16, 77]);
    words.push(rand48_answer(&mut generator));
    words.extend(generator.parts().iter().map(u16::to_string));
    let mut generator = random::Rand48::with_parameters([1, 2, seed as u16, 4, 5, 6, (seed >> 16) as u16]);
    words.push(generator.next_long().to_string());
    words.join(" ")
}

fn rand48_answer(generator: &mut random::Rand48) -> String {
    let fraction = printing::hexadecimal(generator.next_double());
    format!("{fraction} {} {}", generator.next_long(), generator.next_signed())
}

#[test]
fn integer_builtins() {
    let mut draw = draw::Draw(7);
    let values: Vec<u64> = (0..20_000).map(|_| draw.integer()).collect();
    let requests: Vec<String> = values.iter().map(|value| format!("B {value:x}")).collect();
    let Some(answers) = ask("bits", &requests) else { return };
    let ours: Vec<String> = values.iter().map(|&value| bits_answer(value)).collect();
    compare(&requests, &answers, &ours);
}

fn bits_answer(value: u64) -> String {
    let x = Int::from_u128(value.into(), IntShape::unsigned(64));
    let wide = Int::from_u128(u128::from(value) << 64 | u128::from(!value), IntShape::unsigned(128));
    let mut words = Vec::new();
    for width in [32, 64] {
        words.extend([bits::clz(x, width), bits::ctz(x, width)].into_iter().flatten().map(|count| count.to_string()));
    }
    for width in [32, 64] {
        let counts = [bits::clrsb, bits::ffs, bits::popcount, bits::parity];
        words.extend(counts.iter().map(|count| count(x, width).to_string()));
        words.push(format!("{:x}", bits::bswap(x, width).unwrap().as_u128()));
    }
    let swapped = bits::bswap(wide, 128).unwrap().as_u128();
    words.push(format!("{:x} {:x} {:x}", bits::bswap(x, 16).unwrap().as_u128(), swapped >> 64, swapped as u64));
    words.join(" ")
}

#[test]
fn character_classes() {
    let requests = ["C".to_owned()];
    let Some(answers) = ask("ctype", &requests) else { return };
    let names = [
        "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
        "isupper", "isxdigit",
    ];
    let ours: Vec<String> = (-1..256)
        .map(|c| {
            let is = |name: &&str| if ctype::is(ctype::class_of(name).unwrap(), c).unwrap() { '1' } else { '0' };
            let classes: String = names.iter().map(is).collect();
            format!("{classes} {} {}", ctype::to_upper(c).unwrap(), ctype::to_lower(c).unwrap())
        })
        .collect();
    compare(&requests, &answers, &[ours.join(" ")]);
}
