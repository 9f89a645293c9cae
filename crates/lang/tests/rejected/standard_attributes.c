//@ -std=c2x
[[deprecated()]] int a; //~ bad-attribute
[[deprecated(1)]] int b; //~ bad-attribute
[[nodiscard(1)]] int c(void); //~ bad-attribute
[[maybe_unused()]] int d; //~ bad-attribute
[[gnu::section]] int e; //~ bad-attribute
