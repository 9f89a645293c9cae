//@ -m32
__int128 a; //~ unsupported
int b __attribute__((mode(TI))); //~ bad-attribute
