// A file that is not there is named, and nothing is written.
//
// FAIL 2[human]: print % nowhere.c nowhere.i
// FAIL 2[json]: print --format json nowhere.i
// FAIL 2[directory]: print --cpp /bin/cat .

int x;
