//! The Schur kernels, all shapes, forms and arithmetics, against the same algorithm on one host thread: numerators and
//! denominators word by word.

use super::stream;
use cuda_std::{DevicePtr, Kernel};
use eliminant::engine::cuda::Stream;
use gpu::Field;
use gpu::arith::{Float24, Float31, Mont31, prime::is_prime};
use gpu::fraction::Fraction;
use gpu::kernels::schur::{
    SchurBlock64, SchurBlock96, SchurBlock128, SchurFloat24Block64, SchurFloat31Block64, SchurJob, SchurPair,
};
use gpu::resultant::schur::{Columns, Form, resultant};
use gpu::team::Solo;

/// The largest primes at most `top`.
fn primes(top: u32, count: usize) -> impl Iterator<Item = u32> {
    (2..=top).rev().filter(|&n| is_prime(n)).take(count)
}

/// Values \[prime\]\[row\]\[point\], in a few points with a leading or a trailing coefficient 0.
fn values(moduli: &[u32], job: &SchurJob) -> Vec<u32> {
    let rows = job.p + job.q + 2;
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut out = Vec::new();
    for &m in moduli {
        for row in 0..rows {
            for point in 0..job.points {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let gone =
                    point == 3 && row == job.p || point == 5 && row == job.p + 1 || point == 6 && row == rows - 1;
                out.push(if gone { 0 } else { ((state >> 33) % m as u64) as u32 });
            }
        }
    }
    out
}

/// Numerators and denominators on one host thread.
fn on_host<F: Field<Elem = u32>>(fields: &[F], values: &[u32], job: &SchurJob) -> (Vec<u32>, Vec<u32>) {
    let (p, q) = (job.p, job.q);
    let (points, rows) = (job.points as usize, (job.p + job.q + 2) as usize);
    let (mut numerators, mut denominators) = (Vec::new(), Vec::new());
    for (prime, field) in fields.iter().enumerate() {
        for point in 0..points {
            let all: Vec<u32> = (0..rows).map(|row| values[(prime * rows + row) * points + point]).collect();
            let (first, second) = all.split_at(job.p as usize + 1);
            let (mut f, g) = (first.to_vec(), second);
            let mut b = vec![0; (p as usize).saturating_sub(1)];
            b.extend(g);
            let (mut c, mut d) = (vec![0; p as usize], vec![0; p as usize]);
            let columns = Columns { f: &mut f[..], b: &mut b[..], c: &mut c[..], d: &mut d[..] };
            let form = if job.shift != 0 { Form::Shift2010 } else { Form::Block2013 };
            let Fraction { numerator, denominator, .. } = resultant(field, Solo, form, columns, p, q);
            numerators.push(if job.negative != 0 { field.neg(numerator) } else { numerator });
            let lead = all[job.p as usize];
            denominators.push(if job.discriminant != 0 { field.mul(denominator, lead) } else { denominator });
        }
    }
    (numerators, denominators)
}

/// Runs the kernel that `make` builds from (primes, values, numerators, denominators) and compares.
fn compare<F: Field<Elem = u32>, K: Kernel>(
    stream: &Stream,
    fields: &[(F, [u32; 4], u32)],
    job: SchurJob,
    per_block: u32,
    make: impl Fn(DevicePtr<F>, DevicePtr<u32>, DevicePtr<u32>, DevicePtr<u32>, SchurJob) -> K,
) {
    let moduli: Vec<u32> = fields.iter().map(|field| field.2).collect();
    let values = values(&moduli, &job);
    let hosts: Vec<F> = fields.iter().map(|field| field.0).collect();
    let expected = on_host(&hosts, &values, &job);
    let constants: Vec<u32> = fields.iter().flat_map(|field| field.1).collect();
    let total = fields.len() * job.points as usize;
    let constants = stream.copy_of(&constants).unwrap();
    let values = stream.copy_of(&values).unwrap();
    let (numerators, denominators) = (stream.zeroed::<u32>(total).unwrap(), stream.zeroed::<u32>(total).unwrap());
    let primes = DevicePtr::from_raw(constants.as_ptr().as_raw());
    let kernel = make(primes, values.as_ptr(), numerators.as_ptr(), denominators.as_ptr(), job);
    let grid = (job.points.div_ceil(per_block), fields.len() as u32, 1);
    // SAFETY: four words of constants a prime, values of p + q + 2 rows, and `words()` shared words a scalar.
    unsafe { stream.launch(&kernel, grid, 4 * per_block * job.words()).unwrap() };
    assert_eq!(numerators.to_vec().unwrap(), expected.0, "{} {job:?}", K::NAME);
    assert_eq!(denominators.to_vec().unwrap(), expected.1, "{} {job:?}", K::NAME);
    assert!(expected.1.iter().filter(|&&d| d != 0).count() * 2 > total, "{job:?}: most points are regular");
}

#[test]
fn schur_kernels_equal_the_host() {
    let Some(stream) = stream() else { return };
    let mont: Vec<_> =
        primes(Mont31::MAX, 3).map(|p| Mont31::new(p).unwrap()).map(|m| (m, m.words(), m.modulus())).collect();
    let float24: Vec<_> =
        primes(Float24::MAX, 3).map(|p| Float24::new(p).unwrap()).map(|m| (m, m.words(), m.modulus())).collect();
    let float31: Vec<_> =
        primes(Mont31::MAX, 3).map(|p| Float31::new(p).unwrap()).map(|m| (m, m.words(), m.modulus())).collect();
    let degrees = [
        (0, 0),
        (0, 3),
        (1, 0),
        (1, 1),
        (2, 5),
        (8, 8),
        (17, 16),
        (31, 31),
        (32, 33),
        (33, 32),
        (34, 34),
        (35, 20),
        (63, 63),
        (64, 40),
        (80, 90),
        (95, 95),
        (120, 99),
        (127, 127),
        (128, 5),
        (150, 140),
    ];
    for (p, q) in degrees {
        for options in 0..4 {
            let (shift, discriminant) = (options & 1, options >> 1);
            let job = SchurJob { p, q, points: 11, shift, discriminant, negative: shift };
            compare(&stream, &mont, job, 2, |primes, values, numerators, denominators, job| SchurPair {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
            compare(&stream, &mont, job, 1, |primes, values, numerators, denominators, job| SchurBlock64 {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
            compare(&stream, &mont, job, 1, |primes, values, numerators, denominators, job| SchurBlock96 {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
            compare(&stream, &mont, job, 1, |primes, values, numerators, denominators, job| SchurBlock128 {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
            compare(&stream, &float24, job, 1, |primes, values, numerators, denominators, job| SchurFloat24Block64 {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
            compare(&stream, &float31, job, 1, |primes, values, numerators, denominators, job| SchurFloat31Block64 {
                primes,
                values,
                numerators,
                denominators,
                job,
            });
        }
    }
}
