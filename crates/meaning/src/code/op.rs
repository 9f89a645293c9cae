//! The instructions.

use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::IntShape;

use crate::choice::Choice;
use crate::memory::tag::Within;

/// A register of the frame.
pub type Reg = u16;

/// Operations on integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

/// Operations on floating numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// How operands without an order go with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sequencing {
    /// Their effects must not meet.
    Unsequenced,
    /// The same, and the last is the store of an assignment, which comes after the values of the others.
    Store,
    /// One comes after the other, in any order.
    Indeterminate,
}

/// The table of instructions: name, fields, the registers that are written and those that are read, each with their number.
/// `at_most` stands where fewer may be written. Calls, and what goes through tables, touch more: see
/// [`operands`](super::operands).
macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $ty:ty),* })? [$($w:ident $wn:literal $($may:ident)?),*] [$($r:ident $rn:literal),*];)*) => {
        /// An instruction. `d` is the register that is written; `a` and `b` are operands, `p` a pointer.
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[allow(missing_docs, reason = "the fields are registers, jump targets and indices into the tables of the function")]
        pub enum Op {
            $($(#[$doc])* $name $({ $($field: $ty),* })?,)*
        }

        impl Op {
            /// The registers that are read, first and number, as far as the instruction names them.
            #[allow(unused_variables, reason = "not every field is a register")]
            pub(super) fn named_reads(&self, mut f: impl FnMut(Reg, u16)) {
                match *self {
                    $(Op::$name $({ $($field),* })? => { $(f($r, $rn);)* })*
                }
            }

            /// Reads other registers instead, as far as the instruction names them: `f` gives the first for the first and number.
            #[allow(unused_variables, unused_mut, reason = "not every field is a register")]
            pub fn map_reads(&mut self, mut f: impl FnMut(Reg, u16) -> Reg) {
                match self {
                    $(Op::$name $({ $($field),* })? => { $(*$r = f(*$r, $rn);)* })*
                }
            }

            /// Writes to other registers instead.
            #[allow(unused_variables, reason = "not every field is a register")]
            pub fn redirect(&mut self, to: Reg) {
                match self {
                    $(Op::$name $({ $($field),* })? => { $(*$w = to;)* })*
                }
            }

            /// The registers that are written, first and number, and whether that is certain.
            #[allow(unused_variables, reason = "not every field is a register")]
            pub(super) fn named_writes(&self, mut f: impl FnMut(Reg, u16, bool)) {
                match *self {
                    $(Op::$name $({ $($field),* })? => { $(f($w, $wn, instructions!(@certain $($may)?));)* })*
                }
            }
        }
    };
    (@certain) => { true };
    (@certain at_most) => { false };
}

instructions! {
    Nop [] [];
    /// So many full expressions begin.
    Step { n: u32 } [] [];
    Const { d: Reg, value: i32 } [d 1] [];
    /// A variable in registers has a value, or none.
    Flag { d: Reg, on: bool } [d 1] [];
    /// A constant of the pool.
    Pool { d: Reg, index: u32 } [d 1] [];
    Mov { d: Reg, a: Reg } [d 1] [a 1];
    Mov2 { d: Reg, a: Reg } [d 2] [a 2];
    Mov3 { d: Reg, a: Reg } [d 3] [a 3];

    AddI32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    SubI32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    MulI32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    AddU32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    SubU32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    MulU32 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    AddI64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    SubI64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    MulI64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    AddU64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    SubU64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    MulU64 { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    /// `a + value` in `int`.
    IncI32 { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    And { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    Or { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    Xor { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    /// Any operation on integers of up to 64 bits; `wrap` makes overflow defined.
    Int { op: IntOp, shape: Packed, wrap: bool, d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    /// Any operation on integers of more than 64 bits. The count of a shift is one register.
    Wide { op: IntOp, shape: Packed, wrap: bool, d: Reg, a: Reg, b: Reg } [d 2] [a 2, b 2];
    Not { shape: Packed, d: Reg, a: Reg } [d 1] [a 1];
    /// The bytes of a number of up to 64 bits the other way round; it may be a floating one.
    Reverse { shape: Packed, d: Reg, a: Reg } [d 1] [a 1];
    /// The same for 128 bits.
    ReverseWide { d: Reg, a: Reg } [d 2] [a 2];
    Neg { shape: Packed, wrap: bool, d: Reg, a: Reg } [d 1] [a 1];

    Eq { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    Ne { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    LtS { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    LeS { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    LtU { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    LeU { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    CompareWide { op: Comparison, signed: bool, d: Reg, a: Reg, b: Reg } [d 1] [a 2, b 2];
    CompareFloat { op: Comparison, format: FloatFormat, d: Reg, a: Reg, b: Reg } [d 1] [];
    ComparePointer { op: Comparison, d: Reg, a: Reg, b: Reg } [d 1] [a 3, b 3];
    /// `a == 0`.
    IsZero { d: Reg, a: Reg } [d 1] [a 1];
    /// `a != 0`.
    IsNotZero { d: Reg, a: Reg } [d 1] [a 1];

    Sext8 { d: Reg, a: Reg } [d 1] [a 1];
    Sext16 { d: Reg, a: Reg } [d 1] [a 1];
    Sext32 { d: Reg, a: Reg } [d 1] [a 1];
    Zext8 { d: Reg, a: Reg } [d 1] [a 1];
    Zext16 { d: Reg, a: Reg } [d 1] [a 1];
    Zext32 { d: Reg, a: Reg } [d 1] [a 1];
    /// To an integer of any width up to 64.
    Wrap { shape: Packed, d: Reg, a: Reg } [d 1] [a 1];
    /// 64 bits to 128.
    Widen { signed: bool, d: Reg, a: Reg } [d 2] [a 1];
    /// 128 bits to a smaller width of up to 128.
    WrapWide { shape: Packed, d: Reg, a: Reg } [d 2 at_most] [a 2];
    WideIsNotZero { d: Reg, a: Reg } [d 1] [a 2];

    F64Add { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    F64Sub { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    F64Mul { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    F64Div { d: Reg, a: Reg, b: Reg } [d 1] [a 1, b 1];
    Float { op: FloatOp, format: FloatFormat, d: Reg, a: Reg, b: Reg } [d 2 at_most] [];
    FloatNeg { format: FloatFormat, d: Reg, a: Reg } [d 2 at_most] [];
    IntToFloat { shape: Packed, format: FloatFormat, d: Reg, a: Reg } [d 2 at_most] [];
    FloatToInt { shape: Packed, format: FloatFormat, d: Reg, a: Reg } [d 2 at_most] [];
    FloatToFloat { from: FloatFormat, to: FloatFormat, d: Reg, a: Reg } [d 2 at_most] [];
    FloatIsNotZero { format: FloatFormat, d: Reg, a: Reg } [d 1] [];
    /// A floating operation of a program that looks at the floating-point environment. Such code is not fused.
    Watched { index: u32 } [] [];

    /// The address of an object of the frame.
    Frame { d: Reg, object: u16 } [d 3] [];
    /// The address of something of static storage duration.
    Symbol { d: Reg, symbol: u32 } [d 3] [];
    /// A member: moves a pointer that must lead to an object.
    Member { d: Reg, p: Reg, bytes: i32 } [d 3] [p 3];
    /// Limits a pointer to the `size` bytes it points to.
    Narrow { d: Reg, p: Reg, size: u32 } [d 3] [p 3];
    /// The same, with a number of bytes that is known at run time.
    NarrowBy { d: Reg, p: Reg, size: Reg } [d 3] [p 3, size 1];
    /// A pointer to an array of open end: it starts there.
    Start { d: Reg, p: Reg } [d 3] [p 3];
    /// Allows a pointer to move in its whole object.
    Whole { d: Reg, p: Reg } [d 3] [p 3];
    /// `p + a` in elements of `size` bytes.
    Index { d: Reg, p: Reg, a: Reg, size: u32 } [d 3] [p 3, a 1];
    /// `p - a` in elements of `size` bytes.
    IndexBack { d: Reg, p: Reg, a: Reg, size: u32 } [d 3] [p 3, a 1];
    /// `p + a` or `p - a` in elements of a run-time size.
    IndexBy { back: bool, d: Reg, p: Reg, a: Reg, size: Reg } [d 3] [p 3, a 1, size 1];
    /// `p + a` that is accessed at once: the access has the last word on bounds.
    Subscript { d: Reg, p: Reg, a: Reg, size: u32 } [d 3] [p 3, a 1];
    /// An unsigned number of elements that a pointer is about to be moved by: none has more than signed numbers count.
    CheckIndex { a: Reg } [] [a 1];
    /// The same for 128 bits; it becomes a signed number of 64.
    NarrowIndex { signed: bool, d: Reg, a: Reg } [d 1] [a 2];
    PointerSub { d: Reg, a: Reg, b: Reg, size: u32 } [d 1] [a 3, b 3];
    PointerSubBy { d: Reg, a: Reg, b: Reg, size: Reg } [d 1] [a 3, b 3, size 1];
    PointerIsNotNull { d: Reg, a: Reg } [d 1] [a 3];
    PointerToInt { shape: Packed, d: Reg, a: Reg } [d 1] [a 3];
    IntToPointer { d: Reg, a: Reg } [d 3] [a 1];
    /// The address is a multiple of `align`.
    CheckAlign { p: Reg, align: u32 } [] [p 3];
    /// A pointer to what its type promises a better alignment of than it has: if the address has it, that is chance.
    NoteAlign { p: Reg, align: u32 } [] [p 3];
    /// `__builtin_assume_aligned`.
    CheckAssumed { p: Reg, align: u32 } [] [p 3];
    Alloca { align: u32, d: Reg, size: Reg } [d 3] [size 1];

    LoadU { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    LoadS { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    LoadBool { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    LoadPointer { d: Reg, p: Reg, access: u16, bytes: i32 } [d 3] [p 3];
    LoadWide { d: Reg, p: Reg, access: u16, bytes: i32 } [d 2] [p 3];
    LoadBits { d: Reg, p: Reg, access: u16, bytes: i32 } [d 2 at_most] [p 3];
    Store { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 1, p 3];
    StorePointer { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 3, p 3];
    StoreWide { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 2, p 3];
    StoreBits { a: Reg, p: Reg, access: u16, bytes: i32 } [] [p 3];
    /// Copies a structure or another value that is in memory.
    Copy { d: Reg, p: Reg, copy: u32 } [] [d 3, p 3];
    /// Copies a character, which need not have a value.
    CopyCharacter { d: Reg, p: Reg, region: bool } [] [d 3, p 3];
    /// A structure or union that is about to be copied, or written: what it is made of may be accessed as that.
    CheckTypes { p: Reg, size: u32, within: Within, write: bool } [] [p 3];
    /// A member of a structure or union was stored to: what is padding in it, or belongs to other members, has any value.
    ClearPadding { p: Reg, copy: u16, bytes: i32 } [] [p 3];
    /// Gives an object zeros as its value, padding excepted.
    Zero { p: Reg, copy: u32 } [] [p 3];
    /// Writes the bytes of a string literal into an array.
    Bytes { p: Reg, bytes: u32 } [] [p 3];
    /// Computes with values that are in memory: complex numbers and vectors.
    Lanes { lanes: u32 } [] [];

    Enter { object: u16 } [] [];
    /// A parameter begins, with the value at `p`, which was made for it.
    Adopt { object: u16, p: Reg, copy: u32 } [] [p 3];
    Leave { object: u16 } [] [];
    Forget { object: u16 } [] [];
    /// The object has its initial value: const and volatile hold.
    Seal { object: u16 } [] [];
    /// Begins an array of run-time size.
    EnterVla { object: u16, size: Reg } [] [size 1];
    /// A register has a value.
    CheckInit { flag: Reg, decl: u32 } [] [flag 1];
    /// Two bounds are equal (C11 6.7.6.2p6).
    CheckSame { a: Reg, b: Reg } [] [a 1, b 1];
    /// A value is stored to `a` that was read from `b`.
    CheckOverlap { a: Reg, b: Reg, overlap: u32 } [] [a 3, b 3];
    /// The bound of an array of run-time size is positive.
    CheckBound { a: Reg, signed: bool } [] [a 1];

    Jump { to: u32 } [] [];
    JumpIf { a: Reg, to: u32 } [] [a 1];
    JumpIfNot { a: Reg, to: u32 } [] [a 1];
    JumpEq { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpNe { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpLtS { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpLeS { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpLtU { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpLeU { a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    JumpEqI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpNeI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpLtSI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpLeSI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpGtSI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpGeSI { a: Reg, value: i32, to: u32 } [] [a 1];
    /// A jump back: a round of a loop.
    Loop { to: u32 } [] [];
    Switch { a: Reg, table: u32 } [] [];
    ComputedGoto { p: Reg, table: u32 } [] [p 3];
    /// A pointer to an object of a function around.
    Outer { d: Reg, outer: u32 } [d 3] [];
    /// The bound of an array type of a function around.
    OuterBound { d: Reg, outer: u32 } [d 1] [];
    /// Ends calls and goes on at a label of a function around.
    OuterGoto { outer: u32 } [] [];
    Call { site: u32 } [] [];
    Return { a: Reg, n: u8 } [] [];
    /// The value of the function is in memory at `p`.
    ReturnMemory { p: Reg, copy: u32 } [] [p 3];
    /// The end of a function whose result is not void.
    ReturnNothing [] [];
    ReturnVoid [] [];
    VaStart { p: Reg } [] [p 3];
    VaEnd { p: Reg } [] [p 3];
    VaCopy { d: Reg, p: Reg } [] [d 3, p 3];
    VaArg { d: Reg, p: Reg, arg: u32 } [d 3 at_most] [p 3];
    /// A statement of an open function begins, so deep in others.
    At { stmt: u32, level: u16 } [] [];
    /// A full expression of an open function begins.
    Visit { site: u32 } [] [];
    /// Something that is counted happens.
    Count { counter: u32 } [] [];
    /// Values are recorded.
    Record { spec: u32 } [] [];
    /// A fragment begins: the frame has to have room for its objects.
    Grow [] [];
    /// Does what a repair says instead of an instruction.
    Repaired { repair: u32 } [] [];
    /// What follows rests on a choice of the implementation.
    Rests { choice: Choice } [] [];
    /// Hands over to whoever runs the machine.
    Pause [] [];
    /// Stops with what is written in the table.
    Trap { trap: u32 } [] [];

    /// The block of a restrict-qualified pointer begins: `d` is its tag. The first of a block, or another of the same.
    RestrictBegin { d: Reg, first: bool } [d 1] [];
    /// Its declaration is reached.
    RestrictStart { tag: Reg } [] [tag 1];
    /// It ends.
    RestrictEnd { tag: Reg } [] [tag 1];
    /// The pointer is read.
    RestrictRead { d: Reg, p: Reg, tag: Reg } [d 3] [p 3, tag 1];
    /// The pointer is given the value `a`.
    RestrictAssign { a: Reg, tag: Reg } [] [a 3, tag 1];
    /// The tag of the restrict-qualified pointer at a place.
    RestrictAt { d: Reg, p: Reg, bytes: i32 } [d 1] [p 3];

    /// Operands without an order begin; the first of them.
    SeqBegin { kind: Sequencing } [] [];
    /// The next operand.
    SeqNext [] [];
    /// The value of the operand goes to the part of an object that it initialises.
    SeqInitial [] [];
    /// All operands have been evaluated.
    SeqEnd [] [];
    /// What was evaluated so far is ordered before what comes.
    SeqPoint [] [];
    /// An access to a variable in registers that has to be seen in the log.
    SeqRegister { variable: u32, write: bool } [] [];
    /// A jump out of operands: so many regions of the function stay open.
    SeqLeave { open: u32 } [] [];

    // Where accesses to volatile objects are listed.
    /// A full expression begins, beside which nothing else is evaluated.
    VolatilePoint [] [];
    /// What is done to a volatile object here is left out of the list.
    VolatileLeft { p: Reg } [] [p 3];

    // What follows is made by fusing instructions (`lower/fuse`), never by lowering itself. Each does what the sequence
    // of instructions does that it stands for, fault by fault.
    /// Arithmetic with a constant.
    SubI32I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    MulI32I { swapped: bool, d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    AddU32I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    MulU32I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    AddI64I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    SubI64I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    MulI64I { swapped: bool, d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    AddU64I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    MulU64I { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    AndI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    OrI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    XorI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    /// Shifts by a constant that is a valid count.
    ShlI32I { d: Reg, a: Reg, count: u8 } [d 1] [a 1];
    ShlU32I { d: Reg, a: Reg, count: u8 } [d 1] [a 1];
    ShlU64I { d: Reg, a: Reg, count: u8 } [d 1] [a 1];
    ShrSI { d: Reg, a: Reg, count: u8 } [d 1] [a 1];
    ShrUI { d: Reg, a: Reg, count: u8 } [d 1] [a 1];
    /// Division by a constant that is neither 0 nor -1.
    DivSI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    RemSI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    DivUI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    RemUI { d: Reg, a: Reg, value: i32 } [d 1] [a 1];
    JumpLtUI { a: Reg, value: i32, to: u32 } [] [a 1];
    JumpGeUI { a: Reg, value: i32, to: u32 } [] [a 1];
    Null { d: Reg } [d 3] [];
    PointerIsNull { d: Reg, a: Reg } [d 1] [a 3];
    /// Jumps if comparing doubles has the given result.
    JumpF64 { op: Comparison, holds: bool, a: Reg, b: Reg, to: u32 } [] [a 1, b 1];
    /// Jumps if comparing pointers has the given result.
    JumpPointer { op: Comparison, holds: bool, a: Reg, b: Reg, to: u32 } [] [a 3, b 3];
    /// Jumps if a pointer is null, or if it is not.
    JumpNull { null: bool, p: Reg, to: u32 } [] [p 3];
    /// Jumps if two numbers have bits in common, or if they have none.
    JumpIfAnd { d: Reg, a: Reg, b: Reg, to: u32 } [d 1] [a 1, b 1];
    JumpIfNotAnd { d: Reg, a: Reg, b: Reg, to: u32 } [d 1] [a 1, b 1];
    JumpIfAndI { d: Reg, a: Reg, value: u16, to: u32 } [d 1] [a 1];
    JumpIfNotAndI { d: Reg, a: Reg, value: u16, to: u32 } [d 1] [a 1];
    /// `++a`, and a jump back if it is less than something.
    CountLt { a: Reg, b: Reg, to: u32 } [a 1] [a 1, b 1];
    CountLe { a: Reg, b: Reg, to: u32 } [a 1] [a 1, b 1];
    CountLtI { a: Reg, value: i32, to: u32 } [a 1] [a 1];
    /// `c + a * b` in `int`.
    MulAddI32 { d: Reg, a: Reg, b: Reg, c: Reg } [d 1] [a 1, b 1, c 1];
    /// `a++`: a copy, and `a + value` in its place.
    PostIncI32 { d: Reg, a: Reg, value: i32 } [d 1, a 1] [a 1];
    /// A pointer moved by a constant distance.
    IndexI { d: Reg, p: Reg, bytes: i32 } [d 3] [p 3];
    /// `Subscript` of something that has a name.
    SubscriptStatic { d: Reg, symbol: u16, a: Reg, size: u32 } [d 3] [a 1];
    SubscriptFrame { d: Reg, object: u16, a: Reg, size: u32 } [d 3] [a 1];
    /// `Index` of something that has a name.
    IndexStatic { d: Reg, symbol: u16, a: Reg, size: u32 } [d 3] [a 1];
    /// `Subscript` and `Narrow`: an element that is itself an array.
    Row { d: Reg, p: Reg, a: Reg, size: u32 } [d 3] [p 3, a 1];
    RowStatic { d: Reg, symbol: u16, a: Reg, size: u32 } [d 3] [a 1];
    RowFrame { d: Reg, object: u16, a: Reg, size: u32 } [d 3] [a 1];
    /// `Member` and `Narrow`.
    Part { d: Reg, p: Reg, bytes: u16, size: u32 } [d 3] [p 3];
    /// `Part` of an object of the frame.
    PartFrame { d: Reg, object: u16, bytes: u16, size: u32 } [d 3] [];
    /// `Copy` to an object of the frame, from one, and from one to another.
    CopyToFrame { object: u16, p: Reg, copy: u32 } [] [p 3];
    CopyFromFrame { d: Reg, object: u16, copy: u32 } [] [d 3];
    CopyInFrame { object: u16, other: u16, copy: u32 } [] [];
    /// `ClearPadding` of an object of the frame.
    ClearPaddingFrame { object: u16, copy: u16, bytes: i32 } [] [];
    /// Reads a cell.
    Load8U { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load8S { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load16U { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load16S { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load32U { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load32S { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    Load64 { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1] [p 3];
    LoadPointerCell { d: Reg, p: Reg, access: u16, bytes: i32 } [d 3] [p 3];
    /// Writes a cell.
    Store8 { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 1, p 3];
    Store16 { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 1, p 3];
    Store32 { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 1, p 3];
    Store64 { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 1, p 3];
    StorePointerCell { a: Reg, p: Reg, access: u16, bytes: i32 } [] [a 3, p 3];
    /// Reads a cell of an element of what a pointer leads to.
    Elem8U { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem8S { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem16U { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem16S { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem32U { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem32S { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    Elem64 { d: Reg, p: Reg, a: Reg, elem: u16 } [d 1] [p 3, a 1];
    ElemPointer { d: Reg, p: Reg, a: Reg, elem: u16 } [d 3] [p 3, a 1];
    /// Writes a cell of an element of what a pointer leads to.
    SetElem8 { v: Reg, p: Reg, a: Reg, elem: u16 } [] [v 1, p 3, a 1];
    SetElem16 { v: Reg, p: Reg, a: Reg, elem: u16 } [] [v 1, p 3, a 1];
    SetElem32 { v: Reg, p: Reg, a: Reg, elem: u16 } [] [v 1, p 3, a 1];
    SetElem64 { v: Reg, p: Reg, a: Reg, elem: u16 } [] [v 1, p 3, a 1];
    SetElemPointer { v: Reg, p: Reg, a: Reg, elem: u16 } [] [v 3, p 3, a 1];
    /// Reads a pointer, and jumps if it is null, or if it is not.
    JumpNullCell { d: Reg, p: Reg, elem: u16, to: u32 } [d 3] [p 3];
    JumpNotNullCell { d: Reg, p: Reg, elem: u16, to: u32 } [d 3] [p 3];
    JumpNullFrame { d: Reg, object: u16, elem: u16, to: u32 } [d 3] [];
    JumpNotNullFrame { d: Reg, object: u16, elem: u16, to: u32 } [d 3] [];
    /// `*p++`: reads or writes the cell that a pointer leads to, and lets the pointer lead behind it.
    Next8S { d: Reg, p: Reg, access: u16 } [d 1, p 3] [p 3];
    Next8U { d: Reg, p: Reg, access: u16 } [d 1, p 3] [p 3];
    Next32S { d: Reg, p: Reg, access: u16 } [d 1, p 3] [p 3];
    /// `++p` at the end of a round, and `*p` in the condition of the loop.
    Ahead8S { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1, p 3] [p 3];
    Ahead8U { d: Reg, p: Reg, access: u16, bytes: i32 } [d 1, p 3] [p 3];
    SetNext8 { v: Reg, p: Reg, access: u16 } [p 3] [v 1, p 3];
    SetNext32 { v: Reg, p: Reg, access: u16 } [p 3] [v 1, p 3];
    /// Reads a cell of an object of static storage duration.
    Static8U { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static8S { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static16U { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static16S { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static32U { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static32S { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    Static64 { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 1] [];
    StaticPointer { d: Reg, symbol: u16, access: u16, bytes: i32 } [d 3] [];
    /// Writes a cell of an object of static storage duration.
    SetStatic8 { v: Reg, symbol: u16, access: u16, bytes: i32 } [] [v 1];
    SetStatic16 { v: Reg, symbol: u16, access: u16, bytes: i32 } [] [v 1];
    SetStatic32 { v: Reg, symbol: u16, access: u16, bytes: i32 } [] [v 1];
    SetStatic64 { v: Reg, symbol: u16, access: u16, bytes: i32 } [] [v 1];
    SetStaticPointer { v: Reg, symbol: u16, access: u16, bytes: i32 } [] [v 3];
    /// Reads a cell of an element of an object of static storage duration.
    ElemStatic8U { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic8S { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic16U { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic16S { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic32U { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic32S { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStatic64 { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemStaticPointer { d: Reg, symbol: u16, a: Reg, elem: u16 } [d 3] [a 1];
    /// Writes a cell of an element of an object of static storage duration.
    SetElemStatic8 { v: Reg, symbol: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemStatic16 { v: Reg, symbol: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemStatic32 { v: Reg, symbol: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemStatic64 { v: Reg, symbol: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemStaticPointer { v: Reg, symbol: u16, a: Reg, elem: u16 } [] [v 3, a 1];
    /// `RowStatic` and `Elem...`: reads a cell of an element of an element.
    Grid8U { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid8S { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid16U { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid16S { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid32U { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid32S { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    Grid64 { d: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [d 1] [a 1, b 1];
    /// Writes one.
    SetGrid8 { v: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [] [v 1, a 1, b 1];
    SetGrid16 { v: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [] [v 1, a 1, b 1];
    SetGrid32 { v: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [] [v 1, a 1, b 1];
    SetGrid64 { v: Reg, symbol: u16, a: Reg, b: Reg, grid: u16 } [] [v 1, a 1, b 1];
    /// Reads a cell of an object of the frame.
    Frame8U { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame8S { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame16U { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame16S { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame32U { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame32S { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    Frame64 { d: Reg, object: u16, access: u16, bytes: i32 } [d 1] [];
    FramePointer { d: Reg, object: u16, access: u16, bytes: i32 } [d 3] [];
    /// Writes a cell of an object of the frame.
    SetFrame8 { v: Reg, object: u16, access: u16, bytes: i32 } [] [v 1];
    SetFrame16 { v: Reg, object: u16, access: u16, bytes: i32 } [] [v 1];
    SetFrame32 { v: Reg, object: u16, access: u16, bytes: i32 } [] [v 1];
    SetFrame64 { v: Reg, object: u16, access: u16, bytes: i32 } [] [v 1];
    SetFramePointer { v: Reg, object: u16, access: u16, bytes: i32 } [] [v 3];
    /// Reads a cell of an element of an object of the frame.
    ElemFrame8U { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame8S { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame16U { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame16S { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame32U { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame32S { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFrame64 { d: Reg, object: u16, a: Reg, elem: u16 } [d 1] [a 1];
    ElemFramePointer { d: Reg, object: u16, a: Reg, elem: u16 } [d 3] [a 1];
    /// Writes a cell of an element of an object of the frame.
    SetElemFrame8 { v: Reg, object: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemFrame16 { v: Reg, object: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemFrame32 { v: Reg, object: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemFrame64 { v: Reg, object: u16, a: Reg, elem: u16 } [] [v 1, a 1];
    SetElemFramePointer { v: Reg, object: u16, a: Reg, elem: u16 } [] [v 3, a 1];
}

/// A width and a sign in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed(u8);

impl From<IntShape> for Packed {
    fn from(shape: IntShape) -> Packed {
        Packed((shape.bits - 1) | u8::from(shape.signed) << 7)
    }
}

impl Packed {
    /// The shape.
    #[inline]
    pub fn shape(self) -> IntShape {
        IntShape { bits: (self.0 & 127) + 1, signed: self.0 & 128 != 0 }
    }

    /// Width in bits.
    #[inline]
    pub fn bits(self) -> u32 {
        u32::from(self.0 & 127) + 1
    }

    /// Whether it is signed.
    #[inline]
    pub fn signed(self) -> bool {
        self.0 & 128 != 0
    }
}

const _: () = assert!(size_of::<Op>() == 12, "instructions stay small");
