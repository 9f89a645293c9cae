//! The integers against a definition in wider numbers, and against the machine.

use super::super::lcg::Lcg;
use super::*;

/// What C says an operation gives, in numbers so wide that nothing happens to them.
struct Wanted {
    value: i128,
    fault: Option<IntFault>,
}

fn bounds(shape: IntShape) -> (i128, i128) {
    let power = 1i128 << (shape.bits - u8::from(shape.signed));
    (if shape.signed { -power } else { 0 }, power - 1)
}

/// `number` modulo 2 to the width, moved into the range of the shape.
fn reduce(shape: IntShape, number: i128) -> i128 {
    let (min, _) = bounds(shape);
    (number - min).rem_euclid(1 << shape.bits) + min
}

fn is_representable(shape: IntShape, number: i128) -> bool {
    let (min, max) = bounds(shape);
    min <= number && number <= max
}

fn arithmetic(shape: IntShape, number: i128) -> Wanted {
    let overflows = shape.signed && !is_representable(shape, number);
    Wanted { value: reduce(shape, number), fault: overflows.then_some(IntFault::SignedOverflow) }
}

fn division(shape: IntShape, a: i128, b: i128, result: fn(i128, i128) -> i128) -> Wanted {
    if b == 0 {
        return Wanted { value: 0, fault: Some(IntFault::DivisionByZero) };
    }
    Wanted { value: reduce(shape, result(a, b)), fault: arithmetic(shape, a / b).fault }
}

fn left_shift(shape: IntShape, a: i128, count: i128) -> Wanted {
    if count < 0 || count >= i128::from(shape.bits) {
        return Wanted { value: 0, fault: Some(IntFault::ShiftCount) };
    }
    let number = a * (1 << count);
    let bad = shape.signed && (a < 0 || !is_representable(shape, number));
    Wanted { value: reduce(shape, number), fault: bad.then_some(IntFault::ShiftOperand) }
}

fn right_shift(shape: IntShape, a: i128, count: i128) -> Wanted {
    if count < 0 || count >= i128::from(shape.bits) {
        return Wanted { value: 0, fault: Some(IntFault::ShiftCount) };
    }
    Wanted { value: a.div_euclid(1 << count), fault: None }
}

/// The bits of a number in the shape, lowest first, combined one by one.
fn bitwise(shape: IntShape, a: i128, b: i128, bit: fn(bool, bool) -> bool) -> i128 {
    let is_set = |number: i128, place: u8| number.rem_euclid(2 << place) >= 1 << place;
    let sum =
        (0..shape.bits).filter(|&place| bit(is_set(a, place), is_set(b, place))).map(|place| 1i128 << place).sum();
    reduce(shape, sum)
}

fn shapes(bits: impl IntoIterator<Item = u8>) -> Vec<IntShape> {
    let both = |bits| [IntShape::signed(bits), IntShape::unsigned(bits)];
    bits.into_iter().flat_map(both).collect()
}

/// Compares every operation on `a` and `b`, both of `shape`, with its definition.
#[track_caller]
fn check(shape: IntShape, a: i128, b: i128) {
    let [x, y] = [a, b].map(|number| Int::from_i128(number, shape));
    let exact = |name: &str, got: Exact, wanted: Wanted| {
        assert_eq!(got.value.as_i128(), wanted.value, "{a} {name} {b} in {shape:?}");
        assert_eq!(got.fault, wanted.fault, "{a} {name} {b} in {shape:?}");
    };
    exact("+", shape.add(x, y), arithmetic(shape, a + b));
    exact("-", shape.sub(x, y), arithmetic(shape, a - b));
    exact("*", shape.mul(x, y), arithmetic(shape, a * b));
    exact("/", shape.div(x, y), division(shape, a, b, |a, b| a / b));
    exact("%", shape.rem(x, y), division(shape, a, b, |a, b| a % b));
    exact("<<", shape.shl(x, y), left_shift(shape, a, b));
    exact(">>", shape.shr(x, y), right_shift(shape, a, b));
    exact("unary -", shape.neg(x), arithmetic(shape, -a));

    let plain = |name: &str, got: Int, wanted: i128| {
        assert_eq!(got.as_i128(), wanted, "{a} {name} {b} in {shape:?}");
    };
    plain("&", x & y, bitwise(shape, a, b, |a, b| a && b));
    plain("|", x | y, bitwise(shape, a, b, |a, b| a || b));
    plain("^", x ^ y, bitwise(shape, a, b, |a, b| a != b));
    plain("~", shape.not(x), reduce(shape, -1 - a));

    assert_eq!(shape.compare(x, y), a.cmp(&b), "{a} <=> {b} in {shape:?}");
    assert_eq!(x == y, a == b);
    assert_eq!(x.is_negative(shape), a < 0);
    assert_eq!(x.is_zero(), a == 0);
}

