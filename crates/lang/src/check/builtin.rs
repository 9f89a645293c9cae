//! Type-generic builtins, and the C types of those with a prototype.

use super::Checker;
use super::convert::Given;
use crate::builtins::{self, Builtin, Prototype, Rule, SigType, Typing};
use crate::diagnostics::Code;
use crate::names::Symbol;
use crate::source::Span;
use crate::target::{Std, VaList};
use crate::tree::{Decl, DeclFlags, DeclKind, DeclRef, ExprId, ExprKind, Linkage, List, Storage};
use crate::types::{ArrayLen, Basic, Field, FnType, Quals, Record, RecordKind, Ty};

/// Declaring builtins.
impl Checker {
    /// Declares a builtin or library function that a program uses without declaring it.
    pub(crate) fn declare_builtin(&mut self, name: Symbol) -> Option<DeclRef> {
        let builtin = self.find_builtin(name)?;
        let mut ty = self.builtin_type(builtin);
        // As GCC does: a library function that could be `int f()` is taken as that.
        let plain = FnType { result: Ty::INT, params: Box::default(), variadic: false, prototype: false };
        let plain = self.function(plain);
        if !self.name(name).starts_with("__") && self.types().compatible(self.target(), ty, plain) {
            ty = plain;
        }
        let mut flags = DeclFlags::IMPLICIT;
        flags.insert(DeclFlags::BUILTIN);
        Some(self.declare_implicit(name, ty, flags))
    }

