//@ -std=gnu89
int printf();
f(a, b) char *b; { return a + *b; }
static g;
main(argc, argv) int argc; char **argv; {
    register i;
    auto j = 1;
    for (i = 0; i < argc; i++) puts(argv[i]), h(i, 1.5);
    exit(f(j, "x") + abs(-1) + strlen("abc"));
}
