long a[] = {1, 0x1F, 017, 0b101, 1u, 2L, 3ull, 0xffffffff, 2147483648, 'a', '\n', '\x41', '\101', L'x', u'y', U'z', 'ab'};
double b[] = {1.0, .5, 5., 1e10, 1E-3, 0x1p3, 0x1.8p-1, 1.5f, 2.5L, 1.5F64, 3.0q};
char c[] = "a" "b\0c" "\"\\", *d = u8"\u00e9", e[] = "line\
continued";
int f[] = L"wide" "more", g = sizeof u"\U0001F600" == 6;
const char *h(void) { return __func__; }
int caf\u00e9 = 1, dollar$ = 2;
