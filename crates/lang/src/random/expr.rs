//! Expressions: operators, casts, calls, and everything else that has a value.

use super::Maker;
use super::object::Wanted;
use super::table::{Row, row};
use super::types::Class;
use crate::build::{BuildExpr, BuildStmt, BuildType};
use crate::tree::{BinaryOp, ExprId, FunctionName, SizeofOp, UnaryOp};
use crate::types::{Basic, Quals, Ty};

/// What an expression is asked for: the type whose class it has, and how deep it may get.
pub(super) type Ask = (Ty, u32);

pub(super) const ROWS: &[Row<Ask, ExprId>] = &[
    row("constant", 8, |maker, (ty, _)| Some(maker.literal(ty))),
    row("object", 40, object),
    row("enumeration constant", 3, enumerator),
    row("unary operator", 8, unary),
    row("logical not", 2, logical_not),
    row("arithmetic", 18, arithmetic),
    row("integer operator", 10, integer_operator),
    row("mixed arithmetic", 4, mixed_arithmetic),
    row("comparison", 6, comparison),
    row("comparison with null", 2, null_comparison),
    row("logical operator", 5, logical),
    row("conditional", 5, conditional),
    row("conditional with omitted operand", 2, omitted_operand),
    row("comma", 3, comma),
    row("cast", 8, cast),
    row("assignment", 5, assignment),
    row("compound assignment", 5, compound_assignment),
    row("increment", 4, increment),
    row("call", 9, call),
    row("call through a pointer", 5, call_through_pointer),
    row("call of a builtin", 2, builtin_call),
    row("address", 8, address),
    row("array as pointer", 6, array_as_pointer),
    row("function as pointer", 6, function_as_pointer),
    row("pointer arithmetic", 4, pointer_arithmetic),
    row("pointer difference", 2, pointer_difference),
    row("string literal", 6, string),
    row("__func__", 3, function_name),
    row("address of a label", 4, label_address),
    row("compound literal", 4, compound_literal),
    row("address of a compound literal", 2, compound_literal_address),
    row("statement expression", 3, stmt_expr),
    row("sizeof type", 2, sizeof_type),
    row("sizeof expression", 2, sizeof_expr),
    row("_Alignof", 1, alignof),
    row("offsetof", 1, offsetof),
    row("_Generic", 2, generic),
    row("__builtin_choose_expr", 1, choose_expr),
    row("__builtin_types_compatible_p", 1, types_compatible),
    row("__extension__", 1, extension),
    row("real and imaginary part", 4, complex_part),
    row("vector and scalar", 6, vector_and_scalar),
    row("comparison of vectors", 6, vector_comparison),
    row("__builtin_convertvector", 4, convert_vector),
];

impl Maker {
    /// An expression of the class of a type. The type is one of values: no array, no function.
    pub(super) fn expr(&mut self, ty: Ty, depth: u32) -> ExprId {
        let made = if depth == 0 {
            let class = self.class(ty);
            self.object(Wanted::value(class), 0)
        } else {
            self.draw(ROWS, (ty, depth - 1))
        };
        made.unwrap_or_else(|| self.literal(ty))
    }

    /// Anything that can be a condition.
    pub(super) fn condition(&mut self, depth: u32) -> ExprId {
        let ty = self.scalar_type();
        self.expr(ty, depth)
    }

    fn scalar_type(&mut self) -> Ty {
        let ty = self.value_type();
        if self.is_scalar(ty) { ty } else { Ty::INT }
    }

    pub(super) fn arithmetic_type(&mut self) -> Ty {
        let ty = self.value_type();
        if self.is_arithmetic(ty) { ty } else { Ty::basic(Basic::Long) }
    }

    /// Two expressions that an operator takes together.
    fn pair(&mut self, ty: Ty, depth: u32) -> (ExprId, ExprId) {
        (self.expr(ty, depth), self.expr(ty, depth))
    }

    fn has_integer_elements(&self, ty: Ty) -> bool {
        self.as_vector(ty).is_some_and(|(elem, _)| self.is_integer(elem))
    }

    /// What a value can be assigned to an object from: numbers from each other, all else from its own type.
    pub(super) fn source_type(&mut self, ty: Ty) -> Ty {
        if self.is_arithmetic(ty) && self.rng.one_in(2) { self.arithmetic_type() } else { ty }
    }
}

fn object(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let class = maker.class(ty);
    maker.object(Wanted::value(class), depth)
}

