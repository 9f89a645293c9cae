// Nothing aligns an array of char for a structure; that an implementation does so now and then is luck (6.3.2.3p7).
struct s { long a; };
static struct s *in(char *bytes) {
    return (struct s *)bytes; //~ misaligned
}
int main(void) {
    char buffer[sizeof(struct s)];
    return in(buffer) == 0;
}
