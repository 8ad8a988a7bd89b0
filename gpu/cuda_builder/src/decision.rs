//! For which architectures a build assembles its kernels, and why.

use crate::error::BuildError;
use crate::wish::{ARCHITECTURES, CUBIN_VARIABLE, Wish};

/// For which architectures, ascending; none where PTX alone is carried. And why, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub architectures: Vec<u32>,
    pub why: String,
}

impl Decision {
    fn ptx_alone(why: String) -> Self {
        Decision { architectures: Vec::new(), why }
    }
}

impl std::fmt::Display for Decision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &*self.architectures {
            [] => write!(f, "kernels are carried as PTX alone: {}", self.why),
            some => write!(f, "kernels are assembled for {}: {}", names(some), self.why),
        }
    }
}

/// The decision on `wish`. `devices` are those of this machine, or the reason why they are not known. `known` are the architectures of the assembler at
/// hand, if there is one.
///
/// # Errors
/// When what is asked for by name cannot be done, or the assembler does not run.
pub fn decide(
    wish: &Wish,
    devices: impl FnOnce() -> Result<Vec<u32>, String>,
    known: impl FnOnce() -> Result<Option<Vec<u32>>, BuildError>,
    oldest: u32,
) -> Result<Decision, BuildError> {
    const NO_ASSEMBLER: &str = "there is no ptxas in PATH, CUDA_HOME or .venv";
    let wanted = match wish {
        Wish::Nothing => return Ok(Decision::ptx_alone(format!("{CUBIN_VARIABLE} is none"))),
        Wish::Devices => {
            let devices = match devices() {
                Ok(devices) if devices.is_empty() => {
                    return Ok(Decision::ptx_alone("this machine has no device".to_owned()));
                }
                Ok(devices) => devices,
                Err(reason) => return Ok(Decision::ptx_alone(reason)),
            };
            let Some(known) = known()? else { return Ok(Decision::ptx_alone(NO_ASSEMBLER.to_owned())) };
            let architectures = Possible { known: &known, oldest }.of_devices(&devices);
            return Ok(if architectures.is_empty() {
                Decision::ptx_alone("ptxas and the kernels have no architecture of this machine's devices".to_owned())
            } else {
                Decision { architectures, why: "they are those of this machine's devices".to_owned() }
            });
        }
        // Where the kernels need newer devices, none are left out that could run them.
        Wish::All => ARCHITECTURES.into_iter().filter(|&arch| arch >= oldest).collect(),
        Wish::These(list) => list.clone(),
    };
    let Some(known) = known()? else {
        return Err(BuildError(format!("{CUBIN_VARIABLE} asks for cubins, and {NO_ASSEMBLER}")));
    };
    match (Possible { known: &known, oldest }).every(&wanted) {
        Ok(architectures) => Ok(Decision { architectures, why: format!("{CUBIN_VARIABLE} asks for them") }),
        Err(arch) => Err(BuildError(format!("{CUBIN_VARIABLE}: ptxas cannot assemble these kernels for sm_{arch}"))),
    }
}

/// The architectures that an assembler has, for kernels that run from architecture `oldest` on.
#[derive(Debug, Clone, Copy)]
struct Possible<'a> {
    /// The architectures that the assembler knows.
    known: &'a [u32],
    oldest: u32,
}

impl Possible<'_> {
    fn has(&self, arch: u32) -> bool {
        arch >= self.oldest && self.known.contains(&arch)
    }

    /// `wanted`, where all of it can be assembled for.
    ///
    /// # Errors
    /// The first that cannot.
    fn every(&self, wanted: &[u32]) -> Result<Vec<u32>, u32> {
        match wanted.iter().find(|&&arch| !self.has(arch)) {
            Some(&arch) => Err(arch),
            None => Ok(wanted.to_vec()),
        }
    }

    /// For each device, given as 90 for compute capability 9.0, the greatest architecture whose code runs on it: of the same major version, and
    /// of a minor one not above the device's. Ascending; a device that there is none for is left out.
    fn of_devices(&self, devices: &[u32]) -> Vec<u32> {
        let best = |&device: &u32| (device / 10 * 10..=device).rev().find(|&arch| self.has(arch));
        let mut architectures: Vec<u32> = devices.iter().filter_map(best).collect();
        architectures.sort_unstable();
        architectures.dedup();
        architectures
    }
}

