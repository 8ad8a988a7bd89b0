//! Tables 2 and 3 of the paper, as they are stored.

/// A row as it was printed, with times in milliseconds and memory in MB.
#[derive(Clone)]
pub struct Paper {
    pub name: &'static str,
    pub primes: usize,
    /// Degrees of the determinant.
    pub degrees: Vec<u32>,
    /// FFT, DET, IFFT and CRT.
    pub stages: [f64; 4],
    pub gpu: Measured,
    pub maple: Measured,
}

/// The time of a program.
#[derive(Clone, Copy)]
pub struct Measured {
    pub milliseconds: f64,
    pub memory: f64,
    /// Whether memory did not suffice then, and there was no answer.
    pub ended: bool,
}

/// Every row of both tables, in their order.
pub fn rows() -> Vec<Paper> {
    let text = include_str!("../../data/determinants-2020.txt");
    let row = |line: &'static str| row(line).unwrap_or_else(|| panic!("determinants-2020.txt has a line {line}"));
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// A line of the file.
fn row(line: &'static str) -> Option<Paper> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, primes, degrees, fft, det, ifft, crt, total, maple, memory, maple_memory] = words[..] else {
        return None;
    };
    let number = |word: &str| word.trim_start_matches('>').parse::<f64>().ok();
    let seconds = |word: &str| number(word).map(|seconds| 1e3 * seconds);
    let measured = |time: &str, memory: &str| {
        Some(Measured { milliseconds: seconds(time)?, memory: number(memory)?, ended: time.starts_with('>') })
    };
    Some(Paper {
        name,
        primes: primes.parse().ok()?,
        degrees: degrees.split(',').map(|degree| degree.parse().ok()).collect::<Option<_>>()?,
        stages: [seconds(fft)?, seconds(det)?, seconds(ifft)?, seconds(crt)?],
        gpu: measured(total, memory)?,
        maple: measured(maple, maple_memory)?,
    })
}
