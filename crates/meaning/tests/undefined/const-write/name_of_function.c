// __func__ is a static const char array (6.4.2.2p1, 6.7.3p6).
int main(void) {
    char *name = (char *)__func__;
    name[0] = 'M'; //~ const-write
    return 0;
}
