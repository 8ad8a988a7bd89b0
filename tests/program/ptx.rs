//! The PTX of every kernel family: complete, self-contained, with launch bounds; and, where NVIDIA's assembler is found, without spills on
//! sm_75 and sm_90. They are assembled here, which takes a minute and a half of a processor after a kernel has changed: what a program carries
//! assembled depends on the machine that built it. Those are looked at too. Needs the sources, and no device.
//!
//! Without an assembler it prints a line, and fails with `REQUIRE_PTXAS=1`.

use cuda_builder::{Assembler, PtxModule};
use eliminant::ErrorKind;
use eliminant::engine::cuda::kernels;
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, SymbolIndex};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Architectures for which every family is assembled here.
const ARCHITECTURES: [u32; 2] = [75, 90];

/// The kernels of this build.
struct Built {
    /// The oldest architecture.
    arch: &'static str,
    /// Each family's name and PTX.
    families: Vec<(&'static str, String)>,
}

impl Built {
    fn ptx(&self, family: &str) -> &str {
        &self.families.iter().find(|(name, _)| *name == family).expect(family).1
    }
}

/// A cubin.
struct Assembled {
    family: String,
    arch: u32,
    image: Vec<u8>,
}

/// The kernels, or `None` in a build without a device tool chain, which must say how to get one, and where the sources that they were
/// built from are not: the assembler of such a machine may be older than what it is asked for here.
fn built() -> Option<Built> {
    if !sources().is_dir() {
        println!("skipped: the sources of the kernels are not here");
        return None;
    }
    match kernels() {
        Ok(kernels) => {
            let unpack = |&(family, image): &(&'static str, eliminant::engine::cuda::Image)| {
                let image = image.unpack().expect("an image as the build wrote it");
                (family, image.text().expect("one zero").to_str().expect("ASCII").to_owned())
            };
            Some(Built { arch: kernels.arch, families: kernels.families.iter().map(unpack).collect() })
        }
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::BuiltWithoutKernels { .. }), "{error}");
            assert!(std::env::var_os("REQUIRE_PTXAS").is_none(), "REQUIRE_PTXAS is set: {error}");
            println!("skipped: {error}");
            None
        }
    }
}

/// Every family for each of [`ARCHITECTURES`]; `None` without an assembler.
fn assembled() -> Option<&'static [Assembled]> {
    static ASSEMBLED: LazyLock<Option<Vec<Assembled>>> = LazyLock::new(|| {
        let kernels = built()?;
        let assembler = Assembler::find(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("an assembler that runs");
        let Some(assembler) = assembler else {
            assert!(std::env::var_os("REQUIRE_PTXAS").is_none(), "REQUIRE_PTXAS is set, and there is no ptxas");
            println!("skipped: there is no ptxas in PATH, CUDA_HOME or .venv");
            return None;
        };
        // Kept from run to run: only what has changed is assembled.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("assembled");
        std::fs::create_dir_all(&folder).unwrap();
        let module = |(family, ptx): &(&str, String)| {
            let path = folder.join(family).with_extension("ptx");
            std::fs::write(&path, ptx).unwrap();
            PtxModule { family: (*family).to_owned(), arch: target(ptx).to_owned(), path }
        };
        let modules: Vec<PtxModule> = kernels.families.iter().map(module).collect();
        let cubins = assembler.run(&modules, &ARCHITECTURES, &folder.join("kept"), &folder).unwrap();
        let read = |cubin: cuda_builder::Cubin| {
            let image = std::fs::read(&cubin.path).unwrap();
            Assembled { family: cubin.family, arch: cubin.arch, image }
        };
        Some(cubins.into_iter().map(read).collect())
    });
    ASSEMBLED.as_deref()
}

/// The assembled kernels of this build: everything that the wish at its time or the devices of its machine asked for,
/// maybe nothing.
fn carried() -> Vec<Assembled> {
    let cubins = kernels().map_or(&[][..], |kernels| kernels.cubins);
    let unpack = |&(family, arch, image): &(&str, u32, eliminant::engine::cuda::Image)| {
        let image = image.unpack().expect("an image as the build wrote it");
        Assembled { family: family.to_owned(), arch, image: image.to_vec() }
    };
    cubins.iter().map(unpack).collect()
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gpu/src/kernels")
}

