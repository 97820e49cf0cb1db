//! Chance as an argument: a draw is a function of its recorded seed, so that anyone can repeat it.

/// A source of lots. The same seed gives the same lots, on every machine and in every version.
///
/// The generator is SplitMix64 (Steele, Lea, Flood 2014): eight lines, fixed for good, and no secret depends on it.
#[derive(Clone, Debug)]
pub struct Lots {
    state: u64,
}

impl Lots {
    /// The lots of a seed.
    pub fn new(seed: u64) -> Lots {
        Lots { state: seed }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, each equally likely. `limit` is at least 1.
    pub fn below(&mut self, limit: u64) -> u64 {
        assert!(limit > 0, "there is no number below zero");
        // Numbers beyond the last whole multiple are drawn again, or small results would be likelier.
        let bound = u64::MAX - u64::MAX % limit;
        loop {
            let drawn = self.bits();
            if drawn < bound {
                return drawn % limit;
            }
        }
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Puts things into a drawn order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let chosen = usize::try_from(self.below(last as u64 + 1)).expect("an index fits");
            things.swap(last, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_draw() {
        let draw = |seed| {
            let mut order: Vec<u32> = (1..=10).collect();
            Lots::new(seed).shuffle(&mut order);
            order
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        // The first output of SplitMix64 for seed 0, as its authors publish it: the draw must never change.
        assert_eq!(Lots::new(0).bits(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_order_comes_up() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut order = [1, 2, 3];
            Lots::new(seed).shuffle(&mut order);
            seen.insert(order);
        }
        assert_eq!(seen.len(), 6);
    }
}
