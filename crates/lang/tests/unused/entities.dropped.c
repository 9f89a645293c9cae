extern int array[];
typedef int number;
extern int old_style();
extern int old_style(number, number);
int array[3];
static int a, *b = &a, unused;
static int file_scope = 7;
int get(void)
{
    extern int file_scope;
    int shadowed = *b;
    return shadowed + file_scope + array[0] + old_style(1, 2);
}
