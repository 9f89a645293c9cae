//! What an instruction reads, writes and leads to: for whoever changes code.

use kiln_lang::value::float::FloatFormat;

use super::{Callee, Code, Op, Reg};

/// Registers of a floating number.
fn registers_of(format: FloatFormat) -> u16 {
    if format.bits() > 64 { 2 } else { 1 }
}

impl Op {
    /// The registers that may be read, first and number.
    pub fn reads(&self, code: &Code, mut f: impl FnMut(Reg, u16)) {
        self.named_reads(&mut f);
        match *self {
            Op::Call { site } => {
                let index = super::uncounted(site);
                let site = &code.calls[index];
                f(site.base, code.call_registers.get(index).copied().unwrap_or(Reg::MAX - site.base));
                if let Callee::Pointer(pointer) = site.callee {
                    f(pointer, 3);
                }
            }
            Op::ReturnMemory { .. } => f(0, 3),
            Op::Return { a, n } => f(a, u16::from(n & 3)),
            Op::Switch { a, table } => f(a, if code.switches[super::uncounted(table)].shape.bits > 64 { 2 } else { 1 }),
            Op::CompareFloat { format, a, b, .. } | Op::Float { format, a, b, .. } => {
                f(a, registers_of(format));
                f(b, registers_of(format));
            }
            Op::FloatNeg { format, a, .. }
            | Op::FloatIsNotZero { format, a, .. }
            | Op::FloatToInt { format, a, .. }
            | Op::FloatToFloat { from: format, a, .. } => f(a, registers_of(format)),
            Op::IntToFloat { shape, a, .. } => f(a, if shape.bits() > 64 { 2 } else { 1 }),
            Op::StoreBits { a, access, .. } => f(a, if code.bits[usize::from(access)].wide { 2 } else { 1 }),
            Op::Lanes { lanes } => {
                let lanes = &code.lanes[lanes as usize];
                f(lanes.d, 3);
                f(lanes.a, 3);
                f(lanes.b, 3);
            }
            _ => {}
        }
    }

    /// The registers that may be written, first and number.
    pub fn may_write(&self, code: &Code, mut f: impl FnMut(Reg, u16)) {
        self.named_writes(|reg, n, _| f(reg, n));
        match *self {
            // The frame of what is called begins there.
            Op::Call { site } => {
                let base = code.calls[super::uncounted(site)].base;
                f(base, Reg::MAX - base);
            }
            Op::Lanes { lanes } => f(code.lanes[lanes as usize].d, 3),
            _ => {}
        }
    }

    /// The registers that are surely written, first and number.
    pub fn must_write(&self, mut f: impl FnMut(Reg, u16)) {
        self.named_writes(|reg, n, certain| f(reg, if certain { n } else { 1 }));
    }

