// dialect: gnu
// Without `-finstrument-functions` these are functions like any other.
int printf(const char *, ...);
void __cyg_profile_func_enter(void *function, void *place)
{
    printf("%d %d\n", function == 0, place == 0);
}
int main(void)
{
    __cyg_profile_func_enter(0, 0);
    return 0;
}
