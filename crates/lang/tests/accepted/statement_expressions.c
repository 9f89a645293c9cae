int f(int n) {
    int a = ({ int b = n; b * 2; });
    int c = ({ n++; ({ n; }) + 1; });
    ({ for (;;) break; });
    return ({ struct s { int x; } s = {a}; s; }).x + c + ({ label: n; });
}
