//! Images in the program are compressed: PTX to a sixth, cubins to less than a third. A program decompresses those of its own device, and of the
//! families that it uses.
//!
//! The format is raw DEFLATE. Its decompressor has 22 KB of code, and PTX comes out at 700 MB/s. Zstandard would take two thirds of the space;
//! `ruzstd` has 99 KB of code and takes more than twice as long (`benches/results/2026-11-28-build.txt`).

use crate::error::{BuildError, at};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::fs;
use std::path::{Path, PathBuf};

/// The level of compression. The highest takes three times as long, and saves a five-hundredth of the PTX and a thirtieth of the cubins.
const LEVEL: u8 = 6;

/// The extension of a compressed file, after the name of the image.
pub const EXTENSION: &str = "deflate";

/// Compresses the file `path` into one beside it, and returns the length of the image.
///
/// # Errors
/// When a file cannot be read or written, or what was compressed does not decompress to the same.
pub fn compress(path: &Path) -> Result<usize, BuildError> {
    let image = fs::read(path).map_err(at(path))?;
    let packed = compress_to_vec(&image, LEVEL);
    // Once here, so that a program need not ask whether what it carries is right.
    if !decompress_to_vec_with_limit(&packed, image.len()).is_ok_and(|unpacked| unpacked == image) {
        return Err(BuildError(format!("{} is not the same after compression", path.display())));
    }
    let packed_path = packed_path(path);
    fs::write(&packed_path, packed).map_err(at(&packed_path))?;
    Ok(image.len())
}

/// The compressed file of an image.
pub fn packed_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn images_come_back() {
        let folder = Folder::new("image");
        let repeated = "add.s32 %r1, %r2, %r3;\n".repeat(1000);
        // A generator's bytes, which do not compress.
        let mut state = 1u64;
        let noise: Vec<u8> = (0..5000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        for (image, most) in [(&b""[..], 10), (&b"\x7fELF"[..], 14), (repeated.as_bytes(), 500), (&noise, 5100)] {
            let path = folder.path().join("ntt.sm_90.cubin");
            fs::write(&path, image).unwrap();
            assert_eq!(compress(&path).unwrap(), image.len());
            let packed = fs::read(folder.path().join("ntt.sm_90.cubin.deflate")).unwrap();
            assert!(packed.len() <= most, "{} bytes of {}", packed.len(), image.len());
            assert_eq!(miniz_oxide::inflate::decompress_to_vec(&packed).unwrap(), image);
        }
        assert!(compress(&folder.path().join("missing")).unwrap_err().to_string().contains("missing"));
    }
}
