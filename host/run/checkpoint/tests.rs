//! The format and its files.
