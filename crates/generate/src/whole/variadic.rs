//! Functions with variable arguments (GNU C, since they include no header).

use kiln_lang::build::{BuildExpr, BuildStmt, BuildType, Variable};
use kiln_lang::index::Id;
use kiln_lang::tree::{ExprId, FunctionId, Storage};
use kiln_lang::types::{Basic, Ty};

use super::Maker;
use super::call::{Callee, How};
use super::effects::Effects;

/// Types that arguments keep when they are passed.
const TYPES: [Basic; 5] = [Basic::Int, Basic::UInt, Basic::Long, Basic::LongLong, Basic::ULongLong];

impl Maker {
    /// `unsigned long long f(int n, ...)`, which computes one number of its arguments.
    pub(super) fn variadic_function(&mut self) {
        let (Some(start), Some(end)) = (self.b.builtin("__builtin_va_start"), self.b.builtin("__builtin_va_end"))
        else {
            return;
        };
        let basic = self.pick_integer(&TYPES);
        let widest = self.widest();
        let wide = Ty::basic(widest);
        let names = ["f", "n", "a", "s", "i"].map(|letter| self.new_name(letter));
        let variable = Variable::new(&names[0], wide).storage(Storage::Static);
        self.function = FunctionId::from_index(self.n_functions as usize);
        self.n_functions += 1;
        let (open, params) = self.b.begin_function(variable, &[(&names[1], Ty::INT)], true);
        let list = self.b.va_list();
        let list = self.b.local(Variable::new(&names[2], list), None);
        let first = self.b.int_of(7, widest);
        let sum = self.b.local(Variable::new(&names[3], wide), Some(first));
        let mut items = vec![self.b.declaration(&[list]), self.b.declaration(&[sum])];
        let (callee, of, last) = (self.b.name(start), self.b.name(list), self.b.name(params[0]));
        let begun = self.b.call(callee, [of, last]);
        items.push(self.b.expr_stmt(begun));
        let limit = self.b.name(params[0]);
        items.push(self.loop_up_to(&names[4], limit, |maker, _| {
            let of = maker.b.name(list);
            let argument = maker.b.va_arg(of, Ty::basic(basic));
            maker.mixed_into(sum, argument)
        }));
        let (callee, of) = (self.b.name(end), self.b.name(list));
        let ended = self.b.call(callee, [of]);
        items.push(self.b.expr_stmt(ended));
        let value = self.b.name(sum);
        items.push(self.b.return_(Some(value)));
        let body = self.b.block(items);
        let decl = self.b.end_function(open, body);
        self.tokens += 73;
        let n = 1 + self.choices.below(5) as u32;
        self.callees.push(Callee {
            how: How::Variadic(decl, n, basic),
            result: Some(wide),
            gives: None,
            is_inline: false,
            params: Vec::new(),
            effects: Effects::default(),
            exits: Vec::new(),
            cost: u64::from(n) + 4,
            calls: 0,
            calls_certainly: Vec::new(),
        });
    }

    /// How many arguments there are, and as many of a type.
    pub(super) fn variable_arguments(&mut self, n: u32, basic: Basic, share: u32) -> Vec<ExprId> {
        let mut args = vec![self.b.int(n)];
        for _ in 0..n {
            let value = self.integer(share);
            args.push(self.b.cast(Ty::basic(basic), value));
            self.tokens += 3;
        }
        args
    }
}
