//! What is declared at file scope: types, objects, functions.

use super::table::{Row, row};
use super::{Known, Maker};
use crate::build::{Attributes, BuildExpr, BuildStmt, BuildType, Member, Variable};
use crate::tree::{BinaryOp, DeclFlags, DeclRef, LabelId, StmtId, Storage};
use crate::types::{Basic, Quals, RecordKind, Ty};

/// Declarations besides function definitions.
pub(super) const ROWS: &[Row<(), ()>] = &[
    row("global: initialised", 14, initialized),
    row("global: tentative", 6, tentative),
    row("global: static", 5, static_),
    row("global: const", 4, const_),
    row("global: extern", 2, extern_),
    row("global: thread-local", 2, thread_local),
    row("global: attribute", 2, with_attribute),
    row("struct", 7, struct_),
    row("struct: bit-fields", 4, bit_fields),
    row("struct: packed", 3, packed),
    row("struct: aligned member", 2, aligned_member),
    row("union", 4, union_),
    row("enum", 4, enum_),
    row("enum: packed", 2, packed_enum),
    row("typedef", 6, typedef),
    row("typedef: may_alias", 1, aliasing_typedef),
    row("function: prototype", 3, prototype),
    row("function: variadic prototype", 2, variadic_prototype),
];

/// Function definitions.
pub(super) const FUNCTIONS: &[Row<(), ()>] = &[
    row("function: external", 8, |maker, ()| maker.function(Storage::None, DeclFlags::default(), &[])),
    row("function: static", 6, |maker, ()| maker.function(Storage::Static, DeclFlags::default(), &[])),
    row("function: static inline", 4, |maker, ()| maker.function(Storage::Static, DeclFlags::INLINE, &[])),
    row("function: attributes", 3, |maker, ()| {
        maker.function(Storage::None, DeclFlags::default(), &[("noinline", None), ("aligned", Some("16"))])
    }),
];

impl Maker {
    /// The whole program.
    pub(super) fn items(&mut self) {
        for _ in 0..self.size.n_items {
            self.draw(ROWS, ());
        }
        for _ in 0..self.size.n_functions {
            self.draw(FUNCTIONS, ());
            if self.rng.one_in(3) {
                self.draw(ROWS, ());
            }
        }
    }

    fn global(&mut self, variable: Variable<'_>, initialized: bool) -> Option<()> {
        let is_array = self.builder.sight().types().as_array(variable.ty).is_some();
        let init = match initialized {
            true if is_array => Some(self.constant_list(variable.ty)),
            true => Some(self.static_initializer(variable.ty)),
            false => None,
        };
        let decl = self.builder.global(variable, init);
        let constant_address = !variable.flags.contains(DeclFlags::THREAD_LOCAL);
        self.globals.push(Known { decl, ty: variable.ty, register: false, constant_address });
        Some(())
    }

    fn know_type(&mut self, ty: Ty) -> Option<()> {
        self.values.push(ty);
        Some(())
    }
}

fn initialized(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    maker.global(Variable::new(&name, ty), true)
}

fn tentative(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    maker.global(Variable::new(&name, ty), false)
}

fn static_(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    maker.global(Variable::new(&name, ty).storage(Storage::Static), true)
}

fn const_(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    let ty = maker.builder.qualified(ty, Quals::CONST);
    maker.global(Variable::new(&name, ty), true)
}

fn extern_(maker: &mut Maker, (): ()) -> Option<()> {
    if maker.runnable {
        return None;
    }
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    maker.global(Variable::new(&name, ty).storage(Storage::Extern), false)
}

fn thread_local(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    let variable = Variable { flags: DeclFlags::THREAD_LOCAL, ..Variable::new(&name, ty) };
    maker.global(variable, true)
}

fn with_attribute(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("g"), maker.object_type());
    let attrs: &[Attributes<'_>] =
        &[&[("aligned", Some("32"))], &[("used", None)], &[("section", Some("\".data.kiln\""))]];
    let attrs = *maker.rng.pick::<Attributes<'_>>(attrs);
    maker.global(Variable::new(&name, ty).attrs(attrs), true)
}

