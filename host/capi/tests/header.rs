//! The header is what cbindgen makes of the sources.

use std::path::Path;

#[test]
fn the_header_is_of_these_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml");
    let bindings = cbindgen::Builder::new().with_crate(folder).with_config(config).generate().expect("a header");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let path = folder.join("include/eliminant.h");
    let kept = std::fs::read(&path).unwrap_or_default();
    if std::env::var_os("WRITE_HEADER").is_some() {
        std::fs::write(&path, &made).expect("the header is written");
        println!("written: {}", path.display());
    } else if kept != made {
        let first = kept.split(|byte| *byte == b'\n').zip(made.split(|byte| *byte == b'\n')).position(|(a, b)| a != b);
        let line = first.map_or(0, |line| line + 1);
        let remedy = "write it with `WRITE_HEADER=1 cargo test -p eliminant-capi --test header`";
        panic!("{} is of other sources, from line {line}: {remedy}", path.display());
    }
}
