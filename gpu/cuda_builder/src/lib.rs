//! PTX builder.
