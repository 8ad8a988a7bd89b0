//! Python's random numbers, so that rows are those of the scripts in `benches/data`.

use crate::sha512::sha512;
use rug::Integer;
use rug::integer::Order;

/// Words of state.
const N: usize = 624;

/// The Mersenne twister MT19937 (M. Matsumoto, T. Nishimura, 1998) with what Python's `random` makes of its words.
pub struct Python {
    state: [u32; N],
    next: usize,
}

impl Python {
    /// `random.Random(text)`: the key is the number that the text and its SHA-512 digest make, one after the other.
    pub fn new(text: &str) -> Self {
        let bytes = [text.as_bytes(), &sha512(text.as_bytes())].concat();
        let key = Integer::from_digits(&bytes, Order::Msf).to_digits::<u32>(Order::Lsf);
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
    pub fn bits(&mut self, count: u32) -> Integer {
        let mut words: Vec<u32> = (0..count.div_ceil(32)).map(|_| self.word()).collect();
        if let Some(last) = words.last_mut() {
            *last >>= (32 - count % 32) % 32;
        }
        Integer::from_digits(&words, Order::Lsf)
    }

    /// `random()`: a fraction of 53 bits.
    pub fn fraction(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// `randrange(n)` for n > 0: so many bits as n has, until they are a number below it.
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let drawn = self.word() >> n.leading_zeros();
            if drawn < n {
                return drawn;
            }
        }
    }

    /// `sample(range(n), n)`: of a whole population always by a pool, whose last element takes the place of the one that is drawn.
    pub fn permutation(&mut self, n: u32) -> Vec<u32> {
        let mut pool: Vec<u32> = (0..n).collect();
        let mut draw = || {
            let drawn = self.below(pool.len() as u32);
            pool.swap_remove(drawn as usize)
        };
        (0..n).map(|_| draw()).collect()
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
