int printf(const char *, ...);
void exit(int);

static int classify(int n) {
    int r = 0;
    switch (n % 7) {
    case 0:
        r = 1;
    case 1:
        r += 10;
        break;
    case 2 ... 3:
        {
            int inner = n;
            r = inner;
            break;
        }
    case 5:
    default:
        r = -1;
    }
    switch (n) {
    case 3:
        r++;
    }
    return r;
}

static int count_down(int n) {
    int steps = 0;
again:
    if (n <= 0)
        goto done;
    {
        int half = n / 2;
        n = half;
        steps++;
        if (n % 2)
            goto again;
        n--;
        goto again;
    }
done:
    return steps;
}

static int computed(int n) {
    static void *const table[] = { &&zero, &&one, &&out };
    int r = 0;
    goto *table[n];
zero:
    r++;
    goto *table[1];
one:
    r += 2;
out:
    return r;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        int x;
        if (i % 2)
            x = classify(i);
        else
            x = ({ int y = count_down(i); more: y += i + 1; if (y < 3) goto more; y; });
        sum += x + computed(i % 3);
    }
    printf("%d\n", sum);
    if (sum)
        exit(0);
    printf("never\n");
}
