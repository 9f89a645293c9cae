struct in { short s; };
struct out { char c; struct in in; char end; int i; };
static struct out zero;
static void set(struct out *p) { p->in.s = 5; }
int main(void) {
    set(&zero);
    return ((char *)&zero)[1]; //~ unspecified
}
