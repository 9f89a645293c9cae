// Programs of arithmetic: the first line makes them again; what cannot be made is said with the option and its range.
//
// RUN[short]: generate arith --seed 3 --operators 3 --expressions 2
// RUN[paper]: generate arith --seed 1 --preset flipping --product 8
// RUN[ieee]: generate arith --seed 5 --operators 4 --expressions 1 --types float,long-double --rounding ieee --form checksum
// RUN[stats]: generate arith --count 20 --product 200 --stats
// RUN[help]: generate arith --help
// FAIL 2[no-operators]: generate arith --operators 0
// FAIL 2[many-operators]: generate arith --operators 10001
// FAIL 2[no-expressions]: generate arith --expressions 0 -o %t/none
// FAIL 2[huge]: generate arith --operators 10000 --expressions 10000
// FAIL 2[no-number]: generate arith --operators 99999999999
// FAIL 2[absurd]: generate arith --expressions 99999999999999999999
// FAIL 2[product]: generate arith --product 0
// FAIL 2[deep]: generate arith --depth 81
// FAIL 2[type]: generate arith --types int,quad
// FAIL 2[no-type]: generate arith --types ""
// FAIL 2[operator]: generate arith --ops +,**
// FAIL 2[feature]: generate arith --features -goto
// FAIL 2[mend]: generate arith --mend pray
// FAIL 2[again]: generate arith --mend again --features none
// FAIL 2[again-features]: generate arith --mend again --operators 4
// FAIL 2[nothing-to-round]: generate arith --types integers --rounding ieee
// FAIL 2[stats-output]: generate arith --stats -o %t/none
// FAIL 2[count]: generate arith --count 2
// RUN[last-seed]: generate arith --seed 18446744073709551615 --operators 1 --expressions 1
// FAIL 2[past-last-seed]: generate arith --seed 18446744073709551615 --count 2 -o %t/none
// FAIL 2[no-seed]: generate arith --seed -1
// FAIL 2[negative]: generate arith --operators -5
