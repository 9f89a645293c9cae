// The bytes come from another object (6.2.6.1p5).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
static _Bool decode(const unsigned char *byte) {
    _Bool b;
    memcpy(&b, byte, 1);
    return b; //~ invalid-bool
}
int main(void) {
    unsigned char bytes[2] = { 1, 64 };
    return decode(bytes) + decode(bytes + 1);
}
