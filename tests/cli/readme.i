// Every file in this folder with lines like the next ones is a test of the command line.
//
// RUN: print %
//
// `RUN: words` runs `kiln words` in this folder and expects exit status 0; `FAIL 2: words` expects
// another one. `%` stands for this file, `%t` for a scratch directory, and `< FILE` at the end gives
// FILE on standard input. A file with several lines names them: `RUN[name]: words`.
//
// What kiln writes is compared with files beside this one: readme.i.stdout and readme.i.stderr, or
// readme.i.name.stdout for a line with a name. A file that is not there stands for silence.
// `BLESS=1 cargo test -p kiln --test cli` writes what kiln says now.

int x;
