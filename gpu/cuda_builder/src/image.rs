//! Images in the program are compressed: PTX to a tenth, cubins to a fifth. A program decompresses those of its own device, and of the
//! families that it uses.
//!
//! The format is Zstandard, by its library in C: two thirds of what DEFLATE takes, decompressed in less time (`benches/results/2026-11-28-build.txt`).

use crate::error::{BuildError, at};
use std::fs;
use std::path::{Path, PathBuf};
use zstd::bulk;

/// The level of compression. 19 takes twice as long and saves a fortieth; 15 takes half as long and a tenth more space.
const LEVEL: i32 = 17;

/// The extension of a compressed file, after the name of the image.
pub const EXTENSION: &str = "zst";

/// Compresses the file `path` into one beside it, and returns the length of the image.
///
/// # Errors
/// When a file cannot be read or written, or what was compressed does not decompress to the same.
pub fn compress(path: &Path) -> Result<usize, BuildError> {
    let image = fs::read(path).map_err(at(path))?;
    let packed = bulk::compress(&image, LEVEL).map_err(at(path))?;
    // Once here, so that a program need not ask whether what it carries is right.
    if !bulk::decompress(&packed, image.len()).is_ok_and(|unpacked| unpacked == image) {
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
        for (image, most) in [(&b""[..], 20), (&b"\x7fELF"[..], 20), (repeated.as_bytes(), 500), (&noise, 5100)] {
            let path = folder.path().join("ntt.sm_90.cubin");
            fs::write(&path, image).unwrap();
            assert_eq!(compress(&path).unwrap(), image.len());
            let packed = fs::read(folder.path().join("ntt.sm_90.cubin.zst")).unwrap();
            assert!(packed.len() <= most, "{} bytes of {}", packed.len(), image.len());
            assert_eq!(bulk::decompress(&packed, image.len()).unwrap(), image);
        }
        assert!(compress(&folder.path().join("missing")).unwrap_err().to_string().contains("missing"));
    }
}
