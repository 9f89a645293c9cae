// An address just below everything that there is: the end of what would be read is not.
struct pair { int a, b; };
int main(void) {
    struct pair copy = *(struct pair *)0x5554fffffff8UL; //~ out-of-bounds
    return copy.a;
}
