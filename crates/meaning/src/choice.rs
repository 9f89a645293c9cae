//! Choices of an implementation that an outcome can rest on.
//!
//! C leaves them to the compiler or the library, and those that kiln follows are not alone in the world. A run notes the
//! ones it comes across; what rests on one is right only where the choice is the same. What all compilers at hand choose alike
//! (two's complement, arithmetic shifts) and what the target says (sizes, the sign of `char`) is not here.

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Arithmetic on bit-fields that are wider than `int` is done in their own width (GCC), not in that of their type.
    BitFieldPrecision,
    /// The numbers that `rand` and its like give: those of glibc.
    RandomNumbers,
    /// How `printf` writes null pointers: as glibc does.
    NullPointerText,
    /// An allocation of no bytes gives a pointer that is not null.
    EmptyAllocation,
    /// What `cpuid` says: the least processor of x86-64.
    Processor,
    /// A call has one return address, wherever it is executed: loops are not unrolled, functions not copied.
    ReturnAddresses,
    /// A process may set its own limits.
    ProcessLimits,
    /// Files can be made and written, and nobody else touches them.
    Files,
    /// Functions of `<math.h>` err by a few units of the last digit at most.
    MathAccuracy,
}

/// All choices with the names that users see. A name never changes.
const NAMES: [(Choice, &str); 9] = [
    (Choice::BitFieldPrecision, "bit-field-precision"),
    (Choice::RandomNumbers, "random-numbers"),
    (Choice::NullPointerText, "null-pointer-text"),
    (Choice::EmptyAllocation, "empty-allocation"),
    (Choice::Processor, "processor"),
    (Choice::ReturnAddresses, "return-addresses"),
    (Choice::ProcessLimits, "process-limits"),
    (Choice::Files, "files"),
    (Choice::MathAccuracy, "math-accuracy"),
];

/// A set of choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices(u16);

impl Choices {
    /// Adds one.
    pub fn insert(&mut self, choice: Choice) {
        self.0 |= 1 << choice as u8;
    }

    /// All there are.
    pub fn all() -> Choices {
        NAMES.into_iter().fold(Choices::default(), |mut all, (choice, _)| {
            all.insert(choice);
            all
        })
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of those in it, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |&(choice, _)| self.0 & 1 << choice as u8 != 0).map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_has_its_name() {
        for (choice, name) in NAMES {
            let mut set = Choices::default();
            assert!(set.is_empty());
            set.insert(choice);
            assert_eq!(set.names().collect::<Vec<_>>(), [name]);
        }
    }
}
