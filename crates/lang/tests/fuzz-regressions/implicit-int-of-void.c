0extern void g();
int m() { extern g(); return 0; }
