2int f(int n, int a[static sizeof n]);
