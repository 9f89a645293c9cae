void f(int m) {
    __auto_type one = 0, two = m % 1; //~ syntax
    __auto_type three = 3;
}
