//! Calls and returns.

use kiln_lang::types::Ty;

use super::entry::Shape;
use super::{Frame, Machine, REGISTERS, get_pointer, va::VarArg};
use crate::code::{Arg, CallSite, Callee, Code, CopyRule};
use crate::image::Callable;
use crate::lower::{Class, class_of};
use crate::memory::{Pointer, Provenance, Site, Sort};
use crate::outcome::{Limit, Run, limit, undefined, unsupported};
use crate::settings::Dialect;
use crate::undefined::Kind;

impl Machine<'_> {
    /// Calls what a call site says.
    pub(super) fn call(&mut self, caller: u32, number: usize, base: u32) -> Run<()> {
        let image = self.image;
        let site = &image.functions[caller as usize].code.calls[number];
        let first = base + u32::from(site.base);
        let passed_on;
        let site = if site.passes_on {
            passed_on = self.with_own_arguments(site, first);
            &passed_on
        } else {
            site
        };
        let slot = match site.callee {
            Callee::Builtin(name) => return self.call_library(name, site, first),
            Callee::Symbol(symbol) => image.symbols(caller)[symbol as usize].0,
            Callee::Pointer(reg) => {
                let pointer = get_pointer(&self.registers, (base + u32::from(reg)) as usize);
                self.called(pointer)?
            }
        };
        let callable = self.memory.alloc(slot).info;
        match &image.callables[callable as usize] {
            Callable::Code(function) => {
                if site.check {
                    self.check_call(*function, site)?;
                    self.note_agreement(*function, slot, site, caller, number);
                }
                if !image.functions[*function as usize].code.static_params.is_empty() {
                    self.check_static_params(*function, first)?;
                }
                self.push_frame(*function, first, Some(site))?;
                self.enter_chain(slot);
                Ok(())
            }
            Callable::Library(name) => self.call_library(name, site, first),
        }
    }

    /// A call site with the variable arguments of the caller behind its own.
    #[cold]
    fn with_own_arguments(&mut self, site: &CallSite, first: u32) -> CallSite {
        let mut args = site.args.to_vec();
        let behind = |machine: &Self, arg: &Arg| arg.reg + machine.class(arg.ty).slots();
        let result = if self.class(site.result) == Class::Memory { Class::Memory.slots() } else { 0 };
        let mut reg = args.last().map_or(result, |last| behind(self, last));
        let own = self.frames.last().map_or(0, |frame| frame.varargs) as usize;
        for index in own..self.varargs.len() {
            let VarArg { ty, value } = self.varargs[index];
            let slots = self.class(ty).slots();
            let at = (first + u32::from(reg)) as usize;
            self.registers[at..at + usize::from(slots)].copy_from_slice(&value[..usize::from(slots)]);
            args.push(Arg { reg, ty });
            reg = reg.saturating_add(slots);
        }
        CallSite { args: args.into(), ..site.clone() }
    }

    /// How many variable arguments the call at hand has.
    pub(crate) fn n_variable_arguments(&self) -> usize {
        self.varargs.len() - self.frames.last().map_or(0, |frame| frame.varargs as usize)
    }

    /// The slot of the function that a pointer leads to.
    pub(crate) fn called(&self, pointer: Pointer) -> Run<u32> {
        if pointer.is_null() {
            return undefined(Kind::NullPointer, "a call through a null pointer");
        }
        let alloc = self.memory.alloc(pointer.prov.slot());
        if !self.memory.is_live(pointer.prov) {
            return undefined(Kind::DanglingPointer, "a call of a nested function whose outer function has returned");
        }
        if alloc.sort != Sort::Function || self.memory.offset_of(pointer.addr) != u64::from(alloc.lo) {
            return undefined(Kind::CallType, "a call through a pointer that does not point to a function");
        }
        Ok(pointer.prov.slot())
    }

    /// Whether a call agrees with the definition of what it calls (C11 6.5.2.2p6, p9).
    fn check_call(&self, function: u32, site: &CallSite) -> Run<()> {
        let image = self.image;
        let definition = &image.functions[function as usize];
        if site.ty == Ty::ERROR {
            return self.check_applied(&definition.code, site);
        }
        let types = &image.program.tables.types;
        let target = &image.program.options.target;
        let (Some(called), Some(defined)) = (types.as_function(site.ty), types.as_function(definition.ty)) else {
            return undefined(Kind::CallType, "a call through something that is no function");
        };
        let results = types.compatible_unqualified(target, called.result, defined.result)
            || types.is_void(called.result) && !site.used && types.is_void(defined.result);
        if called.prototype && defined.prototype {
            if site.ty == definition.ty || types.compatible_unqualified(target, site.ty, definition.ty) {
                return Ok(());
            }
            let message = format!("`{}` is called through a type that is not compatible with its own", definition.name);
            return undefined(Kind::CallType, message);
        }
        if !results {
            let message = format!("`{}` is called as if it had another result type", definition.name);
            return undefined(Kind::CallType, message);
        }
        let params = &definition.code.params;
        // More arguments than an old-style function has parameters go nowhere with GCC: none of the targets is one of those
        // that its test suite excepts (`untyped_assembly`).
        let more = defined.variadic || self.settings.dialect == Dialect::Gnu && !defined.prototype;
        let enough = if more { site.args.len() >= params.len() } else { site.args.len() == params.len() };
        if !enough {
            let message = format!(
                "`{}` takes {} arguments and is called with {}",
                definition.name,
                params.len(),
                site.args.len()
            );
            return undefined(Kind::CallArguments, message);
        }
        if defined.variadic && !called.prototype {
            let message =
                format!("`{}`, which takes variable arguments, is called without its prototype", definition.name);
            return undefined(Kind::CallType, message);
        }
        for (index, (param, arg)) in params.iter().zip(&site.args).enumerate() {
            if !self.passes(param.ty, arg.ty) {
                let message =
                    format!("argument {} of `{}` has another type than its parameter", index + 1, definition.name);
                return undefined(Kind::CallArguments, message);
            }
        }
        Ok(())
    }

    /// `__builtin_apply` hands registers over; what would be on the stack is counted in bytes, and is not looked into.
    fn check_applied(&self, code: &Code, site: &CallSite) -> Run<()> {
        const REGISTERS: usize = 6;
        let fits = code.params.len() <= site.args.len()
            && site.args.len() <= REGISTERS
            && code.params.iter().zip(&site.args).all(|(param, arg)| self.passes(param.ty, arg.ty));
        if fits { Ok(()) } else { unsupported("`__builtin_apply` of a function that takes other arguments") }
    }

    /// A parameter `a[static n]` asks for a pointer to the first of that many elements (C11 6.7.6.3p7).
    fn check_static_params(&self, function: u32, first: u32) -> Run<()> {
        let function = &self.image.functions[function as usize];
        for &(index, size) in &function.code.static_params {
            let Some(param) = function.code.params.get(usize::from(index)) else { continue };
            let pointer = get_pointer(&self.registers, (first + u32::from(param.reg)) as usize);
            if self.memory.locate(pointer, size, 1).is_none() {
                let message = format!(
                    "argument {} of `{}` does not point to as many elements as its parameter asks for",
                    index + 1,
                    function.name
                );
                return undefined(Kind::CallArguments, message);
            }
        }
        Ok(())
    }

    /// Whether an argument without a prototype may be passed to a parameter of a type: the same type, the same with another
    /// sign, or pointers to void and characters.
    pub(crate) fn passes(&self, param: Ty, arg: Ty) -> bool {
        let types = &self.image.program.tables.types;
        let target = &self.image.program.options.target;
        if types.compatible_unqualified(target, types.unqualified(param), types.unqualified(arg)) {
            return true;
        }
        match (types.as_integer(param), types.as_integer(arg)) {
            (Some(a), Some(b)) => return a.to_unsigned() == b.to_unsigned(),
            (None, None) => {}
            _ => return false,
        }
        match (types.pointee(param), types.pointee(arg)) {
            (Some(a), Some(b)) => {
                let bytes =
                    |ty: Ty| types.is_void(ty) || types.as_basic(ty).is_some_and(kiln_lang::types::Basic::is_character);
                let (a, b) = (types.unqualified(a), types.unqualified(b));
                // With GCC all pointers to objects are represented alike.
                let alike = self.settings.dialect == Dialect::Gnu
                    && types.as_function_id(a).is_none()
                    && types.as_function_id(b).is_none();
                alike || types.compatible_unqualified(target, a, b) || bytes(a) && bytes(b) || self.passes(a, b)
            }
            _ => false,
        }
    }

    /// Begins a call whose arguments stand in registers from `first` on; those beyond the parameters are variable ones.
    pub(super) fn push_frame(&mut self, function: u32, first: u32, site: Option<&CallSite>) -> Run<()> {
        self.push_plain_frame(function, first)?;
        if let Some(site) = site {
            let named = self.image.functions[function as usize].code.params.len();
            for arg in site.args.iter().skip(named) {
                self.pass_variable(first, *arg);
            }
        }
        Ok(())
    }

    /// The same for a call without variable arguments. A function of its own: in the loop, what a frame is made of went through
    /// the stack.
    #[inline(never)]
    pub(super) fn push_plain_frame(&mut self, function: u32, first: u32) -> Run<()> {
        let Some(known) = &self.entries[function as usize] else {
            self.find_entry(function);
            return self.push_plain_frame(function, first);
        };
        let Shape { registers, room, align, entry, noreturn, is_empty } = known.shape;
        if self.frames.len() as u32 >= self.settings.limits.depth || first as usize + registers as usize >= REGISTERS {
            return limit(Limit::Depth);
        }
        let saved_stack = self.stack;
        let (mut memory, mut slots) = (saved_stack, self.memory.slots);
        if !is_empty {
            let below = u64::from(align) - 1;
            let start = (u64::from(saved_stack) + below) & !below;
            let end = start + u64::from(room.size);
            if end > u64::from(self.memory.stack_end()) {
                return limit(Limit::Depth);
            }
            memory = start as u32;
            self.stack = end as u32;
            slots = self.memory.push_slots(room.objects);
        }
        self.serial += 1;
        self.memory.log.depth += 1;
        self.frames.push(Frame {
            function,
            pc: entry,
            base: first,
            memory,
            saved_stack,
            slots,
            room,
            varargs: self.varargs.len() as u32,
            serial: self.serial,
            regions: self.memory.log.open() as u32,
            chain: 0,
            noreturn,
        });
        if self.memory.watch.is_some() {
            self.watch_call();
        }
        Ok(())
    }

    /// The lifetime of an object of the call at hand begins.
    #[inline]
    pub(super) fn enter(&mut self, code: &Code, object: u16) {
        let frame = self.frames.last().expect("a frame");
        let data = &code.objects[usize::from(object)];
        let offset = if self.memory.is_other_choice() { data.mirrored } else { data.offset };
        let (slot, lo) = (frame.slots + u32::from(object), frame.memory + offset);
        // Const and volatile hold when it is initialised.
        let info = data.callable.unwrap_or(object.into());
        self.memory.enter(slot, lo, &data.template, data.sort, 0, info);
    }

    /// A parameter that is in memory begins. The caller has copied the argument to a temporary object that nobody else
    /// knows: the parameter takes its place.
    pub(super) fn adopt(&mut self, code: &Code, object: u16, from: Pointer, copy: u32) -> Run<()> {
        let slot = self.frames.last().expect("a frame").slots + u32::from(object);
        let made = *self.memory.alloc(from.prov.slot());
        let rule = &code.copies[copy as usize];
        let is_whole = from == self.memory.pointer_to(from.prov.slot()) && made.hi - made.lo == rule.size;
        if made.sort == Sort::Temporary && is_whole {
            self.memory.adopt(slot, made, object.into());
            return Ok(());
        }
        self.enter(code, object);
        self.copy_value(self.memory.pointer_to(slot | Provenance::STACK), from, rule)
    }

    /// A call begins while accesses to volatile objects are listed.
    #[cold]
    fn watch_call(&mut self) {
        let caller = self.frames.len().checked_sub(2).map(|index| &self.frames[index]);
        let alone = caller.is_none_or(|caller| self.call_beside_others(caller).is_none());
        if let Some(watch) = &mut self.memory.watch {
            watch.begin_call(alone);
        }
    }

    fn pass_variable(&mut self, first: u32, arg: crate::code::Arg) {
        let at = (first + u32::from(arg.reg)) as usize;
        let value = [self.registers[at], self.registers[at + 1], self.registers[at + 2]];
        self.varargs.push(VarArg { ty: arg.ty, value });
    }

    /// Ends the call at hand, which may have objects. Its result stands in its first registers.
    #[inline(always)]
    pub(super) fn return_from(&mut self, function: u32, has_objects: bool) -> Run<()> {
        let is_watched = self.memory.restricts.is_on() || self.memory.watch.is_some() || !self.va_lists.is_empty();
        match self.frames.last() {
            Some(frame) if !frame.noreturn && !is_watched => {
                let &Frame { slots, saved_stack, varargs, .. } = frame;
                self.frames.pop();
                if has_objects {
                    self.memory.pop_slots(slots);
                }
                self.stack = saved_stack;
                self.varargs.truncate(varargs as usize);
                self.memory.log.depth -= 1;
                Ok(())
            }
            _ => self.return_slowly(function),
        }
    }

    #[cold]
    #[inline(never)]
    fn return_slowly(&mut self, function: u32) -> Run<()> {
        if self.image.functions[function as usize].noreturn {
            let name = &self.image.functions[function as usize].name;
            return undefined(Kind::Noreturn, format!("`{name}` returns, although it says that it does not"));
        }
        if !self.va_lists.is_empty() {
            self.check_lists_ended()?;
        }
        self.drop_frame();
        Ok(())
    }

    /// Calls from here on do not return. If one stands in an expression beside operands without an order to it, some of
    /// them may have been evaluated, others not.
    pub(super) fn note_left_operands(&mut self, first: usize) {
        let left = self.frames[first..].iter().find_map(|frame| self.call_beside_others(frame));
        self.memory.touched.order = self.memory.touched.order.or(left);
    }

    /// Where a frame is, if it is at a call that stands beside other operands.
    fn call_beside_others(&self, frame: &Frame) -> Option<Site> {
        let code = &self.image.functions[frame.function as usize].code;
        let pc = frame.pc.checked_sub(1)?;
        match code.ops.get(pc as usize) {
            Some(&crate::code::Op::Call { site }) if !code.calls[crate::code::uncounted(site)].alone => {
                Some(Site { function: frame.function, pc })
            }
            _ => None,
        }
    }

    /// Takes the last call away.
    pub(super) fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.memory.pop_slots(frame.slots);
            if self.memory.restricts.is_on() {
                self.memory.restricts.end_since(frame.serial);
                self.memory.note_watching();
            }
            self.stack = frame.saved_stack;
            self.varargs.truncate(frame.varargs as usize);
            if !self.va_lists.is_empty() {
                self.drop_lists(frame.serial);
            }
            self.memory.log.depth -= 1;
            if let Some(watch) = &mut self.memory.watch {
                watch.end_call();
            }
        }
    }

    /// A function that should have a result ends without one. That matters if the caller uses it (C11 6.9.1p12).
    pub(super) fn return_nothing(&mut self, function: u32, floor: usize) -> Run<()> {
        let caller =
            self.frames.len().checked_sub(2).filter(|&index| index + 1 > floor).map(|index| &self.frames[index]);
        let Some(caller) = caller else { return Ok(()) };
        let code = &self.image.functions[caller.function as usize].code;
        let used = match code.ops.get((caller.pc as usize).saturating_sub(1)) {
            Some(&crate::code::Op::Call { site }) => code.calls[crate::code::uncounted(site)].used,
            _ => false,
        };
        if !used {
            return Ok(());
        }
        // The place is that of the call, which uses the value.
        self.drop_frame();
        let name = &self.image.functions[function as usize].name;
        let message = format!("`{name}` ends without a return value, and its caller uses the value");
        undefined(Kind::MissingReturn, message)
    }

    /// Hands a value in memory to the caller.
    pub(super) fn return_memory(&mut self, to: Pointer, from: Pointer, rule: &CopyRule) -> Run<()> {
        if rule.size == 0 {
            return Ok(());
        }
        let size = u64::from(rule.size);
        if self.memory.is_plain_copy(to, from)
            && let Some(source) = self.memory.reach(self.image, from, size, 1)
            && let Some(target) = self.memory.reach(self.image, to, size, 1)
        {
            self.memory.copy_value(target, source, rule);
        } else {
            self.memory.copy_typed(self.image, to, from, size, false)?;
            let at = self.memory.offset_of(to.addr) as usize;
            self.memory.clear_padding(at, &rule.padding);
        }
        Ok(())
    }

    /// Calls a function of the program from the library, which `who` stands for. Gives the first register of the result.
    pub(crate) fn call_back(&mut self, pointer: Pointer, args: &[Pointer], who: &'static str) -> Run<u64> {
        let slot = self.called(pointer)?;
        let callable = &self.image.callables[self.memory.alloc(slot).info as usize];
        let first = self
            .frames
            .last()
            .map_or(0, |frame| frame.base + self.image.functions[frame.function as usize].code.registers + 64);
        if first as usize + 64 >= REGISTERS {
            return limit(Limit::Depth);
        }
        for (index, &arg) in args.iter().enumerate() {
            super::set_pointer(&mut self.registers, first as usize + index * 3, arg);
        }
        match *callable {
            Callable::Code(function) => {
                let params = &self.image.functions[function as usize].code.params;
                if params.len() != args.len() {
                    return undefined(Kind::CallType, "a callback with another number of parameters");
                }
                let floor = self.frames.len();
                self.push_frame(function, first, None)?;
                self.enter_chain(slot);
                self.library.callers.push((floor, who));
                // The machine runs inside itself here, as deep as the program likes.
                stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, || self.execute(floor))?;
                self.library.callers.pop();
                Ok(self.registers[first as usize])
            }
            Callable::Library(ref name) => crate::outcome::unsupported(format!("`{name}` as a callback")),
        }
    }

    /// How values of a type are held.
    pub(crate) fn class(&self, ty: Ty) -> crate::lower::Class {
        class_of(&self.image.program.tables.types, &self.image.program.options, ty)
    }
}
