// dialect: gnu
// In the other storage order, each part of a complex number has its bytes the other way round.
int printf(const char *, ...);
struct big { char before; _Complex float z; } __attribute__((scalar_storage_order("big-endian")));
struct big of_file = { 1, 2.5f };

int main(void) {
    struct big local = { 0, 1.0f };
    local.z = of_file.z + local.z + 0.25fi;
    const unsigned char *bytes = (const unsigned char *)&local;
    for (int i = 4; i < 12; i++) printf("%02x ", bytes[i]);
    printf("%g %g\n", __real__ local.z, __imag__ local.z);
    return 0;
}
