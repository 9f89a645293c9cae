// The caller passes ranges that share one byte (7.24.2.1p2).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
static char ring[8];
static void move(int to, int from, int n) {
    memcpy(ring + to, ring + from, n); //~ overlap
}
int main(void) {
    move(0, 4, 4);
    move(0, 3, 4);
    return 0;
}
