int n;
enum a { A = n }; //~ not-constant
enum b { }; //~ bad-enum
enum c { C = 1.5 }; //~ not-constant
enum d { D, D }; //~ redeclaration
enum unknown e; //~ incomplete
enum //~ syntax
