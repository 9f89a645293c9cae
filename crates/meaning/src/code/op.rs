//! The instructions.

use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::IntShape;

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

/// An instruction. `d` is the register that is written; `a` and `b` are operands, `p` a pointer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are registers, jump targets and indices into the tables of the function")]
pub enum Op {
    Nop,
    /// So many full expressions begin.
    Step {
        n: u32,
    },
    Const {
        d: Reg,
        value: i32,
    },
    /// A variable in registers has a value, or none.
    Flag {
        d: Reg,
        on: bool,
    },
    /// A constant of the pool.
    Pool {
        d: Reg,
        index: u32,
    },
    Mov {
        d: Reg,
        a: Reg,
    },
    Mov2 {
        d: Reg,
        a: Reg,
    },
    Mov3 {
        d: Reg,
        a: Reg,
    },

    AddI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulI32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulU32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddI64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubI64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulI64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddU64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubU64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulU64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a + value` in `int`.
    IncI32 {
        d: Reg,
        a: Reg,
        value: i32,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any operation on integers of up to 64 bits; `wrap` makes overflow defined.
    Int {
        op: IntOp,
        shape: Packed,
        wrap: bool,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any operation on integers of more than 64 bits. The count of a shift is one register.
    Wide {
        op: IntOp,
        shape: Packed,
        wrap: bool,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Not {
        shape: Packed,
        d: Reg,
        a: Reg,
    },
    Neg {
        shape: Packed,
        wrap: bool,
        d: Reg,
        a: Reg,
    },

    Eq {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LtS {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LeS {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LtU {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LeU {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    CompareWide {
        op: Comparison,
        signed: bool,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    CompareFloat {
        op: Comparison,
        format: FloatFormat,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ComparePointer {
        op: Comparison,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a == 0`.
    IsZero {
        d: Reg,
        a: Reg,
    },
    /// `a != 0`.
    IsNotZero {
        d: Reg,
        a: Reg,
    },

    Sext8 {
        d: Reg,
        a: Reg,
    },
    Sext16 {
        d: Reg,
        a: Reg,
    },
    Sext32 {
        d: Reg,
        a: Reg,
    },
    Zext8 {
        d: Reg,
        a: Reg,
    },
    Zext16 {
        d: Reg,
        a: Reg,
    },
    Zext32 {
        d: Reg,
        a: Reg,
    },
    /// To an integer of any width up to 64.
    Wrap {
        shape: Packed,
        d: Reg,
        a: Reg,
    },
    /// 64 bits to 128.
    Widen {
        signed: bool,
        d: Reg,
        a: Reg,
    },
    /// 128 bits to a smaller width of up to 128.
    WrapWide {
        shape: Packed,
        d: Reg,
        a: Reg,
    },
    WideIsNotZero {
        d: Reg,
        a: Reg,
    },

