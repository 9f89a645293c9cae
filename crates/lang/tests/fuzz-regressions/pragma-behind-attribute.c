1f(int a){switch(a){[[]]
#pragma
a:}}