//! Edits show in the text, and nothing else does.

use std::sync::Arc;

use crate::index::Id;
use crate::lex::IntForm;
use crate::print::{source, source_bytes};
use crate::source::Span;
use crate::tree::slot::Slot;
use crate::tree::{BinaryOp, Body, ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, UnaryOp};
use crate::{Options, parse};

fn read(text: &[u8]) -> Program {
    let parsed = parse("a.c", text, &Options::default());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics);
    parsed.program
}

/// A function `f` that is being edited, its nodes named by their text.
struct Edit {
    program: Program,
}

impl Edit {
    fn of(text: &str) -> Edit {
        Edit { program: read(text.as_bytes()) }
    }

    fn body(&mut self) -> &mut Body {
        let unit = &mut self.program.units[0];
        let last = FunctionId::from_index(unit.functions.len() - 1);
        Arc::make_mut(unit.functions.get_mut(last).expect("there is a last function"))
    }

    fn is_text(&mut self, span: Span, text: &str) -> bool {
        let source = self.program.units[0].source.clone().expect("it was read from text");
        source.text(span) == text.as_bytes()
    }

    fn expr(&mut self, text: &str) -> ExprId {
        let ids: Vec<ExprId> = (0..self.body().n_exprs()).map(ExprId::from_index).collect();
        let found = ids.into_iter().find(|&id| {
            let span = self.body().expr_span(id);
            self.is_text(span, text)
        });
        found.expect("there is an expression of this text")
    }

    fn stmt(&mut self, text: &str) -> StmtId {
        let ids: Vec<StmtId> = (0..self.body().n_stmts()).map(StmtId::from_index).collect();
        let found = ids.into_iter().find(|&id| {
            let span = self.body().stmt_span(id);
            self.is_text(span, text)
        });
        found.expect("there is a statement of this text")
    }

    fn new_expr(&mut self, kind: ExprKind) -> ExprId {
        self.body().push_expr(kind, Span::NONE)
    }

    fn int(&mut self, value: u64) -> ExprId {
        self.new_expr(ExprKind::int(value, IntForm::DECIMAL))
    }

    fn sum(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.new_expr(ExprKind::Binary { op: BinaryOp::Add, lhs, rhs })
    }

    fn deref(&mut self, operand: ExprId) -> ExprId {
        self.new_expr(ExprKind::Unary { op: UnaryOp::Deref, operand })
    }

    /// Puts `new` where `old` stood, except in `new` itself.
    fn replace(&mut self, old: ExprId, new: ExprId) {
        let body = self.body();
        let roots = body.roots();
        let parents: Vec<Node> = roots.into_iter().flat_map(|root| body.descend(root)).collect();
        let put = &mut |slot: Slot<'_>| match slot {
            Slot::Expr(id) if *id == old => *id = new,
            Slot::OptExpr(id) if *id == Some(old) => *id = Some(new),
            _ => {}
        };
        for parent in parents {
            match parent {
                Node::Expr(id) => {
                    let mut kind = body.expr(id);
                    kind.slots(put);
                    body.set_expr(id, kind);
                }
                Node::Stmt(id) => {
                    let mut kind = body.stmt(id);
                    kind.slots(put);
                    body.set_stmt(id, kind);
                }
            }
        }
        for decl in body.decls.ids().collect::<Vec<_>>() {
            if body.decls[decl].init == Some(old) {
                body.decls[decl].init = Some(new);
            }
        }
        body.log_replaced(Node::Expr(old), Some(Node::Expr(new)));
    }

    fn gives(&self, expected: &str) {
        assert_eq!(source(&self.program), expected);
    }
}

