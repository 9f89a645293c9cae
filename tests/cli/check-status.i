// A defined program may fail; output that is not UTF-8 is base64.
//
// RUN[human]: check %
// RUN[json]: check --format json %

int putchar(int);
void abort(void);

int main(void) {
    putchar(255);
    abort();
}
