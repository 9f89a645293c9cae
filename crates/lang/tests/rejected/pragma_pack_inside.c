struct in_member {
    char a;
    int
#pragma pack(1) //~ syntax
    b;
};
int in_bound[
#pragma pack(2) //~ syntax
    3];
#pragma pack()
void f(void) {
    if (in_bound[0])
        return;
#pragma pack(4)
    return
#pragma pack() //~ syntax
    ; //~ syntax
}
