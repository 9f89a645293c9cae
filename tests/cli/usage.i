// Bad usage is exit status 2; help is a result.
//
// RUN[help]: --help
// RUN[print-help]: print --help
// FAIL 2[nothing]: print
// FAIL 2[unknown]: print --colour %
// FAIL 2[two-outputs]: print % % -o %t/out.i
// FAIL 3[unwritable]: print % -o /no/such/directory/out.i

int x;
