// ++ modifies as assignment does, here one byte of a const long (6.7.3p6).
int main(void) {
    static const long x = 1;
    ++*(char *)&x; //~ const-write
    return 0;
}