#[test]
fn small_shapes_compute_as_c_defines_for_all_operands() {
    for shape in shapes(1..=5) {
        let (min, max) = bounds(shape);
        for a in min..=max {
            for b in min..=max {
                check(shape, a, b);
            }
        }
    }
}

#[test]
fn shapes_up_to_62_bits_compute_as_c_defines_near_every_power_of_two() {
    // 62 bits is where the definitions above still cannot overflow themselves.
    let mut random = Lcg(1);
    for shape in shapes(6..=62) {
        let (min, max) = bounds(shape);
        for edge in [min, max] {
            for other in [min, min + 1, -1, 0, 1, 2, max - 1, max] {
                check(shape, edge, reduce(shape, other));
                check(shape, reduce(shape, other), edge);
            }
        }
        for _ in 0..200 {
            let [a, b] = [(); 2].map(|()| reduce(shape, (random.edgy() >> 2) as i128));
            check(shape, a, b);
            check(shape, a, b.rem_euclid(i128::from(shape.bits)));
        }
    }
}

#[test]
fn small_shapes_convert_by_value_where_the_value_fits_and_modulo_where_not() {
    for from in shapes(1..=5) {
        let (min, max) = bounds(from);
        for number in min..=max {
            let value = Int::from_i128(number, from);
            assert_eq!(value.to_decimal(from), number.to_string());
            for to in shapes(1..=7) {
                assert_eq!(value.convert(to).as_i128(), reduce(to, number));
                assert_eq!(value.fits(from, to), is_representable(to, number));
            }
        }
    }
}

#[test]
fn ranges_end_where_c_says() {
    let range = |shape: IntShape| (shape.min().to_decimal(shape), shape.max().to_decimal(shape));
    let table = [
        (IntShape::signed(1), "-1", "0"),
        (IntShape::unsigned(1), "0", "1"),
        (IntShape::signed(8), "-128", "127"),
        (IntShape::unsigned(8), "0", "255"),
        (IntShape::signed(16), "-32768", "32767"),
        (IntShape::unsigned(16), "0", "65535"),
        (IntShape::signed(32), "-2147483648", "2147483647"),
        (IntShape::unsigned(32), "0", "4294967295"),
        (IntShape::signed(64), "-9223372036854775808", "9223372036854775807"),
        (IntShape::unsigned(64), "0", "18446744073709551615"),
        (IntShape::signed(128), "-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"),
        (IntShape::unsigned(128), "0", "340282366920938463463374607431768211455"),
    ];
    for (shape, min, max) in table {
        assert_eq!(range(shape), (min.to_owned(), max.to_owned()));
    }
}

