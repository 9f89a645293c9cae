// The argument is neither EOF nor representable as unsigned char (7.4p1).
int isalpha(int);
int main(void) {
    int c = 1000;
    return isalpha(c) != 0; //~ library-precondition
}
