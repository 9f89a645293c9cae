0struct S { struct S n, *p; };
struct S p = { &p, &p };
