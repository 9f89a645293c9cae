0_Pragma("a\\\\")
int a;
