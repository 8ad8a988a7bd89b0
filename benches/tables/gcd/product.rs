//! Products in Z[x] by one product of integers (Kronecker substitution).

use rug::Integer;
use rug::integer::Order;

/// a b for coefficients from the lowest up.
///
/// a(2^w) b(2^w) for w so large that a coefficient of the product is below 2^(w-1) in size. w is a multiple of 64, so that packing and
/// unpacking copy whole words.
pub fn product(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let bits = |f: &[Integer]| f.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let terms = usize::BITS - a.len().min(b.len()).leading_zeros();
    let slot = (bits(a) + bits(b) + terms + 1).div_ceil(64) as usize;
    unpack(&(pack(a, slot) * pack(b, slot)), slot, a.len() + b.len() - 1)
}

/// f(2^w), w = 64 slot: the part of the positive coefficients less that of the negative ones.
fn pack(f: &[Integer], slot: usize) -> Integer {
    let part = |negative: bool| {
        let mut words = vec![0u64; slot * f.len()];
        for (place, c) in words.chunks_exact_mut(slot).zip(f) {
            if c.is_negative() == negative {
                let limbs = c.significant_digits::<u64>();
                c.write_digits(&mut place[..limbs], Order::Lsf);
            }
        }
        Integer::from_digits(&words, Order::Lsf)
    };
    part(false) - part(true)
}

/// The n coefficients, each between -2^(w-1) and 2^(w-1), of the polynomial with this value at 2^w.
fn unpack(value: &Integer, slot: usize, n: usize) -> Vec<Integer> {
    let mut words = value.to_digits::<u64>(Order::Lsf);
    words.resize(slot * n, 0);
    let negative = value.is_negative();
    let mut carry = false;
    let coefficient = |place: &[u64]| {
        let mut c = Integer::from_digits(place, Order::Lsf);
        if carry {
            c += 1;
        }
        // The upper half of the range stands for negative coefficients, which borrow from the next one.
        carry = c.significant_bits() as usize >= 64 * slot;
        if carry {
            c -= Integer::from(1) << (64 * slot) as u32;
        }
        if negative { -c } else { c }
    };
    words.chunks_exact(slot).map(coefficient).collect()
}
