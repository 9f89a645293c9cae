// _Alignas gives the array the alignment that the structure needs; the access goes through memcpy.
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
struct s { long a; };
int main(void) {
    _Alignas(struct s) char buffer[sizeof(struct s)];
    struct s in = { 9 }, out;
    struct s *p = (struct s *)buffer;
    memcpy(p, &in, sizeof in);
    memcpy(&out, buffer, sizeof out);
    printf("%ld\n", out.a);
    return 0;
}
