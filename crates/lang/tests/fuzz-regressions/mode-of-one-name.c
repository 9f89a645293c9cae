0int a, b __attribute__((mode(QI)));
