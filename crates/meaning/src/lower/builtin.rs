//! Builtins that are more, or less, than a call.

use kiln_lang::tree::{ExprId, ExprKind};
use kiln_lang::types::Ty;

use super::place::At;
use super::{Class, Lower, Val};
use crate::code::{Op, Reg, Trap, VaArgRule};
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
        let short = name.strip_prefix("__builtin_")?;
        let ty = self.body().ty(id);
        Some(match (short, args) {
            ("va_start" | "c23_va_start" | "stdarg_start", [list, ..]) => {
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
            ("unreachable", []) => {
                self.trap(Trap::Undefined(Kind::Unreachable, "__builtin_unreachable is reached".to_owned()));
                self.no_value()
            }
            ("constant_p", [arg]) => {
                let constant = self.folder().value(*arg).is_some();
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
            ("expect" | "expect_with_probability", [value, rest @ ..]) => {
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
            ("alloca" | "alloca_with_align" | "alloca_with_align_and_max", [size, ..]) => {
                let size = self.value(*size);
                let d = self.dest(Class::Pointer, want);
                self.emit(Op::Alloca { d, size: size.reg });
                Val { reg: d, class: Class::Pointer }
            }
            ("assoc_barrier" | "speculation_safe_value", [value, ..]) => self.value_to(*value, want),
            ("choose_expr" | "types_compatible_p", _) => return None,
            ("shuffle" | "shufflevector", _) => self.vector_shuffle(id, short, args, ty),
            ("complex", [re, im]) => self.make_complex(*re, *im, ty),
            ("call_with_static_chain" | "va_arg_pack" | "va_arg_pack_len" | "apply" | "apply_args", _) => {
                self.nothing(id)
            }
            _ => {
                let builtin = kiln_lang::builtins::lookup(name)?;
                return self.generic_builtin(id, builtin, args, used);
            }
        })
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
    pub(super) fn va_arg(&mut self, list: ExprId, ty: Ty, want: Option<Reg>) -> Val {
        let p = self.va_list_pointer(list);
        let class = self.class(ty);
        let _ = want;
        let (object, d) = if class == Class::Memory {
            let (object, d) = self.temporary(ty);
            (Some(object), d)
        } else {
            (None, self.alloc(class.slots()))
        };
        let arg = self.code.va_args.len() as u32;
        self.code.va_args.push(VaArgRule { ty, object });
        self.emit(Op::VaArg { d, p, arg });
        let _ = ExprKind::Error {};
        Val { reg: d, class }
    }
}
