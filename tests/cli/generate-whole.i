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
// FAIL 2[preset]: generate whole --preset small
// FAIL 2[two-sizes]: generate whole --tokens 1000 --bytes 5000
// FAIL 2[both]: generate whole --swarm --no-swarm
// FAIL 2[no-directory]: generate whole --files 2
// FAIL 2[no-place-for-facts]: generate whole --facts json
// FAIL 2[lines]: generate whole --files 2 --facts json -o %t/none
// FAIL 2[wide]: generate whole --no-wide --features int128 -o %t/none
// FAIL 2[alone]: generate whole --list-options --seed 3
// RUN[list]: generate whole --list-options
// RUN: generate whole --tokens 1500 --files 2 -o %t/files
// RUN: generate whole --preset tiny --facts json -o %t/facts
