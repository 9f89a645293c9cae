// What `kiln reduce` does not take.
//
// FAIL 2[other]: reduce --compiler sh %
// FAIL 2[missing]: reduce --compiler sh nowhere.c
// FAIL 2[usage]: reduce %
// FAIL 3[compiler]: reduce --compiler no-such-compiler %

int main(void)
{
    return 0;
}
