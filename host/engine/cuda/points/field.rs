//! The fields that kernels compute in, each with the kernels of its family.

use crate::engine::cuda::driver::stream::Stream;
use crate::error::Result;
use crate::run::modulus::Modulus;
use bytemuck::Pod;
use cuda_std::DevicePtr;
use gpu::arith::{Limbs, Mont31, Mont32, Mont61, Mont64, MontWords};
use gpu::kernels::problems::points::{Determinants, FromResidues, Resultants, Terms, ToResidues, Values, Vectors};
use gpu::kernels::{points_32, points_61, points_64, points_128, points_256};
use rug::Integer;
use rug::integer::Order;

/// The size of a launch: blocks, and bytes of shared memory.
pub(super) type Grid = ((u32, u32, u32), u32);

/// The field of a prime with its kernels. Addresses are those of the kernels' fields of the same names.
pub(super) trait DeviceField: Limbs<Elem: Pod + PartialEq> {
    /// The field of a prime; `None` for one that it does not hold.
    fn of(p: Modulus) -> Option<Self>;

    /// Launches the kernel `terms`.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn terms(&self, stream: &Stream, grid: Grid, at: [DevicePtr<Self::Elem>; 3], job: Terms) -> Result<()>;

    /// Launches the kernel `values`.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn values(&self, stream: &Stream, grid: Grid, at: [DevicePtr<Self::Elem>; 3], job: Values) -> Result<()>;

    /// Launches the kernel `to_residues`.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn residues(
        &self,
        stream: &Stream,
        grid: Grid,
        primes: (DevicePtr<Mont31>, DevicePtr<u32>),
        from: [DevicePtr<Self::Elem>; 2],
        to: DevicePtr<u32>,
        job: (Vectors, ToResidues),
    ) -> Result<()>;

    /// Launches the kernel `from_residues`.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn lift(
        &self,
        stream: &Stream,
        grid: Grid,
        tables: (DevicePtr<Mont31>, DevicePtr<u32>, DevicePtr<Self::Elem>),
        from: DevicePtr<u32>,
        to: [DevicePtr<Self::Elem>; 2],
        job: (Vectors, FromResidues),
    ) -> Result<()>;

    /// Launches the kernel `resultants` with so many lanes for each: 8, 16 or 32.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn resultants(
        &self,
        stream: &Stream,
        lanes: u32,
        grid: Grid,
        at: [DevicePtr<Self::Elem>; 2],
        failed: DevicePtr<u32>,
        job: Resultants,
    ) -> Result<()>;

    /// Launches the kernel `determinants`.
    ///
    /// # Safety
    /// As for [`Stream::launch`].
    unsafe fn determinants(
        &self,
        stream: &Stream,
        grid: Grid,
        at: [DevicePtr<Self::Elem>; 2],
        matrix: [DevicePtr<u32>; 2],
        job: Determinants,
    ) -> Result<()>;
}

/// The element of a number from 0 to p - 1.
pub(super) fn element<D: DeviceField>(field: &D, number: &Integer) -> D::Elem {
    let digits = number.to_digits::<u32>(Order::Lsf);
    field.enter_words(D::of_limbs(|i| digits.get(i as usize).copied().unwrap_or(0)))
}

/// The number with the words of `plain`.
pub(super) fn number<D: DeviceField>(plain: &D::Elem) -> Integer {
    let digits: Vec<u32> = (0..D::LIMBS).map(|i| D::limb(plain, i)).collect();
    Integer::from_digits(&digits, Order::Lsf)
}

/// A random element other than 0. Of 2^32 numbers too many one is less likely by 2^-32.
pub(super) fn nonzero<D: DeviceField>(field: &D, random: &mut impl rand::Rng) -> D::Elem {
    loop {
        let mut sum = field.zero();
        let shift = field.power(field.enter_words(D::plain(2)), 32);
        for _ in 0..=D::LIMBS {
            sum = field.add(field.mul(sum, shift), field.enter_words(D::plain(random.random())));
        }
        if field.zeros(sum) == 0 {
            return sum;
        }
    }
}

