// strlen reads beyond an array that holds no null character (7.24.1p1, 7.1.4p1).
__SIZE_TYPE__ strlen(const char *);
int main(void) {
    char text[3] = "abc";
    return strlen(text) == 3; //~ out-of-bounds
}
