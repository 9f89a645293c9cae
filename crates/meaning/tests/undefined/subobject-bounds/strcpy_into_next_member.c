// The string does not fit its member and is continued in the next one (7.1.4p1, 7.24.1p1).
char *strcpy(char *restrict, const char *restrict);
struct user { char name[4]; char rights[4]; };
static struct user user;
int main(void) {
    strcpy(user.name, "abcd"); //~ subobject-bounds
    return user.rights[0];
}
