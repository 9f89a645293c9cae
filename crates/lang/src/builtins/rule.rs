//! Typing rules of the builtins that no C prototype describes.

/// How a call of a type-generic builtin is checked, and what type it has.
///
/// `T` is a type taken from an argument. Unless a rule says otherwise, arguments are converted as
/// for an ordinary expression (arrays and functions decay), without the default argument
/// promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `int (any)`: one argument of any type, not evaluated for its side effects. `constant_p`,
    /// `classify_type`.
    Classify,
    /// `_Bool (A a, B b, T *result)`: integer types of any width, `T` not `const`, no enumeration
    /// and not `_Bool`; computes exactly, stores the result wrapped to `T`, is true if that lost
    /// something. `add_overflow` ...
    Overflow,
    /// `_Bool (A a, B b, T c)`: as [`Rule::Overflow`], but `c` only gives the type (a bit-field its
    /// width) and nothing is stored. `add_overflow_p` ...
    OverflowTest,
    /// `int (T x)` for a real floating `T`. `isnan`, `signbit` ...
    FloatClass,
    /// `int (A a, B b)` for real types of which at least one is floating; no exception for quiet
    /// NaNs. `isless` ...
    FloatCompare,
    /// `int (int nan, int inf, int normal, int subnormal, int zero, T x)` for a real floating `T`.
    /// `fpclassify`.
    FpClassify,
    /// `void (T *p)`: `T` complete and not `const`. `clear_padding`.
    ClearPadding,
    /// `T (T value, [T failed])`: `T` an integer or pointer; the second argument has the same type,
    /// it is not converted. `speculation_safe_value`.
    SpeculationSafe,
    /// `T (T value)`: any type, unpromoted; a barrier for reassociation. `assoc_barrier`.
    AssocBarrier,
    /// `_Complex T (T re, T im)`: the operands have the same real floating type. `complex`.
    Complex,
    /// `V (V a, M mask)` or `V (V a, V b, M mask)`: vectors with equally many elements, those of
    /// `M` integers as wide as those of `V`. `shuffle`.
    Shuffle,
    /// `W (V a, V2 b, int constants...)`: vectors of the same element type; `W` has that element
    /// type and one element per constant. `shufflevector`.
    ShuffleVector,
    /// `R (R call, void *chain)`: the first argument is a call expression, its type the result.
    /// `call_with_static_chain`.
    StaticChainCall,
    /// The arguments are function designators followed by the arguments proper, whose types choose
    /// the function (C11 7.25). `tgmath`.
    TypeGenericMath,
    /// `int ()`: stands for all anonymous arguments of the always-inlined function around it, as
    /// the last argument of a call. `va_arg_pack`.
    VaArgPack,

    /// `T (T *p, int order)`. `__atomic_load_n`. Here and below, `T` is an integer or pointer of 1,
    /// 2, 4, 8 or 16 bytes, and `*p` may be `volatile`; the result has the unqualified type.
    AtomicLoadN,
    /// `void (T *p, T value, int order)`. `__atomic_store_n`.
    AtomicStoreN,
    /// `T (T *p, T value, int order)`. `__atomic_exchange_n`.
    AtomicExchangeN,
    /// `_Bool (T *p, T *expected, T desired, _Bool weak, int success, int failure)`.
    /// `__atomic_compare_exchange_n`.
    AtomicCompareExchangeN,
    /// `T (T *p, T value, int order)`, `T` not `_Bool`; a pointer is not scaled.
    /// `__atomic_fetch_add`, `__atomic_add_fetch` ...
    AtomicFetch,
    /// `void (T *p, T *result, int order)`. `__atomic_load`. Here and in the next three `T` is any
    /// complete type of constant size.
    AtomicLoad,
    /// `void (T *p, T *value, int order)`. `__atomic_store`.
    AtomicStore,
    /// `void (T *p, T *value, T *result, int order)`. `__atomic_exchange`.
    AtomicExchange,
    /// `_Bool (T *p, T *expected, T *desired, _Bool weak, int success, int failure)`.
    /// `__atomic_compare_exchange`.
    AtomicCompareExchange,

    /// `T (T *p, T value, ...)`: further arguments are ignored, here and in the other `Sync` rules;
    /// `T` as for [`Rule::AtomicFetch`]. `__sync_fetch_and_add` ...
    SyncFetch,
    /// As [`Rule::SyncFetch`], and `T` may be `_Bool`. `__sync_lock_test_and_set`.
    SyncExchange,
    /// `_Bool (T *p, T expected, T desired, ...)`. `__sync_bool_compare_and_swap`.
    SyncBoolCompareAndSwap,
    /// `T (T *p, T expected, T desired, ...)`. `__sync_val_compare_and_swap`.
    SyncValCompareAndSwap,
    /// `void (T *p, ...)`. `__sync_lock_release`.
    SyncRelease,
}
