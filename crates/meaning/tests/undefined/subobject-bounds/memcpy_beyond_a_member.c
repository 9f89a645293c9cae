// `memcpy` writes into the member behind the one that it was given (7.24.2.1p2).
void *memcpy(void *, const void *, unsigned long);
static struct {
    char a[2], b[3];
} s;
int main(void)
{
    memcpy(s.a, "123", 3); //~ subobject-bounds
    return s.b[0];
}
