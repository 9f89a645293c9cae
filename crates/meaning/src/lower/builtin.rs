//! Builtins that are more, or less, than a call.

use kiln_lang::tree::{DeclKind, ExprId, ExprKind, Node, StmtKind, UnaryOp};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::{Base, Value};

use super::place::At;
use super::{Class, Lower, Val};
use crate::code::{Arg, CallSite, Callee, Op, Reg, Trap, VaArgRule};
use crate::library::{FRAME_ADDRESS, RETURN_ADDRESS};
use crate::settings::Dialect;
use crate::undefined::Kind;

impl Lower<'_> {
    /// A call of a builtin that is not an ordinary call; `None` if it is one.
    pub(super) fn builtin_call(
        &mut self,
        id: ExprId,
        name: &str,
        args: &[ExprId],
        used: bool,
        want: Option<Reg>,
    ) -> Option<Val> {
        // `alloca` is known by its own name, too: no library can have it.
        let short = name.strip_prefix("__builtin_").or((name == "alloca").then_some(name))?;
        let ty = self.body().ty(id);
        Some(match (short, args) {
            ("va_start" | "c23_va_start" | "stdarg_start", [list, rest @ ..]) => {
                // GCC does not look at the parameter.
                let is_looked_at = self.settings.dialect != Dialect::Gnu;
                if is_looked_at && rest.first().is_some_and(|&last| self.is_promoted(last)) {
                    let words = "va_start after a parameter whose type the default argument promotions change";
                    self.undefined(Kind::CallArguments, words);
                }
                let p = self.va_list_pointer(*list);
                self.emit(Op::VaStart { p });
                self.no_value()
            }
            ("va_end", [list]) => {
                let p = self.va_list_pointer(*list);
                self.emit(Op::VaEnd { p });
                self.no_value()
            }
            ("va_copy", [to, from]) => {
                let d = self.va_list_pointer(*to);
                let p = self.va_list_pointer(*from);
                self.emit(Op::VaCopy { d, p });
                self.no_value()
            }
            ("return_address", [_]) => self.machine_builtin(RETURN_ADDRESS, id, args, used),
            ("frame_address", [_]) => self.machine_builtin(FRAME_ADDRESS, id, args, used),
            ("unreachable", []) => {
                self.trap(Trap::Undefined(Kind::Unreachable, "__builtin_unreachable is reached".to_owned()));
                self.no_value()
            }
            ("constant_p", [arg]) => {
                // As GCC without optimisation: numbers, and string literals as the only addresses.
                let constant = match self.folder().value(*arg) {
                    Some(Value::Address(address)) => matches!(address.base, Base::Absolute | Base::Str(_)),
                    Some(Value::Int(_) | Value::Float(_) | Value::Opaque) => true,
                    None => false,
                };
                self.integer_constant(u128::from(constant), ty, want)
            }
            ("classify_type" | "object_size" | "dynamic_object_size", _) => {
                if self.folder().int(id).is_some() {
                    self.folded(id, ty, want)
                } else {
                    // Its value depends on how hard the compiler looks.
                    self.unsupported(format!("`{name}`"));
                    self.temp(self.class(ty))
                }
            }
            ("expect" | "expect_with_probability" | "assoc_barrier" | "speculation_safe_value", [value, rest @ ..]) => {
                let value = self.value(*value);
                let kept = self.alloc(value.class.slots());
                self.mov(kept, value);
                for &arg in rest {
                    self.effect(arg);
                }
                Val { reg: kept, class: value.class }
            }
            ("assume_aligned", [pointer, rest @ ..]) => {
                let value = self.value(*pointer);
                for &arg in rest {
                    self.effect(arg);
                }
                if let (Some(align), None) = (rest.first().and_then(|&arg| self.folder().int(arg)), rest.get(1)) {
                    self.emit(Op::CheckAssumed { p: value.reg, align: align.as_u64() as u32 });
                }
                value
            }
            ("prefetch" | "__clear_cache" | "ia32_pause", _) => {
                for &arg in args {
                    self.effect(arg);
                }
                self.no_value()
            }
            ("alloca" | "alloca_with_align" | "alloca_with_align_and_max", [size, rest @ ..]) => {
                let size = self.value(*size);
                // The alignment is given in bits.
                let align = rest.first().and_then(|&arg| self.folder().int(arg)).map_or(0, |bits| bits.as_u64() / 8);
                let d = self.dest(Class::Pointer, want);
                self.emit(Op::Alloca { d, size: size.reg, align: align.min(1 << 16) as u32 });
                Val { reg: d, class: Class::Pointer }
            }
            ("add_overflow_p" | "sub_overflow_p" | "mul_overflow_p", [.., like]) if self.is_bit_field(*like) => {
                self.overflow_of_bits(short, id, args)
            }
            ("choose_expr" | "types_compatible_p", _) => return None,
            ("shuffle", _) => self.machine_builtin("shuffle", id, args, true),
            ("shufflevector", _) => self.machine_builtin("shufflevector", id, args, true),
            ("tgmath", _) => self.call_generic(id, args, used),
            ("complex", [re, im]) => self.make_complex(*re, *im, ty),
            ("apply", [function, described, _]) if !used => {
                self.apply(*function, *described, false);
                self.no_value()
            }
            ("return", [value]) => {
                self.return_applied(*value);
                self.no_value()
            }
            ("va_arg_pack_len", []) => self.machine_builtin("va_arg_pack_len", id, args, used),
            ("call_with_static_chain" | "va_arg_pack" | "apply" | "apply_args", _) => self.nothing(id),
            _ => {
                let builtin = kiln_lang::builtins::lookup(name)?;
                return self.generic_builtin(id, builtin, args, used);
            }
        })
    }

    /// Whether a result overflows a bit-field, whose width counts, and not the type it is promoted to. Of the third argument only
    /// the effects are evaluated.
    fn overflow_of_bits(&mut self, name: &str, id: ExprId, args: &[ExprId]) -> Val {
        const NAMES: [(&str, &str); 3] = [
            ("add_overflow_p", "add-overflow-bits"),
            ("sub_overflow_p", "sub-overflow-bits"),
            ("mul_overflow_p", "mul-overflow-bits"),
        ];
        let callee = NAMES.iter().find(|(known, _)| *known == name).map_or("", |&(_, callee)| callee);
        let like = args[2];
        let ExprKind::Member { field, .. } = self.body().expr(like) else { return self.nothing(id) };
        let width = self.types().fields[field].bits.map_or(0, |bits| bits.width);
        let is_signed = match self.class(self.types().fields[field].ty) {
            Class::Int(shape) | Class::Wide(shape) => shape.signed,
            _ => false,
        };
        let region = self.begin_unordered(args, false);
        let base = self.alloc(0);
        let mut list = self.arguments(base, &args[..2], region);
        self.next_unordered(region);
        self.effect(like);
        self.end_unordered(region);
        for value in [u64::from(width), u64::from(is_signed)] {
            let reg = self.constant(value, None);
            list.push(Arg { reg: reg - base, ty: Ty::UINT });
        }
        self.top = u32::from(base) + 1;
        let (callee, result) = (Callee::Builtin(callee), self.body().ty(id));
        self.add_call(CallSite { args: list.into(), used: true, ..CallSite::alone(callee, Ty::ERROR, base, result) });
        Val { reg: base, class: self.class(result) }
    }

    /// Whether the default argument promotions change the type of the last parameter (C11 7.16.1.4p4).
    fn is_promoted(&self, last: ExprId) -> bool {
        let ty = self.body().ty(last);
        match self.types().as_basic(ty) {
            Some(basic) if basic.is_integer() => {
                let promoted = kiln_lang::types::convert::promote_basic(&self.options().target, basic);
                promoted != basic && self.types().as_integer(ty).is_some()
            }
            Some(basic) => basic == Basic::Float,
            None => false,
        }
    }

    /// Whether a `va_list` is a parameter, so that what is taken from it is taken from the caller's, too.
    fn is_passed_list(&self, list: ExprId) -> bool {
        match self.body().expr(list) {
            ExprKind::Name { decl } => self.sight.decl(decl).kind == DeclKind::Param,
            _ => false,
        }
    }

    pub(super) fn is_bit_field(&self, id: ExprId) -> bool {
        match self.body().expr(id) {
            ExprKind::Member { field, .. } => self.types().fields[field].bits.is_some(),
            _ => false,
        }
    }

    /// `setjmp` may stand alone, or be the controlling expression of a statement, there also under `!` or compared with a
    /// constant (C11 7.13.1.1p4).
    pub(super) fn check_setjmp(&mut self, call: ExprId, name: &str) {
        if !matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp") {
            return;
        }
        let body = self.body();
        let Some(function) = self.function else { return };
        let allowed = body.descend(Node::Stmt(body.functions[function].body)).any(|node| {
            let Node::Stmt(stmt) = node else { return false };
            let (StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. }
            | StmtKind::For { cond: Some(cond), .. }) = body.stmt(stmt)
            else {
                return false;
            };
            self.is_controlled_by(cond, call)
        });
        if !allowed {
            let words = "the result of setjmp is used in another way than in a condition";
            self.undefined(Kind::LibraryPrecondition, words);
        }
    }

    fn is_controlled_by(&self, cond: ExprId, call: ExprId) -> bool {
        if cond == call {
            return true;
        }
        match self.body().expr(cond) {
            ExprKind::Unary { op: UnaryOp::Not | UnaryOp::Extension, operand } => self.is_controlled_by(operand, call),
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                lhs == call && self.folder().int(rhs).is_some() || rhs == call && self.folder().int(lhs).is_some()
            }
            _ => false,
        }
    }

    fn no_value(&mut self) -> Val {
        Val { reg: 0, class: Class::Void }
    }

    /// Type-generic builtins: the machine sees the types of the arguments.
    fn generic_builtin(
        &mut self,
        id: ExprId,
        builtin: &'static kiln_lang::builtins::Builtin,
        args: &[ExprId],
        used: bool,
    ) -> Option<Val> {
        match builtin.typing() {
            kiln_lang::builtins::Typing::Rule(_) => Some(self.machine_builtin(builtin.name(), id, args, used)),
            kiln_lang::builtins::Typing::Prototype(_) => None,
        }
    }

    /// A pointer to the object that a `va_list` is.
    fn va_list_pointer(&mut self, list: ExprId) -> Reg {
        let ty = self.body().ty(list);
        if self.types().as_array(ty).is_some() || self.class(ty) == Class::Memory {
            let place = self.place(list);
            return self.address(place, false, None).reg;
        }
        // A parameter of type `va_list` is a pointer to the caller's where `va_list` is an array.
        if self.options().target.va_list == kiln_lang::target::VaList::X86_64 {
            return self.value(list).reg;
        }
        let place = self.place(list);
        match place.at {
            At::Memory { .. } => self.address(place, false, None).reg,
            At::Register(_) => {
                self.unsupported("a va_list in a register");
                self.alloc(3)
            }
        }
    }

    /// `va_arg (list, type)`.
    pub(super) fn va_arg(&mut self, list: ExprId, ty: Ty) -> Val {
        let p = self.va_list_pointer(list);
        let class = self.class(ty);
        let (object, d) = if class == Class::Memory {
            let (object, d) = self.temporary(ty);
            (Some(object), d)
        } else {
            (None, self.alloc(class.slots()))
        };
        let arg = self.code.va_args.len() as u32;
        self.code.va_args.push(VaArgRule { ty, object, passed: self.is_passed_list(list) });
        self.emit(Op::VaArg { d, p, arg });
        Val { reg: d, class }
    }
}
