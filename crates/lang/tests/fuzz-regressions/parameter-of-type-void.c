7int f(void n);