    pub(crate) fn find_builtin(&self, name: Symbol) -> Option<&'static Builtin> {
        let dialect = self.options.dialect;
        if dialect.gnu {
            return builtins::lookup(self.name(name));
        }
        let standard = match dialect.std {
            Std::C89 => builtins::Standard::C90,
            Std::C99 => builtins::Standard::C99,
            Std::C11 | Std::C17 => builtins::Standard::C11,
            Std::C2x => builtins::Standard::C23,
        };
        builtins::lookup_strict(self.name(name), standard)
    }

    /// Declares a function at file scope without a declaration in the program.
    pub(crate) fn declare_implicit(&mut self, name: Symbol, ty: Ty, flags: DeclFlags) -> DeclRef {
        let decl = Decl {
            name: Some(name),
            ty,
            kind: DeclKind::Function(None),
            storage: Storage::None,
            linkage: Linkage::External,
            flags,
            init: None,
            attrs: None,
            asm_label: None,
            params: List::default(),
            previous: None,
            span: Span::NONE,
        };
        let id = self.file_mut().decls.push(decl);
        let decl = DeclRef::file(id);
        self.scopes.bind_file(name, decl);
        decl
    }

    /// The type of a builtin; a type-generic one has that of `int f()`, and its calls are typed by its rule.
    pub(crate) fn builtin_type(&mut self, builtin: &Builtin) -> Ty {
        match builtin.typing() {
            Typing::Prototype(prototype) => self.prototype_type(&prototype),
            Typing::Rule(_) => {
                self.function(FnType { result: Ty::INT, params: Box::default(), variadic: false, prototype: false })
            }
        }
    }

    fn prototype_type(&mut self, prototype: &Prototype) -> Ty {
        let result = self.sig_type(&prototype.result);
        let params = prototype.params.iter().map(|param| self.sig_type(param)).collect();
        let unprototyped = prototype.is_unprototyped();
        self.function(FnType {
            result,
            params,
            variadic: prototype.variadic && !unprototyped,
            prototype: !unprototyped,
        })
    }

    fn sig_type(&mut self, sig: &SigType) -> Ty {
        match sig {
            SigType::Basic(basic) => self.sig_basic(*basic),
            SigType::Complex(basic) => {
                let real = self.sig_basic(*basic);
                let basic = self.types().as_basic(real).unwrap_or(Basic::Double);
                self.complex(basic)
            }
            SigType::Vector { lanes, of } => {
                let elem = self.sig_basic(*of);
                self.vector(elem, u32::from(*lanes))
            }
            SigType::Pointer { to, is_const, is_volatile } => {
                let mut quals = Quals::NONE;
                if *is_const {
                    quals = quals.union(Quals::CONST);
                }
                if *is_volatile {
                    quals = quals.union(Quals::VOLATILE);
                }
                let to = self.sig_type(to);
                let to = self.qualified(to, quals);
                self.pointer(to)
            }
        }
    }

    fn sig_basic(&mut self, basic: builtins::Basic) -> Ty {
        use builtins::Basic as Sig;
        let target = *self.target();
        Ty::basic(match basic {
            Sig::Void | Sig::File | Sig::Tm | Sig::Fenv | Sig::Fexcept => Basic::Void,
            Sig::Bool => Basic::Bool,
            Sig::Char => Basic::Char,
            Sig::SChar => Basic::SChar,
            Sig::UChar | Sig::UInt8 => Basic::UChar,
            Sig::Short => Basic::Short,
            Sig::UShort | Sig::UInt16 => Basic::UShort,
            Sig::Int | Sig::PidT => Basic::Int,
            Sig::UInt => Basic::UInt,
            Sig::Long => Basic::Long,
            Sig::ULong => Basic::ULong,
            Sig::LongLong => Basic::LongLong,
            Sig::ULongLong => Basic::ULongLong,
            Sig::Int128 => Basic::Int128,
            Sig::UInt128 => Basic::UInt128,
            Sig::UInt32 => target.int32_type.to_unsigned(),
            Sig::UInt64 => target.int64_type.to_unsigned(),
            Sig::SizeT => target.size_type,
            Sig::SSizeT => target.size_type.to_signed(),
            Sig::IntMaxT => target.intmax_type,
            Sig::UIntMaxT => target.intmax_type.to_unsigned(),
            Sig::IntPtr => target.ptrdiff_type,
            Sig::UIntPtr => target.ptrdiff_type.to_unsigned(),
            Sig::WInt => target.wint_type,
            Sig::Float => Basic::Float,
            Sig::Double => Basic::Double,
            Sig::LongDouble => Basic::LongDouble,
            Sig::Float16 => Basic::Float16,
            Sig::Float32 => Basic::Float32,
            Sig::Float64 => Basic::Float64,
            Sig::Float128 => Basic::Float128,
            Sig::Float32x => Basic::Float32x,
            Sig::Float64x => Basic::Float64x,
            // No decimal type exists here, so none of these can be called without an error that names the type.
            Sig::Decimal32 | Sig::Decimal64 | Sig::Decimal128 => return Ty::ERROR,
            Sig::VaList | Sig::VaRef | Sig::MsVaRef | Sig::MsVaList => {
                let list = self.va_list_type();
                return self.decayed(list);
            }
            Sig::Function => {
                let function = FnType { result: Ty::VOID, params: Box::default(), variadic: false, prototype: false };
                return self.function(function);
            }
        })
    }

    /// Declares the typedef names that compilers know without declaration.
    pub(crate) fn declare_builtin_types(&mut self) {
        self.va_list_type();
        if self.target().int128.is_some() {
            self.declare_builtin_type("__int128_t", Ty::basic(Basic::Int128));
            self.declare_builtin_type("__uint128_t", Ty::basic(Basic::UInt128));
        }
    }

    /// `__builtin_va_list`.
    pub(crate) fn va_list_type(&mut self) -> Ty {
        let name = self.intern_name("__builtin_va_list");
        if let Some(binding) = self.scopes.lookup_file(name) {
            return self.decl(binding.decl).ty;
        }
        let ty = self.make_va_list();
        self.declare_builtin_type("__builtin_va_list", ty);
        ty
    }

    fn declare_builtin_type(&mut self, name: &str, ty: Ty) {
        let name = self.intern_name(name);
        let decl = Decl {
            name: Some(name),
            ty,
            kind: DeclKind::Typedef,
            storage: Storage::Typedef,
            linkage: Linkage::None,
            flags: DeclFlags::IMPLICIT,
            init: None,
            attrs: None,
            asm_label: None,
            params: List::default(),
            previous: None,
            span: Span::NONE,
        };
        let id = self.file_mut().decls.push(decl);
        self.scopes.bind_file_type(name, DeclRef::file(id));
    }

    /// The first argument of `va_arg`, whose value has been taken, must be a `va_list`: a structure, or a pointer to one,
    /// that no program can define. On x86-64 GCC also takes a `char *`, which is the `va_list` of Microsoft's ABI.
    pub(crate) fn require_va_list(&mut self, list: ExprId) {
        let given = self.body().converted(list);
        let pointee = self.types().pointee(given);
        let to_char = pointee.and_then(|to| self.types().as_basic(to)) == Some(Basic::Char);
        let record = match self.target().va_list {
            VaList::Pointer => None,
            VaList::X86_64 => pointee.map(|to| (to, "__va_list_tag")),
            VaList::Aarch64 | VaList::Arm => Some((given, "__va_list")),
        };
        let fits = record.is_some_and(|(ty, wanted)| {
            let tag = self.types().as_record(ty).and_then(|record| self.types().records[record].tag);
            tag.is_some_and(|tag| self.name(tag) == wanted)
        });
        if !to_char && !fits && !given.is_error() {
            let message = format!("the first argument of `va_arg` must be a `va_list`, not `{}`", self.show(given));
            let span = self.span(list);
            self.error(Code::BadOperand, span, message);
        }
    }

    fn make_va_list(&mut self) -> Ty {
        let pointer = self.common.void_pointer;
        let (tag, members): (&str, Vec<(&str, Ty)>) = match self.target().va_list {
            VaList::Pointer => return self.pointer(Ty::CHAR),
            VaList::X86_64 => (
                "__va_list_tag",
                vec![
                    ("gp_offset", Ty::UINT),
                    ("fp_offset", Ty::UINT),
                    ("overflow_arg_area", pointer),
                    ("reg_save_area", pointer),
                ],
            ),
            VaList::Aarch64 => (
                "__va_list",
                vec![
                    ("__stack", pointer),
                    ("__gr_top", pointer),
                    ("__vr_top", pointer),
                    ("__gr_offs", Ty::INT),
                    ("__vr_offs", Ty::INT),
                ],
            ),
            VaList::Arm => ("__va_list", vec![("__ap", pointer)]),
        };
        let tag = self.intern_name(tag);
        let members: Vec<_> = members.into_iter().map(|(name, ty)| (self.intern_name(name), ty)).collect();
        let target = *self.target();
        let types = self.types_mut();
        let record = types.records.push(Record::incomplete(RecordKind::Struct, Some(tag), false));
        let first = types.fields.next_id();
        let n_fields = members.len() as u32;
        for (name, ty) in members {
            types.fields.push(Field::plain(name, ty, record));
        }
        let definition = &mut types.records[record];
        definition.first_field = Some(first);
        definition.n_fields = n_fields;
        definition.complete = true;
        types.lay_out(&target, record, None);
        let tag = types.record(record);
        if target.va_list == VaList::X86_64 { types.array(tag, ArrayLen::Fixed(1)) } else { tag }
    }
}

