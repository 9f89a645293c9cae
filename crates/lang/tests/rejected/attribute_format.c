void a(const char *p, ...) __attribute__((format(printf, 1, 1))); //~ bad-attribute
void b(int *p, ...) __attribute__((format(printf, 1, 2))); //~ bad-attribute
void c(const char *p, int n, ...) __attribute__((format(printf, 1, 2))); //~ bad-attribute
void d(const char *p) __attribute__((format(printf, 1, 2))); //~ bad-attribute
void e(const char *p, ...) __attribute__((format(strftime, 1, 2))); //~ bad-attribute