#[test]
fn ends_of_the_range_overflow_and_only_beyond() {
    let overflow = Err(IntFault::SignedOverflow);
    for bits in [8, 16, 31, 32, 63, 64, 65, 127, 128] {
        let shape = IntShape::signed(bits);
        let (min, max) = (shape.min(), shape.max());
        let minus_one = Int::from_i128(-1, shape);
        let two = Int::from_i128(2, shape);

        assert_eq!(shape.add(max, Int::ONE).defined(), overflow);
        assert_eq!(shape.add(max, Int::ONE).value, min);
        assert_eq!(shape.add(max, min).defined(), Ok(minus_one));
        assert_eq!(shape.sub(min, Int::ONE).defined(), overflow);
        assert_eq!(shape.sub(min, Int::ONE).value, max);
        assert_eq!(shape.sub(minus_one, max).defined(), Ok(min));
        assert_eq!(shape.mul(min, minus_one).defined(), overflow);
        assert_eq!(shape.mul(max, minus_one).defined(), Ok(Int::from_i128(-max.as_i128(), shape)));
        assert_eq!(shape.mul(max, two).value, Int::from_i128(-2, shape));
        assert_eq!(shape.neg(min), Exact::faulty(min, IntFault::SignedOverflow));
        assert_eq!(shape.div(min, minus_one), Exact::faulty(min, IntFault::SignedOverflow));
        assert_eq!(shape.rem(min, minus_one), Exact::faulty(Int::ZERO, IntFault::SignedOverflow));
        assert_eq!(shape.div(max, minus_one).defined(), Ok(Int::from_i128(-max.as_i128(), shape)));

        let unsigned = IntShape::unsigned(bits);
        assert_eq!(unsigned.add(unsigned.max(), Int::ONE).defined(), Ok(Int::ZERO));
        assert_eq!(unsigned.sub(Int::ZERO, Int::ONE).defined(), Ok(unsigned.max()));
        assert_eq!(unsigned.mul(unsigned.max(), unsigned.max()).defined(), Ok(Int::ONE));
        assert_eq!(unsigned.neg(Int::ONE).defined(), Ok(unsigned.max()));
        assert_eq!(unsigned.div(unsigned.max(), unsigned.max()).defined(), Ok(Int::ONE));
    }
}

#[test]
fn shifts_reach_the_highest_bit_and_stop_there() {
    for bits in [8, 16, 31, 32, 63, 64, 65, 127, 128] {
        let (signed, unsigned) = (IntShape::signed(bits), IntShape::unsigned(bits));
        let count = |number: i128| Int::from_i128(number, IntShape::signed(32));
        let last = i128::from(bits) - 1;

        assert_eq!(signed.shl(Int::ONE, count(last - 1)).fault, None);
        assert_eq!(signed.shl(Int::ONE, count(last)), Exact::faulty(signed.min(), IntFault::ShiftOperand));
        assert_eq!(signed.shl(Int::ZERO, count(last)).defined(), Ok(Int::ZERO));
        assert_eq!(signed.shr(signed.min(), count(last)).defined(), Ok(Int::from_i128(-1, signed)));
        let top = Int::from_u128(1 << last, unsigned);
        assert_eq!(unsigned.shl(Int::ONE, count(last)).defined(), Ok(top));
        assert_eq!(unsigned.shr(top, count(last)).defined(), Ok(Int::ONE));
        for bad in [-1, last + 1, i128::from(i32::MIN), i128::from(i32::MAX)] {
            for shape in [signed, unsigned] {
                assert_eq!(shape.shl(Int::ONE, count(bad)), Exact::faulty(Int::ZERO, IntFault::ShiftCount));
                assert_eq!(shape.shr(Int::ONE, count(bad)), Exact::faulty(Int::ZERO, IntFault::ShiftCount));
            }
        }
        let huge = IntShape::unsigned(128).max();
        assert_eq!(unsigned.shl(Int::ONE, huge).fault, Some(IntFault::ShiftCount));
    }
}

/// Compares the operations with Rust's own on one pair of native types.
macro_rules! compare_with_native {
    ($random:expr, $signed:ident, $unsigned:ident) => {
        let (signed, unsigned) = (IntShape::signed($signed::BITS as u8), IntShape::unsigned($signed::BITS as u8));
        for _ in 0..20_000 {
            let (a, b) = ($random.edgy() as $signed, $random.edgy() as $signed);
            let (x, y) = (Int::from_i128(a.into(), signed), Int::from_i128(b.into(), signed));
            let checked = |got: Exact, (value, overflows): ($signed, bool)| {
                assert_eq!(got.value.as_i128(), value.into(), "{a} {b}");
                assert_eq!(got.fault, overflows.then_some(IntFault::SignedOverflow), "{a} {b}");
            };
            checked(signed.add(x, y), a.overflowing_add(b));
            checked(signed.sub(x, y), a.overflowing_sub(b));
            checked(signed.mul(x, y), a.overflowing_mul(b));
            checked(signed.neg(x), a.overflowing_neg());
            if b != 0 {
                checked(signed.div(x, y), a.overflowing_div(b));
                checked(signed.rem(x, y), a.overflowing_rem(b));
            }

            let (a, b) = (a as $unsigned, b as $unsigned);
            let (x, y) = (x.convert(unsigned), y.convert(unsigned));
            let defined = |got: Exact, value: $unsigned| {
                assert_eq!(got.defined().map(Int::as_u128), Ok(value.into()), "{a} {b}");
            };
            defined(unsigned.add(x, y), a.wrapping_add(b));
            defined(unsigned.sub(x, y), a.wrapping_sub(b));
            defined(unsigned.mul(x, y), a.wrapping_mul(b));
            if b != 0 {
                defined(unsigned.div(x, y), a / b);
                defined(unsigned.rem(x, y), a % b);
            }
            assert_eq!(unsigned.compare(x, y), a.cmp(&b));
        }
    };
}