#[test]
fn what_was_not_edited_is_kept_byte_for_byte() {
    let samples: &[&[u8]] = &[
        b"",
        b"\n\n",
        b"int a;",
        b"  int\ta ; /* one */ // two\n\n\n;int b\n;",
        b"# 1 \"x.c\"\n# 1 \"<built-in>\" 1\n# 7 \"x.h\" 1 3 4\nextern int f (int);\n# 2 \"x.c\" 2\nint g(void){return f\n(\n1);}\n",
        b"int a \\\n = 1 + \\\n2;\\\n",
        b"int joined\\\n_name;\n",
        b"#pragma pack(push, 1) \nstruct S { int a;\n#pragma pack(pop)\n int b; };\n",
        b"char s[] = \"\xff\xfe\"; /* \x80 */\r\nint caf\xc3\xa9;\r\n",
        b"_Pragma(\"GCC diagnostic ignored \\\"-Wall\\\"\") int x;\x0c\x0b\n",
    ];
    for &sample in samples {
        let program = read(sample);
        let printed = source_bytes(&program.tables, &program.units[0]);
        assert_eq!(String::from_utf8_lossy(&printed), String::from_utf8_lossy(sample));
    }
}

#[test]
fn parentheses_come_where_the_place_needs_them() {
    for (text, old, expected) in [
        ("int f(int x) { return x  * 3; } // c\n", "x", "int f(int x) { return (1 + 2)  * 3; } // c\n"),
        ("int f(int x) { return  x; }", "x", "int f(int x) { return  1 + 2; }"),
        ("int f(int x) { return(x); }", "(x)", "int f(int x) { return 1 + 2; }"),
        ("int f(int x) { return 9-/**/x; }", "x", "int f(int x) { return 9-/**/(1 + 2); }"),
        ("int f(int x) { return sizeof x; }", "x", "int f(int x) { return sizeof (1 + 2); }"),
        ("int f(int x) { return sizeof(x); }", "(x)", "int f(int x) { return sizeof(1 + 2); }"),
        ("int f(int x) { int y = x; return y; }", "x", "int f(int x) { int y = 1 + 2; return y; }"),
    ] {
        let mut edit = Edit::of(text);
        let (old, one, two) = (edit.expr(old), edit.int(1), edit.int(2));
        let sum = edit.sum(one, two);
        edit.replace(old, sum);
        edit.gives(expected);
    }
}

#[test]
fn tokens_are_kept_apart() {
    let mut edit = Edit::of("int f(int x, int *p) { return x/(x); }");
    let (old, p) = (edit.expr("(x)"), edit.expr("x/(x)"));
    let ExprKind::Binary { lhs, .. } = edit.body().expr(p) else { panic!("a division") };
    let kind = edit.body().expr(lhs);
    let name = edit.new_expr(kind);
    let deref = edit.deref(name);
    edit.replace(old, deref);
    edit.gives("int f(int x, int *p) { return x/ *x; }");
}

#[test]
fn text_inside_of_a_patch_is_copied_with_its_own_patches() {
    let mut edit = Edit::of("int f(int x) { return (x /* kept */ +  x*7)  ; }");
    let (whole, seven, one, two) = (edit.expr("(x /* kept */ +  x*7)"), edit.expr("7"), edit.int(1), edit.int(2));
    // An inner patch, then one around it, then one around that.
    edit.replace(seven, one);
    let sum = edit.sum(two, whole);
    edit.replace(whole, sum);
    edit.gives("int f(int x) { return 2 + (x /* kept */ +  x*1)  ; }");
    let three = edit.int(3);
    let outer = edit.sum(sum, three);
    edit.replace(sum, outer);
    edit.gives("int f(int x) { return 2 + (x /* kept */ +  x*1) + 3  ; }");
}

#[test]
fn a_part_can_take_the_place_of_the_whole() {
    let mut edit = Edit::of("int f(int x) { return x * (x  -  1) * 2; }");
    let (whole, part) = (edit.expr("x * (x  -  1) * 2"), edit.expr("(x  -  1)"));
    edit.replace(whole, part);
    edit.gives("int f(int x) { return (x  -  1); }");
    let five = edit.int(5);
    edit.replace(part, five);
    edit.gives("int f(int x) { return 5; }");
    edit.replace(five, whole);
    edit.gives("int f(int x) { return x * (x  -  1) * 2; }");
}

