//@ -std=c2x
_Static_assert(1'000'000 == 1000000);
_Static_assert(0xff'ff == 0b1111'1111'1111'1111);
_Static_assert(0'17 == 15);
_Static_assert(0x0'e-0xe == 0);
double d = 1'0.2'5e1'0;
_Static_assert(u8'\xff' == 255);
_Static_assert(_Generic(u8'a', unsigned char: 1, default: 0));
