void put(int *p);
int get(void) {
    int x __attribute__((cleanup(put))) = 1;
    return x;
}
