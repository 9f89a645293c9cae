//! What a runner and all that it starts may not do.
//!
//! A runner restricts itself once, and what it starts inherits that, so that the restrictions cost nothing per program
//! (started as root, it gives up being root first). Landlock: nothing outside of the slot's directory can be written, no TCP,
//! no signals to processes outside. Seccomp: no sockets but local ones, nothing that goes round the other restrictions.
//! Everything can be read: compilers live anywhere.
//!
//! Where the kernel lacks something the runner goes on with what there is, and says so in its [`Confinement`].

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use nix::unistd::{Gid, Uid};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use serde::{Deserialize, Serialize};

/// The user `nobody`: who programs run as if kiln was started by root.
pub(super) const NOBODY: u32 = 65534;

/// How many processes the user may have while programs run: enough for a compiler and all its parts, an end to forking
/// without end. The kernel holds it against all processes of the user, so it is added to those that are there.
const PROCESSES: u64 = 256;

/// Which restrictions are active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Whether programs can write files outside of their directory.
    pub files: Strength,
    /// Whether programs can make system calls that go round the restrictions, and sockets.
    pub system_calls: Strength,
    /// Whether programs run as a user other than root.
    pub user: Strength,
}

/// How far a restriction goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    /// As intended.
    Full,
    /// As far as this kernel can.
    Partial,
    /// Not at all.
    Absent,
}

/// Restricts this process and all that it will start, for good. It may write below `slot`.
pub(super) fn this_process(slot: &Path) -> io::Result<Confinement> {
    let never = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, never)?;
    let user = give_up_root();
    bound_processes()?;
    rustix::thread::set_no_new_privs(true)?;
    let files = match landlock(slot) {
        Ok(RulesetStatus::FullyEnforced) => Strength::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Strength::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Strength::Absent,
    };
    let system_calls = match seccomp() {
        Ok(()) => Strength::Full,
        Err(_not_possible_here) => Strength::Absent,
    };
    Ok(Confinement { files, system_calls, user })
}

fn give_up_root() -> Strength {
    if !Uid::effective().is_root() {
        return Strength::Full;
    }
    let (uid, gid) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    // The groups first: who is not root any more cannot change them.
    let result =
        nix::unistd::setgroups(&[]).and_then(|()| nix::unistd::setgid(gid)).and_then(|()| nix::unistd::setuid(uid));
    if result.is_ok() { Strength::Full } else { Strength::Absent }
}

fn bound_processes() -> io::Result<()> {
    let there = std::fs::read_dir("/proc").map_or(0, |entries| entries.count() as u64);
    let hard = getrlimit(Resource::Nproc).maximum;
    let wanted = there + PROCESSES;
    let limit = hard.map_or(wanted, |hard| hard.min(wanted));
    Ok(setrlimit(Resource::Nproc, Rlimit { current: Some(limit), maximum: hard })?)
}

fn landlock(slot: &Path) -> Result<RulesetStatus, RulesetError> {
    let abi = ABI::V6;
    let everything = AccessFs::from_all(abi);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(everything)?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?;
    // The device itself and not its directory: a compiler that runs as root must not replace it by a file.
    let device = AccessFs::from_read(abi) | AccessFs::WriteFile;
    let places: [(&Path, BitFlags<AccessFs>); 5] = [
        (Path::new("/"), AccessFs::from_read(abi)),
        (slot, everything),
        (Path::new("/dev/null"), device & AccessFs::from_file(abi)),
        (Path::new("/dev/zero"), device & AccessFs::from_file(abi)),
        (Path::new("/dev/full"), device & AccessFs::from_file(abi)),
    ];
    for (path, access) in places {
        // A device that is not there needs no rule.
        if let Ok(place) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(place, access))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// System calls that no compiler and no test program needs, and that could undo a restriction or reach beyond it.
const DENIED: &[i64] = &[
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

fn seccomp() -> Result<(), seccompiler::Error> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = DENIED.iter().map(|&call| (call, Vec::new())).collect();
    let not_local =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, libc::AF_UNIX.cast_unsigned().into())?;
    rules.insert(libc::SYS_socket, vec![SeccompRule::new(vec![not_local])?]);
    let denied = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let arch = std::env::consts::ARCH.try_into()?;
    let program: BpfProgram = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch)?.try_into()?;
    seccompiler::apply_filter(&program)
}