fn enumerator(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) || maker.enumerators.is_empty() {
        return None;
    }
    let &decl = maker.rng.pick(&maker.enumerators);
    Some(maker.builder.name(decl))
}

fn unary(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let ops: &[UnaryOp] = match maker.class(ty) {
        Class::Integer | Class::Complex => &[UnaryOp::Neg, UnaryOp::Plus, UnaryOp::BitNot],
        Class::Floating => &[UnaryOp::Neg, UnaryOp::Plus],
        Class::Only(ty) if maker.has_integer_elements(ty) => &[UnaryOp::Neg, UnaryOp::BitNot],
        Class::Only(ty) if maker.as_vector(ty).is_some() => &[UnaryOp::Neg],
        Class::Only(_) => return None,
    };
    let op = *maker.rng.pick(ops);
    let operand = maker.expr(ty, depth);
    Some(maker.builder.unary(op, operand))
}

fn logical_not(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) {
        return None;
    }
    let operand = maker.condition(depth);
    Some(maker.builder.unary(UnaryOp::Not, operand))
}

fn arithmetic(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_arithmetic(ty) && maker.as_vector(ty).is_none() {
        return None;
    }
    let op = *maker.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]);
    let (lhs, rhs) = maker.pair(ty, depth);
    Some(maker.builder.binary(op, lhs, rhs))
}

const INTEGER_OPS: [BinaryOp; 6] =
    [BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Shr, BinaryOp::BitAnd, BinaryOp::BitXor, BinaryOp::BitOr];

fn integer_operator(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) && !maker.has_integer_elements(ty) {
        return None;
    }
    let op = *maker.rng.pick(&INTEGER_OPS);
    let (lhs, rhs) = maker.pair(ty, depth);
    Some(maker.builder.binary(op, lhs, rhs))
}

fn mixed_arithmetic(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let other = match maker.class(ty) {
        Class::Floating => Ty::INT,
        Class::Complex => Ty::DOUBLE,
        Class::Integer | Class::Only(_) => return None,
    };
    let op = *maker.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]);
    let (lhs, rhs) = if maker.rng.one_in(2) { (ty, other) } else { (other, ty) };
    let (lhs, rhs) = (maker.expr(lhs, depth), maker.expr(rhs, depth));
    Some(maker.builder.binary(op, lhs, rhs))
}

fn comparison(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) {
        return None;
    }
    let of = maker.scalar_type();
    let ops = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];
    // Complex numbers and functions have no order.
    let has_order = maker.class(of) != Class::Complex && (!maker.is_pointer(of) || maker.pointee(of).is_some());
    let op = *maker.rng.pick(if has_order { &ops[..] } else { &ops[..2] });
    let (lhs, rhs) = maker.pair(of, depth);
    Some(maker.builder.binary(op, lhs, rhs))
}

fn null_comparison(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let pointer = maker.value_type();
    if !maker.is_integer(ty) || !maker.is_pointer(pointer) {
        return None;
    }
    let (pointer, null) = (maker.expr(pointer, depth), maker.builder.int(0));
    let op = *maker.rng.pick(&[BinaryOp::Eq, BinaryOp::Ne]);
    Some(maker.builder.binary(op, pointer, null))
}

fn logical(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) {
        return None;
    }
    let op = *maker.rng.pick(&[BinaryOp::LogAnd, BinaryOp::LogOr]);
    let (lhs, rhs) = (maker.condition(depth), maker.condition(depth));
    Some(maker.builder.binary(op, lhs, rhs))
}

fn conditional(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let cond = maker.condition(depth);
    let (then, otherwise) = maker.pair(ty, depth);
    Some(maker.builder.conditional(cond, then, otherwise))
}

fn omitted_operand(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_scalar(ty) {
        return None;
    }
    let (value, otherwise) = maker.pair(ty, depth);
    Some(maker.builder.value_or(value, otherwise))
}

fn comma(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let first = maker.value_type();
    let (first, second) = (maker.expr(first, depth), maker.expr(ty, depth));
    Some(maker.builder.binary(BinaryOp::Comma, first, second))
}

