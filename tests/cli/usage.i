// Bad usage is exit status 2; help is a result.
//
// RUN[help]: --help
// RUN[print-help]: print --help
// RUN[check-help]: check --help
// RUN[run-help]: run --help
// FAIL 2[nothing]: print
// FAIL 2[unknown]: print --colour %
// FAIL 2[two-outputs]: print % % -o %t/out.i
// FAIL 2[check-nothing]: check
// FAIL 2[run-nothing]: run -- 3
// FAIL 2[dialect]: check --dialect ansi %
// FAIL 2[size]: run --max-memory 3T %
// FAIL 2[memory]: run --max-memory 2G %
// FAIL 2[jobs]: check --jobs 0 %
// FAIL 3[unwritable]: print % -o /no/such/directory/out.i

int x;
