//! Random integer constant expressions, and the claims that kiln folds them to the right values.
//!
//! Every expression is computed while it is drawn, so that nothing undefined is ever written: compilers do not fold that,
//! and are right. The values claimed are those of kiln's folding, which reads the text again.

use kiln_lang::print::{expr_text, type_text};
use kiln_lang::target::Target;
use kiln_lang::tree::{ExprId, Node, Sight, StmtKind};
use kiln_lang::types::convert::{common_integer, promote_basic};
use kiln_lang::types::{Basic, basic};
use kiln_lang::value::int::{Exact, Int, IntShape};
use kiln_lang::{Folder, Options};

use crate::claims::{Claims, read};
use crate::support::Random;

const PRELUDE: &str = "\
enum plain { plain_0, plain_7 = 7 };
enum negative { negative_3 = -3 };
enum wide { wide_big = 0x123456789a };
_Alignas(double) char aligned;
";

/// Draws `n` constant expressions and claims the value of each subexpression that kiln folds.
pub(crate) fn claims(seed: u64, n: usize, options: &Options) -> Claims {
    let mut constants = Constants { random: Random::new(seed), target: options.target };
    let drawn: Vec<String> = (0..n).map(|_| constants.expression(4).text).collect();
    let parsed = read(PRELUDE, &drawn, options);
    let unit = &parsed.program.units[0];
    let mut lines = Vec::new();
    for body in unit.functions.iter() {
        let sight = Sight::of_function(&parsed.program.tables, unit, body);
        let folder = Folder::new(sight, options);
        for node in body.nodes() {
            match node {
                Node::Stmt(id) => {
                    let StmtKind::Expr { value } = body.stmt(id) else { continue };
                    assert!(folder.int(value).is_some(), "kiln folds {}", expr_text(sight, value));
                }
                Node::Expr(id) => lines.extend(claim(sight, folder, id, options)),
            }
        }
    }
    Claims { prelude: PRELUDE.to_owned(), lines }
}

/// The claim that an expression has the value kiln has folded it to; none for a part that is not evaluated and undefined.
fn claim(sight: Sight<'_>, folder: Folder<'_>, id: ExprId, options: &Options) -> Option<String> {
    let ty = sight.body.ty(id);
    let bits = options.target.int_bits(sight.types().as_integer(ty)?);
    let value = spelled(folder.int(id)?, bits, &type_text(sight, ty));
    Some(format!("_Static_assert(({}) == {value}, \"\");", expr_text(sight, id)))
}

/// A value as C text of just its type; no constant has more than 64 bits.
fn spelled(value: Int, bits: u32, ty: &str) -> String {
    let raw = value.as_u128();
    if bits <= 64 {
        return format!("({ty})0x{:x}ULL", raw as u64);
    }
    format!("({ty})((unsigned __int128)0x{:x}ULL << 64 | 0x{:x}ULL)", (raw >> 64) as u64, raw as u64)
}

/// An expression with its type and value.
struct Constant {
    text: String,
    basic: Basic,
    value: Int,
}

struct Constants {
    random: Random,
    target: Target,
}

impl Constants {
    fn shape(&self, basic: Basic) -> IntShape {
        IntShape { bits: self.target.int_bits(basic) as u8, signed: self.target.is_signed(basic) }
    }

    fn integer(&mut self) -> Basic {
        let exists = |basic: &Basic| basic.is_integer() && self.target.basic(*basic).is_some();
        let integers: Vec<Basic> = basic::ALL.into_iter().filter(exists).collect();
        *self.random.pick(&integers)
    }

    fn expression(&mut self, depth: usize) -> Constant {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(12) {
            0 => self.leaf(),
            1 => self.unary(depth - 1),
            2 => self.cast(depth - 1),
            3 => self.conditional(depth - 1),
            4 => self.logical(depth - 1),
            _ => self.binary(depth - 1),
        }
    }

    fn leaf(&mut self) -> Constant {
        // The narrowest unsigned type that holds 64 bits, and the alignment of `double` as a member.
        let (wide, align) = if self.target.pointer.size == 8 { (Basic::ULong, 8) } else { (Basic::ULongLong, 4) };
        let names: [(&str, Basic, i128); 10] = [
            ("wide_big", wide, 0x12_3456_789a),
            ("__alignof__(aligned)", self.target.size_type, align),
            ("plain_7", Basic::Int, 7),
            ("negative_3", Basic::Int, -3),
            ("'a'", Basic::Int, 97),
            ("'\\377'", Basic::Int, -1),
            ("sizeof(short)", self.target.size_type, 2),
            ("sizeof(char[3][5])", self.target.size_type, 15),
            ("2147483647", Basic::Int, 0x7fff_ffff),
            ("0x80000000", Basic::UInt, 0x8000_0000),
        ];
        if self.random.chance(25) {
            let (text, basic, value) = *self.random.pick(&names);
            return Constant { text: text.to_owned(), basic, value: Int::from_i128(value, self.shape(basic)) };
        }
        let basic = self.integer();
        let shape = self.shape(basic);
        if self.random.chance(8) && shape.bits > 16 {
            let text = format!("({})1234.75", basic.spelling());
            return Constant { text, basic, value: Int::from_i128(1234, shape) };
        }
        let value = self.value(shape);
        let ty = basic.spelling();
        let text = spelled(value, shape.bits.into(), ty);
        Constant { text, basic, value }
    }

    /// A value of a type, often one at its edge.
    fn value(&mut self, shape: IntShape) -> Int {
        let near = Int::from_i128(self.random.below(5) as i128 - 2, shape);
        match self.random.below(5) {
            0 => shape.min(),
            1 => shape.max(),
            2 => Int::wrap(shape.max().as_u128().wrapping_add(near.as_u128()), shape),
            3 => near,
            _ => {
                let wide = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
                Int::wrap(wide >> self.random.below(128), shape)
            }
        }
    }

