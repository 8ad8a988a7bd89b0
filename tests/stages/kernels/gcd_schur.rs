//! The GCD kernels of the Schur algorithm, naive form and block form, against the same algorithm on one host thread, word by word: the
//! images, the degrees, their minimum over the primes.

use super::stream;
use cuda_std::DevicePtr;
use eliminant::engine::cuda::{DeviceBuffer, Stream};
use gpu::Field;
use gpu::arith::{Mont31, prime::is_prime};
use gpu::gcd::schur::{Generator, factor, finish};
use gpu::gcd::schur_block::Chunks;
use gpu::kernels::gcd_schur::{
    BLOCK_WORDS, CHUNK, GcdSchurBegin, GcdSchurBlockFull, GcdSchurBlockLite, GcdSchurJoin, GcdSchurRest,
    GcdSchurSimple, REST_WORDS, SchurShape, Steps, Tables, UNLUCKY,
};
use gpu::team::Solo;

/// Fills what no kernel may rely on.
const JUNK: u32 = 0x2aaa_aaaa;

struct Random(u64);

impl Random {
    fn poly(&mut self, field: &Mont31, degree: u32) -> Vec<u32> {
        let mut next = || {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) % field.modulus() as u64) as u32
        };
        (0..=degree).map(|_| next()).collect()
    }
}

fn times(field: &Mont31, a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut c = vec![0; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            c[i + j] = field.add(c[i + j], field.mul(x, y));
        }
    }
    c
}

/// Pairs with given degrees modulo some primes: the leading coefficient, then f and g of every pair.
struct Case {
    fields: Vec<Mont31>,
    shapes: Vec<SchurShape>,
    integers: u32,
    width: u32,
    residues: Vec<u32>,
}

impl Case {
    /// `degrees`: p, q, and the degree of a common factor, one more modulo the second prime where there is room.
    fn new(fields: &[Mont31], degrees: &[(u32, u32, u32)], seed: u64) -> Self {
        let mut random = Random(seed);
        let (mut integers, mut width) = (1, 0);
        let mut shapes = Vec::new();
        for &(p, q, _) in degrees {
            shapes.push(SchurShape { f: integers, p, g: integers + p + 1, q, lead: 0, image: width });
            integers += p + q + 2;
            width += q + 1;
        }
        let mut residues = Vec::new();
        for (k, field) in fields.iter().enumerate() {
            residues.push(field.enter(1234567 % field.modulus()));
            for &(p, q, common) in degrees {
                let common = (common + (k == 1) as u32).min(q);
                let h = random.poly(field, common);
                residues.extend(times(field, &random.poly(field, p - common), &h));
                residues.extend(times(field, &random.poly(field, q - common), &h));
            }
        }
        Case { fields: fields.to_vec(), shapes, integers, width, residues }
    }

    fn tables(&self) -> Tables {
        Tables { integers: self.integers, width: self.width, pairs: self.shapes.len() as u32 }
    }

    /// Images, [`JUNK`] where there is none, and degrees, on one host thread.
    fn on_host(&self) -> (Vec<u32>, Vec<u32>) {
        let mut images = vec![JUNK; self.fields.len() * self.width as usize];
        let mut degrees = Vec::new();
        for (k, field) in self.fields.iter().enumerate() {
            let row = &self.residues[k * self.integers as usize..][..self.integers as usize];
            for shape in &self.shapes {
                let mut f = row[shape.f as usize..][..=shape.p as usize].to_vec();
                let mut g = row[shape.g as usize..][..=shape.q as usize].to_vec();
                let image = &mut images[k * self.width as usize + shape.image as usize..][..=shape.q as usize];
                if shape.q == 0 {
                    image[0] = row[0];
                    degrees.push(if g[0] == 0 || row[0] == 0 { UNLUCKY } else { 0 });
                    continue;
                }
                let n = shape.p + shape.q;
                let mut rows: [Vec<u32>; 5] = std::array::from_fn(|_| vec![0; n as usize + 1]);
                let [a, b, c, d, l] = &mut rows;
                let mut columns = Generator { a: &mut a[..], b: &mut b[..], c: &mut c[..], d: &mut d[..] };
                let mut l = &mut l[..];
                let (f, g) = (&&mut f[..], &&mut g[..]);
                let stop = factor(field, Solo, (f, shape.p), (g, shape.q), &mut columns, &mut l);
                let found = finish(field, Solo, &columns, &mut l, n, stop);
                if found.off != 0 || found.degree > shape.q || row[0] == 0 {
                    degrees.push(UNLUCKY);
                    continue;
                }
                degrees.push(found.degree);
                let top = found.coefficient(field, &columns, n, found.degree);
                let scale = field.mul(row[0], field.inverse(top));
                image.fill(0);
                for i in 0..=found.degree {
                    image[i as usize] = field.mul(scale, found.coefficient(field, &columns, n, i));
                }
            }
        }
        (images, degrees)
    }

