//! Images of kernels as the program carries them: PTX and cubins, compressed by the build. They are decompressed when they are loaded, and
//! not kept.

use std::ffi::CStr;
use std::fmt;
use std::ops::Deref;
use zstd::bulk;

/// A cubin is loaded from an address that its headers may be read from.
const ALIGN: usize = 64;

/// A compressed image.
#[derive(Clone, Copy)]
pub struct Image {
    packed: &'static [u8],
    len: usize,
}

impl Image {
    /// The frame of Zstandard of an image of `len` bytes.
    #[cfg_attr(not(device_ptx), allow(dead_code, reason = "a build without kernels has no images"))]
    pub(in crate::engine::cuda) const fn new(packed: &'static [u8], len: usize) -> Self {
        Image { packed, len }
    }

    /// The image. `None` if it is damaged: the build has decompressed it once and compared.
    pub fn unpack(&self) -> Option<UnpackedImage> {
        let mut image = UnpackedImage::zeroed(self.len);
        let room = &mut image.room[image.start..image.start + self.len];
        let len = bulk::decompress_to_buffer(self.packed, room).ok()?;
        (len == self.len).then_some(image)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({} bytes of {})", self.packed.len(), self.len)
    }
}

/// An image as the driver wants it: at a multiple of 64 bytes, and followed by a zero.
pub struct UnpackedImage {
    /// The image from `start` on, and zeros.
    room: Vec<u8>,
    start: usize,
    len: usize,
}

impl UnpackedImage {
    fn zeroed(len: usize) -> Self {
        // The start is less than `ALIGN`, so a byte at least is left behind the image.
        let room = vec![0; len + ALIGN];
        let start = room.as_ptr().addr().wrapping_neg() % ALIGN;
        UnpackedImage { room, start, len }
    }

    /// That of these bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut image = Self::zeroed(bytes.len());
        image.room[image.start..][..bytes.len()].copy_from_slice(bytes);
        image
    }

    /// PTX, with the zero that ends it; `None` if there is another zero before.
    pub fn text(&self) -> Option<&CStr> {
        CStr::from_bytes_with_nul(&self.room[self.start..=self.start + self.len]).ok()
    }
}

impl Deref for UnpackedImage {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.room[self.start..self.start + self.len]
    }
}

impl fmt::Debug for UnpackedImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnpackedImage({} bytes)", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `zstd -17 --no-check` of `ret; ret; ret; ret;`.
    const PACKED: &[u8] = &[40, 181, 47, 253, 32, 19, 93, 0, 0, 40, 114, 101, 116, 59, 32, 1, 0, 144, 139, 22];

    #[test]
    fn images_are_aligned_and_end_with_a_zero() {
        let image = Image::new(PACKED, 19).unpack().unwrap();
        assert_eq!(&*image, b"ret; ret; ret; ret;");
        assert_eq!(image.text().unwrap().to_bytes_with_nul(), b"ret; ret; ret; ret;\0");
        for len in [0, 1, 63, 64, 65, 1000] {
            let bytes = vec![7; len];
            let image = UnpackedImage::of(&bytes);
            assert_eq!((&*image, image.as_ptr().addr() % 64), (&*bytes, 0));
            assert_eq!(image.text().unwrap().to_bytes(), bytes);
        }
        assert_eq!(UnpackedImage::of(b"a\0b").text(), None);
    }

    #[test]
    fn damaged_images_are_none() {
        // Another length, an end that is missing, and no frame at all.
        assert!(Image::new(PACKED, 18).unpack().is_none());
        assert!(Image::new(PACKED, 20).unpack().is_none());
        assert!(Image::new(&PACKED[..PACKED.len() - 1], 19).unpack().is_none());
        assert!(Image::new(&[0xff], 19).unpack().is_none());
    }
}
