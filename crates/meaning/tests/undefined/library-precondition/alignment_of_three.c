// Three is not a valid alignment (7.22.3.1p2, 6.2.8p4).
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
int main(void) {
    __SIZE_TYPE__ alignment = 3;
    void *p = aligned_alloc(alignment, 6); //~ library-precondition
    return p == 0;
}