fn cast(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let from = match maker.class(ty) {
        Class::Integer => maker.scalar_type(),
        Class::Floating | Class::Complex => maker.arithmetic_type(),
        Class::Only(ty) if maker.is_pointer(ty) => {
            let from = maker.value_type();
            if maker.is_pointer(from) || maker.is_integer(from) { from } else { Ty::basic(Basic::Long) }
        }
        Class::Only(ty) if maker.as_vector(ty).is_some() => maker.vector_as_large_as(ty),
        Class::Only(_) => return None,
    };
    let operand = maker.expr(from, depth);
    Some(maker.builder.cast(ty, operand))
}

fn assignment(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let class = maker.class(ty);
    let target = maker.object(Wanted::target(class), depth)?;
    let from = maker.source_type(ty);
    let value = maker.expr(from, depth);
    Some(maker.builder.assign(None, target, value))
}

fn compound_assignment(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let arithmetic = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div];
    let class = maker.class(ty);
    let (ops, from): (&[BinaryOp], Ty) = match class {
        Class::Integer if maker.rng.one_in(2) => (&INTEGER_OPS, ty),
        Class::Integer | Class::Floating | Class::Complex => (&arithmetic, ty),
        Class::Only(ty) if maker.has_integer_elements(ty) => (&INTEGER_OPS[1..], ty),
        Class::Only(ty) if maker.pointee(ty).is_some() => (&arithmetic[..2], Ty::basic(Basic::Long)),
        Class::Only(_) => return None,
    };
    let op = *maker.rng.pick(ops);
    let target = maker.object(Wanted::target(class), depth)?;
    let value = maker.expr(from, depth);
    Some(maker.builder.assign(Some(op), target, value))
}

fn increment(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let class = maker.class(ty);
    let can_step = matches!(class, Class::Integer | Class::Floating) || maker.pointee(ty).is_some();
    if !can_step {
        return None;
    }
    let target = maker.object(Wanted::target(class), depth)?;
    let op = *maker.rng.pick(&[UnaryOp::PreInc, UnaryOp::PreDec, UnaryOp::PostInc, UnaryOp::PostDec]);
    Some(maker.builder.unary(op, target))
}

impl Maker {
    /// Result and parameters of a function type, and whether more arguments can follow.
    fn signature(&self, ty: Ty) -> Option<(Ty, Vec<Ty>, bool)> {
        let sight = self.builder.sight();
        let function = sight.types().as_function(ty)?;
        Some((function.result, function.params.to_vec(), function.variadic))
    }

    fn returns(&self, function: Ty, class: Class) -> bool {
        self.signature(function).is_some_and(|(result, ..)| self.class(result) == class)
    }

    pub(super) fn call(&mut self, callee: ExprId, function: Ty, depth: u32) -> Option<ExprId> {
        let (_, params, variadic) = self.signature(function)?;
        let mut args: Vec<ExprId> = params.iter().map(|&param| self.expr(param, depth)).collect();
        while variadic && self.rng.one_in(2) {
            let ty = self.value_type();
            args.push(self.expr(ty, depth));
        }
        Some(self.builder.call(callee, args))
    }
}

fn call(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let class = maker.class(ty);
    let functions = maker.functions.iter().filter(|function| maker.returns(function.ty, class)).copied();
    let functions: Vec<_> = functions.collect();
    if functions.is_empty() {
        return None;
    }
    let function = *maker.rng.pick(&functions);
    let callee = maker.builder.name(function.decl);
    maker.call(callee, function.ty, depth)
}

fn call_through_pointer(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let class = maker.class(ty);
    let sight = maker.builder.sight();
    let to_function = |ty: Ty| sight.types().pointee(ty).filter(|&to| sight.types().as_function(to).is_some());
    let known = maker.values.iter().filter_map(|&ty| Some((ty, to_function(ty)?)));
    let pointers: Vec<(Ty, Ty)> = known.filter(|&(_, function)| maker.returns(function, class)).collect();
    if pointers.is_empty() {
        return None;
    }
    let (pointer, function) = *maker.rng.pick(&pointers);
    let mut callee = maker.expr(pointer, depth);
    if maker.rng.one_in(3) {
        callee = maker.builder.unary(UnaryOp::Deref, callee);
    }
    maker.call(callee, function, depth)
}

fn builtin_call(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) {
        return None;
    }
    let name = *maker.rng.pick(&["__builtin_popcount", "__builtin_clzl", "__builtin_ffsll", "__builtin_abs"]);
    let decl = maker.builder.builtin(name)?;
    let callee = maker.builder.name(decl);
    let arg = maker.expr(Ty::INT, depth);
    Some(maker.builder.call(callee, [arg]))
}

