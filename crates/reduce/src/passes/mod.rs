//! The catalogue: what can be changed in a program to make it smaller.
//!
//! A pass lists patches; it need not know which of them work. The order of the table is the order in which they are tried:
//! what takes much away comes first, and what only makes the rest nicer comes last.

mod calls;
mod copies;
mod dead;
mod declarations;
mod expressions;
mod functions;
mod literals;
mod names;
mod observation;
mod records;
mod statements;
mod text;
mod unused;

use crate::patch::Patch;
use crate::view::View;

/// A kind of change.
pub struct Pass {
    /// The word for it.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    pub(crate) list: fn(&View) -> Vec<Patch>,
    /// How many patches are tried at once at first.
    pub(crate) start: Start,
}

/// How many patches of a list are tried at once at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// All that there are.
    All,
    /// One after the other: they are alternatives.
    Each,
    /// The same, however little each takes away: what others take away depends on it.
    Early,
}

macro_rules! passes {
    ($($start:ident $name:literal $list:path, $about:literal;)*) => {
        &[$(Pass { name: $name, about: $about, list: $list, start: Start::$start }),*]
    };
}

/// The passes for programs, in order.
pub const PROGRAM: &[Pass] = passes! {
    All "unused" unused::unused, "declarations that nothing needs go";
    All "dead" dead::dead, "what is never done goes, and of a branch the way that is not taken";
    Early "observation" observation::printed, "what is fed into a checksum is printed instead";
    All "functions" functions::bodies, "functions return what they return without doing anything";
    All "statements" statements::delete, "statements go";
    All "values" expressions::values, "expressions become the values that they have";
    All "locals" unused::locals, "local declarations that nothing needs go";
    All "copies" copies::copies, "a variable that is set once becomes what it is set to";
    All "initial values" copies::initial, "variables and elements of arrays become what they are initialised with";
    All "assignments" copies::plain_assignments, "what is added to a variable is assigned to it";
    All "unwrap" statements::unwrap, "statements become a part of themselves";
    All "operands" expressions::operands, "expressions become one of their operands";
    All "targets" expressions::targets, "what a pointer leads to is named instead";
    All "parameters" functions::parameters, "parameters go, with their arguments";
    All "arguments" calls::arguments, "arguments go that no parameter asks for";
    All "results" functions::results, "functions that return something return nothing";
    All "inline" calls::inline, "calls become what the function does";
    All "initialisers" declarations::initialisers, "initialisers go or become simpler";
    All "specifiers" declarations::specifiers, "qualifiers, storage classes and attributes go, types become plain";
    All "prototypes" declarations::prototypes, "parameters of prototypes lose their names";
    All "typedefs" declarations::typedefs, "names of types become the types";
    All "arrays" declarations::arrays, "arrays become shorter, or one of their elements";
    All "members" records::members, "members of structures go";
    All "records" records::single, "structures of one member become that member";
    All "places" records::declared_in_place, "structures are declared where they are first named";
    All "first values" expressions::first_values, "expressions become the first value that they had";
    All "items" unused::items_alone, "declarations at file scope go, whatever they are";
    Each "literals" literals::simpler, "constants become simpler";
    Each "status" observation::returned, "what is printed becomes the status of the program, or what was computed is printed";
    All "names" names::short, "names become short";
};

/// The passes for texts that are not C.
pub const TEXT: &[Pass] = passes! {
    All "lines" text::lines, "lines go";
    All "brackets" text::brackets, "what stands in brackets goes";
    All "tokens" text::tokens, "tokens go";
};