#[test]
fn a_changed_node_is_printed_anew_and_its_children_are_copied() {
    let mut edit = Edit::of("int g(int, int);\nint f(int x) {  return g ( x+1,(2) ); }");
    let call = edit.expr("g ( x+1,(2) )");
    let ExprKind::Call { callee, args } = edit.body().expr(call) else { panic!("a call") };
    let reversed: Vec<ExprId> = edit.body().list(args).rev().collect();
    let args = edit.body().lists.push(reversed);
    edit.body().set_expr(call, ExprKind::Call { callee, args });
    edit.body().log_changed(Node::Expr(call));
    edit.gives("int g(int, int);\nint f(int x) {  return g((2), x+1); }");
}

#[test]
fn statements_come_and_go() {
    let mut edit = Edit::of("void f(int x)\n{\n    x = 1; // one\n\tx = 2; // two\n}\n");
    let (one, two) = (edit.stmt("x = 1;"), edit.stmt("x = 2;"));
    let body = edit.body();
    let inserted: Vec<StmtId> = (0..2).map(|_| body.push_stmt(StmtKind::Return { value: None }, Span::NONE)).collect();
    body.log_replaced(Node::Stmt(one), None);
    body.log_inserted(Node::Stmt(inserted[0]), Node::Stmt(two));
    edit.gives("void f(int x)\n{\n     // one\n\treturn;\n\tx = 2; // two\n}\n");
    let empty = edit.body().push_stmt(StmtKind::Empty {}, Span::NONE);
    edit.body().log_inserted(Node::Stmt(empty), Node::Stmt(inserted[0]));
    edit.body().log_replaced(Node::Stmt(inserted[0]), Some(Node::Stmt(inserted[1])));
    edit.gives("void f(int x)\n{\n     // one\n\t;\n\treturn;\n\tx = 2; // two\n}\n");
}

#[test]
fn an_else_stays_with_its_if() {
    let mut edit = Edit::of("void f(int x) { if (x) while (x) x--; else x++; }");
    let (old, cond) = (edit.stmt("x--;"), edit.expr("x"));
    let body = edit.body();
    let then = body.push_stmt(StmtKind::Break {}, Span::NONE);
    let open = body.push_stmt(StmtKind::If { cond, then, otherwise: None }, Span::NONE);
    let parents = body.stmts_with(old);
    for parent in parents {
        let mut kind = body.stmt(parent);
        kind.slots(&mut |slot: Slot<'_>| match slot {
            Slot::Stmt(id) if *id == old => *id = open,
            _ => {}
        });
        body.set_stmt(parent, kind);
    }
    body.log_replaced(Node::Stmt(old), Some(Node::Stmt(open)));
    edit.gives("void f(int x) { if (x) while (x) {if (x)\n    break;} else x++; }");
}

#[test]
fn a_pragma_inside_a_construct_is_copied_once() {
    let mut edit = Edit::of("void f(int x)\n{\n    x = 1 +\n#pragma GCC poison\n 2;\n}\n");
    let block = edit.stmt("{\n    x = 1 +\n#pragma GCC poison\n 2;\n}");
    edit.body().log_changed(Node::Stmt(block));
    edit.gives("void f(int x)\n{\n    x = 1 +\n#pragma GCC poison\n 2;\n    \n}\n");
}

impl Body {
    /// The statements in use that have `child` as a child.
    fn stmts_with(&self, child: StmtId) -> Vec<StmtId> {
        let nodes = self.nodes();
        let with = nodes.filter_map(|node| match node {
            Node::Stmt(id) if self.children(node).contains(&Node::Stmt(child)) => Some(id),
            _ => None,
        });
        with.collect()
    }
}
