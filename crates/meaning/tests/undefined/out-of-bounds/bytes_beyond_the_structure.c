// dialect: gnu
// The whole object is the limit of functions on bytes.
void *memset(void *, int, unsigned long);
static struct {
    char a[2], b[3];
} s;
int main(void)
{
    memset(s.b, 0, 4); //~ out-of-bounds
    return s.b[0];
}
