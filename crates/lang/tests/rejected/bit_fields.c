int n;
struct a { float x : 3; }; //~ bad-field
struct b { int x : 33; }; //~ bad-field
struct c { int x : -1; }; //~ bad-field
struct d { int x : 0; }; //~ bad-field
struct e { int x : n; }; //~ bad-field
struct f { int *x : 3; }; //~ bad-field
struct g { struct { int y; } x : 3; }; //~ bad-field
int h = __builtin_offsetof(struct i { int y : 3; }, y); //~ bad-member
