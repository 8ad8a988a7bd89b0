//! The steps between the rounds of [`super::block`]: the degrees of both polynomials, and the next round.

use super::block::top;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The result of rounds.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub enum End {
    /// The first polynomial is the GCD.
    First = 1,
    /// The second one is.
    Second = 2,
    /// Neither is 0, and both are short: another algorithm takes them.
    Short = 3,
    /// Both are 0.
    Nothing = 4,
}

/// The next step of a pair.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub enum Next {
    /// A round.
    Round {
        /// Whether the second polynomial is A.
        swapped: bool,
        /// Degree of A.
        a: u32,
        /// Degree of B, at least 1.
        b: u32,
    },
    /// None; with the degrees of both, 0 for a polynomial that is 0.
    End(End, (u32, u32)),
}

/// The next step of polynomials of degrees `first` and `second`, `None` for 0, if those of degree at most `short` are
/// short. A constant is a GCD.
#[inline(always)]
pub fn next(first: Option<u32>, second: Option<u32>, short: u32) -> Next {
    match (first, second) {
        (None, None) => Next::End(End::Nothing, (0, 0)),
        (Some(p), None) => Next::End(End::First, (p, 0)),
        (None, Some(q)) => Next::End(End::Second, (0, q)),
        (Some(p), Some(q)) if p <= short && q <= short => Next::End(End::Short, (p, q)),
        (Some(p), Some(0)) => Next::End(End::Second, (p, 0)),
        (Some(0), Some(q)) => Next::End(End::First, (0, q)),
        (Some(p), Some(q)) if p < q => Next::Round { swapped: true, a: q, b: p },
        (Some(p), Some(q)) => Next::Round { swapped: false, a: p, b: q },
    }
}

/// The degrees of both of `rows`, at most `formal`; `None` where all coefficients from `floor` on are 0. `scratch` has an element a
/// thread. Fields of one lane. Every thread of the team returns the same.
#[inline(always)]
pub fn tops<F: Field, S: Row<F::Elem>, R: Row<u32>, T: Team>(
    field: &F,
    team: T,
    rows: (&S, &S),
    (floor, formal): (u32, (u32, u32)),
    scratch: &mut R,
) -> (Option<u32>, Option<u32>) {
    // Nearly always the leading coefficients are there: both loads at once.
    let leading = (rows.0.get(formal.0), rows.1.get(formal.1));
    if formal.0.min(formal.1) >= floor && (field.zeros(leading.0) | field.zeros(leading.1)) == 0 {
        return (Some(formal.0), Some(formal.1));
    }
    let mut seen =
        |row: &S, formal: u32| if formal < floor { None } else { top(field, team, row, (floor, formal), scratch) };
    let first = seen(rows.0, formal.0);
    (first, seen(rows.1, formal.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;
    use crate::team::Solo;

    #[test]
    fn what_is_next() {
        let round = |swapped, a, b| Next::Round { swapped, a, b };
        assert_eq!(next(Some(9), Some(7), 0), round(false, 9, 7));
        assert_eq!(next(Some(7), Some(9), 8), round(true, 9, 7));
        assert_eq!(next(Some(7), Some(7), 6), round(false, 7, 7));
        assert_eq!(next(Some(7), Some(9), 9), Next::End(End::Short, (7, 9)));
        assert_eq!(next(Some(0), Some(0), 0), Next::End(End::Short, (0, 0)));
        // A constant is the GCD whatever the other is, and what is not 0 where the other is.
        assert_eq!(next(Some(5), Some(0), 3), Next::End(End::Second, (5, 0)));
        assert_eq!(next(Some(0), Some(5), 3), Next::End(End::First, (0, 5)));
        assert_eq!(next(Some(5), None, 9), Next::End(End::First, (5, 0)));
        assert_eq!(next(None, Some(5), 9), Next::End(End::Second, (0, 5)));
        assert_eq!(next(None, None, 9), Next::End(End::Nothing, (0, 0)));
    }

    #[test]
    fn degrees_down_to_the_floor() {
        let m = Mont31::new(97).unwrap();
        let (mut f, mut g) = ([1, 2, 3, 0, 0], [0, 1, 0, 0, 5]);
        let mut tops = |floor, formal| tops(&m, Solo, (&&mut f[..], &&mut g[..]), (floor, formal), &mut &mut [0][..]);
        assert_eq!(tops(0, (2, 4)), (Some(2), Some(4)));
        assert_eq!(tops(0, (4, 3)), (Some(2), Some(1)));
        assert_eq!(tops(3, (4, 3)), (None, None));
        assert_eq!(tops(2, (1, 4)), (None, Some(4)));
    }
}
