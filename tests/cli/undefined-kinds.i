// The kinds of undefined behaviour, and one of them at length.
//
// RUN[list]: check --list-undefined
// RUN[explain]: check --explain signed-overflow
// RUN[explain-json]: check --explain unreachable --format json
// FAIL 2[near]: check --explain pointer
// FAIL 2[misspelt]: check --explain signed-overlfow
// FAIL 2[unknown]: check --explain xyzzy
// FAIL 2[with-file]: check --list-undefined %

int x;
