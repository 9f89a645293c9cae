//! The machine's code: typed instructions on registers.
//!
//! A register is 64 bits. Integers up to 64 bits are held extended from their type, `_Bool` is 0 or 1, `float` and `double`
//! are their bits; 128-bit integers and longer floating types take two registers, pointers three (address, provenance,
//! range). Structures, unions, complex numbers and vectors are in memory, and their value is a pointer to it.
//!
//! A call's arguments stand in consecutive registers of the caller that become the first registers of the callee; the
//! result comes back in the same place.

mod fusible;
mod op;
mod operands;

use kiln_lang::tree::{DeclId, DeclRef, ExprId, ExprRef, FunctionId, LabelId, StmtId, StringId};
use kiln_lang::types::{Basic, Ty};
use kiln_lang::value::float::FloatFormat;
use kiln_lang::value::int::IntShape;

use crate::image::Info;
use crate::memory::Sort;
use crate::memory::access::Access;
use crate::memory::bits::BitAccess;
use crate::outcome::Place;
use crate::undefined::Kind;

pub use self::fusible::Fusible;
pub use self::op::{Comparison, FloatOp, IntOp, Op, Packed, Reg, Sequencing};
use crate::lower::open::Origin;
use crate::repair::Repair;

/// An object of a frame: a variable or a temporary that is in memory.
#[derive(Clone, Debug)]
pub struct FrameObject {
    /// Offset in the frame's memory.
    pub offset: u32,
    /// The same in a run with other choices, where objects have the opposite order.
    pub mirrored: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// The shadow of the object when it has no value.
    pub template: Box<[u16]>,
    /// Variable or temporary.
    pub sort: Sort,
    /// Const and volatile.
    pub flags: u16,
    /// What is known of it.
    pub info: Info,
    /// For a nested function: what is called.
    pub callable: Option<u32>,
}

/// What a function refers to by its index in the table of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// A variable or function.
    Decl(DeclRef),
    /// A string literal.
    Str(StringId),
    /// `__func__`.
    FunctionName,
    /// A compound literal at file scope.
    Literal(ExprId),
    /// A label of the function.
    Label(u32),
}

/// A range of values of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseRange {
    /// First value.
    pub lo: i128,
    /// Last value.
    pub hi: i128,
    /// Where it leads.
    pub to: u32,
}

/// The cases of a switch.
#[derive(Clone, PartialEq, Debug)]
pub struct SwitchTable {
    /// Ranges without overlap, sorted.
    pub cases: Vec<CaseRange>,
    /// Where other values lead.
    pub default: u32,
    /// The shape of the controlling value.
    pub shape: IntShape,
}

impl SwitchTable {
    /// Where a value leads.
    pub fn find(&self, value: i128) -> u32 {
        let found = self.cases.partition_point(|case| case.hi < value);
        match self.cases.get(found) {
            Some(case) if case.lo <= value => case.to,
            _ => self.default,
        }
    }
}

/// The cases of a switch whose values are close together: where each of them leads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JumpTable {
    /// The first value.
    pub lo: i64,
    /// Where it leads, and those after it. Empty if the values are not close together.
    pub to: Vec<u32>,
}

