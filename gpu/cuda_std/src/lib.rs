//! Device standard library.