macro_rules! device_field {
    ($field:ty, $family:ident, $of:expr,
     $terms:ident, $values:ident, $to:ident, $from:ident, $lanes_8:ident, $lanes_16:ident, $lanes_32:ident,
     $determinants:ident) => {
        impl DeviceField for $field {
            fn of(p: Modulus) -> Option<Self> {
                let of: fn([u64; 4]) -> Option<Self> = $of;
                of(p.words())
            }

            unsafe fn terms(
                &self,
                stream: &Stream,
                (grid, shared): Grid,
                [constants, factors, out]: [DevicePtr<Self::Elem>; 3],
                job: Terms,
            ) -> Result<()> {
                let kernel = $family::$terms { field: *self, constants, factors, out, job };
                // SAFETY: the caller's.
                unsafe { stream.launch(&kernel, grid, shared) }
            }

            unsafe fn values(
                &self,
                stream: &Stream,
                (grid, shared): Grid,
                [points, coefficients, out]: [DevicePtr<Self::Elem>; 3],
                job: Values,
            ) -> Result<()> {
                let kernel = $family::$values { field: *self, points, coefficients, out, job };
                // SAFETY: the caller's.
                unsafe { stream.launch(&kernel, grid, shared) }
            }

            unsafe fn residues(
                &self,
                stream: &Stream,
                (grid, shared): Grid,
                (primes, corrections): (DevicePtr<Mont31>, DevicePtr<u32>),
                [source, weights]: [DevicePtr<Self::Elem>; 2],
                residues: DevicePtr<u32>,
                (vectors, job): (Vectors, ToResidues),
            ) -> Result<()> {
                let field = *self;
                let kernel = $family::$to { field, primes, corrections, source, weights, residues, vectors, job };
                // SAFETY: the caller's.
                unsafe { stream.launch(&kernel, grid, shared) }
            }

            unsafe fn lift(
                &self,
                stream: &Stream,
                (grid, shared): Grid,
                (primes, inverses, lifts): (DevicePtr<Mont31>, DevicePtr<u32>, DevicePtr<Self::Elem>),
                residues: DevicePtr<u32>,
                [weights, target]: [DevicePtr<Self::Elem>; 2],
                (vectors, job): (Vectors, FromResidues),
            ) -> Result<()> {
                let field = *self;
                let kernel = $family::$from { field, primes, inverses, lifts, residues, weights, target, vectors, job };
                // SAFETY: the caller's.
                unsafe { stream.launch(&kernel, grid, shared) }
            }

            unsafe fn resultants(
                &self,
                stream: &Stream,
                lanes: u32,
                (grid, shared): Grid,
                [values, out]: [DevicePtr<Self::Elem>; 2],
                failed: DevicePtr<u32>,
                job: Resultants,
            ) -> Result<()> {
                let field = *self;
                // SAFETY: the caller's.
                unsafe {
                    match lanes {
                        8 => stream.launch(&$family::$lanes_8 { field, values, out, failed, job }, grid, shared),
                        16 => stream.launch(&$family::$lanes_16 { field, values, out, failed, job }, grid, shared),
                        _ => stream.launch(&$family::$lanes_32 { field, values, out, failed, job }, grid, shared),
                    }
                }
            }

            unsafe fn determinants(
                &self,
                stream: &Stream,
                (grid, shared): Grid,
                [values, out]: [DevicePtr<Self::Elem>; 2],
                [sizes, entries]: [DevicePtr<u32>; 2],
                job: Determinants,
            ) -> Result<()> {
                let kernel = $family::$determinants { field: *self, values, sizes, entries, out, job };
                // SAFETY: the caller's.
                unsafe { stream.launch(&kernel, grid, shared) }
            }
        }
    };
}

device_field!(
    Mont32,
    points_32,
    |[p, ..]| Mont32::new(u32::try_from(p).ok()?),
    Points32Terms,
    Points32Values,
    Points32ToResidues,
    Points32FromResidues,
    Points32Resultants8,
    Points32Resultants16,
    Points32Resultants32,
    Points32Determinants
);
device_field!(
    Mont61,
    points_61,
    |[p, ..]| Mont61::new(p),
    Points61Terms,
    Points61Values,
    Points61ToResidues,
    Points61FromResidues,
    Points61Resultants8,
    Points61Resultants16,
    Points61Resultants32,
    Points61Determinants
);
device_field!(
    Mont64,
    points_64,
    |[p, ..]| Mont64::new(p),
    Points64Terms,
    Points64Values,
    Points64ToResidues,
    Points64FromResidues,
    Points64Resultants8,
    Points64Resultants16,
    Points64Resultants32,
    Points64Determinants
);
device_field!(
    MontWords<2>,
    points_128,
    |[low, high, ..]| MontWords::new([low, high]),
    Points128Terms,
    Points128Values,
    Points128ToResidues,
    Points128FromResidues,
    Points128Resultants8,
    Points128Resultants16,
    Points128Resultants32,
    Points128Determinants
);
device_field!(
    MontWords<4>,
    points_256,
    MontWords::new,
    Points256Terms,
    Points256Values,
    Points256ToResidues,
    Points256FromResidues,
    Points256Resultants8,
    Points256Resultants16,
    Points256Resultants32,
    Points256Determinants
);
