//! Builds the kernels when the `cuda` feature asks for them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "cuda")]
    if let Err(error) = kernels() {
        println!("cargo::error={}", error.to_string().replace('\n', "\ncargo::error="));
        std::process::exit(1);
    }
}

/// PTX from `gpu/` where its sources are present, else the PTX that a released package carries in `ptx/`; assembled too for the devices of
/// this machine, or for those that are asked for. Sets `device_ptx` and writes `kernels.rs` when there are kernels; warns, once, when there are none.
#[cfg(feature = "cuda")]
fn kernels() -> Result<(), Box<dyn std::error::Error>> {
    use cuda_builder::{CudaBuilder, Kernels, Outcome};
    use std::path::{Path, PathBuf};

    // The oldest architecture that the kernels run on; every later one takes the same PTX.
    const ARCH: &str = "sm_75";
    // Products of bytes on tensor cores.
    const TENSOR: [&str; 5] = ["determinant_tensor", "gcd_tensor", "resultant_tensor", "subresultant_tensor", "tensor"];

    println!("cargo::rerun-if-env-changed=ELIMINANT_CUDA_ARCH");
    let arch = std::env::var("ELIMINANT_CUDA_ARCH").unwrap_or_else(|_| ARCH.to_owned());
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let outcome = if Path::new("gpu/src/kernels").is_dir() {
        let builder = CudaBuilder::new("gpu").arch(arch).copy_to(&out);
        TENSOR.into_iter().fold(builder, |builder, family| builder.needs(family, "sm_80")).build()?
    } else if let Some(kernels) = Kernels::shipped(&root.join("ptx"), &out)? {
        Outcome::Built(kernels)
    } else {
        Outcome::NoToolchain("built without GPU kernels: neither gpu/ nor ptx/ is here".to_owned())
    };
    match outcome {
        Outcome::Built(mut kernels) => {
            kernels.assemble(&out)?;
            kernels.write_index(&out.join("kernels.rs"))?;
            println!("cargo::rustc-cfg=device_ptx");
        }
        Outcome::NoToolchain(message) => {
            println!("cargo::rustc-env=ELIMINANT_WITHOUT_KERNELS={message}");
            println!("cargo::warning={message}");
        }
    }
    Ok(())
}
