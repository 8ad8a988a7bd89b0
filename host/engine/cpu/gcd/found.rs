//! A GCD modulo the primes of a bundle, as all forms of an image give it.

use gpu::Field;
use gpu::gcd;
use gpu::team::Team;

/// gcd(f, g) up to a factor in lanes that are not off: coefficients from the lowest up, at least as many as its degree says.
pub(in crate::engine::cpu) struct Found<E> {
    pub row: Vec<E>,
    /// `None` for gcd(0, 0), and where no lane has an answer.
    pub degree: Option<u32>,
    pub off: u32,
}

impl<E: Copy> Found<E> {
    /// By the plain remainder sequence, for polynomials of formal degrees f.len() - 1 and g.len() - 1.
    #[inline(always)]
    pub fn by_steps<F: Field<Elem = E>>(field: &F, team: impl Team, mut f: Vec<E>, mut g: Vec<E>) -> Self {
        let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
        let image = gcd::gcd(field, team, &mut f[..], p, &mut g[..], q);
        Found { row: if image.in_f { f } else { g }, degree: image.degree, off: image.off }
    }
}
