//! What can be chosen of whole programs: presets, sizes and limits, what shows more of a run, several files.

use kiln_case::{Choices, Source as _};
use kiln_generate::whole::features::{Feature, Features};
use kiln_generate::whole::options::{Kind, Machine, TABLE, listing};
use kiln_generate::whole::{FactsForm, Made, Options, Preset, Stats, UnionReads, WholeSource, Wrappers, make};
use kiln_generate::words::Words as _;
use kiln_lang::tree::{DeclKind, Program};
use kiln_lang::types::{ArrayLen, RecordKind, Ty, Types};
use kiln_lang::{Options as Dialect, parse, parse_units};
use kiln_meaning::{End, Kind as Undefined, Outcome, Settings, run};

fn made(seed: u64, options: &Options) -> Made {
    make(&Choices::new(seed), options, Dialect::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn small() -> Options {
    Options { tokens: 1500, executed: 3000, ..Options::default() }
}

/// All types of variables, parameters and members.
fn types_of(program: &Program) -> Vec<Ty> {
    let decls = program.units[0].bodies().flat_map(|body| body.decls.iter());
    let variables = decls.filter(|decl| matches!(decl.kind, DeclKind::Variable | DeclKind::Param));
    let members = program.tables.types.fields.iter().map(|field| field.ty);
    variables.map(|decl| decl.ty).chain(members).collect()
}

/// The lengths of an array's dimensions.
fn dimensions(types: &Types, ty: Ty) -> Vec<u64> {
    match types.as_array(ty) {
        Some((elem, ArrayLen::Fixed(len))) => [vec![len], dimensions(types, elem)].concat(),
        _ => Vec::new(),
    }
}

fn pointer_depth(types: &Types, ty: Ty) -> usize {
    types.pointee(ty).map_or(0, |ty| 1 + pointer_depth(types, ty))
}

#[test]
fn sizes_are_right() {
    let wanted = [
        (Preset::Tiny.options(), 500, 12),
        (Options { tokens: 1000, ..Options::default() }, 1000, 6),
        (Options::default(), 12_000, 2),
        (Options { bytes: 6000, ..small() }, 6000, 6),
        (Options { statements: 100, ..small() }, 100, 6),
    ];
    for (options, size, seeds) in wanted {
        for seed in 0..seeds {
            let made = made(seed, &options);
            assert!((size * 4 / 5..=size * 6 / 5).contains(&made.size), "seed {seed}: {} for {size}", made.size);
        }
    }
}

#[test]
fn a_preset_is_what_it_says() {
    assert_eq!(Preset::Default.options(), Options::default());
    for (word, preset, _) in Preset::ALL {
        assert!(preset.options().check().is_ok(), "{word}");
    }
    let embedded = Options { tokens: 1200, ..Preset::Embedded.options() };
    for seed in 0..12 {
        let made = made(seed, &embedded);
        let (types, target) = (&made.program.tables.types, made.program.options.target);
        assert_eq!(target.name, "int16");
        for ty in types_of(&made.program) {
            let bits = types.as_integer(ty).map_or(0, |basic| target.int_bits(basic));
            assert!(bits <= 32, "seed {seed}: {bits} bits\n{}", made.text);
        }
        assert!(!made.text.contains("long long") && !made.text.contains("double"), "seed {seed}\n{}", made.text);
    }
}

#[test]
fn what_is_as_wide_as_int_does_not_overflow() {
    for options in [small(), Options { wrappers: Wrappers::Functions, ..small() }, Preset::Csmith.options()] {
        let options = Options { machine: Machine::Int16, tokens: 1500, ..options }.without_excluded();
        for seed in 0..40 {
            made(seed, &options);
        }
    }
}

#[test]
fn limits_hold() {
    let csmith = Options { tokens: 4000, ..Preset::Csmith.options() };
    let mut most_params = 0;
    for seed in 0..8 {
        let made = made(seed, &csmith);
        let types = &made.program.tables.types;
        for ty in types_of(&made.program) {
            let dimensions = dimensions(types, ty);
            assert!(dimensions.len() <= 3 && dimensions.iter().all(|&len| len <= 10), "seed {seed}: {dimensions:?}");
            assert!(dimensions.iter().product::<u64>() <= 256, "seed {seed}: {dimensions:?}");
            assert!(pointer_depth(types, ty) <= 5, "seed {seed}");
        }
        for record in &types.records {
            // Bit-fields without a name come on top.
            let n_named = record.fields().filter(|&field| types.fields[field].name.is_some()).count();
            let most = if record.kind == RecordKind::Union { 5 } else { 10 };
            assert!(n_named <= most, "seed {seed}: {n_named} members");
        }
        let functions = made.program.units[0].bodies().filter_map(|body| body.function());
        most_params = functions.map(|function| function.params.len()).chain([most_params]).max().unwrap_or(0);
        let is_own = |line: &&str| !line.starts_with(' ') && line.contains(" f") && !line.ends_with(';');
        let n = made.text.lines().filter(|line| line.contains('(')).filter(is_own).count();
        assert!(n <= 10, "seed {seed}: {n} functions\n{}", made.text);
    }
    assert_eq!(most_params, 5);
    let narrow = Options { functions: 2, params: 0, block_statements: 2, pointer_depth: 1, ..small() };
    for seed in 0..8 {
        let made = made(seed, &narrow);
        let types = &made.program.tables.types;
        assert!(
            types_of(&made.program).iter().all(|&ty| pointer_depth(types, ty) <= 1 || types.as_array(ty).is_some())
        );
    }
}

#[test]
fn wrappers_leave_nothing_to_repair() {
    for (wrappers, sign) in [(Wrappers::Functions, "safe_"), (Wrappers::Macros, "({")] {
        let options = Options { wrappers, tokens: 1500, ..Preset::Csmith.options() };
        let (mut repairs, mut wrapped) = (0, 0);
        for seed in 0..10 {
            let made = made(seed, &options);
            repairs += made.mended.repaired + made.mended.totalled;
            wrapped += made.text.matches(sign).count();
        }
        assert_eq!(repairs, 0, "{wrappers:?}");
        assert!(wrapped > 50, "{wrappers:?}: {wrapped}");
    }
    let bare = Options { wrappers: Wrappers::None, tokens: 1500, ..Preset::Csmith.options() };
    assert!((0..10).map(|seed| made(seed, &bare).mended.repaired).sum::<u64>() > 0);
}

#[test]
fn what_only_looks_changes_nothing_else() {
    for seed in 0..12 {
        let plain = made(seed, &small());
        for options in [Options { trace: true, ..small() }, Options { paranoid: true, ..small() }] {
            let looking = made(seed, &options);
            assert_eq!(looking.ended.output, plain.ended.output, "seed {seed}\n{}", looking.text);
        }
        let told = made(seed, &Options { facts: FactsForm::Comments, ..small() });
        let text: String = told.text.lines().map(|line| line.split(" /* ").next().unwrap_or("")).collect();
        assert_eq!(text, plain.text.lines().collect::<String>(), "seed {seed}");
    }
}

#[test]
fn assertions_about_pointers_are_there_and_hold() {
    let options = Options { paranoid: true, ..small() };
    let mut assertions = 0;
    for seed in 0..30 {
        let made = made(seed, &options);
        assertions += made.text.matches("wrong +=").count();
        assert!(!String::from_utf8_lossy(&made.ended.output).contains("wrong"), "seed {seed}\n{}", made.text);
    }
    assert!(assertions > 100, "{assertions}");
}

#[test]
fn values_on_the_way_go_into_the_checksum() {
    for options in [Options { function_checksums: true, ..small() }, Options { loop_checksums: true, ..small() }] {
        let mut different = 0;
        for seed in 0..10 {
            let (plain, noting) = (made(seed, &small()), made(seed, &options));
            assert_eq!(noting.ended.how, End::Status(0));
            different += usize::from(plain.ended.output != noting.ended.output);
        }
        assert!(different > 5, "{different}");
    }
}

#[test]
fn facts_are_about_lines_of_the_program() {
    let options = Options { facts: FactsForm::Json, ..small() };
    let mut n_points = 0;
    for seed in 0..24 {
        let made = made(seed, &options);
        let facts = made.facts.expect("it was asked for");
        let n_lines = made.text.lines().count();
        n_points += facts.lines().count();
        for line in facts.lines() {
            let number = line.split("\"line\":").nth(1).and_then(|rest| rest.split(',').next());
            let number: usize = number.and_then(|number| number.parse().ok()).expect("there is a line");
            assert!((1..=n_lines).contains(&number), "seed {seed}: {line}");
        }
    }
    assert!(n_points > 240, "{n_points}");
}

#[test]
fn invalid_references_are_marked() {
    let options = Options { invalid_pointers: 100, ..small() };
    let (mut undefined, mut marks) = (0, 0);
    for seed in 0..40 {
        let made = made(seed, &options);
        marks += made.text.matches("/* invalid reference */").count();
        let Some(report) = made.undefined else { continue };
        undefined += 1;
        assert_eq!(report.kind, Undefined::NullPointer, "seed {seed}");
        // The interpreter finds it in a line that is marked, or within a statement that begins there.
        let parsed = parse("whole.c", made.text.as_bytes().to_vec(), &Dialect::default());
        let outcome = run(&parsed.program, &Settings::default()).outcome;
        let Outcome::Undefined(report) = outcome else { panic!("seed {seed}: {outcome:?}\n{}", made.text) };
        let at = report.place.expect("it is somewhere").span.start as usize;
        let line = made.text[..at].lines().count() - 1;
        let lines: Vec<&str> = made.text.lines().collect();
        let marked = (0..=line).rev().find(|&number| lines[number].contains("invalid reference"));
        let is_open = |from: usize| {
            let between = lines[from..line].concat();
            between.matches("({").count() > between.matches("})").count()
        };
        let is_marked = marked.is_some_and(|number| number == line || is_open(number));
        assert!(is_marked, "seed {seed}, line {line}\n{}", made.text);
    }
    assert!(undefined > 2 && marks > 40, "{undefined} undefined, {marks} marks");
}

#[test]
fn several_files_are_one_program() {
    let options = Options { files: 3, tokens: 4000, ..small() };
    let (mut external, mut internal, mut n_units) = (0, 0, 0);
    for seed in 0..12 {
        let source = WholeSource::new(options.clone(), vec!["--files 3".to_owned()]).expect("the options are right");
        let case = source.make(&Choices::new(seed)).expect("it can be made").expect("there is one");
        // As many as there are functions that are not inline, at most.
        n_units += case.units.len();
        assert!(case.units.len() <= 3, "seed {seed}");
        let units = case.units.iter().map(|unit| (unit.name.as_str(), unit.text.clone()));
        let parsed = parse_units(units, &Dialect::default());
        assert!(parsed.accepted(), "seed {seed}: {:?}", parsed.diagnostics);
        let Outcome::Ended(ended) = run(&parsed.program, &Settings::default()).outcome else { panic!("seed {seed}") };
        assert_eq!(Some(ended), case.expected.map(|expected| expected.ended), "seed {seed}");
        for unit in &case.units {
            let text = String::from_utf8_lossy(&unit.text);
            external += text.matches("extern ").count();
            internal += text.matches("static ").count();
        }
    }
    assert!(external > 20 && internal > 20 && n_units > 30, "{external} {internal} {n_units}");
}

#[test]
fn unions_are_read_as_chosen() {
    let only = |reads| Options {
        union_reads: reads,
        swarm: false,
        features: Features::NONE.with(Feature::MixedUnion).with(Feature::If).with(Feature::For),
        ..small()
    };
    for reads in [UnionReads::Narrower, UnionReads::Last] {
        for seed in 0..30 {
            made(seed, &only(reads));
        }
    }
    assert_ne!(made(3, &only(UnionReads::Narrower)).text, made(3, &only(UnionReads::Last)).text);
}

#[test]
fn what_cannot_be_is_said() {
    let without = |feature| Options { features: Features::ALL.without(feature), ..small() };
    let standard = Options { features: Features::standard(), ..small() };
    let wrong = [
        (Options { statements: 100, bytes: 5000, ..small() }, "--statements and --bytes exclude each other"),
        (Options { wide: false, ..small() }, "--no-wide and --features int128 exclude each other"),
        (Options { files: 2, facts: FactsForm::Json, ..small() }, "--files and --facts exclude each other"),
        (Options { files: 2, invalid_pointers: 5, ..small() }, "--files and --invalid-pointers exclude each other"),
        (Options { files: 4, functions: 2, ..small() }, "--files and --functions exclude each other"),
        (Options { machine: Machine::Arm, ..small() }, "--target and --features int128 exclude each other"),
        (Options { wrappers: Wrappers::Macros, ..standard }, "--wrappers macros and --features exclude each other"),
        (
            Options { invalid_pointers: 5, ..without(Feature::Dereference) },
            "--invalid-pointers and --features exclude each other",
        ),
        (Options { paranoid: true, ..without(Feature::Pointer) }, "--paranoid and --features exclude each other"),
        (
            Options { facts: FactsForm::Json, ..Options { features: Features::NONE, ..small() } },
            "--facts and --features exclude each other",
        ),
        (
            Options { union_reads: UnionReads::Last, ..without(Feature::MixedUnion) },
            "--union-reads last and --features exclude each other",
        ),
        (Options { statements: 10_000, executed: 5000, ..small() }, "--statements and --executed exclude each other"),
        (Options { bytes: 5, ..small() }, "--bytes is 5, and has to be from 2000 to 50000000"),
    ];
    for (options, message) in wrong {
        let error = options.check().expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let lists = [
        ("all,-nonsense", "--features: `nonsense` is none of all, none, standard, struct, "),
        ("", "--features is empty: there has to be at least one"),
    ];
    for (list, message) in lists {
        let error = Features::from_list(list).expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let machine = Options { machine: Machine::Arm, ..small() };
    assert_eq!(machine.without_excluded().check(), Ok(()));
    for row in TABLE {
        let Kind::Number { least, most, set, get } = row.kind else { continue };
        let mut options = Options::default();
        for value in [least, most] {
            set(&mut options, value);
            assert_eq!((get(&options), options.check().is_ok()), (value, true), "{}", row.word);
        }
        set(&mut options, most + 1);
        assert!(options.check().is_err_and(|error| error.to_string().starts_with("--")), "{}", row.word);
    }
}

#[test]
fn everything_is_listed() {
    let listing = listing();
    for row in TABLE {
        assert!(listing.contains(&format!("--{} ", row.word)), "{}", row.word);
    }
    for (word, ..) in Feature::ALL {
        assert!(listing.lines().any(|line| line.starts_with(&format!("{word} "))), "{word}");
    }
}

#[test]
fn statistics_count() {
    let mut stats = Stats::default();
    (0..3).for_each(|seed| stats.add(&made(seed, &small())));
    let text = stats.to_string();
    assert!(text.starts_with("         3  programs\n"), "{text}");
    assert!(text.contains("dereference"), "{text}");
}
