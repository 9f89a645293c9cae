int u = {2, .a = 3};
