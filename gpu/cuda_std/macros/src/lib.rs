//! The kernel attribute.
