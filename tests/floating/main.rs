//! Floating numbers of several doubles: errors against exact fractions, infinities and NaN, and the same bits in every kind of lanes.

mod errors;
mod lanes;
mod numbers;
mod special;
