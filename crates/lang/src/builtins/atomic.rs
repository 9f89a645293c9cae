//! Atomic operations: the older `__sync` functions and the `__atomic` ones of the C11 memory model.
//!
//! A name without a size takes the type from its first argument and follows a rule. A name with a
//! size is what the first kind turns into, and an ordinary function of unsigned integers.

use super::Rule;
use super::row::{Row, SIZED, exact, exact_rule};

const SYNC_FETCH: &str = "\
    __sync_fetch_and_add __sync_fetch_and_sub __sync_fetch_and_or \
    __sync_fetch_and_and __sync_fetch_and_xor __sync_fetch_and_nand \
    __sync_add_and_fetch __sync_sub_and_fetch __sync_or_and_fetch \
    __sync_and_and_fetch __sync_xor_and_fetch __sync_nand_and_fetch";

const ATOMIC_FETCH: &str = "\
    __atomic_fetch_add __atomic_fetch_sub __atomic_fetch_or \
    __atomic_fetch_and __atomic_fetch_xor __atomic_fetch_nand \
    __atomic_add_fetch __atomic_sub_fetch __atomic_or_fetch \
    __atomic_and_fetch __atomic_xor_fetch __atomic_nand_fetch";

pub(super) const ROWS: &[Row] = &[
    exact_rule(Rule::SyncFetch, SYNC_FETCH),
    exact_rule(Rule::SyncExchange, "__sync_lock_test_and_set"),
    exact_rule(Rule::SyncBoolCompareAndSwap, "__sync_bool_compare_and_swap"),
    exact_rule(Rule::SyncValCompareAndSwap, "__sync_val_compare_and_swap"),
    exact_rule(Rule::SyncRelease, "__sync_lock_release"),
    exact("T(volatile void*, T)", SYNC_FETCH).each(SIZED),
    exact("T(volatile void*, T)", "__sync_lock_test_and_set").each(SIZED),
    exact("bool(volatile void*, T, T)", "__sync_bool_compare_and_swap").each(SIZED),
    exact("T(volatile void*, T, T)", "__sync_val_compare_and_swap").each(SIZED),
    exact("void(volatile void*)", "__sync_lock_release").each(SIZED),
    exact("void()", "__sync_synchronize"),
    // The forms with `_n` pass values, those without pass objects of any type by address.
    exact_rule(Rule::AtomicLoadN, "__atomic_load_n"),
    exact_rule(Rule::AtomicStoreN, "__atomic_store_n"),
    exact_rule(Rule::AtomicExchangeN, "__atomic_exchange_n"),
    exact_rule(Rule::AtomicCompareExchangeN, "__atomic_compare_exchange_n"),
    exact_rule(Rule::AtomicFetch, ATOMIC_FETCH),
    exact_rule(Rule::AtomicLoad, "__atomic_load"),
    exact_rule(Rule::AtomicStore, "__atomic_store"),
    exact_rule(Rule::AtomicExchange, "__atomic_exchange"),
    exact_rule(Rule::AtomicCompareExchange, "__atomic_compare_exchange"),
    exact("T(const volatile void*, int)", "__atomic_load").each(SIZED),
    exact("void(volatile void*, T, int)", "__atomic_store").each(SIZED),
    exact("T(volatile void*, T, int)", "__atomic_exchange").each(SIZED),
    exact("bool(volatile void*, void*, T, bool, int, int)", "__atomic_compare_exchange").each(SIZED),
    exact("T(volatile void*, T, int)", ATOMIC_FETCH).each(SIZED),
    exact("bool(volatile void*, int)", "__atomic_test_and_set"),
    exact("void(volatile void*, int)", "__atomic_clear"),
    exact("bool(size, const volatile void*)", "__atomic_always_lock_free __atomic_is_lock_free"),
    exact("void(int)", "__atomic_thread_fence __atomic_signal_fence __atomic_feraiseexcept"),
];
