//! Floating-point numbers against the machine, Rust's own reader and known encodings.

use super::super::lcg::Lcg;
use super::*;
use FloatFormat::{BFloat, Double, Half, Quad, Single, X87Extended};

#[track_caller]
fn parse(text: &str, format: FloatFormat) -> Float {
    Float::parse(text, format).map(|rounded| rounded.value).expect(text)
}

/// Any encoding, with exponents at both ends of the range about as often as in between.
fn any(random: &mut Lcg, format: FloatFormat) -> Float {
    let bits = random.bits128();
    let exponent = format.exponent_mask() << format.significand_bits();
    let bits = match random.below(8) {
        0 => bits & !exponent,
        1 => bits | exponent,
        2 => random.edgy(),
        _ => bits,
    };
    Float::from_bits(bits, format)
}

/// A decimal constant with a random number of digits on both sides of the point.
fn decimal(random: &mut Lcg, exponent: u32) -> String {
    let mut digits = |most: u32| -> String {
        let count = random.below(most + 1);
        (0..count).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
    };
    let (whole, fraction) = (digits(20), digits(25));
    let exponent = i64::from(random.below(2 * exponent + 1)) - i64::from(exponent);
    format!("{whole}0.{fraction}e{exponent}")
}

#[test]
fn decimal_constants_read_as_rust_reads_them() {
    let mut random = Lcg(1);
    for exponent in [0, 10, 50, 340] {
        for _ in 0..5_000 {
            let text = decimal(&mut random, exponent);
            let [single, double] = [Single, Double].map(|format| parse(&text, format));
            assert_eq!(single, Float::from_f32(text.parse().unwrap()), "{text}");
            assert_eq!(double, Float::from_f64(text.parse().unwrap()), "{text}");
        }
    }
}

#[test]
fn very_long_decimal_constants_read_as_rust_reads_them() {
    let zeros = "0".repeat(20_000);
    let nines = "9".repeat(20_000);
    let texts = [
        format!("1{zeros}e-20000"),
        format!("1{zeros}.{zeros}e-19990"),
        format!("0.{zeros}1e20001"),
        format!("0.{zeros}123456789e20300"),
        format!("{nines}e-20000"),
        format!("0.{nines}"),
        format!("{zeros}7.5e0"),
        format!("{zeros}.{zeros}"),
        // One half of the last place more than 1, and then a hair above it.
        format!("1.00000000000000011102230246251565404236316680908203125{zeros}"),
        format!("1.00000000000000011102230246251565404236316680908203125{zeros}1"),
        format!("1{zeros}e99999999999999999999"),
        format!("1{zeros}e-99999999999999999999"),
    ];
    for text in texts {
        assert_eq!(parse(&text, Double), Float::from_f64(text.parse().unwrap()));
    }
}

#[test]
fn hexadecimal_constants_read_as_their_digits_say() {
    let mut random = Lcg(2);
    for _ in 0..20_000 {
        let digits = random.bits64();
        let scale = random.below(2_300) as i32 - 1_150;
        let text = format!("0x{:x}.{:08X}p{scale}", digits >> 32, digits as u32);
        // binary128 holds the digits, the power and their product, so only the conversion rounds.
        let number = Float::from_int(Int::wrap(digits.into(), IntShape::unsigned(64)), IntShape::unsigned(64), Quad);
        let power = parse(&format!("0x1p{}", scale - 32), Quad);
        assert_eq!(parse(&text, Double), (number * power).convert(Double), "{text}");
        assert_eq!(parse(&text, Single), (number * power).convert(Single), "{text}");
    }
}