/// An argument of a call, or of a variadic call beyond the parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Where it is, counted from the first register of the call.
    pub reg: Reg,
    /// Its type after conversion.
    pub ty: Ty,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by its name.
    Symbol(u32),
    /// A pointer in a register.
    Pointer(Reg),
    /// A builtin that needs the types of its arguments.
    Builtin(&'static str),
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallSite {
    /// Who is called.
    pub callee: Callee,
    /// The function type as the caller sees it.
    pub ty: Ty,
    /// First register of the arguments and of the result.
    pub base: Reg,
    /// The arguments.
    pub args: Box<[Arg]>,
    /// The type of the result.
    pub result: Ty,
    /// Whether the result is used.
    pub used: bool,
    /// The call does not agree with the callee by its types alone, so the machine has to compare.
    pub check: bool,
    /// Nothing else is evaluated without an order to the call: if it does not return, nothing is left in the middle.
    pub alone: bool,
    /// The variable arguments of the caller follow.
    pub passes_on: bool,
}

impl CallSite {
    /// A call without arguments, of which nothing is used, and beside which nothing else is evaluated.
    pub(crate) fn alone(callee: Callee, ty: Ty, base: Reg, result: Ty) -> CallSite {
        let (args, used, check, alone, passes_on) = (Box::default(), false, false, true, false);
        CallSite { callee, ty, base, args, result, used, check, alone, passes_on }
    }
}

/// The upper byte of a jump target and of the number of a call site: full expressions that the instruction counts, those
/// of its block before it.
pub const COUNT_SHIFT: u32 = 24;

/// The jump target or the number of a call site without the count.
#[inline]
pub fn uncounted(to: u32) -> usize {
    (to & ((1 << COUNT_SHIFT) - 1)) as usize
}

/// How values that are in memory are copied.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CopyRule {
    /// Bytes.
    pub size: u32,
    /// Whether the lvalues are volatile.
    pub volatile: bool,
    /// What takes no value.
    pub padding: Padding,
    /// The shadows that padding has once it has no value.
    pub cleared: Box<[Cleared]>,
    /// Required alignment.
    pub align: u32,
    /// The shadows of an object without and with a value, where nothing but declared types decides them. Else empty.
    pub shadows: [Box<[u16]>; 2],
}

/// Four shadows, some of which are those of padding without a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cleared {
    /// The byte of the first.
    pub at: u32,
    /// What is compared.
    pub mask: u64,
    /// What it is then.
    pub shadows: u64,
}

/// What has no value in an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Padding {
    /// Whole bytes, from and to.
    pub bytes: Vec<(u32, u32)>,
    /// Bytes of which only these bits have a value.
    pub bits: Vec<(u32, u8)>,
}

impl Padding {
    /// Whether everything has a value.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.bits.is_empty()
    }
}

/// An assignment whose two sides may overlap (C11 6.5.16.1p3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverlapRule {
    /// Distance from the pointer of the left side, and bytes.
    pub to: (i32, u32),
    /// Distance from the pointer of the right side, and bytes.
    pub from: (i32, u32),
    /// Exact overlap is allowed: the types are compatible.
    pub compatible: bool,
}

/// A type asked for by `va_arg`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VaArgRule {
    /// The type.
    pub ty: Ty,
    /// For a value in memory: the temporary that receives it.
    pub object: Option<u16>,
    /// The list is a parameter: the caller's is indeterminate afterwards (C11 7.16p3).
    pub passed: bool,
}

/// Something that functions inside of a function may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Published {
    /// A variable: its object.
    Variable(DeclId),
    /// A nested function: its object.
    Function(FunctionId),
    /// The bound of an array type: its register.
    Bound(ExprRef),
    /// A label: its code.
    Label(LabelId),
}

/// Something that a nested function uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outer {
    /// How many functions around: 0 is the function itself.
    pub level: u16,
    /// What is used of that one.
    pub what: Published,
}

/// What the machine stops with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trap {
    /// Undefined behaviour that needs no operands to be seen.
    Undefined(Kind, String),
    /// Something that is not modelled.
    Unsupported(String),
}

/// A cell of an element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Elem {
    /// How it is accessed.
    pub access: Access,
    /// Bytes of an element.
    pub size: u32,
    /// Where in the element it is.
    pub bytes: u32,
}

/// A cell of an element of an array of arrays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// The cell of the inner array.
    pub elem: Elem,
    /// Bytes of an inner array.
    pub row: u32,
}

/// The type of an element of a complex number or vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// An integer.
    Int(IntShape),
    /// A floating number.
    Float(FloatFormat),
}

/// A computation on values in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Lanes {
    /// What is computed.
    pub op: LaneOp,
    /// The result: a pointer to memory, or a register for a scalar.
    pub d: Reg,
    /// Operands: pointers to memory, or registers for scalars.
    pub a: Reg,
    /// Second operand.
    pub b: Reg,
    /// The elements of the operands.
    pub element: Element,
    /// The elements of the result.
    pub result: Element,
    /// Number of elements.
    pub n: u32,
    /// Bytes of an element of the operands.
    pub size: u32,
    /// Bytes of an element of the result.
    pub result_size: u32,
    /// Overflow wraps.
    pub wrap: bool,
}

