// strlen is handed a pointer to freed memory (7.1.4p1, 6.2.4p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
char *strcpy(char *restrict, const char *restrict);
__SIZE_TYPE__ strlen(const char *);
int main(void) {
    char *text = malloc(4);
    if (!text) return 0;
    strcpy(text, "abc");
    free(text);
    return strlen(text) == 3; //~ use-after-free
}
