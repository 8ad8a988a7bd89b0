//! SVG as pixels.

use crate::error::{Error, ErrorKind, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// The most pixels: four bytes each.
const MOST: u128 = 1 << 26;

/// The font of all labels, and the name by which it is found.
const FONT: (&[u8], &str) = (notosans::REGULAR_TTF, "Noto Sans");

/// Refuses a picture that takes too much memory.
///
/// # Errors
/// `Limit` for more than 2^26 pixels.
pub(super) fn check([width, height]: [u32; 2]) -> Result<()> {
    let needed = u128::from(width) * u128::from(height);
    match needed <= MOST {
        true => Ok(()),
        false => Err(ErrorKind::Limit { what: "pixels of a PNG", needed, allowed: MOST }.into()),
    }
}

/// The PNG file of an SVG of this size. Fonts of the machine are not looked for, so that the pixels are the same everywhere.
///
/// # Errors
/// `Unsupported` where the renderer refuses the SVG.
pub(super) fn render(svg: &str, [width, height]: [u32; 2]) -> Result<Vec<u8>> {
    let refused =
        |error: &dyn std::fmt::Display| Error::unsupported(format!("the picture cannot be rendered: {error}"));
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(FONT.0)));
    fonts.set_sans_serif_family(FONT.1);
    let options = Options { fontdb: Arc::new(fonts), font_family: FONT.1.to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| refused(&error))?;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| refused(&"it has no pixels"))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| refused(&error))
}
