//! Both division-free Schur forms against determinants of Sylvester matrices.

use crate::common::*;
use crate::threads::{SharedRow, run_team};
use gpu::arith::{Bundle, Float24, Float31, Mont31, Mont31x16};
use gpu::fraction::Fraction;
use gpu::resultant::schur::{Columns, Form, resultant, resultant_with_tail};
use gpu::team::{Solo, Team};

const FORMS: [Form; 2] = [Form::Block2013, Form::Shift2010];

/// Rows as `resultant` wants them; what need not be set holds 1s.
fn rows<F: Plain>(field: &F, f: &[F::Elem], g: &[F::Elem]) -> [Vec<F::Elem>; 4] {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let mut b = vec![field.one(); p + q];
    if p > 0 {
        b[p - 1..].copy_from_slice(g);
    }
    [f.to_vec(), b, vec![field.one(); p], vec![field.one(); p]]
}

fn solo<F: Plain>(field: &F, form: Form, f: &[F::Elem], g: &[F::Elem]) -> Fraction<F::Elem> {
    let [mut f_row, mut b, mut c, mut d] = rows(field, f, g);
    let columns = Columns { f: &mut f_row[..], b: &mut b[..], c: &mut c[..], d: &mut d[..] };
    resultant(field, Solo, form, columns, f.len() as u32 - 1, g.len() as u32 - 1)
}

fn team<F: Plain>(field: &F, size: u32, form: Form, f: &[F::Elem], g: &[F::Elem]) -> Fraction<F::Elem> {
    let shared = rows(field, f, g).map(|row| SharedRow::new(&row));
    let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
    let results = run_team(size, &shared, |member, views| {
        let [f, b, c, d] = std::array::from_fn(|_| views.next().unwrap());
        resultant(field, member, form, Columns { f, b, c, d }, p, q)
    });
    for (row, name) in shared.iter().zip(["f", "b", "c", "d"]) {
        assert!(!row.race(), "{form:?} p {p} q {q} size {size}: race on {name}");
    }
    let plain = |r: &Fraction<F::Elem>| (field.leave_all(r.numerator), field.leave_all(r.denominator), r.off);
    for other in &results {
        assert_eq!(plain(other), plain(&results[0]), "threads disagree");
    }
    results[0]
}

/// The fault that is wanted: f_p = 0, or a leading minor of order q + 1 ... n - 1 that vanishes (p >= 2).
fn should_be_off(f: &[u32], g: &[u32], prime: u32) -> bool {
    let (p, q) = (f.len() - 1, g.len() - 1);
    if p < 2 {
        return false;
    }
    let s = sylvester(f, g);
    // Leading minors by elimination without exchanges.
    let minor = |n: usize| eliminate(s[..n].iter().map(|row| row[..n].to_vec()).collect(), prime).1;
    (q > 0 && f[p] == 0) || (q + 1..p + q).any(|n| minor(n) == 0)
}

/// Every lane is right, or off where it has to be.
fn check<F: Plain>(field: &F, result: Fraction<F::Elem>, f: &[Vec<u32>], g: &[Vec<u32>], note: &str) -> u32 {
    let (numerator, denominator) = (field.leave_all(result.numerator), field.leave_all(result.denominator));
    for (lane, &p) in field.primes().iter().enumerate() {
        let off = result.off >> lane & 1 != 0;
        let (f, g) = (&f[lane], &g[lane]);
        assert_eq!(off, should_be_off(f, g, p), "{note} mod {p}: f {f:?} g {g:?}");
        if !off {
            assert_ne!(denominator[lane], 0, "{note}");
            let value = mul_mod(numerator[lane], inverse_mod(denominator[lane], p), p);
            assert_eq!(value, resultant_by_definition(f, g, p), "{note} mod {p}: f {f:?} g {g:?}");
        }
    }
    result.off
}

fn all_degrees<F: Plain>(field: &F, most: usize, rounds: usize, seed: u64) {
    let mut random = Random::new(seed);
    let primes = field.primes();
    for p in 0..=most {
        for q in 0..=most {
            for _ in 0..rounds {
                let f = random_polynomials(&primes, p + 1, &mut random);
                let g = random_polynomials(&primes, q + 1, &mut random);
                for form in FORMS {
                    let result = solo(field, form, &pack(field, &f), &pack(field, &g));
                    check(field, result, &f, &g, &format!("{form:?} p {p} q {q}"));
                }
            }
        }
    }
}