/// Structures and unions.
impl Maker {
    fn record(&mut self, kind: RecordKind, members: &[Member<'_>], attrs: Attributes<'_>) -> Option<()> {
        let tag = self.fresh("s");
        let ty = self.builder.record(kind, &tag, members, attrs);
        self.records.push((kind, ty));
        self.know_type(ty)
    }

    fn member_types(&mut self) -> Vec<Ty> {
        let n_members = 1 + self.rng.below(5);
        (0..n_members).map(|_| self.object_type()).collect()
    }
}

const MEMBERS: [&str; 6] = ["m0", "m1", "m2", "m3", "m4", "m5"];

fn members(types: &[Ty]) -> Vec<Member<'static>> {
    MEMBERS.iter().zip(types).map(|(name, &ty)| Member::new(name, ty)).collect()
}

fn struct_(maker: &mut Maker, (): ()) -> Option<()> {
    let types = maker.member_types();
    maker.record(RecordKind::Struct, &members(&types), &[])
}

fn union_(maker: &mut Maker, (): ()) -> Option<()> {
    let types = maker.member_types();
    maker.record(RecordKind::Union, &members(&types), &[])
}

fn packed(maker: &mut Maker, (): ()) -> Option<()> {
    let types = maker.member_types();
    maker.record(RecordKind::Struct, &members(&types), &[("packed", None)])
}

fn aligned_member(maker: &mut Maker, (): ()) -> Option<()> {
    let types = maker.member_types();
    let mut members = members(&types);
    let position = maker.rng.index(members.len());
    members[position].attrs = &[("aligned", Some("32"))];
    maker.record(RecordKind::Struct, &members, &[])
}

fn bit_fields(maker: &mut Maker, (): ()) -> Option<()> {
    let shapes = [
        (Basic::Int, 32),
        (Basic::UInt, 32),
        (Basic::UChar, 8),
        (Basic::Short, 16),
        (Basic::Bool, 1),
        (Basic::ULong, 64),
        (Basic::Long, 40),
    ];
    let mut members = Vec::new();
    for name in MEMBERS.into_iter().take(2 + maker.rng.index(4)) {
        let &(basic, bits) = maker.rng.pick(&shapes);
        let ty = Ty::basic(basic);
        members.push(match maker.rng.below(6) {
            0 => Member::new(name, ty),
            1 => Member::bits(None, ty, maker.rng.below(bits + 1)),
            _ => Member::bits(Some(name), ty, 1 + maker.rng.below(bits)),
        });
    }
    members.push(Member::new("last", Ty::CHAR));
    maker.record(RecordKind::Struct, &members, &[])
}

impl Maker {
    fn enumeration(&mut self, attrs: Attributes<'_>) -> Option<()> {
        let tag = self.fresh("e");
        let n_constants = 1 + self.rng.below(4);
        let names: Vec<String> = (0..n_constants).map(|_| self.fresh("E")).collect();
        let values: [Option<i64>; 5] = [None, None, Some(-1), Some(77), Some(1 << 20)];
        let constants: Vec<(&str, Option<i64>)> =
            names.iter().map(|name| (name.as_str(), *self.rng.pick(&values))).collect();
        let (ty, constants) = self.builder.enumeration(&tag, &constants, attrs);
        self.enumerators.extend(constants);
        self.know_type(ty)
    }
}

fn enum_(maker: &mut Maker, (): ()) -> Option<()> {
    maker.enumeration(&[])
}

fn packed_enum(maker: &mut Maker, (): ()) -> Option<()> {
    maker.enumeration(&[("packed", None)])
}

fn typedef(maker: &mut Maker, (): ()) -> Option<()> {
    let (name, ty) = (maker.fresh("t"), maker.value_type());
    let ty = maker.builder.typedef(&name, ty);
    maker.know_type(ty)
}

fn aliasing_typedef(maker: &mut Maker, (): ()) -> Option<()> {
    let name = maker.fresh("t");
    let ty = maker.builder.typedef_with(&name, Ty::basic(Basic::UShort), &[("may_alias", None)]);
    maker.know_type(ty)
}

