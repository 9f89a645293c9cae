// What `kiln reduce` does not take.
//
// FAIL 2[missing]: reduce --compiler sh nowhere.c
// FAIL 2[usage]: reduce %
// FAIL 2[both]: reduce --compiler sh --test true %
// FAIL 2[no-script]: reduce --test nowhere.sh %
// FAIL 2[no-finding]: reduce --finding F-0001 %
// FAIL 3[compiler]: reduce --compiler no-such-compiler %

int main(void)
{
    return 0;
}
