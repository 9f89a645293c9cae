//! Directives over a text, step by step as glibc's `vfscanf` does it.

use std::fmt;

use kiln_lang::target::Target;
use kiln_lang::value::{Int, IntShape};

use super::super::ctype::is_space;
use super::super::number::{read_float, read_int};
use super::{ByteSet, Conversion, Directive, Pointee, Spec, Stored};

/// What `sscanf` did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan {
    /// What is to be stored, for the arguments in order; those left over stay untouched.
    pub stored: Vec<Stored>,
    /// What `sscanf` returns: how many conversions were assigned, or -1 (`EOF`).
    pub result: i32,
    /// Why this is not certain, if it is not. The first reason counts.
    pub doubt: Option<Doubt>,
    /// How many characters were read, if no directive failed.
    pub read: Option<usize>,
}

/// Why the result of a scan should not be relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// A number does not fit into the type it is for: undefined (C11 7.21.6.2p10).
    OutOfRange,
    /// A number broke off where C sees a failure and glibc a number: `0x`, `1e+`.
    BrokenNumber,
    /// `nan(` in the text, which glibc does not read on.
    NanPayload,
    /// Fewer characters than `%c` asked for, which C sees as a failure and glibc does not.
    FewChars,
    /// The text ended after a conversion that was suppressed or `%n`: 0 in C, `EOF` in glibc.
    EarlyEnd,
    /// A byte beyond ASCII for a wide character, or a pointer that is not in glibc's form.
    Encoding,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Doubt::OutOfRange => "a number does not fit into the type it is scanned for",
            Doubt::BrokenNumber => "a number breaks off where C and glibc disagree whether it is one",
            Doubt::NanPayload => "`nan(` is scanned, which glibc does not read to its end",
            Doubt::FewChars => "the text ends before `%c` has all its characters",
            Doubt::EarlyEnd => "the text ends after conversions that assign nothing, where C and glibc disagree",
            Doubt::Encoding => "what is scanned has a form that is up to the implementation",
        })
    }
}

/// Why scanning stopped.
enum Stop {
    /// The text is at its end.
    Input,
    /// The text does not match.
    Matching,
}

/// `sscanf`: runs directives over a string without its null character.
pub fn scan(directives: &[Directive], text: &[u8], target: &Target) -> Scan {
    let mut scanner = Scanner { text, at: 0, target, stored: Vec::new(), n_assigned: 0, n_completed: 0, doubt: None };
    let stop = directives.iter().try_for_each(|directive| scanner.step(directive)).err();
    let mut result = scanner.n_assigned;
    if matches!(stop, Some(Stop::Input)) && scanner.n_assigned == 0 {
        result = -1;
        if scanner.n_completed > 0 {
            scanner.doubt(Doubt::EarlyEnd);
        }
    }
    let read = stop.is_none().then_some(scanner.at);
    Scan { stored: scanner.stored, result, doubt: scanner.doubt, read }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    target: &'a Target,
    stored: Vec<Stored>,
    n_assigned: i32,
    /// Conversions done, those that assign nothing included.
    n_completed: usize,
    doubt: Option<Doubt>,
}

