//! The log against what the standard says, access by access.

use kiln_lang::random::Rng;

use super::*;

/// An access of an operand: which byte, whether it is written, whether a function that the operand calls does it.
type Touch = (u32, bool, bool);

/// What two operands without an order are, pair by pair (C11 6.5p2, 6.5.2.2p10).
fn expected(operands: &[Vec<Touch>]) -> Met {
    let mut met = Met::Nothing;
    for (index, right) in operands.iter().enumerate() {
        for (&a, &b) in
            operands[..index].iter().flat_map(|left| left.iter().flat_map(|a| right.iter().map(move |b| (a, b))))
        {
            if a.0 == b.0 && (a.1 || b.1) {
                met = met.max(if a.2 || b.2 { Met::Order } else { Met::Race });
            }
        }
    }
    met
}

/// The same from the log: what comes before in the region around must not matter, nor how long the list is.
fn logged(operands: &[Vec<Touch>], before: &[Touch]) -> Met {
    let object = 7;
    let mut log = Log::default();
    let note = |log: &mut Log, &(byte, write, in_call): &Touch| {
        log.depth += u32::from(in_call);
        log.access(object, byte, 1, write);
        log.depth -= u32::from(in_call);
    };
    log.begin(0, Sequencing::Unsequenced);
    for touch in before {
        note(&mut log, touch);
    }
    log.begin(0, Sequencing::Unsequenced);
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            log.next();
        }
        for touch in operand {
            note(&mut log, touch);
        }
        if index % 2 == 1 {
            log.tidy();
        }
    }
    let met = match log.finish() {
        Err(_) => Met::Race,
        Ok(order) => {
            if order {
                Met::Order
            } else {
                Met::Nothing
            }
        }
    };
    assert!(log.finish().is_ok_and(|order| !order), "the region around has one operand");
    assert!(!log.is_on());
    met
}

#[test]
fn operands_meet_where_two_of_their_accesses_do() {
    let mut rng = Rng::new(1);
    let mut seen = [0; 3];
    for _ in 0..4000 {
        let n_bytes = [4, 40, 4000][rng.index(3)];
        let n_writes = rng.index(8) + 1;
        let operand = |rng: &mut Rng| -> Vec<Touch> {
            let n = rng.index(12);
            (0..n).map(|_| (rng.index(n_bytes) as u32, rng.index(n_writes) == 0, rng.index(3) > 0)).collect()
        };
        let operands: Vec<_> = (0..=rng.index(4)).map(|_| operand(&mut rng)).collect();
        let before = operand(&mut rng);
        let met = expected(&operands);
        assert_eq!(logged(&operands, &before), met, "{operands:?}");
        seen[met as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 200), "every case is there: {seen:?}");
}

/// Whether the order of two expressions of an initialiser may matter: what each does before its value is stored, and then.
fn order_of_initial(first: [&[Touch]; 2], second: [&[Touch]; 2]) -> bool {
    let mut log = Log::default();
    log.begin(0, Sequencing::Indeterminate);
    for [evaluated, initial] in [first, second] {
        for &(byte, write, _) in evaluated {
            log.access(7, byte, 1, write);
        }
        log.initial();
        for &(byte, write, _) in initial {
            log.access(7, byte, 1, write);
        }
        log.next();
    }
    log.finish().expect("expressions of an initialiser are indeterminately sequenced")
}

#[test]
fn first_values_come_in_the_order_of_the_list() {
    let (read, write) = ((3, false, false), (3, true, false));
    assert!(!order_of_initial([&[], &[write]], [&[], &[write]]), "a row is cleared, then an element of it is set");
    assert!(order_of_initial([&[], &[write]], [&[read], &[]]), "an element is read that another one sets");
    assert!(order_of_initial([&[], &[write]], [&[write], &[]]), "an element is changed that another one sets");
    assert!(order_of_initial([&[write], &[]], [&[read], &[]]), "one expression changes what the other reads");
    assert!(!order_of_initial([&[read], &[]], [&[read], &[]]), "both only read");
}

#[test]
fn first_values_are_writes_for_what_is_around() {
    let mut log = Log::default();
    log.begin(0, Sequencing::Unsequenced);
    log.begin(0, Sequencing::Indeterminate);
    log.initial();
    log.access(7, 3, 1, true);
    assert!(log.finish().is_ok_and(|order| !order), "there is one expression");
    log.next();
    log.access(7, 3, 1, false);
    assert!(log.finish().is_err(), "the other operand reads what was initialised");
}
