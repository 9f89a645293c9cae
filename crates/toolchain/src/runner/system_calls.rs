//! A filter for system calls: what no compiler and no test program needs, and what could undo a restriction or reach beyond
//! it, is denied. A program for another instruction set of the same machine (`-m32`) has other numbers for the same calls.

use seccompiler::sock_filter;

/// The calls of one instruction set.
struct Calls {
    /// `AUDIT_ARCH_...` of `linux/audit.h`.
    arch: u32,
    /// Denied.
    denied: &'static [i64],
    /// `socket`, which is denied but for local sockets.
    socket: i64,
}

const NATIVE: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
];

#[cfg(target_arch = "x86_64")]
const CALLS: &[Calls] = &[
    Calls { arch: 0xc000_003e, denied: NATIVE, socket: libc::SYS_socket },
    // The same calls as a 32-bit program knows them, and `socketcall`.
    Calls {
        arch: 0x4000_0003,
        denied: &[26, 348, 21, 52, 217, 310, 346, 357, 336, 374, 425, 288, 286, 287, 102],
        socket: 359,
    },
];

#[cfg(target_arch = "aarch64")]
const CALLS: &[Calls] = &[Calls { arch: 0xc000_00b7, denied: NATIVE, socket: libc::SYS_socket }];

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: &[Calls] = &[];

/// Numbers from here on belong to the x32 instruction set, which shares its name with x86-64.
const X32: u32 = 0x4000_0000;

/// Offsets in what the filter looks at: `struct seccomp_data` of `linux/seccomp.h`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

/// Makes the filter active for this process and all that it will start.
pub(super) fn restrict() -> Result<(), seccompiler::Error> {
    seccompiler::apply_filter(&filter())
}

fn filter() -> Vec<sock_filter> {
    let mut program = Vec::new();
    for calls in CALLS {
        let block = block(calls);
        program.push(load(ARCH));
        program.push(jump(libc::BPF_JEQ, calls.arch, 0, block.len() as u8));
        program.extend(block);
    }
    program.push(allow());
    program
}

/// What happens to a call of one instruction set.
fn block(calls: &Calls) -> Vec<sock_filter> {
    let mut block = vec![load(NUMBER), jump(libc::BPF_JGE, X32, 0, 1), deny()];
    for &number in calls.denied {
        block.extend([jump(libc::BPF_JEQ, number as u32, 0, 1), deny()]);
    }
    block.push(jump(libc::BPF_JEQ, calls.socket as u32, 0, 3));
    block.extend([load(FIRST_ARGUMENT), jump(libc::BPF_JEQ, libc::AF_UNIX.cast_unsigned(), 1, 0), deny()]);
    block.push(allow());
    block
}

fn load(offset: u32) -> sock_filter {
    sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k: offset }
}

/// Goes on `yes` instructions later if the comparison with `value` holds, `no` later if not.
fn jump(comparison: u32, value: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | comparison | libc::BPF_K) as u16, jt: yes, jf: no, k: value }
}

fn deny() -> sock_filter {
    give(libc::SECCOMP_RET_ERRNO | libc::EPERM.cast_unsigned())
}

fn allow() -> sock_filter {
    give(libc::SECCOMP_RET_ALLOW)
}

fn give(result: u32) -> sock_filter {
    sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k: result }
}