fn sixteen() -> Mont31x16 {
    let primes: Vec<_> = primes_below(Mont31::MAX, 14).into_iter().chain([101, 7]).collect();
    Mont31x16::from_primes(&primes.iter().map(|&p| Mont31::new(p).unwrap()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn all_small_degrees_mont31() {
    all_degrees(&Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap(), 9, 4, 1);
}

#[test]
fn all_small_degrees_mont31x16() {
    all_degrees(&sixteen(), 9, 1, 2);
}

#[test]
fn all_small_degrees_float24() {
    all_degrees(&Float24::new(16_777_213).unwrap(), 9, 4, 3);
}

#[test]
fn all_small_degrees_float31() {
    all_degrees(&Float31::new(primes_above(Float31::MIN, 1)[0]).unwrap(), 9, 4, 4);
}

/// Modulo 3, 5 and 7 most lanes fail somewhere: none may be wrong, and only those that must are off.
#[test]
fn tiny_primes_flag_exactly_the_irregular() {
    let mut seen = [0u32; 2];
    for p in [3, 5, 7, 13] {
        let field = Mont31::new(p).unwrap();
        let mut random = Random::new(p as u64);
        for _ in 0..600 {
            let f = random_polynomials(&[p], 1 + random.below(6) as usize, &mut random);
            let g = random_polynomials(&[p], 1 + random.below(6) as usize, &mut random);
            for form in FORMS {
                let result = solo(&field, form, &pack(&field, &f), &pack(&field, &g));
                seen[check(&field, result, &f, &g, &format!("{form:?}")) as usize] += 1;
            }
        }
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
}

#[test]
fn large_degrees() {
    let mut random = Random::new(5);
    let field = sixteen();
    let primes = field.primes();
    for (p, q) in [(31, 31), (32, 16), (33, 32), (20, 45), (64, 3), (3, 64)] {
        let f = random_polynomials(&primes, p + 1, &mut random);
        let g = random_polynomials(&primes, q + 1, &mut random);
        for form in FORMS {
            let result = solo(&field, form, &pack(&field, &f), &pack(&field, &g));
            let off = check(&field, result, &f, &g, &format!("{form:?} p {p} q {q}"));
            // Only the small primes in lanes 14 and 15 have a chance to fail.
            assert_eq!(off & 0x3fff, 0);
        }
    }
}

/// The same pair of polynomials over Z gives the same residue in every field with the same prime.
#[test]
fn fields_agree() {
    let mut random = Random::new(6);
    let p31 = primes_below(Mont31::MAX, 1)[0];
    let (mont, float) = (Mont31::new(p31).unwrap(), Float31::new(p31).unwrap());
    let p24 = primes_below(Float24::MAX, 1)[0];
    let (mont24, float24) = (Mont31::new(p24).unwrap(), Float24::new(p24).unwrap());
    for (p, q) in [(12, 7), (40, 40), (41, 29)] {
        for form in FORMS {
            let f = random_polynomials(&[p24], p + 1, &mut random);
            let g = random_polynomials(&[p24], q + 1, &mut random);
            let a = solo(&mont, form, &pack(&mont, &f), &pack(&mont, &g));
            let b = solo(&float, form, &pack(&float, &f), &pack(&float, &g));
            assert_eq!((mont.leave(a.numerator), mont.leave(a.denominator)), (b.numerator, b.denominator));
            let a = solo(&mont24, form, &pack(&mont24, &f), &pack(&mont24, &g));
            let b = solo(&float24, form, &pack(&float24, &f), &pack(&float24, &g));
            assert_eq!((mont24.leave(a.numerator), mont24.leave(a.denominator)), (b.numerator, b.denominator));
        }
    }
}

#[test]
fn teams_of_threads() {
    let mut random = Random::new(7);
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    let primes = field.primes();
    let sizes = [1, 2, 3, 7, 32];
    let degrees = [
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 5),
        (5, 3),
        (8, 8),
        (9, 4),
        (13, 12),
        (31, 30),
        (32, 32),
        (33, 33),
        (40, 7),
    ];
    for (p, q) in degrees {
        let f = random_polynomials(&primes, p + 1, &mut random);
        let g = random_polynomials(&primes, q + 1, &mut random);
        for form in FORMS {
            for size in sizes {
                let result = team(&field, size, form, &pack(&field, &f), &pack(&field, &g));
                check(&field, result, &f, &g, &format!("{form:?} p {p} q {q} size {size}"));
            }
        }
    }
}

/// A team does all but the last full steps, one thread the rest: what a block leaves to a warp.
#[test]
fn phases_by_different_teams() {
    let mut random = Random::new(14);
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    for (p, q, size) in [(2u32, 2u32, 3u32), (12, 9, 12), (12, 9, 4), (17, 20, 32)] {
        let f = random_polynomials(&[field.modulus()], p as usize + 1, &mut random);
        let g = random_polynomials(&[field.modulus()], q as usize + 1, &mut random);
        for form in FORMS {
            for until in 0..=p {
                let values = [pack(&field, &f), pack(&field, &g)].concat();
                let ones = [p + 1, p + q, p, p].map(|len| vec![1; len as usize]);
                let shared: Vec<_> = [&values].into_iter().chain(&ones).map(|row| SharedRow::new(row)).collect();
                let results = run_team(size, &shared, |member, views| {
                    let [values, f, b, c, d] = std::array::from_fn(|_| views.next().unwrap());
                    let mut columns = Columns { f, b, c, d };
                    columns.load(member, &values, p, q);
                    member.sync();
                    let tail = (member.rank() == 0).then_some(Solo);
                    resultant_with_tail(&field, (member, tail), p - until, form, columns, (p, q))
                });
                assert!(shared.iter().all(|row| !row.race()));
                assert!(results[1..].iter().all(Option::is_none));
                check(&field, results[0].unwrap(), &f, &g, &format!("{form:?} p {p} q {q} until {until}"));
            }
        }
    }
}

/// g_0 = 0, f = g, common factors, gaps, f_p = 0.
#[test]
fn degenerate_pairs() {
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    let p = field.modulus();
    let mut random = Random::new(8);
    let mut poly = |len: usize| random_polynomials(&[p], len, &mut random).remove(0);
    let times = |a: &[u32], b: &[u32]| {
        let mut c = vec![0; a.len() + b.len() - 1];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                c[i + j] = (c[i + j] + mul_mod(x, y, p)) % p;
            }
        }
        c
    };
    let spread = |a: &[u32]| {
        let mut c = vec![0; 2 * a.len() - 1];
        for (i, &x) in a.iter().enumerate() {
            c[2 * i] = x;
        }
        c
    };
    let (f, g, h, line) = (poly(9), poly(7), poly(4), poly(2));
    let mut cases = vec![
        (f.clone(), times(&g, &[0, 1])),
        (times(&f, &[0, 1]), g.clone()),
        (f.clone(), f.clone()),
        (times(&f, &line), times(&g, &line)),
        (times(&f, &h), times(&g, &h)),
        (spread(&f), spread(&g)),
        (spread(&f), times(&spread(&g), &[0, 1])),
        (f.clone(), vec![0; 5]),
        (vec![0; 5], g.clone()),
    ];
    let mut monomial = vec![0; 10];
    monomial[9] = 1;
    monomial[0] = 2;
    cases.push((monomial.clone(), g.clone()));
    cases.push((f.clone(), monomial));
    let mut dropped = f.clone();
    dropped[8] = 0;
    cases.push((dropped.clone(), g.clone()));
    cases.push((g.clone(), dropped));
    let mut off = [0; 2];
    for (f, g) in cases {
        let (f, g) = ([f], [g]);
        for form in FORMS {
            let (packed_f, packed_g) = (pack(&field, &f), pack(&field, &g));
            let result = solo(&field, form, &packed_f, &packed_g);
            off[check(&field, result, &f, &g, &format!("{form:?}")) as usize] += 1;
            check(&field, team(&field, 7, form, &packed_f, &packed_g), &f, &g, "team");
        }
    }
    assert!(off[0] > 4 && off[1] > 4, "{off:?}");
}

/// Displacements of Sylvester matrices have rank 2 and are the generators of the two papers.
#[test]
fn generators_satisfy_the_displacement_equations() {
    let p31 = primes_below(Mont31::MAX, 1)[0];
    let mut random = Random::new(9);
    let down = |m: &Matrix, rows: &dyn Fn(usize) -> bool, columns: &dyn Fn(usize) -> bool| -> Matrix {
        let n = m.len();
        let entry = |i: usize, j: usize| if rows(i) && columns(j) { m[i - 1][j - 1] } else { 0 };
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    };
    let minus = |x: u32, y: u32| (x + (p31 - y)) % p31;
    for (p, q) in [(1usize, 1usize), (4, 2), (5, 5), (3, 6), (9, 8)] {
        let n = p + q;
        let f = random_polynomials(&[p31], p + 1, &mut random).remove(0);
        let g = random_polynomials(&[p31], q + 1, &mut random).remove(0);
        let s = sylvester(&f, &g);
        let coefficient = |f: &[u32], i: usize| if i < f.len() { f[f.len() - 1 - i] } else { 0 };
        // 2013: transposed; the shift of columns has a break at q.
        let t: Matrix = (0..n).map(|i| (0..n).map(|j| s[j][i]).collect()).collect();
        let shifted = down(&t, &|i| i > 0, &|j| j > 0 && j != q);
        let difference: Matrix = (0..n).map(|i| (0..n).map(|j| minus(t[i][j], shifted[i][j])).collect()).collect();
        for (i, row) in difference.iter().enumerate() {
            for (j, &found) in row.iter().enumerate() {
                let a_c = if j == 0 { coefficient(&f, i) } else { 0 };
                let b_d = if j == q { coefficient(&g, i) } else { 0 };
                assert_eq!(found, (a_c + b_d) % p31, "2013, p {p} q {q} at {i}, {j}");
            }
        }
        assert_eq!(eliminate(difference, p31).0, 2);
        // 2010: G J B^T = a c^T - b d^T.
        let shifted = down(&s, &|i| i > 0, &|j| j > 0);
        let difference: Matrix = (0..n).map(|i| (0..n).map(|j| minus(s[i][j], shifted[i][j])).collect()).collect();
        for (i, row) in difference.iter().enumerate() {
            for (j, &found) in row.iter().enumerate() {
                let (a, minus_b) = ((i == 0) as u32, (i == q) as u32);
                let d = if j < q { coefficient(&g, j) } else { minus(coefficient(&g, j), coefficient(&f, j - q)) };
                let expected = (a as u64 * coefficient(&f, j) as u64 + minus_b as u64 * d as u64) % p31 as u64;
                assert_eq!(found as u64, expected, "2010, p {p} q {q} at {i}, {j}");
            }
        }
        assert_eq!(eliminate(difference, p31).0, 2);
    }
}