    F64Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    F64Sub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    F64Mul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    F64Div {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Float {
        op: FloatOp,
        format: FloatFormat,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FloatNeg {
        format: FloatFormat,
        d: Reg,
        a: Reg,
    },
    IntToFloat {
        shape: Packed,
        format: FloatFormat,
        d: Reg,
        a: Reg,
    },
    FloatToInt {
        shape: Packed,
        format: FloatFormat,
        d: Reg,
        a: Reg,
    },
    FloatToFloat {
        from: FloatFormat,
        to: FloatFormat,
        d: Reg,
        a: Reg,
    },
    FloatIsNotZero {
        format: FloatFormat,
        d: Reg,
        a: Reg,
    },

    /// The address of an object of the frame.
    Frame {
        d: Reg,
        object: u16,
    },
    /// The address of something of static storage duration.
    Symbol {
        d: Reg,
        symbol: u32,
    },
    /// A member: moves a pointer that must lead to an object.
    Member {
        d: Reg,
        p: Reg,
        bytes: i32,
    },
    /// Limits a pointer to the `size` bytes it points to.
    Narrow {
        d: Reg,
        p: Reg,
        size: u32,
    },
    /// A pointer to an array of open end: it starts there.
    Start {
        d: Reg,
        p: Reg,
    },
    /// Allows a pointer to move in its whole object.
    Whole {
        d: Reg,
        p: Reg,
    },
    /// `p + a` in elements of `size` bytes.
    Index {
        d: Reg,
        p: Reg,
        a: Reg,
        size: u32,
    },
    /// `p - a` in elements of `size` bytes.
    IndexBack {
        d: Reg,
        p: Reg,
        a: Reg,
        size: u32,
    },
    /// `p + a` or `p - a` in elements of a run-time size.
    IndexBy {
        back: bool,
        d: Reg,
        p: Reg,
        a: Reg,
        size: Reg,
    },
    /// `p + a` that is accessed at once: the access has the last word on bounds.
    Subscript {
        d: Reg,
        p: Reg,
        a: Reg,
        size: u32,
    },
    PointerSub {
        d: Reg,
        a: Reg,
        b: Reg,
        size: u32,
    },
    PointerSubBy {
        d: Reg,
        a: Reg,
        b: Reg,
        size: Reg,
    },
    PointerIsNotNull {
        d: Reg,
        a: Reg,
    },
    PointerToInt {
        shape: Packed,
        d: Reg,
        a: Reg,
    },
    IntToPointer {
        d: Reg,
        a: Reg,
    },
    /// The address is a multiple of `align`.
    CheckAlign {
        p: Reg,
        align: u32,
    },
    /// `__builtin_assume_aligned`.
    CheckAssumed {
        p: Reg,
        align: u32,
    },
    Alloca {
        align: u32,
        d: Reg,
        size: Reg,
    },

    LoadU {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    LoadS {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    LoadBool {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    LoadPointer {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    LoadWide {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    LoadBits {
        d: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    Store {
        a: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    StorePointer {
        a: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    StoreWide {
        a: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    StoreBits {
        a: Reg,
        p: Reg,
        access: u16,
        bytes: i32,
    },
    /// Copies a structure or another value that is in memory.
    Copy {
        d: Reg,
        p: Reg,
        copy: u32,
    },
    /// Gives an object zeros as its value, padding excepted.
    Zero {
        p: Reg,
        copy: u32,
    },
    /// Writes the bytes of a string literal into an array.
    Bytes {
        p: Reg,
        bytes: u32,
    },
    /// Computes with values that are in memory: complex numbers and vectors.
    Lanes {
        lanes: u32,
    },

    Enter {
        object: u16,
    },
    Leave {
        object: u16,
    },
    Forget {
        object: u16,
    },
    /// The object has its initial value: const and volatile hold.
    Seal {
        object: u16,
    },
    /// Begins an array of run-time size.
    EnterVla {
        object: u16,
        size: Reg,
    },
    /// A register has a value.
    CheckInit {
        flag: Reg,
        decl: u32,
    },
    /// Two bounds are equal (C11 6.7.6.2p6).
    CheckSame {
        a: Reg,
        b: Reg,
    },
    /// A value is stored to `a` that was read from `b`.
    CheckOverlap {
        a: Reg,
        b: Reg,
        overlap: u32,
    },
    /// The bound of an array of run-time size is positive.
    CheckBound {
        a: Reg,
        signed: bool,
    },

    Jump {
        to: u32,
    },
    JumpIf {
        a: Reg,
        to: u32,
    },
    JumpIfNot {
        a: Reg,
        to: u32,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLtS {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLeS {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLtU {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLeU {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpEqI {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpNeI {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpLtSI {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpLeSI {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpGtSI {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpGeSI {
        a: Reg,
        value: i32,
        to: u32,
    },
    /// A jump back: a round of a loop.
    Loop {
        to: u32,
    },
    Switch {
        a: Reg,
        table: u32,
    },
    ComputedGoto {
        p: Reg,
        table: u32,
    },
    /// A pointer to an object of a function around.
    Outer {
        d: Reg,
        outer: u32,
    },
    /// The bound of an array type of a function around.
    OuterBound {
        d: Reg,
        outer: u32,
    },
    /// Ends calls and goes on at a label of a function around.
    OuterGoto {
        outer: u32,
    },
    Call {
        site: u32,
    },
    Return {
        a: Reg,
        n: u8,
    },
    /// The value of the function is in memory at `p`.
    ReturnMemory {
        p: Reg,
        copy: u32,
    },
    /// The end of a function whose result is not void.
    ReturnNothing,
    ReturnVoid,
    VaStart {
        p: Reg,
    },
    VaEnd {
        p: Reg,
    },
    VaCopy {
        d: Reg,
        p: Reg,
    },
    VaArg {
        d: Reg,
        p: Reg,
        arg: u32,
    },
    /// A statement of an open function begins, so deep in others.
    At {
        stmt: u32,
        level: u16,
    },
    /// A full expression of an open function begins.
    Visit {
        site: u32,
    },
    /// Something that is counted happens.
    Count {
        counter: u32,
    },
    /// Values are recorded.
    Record {
        spec: u32,
    },
    /// A fragment begins: the frame has to have room for its objects.
    Grow,
    /// Does what a repair says instead of an instruction.
    Repaired {
        repair: u32,
    },
    /// Hands over to whoever runs the machine.
    Pause,
    /// Stops with what is written in the table.
    Trap {
        trap: u32,
    },

    /// The block of a restrict-qualified pointer begins: `d` is its tag. The first of a block, or another of the same.
    RestrictBegin {
        d: Reg,
        first: bool,
    },
    /// Its declaration is reached.
    RestrictStart {
        tag: Reg,
    },
    /// It ends.
    RestrictEnd {
        tag: Reg,
    },
    /// The pointer is read.
    RestrictRead {
        d: Reg,
        p: Reg,
        tag: Reg,
    },
    /// The pointer is given the value `a`.
    RestrictAssign {
        a: Reg,
        tag: Reg,
    },
    /// The tag of the restrict-qualified pointer at a place.
    RestrictAt {
        d: Reg,
        p: Reg,
        bytes: i32,
    },

    /// Operands without an order begin; the first of them.
    SeqBegin {
        store: bool,
    },
    /// The next operand.
    SeqNext,
    /// All operands have been evaluated.
    SeqEnd,
    /// What was evaluated so far is ordered before what comes.
    SeqPoint,
    /// An access to a register that has to be seen in the log.
    SeqRegister {
        register: Reg,
        write: bool,
    },
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
