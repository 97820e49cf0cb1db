//! Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): a rating, how sure it is, and how steady.
//!
//! The steps and their names are Glickman's. Ratings rest between periods in fixed point (thousandths of a point,
//! billionths of the volatility), so that they are kept, compared and folded exactly; within a period they are floating
//! point. Who sits a period out keeps the rating, and its deviation grows (step 6), but not above a new player's.

use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Points on Glickman's own scale (step 2).
const SCALE: f64 = 173.7178;
/// The rating at the middle of that scale.
const MIDDLE: f64 = 1500.0;
/// How close the volatility is approached (step 5).
const CLOSE: f64 = 0.000_001;
/// The approach halves its interval at least every third step, so it has ended long before.
const STEPS_MAX: usize = 1_000;

/// The most volatility there is: a new player's is 0.06. Three hundred wins against somebody 4,000 points stronger would
/// bring any number.
const VOLATILITY_MAX: f64 = 1.0;
/// Ratings have at most four digits, as reports of tournaments do, and stay above nothing.
const RATINGS_MILLI: std::ops::RangeInclusive<i64> = 1_000..=9_999_000;

/// What Glickman leaves to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The rating of somebody new, in points.
    pub initial: u16,
    /// The deviation of somebody new, in points.
    pub deviation: u16,
    /// The volatility of somebody new, in billionths.
    pub volatility_nano: i64,
    /// How much volatility may change (tau), in thousandths: 300 to 1200.
    pub tau_milli: u16,
}

impl Default for Rules {
    /// As Glickman proposes.
    fn default() -> Rules {
        Rules {
            initial: 1500,
            deviation: 350,
            volatility_nano: 60_000_000,
            tau_milli: 500,
        }
    }
}

impl Rules {
    /// What somebody new has.
    pub fn initial(&self) -> Glicko {
        Glicko {
            rating_milli: i64::from(self.initial) * 1000,
            deviation_milli: i64::from(self.deviation) * 1000,
            volatility_nano: self.volatility_nano,
        }
    }
}

/// A rating in Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glicko {
    /// The rating, in thousandths of a point.
    pub rating_milli: i64,
    /// The deviation: the true strength is within two of them, in thousandths of a point.
    pub deviation_milli: i64,
    /// The volatility, in billionths.
    pub volatility_nano: i64,
}

/// The same on Glickman's scale.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Glicko {
    /// The rating in whole points.
    pub fn points(&self) -> u16 {
        u16::try_from((self.rating_milli + 500).div_euclid(1000).max(0)).unwrap_or(u16::MAX)
    }

    /// The deviation in whole points.
    pub fn deviation(&self) -> u16 {
        u16::try_from((self.deviation_milli + 500).div_euclid(1000).max(0)).unwrap_or(u16::MAX)
    }

    /// The rating after a period: the opponents before it, with the half points made against each.
    pub(super) fn after(&self, games: &[(Glicko, u8)], rules: &Rules) -> Glicko {
        let own = self.scaled();
        let games: Vec<(Scaled, f64)> = games
            .iter()
            .map(|(opponent, halves)| (opponent.scaled(), f64::from(*halves) / 2.0))
            .collect();
        let after = if games.is_empty() {
            own.idle()
        } else {
            own.played(&games, f64::from(rules.tau_milli) / 1000.0)
        };
        let most = i64::from(rules.deviation) * 1000;
        let kept = Glicko::of(after);
        Glicko {
            rating_milli: kept
                .rating_milli
                .clamp(*RATINGS_MILLI.start(), *RATINGS_MILLI.end()),
            deviation_milli: kept.deviation_milli.min(most.max(self.deviation_milli)),
            ..kept
        }
    }

    fn scaled(&self) -> Scaled {
        Scaled {
            mu: (self.rating_milli as f64 / 1000.0 - MIDDLE) / SCALE,
            phi: self.deviation_milli as f64 / 1000.0 / SCALE,
            sigma: self.volatility_nano as f64 / 1e9,
        }
    }

    fn of(scaled: Scaled) -> Glicko {
        let fixed = |number: f64| number.round() as i64;
        Glicko {
            rating_milli: fixed((scaled.mu * SCALE + MIDDLE) * 1000.0),
            deviation_milli: fixed(scaled.phi * SCALE * 1000.0),
            volatility_nano: fixed(scaled.sigma * 1e9),
        }
    }
}

impl Scaled {
    /// Step 6 alone, for a period without a game.
    fn idle(self) -> Scaled {
        Scaled {
            phi: self.phi.hypot(self.sigma),
            ..self
        }
    }

    /// Steps 3 to 7.
    fn played(self, games: &[(Scaled, f64)], tau: f64) -> Scaled {
        let (mut precision, mut surplus) = (0.0, 0.0);
        for (opponent, score) in games {
            let g = weight(opponent.phi);
            let expected = 1.0 / (1.0 + (-g * (self.mu - opponent.mu)).exp());
            precision += g * g * expected * (1.0 - expected);
            surplus += g * (score - expected);
        }
        let variance = 1.0 / precision;
        let sigma = self.volatility(variance * surplus, variance, tau);
        let phi_star = self.phi.hypot(sigma);
        let phi = 1.0 / (1.0 / (phi_star * phi_star) + precision).sqrt();
        Scaled {
            mu: self.mu + phi * phi * surplus,
            phi,
            sigma,
        }
    }

    /// Step 5: the new volatility, by the Illinois algorithm.
    fn volatility(self, delta: f64, variance: f64, tau: f64) -> f64 {
        let (delta_2, phi_2) = (delta * delta, self.phi * self.phi);
        let a = (self.sigma * self.sigma).ln();
        let f = |x: f64| {
            let e = x.exp();
            let sum = phi_2 + variance + e;
            e * (delta_2 - sum) / (2.0 * sum * sum) - (x - a) / (tau * tau)
        };
        let mut low = a;
        let mut high = if delta_2 > phi_2 + variance {
            (delta_2 - phi_2 - variance).ln()
        } else {
            let below = (1..STEPS_MAX).map(|k| a - k as f64 * tau);
            below.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(a)
        };
        let (mut f_low, mut f_high) = (f(low), f(high));
        for _ in 0..STEPS_MAX {
            if (high - low).abs() <= CLOSE || f_low == f_high {
                break;
            }
            let middle = low + (low - high) * f_low / (f_high - f_low);
            let f_middle = f(middle);
            if f_middle * f_high <= 0.0 {
                (low, f_low) = (high, f_high);
            } else {
                f_low /= 2.0;
            }
            (high, f_high) = (middle, f_middle);
        }
        (low / 2.0).exp().min(VOLATILITY_MAX)
    }
}

/// How much a game counts by the opponent's deviation: Glickman's g.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}
