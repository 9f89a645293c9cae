struct unknown;
struct a { int x, x; }; //~ bad-field
struct b { int x; struct { int x; }; }; //~ bad-field
struct c { struct unknown y; }; //~ incomplete
struct d { void y; }; //~ incomplete
struct e { int f(void); }; //~ bad-field
struct g { int x[]; int y; }; //~ bad-field
struct h { int x[]; }; //~ bad-field
union i { int x; int y[]; }; //~ bad-field
struct j { static int x; }; //~ bad-specifiers
struct k { int x = 1; }; //~ syntax
struct l { struct l x; }; //~ incomplete
