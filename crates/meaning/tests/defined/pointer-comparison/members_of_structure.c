// Members declared later compare greater (6.5.8p5).
int printf(const char *, ...);
struct s { int first; double gap; int second; };
int main(void) {
    struct s s;
    printf("%d %d\n", &s.first < &s.second, (char *)&s.gap > (char *)&s);
    return 0;
}