    /// Compares what `launches` leave in images, degrees and least degrees.
    fn compare(&self, stream: &Stream, what: &str, launches: impl Fn(&Device)) {
        let (images, degrees) = self.on_host();
        let pairs = self.shapes.len();
        let words: Vec<u32> = self.fields.iter().flat_map(|m| m.words()).collect();
        let device = Device {
            primes: stream.copy_of(&words).unwrap(),
            residues: stream.copy_of(&self.residues).unwrap(),
            images: stream.copy_of(&vec![JUNK; images.len()]).unwrap(),
            degrees: stream.copy_of(&vec![JUNK; degrees.len()]).unwrap(),
            least: stream.copy_of(&vec![UNLUCKY; pairs]).unwrap(),
        };
        launches(&device);
        let found = device.degrees.to_vec().unwrap();
        assert_eq!(found, degrees, "{what} {:?}", self.shapes);
        let least: Vec<u32> = (0..pairs).map(|k| *degrees.iter().skip(k).step_by(pairs).min().unwrap()).collect();
        assert_eq!(device.least.to_vec().unwrap(), least, "{what}");
        // Where there is no image both hold junk, but for constants.
        let found = device.images.to_vec().unwrap();
        if let Some(at) = (0..images.len()).find(|&at| found[at] != images[at]) {
            panic!("{what} {:?}: word {at} is {}, not {}", self.shapes, found[at], images[at]);
        }
    }

    fn simple(&self, stream: &Stream) {
        let words: Vec<u32> = self.shapes.iter().flat_map(|s| [s.f, s.p, s.g, s.q, s.lead, s.image]).collect();
        let shapes = stream.copy_of(&words).unwrap();
        // Backwards, so that the list matters.
        let list: Vec<u32> = (0..self.shapes.len() as u32).rev().collect();
        let list = stream.copy_of(&list).unwrap();
        let shared = self.shapes.iter().map(|shape| 4 * shape.simple_words()).max().unwrap() as u32;
        self.compare(stream, "simple", |device| {
            let kernel = GcdSchurSimple {
                primes: device.primes(),
                residues: device.residues.as_ptr(),
                shapes: DevicePtr::from_raw(shapes.as_ptr().as_raw()),
                list: list.as_ptr(),
                images: device.images.as_ptr(),
                degrees: device.degrees.as_ptr(),
                least: device.least.as_ptr(),
                tables: self.tables(),
            };
            let grid = (self.shapes.len() as u32, self.fields.len() as u32, 1);
            // SAFETY: tables of the sizes that the kernel's documentation asks for.
            unsafe { stream.launch(&kernel, grid, shared).unwrap() };
        });
    }

    fn in_blocks(&self, stream: &Stream) {
        let count = self.fields.len() as u32;
        self.compare(stream, "blocks", |device| {
            for (pair, &shape) in self.shapes.iter().enumerate() {
                let state = stream.copy_of(&vec![JUNK; (count as u64 * shape.state_words()) as usize]).unwrap();
                let marks = stream.copy_of(&vec![JUNK; 2 * count as usize]).unwrap();
                let (primes, residues, integers) = (device.primes(), device.residues.as_ptr(), self.integers);
                let (state, marks) = (state.as_ptr(), marks.as_ptr());
                let begin = GcdSchurBegin { primes, residues, state, marks, shape, integers };
                // SAFETY: `state` and `marks` have the words of all primes; grids and shared words as documented.
                unsafe { stream.launch(&begin, ((shape.p + shape.q + 1).div_ceil(256), count, 1), 0).unwrap() };
                let mut source = 0;
                let mut joined = false;
                let mut chunks = Chunks::new(shape.p, shape.q, CHUNK);
                let join = |target| {
                    let kernel = GcdSchurJoin { primes, residues, state, marks, shape, integers, target };
                    // SAFETY: as above.
                    unsafe { stream.launch(&kernel, ((shape.p + 1).div_ceil(256), count, 1), 0).unwrap() };
                };
                for chunk in chunks.by_ref() {
                    let steps = Steps::new(chunk, source);
                    let grid = (chunk.blocks, count, 1);
                    if chunk.full {
                        if !joined {
                            join(source);
                            joined = true;
                        }
                        let kernel = GcdSchurBlockFull { primes, state, marks, shape, steps };
                        // SAFETY: as above.
                        unsafe { stream.launch(&kernel, grid, 4 * BLOCK_WORDS).unwrap() };
                    } else {
                        let kernel = GcdSchurBlockLite { primes, state, marks, shape, steps };
                        // SAFETY: as above.
                        unsafe { stream.launch(&kernel, grid, 4 * BLOCK_WORDS).unwrap() };
                    }
                    source = 1 - source;
                }
                if !joined {
                    join(source);
                }
                let kernel = GcdSchurRest {
                    primes,
                    residues,
                    state,
                    marks,
                    shape,
                    steps: Steps { start: chunks.start(), steps: 0, blocks: 1, source },
                    pair: pair as u32,
                    images: device.images.as_ptr(),
                    degrees: device.degrees.as_ptr(),
                    least: device.least.as_ptr(),
                    tables: self.tables(),
                };
                // SAFETY: as above.
                unsafe { stream.launch(&kernel, (1, count, 1), 4 * REST_WORDS).unwrap() };
            }
        });
    }
}