#[test]
fn known_constants_have_known_encodings() {
    let table: &[(&str, FloatFormat, u128)] = &[
        ("0.1", Half, 0x2e66),
        ("65504.0", Half, 0x7bff),
        ("0x1p-24", Half, 0x0001),
        ("0.1", BFloat, 0x3dcd),
        ("3.4e38", BFloat, 0x7f80),
        ("0.1", Single, 0x3dcc_cccd),
        ("0.1", Double, 0x3fb9_9999_9999_999a),
        ("4.9e-324", Double, 1),
        ("0.1", X87Extended, 0x3ffb_cccc_cccc_cccc_cccd),
        ("1.", X87Extended, 0x3fff_8000_0000_0000_0000),
        (".5", X87Extended, 0x3ffe_8000_0000_0000_0000),
        ("3.14159265358979323846264338327950288", X87Extended, 0x4000_c90f_daa2_2168_c235),
        ("1.18973149535723176502e+4932", X87Extended, 0x7ffe_ffff_ffff_ffff_ffff),
        ("3.36210314311209350626e-4932", X87Extended, 0x0001_8000_0000_0000_0000),
        ("3.64519953188247460253e-4951", X87Extended, 1),
        ("0.1", Quad, 0x3ffb_9999_9999_9999_9999_9999_9999_999a),
        ("0x.8p1", Quad, 0x3fff_0000_0000_0000_0000_0000_0000_0000),
        ("6.47517511943802511092443895822764655e-4966", Quad, 1),
    ];
    for &(text, format, bits) in table {
        assert_eq!(parse(text, format).bits(), bits, "{text} {format:?} {:x}", parse(text, format).bits());
    }
}

#[test]
fn halfway_constants_round_to_even_and_a_hair_more_rounds_up() {
    for bits in 0..0x7bff {
        let [low, high] = [bits, bits + 1].map(|bits| Float::from_bits(bits, Half));
        let middle = f64::midpoint(low.to_f64_lossy(), high.to_f64_lossy());
        let even = if bits % 2 == 0 { low } else { high };
        assert_eq!(parse(&format!("{middle:.30}"), Half), even);
        assert_eq!(parse(&format!("{middle:.30}1"), Half), high);
        assert_eq!(Float::from_f64(middle).convert(Half), even);
    }
}

#[test]
fn constants_beyond_the_range_are_infinite_and_say_so() {
    for (text, format) in [("1e39", Single), ("0x1p1024", Double), ("65520.0", Half), ("1e5000", Quad)] {
        let rounded = Float::parse(text, format).unwrap();
        assert_eq!(rounded.value, Float::infinity(format));
        assert!(rounded.overflow && rounded.inexact);
    }
    let tiny = Float::parse("1e-400", Double).unwrap();
    assert_eq!((tiny.value, tiny.overflow, tiny.inexact), (Float::zero(Double), false, true));
    let exact = Float::parse("0.5", Double).unwrap();
    assert!(!exact.overflow && !exact.inexact);
}

#[test]
fn only_floating_constants_of_c_are_read() {
    use FloatSyntax::{NoDigits, NoExponent, NoExponentDigits, Stray};
    let table = [
        ("", NoDigits),
        (".", NoDigits),
        ("e1", NoDigits),
        (".e1", NoDigits),
        ("0x", NoDigits),
        ("0x.p1", NoDigits),
        ("-1.0", NoDigits),
        ("inf", NoDigits),
        ("nan", NoDigits),
        ("12", NoExponent),
        ("0x1.8", NoExponent),
        ("0x1", NoExponent),
        ("1e", NoExponentDigits),
        ("1e+", NoExponentDigits),
        ("0x1p-", NoExponentDigits),
        ("1.0f", Stray(3)),
        ("1.2.3", Stray(3)),
        ("1e5.0", Stray(3)),
        ("0x1.8e+1", Stray(6)),
        ("0b1.0", Stray(1)),
        ("1.0é", Stray(3)),
        ("1p1", Stray(1)),
    ];
    for (text, error) in table {
        assert_eq!(Float::parse(text, Double), Err(error), "{text}");
    }
    assert_eq!(FloatSyntax::Stray(3).to_string(), "byte 3 of the floating constant cannot stand there");
    for text in ["1.", ".1", "1e1", "1.e-1", "0X1P+3", "0x.8p0", "0x1.p0", "0xep0", "00.5", "09e0"] {
        assert!(Float::parse(text, Double).is_ok(), "{text}");
    }
}

