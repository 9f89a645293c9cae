static int count(int n) {
    int i = 0;
    return ({ while (i < n) i++; 0; }) + i; //~ unsequenced
}
int main(void) { return count(3); }
