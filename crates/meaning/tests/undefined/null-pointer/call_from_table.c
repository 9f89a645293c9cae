// The slot of the table that has no function is called (6.5.2.2p3).
static int one(void) { return 1; }
static int (*table[3])(void) = { one, one };
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += table[i](); //~ null-pointer
    return sum;
}
