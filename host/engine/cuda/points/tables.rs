//! Tables of sequences, and of the products (1 - q) .. (1 - q^i).

use super::field::DeviceField;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::engine::Cuda;
use crate::error::Result;
use cuda_std::DevicePtr;
use gpu::kernels::problems::points::{TERMS, Terms};
use gpu::progressions::sequence::Sequence;
use rayon::prelude::*;

/// Factors of a thread of the host.
const CHUNK: usize = 1 << 12;

/// start ratio^i growth^C(i,2) for i < `count`, times factors i and `mirror` - i of a table.
pub(super) fn terms<D: DeviceField>(
    cuda: &Cuda,
    field: &D,
    sequence: Sequence<D::Elem>,
    factors: Option<(&DeviceBuffer<D::Elem>, usize)>,
    count: usize,
) -> Result<DeviceBuffer<D::Elem>> {
    let stream = &cuda.stream;
    let constants = stream.copy_of(&[sequence.start, sequence.ratio, sequence.growth])?;
    let out = stream.alloc(count)?;
    let job = Terms {
        count: word("terms of a table", count)?,
        has_factors: factors.is_some().into(),
        mirror: word("terms of a table", factors.map_or(0, |(_, mirror)| mirror))?,
    };
    let at = [constants.as_ptr(), factors.map_or(DevicePtr::NULL, |(table, _)| table.as_ptr()), out.as_ptr()];
    // SAFETY: three constants; `count` terms; the factors have one for each term and for `mirror` less its number.
    unsafe { field.terms(stream, ((blocks(count, 128 * TERMS)?, 1, 1), 0), at, job)? };
    Ok(out)
}

/// 1 / u_i for i < n, and u_(n-1), where u_i = (1 - q) .. (1 - q^i); `None` where one of them is 0. On all threads.
pub(super) fn reciprocals<D: DeviceField>(field: &D, q: D::Elem, n: usize) -> Option<(Vec<D::Elem>, D::Elem)> {
    let one = field.one();
    // The factors of chunk c are those of i = c CHUNK + 1 and on, as far as i < n.
    let ends = |chunk: usize| (chunk * CHUNK, (n - 1).min((chunk + 1) * CHUNK));
    let product = |chunk: usize| {
        let (from, to) = ends(chunk);
        let mut power = field.power(q, from as u64);
        (from..to).fold(one, |product, _| {
            power = field.mul(power, q);
            field.mul(product, field.sub(one, power))
        })
    };
    let chunks = (n - 1).div_ceil(CHUNK);
    let products: Vec<D::Elem> = (0..chunks).into_par_iter().map(product).collect();
    let all = products.iter().fold(one, |all, &product| field.mul(all, product));
    if field.zeros(all) != 0 {
        return None;
    }
    // The reciprocal behind each chunk, from the last one on.
    let mut behind = vec![field.reciprocal(all); chunks.max(1)];
    for chunk in (1..chunks).rev() {
        behind[chunk - 1] = field.mul(behind[chunk], products[chunk]);
    }
    let inverse = field.reciprocal(q);
    let of_chunk = |chunk: usize| {
        let (from, to) = ends(chunk);
        let (mut power, mut reciprocal) = (field.power(q, to as u64), behind[chunk]);
        let mut found: Vec<D::Elem> = (from..to)
            .map(|_| {
                let here = reciprocal;
                reciprocal = field.mul(reciprocal, field.sub(one, power));
                power = field.mul(power, inverse);
                here
            })
            .collect();
        found.reverse();
        found
    };
    let mut found = vec![one];
    let rest: Vec<Vec<D::Elem>> = (0..chunks).into_par_iter().map(of_chunk).collect();
    found.extend(rest.into_iter().flatten());
    Some((found, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::{Field, Mont32};

    #[test]
    fn reciprocals_of_products() {
        let field = Mont32::new(2_147_483_629).unwrap();
        let q = field.enter(3);
        for n in [1, 2, 3, CHUNK, CHUNK + 1, CHUNK + 2, 3 * CHUNK + 7] {
            let (found, all) = reciprocals(&field, q, n).unwrap();
            assert_eq!(found.len(), n);
            let (mut power, mut product) = (field.one(), field.one());
            for (i, &reciprocal) in found.iter().enumerate() {
                if i > 0 {
                    power = field.mul(power, q);
                    product = field.mul(product, field.sub(field.one(), power));
                }
                assert_eq!(field.mul(product, reciprocal), field.one(), "{i} of {n}");
            }
            assert_eq!(product, all);
        }
        // An order of 2.
        let minus = field.neg(field.one());
        assert!(reciprocals(&field, minus, 2).is_some() && reciprocals(&field, minus, 3).is_none());
    }
}
