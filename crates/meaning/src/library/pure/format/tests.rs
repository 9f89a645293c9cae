//! Formats and what they print: what the standard says of each conversion, by example.

use kiln_lang::value::{Float, FloatFormat, Int, IntShape};

use super::*;

fn spec(format: &str) -> Spec {
    match parse(format.as_bytes()) {
        Ok((Directive::Conversion(spec), n_bytes)) if n_bytes == format.len() => spec,
        other => panic!("{format}: {other:?}"),
    }
}

fn printed(render: impl FnOnce(&mut Vec<u8>) -> Result<(), render::TooLong>) -> String {
    let mut out = Vec::new();
    render(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn int(format: &str, value: i32) -> String {
    let shape = IntShape::signed(32);
    printed(|out| render::integer(out, &spec(format).layout(0, 0), Int::from_i128(value.into(), shape), shape, 1000))
}

fn double(format: &str, value: f64) -> String {
    printed(|out| render::float(out, &spec(format).layout(0, 0), Float::from_f64(value), 1000))
}

#[test]
fn directives_are_read() {
    assert_eq!(parse(b"abc%d"), Ok((Directive::Text, 3)));
    assert_eq!(parse(b""), Ok((Directive::Text, 0)));
    assert_eq!(parse(b"%%x"), Ok((Directive::Percent, 2)));
    let read = spec("%-+ #0*.*Lg");
    assert!(read.flags.left && read.flags.plus && read.flags.space && read.flags.alternative && read.flags.zero);
    assert_eq!((read.width, read.precision), (Some(Amount::Star), Some(Amount::Star)));
    assert_eq!((read.length, read.conversion, read.upper), (Length::LongDouble, Conversion::General, false));
    assert_eq!(spec("%.X").precision, Some(Amount::Fixed(0)));
    assert!(spec("%m").is_extension() && spec("%'d").is_extension() && !spec("%d").is_extension());
    let layout = spec("%0*.*d").layout(-7, -1);
    assert!(layout.flags.left && layout.width == 7 && layout.precision.is_none());
}

#[test]
fn what_c_leaves_undefined_is_a_fault() {
    for (format, fault) in [
        ("%", FormatFault::Incomplete),
        ("%-5", FormatFault::Incomplete),
        ("%y", FormatFault::UnknownConversion(b'y')),
        ("%D", FormatFault::UnknownConversion(b'D')),
        ("%#d", FormatFault::Alternative(b'd')),
        ("%#c", FormatFault::Alternative(b'c')),
        ("%#s", FormatFault::Alternative(b's')),
        ("%0s", FormatFault::Zero(b's')),
        ("%0p", FormatFault::Zero(b'p')),
        ("%'x", FormatFault::Grouped(b'x')),
        ("%.3c", FormatFault::Precision(b'c')),
        ("%.3p", FormatFault::Precision(b'p')),
        ("%Ld", FormatFault::Length(Length::LongDouble, b'd')),
        ("%hf", FormatFault::Length(Length::Short, b'f')),
        ("%lp", FormatFault::Length(Length::Long, b'p')),
        ("%lls", FormatFault::Length(Length::LongLong, b's')),
        ("%5%", FormatFault::NotBare(b'%')),
        ("%l%", FormatFault::NotBare(b'%')),
        ("%-n", FormatFault::NotBare(b'n')),
        ("%5n", FormatFault::NotBare(b'n')),
        ("%99999999999d", FormatFault::TooLarge),
        ("%1$d", FormatFault::Extension(b'$')),
    ] {
        assert_eq!(parse(format.as_bytes()).unwrap_err(), fault, "{format}");
        assert!(!fault.to_string().is_empty());
    }
}

#[test]
fn arguments_are_named() {
    for (format, wanted) in [
        ("%d", Wanted::Integer(IntKind::Int)),
        ("%hhi", Wanted::Integer(IntKind::SChar)),
        ("%hx", Wanted::Integer(IntKind::UShort)),
        ("%lo", Wanted::Integer(IntKind::ULong)),
        ("%lld", Wanted::Integer(IntKind::LongLong)),
        ("%ju", Wanted::Integer(IntKind::UIntMax)),
        ("%zu", Wanted::Integer(IntKind::Size)),
        ("%zd", Wanted::Integer(IntKind::SignedSize)),
        ("%tX", Wanted::Integer(IntKind::UnsignedPtrDiff)),
        ("%lf", Wanted::Float(FloatKind::Double)),
        ("%LA", Wanted::Float(FloatKind::LongDouble)),
        ("%c", Wanted::Char),
        ("%lc", Wanted::WideChar),
        ("%C", Wanted::WideChar),
        ("%s", Wanted::String),
        ("%ls", Wanted::WideString),
        ("%p", Wanted::Pointer),
        ("%hhn", Wanted::Count(IntKind::SChar)),
        ("%m", Wanted::Nothing),
    ] {
        assert_eq!(spec(format).wanted(), wanted, "{format}");
    }
}

#[test]
fn integers_are_printed() {
    for (format, value, expected) in [
        ("%d", -5, "-5"),
        ("%+d", 5, "+5"),
        ("% d", 5, " 5"),
        ("%05d", -5, "-0005"),
        ("%-5d", 5, "5    "),
        ("%05.2d", 5, "   05"),
        ("%.0d", 0, ""),
        ("%+.0d", 0, "+"),
        ("%u", -1, "4294967295"),
        ("%+u", 1, "1"),
        ("%o", 8, "10"),
        ("%#o", 8, "010"),
        ("%#.3o", 8, "010"),
        ("%#o", 0, "0"),
        ("%#.0o", 0, "0"),
        ("%#x", 255, "0xff"),
        ("%#X", 255, "0XFF"),
        ("%#x", 0, "0"),
        ("%#06x", 255, "0x00ff"),
        ("%#6.3x", 255, " 0x0ff"),
    ] {
        assert_eq!(int(format, value), expected, "{format} of {value}");
    }
    let min = Int::from_i128(i128::MIN, IntShape::signed(128));
    let layout = spec("%d").layout(0, 0);
    let text = printed(|out| render::integer(out, &layout, min, IntShape::signed(128), 100));
    assert_eq!(text, i128::MIN.to_string());
}

#[test]
fn doubles_are_printed() {
    for (format, value, expected) in [
        ("%f", 0.1, "0.100000"),
        ("%.0f", 0.5, "0"),
        ("%.0f", 1.5, "2"),
        ("%#.0f", 2.5, "2."),
        ("%08.2f", -1.005, "-0001.00"),
        ("%e", 0.0, "0.000000e+00"),
        ("%.0e", 15.0, "2e+01"),
        ("%.3E", 9999.9, "1.000E+04"),
        ("%g", 100_000.0, "100000"),
        ("%g", 999_999.5, "1e+06"),
        ("%g", 0.0001, "0.0001"),
        ("%g", 0.000_01, "1e-05"),
        ("%#g", 1.0, "1.00000"),
        ("%.0g", 0.0, "0"),
        ("%f", f64::INFINITY, "inf"),
        ("%05F", f64::NEG_INFINITY, " -INF"),
        ("%+g", f64::NAN, "+nan"),
        ("%a", 1.0, "0x1p+0"),
        ("%a", -0.0, "-0x0p+0"),
        ("%.0a", 1.5, "0x2p+0"),
        ("%.1a", 1.999, "0x2.0p+0"),
        ("%A", std::f64::consts::PI, "0X1.921FB54442D18P+1"),
        ("%a", 5e-324, "0x0.0000000000001p-1022"),
        ("%010a", 1.0, "0x00001p+0"),
    ] {
        assert_eq!(double(format, value), expected, "{format} of {value}");
    }
    let shown = printed(|out| render::float(out, &spec("%.1000000f").layout(0, 0), Float::from_f64(1.0), 2_000_000));
    assert_eq!(shown.len(), 1_000_002);
}

#[test]
fn the_leading_digit_of_an_x87_number_has_four_bits() {
    let pi = Float::from_bits(0x4000_c90f_daa2_2168_c235, FloatFormat::X87Extended);
    let show = |format, value| printed(|out| render::float(out, &spec(format).layout(0, 0), value, 100));
    assert_eq!(show("%a", pi), "0xc.90fdaa22168c235p-2");
    assert_eq!(show("%.0a", pi), "0xdp-2");
    assert_eq!(show("%a", Float::from_bits(1, FloatFormat::X87Extended)), "0x0.000000000000001p-16385");
    let ones = Float::from_bits(0x3fff_ffff_ffff_ffff_ffff, FloatFormat::X87Extended);
    assert_eq!(show("%.2a", ones), "0x1.00p+1");
}

#[test]
fn text_and_pointers_are_printed() {
    assert_eq!(printed(|out| render::string(out, &spec("%-5.2s").layout(0, 0), b"abc", 10)), "ab   ");
    assert_eq!(printed(|out| render::character(out, &spec("%3c").layout(0, 0), b'x', 10)), "  x");
    assert_eq!(printed(|out| render::pointer(out, &spec("%8p").layout(0, 0), 0, 10)), "   (nil)");
    assert_eq!(printed(|out| render::pointer(out, &spec("%p").layout(0, 0), 0xbeef, 10)), "0xbeef");
}

#[test]
fn a_limit_stops_what_is_too_long() {
    let mut out = Vec::new();
    for format in ["%2147483646d", "%.2147483646d", "%2147483646.2147483646d"] {
        let layout = spec(format).layout(0, 0);
        let shape = IntShape::signed(32);
        assert_eq!(render::integer(&mut out, &layout, Int::ONE, shape, 1_000_000), Err(render::TooLong));
    }
    for format in ["%.2147483646f", "%2147483646a", "%.2147483646a", "%#.2147483646g"] {
        let layout = spec(format).layout(0, 0);
        assert_eq!(render::float(&mut out, &layout, Float::from_f64(1.5), 1_000_000), Err(render::TooLong), "{format}");
    }
    let star = spec("%*d").layout(i32::MIN, 0);
    assert_eq!(star.width, 1 << 31);
    assert!(out.is_empty());
}
