//! Floating numbers of several doubles: decimal text, errors against exact fractions, infinities and NaN, and the same bits in every kind of lanes.

mod decimals;
mod errors;
mod lanes;
mod numbers;
mod special;
