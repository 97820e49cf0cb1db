//! Whole numbers of a fixed width, wide enough to hold all criteria of a bracket one above the other.

use std::cmp::Ordering;

/// What the weighted matching calculates with.
pub(super) trait Weight: Copy + Ord {
    /// Nothing: also the mark of an edge that does not exist.
    const ZERO: Self;
    /// How many words of 64 bits it takes.
    const WORDS: usize;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Half of an even number.
    fn half(self) -> Self;
    /// `value` times two to the power of `shift`.
    fn shifted(value: i64, shift: u32) -> Self;
}

/// Two's complement in `N` words of 64 bits, the least first. The caller sees to it that nothing overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let top = (self.0[N - 1] as i64).cmp(&(other.0[N - 1] as i64));
        (0..N - 1).rev().fold(top, |order, word| {
            order.then(self.0[word].cmp(&other.0[word]))
        })
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Wide([0; N]);
    const WORDS: usize = N;

    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut sum = [0; N];
        let mut carry = false;
        for (word, out) in sum.iter_mut().enumerate() {
            let (first, over) = self.0[word].overflowing_add(other.0[word]);
            let (second, over_again) = first.overflowing_add(u64::from(carry));
            *out = second;
            carry = over || over_again;
        }
        Wide(sum)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        let mut difference = [0; N];
        let mut borrow = false;
        for (word, out) in difference.iter_mut().enumerate() {
            let (first, under) = self.0[word].overflowing_sub(other.0[word]);
            let (second, under_again) = first.overflowing_sub(u64::from(borrow));
            *out = second;
            borrow = under || under_again;
        }
        Wide(difference)
    }

    #[inline]
    fn half(self) -> Self {
        let mut half = [0; N];
        for (word, out) in half.iter_mut().enumerate() {
            let above = match self.0.get(word + 1) {
                Some(next) => next << 63,
                None => self.0[word] & (1 << 63),
            };
            *out = self.0[word] >> 1 | above;
        }
        Wide(half)
    }

    fn shifted(value: i64, shift: u32) -> Self {
        let mut words = [0; N];
        let (first, bits) = ((shift / 64) as usize, shift % 64);
        let wide = i128::from(value) << bits;
        let sign = if value < 0 { u64::MAX } else { 0 };
        for (word, out) in words.iter_mut().enumerate().skip(first) {
            *out = match word - first {
                0 => wide as u64,
                1 => (wide >> 64) as u64,
                _ => sign,
            };
        }
        Wide(words)
    }
}

impl Weight for i128 {
    const ZERO: Self = 0;
    const WORDS: usize = 2;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self - other
    }

    #[inline]
    fn half(self) -> Self {
        self >> 1
    }

    fn shifted(value: i64, shift: u32) -> Self {
        i128::from(value) << shift
    }
}
