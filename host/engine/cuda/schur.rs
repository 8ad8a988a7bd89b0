//! The Schur forms of the papers on the device.

use super::DeviceBuffer;
use super::stream::Stream;
use super::tables::Batch;
use crate::engine::ScalarJob;
use crate::error::{Error, Result};

/// Numerators and denominators by a Schur form; denominators 0 mark scalars it cannot compute.
pub(super) fn scalars(
    _stream: &Stream,
    _batch: &Batch,
    _values: &DeviceBuffer<u32>,
    _numerators: &DeviceBuffer<u32>,
    _denominators: &DeviceBuffer<u32>,
    _job: &ScalarJob,
) -> Result<()> {
    Err(Error::unsupported("schur on cuda"))
}