fn address(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let to = maker.pointee(ty)?;
    let wanted = Wanted { exactly: Some(to), addressable: true, ..Wanted::value(Class::Integer) };
    let object = maker.object(wanted, depth)?;
    Some(maker.builder.unary(UnaryOp::AddrOf, object))
}

fn array_as_pointer(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let to = maker.pointee(ty)?;
    let sight = maker.builder.sight();
    let types = sight.types();
    let fits = |ty: Ty| types.as_array(ty).is_some_and(|(elem, _)| types.canon(elem) == types.canon(to));
    let arrays: Vec<_> = maker.globals.iter().chain(&maker.locals).filter(|known| fits(known.ty)).copied().collect();
    if arrays.is_empty() {
        return None;
    }
    let array = *maker.rng.pick(&arrays);
    Some(maker.builder.name(array.decl))
}

fn function_as_pointer(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let sight = maker.builder.sight();
    let types = sight.types();
    let to = types.pointee(ty)?;
    let functions = maker.functions.iter().filter(|known| types.canon(known.ty) == types.canon(to)).copied();
    let functions: Vec<_> = functions.collect();
    if functions.is_empty() {
        return None;
    }
    let function = *maker.rng.pick(&functions);
    let name = maker.builder.name(function.decl);
    Some(if maker.rng.one_in(2) { name } else { maker.builder.unary(UnaryOp::AddrOf, name) })
}

fn pointer_arithmetic(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    maker.pointee(ty)?;
    let (pointer, number) = (maker.expr(ty, depth), maker.expr(Ty::INT, depth));
    Some(match maker.rng.below(3) {
        0 => maker.builder.binary(BinaryOp::Add, number, pointer),
        1 => maker.builder.binary(BinaryOp::Sub, pointer, number),
        _ => maker.builder.binary(BinaryOp::Add, pointer, number),
    })
}

fn pointer_difference(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let pointer = maker.value_type();
    if !maker.is_integer(ty) || maker.pointee(pointer).is_none() {
        return None;
    }
    let (lhs, rhs) = maker.pair(pointer, depth);
    Some(maker.builder.binary(BinaryOp::Sub, lhs, rhs))
}

fn string(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let to = maker.builder.sight().types().pointee(ty)?;
    let text: &[u8] = maker.rng.pick::<&[u8]>(&[b"text", b"", b"a\n\"\\\0b\xff", b"%d??=\n"]);
    (maker.builder.sight().types().unqualified(to) == Ty::CHAR && !maker.is_volatile(to))
        .then(|| maker.builder.string(text))
}

fn function_name(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let to = maker.builder.sight().types().pointee(ty)?;
    let const_char = maker.builder.qualified(Ty::CHAR, Quals::CONST);
    let which = *maker.rng.pick(&[FunctionName::Func, FunctionName::Function, FunctionName::PrettyFunction]);
    (maker.builder.sight().types().canon(to) == const_char).then(|| maker.builder.function_name(which))
}

fn label_address(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let to = maker.builder.sight().types().pointee(ty)?;
    if to != Ty::VOID || maker.labels.is_empty() || maker.in_stmt_expr {
        return None;
    }
    let label = *maker.rng.pick(&maker.labels);
    Some(maker.builder.label_address(label))
}

fn compound_literal(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let list = maker.local_list(ty, depth);
    Some(maker.builder.compound_literal(ty, list))
}

fn compound_literal_address(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let to = maker.pointee(ty)?;
    let is_array = maker.builder.sight().types().as_array(to).is_some();
    if !is_array && maker.rng.one_in(2) {
        // An array literal is a pointer to its first element.
        let array = maker.builder.open_array(to);
        let list = maker.local_list(array, depth);
        return Some(maker.builder.compound_literal(array, list));
    }
    let list = maker.local_list(to, depth);
    let literal = maker.builder.compound_literal(to, list);
    Some(maker.builder.unary(UnaryOp::AddrOf, literal))
}

fn stmt_expr(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let mark = maker.locals.len();
    let outer = std::mem::replace(&mut maker.in_stmt_expr, true);
    let mut items = maker.block_items(depth.min(1), 2);
    let value = maker.expr(ty, depth);
    items.push(maker.builder.expr_stmt(value));
    maker.in_stmt_expr = outer;
    maker.locals.truncate(mark);
    let block = maker.builder.block(items);
    Some(maker.builder.stmt_expr(block))
}

