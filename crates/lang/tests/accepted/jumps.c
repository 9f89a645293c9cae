int f(int n) {
again:;
    int a[n];
    a[0] = n;
    if (n-- > 0)
        goto again;
    {
        int b[n + 2];
        goto out;
    within:
        b[0] = ({
            int i = 0;
        more:
            if (i++ < 3)
                goto more;
            if (n < 0)
                goto out;
            i;
        });
        if (b[0])
            goto within;
    }
out:
    for (int c[n + 5]; n < 9; n++)
        switch (n) {
        case 1 ... 3:
            continue;
        default: {
            int d[n];
            d[0] = sizeof c;
            break;
        }
        }
    return a[0];
}
