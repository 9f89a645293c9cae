//! What a program is made of: which features it has, and which of them are executed.
//!
//! Features are recognised in the finished tree, whoever made it: what the generator meant to write is not asked. Shapes of
//! statements are in `shapes`.

use kiln_lang::tree::{
    BinaryOp, Body, Decl, DeclFlags, DeclKind, ExprId, ExprKind, FunctionId, Linkage, Node, Sight, StmtId, StmtKind,
    Storage, UnaryOp,
};
use kiln_lang::types::{ArrayLen, Basic, Quals, Record, RecordKind, Ty, TypeKind, Types};

use super::features::{Feature, Features};
use super::making::Made;
use crate::features::Table as _;

/// What a program is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// How often each feature is in it, by the rows of their table.
    pub present: [u32; Features::COUNT],
    /// How often it is in statements that are executed.
    pub executed: [u32; Features::COUNT],
}

/// Looks at a program.
pub fn census(made: &Made) -> Census {
    let mut found = Census { present: [0; Features::COUNT], executed: [0; Features::COUNT] };
    let program = &made.program;
    for (function, reached) in program.units[0].function_ids().zip(&made.reached) {
        let body = program.units[0].function(function);
        let look = Look { body, sight: Sight::of_function(&program.tables, &program.units[0], body), function };
        let labels = look.labels_so_far();
        for stmt in body.nodes().filter_map(Node::stmt) {
            let mut features = look.statement(stmt, &labels);
            for child in body.children(Node::Stmt(stmt)) {
                if let Node::Expr(expr) = child {
                    let inside = body.descend(Node::Expr(expr)).filter_map(Node::expr);
                    let inside = inside.filter(|&inner| !look.is_plain_statement(stmt, inner));
                    inside.for_each(|expr| features.extend(look.expression(expr)));
                }
            }
            for feature in features {
                found.present[feature.index()] += 1;
                found.executed[feature.index()] += u32::from(reached.contains(&stmt));
            }
        }
    }
    found
}

/// A function that is looked at.
pub(super) struct Look<'a> {
    pub(super) body: &'a Body,
    sight: Sight<'a>,
    function: FunctionId,
}

type Found = Vec<Feature>;

