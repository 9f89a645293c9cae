// Objects have the alignment that is asked for, whatever else stands around them.
int printf(const char *, ...);
static char a, b __attribute__((aligned(32))), c;
int main(void) {
    char d = 1;
    _Alignas(64) char e = 2;
    char f __attribute__((aligned(8))) = 3;
    printf("%d %d %d\n", (int)((__UINTPTR_TYPE__)&b % 32), (int)((__UINTPTR_TYPE__)&e % 64),
           (int)((__UINTPTR_TYPE__)&f % 8));
    return a + c + d - 1;
}
