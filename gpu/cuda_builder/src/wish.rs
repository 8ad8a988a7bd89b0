//! For which architectures kernels are assembled: what [`CUBIN_VARIABLE`] asks for, and what follows from it.

/// The environment variable that says for which architectures to assemble: `all`, `none`, or a list like `sm_90,sm_100`. Unset, they are
/// those of this machine's devices.
pub const CUBIN_VARIABLE: &str = "ELIMINANT_CUBIN";

/// The architectures of `all`, as numbers: Turing to Blackwell. A cubin runs on its own and on later minor versions of the same major
/// one, so that of sm_80 is there for sm_86 and sm_89; on all other devices the driver compiles the PTX.
pub const ARCHITECTURES: [u32; 5] = [75, 80, 90, 100, 120];

/// The wish that [`CUBIN_VARIABLE`] states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Not set.
    Devices,
    Nothing,
    /// [`ARCHITECTURES`].
    All,
    /// These, ascending.
    These(Vec<u32>),
}

/// Reads a value of [`CUBIN_VARIABLE`].
///
/// # Errors
/// When it is none of the forms above.
pub fn wish(value: Option<&str>) -> Result<Wish, String> {
    match value {
        None | Some("") => Ok(Wish::Devices),
        Some("none") => Ok(Wish::Nothing),
        Some("all") => Ok(Wish::All),
        Some(list) => {
            let numbers = list.split(',').map(|word| portable(word.trim()));
            numbers
                .collect::<Option<Vec<u32>>>()
                .map(|mut numbers| {
                    numbers.sort_unstable();
                    numbers.dedup();
                    Wish::These(numbers)
                })
                .ok_or_else(|| {
                    format!("{CUBIN_VARIABLE}={list}: give `all`, `none` or architectures like `sm_90,sm_100`")
                })
        }
    }
}

/// 90 from `sm_90`; `None` for other forms, `sm_90a` among them, whose code runs on no later device.
pub fn portable(arch: &str) -> Option<u32> {
    arch.strip_prefix("sm_")?.parse().ok()
}

/// 90 from `sm_90` and from `sm_90a`.
pub fn number(arch: &str) -> Option<u32> {
    portable(arch.trim_end_matches(|c: char| c.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_the_devices_none_all_or_a_list() {
        assert_eq!(wish(None), Ok(Wish::Devices));
        assert_eq!(wish(Some("")), Ok(Wish::Devices));
        assert_eq!(wish(Some("none")), Ok(Wish::Nothing));
        assert_eq!(wish(Some("all")), Ok(Wish::All));
        assert_eq!(wish(Some("sm_100, sm_90,sm_100")), Ok(Wish::These(vec![90, 100])));
        for wrong in ["sm_90a", "90", "sm_90,", "every", "all,sm_90"] {
            assert!(wish(Some(wrong)).unwrap_err().contains(wrong), "{wrong}");
        }
    }
}
