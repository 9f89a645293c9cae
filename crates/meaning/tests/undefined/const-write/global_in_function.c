// The callee takes a pointer to const, casts it away, and is given an object that is const (6.7.3p6).
static const int limit = 10;
static void set(const int *p) {
    *(int *)p = 5; //~ const-write
}
int main(void) {
    int own = 0;
    set(&own);
    set(&limit);
    return 0;
}