/// `sm_80, sm_90`.
fn names(architectures: &[u32]) -> String {
    architectures.iter().map(|arch| format!("sm_{arch}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_named_must_be_possible() {
        let possible = Possible { known: &[75, 80, 90], oldest: 80 };
        assert_eq!(possible.every(&[80, 90]), Ok(vec![80, 90]));
        assert_eq!(possible.every(&[75, 90]), Err(75));
        assert_eq!(possible.every(&[90, 100]), Err(100));
    }

    #[test]
    fn devices_get_the_nearest_architecture_of_their_major_version() {
        let possible = Possible { known: &[70, 75, 80, 86, 90, 100, 103], oldest: 75 };
        for (device, expected) in [(75, 75), (80, 80), (86, 86), (87, 86), (89, 86), (90, 90), (101, 100), (103, 103)] {
            assert_eq!(possible.of_devices(&[device]), [expected], "{device}");
        }
        // Older than the kernels, and newer than the assembler.
        assert_eq!(possible.of_devices(&[70, 72, 110, 120]), []);
        assert_eq!(possible.of_devices(&[90, 80, 120, 90]), [80, 90]);
        assert_eq!(names(&[80, 90]), "sm_80, sm_90");
    }

    const KNOWN: [u32; 6] = [75, 80, 90, 100, 103, 120];

    /// The decision on a machine with these devices and an assembler.
    fn decided(wish: &Wish, devices: &[u32]) -> Result<Vec<u32>, BuildError> {
        decide(wish, || Ok(devices.to_vec()), || Ok(Some(KNOWN.to_vec())), 75).map(|decision| decision.architectures)
    }

    #[test]
    fn kernels_are_assembled_for_the_devices_unless_asked_otherwise() {
        assert_eq!(decided(&Wish::Devices, &[90, 90]), Ok(vec![90]));
        assert_eq!(decided(&Wish::Devices, &[]), Ok(vec![]));
        assert_eq!(decided(&Wish::Devices, &[70]), Ok(vec![]));
        assert_eq!(decided(&Wish::Nothing, &[90]), Ok(vec![]));
        assert_eq!(decided(&Wish::All, &[90]), Ok(ARCHITECTURES.to_vec()));
        assert_eq!(decided(&Wish::These(vec![75, 103]), &[90]), Ok(vec![75, 103]));
        assert!(decided(&Wish::These(vec![75, 110]), &[90]).unwrap_err().to_string().contains("sm_110"));
        let newer = decide(&Wish::All, || unreachable!(), || Ok(Some(KNOWN.to_vec())), 86).unwrap();
        assert_eq!(newer.architectures, [90, 100, 120]);
    }

    #[test]
    fn without_an_assembler_only_what_is_named_is_refused() {
        let alone = |wish: &Wish, devices: Result<Vec<u32>, String>| decide(wish, || devices, || Ok(None), 75);
        let of_devices = alone(&Wish::Devices, Ok(vec![90])).unwrap();
        assert_eq!(
            of_devices.to_string(),
            "kernels are carried as PTX alone: there is no ptxas in PATH, CUDA_HOME or .venv"
        );
        let unknown = alone(&Wish::Devices, Err("nvidia-smi: exit status: 9".to_owned())).unwrap();
        assert_eq!(unknown.to_string(), "kernels are carried as PTX alone: nvidia-smi: exit status: 9");
        for wish in [Wish::All, Wish::These(vec![90])] {
            assert!(alone(&wish, Ok(vec![])).unwrap_err().to_string().contains("no ptxas"), "{wish:?}");
        }
    }

    #[test]
    fn only_what_decides_is_looked_for() {
        let broken = || Err(BuildError("ptxas: exit status: 1".to_owned()));
        assert!(decide(&Wish::Devices, || Ok(vec![90]), broken, 75).is_err());
        // Neither the devices nor the assembler, which take a process each, where the answer does not depend on them.
        assert!(decide(&Wish::Nothing, || unreachable!(), || unreachable!(), 75).unwrap().architectures.is_empty());
        assert!(decide(&Wish::Devices, || Ok(vec![]), || unreachable!(), 75).unwrap().architectures.is_empty());
        let some = decide(&Wish::These(vec![90, 100]), || unreachable!(), || Ok(Some(vec![90, 100])), 75).unwrap();
        assert_eq!(some.to_string(), "kernels are assembled for sm_90, sm_100: ELIMINANT_CUBIN asks for them");
    }
}