impl Scanner<'_> {
    fn doubt(&mut self, doubt: Doubt) {
        self.doubt.get_or_insert(doubt);
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().iter().take_while(|&&byte| is_space(byte)).count();
    }

    fn step(&mut self, directive: &Directive) -> Result<(), Stop> {
        match directive {
            Directive::Space => {
                self.skip_space();
                Ok(())
            }
            Directive::Byte(byte) => self.expect(*byte),
            Directive::Percent => {
                self.skip_space();
                self.expect(b'%')
            }
            Directive::Conversion(spec) => self.convert(spec),
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        match self.rest().first() {
            None => Err(Stop::Input),
            Some(next) if *next == byte => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(Stop::Matching),
        }
    }

    fn convert(&mut self, spec: &Spec) -> Result<(), Stop> {
        if let (Conversion::Count, Pointee::Integer(kind)) = (&spec.conversion, spec.pointee) {
            let shape = kind.shape(self.target);
            self.stored.push(Stored::Integer(kind, Int::from_u128(self.at as u128, shape)));
            self.n_completed += 1;
            if !shape.contains_unsigned(self.at as u128) {
                self.doubt(Doubt::OutOfRange);
            }
            return Ok(());
        }
        if !matches!(spec.conversion, Conversion::Chars | Conversion::Set(_)) {
            self.skip_space();
        }
        if self.rest().is_empty() {
            return Err(Stop::Input);
        }
        let stored = match (&spec.conversion, spec.pointee) {
            (Conversion::Integer(base), Pointee::Integer(_)) => self.integer(spec, *base)?,
            (Conversion::Pointer, _) => self.pointer(spec)?,
            (Conversion::Float, _) => self.float(spec)?,
            (Conversion::Word, _) => self.characters(spec, |byte| !is_space(byte), true),
            (Conversion::Chars, _) => self.chars(spec),
            (Conversion::Set(set), _) => self.set(spec, set)?,
            (Conversion::Integer(_) | Conversion::Count, _) => return Err(Stop::Matching),
        };
        self.n_completed += 1;
        if !spec.suppressed {
            self.n_assigned += 1;
            self.stored.push(stored);
        }
        Ok(())
    }

    /// The bytes that a width lets a conversion see.
    fn window(&self, spec: &Spec) -> &[u8] {
        let width = spec.width.map_or(usize::MAX, |width| width as usize);
        &self.rest()[..width.min(self.rest().len())]
    }

    /// The digits of an integer as `strtol` will see them, the base they are in, and the bytes they
    /// took.
    ///
    /// glibc takes a prefix of hexadecimal digits without looking whether digits follow, and drops
    /// its `x`.
    fn digits(window: &[u8], base: u32) -> (Vec<u8>, u32, usize) {
        let n_sign = usize::from(matches!(window.first(), Some(b'+' | b'-')));
        let mut digits = window[..n_sign].to_vec();
        let (base, n_prefix) = match (base, &window[n_sign..]) {
            (0 | 16, [b'0', b'x' | b'X', ..]) => (16, 2),
            (0, [b'0', ..]) => (8, 0),
            (0, _) => (10, 0),
            (base, _) => (base, 0),
        };
        if n_prefix > 0 {
            digits.push(b'0');
        }
        let start = n_sign + n_prefix;
        let n_digits = window[start..].iter().take_while(|&&byte| (byte as char).is_digit(base)).count();
        digits.extend_from_slice(&window[start..start + n_digits]);
        (digits, base, start + n_digits)
    }

    /// `strtol` or `strtoul` of the digits, converted to a type.
    fn number(&mut self, window: &[u8], base: u32, shape: IntShape) -> Result<Int, Stop> {
        let (digits, base, length) = Scanner::digits(window, base);
        if !digits.last().is_some_and(u8::is_ascii_alphanumeric) {
            return Err(Stop::Matching);
        }
        self.at += length;
        if matches!(window[length - 1], b'x' | b'X') {
            self.doubt(Doubt::BrokenNumber);
        }
        // glibc reads a `long`, or a `long long` for the types that have its width.
        let long = self.target.int_bits(kiln_lang::types::Basic::Long) as u8;
        let wide = IntShape { bits: shape.bits.max(long), ..shape };
        let read = |shape| read_int(&digits, base as i32, shape);
        let (Some(narrow), Some(read)) = (read(shape), read(wide)) else { return Err(Stop::Matching) };
        if narrow.out_of_range {
            self.doubt(Doubt::OutOfRange);
        }
        Ok(read.value.convert(shape))
    }

    fn integer(&mut self, spec: &Spec, base: u32) -> Result<Stored, Stop> {
        let Pointee::Integer(kind) = spec.pointee else { return Err(Stop::Matching) };
        let window = self.window(spec).to_vec();
        let value = self.number(&window, base, kind.shape(self.target))?;
        Ok(Stored::Integer(kind, value))
    }

    /// `%p` reads what `%p` prints.
    fn pointer(&mut self, spec: &Spec) -> Result<Stored, Stop> {
        let window = self.window(spec).to_vec();
        let nil: &[u8] = b"(nil)";
        if window.len() >= nil.len() && window[..nil.len()].eq_ignore_ascii_case(nil) {
            self.at += nil.len();
            return Ok(Stored::Pointer(0));
        }
        if !window.starts_with(b"0x") {
            self.doubt(Doubt::Encoding);
        }
        let bits = self.target.pointer.size.saturating_mul(8);
        let value = self.number(&window, 16, IntShape::unsigned(bits))?;
        Ok(Stored::Pointer(value.as_u64()))
    }

    fn float(&mut self, spec: &Spec) -> Result<Stored, Stop> {
        let Pointee::Float(kind) = spec.pointee else { return Err(Stop::Matching) };
        let window = self.window(spec).to_vec();
        let item = float_item(&window, spec.width).ok_or(Stop::Matching)?;
        let read = read_float(item, self.target.float_format(kind.basic()));
        if read.consumed == 0 {
            return Err(Stop::Matching);
        }
        self.at += item.len();
        // Where the item ends in the middle of a number, C has it fail.
        let cut = matches!(window[item.len()..].first(), Some(b'x' | b'X')) && item.ends_with(b"0");
        if read.consumed < item.len() || cut {
            self.doubt(Doubt::BrokenNumber);
        }
        if read.value.is_nan() && self.rest().first() == Some(&b'(') {
            self.doubt(Doubt::NanPayload);
        }
        if read.range_error {
            self.doubt(Doubt::OutOfRange);
        }
        Ok(Stored::Float(kind, read.value))
    }

    /// The longest run of bytes that belong, within the width.
    fn characters(&mut self, spec: &Spec, belongs: impl Fn(u8) -> bool, terminated: bool) -> Stored {
        let bytes: Vec<u8> = self.window(spec).iter().copied().take_while(|&byte| belongs(byte)).collect();
        self.at += bytes.len();
        let wide = spec.pointee == Pointee::Text { wide: true };
        if wide && !bytes.is_ascii() {
            self.doubt(Doubt::Encoding);
        }
        Stored::Text { bytes, wide, terminated }
    }

    fn chars(&mut self, spec: &Spec) -> Stored {
        let n_chars = spec.width.unwrap_or(1);
        if self.rest().len() < n_chars as usize {
            self.doubt(Doubt::FewChars);
        }
        self.characters(&Spec { width: Some(n_chars), ..spec.clone() }, |_| true, false)
    }

    fn set(&mut self, spec: &Spec, set: &ByteSet) -> Result<Stored, Stop> {
        let is_member = self.rest().first().is_some_and(|&byte| set.contains(byte));
        if is_member { Ok(self.characters(spec, |byte| set.contains(byte), true)) } else { Err(Stop::Matching) }
    }
}

