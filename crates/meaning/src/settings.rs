//! What a run may do and what counts as undefined: dialect, limits, choices.

/// Whose word decides whether a program is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Everything that C11 leaves undefined is undefined.
    Iso,
    /// What GCC documents is defined.
    Gnu,
    /// What GCC and Clang both document is defined.
    #[default]
    Common,
}

impl Dialect {
    /// All dialects, with the words of the command line.
    pub const ALL: [(&'static str, Dialect); 3] =
        [("iso", Dialect::Iso), ("gnu", Dialect::Gnu), ("common", Dialect::Common)];

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Iso => "iso",
            Dialect::Gnu => "gnu",
            Dialect::Common => "common",
        }
    }
}

/// Bounds of a run, in events of the source and in bytes, never in seconds: a program has one verdict on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Full expressions, rounds of loops and calls.
    pub steps: u64,
    /// Bytes of objects that exist at once.
    pub memory: u64,
    /// Bytes of automatic objects that exist at once: well below the 8 MiB that a native process has.
    pub stack: u64,
    /// Calls that are active at once.
    pub depth: u32,
    /// Bytes of output.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 100_000_000, memory: 256 << 20, stack: 2 << 20, depth: 10_000, output: 16 << 20 }
    }
}

impl Settings {
    /// Settings with which everything that the standard leaves open is chosen otherwise, the order of evaluation as well.
    #[must_use]
    pub fn opposite(self) -> Settings {
        let order = match self.order {
            Order::LeftToRight => Order::RightToLeft,
            Order::RightToLeft => Order::LeftToRight,
        };
        Settings { order, seed: self.seed ^ OTHER_CHOICES, ..self }
    }
}

/// What a seed differs by from the one with which everything that is not specified is chosen otherwise.
pub const OTHER_CHOICES: u64 = 0x5851_f42d_4c95_7f2d;

/// What the seeds of further runs differ by from the one of the first.
pub(crate) const CHOICES: [u64; 3] = [OTHER_CHOICES, 0x1405_7b7e_f767_814f, 0x1405_7b7e_f767_814f ^ OTHER_CHOICES];

/// Flags, and beginnings of flags, that change the values or the layout of objects and are not modelled.
const REFUSED: &[&str] = &[
    "-fexec-charset",
    "-finstrument-functions-exclude",
    "-fno-signed-bitfields",
    "-fpack-struct",
    "-funsigned-bitfields",
    "-fwide-exec-charset",
];

/// Bytes of a stack that grows in parts.
const SPLIT_STACK: u64 = 64 << 20;

/// In which order operands are evaluated that C leaves unordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As written.
    #[default]
    LeftToRight,
    /// The other way round.
    RightToLeft,
}

/// Flags that say what of the floating-point environment a program may rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FloatFlags {
    /// `-frounding-math`: rounding directions other than the default one count.
    pub rounding: bool,
    /// `-fsignaling-nans`: touching a signaling NaN raises an exception.
    pub signaling: bool,
    /// `-fno-fp-int-builtin-inexact`: rounding to an integer raises nothing.
    pub no_inexact_integral: bool,
    /// `-fno-trapping-math`, or what includes it: exceptions do not count.
    pub no_exceptions: bool,
}

/// When the instructions of a function are fused, if they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fusing {
    /// When it has run so long that it would have been worth while.
    #[default]
    WhenHot,
    /// When it has been called.
    AtFirstCall,
    /// After its first step, in the middle of a call.
    AtFirstStep,
}

/// Everything that decides a run besides the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What counts as undefined.
    pub dialect: Dialect,
    /// Bounds.
    pub limits: Limits,
    /// `-fwrapv`: signed arithmetic wraps.
    pub wrapv: bool,
    /// `-fno-strict-aliasing`: any lvalue may access any object.
    pub no_strict_aliasing: bool,
    /// `-fno-delete-null-pointer-checks`: a null pointer is an address like any other until it is dereferenced.
    pub null_is_address: bool,
    /// What floating operations do besides their results.
    pub floats: FloatFlags,
    /// `-finstrument-functions`: functions of the program are called when others begin and end.
    pub instruments: bool,
    /// `-fno-builtin` and its kin: functions of the library are functions like any other.
    pub no_builtins: bool,
    /// A flag that changes what programs mean in a way that is not modelled.
    pub refused: Option<&'static str>,
    /// Values of what the standard leaves unspecified: padding bytes, addresses.
    pub seed: u64,
    /// Order of unordered operands.
    pub order: Order,
    /// Instructions are fused and checks left out that cannot fail. Nobody can tell but by the time it takes: this is here
    /// so that tests can compare.
    #[doc(hidden)]
    pub shortcuts: bool,
    /// When instructions are fused: here for the same reason.
    #[doc(hidden)]
    pub fusing: Fusing,
    /// Accesses to volatile objects are listed, so many at most: see [`volatile`](crate::volatile).
    #[doc(hidden)]
    pub traces_volatile: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dialect: Dialect::default(),
            limits: Limits::default(),
            wrapv: false,
            no_strict_aliasing: false,
            null_is_address: false,
            floats: FloatFlags::default(),
            instruments: false,
            no_builtins: false,
            refused: None,
            seed: 0,
            order: Order::default(),
            shortcuts: true,
            fusing: Fusing::default(),
            traces_volatile: None,
        }
    }
}

impl Settings {
    /// Reads compiler flags that change what a program means; others are passed over.
    pub fn apply_flags<'a>(&mut self, flags: impl IntoIterator<Item = &'a str>) {
        for flag in flags {
            match flag {
                "-fwrapv" | "-fno-strict-overflow" => self.wrapv = true,
                "-fno-wrapv" => self.wrapv = false,
                "-fno-strict-aliasing" => self.no_strict_aliasing = true,
                "-fstrict-aliasing" => self.no_strict_aliasing = false,
                "-fno-delete-null-pointer-checks" => self.null_is_address = true,
                "-fdelete-null-pointer-checks" => self.null_is_address = false,
                "-frounding-math" => self.floats.rounding = true,
                "-fno-rounding-math" => self.floats.rounding = false,
                "-fsignaling-nans" => self.floats.signaling = true,
                "-ffast-math" | "-funsafe-math-optimizations" | "-fno-trapping-math" | "-Ofast" => {
                    self.floats.no_exceptions = true;
                }
                "-fno-fp-int-builtin-inexact" => self.floats.no_inexact_integral = true,
                "-finstrument-functions" => self.instruments = true,
                "-fbuiltin" => self.no_builtins = false,
                "-ffreestanding" | "-fno-hosted" => self.no_builtins = true,
                _ if flag.starts_with("-fno-builtin") => self.no_builtins = true,
                "-fno-instrument-functions" => self.instruments = false,
                // "The resulting program has a discontiguous stack which can only overflow if the program is unable to allocate
                // any more memory."
                "-fsplit-stack" => self.limits.stack = self.limits.stack.max(SPLIT_STACK),
                "-ftrapping-math" => self.floats.no_exceptions = false,
                _ => self.refused = REFUSED.iter().copied().find(|refused| flag.starts_with(refused)).or(self.refused),
            }
        }
    }

    /// Whether `<<` of negative values and into the sign bit is undefined. GCC documents that it is not; Clang does not.
    pub fn checks_shift_operand(&self) -> bool {
        self.dialect != Dialect::Gnu && !self.wrapv
    }
}
