//! The name by which programs find the shared library when they start: that of the installed file, whatever the file is
//! named that cargo writes.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libeliminant.so"),
        Ok("macos") => println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libeliminant.dylib"),
        _ => {}
    }
}
