int main(void) {
    int v = 3;
    return v + ({ v = 1; 2; }); //~ unsequenced
}