#[test]
fn every_finite_value_reads_back_from_its_spelling() {
    let check = |value: Float| match value.spell() {
        None => assert!(value.is_nan() || value.is_infinite()),
        Some(text) => {
            let (sign, digits) = text.strip_prefix('-').map_or((false, &*text), |digits| (true, digits));
            let back = parse(digits, value.format());
            assert_eq!(if sign { -back } else { back }, value, "{text}");
        }
    };
    for format in [Half, BFloat] {
        (0..=0xffff).for_each(|bits| check(Float::from_bits(bits, format)));
    }
    let mut random = Lcg(3);
    for format in [Single, Double, X87Extended, Quad] {
        for _ in 0..5_000 {
            let value = any(&mut random, format);
            let is_odd_x87 = format == X87Extended && value.magnitude() >> 63 == 1;
            if !is_odd_x87 {
                check(value);
            }
        }
    }
}

#[test]
fn spellings_are_short() {
    let table = [
        (Float::from_f64(1.0), "1.0"),
        (Float::from_f64(-0.0), "-0.0"),
        (Float::from_f64(0.1), "0.1"),
        (Float::from_f64(1e300), "1e300"),
        (Float::from_f32(0.1), "0.1"),
        (Float::from_f64(f64::powi(2.0, -60)), "0x1p-60"),
        (Float::from_f64(f64::from_bits(1)), "5e-324"),
        (parse("0.1", X87Extended), "0x1.999999999999999ap-4"),
        (parse("1.0", Quad), "0x1p+0"),
        (Float::zero(Half), "0x0p+0"),
        (-parse("3.0", Half), "-0x1.8p+1"),
    ];
    for (value, text) in table {
        assert_eq!(value.spell().as_deref(), Some(text));
    }
    assert_eq!(Float::infinity(Double).spell(), None);
    assert_eq!(Float::nan(Single).spell(), None);
}

#[test]
fn single_and_double_compute_in_software_as_on_the_machine() {
    /// The soft result, whatever NaN it is.
    fn soft(format: FloatFormat, op: char, a: Float, b: Float) -> Float {
        with_soft!(format, Soft => {
            let (a, b) = (Soft::from_bits(a.bits), Soft::from_bits(b.bits));
            let result = match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                _ => a / b,
            };
            Float { format, bits: result.value.to_bits() }
        })
    }
    let mut random = Lcg(4);
    for format in [Single, Double] {
        for _ in 0..20_000 {
            let (a, b) = (any(&mut random, format), any(&mut random, format));
            for (op, native) in [('+', a + b), ('-', a - b), ('*', a * b), ('/', a / b)] {
                let wanted = soft(format, op, a, b);
                assert_eq!(native.is_nan(), wanted.is_nan());
                assert!(native == wanted || native.is_nan(), "{a:?} {op} {b:?}");
            }
        }
    }
}

#[test]
fn narrow_formats_compute_as_single_rounded_once_more() {
    // Innocuous double rounding: 24 bits are at least twice 11 and two more (Figueroa 1995).
    let mut random = Lcg(5);
    for format in [Half, BFloat] {
        for _ in 0..20_000 {
            let (a, b) = (any(&mut random, format), any(&mut random, format));
            let (x, y) = (a.convert(Single), b.convert(Single));
            for (narrow, wide) in [(a + b, x + y), (a - b, x - y), (a * b, x * y), (a / b, x / y)] {
                let wide = wide.convert(format);
                assert!(narrow == wide || narrow.is_nan() && wide.is_nan(), "{a:?} {b:?}");
            }
            assert_eq!(a.compare(b), x.compare(y));
        }
    }
}

