// A template without instructions, or of `nop` alone, changes nothing: an output that is an input keeps its value.
int printf(const char *, ...);

int global = 3;
struct pair { int a[2]; } pair = { { 4, 5 } };

int main(void) {
    int i = 1;
    long l = 2;
    __asm__ volatile("" : "+r"(i));
    __asm__ volatile("nop" : "=r"(l) : "0"(l + 5) : "memory");
    __asm__ volatile("nop; nop\n\tnop" : "=m"(global) : "m"(global));
    __asm__ volatile("" : "=m"(pair.a[1]) : "m"(pair.a[1]), "r"(i));
    printf("%d %ld %d %d\n", i, l, global, pair.a[1]);
    return 0;
}