/// Computations on complex numbers and vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum LaneOp {
    /// Element by element.
    Int(IntOp),
    Float(FloatOp),
    /// All bits set where it holds.
    Compare(Comparison),
    Neg,
    Not,
    /// Element by element to another type.
    Convert,
    /// A scalar into every element.
    Splat,
    /// A scalar as the real part.
    ToComplex,
    ComplexMul,
    ComplexDiv,
    /// 1 if equal.
    ComplexEq,
    ComplexNe,
    /// 1 if not zero.
    ComplexIsNotZero,
    Conjugate,
}

/// A floating operation of a program that looks at the floating-point environment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Watched {
    /// What is computed.
    pub op: Op,
    /// A compiler may have computed it beforehand: its operands are constants.
    pub is_constant: bool,
}

/// An instruction of an open function that does something else than it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Repaired {
    /// What it was.
    pub was: Op,
    /// The type of the result.
    pub ty: Basic,
    /// The type of the left operand.
    pub left: Basic,
    /// The type of the right operand.
    pub right: Basic,
    /// What is done instead; `None` if that is still to be decided.
    pub repair: Option<Repair>,
}

/// The code of a function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Instructions.
    pub ops: Vec<Op>,
    /// Where a call begins: before it stands what calls went through that began before the instructions were fused.
    pub entry: u32,
    /// Where each instruction comes from.
    pub places: Vec<Place>,
    /// Constants.
    pub pool: Vec<u64>,
    /// Accesses.
    pub accesses: Vec<Access>,
    /// Accesses to bit-fields.
    pub bits: Vec<BitAccess>,
    /// Copies.
    pub copies: Vec<CopyRule>,
    /// Strings for arrays.
    pub bytes: Vec<Box<[u8]>>,
    /// Symbols.
    pub symbols: Vec<Symbol>,
    /// Objects in memory.
    pub objects: Vec<FrameObject>,
    /// Bytes of memory.
    pub frame_size: u32,
    /// Alignment of the memory.
    pub frame_align: u32,
    /// Number of registers.
    pub registers: u32,
    /// Registers of the parameters, in order, with their types.
    pub params: Vec<Arg>,
    /// Parameters declared as `a[static n]`: which, and how many bytes they ask for.
    pub static_params: Vec<(u16, u64)>,
    /// Assignments between members of unions.
    pub overlaps: Vec<OverlapRule>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// For each of them, the registers of its arguments.
    pub call_registers: Vec<u16>,
    /// Switches.
    pub switches: Vec<SwitchTable>,
    /// For each of them, its cases in another form.
    pub jump_tables: Vec<JumpTable>,
    /// Targets of computed jumps: for each, the code of each label.
    pub gotos: Vec<Vec<(u32, u32)>>,
    /// What functions inside of it may use.
    pub published: Vec<(Published, u32)>,
    /// What it uses of functions around it.
    pub outers: Vec<Outer>,
    /// Types asked for by `va_arg`.
    pub va_args: Vec<VaArgRule>,
    /// Reasons to stop.
    pub traps: Vec<Trap>,
    /// Full expressions that are counted by a later instruction: where they begin, and that instruction.
    pub counted: Vec<(u32, u32)>,
    /// Cells of elements.
    pub elems: Vec<Elem>,
    /// Cells of elements of elements.
    pub grids: Vec<Grid>,
    /// Where the first of two instructions came from that were fused, if the second came from elsewhere.
    pub first_places: Vec<(u32, Place)>,
    /// Computations in memory.
    pub lanes: Vec<Lanes>,
    /// Floating operations whose exceptions and rounding are watched.
    pub watched: Vec<Watched>,
    /// In an open function: where each instruction comes from.
    pub origins: Vec<Origin>,
    /// In an open function: the statements.
    pub statements: Vec<StmtId>,
    /// In an open function: the number of full expressions.
    pub sites: u32,
    /// In an open function: instructions that were repaired, as they were, and what is done instead.
    pub repairs: Vec<Repaired>,
    /// Names of variables that may be read without a value.
    pub names: Vec<String>,
    /// In a function that can be returned to twice: the flag, first register and number of registers of each variable.
    pub flagged: Vec<(Reg, Reg, u16)>,
}