struct Device {
    primes: DeviceBuffer<u32>,
    residues: DeviceBuffer<u32>,
    images: DeviceBuffer<u32>,
    degrees: DeviceBuffer<u32>,
    least: DeviceBuffer<u32>,
}

impl Device {
    fn primes(&self) -> DevicePtr<Mont31> {
        DevicePtr::from_raw(self.primes.as_ptr().as_raw())
    }
}

/// The largest primes, and small ones modulo which many pairs fail.
fn fields() -> Vec<Mont31> {
    let large = (2..=Mont31::MAX).rev().filter(|&n| is_prime(n)).take(3);
    large.chain([2003, 1009, 11]).map(|p| Mont31::new(p).unwrap()).collect()
}

#[test]
fn the_simple_kernel_equals_the_host() {
    let Some(stream) = stream() else { return };
    let degrees = [(1, 1, 0), (1, 1, 1), (2, 1, 1), (5, 0, 0), (7, 5, 0), (31, 20, 3), (40, 40, 40), (9, 9, 0)];
    Case::new(&fields(), &degrees, 1).simple(&stream);
    // Around the number of threads, and several rows a thread.
    let degrees = [(128, 126, 3), (128, 127, 0), (128, 128, 60), (255, 1, 1), (256, 255, 100), (300, 200, 7)];
    Case::new(&fields(), &degrees, 2).simple(&stream);
    Case::new(&fields(), &[(700, 650, 90)], 3).simple(&stream);
}

#[test]
fn the_block_form_equals_the_host() {
    let Some(stream) = stream() else { return };
    // Rows around the hand-over at 3 chunks, lite steps around whole chunks, ends in every part.
    let degrees = [
        (1, 1, 0),
        (20, 10, 5),
        (127, 127, 1),
        (128, 128, 128),
        (129, 128, 0),
        (200, 183, 0),
        (200, 184, 150),
        (256, 127, 127),
        (256, 128, 50),
        (256, 129, 0),
        (255, 255, 254),
        (384, 1, 1),
        (383, 1, 0),
        (384, 300, 2),
        (511, 511, 300),
    ];
    Case::new(&fields(), &degrees, 4).in_blocks(&stream);
    Case::new(&fields(), &[(1000, 400, 100), (900, 800, 50), (700, 700, 350), (640, 640, 640)], 5).in_blocks(&stream);
}

/// x^k, a divisor, vanishing leading coefficients of operands and answers, zero.
#[test]
fn degenerate_pairs_equal_the_host() {
    let Some(stream) = stream() else { return };
    let mut case =
        Case::new(&fields(), &[(400, 200, 0), (300, 290, 290), (310, 300, 40), (390, 380, 0), (260, 258, 5)], 6);
    for k in 0..case.fields.len() {
        let row = &mut case.residues[k * case.integers as usize..][..case.integers as usize];
        // The integer that shall be the leading coefficient.
        if k == 2 {
            row[0] = 0;
        }
        let [first, _, third, fourth, fifth] = case.shapes[..] else { unreachable!() };
        // gcd x^100.
        row[first.f as usize..][..100].fill(0);
        row[first.g as usize..][..100].fill(0);
        // The leading coefficient of f, modulo the first prime that of g too.
        row[(third.f + third.p) as usize] = 0;
        if k == 0 {
            row[(third.g + third.q) as usize] = 0;
        }
        // g = 0: of no use, as f has no room. f = 0: g.
        row[fourth.g as usize..][..=fourth.q as usize].fill(0);
        row[fifth.f as usize..][..=fifth.p as usize].fill(0);
    }
    case.simple(&stream);
    case.in_blocks(&stream);
}
