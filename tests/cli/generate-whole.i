// Whole programs: what cannot be made is said with the option and its range.
//
// RUN[help]: generate whole --help
// FAIL 2[few]: generate whole --tokens 10
// FAIL 2[many]: generate whole --tokens 99999999999
// FAIL 2[nothing-executed]: generate whole --executed 0
// FAIL 2[live]: generate whole --live 101 -o %t/none
// FAIL 2[feature]: generate whole --features loops
// FAIL 2[no-feature]: generate whole --features ""
// FAIL 2[count]: generate whole --count 3
