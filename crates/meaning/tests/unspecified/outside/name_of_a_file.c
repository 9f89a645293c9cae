// Which name `tmpnam` gives, the library chooses.
char *tmpnam(char *);
int puts(const char *);
int main(void)
{
    char name[20];
    puts(tmpnam(name));
    return 0;
}
