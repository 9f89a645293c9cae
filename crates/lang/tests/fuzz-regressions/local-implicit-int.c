0l() { __attribute__(()) (v); r(); }
