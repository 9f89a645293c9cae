// What `kiln reduce` does not take.
//
// FAIL[other] 2: reduce --compiler sh %
// FAIL[missing] 2: reduce --compiler sh nowhere.c
// FAIL[usage] 2: reduce %
// FAIL[compiler] 3: reduce --compiler no-such-compiler %

int main(void)
{
    return 0;
}
