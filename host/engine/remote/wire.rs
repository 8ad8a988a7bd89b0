//! Values as bytes, and back: what engines in different processes tell each other.
//!
//! Both ends are the same program on machines of the same byte order, which they make sure of when they begin ([`super::Greeting`]). Lengths come first, and
//! are compared with what is there before memory is taken.

use crate::error::{Error, Result};
use std::ops::Range;

/// A value that can be sent.
pub(crate) trait Wire: Sized {
    /// Appends it.
    fn put(&self, to: &mut Vec<u8>);

    /// Takes it from the front.
    ///
    /// # Errors
    /// `Argument` where the bytes are none, or too few.
    fn take(from: &mut &[u8]) -> Result<Self>;

    /// Appends several.
    fn put_all(values: &[Self], to: &mut Vec<u8>) {
        values.iter().for_each(|value| value.put(to));
    }

    /// Takes several.
    ///
    /// # Errors
    /// As [`Wire::take`].
    fn take_all(count: usize, from: &mut &[u8]) -> Result<Vec<Self>> {
        // Each takes a byte at least.
        let mut values = Vec::with_capacity(count.min(from.len()));
        for _ in 0..count {
            values.push(Self::take(from)?);
        }
        Ok(values)
    }
}

/// The error of bytes that are no message.
pub(super) fn no_message() -> Error {
    Error::argument("message of a process", "is not one of this version of the program; start the same on all machines")
}

/// The first `count` bytes.
pub(super) fn bytes<'b>(from: &mut &'b [u8], count: usize) -> Result<&'b [u8]> {
    let (first, rest) = from.split_at_checked(count).ok_or_else(no_message)?;
    *from = rest;
    Ok(first)
}

/// The first `count` numbers, on their own: a message has them at any place.
fn numbers<T: bytemuck::Pod>(from: &mut &[u8], count: usize) -> Result<Vec<T>> {
    let first = bytes(from, count.checked_mul(size_of::<T>()).ok_or_else(no_message)?)?;
    let mut values = vec![T::zeroed(); count];
    bytemuck::cast_slice_mut(&mut values).copy_from_slice(first);
    Ok(values)
}

macro_rules! wire_numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            fn put(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(bytemuck::bytes_of(self));
            }

            fn take(from: &mut &[u8]) -> Result<Self> {
                Ok(bytemuck::pod_read_unaligned(bytes(from, size_of::<$number>())?))
            }

            fn put_all(values: &[Self], to: &mut Vec<u8>) {
                to.extend_from_slice(bytemuck::cast_slice(values));
            }

            fn take_all(count: usize, from: &mut &[u8]) -> Result<Vec<Self>> {
                numbers(from, count)
            }
        }
    )* };
}

wire_numbers!(u8, u32, u64, u128, f64, [u32; 2]);

impl Wire for usize {
    fn put(&self, to: &mut Vec<u8>) {
        (*self as u64).put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        usize::try_from(u64::take(from)?).map_err(|_| no_message())
    }
}

impl Wire for bool {
    fn put(&self, to: &mut Vec<u8>) {
        u8::from(*self).put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        match u8::take(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(no_message()),
        }
    }
}

impl Wire for String {
    fn put(&self, to: &mut Vec<u8>) {
        put_slice(self.as_bytes(), to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        String::from_utf8(Vec::take(from)?).map_err(|_| no_message())
    }
}

/// Appends a slice as a list.
pub(super) fn put_slice<T: Wire>(values: &[T], to: &mut Vec<u8>) {
    values.len().put(to);
    T::put_all(values, to);
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, to: &mut Vec<u8>) {
        put_slice(self, to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let count = usize::take(from)?;
        T::take_all(count, from)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.is_some().put(to);
        self.iter().for_each(|value| value.put(to));
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        bool::take(from)?.then(|| T::take(from)).transpose()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, to: &mut Vec<u8>) {
        self.0.put(to);
        self.1.put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        Ok((A::take(from)?, B::take(from)?))
    }
}

impl<T: Wire> Wire for Range<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.start.put(to);
        self.end.put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        Ok(T::take(from)?..T::take(from)?)
    }
}

/// A struct as its fields.
macro_rules! wire_struct {
    ($($name:ident { $($field:ident),* })*) => { $(
        impl Wire for $name {
            fn put(&self, to: &mut Vec<u8>) {
                let $name { $($field),* } = self;
                $( $field.put(to); )*
            }

            fn take(from: &mut &[u8]) -> Result<Self> {
                $( let $field = Wire::take(from)?; )*
                Ok($name { $($field),* })
            }
        }
    )* };
}
pub(super) use wire_struct;

/// An enum as the number of its variant, with the fields.
macro_rules! wire_enum {
    ($($name:ident { $($number:literal: $variant:ident $({ $($field:ident),* })? $(($inner:ident))?),* $(,)? })*) => { $(
        impl Wire for $name {
            fn put(&self, to: &mut Vec<u8>) {
                match self {
                    $( $name::$variant $({ $($field),* })? $(($inner))? => {
                        to.push($number);
                        $( $( $field.put(to); )* )?
                        $( $inner.put(to); )?
                    } )*
                }
            }

            fn take(from: &mut &[u8]) -> Result<Self> {
                Ok(match u8::take(from)? {
                    $( $number => {
                        $( $( let $field = Wire::take(from)?; )* )?
                        $( let $inner = Wire::take(from)?; )?
                        $name::$variant $({ $($field),* })? $(($inner))?
                    } )*
                    _ => return Err(no_message()),
                })
            }
        }
    )* };
}
pub(super) use wire_enum;
