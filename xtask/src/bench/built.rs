//! Units built by code, to be compared with reading the same as text. The pieces are about those of `piece.c`.

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Builder, Member, Variable};
use kiln_lang::tree::{BinaryOp, DeclRef, ExprId, Program, SizeofOp, StmtId, UnaryOp};
use kiln_lang::types::{Basic, Quals, RecordKind, Ty};
use kiln_lang::{Options, tree::Storage};

/// A unit of so many pieces, each with names of its own.
pub(super) fn unit(n_pieces: u32) -> Program {
    let mut builder = Builder::new("built.c", Options::default());
    let word = builder.typedef("word", Ty::UINT);
    for n in 0..n_pieces {
        piece(&mut builder, word, n);
    }
    builder.finish().expect("a piece is well-typed")
}

fn piece(b: &mut Builder, word: Ty, n: u32) {
    let members = [
        Member::new("kind", Ty::INT),
        Member::new("area", Ty::basic(Basic::ULong)),
        Member::bits(Some("bits"), Ty::basic(Basic::Short), 5),
        Member::bits(Some("more"), Ty::basic(Basic::Short), 7),
    ];
    let shape = b.record(RecordKind::Struct, &format!("shape_{n}"), &members, &[]);
    let shapes = shapes(b, shape, n);
    let helper = helper(b, shape, n);
    work(b, word, shapes, helper, n);
}

/// `static struct shape shapes[3] = {{1, 16, 2, 3}, ...};`.
fn shapes(b: &mut Builder, shape: Ty, n: u32) -> DeclRef {
    let element = |b: &mut Builder, first: u32| {
        let values = [first, 16, 2, 3].map(|value| b.int(value));
        b.init_list(values)
    };
    let elements = [1, 2, 3].map(|first| element(b, first));
    let list = b.init_list(elements);
    let ty = b.array(shape, 3);
    b.global(Variable::new(&format!("shapes_{n}"), ty).storage(Storage::Static), Some(list))
}

/// `static int helper(struct shape *first, int limit) { ... }`: a loop over an array of structures.
fn helper(b: &mut Builder, shape: Ty, n: u32) -> DeclRef {
    let fields = b.fields(shape);
    let to_shape = b.pointer(shape);
    let name = format!("helper_{n}");
    let variable = Variable::new(&name, Ty::INT).storage(Storage::Static);
    let (open, params) = b.begin_function(variable, &[("first", to_shape), ("limit", Ty::INT)], false);
    let zero = b.int(0);
    let total = b.local(Variable::new("total", Ty::INT), Some(zero));
    let zero = b.int(0);
    let i = b.local(Variable::new("i", Ty::INT), Some(zero));
    let declared = [total, i].map(|local| b.declaration(&[local]));
    let member = |b: &mut Builder, position: usize| {
        let (first, i) = (b.name(params[0]), b.name(i));
        let element = b.index(first, i);
        b.member(element, fields[position])
    };
    let (kind, three) = (member(b, 0), b.int(3));
    let product = b.binary(BinaryOp::Mul, kind, three);
    let (area, two) = (member(b, 1), b.int(2));
    let shifted = b.binary(BinaryOp::Shr, area, two);
    let quarter = b.cast(Ty::INT, shifted);
    let difference = b.binary(BinaryOp::Sub, product, quarter);
    let add = assign(b, Some(BinaryOp::Add), total, difference);
    let (bits, more) = (member(b, 2), member(b, 3));
    let same = b.binary(BinaryOp::Eq, bits, more);
    let (sum, many) = (b.name(total), b.int(1000));
    let large = b.binary(BinaryOp::Gt, sum, many);
    let stop = b.binary(BinaryOp::LogOr, large, same);
    let (sum, mask) = (b.name(total), b.int(255));
    let low = b.binary(BinaryOp::BitAnd, sum, mask);
    let leave = b.return_(Some(low));
    let (area, sum, one) = (member(b, 1), b.name(total), b.int(1));
    let wide = b.cast(Ty::basic(Basic::ULong), sum);
    let doubled = b.binary(BinaryOp::Shl, wide, one);
    let mix = b.assign(Some(BinaryOp::BitXor), area, doubled);
    let mix = b.expr_stmt(mix);
    let decide = b.if_(stop, leave, Some(mix));
    let body = b.block([add, decide]);
    let (at, limit, counter) = (b.name(i), b.name(params[1]), b.name(i));
    let cond = b.binary(BinaryOp::Lt, at, limit);
    let step = b.unary(UnaryOp::PreInc, counter);
    let round = b.for_(None, Some(cond), Some(step), body);
    let sum = b.name(total);
    let end = b.return_(Some(sum));
    let block = b.block([declared[0], declared[1], round, end]);
    b.end_function(open, block)
}

