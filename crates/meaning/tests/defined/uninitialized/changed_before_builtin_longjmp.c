// dialect: gnu
// With GCC's own `__builtin_longjmp`, variables keep the values that they have.
int printf(const char *, ...);
void *buffer[5];

static void back(void) { __builtin_longjmp(buffer, 1); }

static int changed(void)
{
    int x = 0;
    if (__builtin_setjmp(buffer) == 0) {
        x = 1;
        back();
    }
    return x;
}

int main(void)
{
    printf("%d\n", changed());
    return 0;
}