fn prototype(maker: &mut Maker, (): ()) -> Option<()> {
    maker.declare_function(false)
}

fn variadic_prototype(maker: &mut Maker, (): ()) -> Option<()> {
    maker.declare_function(true)
}

/// Functions.
impl Maker {
    fn result_type(&mut self) -> Ty {
        if self.rng.one_in(4) { Ty::VOID } else { self.value_type() }
    }

    fn declare_function(&mut self, variadic: bool) -> Option<()> {
        if self.runnable {
            return None;
        }
        let (name, result) = (self.fresh("f"), self.result_type());
        let params: Vec<Ty> = (0..=self.rng.below(3)).map(|_| self.value_type()).collect();
        let ty = self.builder.function_type(result, &params, variadic);
        let decl = self.builder.declare_function(Variable::new(&name, ty));
        self.know_function(decl)
    }

    fn know_function(&mut self, decl: DeclRef) -> Option<()> {
        let ty = self.builder.type_of_decl(decl);
        self.functions.push(Known { decl, ty, register: false, constant_address: true });
        let pointer = self.builder.pointer(ty);
        self.know_type(pointer)
    }

    /// A function definition. It calls those before it only.
    fn function(&mut self, storage: Storage, flags: DeclFlags, attrs: Attributes<'_>) -> Option<()> {
        let (name, result) = (self.fresh("f"), self.result_type());
        let params: Vec<(String, Ty)> =
            (0..self.rng.below(4)).map(|_| (self.local_name(), self.value_type())).collect();
        let params: Vec<(&str, Ty)> = params.iter().map(|(name, ty)| (name.as_str(), *ty)).collect();
        let variable = Variable { storage, flags, ..Variable::new(&name, result).attrs(attrs) };
        let variadic = !params.is_empty() && self.rng.one_in(6);
        let (open, decls) = self.builder.begin_function(variable, &params, variadic);
        self.result = result;
        for decl in decls {
            let ty = self.builder.type_of_decl(decl);
            self.locals.push(Known { decl, ty, register: false, constant_address: false });
        }
        let n_labels = self.rng.below(3);
        self.labels = (0..n_labels).map(|_| self.builder.new_label("out")).collect();
        let body = self.function_block();
        self.locals.clear();
        self.labels.clear();
        let decl = self.builder.end_function(open, body);
        self.know_function(decl)
    }

    /// Calls every function, starting with any: most programs do not get far.
    pub(super) fn main_function(&mut self) {
        let (open, _) = self.builder.begin_function(Variable::new("main", Ty::INT), &[], false);
        self.result = Ty::INT;
        let mut functions = self.functions.clone();
        let first = self.rng.index(functions.len().max(1));
        functions.rotate_left(first);
        let mut items = Vec::new();
        for function in functions {
            let callee = self.builder.name(function.decl);
            if let Some(call) = self.call(callee, function.ty, 1) {
                items.push(self.builder.expr_stmt(call));
            }
        }
        let body = self.builder.block(items);
        self.builder.end_function(open, body);
    }

    fn function_block(&mut self) -> StmtId {
        let (depth, n_stmts) = (self.size.depth, self.size.n_stmts);
        let mut items = self.block_items(depth, n_stmts);
        for label in std::mem::take(&mut self.labels) {
            let labeled = self.labeled(label);
            let position = self.rng.index(items.len() + 1);
            items.insert(position, labeled);
        }
        if self.result != Ty::VOID {
            let value = self.expr(self.result, 1);
            items.push(self.builder.return_(Some(value)));
        }
        self.builder.block(items)
    }

    /// What a label stands before mentions nothing local: it may come to stand before its declaration.
    fn labeled(&mut self, label: LabelId) -> StmtId {
        let (lhs, rhs) = (self.int_literal(), self.int_literal());
        let value = self.builder.binary(BinaryOp::BitXor, lhs, rhs);
        let stmt = self.builder.expr_stmt(value);
        self.builder.label(label, stmt)
    }
}
