_Decimal64 a; //~ unsupported
__seg_fs int *b; //~ unsupported
_Imaginary double c; //~ unsupported
_Fract d; //~ unsupported
