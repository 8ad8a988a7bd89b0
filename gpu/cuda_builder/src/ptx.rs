//! Changes of the builder to PTX text: rustc has no launch bounds, so they are written in afterwards.
//!
//! `#[kernel]` leaves one comment per kernel in the module's assembly,
//! `// eliminant-kernel FAMILY NAME X Y Z MIN_BLOCKS`, and each entry gets `.maxntid X, Y, Z` and `.minnctapersm MIN_BLOCKS`.

const MARKER: &str = "// eliminant-kernel ";

/// One kernel of a PTX module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its family.
    pub family: String,
    /// Its symbol.
    pub name: String,
    /// The block's shape.
    pub block: [u32; 3],
    /// Blocks that must fit on a multiprocessor.
    pub min_blocks: u32,
}

/// The kernels that a PTX module declares by their comments.
///
/// # Errors
/// A message when a comment is not in the form that `#[kernel]` writes.
pub fn entries(ptx: &str) -> Result<Vec<Entry>, String> {
    ptx.lines().filter_map(|line| line.trim().strip_prefix(MARKER)).map(entry).collect()
}

fn entry(declaration: &str) -> Result<Entry, String> {
    let bad = || format!("not a kernel's declaration: {declaration:?}");
    let words: Vec<&str> = declaration.split_whitespace().collect();
    let [family, name, numbers @ ..] = words.as_slice() else { return Err(bad()) };
    let numbers: Vec<u32> = numbers.iter().map(|word| word.parse()).collect::<Result<_, _>>().map_err(|_| bad())?;
    let [x, y, z, min_blocks] = numbers[..] else { return Err(bad()) };
    Ok(Entry { family: (*family).to_owned(), name: (*name).to_owned(), block: [x, y, z], min_blocks })
}

/// `ptx` with its entries' launch bounds.
///
/// # Errors
/// A message when a kernel of another family is in the module, when an entry has no declaration or a declaration no entry.
pub fn with_launch_bounds(ptx: &str, family: &str) -> Result<String, String> {
    let mut declared = entries(ptx)?;
    if let Some(stray) = declared.iter().find(|entry| entry.family != family) {
        return Err(format!("kernel {} declares family {:?} but stands in {family:?}", stray.name, stray.family));
    }
    let mut bounds = None;
    let mut text = String::with_capacity(ptx.len() + 64 * declared.len());
    for line in ptx.lines() {
        if let Some(rest) = line.strip_prefix(".visible .entry ") {
            let name = rest.split('(').next().unwrap_or_default().trim();
            let Some(at) = declared.iter().position(|entry| entry.name == name) else {
                return Err(format!("entry {name} is not declared by #[kernel]"));
            };
            bounds = Some(declared.swap_remove(at));
        }
        if line == "{"
            && let Some(Entry { block: [x, y, z], min_blocks, .. }) = bounds.take()
        {
            text += &format!(".maxntid {x}, {y}, {z}\n.minnctapersm {min_blocks}\n");
        }
        text += line;
        text.push('\n');
    }
    match declared.first() {
        Some(Entry { name, .. }) => Err(format!("kernel {name} is declared but has no entry")),
        None if bounds.is_some() => Err("the last entry has no body".to_owned()),
        None => Ok(text),
    }
}

/// `ptx` without its empty lines and those that are comments: a seventh of the text, which a program would carry and a driver would read.
pub fn without_comments(ptx: &str) -> String {
    let says = |line: &&str| !line.trim_start().starts_with("//") && !line.trim().is_empty();
    ptx.lines().filter(says).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &str =
        "// eliminant-kernel ntt ntt_pass 32 2 1 4\n.visible .entry ntt_pass(\n\t.param .u32 n\n)\n{\n\tret;\n}\n";

    #[test]
    fn bounds_stand_between_the_parameters_and_the_body() {
        let text = with_launch_bounds(PTX, "ntt").unwrap();
        assert!(text.contains(")\n.maxntid 32, 2, 1\n.minnctapersm 4\n{\n\tret;"), "{text}");
        let expected = Entry { family: "ntt".into(), name: "ntt_pass".into(), block: [32, 2, 1], min_blocks: 4 };
        assert_eq!(entries(&text).unwrap(), [expected]);
    }

    #[test]
    fn comments_go_and_instructions_stay() {
        let ptx = "//\n// by LLVM\n.version 6.3\n\n\t// begin inline asm\n\tmov.b32 \t%r1, 0; // zero\n\t// end inline asm\n \n$L_1:\n}\n";
        assert_eq!(without_comments(ptx), ".version 6.3\n\tmov.b32 \t%r1, 0; // zero\n$L_1:\n}\n");
    }

    #[test]
    fn strays_are_refused() {
        assert!(with_launch_bounds(PTX, "gcd").unwrap_err().contains("stands in \"gcd\""));
        let no_marker = PTX.split_once('\n').unwrap().1;
        assert!(with_launch_bounds(no_marker, "ntt").unwrap_err().contains("not declared"));
        let no_entry = PTX.replace("ntt_pass(", "other(");
        assert!(with_launch_bounds(&no_entry, "ntt").unwrap_err().contains("not declared"));
        let only_marker = PTX.split_once('\n').unwrap().0;
        assert!(with_launch_bounds(only_marker, "ntt").unwrap_err().contains("has no entry"));
        assert!(entries("// eliminant-kernel ntt f 1 2 three 4").is_err());
    }
}
