//! The abilities of this build of the library, before anything is tried on the machine it runs on.

use serde::Serialize;

/// Version and engines of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BuildInfo {
    /// Version of the library.
    pub version: &'static str,
    /// The CUDA engine.
    pub cuda: CudaBuild,
}

/// The CUDA engine of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
#[non_exhaustive]
pub enum CudaBuild {
    /// Built without the feature `cuda`.
    Absent,
    /// Built with the feature, but no kernels could be compiled.
    WithoutKernels {
        /// Why, with the command that would change it.
        reason: String,
    },
    /// Built with kernels.
    Kernels {
        /// The oldest architecture that they run on, `sm_75` and the like.
        arch: &'static str,
        /// The architectures for which they are assembled already; on others the driver compiles them.
        assembled: Vec<String>,
        /// The families of kernels.
        families: Vec<&'static str>,
    },
}

/// The version, and the engines that are built in.
///
/// # Examples
/// ```
/// let info = eliminant::build_info();
/// assert_eq!(info.version, env!("CARGO_PKG_VERSION"));
/// println!("{info}");
/// ```
pub fn build_info() -> BuildInfo {
    #[cfg(not(feature = "cuda"))]
    let cuda = CudaBuild::Absent;
    #[cfg(feature = "cuda")]
    let cuda = match crate::engine::cuda::kernels() {
        Ok(kernels) => CudaBuild::Kernels {
            arch: kernels.arch,
            assembled: kernels.assembled_for().iter().map(|arch| format!("sm_{arch}")).collect(),
            families: kernels.families.iter().map(|&(family, _)| family).collect(),
        },
        Err(error) => CudaBuild::WithoutKernels {
            reason: match error.kind() {
                crate::error::ErrorKind::BuiltWithoutKernels { message } => message.clone(),
                _ => error.to_string(),
            },
        },
    };
    BuildInfo { version: env!("CARGO_PKG_VERSION"), cuda }
}

impl std::fmt::Display for CudaBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CudaBuild::Absent => f.write_str("not built in (build with --features cuda)"),
            CudaBuild::WithoutKernels { reason } => write!(f, "built without GPU kernels: {reason}"),
            CudaBuild::Kernels { arch, assembled, .. } => match &**assembled {
                [] => write!(f, "kernels for {arch} and newer, compiled by the driver on first use"),
                some => write!(f, "kernels for {arch} and newer, assembled for {}", some.join(", ")),
            },
        }
    }
}

/// Version, then a line for each engine.
impl std::fmt::Display for BuildInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\nCPU engine: built in\nCUDA engine: {}", self.version, self.cuda)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_says_what_to_do_or_what_is_there() {
        assert!(CudaBuild::Absent.to_string().contains("--features cuda"));
        assert!(CudaBuild::WithoutKernels { reason: "no rust-src".into() }.to_string().ends_with("no rust-src"));
        let families = vec!["ntt", "selftest"];
        let compiled = CudaBuild::Kernels { arch: "sm_75", assembled: vec![], families: families.clone() };
        assert_eq!(compiled.to_string(), "kernels for sm_75 and newer, compiled by the driver on first use");
        let assembled = vec!["sm_80".to_owned(), "sm_90".to_owned()];
        let kernels = CudaBuild::Kernels { arch: "sm_75", assembled, families };
        assert_eq!(kernels.to_string(), "kernels for sm_75 and newer, assembled for sm_80, sm_90");
        assert_eq!(
            serde_json::to_string(&kernels).unwrap(),
            r#"{"state":"kernels","arch":"sm_75","assembled":["sm_80","sm_90"],"families":["ntt","selftest"]}"#
        );
        assert_eq!(serde_json::to_string(&CudaBuild::Absent).unwrap(), r#"{"state":"absent"}"#);
    }

    #[test]
    fn the_feature_decides_whether_the_engine_is_there() {
        assert_eq!(build_info().cuda == CudaBuild::Absent, !cfg!(feature = "cuda"));
        assert!(build_info().to_string().starts_with(env!("CARGO_PKG_VERSION")));
    }
}
