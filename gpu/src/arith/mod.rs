//! Modular arithmetic.
//!
//! - [`field`]: the trait that all algorithms over residues are generic over; [`ring`]: the one below it, for polynomials over any numbers.
//! - [`mont31`]: Montgomery form with R = 2^32, primes below 2^32 / 3; the default everywhere.
//! - [`mont32`]: the same with R = 2^32 for all odd primes below 2^31, which callers may bring.
//! - [`mont50`]: the same with R = 2^52 and primes below 2^50, the words of AVX-512 IFMA.
//! - [`mont61`]: the same with R = 2^64 and moduli below 2^61, for checks.
//! - [`mont64`]: the same with all odd moduli of one word.
//! - [`mont_words`]: the same with as many words of 64 bits as a modulus has.
//! - [`limbs`]: elements as words, for kernels modulo primes of any length.
//! - [`modulus`]: numbers in and out, for the first two.
//! - [`bundle`]: the same on 4 or 16 lanes with a prime each, written so that compilers emit SIMD.
//! - [`dual`]: numbers with their derivatives in one direction, over any ring.
//! - [`float24`], [`float31`]: plain residues reduced through floats, the arithmetic of the papers of 2010 and 2013.
//! - [`inverse`]: inverses, one at a time and in batches.
//! - [`wide`], [`mul24`], [`word_inverse`]: products and inverses of words, which the above are made of.
//! - [`prime`]: primality, roots of unity, set-up on the host.

pub mod bundle;
pub mod dual;
pub mod field;
pub mod float24;
pub mod float31;
pub mod inverse;
pub mod limbs;
pub mod modulus;
pub mod mont31;
pub mod mont32;
pub mod mont50;
pub mod mont61;
pub mod mont64;
pub mod mont_words;
pub mod mul24;
pub mod pair;
pub mod prime;
#[cfg(target_arch = "x86_64")]
mod products4;
pub mod ring;
#[cfg(not(target_arch = "nvptx64"))]
#[doc(hidden)]
pub mod testing;
pub mod wide;
pub mod word_inverse;

pub use bundle::{Bundle, Lanes4, Lanes16, Mont31x4, Mont31x16};
pub use dual::Dual;
pub use field::Field;
pub use float24::Float24;
pub use float31::Float31;
pub use inverse::Invert;
pub use limbs::Limbs;
pub use modulus::Modulus;
pub use mont_words::MontWords;
pub use mont31::Mont31;
pub use mont32::Mont32;
pub use mont50::Mont50;
pub use mont61::Mont61;
pub use mont64::Mont64;
pub use pair::Pair;
pub use ring::Ring;
