//! Exact decimal expansions of binary floating-point numbers.
//!
//! Every finite binary number has finitely many decimal digits: at most some 770 for a `double`,
//! 11500 for the wide formats. `printf` must round to any number of digits as if it had them all,
//! so it gets them all. The digits are produced nine at a time, in one pass for 13 or 29 powers of
//! two; the smallest `long double` takes less than a millisecond.

/// A number `0.d1d2d3...` times ten to the `point`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    /// ASCII digits, the first of them not zero; none for zero.
    pub(super) digits: Vec<u8>,
    /// How many digits stand before the point; negative if zeros follow it.
    pub(super) point: i64,
}

const GROUP: u64 = 1_000_000_000;

impl Decimal {
    /// `significand * 2^exponent`, all of it.
    pub(super) fn exact(significand: u128, exponent: i32) -> Decimal {
        if significand == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let zeros = significand.trailing_zeros();
        let exponent = exponent + zeros as i32;
        let mut groups = groups_of(significand >> zeros);
        // A negative power of two is a power of five, with the point moved.
        let (base, per_pass) = if exponent < 0 { (5u64, 13) } else { (2, 29) };
        let mut left = exponent.unsigned_abs();
        while left > 0 {
            let now = left.min(per_pass);
            multiply(&mut groups, base.pow(now));
            left -= now;
        }
        let mut digits = spell(&groups);
        let point = digits.len() as i64 + i64::from(exponent.min(0));
        digits.truncate(digits.len() - digits.iter().rev().take_while(|&&digit| digit == b'0').count());
        Decimal { digits, point }
    }

    /// The number with its first `keep` digits only, rounded to nearest, ties to even. A negative
    /// `keep` counts zeros before the first digit.
    pub(super) fn rounded(mut self, keep: i64) -> Decimal {
        let n_digits = self.digits.len() as i64;
        if keep >= n_digits {
            return self;
        }
        if keep < 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let keep = keep as usize;
        let is_odd = keep > 0 && self.digits[keep - 1] & 1 == 1;
        let up = match self.digits[keep] {
            b'5' => is_odd || self.digits.len() > keep + 1,
            digit => digit > b'5',
        };
        self.digits.truncate(keep);
        if up {
            self.increment();
        }
        self.digits.truncate(self.digits.len() - self.digits.iter().rev().take_while(|&&d| d == b'0').count());
        if self.digits.is_empty() { Decimal { digits: Vec::new(), point: 0 } } else { self }
    }

    /// One more in the last place.
    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.digits.insert(0, b'1');
        self.point += 1;
    }

    /// The digit with weight ten to the `-(place + 1 - point)`: the one at this index, or a zero.
    pub(super) fn digit(&self, place: i64) -> u8 {
        usize::try_from(place).ok().and_then(|place| self.digits.get(place).copied()).unwrap_or(b'0')
    }
}

/// A number in groups of nine digits, the lowest first.
fn groups_of(mut number: u128) -> Vec<u32> {
    let mut groups = Vec::with_capacity(8);
    while number > 0 {
        groups.push((number % u128::from(GROUP)) as u32);
        number /= u128::from(GROUP);
    }
    groups
}

fn multiply(groups: &mut Vec<u32>, factor: u64) {
    let mut carry = 0;
    for group in groups.iter_mut() {
        let product = u64::from(*group) * factor + carry;
        *group = (product % GROUP) as u32;
        carry = product / GROUP;
    }
    while carry > 0 {
        groups.push((carry % GROUP) as u32);
        carry /= GROUP;
    }
}

/// The digits from the highest to the lowest, without zeros in front.
fn spell(groups: &[u32]) -> Vec<u8> {
    let mut digits = vec![b'0'; groups.len() * 9];
    for (chunk, &group) in digits.rchunks_mut(9).zip(groups) {
        let mut rest = group;
        for digit in chunk.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.split_off(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(decimal: &Decimal) -> String {
        format!("{}@{}", String::from_utf8_lossy(&decimal.digits), decimal.point)
    }

    #[test]
    fn expansions_are_exact() {
        for (significand, exponent, expected) in [
            (0, 5, "@0"),
            (1, 0, "1@1"),
            (10, 0, "1@2"),
            (1, -1, "5@0"),
            (1, -4, "625@-1"),
            (5, 100, "633825300114114700748351602688@31"),
            (1, -30, "931322574615478515625@-9"),
        ] {
            assert_eq!(shown(&Decimal::exact(significand, exponent)), expected);
        }
    }

    #[test]
    fn rounding_looks_at_all_digits() {
        for (digits, keep, expected) in [
            ("25", 1, "2@1"),
            ("35", 1, "4@1"),
            ("2501", 1, "3@1"),
            ("999", 2, "1@2"),
            ("5", 0, "@0"),
            ("51", 0, "1@2"),
            ("9", -1, "@0"),
            ("104", 2, "1@1"),
        ] {
            let decimal = Decimal { digits: digits.into(), point: 1 };
            assert_eq!(shown(&decimal.rounded(keep)), expected, "{digits} to {keep}");
        }
    }
}
