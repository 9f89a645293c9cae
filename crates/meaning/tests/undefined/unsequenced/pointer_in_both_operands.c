// The pointer p is incremented on the left and read on the right (6.5p2).
int main(void) {
    char text[] = "abc", *p = text;
    *p++ = p[1]; //~ unsequenced
    return text[0];
}
