//! Several devices, as tests ask for them.

/// Lists of two devices or more: `0,0` is two engines on the first device, so that one card is enough; with two cards or more,
/// different ones are used too.
pub fn lists_of_devices() -> Vec<Vec<usize>> {
    #[cfg(feature = "cuda")]
    let count = eliminant::engine::cuda::devices().map_or(0, |devices| devices.len());
    #[cfg(not(feature = "cuda"))]
    let count = 0;
    let different = || [vec![0, 1], vec![1, 0, 1], (0..count).collect()];
    let lists = [vec![0, 0], vec![0, 0, 0]].into_iter();
    if count > 1 { lists.chain(different()).collect() } else { lists.collect() }
}
