//! The declarations of a kernel: the attribute's keys, and the parameters with their rules.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, FnArg, Ident, ItemFn, Lit, Pat, Result, ReturnType, Token, Type};

/// The keys of `#[kernel(..)]`.
pub struct Declaration {
    pub family: String,
    pub block: [u32; 3],
    pub min_blocks: u32,
}

impl Parse for Declaration {
    fn parse(input: ParseStream) -> Result<Self> {
        let (mut family, mut block, mut min_blocks) = (None, None, None);
        let start = input.span();
        for pair in Punctuated::<syn::MetaNameValue, Token![,]>::parse_terminated(input)? {
            let key = pair.path.require_ident()?.to_string();
            let repeated = match key.as_str() {
                "family" => family.replace(text(&pair.value)?).is_some(),
                "block" => block.replace(shape(&pair.value)?).is_some(),
                "min_blocks" => min_blocks.replace(number(&pair.value)?).is_some(),
                _ => return Err(Error::new(pair.path.span(), "expected `family`, `block` or `min_blocks`")),
            };
            if repeated {
                return Err(Error::new(pair.path.span(), format!("`{key}` is given twice")));
            }
        }
        let family = family.ok_or_else(|| Error::new(start, "missing `family = \"..\"`"))?;
        let block = block.ok_or_else(|| Error::new(start, "missing `block = ..`"))?;
        Ok(Declaration { family, block, min_blocks: min_blocks.unwrap_or(1) })
    }
}

fn text(value: &Expr) -> Result<String> {
    let Expr::Lit(ExprLit { lit: Lit::Str(s), .. }) = value else {
        return Err(Error::new(value.span(), "expected a string"));
    };
    let name = s.value();
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') {
        return Err(Error::new(value.span(), "a family is a file name: lower-case letters, digits and `_`"));
    }
    Ok(name)
}

fn number(value: &Expr) -> Result<u32> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(n), .. }) => match n.base10_parse()? {
            0 => Err(Error::new(value.span(), "must be at least 1")),
            n => Ok(n),
        },
        // The tokens that a macro puts in place of its variable.
        Expr::Group(group) => number(&group.expr),
        _ => Err(Error::new(value.span(), "expected a number: the compiler writes it into the PTX")),
    }
}

fn shape(value: &Expr) -> Result<[u32; 3]> {
    let mut block = [1; 3];
    match value {
        Expr::Tuple(tuple) if (2..=3).contains(&tuple.elems.len()) => {
            for (side, element) in block.iter_mut().zip(&tuple.elems) {
                *side = number(element)?;
            }
        }
        Expr::Tuple(_) => return Err(Error::new(value.span(), "a block has at most three dimensions")),
        _ => block[0] = number(value)?,
    }
    let threads = block.iter().map(|&side| u64::from(side)).product::<u64>();
    if threads > 1024 || block[2] > 64 {
        return Err(Error::new(value.span(), format!("a block has at most 1024 threads, this one {threads}")));
    }
    Ok(block)
}

/// One parameter.
pub struct Parameter {
    pub name: Ident,
    pub kind: Kind,
}

/// How a parameter crosses.
pub enum Kind {
    /// A pointer to this type: `DevicePtr` on the host.
    Pointer(Type),
    /// `u32`, `u64`, `f64` or a struct: itself on both sides.
    Value(Type),
}

const ALLOWED: &str = "kernels take pointers, u32, u64, f64, and structs that #[kernel_param] declares";

/// The parameters of `function`, checked against the rules of a kernel.
pub fn parameters(function: &ItemFn) -> Result<Vec<Parameter>> {
    let signature = &function.sig;
    if signature.unsafety.is_none() {
        return Err(Error::new(signature.fn_token.span(), "a kernel is an `unsafe fn`: it trusts the host's buffers"));
    }
    if let Some(abi) = &signature.abi {
        return Err(Error::new(abi.span(), "leave the ABI out: the attribute writes it"));
    }
    if signature.asyncness.is_some() || signature.constness.is_some() || signature.variadic.is_some() {
        return Err(Error::new(signature.span(), "a kernel is a plain `unsafe fn`"));
    }
    if !signature.generics.params.is_empty() || signature.generics.where_clause.is_some() {
        return Err(Error::new(signature.generics.span(), "a kernel is concrete: one symbol, one instance"));
    }
    if !matches!(signature.output, ReturnType::Default) {
        return Err(Error::new(signature.output.span(), "a kernel returns nothing; write to a buffer"));
    }
    signature.inputs.iter().map(parameter).collect()
}

fn parameter(argument: &FnArg) -> Result<Parameter> {
    let FnArg::Typed(argument) = argument else {
        return Err(Error::new(argument.span(), "a kernel is a free function"));
    };
    let Pat::Ident(pattern) = &*argument.pat else {
        return Err(Error::new(argument.pat.span(), "a kernel parameter is a name"));
    };
    let kind = match &*argument.ty {
        Type::Ptr(pointer) => Kind::Pointer((*pointer.elem).clone()),
        Type::Path(path) => {
            let last = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            let foreign =
                ["u8", "u16", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "bool", "char"];
            if foreign.contains(&last.as_str()) {
                return Err(Error::new(
                    argument.ty.span(),
                    format!("`{last}` cannot be a kernel parameter: {ALLOWED}"),
                ));
            }
            Kind::Value((*argument.ty).clone())
        }
        other => return Err(Error::new(other.span(), format!("not a kernel parameter: {ALLOWED}"))),
    };
    Ok(Parameter { name: pattern.ident.clone(), kind })
}
