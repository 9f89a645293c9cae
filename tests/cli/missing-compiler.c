// Without a usable compiler kiln says what to do. No usable compiler is exit status 3.
//
// FAIL 3[human]: print --cpp no-such-compiler %
// FAIL 3[json]: print --cpp /no/such/compiler --format json %
// FAIL 3[check]: check --cpp no-such-compiler % % readme.i
// FAIL 2[quote]: print --cpp "'gcc" %
// FAIL 2[empty]: print --cpp "" %

int x;
