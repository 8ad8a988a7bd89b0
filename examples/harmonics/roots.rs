//! Real roots of polynomials with integer coefficients, isolated by Descartes' rule of signs and bisection (Vincent, Collins, Akritas).
//! All arithmetic is exact; roots are told as A / 2^BITS.

use rug::Integer;

/// A root is A / 2^BITS, and less than 2^-BITS below the true one.
pub const BITS: u32 = 256;

/// f(x + 1).
fn shifted(f: &mut [Integer]) {
    for i in 0..f.len() {
        for j in (i..f.len() - 1).rev() {
            let above = f[j + 1].clone();
            f[j] += above;
        }
    }
}

/// At least the number of roots in (0, 1), and equal to it where it is 0 or 1: the changes of sign of (x + 1)^d f(1 / (x + 1)).
fn count(f: &[Integer]) -> usize {
    let mut reversed: Vec<Integer> = f.iter().rev().cloned().collect();
    shifted(&mut reversed);
    let signs: Vec<bool> = reversed.iter().filter(|c| !c.is_zero()).map(|c| c.is_negative()).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Roots in (0, 1) of f, which stands for an interval of width 2^-depth from `left` / 2^depth; depths are from the whole interval.
fn bisect(f: Vec<Integer>, left: Integer, depth: u32, last: u32, roots: &mut Vec<(Integer, u32)>) {
    let bound = count(&f);
    if bound == 0 {
        return;
    }
    if depth == last || (bound > 1 && depth + BITS / 2 == last) {
        // Roots that half of the digits do not part count as one with a multiplicity: coefficients that are known to BITS say no more.
        roots.extend(std::iter::repeat_n((left, depth), bound));
        return;
    }
    // 2^d f(x / 2), then the same at x + 1.
    let degree = f.len() - 1;
    let mut lower: Vec<Integer> = f.into_iter().enumerate().map(|(k, c)| c << (degree - k) as u32).collect();
    let mut upper = lower.clone();
    shifted(&mut upper);
    let middle: Integer = Integer::from(&left << 1) + 1;
    let zeros = upper.iter().take_while(|c| c.is_zero()).count();
    upper.drain(..zeros);
    // The common power of 2 of a half is of no use.
    for half in [&mut lower, &mut upper] {
        let power = half.iter().filter_map(|c| c.find_one(0)).min().unwrap_or(0);
        half.iter_mut().for_each(|c| *c >>= power);
    }
    bisect(lower, left << 1, depth + 1, last, roots);
    roots.extend(std::iter::repeat_n((middle.clone(), depth + 1), zeros));
    bisect(upper, middle, depth + 1, last, roots);
}

/// The real roots of f, ascending, each as often as its multiplicity says; coefficients by powers, the constant first. None for f = 0.
pub fn real_roots(f: &[Integer]) -> Vec<Integer> {
    let Some(length) = f.iter().rposition(|c| !c.is_zero()).map(|last| last + 1) else { return Vec::new() };
    let f = &f[..length];
    // Cauchy: all roots are below 1 + max |f_k / f_d| < 2^size.
    let height = f.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let size = height + 2 - f[length - 1].significant_bits();
    // f(2^(size + 1) x - 2^size) on (0, 1): first x -> 2^size x - 2^size, by way of 2^size x, x - 1 = -((-x) + 1); then 2 x.
    let flip = |f: &mut Vec<Integer>| f.iter_mut().skip(1).step_by(2).for_each(|c| *c = -c.clone());
    let mut on_unit: Vec<Integer> = f.iter().enumerate().map(|(k, c)| Integer::from(c << (size * k as u32))).collect();
    flip(&mut on_unit);
    shifted(&mut on_unit);
    flip(&mut on_unit);
    for (k, c) in on_unit.iter_mut().enumerate() {
        *c <<= k as u32;
    }
    let mut roots = Vec::new();
    let last = BITS + size + 1;
    bisect(on_unit, Integer::new(), 0, last, &mut roots);
    // left / 2^depth of the interval is 2^(size + 1) left / 2^depth - 2^size.
    roots.into_iter().map(|(left, depth)| (left << (last - depth)) - (Integer::from(1) << (size + BITS))).collect()
}
