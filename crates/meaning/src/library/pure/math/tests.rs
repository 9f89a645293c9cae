//! Functions by example: what C11 annex F says in words.

use kiln_lang::value::FloatFormat;

use super::*;

fn d(value: f64) -> Float {
    Float::from_f64(value)
}

fn call1(name: &str, x: f64) -> Option<f64> {
    let result = match find(name)? {
        Function::Unary(function) => Some(function(d(x))),
        Function::Approximate(row) => approximate::unary(row, d(x)),
        other => panic!("{name} is {other:?}"),
    };
    result.map(Float::to_f64_lossy)
}

fn call2(name: &str, x: f64, y: f64) -> Option<f64> {
    let result = match find(name)? {
        Function::Binary(function) => Some(function(d(x), d(y))),
        Function::Choice(function) | Function::Approximate2(function) => function(d(x), d(y)),
        other => panic!("{name} is {other:?}"),
    };
    result.map(Float::to_f64_lossy)
}

#[track_caller]
fn same(actual: Option<f64>, expected: f64) {
    let actual = actual.expect("certain");
    assert!(actual.to_bits() == expected.to_bits() || actual.is_nan() && expected.is_nan(), "{actual} {expected}");
}

#[test]
fn names_with_suffixes_are_found() {
    for name in ["sqrt", "sqrtf", "sqrtl", "sqrtf128", "modf", "modff", "llrintl", "erf", "erff", "ceilf32x"] {
        assert!(find(name).is_some(), "{name}");
    }
    assert!(find("gamma").is_none() && find("f").is_none() && find("").is_none());
    assert_eq!(find("erf").unwrap().exactness(), Exactness::Inexact);
    assert_eq!(find("modf").unwrap().exactness(), Exactness::Exact);
}

#[test]
fn exact_functions_of_one_number() {
    for (name, x, expected) in [
        ("floor", -0.5, -1.0),
        ("ceil", -0.5, -0.0),
        ("trunc", 1e300, 1e300),
        ("round", 2.5, 3.0),
        ("round", -0.5, -1.0),
        ("round", 0.499_999_999_999_999_94, 0.0),
        ("rint", 2.5, 2.0),
        ("nearbyint", -0.25, -0.0),
        ("sqrt", 2.0, std::f64::consts::SQRT_2),
        ("sqrt", -0.0, -0.0),
        ("sqrt", -1.0, f64::NAN),
        ("sqrt", 5e-324, 2.222_758_749_485_077_5e-162),
        ("logb", 0.0, f64::NEG_INFINITY),
        ("logb", 5e-324, -1074.0),
        ("fabs", -0.0, 0.0),
    ] {
        same(call1(name, x), expected);
    }
}

#[test]
fn exact_functions_of_two_numbers() {
    for (name, x, y, expected) in [
        ("fmod", -6.0, 3.0, -0.0),
        ("fmod", 1e308, 3.0, 2.0),
        ("fmod", 1.0, 0.0, f64::NAN),
        ("fmod", 1.0, f64::INFINITY, 1.0),
        ("remainder", 5.0, 2.0, 1.0),
        ("remainder", 7.0, 2.0, -1.0),
        ("remainder", -4.0, 2.0, -0.0),
        ("remainder", 1e-300, f64::INFINITY, 1e-300),
        ("nextafter", 0.0, -1.0, -5e-324),
        ("nextafter", f64::INFINITY, 0.0, f64::MAX),
        ("nextafter", f64::MAX, f64::INFINITY, f64::INFINITY),
        ("nextafter", 0.0, -0.0, -0.0),
        ("fdim", 1.0, 2.0, 0.0),
        ("fmax", f64::NAN, 1.0, 1.0),
        ("fmin", 1.0, 2.0, 1.0),
        ("copysign", 1.0, -0.0, -1.0),
    ] {
        same(call2(name, x, y), expected);
    }
    assert_eq!(call2("fmax", 0.0, -0.0), None);
}

#[test]
fn products_are_not_rounded_before_the_sum() {
    let x = 1.0 + f64::EPSILON;
    same(Some(fma(d(x), d(x), d(-(1.0 + 2.0 * f64::EPSILON))).to_f64_lossy()), f64::EPSILON * f64::EPSILON);
    same(Some(fma(d(1.0), d(0.0), d(-0.0)).to_f64_lossy()), 0.0);
    same(Some(fma(d(-1.0), d(0.0), d(-0.0)).to_f64_lossy()), -0.0);
    same(Some(fma(d(f64::INFINITY), d(0.0), d(1.0)).to_f64_lossy()), f64::NAN);
    same(Some(fma(d(f64::MAX), d(2.0), d(f64::NEG_INFINITY)).to_f64_lossy()), f64::NEG_INFINITY);
}