impl Look<'_> {
    fn types(&self) -> &Types {
        self.sight.types()
    }

    /// An assignment that stands alone is no feature.
    fn is_plain_statement(&self, stmt: StmtId, expr: ExprId) -> bool {
        let is_assignment = matches!(self.body.expr(expr), ExprKind::Assign { op: None, .. });
        is_assignment && matches!(self.body.stmt(stmt), StmtKind::Expr { value } if value == expr)
    }

    /// Where each label is, among the statements in the order of the text.
    fn labels_so_far(&self) -> Vec<(kiln_lang::tree::LabelId, usize)> {
        let statements = self.body.nodes().filter_map(Node::stmt).enumerate();
        statements
            .filter_map(|(at, stmt)| match self.body.stmt(stmt) {
                StmtKind::Label { label, .. } => Some((label, at)),
                _ => None,
            })
            .collect()
    }

    fn statement(&self, stmt: StmtId, labels: &[(kiln_lang::tree::LabelId, usize)]) -> Found {
        let kind = |stmt: StmtId| self.body.stmt(stmt);
        match kind(stmt) {
            StmtKind::If { then, .. } if matches!(kind(then), StmtKind::Return { .. }) => vec![Feature::EarlyReturn],
            // Without a condition it is the end of a case.
            StmtKind::If { then, .. } if matches!(kind(then), StmtKind::Break {}) => vec![Feature::Break],
            StmtKind::If { .. } => vec![Feature::If],
            StmtKind::While { .. } => vec![Feature::While],
            StmtKind::DoWhile { .. } => vec![Feature::Do],
            StmtKind::For { init, body, .. } => self.for_loop(init, body),
            StmtKind::Switch { body, .. } if matches!(kind(body), StmtKind::DoWhile { .. }) => {
                vec![Feature::SwitchLoop]
            }
            StmtKind::Switch { body, .. } if self.chooses_constant(body) => vec![Feature::Lookup],
            StmtKind::Switch { .. } => vec![Feature::Switch],
            StmtKind::Case { hi: Some(_), .. } => vec![Feature::CaseRange],
            StmtKind::Goto { label } => {
                let here = self.body.nodes().filter_map(Node::stmt).position(|other| other == stmt);
                let there = labels.iter().find(|(other, _)| *other == label).map(|&(_, at)| at);
                vec![if there < here { Feature::GotoLoop } else { Feature::Goto }]
            }
            StmtKind::ComputedGoto { .. } => vec![Feature::ComputedGoto],
            StmtKind::Continue {} => vec![Feature::Continue],
            StmtKind::Compound { items } => {
                let mut inner = self.body.list(items);
                if inner.any(|stmt| self.is_block(stmt)) { vec![Feature::Block] } else { vec![] }
            }
            StmtKind::Decl { .. } => {
                self.body.declared_by(stmt).flat_map(|decl| self.object(&self.body.decls[decl])).collect()
            }
            _ => vec![],
        }
    }

    /// A loop with a pointer, one that sets elements of an array, or any other.
    fn for_loop(&self, init: Option<StmtId>, body: StmtId) -> Found {
        let walks = init.is_some_and(|init| {
            self.body.declared_by(init).any(|decl| self.types().is_pointer(self.body.decls[decl].ty))
        });
        let sets_element = |expr: ExprId| match self.body.expr(expr) {
            ExprKind::Assign { lhs, .. } => {
                self.body.descend(Node::Expr(lhs)).filter_map(Node::expr).any(|part| self.is_element(part))
            }
            _ => false,
        };
        let sets_elements = || self.body.descend(Node::Stmt(body)).filter_map(Node::expr).any(sets_element);
        match walks {
            true => vec![Feature::PointerLoop],
            false if self.repeats(init, body) => vec![Feature::Idiom],
            false if sets_elements() => vec![Feature::For, Feature::ArrayLoop],
            false => vec![Feature::For],
        }
    }

    fn is_element(&self, expr: ExprId) -> bool {
        match self.body.expr(expr) {
            ExprKind::Index { .. } => true,
            ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                matches!(self.body.expr(operand), ExprKind::Binary { .. })
            }
            _ => false,
        }
    }

    fn expression(&self, expr: ExprId) -> Found {
        let is_pointer = |expr: ExprId| self.types().is_pointer(self.body.converted(expr));
        match self.body.expr(expr) {
            ExprKind::Name { decl } => self.object(self.sight.decl(decl)),
            ExprKind::Call { callee, .. } => self.call(callee),
            ExprKind::Unary { op: UnaryOp::Deref, .. } if self.is_element(expr) => vec![Feature::PointerArith],
            ExprKind::Unary { op: UnaryOp::Deref, .. } => vec![Feature::Dereference],
            ExprKind::Unary { op, .. } if op.is_increment() => vec![Feature::Increment],
            ExprKind::Unary { op: UnaryOp::AddrOf, .. } => vec![],
            ExprKind::Unary { .. } => vec![Feature::Unary],
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => vec![Feature::Logical],
            ExprKind::Binary { op: BinaryOp::Comma, .. } => vec![Feature::Comma],
            ExprKind::Binary { op: BinaryOp::Eq | BinaryOp::Ne, lhs, rhs } if is_pointer(lhs) || is_pointer(rhs) => {
                vec![Feature::PointerCompare]
            }
            ExprKind::Binary { op: BinaryOp::BitOr, lhs, rhs }
                if self.is_moved(rhs, true) || self.is_moved(lhs, false) && self.is_moved(rhs, false) =>
            {
                vec![Feature::Bytes]
            }
            ExprKind::Binary { lhs, rhs, .. } if is_pointer(lhs) && is_pointer(rhs) => vec![Feature::PointerArith],
            ExprKind::Assign { op: Some(_), .. } => vec![Feature::Compound],
            ExprKind::Assign { .. } => vec![Feature::Assign],
            // Only idioms choose one of two places.
            ExprKind::Conditional { .. } if self.leads_to_object(expr) => vec![Feature::Idiom],
            ExprKind::Conditional { .. } => vec![Feature::Ternary],
            ExprKind::Cast { operand, .. } => self.cast(expr, operand),
            ExprKind::CompoundLiteral { .. } => vec![Feature::CompoundLiteral],
            ExprKind::SizeofType { .. } | ExprKind::SizeofExpr { .. } => vec![Feature::Sizeof],
            ExprKind::StmtExpr { .. } => vec![Feature::StmtExpr],
            ExprKind::Str { .. } => vec![Feature::String],
            ExprKind::VaArg { .. } => vec![Feature::Varargs],
            ExprKind::InitList { items } => {
                let is_designated =
                    self.body.list(items).any(|item| !self.body.init_items[item].designators.is_empty());
                if is_designated { vec![Feature::Designated] } else { vec![] }
            }
            _ => vec![],
        }
    }

    fn leads_to_object(&self, expr: ExprId) -> bool {
        let types = self.types();
        types.pointee(self.body.ty(expr)).is_some_and(|pointee| types.as_function(pointee).is_none())
    }

    /// A conversion of a number, or of a pointer: the sign of what it points to changes, or qualifiers do.
    fn cast(&self, expr: ExprId, operand: ExprId) -> Found {
        let types = self.types();
        let pointees = types.pointee(self.body.ty(expr)).zip(types.pointee(self.body.converted(operand)));
        match pointees.map(|(to, from)| (types.unqualified(to), types.unqualified(from))) {
            None => vec![Feature::Cast],
            Some((to, from)) if types.is_integer(to) && types.is_integer(from) => vec![Feature::SignConversion],
            Some((to, from)) if types.is_pointer(to) && types.is_pointer(from) => vec![Feature::QualifierConversion],
            Some(_) => vec![],
        }
    }

    fn call(&self, callee: ExprId) -> Found {
        let decl = match self.body.expr(callee) {
            ExprKind::Name { decl } => self.sight.decl(decl),
            ExprKind::Index { .. } => return vec![Feature::FunctionPointer],
            ExprKind::Call { .. } => return vec![Feature::FunctionParam],
            _ => return vec![Feature::FunctionVariable],
        };
        match decl.kind {
            DeclKind::Variable => return vec![Feature::FunctionVariable],
            DeclKind::Param => return vec![Feature::FunctionParam],
            _ => {}
        }
        let name = decl.name.map_or("", |name| self.sight.name(name));
        match name {
            "__builtin_memcpy" | "__builtin_memmove" | "__builtin_memset" => vec![Feature::Memory],
            "__builtin_calloc" | "__builtin_free" => vec![Feature::Heap],
            "__builtin_va_start" | "__builtin_va_end" => vec![Feature::Varargs],
            _ if name.starts_with("__builtin_") => vec![Feature::Builtin],
            _ if decl.kind == DeclKind::Function(Some(self.function)) => vec![Feature::Recursion],
            // Only one of two functions that call each other is declared before it is defined.
            _ if decl.kind == DeclKind::Function(None) && name != "printf" => vec![Feature::MutualRecursion],
            _ => vec![Feature::Call],
        }
    }

    /// What a declared name is.
    fn object(&self, decl: &Decl) -> Found {
        let mut found = self.attributes(decl);
        if decl.flags.contains(DeclFlags::INLINE) {
            found.push(Feature::Inline);
        }
        match decl.kind {
            DeclKind::Enumerator(_) => found.push(Feature::Enum),
            DeclKind::Function(_) => self.function_type(decl, &mut found),
            DeclKind::Variable | DeclKind::Param => {
                if decl.storage == Storage::Static && decl.linkage == Linkage::None {
                    found.push(Feature::StaticLocal);
                }
                self.type_of_object(decl.ty, &mut found);
                if self.leads_to_function(decl.ty) {
                    let is_param = decl.kind == DeclKind::Param;
                    found.push(if is_param { Feature::FunctionParam } else { Feature::FunctionVariable });
                }
            }
            DeclKind::Typedef => {}
        }
        if decl.linkage == Linkage::External && !decl.flags.contains(DeclFlags::IMPLICIT) {
            found.push(Feature::External);
        }
        found
    }

    fn attributes(&self, decl: &Decl) -> Found {
        let Some(attrs) = decl.attrs else { return vec![] };
        let is_file = decl.linkage != Linkage::None;
        let attrs = self.sight.attrs(kiln_lang::tree::AttrsRef::new(attrs, is_file));
        let of_name = |name: &str| match name {
            "noinline" => Some(Feature::Noinline),
            "noipa" => Some(Feature::Noipa),
            "always_inline" => Some(Feature::AlwaysInline),
            "hot" | "cold" => Some(Feature::Hot),
            "flatten" => Some(Feature::Flatten),
            "simd" => Some(Feature::Simd),
            "pure" | "const" => Some(Feature::Pure),
            "aligned" => Some(Feature::Aligned),
            _ => None,
        };
        attrs.iter().filter_map(|attr| of_name(self.sight.name(attr.name))).collect()
    }

    fn function_type(&self, decl: &Decl, found: &mut Found) {
        let Some(function) = self.types().as_function_id(decl.ty) else { return };
        let function = self.types().fn_type(function);
        for &ty in function.params.iter().chain([&function.result]) {
            if self.types().as_record(ty).is_some() {
                found.push(Feature::RecordByValue);
            }
            if self.leads_to_function(ty) {
                found.push(Feature::FunctionParam);
            }
        }
    }

    fn leads_to_function(&self, ty: Ty) -> bool {
        self.types().pointee(ty).is_some_and(|pointee| self.types().as_function_id(pointee).is_some())
    }

    /// Whether there is a single byte among the members: then a union has members of several sizes.
    fn has_byte(&self, record: &Record) -> bool {
        let is_byte = |ty| matches!(self.types().as_basic(ty), Some(Basic::SChar | Basic::UChar));
        record.fields().any(|field| is_byte(self.types().fields[field].ty))
    }

    /// What an object's type is made of.
    fn type_of_object(&self, ty: Ty, found: &mut Found) {
        let types = self.types();
        let quals = types.quals(ty);
        let with = |qual: Quals, feature: Feature, found: &mut Found| {
            if quals.contains(qual) {
                found.push(feature);
            }
        };
        with(Quals::CONST, Feature::Const, found);
        with(Quals::VOLATILE, Feature::Volatile, found);
        with(Quals::RESTRICT, Feature::Restrict, found);
        if matches!(types.kind(ty.without_own_quals()), TypeKind::Typedef(..)) {
            found.push(Feature::Typedef);
        }
        if let Some(basic) = types.as_basic(ty) {
            match basic {
                Basic::Bool => found.push(Feature::Bool),
                Basic::Int128 | Basic::UInt128 => found.push(Feature::Int128),
                Basic::Float | Basic::Double => found.push(Feature::Float),
                _ if types.is_integer(ty) && types.unqualified(ty) != Ty::basic(basic) => found.push(Feature::Enum),
                _ => {}
            }
        } else if let Some((elem, len)) = types.as_array(ty) {
            found.push(if types.is_pointer(elem) { Feature::PointerArray } else { Feature::Array });
            if matches!(len, ArrayLen::Variable(_)) {
                found.push(Feature::Vla);
            }
            self.type_of_object(elem, found);
        } else if self.leads_to_function(ty) {
            // That is said by the one who asks, and knows whose it is.
        } else if let Some(pointee) = types.pointee(ty) {
            found.push(Feature::Pointer);
            if !types.quals(pointee).is_empty() || !quals.without(Quals::RESTRICT).is_empty() {
                found.push(Feature::QualifiedPointer);
            }
        } else if types.as_vector(ty).is_some() {
            found.push(Feature::Vector);
        } else if types.is_complex(ty) {
            found.push(Feature::Complex);
        } else if let Some(record) = types.as_record(ty) {
            let record = &types.records[record];
            found.push(match record.kind {
                RecordKind::Union if self.has_byte(record) => Feature::MixedUnion,
                RecordKind::Union => Feature::Union,
                RecordKind::Struct => Feature::Struct,
            });
            if record.packed {
                found.push(Feature::Packed);
            }
            for field in record.fields().map(|field| &types.fields[field]) {
                if field.bits.is_some() {
                    found.push(if field.name.is_some() { Feature::BitField } else { Feature::ZeroWidth });
                }
                if types.is_pointer(field.ty) && !self.leads_to_function(field.ty) {
                    found.push(Feature::PointerMember);
                }
            }
        }
    }
}