/// The names of the `#[kernel]` functions in a source file. Those of a macro are a column of its call, that of the pattern; those of a macro of another file
/// are the words of its call that begin with the family.
fn declared(family: &str, source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if let Some((_, call)) = source.split_once("problems::points::points!(") {
        let words = call.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(words.filter(|word| word.starts_with(&format!("{family}_"))).map(str::to_owned));
    }
    let mut before = String::new();
    for part in source.split_inclusive("#[kernel(") {
        if !before.is_empty() {
            let name = part.split("unsafe fn ").nth(1).and_then(|rest| rest.split('(').next());
            let name = name.expect("a kernel is a function").trim();
            if name.starts_with('$') {
                let (_, rest) = before.rsplit_once("macro_rules! ").expect("a macro");
                let (_, pattern) = rest.split_once("($(").expect("a pattern");
                let (pattern, _) = pattern.split_once(";)*)").expect("the end of the pattern");
                let mut columns = pattern.split(',').map(|column| column.trim().split(':').next().unwrap_or(""));
                let column = columns.position(|column| column == name).expect("a column of the pattern");
                let call = format!("\n{}! {{", rest.split_whitespace().next().expect("a name"));
                let (_, lines) = source.split_once(&call).expect("a call");
                let (lines, _) = lines.split_once('}').expect("the end of the call");
                let named = lines.split(';').filter_map(|line| line.split(',').nth(column));
                names.extend(named.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
            } else {
                names.insert(name.to_owned());
            }
        }
        before.push_str(part);
    }
    names
}

/// Each entry of a PTX module: its name, and its text from the parameters to the closing brace.
fn entries(ptx: &str) -> Vec<(&str, &str)> {
    let parts = ptx.split(".visible .entry ").skip(1);
    parts
        .map(|part| {
            let (name, _) = part.split_once('(').expect("an entry has parameters");
            let end = part.find("\n}").expect("an entry ends");
            (name, &part[..end])
        })
        .collect()
}

#[test]
fn every_family_has_its_kernels_with_launch_bounds() {
    let Some(kernels) = built() else { return };
    let mut families = BTreeSet::new();
    for file in std::fs::read_dir(sources()).unwrap() {
        let path = file.unwrap().path();
        let family = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if family == "mod" || path.is_dir() {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let ptx = kernels.ptx(&family);
        let found: BTreeSet<String> = entries(ptx).iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(found, declared(&family, &source), "family {family}");
        for (name, text) in entries(ptx) {
            assert!(text.contains(".maxntid") && text.contains(".minnctapersm"), "{name} has no launch bounds");
        }
        families.insert(family);
    }
    assert_eq!(families, kernels.families.iter().map(|(name, _)| (*name).to_owned()).collect());
}

/// The architecture of a module, `sm_75` and the like.
fn target(ptx: &str) -> &str {
    ptx.lines().find_map(|line| line.strip_prefix(".target ")).expect("a target").trim()
}

/// The architecture of a family where the oldest of all is `oldest`: tensor cores multiply bytes from `sm_80` on.
fn target_of<'a>(family: &str, oldest: &'a str) -> &'a str {
    if family.ends_with("tensor") && number(oldest) < 80 { "sm_80" } else { oldest }
}

/// 75 of `sm_75`.
fn number(arch: &str) -> u32 {
    arch.trim_start_matches("sm_").trim_end_matches(|c: char| c.is_ascii_lowercase()).parse().expect("an architecture")
}

#[test]
fn nothing_is_left_open() {
    let Some(kernels) = built() else { return };
    let mut arrays = Vec::new();
    for (family, ptx) in &kernels.families {
        assert_eq!(target(ptx), target_of(family, kernels.arch), "{family}");
        assert!(!ptx.contains(".extern .func"), "{family} calls a function that nobody defines");
        for word in ["panic_fmt", "panicking", "panic_bounds", "unwrap_failed", "vprintf", "__assertfail"] {
            assert!(!ptx.contains(word), "{family} contains {word}");
        }
        for (name, text) in entries(ptx) {
            assert!(!text.contains("call.uni") && !text.contains("\tcall "), "{name} calls instead of inlining");
            if text.contains(".local") {
                arrays.push(name);
            }
        }
    }
    assert!(arrays.is_empty(), "these keep an array in local memory: {arrays:?}");
}

/// NVIDIA's assembler may fuse `mul.f64` and `add.f64`, and leaves instructions with a rounding apart: results have the host's bits only so.
#[test]
fn floating_operations_say_how_they_round() {
    let Some(kernels) = built() else { return };
    for (family, ptx) in &kernels.families {
        let instructions = ptx.lines().filter_map(|line| line.split_whitespace().next());
        for instruction in instructions {
            let mut parts = instruction.split('.');
            let (name, rounding) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let rounds = ["add", "sub", "mul", "fma", "mad", "div", "sqrt", "rcp"].contains(&name);
            let floating = instruction.ends_with(".f64") || instruction.ends_with(".f32");
            assert!(!rounds || !floating || rounding == "rn", "{family} has {instruction}");
        }
    }
    let selftest = kernels.ptx("selftest");
    for instruction in ["add.rn.f64", "sub.rn.f64", "mul.rn.f64", "fma.rn.f64", "div.rn.f64", "sqrt.rn.f64"] {
        assert!(selftest.contains(instruction), "{instruction}");
    }
}

#[test]
fn the_barrier_of_the_hang_detector_is_one() {
    let Some(kernels) = built() else { return };
    let text = entries(kernels.ptx("selftest")).into_iter().find(|(name, _)| *name == "selftest_barrier").unwrap().1;
    let barriers = text.lines().filter(|line| line.contains("bar.sync") || line.contains("barrier.sync")).count();
    assert_eq!(barriers, 1, "jump threading copied the barrier into branches:\n{text}");
}