#[test]
fn extended_formats_compute_known_values() {
    for format in [X87Extended, Quad] {
        let [one, two, three] = ["1.0", "2.0", "3.0"].map(|text| parse(text, format));
        assert_eq!(one + two, three);
        assert_eq!(three - two, one);
        assert_eq!(two * three, parse("6.0", format));
        assert_eq!(two.compare(three), Some(Ordering::Less));
        assert_eq!(Float::zero(format).compare(-Float::zero(format)), Some(Ordering::Equal));
        assert_eq!(one / Float::zero(format), Float::infinity(format));
        assert_eq!(one.compare(Float::nan(format)), None);
    }
    let third = |format| parse("1.0", format) / parse("3.0", format);
    assert_eq!(third(X87Extended).bits(), 0x3ffd_aaaa_aaaa_aaaa_aaab);
    assert_eq!(third(Quad).bits(), 0x3ffd_5555_5555_5555_5555_5555_5555_5555);
}

#[test]
fn nans_come_from_the_first_operand_that_is_one() {
    for format in FloatFormat::ALL {
        let one = parse("1.0", format);
        let signaling = Float::from_bits(Float::infinity(format).bits() | 1, format);
        let quiet = Float::from_bits(signaling.bits() | format.quiet_bit(), format);
        assert!(signaling.is_nan() && quiet.is_nan());
        assert_eq!(signaling + one, quiet);
        assert_eq!(one * -signaling, -quiet);
        assert_eq!(Float::nan(format) - signaling, Float::nan(format));
        assert_eq!(signaling / Float::nan(format), quiet);
        // Out of nothing: the real indefinite.
        assert_eq!(Float::zero(format) / Float::zero(format), -Float::nan(format));
        assert_eq!(Float::infinity(format) - Float::infinity(format), -Float::nan(format));
    }
}

#[test]
fn classes_agree_with_the_library() {
    let mut random = Lcg(6);
    for format in FloatFormat::ALL {
        for _ in 0..5_000 {
            let value = any(&mut random, format);
            let (nan, infinite, zero, negative) = with_soft!(format, Soft => {
                let soft = Soft::from_bits(value.bits);
                (soft.is_nan(), soft.is_infinite(), soft.is_zero(), soft.is_negative())
            });
            assert_eq!(value.is_nan(), nan, "{value:x?}");
            assert_eq!(value.is_infinite(), infinite, "{value:x?}");
            assert_eq!(value.is_zero(), zero, "{value:x?}");
            assert_eq!(value.is_negative(), negative, "{value:x?}");
        }
    }
}

#[test]
fn widening_keeps_every_value_and_comes_back() {
    let mut random = Lcg(7);
    for (narrow, wide) in [
        (Half, Single),
        (BFloat, Single),
        (Half, X87Extended),
        (Single, Double),
        (Single, X87Extended),
        (Double, X87Extended),
        (Double, Quad),
        (X87Extended, Quad),
    ] {
        for _ in 0..3_000 {
            let value = any(&mut random, narrow);
            let is_odd_x87 = narrow == X87Extended && value.magnitude() >> 63 == 1;
            let back = value.convert(wide).convert(narrow);
            if value.is_nan() {
                assert!(back.is_nan() && back.is_negative() == value.is_negative());
            } else if !is_odd_x87 {
                assert_eq!(back, value);
            }
        }
    }
}

#[test]
fn narrowing_rounds_as_the_machine_does() {
    let mut random = Lcg(8);
    for _ in 0..20_000 {
        let value = any(&mut random, Double);
        let soft = Float::from_quad(value.to_quad(), Single);
        assert!(value.convert(Single) == soft || value.is_nan());
        if !value.is_nan() {
            assert_eq!(soft, Float::from_f32(value.double() as f32));
        }
    }
    assert_eq!(Float::from_f64(1e39).convert(Single), Float::infinity(Single));
}

#[test]
fn integers_round_to_every_format_as_their_digits_do() {
    let mut random = Lcg(9);
    for shape in [8, 32, 64, 65, 128].into_iter().flat_map(|bits| [IntShape::signed(bits), IntShape::unsigned(bits)]) {
        for _ in 0..300 {
            let value = Int::wrap(random.edgy(), shape);
            let text = format!("{}.", value.to_decimal(shape));
            for format in FloatFormat::ALL {
                let wanted = match text.strip_prefix('-') {
                    Some(digits) => -parse(digits, format),
                    None => parse(&text, format),
                };
                assert_eq!(Float::from_int(value, shape, format), wanted, "{text} {format:?}");
            }
        }
    }
}

