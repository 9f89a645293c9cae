struct a { int x; };
struct a { int x; }; //~ redeclaration
union b { int x; };
struct b c; //~ redeclaration
enum d { D };
enum d { E }; //~ redeclaration
struct f { struct f { int x; } y; }; //~ redeclaration
