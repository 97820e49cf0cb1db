//! Exact numbers for tie-breaks: quarter points and means without rounding.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms, ordered by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    numerator: i64,
    /// Always positive.
    denominator: i64,
}

impl Value {
    /// Nothing.
    pub const ZERO: Value = Value {
        numerator: 0,
        denominator: 1,
    };

    /// `numerator / denominator`; the denominator is positive.
    pub fn fraction(numerator: i64, denominator: i64) -> Value {
        assert!(denominator > 0, "a fraction divides by something positive");
        let divisor = gcd(
            numerator.unsigned_abs().into(),
            denominator.unsigned_abs().into(),
        );
        let divisor = i64::try_from(divisor).expect("a divisor is not greater than the number");
        Value {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// A whole number.
    pub fn whole(number: i64) -> Value {
        Value::fraction(number, 1)
    }

    /// Half points.
    pub fn halves(halves: i64) -> Value {
        Value::fraction(halves, 2)
    }

    /// Quarter points: products of two scores in half points.
    pub fn quarters(quarters: i64) -> Value {
        Value::fraction(quarters, 4)
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms, positive.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// The sum.
    pub fn plus(self, other: Value) -> Value {
        let [a, b, c, d] = [
            self.numerator,
            self.denominator,
            other.numerator,
            other.denominator,
        ]
        .map(i128::from);
        let (numerator, denominator) = (a * d + c * b, b * d);
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).cast_signed();
        // Denominators are twice the numbers of games between two. Those of 400 rounds have a common multiple far below 2^63.
        let whole = |part: i128| i64::try_from(part / divisor).expect("a tie-break fits 64 bits");
        Value {
            numerator: whole(numerator),
            denominator: whole(denominator),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// At most two decimals, rounded half away from zero, without trailing zeros: `13`, `2.5`, `6.75`, `9.33`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, d) = (
            u128::from(self.numerator.unsigned_abs()),
            u128::from(self.denominator.unsigned_abs()),
        );
        let hundredths = (n * 200 + d) / (d * 2);
        let sign = if self.numerator < 0 && hundredths > 0 {
            "-"
        } else {
            ""
        };
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        let text = match (rest, rest % 10) {
            (0, _) => format!("{sign}{whole}"),
            (_, 0) => format!("{sign}{whole}.{}", rest / 10),
            (_, _) => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}
