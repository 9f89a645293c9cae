//! What a runner and all that it starts may not do.
//!
//! A runner restricts itself once, and what it starts inherits that, so that the restrictions cost nothing per program
//! (started as root, it gives up being root first). Landlock: nothing outside of the slot's directory can be written, no TCP,
//! no signals to processes outside. Seccomp: no sockets but local ones, nothing that goes round the other restrictions.
//! Everything can be read: compilers live anywhere.
//!
//! Where the kernel lacks something the runner goes on with what there is, and says so in its [`Confinement`].

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};

use super::system_calls;

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

/// Where the slot is for those who see a private temporary directory.
const TMP: &str = "/tmp";

/// Restricts this process and all that it will start, for good. It may write below the slot's directory, and to where that
/// is from now on: if `private`, in the place of the system's temporary directory, which some compilers use whatever they
/// are told.
pub(super) fn this_process(slot: &Path, private: bool) -> io::Result<(Confinement, PathBuf)> {
    let never = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, never)?;
    let slot = if private && private_tmp(slot).is_ok() { PathBuf::from(TMP) } else { slot.to_owned() };
    let slot = slot.as_path();
    let user = give_up_root();
    bound_processes()?;
    rustix::thread::set_no_new_privs(true)?;
    let files = match landlock(slot) {
        Ok(RulesetStatus::FullyEnforced) => Strength::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Strength::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Strength::Absent,
    };
    let system_calls = match system_calls::restrict() {
        Ok(()) => Strength::Full,
        Err(_not_possible_here) => Strength::Absent,
    };
    Ok((Confinement { files, system_calls, user }, slot.to_owned()))
}

/// Puts the slot's directory into the place of the temporary one, for this process and all that it will start.
fn private_tmp(slot: &Path) -> nix::Result<()> {
    let (uid, gid) = (Uid::effective(), Gid::effective());
    if uid.is_root() {
        unshare(CloneFlags::CLONE_NEWNS)?;
    } else {
        // Whoever is not root may do so in a name space of users of its own, in which it is still itself.
        unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS)?;
        let write = |file: &str, text: String| std::fs::write(Path::new("/proc/self").join(file), text);
        let mapped = write("setgroups", "deny".to_owned())
            .and_then(|()| write("uid_map", format!("{uid} {uid} 1")))
            .and_then(|()| write("gid_map", format!("{gid} {gid} 1")));
        mapped.map_err(|_| nix::Error::EPERM)?;
    }
    let none: Option<&str> = None;
    // Nobody else is to see it.
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
    mount(Some(slot), TMP, none, MsFlags::MS_BIND, none)
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
