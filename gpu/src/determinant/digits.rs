//! The products of [`super::panels`] on tensor cores, which multiply bytes.
//!
//! Each factor becomes 4 x 4 digits ([`crate::tensor`]), one row of A for each e. Four sums over k and d come out for an element, S_0 .. S_3, and
//! T = S_0 + 2^8 S_1 + 2^16 S_2 + 2^24 S_3 takes one reduction.
//!
//! Ranges: T = sum_k sum_d (x_k 256^d mod p) b_kd is below 32 4 255 p < 2^15 p. With `scale` times an element, below p^2, that is less than
//! 2^32 p, since p < 2^32 / 3: what a reduction takes. Each S has 128 products of two bytes.
//!
//! A warp has 16 rows at a time. First it multiplies their 32 elements below the pivots by the inverse N, then the 32 products by the
//! rows above, eight columns at a time. Fragments are those of [`cuda_std::tensor`]: with lane = 4 g + q a lane has of A the rows g and g + 8, and of each
//! eight indices k those with q and q + 4, four bytes each; of B the column g for the same k; of a sum columns 2 q and 2 q + 1 in the rows
//! g and g + 8. In the first product column 2 q is taken to be q of N, and 2 q + 1 to be q + 4: then each lane has just those products that
//! it needs for the second, and nothing is exchanged.

use super::panels::{PANEL, Products, Step, TILE, View};
use crate::arith::Mont31;
use crate::memory::Part;
use crate::tensor::{Digits, MOST_PRODUCTS, Warps, joined};
use cuda_std::tensor::A;

/// The part of 16 rows and 32 indices in a lane: for eight indices at a time and each digit e a fragment.
type Factors = [[A; 4]; 4];

/// Words in the order of a fragment: (g, q), (g + 8, q), (g, q + 4) and (g + 8, q + 4) of each eight indices.
type Words = [[u32; 4]; 4];

/// The factors with these residues.
#[inline(always)]
fn digits_of(digits: Digits, field: &Mont31, words: &Words) -> Factors {
    let mut factors = [[[0; 4]; 4]; 4];
    four!(V {
        four!(R {
            let digits = digits.of(field, words[V][R]);
            four!(E { factors[V][E][R] = digits[E] });
        });
    });
    factors
}

/// The four sums T of a lane in a product with eight columns, column g of which is the lane's.
#[inline(always)]
fn sums<T: Warps, S: Part<u32>>(team: T, factors: &Factors, b: View<S>, (q, column): (u32, u32)) -> [u64; 4] {
    let mut sums = [[0; 4]; 4];
    four!(V {
        let words = [b.get(8 * V as u32 + q, column), b.get(8 * V as u32 + 4 + q, column)];
        four!(E { sums[E] = team.product(factors[V][E], words, sums[E]) });
    });
    let mut found = [0; 4];
    four!(I { found[I] = joined([sums[0][I], sums[1][I], sums[2][I], sums[3][I]]) });
    found
}

const _: () = assert!(4 * PANEL <= MOST_PRODUCTS);

impl<T: Warps> Products<Mont31, T> for Digits {
    #[inline(always)]
    fn update<R: Part<u32>, S: Part<u32>>(&self, field: &Mont31, team: T, step: Step<u32, R, S>) {
        let Step { left, rest, above, inverse, scale, size } = step;
        let (lane, warps) = (team.rank() % 32, team.size() / 32);
        let (g, q) = (lane / 4, lane % 4);
        // Column g of a product with N is column g / 2 of it for even g, and 4 columns further on for odd.
        let of_inverse = g / 2 + 4 * (g % 2);
        // Where there are more warps than tiles of 16 rows, several share the columns of a tile.
        let tiles = size / TILE;
        let shares = (warps / tiles).max(1);
        let mut work = team.rank() / 32;
        while work < tiles * shares {
            let (tile, share) = (work % tiles, work / tiles);
            let row = tile * TILE + g;
            let mut words: Words = [[0; 4]; 4];
            four!(V {
                let column = 8 * V as u32 + q;
                words[V] = [
                    left.get(row, column),
                    left.get(row + 8, column),
                    left.get(row, column + 4),
                    left.get(row + 8, column + 4),
                ];
            });
            let factors = digits_of(*self, field, &words);
            four!(V {
                let [t0, t1, t2, t3] = sums(team, &factors, inverse, (q, 8 * V as u32 + of_inverse));
                words[V] = [field.reduce(t0), field.reduce(t2), field.reduce(t1), field.reduce(t3)];
            });
            let factors = digits_of(*self, field, &words);
            let mut first = 8 * share;
            while first < size {
                let found = sums(team, &factors, above, (q, first + g));
                let mut rest = rest;
                four!(R {
                    let (i, j) = (row + 8 * (R as u32 / 2), first + 2 * q + R as u32 % 2);
                    let sum = cuda_std::arith::mad_wide_u32(scale, rest.get(i, j), found[R]);
                    rest.set(i, j, field.reduce(sum));
                });
                first += 8 * shares;
            }
            work += warps;
        }
    }
}

const _: () = assert!(PANEL == 32 && TILE == cuda_std::tensor::ROWS && cuda_std::tensor::COLUMNS == 8);
