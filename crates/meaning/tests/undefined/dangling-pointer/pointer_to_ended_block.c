// x lives as long as its block (6.2.4p6); then it is referred to outside of its lifetime (6.2.4p2).
int main(void) {
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p; //~ dangling-pointer
}
