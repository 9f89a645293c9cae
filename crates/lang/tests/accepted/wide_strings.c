int a[] = L"ab", b = sizeof(L"ab") / sizeof(int);
unsigned short c[] = u"ab";
unsigned d[] = U"ab" "cd";
char e[] = u8"ab";
int *f = L"x" L"y";
