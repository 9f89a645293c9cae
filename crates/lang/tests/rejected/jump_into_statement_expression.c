int f(int n) {
    goto inside; //~ bad-statement
    n = ({
    inside:
        1;
    });
    switch (n) {
    case 1:
        n = ({
        case 2: //~ bad-statement
            2;
        });
    }
    return n;
}
