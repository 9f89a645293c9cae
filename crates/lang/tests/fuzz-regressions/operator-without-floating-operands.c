0static int a = (1.0f ^ 2.0L) >= 3;
