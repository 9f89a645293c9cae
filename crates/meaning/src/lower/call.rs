//! Calls (C11 6.5.2.2).

use kiln_lang::tree::{DeclFlags, DeclKind, DeclRef, ExprId, ExprKind, Linkage, List, UnaryOp, Unit};
use kiln_lang::types::Ty;

use super::{Class, Lower, Val};
use crate::code::{Arg, CallSite, Callee, Op, Reg, Symbol};
use crate::link::weakref_target;
use crate::settings::Dialect;

impl<'a> Lower<'a> {
    /// The name of a function that is called by its name.
    pub(super) fn callee_name(&self, callee: ExprId) -> Option<&'a str> {
        match self.body().expr(callee) {
            ExprKind::Name { decl } => {
                let decl = self.sight.decl(decl);
                let is_function = matches!(decl.kind, DeclKind::Function(_));
                decl.name.filter(|_| is_function).map(|name| self.sight.name(name))
            }
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Deref | UnaryOp::AddrOf, operand } => {
                self.callee_name(operand)
            }
            _ => None,
        }
    }

    pub(super) fn call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        args: List<ExprId>,
        used: bool,
        want: Option<Reg>,
    ) -> Val {
        let args: Vec<ExprId> = self.body().list(args).collect();
        if let Some(name) = self.callee_name(callee)
            && let Some(value) = self.builtin_call(id, name, &args, used, want)
        {
            return value;
        }
        if let Some(name) = self.callee_name(callee)
            && used
        {
            self.check_setjmp(id, name);
        }
        self.call_function(id, callee, args, used)
    }

    /// `__builtin_tgmath`: the front end has converted the arguments to the parameters of the function that it has chosen.
    pub(super) fn call_generic(&mut self, id: ExprId, operands: &[ExprId], used: bool) -> Val {
        let types = self.types();
        let function = |operand: ExprId| types.as_function(types.pointee(self.body().converted(operand))?);
        let n_functions = operands.iter().take_while(|&&operand| function(operand).is_some()).count();
        let (functions, args) = operands.split_at(n_functions);
        let chosen = functions.iter().copied().find(|&one| {
            let params = function(one).map_or(&[][..], |ty| &ty.params);
            params.len() == args.len()
                && params.iter().zip(args).all(|(&param, &arg)| types.value_type(param) == self.body().converted(arg))
        });
        match chosen {
            Some(callee) => self.call_function(id, callee, args.to_vec(), used),
            None => self.nothing(id),
        }
    }

    /// A call of a function by its name or by a pointer.
    fn call_function(&mut self, id: ExprId, callee: ExprId, mut args: Vec<ExprId>, used: bool) -> Val {
        let result = self.body().ty(id);
        let passes_on = args.pop_if(|last| self.is_pack(*last)).is_some();
        let function = self.types().pointee(self.body().converted(callee)).unwrap_or(Ty::ERROR);
        let direct = match self.body().expr(callee) {
            ExprKind::Name { decl }
                if matches!(self.sight.decl(decl).kind, DeclKind::Function(_))
                    && self.nested_function(decl).is_none()
                    && !self.is_absent(decl) =>
            {
                Some(decl)
            }
            _ => None,
        };
        let replaced = direct.and_then(|decl| self.replaced(decl));
        if replaced.is_some() && (self.settings.dialect != Dialect::Gnu || self.settings.no_builtins) {
            self.unsupported("the program's own definition of a function that GCC replaces by instructions");
        }
        let operands: Vec<ExprId> = match direct {
            Some(_) => args.clone(),
            None => std::iter::once(callee).chain(args.iter().copied()).collect(),
        };
        let region = operands.len() > 1 && self.begin_unordered(&operands, false);
        let target = match (direct, replaced) {
            (_, Some(name)) => Callee::Builtin(name),
            (Some(decl), None) => {
                let symbol = self.symbol(Symbol::Decl(decl));
                Callee::Symbol(symbol)
            }
            (None, None) => {
                let pointer = self.value(callee);
                self.next_unordered(region);
                let kept = self.alloc(3);
                self.mov(kept, pointer);
                Callee::Pointer(kept)
            }
        };
        let class = self.class(result);
        let memory = if class == Class::Memory { Some(self.temporary(result).1) } else { None };
        let base = self.alloc(0);
        if let Some(pointer) = memory {
            let slot = self.alloc(3);
            self.mov(slot, Val { reg: pointer, class: Class::Pointer });
        }
        let list = self.arguments(base, &args, region);
        self.end_unordered(region);
        let check = self.needs_check(direct, function, &list);
        // The result takes the place of the arguments.
        self.top = u32::from(base) + u32::from(class.slots());
        self.code.registers = self.code.registers.max(self.top);
        let site = self.code.calls.len() as u32;
        let alone = self.alone.contains(&id);
        let (callee, ty, args) = (target, function, list.into());
        self.code.calls.push(CallSite { callee, ty, base, args, result, used, check, alone, passes_on });
        // Between the arguments and the call (C11 6.5.2.2p10).
        self.sequence_point();
        self.emit(Op::Call { site });
        match memory {
            Some(pointer) => Val { reg: pointer, class },
            None => Val { reg: base, class },
        }
    }

    /// Whether a function is declared with the attribute `weak` or `weakref` and defined nowhere: its address is null.
    pub(super) fn is_absent(&self, decl: DeclRef) -> bool {
        let sight = self.sight.at(decl.is_file());
        let declared = self.sight.decl(decl);
        let is_weak = declared.attrs.is_some_and(|attrs| {
            sight.body.attrs[attrs].iter().any(|attr| matches!(self.sight.name(attr.name), "weak" | "__weak__"))
        });
        let Some(name) = declared.name.filter(|_| decl.is_file()).map(|name| self.sight.name(name)) else {
            return false;
        };
        let target = weakref_target(self.sight, decl);
        if !is_weak && target.is_none() {
            return false;
        }
        let name = target.as_deref().unwrap_or(name);
        let defines = |unit: &Unit| {
            let definitions = unit.function_ids().flat_map(|id| unit.function(id).functions.iter());
            let names = definitions.filter(|one| one.decl.is_file()).map(|one| unit.file.decls[one.decl.id()].name);
            names.flatten().any(|defined| self.sight.name(defined) == name)
        };
        !self.program.units.iter().any(defines) && !crate::library::has(name)
    }

    /// A function that the program defines and that GCC computes by itself without optimisation. Defining it is undefined
    /// (C11 7.1.3p2), and the definition is not what runs. GCC's manual, on `-fno-builtin`, only says so of "linking with a
    /// different library".
    fn replaced(&self, decl: DeclRef) -> Option<&'static str> {
        const REPLACED: &[&str] = &["abs", "labs", "llabs", "imaxabs", "fabs", "fabsf", "fabsl"];
        let called = self.sight.decl(decl);
        let name = called.name?;
        let known = REPLACED.iter().copied().find(|&known| known == self.sight.name(name))?;
        let is_same = |function: &DeclRef| self.sight.at(true).decl(*function).name == Some(name);
        let unit = &self.program.units[self.unit as usize];
        let mut definitions = unit.function_ids().flat_map(|id| unit.function(id).functions.iter());
        let is_defined = definitions.any(|one| one.decl.is_file() && is_same(&one.decl));
        (called.linkage == Linkage::External && is_defined).then_some(known)
    }

    /// Whether the machine has to compare the call with what is called.
    fn needs_check(&self, direct: Option<DeclRef>, function: Ty, args: &[Arg]) -> bool {
        let Some(decl) = direct else { return true };
        let Some(ty) = self.types().as_function(function) else { return true };
        !ty.prototype || ty.params.len() != args.len() && !ty.variadic || {
            // A declaration in sight has been checked against the definition in the same unit; others may differ.
            let decl = self.sight.decl(decl);
            decl.flags.contains(DeclFlags::IMPLICIT) || self.program.units.len() > 1
        }
    }

    /// Evaluates arguments into the registers that follow `base`.
    pub(super) fn arguments(&mut self, base: Reg, args: &[ExprId], region: bool) -> Vec<Arg> {
        let mut places = Vec::new();
        for &arg in args {
            let ty = self.body().converted(arg);
            let class = self.class(ty);
            let slot = self.alloc(class.slots());
            places.push((arg, slot, ty, class));
        }
        let order: Vec<usize> =
            if self.right_to_left() { (0..args.len()).rev().collect() } else { (0..args.len()).collect() };
        for (n, &index) in order.iter().enumerate() {
            let (arg, slot, ty, class) = places[index];
            let top = self.top;
            if class == Class::Memory {
                let value = self.value(arg);
                let (_, d) = self.temporary(ty);
                self.copy_value((d, value.reg), ty, false, 1);
                self.mov(slot, Val { reg: d, class });
            } else {
                self.value_into(arg, slot);
            }
            self.top = top;
            if n + 1 < args.len() {
                self.next_unordered(region);
            }
        }
        places.iter().map(|&(_, slot, ty, _)| Arg { reg: slot - base, ty }).collect()
    }

    /// A call of a builtin that the machine models, with arguments as they are.
    pub(super) fn machine_builtin(&mut self, name: &'static str, id: ExprId, args: &[ExprId], used: bool) -> Val {
        let result = self.body().ty(id);
        let class = self.class(result);
        let memory = if class == Class::Memory { Some(self.temporary(result).1) } else { None };
        let region = args.len() > 1 && self.begin_unordered(args, false);
        let base = self.alloc(0);
        if let Some(pointer) = memory {
            let slot = self.alloc(3);
            self.mov(slot, Val { reg: pointer, class: Class::Pointer });
        }
        let list = self.arguments(base, args, region);
        self.end_unordered(region);
        // The result takes the place of the arguments.
        self.top = u32::from(base) + u32::from(class.slots());
        self.code.registers = self.code.registers.max(self.top);
        let site = self.code.calls.len() as u32;
        let (callee, args, alone) = (Callee::Builtin(name), list.into(), self.alone.contains(&id));
        let (ty, check, passes_on) = (Ty::ERROR, false, false);
        self.code.calls.push(CallSite { callee, ty, base, args, result, used, check, alone, passes_on });
        self.emit(Op::Call { site });
        match memory {
            Some(pointer) => Val { reg: pointer, class },
            None => Val { reg: base, class },
        }
    }

    /// Makes a call.
    pub(super) fn add_call(&mut self, call: CallSite) {
        let site = self.code.calls.len() as u32;
        self.code.calls.push(call);
        self.emit(Op::Call { site });
    }
}
