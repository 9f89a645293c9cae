void exit(int);
int status;
static int leave(void) { exit(status); }
int main(void) {
    return leave() + (status = 3); //~ unspecified
}
