//! The two sides of a kernel, and of its parameters.

use crate::signature::{Declaration, Kind, Parameter, parameters};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Fields, ItemFn, ItemStruct, Result};

/// The expansion: entry point for nvptx64, argument struct elsewhere.
pub fn kernel(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let declaration: Declaration = syn::parse2(attribute)?;
    let function: ItemFn = syn::parse2(item)?;
    let parameters = parameters(&function)?;
    let device = entry(&declaration, &function, &parameters);
    let host = argument_struct(&declaration, &function, &parameters);
    Ok(quote! { #device #host })
}

/// The entry point, with a comment in the PTX from which the builder writes the launch bounds: rustc has none.
fn entry(declaration: &Declaration, function: &ItemFn, parameters: &[Parameter]) -> TokenStream {
    let name = &function.sig.ident;
    let Declaration { family, block: [x, y, z], min_blocks } = declaration;
    let marker = format!("// eliminant-kernel {family} {name} {x} {y} {z} {min_blocks}");
    let (attributes, visibility, body, inputs) =
        (&function.attrs, &function.vis, &function.block, &function.sig.inputs);
    let check = parameter_check(parameters);
    quote! {
        #[cfg(target_arch = "nvptx64")]
        ::core::arch::global_asm!(#marker);

        #(#attributes)*
        #[allow(clippy::missing_safety_doc, reason = "the launch's own; the kernel's text says what its buffers are")]
        #[allow(clippy::too_many_arguments, reason = "on the host they are named fields")]
        #[cfg(target_arch = "nvptx64")]
        #[unsafe(no_mangle)]
        #visibility unsafe extern "ptx-kernel" fn #name(#inputs) #body

        #check
    }
}

/// A compile-time check, on both sides, that the struct parameters are declared as such.
fn parameter_check(parameters: &[Parameter]) -> TokenStream {
    let types = parameters.iter().filter_map(|parameter| match &parameter.kind {
        Kind::Value(t) => Some(t),
        Kind::Pointer(_) => None,
    });
    quote! {
        const _: () = {
            const fn is_kernel_param<T: ::cuda_std::KernelParam>() {}
            #(is_kernel_param::<#types>();)*
        };
    }
}

fn argument_struct(declaration: &Declaration, function: &ItemFn, parameters: &[Parameter]) -> TokenStream {
    let name = function.sig.ident.to_string();
    let camel = format_ident!("{}", camel_case(&name), span = function.sig.ident.span());
    let Declaration { family, block: [x, y, z], min_blocks } = declaration;
    let threads = x * y * z;
    let visibility = &function.vis;
    let docs: Vec<&Attribute> = function.attrs.iter().filter(|a| a.path().is_ident("doc")).collect();
    let fields = parameters.iter().map(|Parameter { name, kind }| match kind {
        Kind::Pointer(element) => {
            let doc = format!("`{name}`: array of `{}` on the device.", element.to_token_stream());
            quote! { #[doc = #doc] pub #name: ::cuda_std::DevicePtr<#element> }
        }
        Kind::Value(t) => {
            let doc = format!("`{name}`, by value.");
            quote! { #[doc = #doc] pub #name: #t }
        }
    });
    let names = parameters.iter().map(|parameter| &parameter.name);
    quote! {
        #(#docs)*
        #[cfg(not(target_arch = "nvptx64"))]
        #[derive(Clone, Copy)]
        #visibility struct #camel { #(#fields),* }

        #[cfg(not(target_arch = "nvptx64"))]
        impl ::cuda_std::Kernel for #camel {
            const NAME: &'static str = #name;
            const FAMILY: &'static str = #family;
            const BLOCK: u32 = #threads;
            const BLOCK_DIM: (u32, u32, u32) = (#x, #y, #z);
            const MIN_BLOCKS: u32 = #min_blocks;

            fn with_params<R>(&self, f: impl FnOnce(&mut [*mut ::core::ffi::c_void]) -> R) -> R {
                f(&mut [#((&raw const self.#names).cast_mut().cast::<::core::ffi::c_void>()),*])
            }
        }
    }
}

/// The struct with its layout, its derived traits and `KernelParam`.
pub fn kernel_param(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new(attribute.span(), "`kernel_param` has no keys"));
    }
    let item: ItemStruct = syn::parse2(item)?;
    if !item.generics.params.is_empty() {
        return Err(Error::new(item.generics.span(), "a kernel's parameter is concrete: one layout"));
    }
    let Fields::Named(fields) = &item.fields else {
        return Err(Error::new(item.span(), "a kernel's parameter has named fields"));
    };
    let (name, types) = (&item.ident, fields.named.iter().map(|field| &field.ty));
    Ok(quote! {
        #[derive(Clone, Copy, PartialEq)]
        #[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
        #[repr(C)]
        #item

        const _: () = {
            const fn size_of_param<T: ::cuda_std::KernelParam>() -> usize {
                ::core::mem::size_of::<T>()
            }
            assert!(0 #(+ size_of_param::<#types>())* == ::core::mem::size_of::<#name>(), "a parameter has no padding");
        };

        // SAFETY: `repr(C)` of fields that are parameters themselves, without padding, as the lines above ask.
        unsafe impl ::cuda_std::KernelParam for #name {}
    })
}

/// `ntt_pass_dif` -> `NttPassDif`.
fn camel_case(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(attribute: &str, item: &str) -> std::result::Result<String, String> {
        let parse = |text: &str| text.parse::<TokenStream>().expect("the test's own text");
        kernel(parse(attribute), parse(item)).map(|tokens| tokens.to_string()).map_err(|error| error.to_string())
    }

    fn rejected(attribute: &str, item: &str, because: &str) {
        let error = expand(attribute, item).expect_err(item);
        assert!(error.contains(because), "{error:?} does not contain {because:?}");
    }

    const KEYS: &str = r#"family = "ntt", block = 128, min_blocks = 2"#;

    #[test]
    fn both_sides_carry_the_declaration() {
        let code =
            expand(KEYS, "/// Doc.\npub unsafe fn ntt_pass_dif(data: *mut u32, n: u64, s: Shape) { body() }").unwrap();
        for part in [
            "\"// eliminant-kernel ntt ntt_pass_dif 128 1 1 2\"",
            "pub unsafe extern \"ptx-kernel\" fn ntt_pass_dif (data : * mut u32 , n : u64 , s : Shape) { body () }",
            "pub struct NttPassDif",
            "pub data : :: cuda_std :: DevicePtr < u32 >",
            "pub n : u64",
            "pub s : Shape",
            "is_kernel_param :: < Shape > ()",
            "const NAME : & 'static str = \"ntt_pass_dif\"",
            "const FAMILY : & 'static str = \"ntt\"",
            "const BLOCK : u32 = 128u32",
            "const MIN_BLOCKS : u32 = 2u32",
        ] {
            assert!(code.contains(part), "no {part} in {code}");
        }
        assert_eq!(code.matches("doc = \" Doc.\"").count() + code.matches("/// Doc.").count(), 2, "{code}");
    }

    #[test]
    fn a_block_may_have_a_shape() {
        let code = expand(r#"family = "schur", block = (32, 2)"#, "unsafe fn f() {}").unwrap();
        assert!(code.contains("const BLOCK : u32 = 64u32") && code.contains("(32u32 , 2u32 , 1u32)"), "{code}");
        assert!(code.contains("const MIN_BLOCKS : u32 = 1u32"), "{code}");
    }

    #[test]
    fn parameters_are_structs_with_names() {
        let param = |attribute: &str, item: &str| {
            let parse = |text: &str| text.parse::<TokenStream>().expect("the test's own text");
            kernel_param(parse(attribute), parse(item))
                .map(|tokens| tokens.to_string())
                .map_err(|error| error.to_string())
        };
        let code = param("", "/// Doc.\npub struct Shape { pub n: u32, pub at: Place }").unwrap();
        for part in [
            "# [repr (C)]",
            "pub struct Shape",
            "size_of_param :: < u32 > () + size_of_param :: < Place > ()",
            "unsafe impl :: cuda_std :: KernelParam for Shape",
        ] {
            assert!(code.contains(part), "no {part} in {code}");
        }
        for (attribute, item, because) in [
            ("align = 4", "struct S { n: u32 }", "no keys"),
            ("", "struct S<T> { n: T }", "concrete"),
            ("", "struct S(u32);", "named fields"),
        ] {
            let error = param(attribute, item).expect_err(item);
            assert!(error.contains(because), "{error:?} does not contain {because:?}");
        }
    }

    #[test]
    fn wrong_signatures_are_rejected() {
        rejected(KEYS, "fn f() {}", "unsafe fn");
        rejected(KEYS, "unsafe extern \"C\" fn f() {}", "leave the ABI out");
        rejected(KEYS, "unsafe fn f() -> u32 { 0 }", "returns nothing");
        rejected(KEYS, "unsafe fn f<T>(x: *const T) {}", "concrete");
        rejected(KEYS, "unsafe fn f(x: &mut u32) {}", "kernels take pointers");
        rejected(KEYS, "unsafe fn f(x: (u32, u32)) {}", "kernels take pointers");
        rejected(KEYS, "unsafe fn f(x: [u32; 2]) {}", "kernels take pointers");
        rejected(KEYS, "unsafe fn f(x: u128) {}", "`u128` cannot be a kernel parameter");
        rejected(KEYS, "unsafe fn f(x: f32) {}", "`f32` cannot be a kernel parameter");
        rejected(KEYS, "unsafe fn f((a, b): Pair) {}", "is a name");
        rejected(KEYS, "unsafe fn f(self) {}", "free function");
    }

    #[test]
    fn wrong_keys_are_rejected() {
        let item = "unsafe fn f() {}";
        rejected(r#"block = 32"#, item, "missing `family");
        rejected(r#"family = "a""#, item, "missing `block");
        rejected(r#"family = "A", block = 32"#, item, "lower-case");
        rejected(r#"family = "a", block = 2048"#, item, "at most 1024 threads");
        rejected(r#"family = "a", block = (64, 32)"#, item, "this one 2048");
        rejected(r#"family = "a", block = 0"#, item, "at least 1");
        rejected(r#"family = "a", block = N"#, item, "expected a number");
        rejected(r#"family = "a", block = 32, block = 64"#, item, "given twice");
        rejected(r#"family = "a", block = 32, threads = 1"#, item, "expected `family`");
    }
}
