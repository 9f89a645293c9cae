2f(b) { switch (b) { __attribute__(()); } }
