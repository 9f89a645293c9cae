//! Scans by example.

use kiln_lang::target::Target;
use kiln_lang::value::FloatFormat;

use super::*;

fn run(format: &str, text: &str) -> Scan {
    scan(&parse(format.as_bytes()).unwrap(), text.as_bytes(), &Target::x86_64())
}

/// What was stored, shown.
fn shown(scan: &Scan) -> String {
    let mut words = vec![scan.result.to_string()];
    words.extend(scan.stored.iter().map(|stored| match stored {
        Stored::Integer(_, value) => value.as_i128().to_string(),
        Stored::Float(_, value) => value.convert(FloatFormat::Double).spell().unwrap_or_else(|| "special".to_owned()),
        Stored::Text { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
        Stored::Pointer(address) => format!("{address:#x}"),
    }));
    words.extend(scan.doubt.map(|doubt| format!("{doubt:?}")));
    words.join(" ")
}

#[test]
fn scans() {
    for (format, text, expected) in [
        ("%d %d", " 12 -7", "2 12 -7"),
        ("%i%i", "0x1f 077", "2 31 63"),
        ("%2d%d", "1234", "2 12 34"),
        ("%*d%d", "1 2", "1 2"),
        ("%d", "", "-1"),
        ("%d", "x", "0"),
        ("%d,%d", "1;2", "1 1"),
        ("%d%%%n", "5 %", "1 5 3"),
        ("%u", "-1", "1 4294967295"),
        ("%hhd", "300", "1 44 OutOfRange"),
        ("%x", "0xg", "1 0 BrokenNumber"),
        ("%*d%d", "1", "-1 EarlyEnd"),
        ("%lf %f", "1.5e1 0x1p-1", "2 15.0 0.5"),
        ("%lf", "1e+", "1 1.0 BrokenNumber"),
        ("%2lf%s", "0x1", "2 0.0 x1 BrokenNumber"),
        ("%lf", "infix", "0"),
        ("%lf%s", "infx", "2 special x"),
        ("%3s%c%2c", "abcdef", "3 abc d ef"),
        ("%2c", "a", "1 a FewChars"),
        ("%[a-c]%[^]]]", "abcd]", "2 abc d"),
        ("%[]x]", "]xy", "1 ]x"),
        ("%[a]", "b", "0"),
        ("%p", "(nil)", "1 0x0"),
        ("%p", "0xdead", "1 0xdead"),
    ] {
        assert_eq!(shown(&run(format, text)), expected, "{format} on {text}");
    }
}

#[test]
fn what_c_leaves_undefined_is_a_fault() {
    for (format, fault) in [
        ("%", FormatFault::Incomplete),
        ("%[abc", FormatFault::Incomplete),
        ("%[]", FormatFault::Incomplete),
        ("%0d", FormatFault::ZeroWidth),
        ("%*n", FormatFault::ScannedCount),
        ("%5n", FormatFault::ScannedCount),
        ("%hs", FormatFault::Length(Length::Short, b's')),
        ("%Ld", FormatFault::Length(Length::LongDouble, b'd')),
        ("%llf", FormatFault::Length(Length::LongLong, b'f')),
        ("%ms", FormatFault::Extension(b'm')),
        ("%1$d", FormatFault::Extension(b'$')),
        ("%5%", FormatFault::NotBare(b'%')),
        ("%y", FormatFault::UnknownConversion(b'y')),
    ] {
        assert_eq!(parse(format.as_bytes()).unwrap_err(), fault, "{format}");
    }
}
