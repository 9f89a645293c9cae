// flags: -fno-delete-null-pointer-checks
static int read(int *p) {
    return *p; //~ null-pointer
}
int main(void) { return read(0); }