    fn promoted(&self, constant: &Constant) -> (Basic, IntShape, Int) {
        let basic = promote_basic(&self.target, constant.basic);
        let shape = self.shape(basic);
        (basic, shape, constant.value.convert(shape))
    }

    fn unary(&mut self, depth: usize) -> Constant {
        let operand = self.expression(depth);
        let (basic, shape, value) = self.promoted(&operand);
        let text = operand.text;
        match self.random.below(4) {
            0 => match shape.neg(value).defined() {
                Ok(value) => Constant { text: format!("-({text})"), basic, value },
                Err(_) => Constant { text: format!("+({text})"), basic, value },
            },
            1 => Constant { text: format!("~({text})"), basic, value: shape.not(value) },
            2 => {
                let value = Int::from_i128(value.is_zero().into(), self.shape(Basic::Int));
                Constant { text: format!("!({text})"), basic: Basic::Int, value }
            }
            _ => Constant { text: format!("+({text})"), basic, value },
        }
    }

    fn converted(&self, value: Int, to: Basic) -> Int {
        match to {
            Basic::Bool => Int::from_i128((!value.is_zero()).into(), self.shape(to)),
            _ => value.convert(self.shape(to)),
        }
    }

    fn cast(&mut self, depth: usize) -> Constant {
        let (operand, basic) = (self.expression(depth), self.integer());
        let value = self.converted(operand.value, basic);
        Constant { text: format!("({})({})", basic.spelling(), operand.text), basic, value }
    }

    fn common(&self, a: &Constant, b: &Constant) -> (Basic, IntShape, Int, Int) {
        let (a_basic, _, a_value) = self.promoted(a);
        let (b_basic, _, b_value) = self.promoted(b);
        let basic = common_integer(&self.target, a_basic, b_basic);
        let shape = self.shape(basic);
        (basic, shape, a_value.convert(shape), b_value.convert(shape))
    }

    fn conditional(&mut self, depth: usize) -> Constant {
        let (condition, a, b) = (self.expression(depth), self.expression(depth), self.expression(depth));
        let (basic, _, a_value, b_value) = self.common(&a, &b);
        // What is not chosen may be anything.
        let (a_text, b_text) = match (condition.value.is_zero(), self.random.chance(20)) {
            (true, true) => (format!("({}) / 0", a.text), b.text),
            (false, true) => (a.text, format!("({}) % 0", b.text)),
            _ => (a.text, b.text),
        };
        let value = if condition.value.is_zero() { b_value } else { a_value };
        Constant { text: format!("({}) ? ({a_text}) : ({b_text})", condition.text), basic, value }
    }

    fn logical(&mut self, depth: usize) -> Constant {
        let (a, b) = (self.expression(depth), self.expression(depth));
        let (op, decided, result) = if self.random.chance(50) {
            ("&&", a.value.is_zero(), !a.value.is_zero() && !b.value.is_zero())
        } else {
            ("||", !a.value.is_zero(), !a.value.is_zero() || !b.value.is_zero())
        };
        let b_text = if decided && self.random.chance(30) { format!("({}) / 0", b.text) } else { b.text };
        let value = Int::from_i128(result.into(), self.shape(Basic::Int));
        Constant { text: format!("({}) {op} ({b_text})", a.text), basic: Basic::Int, value }
    }

    fn binary(&mut self, depth: usize) -> Constant {
        let (a, mut b) = (self.expression(depth), self.expression(depth));
        let ops = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!="];
        let op = *self.random.pick(&ops);
        if matches!(op, "<<" | ">>") {
            let (basic, shape, value) = self.promoted(&a);
            let count = self.random.below(shape.bits.into());
            b.text = format!("({}){count}", b.basic.spelling());
            b.value = self.converted(Int::from_i128(count as i128, IntShape::signed(128)), b.basic);
            let count = self.promoted(&b).2;
            let exact = if op == "<<" { shape.shl(value, count) } else { shape.shr(value, count) };
            return self.or_exclusive_or(exact, op, basic, [&a, &b]);
        }
        let (basic, shape, x, y) = self.common(&a, &b);
        let exact = match op {
            "+" => shape.add(x, y),
            "-" => shape.sub(x, y),
            "*" => shape.mul(x, y),
            "/" => shape.div(x, y),
            "%" => shape.rem(x, y),
            "&" => (x & y).into(),
            "|" => (x | y).into(),
            "^" => (x ^ y).into(),
            _ => {
                let order = shape.compare(x, y);
                let holds = match op {
                    "<" => order.is_lt(),
                    ">" => order.is_gt(),
                    "<=" => order.is_le(),
                    ">=" => order.is_ge(),
                    "==" => order.is_eq(),
                    _ => order.is_ne(),
                };
                let value = Int::from_i128(holds.into(), self.shape(Basic::Int));
                return Constant { text: format!("({}) {op} ({})", a.text, b.text), basic: Basic::Int, value };
            }
        };
        self.or_exclusive_or(exact, op, basic, [&a, &b])
    }

    /// The operation if it is defined, else another one on the same operands that always is.
    fn or_exclusive_or(&self, exact: Exact, op: &str, basic: Basic, [a, b]: [&Constant; 2]) -> Constant {
        if let Ok(value) = exact.defined() {
            return Constant { text: format!("({}) {op} ({})", a.text, b.text), basic, value };
        }
        let (basic, _, x, y) = self.common(a, b);
        Constant { text: format!("({}) ^ ({})", a.text, b.text), basic, value: x ^ y }
    }
}