#[test]
fn conversion_to_integers_truncates_as_the_machine_does_and_faults_beyond_the_range() {
    let mut random = Lcg(10);
    for _ in 0..20_000 {
        // Exponents around those of 64-bit integers.
        let scale = u64::from(random.below(140) + 0x3ff - 70) << 52;
        let number = f64::from_bits(random.bits64() & !(0x7ff << 52) | scale);
        let result = Float::from_f64(number).to_int(IntShape::signed(64));
        let in_range = number.trunc() >= -9_223_372_036_854_775_808.0 && number < 9_223_372_036_854_775_808.0;
        assert_eq!(result.value.as_i128(), i128::from(number as i64), "{number}");
        assert_eq!(result.fault.is_none(), in_range, "{number}");
        assert_eq!(result.exact, in_range && number.fract() == 0.0, "{number}");

        let result = Float::from_f64(number).to_int(IntShape::unsigned(128));
        assert_eq!(result.value.as_u128(), number as u128, "{number}");
        assert_eq!(result.fault.is_none(), number > -1.0 && number < f64::powi(2.0, 128), "{number}");
    }
}

#[test]
fn conversion_to_integers_looks_at_the_integral_part_only() {
    let to_int = |text: &str, negative: bool, shape: IntShape| {
        let value = parse(text, X87Extended);
        let result = if negative { -value } else { value }.to_int(shape);
        (result.value.as_i128(), result.fault.is_none())
    };
    let (char_, uchar, bit) = (IntShape::signed(8), IntShape::unsigned(8), IntShape::signed(1));
    assert_eq!(to_int("127.99", false, char_), (127, true));
    assert_eq!(to_int("128.0", false, char_), (127, false));
    assert_eq!(to_int("128.99", true, char_), (-128, true));
    assert_eq!(to_int("129.0", true, char_), (-128, false));
    assert_eq!(to_int("255.99", false, uchar), (255, true));
    assert_eq!(to_int("256.0", false, uchar), (255, false));
    assert_eq!(to_int("0.99", true, uchar), (0, true));
    assert_eq!(to_int("1.0", true, uchar), (0, false));
    assert_eq!(to_int("0.0", true, uchar), (0, true));
    assert_eq!(to_int("1.5", true, bit), (-1, true));
    assert_eq!(to_int("1.0", false, bit), (0, false));
    for shape in [char_, uchar, IntShape::signed(128), IntShape::unsigned(128)] {
        let fault = |value: Float| (value.to_int(shape).value, value.to_int(shape).fault);
        assert_eq!(fault(Float::infinity(Quad)), (shape.max(), Some(FloatConversion)));
        assert_eq!(fault(-Float::infinity(Quad)), (shape.min(), Some(FloatConversion)));
        assert_eq!(fault(-Float::nan(Half)), (Int::ZERO, Some(FloatConversion)));
    }
    let least = Float::from_f64(f64::powi(-2.0, 127)).to_int(IntShape::signed(128));
    assert_eq!((least.value, least.exact, least.fault), (IntShape::signed(128).min(), true, None));
}

#[test]
fn no_encoding_makes_an_operation_panic() {
    let mut random = Lcg(11);
    for format in FloatFormat::ALL {
        for _ in 0..5_000 {
            let (a, b) = (any(&mut random, format), any(&mut random, format));
            let _ = (a + b, a - b, a * b, a / b, -a, a.compare(b), a.spell(), a.to_f64_lossy());
            for to in FloatFormat::ALL {
                let _ = a.convert(to);
            }
            for bits in 0..=u8::MAX {
                let _ = (a.to_int(IntShape::signed(bits)), a.to_int(IntShape::unsigned(bits)));
            }
        }
    }
}
