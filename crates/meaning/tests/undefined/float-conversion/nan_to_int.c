// A NaN has no integral part (6.3.1.4p1 speaks of finite values only; 4p2).
int main(void) {
    double zero = 0.0;
    int i = zero / zero; //~ float-conversion
    return i == 0;
}
