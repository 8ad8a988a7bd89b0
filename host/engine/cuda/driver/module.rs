//! Modules, one per kernel family, loaded on first use; their functions, looked up once.

use super::code::{self, KernelCode};
use super::error;
use super::image::{Image, UnpackedImage};
use super::primary::Primary;
use crate::error::{ErrorKind, Result};
use crate::start_up::{self, Part};
use cust::sys::{self, CUfunction, CUmodule};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

// Options and attributes by the driver's numbers.
const JIT_INFO_LOG_BUFFER: u32 = 3;
const JIT_INFO_LOG_BUFFER_SIZE_BYTES: u32 = 4;
const JIT_ERROR_LOG_BUFFER: u32 = 5;
const JIT_ERROR_LOG_BUFFER_SIZE_BYTES: u32 = 6;
const FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES: u32 = 8;

/// Shared memory of a block that needs no opt-in.
const SHARED_WITHOUT_OPTIN: u32 = 48 << 10;

/// The modules of one context.
#[derive(Default)]
pub struct Modules {
    families: HashMap<&'static str, Module>,
}

struct Module {
    raw: CUmodule,
    code: KernelCode,
    functions: HashMap<&'static str, Function>,
}

// SAFETY: the handle is valid on every thread where the context is current; access goes through a lock.
unsafe impl Send for Modules {}

/// A kernel in a loaded module.
#[derive(Clone, Copy)]
pub struct Function {
    pub raw: CUfunction,
    /// Dynamic shared memory it may be launched with so far.
    shared: u32,
}

impl Modules {
    /// The function of the kernel `name` of a family, allowed to take `shared` bytes.
    ///
    /// # Errors
    /// `Ptx` with the driver's log when the family does not compile; `Limit` when a block cannot have that much shared memory;
    /// `Driver`, or the context's fault.
    pub fn function(
        &mut self,
        primary: &Primary,
        (family, name): (&'static str, &'static str),
        shared: u32,
    ) -> Result<Function> {
        let module = self.family(primary, family)?;
        let function = match module.functions.entry(name) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            // Where the driver loads lazily, this is what brings the kernel's code onto the device.
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(start_up::time(Part::Modules, || look_up(primary, module.raw, name))?)
            }
        };
        if shared > function.shared {
            let allowed = primary.device().shared_per_block;
            if shared > allowed {
                return Err(ErrorKind::Limit {
                    what: "shared memory of a block, in bytes",
                    needed: shared.into(),
                    allowed: allowed.into(),
                }
                .into());
            }
            // `allowed` is the driver's own `c_int`, and `shared` is no more.
            let value = i32::try_from(shared).unwrap_or(i32::MAX);
            let raw = function.raw;
            // SAFETY: a function of a loaded module.
            primary.call("cuFuncSetAttribute", || unsafe {
                sys::cuFuncSetAttribute(raw, FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES, value)
            })?;
            function.shared = shared;
        }
        Ok(*function)
    }

    fn family(&mut self, primary: &Primary, family: &'static str) -> Result<&mut Module> {
        Ok(match self.families.entry(family) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(start_up::time(Part::Modules, || load(primary, family))?)
            }
        })
    }

    /// How a family came onto the device; loads it if need be.
    ///
    /// # Errors
    /// As [`Modules::function`].
    pub fn code(&mut self, primary: &Primary, family: &'static str) -> Result<KernelCode> {
        self.family(primary, family).map(|module| module.code)
    }

    /// The families loaded so far.
    pub fn families(&self) -> impl Iterator<Item = &'static str> {
        self.families.keys().copied()
    }

    /// Unloads all modules. The context is current and its work is done.
    pub fn unload(&mut self) {
        for (_, module) in self.families.drain() {
            // SAFETY: loaded once, unloaded once; nothing runs its functions any more.
            unsafe { sys::cuModuleUnload(module.raw) };
        }
    }
}

fn load(primary: &Primary, family: &'static str) -> Result<Module> {
    let kernels = crate::engine::cuda::kernels()?;
    let Some(&(_, ptx)) = kernels.families.iter().find(|(name, _)| *name == family) else {
        let message = format!("this build has no kernels of the family {family}");
        return Err(ErrorKind::BuiltWithoutKernels { message }.into());
    };
    let cubins = || kernels.cubins.iter().filter(|(name, ..)| *name == family);
    let arch = code::best(cubins().map(|&(_, arch, _)| arch), primary.device().compute_capability);
    let cubin = arch.and_then(|arch| cubins().find(|&&(_, a, _)| a == arch));
    let cubin =
        cubin.map(|&(_, arch, image)| Ok::<_, crate::error::Error>((arch, unpack(image, family)?))).transpose()?;
    load_image(primary, family, cubin, || unpack(ptx, family))
}