#[test]
fn results_of_several_parts() {
    assert_eq!(frexp(d(-3.0)), (d(-0.75), Some(2)));
    assert_eq!(frexp(d(0.0)), (d(0.0), Some(0)));
    assert_eq!(frexp(d(f64::INFINITY)).1, None);
    assert_eq!(modf(d(-3.25)), (d(-0.25), d(-3.0)));
    assert_eq!(modf(d(f64::NEG_INFINITY)), (d(-0.0), d(f64::NEG_INFINITY)));
    assert_eq!(remquo(d(-7.0), d(2.0)), Remquo { remainder: d(1.0), quotient: Some(-4) });
    assert_eq!(remquo(d(1e300), d(3.0)).quotient, None);
    assert_eq!((ilogb(d(0.75)), ilogb(d(0.0)), ilogb(d(f64::INFINITY))), (Some(-1), None, Some(i32::MAX)));
    let long = IntShape::signed(64);
    assert_eq!(lrint(d(2.5), long).map(Int::as_i128), Some(2));
    assert_eq!(lround(d(-2.5), long).map(Int::as_i128), Some(-3));
    assert_eq!((lrint(d(1e19), long), lround(d(f64::NAN), long)), (None, None));
    assert_eq!(scalbn(d(3.0), -1076), d(5e-324));
    assert_eq!(scalbn(d(1.0), i64::MAX), d(f64::INFINITY));
    assert_eq!(nexttoward(Float::from_f32(1.0), d(1.0 + f64::EPSILON)), Float::from_f32(1.0 + f32::EPSILON));
    assert_eq!(fpclassify(Float::from_bits(1, FloatFormat::X87Extended)).glibc(), 3);
}

#[test]
fn certain_results_of_approximate_functions() {
    for (name, x, expected) in [
        ("sin", -0.0, -0.0),
        ("exp", 0.0, 1.0),
        ("log", 1.0, 0.0),
        ("log", -1.0, f64::NAN),
        ("log2", 0.125, -3.0),
        ("log10", 1e22, 22.0),
        ("exp2", -1074.0, 5e-324),
        ("exp", f64::NEG_INFINITY, 0.0),
        ("acos", 1.0, 0.0),
        ("asin", 1.5, f64::NAN),
        ("lgamma", 2.0, 0.0),
        ("erfc", f64::NEG_INFINITY, 2.0),
    ] {
        same(call1(name, x), expected);
    }
    for (name, x, y, expected) in [
        ("pow", 3.0, 4.0, 81.0),
        ("pow", 16.0, 0.25, 2.0),
        ("pow", 4.0, 0.5, 2.0),
        ("pow", 0.25, -1.5, 8.0),
        ("pow", -0.5, 3.0, -0.125),
        ("pow", 2.0, -3.0, 0.125),
        ("pow", f64::NAN, 0.0, 1.0),
        ("pow", -1.0, f64::INFINITY, 1.0),
        ("pow", -0.0, -3.0, f64::NEG_INFINITY),
        ("pow", -0.0, -2.0, f64::INFINITY),
        ("pow", f64::NEG_INFINITY, -1.0, -0.0),
        ("pow", -8.0, 1.0 / 3.0, f64::NAN),
        ("hypot", 3.0, -4.0, 5.0),
        ("hypot", f64::NAN, f64::INFINITY, f64::INFINITY),
        ("atan2", -0.0, 1.0, -0.0),
    ] {
        same(call2(name, x, y), expected);
    }
    for (name, x) in
        [("sin", 1.0), ("exp", 1.0), ("cbrt", 27.0), ("log10", 1001.0), ("log10", 0.1), ("atan", f64::INFINITY)]
    {
        assert_eq!(call1(name, x), None, "{name} of {x}");
    }
    for (name, x, y) in
        [("pow", 2.0, 0.5), ("pow", 3.0, 400.0), ("pow", 3.0, -1.0), ("hypot", 1.0, 1.0), ("atan2", 0.0, -1.0)]
    {
        assert_eq!(call2(name, x, y), None, "{name} of {x}, {y}");
    }
}
