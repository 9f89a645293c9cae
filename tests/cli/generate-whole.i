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
// FAIL 2[small-wide]: generate whole --preset embedded --features int128 -o %t/none
// FAIL 2[machine]: generate whole --target i386 --features int128 -o %t/none
// FAIL 2[iso-macros]: generate whole --wrappers macros --features standard -o %t/none
// FAIL 2[iso-macros-csmith]: generate whole --preset csmith --wrappers macros --features standard,-goto -o %t/none
// FAIL 2[few-functions]: generate whole --files 4 --functions 2 -o %t/none
// FAIL 2[little-executed]: generate whole --statements 10000 --executed 5000 -o %t/none
// FAIL 2[nothing-to-follow]: generate whole --invalid-pointers 10 --features -pointer -o %t/none
// FAIL 2[nothing-to-assert]: generate whole --paranoid --features if,for -o %t/none
// FAIL 2[nothing-known]: generate whole --facts json --features if,for -o %t/none
// FAIL 2[no-union]: generate whole --union-reads last --features standard,-mixed-union -o %t/none
// FAIL 2[alone]: generate whole --list-options --seed 3
// RUN[list]: generate whole --list-options
// RUN: generate whole --tokens 1500 --files 2 -o %t/files
// RUN: generate whole --tokens 1500 --files 4 --functions 3 -o %t/functions
// RUN: generate whole --tokens 1500 --no-wide --features -goto -o %t/narrow
// RUN: generate whole --tokens 1500 --target i386 --features all -o %t/i386
// RUN: generate whole --tokens 1500 --preset csmith --wrappers macros -o %t/macros
// RUN: generate whole --statements 1000 --executed 1000 -o %t/statements
// RUN: generate whole --preset tiny --facts json -o %t/facts