    /// Where it may jump to, besides going on.
    pub fn target(&mut self) -> Option<&mut u32> {
        use Op::{
            CountLe, CountLt, CountLtI, Jump, JumpEq, JumpEqI, JumpF64, JumpGeSI, JumpGeUI, JumpGtSI, JumpIf,
            JumpIfAnd, JumpIfAndI, JumpIfNot, JumpIfNotAnd, JumpIfNotAndI, JumpLeS, JumpLeSI, JumpLeU, JumpLtS,
            JumpLtSI, JumpLtU, JumpLtUI, JumpNe, JumpNeI, JumpNotNullCell, JumpNotNullFrame, JumpNull, JumpNullCell,
            JumpNullFrame, JumpPointer, Loop,
        };
        match self {
            Jump { to }
            | Loop { to }
            | JumpIf { to, .. }
            | JumpIfNot { to, .. }
            | JumpEqI { to, .. }
            | JumpNeI { to, .. }
            | JumpLtSI { to, .. }
            | JumpLeSI { to, .. }
            | JumpGtSI { to, .. }
            | JumpGeSI { to, .. }
            | JumpEq { to, .. }
            | JumpNe { to, .. }
            | JumpLtS { to, .. }
            | JumpLeS { to, .. }
            | JumpLtU { to, .. }
            | JumpLeU { to, .. }
            | JumpLtUI { to, .. }
            | JumpGeUI { to, .. }
            | JumpF64 { to, .. }
            | JumpPointer { to, .. }
            | JumpNull { to, .. }
            | JumpIfAnd { to, .. }
            | JumpIfNotAnd { to, .. }
            | JumpIfAndI { to, .. }
            | JumpIfNotAndI { to, .. }
            | JumpNullCell { to, .. }
            | JumpNotNullCell { to, .. }
            | JumpNullFrame { to, .. }
            | JumpNotNullFrame { to, .. }
            | CountLt { to, .. }
            | CountLe { to, .. }
            | CountLtI { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether what comes next in the code does not come next.
    pub fn is_final(&self) -> bool {
        use Op::{ComputedGoto, Jump, Loop, OuterGoto, Return, ReturnMemory, ReturnNothing, ReturnVoid, Switch, Trap};
        matches!(
            self,
            Jump { .. }
                | Loop { .. }
                | Switch { .. }
                | ComputedGoto { .. }
                | OuterGoto { .. }
                | Return { .. }
                | ReturnMemory { .. }
                | ReturnNothing
                | ReturnVoid
                | Trap { .. }
        )
    }

    /// A conditional jump that is taken when this one is not.
    pub fn inverse(self) -> Option<Op> {
        Some(match self {
            Op::JumpIf { a, to } => Op::JumpIfNot { a, to },
            Op::JumpIfNot { a, to } => Op::JumpIf { a, to },
            Op::JumpEq { a, b, to } => Op::JumpNe { a, b, to },
            Op::JumpNe { a, b, to } => Op::JumpEq { a, b, to },
            Op::JumpLtS { a, b, to } => Op::JumpLeS { a: b, b: a, to },
            Op::JumpLeS { a, b, to } => Op::JumpLtS { a: b, b: a, to },
            Op::JumpLtU { a, b, to } => Op::JumpLeU { a: b, b: a, to },
            Op::JumpLeU { a, b, to } => Op::JumpLtU { a: b, b: a, to },
            Op::JumpEqI { a, value, to } => Op::JumpNeI { a, value, to },
            Op::JumpNeI { a, value, to } => Op::JumpEqI { a, value, to },
            Op::JumpLtSI { a, value, to } => Op::JumpGeSI { a, value, to },
            Op::JumpGeSI { a, value, to } => Op::JumpLtSI { a, value, to },
            Op::JumpLeSI { a, value, to } => Op::JumpGtSI { a, value, to },
            Op::JumpGtSI { a, value, to } => Op::JumpLeSI { a, value, to },
            Op::JumpLtUI { a, value, to } => Op::JumpGeUI { a, value, to },
            Op::JumpGeUI { a, value, to } => Op::JumpLtUI { a, value, to },
            Op::JumpF64 { op, holds, a, b, to } => Op::JumpF64 { op, holds: !holds, a, b, to },
            Op::JumpPointer { op, holds, a, b, to } => Op::JumpPointer { op, holds: !holds, a, b, to },
            Op::JumpNull { null, p, to } => Op::JumpNull { null: !null, p, to },
            Op::JumpIfAnd { d, a, b, to } => Op::JumpIfNotAnd { d, a, b, to },
            Op::JumpIfNotAnd { d, a, b, to } => Op::JumpIfAnd { d, a, b, to },
            Op::JumpIfAndI { d, a, value, to } => Op::JumpIfNotAndI { d, a, value, to },
            Op::JumpIfNotAndI { d, a, value, to } => Op::JumpIfAndI { d, a, value, to },
            Op::JumpNullCell { d, p, elem, to } => Op::JumpNotNullCell { d, p, elem, to },
            Op::JumpNotNullCell { d, p, elem, to } => Op::JumpNullCell { d, p, elem, to },
            Op::JumpNullFrame { d, object, elem, to } => Op::JumpNotNullFrame { d, object, elem, to },
            Op::JumpNotNullFrame { d, object, elem, to } => Op::JumpNullFrame { d, object, elem, to },
            _ => return None,
        })
    }

    /// Whether it writes registers and does nothing else, whatever the values.
    pub fn is_pure(&self) -> bool {
        use Op::{
            AddU32, AddU32I, AddU64, AddU64I, And, AndI, Const, DivSI, DivUI, Eq, F64Add, F64Div, F64Mul, F64Sub,
            Frame, IsNotZero, IsZero, LeS, LeU, LtS, LtU, Mov, Mov2, MulU32, MulU32I, MulU64, MulU64I, Ne, Null, Or,
            OrI, Pool, RemSI, RemUI, Sext8, Sext16, Sext32, ShlU32I, ShlU64I, ShrSI, ShrUI, SubU32, SubU64, Symbol,
            Wrap, Xor, XorI, Zext8, Zext16, Zext32,
        };
        matches!(
            self,
            Const { .. }
                | Pool { .. }
                | Mov { .. }
                | Mov2 { .. }
                | Symbol { .. }
                | Frame { .. }
                | Null { .. }
                | AddU32 { .. }
                | SubU32 { .. }
                | MulU32 { .. }
                | AddU64 { .. }
                | SubU64 { .. }
                | MulU64 { .. }
                | AddU32I { .. }
                | MulU32I { .. }
                | AddU64I { .. }
                | MulU64I { .. }
                | And { .. }
                | Or { .. }
                | Xor { .. }
                | AndI { .. }
                | OrI { .. }
                | XorI { .. }
                | Eq { .. }
                | Ne { .. }
                | LtS { .. }
                | LeS { .. }
                | LtU { .. }
                | LeU { .. }
                | IsZero { .. }
                | IsNotZero { .. }
                | Sext8 { .. }
                | Sext16 { .. }
                | Sext32 { .. }
                | Zext8 { .. }
                | Zext16 { .. }
                | Zext32 { .. }
                | Wrap { .. }
                | F64Add { .. }
                | F64Sub { .. }
                | F64Mul { .. }
                | F64Div { .. }
                | ShlU32I { .. }
                | ShlU64I { .. }
                | ShrUI { .. }
                | ShrSI { .. }
                | DivSI { .. }
                | RemSI { .. }
                | DivUI { .. }
                | RemUI { .. }
        )
    }

    /// Whether it reads a cell that is not volatile, and does nothing else.
    pub fn is_load(&self) -> bool {
        use Op::{
            Elem8S, Elem8U, Elem16S, Elem16U, Elem32S, Elem32U, Elem64, ElemFrame8S, ElemFrame8U, ElemFrame16S,
            ElemFrame16U, ElemFrame32S, ElemFrame32U, ElemFrame64, ElemFramePointer, ElemPointer, ElemStatic8S,
            ElemStatic8U, ElemStatic16S, ElemStatic16U, ElemStatic32S, ElemStatic32U, ElemStatic64, ElemStaticPointer,
            Frame8S, Frame8U, Frame16S, Frame16U, Frame32S, Frame32U, Frame64, FramePointer, Grid8S, Grid8U, Grid16S,
            Grid16U, Grid32S, Grid32U, Grid64, Load8S, Load8U, Load16S, Load16U, Load32S, Load32U, Load64,
            LoadPointerCell, Static8S, Static8U, Static16S, Static16U, Static32S, Static32U, Static64, StaticPointer,
        };
        matches!(
            self,
            Elem8S { .. }
                | Elem8U { .. }
                | Elem16S { .. }
                | Elem16U { .. }
                | Elem32S { .. }
                | Elem32U { .. }
                | Elem64 { .. }
                | ElemFrame8S { .. }
                | ElemFrame8U { .. }
                | ElemFrame16S { .. }
                | ElemFrame16U { .. }
                | ElemFrame32S { .. }
                | ElemFrame32U { .. }
                | ElemFrame64 { .. }
                | ElemFramePointer { .. }
                | ElemPointer { .. }
                | ElemStatic8S { .. }
                | ElemStatic8U { .. }
                | ElemStatic16S { .. }
                | ElemStatic16U { .. }
                | ElemStatic32S { .. }
                | ElemStatic32U { .. }
                | ElemStatic64 { .. }
                | ElemStaticPointer { .. }
                | Frame8S { .. }
                | Frame8U { .. }
                | Frame16S { .. }
                | Frame16U { .. }
                | Frame32S { .. }
                | Frame32U { .. }
                | Frame64 { .. }
                | FramePointer { .. }
                | Grid8S { .. }
                | Grid8U { .. }
                | Grid16S { .. }
                | Grid16U { .. }
                | Grid32S { .. }
                | Grid32U { .. }
                | Grid64 { .. }
                | Load8S { .. }
                | Load8U { .. }
                | Load16S { .. }
                | Load16U { .. }
                | Load32S { .. }
                | Load32U { .. }
                | Load64 { .. }
                | LoadPointerCell { .. }
                | Static8S { .. }
                | Static8U { .. }
                | Static16S { .. }
                | Static16U { .. }
                | Static32S { .. }
                | Static32U { .. }
                | Static64 { .. }
                | StaticPointer { .. }
        )
    }

    /// Whether it does nothing but compute in registers, read memory, jump and count: what can be said of memory afterwards
    /// could be said before.
    pub fn is_quiet(&self) -> bool {
        use Op::{
            AddI32, AddI64, AddI64I, CheckAlign, CheckIndex, CheckInit, CompareFloat, ComparePointer, IncI32, Index,
            IndexBack, IndexI, IndexStatic, Int, Member, Mov3, MulI32, MulI32I, MulI64, MulI64I, Narrow, Neg, Nop,
            NoteAlign, Part, PartFrame, PointerIsNotNull, PointerIsNull, PointerSub, Row, RowFrame, RowStatic, ShlI32I,
            Step, SubI32, SubI32I, SubI64, SubI64I, Subscript, SubscriptFrame, SubscriptStatic, Switch, Whole,
        };
        let mut op = *self;
        self.is_pure()
            || self.is_load()
            || op.target().is_some()
            || matches!(
                self,
                AddI32 { .. }
                    | AddI64 { .. }
                    | AddI64I { .. }
                    | CheckAlign { .. }
                    | NoteAlign { .. }
                    | CheckIndex { .. }
                    | CheckInit { .. }
                    | CompareFloat { .. }
                    | ComparePointer { .. }
                    | IncI32 { .. }
                    | Index { .. }
                    | IndexBack { .. }
                    | IndexI { .. }
                    | IndexStatic { .. }
                    | Int { .. }
                    | Member { .. }
                    | Mov3 { .. }
                    | MulI32 { .. }
                    | MulI32I { .. }
                    | MulI64 { .. }
                    | MulI64I { .. }
                    | Narrow { .. }
                    | Neg { .. }
                    | Nop
                    | Part { .. }
                    | PartFrame { .. }
                    | PointerIsNotNull { .. }
                    | PointerIsNull { .. }
                    | PointerSub { .. }
                    | Row { .. }
                    | RowFrame { .. }
                    | RowStatic { .. }
                    | ShlI32I { .. }
                    | Step { .. }
                    | SubI32 { .. }
                    | SubI32I { .. }
                    | SubI64 { .. }
                    | SubI64I { .. }
                    | Subscript { .. }
                    | SubscriptFrame { .. }
                    | SubscriptStatic { .. }
                    | Switch { .. }
                    | Whole { .. }
            )
    }
}
