//! Primes that have roots of unity of given orders: Table 1 and Fig. 6 of the determinant paper, beside the lengths that are taken here.
//!
//! The paper takes a transform of the least power of two above the degree, and counts its primes among the first 10,000 above 10^9. Here
//! lengths are 2^a 3^b 5^c; degrees from N / 2 to N - 1, for which the paper has length N, have several of them.

use crate::machine;
use clap::Args;
use eliminant::plan::grid::smooth_len;
use eliminant::plan::primes::Word;
use gpu::arith::{Mont31, prime};
use rayon::prelude::*;

#[derive(Args)]
pub struct Options {
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// The lengths of Table 1, and the numbers of primes that it prints.
const PRINTED: [(u32, u32); 7] = [(64, 310), (128, 150), (256, 83), (512, 43), (4096, 8), (8192, 4), (65_536, 2)];

/// Where the paper's primes begin, and how many there are.
const FIRST: u32 = 1_000_000_000;
const COUNT: usize = 10_000;

/// The paper's primes, by the test that the engines use.
fn papers() -> Vec<u32> {
    (FIRST..).filter(|&p| prime::is_prime(p)).take(COUNT).collect()
}

/// How many of them are 1 modulo `len`.
fn among(primes: &[u32], len: u32) -> usize {
    primes.iter().filter(|&&p| p % len == 1).count()
}

/// Odd numbers of a segment of the sieve: a quarter of a small L2 cache.
const SEGMENT: u64 = 1 << 16;

/// The primes from `from` on below `end`, both odd, by the sieve of Eratosthenes; `small` are all odd primes up to the root of `end`.
fn sieved(from: u64, end: u64, small: &[u64]) -> impl Iterator<Item = u64> {
    let mut composite = vec![false; ((end - from) / 2) as usize];
    for &q in small.iter().take_while(|&&q| q * q < end) {
        let first = (q * q).max(from.next_multiple_of(q));
        let odd = if first.is_multiple_of(2) { first + q } else { first };
        composite.iter_mut().skip(((odd - from) / 2) as usize).step_by(q as usize).for_each(|flag| *flag = true);
    }
    composite.into_iter().enumerate().filter(|&(_, flag)| !flag).map(move |(i, _)| from + 2 * i as u64)
}

/// How many primes from `range.0` on below `range.1`, both odd, are 1 modulo each of `lens`.
fn available(range: (u64, u64), lens: &[u64]) -> Vec<u64> {
    let root = range.1.isqrt() as u32;
    let small: Vec<u64> = (3..=root).step_by(2).filter(|&q| prime::is_prime(q)).map(u64::from).collect();
    let segments = (range.1 - range.0).div_ceil(2 * SEGMENT);
    let none = || vec![0; lens.len()];
    let of_segment = |mut counts: Vec<u64>, number: u64| {
        let from = range.0 + number * 2 * SEGMENT;
        for p in sieved(from, range.1.min(from + 2 * SEGMENT), &small) {
            lens.iter().zip(&mut counts).for_each(|(len, count)| *count += u64::from((p - 1).is_multiple_of(*len)));
        }
        counts
    };
    let sum = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    (0..segments).into_par_iter().fold(none, of_segment).reduce(none, sum)
}

/// Degrees for which the paper has transforms of length `len`.
fn degrees(len: u32) -> [u32; 4] {
    [len / 2, len / 8 * 5, len / 4 * 3, len - 1]
}

/// Counts and prints everything.
///
/// # Errors
/// When the sieve and the test disagree about the paper's primes.
pub fn run(options: &Options, smoke: bool) -> Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    let primes = papers();
    let (least, last) = (Mont31::LEAST | 1, u64::from(primes[COUNT - 1]));
    let most = if smoke { least + (1 << 22) } else { (u64::from(Mont31::MAX) + 1) | 1 };
    let ours = |degree: u32| smooth_len(degree + 1) as u32;
    let lens: Vec<u64> =
        PRINTED.iter().flat_map(|&(len, _)| degrees(len).map(ours).into_iter().chain([len])).map(u64::from).collect();
    let all = available((least, most), &lens);
    let count = |len: u32| lens.iter().zip(&all).find(|(other, _)| **other == u64::from(len)).map_or(0, |(_, n)| *n);

    println!("\nprimes 1 modulo a length: among the first {COUNT} above {FIRST}, and of all from {least} to {most}");
    println!(
        "{:>7} {:>8} {:>8} {:>7} {:>10}   {:>8} {:>7} {:>10}",
        "degree", "length", "printed", "found", "of all", "our length", "found", "of all"
    );
    let lens_of_paper: Vec<u64> = PRINTED.iter().map(|&(len, _)| len.into()).collect();
    let by_sieve = available((u64::from(FIRST) | 1, last + 2), &lens_of_paper);
    for (&(len, printed), sieved) in PRINTED.iter().zip(by_sieve) {
        let found = among(&primes, len);
        if found as u64 != sieved {
            return Err(format!("length {len}: {found} primes by the test, {sieved} by the sieve"));
        }
        for degree in degrees(len) {
            let our = ours(degree);
            let (of_paper, of_ours) = (count(len), count(our));
            println!(
                "{degree:>7} {len:>8} {printed:>8} {found:>7} {of_paper:>10}   {our:>10} {:>7} {of_ours:>10}",
                among(&primes, our)
            );
        }
    }

    println!("\nFig. 6: the same among the first 1000, 2000, .. above {FIRST}, for the paper's lengths");
    let number = |end: usize| format!("{end:>7}");
    println!("{:>8}{}", "length", (1..=10).map(|k| number(k * COUNT / 10)).collect::<String>());
    for (len, _) in PRINTED {
        let up_to = |k: usize| number(among(&primes[..k * COUNT / 10], len));
        println!("{len:>8}{}", (1..=10).map(up_to).collect::<String>());
    }
    Ok(())
}
