// dialect: gnu
// 6.3.2.3p7: no ABI says anything of the members of a structure, so the array has the alignment of a character.
int main(void)
{
    struct { char first; char rest[31]; } s;
    long *p = (long *)s.rest; //~ misaligned
    return p == 0;
}
