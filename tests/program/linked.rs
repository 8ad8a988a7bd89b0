//! The needs of the program at its start: nothing of a CUDA driver.

use crate::runs::binary;
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};

/// The names of the libraries that the loader looks for, and of the symbols that go from one to the other.
fn dynamic_names(program: &[u8]) -> Vec<String> {
    let file = ElfFile64::<Endianness>::parse(program).expect("an ELF file");
    let names = file.section_by_name(".dynstr").expect("a program that is linked dynamically");
    let names = names.data().expect("the names");
    names.split(|&byte| byte == 0).map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// `libcuda.so.1` is opened at run time: no library of that name is needed, no function of it is wanted, and none is offered in its place.
#[test]
fn the_driver_is_not_linked() {
    let names = dynamic_names(&std::fs::read(binary()).expect("the program"));
    assert!(names.iter().any(|name| name.starts_with("libc.so")), "{names:?}");
    let functions = |name: &str| {
        name.strip_prefix("cu").is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
    };
    let of_driver: Vec<_> = names.iter().filter(|name| name.starts_with("libcuda") || functions(name)).collect();
    assert!(of_driver.is_empty(), "{of_driver:?}");
}
