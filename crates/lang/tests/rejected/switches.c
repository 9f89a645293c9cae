int f(int n, double d, struct s { int x; } s) {
    switch (d) { } //~ bad-statement
    switch (s) { } //~ bad-statement
    switch (n) {
    case 1:
    case 1: //~ bad-case
    case 2 ... 4:
    case 3: //~ bad-case
    case n: //~ not-constant
    case 1.5: //~ not-constant
    default:
    default: //~ bad-case
        break;
    }
    case 5: //~ bad-case
    default: //~ bad-case
    break; //~ bad-statement
    continue; //~ bad-statement
    return n;
}
