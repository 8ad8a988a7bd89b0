//! Where random coefficients come from: `StdRng`, or Python's generator, which made rows G1 to G7.

use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::Order;

/// A stream of random coefficients.
pub trait Source {
    /// Not zero, below 2^`bits` in size, with a random sign.
    fn coefficient(&mut self, bits: u32) -> Integer;

    /// Whether a coefficient is there, with this probability.
    fn present(&mut self, density: f64) -> bool;
}

impl Source for StdRng {
    fn coefficient(&mut self, bits: u32) -> Integer {
        loop {
            let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.random()).collect();
            let size = Integer::from_digits(&words, Order::Lsf).keep_bits(bits);
            if !size.is_zero() {
                return if self.random() { size } else { -size };
            }
        }
    }

    fn present(&mut self, density: f64) -> bool {
        self.random_bool(density)
    }
}

/// Words of state.
const N: usize = 624;

/// The Mersenne twister MT19937 (M. Matsumoto, T. Nishimura, 1998) with what Python's `random` makes of its words.
pub struct Python {
    state: [u32; N],
    next: usize,
}

impl Python {
    /// `random.Random(text)` for a text whose SHA-512 digest is `digest`, in hexadecimal digits: the key is the number that both make,
    /// one after the other.
    pub fn new(text: &str, digest: &str) -> Self {
        let text = Integer::from_digits(text.as_bytes(), Order::Msf);
        let digest = Integer::from_str_radix(digest, 16).expect("hexadecimal digits");
        let key = ((text << 512u32) + digest).to_digits::<u32>(Order::Lsf);
        let mut state = [0u32; N];
        state[0] = 19_650_218;
        for i in 1..N {
            state[i] = mixed(state[i - 1]).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        for k in 0..N.max(key.len()) {
            let j = k % key.len();
            state[i] =
                (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_664_525)).wrapping_add(key[j]).wrapping_add(j as u32);
            i = advance(&mut state, i);
        }
        for _ in 1..N {
            state[i] = (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i = advance(&mut state, i);
        }
        state[0] = 1 << 31;
        Python { state, next: N }
    }

    /// The next 32 bits.
    fn word(&mut self) -> u32 {
        if self.next == N {
            for i in 0..N {
                let y = self.state[i] & 1 << 31 | self.state[(i + 1) % N] & ((1 << 31) - 1);
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + 397) % N] ^ y >> 1 ^ odd;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    /// `getrandbits(count)`: whole words from the lowest up, of the last one the highest bits.
    fn bits(&mut self, count: u32) -> Integer {
        let mut words: Vec<u32> = (0..count.div_ceil(32)).map(|_| self.word()).collect();
        if let Some(last) = words.last_mut() {
            *last >>= (32 - count % 32) % 32;
        }
        Integer::from_digits(&words, Order::Lsf)
    }
}

fn mixed(word: u32) -> u32 {
    word ^ word >> 30
}

/// The next place of the state after `i`; at the end the first word becomes the last one.
fn advance(state: &mut [u32; N], i: usize) -> usize {
    if i + 1 < N {
        return i + 1;
    }
    state[0] = state[N - 1];
    1
}

impl Source for Python {
    /// `randint(-(2**bits - 1), 2**bits - 1)` until it is not zero.
    fn coefficient(&mut self, bits: u32) -> Integer {
        let largest = (Integer::from(1) << bits) - 1u32;
        loop {
            // One of the 2^(bits + 1) - 1 numbers.
            let drawn = self.bits(bits + 1) - &largest;
            if drawn <= largest && !drawn.is_zero() {
                return drawn;
            }
        }
    }

    /// `random() < density`: a fraction of 53 bits.
    fn present(&mut self, density: f64) -> bool {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        let fraction = (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0;
        fraction < density
    }
}
