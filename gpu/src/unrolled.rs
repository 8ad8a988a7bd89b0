//! Loops that are text: registers have no index at run time, and compilers leave some short loops as they are.

/// A statement for every number below 4, as text.
macro_rules! four {
    ($k:ident $body:block) => {
        unrolled!($k $body: 0 1 2 3)
    };
}

/// A statement for each of the numbers, as text.
macro_rules! unrolled {
    ($k:ident $body:block: $($i:literal)*) => { $({
        const $k: usize = $i;
        $body
    })* };
}
