// dialect: gnu
// Functions on strings stay within the array, unlike those on bytes.
char *strcpy(char *, const char *);
static struct {
    char a[2], b[3];
} s;
int main(void)
{
    strcpy(s.a, "12"); //~ subobject-bounds
    return s.b[0];
}
