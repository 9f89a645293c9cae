//@ -funsigned-char -fshort-enums -fpack-struct
enum a { A = 255 };
struct b { char c; int d; };
_Static_assert((char)-1 > 0 && sizeof(enum a) == 1 && sizeof(struct b) == 5, "options");
