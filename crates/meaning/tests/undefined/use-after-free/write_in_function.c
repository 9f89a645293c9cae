// The callee frees what the caller still writes (6.2.4p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
static void finish(char *buffer) {
    buffer[0] = 0;
    free(buffer);
}
int main(void) {
    char *buffer = malloc(8);
    if (!buffer) return 0;
    finish(buffer);
    buffer[1] = 'x'; //~ use-after-free
    return 0;
}
