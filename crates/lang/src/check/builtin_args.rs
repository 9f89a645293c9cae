//! What builtins demand of their arguments beyond their types.

use super::Checker;
use crate::builtins::{self, Rule, Spelling};
use crate::diagnostics::Code;
use crate::tree::{DeclFlags, ExprId, ExprKind, List};
use crate::types::{Basic, Quals, Ty, TypeKind};
use crate::value::int::Int;

/// Whether arguments fit, or what is wrong.
type Fits = Result<(), &'static str>;

/// A builtin with a prototype and further demands.
struct Row {
    /// Its name without `__builtin_`.
    name: &'static str,
    check: fn(&Checker, List<ExprId>) -> Fits,
}

const ROWS: &[Row] = &[
    Row { name: "alloca_with_align", check: alloca_with_align },
    Row { name: "alloca_with_align_and_max", check: alloca_with_align },
    Row { name: "assume_aligned", check: assume_aligned },
];

fn alloca_with_align(checker: &Checker, args: List<ExprId>) -> Fits {
    let Some(align) = checker.body().lists.at(args, 1) else { return Ok(()) };
    let value = checker.fold_int(align).map(Int::as_i128);
    match value {
        Some(bits) if (8..=1 << 31).contains(&bits) && bits.count_ones() == 1 => Ok(()),
        _ if checker.ty(align).is_error() => Ok(()),
        _ => Err("the alignment must be a constant power of two of at least 8 bits"),
    }
}

fn assume_aligned(checker: &Checker, args: List<ExprId>) -> Fits {
    if args.len() > 3 {
        return Err("too many arguments for this builtin");
    }
    let Some(offset) = checker.body().lists.at(args, 2) else { return Ok(()) };
    let ty = checker.ty(offset);
    if checker.types().is_integer(ty) || ty.is_error() { Ok(()) } else { Err("the offset must be an integer") }
}

impl Checker {
    /// Checks the arguments of a builtin that has a prototype, by its name without `__builtin_`.
    pub(super) fn check_builtin_args(&mut self, id: ExprId, name: &str, args: List<ExprId>) {
        let row = ROWS.iter().find(|row| row.name == name);
        if let Some(Err(problem)) = row.map(|row| (row.check)(self, args)) {
            let span = self.span(id);
            self.error(Code::BadCall, span, problem);
        }
    }

    /// A builtin without a function of the library behind it has no address.
    pub(super) fn require_callable(&mut self, id: ExprId) {
        let ExprKind::Name { decl } = self.body().expr(id) else { return };
        let decl = self.decl(decl);
        let undeclared = decl.flags.contains(DeclFlags::BUILTIN) && decl.flags.contains(DeclFlags::IMPLICIT);
        let Some(name) = decl.name.filter(|_| undeclared) else { return };
        if builtins::lookup(self.name(name)).is_some_and(|builtin| builtin.spelling() == Spelling::Prefixed) {
            let message = format!("`{}` can only be called", self.name(name));
            let span = self.span(id);
            self.error(Code::BadOperand, span, message);
        }
    }

    /// The object of an atomic operation on values: an integer or pointer; with arithmetic, no `_Bool`, whose value would
    /// not stay 0 or 1.
    pub(super) fn atomic_scalar(&self, value: Ty, arithmetic: bool) -> Fits {
        let types = self.types();
        let is_bool = types.as_basic(value) == Some(Basic::Bool);
        let fits = types.is_integer(value) && !(arithmetic && is_bool) || types.is_pointer(value) || value.is_error();
        if fits { Ok(()) } else { Err("a pointer to an integer or pointer is needed") }
    }

    /// The arguments of an atomic operation on objects: all pointers lead to objects of the same constant size.
    pub(super) fn atomic_objects(&self, rule: Rule, args: List<ExprId>) -> Fits {
        let n_objects = match rule {
            Rule::AtomicLoad | Rule::AtomicStore => 2,
            Rule::AtomicExchange | Rule::AtomicCompareExchange => 3,
            _ => return Ok(()),
        };
        let mut size = None;
        for position in 0..n_objects {
            let ty = self.body().converted(self.arg(args, position));
            if ty.is_error() {
                return Ok(());
            }
            let to = self.types().pointee(ty).ok_or("a pointer argument is needed")?;
            let own = self.types().size_of(self.target(), to).filter(|&size| size > 0);
            let own = own.ok_or("a pointer to an object of known size is needed")?;
            if *size.get_or_insert(own) != own {
                return Err("the objects differ in size");
            }
        }
        Ok(())
    }

    /// What receives the result of an overflow builtin: an integer that can hold any number and is written at once.
    pub(super) fn overflow_result(&self, number: Ty, stored: bool) -> Fits {
        let enumeration = matches!(self.types().canon_kind(number), TypeKind::Enum(_));
        if enumeration || self.types().as_basic(number) == Some(Basic::Bool) {
            return Err("the result of an overflow builtin cannot be an enumeration or `_Bool`");
        }
        let quals = self.types().quals(number);
        if stored && quals.contains(Quals::CONST) {
            return Err("the result of an overflow builtin cannot be stored in a `const` object");
        }
        if stored && quals.contains(Quals::ATOMIC) {
            return Err("the result of an overflow builtin cannot be stored in an `_Atomic` object");
        }
        Ok(())
    }
}
