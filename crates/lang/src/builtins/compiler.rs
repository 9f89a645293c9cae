//! What only a compiler can do: variable arguments, hints, object sizes, stack frames, exceptions,
//! the processor.

use super::Rule::{
    AssocBarrier, Classify, ClearPadding, Shuffle, ShuffleVector, SpeculationSafe, StaticChainCall, TypeGenericMath,
    VaArgPack,
};
use super::Standard::Gnu;
use super::row::{Row, SIZED, builtin, builtin_rule, exact, library};

pub(super) const ROWS: &[Row] = &[
    // Variable arguments. That the second argument of `va_start` names the last parameter is no
    // matter of types.
    builtin("void(va_ref, ...)", "va_start sysv_va_start"),
    builtin("void(va_ref)", "va_end sysv_va_end"),
    builtin("void(va_ref, va_list)", "va_copy sysv_va_copy"),
    builtin("void(ms_va_ref, ...)", "ms_va_start"),
    builtin("void(ms_va_ref)", "ms_va_end"),
    builtin("void(ms_va_ref, ms_va_list)", "ms_va_copy"),
    builtin_rule(VaArgPack, "va_arg_pack"),
    builtin("int()", "va_arg_pack_len"),
    builtin("void*(...)", "next_arg saveregs aggregate_incoming_address"),
    // Calls with arguments as they came.
    builtin("void*(...)", "apply_args"),
    builtin("void*(fn*, void*, size)", "apply"),
    builtin("void(void*)", "return").noreturn(),
    builtin_rule(StaticChainCall, "call_with_static_chain"),
    // Facts about the program text.
    builtin_rule(Classify, "constant_p classify_type"),
    builtin("int()", "LINE"),
    builtin("const char*()", "FILE FUNCTION"),
    builtin_rule(TypeGenericMath, "tgmath"),
    // Control, and hints to the optimiser.
    builtin("void()", "trap unreachable").noreturn(),
    builtin("long(long, long)", "expect"),
    builtin("long(long, long, double)", "expect_with_probability"),
    builtin("void*(const void*, size, ...)", "assume_aligned"),
    builtin("void(const void*, ...)", "prefetch"),
    builtin_rule(AssocBarrier, "assoc_barrier"),
    builtin_rule(SpeculationSafe, "speculation_safe_value"),
    builtin("T(T, ...)", "speculation_safe_value").each(SIZED),
    builtin("void*(void*, ...)", "speculation_safe_value_ptr"),
    // Objects and memory.
    builtin("size(const void*, int)", "object_size dynamic_object_size"),
    builtin_rule(ClearPadding, "clear_padding"),
    builtin("void*(size, size)", "alloca_with_align"),
    builtin("void*(size, size, size)", "alloca_with_align_and_max"),
    builtin("int(const void*, const void*, size)", "memcmp_eq strcmp_eq strncmp_eq"),
    library(Gnu, "void(void*, void*)", "__clear_cache"),
    // Vectors.
    builtin_rule(Shuffle, "shuffle"),
    builtin_rule(ShuffleVector, "shufflevector"),
    // Stack frames and jumps between them. `__builtin_setjmp` is not the library's `setjmp`: its
    // buffer has five words.
    builtin("void*(uint)", "frame_address return_address"),
    builtin("void*(void*)", "extract_return_addr frob_return_addr"),
    builtin("void*()", "dwarf_cfa stack_save"),
    builtin("void(void*)", "stack_restore"),
    builtin("int(void*)", "setjmp").returns_twice(),
    builtin("void(void*, int)", "longjmp").noreturn(),
    builtin("void(void*, void*)", "setjmp_setup"),
    builtin("void(void*)", "setjmp_receiver update_setjmp_buf"),
    builtin("void(void*, void*)", "nonlocal_goto").noreturn(),
    builtin("void(void*, void*, void*)", "init_trampoline init_heap_trampoline init_descriptor"),
    builtin("void*(void*)", "adjust_trampoline adjust_descriptor"),
    exact("void(void*, void*)", "__cyg_profile_func_enter __cyg_profile_func_exit"),
    // Unwinding.
    builtin("void()", "unwind_init"),
    builtin("void(void*)", "unwind_resume").noreturn(),
    builtin("void(intptr, void*)", "eh_return").noreturn(),
    builtin("int(int)", "eh_return_data_regno"),
    builtin("void*(int)", "eh_pointer"),
    builtin("intptr(int)", "eh_filter"),
    builtin("void(int, int)", "eh_copy_values"),
    builtin("uint()", "dwarf_sp_column"),
    builtin("void(void*)", "init_dwarf_reg_size_table"),
    builtin("uintptr(void*)", "extend_pointer"),
    // The processor and the machine around it.
    builtin("void*()", "thread_pointer"),
    builtin("void(void*)", "set_thread_pointer"),
    builtin("int()", "cpu_init"),
    builtin("int(const char*)", "cpu_is cpu_supports"),
    builtin("int(int)", "acc_on_device"),
];
