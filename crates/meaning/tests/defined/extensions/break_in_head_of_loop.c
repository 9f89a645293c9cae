// What stands in the head of a loop is not part of its body, so `break` and `continue` there, in a statement expression,
// mean the loop around (GNU).
int printf(const char *, ...);

int main(void)
{
    int rounds = 0;
    for (int i = 0; i < 10; i++) {
        rounds++;
        do
            ;
        while (({ if (i == 1) continue; 0; }));
        for (int j = 0; j < 3; j += ({ if (i == 3) break; 1; }))
            ;
        if (i == 3)
            printf("not here\n");
    }
    switch (rounds) {
    default:
        do
            ;
        while (({ if (rounds) break; 0; }));
        printf("nor here\n");
    }
    printf("%d\n", rounds);
    return 0;
}