/// The families, in order, for each of these architectures that they run on.
fn pairs<'a>(kernels: &'a Built, architectures: &[u32]) -> Vec<(&'a str, u32)> {
    let families = kernels.families.iter();
    let all =
        families.flat_map(|(family, ptx)| architectures.iter().map(move |&arch| (*family, arch, number(target(ptx)))));
    all.filter(|&(_, arch, oldest)| arch >= oldest).map(|(family, arch, _)| (family, arch)).collect()
}

/// Whether an image is an ELF file of 64 bits, little-endian, for machine 190 (CUDA), with the family's kernels in its table of names.
fn check_header(kernels: &Built, Assembled { family, arch, image }: &Assembled) {
    assert!(image.starts_with(b"\x7fELF\x02\x01") && image[18..20] == [190, 0], "{family} for sm_{arch}");
    for (name, _) in entries(kernels.ptx(family)) {
        let symbol = format!("\0{name}\0");
        assert!(image.windows(symbol.len()).any(|w| w == symbol.as_bytes()), "{family} for sm_{arch} lacks {name}");
    }
}

#[test]
fn every_family_is_assembled_for_every_architecture() {
    let (Some(kernels), Some(assembled)) = (built(), assembled()) else { return };
    let found: Vec<(&str, u32)> = assembled.iter().map(|image| (&*image.family, image.arch)).collect();
    assert_eq!(found, pairs(&kernels, &ARCHITECTURES));
    assembled.iter().for_each(|image| check_header(&kernels, image));
}

#[test]
fn a_program_carries_every_family_assembled_or_none() {
    let Some(built) = built() else { return };
    let architectures = kernels().unwrap().assembled_for();
    if architectures.is_empty() {
        println!("skipped: this build carries PTX alone");
        return;
    }
    let carried = carried();
    let found: Vec<(&str, u32)> = carried.iter().map(|image| (&*image.family, image.arch)).collect();
    assert_eq!(found, pairs(&built, &architectures));
    carried.iter().for_each(|image| check_header(&built, image));
}

/// Bytes that a kernel may have in its frame. Paths in quad-double keep more numbers than the 255 registers of a thread hold: what is spilled is little
/// beside the thousands of operations of a step. Determinants in registers spill some words around an elimination, as more warps gain more
/// (`benches/results/2026-11-26-h100-determinants.txt`), and so do panels of up to 128 rows around each product (`2026-11-27-h100-panels.txt` there).
fn frame_of(name: &str) -> u32 {
    match name {
        "track_qd" | "track_in_memory_qd" => u32::MAX,
        "eliminate_registers_12" => 0,
        name if name.starts_with("eliminate_registers_") => 1024,
        "eliminate_panels_128" => 256,
        _ => 0,
    }
}

/// The kernels of an assembled family with the bytes of their stack frames, which are what they spill and their arrays.
///
/// Section `.nv.info` has records of one byte of format, one of what it is, two of its length, and as many more; format 4 and kind 17 are the frame of a
/// symbol, in two words of 32 bits.
fn frames(image: &[u8]) -> Vec<(String, u32)> {
    let file = ElfFile64::<Endianness>::parse(image).expect("an ELF file");
    let data = file.section_by_name(".nv.info").expect("facts of the kernels").data().expect("their bytes");
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let (mut frames, mut rest) = (Vec::new(), data);
    while let [format, kind, low, high, after @ ..] = rest {
        // Only this format has bytes of its own; of others the length's place is the value.
        let length = if *format == 4 { u16::from_le_bytes([*low, *high]).into() } else { 0 };
        if (*format, *kind) == (4, 17) {
            let symbol = file.symbol_by_index(SymbolIndex(word(&after[..4]) as usize)).expect("a symbol");
            frames.push((symbol.name().expect("its name").to_owned(), word(&after[4..8])));
        }
        rest = &after[length..];
    }
    frames
}

#[test]
fn no_kernel_spills_more_than_it_may() {
    let (Some(kernels), Some(assembled)) = (built(), assembled()) else { return };
    let mut faults = Vec::new();
    for Assembled { family, arch, image } in assembled.iter().chain(&carried()) {
        let mut found = frames(image);
        // Subroutines of the assembler's, for divisions and roots, have the frame of the kernel that calls them.
        found.retain(|(name, _)| !name.starts_with('$'));
        let named: BTreeSet<&str> = entries(kernels.ptx(family)).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found.iter().map(|(name, _)| &**name).collect::<BTreeSet<_>>(), named, "{family} for sm_{arch}");
        // That frames are seen at all is seen in those that may have one.
        let unused = found.iter().find(|&(name, bytes)| frame_of(name) > 0 && *bytes == 0);
        assert!(unused.is_none(), "sm_{arch}: {unused:?} spills no more");
        let spilled = found.into_iter().filter(|(name, bytes)| *bytes > frame_of(name));
        faults.extend(spilled.map(|(name, bytes)| format!("{name} for sm_{arch}: {bytes} bytes")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
