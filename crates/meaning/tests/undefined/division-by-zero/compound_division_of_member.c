// x /= s->parts divides by zero (6.5.16.2p3, 6.5.5p5).
struct share { long total; int parts; };
static void split(struct share *s) {
    s->total /= s->parts; //~ division-by-zero
}
int main(void) {
    struct share s = { 100, 0 };
    split(&s);
    return 0;
}
