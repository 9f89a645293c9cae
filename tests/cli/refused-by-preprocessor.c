// What the preprocessor refuses is refused by kiln, with the preprocessor's own words.
//
// FAIL 2[silent]: print --cpp /bin/false % -o %t/out.i
// FAIL 2[words]: print --cpp "/bin/sh -c 'echo no such header >&2; exit 1'" %
// FAIL 2[json]: print --format json --cpp "/bin/sh -c 'echo no such header >&2; exit 1'" %

#include "no-such-header.h"