#[test]
fn native_widths_compute_as_the_machine_does() {
    let mut random = Lcg(2);
    compare_with_native!(random, i8, u8);
    compare_with_native!(random, i16, u16);
    compare_with_native!(random, i32, u32);
    compare_with_native!(random, i64, u64);
    compare_with_native!(random, i128, u128);
}

#[test]
fn odd_widths_beyond_62_bits_are_defined_exactly_where_the_result_is_representable() {
    let mut random = Lcg(4);
    for shape in (63..=127).map(IntShape::signed) {
        let unsigned = IntShape::unsigned(shape.bits);
        for _ in 0..500 {
            let [x, y] = [(); 2].map(|()| Int::wrap(random.edgy(), shape));
            let (a, b) = (x.as_i128(), y.as_i128());
            let check = |got: Exact, wrapped: i128, number: Option<i128>| {
                let number = number.filter(|&number| shape.contains(number));
                assert_eq!(got.defined().ok().map(Int::as_i128), number, "{a} {b} {shape:?}");
                assert_eq!(got.value, Int::from_i128(wrapped, shape), "{a} {b} {shape:?}");
            };
            check(shape.add(x, y), a.wrapping_add(b), a.checked_add(b));
            check(shape.sub(x, y), a.wrapping_sub(b), a.checked_sub(b));
            check(shape.mul(x, y), a.wrapping_mul(b), a.checked_mul(b));
            if b != 0 {
                check(shape.div(x, y), a.wrapping_div(b), a.checked_div(b));
            }
            // Modulo 2 to the width, unsigned arithmetic is signed arithmetic.
            let same = |op: fn(IntShape, Int, Int) -> Exact| {
                let result = op(unsigned, x.convert(unsigned), y.convert(unsigned));
                assert_eq!(result.defined(), Ok(op(shape, x, y).value.convert(unsigned)));
            };
            same(IntShape::add);
            same(IntShape::sub);
            same(IntShape::mul);
        }
    }
}

#[test]
fn values_of_128_bits_fit_only_where_their_sign_does() {
    let (signed, unsigned) = (IntShape::signed(128), IntShape::unsigned(128));
    assert!(!unsigned.max().fits(unsigned, signed));
    assert!(!signed.min().fits(signed, unsigned));
    assert!(signed.max().fits(signed, unsigned));
    assert!(signed.max().fits(unsigned, signed));
    assert_eq!(unsigned.max().convert(signed), Int::from_i128(-1, signed));
}

#[test]
fn no_shape_and_no_value_makes_an_operation_panic() {
    let mut random = Lcg(3);
    for bits in 0..=u8::MAX {
        for shape in [IntShape::signed(bits), IntShape::unsigned(bits)] {
            for _ in 0..50 {
                // Not wrapped to the shape: values of another shape are a mistake, but no reason to
                // die.
                let (a, b) = (Int(random.edgy()), Int(random.edgy()));
                for op in [IntShape::add, IntShape::sub, IntShape::mul, IntShape::div] {
                    let _ = op(shape, a, b);
                }
                for op in [IntShape::rem, IntShape::shl, IntShape::shr] {
                    let _ = op(shape, a, b);
                }
                let _ = (shape.neg(a), shape.not(a), shape.min(), shape.max(), a.convert(shape));
            }
        }
    }
}
