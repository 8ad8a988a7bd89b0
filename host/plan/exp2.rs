//! 2^x for many numbers at a time, without calls: the compiler takes several in one vector.

/// 2^x, off by less than 2^-40 of itself, for |x| <= 1000; smaller ones count as -1000, larger ones as 1000.
pub(super) fn exp2(x: f64) -> f64 {
    // Adding 1.5 * 2^52 rounds to an integer, which then is in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let x = x.clamp(-1000.0, 1000.0);
    let shifted = x + ROUND;
    let whole = shifted.to_bits() << 52;
    let t = (x - (shifted - ROUND)) * std::f64::consts::LN_2;
    // Taylor: |t| <= ln(2) / 2, so the rest is below 0.3466^11 / 11! < 2^-41, and ten steps round by less than 2^-50.
    let sum = TAYLOR.iter().rev().fold(0.0, |sum, c| sum * t + c);
    // The sum is in [0.7, 1.5]: its exponent has room for 1000 either way.
    f64::from_bits(sum.to_bits().wrapping_add(whole))
}

/// 1 / k!, k <= 10.
const TAYLOR: [f64; 11] = [
    1.0,
    1.0,
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5040.0,
    1.0 / 40_320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_library() {
        let few = (-4000..=4000).map(|k| f64::from(k) * 0.25);
        let many = (-200_000..=200_000).map(|k| f64::from(k) * 0.004_999_1);
        for x in few.chain(many) {
            let (found, exact) = (exp2(x), x.exp2());
            assert!((found - exact).abs() <= exact * 2f64.powi(-40), "{x} {found} {exact}");
        }
        assert_eq!([exp2(0.0), exp2(3.0), exp2(-1000.0)], [1.0, 8.0, 2f64.powi(-1000)]);
        assert_eq!([exp2(-1e300), exp2(f64::NEG_INFINITY)], [2f64.powi(-1000); 2]);
    }
}
