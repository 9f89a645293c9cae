// The jump goes past the initialisation (6.2.4p6, 6.8p3).
int main(void) {
    int jump = 1;
    if (jump)
        goto inside;
    {
        int x = 3;
    inside:
        return x; //~ uninitialized
    }
}
