//! The trait all algorithms are generic over.

/// Arithmetic modulo one prime per lane.
///
/// A `Field` value holds the constants of its prime(s); an element holds one residue per lane. With one lane it is the
/// arithmetic of a GPU thread; with more, each lane is an independent problem with a prime of its own and all lanes follow
/// the same path, which is what SIMD needs. Elements are canonical: two equal residues have equal representations.
pub trait Field: Copy + Send + Sync + 'static {
    /// One residue per lane.
    type Elem: Copy + Send + Sync + 'static;

    /// Number of lanes, at most 32.
    const LANES: u32;

    /// Whether a step with a few products is short enough for several to be taken in registers.
    const IS_SHORT: bool = true;

    /// 0 in every lane.
    fn zero(&self) -> Self::Elem;
    /// 1 in every lane.
    fn one(&self) -> Self::Elem;
    /// a + b.
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a - b.
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a - b as a loose element: one that is not canonical, and good for the first factor of [`Field::mul`] only; `a` may be what one
    /// of [`Field::sub_loose`] made of canonical ones.
    #[inline(always)]
    fn sub_loose(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.sub(a, b)
    }
    /// a + b as a loose element, as for [`Field::sub_loose`].
    #[inline(always)]
    fn add_loose(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.add(a, b)
    }
    /// -a.
    fn neg(&self, a: Self::Elem) -> Self::Elem;
    /// a b.
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a0 b0 + a1 b1 with one reduction.
    fn dot2(&self, a0: Self::Elem, b0: Self::Elem, a1: Self::Elem, b1: Self::Elem) -> Self::Elem;
    /// a0 b0 + a1 b1 + a2 b2 with one reduction.
    fn dot3(
        &self,
        a0: Self::Elem,
        b0: Self::Elem,
        a1: Self::Elem,
        b1: Self::Elem,
        a2: Self::Elem,
        b2: Self::Elem,
    ) -> Self::Elem;
    /// The sum of five products a_i b_i.
    #[inline(always)]
    fn dot5(&self, a: [Self::Elem; 5], b: [Self::Elem; 5]) -> Self::Elem {
        self.add(self.dot3(a[0], b[0], a[1], b[1], a[2], b[2]), self.dot2(a[3], b[3], a[4], b[4]))
    }
    /// Bit `i` is set when lane `i` is 0.
    fn zeros(&self, a: Self::Elem) -> u32;
    /// Lane `i` of `a` where bit `i` of `mask` is set, of `b` elsewhere.
    fn select(&self, mask: u32, a: Self::Elem, b: Self::Elem) -> Self::Elem;

    /// All lanes: the mask with the low [`Field::LANES`] bits set.
    const ALL: u32 = if Self::LANES >= 32 { u32::MAX } else { (1 << Self::LANES) - 1 };

    /// a^e with the same exponent in every lane; a^0 = 1, also for a = 0. About 1.5 log2(e) products.
    #[inline(always)]
    fn pow(&self, a: Self::Elem, e: u32) -> Self::Elem {
        let mut result = self.one();
        let mut square = a;
        let mut rest = e;
        while rest != 0 {
            if rest & 1 != 0 {
                result = self.mul(result, square);
            }
            rest >>= 1;
            if rest != 0 {
                square = self.mul(square, square);
            }
        }
        result
    }
}