fn sizeof_type(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let of = maker.object_type();
    maker.is_integer(ty).then(|| maker.builder.sizeof_type(SizeofOp::Size, of))
}

fn sizeof_expr(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) {
        return None;
    }
    let of = maker.value_type();
    let wanted = Wanted { addressable: true, ..Wanted::value(maker.class(of)) };
    let operand = maker.object(wanted, depth)?;
    Some(maker.builder.sizeof_expr(SizeofOp::Size, operand))
}

fn alignof(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let of = maker.value_type();
    let op = *maker.rng.pick(&[SizeofOp::Align, SizeofOp::PreferredAlign]);
    maker.is_integer(ty).then(|| maker.builder.sizeof_type(op, of))
}

fn offsetof(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    if !maker.is_integer(ty) || maker.records.is_empty() {
        return None;
    }
    let (_, record) = *maker.rng.pick(&maker.records);
    let sight = maker.builder.sight();
    let mut fields = maker.named_fields(record);
    fields.retain(|&(field, _)| sight.types().fields[field].bits.is_none());
    if fields.is_empty() {
        return None;
    }
    let (field, _) = *maker.rng.pick(&fields);
    Some(maker.builder.offsetof(record, field))
}

/// The type that is asked for is cast to, so that there is no doubt about it: compilers differ about bit-fields.
fn generic(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let of = maker.arithmetic_type();
    let control = maker.expr(of, depth);
    let control = maker.builder.cast(of, control);
    let (chosen, other) = maker.pair(ty, depth);
    let of = maker.builder.sight().types().unqualified(of);
    Some(maker.builder.generic(control, &[(Some(of), chosen), (None, other)]))
}

fn choose_expr(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let cond = maker.int_constant(1);
    let (then, otherwise) = maker.pair(ty, depth);
    Some(maker.builder.choose_expr(cond, then, otherwise))
}

fn types_compatible(maker: &mut Maker, (ty, _): Ask) -> Option<ExprId> {
    let (a, b) = (maker.object_type(), maker.value_type());
    maker.is_integer(ty).then(|| maker.builder.types_compatible(a, b))
}

fn extension(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let operand = maker.expr(ty, depth);
    Some(maker.builder.unary(UnaryOp::Extension, operand))
}

fn complex_part(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    if maker.class(ty) != Class::Floating {
        return None;
    }
    let complex = maker.builder.complex(Basic::Double);
    let operand = maker.expr(complex, depth);
    let op = *maker.rng.pick(&[UnaryOp::Real, UnaryOp::Imag]);
    Some(maker.builder.unary(op, operand))
}

/// Vectors.
impl Maker {
    /// Some vector type of the same size as another one.
    fn vector_as_large_as(&mut self, ty: Ty) -> Ty {
        let target = crate::target::Options::default().target;
        let sight = self.builder.sight();
        let size = |ty: Ty| sight.types().size_of(&target, ty);
        let same =
            self.values.iter().copied().filter(|&other| self.as_vector(other).is_some() && size(other) == size(ty));
        let same: Vec<Ty> = same.collect();
        if same.is_empty() { ty } else { *self.rng.pick(&same) }
    }
}

fn vector_and_scalar(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let (elem, _) = maker.as_vector(ty)?;
    let op = *maker.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]);
    let (vector, scalar) = (maker.expr(ty, depth), maker.expr(elem, depth));
    let scalar = maker.builder.cast(elem, scalar);
    let (lhs, rhs) = if maker.rng.one_in(2) { (vector, scalar) } else { (scalar, vector) };
    Some(maker.builder.binary(op, lhs, rhs))
}

fn vector_comparison(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    maker.as_vector(ty)?;
    let of = maker.vector_as_large_as(ty);
    let op = *maker.rng.pick(&[BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne]);
    let (lhs, rhs) = maker.pair(of, depth);
    let mask = maker.builder.binary(op, lhs, rhs);
    Some(maker.builder.cast(ty, mask))
}

fn convert_vector(maker: &mut Maker, (ty, depth): Ask) -> Option<ExprId> {
    let (_, lanes) = maker.as_vector(ty)?;
    let elem = *maker.rng.pick(&[Basic::Int, Basic::Float, Basic::Double]);
    let from = maker.builder.vector(Ty::basic(elem), lanes);
    let value = maker.expr(from, depth);
    Some(maker.builder.convert_vector(value, ty))
}