/// The bytes that `scanf` takes for a floating-point number before it converts them.
fn float_item(window: &[u8], width: Option<u32>) -> Option<&[u8]> {
    let n_sign = usize::from(matches!(window.first(), Some(b'+' | b'-')));
    let number = &window[n_sign..];
    let length = match number.first()?.to_ascii_lowercase() {
        b'n' => starts_with(number, "nan").then_some(3),
        // After `inf`, another `i` must be that of `infinity`.
        b'i' if starts_with(number, "infi") => starts_with(number, "infinity").then_some(8),
        b'i' => starts_with(number, "inf").then_some(3),
        _ => {
            // glibc takes no prefix that uses up the width.
            let has_room = width.is_none_or(|width| width as usize > n_sign + 2);
            number_length(number, has_room && matches!(number, [b'0', b'x' | b'X', ..]))
        }
    }?;
    Some(&window[..n_sign + length])
}

fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// How far a number in digits goes: any digits, one point, one exponent, complete or not.
fn number_length(text: &[u8], is_hexadecimal: bool) -> Option<usize> {
    let exponent_letter = if is_hexadecimal { b'p' } else { b'e' };
    let mut length = if is_hexadecimal { 2 } else { 0 };
    let (mut has_digit, mut has_point, mut has_exponent) = (false, false, false);
    let mut after_letter = false;
    for byte in &text[length..] {
        let is_letter = byte.to_ascii_lowercase() == exponent_letter;
        let is_digit = byte.is_ascii_digit() || is_hexadecimal && !has_exponent && byte.is_ascii_hexdigit();
        match byte {
            _ if is_digit => has_digit = true,
            b'+' | b'-' if after_letter => {}
            _ if is_letter && has_digit && !has_exponent => {
                has_exponent = true;
                has_point = true;
            }
            b'.' if !has_point => has_point = true,
            _ => break,
        }
        after_letter = is_letter && has_exponent && !is_digit;
        length += 1;
    }
    (length > if is_hexadecimal { 2 } else { 0 }).then_some(length)
}
