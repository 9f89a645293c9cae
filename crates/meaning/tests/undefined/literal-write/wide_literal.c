// Wide string literals are arrays as well (6.4.5p6, p7).
int main(void) {
    __WCHAR_TYPE__ *p = L"wide";
    *p = L'W'; //~ literal-write
    return 0;
}