/// Typing rules.
impl Checker {
    pub(crate) fn generic_builtin(&mut self, id: ExprId, rule: Rule, args: List<ExprId>) -> Ty {
        for position in 0..args.len() {
            let arg = self.arg(args, position);
            self.value(arg);
            self.require_callable(arg);
        }
        match self.rule_type(rule, args) {
            Ok(ty) => ty,
            Err(message) => {
                let span = self.span(id);
                self.error(Code::BadCall, span, message);
                Ty::ERROR
            }
        }
    }

    fn rule_type(&mut self, rule: Rule, args: List<ExprId>) -> Result<Ty, &'static str> {
        match rule {
            Rule::Classify => self.exactly(args, 1).map(|()| Ty::INT),
            Rule::Overflow | Rule::OverflowTest => self.overflow(rule, args),
            Rule::FloatClass => {
                self.exactly(args, 1)?;
                self.real_floating(args, 0).map(|()| Ty::INT)
            }
            Rule::FloatCompare => self.float_compare(args),
            Rule::FpClassify => {
                self.exactly(args, 6)?;
                for position in 0..5 {
                    self.assign_to(Ty::INT, self.arg(args, position), Given::Passed);
                }
                self.real_floating(args, 5).map(|()| Ty::INT)
            }
            Rule::ClearPadding => {
                self.exactly(args, 1)?;
                self.pointed_to(args, 0).map(|_| Ty::VOID)
            }
            Rule::SpeculationSafe | Rule::AssocBarrier => {
                self.at_least(args, 1)?;
                let ty = self.body().converted(self.arg(args, 0));
                Ok(ty)
            }
            Rule::Complex => self.make_complex(args),
            Rule::Shuffle => self.shuffle(args),
            Rule::ShuffleVector => self.shuffle_vector(args),
            Rule::StaticChainCall => {
                self.exactly(args, 2)?;
                let call = self.arg(args, 0);
                match self.body().expr(call) {
                    ExprKind::Call { .. } => Ok(self.ty(call)),
                    _ => Err("the first argument must be a call"),
                }
            }
            Rule::TypeGenericMath => self.type_generic_math(args),
            Rule::VaArgPack => Ok(Ty::INT),
            Rule::AtomicLoadN
            | Rule::AtomicStoreN
            | Rule::AtomicExchangeN
            | Rule::AtomicCompareExchangeN
            | Rule::AtomicFetch
            | Rule::AtomicLoad
            | Rule::AtomicStore
            | Rule::AtomicExchange
            | Rule::AtomicCompareExchange => self.atomic(rule, args),
            Rule::SyncFetch
            | Rule::SyncExchange
            | Rule::SyncBoolCompareAndSwap
            | Rule::SyncValCompareAndSwap
            | Rule::SyncRelease => self.sync(rule, args),
        }
    }

    fn exactly(&self, args: List<ExprId>, n: usize) -> Result<(), &'static str> {
        if args.len() == n { Ok(()) } else { Err("wrong number of arguments for this builtin") }
    }

    fn at_least(&self, args: List<ExprId>, n: usize) -> Result<(), &'static str> {
        if args.len() >= n { Ok(()) } else { Err("too few arguments for this builtin") }
    }

    fn real_floating(&self, args: List<ExprId>, position: usize) -> Result<(), &'static str> {
        let ty = self.body().converted(self.arg(args, position));
        if self.types().is_floating(ty) || ty.is_error() { Ok(()) } else { Err("a floating-point argument is needed") }
    }

    fn float_compare(&mut self, args: List<ExprId>) -> Result<Ty, &'static str> {
        self.exactly(args, 2)?;
        let (a, b) = (self.arg(args, 0), self.arg(args, 1));
        let complex = |ty| self.types().is_complex(ty);
        if complex(self.ty(a)) || complex(self.ty(b)) {
            return Err("the arguments must be real numbers");
        }
        let floating = |ty| self.types().is_floating(ty);
        if !floating(self.ty(a)) && !floating(self.ty(b)) {
            return Err("one of the arguments must be floating-point");
        }
        self.usual_arithmetic(a, b).map(|_| Ty::INT).ok_or("the arguments must be real numbers")
    }

    fn overflow(&mut self, rule: Rule, args: List<ExprId>) -> Result<Ty, &'static str> {
        self.exactly(args, 3)?;
        for position in 0..3 {
            let arg = self.arg(args, position);
            let ty = self.ty(arg);
            let pointed = position == 2 && rule == Rule::Overflow;
            let number = if pointed { self.pointed_to(args, 2)? } else { ty };
            if !self.types().is_integer(number) && !ty.is_error() {
                return Err("the arguments of an overflow builtin must be integers");
            }
            if position == 2 {
                self.overflow_result(number, pointed)?;
            }
        }
        Ok(Ty::BOOL)
    }

    /// What an argument points to.
    fn pointed_to(&self, args: List<ExprId>, position: usize) -> Result<Ty, &'static str> {
        let ty = self.body().converted(self.arg(args, position));
        if ty.is_error() {
            return Ok(Ty::ERROR);
        }
        self.types().pointee(ty).ok_or("a pointer argument is needed")
    }

    fn make_complex(&mut self, args: List<ExprId>) -> Result<Ty, &'static str> {
        self.exactly(args, 2)?;
        let (a, b) = (self.body().converted(self.arg(args, 0)), self.body().converted(self.arg(args, 1)));
        let (a, b) = (self.types().unqualified(a), self.types().unqualified(b));
        match self.types().as_basic(a) {
            Some(basic) if basic.is_floating() && a == b => Ok(self.complex(basic)),
            _ => Err("the arguments must have the same real floating type"),
        }
    }

    fn shuffle(&mut self, args: List<ExprId>) -> Result<Ty, &'static str> {
        if args.len() != 2 && args.len() != 3 {
            return Err("wrong number of arguments for this builtin");
        }
        let first = self.body().converted(self.arg(args, 0));
        let mask = self.body().converted(self.arg(args, args.len() - 1));
        let (Some((_, lanes)), Some((mask_elem, mask_lanes))) =
            (self.types().as_vector(first), self.types().as_vector(mask))
        else {
            return Err("`__builtin_shuffle` needs vectors");
        };
        if lanes != mask_lanes || !self.types().is_integer(mask_elem) {
            return Err("the mask must be a vector of as many integers");
        }
        Ok(self.types().value_type(first))
    }

    fn shuffle_vector(&mut self, args: List<ExprId>) -> Result<Ty, &'static str> {
        self.at_least(args, 3)?;
        let first = self.body().converted(self.arg(args, 0));
        let Some((elem, _)) = self.types().as_vector(first) else {
            return Err("`__builtin_shufflevector` needs vectors");
        };
        let lanes = (args.len() - 2) as u32;
        if !lanes.is_power_of_two() {
            return Err("the number of indices must be a power of two");
        }
        Ok(self.vector(elem, lanes))
    }

    /// C11 7.25 as `__builtin_tgmath` does it: the function whose parameter has the common real type of the generic
    /// arguments is called; here its result type is found.
    fn type_generic_math(&mut self, args: List<ExprId>) -> Result<Ty, &'static str> {
        let function_type = |arg: ExprId| {
            let to = self.types().pointee(self.body().converted(arg))?;
            self.types().as_function(to).cloned()
        };
        let functions: Vec<FnType> =
            (0..args.len()).map_while(|position| function_type(self.arg(args, position))).collect();
        let param = |checker: &Checker, function: &FnType, position: usize| {
            function.params.get(position).map(|&param| checker.types().unqualified(param))
        };
        // Generic are the parameters in whose types the functions differ.
        let n_params = args.len() - functions.len();
        let is_generic = |&position: &usize| {
            functions.iter().any(|function| param(self, function, position) != param(self, &functions[0], position))
        };
        let generic: Vec<usize> = (0..n_params).filter(is_generic).collect();
        // GCC: functions that round to a narrower type take integers as `_Float64` if that type is a `_FloatN` or `_FloatNx`.
        let result = functions.first().map(|first| self.types().unqualified(first.result));
        let rounds_to = result.filter(|&to| functions.iter().all(|one| self.types().unqualified(one.result) == to));
        let is_interchange =
            |basic: Basic| basic.is_floating() && !matches!(basic, Basic::Float | Basic::Double | Basic::LongDouble);
        let takes_float64 = rounds_to.and_then(|to| self.types().as_basic(to)).is_some_and(is_interchange);
        let of_integer = if takes_float64 { Basic::Float64 } else { Basic::Double };
        let mut best: Option<Ty> = None;
        for &position in &generic {
            let ty = self.type_generic_argument(self.arg(args, functions.len() + position), of_integer)?;
            let target = *self.target();
            best = Some(match best {
                Some(best) => self.types_mut().usual_arithmetic(&target, best, ty).unwrap_or(best),
                None => ty,
            });
        }
        let best = best.ok_or("the functions differ in no parameter that has an argument")?;
        let best = Some(self.types().unqualified(best));
        let exact = functions.iter().find(|function| param(self, function, generic[0]) == best);
        // Where all functions are of complex numbers, a real argument chooses among them as well.
        let real = |ty: Option<Ty>| ty.and_then(|ty| self.types().arithmetic_parts(ty)).map(|(basic, _)| basic);
        let similar = || functions.iter().find(|function| real(param(self, function, generic[0])) == real(best));
        // Functions that round to a narrower type take no `float`.
        let wider = || functions.iter().find(|function| real(param(self, function, generic[0])) == Some(Basic::Double));
        let chosen = exact.or_else(similar).or_else(wider).or(functions.last());
        let chosen = chosen.cloned().ok_or("no function to choose from")?;
        for (position, &param) in chosen.params.iter().enumerate().take(n_params) {
            self.assign_to(param, self.arg(args, functions.len() + position), Given::Passed);
        }
        Ok(chosen.result)
    }

    /// The type that a generic argument counts as.
    fn type_generic_argument(&mut self, arg: ExprId, of_integer: Basic) -> Result<Ty, &'static str> {
        let ty = self.body().converted(arg);
        let (basic, complex) = self.types().arithmetic_parts(ty).ok_or("an arithmetic argument is needed")?;
        let basic = if basic.is_floating() { basic } else { of_integer };
        Ok(if complex { self.complex(basic) } else { Ty::basic(basic) })
    }

    fn atomic(&mut self, rule: Rule, args: List<ExprId>) -> Result<Ty, &'static str> {
        let n_args = match rule {
            Rule::AtomicLoadN => 2,
            Rule::AtomicStoreN | Rule::AtomicExchangeN | Rule::AtomicFetch | Rule::AtomicLoad | Rule::AtomicStore => 3,
            Rule::AtomicExchange => 4,
            _ => 6,
        };
        self.exactly(args, n_args)?;
        self.atomic_objects(rule, args)?;
        let to = self.pointed_to(args, 0)?;
        let value = self.atomic_value(to)?;
        match rule {
            Rule::AtomicLoadN | Rule::AtomicStoreN | Rule::AtomicExchangeN | Rule::AtomicCompareExchangeN => {
                self.atomic_scalar(value, false)?;
            }
            Rule::AtomicFetch => self.atomic_scalar(value, true)?,
            _ => {}
        }
        match rule {
            Rule::AtomicStoreN | Rule::AtomicExchangeN | Rule::AtomicFetch => {
                self.give_atomic(value, self.arg(args, 1));
            }
            Rule::AtomicCompareExchangeN => self.give_atomic(value, self.arg(args, 2)),
            _ => {}
        }
        Ok(match rule {
            Rule::AtomicLoadN | Rule::AtomicExchangeN | Rule::AtomicFetch => value,
            Rule::AtomicCompareExchangeN | Rule::AtomicCompareExchange => Ty::BOOL,
            _ => Ty::VOID,
        })
    }

    /// The value type behind a pointer to an atomic object.
    fn atomic_value(&self, to: Ty) -> Result<Ty, &'static str> {
        if !self.types().is_complete(to) && !to.is_error() {
            return Err("a pointer to a complete object is needed");
        }
        Ok(self.types().unqualified(to))
    }

    /// The generic atomic functions convert their value without complaint, also between pointers and integers.
    fn give_atomic(&mut self, value: Ty, arg: ExprId) {
        let from = self.types().unqualified(self.body().converted(arg));
        let integer_to_pointer = self.types().is_integer(from) && self.types().is_pointer(value);
        if integer_to_pointer {
            self.body_mut().set_converted(arg, value);
        } else {
            self.assign_to(value, arg, Given::Passed);
        }
    }

    fn sync(&mut self, rule: Rule, args: List<ExprId>) -> Result<Ty, &'static str> {
        let n_args = match rule {
            Rule::SyncRelease => 1,
            Rule::SyncFetch | Rule::SyncExchange => 2,
            _ => 3,
        };
        self.at_least(args, n_args)?;
        let to = self.pointed_to(args, 0)?;
        let value = self.atomic_value(to)?;
        self.atomic_scalar(value, rule == Rule::SyncFetch)?;
        for position in 1..n_args {
            self.give_atomic(value, self.arg(args, position));
        }
        Ok(match rule {
            Rule::SyncFetch | Rule::SyncExchange | Rule::SyncValCompareAndSwap => value,
            Rule::SyncBoolCompareAndSwap => Ty::BOOL,
            _ => Ty::VOID,
        })
    }
}