/// `word work(word seed, const unsigned char *data, long n_data) { ... }`: a loop with a `switch`.
fn work(b: &mut Builder, word: Ty, shapes: DeclRef, helper: DeclRef, n: u32) {
    let (long, shape) = (Ty::basic(Basic::Long), b.type_of_decl(shapes));
    let byte = b.qualified(Ty::basic(Basic::UChar), Quals::CONST);
    let bytes = b.pointer(byte);
    let params = [("seed", word), ("data", bytes), ("n_data", long)];
    let (open, params) = b.begin_function(Variable::new(&format!("work_{n}"), word), &params, false);
    let (seed, salt) = (b.name(params[0]), b.int_of(0x9e37_79b9, Basic::UInt));
    let start = b.binary(BinaryOp::BitXor, seed, salt);
    let hash = b.local(Variable::new("hash", word), Some(start));
    let zero = b.int(0);
    let i = b.local(Variable::new("i", long), Some(zero));
    let declared = [hash, i].map(|local| b.declaration(&[local]));
    let datum = |b: &mut Builder| {
        let (data, i) = (b.name(params[1]), b.name(i));
        b.index(data, i)
    };
    let rotated = rotated(b, hash);
    let datum_0 = datum(b);
    let sum = b.binary(BinaryOp::Add, rotated, datum_0);
    let case_0 = assign(b, None, hash, sum);
    let (table, at, three) = (b.name(shapes), b.name(i), b.int(3));
    let position = b.binary(BinaryOp::Rem, at, three);
    let element = b.index(table, position);
    let address = b.unary(UnaryOp::AddrOf, element);
    let (callee, at) = (b.name(helper), b.name(i));
    let limit = b.cast(Ty::INT, at);
    let called = b.call(callee, [address, limit]);
    let result = b.cast(word, called);
    let case_1 = assign(b, Some(BinaryOp::Sub), hash, result);
    let (cond, product, factor) = (b.name(hash), b.name(hash), b.int_of(31, Basic::UInt));
    let product = b.binary(BinaryOp::Mul, product, factor);
    let size = b.sizeof_type(SizeofOp::Size, shape);
    let size = b.cast(word, size);
    let chosen = b.conditional(cond, product, size);
    let others = assign(b, None, hash, chosen);
    let switch = switch(b, datum, [case_0, case_1, others]);
    let counter = b.name(i);
    let step = b.unary(UnaryOp::PreInc, counter);
    let step = b.expr_stmt(step);
    let body = b.block([switch, step]);
    let (at, n_data) = (b.name(i), b.name(params[2]));
    let cond = b.binary(BinaryOp::Lt, at, n_data);
    let round = b.while_(cond, body);
    let value = b.name(hash);
    let end = b.return_(Some(value));
    let block = b.block([declared[0], declared[1], round, end]);
    b.end_function(open, block);
}

/// `hash << 5 | hash >> 27`.
fn rotated(b: &mut Builder, hash: DeclRef) -> ExprId {
    let (left, right, five, rest) = (b.name(hash), b.name(hash), b.int(5), b.int(27));
    let left = b.binary(BinaryOp::Shl, left, five);
    let right = b.binary(BinaryOp::Shr, right, rest);
    b.binary(BinaryOp::BitOr, left, right)
}

/// `switch (datum & 3) { case 0: ...; break; case 1: ...; break; default: ... }`.
fn switch(b: &mut Builder, datum: impl Fn(&mut Builder) -> ExprId, arms: [StmtId; 3]) -> StmtId {
    let (value, mask) = (datum(b), b.int(3));
    let cond = b.binary(BinaryOp::BitAnd, value, mask);
    let (zero, one) = (b.int(0), b.int(1));
    let first = b.case(zero, arms[0]);
    let second = b.case(one, arms[1]);
    let others = b.default_case(arms[2]);
    let breaks = [b.break_(), b.break_()];
    let block = b.block([first, breaks[0], second, breaks[1], others]);
    b.switch(cond, block)
}

fn assign(b: &mut Builder, op: Option<BinaryOp>, to: DeclRef, value: ExprId) -> StmtId {
    let to = b.name(to);
    let assignment = b.assign(op, to, value);
    b.expr_stmt(assignment)
}