/// An image of the family, as the driver wants it.
fn unpack(image: Image, family: &'static str) -> Result<UnpackedImage> {
    let log = || "their image in this program is damaged".to_owned();
    image.unpack().ok_or_else(|| ErrorKind::Ptx { family, log: log() }.into())
}

/// The assembled image where there is one that the driver takes, else the PTX, which only then is asked for.
fn load_image(
    primary: &Primary,
    family: &'static str,
    cubin: Option<(u32, UnpackedImage)>,
    ptx: impl FnOnce() -> Result<UnpackedImage>,
) -> Result<Module> {
    let call = "cuModuleLoadDataEx";
    let assembled = |image: UnpackedImage| {
        let mut raw = ptr::null_mut();
        // SAFETY: an assembled image says how long it is, and outlives the call; no options.
        let answer = primary.raw_call(call, || unsafe {
            sys::cuModuleLoadDataEx(&mut raw, image.as_ptr().cast(), 0, ptr::null_mut(), ptr::null_mut())
        })?;
        Ok(answer.map(|()| raw))
    };
    let refused = |answer| error::refusal(answer, call);
    let (raw, code) = code::load_first(cubin, assembled, || load_ptx(primary, family, &ptx()?), refused)?;
    Ok(Module { raw, code, functions: HashMap::new() })
}

fn load_ptx(primary: &Primary, family: &'static str, ptx: &UnpackedImage) -> Result<CUmodule> {
    let text = ptx.text().ok_or_else(|| ErrorKind::Ptx { family, log: "the PTX contains a zero byte".into() })?;
    let (mut info, mut errors) = ([0u8; 8192], [0u8; 8192]);
    let mut names =
        [JIT_INFO_LOG_BUFFER, JIT_INFO_LOG_BUFFER_SIZE_BYTES, JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // Sizes travel in the pointer-sized values themselves.
    let mut values: [*mut c_void; 4] = [
        info.as_mut_ptr().cast(),
        ptr::without_provenance_mut(info.len()),
        errors.as_mut_ptr().cast(),
        ptr::without_provenance_mut(errors.len()),
    ];
    let mut raw = ptr::null_mut();
    // SAFETY: the text ends with a zero; four options with four values, of which the buffers outlive the call.
    let answer = primary.raw_call("cuModuleLoadDataEx", || unsafe {
        sys::cuModuleLoadDataEx(&mut raw, text.as_ptr().cast(), 4, names.as_mut_ptr(), values.as_mut_ptr())
    })?;
    let Err(error) = answer else { return Ok(raw) };
    let log = [&errors, &info].map(|log| {
        CStr::from_bytes_until_nul(log).map(|text| text.to_string_lossy().trim().to_owned()).unwrap_or_default()
    });
    let ptx = text.to_string_lossy();
    let header = |key| ptx.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?").trim();
    let log = format!(
        "{}: {} (PTX {} for {}, driver of CUDA {}.{}) {}",
        error.name(),
        error.text(),
        header(".version "),
        header(".target "),
        primary.device().driver_version.0,
        primary.device().driver_version.1,
        log.join("\n").trim()
    );
    Err(ErrorKind::Ptx { family, log: log.trim_end().to_owned() }.into())
}

fn look_up(primary: &Primary, module: CUmodule, name: &'static str) -> Result<Function> {
    // The names are Rust identifiers: no zero byte.
    let text = CString::new(name).unwrap_or_default();
    let mut raw = ptr::null_mut();
    let symbol: *const c_char = text.as_ptr();
    // SAFETY: a loaded module, a valid place, a name that ends with a zero.
    primary.call("cuModuleGetFunction", || unsafe { sys::cuModuleGetFunction(&mut raw, module, symbol) })?;
    Ok(Function { raw, shared: SHARED_WITHOUT_OPTIN })
}

/// Loads `cubin`, said to be for this architecture, or else `ptx`, as a family is loaded, and drops the result.
pub fn try_image(primary: &Primary, cubin: Option<(u32, &[u8])>, ptx: &str) -> Result<KernelCode> {
    let cubin = cubin.map(|(arch, image)| (arch, UnpackedImage::of(image)));
    let module = load_image(primary, "test", cubin, || Ok(UnpackedImage::of(ptx.as_bytes())))?;
    // SAFETY: just loaded, and nothing looked anything up in it.
    primary.call("cuModuleUnload", || unsafe { sys::cuModuleUnload(module.raw) })?;
    Ok(module.code)
}
